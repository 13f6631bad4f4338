"""What a narrow terminal shows: nothing that matters is cut away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from seasoned.surfaces.cli import cli
from tests.memories.trials import opened, work

TASK = "Fix the flaky login test in the checkout service"


def run(*args: str, columns: int = 120) -> str:
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(cli, ["--no-embedder", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return run("record", TASK, "--outcome", "success").strip()


@pytest.mark.parametrize("columns", [40, 50, 60, 71, 72, 120])
def test_task_and_id_can_be_read_at_any_width(id: str, columns: int) -> None:
    said = run("recall", "flaky login", "--explain", columns=columns)
    assert max(map(len, said.splitlines())) <= columns
    assert id in "".join(said.split())
    if columns < 72 or columns == 120:
        assert TASK in " ".join(said.split())
    assert "complexity" in said


@pytest.fixture
def compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory that held half of its tasks out, of a category with a long name."""
    monkeypatch.chdir(tmp_path)
    memory, clock = opened("seasoned.db")
    with memory:
        work(memory, clock, 150, lambda recall, _: 0.95 if recall.results else 0.3)


@pytest.mark.usefixtures("compared")
@pytest.mark.parametrize("command", ["lift", "skills"])
def test_no_figure_is_cut_at_any_width(command: str) -> None:
    def figures(columns: int) -> set[str]:
        said = run(command, columns=columns)
        # The first line of lift is a sentence, which a terminal wraps by itself.
        assert max(map(len, said.splitlines()[1:])) <= columns
        return set(re.findall(r"[-+]?[0-9][0-9.,]*", said))

    wide = figures(120)
    assert len(wide) > 3
    for columns in (40, 60, 80, 90):
        assert figures(columns) == wide


@pytest.mark.usefixtures("compared")
def test_the_bounds_that_count_stand_at_eighty_columns() -> None:
    said = run("lift", columns=80)
    assert "any look" in said
    assert "+0." in said.split("any look")[1]


@pytest.mark.usefixtures("compared")
@pytest.mark.parametrize("columns", [20, 40, 60, 80])
def test_a_plot_keeps_to_the_width(columns: int) -> None:
    assert max(map(len, run("curve", columns=columns).splitlines())) <= columns


def test_no_line_ends_in_blanks(id: str) -> None:
    run("judge", id, "failure")
    for command in (("recall", "flaky login"), ("list",), ("stats",), ("show", id), ("doctor",)):
        assert not [line for line in run(*command).splitlines() if line != line.rstrip()]


def test_one_piece_is_said_and_several_are(id: str) -> None:
    run("record", "checkout")
    assert "1 is said by what is kept, too: " in run("forget", id, "--yes", "--prove")


def test_what_an_export_leaves_out_is_a_sentence(id: str) -> None:
    run("judge", id, "failure")
    result = CliRunner().invoke(cli, ["--no-embedder", "export", "o", "--format", "fewshot"])
    assert "Left out: 1 with the outcome failure" in result.stderr
