"""The experiment: three agents, the same bugs, functions that none of them has seen.

Knows: how functions are split, how experience grows, and what is measured. The arms are the same
agent without memory, with its memory, and with a memory whose texts are kept but whose strategies
and outcomes are permuted among them. Does not know how the figures are shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from examples.repair.agent import Attempt, Experience, Resolution, attempt
from examples.repair.bench import Job

NONE, SHUFFLED, MEMORY = ARMS = ("none", "shuffled", "memory")
FOLDS = 4  # a quarter of the functions is held out at a time
SPLITS_PER_ERRAND = 2

# Opens an empty experience of the agent; leaving the context closes it.
OpenExperience = Callable[[], AbstractContextManager[Experience]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured.

    Attributes:
        splits: How often functions are split into known and held-out ones.
        sizes: Attempts that the agent has behind it when it is tested, rising.
        budgets: Test runs allowed per bug, rising; the last one also limits learning.
        bugs_per_kind: The share of every kind of bug.
        seed: Of everything drawn by chance.
        shuffle_memory: Permute the memory arm as well, to watch the gain vanish.
    """

    splits: int = 20
    sizes: tuple[int, ...] = (0, 10, 30, 100, 250)
    budgets: tuple[int, ...] = (4, 8, 12, 16, 24)
    bugs_per_kind: int = 16
    seed: int = 0
    shuffle_memory: bool = False

    @property
    def cap(self) -> int:
        return self.budgets[-1]


@dataclass(frozen=True, slots=True)
class Split:
    """One division of the functions: jobs to learn from, in order, and jobs to be tested on."""

    number: int
    learn: tuple[int, ...]
    test: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What happened in all splits, one row per (split, held-out job).

    Attributes:
        function: Number of the broken function, shape (rows,).
        fixed: Whether the bug was fixed within the cap, shape (arms, sizes, rows).
        runs: Test runs spent, up to the cap, same shape.
    """

    function: NDArray[np.int64]
    fixed: NDArray[np.bool_]
    runs: NDArray[np.int64]

    def within(self, budget: int) -> NDArray[np.bool_]:
        """Whether each bug was fixed within a budget."""
        return self.fixed & (self.runs <= budget)


def split_by_function(names: Sequence[str], plan: Plan) -> list[Split]:
    """Hold out every quarter of the functions in turn, in a new random order each round.

    Args:
        names: The function of every job.
        plan: Gives the number of splits and the seed.
    """
    splits = []
    functions = sorted(set(names))
    for number in range(plan.splits):
        rounds, fold = divmod(number, FOLDS)
        order = random.Random(f"{plan.seed}/round {rounds}").sample(functions, len(functions))
        held_out = set(order[fold::FOLDS])
        learn = [i for i, name in enumerate(names) if name not in held_out]
        random.Random(f"{plan.seed}/stream {number}").shuffle(learn)
        test = [i for i, name in enumerate(names) if name in held_out]
        splits.append(Split(number, tuple(learn), tuple(test)))
    return splits


def permuted(attempts: Sequence[Attempt], seed: str) -> list[Attempt]:
    """Deal what came of the attempts out among their bugs anew; no text and no result is lost."""
    results: list[Resolution] = [each.resolution for each in attempts]
    random.Random(seed).shuffle(results)
    return [Attempt(each.job, result) for each, result in zip(attempts, results, strict=True)]


def run_experiment(
    jobs: Sequence[Job], plan: Plan, open_experience: OpenExperience, pool: Executor
) -> Outcomes:
    """Run all splits in parallel; the result depends on the plan alone."""
    names = [job.name for job in jobs]
    splits = split_by_function(names, plan)
    functions = {name: number for number, name in enumerate(sorted(set(names)))}
    run = partial(run_split, jobs, plan, open_experience)
    # The jobs travel to a worker once per errand, not once per split.
    tables = list(pool.map(run, splits, chunksize=SPLITS_PER_ERRAND))
    joined = np.concatenate(tables, axis=2)
    rows = [functions[names[i]] for split in splits for i in split.test]
    return Outcomes(np.array(rows), joined[..., 0] > 0, joined[..., 1])


def run_split(
    jobs: Sequence[Job], plan: Plan, open_experience: OpenExperience, split: Split
) -> NDArray[np.int64]:
    """Let the agent learn in one split and test it at every size.

    Returns:
        (fixed, test runs) of every held-out job, shape (arms, sizes, held-out jobs, 2).
    """
    test = [jobs[i] for i in split.test]
    with open_experience() as memory, open_experience() as shuffled:
        by_size = [{arm: _examine(test, None, plan, split) for arm in ARMS}]
        for start, end in pairwise(_sizes(plan, split)):
            block = learn_block(jobs, split, (start, end), memory, plan)
            for each in permuted(block, f"{plan.seed}/shuffled {split.number} {start}"):
                shuffled.record(each)
            by_size.append(
                {
                    NONE: by_size[0][NONE],
                    SHUFFLED: _examine(test, shuffled, plan, split),
                    MEMORY: _examine(test, memory, plan, split),
                }
            )
    return np.array([[row[arm] for row in by_size] for arm in ARMS], dtype=np.int64)


def _sizes(plan: Plan, split: Split) -> list[int]:
    return [min(size, len(split.learn)) for size in plan.sizes]


def learn_block(
    jobs: Sequence[Job], split: Split, span: tuple[int, int], memory: Experience, plan: Plan
) -> list[Attempt]:
    """Let the agent work through a part of its stream with its memory, which grows as it goes."""
    made = []
    for place in range(*span):
        job = jobs[split.learn[place]]
        made.append(attempt(job, memory, plan.cap, seed_of(plan, split, job)))
        if not plan.shuffle_memory:
            memory.record(made[-1])
    if plan.shuffle_memory:
        for each in permuted(made, f"{plan.seed}/memory {split.number} {span[0]}"):
            memory.record(each)
    return made


def _examine(
    test: Sequence[Job], experience: Experience | None, plan: Plan, split: Split
) -> list[tuple[int, int]]:
    """Test the agent on held-out bugs; nothing of it is recorded."""
    results = [
        attempt(job, experience, plan.cap, seed_of(plan, split, job)).resolution for job in test
    ]
    return [(int(result.fixed_by is not None), result.runs) for result in results]


def seed_of(plan: Plan, split: Split, job: Job) -> str:
    """The random order of a bug in a split is the same for all arms: they are compared in pairs."""
    return f"{plan.seed}/{split.number}/{job.bug.source}"
