"""ATIF: steps, calls and what came of them, the reward beside, and our own way out and back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Feedback, Memory, Outcome, Step, Task, Verdict
from seasoned.importers.atif import read
from seasoned.importers.atif_writing import to_atif
from tests.importers.samples import BOM, apart, episodes, jsonl, one, write

AT = "2026-03-01T10:00:00Z"
STEPS: list[dict[str, Any]] = [
    {"step_id": 1, "source": "system", "message": "You run a desk."},
    {"step_id": 2, "source": "user", "message": "Extend loan L1.", "timestamp": AT},
    {
        "step_id": 3,
        "source": "agent",
        "timestamp": "2026-03-01T10:00:05Z",
        "message": "I look.",
        "reasoning_content": "It may be due.",
        "tool_calls": [
            {"tool_call_id": "a", "function_name": "loan", "arguments": {"n": 1}},
            {"tool_call_id": "b", "function_name": "mail", "arguments": {}},
        ],
        "observation": {
            "results": [
                {"source_call_id": "b", "content": "Error: no address"},
                {"source_call_id": "a", "content": [{"type": "text", "text": "due Monday"}]},
                {"content": "the lights flicker"},
            ]
        },
    },
    {"step_id": 4, "source": "user", "message": "And?"},
    {
        "step_id": 5,
        "source": "agent",
        "message": "Done, a full success!",
        "observation": {"results": [{"content": "exit 0"}]},
    },
]


def run(**fields: Any) -> dict[str, Any]:
    whole = {
        "schema_version": "ATIF-v1.7",
        "session_id": "s1",
        "trajectory_id": "t1",
        "agent": {"name": "desk", "version": "2", "model_name": "m-1"},
        "steps": STEPS,
        "final_metrics": {"total_prompt_tokens": 7, "total_cost_usd": 0.5, "total_steps": 5},
    }
    return {k: v for k, v in (whole | fields).items() if v is not None}


def test_a_trajectory_becomes_an_episode(tmp_path: Path) -> None:
    episode = one(read(write(tmp_path / "a.json", json.dumps(run(), indent=2))))
    assert episode.task == Task("Extend loan L1.")
    assert [(s.action, s.detail, s.result, s.error) for s in episode.steps] == [
        ("reasoning", "It may be due.", None, None),
        ("llm_response", "I look.", None, None),
        ("tool_call", 'loan({"n":1})', "due Monday", None),
        ("tool_call", "mail({})", None, "Error: no address"),
        ("observation", "", "the lights flicker", None),
        ("user_input", "And?", None, None),
        ("llm_response", "Done, a full success!", "exit 0", None),
    ]
    assert episode.solution == "Done, a full success!"
    assert (episode.outcome, episode.feedback) == (Outcome.UNKNOWN, Feedback())
    assert (episode.agent, episode.model, episode.session) == ("desk", "m-1", "s1")
    assert episode.usage == {"prompt_tokens": 7, "cost_usd": 0.5}
    assert episode.started_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert episode.finished_at == datetime(2026, 3, 1, 10, 0, 5, tzinfo=UTC)
    assert episode.tags == ("atif", "loan", "mail")
    assert episode.metadata == {"trajectory": "t1", "agent_version": "2"}


REWARDS: list[tuple[dict[str, Any], Outcome, float | None]] = [
    ({"verifier/reward.txt": "1\n"}, Outcome.SUCCESS, 1.0),
    ({"verifier/reward.txt": "0.0"}, Outcome.FAILURE, 0.0),
    ({"verifier/reward.txt": ".5\r\n"}, Outcome.PARTIAL, 0.5),
    ({"verifier/reward.txt": "\ufeff+1."}, Outcome.SUCCESS, 1.0),
    ({"verifier/reward.txt": "25e-2"}, Outcome.PARTIAL, 0.25),
    ({"verifier/reward.json": {"reward": 0.25, "style": 1}}, Outcome.PARTIAL, 0.25),
    ({"verifier/reward.json": {"tests": 1.0}}, Outcome.SUCCESS, 1.0),
    ({"verifier/reward.json": {"tests": 1.0, "style": 1.0}}, Outcome.UNKNOWN, None),
    ({"verifier/reward.txt": "12"}, Outcome.UNKNOWN, None),
    ({"result.json": {"verifier_result": {"rewards": {"reward": 1}}}}, Outcome.SUCCESS, 1.0),
    ({"result.json": {"verifier_result": None, "exception_info": None}}, Outcome.UNKNOWN, None),
    ({"verifier/other.txt": "1"}, Outcome.UNKNOWN, None),
    ({"../reward.txt": "1"}, Outcome.UNKNOWN, None),
]


@pytest.mark.parametrize("place", ["agent/trajectory.json", "trajectory.json"])
@pytest.mark.parametrize(("files", "outcome", "reward"), REWARDS)
def test_the_outcome_is_that_of_the_reward_beside(
    tmp_path: Path, place: str, files: dict[str, Any], outcome: Outcome, reward: float | None
) -> None:
    trial = tmp_path / "job" / "trial"
    for name, content in files.items():
        write(trial / name, content)
    episode = one(read(write(trial / place, run())))
    assert (episode.outcome, episode.feedback.reward) == (outcome, reward)


def test_what_broke_a_trial_off_is_told(tmp_path: Path) -> None:
    broke = {"exception_type": "AgentTimeoutError", "exception_message": "after 900 s"}
    write(tmp_path / "result.json", {"exception_info": broke})
    episode = one(read(write(tmp_path / "agent" / "trajectory.json", run())))
    assert episode.outcome is Outcome.UNKNOWN
    assert episode.outcome_detail == "AgentTimeoutError: after 900 s"


def test_a_reward_is_not_given_to_a_trajectory_that_may_not_be_its_own(tmp_path: Path) -> None:
    write(tmp_path / "reward.txt", "1")
    alone = write(tmp_path / "a.json", run())
    assert one(read(alone)).outcome is Outcome.SUCCESS
    write(tmp_path / "b.json", run())
    assert one(read(alone)).outcome is Outcome.UNKNOWN
    several = write(tmp_path / "x" / "trajectory.json", jsonl(run(), run(session_id="s2")))
    write(tmp_path / "x" / "reward.txt", "1")
    assert {e.outcome for e in episodes(read(several))} == {Outcome.UNKNOWN}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "nan",
        "inf",
        "1e999",
        "1 0",
        "passed",
        "true",
        '{"reward": "high"}',
        "[1]",
        "[" * 100_000,
    ],
)
def test_a_reward_that_cannot_be_read_is_reported(tmp_path: Path, content: str) -> None:
    write(tmp_path / "reward.txt", content)
    read_, (skipped,) = apart(read(write(tmp_path / "trajectory.json", run())))
    assert read_ == [] and "reward" in skipped.reason


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (run(schema_version="ATIF-v2.0"), "version 1"),
        (run(schema_version=None), "expected an ATIF trajectory"),
        (run(steps=None), "no task"),
        (run(steps=[]), "no task"),
        (run(steps=STEPS[:1]), "no task"),
        (run(steps="x"), "steps must be a list"),
        (run(steps=[*STEPS, 3]), "steps must be a list of objects"),
        (run(steps=[*STEPS, {"source": "agent", "tool_calls": [{}]}]), "names no function"),
        (run(extra={"seasoned": {"task": {}, "outcome": "great"}}), "great"),
        (run(extra={"seasoned": {"task": {}}}, steps=None), "at least one step"),
        ('{"schema_version": "ATIF-v1.7", "steps": [', "not JSON"),
        ("[1]", "expected an ATIF trajectory"),
    ],
)
def test_a_bad_trajectory_is_reported_and_the_rest_is_read(
    tmp_path: Path, record: Any, said: str
) -> None:
    content = jsonl(run(session_id="1"), record, run(session_id="2"), end="\r\n")
    found, (skipped,) = apart(read(write(tmp_path / "a", BOM + content.encode())))
    assert [e.session for e in found] == ["1", "2"]
    assert skipped.place == "line 2" and said in skipped.reason


def test_odd_values_of_optional_fields_are_left_out(tmp_path: Path) -> None:
    steps = [{"source": "user", "message": "x", "timestamp": "yesterday"}]
    odd = run(agent="me", steps=steps, final_metrics={"total_cost_usd": "1"}, session_id=None)
    episode = one(read(write(tmp_path / "a", odd)))
    assert (episode.agent, episode.usage, episode.started_at) == (None, {}, None)


def test_what_was_copied_is_left_out_and_sub_agents_are_episodes(tmp_path: Path) -> None:
    copied = [{**step, "is_copied_context": True} for step in STEPS]
    below = run(trajectory_id="t2", steps=[STEPS[1]])
    whole = run(steps=[*copied, *STEPS[3:]], subagent_trajectories=[below])
    first, second = episodes(read(write(tmp_path / "a", whole)))
    assert first.task.description == "And?" and len(first.steps) == 1
    assert second.metadata["parent"] == "t1" and second.task.description == "Extend loan L1."


def test_an_empty_file_has_no_trajectories(tmp_path: Path) -> None:
    assert apart(read(write(tmp_path / "a", ""))) == ([], [])


WHOLE = Episode(
    Task("fix it 🛠\n", "debugging", 0.7, {"error": "E1"}),
    steps=(
        Step("tool_call", 'loan({"n": 1, "s": "a\\nb"})', result="ok", seconds=0.5),
        Step("tool_call", "make test", error="2 failed", at=datetime(2026, 1, 2, tzinfo=UTC)),
        Step("tool_call", "both()", result="", error="x"),
        Step("llm_response", "Done"),
        Step("user_input", " Thanks ", result="seen"),
        Step("check", "pytest", result="Error: as text"),
        Step("reasoning", ""),
    ),
    solution="a patch",
    feedback=Feedback(message="one left", tests_passed=3, tests_total=4),
    lessons=("wait for the cookie",),
    tags=("ci",),
    strategy="careful",
    started_at=datetime(2026, 1, 1, 0, 0, 0, 1, tzinfo=UTC),
    finished_at=datetime(2026, 1, 3, tzinfo=UTC),
    metadata={"deep": {"a": [1, None]}},
    key="k",
    user="ann",
    agent="desk",
    session="s",
    model="m",
    usage={"prompt_tokens": 3, "cost_usd": 0.1, "own": 2},
    id="0190b3a0-0000-7000-8000-000000000001",
    verdicts=(Verdict("0190b3a0-0000-7000-8000-000000000001", Outcome.SUCCESS, by="ci"),),
)


@pytest.mark.parametrize("episode", [WHOLE, Episode(Task("bare"), key="k"), Episode("", key="k")])  # type: ignore[arg-type]  # a text is a task
def test_an_episode_comes_back_as_it_was(tmp_path: Path, episode: Episode) -> None:
    write(tmp_path / "reward.txt", "0")  # what we wrote has an outcome of its own
    path = write(tmp_path / "trajectory.json", to_atif(episode))
    assert one(read(path)) == episode


def test_an_episode_without_key_and_id_gets_a_key_from_its_content(tmp_path: Path) -> None:
    bare = Episode(Task("x"), steps=(Step("llm_response", "y"),))
    path = write(tmp_path / "a", to_atif(bare))
    episode = one(read(path))
    assert episode.key and replace(episode, key=None) == bare
    assert one(read(path)).key == episode.key


def test_what_is_written_keeps_to_the_format() -> None:
    """The rules of ATIF 1.7: closed objects, steps counted from 1, results that name a call."""
    written = json.loads(json.dumps(to_atif(WHOLE)))
    assert written["schema_version"] == "ATIF-v1.7"
    top = {"schema_version", "session_id", "trajectory_id", "agent", "steps", "final_metrics"}
    assert written.keys() == top | {"extra"}
    assert written["agent"].keys() == {"name", "version", "model_name"}
    assert written["final_metrics"] == {
        "total_prompt_tokens": 3,
        "total_cost_usd": 0.1,
        "total_steps": 8,
    }
    assert [step["step_id"] for step in written["steps"]] == list(range(1, 9))
    for step in written["steps"]:
        known = {"step_id", "source", "message", "timestamp", "extra"}
        assert step.keys() <= known | {"tool_calls", "observation"}
        assert step["source"] == "agent" or step.keys() <= known
        ids = {call["tool_call_id"] for call in step.get("tool_calls", ())}
        for call in step.get("tool_calls", ()):
            assert call.keys() == {"tool_call_id", "function_name", "arguments"}
            assert isinstance(call["arguments"], dict)
        for result in step.get("observation", {"results": ()})["results"]:
            assert result.get("source_call_id") in (ids or {None})
    assert written["steps"][1]["tool_calls"][0]["arguments"] == {"n": 1, "s": "a\nb"}
    assert written["extra"]["seasoned"]["lessons"] == ["wait for the cookie"]


def test_importing_what_was_written_adds_nothing(tmp_path: Path) -> None:
    with Memory.open("memory://", embedder=False) as memory:
        receipt = memory.record(Episode(Task("x"), outcome=Outcome.SUCCESS))
        path = write(tmp_path / "a", to_atif(memory.get(receipt.id)))
        back = replace(one(read(path)), namespace="")
        assert not memory.record(back).created


def test_the_real_trajectory_has_no_outcome_although_it_praises_itself(data_dir: Path) -> None:
    episode = one(read(data_dir / "format_atif_login_trace_trajectory.json.gz"))
    assert episode.task.description.startswith("Verify the login page works")
    assert (episode.outcome, episode.feedback.reward) == (Outcome.UNKNOWN, None)
    calls = [step for step in episode.steps if step.action == "tool_call"]
    assert len(calls) == 6 and len(episode.steps) == 18
    assert calls[0].result == "ok: navigate to /login"
    assert episode.model == "openagents/khala" and episode.session == "login-trace"
