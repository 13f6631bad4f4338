"""What may be asked of a language model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from seasoned.core.completions import Completion
from seasoned.core.messages import Message

Messages = Sequence[Message | Mapping[str, Any]]
Schema = Mapping[str, Any]


class LLM(Protocol):
    """Answers a conversation, as text or as JSON that fits a schema."""

    @property
    def model(self) -> str:
        """Name of the model, for logs and messages."""
        ...

    def complete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The next message of a conversation.

        Args:
            messages: What was said, oldest first; not empty.
            schema: JSON schema that the answer must fit; `Completion.parsed` holds the value.
            max_tokens: Most tokens of the answer, at least 1.
            temperature: In [0, 2]; 0 is the likeliest answer.

        Raises:
            InvalidInput: an argument is out of range.
            BudgetError: it would spend more than is allowed; nothing was sent.
            ModelError: the model failed, refused, or never gave JSON that fits; the error has
                what it said.
        """
        ...

    async def acomplete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The same without blocking the event loop."""
        ...


@runtime_checkable
class Streaming(Protocol):
    """A model that can also hand over its answer piece by piece."""

    def stream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> Iterator[str]:
        """Pieces of the answer, in order."""
        ...

    def astream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> AsyncIterator[str]:
        """The same without blocking the event loop."""
        ...
