"""What memory is worth, on an event loop: each method awaits the one of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seasoned.aio.calls import Calls
from seasoned.core.harm import Standing
from seasoned.core.holdout import Share
from seasoned.memories.evidence import ALPHA, EvidenceVerbs, Why
from seasoned.memories.screening import Quarantined

if TYPE_CHECKING:  # it brings NumPy along
    from seasoned.core.lift_report import Lift


class AsyncEvidenceVerbs:
    """Verbs about what memory is worth; see `EvidenceVerbs`."""

    def __init__(self, calls: Calls, evidence: EvidenceVerbs) -> None:
        self._calls, self._verbs = calls, evidence

    async def lift(self, *, alpha: float = ALPHA) -> Lift:
        """What memory is worth; see `EvidenceVerbs.lift`."""
        return await self._calls.long(self._verbs.lift, alpha=alpha)

    async def holdout(self) -> Share:
        """The share of tasks that ran without memory last; see `EvidenceVerbs.holdout`."""
        return await self._calls.quick(self._verbs.holdout)

    async def why(self, id: str) -> Why:
        """Why an episode is shown or withheld; see `EvidenceVerbs.why`."""
        return await self._calls.quick(self._verbs.why, id)

    async def withheld(self) -> tuple[Standing, ...]:
        """What is withheld or banned now, by id."""
        return await self._calls.quick(self._verbs.withheld)

    async def quarantine(self) -> tuple[Quarantined, ...]:
        """What is in quarantine now; see `EvidenceVerbs.quarantine`."""
        return await self._calls.long(self._verbs.quarantine)

    async def pin(self, id: str, *, by: str = "human") -> Standing:
        """Never withhold an episode; see `EvidenceVerbs.pin`."""
        return await self._calls.quick(self._verbs.pin, id, by=by)

    async def ban(self, id: str, *, by: str = "human") -> Standing:
        """Never show an episode again; see `EvidenceVerbs.ban`."""
        return await self._calls.quick(self._verbs.ban, id, by=by)

    async def reinstate(self, id: str, *, by: str = "human") -> Standing:
        """Show an episode again, and judge it anew; see `EvidenceVerbs.reinstate`."""
        return await self._calls.quick(self._verbs.reinstate, id, by=by)
