"""Chats become episodes: what the user asked, what was called, and an outcome if one is stated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Outcome, Task
from seasoned.core.redaction import redact_episode
from seasoned.importers.messages import read
from seasoned.importers.source import Skipped
from tests.importers.samples import BOM, apart, episodes, jsonl, one, write


def call(id: str, name: str, arguments: Any = "{}") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "You run a library desk."},
    {"role": "user", "content": " Extend my loan of L1. "},
    {"role": "assistant", "content": "Let me look.", "tool_calls": [call("1", "loan", '{"n": 1}')]},
    {"role": "tool", "tool_call_id": "1", "content": '{"due": "Monday"}'},
    {"role": "assistant", "content": None, "tool_calls": [call("2", "extend"), call("3", "mail")]},
    {"role": "tool", "tool_call_id": "3", "content": [{"type": "text", "text": "sent"}]},
    {"role": "tool", "tool_call_id": "2", "content": "Error: at most 14 days"},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": "Not possible."},
]


def chat(**fields: Any) -> dict[str, Any]:
    return {"messages": CHAT} | fields


def test_a_chat_becomes_an_episode(tmp_path: Path) -> None:
    record = chat(id="c7", model="m-1", tools=[{"type": "function"}], metadata={"lang": "en"})
    episode = one(read(write(tmp_path / "a", jsonl(record))))
    assert episode.task == Task("Extend my loan of L1.")
    assert [(s.action, s.detail, s.result, s.error) for s in episode.steps] == [
        ("llm_response", "Let me look.", None, None),
        ("tool_call", 'loan({"n": 1})', '{"due": "Monday"}', None),
        ("tool_call", "extend({})", None, "Error: at most 14 days"),
        ("tool_call", "mail({})", "sent", None),
        ("user_input", "Thanks.", None, None),
        ("llm_response", "Not possible.", None, None),
    ]
    assert episode.solution == "Not possible."
    assert (episode.outcome, episode.feedback.reward) == (Outcome.UNKNOWN, None)
    assert (episode.model, episode.source) == ("m-1", "messages")
    assert episode.tags == ("messages", "loan", "extend", "mail")
    assert episode.metadata == {"id": "c7", "lang": "en"}


@pytest.mark.parametrize(
    ("fields", "outcome", "reward", "raw"),
    [
        ({"reward": 1}, Outcome.SUCCESS, 1.0, None),
        ({"reward": 0.0}, Outcome.FAILURE, 0.0, None),
        ({"reward": 0.5}, Outcome.PARTIAL, 0.5, None),
        ({"reward": 7}, Outcome.UNKNOWN, None, 7.0),
        ({"reward": -1}, Outcome.UNKNOWN, None, -1.0),
        ({"reward": None}, Outcome.UNKNOWN, None, None),
        ({"score": 1.0}, Outcome.UNKNOWN, None, 1.0),
        ({"score": "good"}, Outcome.UNKNOWN, None, None),
        ({"success": True}, Outcome.SUCCESS, None, None),
        ({"resolved": False}, Outcome.FAILURE, None, None),
        ({"success": "yes"}, Outcome.UNKNOWN, None, None),
        ({"success": True, "reward": 0.5}, Outcome.SUCCESS, 0.5, None),
        ({"outcome": "partial"}, Outcome.PARTIAL, None, None),
        ({"outcome": "great"}, Outcome.UNKNOWN, None, None),
        ({"metadata": {"reward": 1.0}}, Outcome.SUCCESS, 1.0, None),
    ],
)
def test_an_outcome_is_what_a_field_states_and_else_unknown(
    tmp_path: Path, fields: dict[str, Any], outcome: Outcome, reward: float | None, raw: Any
) -> None:
    episode = one(read(write(tmp_path / "a", jsonl(chat(**fields)))))
    feedback = episode.feedback
    assert (episode.outcome, feedback.reward, feedback.raw) == (outcome, reward, raw)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"messages": None}, "expected a record with a list of messages"),
        ({"chat": []}, "expected a record with a list of messages"),
        ([1], "expected a record with a list of messages"),
        ({"messages": "hello"}, "list of objects"),
        ({"messages": ["hello"]}, "list of objects"),
        ({"messages": []}, "no task"),
        ({"messages": CHAT[:1]}, "no task"),
        ({"messages": [{"role": "user", "content": " "}]}, "no task"),
        (chat(reward="good"), "reward must be a number"),
        (chat(success=True, reward=0), "contradict"),
        ({"messages": [CHAT[1], {"role": "assistant", "tool_calls": [{}]}]}, "names no function"),
        ({"messages": [CHAT[1], {"role": "assistant", "tool_calls": "f"}]}, "tool_calls"),
        ('{"messages": [{"role": "us', "not JSON"),
    ],
)
def test_a_bad_record_is_reported_and_the_rest_is_read(
    tmp_path: Path, record: Any, said: str
) -> None:
    path = write(tmp_path / "a", BOM + jsonl(chat(n=1), record, "", chat(n=2), end="\r\n").encode())
    first, skipped, last = read(path)
    assert isinstance(first, Episode) and isinstance(last, Episode)
    assert isinstance(skipped, Skipped) and skipped.place == "line 2" and said in skipped.reason


def test_old_calls_loose_answers_and_thoughts_are_steps(tmp_path: Path) -> None:
    messages = [
        CHAT[1],
        {"role": "assistant", "reasoning_content": "hm", "function_call": {"name": "f"}},
        {"role": "function", "name": "f", "content": "late"},
        {"role": "tool", "tool_call_id": "9", "content": "lost\x00"},
    ]
    episode = one(read(write(tmp_path / "a", {"messages": messages})))
    assert [(s.action, s.detail, s.result) for s in episode.steps] == [
        ("reasoning", "hm", None),
        ("tool_call", "f()", "late"),
        ("observation", "", "lost\ufffd"),
    ]


def test_one_chat_over_many_lines_and_a_list_of_chats_are_read(tmp_path: Path) -> None:
    assert one(read(write(tmp_path / "a", json.dumps(chat(), indent=2)))).steps
    assert len(episodes(read(write(tmp_path / "b", [chat(n=1), chat(n=2)])))) == 2


def test_importing_again_adds_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a", jsonl(chat(n=1), chat(n=2), chat(n=1)))
    with Memory.open("memory://", embedder=False) as memory:
        assert [r.created for r in memory.episodes.record_many(episodes(read(path)))] == [
            True,
            True,
            False,
        ]
        assert not any(r.created for r in memory.episodes.record_many(episodes(read(path))))


def test_secrets_in_a_chat_are_found(tmp_path: Path) -> None:
    secret = "password=hunter2hunter2"
    path = write(tmp_path / "a", {"messages": [CHAT[1], {"role": "assistant", "content": secret}]})
    clean, number = redact_episode(one(read(path)))
    assert number == 2 and "hunter2" not in str(clean)  # the last words are a step and the solution


def test_an_empty_file_has_no_chats(tmp_path: Path) -> None:
    assert apart(read(write(tmp_path / "a", ""))) == ([], [])
