"""Programming runs of Reflexion: the prompt, whether it was solved, and what was learned."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from seasoned import Memory, Outcome, Task
from seasoned.importers.reflexion_programming import read
from tests.importers.samples import BOM, apart, episodes, jsonl, one, write

RUN = "root/x/mbpp-py._reflexion-ucs_5_gpt-4_pass_at_k_1_py.jsonl"


def attempt(**fields: Any) -> dict[str, Any]:
    whole = {
        "name": "desk_1",
        "language": "py",
        "prompt": "def due(day: int) -> int:\n    ...\n",
        "entry_point": "due",
        "test": "assert due(1) == 15",
        "original": "/somewhere",
        "is_solved": True,
        "reflections": ["Count from the loan.", " ", "Count from the loan.", "Add 14."],
        "solution": "def due(day): return day + 14",
    }
    return {k: v for k, v in (whole | fields).items() if v is not None}


def test_an_attempt_becomes_an_episode(tmp_path: Path) -> None:
    episode = one(read(write(tmp_path / "a", jsonl(attempt()))))
    assert episode.task == Task("def due(day: int) -> int:\n    ...\n", "code_generation")
    assert (episode.outcome, episode.feedback.reward) == (Outcome.SUCCESS, 1.0)
    assert episode.lessons == ("Count from the loan.", "Add 14.")
    assert episode.solution == "def due(day): return day + 14"
    assert episode.iterations == 4  # a try more than reflections
    assert (episode.strategy, episode.model) == ("", None)
    assert episode.tags == ("reflexion-programming", "py")
    assert episode.metadata == {
        "name": "desk_1",
        "language": "py",
        "entry_point": "due",
        "test": "assert due(1) == 15",
    }


def test_tries_their_tests_and_reflections_are_steps(tmp_path: Path) -> None:
    fields = {"implementations": ["a", "b"], "test_feedback": ["failed", "passed"]}
    episode = one(read(write(tmp_path / "a", attempt(reflections=["r"], **fields))))
    assert [(s.action, s.result or s.detail) for s in episode.steps] == [
        ("llm_response", "a"),
        ("check", "failed"),
        ("reasoning", "r"),
        ("llm_response", "b"),
        ("check", "passed"),
    ]
    assert episode.iterations == 2


def test_a_run_by_name_tells_strategy_and_model(tmp_path: Path) -> None:
    named = {RUN: [attempt(), attempt(is_solved=False)], "plain.jsonl": [attempt()]}
    found = episodes(read(write(tmp_path / "all.json", named)))
    assert [(e.strategy, e.model, e.outcome) for e in found] == [
        ("reflexion-ucs", "gpt-4", Outcome.SUCCESS),
        ("reflexion-ucs", "gpt-4", Outcome.FAILURE),
        ("", None, Outcome.SUCCESS),
    ]
    assert found[0].metadata["run"] == RUN
    assert len({e.key for e in found}) == 3  # the same attempt in two runs was made twice
    alone = one(read(write(tmp_path / Path(RUN).name, jsonl(attempt()))))
    assert (alone.strategy, alone.model) == ("reflexion-ucs", "gpt-4")


@pytest.mark.parametrize("solution", [None, "", [], ["assert a", "assert b"]])
def test_a_solution_may_be_missing_or_several(tmp_path: Path, solution: Any) -> None:
    episode = one(read(write(tmp_path / "a", attempt(solution=solution, reflections=None))))
    assert episode.solution == ("assert a\nassert b" if solution else "")
    assert (episode.iterations, episode.lessons) == (1, ())


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (attempt(is_solved=None), "is_solved (true or false)"),
        (attempt(is_solved=1), "is_solved (true or false)"),
        (attempt(prompt=" "), "expected a record with prompt"),
        (attempt(reflections="one text"), ""),
        (attempt(reflections=[1]), "reflections must be"),
        (attempt(reflections={"a": 1}), "reflections must be"),
        ('{"prompt": "x", "is_sol', "not JSON"),
        ("[]", "expected a record"),
    ],
)
def test_a_bad_record_is_reported_and_the_rest_is_read(
    tmp_path: Path, record: Any, said: str
) -> None:
    content = jsonl(attempt(name="a"), record, attempt(name="b"), end="\r\n")
    found, skipped = apart(read(write(tmp_path / "a", BOM + content.encode())))
    assert [found[0].metadata["name"], found[-1].metadata["name"]] == ["a", "b"]
    assert [s.place for s in skipped] == (["line 2"] if said else [])
    assert all(said in s.reason for s in skipped)


def test_the_real_attempts(data_dir: Path) -> None:
    path = data_dir / "reflexion_programming_runs.json.gz"
    found = episodes(read(path))
    assert Counter(e.outcome for e in found) == {Outcome.SUCCESS: 3346, Outcome.FAILURE: 1327}
    assert len({e.key for e in found}) == 4673
    assert len({e.metadata["run"] for e in found}) == 35
    assert sum(bool(e.lessons) for e in found) == 908
    assert all(e.strategy for e in found if "reflexion_humaneval_py_pass" not in e.metadata["run"])
    with Memory.open("memory://", embedder=False) as memory:
        assert all(r.created for r in memory.episodes.record_many(found[:300]))
        assert not any(r.created for r in memory.episodes.record_many(found[:300]))
