"""`seasoned skills`, `strategy` and `curve` as a user of a memory sees them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Outcome, Task
from tests.surfaces.commands import data, good, run

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fill(won: Callable[[int], bool], n: int = 60, **fields: Any) -> None:
    episodes = [
        Episode(
            Task(f"parse the export {i}", "parsing"),
            outcome=Outcome.SUCCESS if won(i) else Outcome.FAILURE,
            strategy="careful" if i % 2 else "bold",
            finished_at=BEGAN + timedelta(hours=i),
            **fields,
        )
        for i in range(n)
    ]
    with Memory.open("seasoned.db", embedder=False) as memory:
        memory.episodes.record_many(episodes)


def test_skills_are_a_table_or_json() -> None:
    fill(lambda i: i % 2 == 1, tags=("csv",))
    table = good("skills")
    assert "50%" in table
    assert "careful (30 of 30)" in table
    assert "38% to 62%" in table
    (skill,) = data("skills", "--by", "tag")["skills"]
    assert (skill["name"], skill["known"], skill["successes"]) == ("csv", 60, 30)
    assert skill["best_strategy"] == {"name": "careful", "known": 30, "successes": 30}


def test_weak_skills_are_told_and_none_is_said() -> None:
    fill(lambda i: i % 10 == 0)
    assert "parsing" in good("skills", "--weak")
    assert data("skills", "--weak")["skills"][0]["weak"] is True
    fill(lambda _: True, 200)
    result = run("skills", "--weak")
    assert (result.stdout, result.stderr) == ("", "No skill is likely weak.\n")


def test_an_empty_memory_says_so() -> None:
    run("record", "x", "--namespace", "other")
    for words in (["skills"], ["curve"]):
        result = run(*words)
        assert result.exit_code == 0
        assert "holds nothing" in result.stderr
    assert "No episode has a tag." in run("skills", "--by", "tag", "--namespace", "other").stderr
    assert good("strategy", "a new task").splitlines()[0]


def test_a_strategy_is_told_with_its_reason_and_evidence() -> None:
    fill(lambda i: i % 2 == 1)
    words = ("strategy", "parse the export", "--candidates", "bold, careful")
    text = good(*words, "--category", "parsing")
    assert text.startswith("careful\nWhy: careful earned 100% in 30 similar episodes")
    found = data(*words)
    assert (found["name"], found["by"]) == ("careful", "thompson")
    assert [one["name"] for one in found["evidence"]] == ["bold", "careful"]
    assert found["order"] == ["careful", "bold"]
    assert "not the chance that it is the best" in " ".join(text.split())
    drawn = found["evidence"][1]["drawn"]
    assert drawn[0] > found["evidence"][0]["drawn"][1]
    assert f"{drawn[0]:.0%}–{drawn[1]:.0%}" in text
    rules = data(*words, "--method", "rules")
    assert (rules["by"], rules["probability"], rules["seed"]) == ("rules", 1.0, None)


def test_no_figure_of_a_choice_is_cut_at_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    fill(lambda i: i % 2 == 1)
    text = good("strategy", "parse the export", "--candidates", f"careful,{'x' * 60}")
    (row,) = [line for line in text.splitlines() if line.startswith("xxxx")]
    assert row.split()[-1].endswith("%") and len(row) <= 80


def test_without_candidates_it_chooses_among_what_the_memory_has_seen() -> None:
    run("record", "x", "--strategy", "iterative", "--outcome", "success")
    result = run("strategy", "parse the export")
    assert "the 5 strategies that come along" in result.stderr
    fill(lambda i: i % 2 == 1)
    result = run("strategy", "parse the export")
    assert "the 3 strategies that this memory has seen" in result.stderr
    assert result.stdout.startswith("iterative\n") or result.stdout.startswith("careful\n")
    found = data("strategy", "parse the export")
    assert [one["name"] for one in found["evidence"]] == ["bold", "careful", "iterative"]
    rules = run("strategy", "parse the export", "--method", "rules", "--category", "cooking")
    assert "has seen and what comes along" in rules.stderr
    assert "Chosen among" not in run("strategy", "parse", "--candidates", "a,b").stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["strategy", " "], "task is empty"),
        (["strategy", "x", "--candidates", "a,,b"], "a name is empty in 'a,,b'"),
        (["strategy", "x", "--candidates", "a,a"], "twice"),
        (["strategy", "x", "--complexity", "2"], "0<=x<=1"),
        (["skills", "--by", "colour"], "colour"),
        (["curve", "--window", "0"], "window"),
        (["curve", "--out", "curve.gif"], "written as .png or .svg, got 'curve.gif'"),
    ],
)
def test_mistakes_are_told(words: list[str], told: str) -> None:
    run("record", "x")
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_curve_tells_where_it_turned() -> None:
    fill(lambda i: i >= 30)
    text = good("curve")
    assert "from 0% to 100% at episode 31" in text
    assert "┊ change" in text
    assert "rolling success rate" in text
    found = data("curve", "--window", "3", "--category", "parsing")
    assert found["turns"][0]["episode_number"] == 31
    assert len(found["snapshots"]) == 60
    assert found["snapshots"][-1]["rolling_success_rate"] == 1.0
    assert found["indicators"][0]["name"] == "rolling success rate"
    assert run("curve", "--category", "cooking").stderr == "No episodes match.\n"
    assert run("curve", "--control").stderr == "No episodes match.\n"
    assert run("skills", "--control").stderr == "No episodes match.\n"
    assert json.loads(good("skills", "--control", "--json"))["arm"] == "control"


def test_few_episodes_have_no_plot_but_figures() -> None:
    fill(lambda _: True, 3)
    text = good("curve")
    assert "●" not in text
    assert "not enough evidence yet" in text


def test_a_picture_is_the_same_each_time_and_says_what_it_is() -> None:
    pytest.importorskip("matplotlib")
    fill(lambda i: i >= 30)
    result = run("curve", "--out", "a.svg")
    assert result.exit_code == 0
    assert result.stderr.endswith("Drawn into a.svg.\n")
    run("curve", "--out", "b.svg")
    svg = Path("a.svg").read_text(encoding="utf-8")
    assert svg == Path("b.svg").read_text(encoding="utf-8")
    for words in (
        "Success of all tasks",
        "episode 31: 0 → 100 %",
        "95 % interval",
        "newest 5 only",
    ):
        assert words in svg
    good("curve", "--out", "c.PNG", "--category", "parsing", "--json")
    assert Path("c.PNG").read_bytes().startswith(b"\x89PNG")
    assert run("curve", "--out", "no/such/place.png").exit_code == 1


@pytest.mark.filterwarnings("error")
def test_a_picture_of_little_says_so_and_there_is_none_of_nothing() -> None:
    pytest.importorskip("matplotlib")
    for known, says in ((1, "One outcome is known"), (3, "3 outcomes are known")):
        Path("seasoned.db").unlink(missing_ok=True)
        fill(lambda _: True, known)
        result = run("curve", "--out", "few.svg")
        assert result.exit_code == 0
        svg = Path("few.svg").read_text(encoding="utf-8")
        assert f"{says}; a rate with its interval is drawn from 10 on" in svg
        assert "newest 5 only: so few swing by chance" in svg
        assert ">1.5<" not in svg
    result = run("curve", "--out", "none.svg", "--category", "none")
    assert result.exit_code == 2
    assert "nothing to draw into 'none.svg'" in result.stderr
    assert not Path("none.svg").exists()


@pytest.mark.filterwarnings("error")
def test_a_picture_of_two_episodes_says_that_they_are_few_and_counts_whole_ones() -> None:
    pytest.importorskip("matplotlib")
    fill(lambda _: True, 2)
    assert run("curve", "--out", "two.svg").stderr.endswith("Drawn into two.svg.\n")
    svg = Path("two.svg").read_text(encoding="utf-8")
    assert "2 outcomes are known; a rate" in svg
    assert "1.2" not in re.findall(r">([^<>]+)</text>", svg)


def test_the_title_of_a_long_category_fits_into_the_picture() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    from seasoned.core.curve import describe_curve
    from seasoned.core.indicators import CurveReport, indicators
    from seasoned.exporters import curve_picture

    curve = describe_curve([Episode(Task("x"), outcome=Outcome.SUCCESS)])
    report = CurveReport(curve, indicators(curve), "W" * 64, arm="control")
    figure = Figure(figsize=(12.0, 6.75))
    axes = figure.add_subplot()
    curve_picture._fill(axes, report)
    title = curve_picture.title_of(report)
    shown = next(text for text in axes.findobj(Text) if text.get_text() == title)
    box = shown.get_window_extent(FigureCanvasAgg(figure).get_renderer())
    assert len(title) < 80
    assert box.x1 <= figure.bbox.width


def test_without_the_library_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(lambda _: True, 3)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("curve", "--out", "a.png")
    assert result.exit_code == 1
    assert 'pip install ".[plot]"' in result.stderr
