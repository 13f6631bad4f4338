"""Several writers killed together: what they acknowledged is there, the rest is whole or not."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest

from seasoned import Memory, Outcome
from tests.stores.processes import Worker, kept, working

# What a text file says that was killed in the middle of a write.
pytestmark = pytest.mark.filterwarnings("ignore:.*of a write that broke off")
FEW = [pytest.param(1, id="few"), pytest.param(8, id="many", marks=pytest.mark.slow)]  # rounds


def killed(path: Path, verb: str, workers: int, enough: int) -> list[str]:
    """What processes acknowledged before they were killed, all in the middle of their work."""
    acknowledged, reached = list[str](), threading.Event()

    def listen(worker: Worker) -> None:
        assert worker.stdout is not None
        for line in worker.stdout:
            if line.endswith("\n"):
                acknowledged.append(line.strip())
            if len(acknowledged) >= enough:
                reached.set()

    with working(*((verb, path, f"writer {n}", 100_000) for n in range(workers))) as started:
        listeners = [threading.Thread(target=listen, args=(worker,)) for worker in started]
        for listener in listeners:
            listener.start()
        in_time = reached.wait(60)
        for worker in started:
            worker.send_signal(signal.SIGKILL)
        for listener in listeners:
            listener.join()
    assert in_time and len(acknowledged) >= enough
    return acknowledged


def test_what_was_recorded_survives_a_kill(path: Path) -> None:
    acknowledged = killed(path, "write", workers=4, enough=200)
    assert set(acknowledged) <= {e.id for e in kept(path)}


@pytest.mark.parametrize("rounds", FEW)
def test_what_was_judged_survives_a_kill(path: Path, rounds: int) -> None:
    said = list[str]()
    for n in range(rounds):
        said += killed(path, "judge", workers=2, enough=30 + n)
        verdicts = {e.id: e.verdicts for e in kept(path)}
        assert {tuple(line.split()) for line in said} <= {
            (id, v.id) for id, found in verdicts.items() for v in found
        }
        judged = {e.id for e in kept(path) if e.effective_outcome is Outcome.FAILURE}
        assert judged == {id for id, found in verdicts.items() if found}


@pytest.mark.parametrize("rounds", FEW)
def test_what_was_finished_survives_a_kill(path: Path, rounds: int) -> None:
    said = list[str]()
    for n in range(rounds):
        said += killed(path, "finish", workers=2, enough=30 + n)
        episodes = {e.id: e for e in kept(path)}
        with Memory.open(str(path), embedder=False) as memory:
            for attempt, episode in map(str.split, said):
                record = memory.resume(attempt).record
                assert (record.state, record.episode) == ("finished", episode)
            stats = memory.admin.stats()
        # Closing an attempt and making its episode are one: neither is there without the other.
        assert stats.attempts["finished"] == stats.scored == len(episodes) == stats.lessons
        assert stats.attempts.get("open", 0) <= 2 * (n + 1)
        assert all(len(e.steps) == 1 and e.lessons == ("z",) for e in episodes.values())


@pytest.mark.parametrize("rounds", FEW)
def test_what_was_forgotten_stays_so_after_a_kill(path: Path, rounds: int) -> None:
    said = list[str]()
    for n in range(rounds):
        said += killed(path, "forget", workers=2, enough=30 + n)
        left = {e.id for e in kept(path)}
        assert left.isdisjoint(said)
        with Memory.open(str(path), embedder=False) as memory:
            for _ in range(2):  # by full text, and by the index
                found = memory.recall("writer number", k=100).results
                assert bool(found) == bool(left)
                assert {id for r in found for id in (r.episode.id, *r.also)} <= left
