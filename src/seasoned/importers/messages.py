"""Chat transcripts: records with `messages` in the shape of OpenAI's API, mostly one per line.

Knows roles, tool calls and the fields that people put beside a transcript. The task is what the
user asked first. An outcome is taken from a field that states one; a `score`, whose scale nobody
tells, is kept raw and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from seasoned.core.records import Episode, Feedback, Outcome, Step, Task
from seasoned.errors import InvalidInput
from seasoned.importers import pieces
from seasoned.importers.fields import call_step, call_text, fields_of, judged, list_of, text_of
from seasoned.importers.pieces import Layout, Piece, content_key, record_of
from seasoned.importers.source import Input, Progress, Skipped, shown

SOURCE: Final = "messages"
LAYOUT: Final = Layout(frozenset({"messages"}))
# Fields that say in one word whether it went well.
_FLAGS: Final = ("success", "resolved", "passed", "correct", "is_correct", "is_solved", "solved")
_READ: Final = frozenset(
    {"messages", "tools", "functions", "parallel_tool_calls", "model", "metadata"}
)


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The conversations of a file, in order, and what was left out.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    return pieces.read(origin, progress, LAYOUT, _episodes)


def _episodes(piece: Piece) -> Iterable[Episode]:
    record = record_of(piece, "a record with a list of messages")
    talk = _Talk()
    if record.get("messages") is None:
        raise InvalidInput(f"expected a record with a list of messages, got {shown(record)!r}")
    for message in list_of(record["messages"], "messages"):
        talk.add(message)
    if not talk.task:
        raise InvalidInput("no message of a user with a text, so there is no task")
    beside = fields_of(record, "metadata") | {k: v for k, v in record.items() if k not in _READ}
    outcome, feedback = _verdict(beside)
    model = record.get("model")
    yield Episode(
        task=Task(talk.task),
        steps=tuple(talk.steps),
        solution=talk.last_words,
        outcome=outcome,
        feedback=feedback,
        tags=(SOURCE, *talk.tools),
        source=SOURCE,
        metadata=beside,
        key=content_key(record),
        model=model if isinstance(model, str) else None,
    )


def _verdict(beside: Mapping[str, Any]) -> tuple[Outcome, Feedback]:
    """What the fields beside a transcript say of its end, the plainest first.

    Raises:
        InvalidInput: one of them says success and another failure.
    """
    said: dict[str, Outcome] = {}
    feedback = Feedback(raw=beside["score"]) if _is_number(beside.get("score")) else Feedback()
    if isinstance(beside.get("outcome"), str) and beside["outcome"] in set(Outcome):
        said["outcome"] = Outcome(beside["outcome"])
    said |= {name: _flag(beside[name]) for name in _FLAGS if isinstance(beside.get(name), bool)}
    if beside.get("reward") is not None:
        said["reward"], feedback = judged(beside["reward"])
    if {Outcome.SUCCESS, Outcome.FAILURE} <= set(said.values()):
        raise InvalidInput(f"its fields contradict each other: {shown(said)}")
    known = (outcome for outcome in said.values() if outcome is not Outcome.UNKNOWN)
    return next(known, Outcome.UNKNOWN), feedback


def _flag(good: bool) -> Outcome:
    return Outcome.SUCCESS if good else Outcome.FAILURE


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(slots=True)
class _Talk:
    """A conversation as a task and steps.

    Attributes:
        task: What the user said first.
        steps: What followed, one per text or tool call. System prompts are left out.
        tools: Names of the tools that were called, each once.
        last_words: What the assistant said last.
    """

    task: str = ""
    steps: list[Step] = field(default_factory=list)
    tools: dict[str, None] = field(default_factory=dict)
    last_words: str = ""
    _open: dict[object, int] = field(default_factory=dict)  # calls without an answer: id to step

    def add(self, message: Mapping[str, Any]) -> None:
        """Take the next message in."""
        role, text = message.get("role"), text_of(message.get("content")).strip()
        if role == "user" and text:
            if self.task:
                self.steps.append(Step("user_input", text))
            else:
                self.task = text
        elif role == "assistant":
            self._say(message, text)
        elif role in ("tool", "function"):
            self._answer(message.get("tool_call_id", message.get("name")), text)

    def _say(self, message: Mapping[str, Any], text: str) -> None:
        if thought := text_of(message.get("reasoning_content")).strip():
            self.steps.append(Step("reasoning", thought))
        if text:
            self.steps.append(Step("llm_response", text))
            self.last_words = text
        for call in list_of(message.get("tool_calls"), "tool_calls"):
            self._call(call.get("id"), fields_of(call, "function"))
        if old := fields_of(message, "function_call"):  # what tool calls were once called
            self._call(old.get("name"), old)

    def _call(self, id: Any, function: Mapping[str, Any]) -> None:
        name = text_of(function.get("name"))
        if not name:
            raise InvalidInput(f"a tool call names no function: {shown(function)!r}")
        self.tools[name] = None
        self._open[str(id)] = len(self.steps)
        self.steps.append(Step("tool_call", call_text(name, function.get("arguments"))))

    def _answer(self, id: Any, text: str) -> None:
        if (number := self._open.pop(str(id), None)) is None:
            self.steps.append(Step("observation", result=text))
        else:
            self.steps[number] = call_step(self.steps[number].detail, text)
