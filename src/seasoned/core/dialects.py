"""Messages in the dialect of a vendor, whichever they came in.

Knows how OpenAI and Anthropic write calls of tools, what these answered, and pictures. A call and
its answer go out as such only together, since both vendors refuse one without the other; alone
each is told in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from seasoned.core.messages import Message

_TEXTS: Final = ("text", "input_text", "output_text")
_THOUGHTS: Final = ("thinking", "redacted_thinking", "reasoning")  # signed for one request only
_DATA: Final = re.compile(r"data:([\w.+/-]+);base64,", re.IGNORECASE)
_EARLIER: Final = "(The conversation began before this.)"


@dataclass(slots=True)
class _Pieces:
    """What a message is made of.

    Attributes:
        role: Of the message; only an assistant calls, and only others answer.
        paired: Ids that have their other half beside them, and are not used up yet.
        content: Parts for the eyes of the model, as OpenAI writes them.
        calls: Id, name and arguments of calls.
        answers: Id and text of answers to calls.
    """

    role: str
    paired: set[str]
    content: list[dict[str, Any]] = field(default_factory=list)
    calls: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)

    @property
    def plain(self) -> str | None:
        """The content as one text; None if it is more than text."""
        if any(part.get("type") != "text" for part in self.content):
            return None
        return "\n".join(part["text"] for part in self.content)


class AnthropicChat(NamedTuple):
    """What a request to Anthropic is made of.

    Attributes:
        system: All that the system said.
        messages: Of user and assistant in turns, the user first.
        tools: Definitions of the tools that were called; a request that has calls needs them.
    """

    system: str
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]]


def openai_chat(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages as OpenAI takes them."""
    return [chat for message, pieces in _read(messages) for chat in _openai(message, pieces)]


def anthropic_chat(messages: Sequence[Message]) -> AnthropicChat:
    """The messages as Anthropic takes them."""
    system: list[str] = []
    turns: list[dict[str, Any]] = []
    tools: dict[str, dict[str, Any]] = {}
    for message, pieces in _read(messages):
        if message.role == "system":
            system.append(message.text)
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(pieces)
        if blocks and turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
        tools |= {name: _tool(name) for _, name, _ in pieces.calls}
    told = "\n\n".join(text for text in system if text.strip())
    if not turns:  # somebody has to have said something
        return AnthropicChat("", [{"role": "user", "content": told}], [])
    if turns[0]["role"] == "assistant":
        turns.insert(0, {"role": "user", "content": _EARLIER})
    for turn in turns:
        if isinstance(turn["content"], list):  # answers to calls come first
            turn["content"].sort(key=lambda block: block.get("type") != "tool_result")
    return AnthropicChat(told, turns, list(tools.values()))


def _tool(name: str) -> dict[str, Any]:
    return {"name": name, "description": "", "input_schema": {"type": "object"}}


def _openai(message: Message, pieces: _Pieces) -> Iterator[dict[str, Any]]:
    for id, text in pieces.answers:
        yield {"role": "tool", "tool_call_id": id, "content": text}
    if not (pieces.content or pieces.calls) and pieces.answers:
        return
    plain = pieces.plain
    role = "user" if message.role == "tool" else message.role
    chat: dict[str, Any] = {"role": role, "content": pieces.content if plain is None else plain}
    if message.name is not None and message.role != "tool":
        chat["name"] = message.name
    if pieces.calls:
        chat["tool_calls"] = [
            {
                "id": id,
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given, ensure_ascii=False)},
            }
            for id, name, given in pieces.calls
        ]
    yield chat


def _blocks(pieces: _Pieces) -> list[dict[str, Any]]:
    """The pieces as blocks of Anthropic, which takes no blank text."""
    blocks: list[dict[str, Any]] = [
        {"type": "tool_result", "tool_use_id": id, "content": text or "(nothing)"}
        for id, text in pieces.answers
    ]
    for part in pieces.content:
        if part.get("type") != "text":
            blocks.append(_picture(part))
        elif part["text"].strip():
            blocks.append({"type": "text", "text": part["text"]})
    for id, name, given in pieces.calls:
        blocks.append({"type": "tool_use", "id": id, "name": name, "input": given})
    return blocks


def _picture(part: dict[str, Any]) -> dict[str, Any]:
    """A picture of OpenAI's as Anthropic writes it; another part as it is."""
    held = part.get("image_url")
    url = held.get("url") if isinstance(held, Mapping) else held
    if part.get("type") not in ("image_url", "input_image") or not isinstance(url, str):
        return part
    if data := _DATA.match(url):
        source = {"type": "base64", "media_type": data[1], "data": url[data.end() :]}
    else:
        source = {"type": "url", "url": url}
    return {"type": "image", "source": source}


def _read(messages: Sequence[Message]) -> list[tuple[Message, _Pieces]]:
    """The pieces of each message, calls and answers without their other half as text."""
    paired = _paired(messages)
    return [(message, _pieces(message, ids)) for message, ids in zip(messages, paired, strict=True)]


def _paired(messages: Sequence[Message]) -> list[set[str]]:
    """For each message the ids of calls and answers that have their other half beside them."""
    found: list[set[str]] = [set() for _ in messages]
    for place, message in enumerate(messages):
        waiting = set(message.calls) if message.role == "assistant" else set()
        for behind in range(place + 1, len(messages)):
            here = waiting & _given(messages[behind])
            found[place] |= here
            found[behind] |= here
            waiting -= here
            if not waiting or not here or not _only(messages[behind], here):
                break  # what comes later stands behind other words
    return found


def _given(message: Message) -> set[str]:
    return set(message.answers) if message.role in ("user", "tool") else set()


def _only(message: Message, ids: set[str]) -> bool:
    """Whether a message answers these calls once each, and says nothing else."""
    if message.role == "tool" and message.tool_call_id is not None:
        return True
    kinds = {part.get("type") for part in message.parts}
    return kinds == {"tool_result"} and len(message.parts) == len(ids)


def _pieces(message: Message, paired: set[str]) -> _Pieces:
    pieces = _Pieces(message.role, paired)
    if message.role == "tool" and message.tool_call_id is not None:
        _answered(pieces, message.tool_call_id, message.text)
        return pieces
    for part in message.parts:
        _sort(pieces, part)
    for call in message.tool_calls:
        made = call.get("function")
        made = made if isinstance(made, Mapping) else call
        _called(pieces, call.get("id"), made.get("name"), made.get("arguments"))
    return pieces


def _sort(pieces: _Pieces, part: dict[str, Any]) -> None:
    kind = part.get("type")
    if kind in _TEXTS and isinstance(part.get("text"), str):
        pieces.content.append({"type": "text", "text": part["text"]})
    elif kind == "tool_use":
        _called(pieces, part.get("id"), part.get("name"), part.get("input"))
    elif kind == "tool_result":
        told = Message("tool", (part,)).text
        _answered(pieces, part.get("tool_use_id"), told)
    elif kind == "image":
        pieces.content.append(_pointed(part))
    elif kind not in _THOUGHTS:
        pieces.content.append(part)


def _pointed(part: dict[str, Any]) -> dict[str, Any]:
    """A picture of Anthropic's as OpenAI writes it."""
    source = part.get("source")
    if not isinstance(source, Mapping):
        return part
    url = source.get("url") or f"data:{source.get('media_type')};base64,{source.get('data')}"
    return {"type": "image_url", "image_url": {"url": url}}


def _called(pieces: _Pieces, id: Any, name: Any, given: Any) -> None:
    name = name if isinstance(name, str) and name else "tool"
    if pieces.role == "assistant" and _used(pieces, id):
        pieces.calls.append((id, name, _arguments(given)))
        return
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    pieces.content.append({"type": "text", "text": f"(called {name} with {text})"})


def _answered(pieces: _Pieces, id: Any, text: str) -> None:
    if pieces.role != "assistant" and _used(pieces, id):
        pieces.answers.append((id, text))
    else:
        pieces.content.append({"type": "text", "text": f"(a tool answered: {text})"})


def _used(pieces: _Pieces, id: Any) -> bool:
    """Whether an id is paired; a second one of the same id is not."""
    if not isinstance(id, str) or id not in pieces.paired:
        return False
    pieces.paired.remove(id)
    return True


def _arguments(given: Any) -> dict[str, Any]:
    """What a tool was called with, as an object; OpenAI has it as text, which may be no JSON."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return {"arguments": given}
    return given if isinstance(given, dict) else {"arguments": given}
