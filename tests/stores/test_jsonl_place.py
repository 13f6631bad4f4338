"""The file of a JSONL store among other files, names and processes."""

from __future__ import annotations

import os
import stat
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from seasoned import Feedback, Memory, Step, StoreError
from seasoned.stores import jsonl_file, sqlite_queue
from seasoned.stores.jsonl import JsonlStore, open_jsonl
from seasoned.stores.sqlite_transfer import SQLiteTransfer
from seasoned.testing import HashEmbedder
from tests.contract.histories import memory_over
from tests.contract.stores import ANALYZER, HERE, good, sound
from tests.stores.processes import kept


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.jsonl"


def opened(path: Path) -> JsonlStore:
    return open_jsonl(path, analyzer=ANALYZER, synchronous="normal")


def texts(path: Path) -> list[str]:
    return [episode.task.description for episode in kept(path)][::-1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_no_file_takes_the_place_of_a_pipe(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(StoreError, match=r"m\.jsonl: .*no regular file.*choose the path of a file"):
        Memory.open(path, embedder=False)
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="nobody can remove an open file there")
def test_a_lock_file_that_is_removed_lets_nobody_in(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, refused = jsonl_file.append, list[str]()
    with Memory.open(path, embedder=False) as one, Memory.open(path, embedder=False) as other:
        one.record(good("before"))

        def slow(*arguments: object) -> None:
            path.with_name("m.jsonl.lock").unlink()
            with pytest.raises(StoreError) as error:
                other.record(good("of the other"))
            refused.append(str(error.value))
            append(*arguments)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(sqlite_queue, "WAIT", 0.01)
            patch.setattr(jsonl_file, "append", slow)
            one.record(good("after"))
        assert "another process has been writing" in refused[0]
        other.record(good("at last"))
    assert texts(path) == ["before", "after", "at last"]


def test_a_writer_waits_for_the_file_that_took_the_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory.open(path, embedder=False) as one, Memory.open(path, embedder=False) as other:
        id = one.record(good("before")).id
        taken, compacted = sqlite_queue._taken, list[int]()

        def late(file: int, needed: bool) -> bool:
            if os.path.samestat(os.fstat(file), os.stat(path)) and not compacted:
                compacted.append(file)
                path.with_name("m.jsonl.lock").unlink()
                with monkeypatch.context() as patch:
                    patch.setattr(sqlite_queue, "_taken", taken)
                    one.forget(id)
            return taken(file, needed)

        monkeypatch.setattr(sqlite_queue, "_taken", late)
        other.record(good("after"))
        assert compacted
    assert texts(path) == ["after"]


def test_a_line_is_not_put_together_from_two_writes(path: Path) -> None:
    """The rest of one that broke off may be replaced by another while it is read."""
    path.write_bytes(b"x" * 9_000 + b"\n" + b"half of")
    with jsonl_file.Reader(str(path)) as file:
        lines = file.lines(0)
        assert len(next(lines)) == 9_001
        jsonl_file.append(str(path), 9_001, b"a whole line\n", False)
        assert b"".join(lines) in (b"half of", b"a whole")


def test_a_write_that_was_taken_back_is_told_from_one_just_as_long(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = "n" * 100  # which stands at the end of the line
    with (
        Memory.open(path, embedder=False, namespace=space) as one,
        Memory.open(path, embedder=False, namespace=space) as other,
    ):

        def fail(file: int) -> None:
            assert other.episodes.count() == 1
            raise OSError(5, "disk I/O error")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", fail)
            with pytest.raises(StoreError):
                one.record(good("lost"))
        one.record(good("kept"))
        (episode,) = other.episodes.page().episodes
        assert episode.task.description == "kept"


def test_a_check_makes_no_file_and_a_backup_copies_no_other_store(
    path: Path, tmp_path: Path
) -> None:
    with Memory.open(path, embedder=False) as memory:
        memory.record(good("kept in memory"))
        for spoil in (lambda: path.write_bytes(b""), lambda: path.write_text("x"), path.unlink):
            spoil()
            (finding,) = memory.admin.check()
            assert (finding.text, finding.derived) == ("it was removed, emptied or replaced", False)
            assert "export this memory" in finding.remedy
        assert not path.exists()
        for _ in range(2):
            with pytest.raises(StoreError, match=r"m\.jsonl was removed or replaced"):
                memory.admin.backup(tmp_path / "copy.jsonl")
            Memory.open(path, embedder=False).close()  # now it is another one
        assert not (tmp_path / "copy.jsonl").exists()


def test_a_check_is_not_alarmed_by_what_others_write(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory.open(path, embedder=False) as memory, Memory.open(path, embedder=False) as other:
        memory.record(good("before"))
        dump, refused = SQLiteTransfer.dump, list[str]()

        def busy(self: SQLiteTransfer, *arguments: object) -> object:
            with pytest.raises(StoreError) as error:
                other.record(good("between the two"))
            refused.append(str(error.value))
            return dump(self, *arguments)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(sqlite_queue, "WAIT", 0.01)
            patch.setattr(SQLiteTransfer, "dump", busy)
            assert memory.admin.check() == []
        assert len(refused) == 2
        other.record(good("after"))
    assert texts(path) == ["before", "after"]


def test_no_other_name_keeps_what_is_forgotten(path: Path, tmp_path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        id = memory.record(good("zebra")).id
        os.link(path, tmp_path / "other.jsonl")
        with pytest.raises(StoreError, match=r"m\.jsonl has 2 names.*: remove them"):
            memory.forget(id)
        assert memory.get(id).task.description == "zebra"
        (tmp_path / "other.jsonl").unlink()
        assert memory.forget(id).episodes == 1
    assert b"zebra" not in path.read_bytes()


def test_who_uses_another_name_sees_the_same_file(path: Path, tmp_path: Path) -> None:
    store = opened(path)
    attempt = memory_over(store, HERE).begin("long")
    os.link(path, tmp_path / "other.jsonl")
    other = opened(tmp_path / "other.jsonl")
    for i in range(40):  # so that more is dead than alive
        store.attempts.step(HERE, attempt.id, Step("act"), Feedback(i / 40, "x" * 5_000))
    assert len(memory_over(other, HERE).resume(attempt.id).record.steps) == 40
    for one in (store, other):
        assert sound(one)
        one.close()


def test_a_state_that_no_attempt_has_is_found_when_it_is_read(path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        memory.begin("task").abandon()
    path.write_bytes(path.read_bytes().replace(b'"state":"abandoned"', b'"state":"lost"'))
    with pytest.raises(StoreError, match=r"line 5 is damaged.*abandoned, got 'lost'"):
        Memory.open(path, embedder=False)


def test_what_broke_off_is_told_once_each_time(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Memory.open(path, embedder=False) as memory:
        memory.record(good("kept"))
    for _ in range(2):
        with path.open("ab") as file:
            file.write(b'{"kind":')
        with pytest.warns(UserWarning, match="8 bytes of a write that broke off") as told:
            memory = Memory.open(path, embedder=False)
        with memory:
            memory.record(good("new"))
            assert (len(told), caplog.messages) == (1, [])
            with path.open("ab") as file:  # while it is open
                file.write(b'{"kind"')
            assert memory.episodes.count() > 0
            memory.record(good("newer"))
            (message,) = caplog.messages
            assert message.endswith("m.jsonl: removing 7 bytes of a write that broke off")
            caplog.clear()


def test_a_file_that_may_not_be_written_is_not_replaced_either(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory.open(path, embedder=False) as memory:
        id = memory.record(good("kept")).id
        whole, access = path.read_bytes(), os.access
        with monkeypatch.context() as patch:  # root may do anything
            patch.setattr(os, "access", lambda at, how: how != os.W_OK and access(at, how))
            with pytest.raises(StoreError, match="give this process the right to write the file"):
                memory.forget(id)
        assert path.read_bytes() == whole
        assert memory.get(id).id == id
    assert sorted(file.name for file in path.parent.iterdir()) == ["m.jsonl", "m.jsonl.lock"]


def test_who_reads_new_files_again_and_again_keeps_nothing_of_the_old_ones(path: Path) -> None:
    one, other = opened(path), opened(path)
    memory, follower = memory_over(one, HERE), memory_over(other, HERE)
    ids = [memory.record(good(f"walnut {i}")).id for i in range(20)]
    for left in range(19, 9, -1):
        memory.forget(ids[left])
        assert follower.recall("walnut", k=20).statistics.similar == left
        with other._journal.reading() as db:
            (changes,) = db.execute("SELECT count(*) FROM change").fetchone()
        assert changes <= left + 1
    for store in (one, other):
        assert sound(store)
        store.close()


def test_a_sqlite_file_of_such_a_name_is_named_with_its_url(path: Path) -> None:
    Memory.open(f"sqlite:///{path}", embedder=False).close()
    with pytest.raises(StoreError, match=r"is a SQLite file; open it as (.*)") as raised:
        Memory.open(path, embedder=False)
    Memory.open(str(raised.value).partition(" as ")[2], embedder=False).close()


def test_who_was_slower_in_making_the_file_takes_that_of_the_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, made = sqlite_queue.WriterQueue.turn, list[str]()

    def late(self: sqlite_queue.WriterQueue) -> AbstractContextManager[None]:
        if not made:
            made.append("")
            with Memory.open(path, embedder=False) as other:
                other.record(good("of the other"))
        return turn(self)

    monkeypatch.setattr(sqlite_queue.WriterQueue, "turn", late)
    with Memory.open(path, embedder=False) as memory:
        memory.record(good("mine"))
    assert texts(path) == ["of the other", "mine"]


@pytest.mark.skipif(os.name == "nt", reason="there are no such rights")
@pytest.mark.parametrize("refused", [False, True])
def test_a_new_file_gives_no_other_group_the_rights_of_the_old_one(
    path: Path, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    with Memory.open(path, embedder=False) as memory:
        id = memory.record(good("x")).id
        path.chmod(0o664)
        own = path.stat().st_gid

        def fchown(file: int, user: int, group: int) -> None:
            raise PermissionError(1, "Operation not permitted")

        if refused:
            fstat = os.fstat
            monkeypatch.setattr(os, "fchown", fchown)
            monkeypatch.setattr(os, "fstat", lambda file: _of_group(fstat(file), own + 1))
        memory.forget(id)
        monkeypatch.undo()
    assert stat.S_IMODE(path.stat().st_mode) == (0o604 if refused else 0o664)


def _of_group(found: os.stat_result, group: int) -> os.stat_result:
    return os.stat_result((*found[:5], group, *found[6:]))


def test_a_new_name_is_brought_to_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = list[str]()
    with Memory.open(path, embedder=False) as memory:
        id = memory.record(good("x")).id
        fsync = os.fsync

        def noted(file: int) -> None:
            if stat.S_ISDIR(os.fstat(file).st_mode):
                synced.append(path.read_text("utf-8"))
            fsync(file)

        monkeypatch.setattr(os, "fsync", noted)
        memory.forget(id)
    assert '"generation":1' in synced[0]


def test_others_follow_verdicts_and_vectors_that_come_later(path: Path) -> None:
    one, other = opened(path), opened(path)
    bare, memory = memory_over(one, HERE), memory_over(one, HERE, HashEmbedder(16))
    follower = memory_over(other, HERE, HashEmbedder(16))
    memory.record(good("walnut of the first"))
    ids = [bare.record(good(f"walnut {i}")).id for i in range(3)]
    for _ in range(2):  # by the full text, then by the index
        assert follower.recall("walnut").statistics.success_rate == 1
    bare.judge(ids[0], "failure")
    assert follower.recall("walnut").statistics.success_rate == 0.75
    assert memory.admin.heal() == 3
    best = follower.recall("walnut 1").results[0]
    assert (best.episode.id, round(best.relevance, 3)) == (ids[1], 1)
    for store in (one, other):
        store.close()


@pytest.mark.parametrize("left", ["lines", "part"])
def test_a_scrub_leaves_nothing_that_is_dead(path: Path, left: str) -> None:
    store = opened(path)
    attempt = memory_over(store, HERE).begin("task")
    for text in ("zebra", "other"):
        store.attempts.step(HERE, attempt.id, Step("act"), Feedback(0.5, text))
    if left == "part":
        store.maintenance.scrub()
        path.with_name("m.jsonl.part").write_text("zebra")
    assert b"zebra" in b"".join(file.read_bytes() for file in path.parent.iterdir())
    size = path.stat().st_size
    assert store.maintenance.scrub() == ""
    assert b"zebra" not in b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert path.stat().st_size <= size
    whole = path.read_bytes()
    assert store.maintenance.scrub() == ""  # which has nothing to do
    assert path.read_bytes() == whole
    assert sound(store)
    store.close()


def test_the_full_text_of_others_begins_anew_with_a_new_file(path: Path) -> None:
    """It takes up blocks of 64, whose last item may be gone."""
    one, other = opened(path), opened(path)
    memory, follower = memory_over(one, HERE), memory_over(other, HERE)
    receipts = memory.episodes.record_many(good(f"walnut {i}") for i in range(64))
    assert follower.episodes.count() == 64
    memory.forget(receipts[63].id, *(receipt.id for receipt in receipts[:9]))
    again = opened(path)
    for store in (one, other, again):
        assert sound(store)
        assert memory_over(store, HERE).recall("walnut", k=99).statistics.similar == 54
        store.close()
