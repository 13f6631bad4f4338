"""`seasoned forget --prove` as somebody uses it who has to show that it is gone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from seasoned import Memory
from tests.surfaces.commands import run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")  # so that no path is broken, however long


def record(task: str, *args: str) -> str:
    result = run("record", task, *args)
    assert result.exit_code == 0, result.output
    return result.stdout.strip()


def proof(result: Result) -> Any:
    return json.loads(result.stdout)["proof"]


def test_what_is_gone_is_proved() -> None:
    id = record("call the customer zebrahunter")
    record("call the customer")
    result = run("forget", id, "--yes", "--prove")
    assert result.exit_code == 0
    assert result.stdout.startswith("1 episode removed\n")
    assert result.stdout.endswith("proved: nothing is left\n")
    assert "seasoned.db" in result.stdout
    assert "zebrahunter" not in result.output
    assert "said by what is kept, too: episode " in result.stdout


def test_a_backup_that_holds_it_is_named_and_the_exit_code_says_so() -> None:
    id = record("call the customer zebrahunter")
    with Memory.open("seasoned.db", embedder=False) as memory:
        memory.admin.backup("old.db")
    result = run("forget", id, "--yes", "--prove")
    assert result.exit_code == 6
    assert result.stdout.endswith("not proved\n")
    assert "old.db, a backup of " in result.stderr and "delete that file" in result.stderr
    Path("old.db").unlink()
    record("another one")
    again = run("forget", "--everything", "--yes", "--prove")
    assert again.exit_code == 0
    assert "old.db is not there any more" in again.stderr


def test_as_json_everything_is_said() -> None:
    id = record("call the customer zebrahunter")
    found = proof(run("forget", id, "--yes", "--prove", "--json"))
    assert (found["complete"], found["remedies"], found["records"]) == (True, [], 1)
    assert {file["part"] for file in found["files"]} >= {"store", "journal"}
    assert all(file["remnants"] == 0 for file in found["files"])
    record("one more")
    assert proof(run("forget", "--everything", "--yes", "--json")) is None


def test_help_names_the_exit_code() -> None:
    assert "6    forget --prove" in run("--help").output


def test_where_nothing_matches_nothing_is_proved() -> None:
    record("call the customer zebrahunter")
    result = run("forget", "--category", "elsewhere", "--yes", "--prove")
    assert result.exit_code == 6
    assert result.stdout.endswith("not proved\n")
    assert "No episodes match." in result.stderr
    assert "nothing matched, so nothing was proved" in result.stderr
    found = proof(run("forget", "--category", "elsewhere", "--prove", "--json"))
    assert (found["complete"], found["pieces"]) == (False, 0)


@pytest.mark.parametrize(
    "command",
    [("forget", "--everything", "--yes"), ("prune", "--keep-newest", "1"), ("export", "-")],
)
def test_an_empty_namespace_is_told_as_it_may_be_mistyped(command: tuple[str, ...]) -> None:
    record("call the customer zebrahunter")
    result = run("--namespace", "misspelt", *command)
    assert "Namespace 'misspelt' holds nothing." in result.stderr


def test_everything_tells_what_went_beside_episodes() -> None:
    record("call the customer zebrahunter")
    with Memory.open("seasoned.db", embedder=False) as memory:
        memory.remember("likes tea")
        memory.documents.add("Bicycles stand in the yard", "handbook.md")
        memory.facts.remember("user", "fact", "home", "Graz")
    stats = run("stats").stdout
    assert all(noun in stats for noun in ("notes", "facts", "documents", "sessions"))
    asked = run("forget", "--everything")
    assert "1 episode and 1 note and 1 chunk and 1 fact would be removed" in asked.stderr
    result = run("forget", "--everything", "--yes", "--prove")
    assert result.exit_code == 0
    assert result.stdout.startswith("1 episode removed, and 1 note and 1 chunk and 1 fact\n")


def test_notes_alone_are_asked_for_and_go() -> None:
    with Memory.open("seasoned.db", embedder=False) as memory:
        memory.remember("likes tea")
    result = run("forget", "--everything", "--yes")
    assert result.stdout == "0 episodes removed, and 1 note\n"
