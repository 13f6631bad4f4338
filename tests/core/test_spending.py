from __future__ import annotations

from typing import Any

import pytest

from seasoned.core.completions import Usage
from seasoned.core.messages import Message
from seasoned.core.spending import Budget, Spending, estimated, expected, tokens_of
from seasoned.errors import BudgetError, InvalidInput

TEXT = Message("user", "word " * 100)


def test_usage_adds_up() -> None:
    usage = Usage(1, 10, 5) + Usage(2, 20, 7, estimated=True)
    assert usage == Usage(3, 30, 12, estimated=True)
    assert Spending.of(usage) == Spending(3, 42)


def test_a_budget_lets_through_what_it_has_room_for() -> None:
    budget = Budget(tokens_per_call=100, tokens_per_day=150, calls_per_day=2)
    budget.check(Spending(1, 100))
    budget.check(Spending(1, 100), Spending(1, 50))
    Budget().check(Spending(10**6, 10**9))


@pytest.mark.parametrize(
    ("wanted", "spent", "said"),
    [
        (Spending(1, 101), Spending(), "tokens_per_call is 100, and this call could take 101"),
        (
            Spending(1, 100),
            Spending(1, 51),
            "tokens_per_day is 150, 51 are spent or in use, and this call could take 100",
        ),
        (Spending(1, 1), Spending(2, 0), "calls_per_day is 2, 2 are spent"),
        (Spending(2, 1), Spending(1, 0), "calls_per_day is 2, 1 are spent"),
    ],
)
def test_a_budget_says_which_limit_would_be_passed(
    wanted: Spending, spent: Spending, said: str
) -> None:
    budget = Budget(tokens_per_call=100, tokens_per_day=150, calls_per_day=2)
    with pytest.raises(BudgetError, match=said) as caught:
        budget.check(wanted, spent)
    assert "nothing was sent" in str(caught.value)


@pytest.mark.parametrize("value", [-1, 1.5, "many", True])
def test_limits_are_whole_numbers(value: Any) -> None:
    with pytest.raises(InvalidInput, match="tokens_per_day"):
        Budget(tokens_per_day=value)


def test_a_limit_of_nothing_lets_nothing_through() -> None:
    with pytest.raises(BudgetError):
        Budget(calls_per_day=0).check(Spending(1, 1))


def test_messages_cost_all_that_is_sent_of_them() -> None:
    plain = tokens_of([TEXT])
    assert 100 <= plain <= 130
    call = {"id": "c", "function": {"name": "find", "arguments": '{"q": "x"}' * 20}}
    use = {"type": "tool_use", "id": "c", "name": "find", "input": {"q": "x" * 100}}
    result = {"type": "tool_result", "tool_use_id": "c", "content": "word " * 100}
    nested = {"type": "tool_result", "content": [{"type": "text", "text": "word " * 100}, 5]}
    assert tokens_of([Message("assistant", tool_calls=(call,))]) > 50
    assert tokens_of([Message("assistant", (use,))]) > 20
    assert tokens_of([Message("user", (result,))]) >= plain - 5
    assert tokens_of([Message("user", (nested,))]) >= plain - 5
    assert tokens_of([Message("user", ({"type": "image_url"},))]) > 1000
    assert tokens_of([]) == 0


def test_a_call_with_a_schema_may_cost_a_second_turn() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    plain = expected([TEXT], 50)
    assert plain == Spending(1, tokens_of([TEXT]) + 50)
    shaped = expected([TEXT], 50, schema)
    assert shaped.calls == 2
    assert shaped.tokens > 2 * plain.tokens + 50


def test_what_nobody_counts_is_estimated() -> None:
    usage = estimated([TEXT], "word " * 10, None)
    assert usage.estimated and usage.calls == 1
    assert usage.input_tokens == tokens_of([TEXT]) and 10 <= usage.output_tokens <= 15
    assert estimated([TEXT], "", {"type": "object"}).input_tokens > usage.input_tokens
