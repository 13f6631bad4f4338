"""The agent's experience, kept by seasoned: the only file of the example that knows both.

Knows: how an attempt becomes an episode, and how recalled episodes become precedents. Does not know
how the agent votes, nor which arm of the experiment it serves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from examples.repair.agent import Attempt, Precedent, Resolution, runs_text
from examples.repair.bench import Job
from examples.repair.runner import Report
from examples.repair.symptoms import symptoms
from seasoned import (
    Episode,
    Feedback,
    Memory,
    Options,
    Outcome,
    Recall,
    RecallPolicy,
    ReplayWeights,
    Step,
    Task,
)

NEIGHBOURS = 15  # recalled episodes that have a vote
MESSAGES = 3  # failing tests quoted in a task: enough to tell the symptom

# A vote asks for the nearest attempts however they ended, and for far ones rather than none: they
# count for little. An agent that wants examples to follow is better served by the defaults.
POLICY = RecallPolicy(
    weights=ReplayWeights(similarity=1.0, recency=0.0, reward=0.0, outcome_bonus=0.0),
    coverage=0.05,
)


def task_of(job: Job) -> Task:
    """Describe a bug by what the agent sees: symptoms, failing tests and code."""
    return _task(job.bug.source, job.bug.report)


@lru_cache(maxsize=1_000)  # every arm and split asks for the same few hundred tasks
def _task(source: str, report: Report) -> Task:
    signs = symptoms(report)
    return Task(
        f"Repair a function: {', '.join(signs)}",
        category="debugging",
        context={
            # Joined, a symptom is found as a whole; its single words mean little.
            "symptoms": " ".join(re.sub(r"\W+", "_", sign) for sign in signs),
            "error": "\n".join(report.messages[:MESSAGES]),
            "code": source,
        },
    )


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
        outcome=Outcome.SUCCESS if fixed else Outcome.FAILURE,
        # A failed attempt stands under the strategy that it trusted most, the one tried first.
        strategy=resolution.fixed_by or next((tried.strategy for tried in resolution.tried), ""),
        iterations=max(1, resolution.runs),
        feedback=Feedback(reward=float(fixed), tests_passed=passed, tests_total=total),
        lessons=(lesson_of(resolution),),
    )


def lesson_of(resolution: Resolution) -> str:
    """Say in one sentence what the attempt taught."""
    vain = ", ".join(tried.strategy for tried in resolution.tried) or "nothing"
    runs = runs_text(resolution.runs)
    if resolution.fixed_by is None:
        return f"not repaired in {runs}; tried in vain: {vain}"
    return f"{resolution.fixed_by} repaired it in {runs}; tried in vain: {vain}"


class SeasonedExperience:
    """Attempts as episodes of a `Memory` that the caller opens and closes."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def recall(self, job: Job) -> Sequence[Precedent]:
        """Read the recalled episodes as precedents, nearest first."""
        results = self.recalled(job).results
        nearest = max((result.relevance for result in results), default=0.0) or 1.0
        return [_precedent(result.episode, result.relevance / nearest) for result in results]

    def recalled(self, job: Job) -> Recall:
        """Ask the memory; its answer also prints the block that a prompt would hold."""
        return self._memory.recall(task_of(job), k=NEIGHBOURS, balance=False)

    def record(self, attempt: Attempt) -> None:
        """Keep an attempt as an episode."""
        self._memory.record(episode_of(attempt))


@contextmanager
def open_experience() -> Iterator[SeasonedExperience]:
    """Open an empty memory that lives as long as the block; words alone find what is similar."""
    with Memory.open("memory://", embedder=False, options=Options(policy=POLICY)) as memory:
        yield SeasonedExperience(memory)


def _precedent(episode: Episode, similarity: float) -> Precedent:
    failed = tuple(step.detail for step in episode.steps)
    fixed = episode.effective_outcome is Outcome.SUCCESS
    return Precedent(similarity, episode.strategy if fixed else None, failed)
