"""What may be asked of a store about what memory is worth: arms, sums by item, decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from seasoned.core.attempts import AttemptRecord
from seasoned.core.credit import Tally
from seasoned.core.exposures import Draw, KeptDecision
from seasoned.core.harm import Decision
from seasoned.core.holdout import Assignment, Share
from seasoned.core.storage import Scope
from seasoned.core.trials import Trial


class TallyFeed(NamedTuple):
    """The sums of items.

    Attributes:
        seq: The newest change; ask with it the next time.
        complete: Whether they are of all items, so that what was known before is void.
        tallies: By item.
    """

    seq: int
    complete: bool
    tallies: dict[str, Tally]


class CreditStore(Protocol):
    """Arms of attempts and the credit of what they were shown.

    Credit is written with the episode or verdict that it follows from, and goes with what is
    forgotten. A scope sees the sums over its own user's attempts and those of nobody.
    """

    def arm(self, scope: Scope, root: str) -> Assignment | None:
        """The arm of a tree of attempts, by the id of its root; None before it is drawn."""
        ...

    def draw(self, scope: Scope, attempt: AttemptRecord, draw: Draw) -> Assignment:
        """The arm of an attempt's tree: what stands, else drawn and kept, once and for all."""
        ...

    def share(self, scope: Scope) -> Share:
        """The share of tasks that run without memory, as it was drawn with last."""
        ...

    def trials(self, scope: Scope) -> list[Trial]:
        """Every visible outermost attempt that was, or would have been, shown something."""
        ...

    def feed(self, scope: Scope, after: int, known: int) -> TallyFeed:
        """The tallies that changed.

        Args:
            scope: Who asks.
            after: `seq` of the feed before; 0 asks for all.
            known: How many items the asker has tallies of.
        """
        ...

    def tallies(self, scope: Scope, ids: Sequence[str]) -> dict[str, Tally]:
        """The tallies of these items, those left out that nothing is known of."""
        ...

    def suspected(self, scope: Scope, least: float) -> bool:
        """Whether any user's evidence of harm against an item exceeds this logarithm."""
        ...

    def decide(self, scope: Scope, decision: KeptDecision) -> None:
        """Keep a decision; it replaces an earlier one of the same user about the item."""
        ...

    def decisions(self, scope: Scope) -> dict[str, Decision]:
        """The newest visible decision about each item."""
        ...
