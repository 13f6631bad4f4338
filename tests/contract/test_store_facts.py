"""What every store promises about facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Conflict, InvalidInput
from seasoned.core.facts import CURRENT, Fact
from seasoned.core.notes import FACT, NoteFilter
from seasoned.ports import Scope, Store
from seasoned.testing import HashEmbedder
from tests.contract.knowing import ANYTHING, Knower, day
from tests.contract.stores import HERE, NOW, STORES, fresh, sound

ANN, BOB = Scope("here", "ann"), Scope("here", "bob")
SCOPES = (HERE, ANN, BOB, Scope("there"), Scope("there", "ann"))
TELLING = st.tuples(
    st.sampled_from(SCOPES),
    st.sampled_from(["home", "diet"]),
    st.sampled_from(["a", "b", True, 1, None, [{"x": 1}]]),
    st.sampled_from([0.2, 0.5, 0.9, 1.0]),
    st.none() | st.integers(-3, 12),
    st.none() | st.integers(-3, 12),
    st.booleans(),
)
TELLINGS = st.lists(TELLING, max_size=10)


def live(store: Store, tellings: Sequence[Any]) -> dict[Scope, Knower]:
    """Tell all of it, one a day."""
    knowers = {scope: Knower(store, scope) for scope in SCOPES}
    for number, telling in enumerate(tellings):
        tell(knowers, number, telling)
    return knowers


def tell(knowers: dict[Scope, Knower], number: int, telling: Any) -> None:
    scope, key, value, confidence, since, until, force = telling
    if since is not None and until is not None and until <= since:
        until = None
    more = {"valid_from": day(since), "valid_to": day(until), "recorded_at": day(number)}
    if since is None and until is not None and until <= number:
        more["valid_from"] = None
    id = f"f{number}"
    knowers[scope].tell(value, confidence, force=force, key=key, id=id, **more)


def seen(store: Store, scope: Scope, **more: Any) -> list[Fact]:
    found = store.knowledge.facts.find(scope, ANYTHING, **more)
    return [replace(fact, superseded_at=None) for fact in found]


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(tellings=TELLINGS)
def test_what_was_believed_on_a_day_is_told_so_for_ever(kind: str, tellings: list[Any]) -> None:
    with fresh(kind) as store:
        knowers, then = {scope: Knower(store, scope) for scope in SCOPES}, {}
        for number, telling in enumerate(tellings):
            tell(knowers, number, telling)
            for scope in SCOPES:
                then[scope, number] = seen(store, scope)
        for (scope, number), believed in then.items():
            assert seen(store, scope, known=NOW + timedelta(days=number, hours=1)) == believed
        assert sound(store)


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(tellings=TELLINGS)
def test_of_one_owner_and_triple_one_value_at_most_is_current(
    kind: str, tellings: list[Any]
) -> None:
    with fresh(kind) as store:
        live(store, tellings)
        for scope in SCOPES:
            for number in (None, *range(-4, 14)):
                current = defaultdict[Any, list[Any]](list)
                for fact in store.knowledge.facts.find(scope, ANYTHING, valid=day(number)):
                    if fact.state == CURRENT:
                        current[fact.user, fact.triple].append(fact.value)
                assert all(len(found) == 1 for found in current.values())


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(tellings=TELLINGS)
def test_nobody_feels_what_others_were_told(kind: str, tellings: list[Any]) -> None:
    numbered = list(enumerate(tellings))
    with fresh(kind) as store:
        live(store, tellings)
        for scope in SCOPES:
            visible = {scope, Scope(scope.namespace)}
            with fresh("memory") as alone:
                knowers = {one: Knower(alone, one) for one in SCOPES}
                for number, telling in numbered:
                    if telling[0] in visible:
                        tell(knowers, number, telling)
                for key in ("home", "diet"):
                    assert knowers[scope].history(key) == Knower(store, scope).history(key)
                assert seen(store, scope) == seen(alone, scope)
                assert Knower(store, scope).searched() == knowers[scope].searched()


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(tellings=TELLINGS)
def test_a_search_finds_what_is_believed_and_nothing_else(kind: str, tellings: list[Any]) -> None:
    with fresh(kind) as store:
        for knower in live(store, tellings).values():
            versions = [*knower.history(), *knower.history("diet")]
            assert knower.searched() == {fact.id for fact in versions if fact.believed}
        assert sound(store)


def test_what_is_left_of_a_value_keeps_its_vector(store: Store) -> None:
    knower = Knower(store, embedder=HashEmbedder(16))
    knower.tell("Paris", valid_from=day(-9))
    ruling = knower.tell("Rome", valid_to=day(3))
    assert [(f.value, f.valid_to) for f in ruling.keep] == [
        ("Rome", day(3)),
        ("Paris", NOW),
        ("Paris", None),
    ]
    assert knower.searched() == {fact.id for fact in ruling.keep}
    assert store.maintenance.pending(HERE, 9) == []
    assert sound(store)


def test_the_surest_come_first_and_then_the_newest(store: Store) -> None:
    ann, all_of_us = Knower(store, ANN), Knower(store)
    for number, (value, confidence) in enumerate([("a", 0.5), ("b", 1.0), ("c", 0.5), ("d", 0.7)]):
        knower = (ann, all_of_us)[number % 2]
        knower.clock.advance(days=number)
        knower.tell(value, confidence, key=value)
    assert ann.found() == ["b", "d", "c", "a"]
    assert ann.found(limit=2) == ["b", "d"]
    assert all_of_us.found() == ["b", "d"]
    ann.tell("e", 0.5, key="e", recorded_at=day(9))
    ann.tell("f", 0.5, key="f", recorded_at=day(9))
    assert ann.found() == ["b", "d", "f", "e", "c", "a"]


def test_conditions_choose_among_facts(store: Store) -> None:
    knower = Knower(store, ANN)
    one = knower.tell("a", subject="Acme", kind="size", key="staff", metadata={"n": 1, "ok": True})
    knower.clock.advance(days=1)
    knower.tell("b", 0.9, source="model", session="s", metadata={"n": True, "x": None})
    Knower(store).tell("c", 0.8)
    for where, expected in [
        (NoteFilter(), ["a", "b", "c"]),
        (NoteFilter(kind="size"), ["a"]),
        (NoteFilter(document=("user", "nobody")), ["b", "c"]),
        (NoteFilter(source="model"), ["b"]),
        (NoteFilter(session="s"), ["b"]),
        (NoteFilter(user="ann"), ["a", "b"]),
        (NoteFilter(user="bob"), []),
        (NoteFilter(ids=one.stands), ["a"]),
        (NoteFilter(ids=()), []),
        (NoteFilter(after=day(1)), ["b"]),
        (NoteFilter(before=day(1)), ["a", "c"]),
        (NoteFilter(metadata={"n": 1}), ["a"]),
        (NoteFilter(metadata={"n": True}), ["b"]),
        (NoteFilter(metadata={"x": None}), ["a", "b", "c"]),
        (NoteFilter(metadata={"ok": True}), ["a"]),
    ]:
        assert knower.found(where) == expected, where
    assert knower.found(key="home") == ["b", "c"]
    assert Knower(store, BOB).found() == ["c"]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "naïve 東京",
        True,
        1,
        1.0,
        -0.5,
        None,
        [],
        {},
        [[{"a": None}]],
        {"ü": [1, True]},
        2**63 - 1,
        2**64 - 1,
        -(10**30),
        {"account": [123456789012345678901234567890]},
    ],
)
def test_any_json_comes_back_as_it_was(store: Store, value: Any) -> None:
    knower = Knower(store)
    knower.tell(value)
    (found,) = knower.found()
    assert (found, type(found)) == (value, type(value))
    assert knower.tell(value).action == "ignore"


def test_past_and_future_are_told_by_the_day_that_they_are_of(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris", valid_from=day(-9))
    knower.tell("Rome", valid_from=day(-2))
    knower.tell("Oslo", key="job", valid_to=day(-5))
    knower.tell("Bern", key="visa", valid_from=day(1), valid_to=day(3))
    assert [knower.found(valid=day(n)) for n in (-99, -9, -3, -2, 1, 3)] == [
        ["Oslo"],
        ["Oslo", "Paris"],
        ["Paris"],
        ["Rome"],
        ["Bern", "Rome"],
        ["Rome"],
    ]
    assert knower.found() == ["Rome"]
    assert knower.found(known=day(-1)) == []


def test_a_version_is_never_changed_but_for_its_end(store: Store) -> None:
    knower = Knower(store)
    first = knower.tell("Paris", source="model", metadata={"n": 1}).keep[0]
    knower.clock.advance(days=2)
    ruling = knower.tell("Rome")
    (old, new, left) = knower.history()
    assert replace(old, superseded_at=None) == first
    assert old.superseded_at == new.recorded_at == left.recorded_at == day(2)
    assert (ruling.keep, ruling.stands) == ((new, left), new.id)
    assert (left.value, left.valid_to, left.superseded_at) == ("Paris", day(2), None)
    assert len({version.id for version in (old, new, left)}) == 3


def test_what_is_contested_is_shown_beside_what_stands(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris")
    knower.tell("Rome", 0.4)
    assert [(f.value, f.state) for f in store.knowledge.facts.find(HERE, ANYTHING)] == [
        ("Paris", "current"),
        ("Rome", "contested"),
    ]
    assert sorted(knower.searched()) == sorted(f.id for f in knower.history())


def test_a_clock_that_is_set_back_takes_nothing_back(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris", valid_from=day(-9))
    knower.tell("Rome", valid_from=day(-8), recorded_at=day(-1))
    assert knower.found(known=day(-0.5)) == []
    assert knower.found(known=NOW) == knower.found() == ["Rome"]
    assert [f.recorded_at for f in knower.history()] == [NOW] * 3


def test_the_last_word_counts_though_the_clock_was_set_back(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris")
    assert knower.tell("Rome", recorded_at=day(-1)).action == "supersede"
    assert (knower.found(), knower.found(valid=NOW)) == (["Rome"], ["Rome"])


def test_a_rule_that_fails_leaves_all_as_it_was(store: Store) -> None:
    knower = Knower(store)
    (write,) = knower.passages.writes(HERE, [Fact("user", "fact", "home", "Paris")])

    def fail(believed: list[Fact]) -> Any:
        raise InvalidInput("no")

    with pytest.raises(InvalidInput, match="no"):
        store.knowledge.facts.put(HERE, write, fail)
    assert knower.history() == []
    assert sound(store)


def test_an_id_stands_for_one_version(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris", id="x")
    with pytest.raises(Conflict, match="'x' already stands"):
        knower.tell("tea", key="drink", id="x")
    Knower(store, Scope("there")).tell("tea", id="x")
    assert knower.found() == ["Paris"]
    assert sound(store)


def test_nobody_writes_as_another(store: Store) -> None:
    (write,) = Knower(store, BOB).passages.writes(BOB, [Fact("user", "fact", "home", "x")])
    with pytest.raises(InvalidInput, match="'bob', this memory writes as 'ann'"):
        store.knowledge.facts.put(ANN, write, lambda believed: pytest.fail("it was not refused"))


def test_who_forgets_removes_their_own_in_all_versions(store: Store) -> None:
    ann, bob, all_of_us = Knower(store, ANN), Knower(store, BOB), Knower(store)
    for knower in (ann, bob, all_of_us):
        knower.tell("Paris", valid_from=day(-9))
        knower.tell("Rome")
        knower.tell("tea", key="drink")
    assert store.knowledge.facts.delete(ANN, ANYTHING, "home") == 3
    assert (ann.found(NoteFilter(user="ann")), ann.found(key="home")) == (["tea"], ["Rome"])
    assert store.knowledge.facts.delete(ANN, NoteFilter(kind="other")) == 0
    assert store.knowledge.facts.delete(HERE, NoteFilter(document="user")) == 4
    assert (ann.found(), bob.found()) == (["tea"], ["tea", "Rome"])
    assert len(ann.searched()) == 1
    assert store.knowledge.facts.delete(ANN, ANYTHING) == 1
    assert store.knowledge.facts.delete(BOB, ANYTHING) == 4
    assert store.knowledge.passages.count(HERE, FACT, ANYTHING) == 0
    assert sound(store)


def test_what_is_forgotten_by_its_id_is_said_by_no_other_version(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris", 0.5, valid_from=day(-9))
    knower.tell("Paris", 0.9, valid_from=day(-9))
    last = knower.tell("Rome").keep[1]
    Knower(store, ANN).tell("Paris", key="home")
    knower.tell("Paris", key="office")
    assert last.value == "Paris"
    assert store.knowledge.facts.delete(HERE, NoteFilter(ids=last.id)) == 3
    assert [version.value for version in knower.history()] == ["Rome"]
    assert knower.found(key="office") == ["Paris"]
    assert Knower(store, ANN).found(NoteFilter(user="ann")) == ["Paris"]
    assert sound(store)


def test_a_namespace_of_facts_alone_is_named_as_long_as_there_are_some(store: Store) -> None:
    names = list[str]()
    Knower(store).tell("Paris")
    store.maintenance.scan(lambda name, _: names.append(name))
    assert "namespace here" in names
    store.knowledge.facts.delete(HERE, ANYTHING)
    names.clear()
    store.maintenance.scan(lambda name, _: names.append(name))
    assert "namespace here" not in names


def test_what_a_clock_that_is_ahead_recorded_has_begun_and_ended(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris", valid_from=day(-9))
    knower.clock.advance(days=1)
    knower.tell("Rome")
    knower.tell("A1", key="visa")
    assert (knower.found(key="home", valid=NOW), knower.found(key="visa", valid=NOW)) == (
        ["Paris"],
        [],
    )
    assert knower.found(key="home", valid=NOW, now=True) == ["Rome"]
    assert knower.found(key="visa", valid=NOW, now=True) == ["A1"]
    knower.tell("Rome", 1.0, valid_to=day(5))
    assert knower.found(key="home", valid=NOW, now=True) == ["Rome"]
    assert knower.found(key="home", valid=NOW, known=NOW, now=True) == ["Paris"]


def test_what_is_planned_is_still_to_come(store: Store) -> None:
    knower = Knower(store)
    knower.tell("Paris", valid_from=day(-9))
    knower.tell("Rome", valid_from=day(2))
    knower.tell("Bern", key="visa", valid_to=day(3))
    for moment, found in [(NOW, ["Bern", "Paris"]), (day(2), ["Bern", "Rome"]), (day(3), ["Rome"])]:
        assert sorted(knower.found(valid=moment, now=True)) == found


SINCE_TOLD = st.tuples(
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from([0.5, 0.9, 1.0]),
    st.none() | st.integers(-9, 0),  # days before it is told
    st.booleans(),
)


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(tellings=st.lists(SINCE_TOLD, max_size=8), behind=st.integers(0, 12))
def test_who_is_behind_sees_what_is_so_now(kind: str, tellings: list[Any], behind: int) -> None:
    with fresh(kind) as store:
        knower = Knower(store)
        for number, (value, confidence, before, force) in enumerate(tellings):
            since = None if before is None else day(number + before)
            more = {"valid_from": since, "recorded_at": day(number), "id": f"f{number}"}
            knower.tell(value, confidence, force=force, **more)
        last = len(tellings)
        assert seen(store, HERE, valid=day(last - behind), now=True) == seen(
            store, HERE, valid=day(last)
        )
