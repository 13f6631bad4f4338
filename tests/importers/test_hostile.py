"""Whatever a file holds, an importer gives episodes and says what it left out; it never stops."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Memory
from seasoned.surfaces.importing import FileReport, Importing
from tests.importers import test_atif, test_messages, test_reflexion_programming, test_sweagent

Path = tuple[str | int, ...]
CALL = {"id": "1", "type": "function", "function": {"name": "set_date", "arguments": "{}"}}
RUN = {
    "task_id": 1,
    "trial": 0,
    "reward": 1.0,
    "info": {"task": {"user_id": "u", "instruction": "extend it"}, "user_cost": 0.5, "error": ""},
    "traj": [
        {"role": "user", "content": "please"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
    ],
}
EPISODE = {
    "kind": "episode",
    "schema": 1,
    "id": "e",
    "key": "k",
    "task": {"description": "x", "category": "c", "complexity": 0.5, "context": {"a": [1]}},
    "steps": [{"action": "a", "detail": "d", "result": "r", "seconds": 1.0}],
    "outcome": "success",
    "feedback": {"reward": 1.0, "message": "m", "tests_passed": 1, "tests_total": 2},
    "lessons": ["l"],
    "tags": ["t"],
    "metadata": {"a": {"b": 1}},
    "usage": {"tokens": 5},
    "finished_at": "2026-01-01T00:00:00Z",
    "verdicts": [
        {
            "episode": "e",
            "outcome": "failure",
            "feedback": {"reward": 0.0},
            "by": "ci",
            "at": "2026-01-02T00:00:00Z",
        }
    ],
}
ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
VALUES = (
    st.recursive(
        ATOMS,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["id", "text", "function", "a"]), inner, max_size=3)
        ),
        max_leaves=6,
    )
    | st.sampled_from([10**30, 10**400, 1e308, "\x00", "\ud800", "x" * 500])
    | st.sampled_from([70, 900, 960, 5000]).map("deep {}".format)
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where a value may stand in place of another."""
    yield path
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, name))


def put(whole: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(whole)
    place = changed
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return changed


def written(value: Any) -> bytes:
    """As JSON, which for Python's own encoder may be too deep."""
    text = re.sub(r'"deep (\d+)"', lambda m: "[" * int(m[1]) + "]" * int(m[1]), json.dumps(value))
    return text.encode()


def report(content: bytes, name: str | None) -> FileReport:
    """What an import says of a file, after it was read, and then recorded."""
    with Memory.open("memory://", embedder=False) as memory:
        found = Importing(lambda: memory, name).run("file", io.BytesIO(content), lambda _: None)
        assert memory.admin.check() == []
        assert memory.episodes.count() == found.recorded
    return found


@settings(max_examples=150)
@given(st.sampled_from(list(places(RUN))), VALUES)
def test_a_run_with_anything_in_place_of_anything_does_not_stop_the_rest(
    path: Path, value: Any
) -> None:
    broken, last = put(RUN, path, value), put(RUN, ("trial",), 7)
    found = report(written([RUN, broken, last]), "tau-bench")
    assert found.error is None
    assert found.read + found.skipped == 3 and found.read >= 2


@settings(max_examples=150)
@given(st.sampled_from(list(places(EPISODE))), VALUES)
def test_a_line_with_anything_in_place_of_anything_does_not_stop_the_rest(
    path: Path, value: Any
) -> None:
    last = put(put(EPISODE, ("id",), "f"), ("key",), "l")
    lines = [put(EPISODE, path, value), EPISODE, last]
    found = report(b"\n".join(map(written, lines)), "jsonl")
    assert found.error is None
    assert found.read + found.skipped >= 3 and found.read >= 2


OTHERS: dict[str, Any] = {
    "messages": test_messages.chat(reward=1),
    "atif": test_atif.run(),
    "swe-agent": test_sweagent.run(),
    "reflexion-programming": test_reflexion_programming.attempt(),
}


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=50)
@given(st.data())
def test_a_trace_with_anything_in_place_of_anything_does_not_stop_the_rest(
    name: str, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(list(places(OTHERS[name]))))
    broken, whole = put(OTHERS[name], path, data.draw(VALUES)), OTHERS[name]
    found = report(b"\n".join(map(written, [whole, broken, whole])), name)
    assert found.error is None
    assert found.read + found.skipped >= 2 and found.read >= 2


@settings(max_examples=100)
@given(
    st.binary(max_size=40) | VALUES.map(written),
    st.sampled_from(["jsonl", "tau-bench", *OTHERS, None]),
)
def test_any_file_is_read_or_reported(content: bytes, name: str | None) -> None:
    found = report(content, name)
    assert found.error or found.skipped or found.read or content.strip() in (b"", b"[]")


def test_a_list_of_runs_of_which_one_is_deep_may_end_in_the_middle() -> None:
    whole = written([RUN, put(RUN, ("trial",), "deep 5000"), RUN])
    found = report(whole[:-20], "tau-bench")
    deep, cut = found.reasons
    # Whether the parser or the record refuses it depends on how deep this Python parses.
    assert "nested" in deep.reason and "ends in the middle" in cut.reason
    assert (found.read, found.skipped, found.error) == (1, 2, None)
