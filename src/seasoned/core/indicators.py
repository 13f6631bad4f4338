"""The three signs that a memory works, answered in words.

The source article names them: the rolling success rate should rise and not stagnate or decline,
the rolling reward rise and not oscillate, the cumulative reward grow faster than a straight line.
Read off a rolling curve each of them shows a problem in nearly every stream, since windows of
five swing by chance; here each rests on `seasoned.core.curve` and may stay open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from seasoned.core.curve import WINDOW, LearningCurve, Running, Turn
from seasoned.core.trend import HUNDRED, Slope

Verdict = Literal["good", "problem", "open"]

NOTHING: Final = 0.1  # change over a whole history that is as good as none, of rate or reward


class Indicator(NamedTuple):
    """One sign.

    Attributes:
        name: Which figure it is about.
        verdict: ``good``, ``problem``, or ``open`` where there is not enough evidence yet.
        text: The answer, a sentence or two.
    """

    name: str
    verdict: Verdict
    text: str


@dataclass(frozen=True, slots=True)
class CurveReport:
    """A learning curve with its signs.

    Attributes:
        curve: The figures, their slopes with intervals, and where they changed.
        indicators: The three signs that a memory works, answered in words.
        category: Whose curve it is; None for that of all.
        window: Episodes that a rolling figure is of.
        arm: ``memory``, or ``control`` where it was held out.
        running: The success rate along the way, for drawing.
        width: Episodes that each rate of it is of.
    """

    curve: LearningCurve
    indicators: tuple[Indicator, ...]
    category: str | None = None
    window: int = WINDOW
    arm: str = "memory"
    running: tuple[Running, ...] = ()
    width: int = WINDOW


def indicators(curve: LearningCurve) -> tuple[Indicator, Indicator, Indicator]:
    """The answers for a learning curve, in the order of the source's table."""
    return (
        Indicator("rolling success rate", *_success(curve)),
        Indicator("rolling average reward", *_reward(curve)),
        Indicator("cumulative reward", *_cumulative(curve)),
    )


def _success(curve: LearningCurve) -> tuple[Verdict, str]:
    if curve.regression:
        return "problem", f"It declined: {_moved(curve.regression)}."
    if curve.settled:
        return "good", f"It is at {_percent(curve.latest)} and has little left to gain."
    if curve.plateau:
        return "problem", f"It stagnates: {_moved(curve.plateau)}, and it has not risen since."
    if curve.turns:
        return "good", f"It rose: {_moved(curve.turns[-1])}."
    return _by_slope(curve.success, "points", "It rises", "It declines", "It stagnates")


def _reward(curve: LearningCurve) -> tuple[Verdict, str]:
    ups = [turn for turn in curve.reward_turns if turn.after > turn.before]
    downs = [turn for turn in curve.reward_turns if turn.after < turn.before]
    if ups and downs:
        return "problem", f"It oscillates: {'; '.join(map(_earned, curve.reward_turns))}."
    if downs:
        return "problem", f"It fell: {_earned(downs[-1])}."
    if ups:
        return "good", f"It only ever rose: {_earned(ups[-1])}."
    swings = " It swings no more than chance makes it."
    verdict, text = _by_slope(curve.reward, "reward", "It rises", "It declines", "It stagnates")
    return verdict, text if verdict == "open" else text + swings


def _cumulative(curve: LearningCurve) -> tuple[Verdict, str]:
    return _by_slope(
        curve.reward,
        "reward",
        "It grows faster than a straight line",
        "It grows more and more slowly",
        "It grows along a straight line: there is no learning to be seen",
    )


def _by_slope(
    slope: Slope | None, unit: Literal["points", "reward"], up: str, down: str, level: str
) -> tuple[Verdict, str]:
    if slope is None:
        return "open", "Not enough evidence yet: too few episodes have a known outcome."
    rate = _rate(slope, unit)
    if slope.direction == "rising":
        return "good", f"{up}: {rate}."
    if slope.direction == "falling":
        return "problem", f"{down}: {rate}."
    if slope.interval.high * slope.n / HUNDRED < NOTHING:
        return "problem", f"{level}: {rate}."
    return "open", f"Not enough evidence yet: {rate}."


def _rate(slope: Slope, unit: Literal["points", "reward"]) -> str:
    figures = (slope.per_hundred, *slope.interval)
    if unit == "points":
        mean, low, high = (f"{100 * figure:+.1f}" for figure in figures)
        unit_text = " percentage points"
    else:
        mean, low, high = (f"{figure:+.3f}" for figure in figures)
        unit_text = ""
    return f"{mean}{unit_text} for each hundred episodes (95 %: {low} to {high})"


def _moved(turn: Turn) -> str:
    return (
        f"from {_percent(turn.before)} to {_percent(turn.after)} at episode {turn.episode_number}"
    )


def _earned(turn: Turn) -> str:
    return f"from {turn.before:.2f} to {turn.after:.2f} at episode {turn.episode_number}"


def _percent(rate: float | None) -> str:
    return f"{100 * (rate or 0.0):.0f} %"
