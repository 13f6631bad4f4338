"""Asking a model what the best attempt at a task did otherwise than the worst, task by task.

A run asks a bounded number of times, the newest tasks first, and keeps what comes of each question
at once, so that the next run goes on where this one ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from seasoned.core.consolidated import Consolidated
from seasoned.core.records import Episode, Lesson
from seasoned.core.reflecting import best_and_worst, contrast_request, contrasted
from seasoned.core.reflections import Reflection, reflection_id
from seasoned.errors import ModelError
from seasoned.memories.endings import describe
from seasoned.memories.reflecting import Reflector, is_answer

CALLS: Final = 20  # of one run
_FAILED: Final = 3  # calls without an answer, one after the other, that end a run


class Pair(NamedTuple):
    """The worst and the best attempt at one task.

    Attributes:
        at: When the later of both ended, seconds since the epoch.
        worst: Id of the episode.
        best: Id of the episode.
    """

    at: float
    worst: str
    best: str

    @classmethod
    def of(cls, attempts: Iterable[Episode]) -> Pair | None:
        """The pair of attempts at one task, None if all ended alike."""
        found = best_and_worst(attempts)
        if found is None:
            return None
        best, worst = found
        ends = [one.finished_at.timestamp() for one in found if one.finished_at]
        return cls(max(ends, default=0.0), worst.id, best.id)


@dataclass(slots=True)
class _Run:
    """What a run has done so far.

    Attributes:
        failed: Questions without an answer.
        row: Of these, the last ones, one after the other.
    """

    asked: int = 0
    refused: int = 0
    failed: int = 0
    row: int = 0
    problem: str = ""
    stopped: str = ""
    ids: tuple[str, ...] = ()


def with_contrasts(
    reflector: Reflector, pairs: Iterable[Pair], report: Consolidated, calls: int
) -> Consolidated:
    """A report with what asking a model adds to it, or would add if it is one of a dry run."""
    waiting = _waiting(reflector, pairs)
    if not report.applied:
        asked = min(calls, len(waiting))
        return replace(report, asked=asked, waiting=len(waiting) - asked)
    run, done = _Run(), 0
    for pair in waiting[:calls]:
        failed = run.failed
        going = _ask(reflector, pair, run)
        done += going and run.failed == failed
        if not going:
            break
    return replace(
        report,
        lessons=(*report.lessons, *_kept(reflector, run.ids)),
        asked=run.asked,
        waiting=len(waiting) - done,
        refused=run.refused,
        stopped=run.stopped,
        failed=run.failed,
        problem=run.problem,
    )


def _waiting(reflector: Reflector, pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs that no model said anything about yet, those that it failed on last."""
    user, found = reflector.scope.user, sorted(pairs, reverse=True)
    ids = {pair: reflection_id(user, (pair.worst, pair.best)) for pair in found}
    there = reflector.store.derived.get(reflector.scope, list(ids.values()))
    left = [pair for pair in found if not (ids[pair] in there and is_answer(there[ids[pair]]))]
    return sorted(left, key=lambda pair: ids[pair] in there)


def _ask(reflector: Reflector, pair: Pair, run: _Run) -> bool:
    """Ask about a pair and keep what comes of it; False where the run ends before it."""
    there = reflector.store.episodes.get(reflector.scope, [pair.worst, pair.best])
    if len(there) < 2:
        return True  # forgotten meanwhile
    best, worst = there[pair.best], there[pair.worst]
    answer = reflector.ask(*contrast_request(best.task, best, worst))
    if isinstance(answer, Exception) and not isinstance(answer, ModelError):
        run.stopped = describe(answer)  # a budget is spent, or the model's own code broke
        return False
    made = reflector.keep(
        (worst, best), answer, lambda parsed: contrasted(parsed, best.task, best, worst)
    )
    _book(run, made)
    return not run.stopped


def _book(run: _Run, made: Reflection) -> None:
    run.asked += 1
    run.refused += len(made.left_out)
    run.ids = tuple(dict.fromkeys((*run.ids, *made.lessons)))
    run.problem = made.problem or run.problem
    run.failed += not made.answered
    run.row = 0 if made.answered else run.row + 1
    if run.row >= _FAILED:
        run.stopped = f"{run.row} calls in a row gave no answer: {made.problem}"


def _kept(reflector: Reflector, ids: Sequence[str]) -> tuple[Lesson, ...]:
    there = reflector.store.derived.get(reflector.scope, ids)
    return tuple(there[id].lesson for id in ids if id in there)
