"""Pruning as every store must do it: walls hold, undoing is whole, and forgotten is forgotten."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from seasoned import Feedback, Filter, Outcome, Verdict
from seasoned.core.attempts import AttemptRecord
from seasoned.core.filters import EVERYTHING
from seasoned.core.recall import RecallLog, ShownItem, Statistics
from seasoned.core.records import Task
from seasoned.ports import EPISODE, PruneMark, Scope, Store
from tests.contract.stores import HERE, NOW, Filler, good, sound

ANN, BOB, THERE = Scope("here", "ann"), Scope("here", "bob"), Scope("there")
START = NOW.timestamp()
MARK = PruneMark("batch", START, START + 100)


def nums(store: Store, scope: Scope = HERE) -> list[int]:
    return [rating.num for rating in store.search.ratings(scope, EPISODE)]


def restore(store: Store, filler: Filler, scope: Scope = HERE) -> dict[int, str]:
    copies = store.pruning.copies(scope, "batch", START, 0, 100)
    writes = [
        (c.num, replace(filler.writes([c.episode], Scope(scope.namespace, c.episode.user))[0]))
        for c in copies
    ]
    return store.pruning.restore(scope, writes)


def test_what_is_pruned_is_found_nowhere_but_among_the_copies(store: Store, filler: Filler) -> None:
    filler = filler.with_vectors()
    kept, gone = filler.add_texts("plant a tree", "plant a rose")
    first, last = nums(store)
    assert store.pruning.prune(HERE, [last, 99], MARK) == [last]
    assert nums(store) == [first]
    assert set(store.episodes.get(HERE, [kept, gone])) == {kept}
    assert store.episodes.stats(HERE).episodes == 1
    (copy,) = store.pruning.copies(HERE, "batch", START, 0, 10)
    assert (copy.episode.id, copy.vector is not None) == (gone, True)
    (batch,) = store.pruning.batches(HERE, START)
    assert (batch.id, batch.at, batch.until, batch.episodes) == (
        "batch",
        NOW,
        NOW + timedelta(seconds=100),
        1,
    )
    assert sound(store)


def test_restoring_brings_back_all_that_was_said(store: Store, filler: Filler) -> None:
    episode = replace(
        good("plant 🌳"), key="k", tags=("t",), lessons=("l",), user="ann", id="chosen"
    )
    filler.add(episode)
    for outcome, day in ((Outcome.FAILURE, 2), (Outcome.PARTIAL, 1)):
        at = NOW + timedelta(days=day)
        store.episodes.judge(ANN, Verdict("chosen", outcome, Feedback(0.25), at=at, id=outcome))
    (before,) = store.episodes.get(ANN, ["chosen"]).values()
    (rating,) = store.search.ratings(ANN, EPISODE)
    store.pruning.prune(ANN, nums(store, ANN), MARK)
    assert restore(store, filler, ANN) == {}
    (after,) = store.episodes.get(ANN, ["chosen"]).values()
    assert after == before
    assert store.search.ratings(ANN, EPISODE) == [rating._replace(num=nums(store, ANN)[0])]
    assert nums(store, BOB) == []
    assert store.pruning.batches(ANN, START) == []
    assert not filler.add(episode)[0].created
    stats = store.episodes.stats(ANN)
    assert (stats.verdicts, stats.lessons) == (2, 1)
    assert sound(store)


def test_attempts_and_logs_belong_to_what_is_restored(store: Store, filler: Filler) -> None:
    (shown,) = filler.add_texts("shown")
    attempt = AttemptRecord("a", Task("try"), "try", "a", NOW, key="k")
    store.attempts.begin(HERE, attempt)
    log = RecallLog("r", Task("try"), START, (ShownItem(shown, 1.0, 1.0, 1.0),))
    store.attempts.show(HERE, "a", log)
    store.attempts.finish(HERE, "a", filler.writes([good("tried")])[0], "finished", 0)
    before = store.attempts.get(HERE, "a")
    store.pruning.prune(HERE, nums(store), MARK)
    assert restore(store, filler) == {}
    assert store.attempts.get(HERE, "a") == before
    assert store.attempts.shown(HERE, "r") == log
    first, _ = nums(store)
    assert store.pruning.shown(HERE) == {first}
    store.pruning.prune(HERE, nums(store), MARK)
    assert store.pruning.expire(START + 100) == 2
    assert store.attempts.page(HERE, None, 10) == []
    assert sound(store)


def test_the_window_ends_and_then_nothing_is_left(store: Store, filler: Filler) -> None:
    filler.add_texts("a", "b")
    first, last = nums(store)
    store.pruning.prune(HERE, [first], MARK)
    store.pruning.prune(HERE, [last], replace(MARK, batch="later", until=START + 200))
    assert store.pruning.expire(START + 99.5) == 0
    assert store.pruning.batches(HERE, START + 100)[0].id == "later"
    assert store.pruning.copies(HERE, "batch", START + 100, 0, 10) == []
    assert store.pruning.count(HERE, EVERYTHING) == 2
    assert store.pruning.expire(START + 100) == 1
    assert store.pruning.count(HERE, EVERYTHING) == 1


def test_without_a_mark_nothing_is_kept(store: Store, filler: Filler) -> None:
    filler.add_texts("a")
    assert len(store.pruning.prune(HERE, nums(store), None)) == 1
    assert store.pruning.count(HERE, EVERYTHING) == 0
    assert sound(store)


def test_forgetting_reaches_the_copies_by_any_filter(store: Store, filler: Filler) -> None:
    filler.add(
        replace(good("a"), tags=("x",), metadata={"n": 1}, feedback=Feedback(1.0)),
        replace(good("b"), tags=("y",), strategy="s"),
        good("c"),
    )
    ids = [e.id for e in store.episodes.page(HERE, EVERYTHING, 10, None, False).episodes]
    store.episodes.judge(HERE, Verdict(ids[2], Outcome.FAILURE, at=NOW))
    store.pruning.prune(HERE, nums(store), MARK)
    for where in (
        Filter(tags_any=("x",), metadata={"n": 1}, reward_min=0.5),
        Filter(ids=(ids[1],)),
        Filter(outcome=(Outcome.FAILURE,)),
    ):
        assert store.pruning.count(HERE, where) == 1
        assert store.episodes.delete(HERE, where).copies == 1
        assert store.episodes.delete(HERE, where).copies == 0
    assert store.pruning.batches(HERE, START) == []


def test_what_was_forgotten_after_it_was_read_does_not_come_back(
    store: Store, filler: Filler
) -> None:
    (id,) = filler.add_texts("secret")
    store.pruning.prune(HERE, nums(store), MARK)
    (copy,) = store.pruning.copies(HERE, "batch", START, 0, 10)
    writes = [(copy.num, filler.writes([copy.episode])[0])]
    store.episodes.delete(HERE, Filter(ids=(id,)))
    assert "forgotten" in store.pruning.restore(HERE, writes)[copy.num]
    assert nums(store) == []


def test_a_key_that_was_given_away_is_not_taken_back(store: Store, filler: Filler) -> None:
    filler.add(replace(good("first"), key="k"), good("other"))
    store.pruning.prune(HERE, nums(store), MARK)
    filler.add(replace(good("second"), key="k"))
    (reason,) = restore(store, filler).values()
    assert "'k'" in reason
    page = store.episodes.page(HERE, EVERYTHING, 10, None, False)
    assert [e.task.description for e in page.episodes] == ["second", "other"]
    assert store.pruning.count(HERE, EVERYTHING) == 1
    assert sound(store)


def test_what_was_recorded_again_is_not_doubled(store: Store, filler: Filler) -> None:
    keyed = replace(good("same"), key="k")
    filler.add(keyed)
    store.pruning.prune(HERE, nums(store), MARK)
    (again,) = filler.add(keyed)
    (reason,) = restore(store, filler).values()
    assert again.id in reason
    assert len(nums(store)) == 1


def test_no_scope_reaches_anothers_episodes_or_copies(store: Store, filler: Filler) -> None:
    (hers,) = filler.add_texts("rose", scope=ANN)
    (shared,) = filler.add_texts("shared")
    both = nums(store, ANN)
    for scope in (BOB, THERE):
        assert store.pruning.prune(scope, both, MARK) == []
    removed = [store.pruning.prune(scope, both, MARK) for scope in (ANN, HERE)]
    assert removed == [both[:1], both[1:]]
    for scope, seen in ((BOB, []), (HERE, [shared]), (THERE, []), (ANN, [hers])):
        copies = store.pruning.copies(scope, "batch", START, 0, 10)
        assert [copy.episode.id for copy in copies] == seen
        assert store.pruning.count(scope, EVERYTHING) == len(seen)
        assert sum(b.episodes for b in store.pruning.batches(scope, START)) == len(seen)
    for scope in (BOB, THERE, HERE):
        assert store.episodes.delete(scope, Filter(ids=(hers,))).copies == 0
    (copy,) = store.pruning.copies(ANN, "batch", START, 0, 9)
    (write,) = filler.writes([copy.episode], ANN)
    for scope in (BOB, HERE):
        assert "forgotten" in store.pruning.restore(scope, [(copy.num, write)])[copy.num]
    assert store.pruning.count(ANN, Filter(ids=(hers,))) == 1


def test_equal_ids_of_two_namespaces_never_mix(store: Store, filler: Filler) -> None:
    twin = replace(good("twin"), id="twin")
    for scope in (HERE, THERE):
        filler.add(twin, scope=scope)
        log = RecallLog(
            f"r{scope.namespace}", Task("x"), START, (ShownItem("twin", 1.0, 1.0, 1.0),)
        )
        store.episodes.add(scope, filler.writes([good("later")], scope, log))
    store.pruning.prune(HERE, nums(store), MARK)
    store.pruning.expire(START + 100)
    assert len(store.attempts.shown(THERE, "rthere").items) == 1
    assert store.pruning.shown(THERE) == set(nums(store, THERE)[:1])
    assert set(store.episodes.get(THERE, ["twin"])) == {"twin"}
    assert sound(store)


def test_figures_name_a_strategy_as_long_as_it_can_come_back(store: Store, filler: Filler) -> None:
    filler.add(replace(good("a"), strategy="Zebra"))
    figures = Statistics(proven=("Zebra", "kept"))
    log = RecallLog("r", Task("x"), START, (), figures)
    store.episodes.add(HERE, filler.writes([replace(good("b"), strategy="kept")], HERE, log))
    store.pruning.prune(HERE, nums(store)[:1], MARK)
    assert store.attempts.shown(HERE, "r").statistics.proven == ("Zebra", "kept")
    store.pruning.expire(START + 100)
    assert store.attempts.shown(HERE, "r").statistics.proven == ("kept",)


def test_copies_come_in_pages(store: Store, filler: Filler) -> None:
    filler.add_texts(*(f"row {i}" for i in range(7)))
    store.pruning.prune(HERE, nums(store), MARK)
    seen, after = list[str](), 0
    while copies := store.pruning.copies(HERE, "batch", START, after, 3):
        seen += [copy.episode.task.description for copy in copies]
        after = copies[-1].num
    assert seen == [f"row {i}" for i in range(7)]
