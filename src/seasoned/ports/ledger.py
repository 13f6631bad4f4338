"""What may be asked of a ledger: it keeps what the calls of a model have cost, day by day."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from seasoned.core.spending import Budget, Spending


class Ledger(Protocol):
    """Books what calls cost before they are made. Shared between threads.

    What was reserved counts as spent until it is settled, so that calls under way at the same
    time cannot pass a limit together; what a killed process had reserved stays spent.
    """

    def reserve(self, day: date, wanted: Spending, budget: Budget) -> None:
        """Book what a call may cost at most, if the day has room for it.

        `Budget.check` decides, in one step with the booking.

        Raises:
            BudgetError: it has none, or the call is too large in itself; nothing is booked.
        """
        ...

    def settle(self, day: date, wanted: Spending, spent: Spending) -> None:
        """Put what a call did cost in the place of what was reserved for it, on the same day."""
        ...
