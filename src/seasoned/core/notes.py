"""Notes and chunks of documents: knowledge as text, found by words and by meaning.

What is remembered is a note; what was cut from a document is a chunk. They know nothing of
storage, search or JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final

from seasoned.core import values
from seasoned.core.feedback import assign
from seasoned.core.filters import Names, scalars, several
from seasoned.core.sources import spelled
from seasoned.errors import InvalidInput

NOTE: Final = "note"  # kinds of searchable items, beside episodes
CHUNK: Final = "chunk"
FACT: Final = "fact"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to remember.

    Attributes:
        text: What, in any language; not blank.
        kind: Open lower-case name, such as ``preference``, ``fact``, ``instruction``, ``turn``.
        metadata: JSON object of the caller's own.
        before: What was said before it, one turn or two, of a turn in a conversation. The note is
            found by it as well; it is not part of what the note says.
        source: Where it comes from: ``own``, ``model``, or ``foreign`` and ``foreign:NAME``.
        session: The conversation that it comes from.
        key: Of the caller's own, unique for a source and a user.
        at: When it was said or became so; filled in.
        user: Whose it is, None if it is shared.
        id: Filled in.
        namespace: Filled in.
    """

    text: str
    kind: str = NOTE
    metadata: dict[str, Any] = field(default_factory=dict)
    before: str = ""
    source: str = "own"
    session: str | None = None
    key: str | None = None
    at: datetime | None = None
    user: str | None = None
    id: str = ""
    namespace: str = ""

    def __post_init__(self) -> None:
        assign(
            self,
            text=spoken(self.text, "text"),
            kind=values.identifier(self.kind, "kind"),
            metadata=values.json_object(self.metadata, "metadata"),
            before=values.text(self.before, "before"),
            source=spelled(values.text(self.source, "source")),
            session=values.optional_text(self.session, "session"),
            key=values.optional_text(self.key, "key"),
            at=values.optional_moment(self.at, "at"),
            id=values.text(self.id, "id"),
            namespace=values.text(self.namespace, "namespace"),
        )
        if self.user is not None:
            values.name(self.user, "user")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document.

    Attributes:
        text: As it stands in the document.
        source: Name of the document: a path, an address, any text.
        place: Its number within the document, from 0.
        page: Page of the document, from 1; None where there are none.
        headings: Titles above it, the outermost first.
        metadata: JSON object of the caller's own, the same for all of a document.
        origin: Who wrote it, as the `source` of notes; of others it is ``foreign:NAME``.
        at: When it was added; filled in.
        user: Whose it is, None if it is shared.
        id: Filled in.
        namespace: Filled in.
    """

    text: str
    source: str
    place: int = 0
    page: int | None = None
    headings: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    origin: str = "own"
    at: datetime | None = None
    user: str | None = None
    id: str = ""
    namespace: str = ""

    def __post_init__(self) -> None:
        assign(
            self,
            text=spoken(self.text, "text"),
            source=spoken(self.source, "source"),
            place=values.count(self.place, "place"),
            page=None if self.page is None else values.count(self.page, "page"),
            headings=values.texts(self.headings, "headings"),
            metadata=values.json_object(self.metadata, "metadata"),
            origin=spelled(values.text(self.origin, "origin")),
            at=values.optional_moment(self.at, "at"),
            id=values.text(self.id, "id"),
            namespace=values.text(self.namespace, "namespace"),
        )
        if self.user is not None:
            values.name(self.user, "user")


@dataclass(frozen=True, slots=True)
class NoteFilter:
    """Conditions on notes, chunks and facts; those that are set must all hold.

    Conditions on names accept one value or a sequence, any of which may match. None is no
    condition; an empty sequence matches nothing.

    Attributes:
        kind: Kinds of notes or facts.
        document: Documents, of chunks; subjects, of facts.
        source: Where they come from; of chunks their origin.
        session: Sessions.
        user: Owners, among those that the reader may see anyway.
        ids: Ids.
        after: At or after this moment.
        before: Before this moment.
        metadata: Top-level metadata keys that must equal these JSON scalars.
    """

    kind: Names = None
    document: Names = None
    source: Names = None
    session: Names = None
    user: Names = None
    ids: Names = None
    after: datetime | None = None
    before: datetime | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in _NAMES:
            assign(self, **{name: several(getattr(self, name), name)})
        if self.kind is not None:
            assign(self, kind=tuple(values.identifier(one, "kind") for one in self.kind))
        for name in ("after", "before"):
            assign(self, **{name: values.optional_moment(getattr(self, name), name)})
        assign(self, metadata=scalars(self.metadata))

    @property
    def empty(self) -> bool:
        """Whether no condition is set, so that everything matches."""
        return all(getattr(self, f.name) in (None, {}) for f in fields(self))

    @property
    def impossible(self) -> bool:
        """Whether a condition leaves no value to match, so that nothing does."""
        return any(getattr(self, name) == () for name in _NAMES)


_NAMES: Final = ("kind", "document", "source", "session", "user", "ids")
ANY_NOTE: Final = NoteFilter()


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that was found.

    Attributes:
        note: What was found.
        score: Words and meaning mixed, in [0, 1], by which hits are ordered.
        similarity: Cosine to the query; without a model, the share of the query's words it has.
        uses: How often it was found before.
        also: Ids of near-duplicates that it stands for.
    """

    note: Note
    score: float
    similarity: float
    uses: int = 0
    also: tuple[str, ...] = ()


def spoken(value: object, name: str) -> str:
    """A text that is not blank."""
    text = values.text(value, name)
    if not text.strip():
        raise InvalidInput(f"{name} is blank; give a text")
    return text


def content_of(kind: str, said: Mapping[str, Any], **exact: str) -> str:
    """A digest that is equal for what says the same: words without their case and spacing.

    What is `exact` counts letter by letter.
    """
    parts = [kind, *(f"{name}={_folded(value)}" for name, value in sorted(said.items()))]
    parts += [f"{name}={value}" for name, value in sorted(exact.items())]
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _folded(value: Any) -> str:
    return " ".join(str(value).casefold().split())
