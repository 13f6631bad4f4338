"""Any model under a budget, with its calls and tokens counted.

Knows when a call is let through and what it is booked as: what it may cost at most before it is
sent, what it did cost after. A call that failed costs what its error says; one that was broken
off costs its messages.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, date, datetime
from typing import Any, Final

from seasoned.core.completions import Completion, Usage
from seasoned.core.spending import Budget, Spending, estimated, expected
from seasoned.core.structured import Ask, Reply
from seasoned.core.warning import warn
from seasoned.errors import InvalidInput, SeasonedError
from seasoned.llms.pieces import AsyncPieces, Pieces
from seasoned.llms.talking import asked
from seasoned.ports import Clock
from seasoned.ports.ledger import Ledger
from seasoned.ports.llm import LLM, Messages, Schema, Streaming

_DAYS: Final = 3  # that a ledger keeps: a call may end on the day after it began


class _SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current moment, aware UTC."""
        return datetime.now(UTC)


class InProcessLedger:
    """What was spent by this process; another begins at nothing. Shared between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._days: dict[date, Spending] = {}

    def reserve(self, day: date, wanted: Spending, budget: Budget) -> None:
        """Book what a call may cost at most; see `Ledger`."""
        with self._lock:
            spent = self._days.get(day, Spending())
            budget.check(wanted, spent)
            self._days[day] = spent + wanted
            for old in sorted(self._days)[:-_DAYS]:
                del self._days[old]

    def settle(self, day: date, wanted: Spending, spent: Spending) -> None:
        """Put what a call did cost in the place of what was reserved; see `Ledger`."""
        with self._lock:
            if day in self._days:
                self._days[day] = self._days[day] - wanted + spent

    def spent(self, day: date) -> Spending:
        """What a day has cost so far, calls under way included."""
        with self._lock:
            return self._days.get(day, Spending())


class _Bill:
    """One call: what it is booked as, and what it is charged with in the end."""

    def __init__(self, ask: Ask, day: date) -> None:
        self.ask, self.day = ask, day
        self.wanted = expected(ask.messages, ask.max_tokens, ask.schema)
        self.booked = False
        self.sent = False  # whether the model was asked
        self.usage: Usage | None = None
        self.pieces: object = None  # of a stream, which may know what it has cost
        self.said: list[str] = []

    def failed(self, error: SeasonedError) -> None:
        """Charge what an error says; if it says nothing, nothing was answered."""
        told = getattr(error, "usage", None)
        self.usage = told or (None if self.said else Usage())

    def charged(self) -> Usage:
        """What it has cost; by estimates where it was broken off, or nobody counted."""
        counted = self.usage or getattr(self.pieces, "usage", None)
        if isinstance(counted, Usage):
            return counted
        if not self.sent:
            return Usage()
        return estimated(self.ask.messages, "".join(self.said), self.ask.schema)


class Metered:
    """A model that spends no more than it may. Models that share a ledger share what is left.

    Attributes:
        budget: The limits.
        ledger: What was spent of them.
    """

    def __init__(
        self,
        llm: LLM,
        budget: Budget | None = None,
        ledger: Ledger | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Put a model under a budget.

        Args:
            llm: Any model.
            budget: The limits; none without it, and calls are only counted.
            ledger: What was spent; one of this process's own without it.
            clock: Tells which day it is, in UTC; the machine's without it.

        Raises:
            InvalidInput: `llm` is no model.
        """
        if not all(callable(getattr(llm, name, None)) for name in ("complete", "acomplete")):
            raise InvalidInput(
                f"llm must have complete and acomplete, got {type(llm).__name__}; wrap a function "
                "with FunctionLLM"
            )
        self._llm = llm
        self.budget: Budget = budget or Budget()
        self.ledger: Ledger = ledger or InProcessLedger()
        self._clock = clock or _SystemClock()
        self._lock = threading.Lock()
        self._usage = Usage()

    @property
    def model(self) -> str:
        """Name of the model, for logs and messages."""
        return self._llm.model

    @property
    def usage(self) -> Usage:
        """What all calls through this object have cost."""
        return self._usage

    def complete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The next message of a conversation, if the budget allows it; see `LLM`."""
        ask = asked(messages, max_tokens, temperature, schema)
        with self._billed(ask) as bill:
            answer = self._llm.complete(
                messages, schema=schema, max_tokens=max_tokens, temperature=temperature
            )
            bill.usage = answer.usage
        return answer

    async def acomplete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The same without blocking the event loop."""
        ask = asked(messages, max_tokens, temperature, schema)
        async with self._abilled(ask) as bill:
            answer = await self._llm.acomplete(
                messages, schema=schema, max_tokens=max_tokens, temperature=temperature
            )
            bill.usage = answer.usage
        return answer

    def stream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> Pieces:
        """Pieces of the answer; the budget is asked when the first is. See `Streaming`."""
        ask = asked(messages, max_tokens, temperature)
        return Pieces(ask, self.model, self._stream(ask))

    def astream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> AsyncPieces:
        """The same without blocking the event loop."""
        ask = asked(messages, max_tokens, temperature)
        return AsyncPieces(ask, self.model, self._astream(ask))

    def _stream(self, ask: Ask) -> Generator[str | Reply, None, None]:
        options: dict[str, Any] = {"max_tokens": ask.max_tokens, "temperature": ask.temperature}
        cut = False
        with self._billed(ask) as bill:
            if isinstance(self._llm, Streaming):
                bill.pieces = pieces = self._llm.stream(ask.messages, **options)
                with _closed(pieces):
                    for piece in pieces:
                        bill.said.append(piece)
                        yield piece
                cut = bool(getattr(pieces, "truncated", False))
            else:
                answer = self._llm.complete(ask.messages, **options)
                bill.usage, cut = answer.usage, answer.truncated
                yield answer.text
        yield Reply("", bill.charged(), self.model, cut)

    async def _astream(self, ask: Ask) -> AsyncGenerator[str | Reply, None]:
        options: dict[str, Any] = {"max_tokens": ask.max_tokens, "temperature": ask.temperature}
        cut = False
        async with self._abilled(ask) as bill:
            if isinstance(self._llm, Streaming):
                bill.pieces = pieces = self._llm.astream(ask.messages, **options)
                async with _aclosed(pieces):
                    async for piece in pieces:
                        bill.said.append(piece)
                        yield piece
                cut = bool(getattr(pieces, "truncated", False))
            else:
                answer = await self._llm.acomplete(ask.messages, **options)
                bill.usage, cut = answer.usage, answer.truncated
                yield answer.text
        yield Reply("", bill.charged(), self.model, cut)

    @contextmanager
    def _billed(self, ask: Ask) -> Iterator[_Bill]:
        bill = _Bill(ask, self._today())
        self._book(bill)
        try:
            bill.sent = True
            yield bill
        except SeasonedError as error:
            bill.failed(error)
            raise
        finally:
            self._settle(bill)

    @asynccontextmanager
    async def _abilled(self, ask: Ask) -> AsyncIterator[_Bill]:
        bill = _Bill(ask, self._today())
        try:
            # In a thread, since a ledger may write to a disk.
            await _through(self._book, bill)
            bill.sent = True
            yield bill
        except SeasonedError as error:
            bill.failed(error)
            raise
        finally:
            if bill.booked:
                await _through(self._settle, bill)

    def _book(self, bill: _Bill) -> None:
        self.ledger.reserve(bill.day, bill.wanted, self.budget)
        bill.booked = True

    def _settle(self, bill: _Bill) -> None:
        usage = bill.charged()
        with self._lock:
            self._usage += usage
        try:
            self.ledger.settle(bill.day, bill.wanted, Spending.of(usage))
        except Exception as error:  # noqa: BLE001  # an answer that is paid for must not be lost
            warn(
                f"what a call of {self.model!r} has cost could not be booked ({error}); the day is "
                "charged with what it could have cost at most"
            )

    def _today(self) -> date:
        return self._clock.now().astimezone(UTC).date()


async def _through(call: Callable[[_Bill], None], bill: _Bill) -> None:
    """Make a call in a thread, to its end even if the caller is cancelled meanwhile."""
    running = asyncio.ensure_future(asyncio.to_thread(call, bill))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.gather(running, return_exceptions=True)
        raise


@contextmanager
def _closed(pieces: object) -> Iterator[None]:
    """Close an iterator at the end, if it can be closed."""
    try:
        yield
    finally:
        if callable(close := getattr(pieces, "close", None)):
            close()


@asynccontextmanager
async def _aclosed(pieces: object) -> AsyncIterator[None]:
    """Close an asynchronous iterator at the end, if it can be closed."""
    try:
        yield
    finally:
        if callable(close := getattr(pieces, "aclose", None)):
            await close()
