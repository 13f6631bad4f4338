"""Evidence under peeking: by hand, by its properties, and a light simulation of the promise."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.sequential import (
    credible,
    discoveries,
    half_width,
    information_needed,
    log_bet,
    log_evidence,
    normal_quantile,
    probabilities,
    student_quantile,
)

EFFECTS = st.floats(-1.0, 1.0)
INFORMATION = st.floats(1.0, 1e6)
LOGS = st.dictionaries(st.text(max_size=3), st.floats(-50, 50), max_size=30)


@given(EFFECTS, INFORMATION, st.sampled_from([0.01, 0.05, 0.2]))
def test_evidence_and_interval_say_the_same(
    effect: float, information: float, alpha: float
) -> None:
    excluded = abs(effect) > half_width(information, alpha)
    beyond = log_evidence(effect, information) - math.log(1 / alpha)
    assert excluded == (beyond > 0) or abs(beyond) < 1e-9


@given(INFORMATION)
def test_it_is_wider_than_one_look_and_narrows(information: float) -> None:
    assert half_width(information) > normal_quantile(0.975) / math.sqrt(information)
    assert half_width(2 * information) < half_width(information)


def test_without_information_nothing_is_excluded() -> None:
    assert half_width(0.0) == math.inf
    assert log_evidence(0.9, 0.0) == 0.0


def test_the_information_that_an_effect_needs() -> None:
    needed = information_needed(0.15)
    assert half_width(needed) + 0.8416 / math.sqrt(needed) == pytest.approx(0.15, rel=0.01)
    assert information_needed(-0.15) == needed
    assert information_needed(0.3) < needed < information_needed(0.1)
    assert information_needed(0.0) == information_needed(1e-9) == math.inf


@given(st.floats(0.05, 0.95), st.floats(0.01, 0.5))
def test_a_wager_is_fair_at_the_doubted_mean(least: float, aim: float) -> None:
    won, lost = math.exp(log_bet(0.0, least, aim)), math.exp(log_bet(1.0, least, aim))
    assert least * lost + (1 - least) * won == pytest.approx(1.0)
    assert lost > 0.0
    assert log_bet(least, least, aim) == pytest.approx(0.0)


def test_peeking_at_wagers_is_seldom_wrong_and_finds_what_is_worse() -> None:
    chance = Random(7)

    def ever(mean: float) -> bool:
        wealth = 0.0
        for _ in range(200):
            wealth += log_bet(float(chance.random() < mean), 0.6, 0.15)
            if wealth >= math.log(20):
                return True
        return False

    assert sum(ever(0.6) for _ in range(400)) / 400 <= 0.05
    assert sum(ever(0.4) for _ in range(100)) / 100 >= 0.9


def test_discoveries_by_hand() -> None:
    logs = {"a": math.log(60), "b": math.log(30), "c": 0.0, "d": -3.0}
    # Four tests at 10 %: one needs 40, two need 20 each.
    assert discoveries(logs) == {"a", "b"}
    assert discoveries({**logs, "b": math.log(19)}) == {"a"}
    assert discoveries({**logs, "a": math.log(39), "b": math.log(19)}) == frozenset()
    assert discoveries(logs, least=math.log(50)) == {"a"}
    assert discoveries({}) == frozenset()


@given(LOGS, st.floats(0.01, 1.0))
def test_more_tests_never_help_and_each_discovery_is_earned(
    logs: dict[str, float], rate: float
) -> None:
    found = discoveries(logs, rate)
    for name in found:
        assert logs[name] >= math.log(len(logs) / (rate * len(found))) - 1e-9
    assert discoveries({**logs, "one more": -1.0}, rate) <= found


@given(LOGS, st.floats(0.01, 1.0))
def test_what_is_credible_is_seldom_false_on_average(logs: dict[str, float], rate: float) -> None:
    probable, found = probabilities(logs), credible(logs, rate)
    assert all(0.0 <= p <= 1.0 for p in probable.values())
    if found:
        assert sum(1 - probable[name] for name in found) <= rate * len(found) + 1e-9
        weakest = min(logs[name] for name in found)
        assert all(name in found for name in logs if logs[name] > weakest)
    assert credible(logs, rate, least=51.0) == frozenset()


def test_probabilities_rise_with_evidence_and_with_the_share_of_effects() -> None:
    crowd = {f"null {n}": -2.0 for n in range(50)}
    few = probabilities({**crowd, "strong": 6.0, "weak": 3.0})
    many = probabilities({**crowd, **{f"sure {n}": 20.0 for n in range(50)}, "weak": 3.0})
    assert few["null 0"] < 0.02 < few["weak"] < few["strong"] < many["weak"] + 0.1
    assert many["weak"] > few["weak"] + 0.2


@pytest.mark.parametrize(
    ("freedom", "expected"), [(4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (1e9, 1.960)]
)
def test_quantiles_of_student(freedom: float, expected: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(expected, rel=0.005)
