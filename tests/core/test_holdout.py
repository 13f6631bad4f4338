"""Arms follow from the key, keep to the share and to each other, and carry their probability."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.holdout import CONTROL, MEMORY, Share, assign, uniform

KEYS = [f"task {number}" for number in range(4_000)]
SHARES = st.floats(0.0, 1.0)


def arms(share: float, *, epoch: int = 0, namespace: str = "n", seed: int = 0) -> list[bool]:
    held = Share(share, epoch)
    return [assign(key, held, namespace=namespace, seed=seed).arm == CONTROL for key in KEYS]


def within_chance(found: float, expected: float) -> bool:
    """Within four standard errors."""
    return abs(found - expected) <= 4 * math.sqrt(expected * (1 - expected) / len(KEYS))


@pytest.mark.parametrize("share", [0.05, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_share_is_kept(share: float, seed: int) -> None:
    assert within_chance(sum(arms(share, seed=seed)) / len(KEYS), share)


@given(st.text(min_size=1), SHARES, st.text(), st.integers(0, 99))
def test_a_key_has_one_arm_and_its_probability(
    key: str, share: float, namespace: str, seed: int
) -> None:
    drawn = assign(key, Share(share, 3), namespace=namespace, seed=seed)
    assert drawn == assign(key, Share(share, 3), namespace=namespace, seed=seed)
    assert drawn.probability == (share if drawn.arm == CONTROL else 1 - share)
    assert 0 < drawn.probability <= 1
    assert drawn.epoch == 3 and drawn.eligible
    assert drawn.drawn == (0 < share < 1 and drawn.probability < 1)


@pytest.mark.parametrize("other", [{"seed": 1}, {"namespace": "m"}, {"epoch": 1}])
def test_other_seeds_namespaces_and_epochs_draw_independently(other: dict[str, int]) -> None:
    both = [a and b for a, b in zip(arms(0.3), arms(0.3, **other), strict=True)]  # type: ignore[arg-type]
    assert within_chance(sum(both) / len(KEYS), 0.09)


def test_a_larger_share_of_the_same_epoch_would_only_add_controls() -> None:
    assert all(b for a, b in zip(arms(0.1), arms(0.2), strict=True) if a)


def test_where_nothing_would_be_shown_nothing_is_held_out() -> None:
    drawn = assign("key", Share(1.0), namespace="n", eligible=False)
    assert (drawn.arm, drawn.probability, drawn.eligible) == (MEMORY, 1.0, False)
    assert not drawn.drawn


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, "half", True])
def test_a_share_beyond_0_and_1_is_refused(share: float) -> None:
    with pytest.raises(InvalidInput, match="holdout"):
        Share(share)


def test_a_blank_key_is_refused() -> None:
    with pytest.raises(InvalidInput, match="task_key"):
        assign("", Share(0.5), namespace="n")


def test_parts_do_not_run_into_each_other() -> None:
    assert uniform("ab", "c") != uniform("a", "bc")
    assert uniform("1", 2) == uniform(1, "2")
    assert uniform("\ud800") != uniform("")
