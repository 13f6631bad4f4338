"""A value of a wrong type is refused where it is given: by name, with the value and the remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from seasoned import Episode, Feedback, InvalidInput, Memory, ModelError, Options, Outcome, Task
from seasoned.embedders.function import FunctionEmbedder

Call = Callable[[Any], object]  # the types are wrong on purpose


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=False) as opened:
        yield opened


def judged(memory: Memory, *said: Any, **more: Any) -> object:
    id = memory.record(Episode(Task("a"), outcome=Outcome.SUCCESS)).id
    return memory.judge(id, *said, **more)


def finished(memory: Memory, *arguments: Any, **more: Any) -> object:
    return memory.begin("a").finish(*arguments, **more)


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


VAST = 10**5000  # Python refuses to print it

WRONG: dict[str, tuple[Call, str]] = {
    "backup NUL": (lambda m: m.admin.backup("a\0b"), "path holds a NUL character: 'a\\x00b'"),
    "backup none": (lambda m: m.admin.backup(None), "path must be a string, got None"),
    "forget vast": (lambda m: m.forget([VAST]), "got a list that cannot be shown, ValueError"),
    "steps vast": (lambda m: Episode("x", steps=[VAST]), "steps must hold Step records"),  # type: ignore[arg-type]
    "metadata key": (lambda m: Episode(Task("x"), metadata={VAST: 1}), "metadata key must be a"),  # type: ignore[dict-item]
    "unshowable": (lambda m: m.recall(Unshowable()), "a Unshowable that cannot be shown"),
    "clock": (lambda m: Options(clock=3), "clock must have a method now(), got 3"),  # type: ignore[arg-type]
    "redact": (lambda m: Options(redact=3), "redact must be a function of a text, got 3"),  # type: ignore[arg-type]
    "no signature": (lambda m: m.attempt()(dict), "<class 'dict'> does not tell its arguments"),
    "decorated number": (lambda m: m.attempt()(3), "3 does not tell its arguments"),
    "fit count": (lambda m: m.recall("a").fit(100, None), "count must be a function of a text"),
    "recall task": (lambda m: m.recall(None), "the task must be a Task or its text, got None"),
    "begin task": (lambda m: m.begin(5), "the task must be a Task or its text, got 5"),
    "episode task": (lambda m: Episode(None), "the task must be a Task or its text, got None"),  # type: ignore[arg-type]
    "recall filter": (lambda m: m.recall("a", filter={}), "filter must be of Filter, got {}; use"),
    "similar filter": (lambda m: m.episodes.similar("a", filter={}), "filter must be of Filter"),
    "page filter": (lambda m: m.episodes.page([]), "filter must be of Filter"),
    "count filter": (lambda m: m.episodes.count({}), "filter must be of Filter"),
    "forget filter": (lambda m: m.forget(filter={}, everything=True), "filter must be of Filter"),
    "page cursor": (lambda m: m.episodes.page(cursor=5), "cursor must be a string, got 5"),
    "weights": (
        lambda m: m.recall("a", weights={"recency": 1}),
        "weights must be of ReplayWeights",
    ),
    "k": (lambda m: m.recall("a", "5"), "k must be a whole number from 1 to 10000, got '5'"),
    "namespaces": (lambda m: m.recall("a", namespaces="b"), "namespaces must be a sequence"),
    "record": (lambda m: m.record("text"), "episode must be of Episode, got 'text'; use Episode("),
    "record recall": (
        lambda m: m.record(Episode(Task("a")), recall="r"),
        "recall must be of Recall, got 'r'; hand over",
    ),
    "record used": (
        lambda m: m.record(Episode(Task("a")), recall=m.recall("a"), used="id"),
        "used must be a sequence",
    ),
    "record_many one": (
        lambda m: m.episodes.record_many(Episode(Task("a"))),
        "use record() for one",
    ),
    "record_many text": (
        lambda m: m.episodes.record_many("text"),
        "episodes must be many, got 'text'",
    ),
    "record_many texts": (
        lambda m: m.episodes.record_many([Episode(Task("a")), "b"]),
        "episodes[1] must be of Episode, got 'b'",
    ),
    "judge outcome": (lambda m: judged(m, "great"), "outcome must be one of success, partial"),
    "judge nothing": (lambda m: judged(m, None), "a judgement must be True or False, a reward"),
    "judge reward": (lambda m: judged(m, 7), "reward must lie within [0, 1], got 7"),
    "judge feedback": (
        lambda m: judged(m, True, feedback={}),
        "feedback must be of Feedback, got {}",
    ),
    "judge twice": (
        lambda m: judged(m, Feedback(0.5), feedback=Feedback()),
        "feedback is given twice",
    ),
    "judge id": (lambda m: m.judge(5, True), "id must be a string, got 5"),
    "finish solution": (lambda m: finished(m, {}), "solution must be a string, got {}"),
    "finish feedback": (lambda m: finished(m, feedback={}), "feedback must be of Feedback, got {}"),
    "finish lesson": (lambda m: finished(m, lesson=[1]), "lesson[0] must be a string, got 1"),
    "finish no lesson": (lambda m: finished(m, lesson=0), "lesson must be a sequence of strings"),
    "finish used": (lambda m: finished(m, used="id"), "used must be a sequence of strings"),
    "finish detail": (lambda m: finished(m, detail=1), "detail must be a string, got 1"),
    "finish strategy": (lambda m: finished(m, strategy=1), "strategy must be a string, got 1"),
    "begin tags": (lambda m: m.begin("a", tags="b"), "tags must be a sequence of strings"),
    "begin key": (lambda m: m.begin("a", key=1), "key must be a string, got 1"),
    "begin parent": (lambda m: m.begin("a", parent=1), "parent must be a string, got 1"),
    "pass_through": (
        lambda m: m.attempt("a", pass_through=(ValueError, "no")),
        "pass_through must be exception classes, got 'no'; use",
    ),
    "pass_through value": (lambda m: m.attempt("a", pass_through=5), "pass_through must be"),
    "judge of decorator": (lambda m: m.attempt(judge=5), "judge must be a function"),
    "expire": (lambda m: m.admin.expire(5), "after must be a timedelta"),
    "options": (lambda m: type(m).open("memory://", options={}), "options must be of Options"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_type_is_refused_by_name_with_the_value_and_the_remedy(
    memory: Memory, name: str
) -> None:
    call, message = WRONG[name]
    with pytest.raises(InvalidInput) as caught:
        call(memory)
    assert message in str(caught.value)


def test_a_refused_finish_leaves_the_attempt_open(memory: Memory) -> None:
    attempt = memory.begin("a")
    with pytest.raises(InvalidInput):
        attempt.finish(lesson=[1])  # type: ignore[list-item]
    assert attempt.state == "open"
    attempt.finish("done", lesson=None)
    assert memory.admin.expire(timedelta(0)) == []


@pytest.mark.parametrize(("lesson", "kept"), [(None, ()), ("", ()), ("x", ("x",)), (["x"], ("x",))])
def test_no_lesson_is_none_or_blank(memory: Memory, lesson: Any, kept: tuple[str, ...]) -> None:
    receipt = finished(memory, "done", lesson=lesson)
    assert memory.get(receipt.id).lessons == kept  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", [ConnectionError, [ConnectionError], (OSError, KeyError)])
def test_pass_through_takes_one_class_or_several(memory: Memory, given: Any) -> None:
    with pytest.raises(ConnectionError), memory.attempt("a", pass_through=given) as attempt:
        raise ConnectionError
    assert attempt.state == "open"


@pytest.mark.parametrize(
    ("said", "outcome", "reward"),
    [
        ("failure", Outcome.FAILURE, None),
        (Outcome.PARTIAL, Outcome.PARTIAL, None),
        (True, Outcome.SUCCESS, 1.0),
        (0.25, Outcome.PARTIAL, 0.25),
        (Feedback(tests_passed=0, tests_total=2), Outcome.FAILURE, 0.0),
        (Feedback(reward=1.0), Outcome.SUCCESS, 1.0),
        (Feedback(message="who knows"), Outcome.UNKNOWN, None),
    ],
)
def test_a_verdict_may_be_said_in_the_same_ways_as_by_a_judge(
    memory: Memory, said: Any, outcome: Outcome, reward: float | None
) -> None:
    verdict: Any = judged(memory, said)
    assert (verdict.outcome, verdict.feedback.reward) == (outcome, reward)
    kept = memory.get(verdict.episode)
    assert (kept.effective_outcome, kept.effective_feedback.reward) == (
        outcome,
        reward,
    )


def test_feedback_beside_a_verdict_keeps_its_reward_or_takes_the_implied_one(
    memory: Memory,
) -> None:
    plain: Any = judged(memory, True, feedback=Feedback(message="looks right"))
    assert (plain.feedback.reward, plain.feedback.message) == (1.0, "looks right")
    scored: Any = judged(memory, True, feedback=Feedback(reward=0.75))
    assert (scored.outcome, scored.feedback.reward) == (Outcome.SUCCESS, 0.75)


@pytest.mark.parametrize(
    ("hook", "message"),
    [
        (lambda text: text + 1, "failed, so nothing was written: TypeError"),
        (lambda text: None, "must return a text, got None; nothing was written"),
    ],
)
def test_a_redact_hook_that_fails_is_named_and_nothing_is_written(hook: Any, message: str) -> None:
    with Memory.open("memory://", embedder=False, options=Options(redact=hook)) as memory:
        with pytest.raises(InvalidInput, match="the redact hook <function") as caught:
            memory.record(Episode(Task("a")))
        assert message in str(caught.value) and memory.episodes.count() == 0


def test_a_vector_of_vast_numbers_is_an_error_of_the_model() -> None:
    with pytest.raises(ModelError, match="finite numbers, got a list"):
        FunctionEmbedder(lambda text: [10**400, 2]).embed(["a"])
