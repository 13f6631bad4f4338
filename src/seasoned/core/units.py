"""What of a conversation belongs together: a call of tools and all that they answered.

Models refuse a call without its answer and an answer without its call. So these stay together,
parallel calls with all their answers, in the forms of both vendors. An id stands for the last call
that had it, since some models count their calls anew in each message.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from seasoned.core.messages import Message

_GONE: Final = "[answer of a tool whose call is gone]"
_NOTE: Final = {"type": "text", "text": _GONE}


@dataclass(frozen=True, slots=True)
class Unit:
    """Messages that stay or go together.

    Attributes:
        places: Of its messages in the conversation, in order.
        waiting: Whether it has a call that nothing has answered.
    """

    places: tuple[int, ...]
    waiting: bool = False


def units(messages: Sequence[Message]) -> list[Unit]:
    """The units of a conversation, by their first message; most are one message."""
    groups: list[list[int] | None] = []
    home: dict[int, int] = {}  # of each group that was joined to another
    calls: dict[str, int] = {}
    pending: dict[str, int] = {}
    for place, message in enumerate(messages):
        owners = sorted({_root(home, calls[id]) for id in message.answers if id in calls})
        if owners:
            first, *others = owners
            joined = groups[first] or []
            for other in others:
                joined += groups[other] or []
                groups[other] = None
                home[other] = first
            joined.append(place)
        else:
            first = len(groups)
            groups.append([place])
        for id in message.answers:
            pending.pop(id, None)
        for id in message.calls:
            calls[id] = pending[id] = first
    waiting = {_root(home, group) for group in pending.values()}
    return [
        Unit(tuple(sorted(places)), number in waiting)
        for number, places in enumerate(groups)
        if places is not None
    ]


def _root(home: dict[int, int], group: int) -> int:
    while group in home:
        group = home[group]
    return group


def answerable(messages: Sequence[Message]) -> list[Message | None]:
    """The messages with answers whose call is not before them as text of the user.

    So a late answer is told, to models that refuse it without its call.

    Returns:
        As many as were given; None for one that is nothing but such answers, which say nothing.
    """
    known: set[str] = set()
    found: list[Message | None] = []
    for message in messages:
        lost = set(message.answers) - known
        found.append(_without(message, lost) if lost else message)
        known.update(message.calls)
    return found


def _without(message: Message, lost: set[str]) -> Message | None:
    if not message.text.strip() and all(
        part.get("type") == "text" or part.get("tool_use_id") in lost for part in message.parts
    ):
        return None
    if message.tool_call_id in lost:
        content = message.content
        told = f"{_GONE} {content}" if isinstance(content, str) else (_NOTE, *content)
        return replace(message, role="user", tool_call_id=None, name=None, content=told)
    return replace(message, content=tuple(_plain(part, lost) for part in message.parts))


def _plain(part: dict[str, Any], lost: set[str]) -> dict[str, Any]:
    if part.get("type") != "tool_result" or part.get("tool_use_id") not in lost:
        return part
    told = Message("user", (part,)).text
    return {"type": "text", "text": f"{_GONE} {told}".strip()}
