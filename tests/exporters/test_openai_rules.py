"""Each documented rule of OpenAI's fine-tuning bites."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from seasoned.exporters.openai_rules import problems

Change = Callable[[dict[str, Any]], object]
GOOD: dict[str, Any] = {
    "messages": [
        {"role": "system", "content": "You run a desk."},
        {"role": "user", "content": "Extend it."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}},
                {"id": "2", "type": "function", "function": {"name": "f", "arguments": "{}"}},
            ],
            "weight": 0,
        },
        {"role": "tool", "tool_call_id": "2", "content": ""},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "assistant", "content": "Done.", "weight": 1},
    ],
    "tools": [{"type": "function", "function": {"name": "f"}}],
}


def test_a_good_one_passes() -> None:
    assert problems(GOOD) == []
    # The last message may be a call: that is what such a model learns to make.
    assert problems({**GOOD, "messages": [*GOOD["messages"][:2], {**call(), "weight": 1}]}) == []


def call() -> dict[str, Any]:
    found: dict[str, Any] = copy.deepcopy(GOOD["messages"][2])
    return found


def at(place: int, **fields: Any) -> Change:
    return lambda made: made["messages"][place].update(fields)


def without(*places: int) -> Change:
    return lambda made: [made["messages"].pop(place) for place in sorted(places, reverse=True)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m.pop("messages"), "no messages"),
        (lambda m: m.update(messages=[]), "no messages"),
        (at(1, role="human"), "a role is none of"),
        (at(1, role="system"), "no message is the user's"),
        (at(1, role="system"), "stands behind others"),
        (at(5, role="user"), "a weight is not 0 or 1"),
        (without(5), "the last message is not the assistant's"),
        (lambda m: m["messages"].append({"role": "assistant", "content": "x"}), "follow each"),
        (at(1, content=" "), "role user has no content"),
        (at(5, content=None), "role assistant has no content"),
        (at(5, weight=0.5), "a weight is not 0 or 1"),
        (at(5, weight=0), "no message is to be learned"),
        (without(3), "a call has no answer"),
        (at(3, tool_call_id="9"), "a tool answers no call"),
        (at(3, tool_call_id="1"), "a tool answers no call"),
        (lambda m: m["messages"][2]["tool_calls"][0].update(id="2"), "given twice"),
        (lambda m: m.pop("tools"), "'f' is not among the tools"),
        (lambda m: m["tools"][0]["function"].update(name="f g"), "cannot be called 'f g'"),
        (
            lambda m: m["messages"][2]["tool_calls"][0]["function"].update(arguments="[]"),
            "the arguments of 'f' are no JSON object",
        ),
    ],
)
def test_a_rule_bites(change: Change, said: str) -> None:
    made = copy.deepcopy(GOOD)
    change(made)
    assert any(said in problem for problem in problems(made)), problems(made)
