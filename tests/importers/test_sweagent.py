"""SWE-agent trajectories: the problem itself, the steps, and no success that nobody checked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Outcome
from seasoned.importers.sweagent import read
from tests.importers.samples import apart, episodes, jsonl, one, write

HISTORY: list[dict[str, Any]] = [
    {"role": "system", "content": "SETTING: you are a programmer", "agent": "main"},
    {"role": "user", "content": "ISSUE:\na demonstration\n\nINSTRUCTIONS:", "is_demo": True},
    {"role": "user", "content": "Solve it.\nISSUE:\nThe loan\nis lost\n\n\nINSTRUCTIONS:\nNow go"},
    {"role": "assistant", "content": "Look first.\n```\nls\n```", "thought": "Look first."},
]
STEPS = [
    {"thought": "Look first.\n", "action": "ls\n", "observation": "a.py\n", "execution_time": 0.5},
    {"thought": "", "action": "python a.py", "observation": "Traceback (most recent call last):"},
    {"thought": "Done.", "action": "submit", "observation": "diff"},
]
INFO = {
    "exit_status": "submitted",
    "submission": "\ndiff --git a b\n",
    "model_stats": {"tokens_sent": 10, "tokens_received": 2, "api_calls": 3, "instance_cost": 0},
}


def run(**fields: Any) -> dict[str, Any]:
    whole = {"environment": "main", "trajectory": STEPS, "history": HISTORY, "info": INFO}
    return {k: v for k, v in (whole | fields).items() if v is not None}


def test_a_trajectory_becomes_an_episode(tmp_path: Path) -> None:
    path = write(tmp_path / "desk__loans-7.traj", json.dumps(run(), indent=2))
    episode = one(read(path))
    assert (episode.task.description, episode.task.category) == ("The loan\nis lost", "debugging")
    assert [(s.action, s.detail, s.result, s.error, s.seconds) for s in episode.steps] == [
        ("reasoning", "Look first.", None, None, None),
        ("tool_call", "ls", "a.py\n", None, 0.5),
        ("tool_call", "python a.py", None, "Traceback (most recent call last):", None),
        ("reasoning", "Done.", None, None, None),
        ("tool_call", "submit", "diff", None, None),
    ]
    assert episode.solution == "diff --git a b"
    assert episode.usage == {"prompt_tokens": 10, "completion_tokens": 2, "api_calls": 3}
    assert episode.metadata == {
        "instance": "desk__loans-7",
        "environment": "main",
        "exit_status": "submitted",
    }


@pytest.mark.parametrize(
    ("info", "outcome", "detail"),
    [
        (INFO, Outcome.UNKNOWN, ""),
        (None, Outcome.UNKNOWN, ""),
        ({"exit_status": "submitted (exit_cost)"}, Outcome.UNKNOWN, "submitted (exit_cost)"),
        ({"exit_status": "exit_cost"}, Outcome.FAILURE, "nothing was submitted: exit_cost"),
        ({"exit_status": "exit_cost", "submission": "diff"}, Outcome.UNKNOWN, "exit_cost"),
    ],
)
def test_a_submission_is_not_a_success_and_none_is_a_failure(
    tmp_path: Path, info: Any, outcome: Outcome, detail: str
) -> None:
    episode = one(read(write(tmp_path / "a", run(info=info))))
    assert (episode.outcome, episode.outcome_detail) == (outcome, detail)
    assert episode.feedback.reward is None


@pytest.mark.parametrize(
    ("fields", "task", "category"),
    [
        ({"replay_config": {"problem_statement": {"text": "T", "id": "i"}}}, "T", "debugging"),
        ({"replay_config": '{"problem_statement": {"text": "T"}}'}, "T", "debugging"),
        ({"replay_config": "{broken"}, "The loan\nis lost", "debugging"),
        (
            {"history": [{"role": "user", "content": "x\n<pr_description>\nP\n</pr_description>"}]},
            "P",
            "debugging",
        ),
        (
            {
                "history": [
                    {
                        "role": "user",
                        "content": [
                            {"type": "text", "text": "The CTF challenge is a web problem. "},
                            {"type": "text", "text": "The description is:\nW\n\nINSTRUCTIONS:"},
                        ],
                    }
                ]
            },
            "a web problem. \nThe description is:\nW",
            "unknown",
        ),
        ({"history": [{"role": "user", "content": "Do it."}]}, "Do it.", "unknown"),
    ],
)
def test_the_task_is_the_problem_without_the_instructions(
    tmp_path: Path, fields: Any, task: str, category: str
) -> None:
    episode = one(read(write(tmp_path / "a", run(**fields))))
    assert (episode.task.description, episode.task.category) == (task, category)


def test_a_model_is_named_unless_it_is_a_stand_in(tmp_path: Path) -> None:
    def config(model: str) -> dict[str, Any]:
        return {"replay_config": {"agent": {"model": {"name": model}}}}

    assert one(read(write(tmp_path / "a", run(**config("m-1"))))).model == "m-1"
    assert one(read(write(tmp_path / "a", run(**config("replay"))))).model is None


def test_a_history_alone_has_steps(tmp_path: Path) -> None:
    later = [
        {"role": "assistant", "thought": "Look.", "action": "ls"},
        {"role": "tool", "content": "a.py"},
        {"role": "assistant", "content": "That is all."},
    ]
    episode = one(read(write(tmp_path / "a", {"history": HISTORY[:3] + later})))
    assert [(s.action, s.detail, s.result) for s in episode.steps] == [
        ("reasoning", "Look.", None),
        ("tool_call", "ls", "a.py"),
        ("reasoning", "That is all.", None),
    ]


def test_trajectories_by_name_are_read_one_by_one(tmp_path: Path) -> None:
    named = {"x/one.traj": run(), "x/bad.traj": {"trajectory": 3}, "two.traj": run(environment="e")}
    read_, skipped = apart(read(write(tmp_path / "all.json", named)))
    assert [e.metadata["instance"] for e in read_] == ["one", "two"]
    assert [s.place for s in skipped] == ["'x/bad.traj'"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"a": 1}, "a list `trajectory` or `history`"),
        (run(trajectory=["ls"]), "trajectory must be a list of objects"),
        (run(history={}), "history must be a list of objects"),
        (run(history=None), "neither a problem statement"),
        (json.dumps(run())[:-9], "not JSON"),
        (json.dumps(run(), indent=1)[:-9], "ends in the middle"),
        ("3", "expected a trajectory"),
    ],
)
def test_what_is_no_trajectory_is_reported(tmp_path: Path, content: Any, said: str) -> None:
    read_, (skipped,) = apart(read(write(tmp_path / "a.traj", content)))
    assert read_ == [] and said in skipped.reason


def test_the_same_trajectory_in_another_file_is_known(tmp_path: Path) -> None:
    first = one(read(write(tmp_path / "x" / "i.traj", run())))
    again = one(read(write(tmp_path / "y" / "i.traj", json.dumps(run(), indent=4))))
    assert first == again and first.key
    assert len(episodes(read(write(tmp_path / "l", jsonl(run(), run(environment="e")))))) == 2


def test_the_real_trajectories(data_dir: Path) -> None:
    path = data_dir / "sweagent_demo_trajectories.json.gz"
    found = episodes(read(path))
    assert Counter(e.outcome for e in found) == {Outcome.UNKNOWN: 22}  # all were submitted
    assert Counter(e.task.category for e in found) == {"debugging": 13, "unknown": 9}
    assert sum(bool(e.solution) for e in found) == 21  # one is a history alone
    assert sum(len(e.steps) for e in found) == 454
    for episode in found:
        task = episode.task.description
        assert "SETTING" not in task and "INSTRUCTIONS" not in task and len(task) < 3000
    with Memory.open("memory://", embedder=False) as memory:
        assert all(r.created for r in memory.episodes.record_many(found))
        assert not any(r.created for r in memory.episodes.record_many(found))
    assert all(isinstance(e, Episode) for e in found)
