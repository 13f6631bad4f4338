"""Credit by hand, and what must hold of it: order, repetition and later verdicts do not matter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.baseline import Cell, Fading, Level, Levels, cell_of
from seasoned.core.credit import (
    DROP,
    Exposure,
    Tally,
    contrast,
    credit,
    difference,
    left_out,
    tallies,
)

LEVEL = Level(0.6, 100, 0.04)
COUNTS = ("uses", "waiting", "chances", "drops")


def shown(
    number: int, reward: float | None, items: Sequence[str] = ("a",), arm: str = "memory"
) -> Exposure:
    return Exposure(f"{number:06d}", float(number), "fix", 0.5, arm, reward, tuple(items))


def control(number: int, reward: float | None) -> Exposure:
    return shown(number, reward, arm="control")


def same(one: dict[str, Tally], other: dict[str, Tally]) -> bool:
    return one.keys() == other.keys() and all(
        getattr(one[item], name) == pytest.approx(getattr(other[item], name), abs=1e-9)
        for item in one
        for name in Tally.__slots__
    )


EXPOSURES = st.lists(
    st.builds(
        shown,
        st.integers(0, 400),
        st.none() | st.floats(0, 1),
        st.lists(st.sampled_from("abcd"), max_size=3, unique=True),
        st.sampled_from(["memory", "control", "control"]),
    ),
    max_size=80,
    unique_by=lambda exposure: exposure.attempt,
)


def test_an_advantage_is_shared_by_what_was_shown() -> None:
    found = tallies(shown(1, 1.0, "ab"), LEVEL, {})
    assert found["a"].uses == 1 and found["a"].weight == 0.5
    assert found["a"].advantage == pytest.approx(0.4)
    assert found["a"].credit == pytest.approx(0.2)
    assert found["a"] == found["b"]


def test_what_was_used_takes_all_of_it() -> None:
    found = tallies(replace(shown(1, 1.0, "ab"), used=("b",)), LEVEL, {})
    assert found.keys() == {"b"}
    assert found["b"].credit == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("exposure", "level"),
    [(shown(1, None), LEVEL), (shown(1, 1.0), Level(0.6, 19, 0.1))],
    ids=["no reward", "no level"],
)
def test_without_reward_or_level_an_item_waits(exposure: Exposure, level: Level) -> None:
    found = tallies(exposure, level, {})
    assert found == {"a": Tally(waiting=1)}
    assert found["a"].utility is None and found["a"].mean is None


def test_attempts_without_memory_credit_nobody() -> None:
    assert tallies(control(1, 1.0), LEVEL, {}) == {}
    assert credit([control(i, 1.0) for i in range(30)]) == {}


def test_evidence_of_harm_grows_with_failures_and_shrinks_with_successes() -> None:
    assert tallies(shown(1, 0.0), LEVEL, {})["a"].harm > 0
    assert tallies(shown(1, 1.0), LEVEL, {})["a"].harm < 0


def test_an_uncertain_level_accuses_less() -> None:
    sure, unsure = Level(0.6, 1_000, 0.01), Level(0.6, 20, 0.11)
    assert tallies(shown(1, 0.0), sure, {})["a"].harm > tallies(shown(1, 0.0), unsure, {})["a"].harm


def test_the_company_of_something_harmful_is_no_proof() -> None:
    alone = tallies(shown(1, 0.0), LEVEL, {"a": None})["a"].harm
    assert tallies(shown(1, 0.0), LEVEL, {"a": 0.3})["a"].harm < alone
    assert tallies(shown(1, 0.0), LEVEL, {"a": 0.9})["a"].harm == alone


def test_failing_at_one_task_again_and_again_is_one_failure() -> None:
    off = [control(i, float(i % 2)) for i in range(100)]
    tries = [replace(shown(200 + i, 0.0), task_key="hard") for i in range(20)]
    apart = [shown(200 + i, 0.0) for i in range(20)]
    once, repeated = credit([*off, tries[0]])["a"], credit([*off, *tries])["a"]
    assert repeated.harm == once.harm > 0.0
    assert repeated.uses == 20 and repeated.mean == pytest.approx(-0.5, abs=0.05)
    assert credit([*off, *apart])["a"].harm > 15 * once.harm


def test_utility_begins_at_nothing_and_comes_near_the_mean() -> None:
    once = tallies(shown(1, 1.0), LEVEL, {})["a"]
    assert once.utility == pytest.approx(0.4 / 11)
    many = Tally()
    for _ in range(990):
        many += once
    assert many.utility == pytest.approx(0.4 * 990 / 1_000)


def test_attempts_from_before_there_was_a_level_are_measured_once_there_is() -> None:
    early = [shown(i, 1.0) for i in range(5)]
    few = [control(10 + i, 0.5) for i in range(19)]
    assert credit(early + few) == {"a": Tally(waiting=5)}
    enough = credit([*early, *few, control(40, 0.5)])["a"]
    assert (enough.uses, enough.waiting) == (5, 0)
    assert enough.mean == pytest.approx(0.5)


def test_a_level_is_of_the_category_and_band_and_of_what_came_before() -> None:
    off = [control(i, 1.0) for i in range(40)]
    later = [control(100 + i, 0.0) for i in range(40)]
    before = credit([*off, shown(50, 1.0)])["a"]
    assert before.mean == pytest.approx(0.0, abs=0.1)
    assert credit([*off, shown(50, 1.0), *later])["a"] == before
    elsewhere = replace(shown(51, 1.0), category="other")
    harder = replace(shown(52, 1.0), complexity=0.9)
    assert credit([*off, elsewhere, harder])["a"] == Tally(waiting=2)


@given(EXPOSURES, st.randoms(use_true_random=False))
def test_order_and_repetition_do_not_matter(exposures: list[Exposure], chance: Random) -> None:
    once = credit(exposures)
    mixed = exposures + exposures[: len(exposures) // 2]
    chance.shuffle(mixed)
    assert credit(mixed) == once


@given(EXPOSURES, st.floats(0, 1), st.integers(0, 79))
def test_a_later_verdict_is_a_difference(
    exposures: list[Exposure], reward: float, place: int
) -> None:
    if not exposures:
        return
    before = credit(exposures)
    judged = list(exposures)
    judged[place % len(judged)] = replace(judged[place % len(judged)], reward=reward)
    after = credit(judged)
    moved = difference(before, after)
    patched = {
        item: before.get(item, Tally()) + moved.get(item, Tally())
        for item in before.keys() | after.keys()
    }
    assert same(patched, {item: after.get(item, Tally()) for item in patched})
    assert difference(after, after) == {}


@given(EXPOSURES)
def test_what_is_counted_is_counted_once(exposures: list[Exposure]) -> None:
    for item, tally in credit(exposures).items():
        with_it = [e for e in exposures if e.arm == "memory" and item in e.shown]
        assert tally.uses + tally.waiting == len(with_it)
        assert -1 < (tally.utility or 0.0) < 1


def test_levels_draw_a_small_cell_towards_wider_groups() -> None:
    levels = Levels()
    for _ in range(300):
        levels.observe(Cell("fix", "simple"), "control", 1.0, ())
    levels.observe(Cell("fix", "complex"), "control", 0.0, ())
    assert 0.7 < levels.level(Cell("fix", "complex")).mean < 1.0
    assert levels.level(Cell("fix", "simple")).mean > 0.97
    assert levels.level(Cell("new", "simple")).n == 0
    assert not levels.level(Cell("fix", "complex")).known


def test_newer_rewards_count_more() -> None:
    sums = Fading()
    for reward in [0.0] * 200 + [1.0] * 200:
        sums = sums.add(reward)
    assert sums.total / sums.weight == pytest.approx(2 / 3, abs=0.01)
    assert sums.faded(200).weight == pytest.approx(sums.weight / 2)
    assert 300 < sums.effective < 400


def test_what_the_others_of_a_cell_earn_leaves_the_items_own_attempts_out() -> None:
    levels, cell = Levels(), Cell("fix", "simple")
    for _ in range(30):
        levels.observe(cell, "memory", 0.0, ("a", "b"))
    assert levels.others(cell, "a") is None
    for _ in range(30):
        levels.observe(cell, "memory", 1.0, ("b",))
    assert levels.others(cell, "a") == pytest.approx(1.04, abs=0.01)
    assert levels.others(cell, "b") is None
    assert levels.others(cell, "never") == pytest.approx(0.59, abs=0.02)


def test_levels_go_on_from_rows_that_a_store_kept() -> None:
    cell, chance = Cell("fix", "simple"), Random(1)
    stream = [
        (("memory", "control")[i % 2], chance.random(), tuple("ab"[i % 3 :])) for i in range(300)
    ]
    whole, kept = Levels(), Levels()
    for arm, reward, items in stream:
        whole.observe(cell, arm, reward, items)
        kept = Levels(kept.off, kept.on, kept.own)
        kept.observe(cell, arm, reward, items)
    assert kept.level(cell) == whole.level(cell)
    assert kept.others(cell, "a") == whole.others(cell, "a") is not None


@pytest.mark.parametrize(
    ("complexity", "band"), [(0.29, "simple"), (0.3, "middling"), (0.7, "middling"), (1, "complex")]
)
def test_bands_are_those_of_the_source(complexity: float, band: str) -> None:
    assert cell_of("fix", complexity) == ("fix", band)


def test_one_attempt_in_twenty_goes_without_one_item() -> None:
    items = ("a", "b", "c")
    drawn = [left_out(items, f"attempt {i}") for i in range(20_000)]
    dropped = [item for item in drawn if item]
    assert len(dropped) / len(drawn) == pytest.approx(DROP, abs=0.008)
    assert all(
        dropped.count(item) / len(dropped) == pytest.approx(1 / 3, abs=0.07) for item in items
    )
    assert left_out(items, "attempt 7") == drawn[7]
    assert left_out((), "attempt 7") is None


def test_only_a_contrast_tells_a_cause() -> None:
    """Item a comes with easy tasks and does nothing; b raises the reward by .5."""
    chance, seen = Random(3), []
    for number in range(6_000):
        items = tuple(item for item in "ab" if chance.random() < 0.7)
        missing = left_out(items, f"{number:06d}")
        kept = tuple(item for item in items if item != missing)
        rate = 0.3 + 0.2 * ("a" in items) + 0.5 * ("b" in kept)
        exposure = shown(number, float(chance.random() < rate), kept)
        seen += [replace(exposure, dropped=missing, drop=DROP)]
        seen += [replace(control(number, float(chance.random() < 0.4)), attempt=f"c{number}")]
    found = credit(seen)
    a, b = contrast(found["a"]), contrast(found["b"])
    assert a is not None and a.low < 0.0 < a.high
    assert b is not None and b.low > 0.0 and abs(b.effect - 0.5) < 0.2
    assert found["a"].mean is not None and found["a"].mean > 0.2


def test_no_contrast_is_told_from_a_handful() -> None:
    assert contrast(Tally(chances=300, drops=9, score=1.0, design=9.0, spread=3.0)) is None
    assert math.isfinite(contrast(Tally(0, 0, chances=300, drops=10, design=9.0, spread=3.0)).low)  # type: ignore[union-attr]
