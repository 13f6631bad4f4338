"""What is handed to a store of notes, chunks, facts and sessions, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from seasoned.core.facts import Fact
from seasoned.core.notes import CHUNK, FACT, NOTE, Chunk, Note

Record = Note | Chunk | Fact


class Columns(NamedTuple):
    """What filters read of a record, which follows from it.

    Attributes:
        item: Kind of item: ``note``, ``chunk`` or ``fact``.
        user: Whose it is, None if it is shared.
        label: Kind of the note or fact; ``chunk`` of chunks.
        source: Where it comes from.
        document: Name of the document; of a fact its subject.
        place: Number within the document.
        session: The conversation that it comes from.
        at: When it was so, seconds since the epoch.
    """

    item: str
    user: str | None
    label: str
    source: str
    document: str | None
    place: int
    session: str | None
    at: float


def columns_of(record: Record) -> Columns:
    """The columns of a record that has its times filled in."""
    if isinstance(record, Fact):
        at = record.recorded_at.timestamp() if record.recorded_at else 0.0
        more = (record.kind, record.source, record.subject, 0, record.session, at)
        return Columns(FACT, record.user, *more)
    at = record.at.timestamp() if record.at else 0.0
    if isinstance(record, Chunk):
        told = (CHUNK, record.origin, record.source, record.place, None, at)
        return Columns(CHUNK, record.user, *told)
    return Columns(NOTE, record.user, record.kind, record.source, None, 0, record.session, at)


@dataclass(frozen=True, slots=True)
class PassageWrite:
    """A note, a chunk or a fact with what search needs of it, to be kept in one transaction.

    Attributes:
        record: With id, times, namespace and user filled in.
        body: The record as JSON.
        content: Digest that is equal for what says the same, and so need not be kept again.
        text: The lexical search text.
        terms: Distinct terms and how often each occurs.
        analyzer: Version of the analyzer that made them.
        meanings: Texts whose mean vector stands for it by meaning.
        vector: float16 little-endian bytes, or None where there is none.
        model: Id of the model that made the vector.
        awaited: Whether it should have a vector and has none yet.
        replaces: Whether it takes the place of the record with its id. Where the search text is
            the same, vector and terms stay as they are.
        instead: The body that it takes the place of, None for any.
    """

    record: Record
    body: bytes
    content: str
    text: str
    terms: dict[str, int]
    analyzer: str
    meanings: tuple[str, ...]
    vector: bytes | None = None
    model: str | None = None
    awaited: bool = False
    replaces: bool = False
    instead: bytes | None = None

    @property
    def key(self) -> str | None:
        """Of the caller's own; notes may have one."""
        return self.record.key if isinstance(self.record, Note) else None


@dataclass(frozen=True, slots=True)
class Passage:
    """A note or chunk as it was stored.

    Attributes:
        body: The record as JSON.
        uses: How often it was found.
        used: When it was last found, seconds since the epoch; None if never.
    """

    id: str
    body: bytes
    uses: int = 0
    used: float | None = None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as it is stored.

    Attributes:
        state: ``open`` or ``closed``.
        started: When its first message came, seconds since the epoch.
        version: Grows whenever messages are folded or evicted, and when it is closed.
        summary: JSON of the summary of what was folded, None before the first.
        episode: Id of the episode that it became.
        messages: How many it has had.
    """

    id: str
    user: str | None
    state: str
    started: float
    version: int = 0
    summary: bytes | None = None
    episode: str | None = None
    messages: int = 0


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message as it is stored.

    Attributes:
        place: Its number within the session, from 1, in order of arrival.
        state: ``live`` in the context, ``folded`` into the summary, or ``evicted``; each stays
            readable.
        tokens: What it costs in a context.
        importance: In [0, 1].
        body: The message as JSON.
        counter: Which way of counting found its tokens, 0 if that is unknown.
    """

    place: int
    tokens: int
    importance: float
    body: bytes
    state: str = "live"
    counter: int = 0


@dataclass(frozen=True, slots=True)
class ExchangeRow:
    """What a user said and was answered, kept with what was learned of it.

    Attributes:
        at: When, seconds since the epoch.
        state: ``learned``, ``nothing``, or ``unusable`` where a model's answer could not be read.
        body: The exchange with what was extracted, and why, as JSON.
    """

    id: str
    user: str | None
    at: float
    state: str
    body: bytes
    session: str | None = None
