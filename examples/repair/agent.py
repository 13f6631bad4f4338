"""The repair agent: tries strategies on a bug until the tests pass or its test runs are used up.

Knows: how to spend a budget of test runs. Memory is one narrow seam, `Experience`, which says in
what order to try. Does not know any bug's kind.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from examples.repair.bench import Job
from examples.repair.strategies import POOL


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


class Experience(Protocol):
    """All that the agent asks of a memory."""

    def order(self, job: Job, strategies: Sequence[str]) -> Sequence[str]:
        """Sort strategies by what came of them with similar bugs, the likeliest first."""
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


def attempt(job: Job, experience: Experience | None, budget: int, seed: str) -> Attempt:
    """Repair a bug with what experience suggests, or in random order without any."""
    order = random_order(seed)
    if experience is not None:
        return Attempt(job, repair(job, experience.order(job, order), budget))
    return Attempt(job, repair(job, order, budget))
