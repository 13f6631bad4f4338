"""What a language model answered, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls of a model cost.

    Attributes:
        calls: Requests that were answered, repairs included.
        input_tokens: Tokens of what was sent.
        output_tokens: Tokens of what came back.
        estimated: Whether the model did not count, and the numbers are estimates.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.estimated or other.estimated,
        )

    @property
    def tokens(self) -> int:
        """Of both ways."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer.

    Attributes:
        text: As it came; without a schema, without thoughts (``<think>``) before it.
        parsed: The JSON value in it that fits the schema that was asked for; None without one.
        usage: What it cost, all tries included.
        model: Name of the model, as it gave it.
        truncated: Whether the answer ends where `max_tokens` ended it.
    """

    text: str
    parsed: Any = None
    usage: Usage = Usage()
    model: str = ""
    truncated: bool = False
