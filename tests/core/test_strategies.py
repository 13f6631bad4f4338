"""The pool, the candidates, and the rules in their order."""

from __future__ import annotations

import pytest

from seasoned import InvalidInput, Task
from seasoned.core.shown import Statistics
from seasoned.core.skills import SkillProfile
from seasoned.core.strategies import STRATEGY_POOL, Strategy, candidates_of, select_strategy

PROVEN = Statistics(
    total=9, similar=9, nearest=9, unknown=1, success_rate=0.75, proven=("conservative", "mine")
)
WEAK = SkillProfile("debugging", 20, 20, 7, 0, 0.4, 1.0)


def task(complexity: float = 0.5, category: str = "debugging") -> Task:
    return Task("find the bug", category=category, complexity=complexity)


def test_the_pool_has_the_five_of_the_source_article() -> None:
    names = ["conservative", "exploratory", "defensive", "iterative", "example_driven"]
    assert list(STRATEGY_POOL) == names
    assert all(len(strategy.instruction.split()) > 10 for strategy in STRATEGY_POOL.values())


def test_what_is_proven_comes_first() -> None:
    choice = select_strategy(task(0.9), PROVEN, [WEAK])
    assert choice.name == "conservative"
    assert choice.instruction == STRATEGY_POOL["conservative"].instruction
    assert "75% of 8 similar episodes" in choice.reason
    assert choice.probability == 1.0


def test_the_next_proven_one_if_the_first_is_no_candidate() -> None:
    choice = select_strategy(task(), PROVEN, candidates=["mine", "iterative"])
    assert choice.name == "mine"
    assert choice.instruction == ""


@pytest.mark.parametrize("rate", [None, 0.2, 0.6])
def test_a_weak_skill_calls_for_defence_where_nothing_is_proven(rate: float | None) -> None:
    similar = Statistics(success_rate=rate, proven=("conservative",), nearest=5)
    choice = select_strategy(task(0.1), similar, [WEAK])
    assert choice.name == "defensive"
    assert "7 of 20" in choice.reason


@pytest.mark.parametrize(
    ("complexity", "name"),
    [
        (0.0, "exploratory"),
        (0.29, "exploratory"),
        (0.3, "iterative"),
        (0.7, "iterative"),
        (0.71, "iterative"),
    ],
)
def test_else_complexity_decides(complexity: float, name: str) -> None:
    choice = select_strategy(task(complexity, "testing"), weak=[WEAK])
    assert choice.name == name
    assert "Nothing is proven" in choice.reason


def test_with_other_candidates_the_first_stands_in_for_what_is_called_for() -> None:
    assert select_strategy(task(), candidates=["b", "a"]).name == "b"
    assert select_strategy("a text", candidates={"x": "do x"}).instruction == "do x"


def test_candidates_bring_their_instructions() -> None:
    assert candidates_of() == tuple(STRATEGY_POOL.values())
    own = Strategy("own", "do it so")
    given = candidates_of(["defensive", own, " plain "])
    assert given == (STRATEGY_POOL["defensive"], own, Strategy("plain"))
    assert candidates_of({"x": "do x", "y": own}) == (Strategy("x", "do x"), own)
    assert candidates_of({"defensive": "my words"}) == (Strategy("defensive", "my words"),)


@pytest.mark.parametrize("given", [[], {}, ["a", "a"], "iterative", 3, [""], [None]])
def test_what_is_no_choice_is_refused(given: object) -> None:
    with pytest.raises(InvalidInput):
        candidates_of(given)  # type: ignore[arg-type]
