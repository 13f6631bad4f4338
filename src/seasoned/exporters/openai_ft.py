"""Conversations for OpenAI's supervised fine-tuning, in the chat format with tool calls.

The user's messages are the task and what was said later, the assistant's are responses, calls and
at last the solution. A step of another kind is a call of the tool of that name. What only judged
(checks) or was only thought (reasoning) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from seasoned.codec import encode
from seasoned.core.calls import Call, call_of
from seasoned.core.exporting import answer_of
from seasoned.core.records import Episode, Step, Task

LEAST: Final = 10  # conversations in a file that OpenAI accepts
_SILENT: Final = frozenset({"check", "reasoning", "thought"})
_SAID: Final = {"user_input": "user", "llm_response": "assistant", "observation": "user"}
_UNFIT: Final = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST: Final = 64  # characters of a function's name
_TYPES: Final = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object"}


def conversation(
    episode: Episode, *, system: str = "", tools: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """An episode as a conversation to be trained on.

    A call that ended in an error has weight 0: it stays as context, and is not learned.

    Args:
        episode: One with a solution.
        system: The first message, none if empty.
        tools: Definitions of functions; those that it calls beside are added as it calls them.
    """
    talk = _Talk()
    if system:
        talk.say("system", system)
    talk.say("user", asked(episode.task))
    for step in episode.steps:
        talk.take(step)
    talk.close(answer_of(episode))
    known = {tool["function"]["name"] for tool in tools}
    defined = [*tools, *(_definition(n, c) for n, c in talk.calls.items() if n not in known)]
    offered = {"tools": defined, "parallel_tool_calls": False} if defined else {}
    return {"messages": talk.messages, **offered}


def asked(task: Task) -> str:
    """What the user says: the task, and its context under the names that it has there."""
    parts = [task.description]
    for name, value in task.context.items():
        text = value if isinstance(value, str) else encode(value).decode()
        parts.append(f"{name}:\n{text}")
    return "\n\n".join(part for part in parts if part)


@dataclass(slots=True)
class _Talk:
    """A conversation as it grows.

    Attributes:
        messages: So far.
        calls: The calls of each function, by its name.
    """

    messages: list[dict[str, Any]] = field(default_factory=list)
    calls: dict[str, list[Call]] = field(default_factory=dict)

    def say(self, role: str, text: str) -> None:
        """A message; what the assistant says in one go is one, as validators want it."""
        if self._open and role == "assistant":
            self.messages[-1]["content"] += f"\n\n{text}"
        else:
            self.messages.append({"role": role, "content": text})

    @property
    def _open(self) -> bool:
        """Whether the last message is one of the assistant that a call can be added to."""
        last = self.messages[-1] if self.messages else {}
        return last.get("role") == "assistant" and "tool_calls" not in last

    def take(self, step: Step) -> None:
        """The next step."""
        if role := _SAID.get(step.action):
            text = step.detail or step.result or ""
            if text.strip():
                self.say(role, text)
        elif step.action not in _SILENT:
            self._call(step)

    def _call(self, step: Step) -> None:
        call = _called(step)
        self.calls.setdefault(call.name, []).append(call)
        id = f"call_{sum(map(len, self.calls.values()))}"
        if not self._open:
            self.messages.append({"role": "assistant"})
        function = {"name": call.name, "arguments": call.text}
        self.messages[-1]["tool_calls"] = [{"id": id, "type": "function", "function": function}]
        if step.error:
            self.messages[-1]["weight"] = 0
        self.messages.append({"role": "tool", "tool_call_id": id, "content": _answer(step)})

    def close(self, answer: str) -> None:
        """The last word, unless it was said already."""
        said = self.messages[-1]["content"].rstrip() if self._open else ""
        if not f"\n\n{said}".endswith(f"\n\n{answer.strip()}"):
            self.say("assistant", answer)


def _called(step: Step) -> Call:
    """The call that a step is; one that is none becomes a call with its text as ``input``."""
    call = call_of(step.detail) if step.action == "tool_call" else None
    name = "run" if step.action == "tool_call" else step.action
    if call is None:
        arguments = {"input": step.detail}
        call = Call(name, encode(arguments).decode(), arguments)
    return call._replace(name=_UNFIT.sub("_", call.name)[:_LONGEST] or "run")


def _answer(step: Step) -> str:
    """What came of a call; an error begins as one, so that readers know it."""
    if not step.error:
        return step.result or ""
    marked = step.error.lstrip().lower().startswith(("error", "traceback"))
    error = step.error if marked else f"Error: {step.error}"
    return f"{error}\n{step.result}" if step.result else error


def _definition(name: str, calls: Iterable[Call]) -> dict[str, Any]:
    """A function as its calls show it."""
    properties: dict[str, Any] = {}
    for call in calls:
        for key, value in call.arguments.items():
            said = _schema(value)
            properties[key] = said if properties.get(key, said) == said else {}
    parameters = {"type": "object", "properties": properties}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def _schema(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        return {"type": "array", "items": {}}
    return {"type": _TYPES[type(value)]} if type(value) in _TYPES else {}
