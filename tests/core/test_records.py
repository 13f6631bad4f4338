"""Records are valid from birth: what is refused, what is put right, what follows from what."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.codec import decode, encode_episode
from seasoned.core.judging import judgement
from seasoned.core.records import Episode, Feedback, Lesson, Outcome, Step, Task, Verdict
from seasoned.errors import InvalidInput, SeasonedError

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Task(None), "description must be a string"),  # type: ignore[arg-type]
        (lambda: Task("a\x00b"), "description holds a NUL"),
        (lambda: Task("t", category=""), "category must be a short name"),
        (lambda: Task("t", category="two words"), "category"),
        (lambda: Task("t", category="x" * 201), "category"),
        (lambda: Task("t", complexity=1.01), r"complexity must lie within \[0, 1\]"),
        (lambda: Task("t", complexity=NAN), "complexity"),
        (lambda: Task("t", complexity=True), "complexity must be a number"),
        (lambda: Task("t", context={"when": NOW}), r"context\['when'\] cannot be stored as JSON"),
        (lambda: Task("t", context={1: "x"}), "context key"),  # type: ignore[dict-item]
        (lambda: Task("t", context={"n": NAN}), "n"),
        (lambda: Task("t", context={"deep": [{"n": INF}]}), "deep"),
        (lambda: Task("t", context="x"), "context must be a mapping"),  # type: ignore[arg-type]
        (lambda: Step("act", seconds=-1), "seconds"),
        (lambda: Step("act", seconds=INF), "seconds"),
        (lambda: Step("act", at=datetime(2026, 5, 1)), "at has no time zone"),
        (lambda: Step("act", result=5), "result must be a string"),  # type: ignore[arg-type]
        (lambda: Feedback(reward=NAN), "reward"),
        (lambda: Feedback(reward=1.5), r"reward .*Feedback.scaled\(value, low, high\)"),
        (lambda: Feedback(reward=-0.1), "reward"),
        (lambda: Feedback(reward="1"), "reward must be a number"),  # type: ignore[arg-type]
        (lambda: Feedback(tests_passed=-1), "tests_passed must be a whole number"),
        (lambda: Feedback(tests_total=-1), "tests_total"),
        (lambda: Feedback(tests_passed=3, tests_total=2), r"tests_passed \(3\) exceeds"),
        (lambda: Feedback(tests_passed=True, tests_total=1), "tests_passed"),
        (lambda: Feedback(tests_total=2**63), "tests_total"),
        (lambda: Feedback.scaled(5, 1, 1), "must be above low"),
        (lambda: Feedback.scaled(5, 0, 4), "value must lie within"),
        (lambda: Verdict("e", "good"), "one of success, partial"),  # type: ignore[arg-type]
        (lambda: Verdict("e", Outcome.SUCCESS, at=datetime(2026, 5, 1)), "time zone"),
        (lambda: Lesson("x", kind="guessed"), "kind must be stated, mined or model"),
        (lambda: Episode(Task("t"), outcome="won"), "outcome must be one of"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), iterations=0), "iterations"),
        (lambda: Episode(Task("t"), iterations=1.5), "iterations"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), tags="slow"), "tags must be a sequence"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), tags=(1,)), r"tags\[0\]"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), lessons="one"), "lessons"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), steps="run"), "steps must be a sequence"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), steps=({},)), "steps must hold Step"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), metadata={"x": object()}), "metadata"),
        (lambda: Episode(Task("t"), solution="\x00"), "solution holds a NUL"),
        (lambda: Episode(Task("t"), user=7), "user must be a string"),  # type: ignore[arg-type]
        (lambda: Episode(Task("t"), started_at=datetime(2026, 5, 1)), "started_at has no time"),
        (
            lambda: Episode(Task("t"), started_at=NOW, finished_at=NOW - timedelta(seconds=1)),
            r"finished_at .* is before started_at",
        ),
        (lambda: Task("t", complexity=10**400), "complexity"),
        (lambda: Task("t", context={"n": -(10**5000)}), "n"),
        (lambda: Feedback(tests_total=10**5000), "tests_total"),
        (
            lambda: Step("x", at=datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1)))),
            "at lies outside the years",
        ),
    ],
)
def test_bad_values_are_refused_by_name(make: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        make()
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, SeasonedError)
    assert len(str(caught.value)) < 400


def test_records_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Task("t").description = "other"  # type: ignore[misc]


def test_lone_surrogates_are_replaced_everywhere() -> None:
    episode = Episode(
        Task("a\ud800b", context={"k\udfff": ["\ud83d"]}),
        steps=(Step("x", error="\udc00"),),
        lessons=("l\ud800",),
        metadata={"m": {"n": "\ud800"}},
    )
    assert episode.task == Task("a\ufffdb", context={"k\ufffd": ["\ufffd"]})
    assert (episode.steps[0].error, episode.lessons) == ("\ufffd", ("l\ufffd",))
    assert episode.metadata == {"m": {"n": "\ufffd"}}


@given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])))
def test_all_other_text_is_kept_as_it_is(text: str) -> None:
    episode = Episode(Task(text, context={"k": text}), solution=text, lessons=(text,), user=text)
    assert {episode.task.description, episode.solution, episode.user, *episode.lessons} == {text}
    assert episode.task.context == {"k": text}


def test_emoji_empty_and_very_long_texts_are_texts() -> None:
    assert Task("").description == ""
    assert Task("👩‍💻 fixed 🎉").description == "👩‍💻 fixed 🎉"
    assert len(Task("x" * 1_000_000).description) == 1_000_000


def test_times_are_kept_in_utc() -> None:
    step = Step("x", at=datetime(2026, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))))
    assert step.at == NOW and step.at is not None and step.at.tzinfo is UTC


@pytest.mark.parametrize(
    ("category", "says"),
    [
        ("Customer Support", r"got 'Customer Support'; ' ' may not be in it; 'customer-support' w"),
        ("[link](http://x)", r"'\[\]\(\)' may not be in it; 'link-http://x' would do"),
        ("_private", "it must begin with one of these; 'private' would do"),
        ("x" * 300, "it has 300 characters, and may have 200"),
        ("!?", "'!\\?' may not be in it$"),
        (" ", "leave it out if there is none"),
    ],
)
def test_a_category_that_will_not_do_is_mended(category: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        Task("t", category=category)


def test_categories_are_lower_case_identifiers() -> None:
    assert Task("t", category=" Code_Generation ").category == "code_generation"
    assert Task("t", category="web/ui-2.0:beta").category == "web/ui-2.0:beta"
    assert Task("t").category == "unknown"


def test_a_task_may_be_given_as_its_description() -> None:
    assert Episode("fix it").task == Task("fix it")  # type: ignore[arg-type]
    assert Task.of("fix it") == Task.of(Task("fix it"))


def test_sequences_become_tuples() -> None:
    episode = Episode(Task("t"), tags=["a", "b"], steps=[Step("x")], lessons=iter(["l"]))  # type: ignore[arg-type]
    assert (episode.tags, episode.lessons, episode.steps) == (("a", "b"), ("l",), (Step("x"),))


@pytest.mark.parametrize(
    ("passed", "total", "outcome", "reward"),
    [
        (4, 4, Outcome.SUCCESS, 1.0),
        (1, 4, Outcome.PARTIAL, 0.25),
        (0, 4, Outcome.FAILURE, 0.0),
        (0, 0, Outcome.UNKNOWN, None),
    ],
)
def test_outcome_and_reward_follow_from_the_tests(
    passed: int, total: int, outcome: Outcome, reward: float | None
) -> None:
    episode = Episode(Task("t"), feedback=Feedback(tests_passed=passed, tests_total=total))
    assert (episode.outcome, episode.feedback.reward) == (outcome, reward)


@pytest.mark.parametrize(
    ("feedback", "outcome"),
    [
        (Feedback(reward=1.0), Outcome.SUCCESS),
        (Feedback(reward=0.9), Outcome.PARTIAL),
        (Feedback(reward=0.0), Outcome.FAILURE),
        (Feedback(reward=0.2, tests_passed=2, tests_total=2), Outcome.SUCCESS),
        (Feedback(message="who knows"), Outcome.UNKNOWN),
    ],
)
def test_without_tests_the_outcome_follows_from_the_reward(
    feedback: Feedback, outcome: Outcome
) -> None:
    assert Episode(Task("t"), feedback=feedback).outcome is outcome
    assert judgement(feedback) == (outcome, feedback)
    kept = Episode(Task("t"), outcome=Outcome.UNKNOWN, feedback=feedback)
    assert kept.outcome is Outcome.UNKNOWN
    assert decode(encode_episode(kept)[0], Episode) == kept


def test_what_is_given_stands_against_the_tests() -> None:
    feedback = Feedback(reward=0.2, tests_passed=2, tests_total=2)
    episode = Episode(Task("t"), outcome=Outcome.FAILURE, feedback=feedback)
    assert (episode.outcome, episode.feedback.reward) == (Outcome.FAILURE, 0.2)


def test_outcomes_are_read_by_name() -> None:
    assert Episode(Task("t"), outcome="partial").outcome is Outcome.PARTIAL  # type: ignore[arg-type]


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_pass_rate_is_the_reward_and_agrees_with_the_outcome(a: int, b: int) -> None:
    feedback = Feedback(tests_passed=min(a, b), tests_total=max(a, b))
    assert 0.0 <= feedback.pass_rate <= 1.0
    if feedback.tests_total:
        assert feedback.reward == feedback.pass_rate
        assert (feedback.outcome is Outcome.SUCCESS) == (feedback.pass_rate == 1.0)
        assert (feedback.outcome is Outcome.FAILURE) == (feedback.pass_rate == 0.0)


def test_rewards_of_other_scales_keep_the_raw_value() -> None:
    assert Feedback.scaled(-3, -10, 10) == Feedback(reward=0.35, raw=-3.0)
    assert Feedback.scaled(10, -10, 10).reward == 1.0


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(0, 1))
def test_scaled_rewards_lie_between_nothing_and_all(a: float, b: float, share: float) -> None:
    low, high = min(a, b), max(a, b)
    value = min(high, max(low, low + share * (high - low)))
    if low < high:
        reward = Feedback.scaled(value, low, high).reward
        assert reward is not None and 0.0 <= reward <= 1.0


SUCCESS = Episode(Task("t"), outcome=Outcome.SUCCESS, feedback=Feedback(reward=0.9, message="ok"))


def verdict(outcome: Outcome, **fields: Any) -> Verdict:
    return Verdict("e", outcome, at=NOW, **fields)


def test_the_newest_verdict_is_what_counts() -> None:
    judged = SUCCESS.with_verdicts(
        [verdict(Outcome.PARTIAL), verdict(Outcome.FAILURE, feedback=Feedback(reward=0.1))]
    )
    assert judged.effective_outcome is Outcome.FAILURE
    assert judged.effective_feedback.reward == 0.1
    assert (judged.outcome, judged.feedback) == (SUCCESS.outcome, SUCCESS.feedback)


def test_a_verdict_that_only_confirms_keeps_the_feedback() -> None:
    judged = SUCCESS.with_verdicts([verdict(Outcome.SUCCESS)])
    assert judged.effective_feedback == SUCCESS.feedback


def test_a_confirming_message_keeps_reward_and_tests() -> None:
    tested = replace(SUCCESS, feedback=Feedback(0.9, "ok", 9, 9))
    said = Feedback(message="QA confirms")
    judged = tested.with_verdicts([verdict(Outcome.SUCCESS, feedback=said)])
    assert judged.effective_feedback == Feedback(0.9, "QA confirms", 9, 9)


def test_a_verdict_confirms_the_newest_that_said_the_same() -> None:
    rated = verdict(Outcome.FAILURE, feedback=Feedback(0.2))
    said = verdict(Outcome.FAILURE, feedback=Feedback(message="yes"))
    assert SUCCESS.with_verdicts([rated, said]).effective_feedback == Feedback(0.2, "yes")
    back = SUCCESS.with_verdicts([rated, verdict(Outcome.SUCCESS)])
    assert back.effective_feedback == SUCCESS.feedback


def test_a_verdict_that_overturns_drops_the_reward() -> None:
    judged = SUCCESS.with_verdicts([verdict(Outcome.FAILURE)])
    assert judged.effective_feedback.reward is None


def test_without_verdicts_an_episode_speaks_for_itself() -> None:
    assert SUCCESS.with_verdicts([]) is SUCCESS
    assert SUCCESS.effective_outcome is Outcome.SUCCESS
    assert SUCCESS.effective_feedback is SUCCESS.feedback


def test_the_error_is_the_last_one_of_the_steps() -> None:
    failed = Episode(
        Task("t"),
        steps=(Step("a", error="first"), Step("b", error="second"), Step("c")),
        outcome=Outcome.FAILURE,
        outcome_detail="gave up",
    )
    assert failed.error == "second"
    assert replace(failed, steps=()).error == "gave up"
    assert replace(failed, steps=(), outcome=Outcome.SUCCESS).error == ""


@pytest.mark.parametrize(
    ("outcome", "label"),
    [
        (Outcome.SUCCESS, "[From successful attempt] x"),
        (Outcome.FAILURE, "[From failed attempt] x"),
        (Outcome.PARTIAL, "[From partial attempt] x"),
        (Outcome.UNKNOWN, "[From unknown attempt] x"),
    ],
)
def test_a_lesson_says_where_it_came_from(outcome: Outcome, label: str) -> None:
    assert Lesson("x", outcome=outcome).provenance == label


class Named(str, Enum):  # noqa: UP042 (as callers still write it)
    """An enum from before StrEnum: `str()` of a member gives its name."""

    SUCCESS = "success"


class Twice(int):
    pass


class Moment(datetime):
    pass


def test_subclasses_of_plain_values_are_stored_as_plain_values() -> None:
    half: Any = np.float32(0.5)
    one: Any = np.int64(1)
    episode = Episode(
        Task(Named.SUCCESS, category=Named.SUCCESS, complexity=half),
        outcome=Named.SUCCESS,  # type: ignore[arg-type]  # a caller's own enum
        feedback=Feedback(half, "", one, Twice(2)),
        iterations=Twice(2),
        started_at=Moment(2026, 1, 1, tzinfo=UTC),
        metadata={"loss": np.float64(0.5)},
    )
    assert decode(encode_episode(episode)[0], Episode) == episode
    assert episode.outcome is Outcome.SUCCESS and episode.task.category == "success"
    kept = (episode.feedback.reward, episode.feedback.tests_passed, episode.iterations)
    assert [type(value) for value in (*kept, episode.started_at)] == [float, int, int, datetime]
