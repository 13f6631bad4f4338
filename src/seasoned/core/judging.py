"""What somebody says of a result, in any of the usual forms, as an outcome and feedback."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from numbers import Real
from typing import NamedTuple, TypeAlias

from seasoned.core import values
from seasoned.core.records import Feedback, Outcome
from seasoned.errors import InvalidInput

Judgement: TypeAlias = "bool | float | str | Outcome | Feedback"


def judgement(said: object) -> tuple[Outcome, Feedback | None]:
    """The outcome that was said, and the feedback if there was any.

    A truth value is success or failure, with reward 1 or 0. A number is a reward: 1 a success,
    0 a failure, anything between partial. Feedback is read by its tests, else by its reward,
    and without either is unknown. An outcome, or its name, stands for itself.

    Raises:
        InvalidInput: it is none of these, or the reward lies outside [0, 1].
    """
    said = values.scalar(said)
    if isinstance(said, Feedback):
        return said.outcome, said
    if isinstance(said, str):
        return Outcome.of(said), None
    if isinstance(said, bool):
        said = float(said)
    elif not isinstance(said, Real | Decimal):
        raise InvalidInput(
            f"a judgement must be True or False, a reward in [0, 1], an outcome or a Feedback, "
            f"got {values.shown(said)}"
        )
    feedback = Feedback(reward=values.unit(said, "reward"))
    return feedback.outcome, feedback


class Judged(NamedTuple):
    """What was said of a result, and the feedback that was given beside it.

    Attributes:
        outcome: What the judgement comes to.
        feedback: None where nobody gave any.
        reward: One that was implied, and counts instead of the feedback's.
    """

    outcome: Outcome
    feedback: Feedback | None
    reward: float | None = None


def judged(said: Judgement, feedback: Feedback | None) -> Judged:
    """A judgement and feedback beside it, made one; a reward in the feedback goes first.

    Raises:
        InvalidInput: a value is out of range or of a wrong type, or feedback is given twice.
    """
    if feedback is not None:
        values.instance(feedback, Feedback, "feedback", "use Feedback(reward=0.5)")
    outcome, implied = judgement(said)
    if isinstance(said, Feedback):
        if feedback is not None:
            raise InvalidInput(f"feedback is given twice: {said!r:.80} and {feedback!r:.80}")
        return Judged(outcome, implied)
    if implied is None or (feedback is not None and feedback.reward is not None):
        return Judged(outcome, feedback)
    return Judged(outcome, feedback, implied.reward)


def with_reward(feedback: Feedback, reward: float | None) -> Feedback:
    """The feedback with this reward; as it is where there is none."""
    return feedback if reward is None else replace(feedback, reward=reward)
