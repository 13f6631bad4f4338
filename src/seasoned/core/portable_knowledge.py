"""What is known beside episodes, as records that any store can give and take; see `portable`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from seasoned.core import values
from seasoned.core.facts import Fact
from seasoned.core.feedback import assign
from seasoned.core.knowledge import PassageWrite
from seasoned.core.messages import Message
from seasoned.core.notes import Chunk, Note
from seasoned.errors import InvalidInput

_YEARS: Final = (-62135596800.0, 253402300799.0)  # 1 to 9999, in seconds since the epoch
_SESSION: Final = ("open", "closed")
_MESSAGE: Final = ("live", "folded", "evicted")
_EXCHANGE: Final = ("learned", "nothing", "unusable")


@dataclass(frozen=True, slots=True)
class KeptNote:
    """A note.

    Attributes:
        note: Without its namespace, which stands beside it.
    """

    namespace: str
    note: Note

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        _named(self.note.id, "note.id")
        values.moment(self.note.at, "note.at")
        assign(self, note=replace(self.note, namespace=""))

    @property
    def record(self) -> Note:
        """The note, its namespace included."""
        return replace(self.note, namespace=self.namespace)


@dataclass(frozen=True, slots=True)
class KeptChunk:
    """A part of a document.

    Attributes:
        chunk: Without its namespace, which stands beside it.
    """

    namespace: str
    chunk: Chunk

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        _named(self.chunk.id, "chunk.id")
        values.moment(self.chunk.at, "chunk.at")
        assign(self, chunk=replace(self.chunk, namespace=""))

    @property
    def record(self) -> Chunk:
        """The chunk, its namespace included."""
        return replace(self.chunk, namespace=self.namespace)


@dataclass(frozen=True, slots=True)
class KeptUses:
    """How often a note was found.

    Attributes:
        item: Id of the note.
        uses: How often.
        used: When last, seconds since the epoch.
    """

    namespace: str
    item: str
    uses: int
    used: float

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        _named(self.item, "item")
        assign(
            self,
            uses=values.count(self.uses, "uses"),
            used=values.number(self.used, "used", *_YEARS),
        )


@dataclass(frozen=True, slots=True)
class KeptFact:
    """A version of a fact, believed or not.

    Attributes:
        fact: Without its namespace, which stands beside it.
    """

    namespace: str
    fact: Fact

    def __post_init__(self) -> None:
        values.name(self.namespace, "namespace")
        _named(self.fact.id, "fact.id")
        values.moment(self.fact.recorded_at, "fact.recorded_at")
        assign(self, fact=replace(self.fact, namespace=""))

    @property
    def user(self) -> str | None:
        """Whose it is."""
        return self.fact.user


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A conversation without its messages, which follow.

    Attributes:
        started: When it began, seconds since the epoch.
        version: How often it was folded or closed.
        summary: Of what was folded, as JSON; None before that.
        episode: Id of the episode that it became.
    """

    namespace: str
    id: str
    started: float
    state: str = "open"
    version: int = 0
    summary: Any = None
    episode: str | None = None
    user: str | None = None

    def __post_init__(self) -> None:
        _placed(self.namespace, self.user, self.id)
        _one_of(self.state, _SESSION)
        assign(
            self,
            started=values.number(self.started, "started", *_YEARS),
            version=values.count(self.version, "version"),
            summary=values.json_value(self.summary, "summary"),
        )


@dataclass(frozen=True, slots=True)
class KeptMessage:
    """A message of a conversation.

    Attributes:
        session: Id of the session.
        started: When that began, which tells it from others that had its id.
        place: Its number in it, from 1.
        tokens: What it costs in a context.
        importance: In [0, 1].
        state: ``live``, ``folded`` or ``evicted``.
        user: Whose the session is.
        counter: Which way of counting found its tokens, 0 if that is unknown.
    """

    namespace: str
    session: str
    started: float
    place: int
    tokens: int
    importance: float
    message: Message
    state: str = "live"
    user: str | None = None
    counter: int = 0

    def __post_init__(self) -> None:
        _placed(self.namespace, self.user, self.session)
        _one_of(self.state, _MESSAGE)
        assign(
            self,
            started=values.number(self.started, "started", *_YEARS),
            place=values.count(self.place, "place", least=1),
            tokens=values.count(self.tokens, "tokens"),
            counter=values.count(self.counter, "counter"),
            importance=values.unit(self.importance, "importance"),
        )


@dataclass(frozen=True, slots=True)
class KeptExchange:
    """What a user said and was answered, with what was learned of it.

    Attributes:
        at: When, seconds since the epoch.
        state: ``learned``, ``nothing`` or ``unusable``.
        body: What was said and learned, as JSON.
        session: Id of the conversation.
    """

    namespace: str
    id: str
    at: float
    state: str
    body: Any
    session: str | None = None
    user: str | None = None

    def __post_init__(self) -> None:
        _placed(self.namespace, self.user, self.id)
        _one_of(self.state, _EXCHANGE)
        assign(
            self,
            at=values.number(self.at, "at", *_YEARS),
            body=values.json_value(self.body, "body"),
            session=values.optional_text(self.session, "session"),
        )


@dataclass(frozen=True, slots=True)
class FactArrival:
    """A version of a fact as a store takes it.

    Attributes:
        kept: The version.
        passage: What search needs of it; None where it is believed no more.
    """

    kept: KeptFact
    passage: PassageWrite | None = None


def _placed(namespace: str, user: str | None, id: str) -> None:
    values.name(namespace, "namespace")
    _named(id, "id")
    if user is not None:
        values.name(user, "user")


def _named(value: str, field: str) -> None:
    if not values.text(value, field).strip():
        raise InvalidInput(f"{field} is empty; a record of a store has one")


def _one_of(state: str, states: tuple[str, ...]) -> None:
    if state not in states:
        raise InvalidInput(f"state must be one of {', '.join(states)}, got {values.shown(state)}")
