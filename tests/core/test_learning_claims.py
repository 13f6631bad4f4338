"""What credit, harm gate and lift promise, held against streams whose truth is known."""

from __future__ import annotations

import pytest

from benchmarks.learning.harm import pool, single
from benchmarks.learning.lift import NAMES, World, coverage, drifting, peeking, power
from seasoned.core.harm import HarmPolicy

SEED = 900_000


@pytest.mark.parametrize("name", ["half held out", "a fifth, 5 tries of a task, alike .5"])
def test_looking_every_25_attempts_is_seldom_wrong(name: str) -> None:
    wrong, plain = peeking(name, NAMES[name]._replace(attempts=500), 40, SEED)[2:]
    assert isinstance(wrong, float) and wrong <= 0.1
    assert isinstance(plain, float) and plain > wrong


def test_a_changing_share_is_no_lift() -> None:
    found, plain = drifting((0.5, 0.1), 0.0, 40, SEED)[2::2]
    assert isinstance(found, float) and abs(found) < 0.03
    assert isinstance(plain, float) and plain > 0.1


def test_harmless_items_stay_and_harmful_ones_are_found() -> None:
    row = single(200, True, 60, SEED, HarmPolicy())
    harmless, found = row[3], row[5]
    assert isinstance(harmless, float) and harmless <= 0.02
    assert isinstance(found, float) and found >= 0.7


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_verdicts_of_null_streams_are_wrong_in_at_most_5_percent(name: str) -> None:
    wrong = peeking(name, NAMES[name], 300, SEED)[2]
    assert isinstance(wrong, float) and wrong <= 0.05 + 2 * (0.05 * 0.95 / 300) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("effect", [0.0, 0.15])
def test_intervals_cover(effect: float) -> None:
    row = coverage("", World(1_000, (0.2,), 0.5, effect=effect), 400, 1_000, SEED)
    assert all(isinstance(held, float) and 0.92 <= held <= 0.98 for held in row[3:])


@pytest.mark.slow
def test_a_gain_of_a_fifth_is_found_within_a_few_hundred_attempts() -> None:
    median = power(0.2, 0.5, 60, SEED)[2]
    assert isinstance(median, int) and median <= 400


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.1, 0.3])
def test_a_memory_withholds_what_does_harm(share: float) -> None:
    harmless, found, false = pool(share, 0.0, 8, SEED, HarmPolicy())[4:7]
    assert isinstance(harmless, float) and harmless <= 0.02
    assert isinstance(false, float) and false <= 0.13
    assert found == "-" or (isinstance(found, float) and found >= 0.5)
