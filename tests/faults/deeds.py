"""What children do when they are killed, and what must hold of the file afterwards.

A deed knows what its child was to do, so that it can tell what is missing, half or too much.
"""

from __future__ import annotations

import shutil
import sqlite3
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Feedback, Memory, Options, Outcome, Step, Task
from seasoned.core.filters import Filter
from seasoned.core.pruning import PrunePolicy
from seasoned.memories import episodic, reembedding
from seasoned.stores import schema, sqlite
from seasoned.testing import HashEmbedder
from tests.faults.dying import Say, Work

Heard = Sequence[Sequence[Any]]
HASH = HashEmbedder(16)
CALLS = 4  # of a verb in a round


def episode(name: str, key: str | None = None) -> Episode:
    """An episode that has a part of every kind; equal for equal names."""
    return Episode(
        Task(f"{name} water the plants", category="testing", context={"for": name}),
        steps=(Step("act", f"{name} first", result="y" * 700), Step("look", error=f"{name} err")),
        solution=f"{name} solution {'s' * 1_500}",
        outcome=Outcome.FAILURE,
        feedback=Feedback(reward=0.25, message=name),
        lessons=(f"{name} lesson", "a lesson of all"),
        tags=("green", name),
        strategy=f"{name} plan",
        key=key,
    )


def plain(found: Episode) -> Episode:
    """An episode as its recorder gave it."""
    steps = tuple(replace(step, at=None) for step in found.steps)
    return replace(found, id="", namespace="", finished_at=None, verdicts=(), steps=steps)


def names(prefix: str, count: int) -> list[str]:
    return [f"{prefix}-{i}" for i in range(count)]


def opened(path: Path, embedder: HashEmbedder = HASH) -> Memory:
    with warnings.catch_warnings():
        if path.suffix == ".jsonl":  # which tells of a write that broke off
            warnings.simplefilter("ignore", UserWarning)
        return Memory.open(path, embedder=embedder)


def is_sound(memory: Memory, path: Path) -> bool:
    """Whether nothing is amiss, beyond what the next write to a text file mends by itself."""
    if path.suffix == ".jsonl":
        memory.admin.repair()
    return memory.admin.check() == []


def live(memory: Memory) -> dict[str, Episode]:
    """All episodes by the name in their task, each of them whole."""
    found = {}
    for each in memory.episodes.page(limit=10_000).episodes:
        name = each.task.description.split(" ")[0]
        assert name not in found, f"{name} is there twice"
        assert plain(each) == episode(name, each.key), f"{name} is not whole"
        found[name] = each
    return found


class Deed:
    """One verb under fire.

    Attributes:
        rounds: How many rounds use one file, after which it begins with a new one.
        tables: Whether it looks into the tables of a SQLite file.
    """

    rounds = 12
    tables = False

    def prepare(self, path: Path) -> None:
        """Make the file that the first round finds."""
        with opened(path) as memory:
            memory.episodes.record_many(map(episode, names("kept", 20)))

    def before(self, path: Path, n: int) -> None:
        """Make what round `n` needs beside."""

    def work(self, path: Path, n: int) -> Work:
        """What the child of a round does."""

        def work(go: Callable[[], None], say: Say) -> None:
            with opened(path) as memory:
                go()
                for i in range(CALLS):
                    self.call(memory, f"r{n}", i, say)

        return work

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        """Use the verb once, and say so."""
        raise AssertionError(f"{type(self).__name__} says what its child does in `work`")

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        """Hold the file against what was heard."""
        with opened(path) as memory:
            found = live(memory)
            assert set(names("kept", 20)) <= found.keys()
            self.hold(memory, found, f"r{n}", heard)
            assert is_sound(memory, path)

    def hold(self, memory: Memory, found: dict[str, Episode], name: str, heard: Heard) -> None:
        """The same, with the file open."""


def some_more(have: Iterable[str], acknowledged: Sequence[str], *, most: int) -> int:
    """How many there are beyond those acknowledged, which must all be there."""
    have = set(have)
    assert set(acknowledged) <= have, f"lost: {set(acknowledged) - have}"
    more = len(have) - len(acknowledged)
    assert more <= most, f"nobody was told of {have - set(acknowledged)}"
    return more


class Record(Deed):
    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        say(f"{name}-{i}", memory.record(episode(f"{name}-{i}")).id)

    def hold(self, memory: Memory, found: dict[str, Episode], name: str, heard: Heard) -> None:
        mine = [each for each in found if each.startswith(f"{name}-")]
        some_more(mine, [said for said, _ in heard], most=1)
        assert all(found[said].id == id for said, id in heard)
        assert memory.recall(f"{name}-0 water", k=3).results


class RecordMany(Deed):
    """In transactions of 5, so that a call has several."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        episodic.BATCH = 5
        say(*memory.episodes.record_many(map(episode, names(f"{name}-{i}", 12)))[-1].id)

    def hold(self, memory: Memory, found: dict[str, Episode], name: str, heard: Heard) -> None:
        for i in range(CALLS):
            there = sum(each.startswith(f"{name}-{i}-") for each in found)
            assert there == 12 if i < len(heard) else there in (0, 5, 10, 12)
            assert i <= len(heard) or not there


class Import(Deed):
    """Records with keys, again and again until all was acknowledged, as an import is resumed."""

    def prepare(self, path: Path) -> None:
        super().prepare(path)
        self.file, self.ids = 0, dict[str, str]()

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        episodic.BATCH = 5
        keys = names(f"file{self.file + i}", 12)
        receipts = memory.episodes.record_many(episode(key, key) for key in keys)
        say({key: receipt.id for key, receipt in zip(keys, receipts, strict=True)})

    def hold(self, memory: Memory, found: dict[str, Episode], name: str, heard: Heard) -> None:
        for (said,) in heard:
            assert all(self.ids.setdefault(key, id) == id for key, id in said.items())
        self.file += len(heard)
        ids = {name: each.id for name, each in found.items() if each.key}
        assert self.ids.items() <= ids.items()
        begun = {name.rpartition("-")[0] for name in ids.keys() - self.ids.keys()}
        assert begun <= {f"file{self.file}"}
        self.ids |= ids


class Judge(Deed):
    def prepare(self, path: Path) -> None:
        super().prepare(path)
        self.said = defaultdict[str, list[str]](list)

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        id = self.ids[i % len(self.ids)]
        say(id, memory.judge(id, bool(i % 2), by=f"{name}-{i}").id)

    def before(self, path: Path, n: int) -> None:
        with opened(path) as memory:
            self.ids = [each.id for each in live(memory).values()][:4]

    def hold(self, memory: Memory, found: dict[str, Episode], name: str, heard: Heard) -> None:
        verdicts = {each.id: [v.id for v in each.verdicts] for each in found.values()}
        for id, verdict in heard:
            self.said[id].append(verdict)
        told = [verdict for each in self.said.values() for verdict in each]
        some_more((v for each in verdicts.values() for v in each), told, most=1)
        for id, known in verdicts.items():
            assert [v for v in known if v in set(told)] == self.said[id], "their order is lost"
            self.said[id] = known
        for each in found.values():
            last = each.verdicts[-1] if each.verdicts else each
            assert each.effective_outcome is last.outcome
            assert memory.episodes.count(Filter(ids=each.id, outcome=last.outcome)) == 1


class AttemptFinish(Deed):
    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            self.check_attempts(memory, f"r{n}", heard)
            assert is_sound(memory, path)

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        attempt = memory.begin(f"{name}-{i} water the plants", key=f"{name}-{i}")
        say("begun", i, attempt.id)
        attempt.prompt()
        for _ in range(2):
            attempt.step("act", result="y" * 3_000)
            say("step", i)
        say("done", i, attempt.finish("x", outcome="success", lesson=f"{name}-{i}").id)

    def check_attempts(self, memory: Memory, name: str, heard: Heard) -> None:
        episodes = {e.attempt: e for e in memory.episodes.page(limit=10_000).episodes if e.attempt}
        for i in range(CALLS):
            said = [(what, *rest) for what, which, *rest in heard if which == i]
            if not said:
                continue
            attempt = memory.begin(f"{name}-{i} water the plants", key=f"{name}-{i}")
            record, steps = attempt.record, sum(what == "step" for what, *_ in said)
            assert said[0] == ("begun", attempt.id)
            assert steps <= len(record.steps) <= min(steps + 1, 2)
            assert (record.state == "finished") is (record.id in episodes)
            if record.id in episodes:
                made = episodes[record.id]
                assert (record.episode, len(made.steps)) == (made.id, 2)
                assert made.lessons == (f"{name}-{i}",)
            if said[-1][0] == "done":
                assert said[-1] == ("done", record.episode)
        stats = memory.admin.stats()
        assert stats.attempts.get("finished", 0) == len(episodes) == stats.scored


class Credit(AttemptFinish):
    """An attempt that ends is counted, and one that does not is not; its arm stays."""

    def work(self, path: Path, n: int) -> Work:
        def work(go: Callable[[], None], say: Say) -> None:
            options = Options(holdout=0.5, seed=n)
            with Memory.open(path, embedder=HASH, options=options) as memory:
                go()
                for i in range(CALLS):
                    self.call(memory, f"r{n}", i, say)

        return work

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        super().verify(path, n, heard)
        with opened(path) as memory:
            attempts = {
                a.id: a for a in memory._parts.store.attempts.page(memory._scope, None, 999)
            }
            for trial in memory._parts.store.credit.trials(memory._scope):
                assert trial.arm == attempts[trial.root].arm
                assert (trial.iterations is None) is (attempts[trial.root].state == "open")
            before = memory._parts.store.credit.feed(memory._scope, 0, 0).tallies
            memory.admin.repair()
            after = memory._parts.store.credit.feed(memory._scope, 0, 0).tallies
            assert before.keys() == after.keys()
            assert all(before[id].uses == after[id].uses for id in before)
            assert all(before[id].waiting == after[id].waiting for id in before)


class Forget(Deed):
    """The bytes of what is forgotten are gone too, also if the one who forgot it was killed."""

    # Not "secret": the store's setting of that name is followed by a random digit, as by `n`.

    def before(self, path: Path, n: int) -> None:
        with opened(path) as memory:
            receipts = memory.episodes.record_many(map(episode, names(f"whisper{n}", 3 * CALLS)))
            self.ids = [receipt.id for receipt in receipts]

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        assert memory.forget(*self.ids[3 * i : 3 * i + 3]).episodes == 3
        say(i)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        super().verify(path, n, heard)
        secrets = names(f"whisper{n}", 3 * CALLS)
        with opened(path) as memory:
            gone = [name for name in secrets if name not in live(memory)]
            if gone:
                proof = memory.admin.prove_forgotten(*gone, thorough=True)
                if proof.pending:  # a busy disk may not empty the journal in time
                    proof = memory.admin.prove_forgotten(*gone, thorough=True)
                assert proof.complete, proof
        raw = b"".join(file.read_bytes() for file in path.parent.iterdir())
        for name in secrets:
            assert (f"{name} ".encode() in raw) is (name not in gone)

    def hold(self, memory: Memory, found: dict[str, Episode], name: str, heard: Heard) -> None:
        left = {each.id for each in found.values()}
        for i in range(CALLS):
            there = len(left.intersection(self.ids[3 * i : 3 * i + 3]))
            assert there == 0 if i < len(heard) else there in (0, 3)
            assert i <= len(heard) or there


class Prune(Deed):
    """Pruned and restored by turns; an episode is alive or has a copy, never both or neither."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        ids = [each.id for each in live(memory).values()][:5]
        batch = memory.admin.prune(PrunePolicy(filter=Filter(ids=ids)), apply=True).batch
        say("pruned", batch)
        if i % 2:
            assert len(memory.admin.restore(batch).ids) == 5
            say("restored", batch)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            batches = {batch.id: batch.episodes for batch in memory.admin.pruned()}
            assert set(batches.values()) <= {5}
            assert sum(batches.values()) == memory.admin.copies() == 20 - len(live(memory))
            restored = {batch for what, batch in heard if what == "restored"}
            assert not restored & batches.keys()
            kept = [batch for what, batch in heard if what == "pruned" and batch not in restored]
            assert set(kept[:-1]) <= batches.keys()  # the last may be on its way back
            for batch in batches:
                memory.admin.restore(batch)
            assert set(live(memory)) == set(names("kept", 20))
            assert is_sound(memory, path)


class Reembed(Deed):
    """From one model to the other, in transactions of 4, by turns with those who were killed."""

    tables = True
    models = (HashEmbedder(16), HashEmbedder(24))

    def prepare(self, path: Path) -> None:
        super().prepare(path)
        self.now = 0

    def work(self, path: Path, n: int) -> Work:
        def work(go: Callable[[], None], say: Say) -> None:
            reembedding._AT_ONCE = 4
            with opened(path, self.models[self.now]) as memory:
                go()
                for i in (1, 0, 1):
                    memory.admin.reembed(self.models[self.now ^ i])
                    say(self.now ^ i)

        return work

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with Memory.open(path, embedder=False) as memory:
            model = memory.admin.stats().model
        found = [f"hash-{m.dim}" for m in self.models].index(str(model))
        said = heard[-1][0] if heard else self.now
        assert found in (said, said ^ 1 if len(heard) < 3 else said)
        self.now = found
        with opened(path, self.models[found]) as memory:
            assert set(live(memory)) == set(names("kept", 20))
            assert memory.admin.stats().pending == 0
            assert memory.recall("kept-3 water the plants", k=3).results
            if n % 2:
                memory.admin.abort_reembed()
            else:
                memory.admin.reembed(self.models[found ^ 1])
                self.now ^= 1
            assert memory.admin.check(thorough=True) == []
        with closing(sqlite3.connect(path)) as db:
            (models,) = db.execute("SELECT count(DISTINCT model) FROM vector").fetchone()
        assert models == 1


class Create(Deed):
    """A file that is not there yet."""

    rounds = 1

    def prepare(self, path: Path) -> None:
        """Nothing: the child makes it."""

    def work(self, path: Path, n: int) -> Work:
        def work(go: Callable[[], None], say: Say) -> None:
            go()
            with opened(path) as memory:
                say("kept-0", memory.record(episode("kept-0")).id)

        return work

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            some_more(live(memory), [name for name, _ in heard], most=1)
            memory.record(episode("after"))
            assert is_sound(memory, path)


SECOND = (
    "CREATE TABLE extra (num INTEGER PRIMARY KEY, words TEXT NOT NULL)",
    "INSERT INTO extra SELECT num, words FROM item",
    "DROP INDEX episode_category",
    "CREATE INDEX episode_category ON episode (namespace, category, user, finished)",
)
THIRD = ("CREATE INDEX extra_words ON extra (words)", "UPDATE extra SET words = upper(words)")


NOW = len(schema.MIGRATIONS)  # the version of a file today


class Migrate(Deed):
    """To two later versions that only these tests know."""

    rounds, tables = 1, True

    def work(self, path: Path, n: int) -> Work:
        def work(go: Callable[[], None], say: Say) -> None:
            go()
            with pytest.MonkeyPatch.context() as patch:
                later(patch)
                with opened(path) as memory:
                    say(memory.episodes.count())

        return work

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        saved = path.with_name("before.db")
        version = self.at_rest(path)
        assert version == NOW + 2 if heard else version in (NOW, NOW + 1, NOW + 2)
        backup = path.with_name(f"m.db.v{NOW}.backup")
        if version > NOW:  # it was made before anything was changed, and is whole
            shutil.copy(backup, saved)
            self.read(saved)
        with pytest.MonkeyPatch.context() as patch:
            later(patch)
            self.read(path)
            assert self.at_rest(path) == NOW + 2
        self.read(backup)
        assert not path.with_name(f"m.db.v{NOW}.backup.part").exists()

    def read(self, path: Path) -> None:
        with opened(path) as memory:
            assert set(live(memory)) == set(names("kept", 20))
            assert memory.admin.check() == []

    def at_rest(self, path: Path) -> int:
        """The version of a file, all that belongs to it being there."""
        with closing(sqlite3.connect(path)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
            assert ("extra" in tables) is (version > NOW)
            assert ("extra_words" in tables) is (version > NOW + 1)
            if version > NOW:
                words = [words for (words,) in db.execute("SELECT words FROM extra")]
                assert len(words) == 20
                assert all((word == word.upper()) is (version > NOW + 1) for word in words)
        return int(version)


def later(patch: pytest.MonkeyPatch) -> None:
    """Be the seasoned of some later day."""
    migrations = (*schema.MIGRATIONS, SECOND, THIRD)
    patch.setattr(sqlite, "MIGRATIONS", migrations)
    patch.setattr(sqlite, "VERSION", len(migrations))


DEEDS: dict[str, type[Deed]] = {
    "record": Record,
    "record_many": RecordMany,
    "import": Import,
    "judge": Judge,
    "attempt": AttemptFinish,
    "credit": Credit,
    "forget": Forget,
    "prune": Prune,
    "reembed": Reembed,
    "create": Create,
    "migrate": Migrate,
}
