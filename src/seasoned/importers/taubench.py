"""tau-bench run files: a JSON list of runs with `task_id, trial, reward, info, traj`.

Knows the messages of a run and turns them into steps. Nothing is added that the file does not
say: no lesson, no environment, no model, and no time, so that a run counts as finished when it
is recorded.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

import msgspec

from seasoned.core.records import Episode, Feedback, Step, Task
from seasoned.errors import InvalidInput
from seasoned.importers import pieces
from seasoned.importers.pieces import Layout
from seasoned.importers.source import TOO_DEEP, Input, Progress, Skipped, Source, shown

Answers = dict[object, deque[str]]

SOURCE: Final = "tau-bench"
CATEGORY: Final = "customer_service"
# Names of tools that only look something up; whatever else is called changes something.
_LOOKS: Final = ("get", "list", "search", "find", "check", "lookup", "read", "calculate", "think")
_HEAD: Final = 1 << 10  # bytes that tell whether it is a list
_STOP: Final = "###STOP###"  # how the simulated user ends a conversation
# How an assistant takes its leave. The runs are in English, and what was said before tells more.
_FAREWELL: Final = re.compile(
    r"(?i)\s*(?:you[’']?re (?:very |most )?welcome\b|thank(?:s| you)(?: too)?!|have a |good ?bye\b"
    r"|take care\b|safe travels\b)"
)


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The runs of a file, in order, and what was left out.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    with Source(origin) as source:
        head = source.head(_HEAD)
        if not head.decode("utf-8-sig", errors="replace").lstrip().startswith("["):
            yield Skipped("file", f"not a JSON list of runs, but {shown(head)!r}")
            return
        for piece in pieces.pieces(source, Layout()):
            yield piece if isinstance(piece, Skipped) else _read_run(piece.data, piece.place)
            if progress:
                progress(source.share)


def _read_run(raw: bytes, place: str) -> Episode | Skipped:
    try:
        run = msgspec.json.decode(raw)
        return _episode(run, msgspec.json.encode(run, order="sorted"))
    except (InvalidInput, msgspec.DecodeError) as error:
        return Skipped(place, str(error))
    except RecursionError:
        return Skipped(place, TOO_DEEP)


def _episode(run: Any, content: bytes) -> Episode:
    task = _part(_part(run, "info"), "task", optional=True)
    instruction = task.get("instruction")
    if not isinstance(instruction, str) or not instruction.strip():
        broken = run["info"].get("error")
        cause = f"; the run broke off: {shown(broken)}" if broken else ""
        raise InvalidInput(f"no instruction in info.task{cause}")
    reward = run.get("reward")
    feedback = Feedback(reward=reward)
    messages = run.get("traj")
    if reward is None or not isinstance(messages, list):
        raise InvalidInput(f"a run has a reward and a list traj, got {shown(run)!r}")
    talk = _Talk.of(messages)
    names = ("task_id", "trial")
    return Episode(
        task=Task(instruction, CATEGORY),
        steps=tuple(talk.steps),
        solution="\n".join(talk.changes) or talk.last_words,
        feedback=feedback,
        tags=(SOURCE, *dict.fromkeys(talk.tools)),
        source=SOURCE,
        metadata={n: run[n] for n in names if n in run} | _user(task),
        key=blake2b(content, digest_size=16).hexdigest(),
        usage=_cost(run["info"]),
    )


def _part(value: Any, name: str, *, optional: bool = False) -> dict[str, Any]:
    found = value.get(name, {} if optional else None) if isinstance(value, dict) else None
    if not isinstance(found, dict):
        raise InvalidInput(f"a run is an object with an object {name!r}, got {shown(value)!r}")
    return found


def _user(task: Mapping[str, Any]) -> dict[str, Any]:
    return {"user_id": task["user_id"]} if "user_id" in task else {}


def _cost(info: Mapping[str, Any]) -> dict[str, Any]:
    """What the simulated user cost, in US dollars."""
    return {"user_cost": info["user_cost"]} if info.get("user_cost") is not None else {}


@dataclass(slots=True)
class _Talk:
    """A conversation as steps, with what it changed and how it ended.

    Attributes:
        steps: One per message or tool call; the system's policy is left out, being the same in
            every run.
        changes: Calls that changed something and raised no error.
        tools: Names of the tools behind `changes`.
        last_words: What the assistant said last before it took its leave, or else its leave.
    """

    steps: list[Step] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    last_words: str = ""

    @classmethod
    def of(cls, messages: Sequence[Any]) -> _Talk:
        talk, answers = cls(), _answers(messages)
        for message in messages:
            if not isinstance(message, dict):
                raise InvalidInput(f"a message is an object, got {shown(message)!r}")
            talk._add(message, answers)
        return talk

    def _add(self, message: Mapping[str, Any], answers: Answers) -> None:
        text, role = _text(message.get("content")), message.get("role")
        if role == "user" and (said := text.replace(_STOP, "").strip()):
            self.steps.append(Step("user_input", said))
        if role != "assistant":
            return
        if text.strip():
            self.steps.append(Step("llm_response", text))
            if not self.last_words or not _FAREWELL.match(text):
                self.last_words = text
        calls = message.get("tool_calls") or []
        if not isinstance(calls, list):
            raise InvalidInput(f"tool_calls is a list, got {shown(calls)!r}")
        for call in calls:
            self._add_call(call, answers)

    def _add_call(self, call: Any, answers: Answers) -> None:
        function = _part(call, "function")
        name = str(function.get("name"))
        shape = f"{name}({_text(function.get('arguments'))})"
        waiting = answers.get(_name(call.get("id")))
        answer = waiting.popleft() if waiting else None
        failed = answer is not None and answer.lstrip().lower().startswith("error")
        self.steps.append(
            Step(
                "tool_call",
                shape,
                result=None if failed else answer,
                error=answer if failed else None,
            )
        )
        if not failed and name.lower().split("_")[0] not in _LOOKS:
            self.changes.append(shape)
            self.tools.append(name)


def _answers(messages: Sequence[Any]) -> Answers:
    """What the calls of each id were answered with, in order: an id may come again in a run."""
    found: Answers = {}
    for message in messages:
        if isinstance(message, dict) and message.get("role") == "tool":
            text = _text(message.get("content"))
            found.setdefault(_name(message.get("tool_call_id")), deque()).append(text)
    return found


def _name(id: Any) -> object:
    """The id of a call as its answer names it; without one nothing is answered."""
    return str(id) if isinstance(id, str | int) else object()


def _text(content: Any) -> str:
    """The text of a message: a string, nothing, or a list of parts that may hold text."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_text(p.get("text")) for p in content if isinstance(p, dict))
    return "" if content is None else msgspec.json.encode(content).decode()
