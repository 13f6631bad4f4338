"""How surprising an outcome was: its reward against what such attempts usually earn.

Stands in for the temporal-difference error of reinforcement learning, which an agent without a
value function does not have. Knows numbers only, no episode, no store and no chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from seasoned.core.records import Outcome
from seasoned.core.scoring import outcome_score

K = TypeVar("K", bound=Hashable)

EPSILON: Final = 0.01  # what keeps an episode without surprise from never being replayed
PRIOR: Final = 4.0  # episodes that the wider group counts for, as in the choice of strategies
NEUTRAL: Final = 0.5  # expected where nothing is known


class Rating(NamedTuple):
    """What replay and pruning need to know of a stored episode.

    Attributes:
        num: The store's number.
        outcome: Name of the effective outcome, as it is stored: making it one of `Outcome` would
            double the time that reading a hundred thousand takes.
        reward: Effective reward in [0, 1], None where nobody gave one.
        at: When it finished, seconds since the epoch.
    """

    num: int
    category: str
    strategy: str
    outcome: str
    reward: float | None
    at: float
    environment: str | None = None

    @property
    def observed(self) -> float | None:
        """The reward, else the outcome's score, 1, 0.5 or 0; None where neither is known."""
        if self.reward is not None or self.outcome == Outcome.UNKNOWN:
            return self.reward
        return outcome_score(Outcome.of(self.outcome))


@dataclass(frozen=True, slots=True)
class Expectations:
    """What an episode of a category and a strategy is expected to earn, in [0, 1].

    Attributes:
        pairs: By category and strategy.
        categories: By category.
        overall: Of any episode.
    """

    pairs: Mapping[tuple[str, str], float]
    categories: Mapping[str, float]
    overall: float

    @classmethod
    def of(cls, ratings: Iterable[Rating]) -> Expectations:
        """Mean rewards, each drawn towards that of the wider group.

        A mean of n episodes is (sum + 4 · wider) / (n + 4): a strategy within its category is
        drawn towards the category, a category towards all episodes, and those towards 0.5. So a
        group seen once says little, and one never seen says what the next wider group says.
        Episodes of which neither reward nor outcome is known are left out.
        """
        known = [(r.category, r.strategy, r.observed) for r in ratings]
        rewards = [(category, strategy, x) for category, strategy, x in known if x is not None]
        overall = _shrunk(len(rewards), sum(x for _, _, x in rewards), NEUTRAL)
        categories = {
            category: _shrunk(n, total, overall)
            for category, (n, total) in _sums((category, x) for category, _, x in rewards).items()
        }
        pairs = {
            pair: _shrunk(n, total, categories[pair[0]])
            for pair, (n, total) in _sums(((c, s), x) for c, s, x in rewards).items()
        }
        return cls(pairs, categories, overall)

    def expected(self, category: str, strategy: str) -> float:
        """The expected reward of the narrowest group that is known."""
        known = self.pairs.get((category, strategy))
        return self.categories.get(category, self.overall) if known is None else known

    def surprise(self, rating: Rating) -> float:
        """|reward - expected|, in [0, 1]; 0 where nothing is known of how it ended."""
        observed = rating.observed
        if observed is None:
            return 0.0
        return abs(observed - self.expected(rating.category, rating.strategy))

    def priority(self, rating: Rating) -> float:
        """What replay samples by: the surprise and a little more, so that it is never 0."""
        return self.surprise(rating) + EPSILON


def _sums(rewards: Iterable[tuple[K, float]]) -> dict[K, tuple[int, float]]:
    """Number and sum of the rewards of each group."""
    found: dict[K, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for group, reward in rewards:
        n, total = found[group]
        found[group] = (n + 1, total + reward)
    return found


def _shrunk(n: int, total: float, wider: float) -> float:
    return (total + PRIOR * wider) / (n + PRIOR)
