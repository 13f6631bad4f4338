"""Puts into words how the tests of a function fail.

Knows: the test report of a broken function, nothing else. The words name no function and no
variable, so that the same symptom in another function reads the same. Does not know bugs,
strategies or memory.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from examples.repair.runner import Failure, Report


def symptoms(report: Report) -> list[str]:
    """Name the ways in which the tests fail: how many of them do, then the commonest way first."""
    ways = Counter(way for failure in report.failures for way in _ways(failure))
    return [_share(report), *(way for way, _ in ways.most_common())]


def _share(report: Report) -> str:
    failed = len(report.failures)
    if failed == report.total:
        return "every test fails"
    if failed == 1:
        return "a single test fails"
    return "most tests fail" if failed * 2 > report.total else "some tests fail"


def _ways(failure: Failure) -> Iterator[str]:
    """Name the ways in which one test failed."""
    if any(not value for value in ast.literal_eval(failure.args)):
        yield "on an empty argument"
    if failure.error:
        yield _plain_error(failure.error)
    else:
        yield from _differences(_read(failure.expected), _read(failure.got))


def _differences(expected: object, got: object) -> Iterator[str]:
    match expected, got:
        case bool(), bool():
            yield f"returns {got} instead of {expected}"
        case (int() | float(), int() | float()) if type(expected) is type(got):
            yield _number_difference(expected, got)
        case str(), str():
            yield from _sequence_differences("characters", list(expected), list(got))
        case list(), list():
            yield from _sequence_differences("items", expected, got)
        case dict(), dict():
            same = set(got) == set(expected)
            yield "the right keys with other values" if same else "other keys"
        case _:
            yield f"returns {_kind(got)} instead of {_kind(expected)}"


def _read(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):  # cut short, or no literal at all
        return text


def _kind(value: object) -> str:
    """Name a type in words; `int` is the only one that begins with a vowel."""
    if value is None:
        return "nothing"
    return "an int" if isinstance(value, int) else f"a {type(value).__name__}"


def _plain_error(text: str) -> str:
    """Strip an error text of the names and numbers that belong to one function only."""
    return re.sub(r"'[^']*'|\d+", "", text).replace("  ", " ").strip()


def _number_difference(expected: float, got: float) -> str:
    if got == expected + 1:
        return "one too high"
    if got == expected - 1:
        return "one too low"
    if got == -expected:
        return "the sign is turned"
    if got == 0:
        return "zero instead of a number"
    return "a number much too high" if got > expected else "a number much too low"


def _sequence_differences(what: str, expected: list[object], got: list[object]) -> Iterator[str]:
    if not got:
        yield f"no {what} at all"
        return
    if len(got) == len(expected):
        same = sorted(map(repr, got)) == sorted(map(repr, expected))
        yield f"the same {what} in another order" if same else f"as many {what} but others"
        return
    amount = "one of the" if abs(len(got) - len(expected)) == 1 else "several"
    yield f"{amount} {what} {'missing' if len(got) < len(expected) else 'too many'}"
    shorter = min(len(got), len(expected))
    if got[:shorter] == expected[:shorter]:
        yield "right at the start, wrong at the end"
    elif shorter and got[-shorter:] == expected[-shorter:]:
        yield "wrong at the start, right at the end"
