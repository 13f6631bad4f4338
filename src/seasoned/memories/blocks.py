"""Sugar over attempts: a `with` block, and a decorator around an agent's function.

What an exception means for an attempt is decided here: an error is a recorded failure and goes
on to the caller; a cancellation, and an error of ours, say nothing about the task and leave the
attempt open.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any, TypeVar

from seasoned.core import values
from seasoned.core.attempts import OPEN, AttemptRecord, task_at_hand
from seasoned.core.judging import Judgement, judgement
from seasoned.core.records import Outcome, Task
from seasoned.errors import Conflict, InvalidInput, SeasonedError
from seasoned.memories import enclosing
from seasoned.memories.attempts import Attempt
from seasoned.memories.endings import describe

Judge = Callable[[Any], Judgement]
# From the arguments of a call to the block that it runs in.
Around = Callable[[Sequence[Any], Mapping[str, Any]], Any]
F = TypeVar("F", bound=Callable[..., Any])
# asyncio's cancellation, KeyboardInterrupt and GeneratorExit are no Exceptions; this one is.
_CANCELLED: tuple[type[BaseException], ...] = (concurrent.futures.CancelledError,)
_LATER = "so a call is not yet a result; open a with block inside it"


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """What a `with` block or decorator does beyond `begin`.

    Attributes:
        judge: Tells from a decorated function's return value how it ended.
        pass_through: Exceptions that leave the attempt open, beside cancellation; one class or
            several.
    """

    judge: Callable[[Any], Any] | None = None
    pass_through: type[BaseException] | Iterable[type[BaseException]] = ()

    def __post_init__(self) -> None:
        if self.judge is not None and not callable(self.judge):
            raise InvalidInput(
                f"judge must be a function of the solution, got {values.shown(self.judge)}"
            )
        object.__setattr__(self, "pass_through", _exceptions(self.pass_through))

    def is_failure(self, error: BaseException) -> bool:
        """Whether an exception says that the task failed.

        One of seasoned's own says that it was misused or could not work, so the task goes on.
        """
        return self.is_error(error) and not isinstance(error, SeasonedError)

    def is_error(self, error: BaseException) -> bool:
        """Whether an exception is an error, and neither cancellation nor passed through."""
        left_open = (*_CANCELLED, *_exceptions(self.pass_through))
        return isinstance(error, Exception | SystemExit) and not isinstance(error, left_open)


def _exceptions(given: object) -> tuple[type[BaseException], ...]:
    classes = (given,) if isinstance(given, type) or not isinstance(given, Iterable) else given
    found = tuple(classes)
    for each in found:
        if not (isinstance(each, type) and issubclass(each, BaseException)):
            raise InvalidInput(
                f"pass_through must be exception classes, got {values.shown(each)}; "
                "use e.g. pass_through=ConnectionError"
            )
    return found


class Block(ABC):
    """What is around a task: the part that `with` and `async with` have in common.

    Each entering begins an attempt of its own, so a block may be used again, inside itself and
    from several threads and tasks.
    """

    def __init__(
        self, begin: Callable[[Task | str], Any], task: Task | str | None, options: BlockOptions
    ) -> None:
        if task is not None and options.judge is not None:
            raise InvalidInput(
                "judge= is for a decorated function; in a with block hand the outcome to finish()"
            )
        if callable(task):
            raise InvalidInput(
                f"the task is {values.shown(task)}; to decorate a function write "
                "@memory.attempt() with parentheses"
            )
        self._begin, self._options = begin, options
        self._task = None if task is None else task_at_hand(task)
        self._places: list[enclosing.Place] = []

    def _own_task(self) -> Task:
        if self._task is None:
            raise InvalidInput("attempt() needs a task in a with block: memory.attempt('…')")
        return self._task

    def _enter(self, attempt: Any, frame: FrameType) -> None:
        _require_open(attempt.begun)
        self._places.append(enclosing.enter(attempt, frame))

    def _leave(self, frame: FrameType) -> Any:
        """The attempt that is left by code in `frame`, None if there is none."""
        place = enclosing.last(self._places, frame)
        if place is None:
            return None
        self._places.remove(place)
        enclosing.leave(place)
        return place.held

    def __call__(self, function: F) -> F:
        """Run each call as an attempt: first argument the task, return value the solution."""
        if self._task is not None:
            raise InvalidInput("a decorated function brings its own task; leave it out here")
        if isinstance(function, staticmethod | classmethod):
            return type(function)(self(function.__func__))
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise InvalidInput(f"{values.shown(function)} is a generator, {_LATER}")
        task_of = _task_argument(function)
        within = BlockOptions(pass_through=self._options.pass_through)

        def block(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
            return type(self)(self._begin, task_at_hand(task_of(args, kwargs)), within)

        return self._decorated(function, block)

    @abstractmethod
    def _decorated(self, function: F, block: Around) -> F:
        """The function with each call in the block that `block` makes of its arguments."""


class AttemptBlock(Block):
    """An attempt as a `with` block, or around each call of a decorated function."""

    def __enter__(self) -> Attempt:
        attempt: Attempt = self._begin(self._own_task())
        self._enter(attempt, enclosing.caller())
        return attempt

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        attempt: Attempt | None = self._leave(enclosing.caller())
        if attempt is None:
            return
        if error is None:
            with contextlib.suppress(Conflict):  # closed by another process meanwhile
                if attempt.state == OPEN:
                    attempt.abandon()
        elif self._options.is_failure(error):
            with noted(error):
                if attempt.state == OPEN:
                    attempt.fail(error)

    def _decorated(self, function: F, block: Around) -> F:
        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            with block(args, kwargs) as attempt:
                return self._finished(attempt, function(*args, **kwargs))

        @functools.wraps(function)
        async def run_async(*args: Any, **kwargs: Any) -> Any:
            with block(args, kwargs) as attempt:
                return self._finished(attempt, await function(*args, **kwargs))

        return run_async if is_async(function) else run  # type: ignore[return-value]

    def _finished(self, attempt: Attempt, solution: Any) -> Any:
        """The solution, its attempt finished with it unless the function did so itself."""
        must_be_a_result(solution)
        if attempt.state == OPEN:
            text = as_text(solution)
            if self._options.judge is None:
                attempt.finish(text)
            else:
                attempt.finish(text, outcome=self._judged(attempt, text, solution))
        return solution

    def _judged(self, attempt: Attempt, text: str, solution: Any) -> Judgement:
        """What the judge says; if it fails, that is no failure of the task."""
        try:
            said: Judgement = self._options.judge(solution)  # type: ignore[misc]  # not None here
            judgement(said)
        except BaseException as error:
            if self._options.is_error(error):
                with noted(error):
                    attempt.finish(text, outcome=Outcome.UNKNOWN, detail=judge_failed(error))
            raise
        return said


def _require_open(begun: AttemptRecord) -> None:
    """Refuse a key whose attempt is over before work is done that could not be recorded.

    Raises:
        Conflict: the attempt is closed.
    """
    if begun.state != OPEN:
        raise Conflict(
            f"the key {begun.key!r} stands for attempt {begun.id!r}, which is {begun.state}; "
            "choose another key to run the task again, or use begin(…, key=…) or resume(id) "
            "to look at that attempt"
        )


def must_be_a_result(solution: Any) -> None:
    """Refuse what a function returned if it has yet to be awaited or iterated over."""
    if inspect.isawaitable(solution) or inspect.isgenerator(solution):
        raise InvalidInput(f"the function returned {values.shown(solution)}, {_LATER}")


def as_text(solution: Any) -> str:
    """A return value as a record keeps it, whatever it is: the caller gets it in any case."""
    if solution is None:
        return ""
    try:
        text = solution if isinstance(solution, str) else repr(solution)
    except Exception as problem:  # noqa: BLE001  # the agent's own code may fail anyhow
        return f"a {type(solution).__name__} that cannot be shown, {type(problem).__name__}"
    return text.replace("\x00", "")


def judge_failed(error: BaseException) -> str:
    """The detail of an episode whose judge raised."""
    return f"the judge failed: {describe(error)}"


def is_async(function: Any) -> bool:
    """Whether calling it gives a coroutine, as of a coroutine function or such an object."""
    call = vars(type(function)).get("__call__")
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)


def _task_argument(
    function: Callable[..., Any],
) -> Callable[[Sequence[Any], Mapping[str, Any]], Any]:
    """Finds the task among the arguments of a call: the first one that is not self or cls."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"{values.shown(function)} does not tell its arguments, so that none is known to be "
            "the task; decorate a function that calls it"
        ) from error
    names = list(signature.parameters)
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    if not names:
        raise InvalidInput(
            f"{values.shown(function)} takes no argument, so it can be given no task; add one"
        )
    first = signature.parameters[names[0]]

    def find(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments[first.name]
        if first.kind is first.VAR_POSITIONAL:
            return next(iter(given), None)
        return given.get("task") if first.kind is first.VAR_KEYWORD else given

    return find


@contextlib.contextmanager
def noted(error: BaseException) -> Iterator[None]:
    """The agent's own error matters more than ours; it carries ours as a note."""
    try:
        yield
    except SeasonedError as problem:
        error.add_note(f"seasoned could not record this failure: {problem}")
