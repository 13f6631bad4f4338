"""One file and users who may not write it, or not make files beside it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from seasoned import Episode, Memory, Task
from tests.stores.processes import kept, lines, next_line, said, together, working

NOBODY = 65534
pytestmark = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="needs the right to give up rights"
)


@pytest.fixture(params=["m.db", "m.jsonl"])
def path(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A file in a folder that everybody can get to, which pytest keeps its own from being."""
    with TemporaryDirectory() as place:
        folder = Path(place, "memories #1?")  # characters that mean something in a URI
        folder.mkdir()
        Path(place).chmod(0o755)
        fill(folder / str(request.param))
        yield folder / str(request.param)


def fill(path: Path) -> None:
    with Memory.open(str(path), embedder=False) as memory:
        memory.record(Episode(Task(f"kept {memory.episodes.count()}")))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_that_may_not_be_entered_is_named(path: Path) -> None:
    path.parent.parent.chmod(0o700)
    (refusal,) = said("refused", path, NOBODY)
    assert refusal.startswith("StoreError") and "may not be entered" in refusal


@pytest.mark.parametrize("missing", ["file", "folder", "new"])
def test_who_may_not_write_is_told_what_to_do(path: Path, missing: str) -> None:
    if missing == "new":
        for file in path.parent.iterdir():
            file.unlink()
    else:
        path.chmod(0o444)
    path.parent.chmod(0o777 if missing == "file" else 0o755)
    (refusal,) = said("refused", path, NOBODY)
    assert refusal.startswith("StoreError") and str(path) in refusal
    assert "the file and its folder" in refusal or "check that the folder" in refusal
    if missing != "new":
        assert [e.task.description for e in kept(path)] == ["kept 0"]


def test_a_file_that_only_others_write_is_read_as_it_is_now(path: Path) -> None:
    path.chmod(0o444)
    path.parent.chmod(0o755)
    with working(("reader", path, NOBODY)) as (worker,):
        together([worker])
        assert next_line(worker) == "1 1 1 1 0"
        path.chmod(0o644)
        fill(path)
        together([worker])
        after, refusal = lines(worker)
    assert after == "2 2 2 2 0"
    assert refusal.startswith("StoreError") and "give this process the right" in refusal
    assert sorted(f.name for f in path.parent.iterdir()) == [path.name, f"{path.name}.lock"]


@pytest.mark.parametrize("path", ["m.db"], indirect=True)
def test_what_still_lies_in_a_journal_is_not_passed_over(path: Path) -> None:
    path.chmod(0o444)
    Path(f"{path}-wal").write_bytes(b"x" * 100)
    path.parent.chmod(0o755)
    links = path.parent.parent / "links"
    links.mkdir(mode=0o755)
    (links / "m.db").symlink_to(path)
    for place in (path, links / "m.db"):
        (refusal,) = said("refused", place, NOBODY)
        assert refusal.startswith("StoreError") and "may be written to" in refusal


def test_the_lock_file_has_the_rights_of_the_database(path: Path) -> None:
    lock = Path(f"{path}.lock")
    assert mode(lock) == mode(path)
    path.chmod(0o660)
    os.chown(path, -1, NOBODY)
    fill(path)
    assert (mode(lock), lock.stat().st_gid) == (0o660, NOBODY)


@pytest.mark.parametrize("rights", [0o666, 0o644, None])
def test_a_second_user_with_the_right_to_write_may_write(path: Path, rights: int | None) -> None:
    """Even where the lock file was made by somebody else and only for him to write."""
    path.chmod(0o666)
    path.parent.chmod(0o777)
    lock = Path(f"{path}.lock")
    lock.unlink() if rights is None else lock.chmod(rights)
    assert said("refused", path, NOBODY) == ["written"]
    assert len(kept(path)) == 2
