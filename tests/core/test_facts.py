"""Facts: what a statement does to what is believed, and that no statement undoes the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.facts import CONTESTED, CURRENT, MARGIN, Fact, Ruling, equal, rule

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DAYS = st.none() | st.integers(-6, 6)
CONFIDENCES = st.sampled_from([0.1, 0.3, 0.5, 0.69, 0.7, 0.8, 0.9, 1.0])
STATEMENTS = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c"]), CONFIDENCES, DAYS, DAYS, st.booleans()),
    max_size=9,
)


def day(number: int | None) -> datetime | None:
    return None if number is None else NOW + timedelta(days=number)


def fact(
    value: Any,
    confidence: float = 1.0,
    since: int | None = 0,
    until: int | None = None,
    told: int = 0,
    **more: Any,
) -> Fact:
    """A statement of the day `told`."""
    return Fact(
        "user", "fact", "home", value, confidence, day(since), day(until), day(told), **more
    )


@dataclass
class Beliefs:
    """All versions of one triple, kept as a store keeps them."""

    versions: list[Fact] = field(default_factory=list)

    @property
    def believed(self) -> list[Fact]:
        return [version for version in self.versions if version.believed]

    def tell(self, new: Fact, *, force: bool = False) -> Ruling:
        new = replace(new, id=f"f{len(self.versions)}")
        ruling = rule(self.believed, new, force=force)
        assert set(ruling.end) <= {version.id for version in self.believed}
        assert all(not kept.id for kept in ruling.keep[1:])
        kept = [replace(one, id=one.id or f"{new.id}.{i}") for i, one in enumerate(ruling.keep)]
        self.versions = [
            replace(v, superseded_at=new.recorded_at) if v.id in ruling.end else v
            for v in self.versions
        ] + kept
        assert ruling.stands in {version.id for version in self.believed}
        return ruling

    def at(self, moment: datetime) -> list[Fact]:
        """What was believed at a moment, as it was kept then."""
        return [
            replace(v, superseded_at=None)
            for v in self.versions
            if v.recorded_at
            and v.recorded_at <= moment
            and (v.superseded_at is None or v.superseded_at > moment)
        ]

    def now(self, moment: float | None = None) -> list[tuple[Any, float]]:
        """The current values: those that last, or those of a day."""
        found = [v for v in self.believed if v.state == CURRENT]
        if moment is None:
            found = [v for v in found if v.valid_to is None]
        else:
            found = [v for v in found if covers(v, moment)]
        return [(v.value, v.confidence) for v in found]

    def contested(self) -> list[Any]:
        return [version.value for version in self.believed if version.state == CONTESTED]


def covers(version: Fact, number: float) -> bool:
    moment = NOW + timedelta(days=number)
    since, until = version.valid_from, version.valid_to
    return (since is None or since <= moment) and (until is None or moment < until)


def told(*statements: Fact) -> Beliefs:
    beliefs = Beliefs()
    for statement in statements:
        beliefs.tell(statement)
    return beliefs


def history(statements: Sequence[tuple[str, float, int | None, int | None, bool]]) -> Beliefs:
    beliefs = Beliefs()
    for number, (value, confidence, since, until, force) in enumerate(statements):
        if since is not None and until is not None and until <= since:
            until = None
        beliefs.tell(fact(value, confidence, since, until, told=number // 2), force=force)
    return beliefs


@settings(max_examples=200)
@given(STATEMENTS)
def test_at_any_moment_one_value_at_most_is_current(statements: list[Any]) -> None:
    beliefs = history(statements)
    assert len(beliefs.now()) <= 1
    for number in range(-8, 9):
        assert len(beliefs.now(number)) <= 1
        assert len(beliefs.now(number + 0.5)) <= 1


@settings(max_examples=200)
@given(STATEMENTS, STATEMENTS)
def test_what_was_believed_on_a_day_stays_so(before: list[Any], after: list[Any]) -> None:
    beliefs = history(before)
    then = {n: beliefs.at(NOW + timedelta(days=n, hours=1)) for n in range(5)}
    kept = {version.id: version for version in beliefs.versions}
    for number, (value, confidence, since, until, force) in enumerate(after):
        if since is not None and until is not None and until <= since:
            until = None
        beliefs.tell(fact(value, confidence, since, until, told=5 + number), force=force)
    assert {n: beliefs.at(NOW + timedelta(days=n, hours=1)) for n in range(5)} == then
    for version in beliefs.versions:
        if (old := kept.get(version.id)) is not None:
            assert replace(version, superseded_at=None) == replace(old, superseded_at=None)
            assert old.superseded_at in (None, version.superseded_at)


@settings(max_examples=120)
@given(st.lists(st.tuples(st.sampled_from("ab"), CONFIDENCES), min_size=1, max_size=9))
def test_a_newer_value_replaces_unless_it_is_less_sure_by_more_than_a_fifth(
    statements: list[tuple[str, float]],
) -> None:
    """Of values that last and are told in order, by the plain rule."""
    beliefs, (value, confidence) = Beliefs(), statements[0]
    for number, (new, sure) in enumerate(statements):
        ruling = beliefs.tell(fact(new, sure, number, told=number))
        if new == value:
            confidence = max(sure, confidence) if number else sure
        elif sure >= confidence - MARGIN - 1e-9:
            assert ruling.action == "supersede"
            value, confidence = new, sure
        else:
            assert ruling.action in ("contest", "ignore")
            assert new in beliefs.contested()
        assert beliefs.now() == [(value, confidence)]


@settings(max_examples=120)
@given(STATEMENTS, st.sampled_from("abc"), CONFIDENCES)
def test_what_is_forced_is_so_and_nothing_else_is(
    statements: list[Any], value: str, confidence: float
) -> None:
    beliefs = history(statements)
    beliefs.tell(fact(value, confidence, None, told=9), force=True)
    assert beliefs.now() == [(value, confidence)]
    assert [v.value for v in beliefs.believed if v.valid_to is None] == [value]


@settings(max_examples=120)
@given(STATEMENTS)
def test_what_is_said_twice_changes_nothing(statements: list[Any]) -> None:
    beliefs = history(statements)
    for value in "abc":
        beliefs.tell(fact(value, 0.6, 7, told=8))
        before = list(beliefs.versions)
        assert beliefs.tell(fact(value, 0.6, 7, told=9)).action == "ignore"
        assert beliefs.versions == before


@settings(max_examples=120)
@given(STATEMENTS)
def test_a_kept_reason_names_no_value_of_another_version(statements: list[Any]) -> None:
    secrets = {"a": "whisper", "b": "rumour", "c": "gossip"}
    beliefs = history([(secrets[value], *rest) for value, *rest in statements])
    assert not any(word in v.reason for v in beliefs.versions for word in secrets.values())


def test_the_old_value_is_kept_for_the_time_that_it_was_so() -> None:
    beliefs = told(fact("Paris", since=-9), fact("Rome", since=2, told=2))
    assert beliefs.now() == [("Rome", 1.0)]
    assert [beliefs.now(n) for n in (-9, 1, 2)] == [[("Paris", 1)], [("Paris", 1)], [("Rome", 1)]]


def test_a_value_of_the_same_moment_replaces_and_leaves_nothing() -> None:
    beliefs = told(fact("Paris"), fact("Rome"))
    assert [version.value for version in beliefs.believed] == ["Rome"]


def test_said_again_it_is_as_sure_as_it_was_at_its_surest() -> None:
    beliefs = told(fact("Paris", 0.5))
    assert beliefs.tell(fact("Paris", 0.4, 1)).action == "ignore"
    assert beliefs.tell(fact("Paris", 0.9, 2)).action == "confirm"
    assert beliefs.now() == [("Paris", 0.9)]
    assert beliefs.now(0) == [("Paris", 0.9)]  # since the day on which it was said first


def test_said_again_of_an_earlier_beginning_it_begins_earlier() -> None:
    beliefs = told(fact("Paris", 0.9))
    assert beliefs.tell(fact("Paris", 0.8, -5)).action == "confirm"
    assert beliefs.now(-5) == [("Paris", 0.9)]
    assert beliefs.tell(fact("Paris", 0.1, -9)).action == "ignore"


def test_an_earlier_beginning_runs_over_no_other_value() -> None:
    beliefs = told(fact("Rome", since=-9), fact("Paris", since=-5))
    beliefs.tell(fact("Paris", since=-8))
    assert [beliefs.now(n) for n in (-8, -5)] == [[("Rome", 1)], [("Paris", 1)]]


def test_an_older_value_is_contested() -> None:
    beliefs = told(fact("Paris"))
    ruling = beliefs.tell(fact("Rome", since=-3))
    assert (ruling.action, beliefs.now(), beliefs.contested()) == (
        "contest",
        [("Paris", 1)],
        ["Rome"],
    )
    assert "older" in ruling.reason and "Paris" in ruling.reason
    assert beliefs.tell(fact("Oslo", since=None)).action == "contest"  # since nobody knows when


def test_a_contested_value_that_is_said_more_surely_is_kept_so_and_prevails_in_the_end() -> None:
    beliefs = told(fact("Paris", 0.9), fact("Rome", 0.3, 1))
    assert beliefs.tell(fact("Rome", 0.2, 2)).action == "ignore"
    assert beliefs.tell(fact("Rome", 0.6, 2)).action == "contest"
    assert [v.confidence for v in beliefs.believed if v.state == CONTESTED] == [0.6]
    assert beliefs.tell(fact("Rome", 0.7, 3)).action == "supersede"
    assert (beliefs.now(), beliefs.contested()) == ([("Rome", 0.7)], [])


def test_a_new_value_settles_what_was_contested() -> None:
    beliefs = told(fact("Paris", 0.9), fact("Rome", 0.3, 1), fact("Oslo", 0.8, 2))
    assert (beliefs.now(), beliefs.contested()) == ([("Oslo", 0.8)], [])


def test_what_is_over_stands_where_nothing_else_does() -> None:
    beliefs = told(fact("Paris"), fact("Rome", since=-5, until=-2))
    assert (beliefs.now(), beliefs.now(-3)) == ([("Paris", 1)], [("Rome", 1)])
    assert beliefs.tell(fact("Rome", since=-5, until=-2)).action == "ignore"


def test_what_is_over_replaces_no_other_value() -> None:
    beliefs = told(fact("Paris", since=-9))
    assert beliefs.tell(fact("Rome", since=-5, until=-2)).action == "contest"
    assert beliefs.now(-3) == [("Paris", 1)]


def test_an_end_ends_the_value_that_lasted() -> None:
    beliefs = told(fact("Acme", since=-9))
    assert beliefs.tell(fact("Acme", since=None, until=-1)).action == "supersede"
    assert (beliefs.now(), beliefs.now(-1), beliefs.now(-2)) == ([], [], [("Acme", 1)])
    assert beliefs.tell(fact("Acme", 0.1, 0)).action == "add"
    assert told(fact("Acme"), fact("Acme", 0.5, -1, 3)).now() == [("Acme", 1)]


def test_what_has_an_end_to_come_replaces_until_then() -> None:
    beliefs = told(fact("Paris", since=-9), fact("Rome", since=0, until=3))
    assert [beliefs.now(n) for n in (-1, 2, 3)] == [
        [("Paris", 1)],
        [("Rome", 1)],
        [("Paris", 1)],
    ]
    beliefs.tell(fact("Oslo", since=1, told=1))
    assert [beliefs.now(n) for n in (0, 1, 5)] == [[("Rome", 1)], [("Oslo", 1)], [("Oslo", 1)]]


def test_forced_what_is_over_leaves_the_rest_as_it_was() -> None:
    beliefs = told(fact("Paris", since=-9))
    beliefs.tell(fact("Rome", 0.1, -5, -2), force=True)
    assert [beliefs.now(n) for n in (-9, -5, -2)] == [
        [("Paris", 1)],
        [("Rome", 0.1)],
        [("Paris", 1)],
    ]


def test_forced_a_value_is_as_sure_as_it_was_said() -> None:
    beliefs = told(fact("Paris", 0.9), fact("Rome", 0.1, 1))
    assert beliefs.tell(fact("Paris", 0.2, 2), force=True).action == "confirm"
    assert (beliefs.now(0), beliefs.contested()) == ([("Paris", 0.2)], [])
    assert beliefs.tell(fact("Paris", 0.2, 3), force=True).action == "ignore"


def test_where_what_stood_was_removed_the_surest_of_the_rest_counts() -> None:
    def left() -> Beliefs:
        beliefs = told(fact("Paris", 1.0), fact("Rome", 0.7, 1), fact("Oslo", 0.3, 1))
        beliefs.versions = [v for v in beliefs.versions if v.value != "Paris"]
        return beliefs

    beliefs = left()
    assert beliefs.tell(fact("Bern", 0.1, 2)).action == "contest"
    assert (beliefs.now(), beliefs.contested()) == ([("Rome", 0.7)], ["Oslo", "Bern"])
    beliefs = left()
    assert beliefs.tell(fact("Rome", 0.2, 2)).action == "confirm"
    assert (beliefs.now(), beliefs.contested()) == ([("Rome", 0.7)], ["Oslo"])
    beliefs = left()
    assert beliefs.tell(fact("Bern", 0.6, 2)).action == "supersede"
    assert (beliefs.now(), beliefs.contested()) == ([("Bern", 0.6)], [])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-3, 3) | st.sampled_from(["", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("xy"), inner),
    max_leaves=5,
)


@settings(max_examples=120)
@given(JSON, JSON)
def test_any_json_is_a_value_and_equals_itself_alone(one: Any, other: Any) -> None:
    one, other = fact(one).value, fact(other).value
    assert equal(one, one)
    assert equal(one, other) is equal(other, one)
    beliefs = told(fact(one), fact(other, since=1, told=1))
    assert len(beliefs.versions) == (1 if equal(one, other) else 3)
    assert equal(beliefs.now(1)[0][0], other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (True, 1),
        (False, 0),
        (None, False),
        (None, 0),
        ("1", 1),
        ([], {}),
        ([1], [True]),
        ({"a": [1]}, {"a": [True]}),
        ([1], [1, 1]),
        ({"a": 1}, {"b": 1}),
        ("", None),
    ],
)
def test_values_that_python_or_people_may_mix_up_are_two(one: Any, other: Any) -> None:
    assert not equal(one, other)
    assert told(fact(one), fact(other, since=1)).now() == [(other, 1.0)]


def test_numbers_are_equal_however_they_are_written() -> None:
    assert equal({"n": [1, 2.0]}, {"n": [1.0, 2]})


@pytest.mark.parametrize(
    "value",
    [10**400, float("nan"), float("inf"), {1: 2}, {"a": {1, 2}}, b"x", object()],
)
def test_what_is_no_json_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput, match="value"):
        fact(value)


def test_an_end_before_the_beginning_is_refused() -> None:
    with pytest.raises(InvalidInput, match="swap them"):
        fact("Paris", since=1, until=1)
