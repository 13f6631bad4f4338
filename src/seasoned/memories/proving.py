"""Forgetting with proof: what is to go is read first, then removed, erased and searched for.

The search knows nothing of the files' format; the store names the files, and tells what is kept,
so that what others say too is not taken for a remnant.
"""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, islice

from seasoned.core import values
from seasoned.core.attempts import AttemptRecord
from seasoned.core.filters import Filter
from seasoned.core.proof import Place, Proof, RawFile, Searched
from seasoned.core.records import Episode
from seasoned.core.reports import Removed
from seasoned.errors import InvalidInput, NotFound
from seasoned.memories.forgetting import Knowledge, conversation, forget_indexes
from seasoned.memories.pieces import LEAST, SHORT, Pieces, Value, derived, values_of, words_of
from seasoned.memories.search import Searcher
from seasoned.memories.sieve import Sieve
from seasoned.memories.unclosed import Unclosed, told, unclosed
from seasoned.memories.writing import Writer
from seasoned.ports import EPISODE, Scope, Store

_PAGE = 200  # episodes read at once
_PLACES = 100  # named in a proof, of each kind
_AT_ONCE = 1 << 20  # bytes of what is kept that are looked at in one go
_APART = b"\x00\xff" * 8  # between two values, so that nothing is found across them


class Prover:
    """Forgets in one scope, and proves it over the files of the whole store."""

    def __init__(self, store: Store, searcher: Searcher, writer: Writer, scope: Scope) -> None:
        self._store, self._searcher = store, searcher
        self._writer, self._scope = writer, scope

    def forget(self, where: Filter) -> Removed:
        """Remove what matches and prove that nothing of it is left."""
        still_open = unclosed(self._store, self._scope)
        going, staying = (still_open, []) if where.empty else ([], still_open)
        unfinished = Unclosed(staying)
        pieces, ids, knowledge = self._gather(where, going, unfinished)
        # Exactly what was read: what is recorded from now on would not be sought.
        attempts = self._store.attempts.erase(self._scope, [a.id for a in going]) if going else 0
        more = knowledge.forget() if where.empty else {}
        removed = self._store.episodes.delete(self._scope, replace(where, ids=ids))
        self._searcher.drop(self._scope.namespace, EPISODE)
        forget_indexes(self._searcher, self._scope.namespace)
        nothing = [] if len(pieces) else ["nothing matched, so nothing was proved"]
        proof = self._proof(pieces, [*nothing, *unfinished.reasons])
        return replace(removed, attempts=attempts, proof=proof, **more)

    def prove(self, texts: Sequence[str], thorough: bool) -> Proof:
        """Erase what is left of anything removed, and search for these texts.

        Raises:
            InvalidInput: nothing of a text can be sought.
        """
        pieces = Pieces(len(texts))
        for text in texts:
            said = chain([("text", text)], words_of(text, self._writer.analyzer))
            # The short words of a longer text stand everywhere; a short text is asked for.
            least = LEAST if len(text.encode(errors="replace")) < SHORT else SHORT
            if not pieces.add(said, least):
                raise InvalidInput(
                    f"prove_forgotten() cannot seek {values.shown(text)}: it takes texts of "
                    f"{LEAST} bytes or more that are not one character over and over; give a "
                    "longer text or the id of the episode"
                )
        unfinished = Unclosed(unclosed(self._store, self._scope))
        unfinished.look(texts)
        nothing = [] if texts else ["no text was given, so nothing was proved"]
        return self._proof(pieces, [*nothing, *unfinished.reasons], thorough)

    def _gather(
        self, where: Filter, going: Sequence[AttemptRecord], unfinished: Unclosed
    ) -> tuple[Pieces, tuple[str, ...], Knowledge]:
        """What is to go, in pieces, and its ids; `unfinished` is shown what that says."""
        knowledge = Knowledge(self._store, self._writer.analyzer, self._scope)
        copies = self._store.pruning.count(self._scope, where) + len(going)
        more = knowledge.size() if where.empty else 0
        pieces = Pieces(self._store.episodes.count(self._scope, where) + copies + more)
        for record in going:
            pieces.add(self._attempt(record))
        for said in knowledge.told() if where.empty else ():
            pieces.add(said)
        ids = []
        for episode, vectors in chain(self._episodes(where), self._copies(where)):
            ids.append(episode.id)
            unfinished.look(told(episode))
            own = (values_of(episode), derived(episode, self._writer.analyzer))
            pieces.add(chain(vectors, *own, self._logs(episode)))
            for said in () if where.empty else conversation(self._store, self._scope, episode):
                pieces.add(said)
        if missing := set(where.ids or ()) - set(ids):
            # Of one that is gone already, the id is all that is known.
            pieces.add(("id", id) for id in missing)
        return pieces, tuple(ids), knowledge

    def _episodes(self, where: Filter) -> Iterator[tuple[Episode, list[Value]]]:
        """The scope's own episodes that match, each with its vectors."""
        cursor = None
        while True:
            page = self._store.episodes.page(self._scope, where, _PAGE, cursor)
            own = [e for e in page.episodes if e.user == self._scope.user]
            vectors = self._vectors([e.id for e in own])
            yield from ((e, vectors.get(e.id, [])) for e in own)
            cursor = page.cursor
            if cursor is None:
                return

    def _vectors(self, ids: Sequence[str]) -> dict[str, list[Value]]:
        search = self._store.search
        nums = search.select(self._scope, EPISODE, Filter(ids=tuple(ids))).tolist()
        names = {t.num: t.id for t in search.traits(self._scope, EPISODE, nums)}
        found: dict[str, list[Value]] = {}
        for model in filter(None, (search.model(), self._store.models.staged())):
            for num, data in search.vectors(nums, model.name).items():
                found.setdefault(names[num], []).append(("vector", data))
        return found

    def _copies(self, where: Filter) -> Iterator[tuple[Episode, list[Value]]]:
        """The same for what was pruned and can still be restored."""
        pruning, now = self._store.pruning, self._writer.clock.now().timestamp()
        pruning.expire(now)
        for batch in pruning.batches(self._scope, now):
            after = -1
            while some := pruning.copies(self._scope, batch.id, now, after, _PAGE):
                after = some[-1].num
                for copy in some:
                    if where.empty or where.matches(copy.episode):
                        vector = [] if copy.vector is None else [("vector", copy.vector)]
                        yield copy.episode, [*vector]

    def _logs(self, episode: Episode) -> Iterator[Value]:
        """What its attempt keeps beside it: steps as they came, and what was asked."""
        if episode.attempt is None:
            return
        with contextlib.suppress(NotFound):
            yield from self._attempt(self._store.attempts.get(self._scope, episode.attempt))

    def _attempt(self, record: AttemptRecord) -> Iterator[Value]:
        yield from values_of(record, "attempt")
        if record.recall is not None:
            yield from values_of(self._store.attempts.shown(self._scope, record.recall).task)

    def _proof(self, pieces: Pieces, reasons: Sequence[str], thorough: bool = False) -> Proof:
        """Erase and search; `reasons` say why it is not complete, whatever is found."""
        maintenance = self._store.maintenance
        hindered = maintenance.scrub(thorough)
        search = _Search(self._store, pieces)
        if search.left_in_store and not hindered and not thorough:
            # SQLite, for one, leaves copies of rows that it moved; writing anew leaves none.
            hindered = maintenance.scrub(thorough=True)
            search = _Search(self._store, pieces)
        return search.proof(self._writer.clock.now(), [hindered, *reasons])


@dataclass(slots=True)
class _Hits:
    """The pieces that one file holds, with the first place of each."""

    file: RawFile
    size: int = 0
    places: dict[bytes, int] = field(default_factory=dict)

    def counted(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        for block in blocks:
            self.size += len(block)
            yield block


class _Search:
    """One pass over all files, and over what is kept if anything was found."""

    def __init__(self, store: Store, pieces: Pieces) -> None:
        self._pieces, self._sieve = pieces, Sieve(pieces)
        self._absent, self._unread = list[str](), list[str]()
        self._hits = [hits for file in store.maintenance.files() if (hits := self._read(file))]
        found = {piece for hits in self._hits for piece in hits.places}
        self._said = _Sayers(found).of(store) if found else {}

    def _read(self, file: RawFile) -> _Hits | None:
        hits = _Hits(file)
        try:
            hits.places = self._sieve.firsts(hits.counted(file.blocks()))
        except FileNotFoundError:
            if file.part == "backup":
                self._absent.append(file.path)
            return None
        except OSError as error:
            self._unread.append(f"{file.path} could not be searched: {error}")
            return None
        return hits

    @property
    def left_in_store(self) -> bool:
        """Whether the store's own file holds what nothing kept says."""
        return any(self._left(hits) for hits in self._hits if hits.file.part == "store")

    def _left(self, hits: _Hits) -> int:
        return sum(piece not in self._said for piece in hits.places)

    def proof(self, at: datetime, pending: Sequence[str]) -> Proof:
        pieces = self._pieces
        return Proof(
            at=at,
            records=pieces.records,
            pieces=len(pieces),
            whole=pieces.whole,
            fields=pieces.count(),
            files=tuple(map(self._searched, self._hits)),
            remnants=tuple(islice(self._places(False), _PLACES)),
            shared=tuple(islice(self._places(True), _PLACES)),
            absent=tuple(self._absent),
            pending=(*filter(None, pending), *self._unread),
        )

    def _searched(self, hits: _Hits) -> Searched:
        made = None if hits.file.made is None else datetime.fromtimestamp(hits.file.made, UTC)
        return Searched(hits.file.path, hits.file.part, hits.size, self._left(hits), made)

    def _places(self, said: bool) -> Iterator[Place]:
        for hits in self._hits:
            for piece, at in hits.places.items():
                if (piece in self._said) is said:
                    by = self._said.get(piece, "")
                    yield Place(hits.file.path, at, self._pieces.field(piece), by)


class _Sayers:
    """Which record that is kept says a piece, for the pieces that were found."""

    def __init__(self, sought: set[bytes]) -> None:
        self._sieve, self._sought = Sieve(sought), sought
        self._said: dict[bytes, str] = {}
        self._empty()

    def _empty(self) -> None:
        self._data = bytearray()
        self._starts, self._names = list[int](), list[str]()

    def of(self, store: Store) -> dict[bytes, str]:
        """The name of the first record that says a piece, by piece."""
        store.maintenance.scan(self._visit)
        self._look()
        return self._said

    def _visit(self, name: str, data: bytes) -> None:
        if len(self._said) == len(self._sought):
            return
        self._starts.append(len(self._data))
        self._names.append(name)
        self._data += data + _APART
        if len(self._data) >= _AT_ONCE:
            self._look()

    def _look(self) -> None:
        for piece, at in self._sieve.firsts([bytes(self._data)]).items():
            name = self._names[bisect_right(self._starts, at) - 1]
            self._said.setdefault(piece, name)
        self._empty()
