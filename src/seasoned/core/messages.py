"""Messages of a conversation, in the shape that chat models take.

Text, several parts, calls of tools and what they answered are carried as they came, in the forms
of OpenAI and of Anthropic alike; only what memory has to know of them is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final, Literal

from seasoned.core import values
from seasoned.errors import InvalidInput

Role = Literal["system", "user", "assistant", "tool"]
ROLES: Final = ("system", "user", "assistant", "tool")
_ALIASES: Final = {"developer": "system", "human": "user", "ai": "assistant", "function": "tool"}
_TEXTS: Final = ("text", "input_text", "output_text")  # types of parts that hold text under "text"
_MAKE: Final = "use Message('user', 'text') or {'role': 'user', 'content': 'text'}"


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    Attributes:
        role: ``system``, ``user``, ``assistant`` or ``tool``; ``developer``, ``human``, ``ai`` and
            ``function`` are read as these.
        content: Text, or parts as JSON objects such as ``{"type": "text", "text": "…"}``.
        tool_calls: Calls that an assistant's message makes, as OpenAI has them.
        tool_call_id: The call that a tool's message answers.
        name: Of the speaker or the tool.
        pinned: Whether it stays in each context, whole, whatever it costs.
        importance: In [0, 1]; None leaves it to the scorer.
        metadata: Any JSON, and all further fields that a message came with.
        at: When it was said; filled in when it is kept.
        id: Filled in when it is kept.
    """

    role: str
    content: str | tuple[dict[str, Any], ...] = ""
    tool_calls: tuple[dict[str, Any], ...] = ()
    tool_call_id: str | None = None
    name: str | None = None
    pinned: bool = False
    importance: float | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    at: datetime | None = None
    id: str = ""

    def __post_init__(self) -> None:
        put = object.__setattr__
        role = _ALIASES.get(values.text(self.role, "role"), self.role)
        if role not in ROLES:
            raise InvalidInput(f"role must be one of {', '.join(ROLES)}, got {role!r}")
        put(self, "role", role)
        put(self, "content", _content(self.content))
        put(self, "tool_calls", _objects(self.tool_calls, "tool_calls"))
        put(self, "tool_call_id", values.optional_text(self.tool_call_id, "tool_call_id"))
        put(self, "name", values.optional_text(self.name, "name"))
        put(self, "pinned", bool(self.pinned))
        if self.importance is not None:
            put(self, "importance", values.unit(self.importance, "importance"))
        put(self, "metadata", values.json_object(self.metadata, "metadata"))
        put(self, "at", values.optional_moment(self.at, "at"))
        put(self, "id", values.text(self.id, "id"))

    @classmethod
    def of(cls, given: Message | Mapping[str, Any]) -> Message:
        """A message as it is, or from the dictionary that a chat model takes.

        An SDK's own message, which has `model_dump`, is read as its dictionary.

        Raises:
            InvalidInput: it is neither, or a field cannot be used.
        """
        if isinstance(given, Message):
            return given
        dump = getattr(given, "model_dump", None)
        if callable(dump):
            given = dump(exclude_none=True)
        if not isinstance(given, Mapping):
            raise InvalidInput(f"message must be a message, got {values.shown(given)}; {_MAKE}")
        if "role" not in given:
            raise InvalidInput(f"the message {values.shown(given)} has no role; {_MAKE}")
        known = {f.name for f in fields(cls)}
        found = {key: value for key, value in given.items() if key in known}
        for name in ("content", "tool_calls", "metadata"):  # null where there is none
            if found.get(name, 0) is None:
                del found[name]
        rest = {key: value for key, value in given.items() if key not in known}
        metadata = values.json_object(found.pop("metadata", {}), "metadata")
        return cls(**found, metadata={**metadata, **({"further": rest} if rest else {})})

    @property
    def text(self) -> str:
        """What it says, of several parts those that are text, a line each."""
        if isinstance(self.content, str):
            return self.content
        return "\n".join(_texts(self.content))

    @property
    def calls(self) -> tuple[str, ...]:
        """Ids of the calls of tools that it makes, in both vendors' forms."""
        own = [call.get("id") for call in self.tool_calls]
        inside = [part.get("id") for part in self.parts if part.get("type") == "tool_use"]
        return tuple(id for id in (*own, *inside) if isinstance(id, str))

    @property
    def answers(self) -> tuple[str, ...]:
        """Ids of the calls that it answers, in both vendors' forms."""
        inside = [
            part.get("tool_use_id") for part in self.parts if part.get("type") == "tool_result"
        ]
        return tuple(id for id in (self.tool_call_id, *inside) if isinstance(id, str))

    @property
    def parts(self) -> tuple[dict[str, Any], ...]:
        """Its content as parts; plain text is one."""
        if isinstance(self.content, str):
            return ({"type": "text", "text": self.content},) if self.content else ()
        return self.content

    def to_chat(self) -> dict[str, Any]:
        """The dictionary that a chat model takes, with the further fields that it came with."""
        content = self.content if isinstance(self.content, str) else list(self.content)
        chat: dict[str, Any] = {"role": self.role, "content": content}
        if self.tool_calls:
            chat["tool_calls"] = list(self.tool_calls)
        if self.tool_call_id is not None:
            chat["tool_call_id"] = self.tool_call_id
        if self.name is not None:
            chat["name"] = self.name
        return {**self.metadata.get("further", {}), **chat}


def _content(given: object) -> str | tuple[dict[str, Any], ...]:
    if isinstance(given, str):
        return values.text(given, "content")
    return _objects(given, "content")


def _objects(given: object, name: str) -> tuple[dict[str, Any], ...]:
    if not isinstance(given, list | tuple):
        raise InvalidInput(
            f"{name} must be {'text or ' if name == 'content' else ''}a list of objects, "
            f"got {values.shown(given)}"
        )
    return tuple(values.json_object(one, f"{name}[{i}]") for i, one in enumerate(given))


def _texts(parts: tuple[dict[str, Any], ...]) -> Iterator[str]:
    """Text of the parts, what a tool answered included."""
    for part in parts:
        if part.get("type") in _TEXTS and isinstance(part.get("text"), str):
            yield part["text"]
        elif part.get("type") == "tool_result":
            inner = part.get("content")
            if isinstance(inner, str):
                yield inner
            elif isinstance(inner, list):
                yield from _texts(tuple(one for one in inner if isinstance(one, dict)))
