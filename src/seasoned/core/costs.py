"""What a message costs in a context, and how one that is too long is cut.

Text is cut in the middle, where it is left the mark says how much is missing. What is no text
cannot be cut: a line takes its place that names what it was. Ids, names and roles stay, so that
calls of tools and their answers still belong together. Knows nothing of conversations.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

from seasoned.core import values
from seasoned.core.messages import Message
from seasoned.core.tokens import estimate_tokens
from seasoned.errors import InvalidInput

_TEXTS: Final = ("text", "input_text", "output_text")
_IMAGES: Final = ("image", "image_url", "input_image")
_FILES: Final = ("audio", "input_audio", "file", "input_file", "document", "video", "video_url")
_CALLS: Final = ("tool_use", "tool_result")
_CHARACTERS: Final = 8  # of a token at most, on the average of a text: where cutting begins
_PROBES: Final = (
    "The meeting of 3 May was put off; who tells Anna's colleagues in Saint-Étienne?",
    "Über die Straßenbahnhaltestelle wurde nichts entschieden.",
    "我们明天在北京见面。ありがとう",
    'def f(x):\n    return {"a": [x, 0x1F, 3.14159], "b": None}\n',
    "https://example.org/a_b?c=d&e=%20 \N{GRINNING FACE}",
    "word " * 40,
)
_NAMED: Final = 80  # characters of the name of what was left out


@dataclass(frozen=True, slots=True)
class Costs:
    """What the parts of a message cost in tokens.

    Attributes:
        count: Tokens of a text; the estimate of `seasoned.core.tokens` leans to the high side.
        overhead: Of each message besides, for its role and its frame.
        image: Of each image, whatever its size; the largest that models charge.
        file: Of each sound, document or film, which a model charges by its length.
    """

    count: Callable[[str], int] = estimate_tokens
    overhead: int = 4
    image: int = 1_600
    file: int = 4_000

    def __post_init__(self) -> None:
        if not callable(self.count):
            raise InvalidInput(
                f"count must be a function of a text, got {values.shown(self.count)}; use len"
            )
        for name in ("overhead", "image", "file"):
            object.__setattr__(self, name, values.count(getattr(self, name), name))

    def stamp(self) -> int:
        """A number, not 0, that another way of counting has not: what is counted may be kept.

        It follows from what some texts cost, for functions have no names that say what they do.
        """
        found = [self.count(text) for text in _PROBES]
        told = repr([*map(int, found), self.overhead, self.image, self.file])
        return 1 + int.from_bytes(blake2b(told.encode(), digest_size=6).digest())

    def of(self, message: Message) -> int:
        """Tokens of a message, all that `Message.to_chat` hands over included."""
        total = self.overhead + self._content(message.content)
        if message.tool_calls:
            total += self.count(_json(list(message.tool_calls)))
        for given in (message.name, message.tool_call_id):
            total += self.count(given) if given else 0
        further = message.metadata.get("further")
        return total + (self.count(_json(further)) if further else 0)

    def _content(self, content: object) -> int:
        if isinstance(content, str):
            return self.count(content) if content else 0
        if isinstance(content, list | tuple):
            return sum(self._part(part) for part in content)
        return self.count(_json(content)) if content else 0

    def _part(self, part: object) -> int:
        if not isinstance(part, Mapping):
            return self.count(_json(part))
        kind = part.get("type")
        if kind in _TEXTS and isinstance(part.get("text"), str):
            return self.count(part["text"])
        if kind in _IMAGES:
            return self.image
        if kind in _FILES:
            return self.file
        if kind == "tool_result":
            return self.count(str(part.get("tool_use_id"))) + self._content(part.get("content"))
        return self.count(_json(part))


def cut(message: Message, limit: int, costs: Costs) -> Message | None:
    """A message within a limit, None if it cannot be brought there.

    Args:
        message: Any message; one that fits stays as it is.
        limit: Most tokens of it.
        costs: What its parts cost.
    """
    if costs.of(message) <= limit:
        return message
    shorter = _without_media(message)
    if costs.of(_shortened(message, 0)) <= limit / 2:
        shorter = message  # what is no text leaves room enough for the text
    if costs.of(_shortened(shorter, 0)) > limit:
        return None
    longest = min(_CHARACTERS * limit, max(map(len, _strings(shorter)), default=0))
    while True:
        made = _shortened(shorter, longest)
        tokens = costs.of(made)
        if tokens <= limit:
            return made
        longest = int(longest * min(0.95, limit / tokens))


def middle_cut(text: str, longest: int) -> str:
    """A text of at most about `longest` characters, with a mark for what is missing inside."""
    missing = len(text) - longest
    if missing <= 0:
        return text
    mark = f"[… {missing:,} of {len(text):,} characters left out …]"
    if len(mark) >= missing:
        return text if longest > 0 else "…"
    head = text[: longest - longest // 2].rstrip()
    tail = text[len(text) - longest // 2 :].lstrip()
    return "\n".join(part for part in (head, mark, tail) if part)


def _shortened(message: Message, longest: int) -> Message:
    """Each text in it cut to a length, those that a tool is called with included."""

    def shorter(text: str) -> str:
        return middle_cut(text, longest)

    content: str | tuple[dict[str, Any], ...]
    if isinstance(message.content, str):
        content = shorter(message.content)
    else:
        content = tuple(_part_with(part, shorter) for part in message.content)
    calls = tuple(_call_with(call, shorter) for call in message.tool_calls)
    return replace(message, content=content, tool_calls=calls)


def _part_with(part: dict[str, Any], shorter: Callable[[str], str]) -> dict[str, Any]:
    kind = part.get("type")
    if kind in _TEXTS and isinstance(part.get("text"), str):
        return {**part, "text": shorter(part["text"])}
    if kind == "tool_use":
        return {**part, "input": _value_with(part.get("input"), shorter)}
    if kind == "tool_result":
        inner = part.get("content")
        if isinstance(inner, str):
            return {**part, "content": shorter(inner)}
        if isinstance(inner, list):
            return {**part, "content": [_inner_with(one, shorter) for one in inner]}
    return part


def _inner_with(part: Any, shorter: Callable[[str], str]) -> Any:
    return _part_with(part, shorter) if isinstance(part, dict) else part


def _call_with(call: dict[str, Any], shorter: Callable[[str], str]) -> dict[str, Any]:
    """A call with shorter arguments, which are JSON in a string, and stay it."""
    function = call.get("function")
    given = function.get("arguments") if isinstance(function, dict) else None
    if not isinstance(function, dict) or not isinstance(given, str):
        return call
    try:
        arguments = json.loads(given)
    except (ValueError, RecursionError):
        return call
    cut_down = _value_with(arguments, shorter)
    return call if cut_down == arguments else _called_with(call, function, cut_down)


def _called_with(call: dict[str, Any], function: dict[str, Any], given: object) -> dict[str, Any]:
    return {**call, "function": {**function, "arguments": json.dumps(given, ensure_ascii=False)}}


def _value_with(value: Any, shorter: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return shorter(value)
    if isinstance(value, list):
        return [_value_with(one, shorter) for one in value]
    if isinstance(value, dict):
        return {key: _value_with(one, shorter) for key, one in value.items()}
    return value


def _strings(message: Message) -> Iterable[str]:
    """The texts that cutting would cut."""
    found: list[str] = []

    def noted(text: str) -> str:
        found.append(text)
        return text

    content = () if isinstance(message.content, str) else message.content
    if isinstance(message.content, str):
        found.append(message.content)
    for part in content:
        _part_with(part, noted)
    for call in message.tool_calls:
        _call_with(call, noted)
    return found


def _without_media(message: Message) -> Message:
    """A line in the place of each part that is neither text nor a call or its answer."""
    if isinstance(message.content, str):
        return message
    return replace(message, content=tuple(_named(part) for part in message.content))


def _named(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("type") in _TEXTS or part.get("type") == "tool_use":
        return part
    if part.get("type") == "tool_result":
        inner = part.get("content")
        if isinstance(inner, list):
            named = [_named(one) if isinstance(one, dict) else one for one in inner]
            return {**part, "content": named}
        return part
    return {"type": "text", "text": f"[{_title(part)} left out]"}


def _title(part: Mapping[str, Any]) -> str:
    """What a part was: its type, and its media type, file name or address."""
    kind = values.shown(part.get("type", "part")).strip("'")
    inner = part.get(kind)
    homes = [part, part.get("source"), inner]
    known = ("media_type", "filename", "name", "title", "file_id", "url", "image_url", "format")
    found = [
        home[key] for home in homes if isinstance(home, Mapping) for key in known if key in home
    ]
    told = [
        text[:_NAMED] for text in found if isinstance(text, str) and not text.startswith("data:")
    ]
    return f"{kind} {', '.join(dict.fromkeys(told))}".strip()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
