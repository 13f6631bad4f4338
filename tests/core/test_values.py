from __future__ import annotations

import json
import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core import values
from seasoned.core.records import Outcome
from seasoned.errors import InvalidInput


class Word(str, Enum):  # noqa: UP042 (as callers still write it)
    SUCCESS = "success"


class Whole(IntEnum):
    TWO = 2


class Half(float):
    pass


class Stamp(datetime):
    pass


class Missing(datetime):
    """As the missing moment of pandas: a datetime without any of its abilities."""

    def __ne__(self, other: object) -> bool:
        return True

    def utcoffset(self) -> timedelta:
        raise ValueError("no offset")


KEEPING: list[tuple[Callable[[object, str], object], object, object]] = [
    (values.text, "", ""),
    (values.text, "a\ud800b\udfffc", "a\ufffdb\ufffdc"),
    (values.text, "😀", "😀"),
    (values.optional_text, None, None),
    (values.optional_text, "x", "x"),
    (values.identifier, "  Code/Review-2 ", "code/review-2"),
    (values.identifier, "ÄPFEL", "äpfel"),
    (values.number, 3, 3.0),
    (values.unit, 0, 0.0),
    (values.unit, 1.0, 1.0),
    (values.count, 0, 0),
    (values.count, 2**63 - 1, 2**63 - 1),
    (values.optional_moment, None, None),
    (values.texts, ["a", "b"], ("a", "b")),
    (values.texts, iter("ab"), ("a", "b")),
    (values.json_object, {"a": (1, {"b": None})}, {"a": [1, {"b": None}]}),
    (values.json_value, 2**70, 2**70),
    (values.json_value, 2**64 - 1, 2**64 - 1),
    (values.json_value, -(2**63) - 1, -(2**63) - 1),
    (values.json_value, True, True),
    (values.text, Word.SUCCESS, "success"),
    (values.text, np.str_("a"), "a"),
    (values.identifier, Word.SUCCESS, "success"),
    (values.unit, np.float32(0.5), 0.5),
    (values.unit, np.float64(0.5), 0.5),
    (values.unit, np.array(0.5), 0.5),
    (values.unit, np.int64(1), 1.0),
    (values.unit, Half(0.5), 0.5),
    (values.unit, Decimal("0.5"), 0.5),
    (values.unit, Fraction(1, 2), 0.5),
    (values.count, np.int64(3), 3),
    (values.count, Whole.TWO, 2),
    (values.moment, Stamp(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)),
    (values.texts, {"b", "a", "c"}, ("a", "b", "c")),
    (values.json_object, {Word.SUCCESS: [np.int8(1)]}, {"success": [1]}),
    (values.json_value, np.float32(0.5), 0.5),
    (values.json_value, np.bool_(True), True),
    (values.json_value, Whole.TWO, 2),
    (values.json_value, Half(0.5), 0.5),
    (values.json_value, Word.SUCCESS, "success"),
]

REFUSING: list[tuple[Callable[[object, str], object], Any]] = [
    *((values.text, value) for value in (None, 1, b"a", ["a"], "a\x00b")),
    (values.optional_text, 0),
    *((values.identifier, value) for value in ("", " ", "_a", "a b", "a\nb", "-", "x" * 201, "é!")),
    *((values.number, value) for value in (True, "1", None, math.nan, math.inf, 10**400)),
    *((values.unit, value) for value in (-1e-9, 1.0000001, 2, False)),
    *((values.count, value) for value in (-1, 1.0, True, "1", None, 2**63)),
    *((values.moment, value) for value in (None, "2026-01-01", 0, datetime(2026, 1, 1))),
    *((values.texts, value) for value in ("abc", None, 1, [1], ["a\x00"])),
    *((values.json_object, value) for value in (None, (), "a", {1: 2}, {"a": {2: 3}})),
    *((values.json_value, value) for value in (math.nan, -math.inf, object(), {1, 2}, b"x")),
    (values.json_value, 10**400),
    *((values.unit, value) for value in (np.float32("nan"), np.float64("inf"), np.bool_(True))),
    *((values.number, value) for value in (Decimal("sNaN"), Fraction(10**400), 1j, np.ones(2))),
    *((values.count, value) for value in (np.int64(-1), np.float64(2), np.bool_(True))),
    *((values.json_value, value) for value in (np.float32("nan"), np.ones(2), 1j)),
    (values.moment, Missing(2026, 1, 1, tzinfo=UTC)),
    (values.texts, {"a": "b"}),
]


@pytest.mark.parametrize(("check", "given", "kept"), KEEPING)
def test_good_values_are_kept_in_canonical_form(
    check: Callable[[object, str], object], given: object, kept: object
) -> None:
    found = check(given, "field")
    assert found == kept and type(found) is type(kept)


@pytest.mark.parametrize(("check", "given"), REFUSING)
def test_bad_values_are_refused_by_name(
    check: Callable[[object, str], object], given: object
) -> None:
    with pytest.raises(InvalidInput, match="field"):
        check(given, "field")


def test_bounds_are_part_of_the_message() -> None:
    with pytest.raises(InvalidInput, match=r"\[0, 1\], got 5.*Feedback.scaled"):
        values.unit(5, "reward")
    with pytest.raises(InvalidInput, match="at least 1, got 0"):
        values.count(0, "k", least=1)


def test_what_is_not_finite_is_refused_as_such() -> None:
    with pytest.raises(InvalidInput, match=r"metadata\['a'\] must be a finite number, got nan"):
        values.json_object({"a": np.float32("nan")}, "metadata")
    with pytest.raises(InvalidInput, match="reward must be a finite number, got inf"):
        values.unit(math.inf, "reward")


def test_moments_become_utc() -> None:
    east = timezone(timedelta(hours=5, minutes=30))
    found = values.moment(datetime(2026, 1, 1, 3, tzinfo=east), "at")
    assert found.isoformat() == "2025-12-31T21:30:00+00:00" and found.tzinfo is UTC


def test_the_place_of_a_bad_part_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"tags\[1\]"):
        values.texts(["a", 1], "tags")
    with pytest.raises(InvalidInput, match=r"metadata\['a'\]\[1\]\['b'\]"):
        values.json_object({"a": [0, {"b": object()}]}, "metadata")


def test_long_values_are_shown_in_part() -> None:
    assert len(values.shown("x" * 10**6)) < 100
    assert values.shown("x") == "'x'"


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_canonical_json_is_a_fixed_point(value: object) -> None:
    if "\\u0000" in json.dumps(value):
        with pytest.raises(InvalidInput, match="NUL"):
            values.json_value(value, "field")
        return
    once = values.json_value(value, "field")
    assert values.json_value(once, "field") == once == value


@given(st.text(st.characters(exclude_characters="\x00")))
def test_cleaned_text_can_be_encoded(text: str) -> None:
    cleaned = values.text(text + "\ud83d", "field")
    assert cleaned.encode().decode() == cleaned
    assert values.text(cleaned, "field") == cleaned


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(days=3), "3 days"),
        (timedelta(days=-3), "-3 days"),
        (timedelta(days=1), "1 day"),
        (timedelta(), "0 days"),
        (timedelta(hours=36), "1.5 days"),
        (timedelta(seconds=90), "90 s"),
    ],
)
def test_a_span_is_shown_in_words(span: timedelta, said: str) -> None:
    assert values.shown(span) == said


def test_an_enum_member_is_shown_as_one_writes_it() -> None:
    assert values.shown((Outcome.FAILURE, "x")) == "('failure', 'x')"
