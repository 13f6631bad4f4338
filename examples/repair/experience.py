"""The agent's experience, kept by seasoned: the only file of the example that knows both.

Knows: how an attempt becomes episodes, and asks which strategy to choose. Does not know which arm
of the experiment it serves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from examples.repair.agent import Attempt, Resolution, runs_text
from examples.repair.bench import Job
from examples.repair.runner import Report
from examples.repair.symptoms import symptoms
from seasoned import (
    Episode,
    Feedback,
    Filter,
    Memory,
    Options,
    Outcome,
    Recall,
    RecallPolicy,
    ReplayWeights,
    Step,
    Task,
)
from seasoned.core.strategies import Choice
from seasoned.core.thompson import ThompsonPolicy
from seasoned.memories.learning import Learning

BUG, TRY = "repair", "try"  # agents that the episodes of bugs, and of tries within them, carry
NEIGHBOURS = 5  # attempts that a prompt shows
SOON = 12  # test runs; a bug that took more to repair counts as a partial success
MESSAGES = 3  # failing tests quoted in a task: enough to tell the symptom

# To choose, the nearest attempts count however they ended, and far ones rather than none: they
# count for little. An agent that wants examples to follow is better served by the defaults.
POLICY = RecallPolicy(
    weights=ReplayWeights(similarity=1.0, recency=0.0, reward=0.0, outcome_bonus=0.0),
    coverage=0.05,
)
# A bug is tried on until it is repaired, so what was not chosen first has its turn all the same:
# nothing is chosen for the sake of trying it, and a few like cases outweigh what is expected.
CHOOSING = ThompsonPolicy(
    strength=0.2,
    hope=0.0,
    sharpness=1e4,
    half_life=math.inf,
    most=1_000,
    fall=math.inf,
    draws=50,
)


def task_of(job: Job) -> Task:
    """Describe a bug by what the agent sees: symptoms, failing tests and code."""
    return _task(job.bug.source, job.bug.report)


@lru_cache(maxsize=1_000)  # every arm and split asks for the same few hundred tasks
def _task(source: str, report: Report) -> Task:
    signs = symptoms(report)
    return Task(
        f"Repair a function: {', '.join(signs)}",
        category=_category(signs),
        context={
            # Joined, a symptom is found as a whole; its single words mean little.
            "symptoms": " ".join(re.sub(r"\W+", "_", sign) for sign in signs),
            "error": "\n".join(report.messages[:MESSAGES]),
            "code": source,
        },
    )


def _category(signs: Sequence[str]) -> str:
    """The commonest way in which the tests fail, as a name; of an error its kind."""
    way = signs[1] if len(signs) > 1 else signs[0]
    return re.sub(r"\W+", "_", way.split(":")[0].lower()).strip("_")


def episode_of(attempt: Attempt) -> Episode:
    """Write an attempt down: one episode per bug, one step per strategy tried in vain."""
    resolution, total = attempt.resolution, attempt.job.bug.report.total
    fixed = resolution.fixed_by is not None
    passed = total if fixed else attempt.job.bug.report.passed
    return Episode(
        task_of(attempt.job),
        steps=tuple(
            Step("try", detail=tried.strategy, result=runs_text(tried.runs), error=tried.error)
            for tried in resolution.tried
        ),
        solution=resolution.patch,
        outcome=_ended(resolution),
        # A failed attempt stands under the strategy that it trusted most, the one tried first.
        strategy=resolution.fixed_by or next((tried.strategy for tried in resolution.tried), ""),
        agent=BUG,
        iterations=max(1, resolution.runs),
        feedback=Feedback(reward=float(fixed), tests_passed=passed, tests_total=total),
        lessons=(lesson_of(resolution),),
    )


def _ended(resolution: Resolution) -> Outcome:
    if resolution.fixed_by is None:
        return Outcome.FAILURE
    return Outcome.SUCCESS if resolution.runs <= SOON else Outcome.PARTIAL


def tries_of(attempt: Attempt, whole: str) -> list[Episode]:
    """What else was tried in vain, each a part of the whole, so that all get their own blame."""
    vain = attempt.resolution.tried
    return [
        Episode(
            task_of(attempt.job),
            outcome=Outcome.FAILURE,
            strategy=tried.strategy,
            iterations=tried.runs,
            agent=TRY,
            parent=whole,
        )
        for tried in (vain if attempt.resolution.fixed_by else vain[1:])
    ]


def lesson_of(resolution: Resolution) -> str:
    """Say in one sentence what the attempt taught."""
    vain = ", ".join(tried.strategy for tried in resolution.tried) or "nothing"
    runs = runs_text(resolution.runs)
    if resolution.fixed_by is None:
        return f"not repaired in {runs}; tried in vain: {vain}"
    late = "" if resolution.runs <= SOON else f", more than {SOON}"
    return f"{resolution.fixed_by} repaired it in {runs}{late}; tried in vain: {vain}"


class SeasonedExperience:
    """Attempts as episodes of a `Memory` that the caller opens and closes."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def learning(self) -> Learning:
        """What the memory can tell of its skills, and its choices."""
        return self.memory.learning

    def order(self, job: Job, strategies: Sequence[str]) -> Sequence[str]:
        """Choose a strategy, and the next ones should it fail."""
        return self.choice(job, strategies).order

    def choice(self, job: Job, strategies: Sequence[str]) -> Choice:
        """The choice itself, with its reason and evidence."""
        return self.learning.choose_strategy(task_of(job), strategies)

    def recalled(self, job: Job) -> Recall:
        """Ask the memory for whole attempts; its answer prints the block of a prompt."""
        return self.memory.recall(task_of(job), NEIGHBOURS, filter=Filter(agent=BUG), balance=False)

    def record(self, attempt: Attempt) -> None:
        """Keep an attempt as an episode, and what it tried in vain as parts of that."""
        whole = self.memory.record(episode_of(attempt)).id
        self.memory.episodes.record_many(tries_of(attempt, whole))


@contextmanager
def open_experience(holdout: float = 0.0, seed: int = 0) -> Iterator[SeasonedExperience]:
    """Open an empty memory that lives as long as the block; words alone find what is similar.

    Args:
        holdout: Share of the attempts that run without memory.
        seed: Of choices, and of the arms.
    """
    options = Options(policy=POLICY, choosing=CHOOSING, seed=seed, agent=BUG, holdout=holdout)
    with Memory.open("memory://", embedder=False, options=options) as memory:
        yield SeasonedExperience(memory)
