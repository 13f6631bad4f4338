"""An agent over a language model and every kind of memory, in four patterns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from seasoned.agents.hearing import Hear, Request, answered, awaited, refuse_awaited
from seasoned.agents.reply import Pattern, Reply, Trace
from seasoned.agents.turns import Conduct, Turn
from seasoned.core import values
from seasoned.core.messages import Message
from seasoned.core.reflecting import reflection_request
from seasoned.errors import InvalidInput, SeasonedError
from seasoned.memories.updater import ANSWER, Updater
from seasoned.memory import Memory
from seasoned.ports.llm import LLM

P = ParamSpec("P")
T = TypeVar("T")
_KINDS: Final = ", ".join(Pattern)
# Of awaited requests at the same time that are at work in memory; each may wait for its model.
_THREADS: Final = 32


class MemoryAugmentedAgent:
    """Answers requests of any number of users, each with memories of their own.

    Safe to share between threads. Memory never breaks an answer: what fails is named in the
    trace. It opens nothing and closes nothing.
    """

    def __init__(
        self,
        llm: Any,
        memory: Memory,
        pattern: Pattern | str = Pattern.FULL,
        *,
        conduct: Conduct | None = None,
    ) -> None:
        """Make an agent.

        Args:
            llm: As for `Memory.open`, under the memory's budget; None takes the memory's own.
            memory: An open memory; its user is of no matter.
            pattern: ``stateless``, ``session``, ``personalised`` or ``full``.
            conduct: Everything else.

        Raises:
            InvalidInput: there is no model, or an argument cannot be used.
            MissingExtra: the model needs a library that is not installed.
        """
        self._memory = values.instance(memory, Memory, "memory", "use Memory.open('agent.db')")
        chosen = memory.llm if llm is None else memory.metered(llm)
        if chosen is None:
            raise InvalidInput(
                "an agent needs a model; give llm='openai:MODEL', a function, or a ScriptedLLM"
            )
        if pattern not in tuple(Pattern):
            raise InvalidInput(f"pattern must be one of {_KINDS}, got {values.shown(pattern)}")
        self._llm: LLM = chosen
        self._threads = ThreadPoolExecutor(_THREADS, "agent")
        self._pattern = Pattern(pattern)
        self._conduct = values.instance(
            conduct or Conduct(), Conduct, "conduct", "use Conduct(system='…')"
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._llm.model} {self._pattern} over {self._memory!r}>"

    def handle_request(
        self,
        user_id: str | None,
        request: str,
        *,
        session: str | None = None,
        hear: Hear | None = None,
    ) -> Reply:
        """Answer a request: recall, ask the model, learn, record, reflect.

        Args:
            user_id: Whose memories are used; None for the shared ones.
            request: What is asked.
            session: The conversation; None is the user's own standing one.
            hear: Told the pieces of the answer as they come, of a model that streams. Of an
                answer that breaks off the conversation keeps the request alone. The attempt is a
                failure if the model is to blame, and stays open if `hear` raises or a signal did.

        Returns:
            The answer, and every step that led to it.

        Raises:
            InvalidInput: the request is blank, or the user's name cannot be used.
            ModelError: the model gave no answer; the attempt is recorded as a failure.
            BudgetError: the answer would cost more than is allowed.
        """
        turn = self._turn(user_id, request, session)
        refuse_awaited(hear)
        messages = turn.prepare()
        try:
            turn.keep(answered(self._llm, self._request(messages, hear)))
        except SeasonedError as error:
            turn.fail(error)
            raise
        if (updater := turn.updater) is not None:
            turn.learn(updater, turn.guarded("updater", lambda: self._extracted(turn, updater)))
        turn.close()
        if (asked := turn.to_reflect_on()) is not None:
            reflector, episode = asked
            turn.reflected(reflector, episode, reflector.ask(*reflection_request(episode)))
        return turn.reply()

    async def ahandle_request(
        self,
        user_id: str | None,
        request: str,
        *,
        session: str | None = None,
        hear: Hear | None = None,
    ) -> Reply:
        """The same without blocking the event loop: memory works in threads of the agent's own.

        Models are awaited, but for planning and summing up, which hold up a thread each. A `hear`
        that is a coroutine function is awaited. A request that is cancelled leaves its attempt
        open, or if it was answered recorded.
        """
        turn = self._turn(user_id, request, session)
        messages = await self._aside(turn.prepare)
        try:
            completion = await awaited(self._llm, self._request(messages, hear))
        except SeasonedError as error:
            await self._aside(turn.fail, error)
            raise
        await self._aside(turn.keep, completion)
        if (updater := turn.updater) is not None:
            parsed = await self._aextracted(turn, updater)
            await self._aside(turn.learn, updater, parsed)
        await self._aside(turn.close)
        if (asked := await self._aside(turn.to_reflect_on)) is not None:
            reflector, episode = asked
            answer = await reflector.aask(*reflection_request(episode))
            await self._aside(turn.reflected, reflector, episode, answer)
        return turn.reply()

    async def _aside(self, do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something in a thread, which sees what this task's context holds."""
        call = partial(copy_context().run, do, *args, **named)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def _turn(self, user_id: str | None, request: str, session: str | None) -> Turn:
        asked = values.text(request, "request")
        if not asked.strip():
            raise InvalidInput("request is blank; give what is asked")
        user = None if user_id is None else values.name(user_id, "user_id")
        named = None if session is None else values.name(session, "session")
        trace = Trace(self._pattern, user, None if self._pattern is Pattern.STATELESS else named)
        return Turn(self._memory.for_user(user), self._conduct, asked, trace)

    def _request(self, messages: tuple[Message, ...], hear: Hear | None) -> Request:
        return Request(messages, self._conduct.answer_tokens, self._conduct.temperature, hear)

    def _extracted(self, turn: Turn, updater: Updater) -> Any:
        """What the memory's model extracts, the error that it ended in, or None without one."""
        llm, asked = self._memory.llm, updater.request(turn.request, turn.trace.answer)
        if llm is None or asked is None:
            return None
        try:
            return llm.complete(asked[0], schema=asked[1], max_tokens=ANSWER)
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            return error

    async def _aextracted(self, turn: Turn, updater: Updater) -> Any:
        llm = self._memory.llm
        asked = await self._aside(
            turn.guarded, "updater", lambda: updater.request(turn.request, turn.trace.answer)
        )
        if llm is None or asked is None:
            return None
        try:
            return await llm.acomplete(asked[0], schema=asked[1], max_tokens=ANSWER)
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            return error
