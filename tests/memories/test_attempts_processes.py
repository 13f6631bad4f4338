"""Several processes close the same attempts at once: one episode each, whoever was first."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from seasoned import Memory

WORKER = str(Path(__file__).with_name("attempt_worker.py"))


def race(*tasks: tuple[str, ...]) -> list[list[tuple[str, bool]]]:
    """What workers say that are let go together: ids of episodes, and whether they made them."""
    workers = [
        subprocess.Popen(
            [sys.executable, WORKER, *task],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for task in tasks
    ]
    for worker in workers:
        assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    said = []
    for worker in workers:
        out, _ = worker.communicate(timeout=100)
        assert worker.returncode == 0
        said.append([(id, made == "True") for id, made in map(str.split, out.splitlines())])
    return said


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "m.db")


def begun(path: str, number: int) -> list[str]:
    with Memory.open(path, embedder=False) as memory:
        return [memory.begin(f"task {i}").id for i in range(number)]


def test_the_same_result_from_two_processes_is_one_episode_and_one_receipt(path: str) -> None:
    ids = begun(path, 15)
    first, second = race(("finish", path, "done", *ids), ("finish", path, "done", *ids))
    assert [id for id, _ in first] == [id for id, _ in second]
    assert all(one != other for (_, one), (_, other) in zip(first, second, strict=True))
    with Memory.open(path, embedder=False) as memory:
        assert memory.episodes.count() == 15 and memory.admin.check() == []
        again = memory.resume(ids[0]).finish("done", outcome="success")
    assert (again.id, again.created) == (first[0][0], False)


def test_of_two_results_one_is_kept_and_the_other_refused(path: str) -> None:
    ids = begun(path, 15)
    pairs = zip(*race(("finish", path, "one", *ids), ("finish", path, "two", *ids)), strict=True)
    for pair in pairs:
        assert Counter(made for _, made in pair) == {True: 1, False: 1}
        assert ("refused", False) in pair
    with Memory.open(path, embedder=False) as memory:
        assert memory.episodes.count() == 15


def test_an_attempt_is_finished_or_expired_but_never_both(path: str) -> None:
    ids = begun(path, 15)
    finished, expired = race(("finish", path, "done", *ids), ("expire", path))
    made = {id for id, _ in finished if id != "refused"}
    ended = {id for id, _ in expired}
    assert not made & ended and len(made) + len(ended) == 15
    assert [id for id, _ in finished].count("refused") == len(ended)
    with Memory.open(path, embedder=False) as memory:
        states = Counter(memory.resume(id).state for id in ids)
        assert states == Counter(finished=len(made), abandoned=len(ended))
        assert {e.id for e in memory.episodes.page().episodes} == made | ended
