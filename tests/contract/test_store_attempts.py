"""What every store promises about attempts and the log of what was shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from seasoned import Conflict, Episode, Feedback, Filter, NotFound, Outcome, Step, Task
from seasoned.core.attempts import ABANDONED, FINISHED, OPEN, AttemptRecord, Outrun
from seasoned.core.filters import EVERYTHING
from seasoned.core.recall import RecallLog, ShownItem, Statistics
from seasoned.core.reports import Receipt
from seasoned.ports import Scope, Store
from tests.contract.stores import HERE, NOW, Filler, good, sound

THERE, ANN, BOB = Scope("there"), Scope("here", "ann"), Scope("here", "bob")


def record(id: str, task: str = "task", **fields: object) -> AttemptRecord:
    base = AttemptRecord(id=id, task=Task(task), task_key=task, root=id, started_at=NOW)
    return replace(base, **fields)  # type: ignore[arg-type]


def log(id: str, *items: str) -> RecallLog:
    shown = tuple(ShownItem(item, 0.5, 0.25, 0.125) for item in items)
    return RecallLog(id, Task("task"), NOW.timestamp(), shown)


def finish(
    filler: Filler,
    id: str,
    solution: str = "",
    scope: Scope = HERE,
    recall: RecallLog | None = None,
) -> Receipt:
    episode = Episode(Task("task"), solution=solution, attempt=id, outcome=Outcome.SUCCESS)
    (write,) = filler.writes([episode], scope, recall)
    steps = len(filler.store.attempts.get(scope, id).steps)
    return filler.store.attempts.finish(scope, id, write, FINISHED, steps)


def test_an_attempt_is_begun_once_per_key(store: Store) -> None:
    first = record("a1", key="k", tags=("t",))
    assert store.attempts.begin(HERE, first) == first
    assert store.attempts.begin(HERE, record("a2", key="k")) == first
    with pytest.raises(Conflict, match="'k'"):
        store.attempts.begin(HERE, record("a3", "another task", key="k"))
    assert store.attempts.begin(THERE, record("a4", key="k")).id == "a4"
    assert [a.id for a in store.attempts.page(HERE, None, 10)] == ["a1"]


def test_a_key_belongs_to_one_user_and_says_nothing_to_others(store: Store) -> None:
    for scope, user in ((ANN, "ann"), (BOB, "bob"), (HERE, None)):
        mine = record(f"of {user}", f"task of {user}", key="k", user=user)
        assert store.attempts.begin(scope, mine) == mine
        assert store.attempts.begin(scope, replace(mine, id="again")) == mine
        with pytest.raises(Conflict, match="'k'"):
            store.attempts.begin(scope, record("new", "other", key="k", user=user))
    assert [a.id for a in store.attempts.page(HERE, None, 9)] == ["of None"]


def test_steps_keep_their_order_and_feedback_is_the_newest(store: Store) -> None:
    store.attempts.begin(HERE, record("a1"))
    steps = tuple(Step("act", f"step {i}") for i in range(12))
    for i, step in enumerate(steps):
        store.attempts.step(HERE, "a1", step, Feedback(i / 12) if i % 5 == 0 else None)
    stored = store.attempts.get(HERE, "a1")
    assert (stored.steps, stored.feedback) == (steps, Feedback(10 / 12))


def test_what_was_shown_first_stands(store: Store) -> None:
    store.attempts.begin(HERE, record("a1"))
    first = log("r1", "x", "y")
    assert store.attempts.show(HERE, "a1", first) == first
    assert store.attempts.show(HERE, "a1", log("r2", "z")) == first
    assert store.attempts.get(HERE, "a1").recall == "r1"
    assert store.attempts.shown(HERE, "r1") == first
    with pytest.raises(NotFound, match="r2"):
        store.attempts.shown(HERE, "r2")


def test_an_attempt_is_finished_once(store: Store, filler: Filler) -> None:
    store.attempts.begin(HERE, record("a1"))
    first, again = finish(filler, "a1", "done"), finish(filler, "a1", "done")
    assert (first.created, again.created, again.id) == (True, False, first.id)
    assert first.durable == again.durable == store.durable
    with pytest.raises(Conflict, match="a1"):
        finish(filler, "a1", "otherwise")
    with pytest.raises(Conflict, match="finished"):
        store.attempts.step(HERE, "a1", Step("late"))
    stored = store.attempts.get(HERE, "a1")
    assert (stored.state, stored.episode) == (FINISHED, first.id)
    assert store.episodes.count(HERE, EVERYTHING) == 1
    stats = store.episodes.stats(HERE)
    assert (stats.attempts, stats.scored, stats.closed) == ({FINISHED: 1}, 1, 1)
    assert sound(store)


def test_a_closed_attempt_is_shown_nothing_more(store: Store, filler: Filler) -> None:
    for id in ("a1", "a2"):
        store.attempts.begin(HERE, record(id))
    first = store.attempts.show(HERE, "a1", log("r1", "x"))
    finish(filler, "a1", "done")
    finish(filler, "a2", "done")
    assert store.attempts.show(HERE, "a1", log("r2", "y")) == first
    with pytest.raises(Conflict, match="a2"):
        store.attempts.show(HERE, "a2", log("r3", "y"))
    assert store.attempts.get(HERE, "a2").recall is None


def test_what_was_used_is_noted_on_what_was_shown(store: Store, filler: Filler) -> None:
    store.attempts.begin(HERE, record("a1"))
    shown = store.attempts.show(HERE, "a1", log("r1", "x", "y"))
    finish(filler, "a1", recall=replace(shown, used=("y", "never shown")))
    assert store.attempts.shown(HERE, "r1") == replace(shown, used=("y",))


def test_a_log_of_another_scope_is_not_written_to(store: Store, filler: Filler) -> None:
    store.attempts.begin(ANN, record("a1", user="ann"))
    shown = store.attempts.show(ANN, "a1", log("r1", "x"))
    for scope in (BOB, THERE):
        (write,) = filler.writes([good("other")], scope, replace(shown, used=("x",)))
        (receipt,) = store.episodes.add(scope, [write])
        store.episodes.delete(scope, Filter(ids=(receipt.id,)))
    assert store.attempts.shown(ANN, "r1") == shown


def test_stale_ones_are_open_and_oldest_first(store: Store, filler: Filler) -> None:
    for id, hours in (("young", 0), ("old", 9), ("done", 8), ("oldest", 10)):
        begun = NOW - timedelta(hours=hours)
        store.attempts.begin(HERE, record(id, started_at=begun))
    finish(filler, "done")
    stale = store.attempts.stale(HERE, NOW - timedelta(hours=1))
    assert [a.id for a in stale] == ["oldest", "old"]
    assert store.attempts.stale(THERE, NOW) == []


def test_pages_hold_the_newest_of_a_state(store: Store, filler: Filler) -> None:
    for i in range(4):
        store.attempts.begin(HERE, record(f"a{i}"))
    finish(filler, "a1")
    assert [a.id for a in store.attempts.page(HERE, None, 3)] == ["a3", "a2", "a1"]
    assert [a.id for a in store.attempts.page(HERE, FINISHED, 3)] == ["a1"]
    assert [a.id for a in store.attempts.page(HERE, OPEN, 2)] == ["a3", "a2"]
    assert store.attempts.page(HERE, ABANDONED, 3) == []
    assert store.attempts.page(THERE, None, 3) == []


def test_an_attempt_with_steps_that_were_not_seen_is_not_closed(
    store: Store, filler: Filler
) -> None:
    store.attempts.begin(HERE, record("a1"))
    store.attempts.step(HERE, "a1", Step("seen"))
    store.attempts.step(HERE, "a1", Step("appended meanwhile"))
    (write,) = filler.writes([Episode(Task("task"), attempt="a1")], HERE)
    with pytest.raises(Outrun, match="has 2 steps, not 1"):
        store.attempts.finish(HERE, "a1", write, FINISHED, 1)
    assert (
        store.attempts.get(HERE, "a1").state == OPEN and store.episodes.count(HERE, EVERYTHING) == 0
    )
    done = store.attempts.finish(HERE, "a1", write, FINISHED, 2)
    again = store.attempts.finish(HERE, "a1", write, FINISHED, 1)
    assert (again.id, again.created) == (done.id, False)


def test_attempts_are_seen_in_their_scope_only(store: Store, filler: Filler) -> None:
    store.attempts.begin(ANN, record("a1", user="ann"))
    store.attempts.show(ANN, "a1", log("r1", "x"))
    (write,) = filler.writes([good("x")], BOB)
    for scope in (BOB, HERE, THERE, Scope("here", "an_")):
        for call in (
            lambda s: store.attempts.get(s, "a1"),
            lambda s: store.attempts.step(s, "a1", Step("x")),
            lambda s: store.attempts.show(s, "a1", log("r2")),
            lambda s: store.attempts.finish(s, "a1", write, FINISHED, 0),
            lambda s: store.attempts.shown(s, "r1"),
        ):
            with pytest.raises(NotFound):
                call(scope)
        assert store.attempts.page(scope, None, 9) == []
        assert store.episodes.stats(scope).attempts == {}


def test_an_open_attempt_keeps_its_log_when_episodes_are_deleted(
    store: Store, filler: Filler
) -> None:
    (source,) = filler.add(replace(good("secret"), strategy="hidden plan"))
    store.attempts.begin(HERE, record("a1"))
    figures = Statistics(total=1, similar=1, proven=("hidden plan", "known"))
    shown = replace(log("r1", source.id), statistics=figures)
    store.attempts.show(HERE, "a1", shown)
    # An episode of the caller's own making is linked to the log before the attempt is finished.
    (write,) = filler.writes([good("early")], HERE, shown)
    (early,) = store.episodes.add(HERE, [write])
    store.episodes.delete(HERE, Filter(ids=(source.id, early.id)))
    left = store.attempts.shown(HERE, "r1")
    assert (left.items, left.statistics.proven) == ((), ("known",))
    done = finish(filler, "a1", recall=left)
    store.episodes.delete(HERE, Filter(ids=(done.id,)))
    with pytest.raises(NotFound):
        store.attempts.shown(HERE, "r1")
    assert sound(store)


def test_a_deleted_episode_takes_its_attempt_and_logs_with_it(store: Store, filler: Filler) -> None:
    (source,) = filler.add_texts("source")
    store.attempts.begin(HERE, record("a1"))
    store.attempts.step(HERE, "a1", Step("x"))
    shown = store.attempts.show(HERE, "a1", log("r1", source))
    store.attempts.begin(HERE, record("a2"))
    store.attempts.show(HERE, "a2", log("r2", source))
    done = finish(filler, "a1", recall=shown)
    store.episodes.delete(HERE, Filter(ids=(done.id,)))
    with pytest.raises(NotFound):
        store.attempts.get(HERE, "a1")
    with pytest.raises(NotFound):
        store.attempts.shown(HERE, "r1")
    assert store.attempts.shown(HERE, "r2").items
    assert store.episodes.delete(HERE, Filter(ids=(source,))).shown == 1
    assert store.attempts.shown(HERE, "r2").items == ()
    assert sound(store)


def test_only_open_attempts_of_the_owner_are_erased(store: Store, filler: Filler) -> None:
    for scope, id in ((HERE, "a1"), (HERE, "a2"), (ANN, "a3"), (THERE, "a4")):
        store.attempts.begin(scope, record(id, user=scope.user))
    store.attempts.step(HERE, "a1", Step("llm_response", "said"))
    store.attempts.show(HERE, "a1", log("r1"))
    finish(filler, "a2")
    assert store.attempts.erase(HERE, ["a1", "a2", "a3", "a4", "unknown"]) == 1
    for gone in (lambda: store.attempts.get(HERE, "a1"), lambda: store.attempts.shown(HERE, "r1")):
        with pytest.raises(NotFound):
            gone()
    assert store.attempts.get(HERE, "a2").state == FINISHED
    assert store.attempts.get(ANN, "a3").state == store.attempts.get(THERE, "a4").state == OPEN
    assert store.attempts.erase(HERE, ["a1"]) == 0
    sound(store)
