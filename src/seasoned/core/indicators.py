"""The three signs that a memory works, answered in words.

The source article names them: the rolling success rate should rise and not stagnate or decline,
the rolling reward rise and not oscillate, the cumulative reward grow faster than a straight line.
Read off a rolling curve each of them shows a problem in nearly every stream, since windows of
five swing by chance; here each rests on `seasoned.core.curve` and may stay open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from seasoned.core.curve import CEILING, WINDOW, LearningCurve, Running, Turn
from seasoned.core.trend import Slope

Verdict = Literal["good", "problem", "open"]

_TOO_FEW: Final = "Not enough evidence yet: too few episodes have a known outcome."
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
    def moved(turn: Turn) -> str:
        return f"{turn.words(curve.mixed)} at episode {turn.episode_number}"

    if curve.regression:
        return "problem", f"It declined: {moved(curve.regression)}."
    if curve.settled:
        where = "above 90% within categories" if curve.mixed else f"at {curve.latest:.0%}"
        return "good", f"It is {where} and has little left to gain."
    if curve.plateau and curve.plateau.after > CEILING:
        return "good", f"It rose: {moved(curve.plateau)}, and has little left to gain."
    if curve.plateau:
        return "problem", f"It stagnates: it went {moved(curve.plateau)}, and has not risen since."
    if curve.turns:
        return "good", f"It rose: {moved(curve.turns[-1])}."
    return _by_slope(curve.success, "points", curve.mixed)


def _reward(curve: LearningCurve) -> tuple[Verdict, str]:
    def moved(*turns: Turn) -> str:
        return "; ".join(
            f"{_earned(one, curve.mixed)} at episode {one.episode_number}" for one in turns
        )

    ups = [turn for turn in curve.reward_turns if turn.after > turn.before]
    downs = [turn for turn in curve.reward_turns if turn.after < turn.before]
    if ups and downs:
        return "problem", f"It oscillates: {moved(*curve.reward_turns)}."
    if downs:
        return "problem", f"It fell: {moved(downs[-1])}."
    if ups:
        return "good", f"It rose: {moved(ups[-1])}."
    if _full(curve):
        return "good", "It stays where the success rate has little left to gain."
    swings = " It swings no more than chance makes it."
    verdict, text = _by_slope(curve.reward, "reward", curve.mixed)
    return verdict, text if verdict == "open" else text + swings


def _cumulative(curve: LearningCurve) -> tuple[Verdict, str]:
    slope, turn = curve.reward, curve.reward_turns[-1] if curve.reward_turns else None
    if slope is None:
        return "open", _TOO_FEW
    if turn is not None and turn.after < turn.before:
        return "problem", f"It grows more slowly since episode {turn.episode_number}."
    within = " within categories" if curve.mixed else ""
    if slope.direction == "rising":
        return "good", f"It grows faster than a straight line, since the reward rises{within}."
    if slope.direction == "falling":
        return "problem", f"It grows more and more slowly, since the reward falls{within}."
    if _full(curve):
        return "good", "It grows along a straight line, which has little left to gain."
    if slope.change[2] < NOTHING:
        text = "It grows along a straight line at best, since the reward does not rise"
        return "problem", f"{text}{within}."
    return "open", "Not enough evidence yet, as for the reward."


def _full(curve: LearningCurve) -> bool:
    """Whether the reward is level where there is little to gain: that is no problem."""
    if curve.reward is None or not curve.settled:
        return False
    _, low, high = curve.reward.change
    return max(-low, high) < NOTHING


def _by_slope(
    slope: Slope | None, unit: Literal["points", "reward"], mixed: bool
) -> tuple[Verdict, str]:
    if slope is None:
        return "open", _TOO_FEW
    rate = change_in_words(slope, unit, mixed)
    if slope.direction == "rising":
        return "good", f"It rises: {rate}."
    if slope.direction == "falling":
        return "problem", f"It declines: {rate}."
    _, low, high = slope.change
    if high >= NOTHING:
        return "open", f"Not enough evidence yet: {rate}."
    if low < -NOTHING:
        return "problem", f"It does not rise and may decline: {rate}."
    return "problem", f"It stagnates: {rate}. What memory is worth at this level, `lift` tells."


def change_in_words(slope: Slope, unit: Literal["points", "reward"], mixed: bool) -> str:
    """The change over all the episodes that a slope rests on, with its interval."""
    if unit == "points":
        mean, low, high = (f"{100 * part:+.0f}" for part in slope.change)
        mean += " points"
    else:
        mean, low, high = (f"{part:+.2f}" for part in slope.change)
    within = " within categories" if mixed else ""
    return f"{mean} over these {slope.n:,} episodes{within} (95 %: {low} to {high})"


def _earned(turn: Turn, mixed: bool) -> str:
    if mixed:
        return f"by {turn.after - turn.before:+.2f} within categories"
    return f"from {turn.before:.2f} to {turn.after:.2f}"
