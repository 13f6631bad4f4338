"""Near-duplicates by words: what is one task said twice, and what are two."""

from __future__ import annotations

import random
import time

import pytest

from seasoned.core.duplicates import NEAR, Duplicates, alike

LONG = "please look at the login test which fails now and then on the build machine and repair it"


@pytest.mark.parametrize(
    ("first", "second", "near"),
    [
        ("Fix the login test", "fix  the login\ntest", True),
        ("Fix the login test", "Fix the logout test", False),
        (LONG, LONG.replace("please look", "please now look"), True),
        (LONG, LONG + " soon", True),
        (LONG, LONG + " at line 12", False),
        (LONG + " at line 12", LONG + " at line 13", False),
        ("Add 17 and 25", "Add 17 and 26", False),
        ("修复登录测试", "修复登录测试", True),
        ("修复登录测试", "修复注销测试", False),
        ("", " ", True),
        ("a", "", False),
        ("!!", "??", False),
    ],
)
def test_two_texts(first: str, second: str, near: bool) -> None:
    seen = Duplicates()
    assert seen.first(first)
    assert seen.first(second) is not near


def words(text: str) -> set[str]:
    return set(text.split())


def test_it_finds_what_comparing_all_pairs_finds() -> None:
    chance, vocabulary = random.Random(7), [f"w{'x' * (i % 5)}{chr(97 + i)}" for i in range(24)]
    seen, kept = Duplicates(), list[set[str]]()
    for _ in range(600):
        text = " ".join(chance.sample(vocabulary, chance.randint(17, 23)))
        new = words(text)
        alone = all(len(new & old) < NEAR * len(new | old) for old in kept)
        assert seen.first(text) is alone
        if alone:
            kept.append(new)
    assert 1 < len(kept) < 600


def test_many_tasks_of_one_pattern_take_no_quadratic_time() -> None:
    """CPU time: 20,000 against 2,000 of them, with room for a busy machine."""

    def seconds(number: int) -> float:
        seen, before = Duplicates(), time.process_time()
        assert all(seen.first(f"{LONG} in the module of part {i}") for i in range(number))
        return time.process_time() - before

    assert seconds(20_000) < 40 * max(seconds(2_000), 0.02)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (
            "Alice pays Bob ten euros every month for the garden",
            "Bob pays Alice ten euros every month for the garden",
            False,
        ),
        (
            "I hardly ever eat meat on any day of the week but on Friday at noon in town",
            "I ever eat meat on any day of the week but on Friday at noon in town",
            False,
        ),
        (
            "the report of the finance team goes to Berta and Carl on each first Monday",
            "The report of the finance team goes out to Berta and Carl on each first Monday",
            True,
        ),
    ],
)
def test_who_does_what_to_whom_is_part_of_what_is_said(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is same and alike(other, one) is same
