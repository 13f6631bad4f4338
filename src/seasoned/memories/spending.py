"""What the calls of a memory's model cost, kept in its store, so that all processes share a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from seasoned.core.spending import Budget, Spending
from seasoned.errors import BudgetError
from seasoned.ports.knowledge import SpendingStore


@dataclass(frozen=True, slots=True)
class StoreLedger:
    """A ledger in a store; see `seasoned.ports.ledger.Ledger`.

    Attributes:
        store: What keeps it.
        model: Whose spending it is.
    """

    store: SpendingStore
    model: str

    def reserve(self, day: date, wanted: Spending, budget: Budget) -> None:
        """Book what a call may cost at most.

        Raises:
            BudgetError: the day has no room for it, or it is too large in itself.
            StoreError: it could not be booked.
        """
        budget.check(wanted)
        calls, tokens = _limit(budget.calls_per_day), _limit(budget.tokens_per_day)
        today = day.isoformat()
        booked = self.store.spend(today, self.model, wanted.calls, wanted.tokens, (calls, tokens))
        if not booked:
            budget.check(wanted, Spending(*self.store.spent(today, self.model)))
            # Another process has given something back in between.
            raise BudgetError(f"{self.model!r} had no room on {day} for this call; try it again")

    def settle(self, day: date, wanted: Spending, spent: Spending) -> None:
        """Put what a call did cost in the place of what was reserved for it."""
        calls, tokens = spent.calls - wanted.calls, spent.tokens - wanted.tokens
        if calls or tokens:
            # What is given back is never refused, nor what was spent already.
            self.store.spend(day.isoformat(), self.model, calls, tokens, (-1, -1))


def _limit(given: int | None) -> int:
    return -1 if given is None else given
