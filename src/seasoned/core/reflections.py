"""What became of asking a model for lessons, as it is kept beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from seasoned.core import values
from seasoned.core.derived import REFLECTION, name_of

_SHOWN = 400  # characters of a lesson that is not kept


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A lesson of a model that was not kept.

    Attributes:
        text: As it came, shortened.
        reason: In words.
    """

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reflection:
    """A question to a model, and what was made of its answer.

    Attributes:
        episodes: Ids: the one it was about, or the worst and the best of two at one task.
        model: Name of the model.
        lessons: Ids of what was kept.
        left_out: What was not.
        problem: Why there is no answer, or none that can be used; "" if there is one.
        raw: What the model said in that case, shortened.
        at: When it was asked, aware UTC.
    """

    episodes: tuple[str, ...]
    model: str = ""
    lessons: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    problem: str = ""
    raw: str = ""
    at: datetime | None = None

    @property
    def answered(self) -> bool:
        """Whether the model said anything, of use or not."""
        return not self.problem or bool(self.raw)


def reflection_id(user: str | None, episodes: Iterable[str]) -> str:
    """The id of what was asked about these episodes: asked again, it takes the place of this."""
    return name_of(REFLECTION, user, episodes)


def shown(item: Any) -> str:
    """A lesson as it came, for the reader's eyes."""
    text = item.get("text") if isinstance(item, Mapping) else None
    told = text if isinstance(text, str) else values.shown(item)
    return told if len(told) <= _SHOWN else told[: _SHOWN - 1] + "…"
