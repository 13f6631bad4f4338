"""A model contrasts the best and the worst attempt at a task: bounded, once, resumable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, Memory, Options, Outcome, Step, Task
from seasoned.errors import BudgetError, InvalidInput, ModelError
from seasoned.testing import Asked, ManualClock, ScriptedLLM

CUSTOMERS = ("Ahmed", "Bellamy", "Cruz", "Dimitriou", "Eriksen")


def opened(answers: Any, url: str = "memory://") -> Memory:
    llm = None if answers is None else ScriptedLLM(answers)
    options = Options(clock=ManualClock(), seed=1)
    return Memory.open(url, embedder=False, llm=llm, options=options)


def names(asked: Asked) -> str:
    return next(name for name in CUSTOMERS if name in asked.text)


def answer(asked: Asked) -> Any:
    """A lesson that names the customer of the task, so that each pair has its own."""
    text = f"The order of {names(asked)} is refunded to a voucher, since the card is refused."
    return {"lessons": [{"text": text, "best_steps": [1], "worst_steps": [1]}]}


def filled(memory: Memory, *customers: str) -> None:
    """For each customer an attempt that failed and one that worked, and tasks that went alike."""
    for i, customer in enumerate(customers):
        task = Task(
            f"{customer} {customer} wants {customer * 2} back for {customer * 3}", "refunds"
        )
        card = Step("tool_call", 'refund(to="card")', error="PolicyError: the card is refused")
        voucher = Step("tool_call", 'refund(to="voucher")', result=f"order refunded {i}")
        memory.record(Episode(task, (card,), outcome=Outcome.FAILURE))
        memory.record(Episode(task, (voucher,), outcome=Outcome.SUCCESS))
        assert isinstance(memory._parts.writer.clock, ManualClock)
        memory._parts.writer.clock.advance(days=1)
    for _ in range(2):
        memory.record(Episode(Task("send the report", "reports"), outcome=Outcome.SUCCESS))


def asked(memory: Memory) -> list[str]:
    assert isinstance(memory.llm, ScriptedLLM)
    return [names(each) for each in memory.llm.asked]


def written(memory: Memory) -> set[str]:
    lessons = [one.text for one in memory.learning.lessons() if one.kind == "model"]
    return {name for name in CUSTOMERS for text in lessons if name in text}


def test_a_contrast_is_kept_beside_the_mined_lessons() -> None:
    with opened(answer) as memory:
        filled(memory, "Ahmed")
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.waiting, report.stopped) == (1, 0, "")
        assert {one.kind for one in report.lessons} == {"mined", "model"}
        (lesson,) = [one for one in memory.learning.lessons() if one.kind == "model"]
        assert lesson.text.endswith("(worked: step 1; did not: step 1)")
        worst, best = map(memory.get, lesson.origins)
        assert (worst.outcome, best.outcome) == (Outcome.FAILURE, Outcome.SUCCESS)
        assert lesson in memory.recall(best.task).lessons


def test_a_dry_run_asks_nothing_and_tells_how_often_it_would() -> None:
    with opened([]) as memory:
        filled(memory, *CUSTOMERS)
        report = memory.learning.consolidate(model=True, calls=3)
        assert (report.asked, report.waiting, report.applied) == (3, 2, False)
        assert not report.nothing
        assert asked(memory) == []
        assert memory.learning.consolidate().asked == 0


def test_the_newest_are_asked_about_first_and_each_pair_once() -> None:
    with opened(answer) as memory:
        filled(memory, *CUSTOMERS)
        report = memory.learning.consolidate(apply=True, model=True, calls=2)
        assert (report.asked, report.waiting) == (2, 3)
        assert asked(memory) == ["Eriksen", "Dimitriou"]
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.waiting) == (3, 0)
        assert asked(memory)[2:] == ["Cruz", "Bellamy", "Ahmed"]
        assert memory.learning.consolidate(apply=True, model=True).asked == 0
        assert written(memory) == set(CUSTOMERS)


def test_a_new_attempt_that_is_worse_makes_a_new_pair() -> None:
    with opened(answer) as memory:
        filled(memory, "Ahmed", "Cruz")
        memory.learning.consolidate(apply=True, model=True)
        task = memory.episodes.page(limit=3).episodes[-1].task
        memory.record(Episode(task, (Step("wait", "for the card"),), outcome=Outcome.FAILURE))
        assert memory.learning.consolidate(apply=True, model=True).asked == 1
        assert asked(memory) == ["Cruz", "Ahmed", "Cruz"]


def test_a_spent_budget_ends_the_run_and_says_so() -> None:
    spent = [True]

    def until(asked: Asked) -> Any:
        if spent and "Cruz" in asked.text:
            raise BudgetError("calls_per_day is 2")
        return answer(asked)

    with opened(until) as memory:
        filled(memory, *CUSTOMERS)
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.waiting) == (2, 3)
        assert "calls_per_day is 2" in report.stopped
        assert written(memory) == {"Eriksen", "Dimitriou"}
        spent.clear()
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.stopped) == (3, "")
        assert written(memory) == set(CUSTOMERS)


def test_a_model_that_cannot_be_reached_ends_the_run_and_is_asked_again() -> None:
    with opened(ModelError("no connection")) as memory:
        filled(memory, *CUSTOMERS)
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, len(asked(memory))) == (3, 3)
        assert "no connection" in report.stopped
        # What it failed on comes last, so that one task alone never holds up the others.
        memory.learning.consolidate(apply=True, model=True)
        assert asked(memory)[3:] == ["Bellamy", "Ahmed", "Eriksen"]


def test_a_pair_on_which_the_model_failed_is_told_and_waits_for_the_next_run() -> None:
    with opened([ModelError("401"), {"lessons": []}, {"lessons": []}]) as memory:
        filled(memory, "Ahmed", "Cruz")
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.failed, report.waiting) == (2, 1, 1)
        assert ("401" in report.problem, report.stopped) == (True, "")
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.failed, report.waiting, report.problem) == (1, 0, 0, "")


def test_an_answer_of_no_use_is_kept_in_sight_and_not_asked_for_again() -> None:
    with opened(["I cannot help with that.", {"lessons": []}]) as memory:
        filled(memory, "Ahmed", "Cruz")
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.asked, report.waiting, report.stopped) == (2, 0, "")
        problems = [one.problem for one in memory.learning.reflections() if one.problem]
        assert len(problems) == 1
        assert memory.learning.consolidate(apply=True, model=True).asked == 0


def test_what_is_not_borne_out_is_counted() -> None:
    bad = {"text": "Restart the database server.", "best_steps": [1], "worst_steps": [1]}
    with opened([{"lessons": [bad, {**bad, "best_steps": [9]}]}]) as memory:
        filled(memory, "Ahmed")
        report = memory.learning.consolidate(apply=True, model=True)
        assert (report.refused, written(memory)) == (2, set())


def test_a_run_that_was_killed_is_gone_on_with(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")

    def killed(asked: Asked) -> Any:
        if "Cruz" in asked.text:
            raise KeyboardInterrupt
        return answer(asked)

    with opened(killed, url) as memory:
        filled(memory, "Ahmed", "Cruz", "Eriksen")
        with pytest.raises(KeyboardInterrupt):
            memory.learning.consolidate(apply=True, model=True)
        assert written(memory) == {"Eriksen"}
    with opened(answer, url) as memory:
        assert memory.learning.consolidate(apply=True, model=True).asked == 2
        assert asked(memory) == ["Cruz", "Ahmed"]
        assert memory.admin.check() == []


def test_consolidating_without_the_model_keeps_what_it_wrote() -> None:
    with opened(answer) as memory:
        filled(memory, "Ahmed")
        memory.learning.consolidate(apply=True, model=True)
        assert memory.learning.consolidate(apply=True).dropped == 0
        assert written(memory) == {"Ahmed"}


def test_forgetting_one_of_the_two_removes_the_lesson_and_the_question() -> None:
    with opened(answer) as memory:
        filled(memory, "Ahmed")
        memory.learning.consolidate(apply=True, model=True)
        (lesson,) = [one for one in memory.learning.lessons() if one.kind == "model"]
        memory.forget(lesson.origins[0])
        assert (written(memory), memory.learning.reflections()) == (set(), ())


def test_users_have_their_own_pairs() -> None:
    with opened(answer) as memory:
        ann = memory.for_user("ann")
        filled(ann, "Ahmed")
        assert memory.learning.consolidate(apply=True, model=True).asked == 0
        assert ann.learning.consolidate(apply=True, model=True).asked == 1
        assert written(memory.for_user("bob")) == set()
        assert written(ann) == {"Ahmed"}


def test_without_a_model_there_is_an_error_before_anything_is_done() -> None:
    with opened(None) as memory:
        filled(memory, "Ahmed")
        with pytest.raises(InvalidInput, match="llm="):
            memory.learning.consolidate(apply=True, model=True)
        assert memory.learning.lessons() == ()
        with pytest.raises(InvalidInput, match="calls"):
            memory.learning.consolidate(calls=-1)
        with pytest.raises(InvalidInput, match="model"):
            memory.learning.consolidate(model="gpt")  # type: ignore[arg-type]
