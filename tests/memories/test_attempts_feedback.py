"""What checks say of an attempt, and what it counts for beside a stated outcome."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seasoned import Episode, Feedback, Memory, Outcome
from seasoned.codec import decode, encode

GOOD = [sys.executable, "-c", "print('good')"]
BAD = [sys.executable, "-c", "raise SystemExit('bad')"]


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=False) as opened:
        yield opened


def only(memory: Memory) -> Episode:
    (episode,) = memory.episodes.page().episodes
    return episode


def test_an_exception_after_passing_tests_is_a_failure_without_their_reward(
    memory: Memory,
) -> None:
    def deploy() -> None:
        with memory.attempt("deploy") as attempt:
            attempt.check(GOOD)
            raise RuntimeError("the roll-out broke")

    with pytest.raises(RuntimeError):
        deploy()
    episode = only(memory)
    feedback = episode.feedback
    assert episode.outcome is Outcome.FAILURE and feedback.reward is None
    assert (feedback.tests_passed, feedback.tests_total) == (1, 1)
    assert memory.admin.stats().average_reward is None


@pytest.mark.parametrize("outcome", ["failure", "unknown", "partial"])
def test_tests_rate_no_outcome_that_does_not_follow_from_them(memory: Memory, outcome: str) -> None:
    attempt = memory.begin("deploy")
    attempt.check(GOOD)
    attempt.finish(outcome=outcome)
    assert (only(memory).feedback.reward, only(memory).feedback.tests_total) == (None, 1)


@pytest.mark.parametrize("outcome", [None, "success"])
def test_tests_rate_the_outcome_that_follows_from_them(memory: Memory, outcome: str | None) -> None:
    attempt = memory.begin("deploy")
    attempt.check(GOOD)
    attempt.finish(outcome=outcome)
    assert (only(memory).outcome, only(memory).feedback.reward) == (Outcome.SUCCESS, 1.0)


def test_an_abandoned_attempt_is_not_rated(memory: Memory) -> None:
    attempt = memory.begin("deploy")
    attempt.check(GOOD)
    attempt.abandon()
    assert (only(memory).outcome, only(memory).feedback.reward) == (Outcome.UNKNOWN, None)


def test_what_a_caller_says_explicitly_stays(memory: Memory) -> None:
    memory.begin("deploy").finish(outcome="failure", feedback=Feedback(0.8))
    assert only(memory).feedback.reward == 0.8


def test_feedback_without_a_rating_makes_the_round_trip() -> None:
    feedback = Feedback(tests_passed=1, tests_total=2).beside(Outcome.FAILURE)
    assert feedback.reward is None and decode(encode(feedback), Feedback) == feedback


def test_checks_by_different_commands_add_up(memory: Memory) -> None:
    attempt = memory.begin("deploy")
    attempt.check(BAD)
    attempt.check(GOOD)
    attempt.finish()
    episode = only(memory)
    assert (episode.outcome, episode.feedback.reward) == (Outcome.PARTIAL, 0.5)
    assert "bad" in episode.feedback.message


def test_a_command_that_runs_again_replaces_what_it_said(memory: Memory, tmp_path: Path) -> None:
    code = (
        "import pathlib; p = pathlib.Path('x'); e = p.exists(); p.touch(); raise SystemExit(not e)"
    )
    attempt = memory.begin("deploy")
    for _ in range(2):
        attempt.check([sys.executable, "-c", code], cwd=tmp_path)
        attempt.check(GOOD)
    attempt.finish()
    episode = only(memory)
    assert (episode.outcome, episode.feedback.tests_total) == (Outcome.SUCCESS, 2)


def test_the_same_command_in_two_folders_is_two_checks(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    code = "import os; raise SystemExit('bad' if os.listdir() else 0)"
    attempt = memory.begin("deploy")
    for place in (tmp_path, tmp_path / "there"):
        attempt.check([sys.executable, "-c", code], cwd=place)
    attempt.finish()
    assert only(memory).outcome is Outcome.PARTIAL


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "kept"),
    [("binary\x00out", "binaryout"), (Unshowable(), "Unshowable"), ([10**5000], "list")],
    ids=["NUL", "repr raises", "vast number"],
)
def test_a_decorated_function_keeps_its_result(memory: Memory, value: object, kept: str) -> None:
    @memory.attempt(judge=lambda _: True)
    def agent(_task: str) -> object:
        return value

    assert agent("deploy") is value
    assert only(memory).outcome is Outcome.SUCCESS and kept in only(memory).solution
