"""Commands that have nothing to do, or are told two things at once, say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from seasoned.surfaces.cli import cli


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("--no-embedder", "record", "hello", "--outcome", "failure").exit_code == 0


def run(*args: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(cli, args, env=env)


def test_a_move_that_never_began_is_not_given_up() -> None:
    result = run("reembed", "--abort")
    assert (result.exit_code, result.stdout[:18]) == (0, "nothing to give up")


@pytest.mark.parametrize(
    "args",
    [
        ("--embedder", "minilm", "--no-embedder", "stats"),
        ("stats", "--embedder", "minilm", "--no-embedder"),
    ],
)
def test_an_embedder_and_none_at_once_are_refused(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert "--embedder and --no-embedder exclude each other" in result.stderr


def test_none_overrules_the_environment_and_a_later_one_the_earlier() -> None:
    assert run("--no-embedder", "stats", env={"SEASONED_EMBEDDER": "minilm"}).exit_code == 0
    assert run("--embedder", "minilm", "stats", "--no-embedder").exit_code == 0


@pytest.mark.parametrize("name", ["fewshot", "openai-ft"])
def test_an_export_without_a_success_says_that_it_is_empty(name: str) -> None:
    result = run("--no-embedder", "export", "out", "--format", name)
    assert result.exit_code == 0
    assert "No success matches, so nothing was written." in result.stderr
