"""Deeds on facts and conversations; see `deeds`."""

from __future__ import annotations

from pathlib import Path

from seasoned import Memory
from seasoned.core.facts import CURRENT
from seasoned.core.filters import EVERYTHING
from seasoned.ports import Scope
from tests.contract.knowing import Knower, day, said, texts
from tests.faults.deeds import CALLS, HASH, Deed, Heard, episode, is_sound, live, opened
from tests.faults.dying import Say

SCOPE = Scope("default")


class Tell(Deed):
    """One value after the other; what is left of each, and what search finds, comes with it."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        knower = Knower(memory._parts.store, SCOPE, HASH)
        ruling = knower.tell(f"{name}-{i}", key=name, recorded_at=day(i))
        say(i, ruling.stands)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            knower = Knower(memory._parts.store, SCOPE)
            versions = knower.history(f"r{n}")
            told = [v for v in versions if v.valid_to is None]
            assert [v.value for v in told] == [f"r{n}-{i}" for i in range(len(told))]
            assert len(heard) <= len(told) <= len(heard) + 1
            assert [v.id for v in told][: len(heard)] == [id for _, id in heard]
            assert len(versions) == max(0, 2 * len(told) - 1)
            believed = [v for v in versions if v.believed]
            assert [v.value for v in believed if v.valid_to is None] == [v.value for v in told[-1:]]
            assert all(v.state == CURRENT for v in versions)
            found = {id for id in knower.searched() if id in {v.id for v in versions}}
            assert found == {v.id for v in believed}
            assert is_sound(memory, path)


class Converse(Deed):
    """Two messages, a fold, and in the end an episode."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        store = memory._parts.store
        rows = said(f"{name}-{i}-a", f"{name}-{i}-b")
        say("said", *store.knowledge.sessions.append(SCOPE, name, rows, float(i)))
        assert store.knowledge.sessions.fold(SCOPE, name, i, {2 * i + 1: "folded"}, b'"%d"' % i)
        say("folded", i)
        if i == CALLS - 1:
            (write,) = memory._parts.writer.prepare(SCOPE, [episode(name)])
            receipt = store.knowledge.sessions.close(SCOPE, name, write)
            assert receipt
            say("closed", receipt.id)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            sessions, name = memory._parts.store.knowledge.sessions, f"r{n}"
            done = {what: [rest for act, *rest in heard if act == what] for what, *_ in heard}
            counts = [len(done.get(what, ())) for what in ("said", "folded", "closed")]
            row = sessions.get(SCOPE, name)
            if row is None:
                assert not any(counts)
                return
            assert row.messages in (2 * counts[0], 2 * counts[0] + 2)
            rows = sessions.read(SCOPE, name, states=("live", "folded"))
            expected = [f"{name}-{i}-{ab}" for i in range(row.messages // 2) for ab in "ab"]
            assert texts(rows) == expected
            closed = row.state == "closed"
            folds = row.version - closed
            assert folds in (counts[1], counts[1] + 1)
            assert [r.place for r in rows if r.state == "folded"] == [
                2 * i + 1 for i in range(folds)
            ]
            assert row.summary == (b'"%d"' % (folds - 1) if folds else None)
            made = {each.id for each_name, each in live(memory).items() if each_name == name}
            assert made == ({row.episode} if closed else set())
            assert closed or not counts[2]
            assert memory._parts.store.episodes.count(SCOPE, EVERYTHING) >= 20
            assert is_sound(memory, path)


KNOWING: dict[str, type[Deed]] = {"tell": Tell, "converse": Converse}
