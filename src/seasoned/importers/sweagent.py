"""SWE-agent trajectories: `.traj` files, or several of them in one document by name.

Knows steps with thought, action and observation, older ones that are only a history, and where
the problem stands in the first message. A submitted patch is not a solved issue: only the tests
that SWE-agent does not run could say so, and the outcome stays unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec

from seasoned.core.records import DEBUGGING, UNKNOWN, Episode, Outcome, Step, Task
from seasoned.errors import InvalidInput
from seasoned.importers import pieces
from seasoned.importers.fields import call_step, fields_of, list_of, number_of, text_of
from seasoned.importers.pieces import Layout, Piece, content_key, file_name, record_of
from seasoned.importers.source import Input, Progress, Skipped, shown

SOURCE: Final = "swe-agent"
LAYOUT: Final = Layout(frozenset({"trajectory", "history"}))
_WHAT: Final = "a trajectory with a list `trajectory` or `history`"
# Where the templates that SWE-agent ships put an issue, oldest first.
_ISSUE: Final = (
    re.compile(r"ISSUE:\n(.*?)\n+INSTRUCTIONS:", re.DOTALL),
    re.compile(r"<pr_description>\n(.*?)\n</pr_description>", re.DOTALL),
)
# A challenge is named before it is described, and some have no description.
_CHALLENGE: Final = re.compile(
    r"The CTF challenge is (.*?The description is:\n.*?)\n+INSTRUCTIONS:", re.DOTALL
)
_STAND_INS: Final = ("replay", "human", "human_thought")  # names for models that are none


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The trajectories of a file, in order, and what was left out.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    return pieces.read(origin, progress, LAYOUT, partial(_episodes, file_name(origin)))


def _episodes(file: str, piece: Piece) -> Iterable[Episode]:
    run = record_of(piece, _WHAT)
    if not run.keys() & LAYOUT.marks:
        raise InvalidInput(f"expected {_WHAT}, got {shown(run)!r}")
    replay, info = _replay(run), fields_of(run, "info")
    history = list_of(run.get("history"), "history")
    said = _problem(replay, history)
    steps = [_step(s) for s in list_of(run.get("trajectory"), "trajectory")] or _talk(history)
    outcome, detail = _outcome(info)
    yield Episode(
        task=said,
        steps=tuple(part for step in steps for part in step),
        solution=text_of(info.get("submission")).strip(),
        outcome=outcome,
        outcome_detail=detail,
        tags=(SOURCE,),
        source=SOURCE,
        metadata=_metadata(_instance(file, piece, replay), run, info),
        key=content_key(run),
        model=_model(replay),
        usage=_usage(info),
    )


def _replay(run: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of the run, which some versions write as text."""
    if isinstance(run.get("replay_config"), str):
        try:
            return fields_of({"c": msgspec.json.decode(run["replay_config"])}, "c")
        except (msgspec.DecodeError, RecursionError):
            return {}
    return fields_of(run, "replay_config")


def _problem(replay: Mapping[str, Any], history: list[Any]) -> Task:
    """The issue or challenge, without the instructions around it.

    Raises:
        InvalidInput: there is none.
    """
    if text := text_of(fields_of(replay, "problem_statement").get("text")).strip():
        return Task(text, DEBUGGING)
    asked = (
        text
        for message in history
        if message.get("role") == "user" and not message.get("is_demo")
        if (text := text_of(message.get("content")).strip())
    )
    message = next(asked, "")
    for pattern in _ISSUE:
        if (found := pattern.search(message)) and found[1].strip():
            return Task(found[1].strip(), DEBUGGING)
    if found := _CHALLENGE.search(message):
        return Task(found[1].strip(), UNKNOWN)
    if not message:
        raise InvalidInput("neither a problem statement nor a message that asks for something")
    return Task(message, UNKNOWN)


def _step(step: Mapping[str, Any]) -> Iterator[Step]:
    thought, action = (text_of(step.get(name)).strip() for name in ("thought", "action"))
    result = step.get("observation")
    if thought:
        yield Step("reasoning", thought)
    if action or result:
        answer = None if result is None else text_of(result)
        yield call_step(action, answer, seconds=number_of(step.get("execution_time")))


def _talk(history: list[Any]) -> list[Iterator[Step]]:
    """The steps of a trajectory that is only a history: each action with what came next."""
    steps, later = [], [*history[1:], {}]
    for message, after in zip(history, later, strict=True):
        if message.get("role") == "assistant" and not message.get("is_demo"):
            answered = after.get("role") in ("user", "tool")
            observation = {"observation": after.get("content")} if answered else {}
            thought = message.get("thought", message.get("content"))
            steps.append(
                _step({"thought": thought, "action": message.get("action"), **observation})
            )
    return steps


def _outcome(info: Mapping[str, Any]) -> tuple[Outcome, str]:
    """Failure if the run ended without submitting anything, else unknown."""
    status = text_of(info.get("exit_status")).strip()
    if status and "submitted" not in status and not text_of(info.get("submission")).strip():
        return Outcome.FAILURE, f"nothing was submitted: {status}"
    return Outcome.UNKNOWN, "" if status in ("", "submitted") else status


def _model(replay: Mapping[str, Any]) -> str | None:
    name = fields_of(fields_of(replay, "agent"), "model").get("name")
    return name if isinstance(name, str) and name not in _STAND_INS else None


def _instance(file: str, piece: Piece, replay: Mapping[str, Any]) -> str | None:
    """What the problem is called; where the run does not say it, its file is named after it."""
    if id := text_of(fields_of(replay, "problem_statement").get("id")):
        return id
    name, found, _ = PurePosixPath(piece.name or file).name.partition(".traj")
    return name if found and name else None


def _metadata(
    instance: str | None, run: Mapping[str, Any], info: Mapping[str, Any]
) -> dict[str, Any]:
    found = {
        "instance": instance,
        "environment": run.get("environment"),
        "exit_status": info.get("exit_status"),
        "swe_agent_version": info.get("swe_agent_version"),
    }
    return {key: text_of(value) for key, value in found.items() if value is not None}


def _usage(info: Mapping[str, Any]) -> dict[str, Any]:
    stats = fields_of(info, "model_stats")
    names = {
        "prompt_tokens": "tokens_sent",
        "completion_tokens": "tokens_received",
        "api_calls": "api_calls",
        "cost_usd": "instance_cost",
    }
    return {ours: n for ours, name in names.items() if (n := number_of(stats.get(name)))}
