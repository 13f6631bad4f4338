"""What a session was like when it was looked at, and what is to be folded of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seasoned import codec
from seasoned.core.costs import Costs
from seasoned.core.knowledge import MessageRow, SessionRow
from seasoned.core.messages import Message
from seasoned.core.summaries import Summary
from seasoned.core.window import Weighed
from seasoned.errors import BudgetError


@dataclass(slots=True)
class Window:
    """What a session was like when it was last looked at."""

    row: SessionRow | None = None
    live: dict[int, Weighed] = field(default_factory=dict)
    total: int = 0
    last: int = 0
    summary: Summary | None = None
    said: int = 0  # tokens of the summary as a message

    def take(self, place: int, one: Weighed) -> None:
        """Add a live message."""
        self.live[place], self.last = one, max(place, self.last)
        self.total += one.tokens


@dataclass(frozen=True, slots=True)
class FoldPlan:
    """A fold that was decided on.

    Attributes:
        since: Beginning and version of the session that it was decided on.
        states: What becomes of messages, by place.
        messages: Those that are to be summarised, with the summary so far.
        limit: Most tokens of the new summary.
    """

    since: tuple[float, int]
    states: dict[int, str]
    messages: tuple[Message, ...]
    previous: Summary | None
    limit: int


def given(
    message: Message | Mapping[str, Any] | str,
    role: str = "user",
    pinned: bool = False,
    importance: float | None = None,
) -> Message:
    """The message that arguments of `add` stand for."""
    whole = Message(role, message) if isinstance(message, str) else Message.of(message)
    more: dict[str, Any] = {"pinned": True} if pinned else {}
    if importance is not None:
        more["importance"] = importance
    return replace(whole, **more)


def pinned_must_fit(window: Window, fresh: Sequence[Weighed], most: int) -> None:
    """Nothing that is pinned can be unpinned or cut, so that it would be in the way for ever.

    Raises:
        BudgetError: with the new ones the pinned messages exceed the budget.
    """
    there = [one for one in (*window.live.values(), *fresh) if one.message.pinned]
    if (tokens := sum(one.tokens for one in there)) > most:
        raise BudgetError(
            f"pinned messages would take {tokens:,} of {most:,} tokens, and nothing was added; "
            "shorten it, leave it unpinned or raise max_tokens"
        )


def row_of(one: Weighed, counter: int) -> MessageRow:
    """A message to be kept, with the stamp of how it was counted."""
    body = codec.encode(one.message)
    return MessageRow(0, one.tokens, one.importance, body, counter=counter)


def weighed(row: MessageRow, costs: Costs, counter: int) -> Weighed:
    """A message that was kept; counted again if it was counted in another way."""
    message = codec.decode(row.body, Message)
    tokens = row.tokens if row.counter == counter else costs.of(message)
    return Weighed(message, tokens, row.importance)
