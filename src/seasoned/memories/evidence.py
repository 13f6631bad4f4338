"""What memory is worth, and why an episode is shown or not; the user's own word on that.

`Evidence` answers; `EvidenceVerbs` are the same verbs for a facet that hands them on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seasoned.core import values
from seasoned.core.derived import BY_MODEL
from seasoned.core.exposures import KeptDecision
from seasoned.core.harm import Fact, Kind, Standing, explain
from seasoned.core.holdout import Share
from seasoned.core.playbook import Playbook
from seasoned.core.trust import Trust
from seasoned.memories.episodic import EpisodicMemory
from seasoned.memories.screening import Quarantined
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store

if TYPE_CHECKING:  # it brings NumPy along
    from seasoned.core.lift_report import Lift

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Why:
    """Why an episode is shown, or is not.

    Attributes:
        standing: How it stands, as uses and the user's decision say.
        trust: How far it is trusted, and whether it is in quarantine.
        facts: Every number behind that, in the order in which one follows from the other.
    """

    standing: Standing
    trust: Trust
    facts: tuple[Fact, ...]

    @property
    def state(self) -> str:
        """``shown``, ``withheld``, ``pinned``, ``banned`` or ``quarantined``."""
        held = self.standing.state == "shown" and self.trust.quarantined
        return "quarantined" if held else self.standing.state

    @property
    def words(self) -> str:
        """The upshot in a sentence."""
        return self.facts[-1].text


@dataclass(frozen=True, slots=True)
class Evidence:
    """What attempts say about memory, in one scope."""

    store: Store
    writer: Writer
    scope: Scope
    episodes: EpisodicMemory

    def lift(self, alpha: float) -> Lift:
        """See `EvidenceVerbs.lift`."""
        from seasoned.core.lift import lift

        return lift(self.store.credit.trials(self.scope), alpha=alpha)

    def why(self, id: str) -> Why:
        """See `EvidenceVerbs.why`."""
        crediting, id = self.episodes.crediting, values.text(id, "id")
        standing = crediting.standing(self.scope, id)
        derived = self.store.derived.get(self.scope, [id]).get(id)
        if derived is not None and derived.by == BY_MODEL:
            trust = Trust("model", harmful=standing.probability)
            *facts, state = explain(standing, crediting.policy)
            source, _, uses, *_ = trust.facts()  # its rank is lower in proportion, see `Noting`
            return Why(standing, trust, (*facts, source, uses, state))
        if derived is not None or self._is_playbook(id):
            trust = Trust(harmful=standing.probability)
            return Why(standing, trust, explain(standing, crediting.policy))
        found = self.episodes.get(id)
        model = self.writer.embedding.model
        trust = self.episodes.screening.trust(self.scope, found, model, standing.probability)
        *facts, state = explain(standing, crediting.policy)
        if standing.state == "shown" and trust.quarantined:
            state = Fact("state", None, trust.words)
        return Why(standing, trust, (*facts, *trust.facts(), state))

    def _is_playbook(self, id: str) -> bool:
        """Whether it is the playbook of a category that there are episodes of."""
        return any(
            id == Playbook(name).id for name in self.store.episodes.stats(self.scope).categories
        )

    def decide(self, id: str, kind: Kind, by: str) -> Standing:
        """Keep a decision about an episode; how it stands then."""
        by = values.text(by, "by")
        tally = self.why(id).standing.tally
        at, user = self.writer.clock.now().timestamp(), self.scope.user
        self.store.credit.decide(
            self.scope, KeptDecision(self.scope.namespace, id, kind, at, by, user, tally)
        )
        return self.why(id).standing


class EvidenceVerbs:
    """Verbs about what memory is worth."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    def lift(self, *, alpha: float = ALPHA) -> Lift:
        """What memory is worth: attempts that could use it against those held out.

        It needs attempts of a memory opened with `Options(holdout=…)`. Read `Lift.words` first;
        the verdict is sound however often you look.

        Args:
            alpha: Probability of a wrong verdict over all looks, in (0, 1).

        Raises:
            InvalidInput: alpha is not within (0, 1).
            StoreError: the store cannot be read.
        """
        return self._evidence.lift(alpha)

    def holdout(self) -> Share:
        """The share of tasks that ran without memory last, and the number of its epoch."""
        return self._evidence.store.credit.share(self._evidence.scope)

    def why(self, id: str) -> Why:
        """Why an episode is shown or withheld, with every number behind it.

        Raises:
            NotFound: no episode that this memory can see has the id.
        """
        return self._evidence.why(id)

    def withheld(self) -> tuple[Standing, ...]:
        """What is withheld or banned now, by id."""
        found = self._evidence.episodes.crediting.standings(self._evidence.scope)
        decided = self._evidence.store.credit.decisions(self._evidence.scope)
        banned = [id for id, said in decided.items() if said.kind == "ban" and id not in found]
        crediting = self._evidence.episodes.crediting
        unused = (crediting.standing(self._evidence.scope, id) for id in banned)
        return tuple(sorted([*found.hidden(), *unused], key=lambda standing: standing.item))

    def quarantine(self) -> tuple[Quarantined, ...]:
        """What is in quarantine now, oldest first. Every episode is read for it.

        It is shown once an independent episode says alike, or after `reinstate`.

        Raises:
            StoreError: the store cannot be read.
        """
        evidence = self._evidence
        model = evidence.writer.embedding.model
        return evidence.episodes.screening.quarantined(evidence.scope, model)

    def pin(self, id: str, *, by: str = "human") -> Standing:
        """Never withhold an episode, whatever attempts with it come to.

        Args:
            id: The episode.
            by: Who says so.

        Raises:
            NotFound: no episode that this memory can see has the id.
        """
        return self._evidence.decide(id, "pin", by)

    def ban(self, id: str, *, by: str = "human") -> Standing:
        """Never show an episode again, until it is pinned or reinstated.

        Args:
            id: The episode.
            by: Who says so.

        Raises:
            NotFound: no episode that this memory can see has the id.
        """
        return self._evidence.decide(id, "ban", by)

    def reinstate(self, id: str, *, by: str = "human") -> Standing:
        """Show an episode again, and judge it by what comes after; ends a pin or ban as well.

        It also releases an episode from quarantine.

        Args:
            id: The episode.
            by: Who says so.

        Raises:
            NotFound: no episode that this memory can see has the id.
        """
        return self._evidence.decide(id, "reinstate", by)
