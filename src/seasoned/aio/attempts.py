"""Attempts and their blocks on an event loop; what they mean is decided by the sync ones."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Any

from seasoned.aio.calls import Calls, Handle
from seasoned.aio.reflecting import reflected_after
from seasoned.core.attempts import OPEN, AttemptRecord
from seasoned.core.cautions import Caution
from seasoned.core.judging import Judgement, judgement
from seasoned.core.records import Feedback, Outcome, Task
from seasoned.core.replay import Budget, Recall
from seasoned.core.reports import Receipt
from seasoned.core.strategies import Candidates, Choice
from seasoned.errors import Conflict, InvalidInput
from seasoned.memories import enclosing
from seasoned.memories.attempts import Attempt
from seasoned.memories.blocks import (
    Around,
    Block,
    F,
    as_text,
    is_async,
    judge_failed,
    must_be_a_result,
    noted,
)
from seasoned.memories.checks import TIMEOUT, Check, run_check
from seasoned.memories.choosing import Method
from seasoned.memories.endings import describe
from seasoned.memories.guard import Action

AsyncJudge = Callable[[Any], "Judgement | Awaitable[Judgement]"]


class AsyncAttempt(Handle):
    """A handle on an attempt; as `Attempt`, with methods where the store has to be asked.

    Attributes:
        sync: The same attempt, for code that runs in a thread of its own.
    """

    sync: Attempt

    def __init__(self, calls: Calls, attempt: Attempt) -> None:
        self._calls, self.sync = calls, attempt

    def __repr__(self) -> str:
        return repr(self.sync).replace("<Attempt", "<AsyncAttempt", 1)

    @property
    def id(self) -> str:
        """Id of the attempt, to resume it by."""
        return self.sync.id

    @property
    def task(self) -> Task:
        """What is attempted."""
        return self.sync.task

    @property
    def begun(self) -> AttemptRecord:
        """The stored state as it was when this handle was made."""
        return self.sync.begun

    async def record(self) -> AttemptRecord:
        """The stored state as it is now; see `Attempt.record`."""
        return await self._calls.quick(lambda: self.sync.record)

    async def state(self) -> str:
        """``open``, ``finished`` or ``abandoned``."""
        return await self._calls.quick(lambda: self.sync.state)

    async def recall(self) -> Recall:
        """What experience says about the task; see `Attempt.recall`."""
        return await self._calls.quick(lambda: self.sync.recall)

    async def prompt(self, max_tokens: Budget = "auto") -> str:
        """The block for the agent's prompt; see `Attempt.prompt`."""
        return await self._calls.quick(self.sync.prompt, max_tokens)

    async def choose_strategy(
        self, candidates: Candidates | None = None, *, method: Method = "thompson"
    ) -> Choice:
        """Choose how to go about the task, durably; see `Attempt.choose_strategy`."""
        return await self._calls.quick(self.sync.choose_strategy, candidates, method=method)

    async def warn(self, action: Action) -> tuple[Caution, ...]:
        """Warnings about an action that is about to be taken; see `Attempt.warn`."""
        return await self._calls.quick(self.sync.warn, action)

    async def step(
        self,
        action: str,
        detail: str = "",
        *,
        result: str | None = None,
        error: str | None = None,
        seconds: float | None = None,
    ) -> None:
        """Append a step, durably; see `Attempt.step`."""
        await self._calls.quick(
            self.sync.step, action, detail, result=result, error=error, seconds=seconds
        )

    async def check(
        self,
        command: Sequence[str],
        *,
        timeout: float = TIMEOUT,
        junit: str | os.PathLike[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ) -> Feedback:
        """Run a command and keep its tests; see `Attempt.check`.

        If this is cancelled, the command is killed with what it started, and nothing is kept.
        """
        run = partial(run_check, command, timeout=timeout, junit=junit, cwd=cwd)
        return await self._calls.command(lambda stop: run(stop=stop), self.sync.checked)

    async def checked(self, check: Check) -> Feedback:
        """Keep what a command said that ran elsewhere; see `Attempt.checked`."""
        return await self._calls.quick(self.sync.checked, check)

    async def finish(  # noqa: PLR0913  # as `Attempt.finish`
        self,
        solution: str = "",
        *,
        outcome: Judgement | None = None,
        feedback: Feedback | None = None,
        lesson: str | Sequence[str] | None = None,
        strategy: str = "",
        detail: str = "",
        used: Sequence[str] = (),
        reflect: bool = False,
    ) -> Receipt:
        """Record the episode and close the attempt, once; see `Attempt.finish`.

        The model is awaited on the event loop; if that is cancelled, the episode is recorded.
        """
        receipt = await self._calls.quick(
            self.sync.finish,
            solution,
            outcome=outcome,
            feedback=feedback,
            lesson=lesson,
            strategy=strategy,
            detail=detail,
            used=used,
        )
        if reflect:
            await reflected_after(self._calls, self.sync.reflector, receipt.id)
        return receipt

    async def fail(self, error: BaseException) -> Receipt:
        """Record a failure with the error that ended the attempt."""
        # Two calls: the second may be entered twice, and the step is to be there once.
        text = describe(error)
        await self.step("error", error=text)
        return await self.finish(outcome=Outcome.FAILURE, detail=text)

    async def abandon(self) -> Receipt:
        """Close the attempt without a result, outcome unknown."""
        return await self._calls.quick(self.sync.abandon)


class AsyncAttemptBlock(Block):
    """An attempt as an `async with` block, or around each call of a decorated coroutine function.

    Each entering begins an attempt of its own, so a block may be used again, inside itself and
    from several tasks.
    """

    async def __aenter__(self) -> AsyncAttempt:
        attempt: AsyncAttempt = await self._begin(self._own_task())
        self._enter(attempt, enclosing.caller())
        return attempt

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        attempt: AsyncAttempt | None = self._leave(enclosing.caller())
        if attempt is None:
            return
        if error is None:
            with contextlib.suppress(Conflict):  # closed by another process meanwhile
                if await attempt.state() == OPEN:
                    await attempt.abandon()
        elif self._options.is_failure(error):
            with noted(error):
                if await attempt.state() == OPEN:
                    await attempt.fail(error)

    def _decorated(self, function: F, block: Around) -> F:
        if not is_async(function):
            raise InvalidInput(
                f"{function!r} is no coroutine function; write async def, or decorate it with a "
                "Memory"
            )

        @functools.wraps(function)
        async def run(*args: Any, **kwargs: Any) -> Any:
            async with block(args, kwargs) as attempt:
                return await self._finished(attempt, await function(*args, **kwargs))

        return run  # type: ignore[return-value]

    async def _finished(self, attempt: AsyncAttempt, solution: Any) -> Any:
        """The solution, its attempt finished with it unless the function did so itself."""
        must_be_a_result(solution)
        if await attempt.state() == OPEN:
            text = as_text(solution)
            if self._options.judge is None:
                await attempt.finish(text)
            else:
                await attempt.finish(text, outcome=await self._judged(attempt, text, solution))
        return solution

    async def _judged(self, attempt: AsyncAttempt, text: str, solution: Any) -> Any:
        """What the judge says; if it fails, that is no failure of the task."""
        try:
            said = self._options.judge(solution)  # type: ignore[misc]  # not None here
            said = await said if inspect.isawaitable(said) else said
            judgement(said)
        except BaseException as error:
            if self._options.is_error(error):
                detail = judge_failed(error)
                with noted(error):
                    await attempt.finish(text, outcome=Outcome.UNKNOWN, detail=detail)
            raise
        return said
