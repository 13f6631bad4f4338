"""What an episode did, as traits that can be compared with those of another one.

A trait is a way to go about the task: the strategy, a call, what it was called with, an answer.
What an agent thought or said on the way is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from seasoned.core.records import Episode, Step

STRATEGY: Final = "strategy"
TOOL: Final = "tool"  # what was called
STEP: Final = "step"  # what was called, and with what
LOOK: Final = "look"  # the same of a call that only finds out
ANSWER: Final = "answer"  # a solution of one line
MORE_ARGUMENTS: Final = ", …)"  # how a call ends of which one argument of several is told

# Kinds of steps, and names of tools, that tell what was thought, said or checked.
_TALK: Final = frozenset(
    {"reasoning", "thought", "think", "plan", "calculate", "llm_response"}
    | {"user_input", "message", "check", "observation"}
)
_LOOKS: Final = re.compile(
    r"(?:get|list|read|search|find|look|lookup|show|view|fetch|query|check|open|cat|ls|"
    r"grep|inspect|examine)(?![a-z])",
    re.IGNORECASE,
)
_CALL: Final = re.compile(r"\s*([\w.:/-]+)\s*(?:([(\[{].*))?$", re.DOTALL)
_LONGEST: Final = 300  # characters of a trait
_PROSE: Final = 80  # characters from which an answer or argument is a text rather than a value
_VALUE: Final = 120  # characters of an argument beyond which nobody can compare it at a glance
_MOST_LINES: Final = 400  # of a solution that is compared line by line
_COMMENT: Final = re.compile(r"\s*(?:#(?!\[|include|define|!)|//|--\s|\*\s|/\*)")
_QUOTES: Final = ('"""', "'''")


class Trait(NamedTuple):
    """One thing that an episode did.

    Attributes:
        kind: ``strategy``, ``tool``, ``step``, ``look`` or ``answer``.
        tool: What was called, if anything was.
        text: As it is told; equal traits have equal texts.
    """

    kind: str
    tool: str
    text: str


def traits_of(episode: Episode) -> list[Trait]:
    """The traits of an episode, each once, in the order in which they came up."""
    found = dict[Trait, None]()
    if episode.strategy:
        found[Trait(STRATEGY, "", episode.strategy)] = None
    for step in episode.steps:
        found.update(dict.fromkeys(_of_step(step)))
    answer = episode.solution.strip()
    if answer and "\n" not in answer and len(answer) <= _PROSE and not _is_call(answer, found):
        found[Trait(ANSWER, "", _plain(answer))] = None
    return list(found)


def tools_of(episode: Episode) -> set[str]:
    """The names of what an episode called, by calls of tools only."""
    calls = (_CALL.match(step.detail) for step in episode.steps if step.action == "tool_call")
    return {call[1] for call in calls if call is not None} - _TALK


def _is_call(line: str, steps: Iterable[Trait]) -> bool:
    """Whether a line of a solution only repeats a call among the steps."""
    called = _CALL.match(line)
    return called is not None and any(called[1] == step.tool for step in steps)


def _of_step(step: Step) -> Iterator[Trait]:
    if step.action in _TALK:
        return
    called = _CALL.match(step.detail) if step.action == "tool_call" else None
    if step.action == "tool_call" and called is None:
        yield Trait(STEP, "", _plain(step.detail))
        return
    name = called[1] if called else step.action
    if name in _TALK:
        return
    kind = LOOK if _LOOKS.match(name) else STEP
    yield Trait(TOOL if called and kind == STEP else kind, name, name)
    if called is None and step.detail:
        yield Trait(kind, name, f"{name}: {_plain(step.detail)}")
    elif called and called[2]:
        yield from (Trait(kind, name, name + text) for text in _arguments(called[2]))


def _arguments(text: str) -> Iterator[str]:
    """What a call was made with: each named argument for itself, or the whole."""
    given = _named(text)
    if given is None:
        yield _plain(text)
        return
    end = MORE_ARGUMENTS if len(given) > 1 else ")"
    for name, value in sorted(given.items()):
        shown = json.dumps(value, ensure_ascii=False, sort_keys=True)
        if len(shown) <= _VALUE and not (isinstance(value, str) and len(value) > _PROSE):
            yield f"({name}={shown}{end}"


def _named(text: str) -> Mapping[str, Any] | None:
    if not text.startswith(("({", "{")):
        return None
    try:
        given = json.loads(text.strip("() \n") if text.startswith("(") else text)
    except ValueError:
        return None
    return given if isinstance(given, dict) else None


def _plain(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


def lines_of(episode: Episode) -> list[str]:
    """The lines of a solution that do something: no blanks, no comments; indented as they were.

    Empty for a solution of a single line, for one that is too long to compare, and for one that
    only repeats the calls of the steps.
    """
    lines = [line.expandtabs(4).rstrip() for line in episode.solution.splitlines()]
    if len(lines) > _MOST_LINES:
        return []
    told = [line for line in _without_docstrings(lines) if line and not _COMMENT.match(line)]
    if len(told) < 2:
        return []
    steps = [trait for step in episode.steps for trait in _of_step(step)]
    return [] if steps and all(_is_call(line, steps) for line in told) else told


def _without_docstrings(lines: list[str]) -> Iterator[str]:
    within = ""
    for line in lines:
        begins = next((q for q in _QUOTES if line.lstrip(" rbuRBU").startswith(q)), "")
        if within:
            within = "" if within in line else within
        elif begins:
            within = "" if line.count(begins) > 1 else begins
        else:
            yield line
