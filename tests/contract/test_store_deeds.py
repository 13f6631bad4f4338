"""What the guard reads of every store: deeds by pages, and what came to them since."""

from __future__ import annotations

from datetime import timedelta

from seasoned import Episode, Outcome, Step, Task, Verdict
from seasoned.core.deeds import Deeds, Done, Taken
from seasoned.core.filters import Filter
from seasoned.ports import Scope, Store
from seasoned.ports.history import Mark
from tests.contract.stores import HERE, NOW, Filler, good

ANN = Scope("here", "ann")
MANY = 1_000


def deed(text: str) -> Episode:
    steps = (Step("tool_call", f"go({text})", "a result", "no", seconds=1.0), Step("think"))
    return Episode(Task(text), steps=steps, outcome=Outcome.FAILURE, task_key=f"key of {text}")


def ask(store: Store, after: Done | None = None, scope: Scope = HERE, **fields: int) -> Done:
    mark = None if after is None else Mark(after.seq, after.last)
    return store.history.deeds(scope, mark, **{"newest": MANY, **fields})


def told(done: Done) -> list[str]:
    return [row.task for row in done.rows]


def test_a_row_says_what_was_done(store: Store, filler: Filler) -> None:
    filler.add(deed("a"))
    (row,) = ask(store).rows
    steps = (Taken("tool_call", "go(a)", "no"), Taken("think"))
    assert (row.category, row.outcome, row.task_key, row.task) == (
        *("unknown", "failure", "key of a", "a"),
    )
    assert tuple(row.steps) == steps
    assert isinstance(row, Deeds)


def test_pages_go_on_where_the_last_one_ended(store: Store, filler: Filler) -> None:
    filler.add(*(deed(str(i)) for i in range(7)))
    first = ask(store, most=3)
    second = ask(store, first, most=3)
    third = ask(store, second, most=3)
    assert [told(page) for page in (first, second, third)] == [
        ["0", "1", "2"],
        ["3", "4", "5"],
        ["6"],
    ]
    assert [page.more for page in (first, second, third)] == [True, True, False]
    assert [page.whole for page in (first, second, third)] == [True, False, False]
    nothing = ask(store, third)
    assert (told(nothing), nothing.gone, nothing.last) == ([], (), third.last)


def test_only_the_newest_are_read_where_it_begins(store: Store, filler: Filler) -> None:
    filler.add(*(deed(str(i)) for i in range(7)))
    assert told(ask(store, newest=2)) == ["5", "6"]
    assert told(ask(store, newest=7)) == told(ask(store, newest=8)) == list("0123456")


def test_what_was_judged_comes_again_and_what_went_is_named(store: Store, filler: Filler) -> None:
    first, second, _ = filler.add(deed("a"), deed("b"), deed("c"))
    before = ask(store)
    nums = {row.task: row.num for row in before.rows}
    store.episodes.judge(HERE, Verdict(first.id, Outcome.SUCCESS, at=NOW + timedelta(days=1)))
    store.episodes.delete(HERE, Filter(ids=(second.id,)))
    filler.add(deed("d"))
    since = ask(store, before)
    assert not since.whole
    assert set(since.gone) == {nums["a"], nums["b"]}
    assert [(row.task, row.outcome) for row in since.rows] == [("a", "success"), ("d", "failure")]


def test_a_change_between_two_pages_is_not_missed(store: Store, filler: Filler) -> None:
    receipts = filler.add(*(deed(str(i)) for i in range(4)))
    first = ask(store, most=2)
    store.episodes.delete(HERE, Filter(ids=(receipts[0].id,)))
    second = ask(store, first, most=2)
    assert list(second.gone) == [first.rows[0].num]
    assert told(second) == ["2", "3"]


def test_only_what_is_visible_is_there(store: Store, filler: Filler) -> None:
    filler.add(deed("shared"))
    filler.add(deed("hers"), scope=ANN)
    filler.add(deed("elsewhere"), scope=Scope("there"))
    assert told(ask(store)) == ["shared"]
    assert told(ask(store, scope=ANN)) == ["shared", "hers"]
    assert told(ask(store, scope=Scope("here", "bob"))) == ["shared"]
    assert told(ask(store, scope=Scope("nowhere"))) == []


def test_a_namespace_that_began_anew_is_read_anew(store: Store, filler: Filler) -> None:
    (receipt,) = filler.add(deed("a"))
    before = ask(store)
    store.episodes.delete(HERE, Filter(ids=(receipt.id,)))
    filler.add(good("b"))
    since = ask(store, before)
    assert told(since) == ["b"]
    assert since.whole or list(since.gone) == [before.rows[0].num]


def test_an_episode_without_steps_is_a_row_without_deeds(store: Store, filler: Filler) -> None:
    filler.add(good("a"))
    (row,) = ask(store).rows
    assert tuple(row.steps) == ()
