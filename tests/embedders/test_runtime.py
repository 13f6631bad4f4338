"""The runtime under the shipped model keeps to itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_EMBED = """
import threading
from seasoned.embedders.minilm import MiniLM
from pathlib import Path
assert MiniLM().embed(["hello"]).any()
print(len(list(Path("/proc/self/task").iterdir())))
"""


def test_nothing_is_written_and_no_thread_is_left_behind(tmp_path: Path) -> None:
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TMPDIR")}
    quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # NumPy's threads are not meant
    done = subprocess.run(
        [sys.executable, "-c", _EMBED],
        env={**os.environ, **home, **quiet},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["1"]
    assert list(tmp_path.rglob("*")) == []
