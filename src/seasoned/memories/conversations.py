"""Which conversations there are, without what was said in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from seasoned.core import values
from seasoned.core.knowledge import SessionRow
from seasoned.errors import InvalidInput
from seasoned.ports import Scope
from seasoned.ports.knowledge import SessionStore

_STATES: Final = ("open", "closed")
_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session of one's own.

    Attributes:
        id: Of the session.
        state: ``open`` or ``closed``.
        started: When its first message came.
        messages: How many it has had.
        summarised: Whether messages were folded into a summary.
        episode: Id of the episode that it became when it was closed.
    """

    id: str
    state: str
    started: datetime
    messages: int
    summarised: bool = False
    episode: str | None = None


def conversations(
    store: SessionStore, scope: Scope, state: str | None, limit: int
) -> tuple[Conversation, ...]:
    """One's own sessions, the newest first."""
    if state is not None and state not in _STATES:
        raise InvalidInput(f"state must be open or closed, got {values.shown(state)}")
    most = values.count(limit, "limit", least=1, most=_MOST)
    return tuple(map(_conversation, store.page(scope, state, most)))


def _conversation(row: SessionRow) -> Conversation:
    started = datetime.fromtimestamp(row.started, UTC)
    summarised = row.summary is not None
    return Conversation(row.id, row.state, started, row.messages, summarised, row.episode)
