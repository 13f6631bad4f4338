"""Conversations for fine-tuning: paired calls, one voice at a time, the solution last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Episode, Outcome, Step, Task
from seasoned.exporters.openai_ft import conversation
from seasoned.exporters.openai_rules import problems
from seasoned.importers.messages import read
from tests.importers.samples import one

LOAN = Task("Extend my loan of L1.")
STEPS = (
    Step("llm_response", "Let me look."),
    Step("tool_call", 'loan({"n": 1})', result='{"due": "Monday"}'),
    Step("tool_call", "extend({})", error="Error: at most 14 days"),
    Step("tool_call", 'mail({"to": "a"})', result="sent"),
    Step("user_input", "Thanks."),
    Step("llm_response", "Not possible."),
)


def won(*steps: Step, solution: str = "done", task: Task = LOAN) -> Episode:
    return Episode(task, steps=steps, solution=solution, outcome=Outcome.SUCCESS)


def texts(made: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(message["role"], message.get("content")) for message in made["messages"]]


def test_a_conversation_in_full() -> None:
    made = conversation(won(*STEPS, solution="Not possible."), system="You run a desk.")
    assert made["messages"] == [
        {"role": "system", "content": "You run a desk."},
        {"role": "user", "content": "Extend my loan of L1."},
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "loan", "arguments": '{"n": 1}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": '{"due": "Monday"}'},
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "call_2",
                    "type": "function",
                    "function": {"name": "extend", "arguments": "{}"},
                }
            ],
            "weight": 0,
        },
        {"role": "tool", "tool_call_id": "call_2", "content": "Error: at most 14 days"},
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "call_3",
                    "type": "function",
                    "function": {"name": "mail", "arguments": '{"to": "a"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_3", "content": "sent"},
        {"role": "user", "content": "Thanks."},
        {"role": "assistant", "content": "Not possible."},
    ]
    assert made["parallel_tool_calls"] is False
    assert [tool["function"]["name"] for tool in made["tools"]] == ["loan", "extend", "mail"]
    assert problems(made) == []


def test_the_importer_of_chats_reads_it_back(tmp_path: Path) -> None:
    episode = won(*STEPS, solution="Not possible.")
    path = tmp_path / "train.jsonl"
    path.write_text(json.dumps(conversation(episode, system="You run a desk.")))
    back = one(read(path))
    assert (back.task, back.solution) == (episode.task, episode.solution)
    assert [(s.action, s.detail, s.result, s.error) for s in back.steps] == [
        (s.action, s.detail, s.result, s.error) for s in episode.steps
    ]
    assert (back.outcome, back.metadata) == (Outcome.UNKNOWN, {})


def test_the_context_is_part_of_what_the_user_asks() -> None:
    made = conversation(won(task=Task("Fix it", context={"error": "401", "lines": [1, 2]})))
    assert texts(made)[0] == ("user", "Fix it\n\nerror:\n401\n\nlines:\n[1,2]")


@pytest.mark.parametrize(
    ("steps", "solution", "last"),
    [
        ((), "done", "done"),
        ((Step("llm_response", "so"),), "done", "so\n\ndone"),
        ((Step("llm_response", "done "),), "done", "done "),
        ((Step("llm_response", "so"), Step("llm_response", "done")), "done", "so\n\ndone"),
        ((Step("llm_response", "not done"),), "done", "not done\n\ndone"),
        ((Step("llm_response", "it"),), "", "it"),
        ((Step("llm_response", " "),), "done", "done"),
        ((Step("reasoning", "why"), Step("check", "pytest", result="ok")), "done", "done"),
    ],
)
def test_the_assistant_speaks_once_and_last(
    steps: tuple[Step, ...], solution: str, last: str
) -> None:
    made = conversation(won(*steps, solution=solution))
    assert texts(made) == [("user", LOAN.description), ("assistant", last)]
    assert "tools" not in made and problems(made) == []


def test_what_is_no_call_in_json_is_a_call_with_its_text_as_input() -> None:
    made = conversation(
        won(
            Step("tool_call", "ls -la", result="a b", error="denied"),
            Step("edit file", "login.py"),
            Step("observation", result="a letter came"),
        )
    )
    calls = [m["tool_calls"][0]["function"] for m in made["messages"] if "tool_calls" in m]
    assert calls == [
        {"name": "run", "arguments": '{"input":"ls -la"}'},
        {"name": "edit_file", "arguments": '{"input":"login.py"}'},
    ]
    assert [text for role, text in texts(made) if role == "tool"] == ["Error: denied\na b", ""]
    assert texts(made)[-2:] == [("user", "a letter came"), ("assistant", "done")]
    assert problems(made) == []


def test_functions_are_described_as_they_are_called_unless_they_are_given() -> None:
    given = {"type": "function", "function": {"name": "mail", "description": "Sends a letter"}}
    steps = (
        Step("tool_call", 'mail({"to": "a"})'),
        Step("tool_call", 'add({"a": 1, "b": 2.5, "c": [1], "d": null, "e": true})'),
        Step("tool_call", 'add({"a": "one", "f": {}})'),
    )
    made = conversation(won(*steps), tools=[given])
    assert made["tools"][0] == given
    (added,) = made["tools"][1:]
    assert added["function"]["parameters"]["properties"] == {
        "a": {},
        "b": {"type": "number"},
        "c": {"type": "array", "items": {}},
        "d": {},
        "e": {"type": "boolean"},
        "f": {"type": "object"},
    }
    assert conversation(won(), tools=[given])["tools"] == [given]


ACTIONS = st.sampled_from(["tool_call", "llm_response", "user_input", "observation", "é ü", ""])
TEXTS = st.text(st.sampled_from('ab \n({"é})1:,'), max_size=12)
STEP = st.builds(Step, ACTIONS, TEXTS, result=st.none() | TEXTS, error=st.none() | TEXTS)


@given(st.lists(STEP, max_size=8), TEXTS.filter(str.strip), TEXTS.filter(str.strip))
def test_any_episode_with_a_solution_keeps_the_rules(
    steps: list[Step], solution: str, task: str
) -> None:
    made = conversation(won(*steps, solution=solution, task=Task(task)))
    assert problems(made) == []
    assert made["messages"][-1]["content"].rstrip().endswith(solution.strip())


def test_the_types_of_openais_own_library_take_it() -> None:
    types: Any = pytest.importorskip("openai.types.chat")
    pydantic: Any = pytest.importorskip("pydantic")
    steps = (*STEPS, Step("edit", "a file"), Step("observation", result="a letter"))
    made = conversation(won(*steps), system="You run a desk.")
    message = pydantic.TypeAdapter(types.ChatCompletionMessageParam)
    tool = pydantic.TypeAdapter(types.ChatCompletionToolParam)
    assert all(message.validate_python(each) for each in made["messages"])
    assert all(tool.validate_python(each) for each in made["tools"])
