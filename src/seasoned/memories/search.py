"""Gathering the candidates of a recall: derived indexes kept in step with the store.

A `Shelf` holds the indexes of one namespace and kind and follows the store's change log, so
that what any process wrote or removed is seen by the next search. Filters and visibility are
applied before ranking. Which candidate is worth showing is decided elsewhere.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seasoned.core import lexical as bm25
from seasoned.core.filters import Filter
from seasoned.core.notes import NoteFilter
from seasoned.core.recall import Candidate, Traits
from seasoned.memories.ranking import Asked, Ranked, related
from seasoned.memories.ranking import Depth as Depth
from seasoned.memories.ranking import Query as Query
from seasoned.memories.represented import Represented, stand_forth
from seasoned.memories.twins import with_twins
from seasoned.ports import Entry, Feed, LexicalIndex, Scope, Store, VectorIndex

if TYPE_CHECKING:
    from seasoned.ports import Numbers

_SHELVES = 64  # namespaces kept in memory; the least recently used one goes first
_USERS = 64  # users for whom is remembered what they may see
_AT_ONCE = 4096  # vectors widened to float32, 6 MB at 384 numbers
_TRAITS = 50_000  # rows whose traits are remembered, some 20 MB
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Candidates with their relevance, and how many items they were chosen from.

    Attributes:
        behind: Numbers of the items that a candidate stands for, as far as the filter keeps them.
    """

    candidates: list[Candidate]
    total: int
    behind: Mapping[int, Sequence[int]]


def union(gathered: Iterable[Gathered]) -> Gathered:
    """What was gathered from several namespaces, as one."""
    answers = list(gathered)
    candidates = [c for answer in answers for c in answer.candidates]
    behind = {num: nums for answer in answers for num, nums in answer.behind.items()}
    return Gathered(candidates, sum(answer.total for answer in answers), behind)


@dataclass(frozen=True, slots=True)
class IndexMaker:
    """How to make empty indexes; the vector index is told its dimension."""

    lexical: Callable[[], LexicalIndex]
    vectors: Callable[[int], VectorIndex]


class Shelf:
    """The indexes of one namespace and kind, in step with the store."""

    def __init__(self, store: Store, namespace: str, kind: str, make: IndexMaker) -> None:
        self.lock = threading.RLock()
        self._store, self._namespace, self._kind, self._make = store, namespace, kind, make
        self._seq: int | None = None
        self._model: str | None = None
        self.lexical: LexicalIndex = make.lexical()
        self.vectors: VectorIndex | None = None
        self._nums = _NONE
        self._owned: dict[int, str] = {}
        self._traits: dict[int, Traits] = {}
        self._represented: Represented | None = None
        self._visible: dict[str | None, Numbers | None] = {}

    def __len__(self) -> int:
        return len(self._nums)

    def refresh(self, model: str | None) -> None:
        """Follow the change log to its end; start afresh for another model."""
        if model != self._model:
            self._seq, self._model = None, model
        feed = self._store.search.follow(self._namespace, self._kind, self._seq, model)
        if feed.complete:
            self._clear()
        for num in feed.judged:
            self._traits.pop(num, None)
        if feed.puts or feed.deletes:
            self._apply(feed)
        self._seq = feed.seq

    def _clear(self) -> None:
        self.lexical, self.vectors = self._make.lexical(), None
        self._nums, self._owned, self._traits = _NONE, {}, {}
        self._represented, self._visible = None, {}

    def _apply(self, feed: Feed) -> None:
        self._visible = {}
        self.lexical.remove(feed.deletes)
        if self.vectors is not None:
            self.vectors.remove(feed.deletes)
        for num in feed.deletes:
            self._owned.pop(num, None)
        for num in (*feed.deletes, *(entry.num for entry in feed.puts)):
            self._traits.pop(num, None)
        self._owned |= {entry.num: entry.user for entry in feed.puts if entry.user is not None}
        nums = np.fromiter((entry.num for entry in feed.puts), np.int64, len(feed.puts))
        if feed.deletes:
            self._nums = np.setdiff1d(self._nums, np.asarray(feed.deletes, np.int64))
        newest = self._nums[-1] if len(self._nums) else -1
        if feed.deletes or (len(nums) and nums.min() <= newest):
            self._represented = None  # what is new represents nothing and has nobody who does
        new = nums[nums > newest]  # as a rule all of them; sorting the rest anew costs far more
        old = self._nums if len(new) == len(nums) else np.union1d(self._nums, nums[nums <= newest])
        self._nums = np.concatenate([old, new])
        self.lexical.add(feed.puts)
        self._add_vectors([entry for entry in feed.puts if entry.vector is not None])

    def _add_vectors(self, entries: Sequence[Entry]) -> None:
        model = self._store.search.model() if entries else None
        if model is None or model.name != self._model:
            return
        # A damaged vector is a missing one; `check` reports it and `repair` makes it anew.
        fit = [(e.num, e.vector) for e in entries if e.vector and len(e.vector) == 2 * model.dim]
        if self.vectors is None:
            self.vectors = self._make.vectors(model.dim)
        for start in range(0, len(fit), _AT_ONCE):
            part = fit[start : start + _AT_ONCE]
            nums = np.fromiter((num for num, _ in part), np.int64, len(part))
            data = b"".join(vector for _, vector in part)
            rows = np.frombuffer(data, "<f2").reshape(len(part), model.dim).astype(np.float32)
            whole = np.isfinite(rows).all(axis=1)
            self.vectors.add(nums[whole], rows[whole])

    def traits(self, scope: Scope, nums: Sequence[int]) -> dict[int, Traits]:
        """What ranking needs of these items, by number; the scope may see them all."""
        missing = [num for num in nums if num not in self._traits]
        if missing:
            if len(self._traits) > _TRAITS:
                self._traits.clear()
                missing = list(nums)
            found = self._store.search.traits(scope, self._kind, missing)
            self._traits |= {traits.num: traits for traits in found}
        return {num: self._traits[num] for num in nums if num in self._traits}

    def represented(self) -> Represented:
        """Who stands for whom."""
        if self._represented is None:
            pairs = self._store.search.represented(self._namespace, self._kind)
            self._represented = Represented.of(pairs)
        return self._represented

    def held(self, user: str | None) -> set[int]:
        """Numbers a user may see."""
        visible = self.visible(user)
        return set((self._nums if visible is None else visible).tolist())

    def visible(self, user: str | None) -> Numbers | None:
        """Ascending numbers that a user may see; None if that is all of them."""
        if user not in self._visible:
            if len(self._visible) >= _USERS:
                self._visible.clear()
            hidden = [num for num, owner in self._owned.items() if owner != user]
            seen = np.setdiff1d(self._nums, np.asarray(hidden, np.int64)) if hidden else None
            self._visible[user] = seen
        return self._visible[user]

    def count(self, user: str | None) -> int | None:
        """How many a user may see; None before the indexes were built."""
        if self._seq is None:
            return None
        self.refresh(self._model)
        visible = self.visible(user)
        return len(self._nums if visible is None else visible)


class Searcher:
    """Finds candidates in any namespace of one store. Safe to share between threads."""

    def __init__(self, store: Store, make: IndexMaker) -> None:
        self._store, self._make = store, make
        self._start()

    def _start(self) -> None:
        self._pid = os.getpid()
        self._shelves: OrderedDict[tuple[str, str], Shelf] = OrderedDict()
        self._lock = threading.Lock()

    def gather(
        self, scope: Scope, kind: str, query: Query, where: Filter | NoteFilter, depth: Depth
    ) -> Gathered:
        """The union of the nearest by words and by meaning, under the filter."""
        shelf, known = self._shelf(scope.namespace, kind)
        with shelf.lock:
            if query.vector is None and not known:
                # One query does not pay for building an index; the next one does.
                return self._by_words(scope, kind, query, where, depth)
            shelf.refresh(query.model)
            represented, kept = shelf.represented(), None
            allowed = shelf.visible(scope.user)
            if not where.empty:
                kept = self._store.search.select(scope, kind, where)
                allowed = represented.shown(kept)
            found = Asked(shelf.lexical, shelf.vectors, query, allowed, depth).found()
            traits = shelf.traits(scope, [f.num for f in found])
            live = related([f for f in found if f.num in traits], depth.lexical)
            live = with_twins(live, shelf.vectors, depth.k, depth.duplicate)
            candidates = [_candidate(f, traits[f.num]) for f in live]
            total = len(shelf) if allowed is None else len(allowed)
            total = total + represented.count(allowed) if kept is None else len(kept)
        return self._whole(scope, kind, Gathered(candidates, total, {}), represented, kept)

    def rank(
        self, scope: Scope, kind: str, query: Query, where: NoteFilter, depth: Depth
    ) -> list[Ranked]:
        """The same of a kind that has no representatives, without asking what each one is."""
        shelf, known = self._shelf(scope.namespace, kind)
        with shelf.lock:
            if query.vector is None and not known:
                matches, _ = self._matches(scope, kind, query, where)
                return related(matches[: depth.candidates], depth.lexical)
            shelf.refresh(query.model)
            allowed = shelf.visible(scope.user)
            if not where.empty:
                allowed = self._store.search.select(scope, kind, where)
            found = Asked(shelf.lexical, shelf.vectors, query, allowed, depth).found()
            mixed = related(found, depth.lexical)
            return with_twins(mixed, shelf.vectors, depth.k, depth.duplicate)

    def traits(self, scope: Scope, kind: str, nums: Sequence[int]) -> dict[int, Traits]:
        """What these items are, by number, as far as they are there and the scope may see them."""
        return {t.num: t for t in self._store.search.traits(scope, kind, nums)}

    def _whole(
        self,
        scope: Scope,
        kind: str,
        found: Gathered,
        represented: Represented,
        kept: Numbers | None,
    ) -> Gathered:
        """The same with those behind the candidates, of whom the filter kept some or all."""
        behind = represented.behind([c.traits.num for c in found.candidates], kept)
        if not behind:
            return found
        candidates = found.candidates
        if kept is not None:
            newest = [nums[-1] for nums in behind.values()]
            traits = {t.num: t for t in self._store.search.traits(scope, kind, newest)}
            there = stand_forth(candidates, behind, kept, traits)
            behind = {
                new.traits.num: behind.get(old.traits.num, [])
                for old, new in zip(candidates, there, strict=True)
            }
            candidates = there
        return Gathered(candidates, found.total, behind)

    def held(self, scope: Scope, kind: str, query: Query) -> set[int]:
        """Numbers that the indexes of a namespace hold and a user may see, after catching up."""
        shelf, _ = self._shelf(scope.namespace, kind)
        with shelf.lock:
            shelf.refresh(query.model)
            return shelf.held(scope.user)

    def count(self, scope: Scope, kind: str) -> int | None:
        """How many items in the indexes a user may see; None where there are no indexes yet."""
        with self._lock:
            shelf = self._shelves.get((scope.namespace, kind)) if self._pid == os.getpid() else None
        if shelf is None:
            return None
        with shelf.lock:
            return shelf.count(scope.user)

    def drop(self, namespace: str, kind: str) -> None:
        """Let the indexes of a namespace go, which keep parts of what was removed for a while."""
        with self._lock:
            self._shelves.pop((namespace, kind), None)

    def _shelf(self, namespace: str, kind: str) -> tuple[Shelf, bool]:
        """The shelf, and whether it was asked for before."""
        if os.getpid() != self._pid:
            # A fork may have caught another thread in the middle of a change, lock in hand.
            self._start()
        with self._lock:
            key = (namespace, kind)
            known = key in self._shelves
            if not known:
                self._shelves[key] = Shelf(self._store, namespace, kind, self._make)
            self._shelves.move_to_end(key)
            while len(self._shelves) > _SHELVES:
                self._shelves.popitem(last=False)
            return self._shelves[key], known

    def _by_words(
        self, scope: Scope, kind: str, query: Query, where: Filter | NoteFilter, depth: Depth
    ) -> Gathered:
        """The same answer from the store's own full-text index, without building ours."""
        represented = Represented.of(self._store.search.represented(scope.namespace, kind))
        matches, kept = self._matches(scope, kind, query, where, represented)
        found = matches[: depth.candidates]
        traits = self.traits(scope, kind, [f.num for f in found])
        live = related([f for f in found if f.num in traits], depth.lexical)
        candidates = [_candidate(f, traits[f.num]) for f in live]
        return self._whole(scope, kind, Gathered(candidates, len(kept), {}), represented, kept)

    def _matches(
        self,
        scope: Scope,
        kind: str,
        query: Query,
        where: Filter | NoteFilter,
        represented: Represented | None = None,
    ) -> tuple[list[Ranked], Numbers]:
        """What the store's own index finds under the filter, best first, and what that keeps."""
        search = self._store.search
        documents, total, length = search.matching(scope, kind, query.terms)
        matches = bm25.rank(query.terms, documents, total, length)
        kept = search.select(scope, kind, where)
        seen = set((kept if represented is None else represented.shown(kept)).tolist())
        return [Ranked(m.num, None, m.score, m.coverage) for m in matches if m.num in seen], kept


def _candidate(found: Ranked, traits: Traits) -> Candidate:
    """What was found as ranking sees it."""
    _, cosine, lexical, coverage, relevance, twins = found
    return Candidate(traits, cosine, lexical, coverage, relevance, twins=twins)
