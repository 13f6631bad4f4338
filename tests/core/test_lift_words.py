"""The sentence that lift says, where it depends on single figures."""

from __future__ import annotations

import pytest

from seasoned import InvalidInput
from seasoned.core.lift import lift
from seasoned.core.lift_report import Bounds, Difference, Lift, Side


def undecided(needed: int | None) -> str:
    """What is said of 60 % with memory and 55 % without, where so many attempts are needed."""
    sides = Side(200, 200), Side(200, 200)
    bounds = Bounds(-0.1, 0.2, 0.95, "any number of looks")
    rates = Difference(0.6, 0.55, 400, None)
    found = Lift(400, memory=sides[0], control=sides[1], success=rates, always=bounds)
    return Lift(**{**{f: getattr(found, f) for f in found.__slots__}, "needed": needed}).words


@pytest.mark.parametrize(
    ("needed", "said"),
    [
        *((1, "about 1 further attempt "), (42, "about 42 further attempts ")),
        *((558, "about 560 "), (4_349, "about 4,300 "), (9_999, "about 10,000 ")),
    ],
)
def test_what_is_needed_is_told_to_two_digits(needed: int, said: str) -> None:
    assert undecided(needed).startswith("not enough evidence yet: success 60% with memory, 55%")
    assert said in undecided(needed)
    assert undecided(needed).endswith("would settle a difference of this size")


@pytest.mark.parametrize("needed", [435_167, None])
def test_what_is_out_of_reach_is_called_so(needed: int | None) -> None:
    assert undecided(needed).endswith(
        "to settle a difference as small as this would take more than 10,000 further attempts: "
        "practically for ever"
    )


@pytest.mark.parametrize("alpha", [0.0, 1.0, 2.0])
def test_the_range_of_alpha_is_told_in_words(alpha: float) -> None:
    with pytest.raises(InvalidInput, match=rf"alpha must lie between 0 and 1, got {alpha}"):
        lift([], alpha=alpha)
