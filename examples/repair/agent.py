"""The repair agent: tries strategies on a bug until the tests pass or its test runs are used up.

Knows: how to spend a budget of test runs, and how experience with other bugs turns into an order of
strategies. Memory is one narrow seam, `Experience`. Does not know any bug's kind.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from examples.repair.bench import Job
from examples.repair.strategies import POOL

# Weight of "nothing is known" in the vote, and the success rate it stands for: one strategy in the
# pool. Small, so that two or three near precedents outweigh it.
DOUBT = 1.0
CHANCE = 1 / len(POOL)


@dataclass(frozen=True, slots=True)
class Tried:
    """A strategy that was tried in vain: its test runs and the message of the last of them."""

    strategy: str
    runs: int
    error: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """What came of an attempt: the strategy and patch that worked, if any, and what did not."""

    fixed_by: str | None
    patch: str
    tried: tuple[Tried, ...]
    runs: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A bug and what came of repairing it."""

    job: Job
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Precedent:
    """A remembered attempt: how near it is to the bug at hand, in [0, 1], and what came of it."""

    similarity: float
    fixed_by: str | None
    failed: tuple[str, ...]


class Experience(Protocol):
    """All that the agent asks of a memory."""

    def recall(self, job: Job) -> Sequence[Precedent]:
        """Find attempts on similar bugs, by failure messages and code."""
        ...

    def record(self, attempt: Attempt) -> None:
        """Keep an attempt."""
        ...


def repair(job: Job, order: Sequence[str], budget: int) -> Resolution:
    """Try the strategies in this order, within a budget of test runs; no patch runs twice."""
    seen: set[str] = set()
    tried: list[Tried] = []
    for strategy in order:
        fresh = [trial for trial in job.trials[strategy] if trial.patch not in seen]
        made = fresh[: budget - len(seen)]
        for trial in made:
            seen.add(trial.patch)
            if trial.ok:
                return Resolution(strategy, trial.patch, tuple(tried), len(seen))
        if made:
            tried.append(Tried(strategy, len(made), made[-1].error))
    return Resolution(None, "", tuple(tried), len(seen))


def runs_text(runs: int) -> str:
    """Write a number of test runs in words."""
    return f"{runs} test run{'' if runs == 1 else 's'}"


def random_order(seed: str) -> list[str]:
    """Shuffle the pool: what an agent without experience does."""
    return random.Random(seed).sample(list(POOL), len(POOL))


def vote(precedents: Sequence[Precedent], order: Sequence[str]) -> list[str]:
    """Sort strategies by what experience says of them; equals keep the given order.

    Each precedent votes with the square of its similarity: for the strategy that worked, and
    against those that it tried in vain. A strategy's score is its weighted success rate, drawn
    towards chance as long as there is little evidence.
    """
    won: dict[str, float] = defaultdict(float)
    lost: dict[str, float] = defaultdict(float)
    for precedent in precedents:
        weight = precedent.similarity**2
        if precedent.fixed_by:
            won[precedent.fixed_by] += weight
        for strategy in precedent.failed:
            lost[strategy] += weight

    def rate(strategy: str) -> float:
        return (won[strategy] + DOUBT * CHANCE) / (won[strategy] + lost[strategy] + DOUBT)

    return sorted(order, key=rate, reverse=True)


def attempt(job: Job, experience: Experience | None, budget: int, seed: str) -> Attempt:
    """Repair a bug with what experience suggests, or in random order without any."""
    order = random_order(seed)
    if experience is not None:
        order = vote(experience.recall(job), order)
    return Attempt(job, repair(job, order, budget))
