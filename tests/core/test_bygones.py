"""What is told to be over: it ends what stands, or is history, and contests nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned.core.bygones import bygone
from seasoned.core.facts import CONTESTED, CURRENT, Fact, Ruling, rule

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return NOW + timedelta(days=number)


class Beliefs:
    """The believed versions of one triple."""

    def __init__(self) -> None:
        self.believed: list[Fact] = []
        self.told = 0

    def tell(self, value: str, number: int, *, past: bool = False, sure: float = 0.8) -> Ruling:
        self.told += 1
        moment = day(number)
        since, until = (None, moment) if past else (moment, None)
        place = ("user", "fact", "home", value, sure, since, until, moment)
        new = Fact(*place, id=f"f{self.told}")
        ruling = bygone(self.believed, new) or rule(self.believed, new)
        kept = [replace(one, id=one.id or f"{new.id}.{n}") for n, one in enumerate(ruling.keep)]
        self.believed = [one for one in self.believed if one.id not in ruling.end] + kept
        assert ruling.stands in {one.id for one in self.believed}
        return ruling

    def at(self, moment: datetime, *, now: bool = False) -> list[tuple[Any, str]]:
        return [(f.value, f.state) for f in self.believed if f.holds(moment, now=now)]


def test_what_stands_ends() -> None:
    beliefs = Beliefs()
    beliefs.tell("Rome", 0)
    beliefs.tell("Graz", 2)
    assert beliefs.tell("graz", 5, past=True).action == "supersede"
    assert beliefs.at(day(5)) == []
    assert [beliefs.at(day(n)) for n in (1, 3)] == [[("Rome", CURRENT)], [("graz", CURRENT)]]


def test_beside_another_value_it_is_history() -> None:
    beliefs = Beliefs()
    beliefs.tell("Graz", 0)
    assert beliefs.tell("Rome", 1, past=True).action == "add"
    assert beliefs.at(day(2)) == [("Graz", CURRENT)]
    assert beliefs.at(day(-1)) == [("Rome", CURRENT)]
    assert beliefs.tell("Rome", 2, past=True).action == "ignore"
    assert beliefs.at(day(3)) == [("Graz", CURRENT)]


def test_two_things_that_are_over_stand_beside_each_other() -> None:
    beliefs = Beliefs()
    beliefs.tell("Rome", 0, past=True)
    assert beliefs.tell("Oslo", 1, past=True).action == "add"
    assert beliefs.at(day(2)) == []
    assert beliefs.at(day(-1)) == [("Rome", CURRENT), ("Oslo", CONTESTED)]


def test_a_contested_value_ends_as_well() -> None:
    beliefs = Beliefs()
    beliefs.tell("Graz", 0, sure=1.0)
    assert beliefs.tell("Rome", 1, sure=0.3).action == "contest"
    beliefs.tell("Rome", 2, past=True)
    assert beliefs.at(day(3)) == [("Graz", CURRENT)]


def test_what_began_by_a_clock_that_is_ahead_ends_at_once() -> None:
    beliefs = Beliefs()
    beliefs.tell("Graz", 3)
    ruling = beliefs.tell("Graz", 1, past=True)
    assert ruling.action == "supersede"
    assert beliefs.at(day(4)) == []


def test_in_the_same_moment_it_ends() -> None:
    beliefs = Beliefs()
    beliefs.tell("Graz", 0)
    beliefs.tell("Graz", 0, past=True)
    assert beliefs.at(day(0), now=True) == []


TOLD = st.lists(
    st.tuples(st.sampled_from("abc"), st.booleans(), st.sampled_from([0.3, 0.8, 1.0])), max_size=9
)


@settings(max_examples=200)
@given(TOLD)
def test_one_value_at_most_is_current_and_none_that_is_over(told: list[Any]) -> None:
    beliefs = Beliefs()
    for number, (value, past, sure) in enumerate(told):
        held = dict(beliefs.at(day(number), now=True))
        beliefs.tell(value, number, past=past, sure=sure)
        now = beliefs.at(day(number), now=True)
        if past and sure == 1.0:
            assert value not in dict(now)
        if past and value not in held:
            assert dict(now) == held
        for moment in range(-1, len(told)):
            current = [v for v, state in beliefs.at(day(moment)) if state == CURRENT]
            assert len(current) <= 1
