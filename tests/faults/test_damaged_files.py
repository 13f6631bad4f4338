"""Files that others cut, replace or remove, under an open memory and before it is opened.

Whatever happens, errors are ours, nobody is killed, what was acknowledged is there or its loss is
said, and a file of another program stays as it is. Each case runs in a child, since a process
that reads a page which is gone is ended by the system.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from seasoned import Memory, StoreError
from tests.faults.deeds import episode, live, names
from tests.faults.dying import Say, Trap, killed, told

PAGE = 4096  # bytes
CHATTR = shutil.which("chattr") or "chattr"
EARLY, LATE = names("early", 30), names("late", 30)  # in the file, and in its journal only


@dataclass(frozen=True)
class Files:
    """A memory and two other databases."""

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / "m.db"

    @property
    def journal(self) -> Path:
        return self.folder / "m.db-wal"

    @property
    def shared(self) -> Path:
        return self.folder / "m.db-shm"

    @property
    def foreign(self) -> Path:
        return self.folder / "foreign.db"

    @property
    def another(self) -> Path:
        return self.folder / "another.db"

    def make(self) -> None:
        """All three, the memory without a journal."""
        with opened(self.path) as memory:
            memory.episodes.record_many(map(episode, EARLY))
        with opened(self.another) as memory:
            memory.episodes.record_many(map(episode, names("another", 60)))
        with closing(sqlite3.connect(self.foreign)) as db, db:
            db.execute("CREATE TABLE theirs (x)")
            db.executemany("INSERT INTO theirs VALUES (?)", [("y" * 500,)] * 300)

    def leave_a_journal(self) -> None:
        """What a killed process leaves."""

        def work(go: Callable[[], None], say: Say) -> None:
            opened(self.path).episodes.record_many(map(episode, LATE))

        killed(work, Trap("none"))
        assert self.journal.stat().st_size


def opened(path: Path) -> Memory:
    return Memory.open(path, embedder=False)


def cut(size: Callable[[int], int]) -> Callable[[Files], None]:
    return lambda files: os.truncate(files.path, size(files.path.stat().st_size))


def overwrite(name: str, data: bytes) -> Callable[[Files], None]:
    def act(files: Files) -> None:
        with (files.folder / name).open("r+b") as file:
            file.write(data)

    return act


def cut_journal(files: Files) -> None:
    os.truncate(files.journal, files.journal.stat().st_size // 2)


DAMAGES: dict[str, Callable[[Files], object]] = {
    "emptied": cut(lambda size: 0),
    "cut to a page": cut(lambda size: PAGE),
    "cut to half": cut(lambda size: size // 2 // PAGE * PAGE),
    "cut in mid page": cut(lambda size: 9 * PAGE + 100),
    "header spoilt": overwrite("m.db", b"\xff" * 100),
    "header blank": overwrite("m.db", b"\0" * 100),
    "removed": lambda files: files.path.unlink(),
    "replaced": lambda files: files.another.replace(files.path),
    "overwritten": lambda files: shutil.copyfile(files.another, files.path),
    "foreign file": lambda files: files.foreign.replace(files.path),
    "overwritten by a foreign file": lambda files: shutil.copyfile(files.foreign, files.path),
    "journal removed": lambda files: files.journal.unlink(),
    "journal emptied": lambda files: os.truncate(files.journal, 0),
    "journal cut": cut_journal,
    "shared memory removed": lambda files: files.shared.unlink(),
    "shared memory blank": overwrite("m.db-shm", b"\0" * 8 * PAGE),
    "shared memory spoilt": overwrite("m.db-shm", b"\xa5" * 8 * PAGE),
}
HARMLESS = ("shared memory removed", "shared memory blank", "shared memory spoilt")
# What a write says while the memory is open, or whoever opens it afterwards.
REFUSED_OPEN = {
    "emptied": "was emptied while it was open",
    "cut to a page": "damaged",
    "cut in mid page": "damaged",
    "removed": "removed or replaced",
    "replaced": "removed or replaced",
    "foreign file": "removed or replaced",
    "overwritten by a foreign file": "damaged",
    "journal removed": "the journal, was removed or replaced",
}
REFUSED_LATER = {
    "emptied": "missing or empty",
    "cut to a page": "damaged",
    "cut to half": "damaged",
    "cut in mid page": "damaged",
    "header spoilt": "not a database",
    "header blank": "not a database",
    "removed": "missing or empty",
    "replaced": "damaged",  # by the journal of the file that was there, which SQLite cannot tell
    "overwritten": "damaged",
    "foreign file": "database of another program",
    "overwritten by a foreign file": "database of another program",
}


def attempt(do: Callable[[], object]) -> str:
    """What is refused, and "" if it was done."""
    try:
        do()
    except StoreError as error:
        said = str(error)
    else:
        return ""
    assert "; " in said or ": " in said  # a remedy
    return said


def is_sound(path: Path, acknowledged: set[str]) -> str:
    """Why a file does not hold what was acknowledged, "" if it does."""

    def look() -> None:
        with opened(path) as memory:
            if found := memory.admin.check():
                raise StoreError(f"damaged; {found}")
            there = set(live(memory))
            assert acknowledged <= there, f"silently lost: {acknowledged - there}"
            memory.record(episode(f"after-{memory.episodes.count()}"))

    return attempt(look)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    found = Files(tmp_path)
    found.make()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", DAMAGES)
def test_damage_under_an_open_memory(files: Files, name: str) -> None:
    def work(say: Say) -> None:
        memory = opened(files.path)
        memory.episodes.record_many(map(episode, LATE))
        memory.recall("early-1 water the plants")
        DAMAGES[name](files)
        kept = {*EARLY, *LATE}
        for new in names("new", 3):
            refusal = attempt(lambda new=new: memory.record(episode(new)))  # type: ignore[misc]
            kept |= set() if refusal else {new}
            assert REFUSED_OPEN.get(name, "") in refusal
            for read in (lambda: memory.recall("water"), memory.admin.check, memory.admin.stats):
                attempt(read)
        assert attempt(memory.close) == ""
        say(sorted(kept))

    theirs = files.foreign.read_bytes()
    ((kept,),) = told(work)
    assert name not in REFUSED_OPEN or kept == sorted({*EARLY, *LATE})
    reason = is_sound(files.path, set(kept))
    if name in (*HARMLESS, "journal removed"):
        assert reason == ""
    if name == "foreign file":
        assert files.path.read_bytes() == theirs


@pytest.mark.slow
@pytest.mark.parametrize("name", DAMAGES)
def test_damage_before_a_memory_is_opened(files: Files, name: str) -> None:
    files.leave_a_journal()
    theirs = files.foreign.read_bytes()
    DAMAGES[name](files)
    kept = {*EARLY} if name.startswith("journal") else {*EARLY, *LATE}
    ((reason,),) = told(lambda say: say(is_sound(files.path, kept)))
    assert REFUSED_LATER.get(name, "") in reason
    assert (reason == "") is (name not in REFUSED_LATER)
    if "foreign" in name:
        assert files.path.read_bytes() == theirs


@pytest.mark.slow
def test_a_file_put_back_beside_its_journal_is_whole(files: Files) -> None:
    files.leave_a_journal()
    files.path.rename(files.folder / "away.db")
    assert "put the file back" in is_sound(files.path, set())
    (files.folder / "away.db").rename(files.path)
    assert is_sound(files.path, {*EARLY, *LATE}) == ""


@pytest.mark.slow
def test_a_file_that_shrinks_rightly_is_read_on(files: Files) -> None:
    """One that another process wrote anew, as proof of forgetting does."""
    with opened(files.path) as memory:
        memory.recall("water")
        ids = [each.id for each in live(memory).values()][1:]

        def work(say: Say) -> None:
            with opened(files.path) as other:
                other.forget(*ids, prove=True)
                assert other.admin.prove_forgotten(*ids, thorough=True).complete
            say("done")

        before = files.path.stat().st_size
        told(work)
        memory.record(episode("new"))
        assert files.path.stat().st_size < before
        assert len(live(memory)) == 2 and memory.admin.check() == []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["path", "journal", "folder"])
def test_what_may_not_be_changed_any_more(files: Files, what: str) -> None:
    """By an attribute that binds root too; for users without rights see `test_sqlite_rights`."""
    memory = opened(files.path)
    memory.episodes.record_many(map(episode, LATE))
    target = str(getattr(files, what))
    try:
        subprocess.run([CHATTR, "+i", target], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        memory.close()
        pytest.skip(f"this file system or user cannot make a file immutable: {error}")
    try:
        refusal = attempt(lambda: memory.record(episode("new")))
        assert memory.recall("early-1 water the plants").results
        memory.close()
        with opened(files.path) as again:
            assert set(live(again)) - {"new"} == {*EARLY, *LATE}
            assert attempt(lambda: again.record(episode("newer"))) == "" or what != "folder"
    finally:
        subprocess.run([CHATTR, "-i", target], check=True)
    assert bool(refusal) is (what == "journal")  # the file itself is only written when closed
    assert is_sound(files.path, {*EARLY, *LATE, *([] if refusal else ["new"])}) == ""
