"""Fakes for tests of what is built on seasoned: no model, no network, no waiting.

Everything here gives the same results in every process and on every machine.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.core import values
from seasoned.core.completions import Completion
from seasoned.core.jsontext import json_values, kinds_of
from seasoned.core.messages import Message
from seasoned.core.spending import estimated
from seasoned.errors import InvalidInput, ModelError
from seasoned.ports.llm import Messages, Schema
from seasoned.schemas import checker

_START = datetime(2026, 1, 1, 12, tzinfo=UTC)
_TRIGRAM_SHARE = 1.0  # length that a word's spelling adds to the 1 of the word itself


class ManualClock:
    """A clock that moves only when told to."""

    def __init__(self, start: datetime = _START) -> None:
        """Set the clock.

        Args:
            start: An aware moment; without it noon of 1 January 2026.

        Raises:
            InvalidInput: `start` has no time zone.
        """
        if start.tzinfo is None:
            raise InvalidInput(f"start={start!r} has no time zone; add tzinfo=UTC")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment it stands at, aware UTC."""
        return self._now

    def advance(self, seconds: float = 0.0, *, days: float = 0.0) -> datetime:
        """Move on and return the new moment; negative values move back."""
        self._now += timedelta(days=days, seconds=seconds)
        return self._now


class HashEmbedder:
    """Vectors from spelling alone: texts with words, or parts of words, in common are near.

    It understands nothing and stands in for a model where only the mechanics matter. A text
    without letters or digits gets the zero vector.

    Attributes:
        model: Names the dimension, since other dimensions give other vectors.
        dim: Length of a vector.
        floor: Cosine that unrelated short texts seldom reach with 64 dimensions.
    """

    def __init__(self, dim: int = 64, *, floor: float = 0.3) -> None:
        """Choose the size.

        Args:
            dim: At least 1; small ones let unrelated texts collide.
            floor: In [-1, 1].

        Raises:
            InvalidInput: `dim` is below 1.
        """
        if dim < 1:
            raise InvalidInput(f"dim={dim}; a vector has at least 1 number")
        self.model: str = f"hash-{dim}"
        self.dim: int = dim
        self.floor: float = floor

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, whatever the kind.

        Returns:
            float32, shape (len(texts), dim), each row of unit length or all zeros.
        """
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                vector += _word_vector(word, self.dim)
            vector /= np.sqrt(vector @ vector) or 1.0
        return vectors


@lru_cache(maxsize=20_000)
def _word_vector(word: str, dim: int) -> NDArray[np.float32]:
    """Signed feature hashing of a word and its letter trigrams (Weinberger et al., 2009)."""
    edged = f"<{word}>"
    trigrams = [edged[start : start + 3] for start in range(len(edged) - 2)]
    vector = np.zeros(dim, dtype=np.float32)
    for feature, weight in [
        (f"word {word}", 1.0),
        *((f"part {part}", _TRIGRAM_SHARE / len(trigrams) ** 0.5) for part in trigrams),
    ]:
        # "surrogatepass": texts of other programs may hold halves of characters.
        digest = blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "little")
        vector[(number >> 1) % dim] += weight if number & 1 else -weight
    vector.flags.writeable = False
    return vector


@dataclass(frozen=True, slots=True)
class Asked:
    """What a scripted model was asked.

    Attributes:
        messages: Oldest first.
        schema: That the answer has to fit, if any.
        max_tokens: Most tokens of the answer.
        temperature: In [0, 2].
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    max_tokens: int = 1024
    temperature: float = 0.0

    @property
    def text(self) -> str:
        """What all messages say, a line each."""
        return "\n".join(message.text for message in self.messages)


class ScriptedLLM:
    """A language model that says what it was told to say, and remembers what it was asked.

    An answer is text, a JSON value, a `Completion`, or an exception to be raised. With a schema it
    has to fit, as with every model; one that does not is a `ModelError` at once, without a second
    try, so that each call takes one answer. What it costs is estimated from the texts.

    Attributes:
        model: Name of the model.
        asked: What it was asked, oldest first.
    """

    def __init__(
        self,
        answers: str
        | BaseException
        | Completion
        | Sequence[Any]
        | Mapping[str, Any]
        | Callable[[Asked], Any],
        *,
        model: str = "scripted",
    ) -> None:
        """Write the script.

        Args:
            answers: One answer for every call: text, a completion or an exception. Or a list of
                answers to be given in this order. Or a mapping from a part of what is asked, in
                any message, to the answer; the first that occurs counts, and "" always does. Or
                a function of an `Asked`.
            model: Name of the model.
        """
        self.model: str = model
        self.asked: list[Asked] = []
        self._answers = answers
        self._given = 0
        self._lock = threading.Lock()

    def complete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The next answer of the script; see `LLM`.

        Raises:
            InvalidInput: an argument is out of range.
            ModelError: the script has no answer, or it does not fit the schema.
        """
        asked = Asked(
            tuple(map(Message.of, messages)),
            None if schema is None else values.json_object(schema, "schema"),
            values.count(max_tokens, "max_tokens", least=1),
            values.number(temperature, "temperature", 0.0, 2.0),
        )
        if not asked.messages:
            raise InvalidInput("messages is empty; ask something")
        with self._lock:
            self.asked.append(asked)
            answer = self._next(asked)
        if isinstance(answer, BaseException) or (
            isinstance(answer, type) and issubclass(answer, BaseException)
        ):
            raise answer
        return self._completed(asked, answer)

    async def acomplete(
        self,
        messages: Messages,
        *,
        schema: Schema | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
    ) -> Completion:
        """The same on an event loop."""
        await asyncio.sleep(0)  # others have their turn, as with a real one
        return self.complete(
            messages, schema=schema, max_tokens=max_tokens, temperature=temperature
        )

    def stream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> Iterator[str]:
        """The next answer of the script, word by word."""
        told = self.complete(messages, max_tokens=max_tokens, temperature=temperature)
        yield from re.findall(r"\s*\S+\s*\Z|\s*\S+|\s+", told.text)

    async def astream(
        self, messages: Messages, *, max_tokens: int = 1024, temperature: float = 0.0
    ) -> AsyncIterator[str]:
        """The same on an event loop."""
        for word in self.stream(messages, max_tokens=max_tokens, temperature=temperature):
            await asyncio.sleep(0)
            yield word

    def _next(self, asked: Asked) -> Any:
        script = self._answers
        if isinstance(script, str | Completion | BaseException):
            return script
        if isinstance(script, Mapping):
            for part, answer in script.items():
                if part in asked.text:
                    return answer
            raise ModelError(f"the script has no answer to {asked.text[-200:]!r}")
        if callable(script):
            return script(asked)
        if self._given >= len(script):
            raise ModelError(f"the script has {len(script)} answers, and this call is one more")
        self._given += 1
        return script[self._given - 1]

    def _completed(self, asked: Asked, answer: Any) -> Completion:
        if not isinstance(answer, Completion):
            text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
            answer = Completion(text, usage=estimated(asked.messages, text, asked.schema))
        told: Completion = replace(answer, model=answer.model or self.model)
        if asked.schema is None or told.parsed is not None:
            return told
        check, wrong = checker(asked.schema), "it holds no JSON of the right kind"
        for value in json_values(told.text, kinds_of(asked.schema)):
            if (found := check(value)) is None:
                return replace(told, parsed=value)
            wrong = found
        raise ModelError(
            f"model {self.model!r} gave no JSON that fits the schema: {wrong}; it said "
            f"{told.text[:200]!r}",
            told.text,
            told.usage,
        )
