"""What was forgotten is in no byte of the files: looked for with nothing of the library's own."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from seasoned import Episode, Feedback, Filter, Memory, Options, Outcome, PrunePolicy, Step, Task
from seasoned.core.reports import Removed
from seasoned.testing import HashEmbedder
from tests.stores.processes import next_line, working

UNDO = timedelta(days=30)
WRITINGS = ("", "äöü", "漢字", "🦓", 'say "no"\n', "back\\slash")
LARGE = 1 << 20


@dataclass
class House:
    """A memory file, and which marks were written for which episode."""

    folder: Path
    rng: random.Random
    name: str = "m.db"
    marks: dict[str, list[str]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.folder / self.name

    def memory(self, namespace: str = "default", user: str | None = None) -> Memory:
        return Memory.open(
            self.path,
            namespace=namespace,
            user=user,
            embedder=HashEmbedder(32),
            options=Options(synchronous="normal"),
        )

    def mark(self, marks: list[str]) -> str:
        """A word that stands nowhere else, of letters that no stemmer takes for an ending."""
        marks.append("".join(self.rng.choices("bcdfghjkmpqvwxz", k=14)))
        return marks[-1]

    def text(self, marks: list[str], length: int = 0) -> str:
        filling = " ".join(self.rng.choices(("some", "words", "between"), k=length // 6))
        return f"{self.mark(marks)} {self.rng.choice(WRITINGS)}{filling} {self.mark(marks)}"

    def episode(self, marks: list[str], length: int) -> Episode:
        def text(length: int = 0) -> str:
            return self.text(marks, length)

        return Episode(
            Task(text(), category=self.mark(marks), context={self.mark(marks): [text()]}),
            steps=tuple(Step(self.mark(marks), text(), text(), text()) for _ in range(2)),
            solution=text(length),
            outcome=Outcome.FAILURE,
            outcome_detail=text(),
            feedback=Feedback(reward=0.2, message=text()),
            lessons=(text(), text()),
            tags=(self.mark(marks), "common"),
            strategy=self.mark(marks),
            source=self.mark(marks),
            key=self.mark(marks),
            metadata={self.mark(marks): {"deep": text()}},
            usage={self.mark(marks): 3},
            agent=self.mark(marks),
            session=self.mark(marks),
            task_key=self.mark(marks),
            environment=self.mark(marks),
            model=self.mark(marks),
        )

    def record(self, memory: Memory, length: int = 0) -> str:
        marks = list[str]()
        id = memory.record(self.episode(marks, length)).id
        self.marks[id] = marks
        if self.rng.random() < 0.5:
            feedback = Feedback(message=self.text(marks))
            memory.judge(id, "success", feedback=feedback, by=self.mark(marks))
        return id

    def attempt(self, memory: Memory, how: str) -> str:
        marks = list[str]()
        attempt = memory.begin(self.text(marks), key=self.mark(marks), strategy=self.mark(marks))
        attempt.prompt()
        attempt.step(self.mark(marks), self.text(marks), result=self.text(marks))
        receipt = {
            "finished": lambda: attempt.finish(self.text(marks), lesson=self.text(marks)),
            "failed": lambda: attempt.fail(ValueError(self.text(marks))),
            "expired": lambda: memory.admin.expire(timedelta(0))[0],
        }[how]()
        self.marks[receipt.id] = marks
        return receipt.id

    def left(self, *ids: str, under: Path | None = None) -> list[tuple[str, str]]:
        """Files and marks of these episodes that are in them."""
        files = [f for f in (under or self.folder).rglob("*") if f.is_file()]
        found = []
        for file in files:
            data = file.read_bytes()
            # An index keeps a word without what it has in common with the one before it.
            found += [
                (file.name, m) for id in ids for m in self.marks[id] if m[4:].encode() in data
            ]
            found += [(file.name, id) for id in ids if id.encode() in data]
        return found


@pytest.fixture(params=["m.db", "m.jsonl"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    return House(tmp_path, random.Random(5), str(request.param))


def whole(removed: Removed) -> bool:
    assert removed.proof is not None
    return removed.proof.complete


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Another process in the middle of reading one state of the file."""
    with working(("read_on", path)) as (worker,):
        assert next_line(worker) == "ready"
        yield


def test_of_a_forgotten_episode_no_byte_is_left_anywhere(house: House) -> None:
    with house.memory() as memory:
        kept = [house.record(memory) for _ in range(30)]
        gone = [house.record(memory, n) for n in (0, 100, 5_000, 50_000, LARGE)]
        gone += [house.attempt(memory, how) for how in ("finished", "failed", "expired")]
        kept += [house.record(memory) for _ in range(30)]
        waiting = memory.begin(memory.get(gone[0]).task.description.split()[0])
        assert "common" in str(memory.get(gone[0]).tags) and waiting.prompt()
        assert house.left(*gone)
        memory.episodes.similar("some words")
        removed = memory.forget(*gone, prove=True)
        assert (removed.episodes, whole(removed)) == (len(gone), True)
        left = house.left(*gone)
        # The attempt that is still open asked for one of the words itself.
        assert {mark for _, mark in left} <= {waiting.task.description}
        memory.admin.expire(timedelta(0))
        memory.forget(filter=Filter(outcome="unknown"), prove=True)
        assert house.left(*gone) == []
        assert all(house.left(id) for id in kept)
        assert memory.admin.check() == []


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))]
)
def test_many_at_random_by_id_filter_and_all(tmp_path: Path, seed: int) -> None:
    house = House(tmp_path, random.Random(seed))
    with house.memory() as memory, house.memory("other", "ana") as other:
        places: dict[str, Memory] = {}
        for _ in range(80):
            into = house.rng.choice((memory, other))
            length = house.rng.choice((0, 50, 400, 3_000, 20_000))
            places[house.record(into, length)] = into
        gone: list[str] = house.rng.sample(sorted(places), 36)
        for id in gone[:20]:
            places[id].forget(id)
        for id in gone[20:30]:
            session = places[id].get(id).session
            assert places[id].forget(filter=Filter(session=session)).episodes == 1
        for id in gone[30:]:
            assert whole(places[id].forget(id, prove=True))
        assert house.left(*gone[30:]) == []
        # Those without proof may have left copies in pages from which SQLite had moved them.
        assert memory.admin.prove_forgotten(*(m for id in gone for m in house.marks[id])).complete
        assert house.left(*gone) == []
        theirs = [id for id, into in places.items() if into is other]
        assert whole(other.forget(everything=True, prove=True))
        assert house.left(*theirs) == []
        mine = set(places) - set(gone) - set(theirs)
        assert {e.id for e in memory.episodes.page(limit=200).episodes} == mine
        assert memory.admin.check() == []


def test_copies_of_what_was_pruned_and_the_log_of_what_they_were_shown(house: House) -> None:
    with house.memory() as memory:
        id = house.attempt(memory, "finished")
        memory.admin.prune(PrunePolicy(filter=Filter(ids=id)), apply=True, undo=UNDO)
        assert house.left(id)
        removed = memory.forget(id, prove=True)
        assert (removed.copies, whole(removed)) == (1, True)
        assert house.left(id) == []


def test_a_name_space_that_is_empty_leaves_no_name(house: House) -> None:
    with house.memory("customer jane") as memory, house.memory("other") as other:
        house.record(other)
        for _ in range(3):
            id = house.record(memory)
            assert memory.recall("words").results == memory.recall("words").results
            assert b"customer jane" in house.path.read_bytes() + journal(house.path)
            assert whole(memory.forget(id, prove=True))
            assert b"customer jane" not in house.path.read_bytes() + journal(house.path)
        assert other.admin.check() == []


def journal(path: Path) -> bytes:
    found = Path(f"{path}-wal")
    return found.read_bytes() if found.exists() else b""


@pytest.mark.parametrize("house", ["m.db"], indirect=True)
def test_while_another_program_reads_the_journal_is_not_called_clean(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seasoned.stores.sqlite_erasing._PATIENCE", 0.05)
    with house.memory() as memory:
        ids = [house.record(memory) for _ in range(3)]
        with reading(house.path):
            proof = memory.forget(ids[0], prove=True).proof
            assert proof is not None and not proof.complete
            assert "journal" in proof.pending[0] and "reading" in proof.pending[0]
            assert {p.path for p in proof.remnants} == {f"{house.path}-wal"} | {
                p.path for p in proof.remnants if p.path == str(house.path)
            }
            assert house.left(ids[0])
        again = memory.admin.prove_forgotten(*house.marks[ids[0]], ids[0])
        assert again.complete and again.pending == ()
        assert house.left(ids[0]) == []
        assert house.left(ids[1])


def test_backups_are_known_until_they_hold_nothing(house: House) -> None:
    first, second = (house.folder / "kept" / f"{n}{house.path.suffix}" for n in (1, 2))
    first.parent.mkdir()
    with house.memory() as memory:
        id, other = house.record(memory), house.record(memory)
        memory.admin.backup(first)
        memory.admin.backup(second)
        proof = memory.forget(id, prove=True).proof
        assert proof is not None and not proof.complete and not proof.pending
        held = [file for file in proof.files if file.remnants]
        assert [file.path for file in held] == [str(first), str(second)]
        assert all(file.part == "backup" and file.made is not None for file in held)
        assert {place.path for place in proof.remnants} == {str(first), str(second)}
        assert [r.split(",")[0] for r in proof.remedies] == [str(first), str(second)]
        first.unlink()
        with Memory.open(second, embedder=False) as copy:
            assert whole(copy.forget(id, prove=True))
        after = memory.admin.prove_forgotten(*house.marks[id])
        assert after.complete and after.absent == (str(first),)
        memory.admin.backup(house.folder / f"later{house.path.suffix}")
    assert house.left(id) == []
    assert house.left(other, under=second.parent) and house.left(other)


def test_a_backup_that_failed_is_not_remembered(house: House) -> None:
    from seasoned import StoreError

    with house.memory() as memory:
        house.record(memory)
        with pytest.raises(StoreError):
            memory.admin.backup(house.folder / "missing" / f"1{house.path.suffix}")
        with pytest.raises(StoreError):
            memory.admin.backup(house.path)
        assert memory.admin.prove_forgotten("nothing").absent == ()


def test_copies_that_moving_rows_left_are_found_and_erased(house: House) -> None:
    # Many tags in random order: pages of that table split, and SQLite leaves what it moved.
    with house.memory() as memory:
        marks: dict[str, str] = {}
        for _ in range(20):
            batch = [house.mark([]) for _ in range(100)]
            receipts = memory.episodes.record_many(
                Episode(Task("a"), tags=(mark,)) for mark in batch
            )
            marks |= {r.id: m for r, m in zip(receipts, batch, strict=True)}
        gone = house.rng.sample(sorted(marks), 600)
        memory.forget(*gone)
        assert memory.admin.prove_forgotten(*(marks[id] for id in gone)).complete
        data = house.path.read_bytes()
        assert not any(marks[id].encode() in data for id in gone)


@pytest.mark.parametrize(("verb", "enough"), [("forget_these", 20), ("prove_these", 3)])
def test_after_a_kill_in_the_middle_it_is_finished_by_forgetting_again(
    house: House, verb: str, enough: int
) -> None:
    with house.memory() as memory:
        ids = [house.record(memory, 2_000) for _ in range(60)]
    with working((verb, house.path, *ids)) as (worker,):
        done = [next_line(worker) for _ in range(enough)]
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    assert done == ids[:enough]
    with house.memory() as memory:
        assert whole(memory.forget(*ids[:50], prove=True))
        said = [mark for id in ids[:50] for mark in house.marks[id]]
        assert memory.admin.prove_forgotten(*said).complete
        assert house.left(*ids[:50]) == []
        assert all(house.left(id) for id in ids[50:])
        assert memory.admin.check() == []


def test_the_words_of_what_went_are_in_no_index_of_this_process(house: House) -> None:
    with house.memory() as memory:
        id, other = house.record(memory), house.record(memory)
        assert [bool(memory.recall("words between").results) for _ in range(2)]
        assert whole(memory.forget(id, prove=True))
        assert not memory._parts.searcher._shelves  # what they held is not only hidden
        found = memory.recall(memory.get(other).task.description).results
        assert [r.episode.id for r in found] == [other]


def test_a_memory_without_a_file_says_that_there_is_none() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        id = memory.record(Episode(Task("zebrahunter"))).id
        proof = memory.forget(id, prove=True).proof
    assert proof is not None
    assert (proof.files, proof.complete, proof.records) == ((), True, 1)


def test_what_others_say_too_is_named_and_no_remnant(house: House) -> None:
    with house.memory() as memory, house.memory("other", "ana") as other:
        gone = memory.record(Episode(Task("the very same words"), lessons=("elsewhere no",))).id
        twin = other.record(Episode(Task("the very same words"))).id
        open_one = memory.begin("another task", strategy="elsewhere no").id
        proof = memory.forget(gone, prove=True).proof
    assert proof is not None and proof.complete
    assert {(p.field, p.said_by) for p in proof.shared if p.field != "id"} >= {
        ("task", f"episode {twin}"),
        ("lessons", f"open attempt {open_one}"),
    }


def test_a_file_that_cannot_be_read_leaves_the_proof_open(house: House) -> None:
    with house.memory() as memory:
        id = house.record(memory)
        copy = house.folder / f"copy{house.path.suffix}"
        memory.admin.backup(copy)
        copy.unlink()
        copy.mkdir()
        proof = memory.forget(id, prove=True).proof
    assert proof is not None and not proof.complete
    assert f"{copy.name} could not be searched" in proof.pending[0] == proof.remedies[0]
