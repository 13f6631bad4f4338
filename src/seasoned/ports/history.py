"""What skills, strategies and learning curves ask of a store: how episodes went, and no text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from seasoned.core.deeds import Done
from seasoned.core.storage import Scope

if TYPE_CHECKING:  # both bring NumPy along
    from seasoned.core.history import Performance
    from seasoned.core.tallies import Cell


class Mark(NamedTuple):
    """How far totals go.

    Attributes:
        seq: The change up to which they were reckoned.
        num: The highest number of an episode in them.
    """

    seq: int
    num: int


class Totals(NamedTuple):
    """Totals, or what came to them.

    Attributes:
        mark: What to ask with the next time.
        whole: Whether the cells are of all that is visible; else of what is new since.
        cells: Each category, strategy, origin and outcome once.
    """

    mark: Mark
    whole: bool
    cells: list[Cell]


class HistoryStore(Protocol):
    """How episodes went, as effective outcomes and rewards say."""

    def performances(
        self,
        scope: Scope,
        *,
        tags: bool = False,
        arm: str | None = None,
        category: str | None = None,
    ) -> list[Performance]:
        """Every visible episode, parts of others included, in order of recording.

        Args:
            scope: Who asks.
            tags: Whether to read the labels too; else there are none on any.
            arm: Only those of this arm.
            category: Only those of this category.
        """
        ...

    def totals(self, scope: Scope, after: Mark | None = None) -> Totals:
        """The totals over what is visible, or only what was recorded since if that will do.

        Where an older episode was judged or removed since, the answer is whole.

        Args:
            scope: Who asks.
            after: The mark of an earlier answer to the same scope.
        """
        ...

    def deeds(self, scope: Scope, after: Mark | None, newest: int, most: int = 2_000) -> Done:
        """What was done in visible episodes, or what came to that, by pages.

        Episodes of others, see `core.trust.is_heard`, are left out.

        Args:
            scope: Who asks.
            after: The `seq` and `last` of the page before; None begins anew.
            newest: How many episodes to go back where it begins anew, at least 1.
            most: Episodes beyond `after` on the page; older ones that changed come beside them.
        """
        ...
