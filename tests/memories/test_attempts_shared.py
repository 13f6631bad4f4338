"""Attempts that several handles go on with: their owner and what they were shown stay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from seasoned import Attempt, Episode, Memory, NotFound, Options, Outcome, Task, Verdict
from seasoned.testing import ManualClock


def opened(path: Path, user: str | None = None) -> Memory:
    return Memory.open(path, user=user, embedder=False, options=Options(clock=ManualClock()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.db"


def finish(memory: Memory, attempt: Attempt) -> str:
    return memory.resume(attempt.id).finish("done", outcome="success").id


def expire(memory: Memory, attempt: Attempt) -> str:
    memory._parts.writer.clock.advance(60)  # type: ignore[attr-defined]
    (receipt,) = memory.admin.expire(timedelta(0))
    return receipt.id


@pytest.mark.parametrize("close", [finish, expire])
def test_a_shared_attempt_that_a_user_closes_stays_shared(
    path: Path, close: Callable[[Memory, Attempt], str]
) -> None:
    with opened(path) as shared, opened(path, "bob") as bob, opened(path, "eve") as eve:
        id = close(bob, shared.begin("a common task"))
        for memory in (shared, bob, eve):
            assert memory.get(id).user is None


def test_a_shared_attempt_shows_everybody_the_same_and_nothing_private(path: Path) -> None:
    with opened(path) as shared, opened(path, "bob") as bob:
        for memory, text in ((shared, "fix the login page"), (bob, "fix the login secret")):
            episode = Episode(Task(text), outcome=Outcome.SUCCESS, strategy=f"by {text}")
            memory.record(episode)
        attempt = shared.begin("fix the login")
        seen = bob.resume(attempt.id).prompt()
        assert "login page" in seen and "secret" not in seen
        assert attempt.prompt() == seen
        finish(bob, attempt)
        assert shared.resume(attempt.id).prompt() == seen


@pytest.mark.parametrize("id", ["zz-ci-77", "00-ci-77", ""])
def test_what_was_shown_keeps_its_advice_whatever_verdicts_are_called(path: Path, id: str) -> None:
    with opened(path) as memory:
        judged = Verdict("", Outcome.FAILURE, id=id)
        task = Task("fix the login page")
        source = memory.record(Episode(task, outcome=Outcome.SUCCESS, verdicts=(judged,)))
        attempt = memory.begin(task)
        shown = attempt.prompt()
        assert "What to avoid" in shown
        assert memory.resume(attempt.id).prompt() == shown
        memory.judge(source.id, "success")
        assert memory.resume(attempt.id).prompt() == shown


def test_an_attempt_of_another_user_cannot_be_gone_on_with(path: Path) -> None:
    with opened(path) as shared, opened(path, "ann") as ann, opened(path, "bob") as bob:
        attempt = ann.begin("her task")
        for memory in (shared, bob):
            with pytest.raises(NotFound):
                finish(memory, attempt)
        assert ann.get(finish(ann, attempt)).user == "ann"
