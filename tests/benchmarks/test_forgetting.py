"""The benchmark of forgetting: its measure, its arms, and what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.common import read_json
from benchmarks.forgetting import (
    COSTS,
    SHARE,
    Kept,
    Talk,
    drop_oldest,
    ours,
    random_sentences,
    run,
    source,
    source_importance,
    survival,
    talk,
)
from seasoned.core.messages import Message


def said(*texts: str) -> tuple[Message, ...]:
    return tuple(Message("user", text, name="Ann", id=f"t{i}") for i, text in enumerate(texts))


def test_a_turn_survives_with_four_fifths_of_its_words_in_one_line() -> None:
    turns = Talk(said("Red bridges cross wide rivers.", "Ignored entirely"), frozenset({"t0"}))
    for line, expected in [
        ("red bridges cross rivers", (1.0, 1.0)),
        ("red bridges cross", (0.0, 0.0)),
        ("red bridges. Cross wide rivers.", (1.0, 0.0)),
    ]:
        assert survival(turns, Kept((line,), 1)) == expected
    apart = Kept(("red bridges", "cross wide rivers"), 1)
    assert survival(turns, apart) == (0.0, 0.0)


def test_no_arm_is_above_the_budget() -> None:
    messages = said(*(f"I saw {i} red bridges near Oslo. We decided on {i}." for i in range(60)))
    budget = sum(map(COSTS.of, messages)) // 4
    for arm in (drop_oldest, source, ours):
        kept = arm(messages, budget)
        assert 0 < kept.tokens <= budget
    assert random_sentences(messages, budget, 1).tokens <= budget


def test_the_rule_of_the_source_keeps_signals_and_the_newest() -> None:
    messages = said("my name is Ann", *(f"a plain day {i}" for i in range(40)))
    kept = source(messages, 200)
    assert kept.lines[0] == "my name is Ann" and kept.lines[-1] == "a plain day 39"
    assert (
        source_importance("an undecided bugle") == 0.9
    )  # anywhere in the text, as the source has it


@pytest.mark.slow
def test_more_survives_than_by_dropping_the_oldest_or_the_rule_of_the_source(
    data_dir: Path,
) -> None:
    talks = [talk(record) for record in read_json(data_dir / "locomo10.json.gz")[4:5]]
    rates = {arm: run(talks, arm)[0] for arm in (drop_oldest, source, ours)}
    assert rates[ours] > 1.2 * max(rates[drop_oldest], rates[source])
    assert SHARE == 0.25
