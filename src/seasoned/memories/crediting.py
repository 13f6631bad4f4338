"""What recall makes of credit: who is withheld, and what each candidate has been worth.

Sums are read from the store, which counts them; what follows from them is decided in `core.harm`.
Where no evidence of harm is large enough for anybody to be withheld, none but the candidates' own
sums are read.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from seasoned.core.credit import Tally
from seasoned.core.harm import (
    Decision,
    HarmPolicy,
    Standing,
    Standings,
    in_words,
    is_suspect,
    standings,
)
from seasoned.core.recall import Candidate, Withheld
from seasoned.core.trust import doubt
from seasoned.ports import Scope, Store

_SCOPES = 16  # whose sums are kept; all are dropped where there are more


@dataclass(slots=True)
class _Known:
    """What was read of a scope."""

    seq: int = 0
    standings: Standings | None = None


class Crediting:
    """How the items of any scope of one store stand. Safe to share between threads."""

    def __init__(self, store: Store, policy: HarmPolicy) -> None:
        self._store, self.policy = store, policy
        self._start()

    def _start(self) -> None:
        self._pid, self._lock = os.getpid(), threading.Lock()
        self._known: dict[Scope, _Known] = {}

    def sift(
        self, scope: Scope, candidates: Sequence[Candidate], chance: str, weighed: bool
    ) -> tuple[list[Candidate], tuple[Withheld, ...]]:
        """Those that may be shown, with their utility and what uses left of trust; those held back.

        Credit of another namespace's items is not known here, and they pass.

        Args:
            scope: Who asks.
            candidates: What has to do with the task.
            chance: What they would be shown to; a withheld one has its turn once in 20.
            weighed: Whether utility counts; else it is not read.
        """
        own = [c.traits.id for c in candidates if c.traits.namespace == scope.namespace]
        tallies = self._tallies(scope, own, weighed)
        found = self._looked_at(scope, own, tallies) if own else {}
        hidden = self._hidden(found, chance)
        left = [c for c in candidates if c.traits.id not in hidden or not _at_home(c, scope)]
        utility = {id: u for id, t in tallies.items() if weighed and (u := t.utility) is not None}
        if utility:
            left = [
                c._replace(utility=utility.get(c.traits.id, 0.0)) if _at_home(c, scope) else c
                for c in left
            ]
        doubts = {id: share for id, s in found.items() if (share := doubt(s.probability)) < 1.0}
        if doubts:
            left = [
                c._replace(trust=doubts.get(c.traits.id, 1.0)) if _at_home(c, scope) else c
                for c in left
            ]
        return left, tuple(Withheld(id, hidden[id]) for id in own if id in hidden)

    def hidden(self, scope: Scope, ids: Sequence[str], chance: str) -> dict[str, str]:
        """Those of these lessons or playbooks that are not to be shown now, and why."""
        tallies = self._tallies(scope, ids, weighed=False)
        return self._hidden(self._looked_at(scope, ids, tallies), chance) if ids else {}

    def out(self, scope: Scope, ids: Sequence[str]) -> set[str]:
        """Those of these lessons, clusters and playbooks that are withheld or banned."""
        found = self._looked_at(scope, ids, self._tallies(scope, ids, weighed=False))
        return {id for id, one in found.items() if one.state in ("withheld", "banned")}

    def banned(self, scope: Scope) -> set[tuple[str, str]]:
        """What the user banned, by namespace and id.

        What is withheld for harm did happen, and goes on counting in figures.
        """
        return {(scope.namespace, id) for id in banned(self._store, scope)}

    def _hidden(self, found: Mapping[str, Standing], chance: str) -> dict[str, str]:
        return {
            id: in_words(standing, self.policy)
            for id, standing in found.items()
            if standing.hidden(chance, self.policy)
        }

    def _tallies(self, scope: Scope, ids: Sequence[str], weighed: bool) -> dict[str, Tally]:
        """The candidates' own sums, where they can matter."""
        # Sums of a user and of nobody add up: one of them has at least half of the evidence.
        least = math.log(self.policy.evidence) / 2.0
        if ids and (weighed or self._store.credit.suspected(scope, least)):
            return self._store.credit.tallies(scope, ids)
        return {}

    def _looked_at(
        self, scope: Scope, ids: Sequence[str], tallies: Mapping[str, Tally]
    ) -> dict[str, Standing]:
        """How those of the items stand that may be withheld, or were decided about."""
        decisions, found = self._store.credit.decisions(scope), dict[str, Standing]()
        suspects = [
            id for id, tally in tallies.items() if is_suspect(tally, decisions.get(id), self.policy)
        ]
        if suspects:
            known = self.standings(scope, decisions)
            found = {id: known[id] for id in suspects if id in known}
        for id in ids:
            if id in decisions and id not in found:
                found[id] = self._alone(id, decisions)
        return found

    def _alone(self, id: str, decisions: Mapping[str, Decision]) -> Standing:
        return standings({id: Tally()}, {id: decisions[id]}, self.policy)[id]

    def standing(self, scope: Scope, id: str) -> Standing:
        """How one item stands among all."""
        decisions = self._store.credit.decisions(scope)
        known = self.standings(scope, decisions)
        return known.get(id) or standings({id: Tally()}, decisions, self.policy)[id]

    def standings(self, scope: Scope, decisions: Mapping[str, Decision] | None = None) -> Standings:
        """How every item stands that was shown, judged together."""
        decided = self._store.credit.decisions(scope) if decisions is None else decisions
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand
        with self._lock:
            if len(self._known) >= _SCOPES and scope not in self._known:
                self._known.clear()
            known = self._known.setdefault(scope, _Known())
            before = known.standings or standings({}, decided, self.policy)
            feed = self._store.credit.feed(scope, known.seq, len(before))
            if feed.complete:
                before = standings(feed.tallies, decided, self.policy)
            elif feed.tallies:
                before = before.changed(feed.tallies)
            if before.decisions != decided:
                before = standings(before.tallies, decided, self.policy)
            known.seq, known.standings = feed.seq, before
            return before


def banned(store: Store, scope: Scope) -> frozenset[str]:
    """Ids of what the user banned."""
    decided = store.credit.decisions(scope)
    return frozenset(id for id, decision in decided.items() if decision.kind == "ban")


def _at_home(candidate: Candidate, scope: Scope) -> bool:
    return candidate.traits.namespace == scope.namespace
