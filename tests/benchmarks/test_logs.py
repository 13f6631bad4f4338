"""The harness that tells of real logs, on logs of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.learning import logs
from seasoned import Episode, Memory, Outcome, Task
from seasoned.core.curve import Turn


def attempt(task: str, strategy: str, won: bool, model: str = "m", **metadata: object) -> Episode:
    outcome = Outcome.SUCCESS if won else Outcome.FAILURE
    return Episode(Task(task), outcome=outcome, strategy=strategy, model=model, metadata=metadata)


def test_a_gain_compares_what_the_same_model_did_in_the_same_task() -> None:
    episodes = [
        *(attempt(f"task {i}", "simple", won=i % 2 == 0) for i in range(10)),
        *(attempt(f"task {i}", "careful", won=True) for i in range(10)),
        *(attempt(f"task {i}", "careful", won=False, model="other") for i in range(30)),
    ]
    rows = {str(row[0]): row for row in logs.strategies(episodes)}
    assert rows["careful"][1] == 40
    assert str(rows["careful"][3]).startswith("+0.500 (") and "10 tasks" in str(rows["careful"][3])
    assert rows["simple"][3] == ""


def test_a_strategy_without_a_task_in_common_is_not_compared() -> None:
    assert logs.gain({("a", None): 1.0}, {("b", None): 0.0}) == "no task in common"


def test_trials_come_in_their_order_and_all_of_each() -> None:
    episodes = [attempt(f"q {i}", "", won=i < 5, trial=2 - i % 2) for i in range(20)]
    mixed = list(logs.shuffled(episodes))
    assert [e.metadata["trial"] for e in mixed] == [1] * 10 + [2] * 10
    assert {e.task.description for e in mixed} == {e.task.description for e in episodes}
    times = [e.finished_at for e in mixed]
    assert times == sorted(times, key=lambda at: at or logs.START) and len(set(times)) == 20


def test_questions_solved_are_counted_over_trials() -> None:
    episodes = [attempt(f"q {i}", "", won=i == 0, trial=1) for i in range(4)]
    episodes += [attempt(f"q {i}", "", won=i == 1, trial=2) for i in range(1, 4)]
    rows = list(logs.solved(episodes))
    assert [(row[0], row[1], row[3]) for row in rows] == [(1, 4, 1), (2, 3, 2)]


def test_changes_are_laid_to_the_beginnings_of_runs() -> None:
    episodes = [attempt("t", "", won=True, run="a" if i < 50 else "b") for i in range(90)]
    assert logs.starts(episodes) == [51]
    turns = [Turn(number, number, "", 0.1, 0.9) for number in (48, 56, 57)]
    assert logs.at_starts(turns, logs.starts(episodes)) == 2


def test_all_episodes_are_read_over_several_pages() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        memory.episodes.record_many(attempt(f"task {i}", "", won=True) for i in range(1_005))
        found = logs.episodes_of(memory)
    assert [e.task.description for e in found] == [f"task {i}" for i in range(1_005)]


def test_a_log_is_imported_and_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "runs.json"
    said = {"role": "assistant", "content": "It is cancelled."}
    task = {"user_id": "ann", "instruction": "Cancel my flight.", "actions": []}
    run = {"traj": [{"role": "user", "content": "cancel it"}, said], "info": {"task": task}}
    told = [{**run, "task_id": i, "trial": 0, "reward": float(i % 2)} for i in range(12)]
    path.write_text(json.dumps(told), encoding="utf-8")
    logs.tell(logs.Log("desk", path.name), path)
    out = capsys.readouterr().out
    assert "customer_service" in out and "learning curve" in out and "0.50" in out


def test_a_log_that_cannot_be_used_ends_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("no log", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"nothing\.txt"):
        logs.tell(logs.Log("nothing", path.name), path)
