"""What calls of a model may cost, and what one will cost at most.

Knows limits and estimates. What was spent so far is a ledger's to know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from seasoned.core import values
from seasoned.core.completions import Usage
from seasoned.core.messages import Message
from seasoned.core.tokens import estimate_tokens
from seasoned.errors import BudgetError, InvalidInput

_FRAME: Final = 4  # tokens that mark where a message begins and who speaks
_PICTURE: Final = 1600  # tokens of a part that is no text; what vendors bill for a large picture
_REPAIR: Final = 200  # tokens of the words of a repair turn, what was wrong included


@dataclass(frozen=True, slots=True)
class Spending:
    """Requests and tokens, of both ways."""

    calls: int = 0
    tokens: int = 0

    def __add__(self, other: Spending) -> Spending:
        """Both together."""
        return Spending(self.calls + other.calls, self.tokens + other.tokens)

    def __sub__(self, other: Spending) -> Spending:
        """What is left of it, never below nothing."""
        return Spending(max(0, self.calls - other.calls), max(0, self.tokens - other.tokens))

    @classmethod
    def of(cls, usage: Usage) -> Spending:
        """What a usage amounts to."""
        return cls(usage.calls, usage.tokens)


_NOTHING: Final = Spending()


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits that no call passes; None sets none. A day is one of UTC.

    Attributes:
        tokens_per_call: Most tokens of one call, sent and received, its repair turn included.
        tokens_per_day: Most tokens of a day.
        calls_per_day: Most requests of a day; a call with a schema may take two.
    """

    tokens_per_call: int | None = None
    tokens_per_day: int | None = None
    calls_per_day: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            given = getattr(self, field.name)
            if given is not None:
                object.__setattr__(self, field.name, values.count(given, field.name))

    def check(self, wanted: Spending, spent: Spending = _NOTHING) -> None:
        """Let a call through, or not.

        Args:
            wanted: What it costs at most.
            spent: What the day has cost so far, calls under way included.

        Raises:
            BudgetError: it could pass a limit; the text says which, and by how much.
        """
        for name, limit, most, before in (
            ("tokens_per_call", self.tokens_per_call, wanted.tokens, 0),
            ("tokens_per_day", self.tokens_per_day, wanted.tokens, spent.tokens),
            ("calls_per_day", self.calls_per_day, wanted.calls, spent.calls),
        ):
            if limit is not None and before + most > limit:
                used = f", {before} are spent or in use" if before else ""
                day = "wait for the next day (UTC), " if before else ""
                raise BudgetError(
                    f"{name} is {limit}{used}, and this call could take {most}; nothing was sent. "
                    f"To go on, {day}shorten the messages, lower max_tokens or raise the limit"
                )


def tokens_of(messages: Iterable[Message]) -> int:
    """About how many tokens messages take, calls of tools and pictures included."""
    return sum(_FRAME + sum(map(_part, m.parts)) + _json(list(m.tool_calls)) for m in messages)


def expected(
    messages: Iterable[Message], max_tokens: int, schema: Mapping[str, Any] | None = None
) -> Spending:
    """What a call costs at most, by estimates.

    With a schema there may be a second turn, which sends the first answer again.
    """
    given = tokens_of(messages)
    if schema is None:
        return Spending(1, given + max_tokens)
    told = _json(schema)
    first = given + told + max_tokens
    return Spending(2, first + first + told + max_tokens + _REPAIR)


def estimated(messages: Iterable[Message], text: str, schema: Mapping[str, Any] | None) -> Usage:
    """What one request cost, where the model did not count."""
    told = 0 if schema is None else _json(schema)
    return Usage(1, tokens_of(messages) + told, estimate_tokens(text), estimated=True)


def _part(part: Mapping[str, Any]) -> int:
    kind = part.get("type")
    if isinstance(part.get("text"), str):
        return estimate_tokens(part["text"])
    if kind == "tool_result":
        inner = part.get("content")
        if isinstance(inner, str):
            return estimate_tokens(inner)
        listed = inner if isinstance(inner, list) else []
        return sum(_part(one) for one in listed if isinstance(one, dict))
    return _json(part) if kind == "tool_use" else _PICTURE


def _json(value: Any) -> int:
    if not value:
        return 0
    try:
        return estimate_tokens(json.dumps(value, ensure_ascii=False, default=str))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"cannot be sent as JSON: {values.shown(value)}; {error}") from error
