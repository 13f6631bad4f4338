"""The rules that OpenAI's fine-tuning has for a conversation, as far as they are documented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import msgspec

_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool"})
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def problems(conversation: dict[str, Any]) -> list[str]:
    """What is wrong with a conversation; an empty list if it can be trained on."""
    messages = conversation.get("messages")
    if not isinstance(messages, list) or not messages:
        return ["it has no messages"]
    if not all(isinstance(m, dict) and m.get("role") in _ROLES for m in messages):
        return [f"a role is none of {', '.join(sorted(_ROLES))}"]
    found = [*_order(messages), *_contents(messages), *_pairs(messages)]
    return [*found, *_functions(messages, conversation.get("tools") or [])]


def _order(messages: list[dict[str, Any]]) -> Iterator[str]:
    roles = [message["role"] for message in messages]
    if "user" not in roles:
        yield "no message is the user's"
    if roles[-1] != "assistant":
        yield "the last message is not the assistant's"
    if any(pair == ("assistant", "assistant") for pair in pairwise(roles)):
        yield "two messages of the assistant follow each other"
    if any(role in ("system", "developer") for role in roles[1:]):
        yield "a system message stands behind others"


def _contents(messages: list[dict[str, Any]]) -> Iterator[str]:
    for message in messages:
        role, content = message["role"], message.get("content")
        if role == "assistant" and message.get("tool_calls"):
            wrong = content is not None and not isinstance(content, str)
        else:  # a tool may answer with nothing
            wrong = not isinstance(content, str) or not (content.strip() or role == "tool")
        if wrong:
            yield f"a message of role {role} has no content"
        if "weight" in message and (role != "assistant" or message["weight"] not in (0, 1)):
            yield "a weight is not 0 or 1, or not of the assistant"
    if not any(m["role"] == "assistant" and m.get("weight", 1) for m in messages):
        yield "no message is to be learned"


def _pairs(messages: list[dict[str, Any]]) -> Iterator[str]:
    """Calls without an answer, answers without a call, ids that are given twice."""
    waiting, seen = set[str](), set[str]()
    for number, message in enumerate(messages):
        if message["role"] == "tool":
            if message.get("tool_call_id") not in waiting:
                yield "a tool answers no call before it"
            waiting.discard(message.get("tool_call_id", ""))
            continue
        if waiting:
            yield "a call has no answer"
        ids = [call["id"] for call in message.get("tool_calls") or ()]
        if len({*ids}) < len(ids) or seen & {*ids}:
            yield "an id of a call is given twice"
        seen |= {*ids}
        waiting = set() if number == len(messages) - 1 else {*ids}
    if waiting:
        yield "a call has no answer"


def _functions(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Iterator[str]:
    defined = {tool["function"]["name"] for tool in tools}
    calls = [call["function"] for m in messages for call in m.get("tool_calls") or ()]
    for call in calls:
        if call["name"] not in defined:
            yield f"the function {call['name']!r} is not among the tools"
        if not _is_object(call["arguments"]):
            yield f"the arguments of {call['name']!r} are no JSON object"
    for name in defined:
        if not _NAME.fullmatch(name):
            yield f"a function cannot be called {name!r}"


def _is_object(text: Any) -> bool:
    try:
        return isinstance(msgspec.json.decode(text), dict)
    except (msgspec.DecodeError, TypeError, RecursionError):
        return False
