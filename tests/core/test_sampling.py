"""Replay's probabilities, weights and draws: by hand, by their laws, and counted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.sampling import (
    SCHEMES,
    Draw,
    Sampling,
    Scheme,
    importance,
    probabilities,
    sample,
)

PRIORITIES = st.lists(st.floats(0.01, 1.01), max_size=40)
SAMPLINGS = st.builds(
    Sampling,
    st.sampled_from(SCHEMES),
    st.floats(0, 10),
    st.floats(0, 1),
    st.booleans(),
)


def places(draws: list[Draw]) -> list[int]:
    return [draw.place for draw in draws]


def chi_square(seen: Counter[int], expected: list[float]) -> float:
    return sum((seen[i] - e) ** 2 / e for i, e in enumerate(expected))


def test_proportional_probabilities_by_hand() -> None:
    found = probabilities([0.4, 0.1, 0.9], 1, Sampling(alpha=0.5))
    powers = [0.4**0.5, 0.1**0.5, 0.9**0.5]
    assert found == pytest.approx([power / sum(powers) for power in powers])


def test_rank_probabilities_by_hand_with_ties_to_the_newer() -> None:
    found = probabilities([0.4, 0.9, 0.4], 1, Sampling("rank", alpha=2.0))
    assert found == pytest.approx([1 / 4 / (49 / 36), 1 / (49 / 36), 1 / 9 / (49 / 36)])


def test_rank_does_not_care_how_large_the_largest_is() -> None:
    rank = Sampling("rank")
    assert probabilities([0.2, 0.3], 1, rank) == probabilities([0.2, 300.0], 1, rank)


def test_recent_takes_the_newest_alike() -> None:
    assert probabilities([0.5] * 4, 2, Sampling("recent")) == [0.5, 0.5, 0.0, 0.0]


def test_weights_by_hand() -> None:
    chances, beta = [0.5, 0.3, 0.2], 0.4
    raw = [(3 * p) ** -beta for p in chances]
    assert importance(chances, beta) == pytest.approx([w / max(raw) for w in raw])
    assert importance(chances, 0.0) == [1.0, 1.0, 1.0]
    assert importance(chances, 1.0) == pytest.approx([0.4, 2 / 3, 1.0])
    assert importance([0.5, 0.5, 0.0], 0.4) == [1.0, 1.0, 0.0]


def test_full_weights_take_back_the_whole_bias() -> None:
    """With beta 1 the weighted mean over the draws is in proportion to the plain mean."""
    priorities, rewards = [0.1, 0.2, 0.9, 0.4], [1.0, 0.0, 0.5, 0.25]
    chances = probabilities(priorities, 1, Sampling())
    weights = importance(chances, 1.0)
    mean = sum(p * w * r for p, w, r in zip(chances, weights, rewards, strict=True))
    assert mean / sum(p * w for p, w in zip(chances, weights, strict=True)) == pytest.approx(
        sum(rewards) / 4
    )


@pytest.mark.parametrize("scheme", ["proportional", "rank"])
def test_alpha_0_is_uniform(scheme: Scheme) -> None:
    found = probabilities([0.2, 0.9, 0.5], 1, Sampling(scheme, alpha=0.0))
    assert found == probabilities([0.2, 0.9, 0.5], 1, Sampling("uniform"))
    assert importance(found, 0.7) == [1.0, 1.0, 1.0]


@given(PRIORITIES, st.integers(1, 50), SAMPLINGS)
def test_probabilities_sum_to_1_and_weights_peak_at_1(
    priorities: list[float], n: int, sampling: Sampling
) -> None:
    found = probabilities(priorities, n, sampling)
    assert len(found) == len(priorities)
    assert sum(found) == pytest.approx(1.0 if priorities else 0.0)
    weights = importance(found, sampling.beta)
    assert max(weights, default=1.0) == 1.0
    assert all((0 < w <= 1) if p else w == 0 for p, w in zip(found, weights, strict=True))


@given(PRIORITIES, st.integers(0, 60), SAMPLINGS, st.integers())
def test_draws_are_of_the_number_asked_and_the_same_for_a_seed(
    priorities: list[float], n: int, sampling: Sampling, seed: int
) -> None:
    draws = sample(priorities, n, sampling, Random(seed))
    repeats = sampling.replacement and sampling.scheme != "recent"
    most = n if repeats and priorities else min(n, len(priorities))
    assert len(draws) == most
    assert repeats or len(set(places(draws))) == most
    assert all(0 <= d.place < len(priorities) and 0 < d.probability <= 1 for d in draws)
    assert sample(priorities, n, sampling, Random(seed)) == draws
    chances = probabilities(priorities, max(n, 1), sampling)
    assert [d.probability for d in draws] == [chances[d.place] for d in draws]


@pytest.mark.parametrize("scheme", ["proportional", "rank", "uniform"])
@pytest.mark.parametrize("replacement", [True, False])
def test_single_draws_follow_the_probabilities(scheme: Scheme, replacement: bool) -> None:
    """A chi-square statistic of 19 degrees of freedom passes 43.8 once in a thousand seeds."""
    priorities = [0.01 + 0.05 * (i % 7) for i in range(20)]
    sampling, chance = Sampling(scheme, replacement=replacement), Random(7)
    rounds = 20_000
    seen = Counter(sample(priorities, 1, sampling, chance)[0].place for _ in range(rounds))
    expected = [rounds * p for p in probabilities(priorities, 1, sampling)]
    assert chi_square(seen, expected) < 43.8


@pytest.mark.parametrize("scheme", ["proportional", "rank"])
def test_stratified_draws_follow_them_more_closely_than_chance(scheme: Scheme) -> None:
    priorities = [0.01 + 0.05 * (i % 7) for i in range(20)]
    sampling, chance = Sampling(scheme, replacement=True), Random(11)
    seen: Counter[int] = Counter()
    for _ in range(500):
        seen.update(places(sample(priorities, 40, sampling, chance)))
    expected = [20_000 * p for p in probabilities(priorities, 40, sampling)]
    # Independent draws would pass below 7.6 once in a hundred seeds.
    assert chi_square(seen, expected) < 7.6
    each = Counter(places(sample(priorities, 40, sampling, chance)))
    for place, p in enumerate(probabilities(priorities, 40, sampling)):
        assert abs(each[place] - 40 * p) < 2


@pytest.mark.parametrize("scheme", ["proportional", "recent"])
def test_a_draw_at_the_very_end_of_the_probability_is_one_that_can_be_drawn(
    scheme: Scheme,
) -> None:
    class Highest(Random):
        def random(self) -> float:
            return 1.0 - 2.0**-53

        def shuffle(self, x: object) -> None:
            """The order does not matter, and shuffling would wait for a lower number."""

    draws = sample([0.3] * 30, 7, Sampling(scheme, replacement=True), Highest())
    assert len(draws) == 7 and all(draw.probability > 0 for draw in draws)


def test_stratified_draws_come_in_mixed_order() -> None:
    """So that the first of them are as good a sample as the last."""
    sampling, chance = Sampling("rank", replacement=True), Random(5)
    firsts = Counter(sample([0.5] * 4, 8, sampling, chance)[0].place for _ in range(4_000))
    expected = [4_000 * p for p in probabilities([0.5] * 4, 8, sampling)]
    assert chi_square(firsts, expected) < 16.3  # 3 degrees of freedom, once in a thousand


def test_pairs_without_replacement_follow_the_conditional_probabilities() -> None:
    priorities, sampling, chance = [0.2, 0.3, 0.9], Sampling(alpha=1.0), Random(13)
    p = probabilities(priorities, 2, sampling)
    rounds = 30_000
    seen = Counter(tuple(places(sample(priorities, 2, sampling, chance))) for _ in range(rounds))
    pairs = [(i, j) for i in range(3) for j in range(3) if i != j]
    expected = [rounds * p[i] * p[j] / (1 - p[i]) for i, j in pairs]
    statistic = sum((seen[q] - e) ** 2 / e for q, e in zip(pairs, expected, strict=True))
    assert statistic < 20.5  # 5 degrees of freedom, once in a thousand


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"scheme": "best"}, "proportional, rank, uniform, recent"),
        ({"alpha": -0.1}, "alpha"),
        ({"alpha": float("nan")}, "alpha"),
        ({"alpha": 11}, "alpha"),
        ({"beta": 1.1}, "beta"),
        ({"beta": -1}, "beta"),
        ({"replacement": "no"}, "replacement must be of bool"),
    ],
)
def test_what_cannot_be_meant_is_refused(fields: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Sampling(**fields)  # type: ignore[arg-type]
