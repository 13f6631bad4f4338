"""tau-bench runs become episodes that say what the file says, and no more."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Outcome, Task
from seasoned.core.redaction import redact_episode
from seasoned.importers.source import Skipped
from seasoned.importers.taubench import read


def call(id: str, name: str, **arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    calls = [{"id": id, "type": "function", "function": function}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def answer(id: str, content: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "name": "t", "content": content}


DEEP = "stands for a list that is nested deeply"
TRAJ = [
    {"role": "system", "content": "the policy of the library desk"},
    {"role": "user", "content": "I want to extend my loan."},
    {"role": "assistant", "content": "Let me look."},
    call("1", "get_loan", loan="L1"),
    answer("1", '{"due": "Monday"}'),
    call("2", "extend_loan", loan="L1", days=99),
    answer("2", "Error: at most 14 days"),
    call("3", "extend_loan", loan="L1", days=14),
    answer("3", "ok"),
    {"role": "assistant", "content": "It is extended by 14 days."},
    {"role": "user", "content": "Thanks! ###STOP###"},
]


def run(**fields: Any) -> dict[str, Any]:
    task = {"user_id": "ann_1", "instruction": "You are Ann. Extend loan L1.", "actions": []}
    info = {"task": task, "user_cost": 0.5}
    return {"task_id": 7, "trial": 2, "reward": 1.0, "info": info, "traj": TRAJ} | fields


def write(path: Path, *runs: Any) -> Path:
    path.write_text(json.dumps(runs), encoding="utf-8")
    return path


def one(path: Path, **fields: Any) -> Episode:
    (episode,) = read(write(path / "runs.json", run(**fields)))
    assert isinstance(episode, Episode)
    return episode


def test_a_run_becomes_an_episode(tmp_path: Path) -> None:
    episode = one(tmp_path)
    assert episode.task == Task("You are Ann. Extend loan L1.", "customer_service")
    assert (episode.outcome, episode.feedback.reward) == (Outcome.SUCCESS, 1.0)
    assert episode.metadata == {"task_id": 7, "trial": 2, "user_id": "ann_1"}
    assert episode.tags == ("tau-bench", "extend_loan")
    assert episode.source == "tau-bench" and episode.usage == {"user_cost": 0.5}
    assert episode.lessons == () and episode.environment is None and episode.strategy == ""
    assert episode.solution == 'extend_loan({"loan": "L1", "days": 14})'


def test_steps_hold_calls_answers_errors_and_talk_but_not_the_policy(tmp_path: Path) -> None:
    episode = one(tmp_path)
    assert [(s.action, s.result, s.error) for s in episode.steps] == [
        ("user_input", None, None),
        ("llm_response", None, None),
        ("tool_call", '{"due": "Monday"}', None),
        ("tool_call", None, "Error: at most 14 days"),
        ("tool_call", "ok", None),
        ("llm_response", None, None),
        ("user_input", None, None),
    ]
    assert episode.steps[-1].detail == "Thanks!"
    assert episode.error == "Error: at most 14 days"


@pytest.mark.parametrize(
    ("reward", "outcome"),
    [(1, Outcome.SUCCESS), (1.0, Outcome.SUCCESS), (0.0, Outcome.FAILURE), (0.4, Outcome.PARTIAL)],
)
def test_the_outcome_follows_the_reward(tmp_path: Path, reward: float, outcome: Outcome) -> None:
    assert one(tmp_path, reward=reward).outcome is outcome


def test_where_nothing_was_changed_the_last_words_are_the_solution(tmp_path: Path) -> None:
    traj = [*TRAJ[:5], {"role": "assistant", "content": [{"type": "text", "text": "Not mine."}]}]
    episode = one(tmp_path, traj=traj)
    assert episode.solution == "Not mine." and episode.tags == ("tau-bench",)


@pytest.mark.parametrize(
    ("said", "solution"),
    [
        (["Loans of journals end today.", "You're very welcome! Have a great day!"], "Loans of"),
        (["Loans of journals end today.", "Thank you!", "Take care."], "Loans of"),
        (["No.", "Thank you for asking again. It stays at 14 days."], "Thank you for"),
        (["You're welcome!"], "You're welcome!"),
    ],
)
def test_a_farewell_is_no_solution_unless_nothing_else_was_said(
    tmp_path: Path, said: list[str], solution: str
) -> None:
    traj = [{"role": "assistant", "content": text} for text in said]
    assert one(tmp_path, traj=traj).solution.startswith(solution)


def test_a_call_without_an_answer_and_several_calls_at_once_are_kept(tmp_path: Path) -> None:
    both = call("1", "get_loan", loan="L1")
    both["tool_calls"] += call("2", "return_book", book="B")["tool_calls"]
    episode = one(tmp_path, traj=[both, answer("1", "x" * 100_000)])
    assert [len(s.result or "") for s in episode.steps] == [100_000, 0]


def test_an_answer_is_found_by_the_id_of_its_call_whatever_that_is(tmp_path: Path) -> None:
    ids: list[Any] = ["1", 2, None, [1], {"a": 1}]
    calls = [call(id, "get_loan") for id in ids]
    episode = one(tmp_path, traj=[*calls, *(answer(id, f"{id!r} said") for id in ids)])
    assert [s.result for s in episode.steps] == ["'1' said", "2 said", None, None, None]


def test_calls_that_share_an_id_have_an_answer_each(tmp_path: Path) -> None:
    traj = [
        call("1", "get_loan", loan="L1"),
        answer("1", "due on Monday"),
        call("1", "extend_loan", loan="L1", days=99),
        answer("1", "Error: at most 14 days"),
    ]
    first, second = one(tmp_path, traj=traj).steps
    assert (first.result, first.error) == ("due on Monday", None)
    assert (second.result, second.error) == (None, "Error: at most 14 days")


def test_the_key_is_made_of_the_content(tmp_path: Path) -> None:
    first, again, other = one(tmp_path), one(tmp_path), one(tmp_path, trial=3)
    assert first.key == again.key != other.key


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"reward": 7}, "reward must lie within"),
        ({"reward": None}, "a reward"),
        ({"reward": "good"}, "reward must be a number"),
        ({"traj": None}, "traj"),
        ({"traj": ["text"]}, "a message is an object"),
        ({"traj": [{"role": "assistant", "tool_calls": ["f"]}]}, "function"),
        ({"info": {"error": "rate limit"}, "traj": []}, "rate limit"),
        ({"info": []}, "info"),
        ({"traj": [{"role": "assistant", "tool_calls": 5}]}, "tool_calls is a list, got '5'"),
        ({"trial": DEEP}, "nested"),
        ({"traj": [{"role": "user", "content": DEEP}]}, "nested"),
    ],
)
def test_a_broken_run_is_reported_and_the_rest_is_read(
    tmp_path: Path, fields: dict[str, Any], said: str
) -> None:
    path = tmp_path / "runs.json"
    text = json.dumps([run(), run(**fields), 3, run(trial=5)])
    # By hand: Python itself writes nothing so deep. Signs within a text mean nothing.
    path.write_text(text.replace(json.dumps(DEEP), "[" * 100_000 + r'"],\"]"' + "]" * 100_000))
    first, skipped, number, last = read(path)
    assert isinstance(first, Episode) and isinstance(last, Episode)
    assert isinstance(skipped, Skipped) and skipped.place == "record 2" and said in skipped.reason
    assert isinstance(number, Skipped)


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "JSON list"), ("{}", "JSON list"), ("[", "ends in the middle"), ("[1,]", "an object")],
)
def test_what_is_no_list_is_reported(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "runs.json"
    path.write_text(text)
    (skipped,) = read(path)
    assert isinstance(skipped, Skipped) and said in skipped.reason


def test_a_list_that_is_cut_off_gives_the_runs_before(tmp_path: Path) -> None:
    path = tmp_path / "runs.json"
    path.write_text(json.dumps([run(trial=n) for n in range(3)])[:-20])
    *whole, cut = read(path)
    assert [type(item) for item in whole] == [Episode, Episode]
    assert isinstance(cut, Skipped) and "ends in the middle" in cut.reason


def test_a_run_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seasoned.importers.pieces.MOST", 4000)
    path = tmp_path / "runs.json"
    long = [{"role": "user", "content": "x" * 5000}]
    path.write_text(json.dumps([run(), run(traj=long), run(trial=7)]))
    first, skipped, last = read(path)
    assert isinstance(first, Episode) and isinstance(last, Episode)
    assert isinstance(skipped, Skipped) and "longer than" in skipped.reason


def test_a_compressed_file_and_progress(tmp_path: Path) -> None:
    path, shares = tmp_path / "runs.json.gz", list[float]()
    path.write_bytes(gzip.compress(json.dumps([run(trial=n) for n in range(4)]).encode()))
    assert len(list(read(path, shares.append))) == 4
    assert len(shares) == 4 and shares[-1] == 1.0


def test_the_real_runs_are_imported_once(tmp_path: Path, data_dir: Path) -> None:
    path = data_dir / "taubench_airline_gpt4o_200episodes.json.gz"
    episodes = [e for e in read(path) if isinstance(e, Episode)]
    assert Counter(e.outcome for e in episodes) == {Outcome.SUCCESS: 84, Outcome.FAILURE: 116}
    assert all(redact_episode(e)[1] == 0 for e in episodes)
    with Memory.open(str(tmp_path / "m.db"), embedder=False) as memory:
        assert all(receipt.created for receipt in memory.episodes.record_many(episodes))
        assert not any(receipt.created for receipt in memory.episodes.record_many(read(path)))  # type: ignore[arg-type]  # nothing is skipped
        assert memory.episodes.count() == 200
        found = memory.recall("cancel a reservation that has travel insurance")
        assert found.successes and found.failures
