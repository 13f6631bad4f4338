"""Numbers in [0, 1] for similarity, age, reward and outcome, and the priority made of them.

`temporal_decay`, `ReplayWeights`, `compute_priority` and `cosine_similarity` keep the source
article's names, defaults and results. Standard library only, so that a record can be scored in
a process that loads no NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final, NamedTuple

from seasoned.core import values
from seasoned.core.records import Episode, Feedback, Outcome
from seasoned.errors import InvalidInput

DAY: Final = 86_400.0  # seconds; the source's half-life
EARLY_BELOW: Final = 20  # episodes of a category
LATE_FROM: Final = 200


@dataclass(frozen=True, slots=True)
class ReplayWeights:
    """How much each signal counts; the defaults of the fields are the source article's.

    What `Memory.recall` uses where no weights are given are not these defaults but `shipped()`:
    with the source's weight of recency, newer failures displaced the right success in our
    benchmark of outcome-aware recall (`benchmarks/outcomes.py`).

    Attributes:
        similarity: Weight of relevance to the task.
        recency: Weight of freshness, 2^(-age / half-life).
        reward: Weight of the effective reward.
        outcome_bonus: Weight of the outcome: success 1, partial 0.5, otherwise 0.
        complexity: Weight of equal difficulty, 1 - |difference|.
        utility: Weight of what attempts with an episode earned beyond those without memory. 0
            until a benchmark shows that it helps; harm is withheld whatever the weight.
        trust: Weight of distrust, trust - 1: the part is never above 0, and 0 for the agent's own
            episodes that nothing contradicts.
    """

    similarity: float = 0.4
    recency: float = 0.3
    reward: float = 0.2
    outcome_bonus: float = 0.1
    complexity: float = 0.0
    utility: float = 0.0
    trust: float = 0.0

    def __post_init__(self) -> None:
        for each in fields(self):
            weight = values.number(getattr(self, each.name), f"weight {each.name}", low=0.0)
            object.__setattr__(self, each.name, weight)

    @classmethod
    def shipped(cls) -> ReplayWeights:
        """The weights that `RecallPolicy` has by default, chosen in `benchmarks/`."""
        return SHIPPED


SHIPPED: Final = ReplayWeights(
    similarity=0.6, recency=0.02, reward=0.25, outcome_bonus=0.1, complexity=0.03, trust=0.1
)
EARLY: Final = ReplayWeights(similarity=0.6, recency=0.1)
NORMAL: Final = ReplayWeights()
LATE: Final = ReplayWeights(similarity=0.3, recency=0.4)


def phase_weights(episodes: int) -> ReplayWeights:
    """The source's weights for a category with this many episodes.

    Args:
        episodes: How many episodes of the task's category are stored, at least 0.

    Returns:
        `EARLY` below 20, `LATE` from 200, `NORMAL` between.
    """
    if values.count(episodes, "episodes") < EARLY_BELOW:
        return EARLY
    return LATE if episodes >= LATE_FROM else NORMAL


def cosine_similarity(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine of the angle between two vectors of the same length.

    Args:
        a: Numbers, shape (dim,).
        b: Numbers, shape (dim,).

    Returns:
        A value in [-1, 1]; 0 where either vector is all zeros.

    Raises:
        InvalidInput: the lengths differ, or a number is not finite.
    """
    if len(a) != len(b):
        raise InvalidInput(f"vectors must have one length, got {len(a)} and {len(b)}")
    first, second = _direction(a), _direction(b)
    product = math.fsum(x * y for x, y in zip(first, second, strict=True))
    return max(-1.0, min(1.0, product))


def _direction(vector: Sequence[float]) -> list[float]:
    """The unit vector; dividing by the largest part first keeps tiny and huge numbers apart."""
    parts = [float(x) for x in vector]
    if not all(map(math.isfinite, parts)):
        raise InvalidInput("a vector holds a number that is not finite")
    largest = max(map(abs, parts), default=0.0)
    if largest == 0.0:
        return parts
    scaled = [x / largest for x in parts]
    length = math.sqrt(math.fsum(x * x for x in scaled))
    return [x / length for x in scaled]


def temporal_decay(
    similarity: float, episode_time: float, current_time: float, half_life: float = DAY
) -> float:
    """A similarity halved for every half-life that has passed; the future counts as now.

    Args:
        similarity: The value to fade.
        episode_time: Seconds since the epoch.
        current_time: Seconds since the epoch.
        half_life: Seconds, above 0.

    Raises:
        InvalidInput: `half_life` is not above 0.
    """
    if not half_life > 0:
        raise InvalidInput(f"half_life must be above 0 seconds, got {half_life!r}")
    half_lives = max(0.0, current_time - episode_time) / half_life
    return similarity * math.exp2(-half_lives)


def outcome_score(outcome: Outcome) -> float:
    """1 for success, 0.5 for partial, 0 for failure and unknown."""
    if outcome is Outcome.SUCCESS:
        return 1.0
    return 0.5 if outcome is Outcome.PARTIAL else 0.0


def effective_reward(outcome: Outcome, feedback: Feedback) -> float:
    """The reward in [0, 1]; where nobody gave one, the outcome's score stands in."""
    return outcome_score(outcome) if feedback.reward is None else feedback.reward


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An episode and its cosine similarity to a query, in [-1, 1]."""

    episode: Episode
    similarity: float


class Breakdown(NamedTuple):
    """What each signal added to a priority; the parts sum to it.

    Each part is weight × signal, with the signal in [0, 1]; that of utility in (-1, 1), that of
    trust in [-1, 0].
    """

    similarity: float = 0.0
    recency: float = 0.0
    reward: float = 0.0
    outcome: float = 0.0
    complexity: float = 0.0
    utility: float = 0.0
    trust: float = 0.0

    @property
    def total(self) -> float:
        """The priority."""
        known = self.similarity + self.recency + self.reward + self.outcome + self.complexity
        return known + self.utility + self.trust


@dataclass(frozen=True, slots=True)
class PrioritizedResult:
    """An episode with how it was ranked.

    Attributes:
        episode: The episode.
        similarity: Raw cosine in [-1, 1]; 0 where there are no vectors.
        priority: What it is ranked by; the parts are in `breakdown`.
        breakdown: What each signal added.
        relevance: The fused score of words and meaning, in [0, 1].
        also: Ids of near-duplicates that it stands for.
    """

    episode: Episode
    similarity: float
    priority: float
    breakdown: Breakdown = Breakdown()
    relevance: float = 0.0
    also: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The episode's effective outcome."""
        return self.episode.effective_outcome

    @property
    def reward(self) -> float | None:
        """The episode's effective reward in [0, 1], None where nobody gave one."""
        return self.episode.effective_feedback.reward


class Signals(NamedTuple):
    """What a priority is made of.

    Attributes:
        relevance: To the task, in [0, 1].
        age: Seconds; below 0 counts as 0.
        reward: In [0, 1].
        outcome: Effective outcome.
        complexity_match: In [0, 1].
        utility: In (-1, 1).
        trust: In [0, 1].
    """

    relevance: float
    age: float
    reward: float
    outcome: Outcome
    complexity_match: float = 0.0
    utility: float = 0.0
    trust: float = 1.0


def weigh(signals: Signals, weights: ReplayWeights, half_life: float) -> Breakdown:
    """The parts of the priority: each signal times its weight."""
    relevance, age, reward, outcome, complexity_match, utility, trust = signals
    return Breakdown(
        weights.similarity * max(0.0, relevance),
        weights.recency * temporal_decay(1.0, 0.0, age, half_life),
        weights.reward * reward,
        weights.outcome_bonus * outcome_score(outcome),
        weights.complexity * complexity_match,
        weights.utility * utility,
        weights.trust * (trust - 1.0),
    )


def compute_priority(
    result: SearchResult,
    current_time: datetime,
    weights: ReplayWeights | None = None,
    half_life: float = DAY,
) -> PrioritizedResult:
    """The source article's priority of one search result.

    w_similarity·max(0, cosine) + w_recency·2^(-age/half_life) + w_reward·reward +
    w_outcome·(1 | 0.5 | 0), over the effective outcome and reward.

    Args:
        result: An episode with its cosine similarity.
        current_time: Aware moment that ages are counted to.
        weights: The source's defaults if None.
        half_life: Seconds, above 0.

    Raises:
        InvalidInput: the episode has no `finished_at`, or a value is out of range.
    """
    episode, now = result.episode, values.moment(current_time, "current_time")
    if episode.finished_at is None:
        raise InvalidInput(f"episode {episode.id!r} has no finished_at, so its age is unknown")
    outcome = episode.effective_outcome
    breakdown = weigh(
        Signals(
            relevance=result.similarity,
            age=(now - episode.finished_at).total_seconds(),
            reward=effective_reward(outcome, episode.effective_feedback),
            outcome=outcome,
        ),
        weights or NORMAL,
        half_life,
    )
    relevance = max(0.0, result.similarity)
    return PrioritizedResult(episode, result.similarity, breakdown.total, breakdown, relevance)
