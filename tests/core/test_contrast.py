"""Contrasts of attempts: only what tells failures and successes apart is told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from seasoned import Episode, Outcome, Step, Task
from seasoned.core.contrast import Case, contrast, together
from seasoned.core.lessons import lesson_text, task_shown

LONG = "def f(x):\n    y = x + {}\n    z = y * 2\n    return z\n"


def case(worked: bool, *calls: str, solution: str = "", **more: object) -> Case:
    outcome = Outcome.SUCCESS if worked else Outcome.FAILURE
    steps = tuple(Step("tool_call", call) for call in calls)
    made = Episode(Task("do it"), steps, solution, outcome, **more)  # type: ignore[arg-type]
    return Case.of(made)


def told(cases: Sequence[Case]) -> str:
    made = contrast(cases)
    return "" if made is None else lesson_text(made)


def test_calls_that_one_side_alone_made_are_told_with_their_numbers() -> None:
    text = told(
        [
            case(False, 'cancel({"id": 1})'),
            case(False, 'cancel({"id": 1})'),
            case(True, 'cancel({"id": 2})'),
        ]
    )
    assert "What worked: `cancel(id=2)` (in 1 of 1 that worked, none that failed)." in text
    assert "What failed: `cancel(id=1)` (in 2 of 2 that failed, none that worked)." in text


def test_one_success_that_did_the_same_acquits_it() -> None:
    text = told(
        [
            case(False, "open[a]", "delete[x]"),
            case(True, "open[a]", "delete[x]"),
            case(True, "open[a]", "move[x]"),
        ]
    )
    assert "delete" not in text
    assert "open" not in text


def test_an_argument_is_told_only_where_the_other_side_called_the_same() -> None:
    both = told(
        [case(False, 'pay({"by": "a", "to": "x"})'), case(True, 'pay({"by": "b", "to": "x"})')]
    )
    assert 'pay(by="b", …)' in both
    assert "to=" not in both
    alone = told([case(False, 'wait({"s": 1})'), case(True, 'pay({"by": "b", "to": "x"})')])
    assert "using `pay`" in alone
    assert "by=" not in alone


def test_what_is_said_and_thought_is_no_way_to_do_it() -> None:
    talk = Step("reasoning", "I give up"), Step("llm_response", "bye")
    failed = Case.of(Episode(Task("a"), talk, outcome=Outcome.FAILURE))
    worked = Case.of(Episode(Task("a"), (), outcome=Outcome.SUCCESS))
    assert contrast([failed, worked]) is None
    assert contrast([case(False, "think(hard)"), case(True, "calculate(1)")]) is None


def test_a_small_change_of_a_solution_is_told_whole() -> None:
    text = told([case(False, solution=LONG.format(1)), case(True, solution=LONG.format(2))])
    assert "has `y = x + 2` where the one that failed has `y = x + 1`." in text


@pytest.mark.parametrize(
    "other",
    [
        LONG.format(1).replace("y", "q"),  # another name
        LONG.format(1).replace(" + ", "  +  "),  # white space
        LONG.format(1) + "    # a comment\n",
        'def f(x):\n    """Says what."""\n    y = x + 1\n    z = y * 2\n    return z\n',
        "class A:\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n",  # another solution
    ],
)
def test_what_changes_nothing_or_all_is_no_lesson(other: str) -> None:
    assert contrast([case(False, solution=LONG.format(1)), case(True, solution=other)]) is None


def test_of_pairs_the_one_with_the_smallest_change_is_taken() -> None:
    more = LONG.format(2).replace("* 2", "* 3")
    made = contrast(
        [
            case(False, solution=LONG.format(1), id="far"),
            case(True, solution=more, id="fixed"),
            case(False, solution=LONG.format(2), id="near"),
        ]
    )
    assert made is not None
    assert (made.failed.id, made.worked.id) == ("near", "fixed")


def test_a_strategy_is_told_only_after_three_tries_of_each() -> None:
    bold = [case(False, strategy="bold"), case(True, strategy="careful")]
    assert contrast(bold) is None
    assert "strategy `careful`" in told(bold * 3)
    assert (
        contrast([*bold * 3, case(True, strategy="bold"), case(False, strategy="careful")]) is None
    )


def test_an_error_is_told() -> None:
    error = {"outcome_detail": "TimeoutError: 30 s"}
    text = told([case(False, "wait[1]", **error), case(True, "poll[1]")])
    assert text.endswith("It failed with: TimeoutError: N s")


def test_nothing_to_compare_is_no_contrast() -> None:
    assert contrast([]) is None
    assert contrast([case(False, "a[1]"), case(False, "b[1]")]) is None
    assert contrast([case(True, "a[1]"), case(True, "b[1]")]) is None
    assert contrast([case(False, "a[1]"), case(True, "a[1]")]) is None


def test_a_task_is_shown_without_imports_and_markup() -> None:
    text = 'from typing import List\n\n/// Sort it.\ndef f(x):\n    """Of numbers."""\n'
    assert task_shown(text) == "Sort it. def f(x): Of numbers."
    assert len(task_shown("a b " * 500)) <= 240


def test_tasks_that_show_the_same_are_one_lesson_with_all_their_numbers() -> None:
    pair = [case(False, 'cancel({"id": 1})'), case(True, 'cancel({"id": 2})')]
    made = [found for found in (contrast(pair), contrast([pair[0], *pair])) if found is not None]
    code = contrast([case(False, solution=LONG.format(1)), case(True, solution=LONG.format(2))])
    assert code is not None
    both, alone = together([*made, code])
    assert "In 2 tasks such as “do it”:" in lesson_text(both)
    assert "(in 3 of 3 that failed, none that worked)" in lesson_text(both)
    assert (both.evidence, alone) == (5, code)
