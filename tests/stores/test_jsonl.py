"""The JSONL store as a file: what it says, follows, survives and gives up."""

from __future__ import annotations

import errno
import json
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Feedback, Memory, NotFound, Options, Step, StoreError
from seasoned.core.filters import EVERYTHING
from seasoned.core.pruning import PrunePolicy
from seasoned.ports import Model
from seasoned.stores import jsonl_file, jsonl_journal
from seasoned.stores.jsonl import JsonlStore, open_jsonl
from seasoned.testing import HashEmbedder, ManualClock
from tests.contract.histories import HISTORIES, SCOPES, Life, dump, memory_over
from tests.contract.stores import ANALYZER, HERE, NOW, good, sound
from tests.stores.processes import kept


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.jsonl"


def opened(path: Path) -> JsonlStore:
    return open_jsonl(path, analyzer=ANALYZER, synchronous="normal")


def fill(path: Path, *texts: str) -> list[str]:
    with Memory.open(path, embedder=False) as memory:
        return [memory.record(good(text)).id for text in texts]


def texts(path: Path) -> list[str]:
    return [episode.task.description for episode in kept(path)][::-1]


def kinds(path: Path) -> list[str]:
    return [json.loads(line)["kind"] for line in path.read_bytes().splitlines()]


def test_what_an_attempt_decided_is_read_again(path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        attempt = memory.begin("sort the list")
        attempt.choose_strategy(["one way", "another"])
        decided = attempt.record
    with Memory.open(path, embedder=False) as memory:
        assert memory.resume(attempt.id).record == decided
        assert decided.decision is not None and decided.strategy == decided.decision.strategy


@settings(max_examples=15, deadline=None)
@given(HISTORIES, st.integers(0, 14), st.booleans())
def test_what_is_read_again_is_what_was_there(
    tmp_path_factory: pytest.TempPathFactory,
    history: list[tuple[str, object, str, int]],
    half: int,
    hybrid: bool,
) -> None:
    """And what another process followed, from the middle on."""
    path = tmp_path_factory.mktemp("store") / "m.jsonl"
    store, embedder = opened(path), HashEmbedder(16) if hybrid else None
    life = Life(store, embedder)
    life.live(history[:half])  # type: ignore[arg-type]
    other = opened(path)
    follower = {scope: memory_over(other, scope, embedder) for scope in SCOPES}
    for scope in SCOPES:
        follower[scope].recall("fix the login")
    life.live(history[half:])  # type: ignore[arg-type]
    again = opened(path)
    assert dump(again) == dump(store) == dump(other)
    for scope in SCOPES:
        for look in (numbers, pages):
            assert look(again, scope) == look(store, scope) == look(other, scope)
        assert follower[scope].admin.check() == life.memories[scope].admin.check()
    for one in (store, other, again):
        one.close()


def numbers(store: JsonlStore, scope: object) -> object:
    return store.search.select(scope, "episode", EVERYTHING).tolist()  # type: ignore[arg-type]


def pages(store: JsonlStore, scope: object) -> object:
    return store.episodes.page(scope, EVERYTHING, 3, None)  # type: ignore[arg-type]


def test_it_can_be_read_by_a_human(path: Path) -> None:
    with Memory.open(path, embedder=HashEmbedder(16)) as memory:
        memory.record(good("東京の天気 «naïve»"))
    lines = path.read_text("utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == [
        *("seasoned", "setting", "setting", "episode", "vector")
    ]
    assert lines[3].startswith('{"kind":"episode","schema":1,"num":1,"more":true,"task":')
    assert "東京の天気 «naïve»" in lines[3]
    assert list(json.loads(lines[4]))[-1] == "data"


def test_a_memory_in_the_shell_finds_the_cursor_of_another_process(path: Path) -> None:
    fill(path, *map(str, range(5)))
    with Memory.open(path, embedder=False) as one, Memory.open(path, embedder=False) as other:
        page = one.episodes.page(limit=2)
        assert other.episodes.page(limit=2, cursor=page.cursor).episodes[0].task.description == "2"


@pytest.mark.parametrize("size", [1, 40, 0.5, -1])
def test_a_write_that_broke_off_is_told_once_and_healed(path: Path, size: float) -> None:
    fill(path, "kept", "lost")
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    left = int(size * (len(whole) - start)) if isinstance(size, float) else size
    path.write_bytes(whole[:start] + whole[start:][:left])
    with pytest.warns(UserWarning, match=rf"m\.jsonl ends with {left % (len(whole) - start)} "):
        memory = Memory.open(path, embedder=False)
    with warnings.catch_warnings(), memory:
        warnings.simplefilter("error")
        assert [e.task.description for e in memory.episodes.page().episodes] == ["kept"]
        (finding,) = memory.admin.check()
        assert (finding.part, finding.derived) == ("lines", True)
        memory.record(good("new"))
        assert memory.admin.check() == []
    assert texts(path) == ["kept", "new"]


def test_a_write_of_several_lines_is_there_whole_or_not_at_all(path: Path) -> None:
    with Memory.open(path, embedder=HashEmbedder(16)) as memory:
        memory.record(good("first"))
        before = path.read_bytes()
        attempt = memory.begin("second")
        attempt.step("act", "x")
        attempt.prompt()
        attempt.finish("done", lesson="learned")
        memory.episodes.record_many([good("third"), good("fourth")])
    whole = path.read_bytes()
    ends = {len(before)}
    for line in whole[len(before) :].splitlines(keepends=True):
        ends.add(max(ends) + len(line))
    counts = []
    for end in sorted(ends | {end - 1 for end in ends} | {end - 9 for end in ends}):
        if end >= len(before):
            path.write_bytes(whole[:end])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                store = opened(path)
            stats = store.episodes.stats(replace(HERE, namespace="default"))
            attempts = stats.attempts.get("finished", 0)
            assert (stats.episodes, attempts) in [(1, 0), (2, 1), (4, 1)]
            counts.append(stats.episodes)
            if store._journal.torn():
                store.maintenance.repair(ANALYZER)
            assert sound(store)
            store.close()
    assert set(counts) == {1, 2, 4}


def test_repair_removes_what_broke_off(path: Path) -> None:
    fill(path, "kept")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"kind":"epi')
    with pytest.warns(UserWarning, match="12 bytes"):
        memory = Memory.open(path, embedder=False)
    with memory:
        memory.admin.repair()
        assert memory.admin.check() == []
    assert path.read_bytes() == whole


def test_zeros_after_a_power_cut_are_no_write(path: Path) -> None:
    fill(path, "kept")
    with path.open("ab") as file:
        file.write(bytes(5000))
    with pytest.warns(UserWarning, match="5000 bytes"):
        fill(path, "new")
    assert texts(path) == ["kept", "new"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: line[:30] + b"\n", "line 4 is damaged"),
        (lambda line: b"\xff" + line[1:], "line 4 is damaged"),
        (lambda line: line.replace(b'"episode"', b'"fable"'), "line 4.*'fable'.*upgrade"),
        (lambda line: line.replace(b'"schema":1', b'"schema":9'), "line 4.*schema 9.*upgrade"),
        (lambda line: line.replace(b'"num":2', b'"num":1'), "line 4.*number 1 was given before"),
        (lambda line: line.replace(b'"num":2,', b""), "line 4.*has no num"),
        (lambda line: line.replace(b'"success"', b'"triumph"'), "line 4.*triumph"),
        (lambda line: line + b'{"kind":"gone","schema":1,"of":"episode","a":77}\n', "line 5.*77"),
        (lambda line: line.replace(b'"num":2', b'"num":1%030d' % 0), "line 4.*number that none"),
        (lambda line: b'{"kind":"model","schema":1,"name":"x","dim":4}\n' + line, "4.*'model'"),
        (lambda line: b'{"kind":"verdict","schema":1,"num":1,"namespace":"default",'
         b'"verdict":{"episode":"x","outcome":"success","at":"2026-03-01T00:00:00Z"}}\n'
         + line, "line 4.*'x', which is not there"),
    ],
)  # fmt: skip
def test_a_damaged_line_is_named_and_nothing_is_lost(
    path: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    fill(path, "first", "second", "third")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = change(lines[3])
    path.write_bytes(b"".join(lines))
    with pytest.raises(StoreError, match=said) as raised:
        Memory.open(path, embedder=False)
    assert "mend that line, or restore a backup" in str(raised.value)
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize("text", ["a letter\n" * 50, "", '{"task":"x"}\n', "\x00" * 5000])
def test_another_file_is_refused_untouched(path: Path, text: str) -> None:
    path.write_text(text)
    if not text:  # which becomes a store
        assert (fill(path, "x"), texts(path))[1] == ["x"]
        return
    with pytest.raises(StoreError, match=r"m\.jsonl is no JSONL store"):
        Memory.open(path, embedder=False)
    assert path.read_text() == text


def test_an_export_is_no_store(path: Path, tmp_path: Path) -> None:
    store = opened(path)
    (tmp_path / "export.jsonl").write_bytes(b"".join(dump(store)))
    with pytest.raises(StoreError, match="is an export and no store; load it"):
        opened(tmp_path / "export.jsonl")
    store.close()


def test_a_newer_store_is_refused(path: Path) -> None:
    fill(path, "x")
    path.write_bytes(path.read_bytes().replace(b'"schema":1,"format"', b'"schema":2,"format"'))
    with pytest.raises(StoreError, match=r"schema 2.*upgrade"):
        opened(path)


def test_a_missing_folder_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere does not exist"):
        opened(tmp_path / "nowhere" / "m.jsonl")
    (tmp_path / "d.jsonl").mkdir()
    with pytest.raises(StoreError, match=r"d\.jsonl"):
        opened(tmp_path / "d.jsonl")


@pytest.mark.parametrize("url", ["jsonl:///{}", "{}"])
def test_a_url_names_it(tmp_path: Path, url: str) -> None:
    place = tmp_path / ("notes.txt" if "///" in url else "notes.jsonl")
    with Memory.open(url.format(place), embedder=False) as memory:
        memory.record(good("x"))
        assert str(place) in repr(memory)
    assert kinds(place) == ["seasoned", "setting", "episode"]


def test_sqlite_keeps_such_a_name_where_it_is_asked_for(path: Path) -> None:
    with Memory.open(f"sqlite:///{path}", embedder=False):
        assert path.read_bytes().startswith(b"SQLite format 3")


def test_synchronous_normal_says_that_it_is_not_durable(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fdatasync", synced.append)
    for synchronous, durable in (("normal", False), ("full", True)):
        options = Options(synchronous=synchronous)  # type: ignore[arg-type]
        with Memory.open(path, embedder=False, options=options) as memory:
            synced.clear()
            assert memory.record(good("x")).durable is durable
            assert len(synced) == durable


def test_what_is_dead_does_not_grow_without_end(path: Path) -> None:
    store = opened(path)
    other = opened(path)
    memory, follower = memory_over(store, HERE), memory_over(other, HERE)
    attempt = memory.begin("task")
    for i in range(60):
        store.attempts.step(HERE, attempt.id, Step("act"), Feedback(i / 60, "x" * 5_000))
        if i % 20 == 0:
            assert follower.resume(attempt.id).record == attempt.record
    assert path.stat().st_size < 200_000
    assert json.loads(path.read_bytes().splitlines()[0])["generation"] >= 1
    assert follower.resume(attempt.id).record == attempt.record
    again = opened(path)
    assert dump(store) == dump(other) == dump(again)
    for one in (store, other, again):
        assert sound(one)
        one.close()


def test_the_indexes_of_others_follow_a_file_that_was_written_anew(path: Path) -> None:
    one, other = Memory.open(path, embedder=False), Memory.open(path, embedder=False)
    with one, other:
        ids = [one.record(good(f"walnut {i}")).id for i in range(9)]
        for _ in range(2):  # by the full text, then by the index
            assert other.recall("walnut").statistics.similar == 9
        one.forget(*ids[:4])
        one.record(good("walnut again"))
        one.forget(ids[8])
        recall = other.recall("walnut", k=9)
        assert {r.episode.id for r in recall.results}.isdisjoint({*ids[:4], ids[8]})
        assert recall.statistics.similar == 5
        assert other.admin.check() == []
        other.record(good("walnut of the other"))
        assert one.recall("walnut").statistics.similar == 6


@pytest.mark.parametrize("act", ["forget", "prune", "expire"])
def test_what_was_forgotten_is_in_no_byte(path: Path, act: str) -> None:
    clock = ManualClock(NOW)
    with Memory.open(path, embedder=False, options=Options(clock=clock)) as memory:
        id = memory.record(replace(good("zebra secret"), strategy="plan secret")).id
        memory.judge(id, "failure", by="secret")
        memory.begin("zebra secret").prompt()
        if act == "forget":
            memory.forget(id)
        else:
            memory.admin.prune(PrunePolicy(keep=0), apply=True)
            assert b'"generation"' not in path.read_bytes()
            assert b"zebra" in path.read_bytes()
            if act == "prune":  # the copy is forgotten
                memory.forget(id)
            else:
                clock.advance(days=31)
                memory.admin.sweep()
        said = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert b"plan secret" not in said
        assert said.count(b"zebra secret") == 2  # the open attempt and its recall ask for it
    assert sorted(file.name for file in path.parent.iterdir()) == ["m.jsonl", "m.jsonl.lock"]


@pytest.mark.parametrize("broken", ["write", "fdatasync"])
def test_a_write_that_fails_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    with Memory.open(path, embedder=False) as memory, Memory.open(path, embedder=False) as other:
        memory.record(good("before"))
        whole, write = path.read_bytes(), os.write

        def half(file: int, data: bytes) -> int:
            if len(data) > 100:
                return write(file, bytes(data[:50]))
            raise OSError(errno.ENOSPC, "No space left on device")

        def fail(file: int) -> None:
            assert other.episodes.count() == 2  # it has read what is going to be taken back
            raise OSError(errno.EIO, "disk I/O error")

        with monkeypatch.context() as patch:
            patch.setattr(os, broken, half if broken == "write" else fail)
            with pytest.raises(StoreError, match=r"free some space|check the disk"):
                memory.record(good("lost"))
        assert path.read_bytes() == whole
        assert memory.episodes.count() == other.episodes.count() == 1
        other.record(good("after"))
        assert memory.episodes.count() == other.episodes.count() == 2
        assert memory.admin.check() == other.admin.check() == []
    assert texts(path) == ["before", "after"]


@pytest.mark.parametrize("at", ["replace", "fdatasync"])
def test_a_new_file_that_cannot_be_made_forgets_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    with Memory.open(path, embedder=False) as memory:
        id = memory.record(good("x")).id
        whole = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, at, lambda *_: (_ for _ in ()).throw(OSError(5, "disk I/O error")))
            with pytest.raises(StoreError, match="check the disk"):
                memory.forget(id)
        assert path.read_bytes() == whole
        assert memory.get(id).id == id
        assert memory.forget(id).episodes == 1
    assert not path.with_name("m.jsonl.part").exists()


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def after(act: Callable[..., None]) -> Callable[..., None]:
    """The last step before the tables keep a write, and something after it."""
    before_commit = jsonl_journal.Journal._before_commit

    def both(*arguments: object) -> None:
        before_commit(*arguments)  # type: ignore[arg-type]
        act()

    return both


@pytest.mark.parametrize("at", ["lines", "tables"])
def test_what_is_in_the_file_counts_though_the_call_was_interrupted(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    with Memory.open(path, embedder=False) as memory:
        with monkeypatch.context() as patch:
            if at == "lines":
                patch.setattr(jsonl_journal, "_note", interrupt)
            else:
                patch.setattr(jsonl_journal.Journal, "_before_commit", after(interrupt))
            with pytest.raises(KeyboardInterrupt):
                memory.record(good("written"))
        assert memory.episodes.count() == 1
        memory.record(good("next"))
        assert memory.admin.check() == []
    assert texts(path) == ["written", "next"]


def test_a_part_that_a_killed_process_left_is_in_nobodys_way(path: Path) -> None:
    ids = fill(path, "x", "y")
    path.with_name("m.jsonl.part").write_text("half")
    with Memory.open(path, embedder=False) as memory:
        memory.forget(ids[0])
    assert texts(path) == ["y"]
    assert not path.with_name("m.jsonl.part").exists()


def test_a_file_that_is_gone_takes_no_writes(path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        id = memory.record(good("before")).id
        path.unlink()
        for write in (lambda: memory.record(good("after")), lambda: memory.begin("more")):
            with pytest.raises(StoreError, match=r"m\.jsonl was removed or replaced.*open it"):
                write()
        assert memory.get(id).task.description == "before"  # it is still in memory
        assert not path.exists()
        fill(path, "of another store")
        with pytest.raises(StoreError, match="removed or replaced"):
            memory.record(good("after"))
    assert texts(path) == ["of another store"]


def test_a_backup_that_is_put_back_is_gone_on_from(path: Path, tmp_path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        memory.record(good("before"))
        memory.admin.backup(tmp_path / "copy.jsonl")
        lost = memory.record(good("lost")).id
        memory.recall("lost")
        (tmp_path / "copy.jsonl").rename(path)
        with pytest.raises(NotFound):
            memory.get(lost)
        memory.record(good("after"))
        assert memory.admin.check() == []
    assert texts(path) == ["before", "after"]


def test_a_file_that_was_cut_while_open_is_read_again(path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        memory.record(good("kept"))
        size = path.stat().st_size
        memory.record(good("lost"))
        os.truncate(path, size)
        memory.record(good("after"))
        assert memory.admin.check() == []
    assert texts(path) == ["kept", "after"]


def test_a_change_by_hand_is_found(path: Path) -> None:
    fill(path, "one", long := "two " * 2_000)
    with Memory.open(path, embedder=False) as memory:
        path.write_bytes(path.read_bytes().replace(b'"one"', b'"uno"'))
        (finding,) = memory.admin.check()
        assert (finding.part, finding.derived) == ("file", False)
        assert "open it again" in finding.remedy
    assert texts(path) == ["uno", long]


def test_a_backup_is_whole_and_overwrites_nothing(path: Path, tmp_path: Path) -> None:
    fill(path, "x")
    with Memory.open(path, embedder=False) as memory:
        with path.open("ab") as file:
            file.write(b'{"kind":')
        memory.admin.backup(tmp_path / "copy.jsonl")
        with pytest.raises(StoreError, match=r"copy\.jsonl exists"):
            memory.admin.backup(tmp_path / "copy.jsonl")
        with pytest.raises(StoreError, match="missing"):
            memory.admin.backup(tmp_path / "missing" / "copy.jsonl")
    assert texts(tmp_path / "copy.jsonl") == ["x"]
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_made_while_others_write_is_sound(path: Path, tmp_path: Path) -> None:
    fill(path, "first")
    stop, errors = threading.Event(), list[BaseException]()
    options = Options(synchronous="normal")
    with Memory.open(path, embedder=False, options=options) as memory:

        def write() -> None:
            try:
                while not stop.is_set():
                    memory.episodes.record_many(good(f"row {i}") for i in range(20))
            except BaseException as error:
                errors.append(error)

        writer = threading.Thread(target=write)
        writer.start()
        copies = [tmp_path / f"copy{i}.jsonl" for i in range(3)]
        for copy in copies:
            memory.admin.backup(copy)
        stop.set()
        writer.join()
    assert errors == []
    assert all(texts(copy)[0] == "first" for copy in copies)


def test_threads_share_one_file(path: Path) -> None:
    errors: list[BaseException] = []
    options = Options(synchronous="normal")
    with Memory.open(path, embedder=False, options=options) as memory:

        def work(n: int) -> None:
            try:
                for i in range(20):
                    id = memory.record(good(f"thread {n}")).id
                    memory.judge(id, "failure")
                    assert memory.recall(f"thread {n}", k=3).results
                    if i % 5 == 0:
                        memory.forget(id)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        assert memory.episodes.count() == 64
        assert memory.admin.check() == []
    assert len(kept(path)) == 64


def test_a_move_to_another_model_goes_on_after_it_was_opened_again(path: Path) -> None:
    with Memory.open(path, embedder=HashEmbedder(16)) as memory:
        memory.episodes.record_many(good(f"text {i}") for i in range(5))
    store = opened(path)
    store.models.begin(Model("next", 4))
    (num, _), *_ = store.models.unembedded("next", 0, 9)
    store.models.stage([(num, bytes(8))], Model("next", 4))
    store.close()
    store = opened(path)
    assert store.models.staged() == Model("next", 4)
    assert store.models.count_unembedded("next") == 4
    assert store.models.abandon() == 1
    store.close()
    store = opened(path)
    assert store.models.staged() is None
    assert sound(store)
    store.close()


def test_a_closed_store_says_so(path: Path) -> None:
    memory = Memory.open(path, embedder=False)
    memory.record(good("x"))
    memory.close()
    memory.close()
    with pytest.raises(StoreError, match="closed"):
        memory.episodes.count()


def test_pieces_are_copied_in_order(path: Path) -> None:
    path.write_bytes(b"0123456789")
    kept_places: Iterator[tuple[int, int]] = iter([(1, 2), (3, 1), (6, 3)])
    assert jsonl_file.rewrite(str(path), b"head ", kept_places, b" tail") == 16
    assert path.read_bytes() == b"head 123678 tail"
