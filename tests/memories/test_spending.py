"""A budget that all processes of a store share."""

from __future__ import annotations

from pathlib import Path

import pytest

from seasoned import BudgetError, InvalidInput, Memory, Options
from seasoned.core.spending import Budget
from seasoned.testing import ManualClock, ScriptedLLM


def opened(path: Path, clock: ManualClock, llm: ScriptedLLM, **limits: int) -> Memory:
    options = Options(clock=clock, budget=Budget(**limits))
    return Memory.open(path / "m.db", embedder=False, llm=llm, options=options)


def test_a_day_is_shared_and_ends_at_midnight(tmp_path: Path) -> None:
    clock, one, other = ManualClock(), ScriptedLLM(["a"] * 9), ScriptedLLM(["b"] * 9)
    hello = [{"role": "user", "content": "hello"}]
    with (
        opened(tmp_path, clock, one, calls_per_day=3) as first,
        opened(tmp_path, clock, other, calls_per_day=3) as second,
    ):
        assert first.llm is not None and second.llm is not None
        for llm in (first.llm, second.llm, first.llm):
            llm.complete(hello, max_tokens=10)
        with pytest.raises(
            BudgetError,
            match="calls_per_day is 3, 3 are spent or in use, and this call could take 1; nothing",
        ):
            second.llm.complete(hello, max_tokens=10)
        assert len(other.asked) == 1
        clock.advance(days=1)
        second.llm.complete(hello, max_tokens=10)


def test_what_was_not_used_is_given_back(tmp_path: Path) -> None:
    clock, llm = ManualClock(), ScriptedLLM(["short"] * 9)
    with opened(tmp_path, clock, llm, tokens_per_day=300) as memory:
        assert memory.llm is not None
        for _ in range(4):  # 200 tokens are reserved each time, and a few used
            memory.llm.complete([{"role": "user", "content": "hello"}], max_tokens=200)


def test_a_memory_that_may_spend_no_more_goes_on_by_the_rules(tmp_path: Path) -> None:
    clock, llm = ManualClock(), ScriptedLLM([])
    with opened(tmp_path, clock, llm, calls_per_day=0) as memory:
        exchange = memory.updater.update("I live in Graz.")
        assert "calls_per_day" in exchange.problem
        assert memory.facts.count() == 1 and llm.asked == []


def test_a_budget_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidInput, match="budget"):
        Options(budget=100)  # type: ignore[arg-type]
