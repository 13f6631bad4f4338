"""Long-term memory: notes, found by words and by meaning."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, Final

from seasoned import codec
from seasoned.core import values
from seasoned.core.knowledge import Passage
from seasoned.core.notes import ANY_NOTE, NOTE, Hit, Note, NoteFilter
from seasoned.core.reports import Receipt
from seasoned.errors import Conflict, InvalidInput, StoreError
from seasoned.memories.passages import MOST, Found, Passages, Wanted, is_never
from seasoned.memories.uses import Due, Uses
from seasoned.ports import Scope

_BATCH: Final = 256  # notes per transaction
_MAKE: Final = "use Note('…', kind='preference')"


@dataclass(frozen=True, slots=True)
class NotePage:
    """A page of notes and the cursor of the next one, None at the end."""

    notes: tuple[Note, ...]
    cursor: str | None

    def __iter__(self) -> Iterator[Note]:
        """The notes themselves."""
        return iter(self.notes)

    def __len__(self) -> int:
        """How many they are."""
        return len(self.notes)


class LongTermMemory:
    """Notes of one namespace and user. Safe to share between threads."""

    def __init__(
        self,
        passages: Passages,
        scope: Scope,
        held: Callable[[], bool] = is_never,
        uses: Uses | None = None,
    ) -> None:
        self._passages, self._scope, self._held = passages, scope, held
        self._store, self._uses = passages.store.knowledge.passages, uses or Uses()

    def remember(
        self,
        note: Note | str,
        kind: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
    ) -> Receipt:
        """Keep a note. When this returns it is on disk.

        What says the same as a note of the same owner and kind, but for case and spacing, and has
        the same metadata and source, is not kept again, whatever its time and session: the
        receipt names that one, with `created=False`.

        Args:
            note: The note, or its text.
            kind: Of a text: an open lower-case name such as ``preference``; ``note`` without one.
            metadata: Of a text: any JSON object.
            key: Of a text: your own id, unique for you.

        Raises:
            InvalidInput: the text is blank, or a value cannot be used.
            Conflict: the key or id stands for another note.
            StoreError: it could not be kept; nothing was written.
        """
        if isinstance(note, str):
            more: dict[str, Any] = {} if metadata is None else {"metadata": dict(metadata)}
            note = Note(note, kind or NOTE, key=key, **more)
        elif kind is not None or metadata is not None or key is not None:
            raise InvalidInput("kind, metadata and key belong into the note itself; give a text")
        return self.remember_many([note])[0]

    def remember_many(self, notes: Iterable[Note]) -> list[Receipt]:
        """Keep many notes, 256 to a transaction, and return their receipts in order.

        Raises:
            InvalidInput, Conflict, StoreError: as `remember`; full transactions before the error
                are kept, the one with the error is not.
        """
        if isinstance(notes, str | Mapping) or not isinstance(notes, Iterable):
            raise InvalidInput(f"notes must be many, got {values.shown(notes)}; use remember()")
        each = (values.instance(note, Note, f"notes[{i}]", _MAKE) for i, note in enumerate(notes))
        receipts = list[Receipt]()
        while batch := list(islice(each, _BATCH)):
            writes = self._passages.writes(self._scope, batch)
            receipts += self._store.put(self._scope, writes)
        return receipts

    def lookup(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """The notes that have to do with a query, best first.

        Notes that say the same are found once, and name each other. What others wrote
        (``foreign``) and tells the agent to act is left out.

        Args:
            query: Text; one that is blank finds nothing.
            k: Most hits, 1 to 10,000.
            min_score: Similarity below which nothing is found, in [-1, 1]: the cosine, or
                without a model the share of the query's words. None leaves it to the floor that
                was fitted to the embedding model, and to shared words.
            filter: What may be found; applied before ranking.
            namespaces: Further namespaces to read from.

        Raises:
            InvalidInput: an argument is out of range or of a wrong type.
            StoreError: the store cannot be read.
        """
        hits = self.found(query, k, min_score, filter=filter, namespaces=namespaces)
        self.used(hit.note.id for hit in hits if hit.note.namespace == self._scope.namespace)
        return hits

    def found(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """As `lookup`, and not counted: `used` tells which of them were shown."""
        if self._held():
            return ()
        wanted = Wanted.of(query, k, min_score, _where(filter), namespaces)
        return tuple(_hit(one) for one in self._passages.find(self._scope, NOTE, wanted))

    def get(self, id: str) -> Note:
        """The note with this id.

        Raises:
            NotFound: no note that this memory can see has the id.
        """
        return codec.decode(self._passage(id).body, Note)

    def _passage(self, id: str) -> Passage:
        found = self._store.get(self._scope, NOTE, [values.text(id, "id")])
        if id not in found:
            raise self._scope.missing("note", id)
        return found[id]

    def update(
        self,
        id: str,
        text: str | None = None,
        *,
        kind: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        at: datetime | None = None,
    ) -> Receipt:
        """Change a note of one's own; what is None stays. Its words and vector change with it.

        Raises:
            NotFound: no note of this owner has the id.
            InvalidInput: a value cannot be used.
        """
        given: dict[str, Any] = {"text": text, "kind": kind, "at": at}
        given["metadata"] = None if metadata is None else dict(metadata)
        changed = {name: value for name, value in given.items() if value is not None}
        while True:  # each time that it is not kept, another one changed it
            passage = self._passage(id)
            note = codec.decode(passage.body, Note)
            cleaned = self._passages.writer.clean(replace(note, **changed))
            note = replace(note, **{name: getattr(cleaned, name) for name in changed})
            if note.user != self._scope.user:
                raise self._scope.missing("note of your own", id)
            (write,) = self._passages.writes(self._scope, [note], replaces=True)
            try:
                return self._store.put(self._scope, [replace(write, instead=passage.body)])[0]
            except Conflict:
                if self._passage(id).body == passage.body:
                    raise

    def page(
        self, limit: int = 100, cursor: str | None = None, *, filter: NoteFilter | None = None
    ) -> NotePage:
        """A page of notes, those recorded last first, and the cursor of the next one."""
        limit = values.count(limit, "limit", least=1, most=MOST)
        cursor = values.optional_text(cursor, "cursor")
        page = self._store.page(self._scope, NOTE, _where(filter), limit, cursor)
        notes = tuple(codec.decode(passage.body, Note) for passage in page.passages)
        return NotePage(notes, page.cursor)

    def count(self, filter: NoteFilter | None = None) -> int:
        """How many notes match."""
        return self._passages.count(self._scope, NOTE, _where(filter))

    def kinds(self) -> dict[str, int]:
        """How many notes there are of each kind."""
        return self._store.labels(self._scope, NOTE)

    def forget(self, *ids: str, filter: NoteFilter | None = None, everything: bool = False) -> int:
        """Remove notes of one's own; how many.

        Ids that are unknown, or of others' notes, are passed over. Where their rows lay there are
        zeros when it returns; `Memory.admin.prove_forgotten` erases their last traces.

        Raises:
            InvalidInput: neither ids nor filter limit it, and `everything` is not set.
        """
        where = _where(filter)
        if ids:
            where = replace(where, ids=values.texts(ids, "ids"))
        if where.empty and not everything:
            raise InvalidInput("forget() needs ids, a filter or everything=True")
        return self._store.delete(self._scope, NOTE, where)

    def flush(self) -> None:
        """Write down how often notes were found; it is done now and then, and on closing.

        It does so for all users of the memory that this is a view of. A process that is killed
        loses the counts of its last lookups, and nothing else.
        """
        self._write(self._uses.take())

    def used(self, ids: Iterable[str]) -> None:
        """Count once more that these were shown, of notes of this namespace."""
        # What was found is told even where the count cannot be written, as in a read-only store.
        with contextlib.suppress(StoreError):
            self._write(self._uses.add(self._scope, ids))

    def _write(self, due: Due) -> None:
        at = self._passages.writer.clock.now().timestamp()
        for scope, uses in due.items():
            self._store.use(scope, uses, at)


def _where(filter: NoteFilter | None) -> NoteFilter:
    if filter is None:
        return ANY_NOTE
    return values.instance(filter, NoteFilter, "filter", "use NoteFilter(kind='preference')")


def _hit(found: Found) -> Hit:
    note = values.instance(found.record, Note, "record", "look up notes")
    return Hit(note, found.score, found.similarity, found.passage.uses, found.also)
