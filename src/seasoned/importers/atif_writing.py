"""Our episodes as ATIF trajectories of version 1.7, and back without loss.

Knows which of our fields ATIF has a place for. The others stand under `seasoned` in an `extra`,
the only place where the format takes what it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from seasoned.codec import encode, from_plain
from seasoned.core.calls import call_of
from seasoned.core.records import Episode, Step
from seasoned.errors import InvalidInput
from seasoned.importers.fields import fields_of, list_of

VERSION: Final = "ATIF-v1.7"
OURS: Final = "seasoned"
USAGE: Final = {  # our name of a number: that of `final_metrics`
    "prompt_tokens": "total_prompt_tokens",
    "completion_tokens": "total_completion_tokens",
    "cached_tokens": "total_cached_tokens",
    "cost_usd": "total_cost_usd",
}
_UNKNOWN: Final = "unknown"  # for what ATIF demands and an episode need not have


def to_atif(episode: Episode) -> dict[str, Any]:
    """An episode as an ATIF trajectory, ready to be written as JSON.

    Its task is the first step. Outcome, rewards, verdicts, lessons and whatever else ATIF has no
    place for are kept in ``extra.seasoned``; importing the trajectory gives the same episode.
    """
    asked: dict[str, Any] = {"step_id": 1, "source": "user", "message": episode.task.description}
    if episode.started_at:
        asked["timestamp"] = episode.started_at.isoformat()
    steps = [asked]
    steps += [_written(step, number) for number, step in enumerate(episode.steps, start=2)]
    agent = {"name": episode.agent or _UNKNOWN, "version": _UNKNOWN}
    if episode.model:
        agent["model_name"] = episode.model
    named = {"session_id": episode.session, "trajectory_id": episode.id}
    usage = {theirs: episode.usage[ours] for ours, theirs in USAGE.items() if ours in episode.usage}
    plain = msgspec.json.decode(encode(replace(episode, steps=(), namespace="")))
    plain["task"] = {k: v for k, v in plain["task"].items() if k != "description"}
    return {
        "schema_version": VERSION,
        **{name: value for name, value in named.items() if value},
        "agent": agent,
        "steps": steps,
        "final_metrics": {**usage, "total_steps": len(steps)},
        "extra": {OURS: plain},
    }


def _written(step: Step, number: int) -> dict[str, Any]:
    by_user = step.action == "user_input"
    written: dict[str, Any] = {
        "step_id": number,
        "source": "user" if by_user else "agent",
        "message": step.detail,
    }
    own: dict[str, Any] = {"action": step.action}
    if step.at:
        written["timestamp"] = step.at.isoformat()
    if step.seconds is not None:
        own["seconds"] = step.seconds
    call: dict[str, Any] = {}
    if step.action == "tool_call":
        call = {"tool_call_id": f"call_{number}"} | _call(step.detail)
        written |= {"message": "", "tool_calls": [call]}
        own["detail"] = step.detail
    if by_user:  # only what an agent does can have an observation
        own |= {n: v for n in ("result", "error") if (v := getattr(step, n)) is not None}
    elif results := _results(step, call.get("tool_call_id")):
        written["observation"] = {"results": results}
    return written | {"extra": {OURS: own}}


def _call(detail: str) -> dict[str, Any]:
    """The function and arguments of a call, or its text as the one argument of ``run``."""
    if call := call_of(detail):
        return {"function_name": call.name, "arguments": call.arguments}
    return {"function_name": "run", "arguments": {"input": detail}}


def _results(step: Step, call: str | None) -> list[dict[str, Any]]:
    link = {"source_call_id": call} if call else {}
    results: list[dict[str, Any]] = []
    if step.result is not None:
        results.append({**link, "content": step.result})
    if step.error is not None:
        results.append({**link, "content": step.error, "extra": {OURS: {"error": True}}})
    return results


def is_ours(run: Mapping[str, Any]) -> bool:
    """Whether `to_atif` wrote a trajectory."""
    return "task" in fields_of(fields_of(run, "extra"), OURS)


def from_ours(run: Mapping[str, Any]) -> Episode:
    """The episode that `to_atif` wrote.

    Raises:
        InvalidInput: what it wrote was changed and is no episode any more.
    """
    steps = list_of(run.get("steps"), "steps")
    plain = dict(fields_of(fields_of(run, "extra"), OURS))
    if not steps:
        raise InvalidInput("a trajectory has at least one step")
    task = {**fields_of(plain, "task"), "description": steps[0].get("message")}
    return from_plain({**plain, "task": task, "steps": [_read(s) for s in steps[1:]]}, Episode)


def _read(step: Mapping[str, Any]) -> dict[str, Any]:
    own = fields_of(fields_of(step, "extra"), OURS)
    results = list_of(fields_of(step, "observation").get("results"), "results")
    said: dict[str, Any] = {"action": "llm_response", "detail": step.get("message")}
    if step.get("timestamp"):
        said["at"] = step["timestamp"]
    for result in results:
        failed = fields_of(fields_of(result, "extra"), OURS).get("error") is True
        said["error" if failed else "result"] = result.get("content")
    return said | own
