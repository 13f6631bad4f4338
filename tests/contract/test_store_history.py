"""What learning reads of every store: how episodes went, totals, and decisions of attempts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from seasoned import Conflict, Episode, Feedback, Outcome, Task, Verdict
from seasoned.core.attempts import AttemptRecord, Decision, task_key
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.history import Performance
from seasoned.core.tallies import Cell, together
from seasoned.ports import Scope, Store
from seasoned.ports.history import Totals
from tests.contract.stores import HERE, NOW, Filler, good, sound

ANN = Scope("here", "ann")
DECISION = Decision("careful", 0.75, "thompson", "it earned most", ("careful", "bold"), 7)


def attempt(store: Store, id: str = "a", arm: str = "memory") -> AttemptRecord:
    record = AttemptRecord(id, Task("x"), "key", id, NOW, arm=arm)
    return store.attempts.begin(HERE, record)


def finish(store: Store, filler: Filler, record: AttemptRecord) -> str:
    (write,) = filler.writes([replace(good("x"), attempt=record.id)])
    return store.attempts.finish(HERE, record.id, write, "finished", 0).id


def ids(rows: Sequence[Performance]) -> set[str]:
    return {row.id for row in rows}


def all_of(store: Store, scope: Scope = HERE) -> set[Cell]:
    return set(store.history.totals(scope).cells)


def test_a_row_says_what_is_effective(store: Store, filler: Filler) -> None:
    episode = Episode(
        Task("x", "debugging"),
        outcome=Outcome.SUCCESS,
        strategy="s",
        feedback=Feedback(0.75),
        iterations=3,
        tags=("b", "a"),
        finished_at=NOW,
        source="elsewhere",
    )
    (receipt,) = filler.add(episode)
    (row,) = store.history.performances(HERE, tags=True)
    at = NOW.timestamp()
    expected = Performance(
        row.num, "debugging", "s", "success", 0.75, at, 3, True, "memory", ("a", "b"),
        task_key(Task("x")), receipt.id, "elsewhere",
    )  # fmt: skip
    assert row == expected
    store.episodes.judge(HERE, Verdict(receipt.id, Outcome.FAILURE, at=NOW + timedelta(days=1)))
    judged = expected._replace(outcome="failure", reward=None, tags=())
    assert store.history.performances(HERE) == [judged]


def test_parts_are_told_from_roots_and_keep_the_key_of_their_task(
    store: Store, filler: Filler
) -> None:
    filler.add(good("x"), replace(good("y"), parent="p", task_key="key"))
    rows = store.history.performances(HERE)
    assert [(row.root, row.task_key) for row in rows] == [
        (True, task_key(Task("x"))),
        (False, "key"),
    ]
    assert {cell.root for cell in all_of(store)} == {True, False}


def test_the_arm_is_that_of_the_attempt(store: Store, filler: Filler) -> None:
    filler.add(good("alone"))
    finish(store, filler, attempt(store, arm="control"))
    arms = [row.arm for row in store.history.performances(HERE)]
    assert arms == ["memory", "control"]
    (held,) = store.history.performances(HERE, arm="control")
    assert held == store.history.performances(HERE)[1]
    assert store.history.performances(HERE, arm="control", category="none") == []
    assert store.history.performances(HERE, category=held.category)[-1] == held


def test_only_what_is_visible_is_there(store: Store, filler: Filler) -> None:
    (shared,) = filler.add_texts("a")
    (hers,) = filler.add_texts("hers", scope=ANN)
    filler.add_texts("elsewhere", scope=Scope("there"))
    assert ids(store.history.performances(HERE)) == {shared}
    assert ids(store.history.performances(ANN)) == {shared, hers}
    assert store.history.performances(Scope("nowhere")) == []
    assert [cell.n for cell in all_of(store)] == [1]
    assert [cell.n for cell in all_of(store, ANN)] == [2]
    assert store.history.totals(Scope("nowhere")).cells == []


def test_totals_add_up_by_what_counts(store: Store, filler: Filler) -> None:
    won = replace(good("x"), strategy="s", iterations=2)
    filler.add(won, replace(won, feedback=Feedback(0.5)), replace(won, outcome=Outcome.FAILURE))
    assert all_of(store) == {
        Cell("unknown", "s", "own", True, "success", 2, 1, 0.5, 4),
        Cell("unknown", "s", "own", True, "failure", 1, 0, 0.0, 2),
    }


def test_what_came_since_is_added_and_what_changed_is_counted_anew(
    store: Store, filler: Filler
) -> None:
    first, _ = filler.add_texts("a", "b")
    begun = store.history.totals(HERE)
    assert begun.whole
    assert store.history.totals(HERE, begun.mark) == Totals(begun.mark, False, [])
    filler.add_texts("c")
    more = store.history.totals(HERE, begun.mark)
    assert not more.whole
    assert set(together([*begun.cells, *more.cells])) == all_of(store)
    store.episodes.judge(HERE, Verdict(first, Outcome.FAILURE, at=NOW))
    judged = store.history.totals(HERE, more.mark)
    assert judged.whole
    assert sorted(cell.outcome for cell in judged.cells) == ["failure", "success"]
    store.episodes.delete(HERE, Filter(ids=(first,)))
    left = store.history.totals(HERE, judged.mark)
    assert left.whole
    assert [cell.n for cell in left.cells] == [2]


def test_what_another_user_recorded_since_is_not_added(store: Store, filler: Filler) -> None:
    filler.add_texts("a")
    begun = store.history.totals(HERE)
    filler.add_texts("hers", scope=ANN)
    assert store.history.totals(HERE, begun.mark).cells == []


def test_a_mark_of_a_namespace_that_was_emptied_gives_the_whole(
    store: Store, filler: Filler
) -> None:
    filler.add_texts("a")
    begun = store.history.totals(HERE)
    store.episodes.delete(HERE, EVERYTHING)
    filler.add_texts("b", "c")
    after = store.history.totals(HERE, begun.mark)
    assert after.whole
    assert [cell.n for cell in after.cells] == [2]


def test_the_first_decision_of_an_attempt_stands(store: Store) -> None:
    record = attempt(store)
    assert (record.strategy, record.decision) == ("", None)
    decided = store.attempts.decide(HERE, "a", DECISION)
    assert (decided.strategy, decided.decision) == ("careful", DECISION)
    other = replace(DECISION, strategy="bold")
    assert store.attempts.decide(HERE, "a", other).decision == DECISION
    assert store.attempts.get(HERE, "a") == decided


def test_a_closed_attempt_decides_nothing_but_keeps_its_decision(
    store: Store, filler: Filler
) -> None:
    finish(store, filler, attempt(store))
    with pytest.raises(Conflict, match="attempt 'a' is finished"):
        store.attempts.decide(HERE, "a", DECISION)
    attempt(store, "b")
    store.attempts.decide(HERE, "b", DECISION)
    (write,) = filler.writes([replace(good("z"), attempt="b")])
    store.attempts.finish(HERE, "b", write, "finished", 0)
    assert store.attempts.decide(HERE, "b", DECISION).decision == DECISION
    assert sound(store)


@pytest.mark.slow
def test_a_hundred_thousand_rows_take_seconds_and_their_totals_less(
    store: Store, filler: Filler
) -> None:
    (write,) = filler.writes([replace(good("x"), strategy="s")])
    for start in range(0, 100_000, 5_000):
        batch = [
            replace(write, episode=replace(write.episode, id=f"e{n}"))
            for n in range(start, start + 5_000)
        ]
        store.episodes.add(HERE, batch)
    began = time.process_time()
    assert len(store.history.performances(HERE, tags=True)) == 100_000
    rows = time.process_time() - began
    began = time.process_time()
    (cell,) = store.history.totals(HERE).cells
    totals = time.process_time() - began
    assert cell.n == 100_000
    print(f"rows {rows:.2f} s, totals {totals:.3f} s")
    assert rows < 3.0
    assert totals < 1.0
