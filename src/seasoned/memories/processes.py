"""Ending a command together with the processes that it started.

On Linux these are found in /proc: what descends from the command, is in its session, or carries
the mark that the command got in its environment. Elsewhere it is the command's process group.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_MARK = "SEASONED_CHECK"
_PATIENCE = 5.0  # seconds that the killed get to disappear
_PROC = Path("/proc")


def marked() -> dict[str, str]:
    """The environment of this process with a mark, for the command and all that inherits it."""
    return {**os.environ, _MARK: uuid.uuid4().hex}


def kill_all(process: subprocess.Popen[bytes], environment: dict[str, str]) -> None:
    """Kill a command that was started with `environment` in a session of its own, and its own.

    What was started under another user may survive; on Linux also what left the session with
    an empty environment after its parent was gone, elsewhere all that left the process group.
    """
    mark = f"{_MARK}={environment[_MARK]}".encode()
    end = time.monotonic() + _PATIENCE
    # Again and again: a process may have started another one before it was killed.
    while time.monotonic() < end:
        found = _started_by(process.pid, mark)
        for each in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(each.pid, signal.SIGKILL)
        if all(each.state == "Z" for each in found):
            break
        time.sleep(0.002)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):  # stuck in the kernel
        process.wait(_PATIENCE)


class _Process(NamedTuple):
    pid: int
    state: str
    parent: int
    session: int


def _started_by(root: int, mark: bytes) -> list[_Process]:
    """The command and what it started; state Z is one that ended and awaits its parent."""
    everything = list(_processes())
    found = {root}
    for process in everything:
        if process.session == root or mark in _environment(process.pid):
            found.add(process.pid)
    size = 0
    while size < len(found):
        size = len(found)
        found |= {process.pid for process in everything if process.parent in found}
    found.discard(os.getpid())
    return [process for process in everything if process.pid in found]


def _processes() -> Iterator[_Process]:
    """The processes of this machine; none where there is no /proc."""
    for folder in _PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone meanwhile
            # The name stands in brackets and may hold anything, brackets too.
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            yield _Process(int(folder.name), fields[0], int(fields[1]), int(fields[3]))


def _environment(pid: int) -> list[bytes]:
    with contextlib.suppress(OSError):  # gone meanwhile, or another user's
        return (_PROC / str(pid) / "environ").read_bytes().split(b"\x00")
    return []
