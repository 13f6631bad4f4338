"""The SQLite store as a file: opening, upgrading, copying, closing, forgetting."""

from __future__ import annotations

import signal
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from seasoned import Episode, Memory, Options, Outcome, Step, StoreError, Task
from seasoned.stores import sqlite as store_module
from seasoned.stores.schema import APPLICATION_ID, MIGRATIONS
from seasoned.stores.sqlite import open_sqlite
from seasoned.stores.sqlite_connection import Synchronous

ADDED = ("CREATE TABLE extra (x)", "INSERT INTO extra VALUES (42)")
BROKEN = ("CREATE TABLE half (x)", "INSERT INTO nowhere VALUES (1)")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.db"


def fill(path: Path, *texts: str) -> list[str]:
    with Memory.open(str(path), embedder=False) as memory:
        return [memory.record(Episode(Task(text))).id for text in texts]


def texts(path: Path) -> list[str]:
    with Memory.open(str(path), embedder=False) as memory:
        assert memory.admin.check() == []
        return [e.task.description for e in memory.episodes.page(limit=1000).episodes][::-1]


def migrate_with(patch: pytest.MonkeyPatch, *more: tuple[str, ...]) -> None:
    patch.setattr(store_module, "MIGRATIONS", MIGRATIONS + more)
    patch.setattr(store_module, "VERSION", len(MIGRATIONS) + len(more))


def ask(path: Path, query: str) -> object:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchone()[0]


def damage(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def test_an_older_file_is_upgraded_beside_a_backup(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, "old")
    old = len(MIGRATIONS)
    backup = path.with_name(f"m.db.v{old}.backup")
    with monkeypatch.context() as patch:
        migrate_with(patch, ADDED, ("CREATE TABLE more (x)",))
        fill(path, "new")
        assert texts(path) == ["old", "new"]
    assert ask(path, "PRAGMA user_version") == old + 2
    assert ask(path, "SELECT x FROM extra") == 42
    assert texts(backup) == ["old"]
    assert ask(backup, "PRAGMA user_version") == old


def test_a_file_of_the_first_version_learns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "MIGRATIONS", MIGRATIONS[:1])
        patch.setattr(store_module, "VERSION", 1)
        open_sqlite(path).close()
        assert ask(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'exposure'") == 0
    fill(path, "sort the list", "sort the other list")
    assert texts(path) == ["sort the list", "sort the other list"]
    with Memory.open(path, embedder=False) as memory:
        (one, *_) = memory.recall("sort the list").results
        assert memory.learning.why(one.episode.id).state == "shown"
        assert memory.learning.lift().trials == 0
        assert memory.learning.consolidate().episodes == 2


def test_two_processes_that_upgrade_at_once_make_one_backup(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, "old")
    errors: list[BaseException] = []
    migrate_with(monkeypatch, ADDED)

    def upgrade() -> None:
        try:
            open_sqlite(path).close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=upgrade) for _ in range(6)]  # with connections of their own
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert ask(path, "SELECT count(*) FROM extra") == 1
    backup = path.with_name(f"m.db.v{len(MIGRATIONS)}.backup")
    assert ask(backup, "PRAGMA user_version") == len(MIGRATIONS)


def test_a_failing_upgrade_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, "old")
    with monkeypatch.context() as patch:
        migrate_with(patch, BROKEN)
        with pytest.raises(StoreError, match="nowhere"):
            open_sqlite(path)
    assert texts(path) == ["old"]
    assert ask(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0


def test_a_newer_file_is_refused_with_both_numbers(path: Path) -> None:
    fill(path, "x")
    damage(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=f"99.*{len(MIGRATIONS)}.*upgrade"):
        open_sqlite(path)


def test_a_database_of_another_program_is_refused(path: Path) -> None:
    damage(path, "CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        open_sqlite(path)
    assert path.read_bytes() == before
    assert ask(path, "SELECT name FROM sqlite_schema") == "theirs"


def test_a_file_that_is_no_database_is_refused_untouched(path: Path) -> None:
    path.write_bytes(b"the first line of a letter\n" * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_sqlite(path)
    assert path.read_bytes().startswith(b"the first line")


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    fill(path, "x")
    assert ask(path, "PRAGMA application_id") == APPLICATION_ID


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere does not exist"):
        open_sqlite(tmp_path / "nowhere" / "m.db")


def test_a_folder_as_a_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="folder"):
        open_sqlite(tmp_path)


def test_synchronous_normal_says_that_it_is_not_durable(path: Path) -> None:
    for synchronous, durable in (("normal", False), ("full", True)):
        options = Options(synchronous=synchronous)  # type: ignore[arg-type]
        with Memory.open(str(path), embedder=False, options=options) as memory:
            assert memory.record(Episode(Task("x"), key="k")).durable is durable
            assert memory.record(Episode(Task("x"), key="k")).durable is durable


@pytest.mark.parametrize(("synchronous", "level"), [("full", 2), ("normal", 1)])
def test_every_connection_syncs_as_it_was_told(
    path: Path, synchronous: Synchronous, level: int
) -> None:
    """What a power cut leaves cannot be seen from inside; what SQLite was told can."""
    store = open_sqlite(path, synchronous=synchronous)
    asked = list[object]()

    def ask_both() -> None:
        for connect in (store._connections.reading, store._connections.writing):
            with connect() as db:
                asked.append(db.execute("PRAGMA synchronous").fetchone()[0])
                asked.append(db.execute("PRAGMA journal_mode").fetchone()[0])

    ask_both()
    thread = threading.Thread(target=ask_both)
    thread.start()
    thread.join()
    store._connections.before_fork()
    store._connections.after_fork(child=False)
    ask_both()
    store.close()
    store = open_sqlite(path, synchronous=synchronous)  # a file that is in WAL mode already
    ask_both()
    store.close()
    assert asked == [level, "wal"] * 8


def test_a_backup_made_while_others_write_is_sound(path: Path, tmp_path: Path) -> None:
    fill(path, "first")
    stop, errors = threading.Event(), list[BaseException]()
    with Memory.open(str(path), embedder=False) as memory:

        def write() -> None:
            try:
                while not stop.is_set():
                    memory.episodes.record_many(Episode(Task(f"row {i}")) for i in range(20))
            except BaseException as error:
                errors.append(error)

        writer = threading.Thread(target=write)
        writer.start()
        copies = [tmp_path / f"copy{i}.db" for i in range(4)]
        for copy in copies:
            memory.admin.backup(str(copy))
        stop.set()
        writer.join()
    assert errors == []
    assert all(texts(copy)[0] == "first" for copy in copies)
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_never_overwrites(path: Path, tmp_path: Path) -> None:
    fill(path, "x")
    target = tmp_path / "taken"
    target.write_text("precious")
    with Memory.open(str(path), embedder=False) as memory:
        with pytest.raises(StoreError, match="taken exists"):
            memory.admin.backup(str(target))
        with pytest.raises(StoreError, match="missing"):
            memory.admin.backup(str(tmp_path / "missing" / "copy.db"))
    assert target.read_text() == "precious"


def test_closing_waits_for_reads_of_other_threads(path: Path) -> None:
    fill(path, *(f"row {i}" for i in range(300)))
    memory, errors, started = Memory.open(str(path), embedder=False), [], threading.Event()

    def read() -> None:
        try:
            while True:
                assert len(memory.episodes.page(limit=300).episodes) == 300
                started.set()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    started.wait(30)
    memory.close()
    for thread in threads:
        thread.join()
    assert {type(error) for error in errors} == {StoreError}
    assert all("closed" in str(error) for error in errors)
    assert len(texts(path)) == 300


def test_connections_of_ended_threads_are_closed(path: Path) -> None:
    with Memory.open(str(path), embedder=False) as memory:
        for i in range(12):
            thread = threading.Thread(target=lambda i=i: memory.record(Episode(Task(f"row {i}"))))
            thread.start()
            thread.join()
        store = memory._parts.store
        assert isinstance(store, store_module.SQLiteStore)
        assert len(store._connections._open) <= 2
    assert not path.with_name("m.db-wal").exists()


SECRETS = (
    *(b"zebrahunt", b"secretword", b"giraffe", b"elephant"),
    *(b"liontag", b"monkey", b"ostrich", b"penguinplan"),
)


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "among others"])
@pytest.mark.parametrize("name", ["m.db", "m.jsonl"])
def test_what_was_forgotten_is_not_left_in_the_bytes(
    tmp_path: Path, name: str, alone: bool
) -> None:
    path = tmp_path / name
    secret = Episode(
        Task("zebrahunter secretword walnut", context={"c": "monkeycontext"}),
        outcome=Outcome.FAILURE,
        lessons=("giraffelesson",),
        steps=(Step("act", "elephantstep"),),
        tags=("liontag",),
        metadata={"m": "monkeymeta"},
        strategy="penguinplan",
    )
    with Memory.open(str(path), embedder=False) as memory:
        if not alone:
            memory.episodes.record_many(Episode(Task(f"ordinary row {i}")) for i in range(300))
        id = memory.record(secret).id
        if not alone:
            memory.episodes.record_many(Episode(Task(f"later row {i}")) for i in range(100))
        memory.judge(id, "success", by="ostrichjudge")
        memory.begin("later row").prompt()
        with memory.attempt("zebrahunter again", tags=["liontag"]) as attempt:
            attempt.prompt()
            again = attempt.finish("secretword")
            memory.begin("part of it", parent=attempt.id).finish("done")
            memory.begin("another part")
        still_open = memory.begin("walnut")
        assert "penguinplan" in still_open.prompt()
        memory.forget(id, again.id)
        still_open.finish("done")
    left = [(f.name, s) for f in path.parent.iterdir() for s in SECRETS if s in f.read_bytes()]
    assert left == []
    assert len(texts(path)) == (2 if alone else 402)


def test_a_file_that_was_damaged_says_so(path: Path) -> None:
    fill(path, *(f"row {i} {'x' * 500}" for i in range(200)))
    raw = bytearray(path.read_bytes())
    raw[4096 * 3 : -4096] = b"\xff" * len(raw[4096 * 3 : -4096])
    path.write_bytes(raw)
    with pytest.raises(StoreError, match=r"m\.db"):
        with Memory.open(str(path), embedder=False) as memory:
            list(memory.episodes.page(limit=500).episodes)


@pytest.mark.parametrize("synchronous", ["full", "normal"])
def test_a_write_that_fails_half_way_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str
) -> None:
    fill(path, "before")
    options = Options(synchronous=synchronous)  # type: ignore[arg-type]
    with Memory.open(str(path), embedder=False, options=options) as memory:
        with monkeypatch.context() as patch:
            module = "seasoned.stores.sqlite_episodes.log_changes"
            patch.setattr(module, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                memory.record(replace(Episode(Task("half")), tags=("t",), lessons=("l",)))
        memory.record(Episode(Task("after")))
    assert texts(path) == ["before", "after"]


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals of one thread")
def test_an_interrupted_close_holds_nobody_back(path: Path) -> None:
    store = open_sqlite(path)
    connections, main = store._connections, threading.get_ident()
    writing, interrupted = threading.Event(), threading.Event()

    def once(*_: object) -> None:
        if not interrupted.is_set():
            interrupted.set()
            raise KeyboardInterrupt

    def interrupt() -> None:
        with connections.writing():
            writing.set()
            while not connections._resting:
                pass
            # A signal just before Python waits for the lock is not seen until it has it.
            while not interrupted.wait(0.05):
                signal.pthread_kill(main, signal.SIGINT)

    before = signal.signal(signal.SIGINT, once)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        writing.wait(10)
        with pytest.raises(KeyboardInterrupt):
            connections.close()
    finally:
        interrupted.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
    assert not connections._resting
    with connections.writing() as db:
        assert db.execute("SELECT 1").fetchone() == (1,)
    store.close()


def steps_of_judging(path: Path, among: int) -> int:
    """Thousands of SQLite's own instructions that one verdict takes in a store of that many."""
    counted = list[int]()
    with Memory.open(str(path), embedder=False) as memory:
        memory.episodes.record_many(Episode(Task(f"task {n}")) for n in range(among))
        id = memory.record(Episode(Task("judged"))).id
        with memory._parts.store._connections.reading() as db:  # type: ignore[attr-defined]
            db.set_progress_handler(lambda: counted.append(1), 1000)
        memory.judge(id, False)
    return len(counted)


def test_a_verdict_takes_no_longer_in_a_large_store(tmp_path: Path) -> None:
    assert (
        steps_of_judging(tmp_path / "large.db", 5_000)
        <= steps_of_judging(tmp_path / "small.db", 50) + 1
    )
