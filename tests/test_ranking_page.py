"""The worked example of docs/ranking.md: its equations hold and its tables are the library's."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned.core.lexical import idf
from seasoned.core.recall import Candidate, Question, RecallPolicy, explain, gate, score
from seasoned.core.scoring import ReplayWeights
from seasoned.memories.episodic import Asking
from seasoned.memories.search import Depth
from tests.fences import fences

TEXT = (Path(__file__).parents[1] / "docs/ranking.md").read_text(encoding="utf-8")
SHOWN = 5.001e-4  # half of the last digit that the page shows
EQUATIONS = re.findall(r"`([^`=]*\d[^`=]*) = (\d[\d.]*)`", TEXT)


def table(heading: str) -> dict[str, dict[str, str]]:
    """The first table below a heading, its rows by their first cell."""
    section = TEXT.partition(f"### {heading}\n")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


@pytest.fixture(scope="module")
def example() -> Iterator[dict[str, Any]]:
    names: dict[str, Any] = {"__name__": "__main__"}
    first = next(f for f in fences(TEXT) if "EPISODES = {" in f.body)
    exec(first.body, names)  # noqa: S102 (the page's own example)
    yield names
    names["memory"].close()


@pytest.fixture(scope="module")
def candidates(example: dict[str, Any]) -> dict[str, Candidate]:
    depth = Depth(5, RecallPolicy().lexical, RecallPolicy().duplicate)
    found = example["memory"].episodes._gather(example["task"], Asking(), depth)
    assert found.total == len(found.candidates) == 6
    return {candidate.traits.id: candidate for candidate in found.candidates}


@pytest.fixture(scope="module")
def question(example: dict[str, Any]) -> Question:
    now = example["clock"].now().timestamp()
    return Question(example["task"], 5, now, RecallPolicy(), floor=0.3)


@pytest.mark.parametrize(("left", "right"), EQUATIONS)
def test_an_equation_holds(left: str, right: str) -> None:
    plain = {"ln": math.log, "sqrt": math.sqrt, "abs": abs, "__builtins__": {}}
    # Factors on the page are rounded to three digits, so that products are off by a little.
    rounded = len(re.findall(r"\d\.\d{3}", left)) * 1e-4
    assert eval(left, plain) == pytest.approx(float(right), abs=SHOWN + rounded)  # noqa: S307


def test_there_are_equations_to_be_checked() -> None:
    assert len(EQUATIONS) > 15


def test_the_words_are_weighed_as_shown(example: dict[str, Any]) -> None:
    analyze = example["memory"]._parts.analyzer.terms
    held = {name: set(analyze(text)) for name, (text, *_) in example["EPISODES"].items()}
    rows = table("Words")
    assert list(rows) == analyze(example["task"].description)
    for term, row in rows.items():
        assert row["held by"].split() == [name for name in held if term in held[name]]
        assert row["n"] == str(len(row["held by"].split()))
        assert row["idf"] == f"{idf(int(row['n']), len(held)):.3f}"


def test_relevance_and_gate_are_the_librarys(
    candidates: dict[str, Candidate], question: Question, example: dict[str, Any]
) -> None:
    analyze = example["memory"]._parts.analyzer.terms
    passed = {c.traits.id for c in gate(question, list(candidates.values()))}
    rows = table("Relevance and the gate")
    assert rows.keys() == candidates.keys()
    for name, row in rows.items():
        found = candidates[name]
        shown = {"BM25": found.lexical, "coverage": found.coverage, "relevance": found.relevance}
        shown["cosine"] = found.cosine or 0.0
        assert {key: row[key] for key in shown} == {k: f"{v:.3f}" for k, v in shown.items()}
        assert int(row["length"]) == len(analyze(example["EPISODES"][name][0]))
        assert (row["gate"] == "passed") is (name in passed)


def test_priorities_are_the_librarys(candidates: dict[str, Candidate], question: Question) -> None:
    rows = table("Priority")
    scored = score(question, gate(question, list(candidates.values())))
    assert rows.keys() == {c.traits.id for c in scored}
    for candidate in scored:
        parts = explain(question, candidate)._asdict() | {"priority": candidate.priority}
        assert parts.pop("utility") == 0.0  # the page says that its weight is 0
        assert parts.pop("trust") == 0.0  # all of them are the agent's own
        assert rows[candidate.traits.id] == {name: f"{part:.3f}" for name, part in parts.items()}


def test_the_numbers_of_the_stages_are_the_shipped_ones() -> None:
    shipped, policy = ReplayWeights.shipped(), RecallPolicy()
    weights = re.findall(r"(?m)^\| ([a-z]+) \| ([\d.]+) \| [^|]+ \|$", TEXT)
    named = {name: float(weight) for name, weight in weights}
    named["outcome_bonus"] = named.pop("outcome")
    assert named == {name: getattr(shipped, name) for name in named}
    assert len(named) == 7
    assert (policy.half_life, policy.lexical) == (30 * 86_400, 0.6)
    assert (policy.coverage, policy.duplicate) == (0.2, 0.97)
    assert (policy.relative, policy.relative_success) == (0.5, 0.8)
