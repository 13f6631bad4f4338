"""What a user said and was answered, with what was learned of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from seasoned.core import values
from seasoned.core.feedback import assign

LEARNED: Final = "learned"
NOTHING: Final = "nothing"
UNUSABLE: Final = "unusable"  # a model's answer could not be read
STATES: Final = (LEARNED, NOTHING, UNUSABLE)


@dataclass(frozen=True, slots=True)
class Learned:
    """One statement, and what became of it.

    Attributes:
        kind: ``preference``, ``fact`` or ``instruction``.
        text: Close to the user's words.
        action: ``add``, ``supersede``, ``contest``, ``confirm``, ``ignore`` or ``refuse``.
        reason: Why.
        id: Of the fact or note that stands for it; "" if it was refused.
    """

    kind: str
    text: str
    action: str
    reason: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange as it is kept.

    Attributes:
        said: The user's message.
        answered: The assistant's.
        items: What was learned, refused statements too.
        by: ``rules`` or the name of a model.
        problem: What a model could not do, "" if nothing.
        raw: The model's answer, if it could not be used.
        session: The conversation.
        at: When.
        id: Filled in.
    """

    said: str
    answered: str = ""
    items: tuple[Learned, ...] = ()
    by: str = "rules"
    problem: str = ""
    raw: str = ""
    session: str | None = None
    at: datetime | None = None
    id: str = ""

    def __post_init__(self) -> None:
        assign(
            self,
            said=values.text(self.said, "said"),
            answered=values.text(self.answered, "answered"),
            session=values.optional_text(self.session, "session"),
            at=values.optional_moment(self.at, "at"),
            id=values.text(self.id, "id"),
        )

    @property
    def state(self) -> str:
        """``learned``, ``nothing``, or ``unusable`` where a model's answer could not be read."""
        return UNUSABLE if self.problem else LEARNED if self.kept else NOTHING

    @property
    def kept(self) -> tuple[Learned, ...]:
        """What was kept or confirmed."""
        return tuple(item for item in self.items if item.action not in ("ignore", "refuse"))
