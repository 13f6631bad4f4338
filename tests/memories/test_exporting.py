"""Successes written out as demonstrations and training data: which, in what order, and safely."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    Episode,
    ExportOptions,
    Feedback,
    Filter,
    InvalidInput,
    Memory,
    Options,
    Outcome,
    Step,
    Task,
)
from seasoned.core.redaction import redact
from seasoned.testing import ManualClock

KEY = "sk-" + "a1" * 20


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def memory(clock: ManualClock) -> Iterator[Memory]:
    with Memory.open("memory://", embedder=False, options=Options(clock=clock)) as opened:
        yield opened


def won(text: str, reward: float | None = None, **fields: Any) -> Episode:
    given = {"solution": f"how to {text}", "outcome": Outcome.SUCCESS} | fields
    return Episode(Task(text), feedback=Feedback(reward=reward), **given)


def export(memory: Memory, format: Any = "fewshot", **more: Any) -> tuple[list[Any], Any]:
    """The lines of an export, read, and its report."""
    stream = io.BytesIO()
    report = memory.export(stream, format=format, **more)
    lines = list(map(json.loads, stream.getvalue().splitlines()))
    assert report.written == len(lines)
    return lines, report


def inputs(memory: Memory, **more: Any) -> list[str]:
    return [line["input"] for line in export(memory, **more)[0]]


def test_the_best_come_first_then_the_newest(memory: Memory, clock: ManualClock) -> None:
    for text, reward in [("plant", 0.9), ("water", None), ("dig", 0.5), ("prune", 1.0)]:
        memory.record(won(text, reward))
        clock.advance(1)
    assert inputs(memory) == ["prune", "water", "plant", "dig"]
    lines, report = export(memory, limit=3)
    assert [line["input"] for line in lines] == ["prune", "water", "plant"]
    assert report.left_out == {"beyond the limit": 1}


def test_what_is_left_out_is_counted_by_reason(memory: Memory) -> None:
    memory.record(won("plant the bulb"))
    memory.record(won("plant  the Bulb", solution="other"))
    memory.record(won("dig", solution=" "))
    memory.record(won(" ", solution="x"))
    for outcome in ("failure", "partial", "unknown", "unknown"):
        memory.record(won(outcome, outcome=outcome))
    lines, report = export(memory)
    assert [line["output"] for line in lines] == ["other"]
    assert report.left_out == {
        "near-duplicate task": 1,
        "no solution": 1,
        "no task": 1,
        "outcome failure": 1,
        "outcome partial": 1,
        "outcome unknown": 2,
    }
    both = export(memory, options=ExportOptions(duplicates=True))[0]
    assert [line["output"] for line in both] == ["other", "how to plant the bulb"]


def test_the_effective_outcome_and_reward_decide(memory: Memory) -> None:
    first, second = (memory.record(won(text, 0.5)).id for text in ("plant", "dig"))
    third = memory.record(won("water", outcome="unknown")).id
    memory.judge(first, "failure", by="ci")
    memory.judge(second, 1.0)
    memory.judge(third, "success", feedback=Feedback(reward=0.8))
    lines, report = export(memory)
    assert [(line["id"], line["reward"]) for line in lines] == [(second, 1.0), (third, 0.8)]
    assert report.left_out == {"outcome failure": 1}


def test_a_filter_narrows_and_may_ask_for_partial_successes(memory: Memory) -> None:
    memory.record(won("plant", 0.9, tags=("garden",), strategy="slow"))
    memory.record(won("dig", 0.4, tags=("garden",)))
    memory.record(won("cook", 1.0))
    memory.record(won("prune", 0.7, outcome="partial", tags=("garden",)))
    assert inputs(memory, filter=Filter(tags_all="garden")) == ["plant", "dig"]
    assert inputs(memory, filter=Filter(reward_min=0.8)) == ["cook", "plant"]
    assert inputs(memory, filter=Filter(strategy="slow")) == ["plant"]
    worth = Filter(outcome=("success", "partial"), tags_all="garden")
    assert inputs(memory, filter=worth) == ["plant", "prune", "dig"]
    assert inputs(memory, filter=Filter(outcome="partial")) == ["prune"]
    assert inputs(memory, filter=Filter(outcome=())) == []  # matches nothing, as everywhere
    with pytest.raises(InvalidInput, match="outcome failure, unknown shows nothing to follow"):
        export(memory, filter=Filter(outcome=("failure", "unknown", "success")))


def test_only_what_the_memory_can_see_is_written(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")
    for user in (None, "ann", "bob"):
        with Memory.open(url, user=user, embedder=False) as memory:
            memory.record(won(f"task of {user}"))
    with Memory.open(url, namespace="other", embedder=False) as memory:
        memory.record(won("task elsewhere"))
    for user, seen in ((None, {"task of None"}), ("ann", {"task of None", "task of ann"})):
        with Memory.open(url, user=user, embedder=False) as memory:
            assert set(inputs(memory)) == seen
            assert len(export(memory, "openai-ft")[0]) == len(seen)


@pytest.mark.parametrize("format", ["fewshot", "openai-ft"])
def test_secrets_are_replaced_and_counted(memory: Memory, format: str) -> None:
    step = Step("tool_call", f'login({{"key": "{KEY}"}})', result=f"bearer {KEY}")
    memory.record(won("log in", steps=(step,), solution=f"use {KEY}"))
    memory.record(won("dig", solution=""))
    steps = format == "fewshot"
    lines, report = export(memory, format, options=ExportOptions(steps=steps))
    assert KEY not in json.dumps(lines) and "[redacted:api-key]" in json.dumps(lines)
    assert report.redacted == 3
    kept, report = export(memory, format, options=ExportOptions(steps=steps, redact=False))
    assert KEY in json.dumps(kept) and report.redacted == 0
    assert redact(json.dumps(kept))[1]


def test_conversations_have_the_system_message_and_the_tools(memory: Memory) -> None:
    memory.record(won("extend", steps=(Step("tool_call", 'loan({"n": 1})', result="ok"),)))
    tool = {"type": "function", "function": {"name": "loan", "description": "A loan"}}
    options = ExportOptions(system="You run a desk.", tools=[tool])
    (line,), report = export(memory, "openai-ft", options=options)
    assert line["messages"][0] == {"role": "system", "content": "You run a desk."}
    assert line["tools"] == [tool]
    assert report.notes == ("1 of the 10 that are needed at least; record or allow more",)
    for number in range(9):
        memory.record(won(f"extend loan {number}"))
    assert export(memory, "openai-ft")[1].notes == ()


def test_what_its_readers_would_refuse_is_left_out(memory: Memory) -> None:
    memory.record(won("extend"))
    tool = {"type": "function", "function": {"name": "no such name"}}
    lines, report = export(memory, "openai-ft", options=ExportOptions(tools=[tool]))
    assert lines == []
    assert report.left_out == {"not fit: a function cannot be called 'no such name'": 1}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"format": "csv"}, "format must be one of records, fewshot, openai-ft, got 'csv'"),
        ({"format": ["fewshot"]}, "format must be one of"),
        ({"limit": 0}, "limit"),
        ({"filter": "tag"}, "filter must be of Filter"),
        ({"options": {"steps": True}}, "options must be of ExportOptions"),
        ({"options": ExportOptions(all_users=True)}, "all_users=True says nothing to the format"),
        ({"options": ExportOptions(system="x")}, "system='x' says nothing to the format 'fewshot'"),
        ({"format": "openai-ft", "options": ExportOptions(steps=True)}, "steps=True says nothing"),
        ({"format": "records", "limit": 1}, "records are exported whole"),
        ({"format": "records", "filter": Filter(tags_any="a")}, "records are exported whole"),
        ({"format": "records", "options": ExportOptions(redact=False)}, "redact=False says"),
    ],
)
def test_a_wrong_argument_is_named_and_nothing_is_written(
    memory: Memory, tmp_path: Path, more: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidInput, match=said):
        memory.export(tmp_path / "out.jsonl", **({"format": "fewshot"} | more))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"tools": "loan"}, "tools must be a list of definitions"),
        ({"tools": [{"name": "loan"}]}, "tools must hold definitions such as"),
        ({"tools": [{"type": "function", "function": {}}]}, "a function of tools has no name"),
        ({"tools": [1]}, "tools must be a mapping"),
        ({"steps": "yes"}, "steps must be of bool"),
        ({"system": None}, "system must be a string"),
    ],
)
def test_wrong_options_are_refused_when_they_are_made(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        ExportOptions(**fields)
