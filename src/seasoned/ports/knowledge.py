"""What may be asked of a store about notes, chunks, facts, sessions and exchanges.

A scope sees its user's and the shared ones and changes only its user's own; without a user, the
shared ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from seasoned.core.facts import Fact, Ruling
from seasoned.core.knowledge import (
    ExchangeRow,
    MessageRow,
    Passage,
    PassageWrite,
    SessionRow,
)
from seasoned.core.notes import NoteFilter
from seasoned.core.reports import Receipt
from seasoned.core.storage import EpisodeWrite, Scope


class PassagePage(NamedTuple):
    """A page of passages and the cursor of the next one, None at the end."""

    passages: tuple[Passage, ...]
    cursor: str | None


class PassageStore(Protocol):
    """Notes and chunks, which `SearchStore` finds under their kinds of item."""

    def put(
        self, scope: Scope, writes: Sequence[PassageWrite], gone: Sequence[str] = ()
    ) -> list[Receipt]:
        """Keep all of them, and remove the scope's own among `gone`, in one transaction.

        One that says the same as another of its item, owner and label is not kept again: its
        receipt names the other, with `created=False`. So it is with a known key.

        Raises:
            Conflict: a key stands for other content, an id exists and is not to be replaced, or
                belongs to another owner, or what is to be replaced says something else by now.
            NotFound: what is to be replaced is not there.
        """
        ...

    def put_document(
        self,
        scope: Scope,
        document: str,
        seen: Sequence[str],
        writes: Sequence[PassageWrite],
        gone: Sequence[str],
    ) -> bool:
        """As `put`, if the scope's own chunks of a document are still those that were seen.

        False, and nothing is changed, if others were added or removed since this was decided on.
        """
        ...

    def get(self, scope: Scope, item: str, ids: Sequence[str]) -> dict[str, Passage]:
        """The visible ones among these, by id."""
        ...

    def numbered(self, scope: Scope, item: str, nums: Sequence[int]) -> dict[int, Passage]:
        """The visible ones among these, by the number that `SearchStore` gives them."""
        ...

    def page(
        self, scope: Scope, item: str, where: NoteFilter, limit: int, cursor: str | None
    ) -> PassagePage:
        """A page, those recorded last first."""
        ...

    def count(self, scope: Scope, item: str, where: NoteFilter) -> int:
        """How many visible ones match."""
        ...

    def labels(self, scope: Scope, item: str) -> dict[str, int]:
        """How many visible ones there are of each kind; of chunks, of each document."""
        ...

    def delete(self, scope: Scope, item: str, where: NoteFilter) -> int:
        """Remove the scope's own that match; how many."""
        ...

    def use(self, scope: Scope, uses: Mapping[str, int], at: float) -> None:
        """Add to the counts of how often these were found, in one transaction."""
        ...


class FactStore(Protocol):
    """Facts in all their versions."""

    def put(
        self, scope: Scope, write: PassageWrite, rule: Callable[[list[Fact]], Ruling]
    ) -> Ruling:
        """Keep a statement as the rule says, given the believed versions of its owner and triple.

        The rule runs within the transaction. Versions that it adds without an id get one of
        their own; what it keeps is recorded no earlier than what is there, whatever the clock
        says. Every version that is believed can be found by search, what is left of one too.

        Raises:
            Conflict: the id exists.
            InvalidInput: it is not of the scope's user.
        """
        ...

    def find(
        self,
        scope: Scope,
        where: NoteFilter,
        key: str | None = None,
        *,
        valid: datetime | None = None,
        known: datetime | None = None,
        limit: int = 1000,
        now: bool = False,
    ) -> list[Fact]:
        """Visible versions, by confidence, then by how recently they were recorded.

        In `where`, `document` is the subject, and `after` and `before` are of recording. They are
        those that were so at the moment `valid`, or that last, if it is None; as was believed at
        the moment `known`, or now.

        With `now`, `valid` is the present by the reader's clock, which may be behind that of the
        writer: a version is then judged no earlier than at the moment of its recording.
        """
        ...

    def versions(self, scope: Scope, ids: Sequence[str]) -> list[Fact]:
        """The visible versions with these ids, believed or not."""
        ...

    def history(self, scope: Scope, subject: str, kind: str, key: str) -> list[Fact]:
        """Every version of a triple, the oldest recorded first."""
        ...

    def delete(self, scope: Scope, where: NoteFilter, key: str | None = None) -> int:
        """Remove the scope's own versions that match, believed or not; how many.

        Of those that are named by id, all others of their triple go that say the same: what was
        ended or confirmed since is there in several versions, and would tell it still.
        """
        ...


class SessionStore(Protocol):
    """Conversations: messages in order, and the summary of what was folded.

    A session is its owner's alone: a scope reaches those of its user, and no shared one beside
    them, which may have the same id. Without a user it reaches the shared ones.
    """

    def append(self, scope: Scope, id: str, messages: Sequence[MessageRow], at: float) -> list[int]:
        """Add messages at the end, making the session if it is new; their places.

        The places that the rows name are ignored.

        Raises:
            Conflict: it is closed.
        """
        ...

    def get(self, scope: Scope, id: str) -> SessionRow | None:
        """The session, None if no own one has the id."""
        ...

    def read(
        self, scope: Scope, id: str, after: int = 0, states: Sequence[str] = ("live",)
    ) -> list[MessageRow]:
        """Messages behind a place in these states, in order."""
        ...

    def fold(
        self,
        scope: Scope,
        id: str,
        version: int,
        states: Mapping[int, str],
        summary: bytes | None,
    ) -> bool:
        """Give messages new states by place, and the session its summary, unless it is None.

        False, and nothing is changed, if its version is not the one that this was decided on:
        another process folded it meanwhile, or it was closed or removed.
        """
        ...

    def close(
        self, scope: Scope, id: str, write: EpisodeWrite | None, seen: int | None = None
    ) -> Receipt | None:
        """Close it and record its episode, in one transaction, once.

        With `seen`, only if it still has so many messages: the episode tells of no others.

        Closing it again with an episode returns the receipt of the first, `created=False`; what
        was closed without an episode may still get one.

        Raises:
            NotFound: no own session has the id.
            Conflict: it is open and has other messages than were seen.
        """
        ...

    def page(self, scope: Scope, state: str | None, limit: int) -> list[SessionRow]:
        """The newest own sessions, of one state if given."""
        ...

    def delete(self, scope: Scope, ids: Sequence[str] | None) -> int:
        """Remove own sessions with all their messages, all if None; how many."""
        ...


class ExchangeStore(Protocol):
    """What was said and what was learned of it."""

    def add(self, scope: Scope, row: ExchangeRow) -> None:
        """Keep one.

        Raises:
            Conflict: the id exists.
            InvalidInput: it is not of the scope's user.
        """
        ...

    def page(self, scope: Scope, state: str | None, limit: int) -> list[ExchangeRow]:
        """The newest visible ones, of one state if given."""
        ...

    def delete(self, scope: Scope, ids: Sequence[str] | None) -> int:
        """Remove own ones, all if None; how many."""
        ...


class SpendingStore(Protocol):
    """What models cost on a day, over all processes."""

    def spend(self, day: str, model: str, calls: int, tokens: int, limits: tuple[int, int]) -> bool:
        """Add to the sums of a day unless they would pass the limits; whether it was added.

        Args:
            day: Such as ``2026-01-31``, UTC.
            model: The model, or a name of a budget that several share.
            calls: To add; negative to give back, which no limit hinders. No sum falls below 0.
            tokens: To add, likewise.
            limits: Of calls and of tokens; -1 for none.
        """
        ...

    def spent(self, day: str, model: str) -> tuple[int, int]:
        """The sums of a day: calls and tokens."""
        ...


class KnowledgeStore(Protocol):
    """What is known beside episodes, in five parts."""

    @property
    def passages(self) -> PassageStore:
        """Notes and chunks of documents."""
        ...

    @property
    def facts(self) -> FactStore:
        """Facts in all their versions."""
        ...

    @property
    def sessions(self) -> SessionStore:
        """Conversations."""
        ...

    @property
    def exchanges(self) -> ExchangeStore:
        """What was said and what was learned of it."""
        ...

    @property
    def spending(self) -> SpendingStore:
        """What models cost."""
        ...
