"""Budgets that hold, and counters that count."""

from __future__ import annotations

import asyncio
import gc
import threading
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import BudgetError, InvalidInput, ModelError, StoreError
from seasoned.core.completions import Completion, Usage
from seasoned.core.messages import Message
from seasoned.core.spending import Budget, Spending, expected
from seasoned.llms.function import FunctionLLM
from seasoned.llms.metered import InProcessLedger, Metered
from seasoned.testing import ManualClock, ScriptedLLM

HELLO = [{"role": "user", "content": "Say hello."}]
TODAY = date(2026, 1, 1)
COST = Usage(1, 10, 5)
MOST = expected([Message("user", "Say hello.")], 100)


def metered(llm: Any = None, budget: Budget | None = None, **more: Any) -> Metered:
    more = {"clock": ManualClock(), **more}
    return Metered(llm or ScriptedLLM(Completion("Hello.", usage=COST)), budget, **more)


def ask(llm: Metered, way: str, **options: Any) -> Any:
    options = {"max_tokens": 100, **options}

    async def read() -> str:
        return "".join([piece async for piece in llm.astream(HELLO, **options)])

    if way == "complete":
        return llm.complete(HELLO, **options).text
    if way == "acomplete":
        return asyncio.run(llm.acomplete(HELLO, **options)).text
    return "".join(llm.stream(HELLO, **options)) if way == "stream" else asyncio.run(read())


WAYS = pytest.mark.parametrize("way", ["complete", "acomplete", "stream", "astream"])


class Counting:
    """A ledger that says what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def reserve(self, day: date, wanted: Spending, budget: Budget) -> None:
        budget.check(wanted)
        self.told.append(("reserve", day, wanted))

    def settle(self, day: date, wanted: Spending, spent: Spending) -> None:
        self.told.append(("settle", day, wanted, spent))


@WAYS
def test_what_a_call_costs_is_counted(way: str) -> None:
    llm = metered()
    assert [ask(llm, way), ask(llm, way)] == ["Hello.", "Hello."]
    assert llm.usage.calls == 2 and llm.model == "scripted"
    assert llm.ledger.spent(TODAY) == Spending.of(llm.usage)  # type: ignore[attr-defined]
    if "stream" not in way:
        assert llm.usage == Usage(2, 20, 10)


@WAYS
def test_most_is_booked_before_and_what_it_was_after(way: str) -> None:
    ledger = Counting()
    llm = metered(ledger=ledger)
    ask(llm, way)
    spent = Spending.of(llm.usage)
    assert ledger.told == [("reserve", TODAY, MOST), ("settle", TODAY, MOST, spent)]


@WAYS
@pytest.mark.parametrize(
    "budget",
    [
        Budget(tokens_per_call=MOST.tokens - 1),
        Budget(tokens_per_day=MOST.tokens - 1),
        Budget(calls_per_day=0),
    ],
)
def test_nothing_is_sent_beyond_a_budget(way: str, budget: Budget) -> None:
    script = ScriptedLLM("Hello.")
    llm = metered(script, budget)
    with pytest.raises(BudgetError, match="nothing was sent"):
        ask(llm, way)
    assert script.asked == []
    assert llm.usage == Usage()


@WAYS
def test_an_answer_that_is_paid_for_is_not_lost_to_a_full_disk(way: str) -> None:
    class Full(InProcessLedger):
        def settle(self, day: date, wanted: Spending, spent: Spending) -> None:
            raise StoreError("disk full")

    llm = metered(ledger=Full())
    with pytest.warns(UserWarning, match="disk full"):
        assert ask(llm, way) == "Hello."
    assert llm.ledger.spent(TODAY) == MOST  # type: ignore[attr-defined]
    broken = metered(ScriptedLLM(ModelError("no connection")), ledger=Full())
    with pytest.raises(ModelError, match="no connection"), pytest.warns(match="disk full"):
        ask(broken, way)


@WAYS
def test_a_day_has_an_end(way: str) -> None:
    clock = ManualClock(datetime(2026, 1, 1, 23, 59, tzinfo=UTC))
    llm = metered(budget=Budget(calls_per_day=2), clock=clock)
    ask(llm, way)
    ask(llm, way)
    with pytest.raises(BudgetError, match="calls_per_day is 2, 2 are spent"):
        ask(llm, way)
    clock.advance(seconds=60)
    assert ask(llm, way) == "Hello."
    assert llm.usage.calls == 3


def test_a_call_is_settled_on_the_day_that_it_began() -> None:
    clock, ledger = ManualClock(), Counting()

    def over_midnight(asked: Any) -> str:
        clock.advance(days=1)
        return "Hello."

    metered(ScriptedLLM(over_midnight), ledger=ledger, clock=clock).complete(HELLO)
    assert [told[1] for told in ledger.told] == [TODAY, TODAY]


def test_what_was_reserved_and_not_used_is_free_again() -> None:
    llm = metered(budget=Budget(tokens_per_day=MOST.tokens + 15))
    ask(llm, "complete")
    ask(llm, "complete")
    with pytest.raises(BudgetError, match="30 are spent or in use"):
        ask(llm, "complete")


def test_calls_under_way_cannot_pass_a_limit_together() -> None:
    begun, go = threading.Semaphore(0), threading.Event()

    def waiting(asked: Any) -> str:
        begun.release()
        assert go.wait(10)
        return "Hello."

    # A function, since the script gives one answer at a time.
    llm = metered(FunctionLLM(waiting), Budget(calls_per_day=2))
    results: list[Any] = []

    def call() -> None:
        try:
            results.append(llm.complete(HELLO).text)
        except BudgetError as error:
            results.append(error)

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in threads:
        begun.acquire()
    with pytest.raises(BudgetError):
        llm.complete(HELLO)
    go.set()
    for thread in threads:
        thread.join()
    assert results == ["Hello.", "Hello."]


def test_models_that_share_a_ledger_share_what_is_left() -> None:
    ledger = InProcessLedger()
    first, second = (metered(budget=Budget(calls_per_day=1), ledger=ledger) for _ in "ab")
    ask(first, "complete")
    with pytest.raises(BudgetError):
        ask(second, "complete")


@WAYS
def test_a_call_that_failed_costs_what_its_error_says(way: str) -> None:
    for usage, counted in ((None, Usage()), (Usage(2, 30, 4), Usage(2, 30, 4))):
        llm = metered(ScriptedLLM(ModelError("no", "raw", usage)))
        with pytest.raises(ModelError):
            ask(llm, way)
        assert llm.usage == counted
        assert llm.ledger.spent(TODAY) == Spending.of(counted)  # type: ignore[attr-defined]


@WAYS
def test_a_call_that_was_broken_off_costs_what_was_sent(way: str) -> None:
    llm = metered(ScriptedLLM(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        ask(llm, way)
    assert llm.usage.calls == 1 and llm.usage.estimated and llm.usage.input_tokens > 0


@pytest.mark.parametrize("late", [True, False])
def test_a_call_that_was_cancelled_costs_what_was_sent(late: bool) -> None:
    begun = asyncio.Event()

    async def forever(messages: Any) -> str:
        begun.set()
        await asyncio.Event().wait()
        return "never"

    async def cancelled(llm: Metered) -> None:
        task = asyncio.create_task(llm.acomplete(HELLO))
        await (begun.wait() if late else asyncio.sleep(0))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    llm = metered(FunctionLLM(forever))
    asyncio.run(cancelled(llm))
    assert llm.usage.calls == late == llm.usage.estimated
    assert llm.ledger.spent(TODAY) == Spending.of(llm.usage)  # type: ignore[attr-defined]


def test_a_call_that_was_cancelled_while_it_was_refused_leaves_nothing_behind() -> None:
    told: list[Any] = []

    async def cancelled(llm: Metered) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, what: told.append(what))
        task = asyncio.create_task(llm.acomplete(HELLO))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gc.collect()

    asyncio.run(cancelled(metered(budget=Budget(calls_per_day=0))))
    assert told == []


def test_a_stream_that_is_left_costs_what_arrived() -> None:
    llm = metered(ScriptedLLM("one two three four five six seven eight"))
    with llm.stream(HELLO) as pieces:
        assert next(pieces) == "one"
        assert llm.ledger.spent(TODAY).calls == 1  # type: ignore[attr-defined]
    assert llm.usage.estimated and 1 <= llm.usage.output_tokens <= 3
    assert llm.ledger.spent(TODAY) == Spending.of(llm.usage)  # type: ignore[attr-defined]


def test_a_stream_that_is_never_read_costs_nothing() -> None:
    script = ScriptedLLM("Hello.")
    llm = metered(script)
    llm.stream(HELLO)
    assert script.asked == [] and llm.usage == Usage()


def test_a_model_that_cannot_stream_answers_in_one_piece() -> None:
    class Plain:
        model = "plain"

        def complete(self, messages: Any, **options: Any) -> Completion:
            return Completion("Hello there.", usage=COST, truncated=True)

        async def acomplete(self, messages: Any, **options: Any) -> Completion:
            return self.complete(messages)

    llm = metered(Plain())
    pieces = llm.stream(HELLO)
    assert list(pieces) == ["Hello there."]
    assert (pieces.usage, pieces.truncated) == (COST, True)
    assert ask(llm, "astream") == "Hello there."
    assert llm.usage == Usage(2, 20, 10)


def test_a_stream_that_counts_is_believed() -> None:
    llm = metered(FunctionLLM(lambda messages: Completion("Hello.", usage=COST)))
    list(llm.stream(HELLO))
    assert llm.usage == COST


def test_a_call_with_a_schema_needs_room_for_its_repair() -> None:
    schema = {"type": "object"}
    llm = metered(ScriptedLLM([{"a": 1}, {"a": 2}]), Budget(calls_per_day=2))
    assert llm.complete(HELLO, schema=schema).parsed == {"a": 1}
    with pytest.raises(BudgetError, match="1 are spent or in use, and this call could take 2"):
        llm.complete(HELLO, schema=schema)


@pytest.mark.parametrize("options", [{"max_tokens": 0}, {"temperature": 9}])
@WAYS
def test_what_cannot_be_asked_is_not_booked(way: str, options: dict[str, Any]) -> None:
    ledger = Counting()
    with pytest.raises(InvalidInput):
        ask(metered(ledger=ledger), way, **options)
    assert ledger.told == []


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(InvalidInput, match="wrap a function with FunctionLLM"):
        Metered(lambda messages: "Hello.")  # type: ignore[arg-type]


def test_without_a_clock_it_is_today() -> None:
    llm = Metered(ScriptedLLM("Hello."))
    before = datetime.now(UTC).date()
    llm.complete(HELLO)
    after = datetime.now(UTC).date()
    assert isinstance(llm.ledger, InProcessLedger)
    assert any(llm.ledger.spent(day).calls for day in (before, after))


def test_a_ledger_forgets_days_long_past() -> None:
    ledger = InProcessLedger()
    for day in range(1, 20):
        ledger.reserve(date(2026, 1, day), Spending(1, 1), Budget())
    assert ledger.spent(date(2026, 1, 19)) == Spending(1, 1)
    assert ledger.spent(date(2026, 1, 1)) == Spending()
    ledger.settle(date(2026, 1, 1), Spending(1, 1), Spending(5, 5))  # much too late
    assert ledger.spent(date(2026, 1, 1)) == Spending()


@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(0, 60)), max_size=20),
    st.integers(0, 3000),
    st.integers(0, 8),
)
def test_a_day_never_costs_more_than_its_budget(
    calls: list[tuple[int, int]], tokens: int, number: int
) -> None:
    """As long as no model takes more than was asked of it."""
    budget = Budget(tokens_per_day=tokens, calls_per_day=number)
    taken = iter(calls)

    def answer(asked: Any) -> Any:
        most, used = current
        return Completion("ok", usage=Usage(1, 5, min(most, used)))

    llm = metered(ScriptedLLM(answer), budget)
    for current in taken:
        try:
            llm.complete(HELLO, max_tokens=current[0])
        except BudgetError:
            continue
    assert llm.usage.tokens <= tokens and llm.usage.calls <= number
