"""The bench: every broken function, every patch that could be tried on it, run once for all arms.

Knows: how to prepare the bugs and trials in parallel, always with the same result. Does not know
in which order an agent will try the patches.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from examples.repair.bugs import Bug, failing_mutants, select_bugs
from examples.repair.corpus import Subject, all_subjects
from examples.repair.runner import Report, Runner
from examples.repair.strategies import POOL, patches

T = TypeVar("T")

WORKERS = 2
CHUNK = 10  # functions or bugs per errand of a worker: small enough to share out evenly


@dataclass(frozen=True, slots=True)
class Trial:
    """One patch that a strategy proposes, and what the tests say of it: "" where all pass."""

    patch: str
    error: str

    @property
    def ok(self) -> bool:
        return not self.error


@dataclass(frozen=True, slots=True)
class Job:
    """A bug and, for each strategy, its trials in the order in which it would make them."""

    bug: Bug
    trials: dict[str, tuple[Trial, ...]]

    @property
    def name(self) -> str:
        return self.bug.name


def open_pool() -> ProcessPoolExecutor:
    """Open the worker processes that share the work; a context manager.

    They are spawned, not forked: a progress display in this process runs a thread.
    """
    return ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("spawn"))


def prepare_jobs(pool: Executor, seed: int, per_kind: int) -> tuple[list[Job], list[Job]]:
    """Break the functions, choose the bugs and run every patch of every strategy on each.

    Returns:
        As many bugs of every kind, and up to as many others.
    """
    mutants = [bug for part in pool.map(_break, _chunks(all_subjects())) for bug in part]
    bugs = select_bugs(mutants, seed, per_kind)
    taken = {bug.source for bug in bugs}
    others = select_bugs([bug for bug in mutants if bug.source not in taken], seed, per_kind)
    parts = pool.map(_try_all, _chunks([*bugs, *others]))
    jobs = [job for part in parts for job in part]
    return jobs[: len(bugs)], jobs[len(bugs) :]


def _chunks(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]


def _break(subjects: Sequence[Subject]) -> list[Bug]:
    with Runner() as runner:
        return [bug for subject in subjects for bug in failing_mutants(subject, runner)]


def _try_all(bugs: Sequence[Bug]) -> list[Job]:
    with Runner() as runner:
        return [_job(bug, runner) for bug in bugs]


def _job(bug: Bug, runner: Runner) -> Job:
    proposed = {name: patches(name, bug.source, bug.report.failures[0]) for name in POOL}
    runner.run_all(bug.subject, chain.from_iterable(proposed.values()))
    trials = {
        name: tuple(_trial(patch, runner.run(bug.subject, patch)) for patch in texts)
        for name, texts in proposed.items()
    }
    return Job(bug, trials)


def _trial(patch: str, report: Report) -> Trial:
    return Trial(patch, "" if report.ok else report.messages[0])
