"""Messages of the command line speak of flags and commands, never of Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from seasoned.surfaces.cli import cli


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["--no-embedder", "record", "hello"]).exit_code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["export", "-", "--steps"], "--steps says nothing to the format 'records'"),
        (["export", "-", "--outcome", "failure"], "leave the filters and --limit away"),
        (["export", "-", "--format", "fewshot", "--without-vectors"], "--without-vectors says"),
        (
            ["prune", "--undo", "-3", "--keep-newest", "1"],
            "--undo must be 0 days or more, got -3 d",
        ),
        (["prune", "--older-than", "-3"], "--older-than must be 0 days or more, got -3 days"),
        (["prune"], "or use seasoned forget --everything"),
        (["restore", "nothing"], "see seasoned prune --list for what can"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_names_what_was_typed(args: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, ["--no-embedder", *args])
    assert result.exit_code in (2, 3)
    assert said in result.stderr
    assert not any(word in result.stderr for word in ("=True", "timedelta", "admin.", "<"))


def test_a_reward_out_of_range_is_not_sent_to_python() -> None:
    line = '{"task": "a", "feedback": {"reward": 3}}'
    result = CliRunner().invoke(cli, ["--no-embedder", "record", "--from", "-"], input=line)
    assert result.exit_code == 2
    assert "; scale it to 0 to 1" in result.stderr and "scaled(" not in result.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["doc", "search", "two", "words"], "(words); a text of several words stands in quotes."),
        (["chat", "hello", "--llm", "gpt-4o"], "script:FILE, whose lines are the answers"),
        (["--url", "nowhere.db", "lookup", "x"], "import, remember, fact set, doc add or chat"),
    ],
    ids=["quotes", "script", "nothing"],
)
def test_an_error_says_what_can_be_typed(args: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, ["--no-embedder", *args])
    assert result.exit_code in (1, 2) and said in result.stderr
