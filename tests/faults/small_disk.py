"""Verbs on a disk of 4 MB that is filled up to so many KB: `small_disk.py FOLDER KB KB ...`.

Runs in a name space of mounts of its own, where it may cover the folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from seasoned import Memory
from seasoned.testing import HashEmbedder
from tests.faults.deeds import HASH, episode, opened
from tests.faults.test_full_disks import BIT_BY_BIT, VERBS, state, tried, verbs

DISK = 4  # MB


def fill_up(ballast: Path, left: int) -> None:
    """Leave so many KB of the disk."""
    with ballast.open("wb", buffering=0) as file:
        found = os.statvfs(ballast.parent)
        file.write(b"\0" * max(0, found.f_bavail * found.f_frsize - left * 1024))


def hold(path: Path, verb: str, left: int) -> bool:
    """Whether a verb was done; if not, all is as it was, and it is done when there is room."""
    ballast = path.with_name("ballast")
    with opened(path) as memory:
        act, before = verbs(memory)[verb], state(memory)
        fill_up(ballast, left)
        done = tried(act, path)
        assert done or verb in BIT_BY_BIT or state(memory) == before
        memory.close()  # which moves the journal as far as there is room
    ballast.unlink()
    with Memory.open(path, embedder=False) as memory:
        model = memory.admin.stats().model
    with opened(path, HashEmbedder(24) if model == "hash-24" else HASH) as memory:
        assert done or verb in BIT_BY_BIT or state(memory) == before
        memory.record(episode("after"))
        assert memory.admin.check() == []
    return done


def main(folder: Path, sizes: list[int]) -> None:
    subprocess.run(
        [str(shutil.which("mount")), "-t", "tmpfs", "-o", f"size={DISK}m", "none", str(folder)],
        check=True,
    )
    for left in sizes:
        for verb in VERBS:
            place = folder / f"{verb}"
            place.mkdir()
            print(verb, left, "done" if hold(place / "m.db", verb, left) else "refused")
            for file in place.iterdir():
                file.unlink()
            place.rmdir()


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]])
