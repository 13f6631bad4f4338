"""`seasoned expire`, and what `forget` does with attempts that are open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seasoned import Memory
from tests.surfaces.commands import run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begin(task: str) -> None:
    with Memory.open("seasoned.db", embedder=False) as memory:
        memory.begin(task)


def test_what_nobody_finished_is_closed() -> None:
    begin("call the zebrahunter")
    assert run("expire", "--after", "7d").stdout == "0 attempts closed\n"
    assert json.loads(run("expire", "--after", "12h", "--json").stdout) == {"closed": []}
    closed = run("expire", "--after", "0")
    assert closed.stdout.startswith("1 attempt closed\n  ")
    assert run("show", closed.stdout.split()[-1]).exit_code == 0


@pytest.mark.parametrize("age", ["soon", "-3", "9" * 400, "5y", ""])
def test_what_is_no_age_is_refused(age: str) -> None:
    result = run("expire", f"--after={age}")
    assert result.exit_code == 2
    assert "write 7d, 12h or 30m" in result.stderr


def test_everything_is_open_attempts_too() -> None:
    begin("call the zebrahunter")
    asked = run("forget", "--everything")
    assert asked.exit_code == 2 and "1 open attempt would be removed" in asked.stderr
    result = run("forget", "--everything", "--yes", "--prove")
    assert result.exit_code == 0
    assert result.stdout.startswith("0 episodes removed, and 1 open attempt\n")
    assert b"zebra" not in Path("seasoned.db").read_bytes()


def test_the_remedy_is_a_command() -> None:
    id = run("record", "call the zebrahunter").stdout.strip()
    begin("call the zebrahunter")
    result = run("forget", id, "--yes", "--prove")
    assert result.exit_code == 6
    assert "seasoned expire --after 0" in result.stderr
