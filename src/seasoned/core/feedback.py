"""How a task ended and what the world said about it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from seasoned.core import values
from seasoned.errors import InvalidInput


class Outcome(StrEnum):
    """How a task ended. Unknown is neither good nor bad and stays out of every rate."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, value: object) -> Outcome:
        """The outcome that `value` names.

        Raises:
            InvalidInput: `value` names none of the four.
        """
        if isinstance(value, str):
            with contextlib.suppress(ValueError):
                return cls(str.__str__(value))
        raise InvalidInput(f"outcome must be one of {', '.join(cls)}, got {values.shown(value)}")


def assign(record: object, **fields: object) -> None:
    """Set fields of a frozen record that is being made."""
    for name, value in fields.items():
        if value is not getattr(record, name):  # nearly always the same, and quicker to ask
            object.__setattr__(record, name, value)


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the world said about an outcome.

    Attributes:
        reward: In [0, 1], or None where nobody gave one. Without a reward but with tests, it
            is the pass rate.
        message: Free text.
        tests_passed: At most `tests_total`.
        tests_total: 0 where no tests were run.
        raw: The value before scaling, see `scaled`.
        rated: Whether tests give a reward where none is given. False keeps them without one,
            since the outcome does not follow from them.
    """

    reward: float | None = None
    message: str = ""
    tests_passed: int = 0
    tests_total: int = 0
    raw: float | None = None
    rated: bool = True

    def __post_init__(self) -> None:
        assign(
            self,
            tests_passed=values.count(self.tests_passed, "tests_passed"),
            tests_total=values.count(self.tests_total, "tests_total"),
        )
        if self.tests_passed and not self.tests_total:
            raise InvalidInput(
                f"tests_passed is {self.tests_passed} and tests_total is missing; give how many "
                "tests were run"
            )
        if self.tests_passed > self.tests_total:
            raise InvalidInput(
                f"tests_passed ({self.tests_passed}) exceeds tests_total ({self.tests_total})"
            )
        assign(self, message=values.text(self.message, "message"))
        if self.reward is not None:
            assign(self, reward=values.unit(self.reward, "reward"))
        elif self.tests_total and values.instance(self.rated, bool, "rated", "use True or False"):
            assign(self, reward=self.pass_rate)
        if self.raw is not None:
            assign(self, raw=values.number(self.raw, "raw"))

    @property
    def measured(self) -> bool:
        """Whether it gives a reward or tests."""
        return self.reward is not None or self.tests_total > 0

    @property
    def pass_rate(self) -> float:
        """Share of tests that passed, in [0, 1]; 0 where none were run."""
        return self.tests_passed / self.tests_total if self.tests_total else 0.0

    @property
    def outcome(self) -> Outcome:
        """What it says of how a task ended: by its tests, else by its reward, else unknown.

        All tests passed, or a reward of 1, is a success; none passed, or a reward of 0, is a
        failure; anything between is partial.
        """
        got, most = (self.tests_passed, self.tests_total) if self.tests_total else (self.reward, 1)
        if got is None:
            return Outcome.UNKNOWN
        ends: dict[float, Outcome] = {0: Outcome.FAILURE, most: Outcome.SUCCESS}
        return ends.get(got, Outcome.PARTIAL)

    def beside(self, outcome: Outcome | None) -> Feedback:
        """Feedback of tests beside a stated outcome: rated only where that follows from them."""
        if outcome in (None, self.outcome) or not self.tests_total:
            return self
        return replace(self, reward=None, rated=False)

    @classmethod
    def scaled(cls, value: float, low: float, high: float, message: str = "") -> Feedback:
        """Feedback from a reward on another scale, mapped linearly to [0, 1]; `raw` keeps it.

        Args:
            value: The reward on its own scale, within [low, high].
            low: The worst value of that scale.
            high: The best value of that scale, above `low`.
            message: Free text.

        Raises:
            InvalidInput: the scale is empty, or the value lies outside it.
        """
        worst, best = values.number(low, "low"), values.number(high, "high")
        if best <= worst:
            raise InvalidInput(f"high ({high!r}) must be above low ({low!r})")
        raw = values.number(value, "value", worst, best)
        return cls(reward=(raw - worst) / (best - worst), message=message, raw=raw)


def confirmed(said: Sequence[tuple[Outcome, Feedback]]) -> Feedback:
    """The last feedback; one without reward and tests keeps those said before of its outcome.

    Args:
        said: Outcomes and what was said of them, oldest first, at least one.
    """
    outcome, newest = said[-1]
    if newest.measured:
        return newest
    same = [feedback for ended, feedback in said[:-1] if ended is outcome]
    kept = next((feedback for feedback in reversed(same) if feedback.measured), None)
    kept = kept or next((feedback for feedback in reversed(same) if feedback.message), newest)
    return replace(kept, message=newest.message) if newest.message else kept
