"""Structured memory: facts about subjects, with the time of what was so and of what was known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from seasoned.core import values
from seasoned.core.bygones import bygone
from seasoned.core.facts import CURRENT, Action, Fact, Ruling, rule
from seasoned.core.knowledge import Record
from seasoned.core.notes import ANY_NOTE, FACT, NoteFilter
from seasoned.errors import InvalidInput
from seasoned.memories.earlier import MOST, Span, earlier
from seasoned.memories.passages import Found, Passages, Wanted, is_never
from seasoned.ports import Scope

_WIDER: Final = 8  # times as many hits are asked for where what is over is in the way


@dataclass(frozen=True, slots=True)
class Stated:
    """What became of a statement.

    Attributes:
        fact: The version that stands for it now.
        action: ``add``, ``supersede``, ``contest``, ``confirm`` or ``ignore``.
        reason: Why, in words.
    """

    fact: Fact
    action: Action
    reason: str

    @property
    def created(self) -> bool:
        """Whether a version was added."""
        return self.action != "ignore"


@dataclass(frozen=True, slots=True)
class FactHit:
    """A fact that was found.

    Attributes:
        fact: A version that is believed.
        score: Words and meaning mixed, in [0, 1], by which hits are ordered.
        similarity: Cosine to the query; without a model, or as of an earlier belief, the share of
            the query's words it has.
    """

    fact: Fact
    score: float
    similarity: float


class StructuredMemory:
    """Facts of one namespace and user. Safe to share between threads."""

    def __init__(
        self, passages: Passages, scope: Scope, held: Callable[[], bool] = is_never
    ) -> None:
        self._passages, self._scope, self._held = passages, scope, held
        self._store = passages.store.knowledge.facts

    def remember(
        self,
        subject: str | Fact,
        kind: str | None = None,
        key: str | None = None,
        value: Any = ...,
        confidence: float = 1.0,
        *,
        valid_from: datetime | None = None,
        force: bool = False,
    ) -> Stated:
        """Keep a fact. When this returns it is on disk.

        Of one subject, kind and key one value is current at any moment. Another value replaces it
        if it is not older and its confidence falls short by .2 at most; else it is kept beside it
        as contested. What was believed before stays readable.

        Args:
            subject: What it is about, such as ``user`` or ``Acme``; or the whole fact.
            kind: Open lower-case name, such as ``preference``.
            key: What of it, such as ``home``.
            value: Any JSON value, None as well; it has to be given.
            confidence: In [0, 1].
            valid_from: Since when it is so; None is now, which holds for every reader at once,
                also for one whose clock is behind.
            force: Whether it replaces whatever stands.

        Raises:
            InvalidInput: a value is missing, out of range or no JSON.
            Conflict: the fact has the id of another one.
            StoreError: it could not be kept; nothing was written.
        """
        if isinstance(subject, str):
            if kind is None or key is None or value is ...:
                raise InvalidInput(
                    "remember() needs a kind and a key and a value, as in "
                    "remember('user', 'preference', 'drink', 'tea')"
                )
            fact = Fact(subject, kind, key, value, confidence, valid_from)
        else:
            fact = values.instance(subject, Fact, "subject", "use Fact('user', 'fact', 'home', …)")
            if kind is not None or key is not None or value is not ...:
                raise InvalidInput("kind, key and value belong into the fact itself; give a text")
        (write,) = self._passages.writes(self._scope, [fact])
        whole = write.record
        if not isinstance(whole, Fact):
            raise TypeError(f"a fact became {type(whole).__name__}")
        ruling = self._store.put(self._scope, write, partial(_ruled, whole, force))
        kept = next((one for one in ruling.keep if one.id == ruling.stands), None)
        return Stated(kept or self.get(ruling.stands), ruling.action, ruling.reason)

    def get(self, id: str) -> Fact:
        """The version of a fact with this id, believed or not.

        Raises:
            NotFound: no fact that this memory can see has the id.
        """
        found = self._store.versions(self._scope, [values.text(id, "id")])
        if not found:
            raise self._scope.missing("fact", id)
        return found[0]

    def current(self, subject: str, kind: str, key: str) -> Fact | None:
        """What is so now; one's own before what is shared. None if nothing is known."""
        found = self.recall_by_type(kind, subject, key=key)
        standing = [fact for fact in found if fact.state == CURRENT]
        own = (fact for fact in standing if fact.user == self._scope.user)
        return next(own, None) or next(iter(standing), None)

    def recall_by_type(
        self,
        kind: str | None = None,
        subject: str | None = None,
        *,
        key: str | None = None,
        valid: datetime | None = None,
        known: datetime | None = None,
        filter: NoteFilter | None = None,
        limit: int = 1000,
    ) -> tuple[Fact, ...]:
        """Facts by confidence, then by how recently they were recorded; contested ones too.

        Args:
            kind: Of this kind; None for all.
            subject: About this subject; None for all.
            key: Of this key; None for all.
            valid: As things were, or will be, at this moment; None for now. Now is no earlier
                than the recording of what is read: what began or ended with its recording by a
                clock that is ahead has begun or ended. What was to begin later is still to come.
            known: As it was believed at this moment; None for now. For "what did we believe on
                that day" give the day as both.
            filter: Further conditions; its `kind` and `document` are ``kind`` and ``subject``.
            limit: Most facts, up to 10,000.

        Raises:
            InvalidInput: an argument is of a wrong type or out of range.
        """
        if self._held():
            return ()
        found = self._store.find(
            self._scope,
            _where(filter, kind, subject),
            values.optional_text(key, "key"),
            valid=values.optional_moment(valid, "valid") or self._passages.writer.clock.now(),
            known=values.optional_moment(known, "known"),
            limit=values.count(limit, "limit", least=1, most=MOST),
            now=valid is None,
        )
        return tuple(found)

    def count(self) -> int:
        """How many facts are believed, contested ones included."""
        return self._passages.count(self._scope, FACT)

    def history(self, subject: str, kind: str, key: str) -> tuple[Fact, ...]:
        """Every version of a fact, the oldest recorded first."""
        place = (values.text(subject, "subject"), values.text(kind, "kind"))
        return tuple(self._store.history(self._scope, *place, values.text(key, "key")))

    def lookup(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
        valid: datetime | None = None,
        known: datetime | None = None,
    ) -> tuple[FactHit, ...]:
        """The facts that have to do with a query, best first, contested ones too.

        See notes' lookup. As in `recall_by_type`, they are those that are so at the moment
        `valid`, and were believed at the moment `known`; None for now. What is believed no more
        is in no index: with `known` the surest 10,000 are looked through, by words alone.
        """
        if self._held():
            return ()
        then, believed = (
            values.optional_moment(moment, name)
            for moment, name in ((valid, "valid"), (known, "known"))
        )
        so = _So(then, self._passages.writer.clock.now())
        asked = Wanted.of(query, k, min_score, _where(filter), namespaces)
        wanted = replace(asked, holds=so)
        if believed is not None:
            span = Span(so.valid or so.now, believed, now=so.valid is None)
            return tuple(map(_hit, earlier(self._passages, self._scope, wanted, span)))
        while True:  # what is over may have taken the places of what is so
            looked, so.looked, so.over = so.looked, 0, 0
            found = self._passages.find(self._scope, FACT, wanted)
            if len(found) >= asked.k or not so.over or so.looked == looked:
                return tuple(_hit(one) for one in found[: asked.k])
            wanted = replace(wanted, k=min(MOST, _WIDER * wanted.k))

    def forget(
        self,
        subject: str | None = None,
        kind: str | None = None,
        key: str | None = None,
        *,
        ids: Sequence[str] = (),
        everything: bool = False,
    ) -> int:
        """Remove one's own facts in all their versions, believed or not; how many versions.

        Raises:
            InvalidInput: nothing limits it, and `everything` is not set.
        """
        where = _where(None, kind, subject)
        if ids:
            where = replace(where, ids=values.texts(ids, "ids"))
        if where.empty and key is None and not everything:
            raise InvalidInput("forget() needs a subject, kind, key or ids, or everything=True")
        return self._store.delete(self._scope, where, values.optional_text(key, "key"))


@dataclass(slots=True)
class _So:
    """Whether a fact is so at a moment, and how many were looked at and are not.

    As of now, what began or ended with its recording has done so, whosever clock is ahead.
    """

    valid: datetime | None
    now: datetime
    looked: int = 0
    over: int = 0

    def __call__(self, record: Record) -> bool:
        fact = values.instance(record, Fact, "record", "look up facts")
        so = fact.holds(self.valid or self.now, now=self.valid is None)
        self.looked, self.over = self.looked + 1, self.over + (not so)
        return so


def _ruled(new: Fact, force: bool, believed: list[Fact]) -> Ruling:
    found = None if force else bygone(believed, new)
    return found or rule(believed, new, force=force)


def _where(
    filter: NoteFilter | None, kind: str | None = None, subject: str | None = None
) -> NoteFilter:
    where = ANY_NOTE
    if filter is not None:
        where = values.instance(filter, NoteFilter, "filter", "use NoteFilter(kind='preference')")
    given: dict[str, Any] = {"kind": kind, "document": subject}
    return replace(where, **{name: value for name, value in given.items() if value is not None})


def _hit(found: Found) -> FactHit:
    fact = values.instance(found.record, Fact, "record", "look up facts")
    return FactHit(fact, found.score, found.similarity)
