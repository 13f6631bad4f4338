"""The runtime under the embedders keeps to itself."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.embedders.graphs import folder

_COUNT = """
from pathlib import Path
print(len(list(Path("/proc/self/task").iterdir())))
"""
_EMBED = {
    "minilm": """
from seasoned.embedders.minilm import MiniLM
assert MiniLM().embed(["hello"]).any()
""",
    "folder": """
from seasoned.embedders.folder import FolderEmbedder
assert FolderEmbedder({folder!r}).embed(["login test"]).any()
""",
}
_IMPORTS = """
import pkgutil, sys
from importlib import import_module
from seasoned import embedders
for module in pkgutil.iter_modules(embedders.__path__):
    import_module(f"seasoned.embedders.{module.name}")
print(*sys.modules)
"""


def run(code: str, home: Path) -> list[str]:
    """What a program of its own prints, which sees no home but this one."""
    homes = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TMPDIR")}
    quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # NumPy's threads are not meant
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **homes, **quiet},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize("name", list(_EMBED))
def test_nothing_is_written_and_no_thread_is_left_behind(name: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = _EMBED[name].format(folder=str(folder(tmp_path / "model")))
    assert run(code + _COUNT, home) == ["1"]
    assert list(home.rglob("*")) == []


def test_fastembed_starts_the_runtime_without_its_telemetry(tmp_path: Path) -> None:
    if find_spec("fastembed") is None:
        pytest.skip('fastembed is not installed: pip install ".[fastembed]"')
    code = """
import os
from seasoned import InvalidInput
from seasoned.embedders.fastembed import FastEmbedder
try:
    FastEmbedder("no/such")
except InvalidInput:
    print(os.environ["ORT_DISABLE_TELEMETRY"])
"""
    assert run(code, tmp_path) == ["1"]
    assert not [path for path in tmp_path.rglob("*") if "onnx" in path.name.lower()]


def test_no_embedder_loads_a_library_before_it_is_made(tmp_path: Path) -> None:
    loaded = {name.split(".")[0] for name in run(_IMPORTS, tmp_path)}
    libraries = {"onnxruntime", "openai", "model2vec", "fastembed", "sentence_transformers"}
    assert "seasoned" in loaded and not loaded & libraries


def test_the_shipped_graph_runs_as_a_folder_too() -> None:
    from seasoned.embedders.folder import FolderEmbedder
    from seasoned.embedders.minilm import MiniLM

    shipped = FolderEmbedder(str(files("seasoned") / "data"))
    vectors = [embedder.embed(["fix the login test"]) for embedder in (shipped, MiniLM())]
    assert (vectors[0] @ vectors[1].T).item() == pytest.approx(1.0, abs=1e-5)
