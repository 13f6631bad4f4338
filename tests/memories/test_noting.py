"""Lessons and playbooks in the block for an agent: within its budget, beside the episodes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from seasoned import Episode, Filter, Memory, Options, Outcome, Step, Task
from seasoned.core.tokens import estimate_tokens
from seasoned.testing import ManualClock

TASK = Task("make the parser read the dates of invoices", category="parsing")


@pytest.fixture
def memory() -> Iterator[Memory]:
    options = Options(clock=ManualClock(), seed=1)
    with Memory.open("memory://", embedder=False, options=options) as opened:
        for i in range(8):
            task = Task(
                f"make the parser read the dates of invoices from {'abcdefgh'[i]}", "parsing"
            )
            error = Step("guess the format", error=f"ValueError: bad date {i}")
            opened.record(Episode(task, (error,), outcome=Outcome.FAILURE, strategy="bold"))
            fixed = (Step("ask for the locale"), Step("parse by it"))
            opened.record(Episode(task, fixed, outcome=Outcome.SUCCESS, strategy="careful"))
        opened.learning.consolidate(apply=True)
        yield opened


def test_the_block_holds_lessons_and_playbook_before_the_episodes(memory: Memory) -> None:
    memory.learning.remember("Invoices of 1999 have two-digit years.", category="parsing")
    recall = memory.recall(TASK)
    text = recall.prompt(2_000)
    head, _, rest = text.partition("What worked:\n")
    assert "What attempts have taught:" in head
    assert "`ask for the locale`" in head
    assert "two-digit years" in head
    assert "parsing: 8 of 16 worked" in head
    assert "avoid: `guess the format` with strategy bold led to ValueError: bad date N (8" in head
    assert "What worked:" not in rest
    shown = recall.fit(2_000).shown
    assert set(recall.notes) <= set(shown)
    assert [lesson.kind for lesson in recall.lessons] == ["mined", "stated"]


@pytest.mark.parametrize("budget", [0, 40, 90, 150, 250, 400, 800, 5_000])
def test_the_budget_is_kept_and_what_is_left_out_is_told(memory: Memory, budget: int) -> None:
    fitted = memory.recall(TASK).fit(budget)
    assert fitted.tokens == (estimate_tokens(fitted.text) if fitted.text else 0) <= budget
    recall = memory.recall(TASK)
    told = {*fitted.shown, *(left.id for left in fitted.left_out)}
    assert told >= {result.episode.id for result in recall.results}
    assert told >= set(recall.notes) or not fitted.text


def test_lessons_never_crowd_out_the_first_success_and_failure(memory: Memory) -> None:
    recall = memory.recall(TASK)
    shown = recall.fit(400).shown
    assert recall.successes[0].episode.id in shown
    assert recall.failures[0].episode.id in shown


def test_a_filter_leaves_lessons_of_what_it_lets_through(memory: Memory) -> None:
    memory.learning.remember("by hand", category="parsing")
    recall = memory.recall(TASK, filter=Filter(category="parsing"))
    assert recall.playbook is None
    assert {lesson.kind for lesson in recall.lessons} == {"mined"}
    assert memory.recall(TASK, filter=Filter(category="other")).lessons == ()
    assert memory.recall(TASK, filter=Filter(outcome=Outcome.SUCCESS)).lessons == ()


def test_what_is_off_topic_brings_no_mined_lesson(memory: Memory) -> None:
    recall = memory.recall("water the plants on the balcony")
    assert (recall.results, recall.lessons, recall.playbook) == ((), (), None)


def test_a_banned_playbook_is_not_shown(memory: Memory) -> None:
    book = memory.recall(TASK).playbook
    assert book is not None
    memory.learning.ban(book.id)
    assert memory.recall(TASK).playbook is None


def test_lessons_for_a_task_tell_what_was_learned_too(memory: Memory) -> None:
    (lesson,) = memory.episodes.lessons(TASK)
    assert lesson.text.startswith("In 8 tasks such as")


def test_held_out_attempts_see_no_lesson() -> None:
    with Memory.open("memory://", embedder=False, options=Options(holdout=1.0, seed=1)) as held:
        held.learning.remember("Mind the gap.", category="parsing")
        attempt = held.begin(TASK)
        assert attempt.recall.lessons == ()
        assert attempt.recall.held_out


def test_lessons_by_hand_are_read_once_and_what_changes_is_seen(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [memory.learning.remember(f"Mind gap number {i}.", category="parsing") for i in range(9)]
    noting, read = memory.episodes.noting, list[str]()
    terms = noting._terms

    def counted(text: str) -> Collection[str]:
        read.append(text)
        return terms(text)

    monkeypatch.setattr(noting, "_terms", counted)
    assert len(memory.recall(TASK).lessons) == 4  # three of them, and a mined one
    assert len(read) == 10  # each, and the task
    before = memory.recall(TASK).lessons
    assert read[10:] == [TASK.description]
    memory.learning.forget(before[-1].id)
    nearest = memory.learning.remember("Read the dates of invoices twice.", category="parsing")
    shown = [lesson.text for lesson in memory.recall(TASK).lessons]
    assert nearest.text in shown and before[-1].text not in shown
    assert read[11:] == [nearest.text, TASK.description]
    assert {lesson.text for lesson in said} >= set(shown[2:])
