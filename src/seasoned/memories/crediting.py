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
from dataclasses import dataclass, field

from seasoned.core.credit import Tally
from seasoned.core.harm import Decision, HarmPolicy, Standing, in_words, standings
from seasoned.core.recall import Candidate, Withheld
from seasoned.core.trust import doubt
from seasoned.ports import Scope, Store

_SCOPES = 16  # whose sums are kept; all are dropped where there are more


@dataclass(slots=True)
class _Known:
    """What was read of a scope."""

    seq: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    decisions: Mapping[str, Decision] | None = None
    standings: dict[str, Standing] = field(default_factory=dict)


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
        found = self._looked_at(scope, own) if own else {}
        hidden = {
            id: in_words(standing, self.policy)
            for id, standing in found.items()
            if standing.hidden(chance, self.policy)
        }
        left = [c for c in candidates if c.traits.id not in hidden or not _at_home(c, scope)]
        utility = self._utility(scope, own) if weighed else {}
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

    def _utility(self, scope: Scope, ids: Sequence[str]) -> dict[str, float]:
        tallies = self._store.credit.tallies(scope, ids) if ids else {}
        return {id: u for id, tally in tallies.items() if (u := tally.utility) is not None}

    def _looked_at(self, scope: Scope, ids: Sequence[str]) -> dict[str, Standing]:
        """How those of the items stand that anything speaks against, or was decided about."""
        decisions = self._store.credit.decisions(scope)
        # Sums of a user and of nobody add up: one of them has at least half of the evidence.
        least = math.log(self.policy.evidence) / 2.0
        if self._store.credit.suspected(scope, least):
            known = self.standings(scope, decisions)
            found = {id: known[id] for id in ids if id in known}
        else:
            found = {}
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

    def standings(
        self, scope: Scope, decisions: Mapping[str, Decision] | None = None
    ) -> dict[str, Standing]:
        """How every item stands that was shown, judged together."""
        decided = self._store.credit.decisions(scope) if decisions is None else decisions
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand
        with self._lock:
            if len(self._known) >= _SCOPES and scope not in self._known:
                self._known.clear()
            known = self._known.setdefault(scope, _Known())
            feed = self._store.credit.feed(scope, known.seq, len(known.tallies))
            changed = feed.complete or feed.tallies or known.decisions != decided
            if changed:
                known.tallies = feed.tallies if feed.complete else known.tallies | feed.tallies
                known.standings = standings(known.tallies, decided, self.policy)
            known.seq, known.decisions = feed.seq, decided
            return known.standings


def _at_home(candidate: Candidate, scope: Scope) -> bool:
    return candidate.traits.namespace == scope.namespace
