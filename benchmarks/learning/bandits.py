"""Streams of tasks with strategies to choose from, and the known ways to choose.

Everything runs many streams at once: a row of each array is a stream.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

TASKS, CATEGORIES, STRATEGIES = 2_000, 12, 5
CHANGES = 2  # of each category in a drifting stream
QUIET = 200  # tasks at either end of it without a change


class Streams(NamedTuple):
    """Tasks in order, and how often each strategy would succeed.

    Attributes:
        category: Of each task, shape (streams, tasks).
        rates: Success rates, shape (streams, tasks, categories, strategies).
    """

    category: Codes
    rates: Numbers

    def repeated(self, runs: int) -> Streams:
        """Each stream so many times in a row, to average over the chance of a policy."""
        return Streams(np.repeat(self.category, runs, 0), np.repeat(self.rates, runs, 0))


def streams(seeds: range, related: bool, drifting: bool) -> Streams:
    """One stream for each seed.

    Args:
        seeds: Of the streams.
        related: Whether log odds have a part of the category, one of the strategy and one of
            both; else every rate is drawn evenly from [0, 1] and nothing can be told from another
            category.
        drifting: Whether every category gets new rates twice, each at its own time.
    """
    made = [
        _stream(np.random.default_rng([s, related, drifting]), related, drifting) for s in seeds
    ]
    return Streams(np.stack([c for c, _ in made]), np.stack([r for _, r in made]))


def _stream(chance: np.random.Generator, related: bool, drifting: bool) -> tuple[Codes, Numbers]:
    shares = chance.dirichlet(np.full(CATEGORIES, 2.0))
    category = chance.choice(CATEGORIES, size=TASKS, p=shares)
    rates = np.repeat(_table(chance, related)[None], TASKS, 0)
    if drifting:
        for row in range(CATEGORIES):
            times = chance.choice(np.arange(QUIET, TASKS - QUIET), size=CHANGES, replace=False)
            for start in np.sort(times):
                rates[start:, row] = _table(chance, related)[row]
    return category, rates


def _table(chance: np.random.Generator, related: bool) -> Numbers:
    if not related:
        return chance.uniform(0.0, 1.0, (CATEGORIES, STRATEGIES))
    odds = chance.normal(0.0, 0.7, (CATEGORIES, 1)) + chance.normal(0.0, 0.7, (1, STRATEGIES))
    odds = odds + chance.normal(0.0, 1.0, (CATEGORIES, STRATEGIES))
    return np.asarray(1.0 / (1.0 + np.exp(-odds)), dtype=np.float64)


class Policy(Protocol):
    """A way to choose, for all streams at once."""

    def start(self, rows: int, chance: np.random.Generator) -> None:
        """Forget everything."""
        ...

    def choose(self, category: Codes) -> Codes:
        """A strategy for the task of each stream."""
        ...

    def learn(self, category: Codes, strategy: Codes, reward: Numbers) -> None:
        """What came of it."""
        ...


def regret(policy: Policy, given: Streams, seed: int) -> Numbers:
    """For each stream: successes that the best strategy of each task would have had beyond."""
    rows = np.arange(len(given.category))
    policy.start(len(rows), np.random.default_rng([seed, 1]))
    world = np.random.default_rng([seed, 2])
    lost = np.zeros(len(rows))
    for t in range(TASKS):
        category = given.category[:, t]
        strategy = policy.choose(category)
        rates = given.rates[rows, t, category]
        mine = rates[rows, strategy]
        lost += rates.max(-1) - mine
        policy.learn(category, strategy, (world.random(len(rows)) < mine).astype(np.float64))
    return lost


class _Counting:
    """What the three bandits share: counts and sums by category and strategy."""

    def start(self, rows: int, chance: np.random.Generator) -> None:
        self.chance, self.rows = chance, np.arange(rows)
        self.n, self.sum = np.zeros((2, rows, CATEGORIES, STRATEGIES))

    def learn(self, category: Codes, strategy: Codes, reward: Numbers) -> None:
        self.n[self.rows, category, strategy] += 1.0
        self.sum[self.rows, category, strategy] += reward

    def seen(self, category: Codes) -> tuple[Numbers, Numbers, Numbers]:
        """Counts, means and the number of tasks in the category."""
        n = self.n[self.rows, category]
        mean = self.sum[self.rows, category] / np.maximum(n, 1e-9)
        return n, mean, np.maximum(n.sum(-1, keepdims=True), 1.0)

    def greatest(self, index: Numbers, n: Numbers) -> Codes:
        """The greatest index; what was never tried comes first, and equals by chance."""
        index = np.where(n > 0.5, index, 1e9) + 1e-9 * self.chance.random(n.shape)
        return np.asarray(index.argmax(-1), dtype=np.int64)


class EpsilonDecay(_Counting):
    """Now and then any strategy, less and less often, else the best so far.

    The share is min(1, scale · strategies / tasks) of the category, as in P. Auer, N.
    Cesa-Bianchi and P. Fischer, Machine Learning 47 (2002). With a step, newer outcomes count
    more.
    """

    def __init__(self, scale: float, step: float = 0.0) -> None:
        self.scale, self.step = scale, step

    def choose(self, category: Codes) -> Codes:
        n, mean, tasks = self.seen(category)
        share = np.minimum(1.0, self.scale * STRATEGIES / tasks[:, 0])
        anything = self.chance.integers(STRATEGIES, size=len(n))
        return np.where(self.chance.random(len(n)) < share, anything, self.greatest(mean, n))

    def learn(self, category: Codes, strategy: Codes, reward: Numbers) -> None:
        super().learn(category, strategy, reward)
        if self.step:
            place = (self.rows, category, strategy)
            # The mean moves a fixed part of the way, so that only n and the mean are kept.
            before = (self.sum[place] - reward) / np.maximum(self.n[place] - 1.0, 1.0)
            step = np.maximum(self.step, 1.0 / self.n[place])
            self.sum[place] = self.n[place] * (before + step * (reward - before))


class UcbTuned(_Counting):
    """UCB1-Tuned of the same paper; its bonus may be scaled."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale

    def choose(self, category: Codes) -> Codes:
        n, mean, tasks = self.seen(category)
        spread = np.log(tasks) / np.maximum(n, 1e-9)
        variance = mean * (1.0 - mean) + np.sqrt(2.0 * spread)
        return self.greatest(mean + self.scale * np.sqrt(spread * np.minimum(0.25, variance)), n)


class SlidingWindowUcb(_Counting):
    """UCB over the newest tasks of the category only.

    After A. Garivier and E. Moulines, "On upper-confidence bound policies for switching bandit
    problems", ALT 2011.
    """

    def __init__(self, window: int, bonus: float) -> None:
        self.window, self.bonus = window, bonus

    def start(self, rows: int, chance: np.random.Generator) -> None:
        super().start(rows, chance)
        self.tasks = np.zeros((rows, CATEGORIES), dtype=np.int64)
        self.taken = np.zeros((rows, CATEGORIES, self.window), dtype=np.int64)
        self.earned = np.zeros((rows, CATEGORIES, self.window))

    def choose(self, category: Codes) -> Codes:
        n, mean, tasks = self.seen(category)
        return self.greatest(mean + np.sqrt(self.bonus * np.log(tasks) / np.maximum(n, 1e-9)), n)

    def learn(self, category: Codes, strategy: Codes, reward: Numbers) -> None:
        count = self.tasks[self.rows, category]
        place: tuple[Any, ...] = (self.rows, category, count % self.window)
        full = (count >= self.window).astype(np.float64)
        oldest = (self.rows, category, self.taken[place])
        self.n[oldest] -= full
        self.sum[oldest] -= full * self.earned[place]
        self.taken[place], self.earned[place] = strategy, reward
        self.tasks[self.rows, category] += 1
        super().learn(category, strategy, reward)
