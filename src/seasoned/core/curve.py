"""The learning curve: rolling figures to look at, and what can be said for sure.

`LearningSnapshot` and `compute_learning_curve` keep the source article's names. Rolling figures
are for the eye: windows of five rise and fall by chance alone. What is claimed rests on single
root episodes, with every category's own mean taken out, and says what is not known yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core import values
from seasoned.core.changes import Level, levels
from seasoned.core.history import History, Numbers, Performance
from seasoned.core.intervals import Interval, wilson
from seasoned.core.records import Episode
from seasoned.core.trend import HUNDRED, Slope, slope

WINDOW: Final = 5  # episodes, from the source article
CEILING: Final = 0.9  # a rate that is above it for sure leaves little to learn
_PAUSE: Final = 0.5  # of the speed so far: what a plateau is slower than for sure

Codes = NDArray[np.int64]


class LearningSnapshot(NamedTuple):
    """The rolling figures after an episode.

    Attributes:
        episode_number: From 1 on, in order of time.
        cumulative_reward: Sum of the rewards so far; what is unknown adds nothing.
        rolling_success_rate: Of the newest episodes with a known outcome, as many as the window
            holds; None before the first.
        rolling_avg_reward: Mean reward of the newest that have one; None before the first.
    """

    episode_number: int
    cumulative_reward: float
    rolling_success_rate: float | None
    rolling_avg_reward: float | None


class Running(NamedTuple):
    """A rate to draw, with how sure it is.

    Attributes:
        episode_number: The newest episode in it, from 1 on.
        rate: Success rate in [0, 1] of the newest with a known outcome.
        interval: 95 % interval of it, after Wilson.
    """

    episode_number: int
    rate: float
    interval: Interval


class Turn(NamedTuple):
    """Where the success rate went to another level.

    Attributes:
        episode_number: The first episode of the new level, from 1 on.
        num: The store's number of that episode.
        id: Its id, "" if the history holds none.
        before: Success rate of the level before, in [0, 1], at one mix of categories.
        after: Success rate from there on.
    """

    episode_number: int
    num: int
    id: str
    before: float
    after: float

    def words(self, mixed: bool) -> str:
        """What changed: from which rate to which, or of several categories by how much."""
        if mixed:
            return f"by {100 * (self.after - self.before):+.0f} points within categories"
        return f"from {100 * self.before:.0f}% to {100 * self.after:.0f}%"


class _Stream(NamedTuple):
    """What is known of a measure, oldest first, and the code of each one's category."""

    numbers: Numbers
    categories: Codes


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """A learning curve and what follows from it.

    Attributes:
        snapshots: The rolling figures after each episode.
        known: Episodes with a known outcome; what is claimed rests on them.
        success_rate: Of all of them, in [0, 1]; None if there are none.
        success: Slope of the success rate for each hundred episodes with a known outcome.
        reward: Slope of the reward for each hundred episodes that have one.
        turns: Where the success rate changed for sure, oldest first.
        reward_turns: The same of the reward.
        plateau: Since when it no longer gets better after it did; None if it does, never did or
            it is too early to tell.
        regression: The drop that nothing has made good since.
        latest: Success rate of the newest level, at one mix of categories; None if none is known.
        settled: Whether the newest level lies above .9 for sure.
        categories: How many kinds of tasks have a known outcome. Where there are several, each has
            a mean of its own, and levels are what a fixed mix of them would come to.
    """

    snapshots: tuple[LearningSnapshot, ...]
    known: int
    success_rate: float | None
    success: Slope | None
    reward: Slope | None
    turns: tuple[Turn, ...] = ()
    reward_turns: tuple[Turn, ...] = ()
    plateau: Turn | None = None
    regression: Turn | None = None
    latest: float | None = None
    settled: bool = False
    categories: int = 1

    @property
    def mixed(self) -> bool:
        """Whether changes are within several categories, so that levels are nobody's rates."""
        return self.categories > 1

    @property
    def unknown_share(self) -> float:
        """Share of episodes whose outcome is unknown, in [0, 1]."""
        return 1.0 - self.known / len(self.snapshots) if self.snapshots else 0.0


def compute_learning_curve(
    episodes: History | Iterable[Performance | Episode], window: int = WINDOW
) -> tuple[LearningSnapshot, ...]:
    """The rolling figures after each root episode, oldest first.

    Args:
        episodes: Records, rows or columns, in any order if they have times.
        window: Episodes that a rolling figure is of, at least 1.
    """
    history = History.of(episodes)
    size = values.count(window, "window", least=1)
    cumulative = np.cumsum(np.nan_to_num(history.reward))
    columns = (
        range(1, len(history) + 1),
        cumulative.tolist(),
        _rolling(history.success, size),
        _rolling(history.reward, size),
    )
    return tuple(map(LearningSnapshot._make, zip(*columns, strict=True)))


def running_rates(
    episodes: History | Iterable[Performance | Episode], width: int, most: int = 400
) -> tuple[Running, ...]:
    """The success rate along the way with its interval, at most so many points of it.

    Args:
        episodes: Records, rows or columns.
        width: Episodes with a known outcome that a rate is of, at least 1; it begins there.
        most: Points, evenly spread, the last among them.
    """
    history = History.of(episodes)
    size = values.count(width, "width", least=1)
    places = np.flatnonzero(history.known)
    sums = np.concatenate([[0.0], np.cumsum(history.success[places])])
    if len(places) < size:
        return ()
    ends = np.unique(np.linspace(size, len(places), max(2, most)).round().astype(np.int64))
    return tuple(
        Running(int(places[end - 1]) + 1, won / size, wilson(won, size))
        for end in ends.tolist()
        for won in [float(sums[end] - sums[end - size])]
    )


def describe_curve(
    episodes: History | Iterable[Performance | Episode], window: int = WINDOW
) -> LearningCurve:
    """The curve with its slope, its turns and whether it has stopped rising.

    Args:
        episodes: Records, rows or columns. Of a memory with a hold-out, one arm: `curves_by_arm`.
        window: Episodes that a rolling figure is of, at least 1.
    """
    history = History.of(episodes)
    places = np.flatnonzero(history.known)
    known = _Stream(history.success[places], history.category.codes[places])
    rated = np.flatnonzero(~np.isnan(history.reward))
    rewards = _Stream(history.reward[rated], history.category.codes[rated])
    found = levels(*known)
    turns = _turns(found, places, history)
    return LearningCurve(
        snapshots=compute_learning_curve(history, window),
        known=len(places),
        success_rate=float(known.numbers.mean()) if len(places) else None,
        success=slope(*known),
        reward=slope(*rewards),
        turns=turns,
        reward_turns=_turns(levels(*rewards), rated, history),
        plateau=turns[-1] if turns and _has_stopped(known, found) else None,
        regression=turns[-1] if turns and turns[-1].after < turns[-1].before else None,
        latest=found[-1].rate if found else None,
        settled=bool(found) and _at_ceiling(known.numbers, found[-1]),
        categories=len(np.unique(known.categories)),
    )


def curves_by_arm(
    episodes: History | Iterable[Performance | Episode], window: int = WINDOW
) -> dict[str, LearningCurve]:
    """A curve of each arm, by its name: with and without memory learn differently."""
    history = History.of(episodes)
    return {arm: describe_curve(history.take(r), window) for arm, r in history.arm.rows().items()}


def _rolling(numbers: Numbers, window: int) -> list[float | None]:
    """After each number the mean of the newest that are none NaN."""
    there = ~np.isnan(numbers)
    sums = np.concatenate([[0.0], np.cumsum(numbers[there])])
    last = np.cumsum(there)
    first = np.maximum(last - window, 0)
    # A sum that has run over all of them leaves a last digit behind.
    means = np.round((sums[last] - sums[first]) / np.maximum(last - first, 1), 9).tolist()
    return [mean if some else None for mean, some in zip(means, last.tolist(), strict=True)]


def _turns(found: tuple[Level, ...], places: Codes, history: History) -> tuple[Turn, ...]:
    turns = []
    for before, after in pairwise(found):
        place = int(places[after.start])
        num, id = int(history.nums[place]), history.ids[place]
        turns.append(Turn(place + 1, num, id, before.rate, after.rate))
    return tuple(turns)


def _has_stopped(known: _Stream, found: tuple[Level, ...]) -> bool:
    """Whether the newest level is a rise, and no rise goes on within it.

    For sure slower than half of the speed that led to it: with few episodes even a full stop is
    not told from going on.
    """
    last, first = found[-1], found[0]
    if last.rate <= found[-2].rate or last.rate <= first.rate:
        return False
    now = slope(known.numbers[last.start : last.stop], known.categories[last.start : last.stop])
    if now is None or now.direction == "rising":
        return False
    way = (last.start + last.stop - first.start - first.stop) / 2.0 / HUNDRED
    return now.interval.high < _PAUSE * (last.rate - first.rate) / way


def _at_ceiling(success: Numbers, level: Level) -> bool:
    won = float(success[level.start : level.stop].sum())
    return wilson(won, level.n).low > CEILING
