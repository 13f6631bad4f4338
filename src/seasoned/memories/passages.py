"""Notes, chunks and facts as text: from a record to what is kept of it, and finding it again.

It serves every kind of memory whose items are told in words; what they mean is theirs to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from seasoned import codec
from seasoned.core import values
from seasoned.core.demands import attacks, demands
from seasoned.core.duplicates import Said
from seasoned.core.facts import Fact
from seasoned.core.findable import TYPES, content_digest, lexical_text_of, meanings_of, said_in
from seasoned.core.knowledge import Passage, PassageWrite, Record, columns_of
from seasoned.core.lexical import count_terms
from seasoned.core.notes import ANY_NOTE, Note, NoteFilter
from seasoned.core.trust import origin_of
from seasoned.errors import InvalidInput
from seasoned.memories.ranking import Depth, Query, Ranked, related
from seasoned.memories.search import Searcher
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store

MOST: Final = 10_000  # hits of one lookup
_EACH: Final = 4  # candidates of each kind for a hit
_AT_ONCE: Final = 32  # passages that are read together


@dataclass(frozen=True, slots=True)
class LookupPolicy:
    """Every number that a lookup decides by; the defaults are chosen in `benchmarks/`.

    Attributes:
        lexical: Share of words in the score, in [0, 1]; the rest is meaning's.
        coverage: Idf-weighted share of the query's words that a hit must have to pass without
            being near by meaning.
        floor: Cosine to pass by meaning; None takes the embedder's own.
        duplicate: Cosine from which two hits are looked at for saying the same.
    """

    lexical: float = 0.6
    coverage: float = 0.2
    floor: float | None = None
    duplicate: float = 0.9

    def __post_init__(self) -> None:
        for name in ("lexical", "coverage", "duplicate"):
            object.__setattr__(self, name, values.unit(getattr(self, name), name))
        if self.floor is not None:
            object.__setattr__(self, "floor", values.number(self.floor, "floor", -1.0, 1.0))


class Found(NamedTuple):
    """A passage that was found.

    Attributes:
        record: What it holds.
        similarity: Cosine to the query; without a model, the share of its words.
        also: Ids of those that say the same.
    """

    passage: Passage
    record: Record
    namespace: str
    score: float
    similarity: float
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look up.

    Attributes:
        query: Text; blank finds nothing.
        k: Most hits.
        least: Similarity below which nothing is found; None leaves it to the policy.
        where: Conditions.
        namespaces: Further namespaces to read.
        holds: Whether a record that was read is wanted after all.
    """

    query: str
    k: int
    least: float | None = None
    where: NoteFilter = NoteFilter()
    namespaces: tuple[str, ...] = ()
    holds: Callable[[Record], bool] = lambda _: True

    @classmethod
    def of(
        cls,
        query: str,
        k: int,
        min_score: float | None,
        where: NoteFilter,
        namespaces: Sequence[str],
    ) -> Wanted:
        """What a caller asks for.

        Raises:
            InvalidInput: an argument is out of range or of a wrong type.
        """
        return cls(
            values.text(query, "query"),
            values.count(k, "k", least=1, most=MOST),
            None if min_score is None else values.number(min_score, "min_score", -1.0, 1.0),
            where,
            tuple(values.name(n, "namespace") for n in values.texts(namespaces, "namespaces")),
        )


class _Placed(NamedTuple):
    """What was found, and the namespace that its number is of."""

    namespace: str
    ranked: Ranked


class _Kept:
    """What a lookup finds: the first of those that say the same stands for all of them.

    Attributes:
        found: The hits so far.
    """

    def __init__(self, item: str, wanted: Wanted) -> None:
        self._item, self._wanted = item, wanted
        self.found: list[Found] = []
        self._shown: list[tuple[_Placed, Said]] = []

    @property
    def full(self) -> bool:
        """Whether there are as many hits as are wanted."""
        return len(self.found) >= self._wanted.k

    def wants(self, one: _Placed) -> bool:
        """Whether it may be a hit, or say the same as one."""
        return not self.full or bool(_near(one, self._shown))

    def take(self, one: _Placed, passage: Passage) -> None:
        """Make a hit of it, or add it to one that says the same."""
        if not self.wants(one):
            return
        record = read(self._item, passage)
        text = said_in(record)
        if waits(columns_of(record).source, text) or not self._wanted.holds(record):
            return
        said = Said.of(text)
        near = _near(one, self._shown)
        same = next((i for i in near if said.like(self._shown[i][1])), None)
        if same is not None:
            self.found[same] = _joined(self.found[same], one, passage, record)
        elif not self.full:
            self._shown.append((one, said))
            self.found.append(_found(one, passage, record))


@dataclass(frozen=True, slots=True)
class Passages:
    """What writes and finds passages in any scope of one store."""

    store: Store
    searcher: Searcher
    writer: Writer
    policy: LookupPolicy = LookupPolicy()

    def writes(
        self,
        scope: Scope,
        records: Sequence[Record],
        *,
        replaces: bool = False,
        same_text: bool = False,
    ) -> list[PassageWrite]:
        """Writes for records as their caller gave them, in their order.

        Records that take the place of others are clean already: a redact hook may not run twice.
        With `same_text` they have the text of those, whose vectors stay.

        Raises:
            InvalidInput: a record belongs to another namespace or user.
        """
        there = replaces or same_text
        clean = records if there else [self.writer.clean(record) for record in records]
        whole = [self._complete(scope, record) for record in clean]
        wanted = [] if same_text else [meanings_of(record) for record in whole]
        model, vectors = self.writer.embedding.means(wanted)
        vectors = vectors or [None] * len(whole)
        return [
            write_of(self.writer, record, vector, model, replaces=there)
            for record, vector in zip(whole, vectors, strict=True)
        ]

    def _complete(self, scope: Scope, record: Record) -> Record:
        """The record with all that is filled in."""
        if record.namespace not in ("", scope.namespace):
            raise InvalidInput(
                f"the record belongs to namespace {record.namespace!r}, this memory is "
                f"{scope.namespace!r}; use dataclasses.replace(record, namespace='')"
            )
        if scope.user is not None and record.user not in (None, scope.user):
            raise InvalidInput(
                f"the record belongs to user {record.user!r}, this memory writes as "
                f"{scope.user!r}; open it as that user, or without one"
            )
        now, user = self.writer.clock.now(), record.user if scope.user is None else scope.user
        filled: dict[str, Any] = {"namespace": scope.namespace, "user": user}
        filled["id"] = record.id or self.writer.ids.new()
        if isinstance(record, Fact):
            recorded = record.recorded_at or now
            over = record.valid_to is not None and record.valid_to <= recorded
            since = record.valid_from or (None if over else recorded)  # when it began, nobody said
            filled |= {"recorded_at": recorded, "valid_from": since}
        else:
            filled["at"] = record.at or now
        return replace(record, **filled)

    def find(self, scope: Scope, item: str, wanted: Wanted) -> list[Found]:
        """What has to do with a query, best first; what says the same falls together."""
        if not wanted.query.strip() or wanted.where.impossible:
            return []
        model, vector = self.writer.embedding.query(wanted.query)
        query = Query(tuple(self.writer.analyzer.terms(wanted.query)), vector, model)
        depth = Depth(wanted.k, self.policy.lexical, self.policy.duplicate, _EACH)
        spaces = dict.fromkeys((scope.namespace, *wanted.namespaces))
        found = [
            _Placed(space, one)
            for space in spaces
            for one in self.searcher.rank(
                Scope(space, scope.user), item, query, wanted.where, depth
            )
        ]
        if len(spaces) > 1:  # each was measured against its own best
            found = _together(found, self.policy.lexical)
        passed = self._passing(found, wanted.least)
        return self._distinct(scope, item, passed, wanted)

    def count(self, scope: Scope, item: str, where: NoteFilter = ANY_NOTE) -> int:
        """How many match and a scope may see; of all the indexes tell, where there are some."""
        known = self.searcher.count(scope, item) if where.empty else None
        return self.store.knowledge.passages.count(scope, item, where) if known is None else known

    def _passing(self, found: Sequence[_Placed], least: float | None) -> list[_Placed]:
        """Those that have to do with the query."""
        if least is not None:
            return [one for one in found if similarity(one.ranked) >= least]
        floor, coverage = self.policy.floor, self.policy.coverage
        floor = self.writer.embedding.floor if floor is None else floor
        return [
            one
            for one in found
            if one.ranked.coverage >= coverage
            or (one.ranked.cosine is not None and one.ranked.cosine >= floor)
        ]

    def _distinct(
        self, scope: Scope, item: str, passed: Sequence[_Placed], wanted: Wanted
    ) -> list[Found]:
        """The best of these, each standing for those that say the same."""
        kept = _Kept(item, wanted)
        ordered = self._in_order(scope, item, passed)
        while not kept.full and (part := list(islice(ordered, max(_AT_ONCE, wanted.k)))):
            # The first that can be enough, then of the others what is still asked for.
            for some in (part[: wanted.k], part[wanted.k :]):
                asked = [one for one in some if kept.wants(one)]
                for one, passage in self._read(scope, item, asked):
                    kept.take(one, passage)
        return kept.found

    def _in_order(self, scope: Scope, item: str, passed: Sequence[_Placed]) -> Iterator[_Placed]:
        """The most relevant first; of those that are equally so the newest, then by id."""
        for _, tied in groupby(sorted(passed, key=_irrelevance), key=_irrelevance):
            run = list(tied)
            yield from run if len(run) == 1 else self._newest_first(scope, item, run)

    def _newest_first(self, scope: Scope, item: str, found: Sequence[_Placed]) -> Iterator[_Placed]:
        """Those of these that are still there."""
        told = list[tuple[float, str, _Placed]]()
        for space, some in _by_namespace(found).items():
            nums = [one.ranked.num for one in some]
            traits = self.searcher.traits(Scope(space, scope.user), item, nums)
            told += [
                (-known.at, known.id, one)
                for one in some
                if (known := traits.get(one.ranked.num)) is not None
            ]
        return (one for *_, one in sorted(told, key=lambda row: row[:2]))

    def _read(
        self, scope: Scope, item: str, found: Sequence[_Placed]
    ) -> Iterator[tuple[_Placed, Passage]]:
        """These, in order, but for those that were forgotten since they were ranked."""
        store = self.store.knowledge.passages
        passages = {
            space: store.numbered(Scope(space, scope.user), item, [one.ranked.num for one in some])
            for space, some in _by_namespace(found).items()
        }
        for one in found:
            if (passage := passages[one.namespace].get(one.ranked.num)) is not None:
                yield one, passage


def is_never() -> bool:
    """No: nothing is held out."""
    return False


def write_of(
    writer: Writer,
    record: Record,
    vector: bytes | None = None,
    model: str | None = None,
    *,
    replaces: bool = False,
) -> PassageWrite:
    """The write of a record that has all that is filled in."""
    text = lexical_text_of(record)
    return PassageWrite(
        record=record,
        body=codec.encode(record),
        content=content_digest(record),
        text=text,
        terms=count_terms(writer.analyzer.terms(text)),
        analyzer=writer.analyzer.version,
        meanings=meanings_of(record),
        vector=vector,
        model=model,
        awaited=vector is None and writer.embedding.wanted,
        replaces=replaces,
    )


def similarity(found: Ranked) -> float:
    """Cosine to the query; without a vector, the share of the query's words."""
    return found.coverage if found.cosine is None else found.cosine


def _irrelevance(one: _Placed) -> float:
    return -one.ranked.relevance


def _by_namespace(found: Sequence[_Placed]) -> dict[str, list[_Placed]]:
    spaces: dict[str, list[_Placed]] = {one.namespace: [] for one in found}
    for one in found:
        spaces[one.namespace].append(one)
    return spaces


def _together(found: Sequence[_Placed], share: float) -> list[_Placed]:
    mixed = related([one.ranked for one in found], share)
    return [
        _Placed(one.namespace, one.ranked._replace(relevance=new.relevance))
        for one, new in zip(found, mixed, strict=True)
    ]


def _near(one: _Placed, shown: Sequence[tuple[_Placed, Said]]) -> list[int]:
    """Places of those that may say the same, by what is known without their texts."""
    twins, blind = one.ranked.twins, one.ranked.cosine is None
    return [
        place
        for place, (other, _) in enumerate(shown)
        if blind or other.ranked.num in twins or other.ranked.cosine is None
    ]


def _found(one: _Placed, passage: Passage, record: Record) -> Found:
    hit = one.ranked
    return Found(passage, record, one.namespace, hit.relevance, similarity(hit))


def _joined(first: Found, one: _Placed, passage: Passage, record: Record) -> Found:
    """What says the same as one: of them one's own is shown, where the first stood."""
    mine, his = (origin_of(columns_of(each).source) == "own" for each in (record, first.record))
    if his or not mine:
        return first._replace(also=(*first.also, passage.id))
    also = (*first.also, first.passage.id)
    return _found(one, passage, record)._replace(score=first.score, also=also)


def waits(source: str, text: str) -> bool:
    """Whether a text is not one's own and tells the agent to act."""
    origin = origin_of(source)
    if origin == "own":
        return False
    return bool(attacks(text) or (origin == "foreign" and demands(text)))


def read(item: str, passage: Passage) -> Record:
    """The record of a stored passage."""
    return codec.decode(passage.body, TYPES.get(item, Note))
