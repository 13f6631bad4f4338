"""The same agent at work, as a user would run it: half of its bugs are held out from memory.

Knows: how a bug becomes an attempt of `seasoned`, which draws the arm, chooses the strategy and
counts what memory is worth. Nobody tells the agent which arm it is in.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from examples.repair.agent import Attempt, random_order, repair, runs_text
from examples.repair.bench import Job
from examples.repair.experience import episode_of, open_experience, task_of, tries_of
from seasoned import Memory
from seasoned.core.lift_report import Lift

SHARE = 0.5  # of the bugs that run without memory


@dataclass(frozen=True, slots=True)
class Work:
    """What came of it: the bugs that it worked on, and what memory was worth in them."""

    bugs: int
    lift: Lift


def work(jobs: Sequence[Job], seed: int, budget: int) -> Work:
    """Meet every bug once, in random order, with an empty memory that grows.

    Args:
        jobs: The bugs.
        seed: Of their order, the arms and the strategies tried without memory.
        budget: Test runs per bug; one that takes more counts as a failure.
    """
    order = random.Random(f"{seed}/at work").sample(list(jobs), len(jobs))
    with open_experience(holdout=SHARE, seed=seed) as experience:
        for job in order:
            work_on(job, experience.memory, seed, budget)
        return Work(len(order), experience.learning.lift())


def work_on(job: Job, memory: Memory, seed: int, budget: int) -> None:
    """Repair one bug as an attempt."""
    strategies = random_order(f"{seed}/{job.bug.source}")
    with memory.attempt(task_of(job)) as attempt:
        made = Attempt(job, repair(job, attempt.choose_strategy(strategies).order, budget))
        for tried in made.resolution.tried:
            attempt.step("try", tried.strategy, result=runs_text(tried.runs), error=tried.error)
        episode = episode_of(made)
        whole = attempt.finish(
            episode.solution,
            outcome=made.resolution.fixed_by is not None,
            feedback=episode.feedback,
            lesson=episode.lessons,
            strategy=episode.strategy,
        )
    memory.episodes.record_many(tries_of(made, whole.id))
