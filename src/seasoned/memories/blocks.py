"""Sugar over attempts: a `with` block, and a decorator around an agent's function.

What an exception means for an attempt is decided here: an error is a recorded failure and goes
on to the caller; a cancellation says nothing about the task and leaves the attempt open.
"""

from __future__ import annotations

import concurrent.futures
import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar

from seasoned.core import values
from seasoned.core.attempts import OPEN
from seasoned.core.records import Feedback, Outcome, Task
from seasoned.errors import InvalidInput, SeasonedError
from seasoned.memories.attempts import Attempt, enclosing

Judge = Callable[[Any], "bool | float | Outcome | Feedback"]
F = TypeVar("F", bound=Callable[..., Any])
# asyncio's cancellation, KeyboardInterrupt and GeneratorExit are no Exceptions; this one is.
_CANCELLED: tuple[type[BaseException], ...] = (concurrent.futures.CancelledError,)


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """What a `with` block or decorator does beyond `begin`.

    Attributes:
        judge: Tells from a decorated function's return value how it ended.
        pass_through: Exceptions that leave the attempt open, beside cancellation.
    """

    judge: Judge | None = None
    pass_through: tuple[type[BaseException], ...] = ()


class AttemptBlock:
    """An attempt as a `with` block, or around each call of a decorated function."""

    def __init__(
        self, begin: Callable[[Task | str], Attempt], task: Task | str | None, options: BlockOptions
    ) -> None:
        self._begin, self._task, self._options = begin, task, options
        self._attempt: Attempt | None = None
        self._outer: Attempt | None = None

    def __enter__(self) -> Attempt:
        if self._task is None:
            raise InvalidInput("attempt() needs a task in a with block: memory.attempt('…')")
        self._attempt = self._begin(self._task)
        self._outer = enclosing.get()
        enclosing.set(self._attempt)
        return self._attempt

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        attempt, self._attempt = self._attempt, None
        enclosing.set(self._outer)
        if attempt is None:
            return
        if error is None:
            if attempt.state == OPEN:
                attempt.abandon()
        elif self._is_failure(error):
            _fail(attempt, error)

    def _is_failure(self, error: BaseException) -> bool:
        left_open = (*_CANCELLED, *self._options.pass_through)
        return isinstance(error, Exception | SystemExit) and not isinstance(error, left_open)

    def __call__(self, function: F) -> F:
        """Run each call as an attempt: first argument the task, return value the solution."""
        if self._task is not None:
            raise InvalidInput("a decorated function brings its own task; leave it out here")

        if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
            raise InvalidInput(
                f"{function!r} is asynchronous or a generator, so a call is not yet a result; "
                "open a with block inside it"
            )

        @functools.wraps(function)
        def run(task: Task | str, *args: Any, **kwargs: Any) -> Any:
            with AttemptBlock(self._begin, task, self._options) as attempt:
                solution = function(task, *args, **kwargs)
                if attempt.state == OPEN:
                    self._finish(attempt, solution)
                return solution

        return run  # type: ignore[return-value]

    def _finish(self, attempt: Attempt, solution: Any) -> None:
        text = solution if isinstance(solution, str) else repr(solution)
        if self._options.judge is None:
            attempt.finish(text)
        else:
            outcome, feedback = judgement(self._options.judge(solution))
            attempt.finish(text, outcome=outcome, feedback=feedback)


def judgement(said: object) -> tuple[Outcome | None, Feedback | None]:
    """Outcome and feedback from what a judge returned.

    A truth value is success or failure; a number is a reward, 1 a success, 0 a failure and
    anything between partial.

    Raises:
        InvalidInput: it is none of these, or the reward lies outside [0, 1].
    """
    if isinstance(said, Feedback):
        return (said.outcome if said.tests_total else _outcome_of(said.reward)), said
    if isinstance(said, Outcome):
        return said, None
    if isinstance(said, bool):
        return (Outcome.SUCCESS if said else Outcome.FAILURE), Feedback(reward=float(said))
    reward = values.unit(said, "reward")
    return _outcome_of(reward), Feedback(reward=reward)


def _outcome_of(reward: float | None) -> Outcome:
    if reward is None:
        return Outcome.UNKNOWN
    return {0.0: Outcome.FAILURE, 1.0: Outcome.SUCCESS}.get(reward, Outcome.PARTIAL)


def _fail(attempt: Attempt, error: BaseException) -> None:
    try:
        if attempt.state == OPEN:
            attempt.fail(error)
    except SeasonedError as problem:
        # The agent's own error matters more than ours; it carries ours as a note.
        error.add_note(f"seasoned could not record this failure: {problem}")
