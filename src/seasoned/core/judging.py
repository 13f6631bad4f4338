"""What somebody says of a result, in any of the usual forms, as an outcome and feedback."""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from typing import TypeAlias

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
