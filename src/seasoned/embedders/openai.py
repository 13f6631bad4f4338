"""Embeddings of OpenAI, or of any server that speaks its wire: vLLM, Ollama, TEI and the like.

Knows the limits of a request, what answers mean, and which failures concern one text only. The
official SDK talks: it holds the key, repeats what may be repeated, and keeps to the pause that a
server asks for.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from seasoned.core.tokens import estimate_tokens
from seasoned.embedders.answers import failure, listed, missing, prefixed, unit_rows
from seasoned.embedders.families import chosen_floor, chosen_prefixes, family, model_id
from seasoned.embedders.floors import Floor, Floored
from seasoned.errors import InvalidInput, ModelError

_log = logging.getLogger("seasoned")
# Statuses that blame the request: bad, too large, cannot be processed. All others blame the
# server, the key or the way there, and another text would fare no better.
_REFUSED: Final = frozenset({400, 413, 422})
_HOPELESS: Final = 3  # single texts refused before any was accepted: it is not the texts
_WIDE: Final = 8  # characters per token that texts seldom pass; more is cut off unread


@dataclass(frozen=True, slots=True)
class Requests:
    """How requests are made. The defaults are OpenAI's own limits, with some room.

    Attributes:
        texts: Most texts in one request.
        tokens: Most tokens in one request, by our estimate.
        text_tokens: Most tokens of one text; the rest of a longer one is not sent.
        timeout: Seconds that one try may take.
        retries: Further tries after a timeout, a lost connection, or a status of 408, 409, 429
            or 5xx, each after the pause that the server asks for, else a growing one.
        encoding: Of vectors on the wire; ``float`` for a server that does not know ``base64``,
            which is a quarter of the size.
    """

    texts: int = 2048
    tokens: int = 250_000
    text_tokens: int = 8_000
    timeout: float = 60.0
    retries: int = 4
    encoding: Literal["base64", "float"] = "base64"

    def __post_init__(self) -> None:
        for name in ("texts", "tokens", "text_tokens", "timeout"):
            if getattr(self, name) <= 0:
                raise InvalidInput(f"{name}={getattr(self, name)!r} must be above 0")
        if self.retries < 0:
            raise InvalidInput(f"retries={self.retries!r} must be at least 0")
        if self.encoding not in ("base64", "float"):
            raise InvalidInput(f"encoding={self.encoding!r}; it can be 'base64' or 'float'")


class OpenAIEmbedder(Floored):
    """Vectors from a server; safe to share between threads and to fork.

    Attributes:
        model: Name of the model and, if they were asked for, the number of dimensions.
        dim: Length of a vector; 0 until the first answer, if no dimensions were asked for.
    """

    def __init__(
        self,
        name: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        dimensions: int | None = None,
        prefixes: tuple[str, str] | None = None,
        floor: float | None = None,
        requests: Requests | None = None,
    ) -> None:
        """Prepare a client; nothing is sent yet.

        Args:
            name: Of the model, as the server knows it. If a server puts other weights behind the
                same name, vectors of both would be taken for one model's; use another name.
            api_key: The key. Without it the SDK takes `OPENAI_API_KEY` of the environment. A
                server that asks for none takes any text.
            base_url: Of another server, with its ``/v1``. Without it the SDK takes
                `OPENAI_BASE_URL` of the environment, else OpenAI's own.
            dimensions: Length of vectors to ask for, where the model can shorten them.
            prefixes: In front of a query and of a document; by the name if not given.
            floor: In [-1, 1]; if not given by the name, else found at first use by a request
                for each kind of text.
            requests: How requests are made.

        Raises:
            MissingExtra: the SDK is not installed.
            InvalidInput: an argument cannot be used, or there is no key.
        """
        try:
            import openai
        except ImportError as error:
            raise missing("openai", error) from error
        _check(name, dimensions)
        self._name, self._requests = name, requests or Requests()
        known = family(name)
        self._prefixes = chosen_prefixes(prefixes, known.prefixes)
        self._asked_dim = dimensions
        self.model: str = model_id("openai", name, dimensions, self._prefixes)
        self.dim: int = dimensions or 0
        alike = self._prefixes.query == self._prefixes.document
        self._floor = Floor(chosen_floor(floor, known.floor), self.embed, alike=alike)
        self._make = partial(
            openai.OpenAI,
            api_key=api_key,
            base_url=base_url,
            timeout=self._requests.timeout,
            max_retries=self._requests.retries,
        )
        try:
            self._client: Any = self._make()
        except openai.OpenAIError as error:
            raise InvalidInput(
                "there is no key for the embedding server: set OPENAI_API_KEY or give api_key=; "
                "a server of your own that asks for none takes any text"
            ) from error
        self._process = os.getpid()

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        """Vectors of the texts, each behind the prefix of its kind.

        Returns:
            float32, shape (len(texts), dim), each row of unit length, or all zeros for a blank
            text, which is not sent. If some texts were embedded and others not, the rows of those
            others are NaN, and the log says why.

        Raises:
            InvalidInput: `texts` is a single string.
            ModelError: no text was embedded, or an answer cannot be understood.
        """
        given = prefixed(listed(texts), getattr(self._prefixes, kind))
        places = [place for place, text in enumerate(given) if text]
        work = _Work(self, [self._cut(given[place]) for place in places])
        found = work.done()
        rows = np.zeros((len(given), self.dim), np.float32)
        for place, vector in zip(places, found, strict=True):
            rows[place] = np.nan if vector is None else vector
        return rows

    def close(self) -> None:
        """Close the connections to the server; a later call opens new ones."""
        self._client.close()

    def ask(self, texts: list[str]) -> NDArray[np.float32]:
        """One request, repeated by the SDK where that can help.

        Raises:
            ModelError: it failed, or its answer is no vector for each text.
        """
        client = self._own_client()
        more = {} if self._asked_dim is None else {"dimensions": self._asked_dim}
        try:
            answer = client.embeddings.create(
                model=self._name, input=texts, encoding_format=self._requests.encoding, **more
            )
            rows = self._in_order(answer.data, len(texts))
        except ModelError:
            raise
        except Exception as error:  # a server's answer can break the SDK in any way
            raise failure(self.model, error) from error
        vectors = unit_rows(rows, len(texts), model=self.model, dim=self.dim)
        self.dim = vectors.shape[1]
        return vectors

    def _own_client(self) -> Any:
        if self._process != os.getpid() or self._client.is_closed():
            # A forked child must not talk through its parent's connections.
            self._client, self._process = self._make(), os.getpid()
        return self._client

    def _in_order(self, data: Any, count: int) -> list[Any]:
        """The vectors in the order of the texts, as the server numbered them."""
        found = {item.index: item.embedding for item in data}
        if len(data) != count or found.keys() != set(range(count)):
            raise ModelError(
                f"embedder {self.model!r} answered {len(data)} vectors numbered "
                f"{sorted(map(str, found))[:5]} to {count} text(s); each text needs one"
            )
        return [_numbers(found[place]) for place in range(count)]

    def _cut(self, text: str) -> str:
        """The start of the text that a request may hold."""
        most = min(self._requests.text_tokens, self._requests.tokens)
        if len(text) <= most // 3:
            return text  # no piece costs more than three tokens a character
        text = text[: most * _WIDE]
        while (tokens := estimate_tokens(text)) > most:
            text = text[: max(1, int(len(text) * most / tokens * 0.95))]
        return text

    def batches(self, texts: Sequence[str]) -> Iterator[list[int]]:
        """Places of texts that fit into one request each."""
        batch: list[int] = []
        room = 0
        for place, text in enumerate(texts):
            tokens = estimate_tokens(text)
            if batch and (len(batch) == self._requests.texts or tokens > room):
                yield batch
                batch = []
            if not batch:
                room = self._requests.tokens
            batch.append(place)
            room -= tokens
        if batch:
            yield batch


def _check(name: str, dimensions: int | None) -> None:
    if not name.strip():
        raise InvalidInput(f"name={name!r} is blank; name a model, e.g. text-embedding-3-small")
    if dimensions is not None and dimensions < 1:
        raise InvalidInput(f"dimensions={dimensions}; a vector has at least 1 number")


class _Work:
    """The texts of one call, and what became of them."""

    def __init__(self, embedder: OpenAIEmbedder, texts: list[str]) -> None:
        self._embedder, self._texts = embedder, texts
        self._found: list[NDArray[np.float32] | None] = [None] * len(texts)
        self._refused = 0

    def done(self) -> list[NDArray[np.float32] | None]:
        """A vector for each text, None where there is none."""
        error: ModelError | None = None
        try:
            for batch in self._embedder.batches(self._texts):
                error = self._embed(batch) or error
        except ModelError as stopped:
            error = stopped
        left = sum(vector is None for vector in self._found)
        if error is not None:
            if left == len(self._texts):
                raise error
            # What was paid for is kept; the others are asked for again when they are healed.
            _log.warning("%d of %d texts have no vector: %s", left, len(self._texts), error)
        return self._found

    def _embed(self, batch: list[int]) -> ModelError | None:
        """Embed a batch; halves of it, if the server refuses it, down to the text to blame."""
        try:
            vectors = self._embedder.ask([self._texts[place] for place in batch])
        except ModelError as error:
            if getattr(error.__cause__, "status_code", None) not in _REFUSED:
                raise
            if len(batch) == 1:
                self._refuse(error)
                return error
            half = len(batch) // 2
            first = self._embed(batch[:half])
            return self._embed(batch[half:]) or first
        for place, vector in zip(batch, vectors, strict=True):
            self._found[place] = vector
        return None

    def _refuse(self, error: ModelError) -> None:
        self._refused += 1
        if self._refused == _HOPELESS and all(vector is None for vector in self._found):
            raise error


def _numbers(vector: object) -> object:
    """A vector as it came; base64 that the SDK left as it was is read here."""
    if not isinstance(vector, str):
        return vector
    import base64

    return np.frombuffer(base64.b64decode(vector, validate=True), "<f4")
