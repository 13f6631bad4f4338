"""Language models where the sync memory expects a sync one: awaited on the event loop.

A worker thread that asks leaves its call, as with async embedders, so that a model that takes its
time holds up no thread, and the loop neither. A model that has `acomplete` alone will do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from seasoned.aio.models import asking
from seasoned.connect import choose_llm
from seasoned.core.completions import Completion
from seasoned.core.messages import Message
from seasoned.errors import InvalidInput
from seasoned.ports.llm import LLM, Messages, Schema


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked; two are equal that ask the same.

    Attributes:
        said: All of it, as JSON.
        messages: What was said.
        schema: That the answer must fit, if any.
        limits: Of the answer, by name.
    """

    said: str
    messages: tuple[Message, ...] = field(compare=False)
    schema: Schema | None = field(compare=False)
    limits: Mapping[str, Any] = field(compare=False)


def fronted_llm(llm: Any) -> LLM | None:
    """A sync model in front of an awaited one; None for None.

    Raises:
        InvalidInput: it is no model.
        MissingExtra: the library it needs is not installed.
    """
    if llm is None or isinstance(llm, LLMFront):
        return llm
    alone = hasattr(llm, "acomplete") and hasattr(llm, "model") and not hasattr(llm, "complete")
    return LLMFront(llm if alone else choose_llm(llm))


class LLMFront:
    """Stands for a model: its name is the same, its answers are asked for."""

    def __init__(self, llm: Any) -> None:
        self._llm = llm

    @property
    def model(self) -> str:
        """Name of the model."""
        name: str = self._llm.model
        return name

    def complete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The answer that was awaited, or the error that there was.

        Outside the calls of a memory the model is asked as it is.

        Raises:
            InvalidInput: so it is asked, and can only be awaited.
        """
        how = asking.get(None)
        if how is None:
            return self._blocking(
                messages, schema=schema, max_tokens=max_tokens, temperature=temperature
            )
        said = tuple(map(Message.of, messages))
        limits = {"max_tokens": max_tokens, "temperature": temperature}
        told = [[message.to_chat() for message in said], schema, limits]
        whole = json.dumps(told, sort_keys=True, default=repr)
        answer: Completion = how.ask(self._answer, Question(whole, said, schema, limits))
        return answer

    async def acomplete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """What the model answers."""
        answer: Completion = await self._llm.acomplete(
            messages, schema=schema, max_tokens=max_tokens, temperature=temperature
        )
        return answer

    def _blocking(self, messages: Messages, **more: Any) -> Completion:
        complete = getattr(self._llm, "complete", None)
        if complete is None:
            raise InvalidInput(f"{self.model!r} can only be awaited; use acomplete()")
        answer: Completion = complete(messages, **more)
        return answer

    async def _answer(self, question: Question) -> Completion:
        return await self.acomplete(question.messages, schema=question.schema, **question.limits)
