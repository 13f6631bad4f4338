"""What a user said and was answered, with what was learned of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

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
        action: ``add``, ``supersede``, ``contest``, ``confirm``, ``ignore`` or ``refuse``; and
            ``forget`` or ``end`` of something known that the user asked to forget or told as over.
        reason: Why.
        id: Of the fact or note that stands for it; "" if it was refused.
        memory: Where that is: ``facts`` or ``notes``, "" if nowhere.
        key: Of a fact, such as ``home`` or ``favourite: colour``.
        value: Of a fact, any JSON value.
    """

    kind: str
    text: str
    action: str
    reason: str = ""
    id: str = ""
    memory: str = ""
    key: str = ""
    value: Any = None


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
        changed = any(item.action not in ("ignore", "refuse") for item in self.items)
        return UNUSABLE if self.problem else LEARNED if changed else NOTHING

    @property
    def kept(self) -> tuple[Learned, ...]:
        """What was kept or confirmed."""
        gone = ("ignore", "refuse", "forget", "end")
        return tuple(item for item in self.items if item.action not in gone)
