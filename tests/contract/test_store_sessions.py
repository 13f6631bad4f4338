"""What every store promises about conversations, exchanges and what models cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Conflict, InvalidInput, NotFound
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.knowledge import ExchangeRow, SessionRow
from seasoned.ports import Scope, Store
from tests.contract.knowing import said, texts
from tests.contract.stores import HERE, STORES, Filler, fresh, good, sound

ANN, BOB, THERE = Scope("here", "ann"), Scope("here", "bob"), Scope("there", "ann")
SCOPES = (HERE, ANN, BOB, THERE)
IDS = st.sampled_from(["s", "t"])
ACTS = st.tuples(
    st.sampled_from(["say", "fold", "close", "forget", "learn", "unlearn"]),
    st.sampled_from(SCOPES),
    IDS,
    st.integers(1, 3),
)


def do(store: Store, act: str, scope: Scope, id: str, number: int) -> Any:
    """One verb, and what it answers or how it fails."""
    sessions, exchanges = store.knowledge.sessions, store.knowledge.exchanges
    try:
        match act:
            case "say":
                words = (f"{scope.namespace} {scope.user} {n}" for n in range(number))
                return sessions.append(scope, id, said(*words), number)
            case "fold":
                row = sessions.get(scope, id)
                version = row.version if row else 0
                return sessions.fold(scope, id, version, {number: "folded"}, b'"%d"' % number)
            case "close":
                return sessions.close(scope, id, None)
            case "forget":
                return sessions.delete(scope, [id])
            case "learn":
                learned = ExchangeRow(f"{id}{number}", scope.user, number, "learned", b"{}", id)
                return exchanges.add(scope, learned)
            case _:
                return exchanges.delete(scope, [f"{id}{number}"])
    except (Conflict, NotFound) as error:
        return type(error)


def state(store: Store, scope: Scope) -> list[Any]:
    every = ("live", "folded", "evicted")
    return [
        [store.knowledge.sessions.get(scope, id) for id in ("s", "t")],
        [store.knowledge.sessions.read(scope, id, states=every) for id in ("s", "t")],
        store.knowledge.sessions.page(scope, None, 9),
    ]


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=30)
@given(acts=st.lists(ACTS, max_size=16))
def test_a_session_is_its_owners_alone(kind: str, acts: list[Any]) -> None:
    with fresh(kind) as store:
        answers = [do(store, *act) for act in acts]
        for scope in SCOPES:
            with fresh("memory") as alone:
                own = [do(alone, *act) for act in acts if act[1] == scope and "learn" not in act[0]]
                told = zip(acts, answers, strict=True)
                assert own == [a for act, a in told if act[1] == scope and "learn" not in act[0]]
                assert state(alone, scope) == state(store, scope)
            seen = {row.user for row in store.knowledge.exchanges.page(scope, None, 99)}
            assert seen <= {None, scope.user}


def test_places_go_on_where_they_ended(store: Store) -> None:
    assert store.knowledge.sessions.append(ANN, "s", said("a", "b"), 5.0) == [1, 2]
    assert store.knowledge.sessions.append(ANN, "s", said("c", place=77), 6.0) == [3]
    assert store.knowledge.sessions.append(ANN, "s", [], 7.0) == []
    found = store.knowledge.sessions.read(ANN, "s")
    assert ([row.place for row in found], texts(found)) == ([1, 2, 3], ["a", "b", "c"])
    assert texts(store.knowledge.sessions.read(ANN, "s", 2)) == ["c"]
    assert store.knowledge.sessions.get(ANN, "s") == SessionRow("s", "ann", "open", 5.0, messages=3)


def test_an_empty_session_is_one(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", [], 5.0)
    assert store.knowledge.sessions.get(ANN, "s") == SessionRow("s", "ann", "open", 5.0)
    assert (store.knowledge.sessions.get(BOB, "s"), store.knowledge.sessions.read(BOB, "s")) == (
        None,
        [],
    )


def test_what_is_folded_stays_readable(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", said("a", "b", "c", "d"), 1.0)
    assert store.knowledge.sessions.fold(ANN, "s", 0, {1: "folded", 2: "evicted"}, b'{"text":"a"}')
    assert texts(store.knowledge.sessions.read(ANN, "s")) == ["c", "d"]
    assert texts(store.knowledge.sessions.read(ANN, "s", states=("folded", "live"))) == [
        "a",
        "c",
        "d",
    ]
    assert texts(store.knowledge.sessions.read(ANN, "s", 1, states=("folded", "evicted"))) == ["b"]
    row = store.knowledge.sessions.get(ANN, "s")
    assert row == SessionRow("s", "ann", "open", 1.0, 1, b'{"text":"a"}', messages=4)


def test_who_folds_after_another_is_told(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", said("a", "b"), 1.0)
    assert store.knowledge.sessions.fold(ANN, "s", 0, {1: "folded"}, b'"one"')
    store.knowledge.sessions.append(ANN, "s", said("c"), 2.0)  # which decides nothing
    assert not store.knowledge.sessions.fold(ANN, "s", 0, {2: "folded"}, b'"other"')
    assert texts(store.knowledge.sessions.read(ANN, "s")) == ["b", "c"]
    assert store.knowledge.sessions.fold(ANN, "s", 1, {2: "evicted"}, None)
    row = store.knowledge.sessions.get(ANN, "s")
    assert row and (row.version, row.summary) == (2, b'"one"')
    store.knowledge.sessions.close(ANN, "s", None)
    assert not store.knowledge.sessions.fold(ANN, "s", 2, {3: "folded"}, None)
    assert not store.knowledge.sessions.fold(BOB, "s", 0, {1: "folded"}, None)


def test_a_state_that_is_none_is_refused(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", said("a"), 1.0)
    with pytest.raises(InvalidInput, match="'gone' must be one of live, folded, evicted"):
        store.knowledge.sessions.fold(ANN, "s", 0, {1: "gone"}, None)


def test_a_session_becomes_one_episode(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", said("a"), 1.0)
    (one, other) = Filler(store).writes([good("one"), good("other")], ANN)
    first = store.knowledge.sessions.close(ANN, "s", one)
    assert first and first.created
    again = store.knowledge.sessions.close(ANN, "s", other)
    assert again and (again.id, again.created) == (first.id, False)
    assert store.knowledge.sessions.close(ANN, "s", None) is None
    row = store.knowledge.sessions.get(ANN, "s")
    assert row and (row.state, row.episode) == ("closed", first.id)
    assert store.episodes.count(ANN, EVERYTHING) == 1
    with pytest.raises(Conflict, match="'s' is closed"):
        store.knowledge.sessions.append(ANN, "s", said("b"), 2.0)
    assert texts(store.knowledge.sessions.read(ANN, "s")) == ["a"]
    assert sound(store)


def test_with_its_episode_a_session_goes(store: Store) -> None:
    for scope in (ANN, BOB):
        for id in ("s", "t", "open"):
            store.knowledge.sessions.append(scope, id, said("a"), 1.0)
    for id, write in zip("st", Filler(store).writes([good("s"), good("t")], ANN), strict=True):
        store.knowledge.sessions.close(ANN, id, write)
    row = store.knowledge.sessions.get(ANN, "s")
    assert row and row.episode
    assert store.episodes.delete(BOB, Filter(ids=row.episode)).sessions == 0
    assert store.episodes.delete(ANN, Filter(ids=row.episode)).sessions == 1
    assert {row.id for row in store.knowledge.sessions.page(ANN, None, 9)} == {"t", "open"}
    assert len(store.knowledge.sessions.page(BOB, None, 9)) == 3
    assert store.knowledge.sessions.read(ANN, "s") == []
    assert sound(store)


def test_a_session_that_was_only_closed_may_become_an_episode_later(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", said("a"), 1.0)
    store.knowledge.sessions.close(ANN, "s", None)
    (write,) = Filler(store).writes([good("one")], ANN)
    receipt = store.knowledge.sessions.close(ANN, "s", write)
    assert receipt and receipt.created


def test_what_was_said_meanwhile_keeps_a_session_open(store: Store) -> None:
    sessions = store.knowledge.sessions
    sessions.append(ANN, "s", said("a", "b"), 1.0)
    (write,) = Filler(store).writes([good("one")], ANN)
    for one in (write, None):
        with pytest.raises(Conflict, match="got more messages"):
            sessions.close(ANN, "s", one, 1)
    row = sessions.get(ANN, "s")
    assert row and (row.state, row.version, store.episodes.count(ANN, EVERYTHING)) == ("open", 0, 0)
    receipt = sessions.close(ANN, "s", write, 2)
    assert receipt and receipt.created
    again = sessions.close(ANN, "s", write, 9)
    assert again and not again.created


def test_a_session_of_nobody_here_cannot_be_closed(store: Store) -> None:
    store.knowledge.sessions.append(HERE, "s", said("a"), 1.0)
    (write,) = Filler(store).writes([good("one")], ANN)
    with pytest.raises(NotFound, match="no session 's' in namespace 'here' for user 'ann'"):
        store.knowledge.sessions.close(ANN, "s", write)
    assert store.episodes.count(ANN, EVERYTHING) == 0


def test_an_episode_that_cannot_be_kept_leaves_the_session_open(store: Store) -> None:
    store.knowledge.sessions.append(ANN, "s", said("a"), 1.0)
    one, other = Filler(store).writes([replace(good(text), id="e") for text in ("a", "b")], ANN)
    store.episodes.add(ANN, [one])
    with pytest.raises(Conflict):
        store.knowledge.sessions.close(ANN, "s", other)
    row = store.knowledge.sessions.get(ANN, "s")
    assert row and (row.state, row.version) == ("open", 0)


def test_the_newest_sessions_come_first(store: Store) -> None:
    for id in "abc":
        store.knowledge.sessions.append(ANN, id, said(id), 1.0)
    store.knowledge.sessions.close(ANN, "b", None)
    assert [row.id for row in store.knowledge.sessions.page(ANN, None, 2)] == ["c", "b"]
    assert [row.id for row in store.knowledge.sessions.page(ANN, "open", 9)] == ["c", "a"]
    assert [row.id for row in store.knowledge.sessions.page(ANN, "closed", 9)] == ["b"]
    assert store.knowledge.sessions.page(HERE, None, 9) == []


def test_who_forgets_sessions_forgets_their_own(store: Store) -> None:
    for scope in (HERE, ANN):
        for id in "ab":
            store.knowledge.sessions.append(scope, id, said(id), 1.0)
    assert store.knowledge.sessions.delete(ANN, ["a", "none"]) == 1
    assert store.knowledge.sessions.delete(ANN, []) == 0
    assert store.knowledge.sessions.delete(ANN, None) == 1
    assert [row.id for row in store.knowledge.sessions.page(HERE, None, 9)] == ["b", "a"]
    assert store.knowledge.sessions.append(ANN, "a", said("new"), 1.0) == [1]


def test_exchanges_come_back_as_they_were_the_newest_first(store: Store) -> None:
    rows = [
        ExchangeRow("a", "ann", 3.0, "learned", b'{"x":[1,"\xc3\xbc"]}', "s"),
        ExchangeRow("b", "ann", 2.0, "unusable", b'{"raw":"{"}'),
        ExchangeRow("c", None, 1.0, "nothing", b"{}"),
    ]
    for row in rows:
        store.knowledge.exchanges.add(Scope("here", row.user), row)
    assert store.knowledge.exchanges.page(ANN, None, 9) == rows[::-1]
    assert store.knowledge.exchanges.page(ANN, "unusable", 9) == [rows[1]]
    assert store.knowledge.exchanges.page(ANN, None, 2) == rows[:0:-1]
    assert store.knowledge.exchanges.page(BOB, None, 9) == [rows[2]]
    assert store.knowledge.exchanges.delete(ANN, ["a", "c"]) == 1
    assert store.knowledge.exchanges.delete(ANN, None) == 1
    assert store.knowledge.exchanges.page(ANN, None, 9) == [rows[2]]


def test_an_exchange_that_is_not_ones_own_or_is_there_is_refused(store: Store) -> None:
    row = ExchangeRow("a", "ann", 3.0, "learned", b"{}")
    with pytest.raises(InvalidInput, match="'ann', this memory writes as 'bob'"):
        store.knowledge.exchanges.add(BOB, row)
    store.knowledge.exchanges.add(ANN, row)
    with pytest.raises(Conflict, match="'a' already stands"):
        store.knowledge.exchanges.add(ANN, row)


def test_what_would_pass_a_limit_is_not_spent(store: Store) -> None:
    spend = store.knowledge.spending.spend
    assert spend("2026-03-01", "m", 1, 600, (10, 1000))
    assert not spend("2026-03-01", "m", 1, 600, (10, 1000))
    assert spend("2026-03-01", "m", 1, 400, (10, 1000))
    assert not spend("2026-03-01", "m", 1, 0, (2, -1))
    assert spend("2026-03-01", "m", 1, 0, (3, 1000))
    assert spend("2026-03-02", "m", 1, 1000, (1, 1000))
    assert spend("2026-03-01", "other", 1, 1000, (1, 1000))
    assert spend("2026-03-01", "m", 99, 10**9, (-1, -1))
    spent = store.knowledge.spending.spent
    assert (spent("2026-03-02", "m"), spent("2026-03-03", "m")) == ((1, 1000), (0, 0))


def test_what_is_given_back_can_be_spent(store: Store) -> None:
    spend = store.knowledge.spending.spend
    assert spend("d", "m", 1, 900, (9, 1000))
    assert spend("d", "m", 0, -700, (0, 0))
    assert spend("d", "m", 1, 800, (9, 1000))
    assert spend("d", "m", -9, -9000, (9, 1000))
    assert spend("d", "m", 9, 1000, (9, 1000))
    assert not spend("d", "m", 1, 0, (9, 1000))


def test_no_call_is_free_where_the_limit_is_none_at_all(store: Store) -> None:
    assert not store.knowledge.spending.spend("d", "m", 1, 0, (0, -1))
    assert not store.knowledge.spending.spend("d", "m", 0, 1, (-1, 0))
