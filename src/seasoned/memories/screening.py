"""What recall makes of trust: distrust lowers a place, and what is in quarantine gets none.

Nothing is kept about either: both follow from the rows at hand whenever they are asked for. Texts
are read of what would be shown and of nothing else, since distrust can only lower a place; if it
does, the choice is made again. What trust is, `core.trust` decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from seasoned.core.demands import Demand, attacks
from seasoned.core.filters import EVERYTHING
from seasoned.core.harm import Decision
from seasoned.core.recall import CHOICE, Candidate, Question, Withheld, near, score
from seasoned.core.records import Episode
from seasoned.core.searchtext import vector_text
from seasoned.core.trust import (
    OWN,
    TRUSTED,
    Origin,
    Trust,
    is_heard,
    is_independent,
    is_overturned,
    origin_of,
    suspects,
    tells,
)
from seasoned.memories.search import Depth, Query, Searcher
from seasoned.ports import EPISODE, Analyzer, Scope, Store

_LOOKED_AT = 20  # episodes by words of a demand, and of a task, among which a second is sought
_SOUGHT = 20  # quarantined episodes of one recall that a second sighting is sought for
_KNOWN = 4096  # episodes whose demands are remembered
_PAGE = 500
_RELEASED = ("pin", "reinstate")
_NOT_SOUGHT = "; more than {} others are, so none was looked for here"
Key: TypeAlias = tuple[str, str]  # namespace and id


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An episode in quarantine, and why.

    Attributes:
        source: Where the episode says it is from, such as ``foreign:forum``.
    """

    id: str
    trust: Trust
    source: str = ""


@dataclass(slots=True)
class Settled:
    """A choice that stands.

    Attributes:
        chosen: What is to be shown, in order.
        close: How many were near enough for a place.
        episodes: Those chosen that still exist.
        withheld: What is in quarantine, and why.
        held: The same, by namespace and id.
    """

    chosen: list[Candidate] = field(default_factory=list)
    close: int = 0
    episodes: dict[Key, Episode] = field(default_factory=dict)
    withheld: tuple[Withheld, ...] = ()
    held: dict[Key, str] = field(default_factory=dict)


class Screening:
    """How far the episodes of any scope of one store are trusted. Safe to share by threads."""

    def __init__(self, store: Store, searcher: Searcher, analyzer: Analyzer) -> None:
        self._store, self._searcher, self._analyzer = store, searcher, analyzer
        self._demands: dict[tuple[object, ...], tuple[Demand, ...]] = {}

    def settle(
        self, scope: Scope, question: Question, candidates: Sequence[Candidate], model: str | None
    ) -> Settled:
        """Choose among candidates until nothing chosen is in quarantine or trusted less.

        Args:
            scope: Who asks.
            question: What the stages are asked.
            candidates: What may be shown as far as their rows tell.
            model: Of the vectors that are searched, which stay as they are.
        """
        look, ahead = _Look(self, scope, model), 0
        left = _by_source(candidates, scope.namespace)
        settled, read = Settled(), set[Key]()
        while True:
            ranked = chosen = score(question, near(question, left))
            settled.close = len(ranked)
            for stage in CHOICE[1:]:
                chosen = stage(question, chosen)
            # What was read ahead need not be shown.
            new = {key_of(c): c for c in (*chosen, *ranked[:ahead]) if key_of(c) not in read}
            read.update(new)
            lower, held = look.read(new, settled), settled.held
            if not lower and held.keys().isdisjoint(new):
                break
            left = [c for c in left if key_of(c) not in held]
            left = [c._replace(trust=lower.get(key_of(c), c.trust)) for c in left]
            ahead = min(2 * ahead + len(chosen), len(left))
        settled.chosen = chosen
        settled.withheld = tuple(Withheld(id, why) for (_, id), why in settled.held.items())
        return settled

    def trust(
        self, scope: Scope, episode: Episode, model: str | None = None, harmful: float | None = None
    ) -> Trust:
        """How far one episode of the scope's namespace is trusted.

        Args:
            scope: Who asks.
            episode: The episode.
            model: Of the vectors that are searched.
            harmful: Probability that it does harm, as uses say.
        """
        return _Look(self, scope, model).trust(episode, harmful)

    def quarantined(self, scope: Scope, model: str | None = None) -> tuple[Quarantined, ...]:
        """All visible episodes in quarantine, oldest first; every episode is read for it."""
        found, cursor = list[Quarantined](), None
        while True:
            look = _Look(self, scope, model, most=_PAGE)
            page = self._store.episodes.page(scope, EVERYTHING, _PAGE, cursor, newest_first=False)
            trusts = ((episode, look.trust(episode)) for episode in page.episodes)
            found += [Quarantined(one.id, t, one.source) for one, t in trusts if t.quarantined]
            if (cursor := page.cursor) is None:
                return tuple(found)

    def suspects(self, episode: Episode, origin: Origin) -> tuple[Demand, ...]:
        """`core.trust.suspects`, remembered."""
        verdict = episode.verdicts[-1].id if episode.verdicts else ""
        key = (origin, episode.namespace, episode.id, verdict, episode.finished_at)
        known = self._demands.get(key)
        if known is None:
            if len(self._demands) >= _KNOWN:
                self._demands.clear()
            known = self._demands[key] = suspects(episode, origin)
        return known

    def nearest(self, scope: Scope, text: str, model: str | None) -> list[str]:
        """Ids of the episodes nearest to a text by words."""
        terms = tuple(dict.fromkeys(self._analyzer.terms(text)))
        depth = Depth(1, 1.0, 1.0)
        found = self._searcher.gather(scope, EPISODE, Query(terms, None, model), EVERYTHING, depth)
        best = sorted(found.candidates, key=lambda c: (-c.lexical, c.traits.id))[:_LOOKED_AT]
        return [candidate.traits.id for candidate in best]

    def episodes(self, scope: Scope, ids: Sequence[str]) -> dict[str, Episode]:
        """Those of these episodes that are there."""
        return self._store.episodes.get(scope, ids)

    def released(self, scope: Scope) -> Collection[str]:
        """Ids that the user pinned or reinstated."""
        decided: dict[str, Decision] = self._store.credit.decisions(scope)
        return {id for id, decision in decided.items() if decision.kind in _RELEASED}


class _Look:
    """One look at some episodes: what it asked the store once, it does not ask again."""

    def __init__(
        self, screening: Screening, scope: Scope, model: str | None, most: int = _SOUGHT
    ) -> None:
        self._screening, self._scope, self._model, self._most = screening, scope, model, most
        self._released: dict[str, Collection[str]] = {}
        self._near: dict[Key, list[str]] = {}  # by namespace and text
        self._read: dict[Key, Episode] = {}
        self._told: dict[tuple[str, str, bool], tuple[Demand, ...]] = {}
        self._sought = 0

    def read(self, new: Mapping[Key, Candidate], settled: Settled) -> dict[Key, float]:
        """Read some, and settle which are in quarantine; the trust of those trusted less."""
        lower: dict[Key, float] = {}
        for namespace in dict.fromkeys(namespace for namespace, _ in new):
            ids = [id for place, id in new if place == namespace]
            for id, episode in self._screening.episodes(self._at(namespace), ids).items():
                key, candidate = (namespace, id), new[namespace, id]
                if self._is_plain(episode):
                    settled.episodes[key] = episode
                    continue
                trust = self.trust(episode)
                value = trust.value * _used(candidate, trust.origin)
                if trust.quarantined:
                    settled.held[key] = self._words(trust)
                    continue
                settled.episodes[key] = episode
                if value < candidate.trust:
                    lower[key] = value
        return lower

    def _is_plain(self, episode: Episode) -> bool:
        """Whether it is an own one without a verdict, as most are."""
        return (
            episode.source == OWN
            and episode.namespace == self._scope.namespace
            and not episode.verdicts
        )

    def trust(self, episode: Episode, harmful: float | None = None) -> Trust:
        """How far an episode is trusted."""
        at_home = episode.namespace == self._scope.namespace
        origin = origin_of(episode.source, at_home=at_home)
        overturned = is_overturned(episode)
        demands = self._screening.suspects(episode, origin)
        if not demands:
            return Trust(origin, overturned, harmful)
        released = episode.id in self._released_in(episode.namespace)
        waiting, seen = self._sightings(episode, demands)
        return Trust(origin, overturned, harmful, waiting, seen, released)

    def _sightings(
        self, episode: Episode, demands: Sequence[Demand]
    ) -> tuple[tuple[Demand, ...], tuple[str, ...]]:
        """The demands that nobody bears out, and the ids of those who bear out the rest."""
        self._sought += 1
        if self._sought > self._most:
            return tuple(demands), ()
        waiting, seen = list[Demand](), dict[str, None]()
        for demand in demands:
            others = self._others(episode, demand)
            ids = [other.id for other in others if self._bears_out(other, demand)]
            seen.update(dict.fromkeys(ids))
            if not ids:
                waiting.append(demand)
        return tuple(waiting), tuple(seen)

    def _others(self, episode: Episode, demand: Demand) -> Iterator[Episode]:
        """Independent episodes among those nearest by words to a demand or to a task."""
        namespace, ids = episode.namespace, dict[str, None]()
        for text in (demand.text, vector_text(episode.task)):
            place = (namespace, text)
            if place not in self._near:
                scope = self._at(namespace)
                self._near[place] = self._screening.nearest(scope, text, self._model)
            ids |= dict.fromkeys(self._near[place])
        missing = [id for id in ids if (namespace, id) not in self._read]
        found = self._screening.episodes(self._at(namespace), missing)
        self._read |= {(namespace, id): other for id, other in found.items()}
        read = (self._read.get((namespace, id)) for id in ids)
        return (other for other in read if other and is_independent(episode, other))

    def _bears_out(self, other: Episode, demand: Demand) -> bool:
        place = (other.namespace, other.id, demand.is_attack)
        if place not in self._told:
            self._told[place] = tells(other, advice=not demand.is_attack)
        return any(demand.is_like(each) for each in self._told[place])

    def _words(self, trust: Trust) -> str:
        more = _NOT_SOUGHT.format(self._most) if self._sought > self._most else ""
        return trust.words + more

    def _at(self, namespace: str) -> Scope:
        return Scope(namespace, self._scope.user)

    def _released_in(self, namespace: str) -> Collection[str]:
        if namespace not in self._released:
            self._released[namespace] = self._screening.released(self._at(namespace))
        return self._released[namespace]


def key_of(candidate: Candidate) -> Key:
    """Namespaces may hold the same id."""
    return candidate.traits.namespace, candidate.traits.id


def _by_source(candidates: Sequence[Candidate], home: str) -> list[Candidate]:
    """The candidates, each trusted as its source is."""
    if all(c.traits.source == OWN and c.traits.namespace == home for c in candidates):
        return list(candidates)
    places = {(c.traits.source, c.traits.namespace) for c in candidates}
    shares = {
        (source, namespace): TRUSTED[origin_of(source, at_home=namespace == home)]
        for source, namespace in places
    }
    return [
        c._replace(trust=c.trust * shares[c.traits.source, c.traits.namespace]) for c in candidates
    ]


def _used(candidate: Candidate, origin: Origin) -> float:
    """What uses left of its trust, before its text was read."""
    return min(1.0, candidate.trust / TRUSTED[origin])


def counted(candidates: Sequence[Candidate], held: Collection[Key]) -> list[Candidate]:
    """Those whose claims count in figures: what others say of themselves is no evidence."""
    foreign = {s for s in {c.traits.source for c in candidates} if not is_heard(s)}
    if not held and not foreign:
        return list(candidates)
    return [c for c in candidates if key_of(c) not in held and c.traits.source not in foreign]


def harmless(names: Iterable[str]) -> tuple[str, ...]:
    """The names of strategies that tell nobody to act; any similar episode may bring one in."""
    return tuple(name for name in names if not _orders(name))


@lru_cache(maxsize=1024)
def _orders(name: str) -> bool:
    return bool(attacks(name))
