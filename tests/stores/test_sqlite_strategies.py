"""Forgetting takes a strategy out of the logs that had it from what is gone, and of no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, Outcome, Task
from seasoned.core.pruning import PrunePolicy

TASK = "fix the flaky login test"


class House:
    """Memories of one file, by namespace and user."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, namespace: str, user: str | None = None) -> Memory:
        return Memory.open(self.path, namespace=namespace, user=user, embedder=False)

    def add(self, namespace: str, user: str | None = None) -> str:
        with self.open(namespace, user) as memory:
            episode = Episode(Task(TASK), outcome=Outcome.SUCCESS, strategy="wait")
            return memory.record(episode).id

    def shown(self, namespace: str, user: str | None = None, *more: str) -> str:
        """The id of an attempt that was shown something."""
        with self.open(namespace, user) as memory:
            if not more:
                attempt = memory.begin(TASK)
                assert attempt.recall.statistics.proven == ("wait",)
                return attempt.id
            recall = memory.recall(TASK, namespaces=more)
            return memory.record(Episode(Task("later")), recall=recall).id

    def proven(self, namespace: str, attempt: str, user: str | None = None) -> tuple[str, ...]:
        with self.open(namespace, user) as memory:
            return memory.resume(attempt).recall.statistics.proven

    def forget(self, namespace: str, id: str, user: str | None = None) -> None:
        with self.open(namespace, user) as memory:
            assert memory.forget(id).episodes == 1

    def holds(self, text: bytes) -> bool:
        return any(text in file.read_bytes() for file in self.path.parent.iterdir())


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "m.db")


def test_another_namespace_keeps_its_own(house: House) -> None:
    gone, _ = house.add("a"), house.add("b")
    attempt = house.shown("b")
    house.forget("a", gone)
    assert house.proven("b", attempt) == ("wait",)


def test_another_user_keeps_what_is_his(house: House) -> None:
    gone, _ = house.add("a", "alice"), house.add("a", "bob")
    hers, his = house.shown("a", "alice"), house.shown("a", "bob")
    house.forget("a", gone, "alice")
    assert house.proven("a", hers, "alice") == ()
    assert house.proven("a", his, "bob") == ("wait",)


def test_it_stays_while_a_shared_episode_has_it(house: House) -> None:
    gone, _ = house.add("a", "alice"), house.add("a")
    attempt = house.shown("a", "alice")
    house.forget("a", gone, "alice")
    assert house.proven("a", attempt, "alice") == ("wait",)


def test_a_log_of_another_namespace_that_had_it_from_here_loses_it(house: House) -> None:
    gone = house.add("a")
    house.shown("b", None, "a")
    house.forget("a", gone)
    assert not house.holds(b"wait")


def test_it_stays_while_what_was_pruned_can_come_back(house: House) -> None:
    gone, pruned = house.add("a"), house.add("a")
    attempt = house.shown("a")
    with house.open("a") as memory:
        memory.admin.prune(PrunePolicy(filter=Filter(ids=(pruned,)), keep=0), apply=True)
    house.forget("a", gone)
    assert house.proven("a", attempt) == ("wait",)
    with house.open("a") as memory:
        assert memory.forget(pruned).copies == 1
    assert house.proven("a", attempt) == ()
