"""`seasoned warn` as a user or a hook sees it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from seasoned import Episode, Memory, Options, Outcome, Step, Task
from tests.surfaces.commands import run

TASK = "ship the release of the billing service"
PUSH = "git push --force origin main"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def good(*args: str) -> Result:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result


def warnings(*args: str) -> list[Any]:
    found: list[Any] = json.loads(good("warn", *args, "--json").stdout)["warnings"]
    return found


def empty() -> None:
    Memory.open("seasoned.db", embedder=False).close()


def fill() -> str:
    steps = (
        Step("shell", PUSH, error="remote: protected branch"),
        Step("tool_call", 'deploy({"to": "prod"})', error="freeze until Monday"),
    )
    with Memory.open("seasoned.db", embedder=False) as memory:
        return memory.record(
            Episode(
                Task(TASK), steps=steps, outcome=Outcome.FAILURE, lessons=("open a pull request",)
            )
        ).id


def test_nothing_known_is_said_and_no_failure() -> None:
    empty()
    result = good("warn", PUSH)
    assert result.stdout == ""
    assert "Nothing that is remembered speaks against it." in result.stderr
    assert warnings(PUSH) == []


def test_a_warning_is_a_line_or_json() -> None:
    id = fill()
    line = good("warn", PUSH, "--task", TASK).stdout
    assert all(part in line for part in ("protected branch", "open a pull request", id))
    (found,) = warnings(PUSH, "--task", TASK)
    assert found["text"] == line.rstrip("\n")
    assert (found["episode"], found["step"], found["failed"], found["passed"]) == (id, 0, 1, 0)
    assert found["likeness"] == "task"


def test_a_tool_call_may_be_handed_over_as_a_hook_has_it() -> None:
    fill()
    for call in ({"name": "deploy", "arguments": {"to": "prod"}},
                 {"tool_name": "deploy", "tool_input": {"to": "prod"}}):  # fmt: skip
        assert warnings(json.dumps(call), "--task", TASK)[0]["error"] == "freeze until Monday"


def test_an_attempt_is_asked_for_its_task_and_may_run_without_memory() -> None:
    fill()
    with Memory.open("seasoned.db", embedder=False) as memory:
        id = memory.begin(TASK).id
    assert len(warnings(PUSH, "--attempt", id)) == 1
    with Memory.open("seasoned.db", embedder=False, options=Options(holdout=1.0)) as memory:
        memory.episodes.record_many(Episode(Task(f"{a} {b}")) for a in "abcdef" for b in "uvwxyz")
        held = memory.begin(TASK)
        assert held.recall.held_out
    assert warnings(PUSH, "--attempt", held.id) == []


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([" "], 2, "action is blank"),
        (["x", "--task", " "], 2, "task is empty"),
        (["x", "--category", "debugging"], 2, "give --task too"),
        (["x", "--attempt", "nobody"], 3, "nobody"),
        (["x", "--attempt", "a", "--task", "b"], 2, "leave out --task or --attempt"),
        (['{"arguments": {}}'], 2, "has no name"),
    ],
)
def test_a_mistake_is_named(args: list[str], code: int, said: str) -> None:
    empty()
    result = run("warn", *args)
    assert result.exit_code == code
    assert said in result.stderr


def test_text_that_only_looks_like_json_is_text() -> None:
    empty()
    assert warnings("{not json}") == []
