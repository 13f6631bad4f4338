"""What every store promises about episodes: keys, reads, filters, verdicts, removal."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Conflict, Episode, Feedback, Filter, InvalidInput, NotFound, Outcome, Task
from seasoned.core.filters import EVERYTHING
from seasoned.core.records import Verdict
from seasoned.ports import EPISODE, Scope, Store
from tests.contract.stores import ANALYZER, HERE, NOW, STORES, Filler, fresh, good, sound

ANN, BOB, NOBODY = Scope("here", "ann"), Scope("here", "bob"), Scope("here")
THERE = Scope("there")


def found(store: Store, scope: Scope = HERE, where: Filter = EVERYTHING) -> list[str]:
    return [e.id for e in store.episodes.page(scope, where, 1000, None, False).episodes]


def test_what_is_added_is_read_back_whole(store: Store, filler: Filler) -> None:
    episode = replace(good("x 🛠"), metadata={"a": [1, None]}, tags=("t", "t"), lessons=("l",))
    (receipt,) = filler.add(episode)
    stored = store.episodes.get(HERE, [receipt.id, "unknown"])[receipt.id]
    assert replace(stored, id="", namespace="", finished_at=None) == episode
    assert (receipt.created, receipt.durable, receipt.indexed) == (True, store.durable, "done")
    assert sound(store)


def test_a_conflict_keeps_nothing_of_the_call(store: Store, filler: Filler) -> None:
    filler.add(replace(good("first"), key="k"))
    with pytest.raises(Conflict, match="'k'"):
        filler.add(good("fine"), replace(good("other"), key="k"))
    assert store.episodes.count(HERE, EVERYTHING) == 1
    assert store.search.matching(HERE, EPISODE, ANALYZER.terms("fine"))[1] == 1
    assert sound(store)


def test_an_id_of_another_user_tells_nothing_of_its_episode(store: Store, filler: Filler) -> None:
    filler.add(replace(good("hers"), id="inv-1"), scope=Scope("here", "ann"))
    said = set()
    for text in ("hers", "his"):
        with pytest.raises(Conflict) as caught:
            filler.add(replace(good(text), id="inv-1"), scope=Scope("here", "bob"))
        said.add(str(caught.value))
    assert said == {"the id 'inv-1' cannot be used; choose another one"}


def test_the_same_key_and_content_is_one_episode(store: Store, filler: Filler) -> None:
    keyed = replace(good("same"), key="k")
    first, twin = filler.add(keyed, keyed)
    (later,) = filler.add(keyed)
    assert (first.created, twin.created, later.created) == (True, False, False)
    assert {first.id, twin.id, later.id} == {first.id}
    assert later.durable == store.durable
    assert store.episodes.count(HERE, EVERYTHING) == 1


def test_keys_are_apart_by_namespace_and_source(store: Store, filler: Filler) -> None:
    filler.add(replace(good("one"), key="k"), replace(good("two"), key="k", source="import"))
    (third,) = filler.add(replace(good("three"), key="k"), scope=THERE)
    assert third.created
    assert (len(found(store)), len(found(store, THERE))) == (2, 1)


def test_a_key_belongs_to_one_user_and_says_nothing_to_others(store: Store, filler: Filler) -> None:
    receipts = {}
    for scope in (ANN, BOB, NOBODY):
        owned = replace(good(f"of {scope.user}"), key="k")
        (receipts[scope],) = filler.add(owned, scope=scope)
        assert receipts[scope].created
        (again,) = filler.add(owned, scope=scope)
        assert (again.created, again.id) == (False, receipts[scope].id)
        with pytest.raises(Conflict, match="'k'"):
            filler.add(replace(good("other"), key="k"), scope=scope)
    assert len({receipt.id for receipt in receipts.values()}) == 3
    assert sound(store)


def test_an_id_stands_for_one_episode(store: Store, filler: Filler) -> None:
    mine = replace(good("mine"), id="chosen")
    assert filler.add(mine)[0].id == "chosen"
    assert not filler.add(mine)[0].created
    with pytest.raises(Conflict, match="chosen"):
        filler.add(replace(good("other"), id="chosen"))


def test_namespaces_may_hold_the_same_ids(store: Store, filler: Filler) -> None:
    mine, theirs = replace(good("mine"), id="chosen"), replace(good("theirs"), id="chosen")
    filler.add(mine)
    assert filler.add(theirs, scope=THERE)[0].created
    assert store.episodes.get(HERE, ["chosen"])["chosen"].task == mine.task
    assert store.episodes.get(THERE, ["chosen"])["chosen"].task == theirs.task
    assert store.episodes.delete(THERE, Filter(ids=("chosen",))).episodes == 1
    assert (found(store), found(store, THERE)) == (["chosen"], [])
    assert sound(store)


@pytest.mark.parametrize("newest_first", [True, False])
def test_pages_lose_and_repeat_nothing_while_others_write(
    store: Store, filler: Filler, newest_first: bool
) -> None:
    before = filler.add_texts(*(f"row {i}" for i in range(60)))
    doomed = before[1::10]
    errors: list[BaseException] = []

    def write() -> None:
        try:
            for i, id in enumerate(doomed):
                filler.add_texts(f"late {i}")
                store.episodes.delete(HERE, Filter(ids=(id,)))
        except BaseException as error:
            errors.append(error)

    writer, seen, cursor, started = threading.Thread(target=write), [], None, False
    while True:
        page = store.episodes.page(HERE, EVERYTHING, 7, cursor, newest_first)
        seen += [e.id for e in page.episodes]
        if not started:
            writer.start()
            started = True
        if (cursor := page.cursor) is None:
            break
    writer.join()
    kept = [id for id in before if id not in doomed]
    among = [id for id in seen if id in set(kept)]
    assert errors == []
    assert len(set(seen)) == len(seen)
    assert among == (kept[::-1] if newest_first else kept)


def test_the_last_page_has_no_cursor(store: Store, filler: Filler) -> None:
    filler.add_texts("a", "b")
    assert store.episodes.page(HERE, EVERYTHING, 2, None).cursor is None
    assert store.episodes.page(HERE, EVERYTHING, 1, None).cursor is not None
    assert store.episodes.page(THERE, EVERYTHING, 1, None).episodes == ()


@pytest.mark.parametrize(
    "cursor", ["", "x", "before-1", "1; DROP TABLE item", "ä", "a" * 32, "a" * 5000, " " * 32]
)
def test_what_is_no_cursor_is_refused(store: Store, filler: Filler, cursor: str) -> None:
    filler.add_texts("a")
    with pytest.raises(InvalidInput, match="cursor"):
        store.episodes.page(HERE, EVERYTHING, 5, cursor)


def test_a_cursor_of_another_scope_or_file_is_refused(store: Store, filler: Filler) -> None:
    filler.add_texts("a", "b")
    cursor = store.episodes.page(HERE, EVERYTHING, 1, None).cursor
    for scope in (THERE, ANN):
        filler.add_texts("c", scope=scope)
        with pytest.raises(InvalidInput, match="cursor"):
            store.episodes.page(scope, EVERYTHING, 1, cursor)
    with fresh("memory") as other:
        Filler(other).add_texts("a", "b")
        with pytest.raises(InvalidInput, match="cursor"):
            other.episodes.page(HERE, EVERYTHING, 1, cursor)


def test_a_cursor_does_not_tell_how_much_others_write(store: Store, filler: Filler) -> None:
    """Cursors of numbers that are close together, and small, look like those of any others."""
    filler.add_texts(*(f"row {i}" for i in range(200)))
    cursors, cursor = [], None
    while True:
        cursor = store.episodes.page(HERE, EVERYTHING, 1, cursor).cursor
        if cursor is None:
            break
        cursors.append(cursor)
    assert len(set(cursors)) == 199
    for place in range(len(cursors[0])):
        assert len({cursor[place] for cursor in cursors}) > 10  # of the 16 digits


NAMES = st.sampled_from(["a", "A", "ä", "it's", 'say "x"', "100%", "a_b", "", "東京", "a,b"])
SCALARS = st.one_of(
    st.sampled_from([None, True, False, 0, 1, 1.0, "1", "true", "null", "ü'\"%\\", 2**60 + 1]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=3).filter(lambda text: "\x00" not in text),
)
KEYS = st.sampled_from(["k", "a.b", 'q"k', "", "k]", "ä"])
MOMENTS = st.integers(0, 3).map(lambda days: NOW + timedelta(days=days, microseconds=days))
UNITS = st.sampled_from([0.0, 0.1 + 0.2, 0.5, 1.0])
OUTCOMES = st.sampled_from(list(Outcome))
NESTED = SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(KEYS, SCALARS, max_size=2)
EPISODES = st.builds(
    Episode,
    task=st.builds(Task, NAMES, category=st.sampled_from(["debugging", "a.b"]), complexity=UNITS),
    outcome=OUTCOMES,
    feedback=st.builds(Feedback, reward=st.none() | UNITS),
    tags=st.lists(NAMES, max_size=3).map(tuple),
    strategy=NAMES,
    source=st.sampled_from(["own", "it's"]),
    environment=st.none() | NAMES,
    agent=st.none() | NAMES,
    session=st.none() | NAMES,
    finished_at=MOMENTS,
    metadata=st.dictionaries(KEYS, NESTED, max_size=2),
    verdicts=st.lists(
        st.builds(Verdict, st.just("e"), OUTCOMES, st.builds(Feedback, UNITS), at=MOMENTS),
        max_size=2,
    ).map(tuple),
)


def several(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, max_size=2).map(tuple)


CONDITIONS: dict[str, st.SearchStrategy[Any]] = {
    "category": several(st.sampled_from(["debugging", "a.b", "A.B"])),
    "outcome": several(OUTCOMES),
    **{name: several(NAMES) for name in ("tags_any", "tags_all", "strategy", "environment")},
    **{name: several(NAMES) for name in ("agent", "session", "user")},
    "source": several(st.sampled_from(["own", "it's"])),
    **dict.fromkeys(("reward_min", "reward_max", "complexity_min", "complexity_max"), UNITS),
    "after": MOMENTS,
    "before": MOMENTS,
    "metadata": st.dictionaries(KEYS, SCALARS, max_size=2),
}
FILTERS = (
    st.lists(st.sampled_from(sorted(CONDITIONS)), max_size=3, unique=True)
    .flatmap(lambda names: st.fixed_dictionaries({name: CONDITIONS[name] for name in names}))
    .map(lambda conditions: Filter(**conditions))
)


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(episodes=st.lists(EPISODES, min_size=4, max_size=12), filters=st.lists(FILTERS, min_size=12))
def test_filters_keep_what_the_oracle_keeps(
    kind: str, episodes: list[Episode], filters: list[Filter]
) -> None:
    with fresh(kind) as store:
        Filler(store).add(*episodes)
        stored = store.episodes.page(HERE, EVERYTHING, 100, None, False).episodes
        assert sound(store)
        for where in filters:
            wanted = [e.id for e in stored if where.matches(e)]
            assert found(store, HERE, where) == wanted
            assert store.episodes.count(HERE, where) == len(wanted)
            assert not (where.impossible and wanted)
            traits = store.search.traits(
                HERE, EPISODE, store.search.select(HERE, EPISODE, where).tolist()
            )
            assert sorted(t.id for t in traits) == sorted(wanted)


@settings(max_examples=60)
@given(value=st.floats(allow_nan=False, allow_infinity=False), other=SCALARS)
def test_numbers_in_metadata_are_compared_to_the_last_bit(value: float, other: object) -> None:
    with fresh("memory") as store:
        Filler(store).add(replace(good("x"), metadata={"n": value}))
        where = Filter(metadata={"n": value})
        assert store.episodes.count(HERE, where) == 1
        (stored,) = store.episodes.page(HERE, EVERYTHING, 1, None).episodes
        where = Filter(metadata={"n": other})
        assert store.episodes.count(HERE, where) == where.matches(stored)


def test_every_read_sees_ones_own_and_shared_rows_only(store: Store, filler: Filler) -> None:
    (shared,) = filler.add_texts("plant tree")
    (hers,) = filler.add_texts("plant rose", scope=ANN)
    other = filler.add_texts("plant oak", scope=THERE)
    numbers = list(range(10))
    for scope, seen in ((ANN, [shared, hers]), (BOB, [shared]), (NOBODY, [shared])):
        search = store.search
        assert found(store, scope) == seen
        assert set(store.episodes.get(scope, [shared, hers, *other])) == set(seen)
        assert store.episodes.count(scope, EVERYTHING) == len(seen)
        assert store.episodes.stats(scope).episodes == len(seen)
        assert store.episodes.count(scope, Filter(user=("ann",))) == seen.count(hers)
        assert len(search.select(scope, EPISODE, EVERYTHING)) == len(seen)
        assert {t.id for t in search.traits(scope, EPISODE, numbers)} == set(seen)
        assert search.visible(scope, EPISODE, numbers) == sorted(
            t.num for t in search.traits(scope, EPISODE, numbers)
        )
        names = {t.num: t.id for t in search.traits(scope, EPISODE, numbers)}
        assert [names[num] for num, _ in store.maintenance.pending(scope, 10)] == seen


def test_no_write_reaches_past_its_scope(store: Store, filler: Filler) -> None:
    (hers,) = filler.add_texts("rose", scope=ANN)
    verdict = Verdict(hers, Outcome.FAILURE, at=NOW)
    for scope in (BOB, NOBODY, THERE, Scope("here", "ann%"), Scope("here", "")):
        with pytest.raises(NotFound, match=hers):
            store.episodes.judge(scope, verdict)
        assert store.episodes.delete(scope, Filter(ids=(hers,))).episodes == 0
        assert store.episodes.delete(scope, EVERYTHING).episodes == 0
    assert found(store, ANN) == [hers]


@pytest.mark.parametrize("where", [EVERYTHING, Filter(tags_all="t"), "by id"])
def test_only_what_one_owns_is_removed(store: Store, filler: Filler, where: Filter | str) -> None:
    owned = {
        scope: filler.add(replace(good("x"), tags=("t",)), scope=scope)[0].id
        for scope in (ANN, BOB, NOBODY)
    }
    chosen = Filter(ids=list(owned.values())) if isinstance(where, str) else where
    assert store.episodes.delete(ANN, chosen).episodes == 1
    assert found(store, ANN) == found(store, NOBODY) == [owned[NOBODY]]
    assert store.episodes.delete(NOBODY, chosen).episodes == 1
    assert found(store, BOB) == [owned[BOB]]
    assert sound(store)


def test_the_newest_verdict_counts_by_time_then_by_arrival(store: Store, filler: Filler) -> None:
    (id,) = filler.add_texts("judge me")
    said = [(Outcome.FAILURE, 2), (Outcome.PARTIAL, 1), (Outcome.SUCCESS, 2), (Outcome.UNKNOWN, 0)]
    for outcome, day in said:
        at = NOW + timedelta(days=day)
        verdict = Verdict(id, outcome, Feedback(0.25), at=at, id=outcome.value)
        assert store.episodes.judge(HERE, verdict) == verdict
    episode = store.episodes.get(HERE, [id])[id]
    order = [Outcome.UNKNOWN, Outcome.PARTIAL, Outcome.FAILURE, Outcome.SUCCESS]
    assert [v.outcome for v in episode.verdicts] == order
    (num,) = store.search.select(
        HERE, EPISODE, Filter(outcome=(Outcome.SUCCESS,), reward_max=0.25)
    ).tolist()
    (traits,) = store.search.traits(HERE, EPISODE, [num])
    assert (traits.outcome, traits.reward) == (Outcome.SUCCESS, 0.25)
    assert store.episodes.stats(HERE).outcomes == {"success": 1}
    assert sound(store)


def test_verdicts_that_come_along_are_put_in_order(store: Store, filler: Filler) -> None:
    late, early = (NOW + timedelta(days=day) for day in (2, 1))
    verdicts = (
        Verdict("e", Outcome.FAILURE, at=late),
        Verdict("e", Outcome.SUCCESS, at=early),
        Verdict("e", Outcome.PARTIAL),
    )
    (receipt,) = filler.add(replace(good("x"), verdicts=verdicts, finished_at=NOW))
    stored = store.episodes.get(HERE, [receipt.id])[receipt.id]
    order = [Outcome.PARTIAL, Outcome.SUCCESS, Outcome.FAILURE]
    assert [v.outcome for v in stored.verdicts] == order
    assert store.episodes.count(HERE, Filter(outcome=(Outcome.FAILURE,))) == 1
    assert sound(store)


def test_a_verdict_needs_a_time(store: Store, filler: Filler) -> None:
    (id,) = filler.add_texts("x")
    with pytest.raises(InvalidInput, match="at"):
        store.episodes.judge(HERE, Verdict(id, Outcome.FAILURE))


def test_nothing_derived_survives_a_deletion(store: Store, filler: Filler) -> None:
    filler = filler.with_vectors()
    (kept,) = filler.add_texts("alpha beta")
    (doomed,) = filler.add(replace(good("alpha gamma"), lessons=("learn",), tags=("t",), key="k"))
    store.episodes.judge(HERE, Verdict(doomed.id, Outcome.FAILURE, at=NOW))
    nums = store.search.select(HERE, EPISODE, Filter(tags_any=("t",))).tolist()
    model = store.search.model()
    assert model is not None
    removed = store.episodes.delete(HERE, Filter(tags_any=("t",)))
    assert (removed.episodes, removed.verdicts, removed.lessons, removed.vectors) == (1, 1, 1, 1)
    stats = store.episodes.stats(HERE)
    assert (stats.episodes, stats.verdicts, stats.lessons) == (1, 0, 0)
    assert store.search.vectors(nums, model.name) == {}
    assert store.search.traits(HERE, EPISODE, nums) == []
    matching, items, length = store.search.matching(HERE, EPISODE, ANALYZER.terms("alpha gamma"))
    assert (nums[0] not in {m.num for m in matching}, items, length > 0) == (True, 1, True)
    assert length == sum(m.length for m in matching)
    assert found(store) == [kept]
    assert filler.add(replace(good("other"), key="k"))[0].created
    assert sound(store)


def test_a_number_is_never_used_again(store: Store, filler: Filler) -> None:
    filler.add_texts("a", "b")
    (_, last) = store.search.select(HERE, EPISODE, EVERYTHING).tolist()
    store.episodes.delete(HERE, EVERYTHING)
    filler.add_texts("c")
    (num,) = store.search.select(HERE, EPISODE, EVERYTHING).tolist()
    assert num > last


def test_stats_count_what_is_visible(store: Store, filler: Filler) -> None:
    filler.add(
        replace(good("a"), strategy="s", feedback=Feedback(1.0)),
        replace(good("b"), outcome=Outcome.FAILURE, feedback=Feedback(0.0)),
        Episode(Task("c", "debugging")),
    )
    stats = store.episodes.stats(HERE)
    assert stats.outcomes == {"success": 1, "failure": 1, "unknown": 1}
    assert stats.categories == {"unknown": 2, "debugging": 1}
    assert (stats.strategies, stats.average_reward) == ({"s": 1}, 0.5)
    assert (stats.model, stats.pending, stats.bytes > 0) == (None, 0, True)
    assert store.episodes.stats(THERE).episodes == 0


def test_moments_are_kept_to_the_microsecond(store: Store, filler: Filler) -> None:
    at = datetime(2026, 5, 17, 23, 59, 59, 999_999, tzinfo=UTC)
    filler.add(replace(good("x"), finished_at=at))
    assert len(found(store, HERE, Filter(after=at))) == 1
    assert found(store, HERE, Filter(before=at)) == []
    assert len(found(store, HERE, Filter(before=at + timedelta(microseconds=1)))) == 1
