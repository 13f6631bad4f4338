"""Skills: how well each kind of task goes, how sure that is, and what works there.

`SkillProfile`, `compute_skill_profiles` and `identify_weak_skills` keep the source article's
names. Rates come with Wilson's interval; what ended unknown is in no rate, and its share is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from seasoned.core import values
from seasoned.core.history import Codes, History, Numbers, Performance
from seasoned.core.intervals import Beta, Interval, newcombe, wilson
from seasoned.core.records import Episode
from seasoned.errors import InvalidInput

WEAK_BELOW: Final = 0.5  # success rate, from the source article
CONFIDENCE: Final = 0.9  # that a skill called weak is; see `identify_weak_skills`
PRIOR: Final = 4.0  # episodes that a category's rate counts for in that of a strategy

Grouping = Literal["category", "tag"]


@dataclass(frozen=True, slots=True)
class Trend:
    """The newer half of the known outcomes against the older half.

    Attributes:
        change: Success rate of the newer half less that of the older, in [-1, 1].
        interval: 95 % interval of the change, after Newcombe.
    """

    change: float
    interval: Interval

    @property
    def direction(self) -> Literal["rising", "falling", "level"]:
        """What can be said for sure; ``level`` also where the interval is wide."""
        if self.interval.low > 0.0:
            return "rising"
        return "falling" if self.interval.high < 0.0 else "level"


@dataclass(frozen=True, slots=True)
class StrategyRate:
    """How a strategy did in a category.

    Attributes:
        known: Episodes with a known outcome.
        successes: How many of them succeeded.
    """

    name: str
    known: int
    successes: int

    @property
    def rate(self) -> float:
        """Share of successes, in [0, 1]."""
        return self.successes / self.known

    @property
    def interval(self) -> Interval:
        """95 % interval of the rate, after Wilson."""
        return wilson(self.successes, self.known)


@dataclass(frozen=True, slots=True)
class SkillProfile:
    """How the tasks of a category, or with a tag, went.

    Attributes:
        category: Name of the category or tag.
        total_episodes: Root episodes, whatever their outcome.
        known: How many of them have a known outcome; rates are of these.
        successes: How many succeeded.
        partials: How many partly succeeded; they are no successes.
        avg_reward: Mean of the rewards, where none is given of the outcomes' scores 1, 0.5 and 0;
            None where nothing is known.
        avg_iterations: Mean number of tries within an episode.
        trend: None below four known outcomes.
        best_strategy: The one that promises most; None where no episode names its strategy.
    """

    category: str
    total_episodes: int
    known: int
    successes: int
    partials: int
    avg_reward: float | None
    avg_iterations: float
    trend: Trend | None = None
    best_strategy: StrategyRate | None = None

    @property
    def success_rate(self) -> float | None:
        """Successes among the known, in [0, 1]; None where nothing is known."""
        return self.successes / self.known if self.known else None

    @property
    def interval(self) -> Interval:
        """95 % interval of the success rate, after Wilson."""
        return wilson(self.successes, self.known)

    @property
    def unknown_share(self) -> float:
        """Share of episodes whose outcome is unknown, in [0, 1]."""
        return 1.0 - self.known / self.total_episodes


def compute_skill_profiles(
    episodes: History | Iterable[Performance | Episode], by: Grouping = "category"
) -> tuple[SkillProfile, ...]:
    """A profile of each category or tag, in alphabetical order.

    Args:
        episodes: Records, rows or columns; parts of other episodes are left out.
        by: ``category``, or ``tag``, of which an episode may have many or none.

    Raises:
        InvalidInput: `by` is neither.
    """
    history = History.of(episodes)
    if by not in ("category", "tag"):
        raise InvalidInput(f"by must be 'category' or 'tag', got {by!r}")
    groups = history.category.rows() if by == "category" else history.tagged()
    return tuple(_profile(name, history, rows) for name, rows in groups.items())


def identify_weak_skills(
    profiles: Iterable[SkillProfile],
    threshold: float = WEAK_BELOW,
    confidence: float | None = CONFIDENCE,
) -> tuple[SkillProfile, ...]:
    """Those whose success rate likely lies below the threshold.

    A single failure makes no weakness: Wilson's upper bound must lie below the threshold. The
    source article's table (7 of 20 and 2 of 8 weak; 85 % of 50 and 70 % of 15 not) comes out the
    same.

    Args:
        profiles: Of any categories or tags.
        threshold: Success rate in [0, 1].
        confidence: Of the one-sided bound, in (0.5, 1): of skills that are just at the threshold
            at most about one in ten is called weak. None compares the plain rate, as the source
            does.

    Raises:
        InvalidInput: confidence is out of range.
    """
    _check(confidence)
    return tuple(p for p in profiles if is_weak(p, threshold, confidence))


def is_weak(
    profile: SkillProfile, threshold: float = WEAK_BELOW, confidence: float | None = CONFIDENCE
) -> bool:
    """Whether `identify_weak_skills` would name it; never where nothing is known."""
    if profile.success_rate is None:
        return False
    if confidence is None:
        return profile.success_rate < threshold
    _check(confidence)
    bound = wilson(profile.successes, profile.known, 2.0 * confidence - 1.0).high
    return bound < threshold


def _check(confidence: float | None) -> None:
    if confidence is not None and not 0.5 < values.number(confidence, "confidence") < 1.0:
        raise InvalidInput(f"confidence must lie between 0.5 and 1, got {confidence!r}; or None")


def _profile(name: str, history: History, rows: Codes) -> SkillProfile:
    score, reward = history.score[rows], history.reward[rows]
    success = history.success[rows]
    known = ~np.isnan(score)
    rewards = reward[~np.isnan(reward)]
    return SkillProfile(
        category=name,
        total_episodes=len(rows),
        known=int(known.sum()),
        successes=int(np.nansum(success)),
        partials=int((score == 0.5).sum()),
        avg_reward=float(rewards.mean()) if len(rewards) else None,
        avg_iterations=float(history.iterations[rows].mean()),
        trend=_trend(success[known]),
        best_strategy=_best(history, rows[known], success[known]),
    )


def _trend(success: Numbers) -> Trend | None:
    half = len(success) // 2
    if half < 2:
        return None
    old, new = success[:half], success[half:]
    won = (float(new.sum()), float(old.sum()))
    interval = newcombe((won[0], len(new)), (won[1], len(old)))
    return Trend(won[0] / len(new) - won[1] / len(old), interval)


def _best(history: History, rows: Codes, success: Numbers) -> StrategyRate | None:
    """The strategy with the highest expected rate, each drawn towards that of the category.

    The plain rate would crown whatever succeeded the only time it was tried.
    """
    codes, names = history.strategy.codes[rows], history.strategy.names
    counts = np.bincount(codes, minlength=len(names)).tolist()
    wins = np.bincount(codes, weights=success, minlength=len(names)).tolist()
    overall = float(success.mean()) if len(success) else 0.5
    tried = [
        StrategyRate(name, n, int(won))
        for name, n, won in zip(names, counts, wins, strict=True)
        if name and n
    ]

    def promise(one: StrategyRate) -> tuple[float, int, str]:
        belief = Beta.of(one.successes, one.known, overall, PRIOR)
        return belief.mean, one.known, one.name

    return max(tried, key=promise, default=None)
