"""The peers with their pinned versions, and a virtual environment for each.

It installs with pip as the machine has it set up; nothing here knows where packages come from.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

_NUMPY = "numpy==2.4.6"
_LOADS_EXTENSIONS = (
    "import sqlite3, sys;"
    "sys.exit(sys.version_info < (3, 11)"
    " or not hasattr(sqlite3.Connection, 'enable_load_extension'))"
)
_PYTHONS = ("python3", "python3.14", "python3.13", "python3.12", "python3.11")
Runner = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


@dataclass(frozen=True, slots=True)
class Peer:
    """One library as it is compared.

    Attributes:
        name: Also that of its class in `adapters`.
        pins: What to install; empty for seasoned, which runs in the environment of the caller.
        title: What tables call it; its version follows.
        extensions: Whether its SQLite has to load extensions, which many Pythons leave out.
        durable: What documentation or source say of one write, where it cannot be measured.
    """

    name: str
    pins: tuple[str, ...]
    title: str
    extensions: bool = False
    durable: bool = True

    @property
    def version(self) -> str:
        """The pinned version of the library itself."""
        return self.pins[0].partition("==")[2] if self.pins else _own_version()


PEERS = (
    Peer("seasoned", (), "seasoned"),
    Peer("chromadb", ("chromadb==1.5.9", _NUMPY), "chromadb"),
    Peer("mem0", ("mem0ai==2.2.1", "langchain==1.5.2", _NUMPY), "mem0, local Qdrant"),
    Peer(
        "langgraph",
        ("langgraph-checkpoint-sqlite==3.1.2", "sqlite-vec==0.1.9", _NUMPY),
        "LangGraph SqliteStore",
        extensions=True,
    ),
    # Its files are written and renamed, never synced.
    Peer("lancedb", ("lancedb==0.40.0", _NUMPY), "lancedb", durable=False),
    Peer("qdrant", ("qdrant-client==1.20.0", _NUMPY), "qdrant-client local"),
    # `PRAGMA synchronous=NORMAL` with a write-ahead log: synced at checkpoints only.
    Peer(
        "mimir",
        ("mimir-learn==0.1.5", "sqlite-vec==0.1.9", _NUMPY),
        "mimir-learn",
        extensions=True,
        durable=False,
    ),
)


class Unavailable(Exception):
    """Why a peer cannot be compared here."""


def _own_version() -> str:
    import seasoned

    return seasoned.__version__


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """The command, its output kept."""
    return subprocess.run(command, capture_output=True, text=True, check=False)


def prepare(peer: Peer, folder: Path, run: Runner = run) -> str:
    """The Python of the peer's environment, which is made unless it is there.

    Args:
        peer: What to install.
        folder: Where environments are kept, one folder each.
        run: Runs commands; for tests.

    Raises:
        Unavailable: there is no fitting Python, or the installation failed.
    """
    if not peer.pins:
        return sys.executable
    base = _extension_python(run) if peer.extensions else sys.executable
    home = folder / peer.name
    python, ready = home / "bin" / "python", home / "ready"
    wanted = "\n".join((base, *peer.pins))
    if ready.is_file() and ready.read_text(encoding="utf-8") == wanted:
        return str(python)
    shutil.rmtree(home, ignore_errors=True)
    _ask(run, [base, "-m", "venv", "--without-pip", str(home)])
    quiet = ["--disable-pip-version-check", "-qq"]
    _ask(
        run,
        [sys.executable, "-m", "pip", "--python", str(python), "install", *quiet, *peer.pins],
    )
    ready.write_text(wanted, encoding="utf-8")
    return str(python)


def _ask(run: Runner, command: Sequence[str]) -> None:
    done = run(command)
    if done.returncode:
        raise Unavailable(f"cannot be installed: {last_line(done.stderr)}")


def _extension_python(run: Runner) -> str:
    found = (shutil.which(name, path="/usr/bin:/usr/local/bin") for name in _PYTHONS)
    for python in (sys.executable, *(p for p in found if p), *map(shutil.which, _PYTHONS)):
        if python and run([python, "-c", _LOADS_EXTENSIONS]).returncode == 0:
            return python
    raise Unavailable("no Python here has an SQLite that loads extensions")


def last_line(text: str) -> str:
    """What an error output ends with, without addresses and paths."""
    lines = [line for line in text.splitlines() if line.strip()] or ["no message"]
    telling = [line for line in lines if line.startswith("ERROR")] or lines
    plain = re.sub(r"\w+://\S+|(?<!\w)/\S+", "…", telling[-1])
    return plain.strip()[:160]
