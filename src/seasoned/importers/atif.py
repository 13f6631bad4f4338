"""ATIF trajectories (versions 1.0 to 1.8): reading them, with the reward that lies beside.

Knows the steps of users and agents, tool calls and observations. A trajectory itself has no
outcome: where no reward lies beside it, the outcome is unknown, whatever the agent said at its
end. What `atif_writing` wrote comes back as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any, Final

from seasoned.core.records import Episode, Step, Task
from seasoned.errors import InvalidInput
from seasoned.importers import pieces
from seasoned.importers.atif_rewards import Reward, reward_beside
from seasoned.importers.atif_writing import USAGE, from_ours, is_ours
from seasoned.importers.fields import (
    call_step,
    call_text,
    fields_of,
    list_of,
    moment_of,
    number_of,
    text_of,
)
from seasoned.importers.pieces import Layout, Piece, content_key, record_of
from seasoned.importers.source import Input, Progress, Skipped, Source, shown

SOURCE: Final = "atif"
LAYOUT: Final = Layout(frozenset({"schema_version", "steps"}))
_WHAT: Final = "an ATIF trajectory with schema_version, agent and steps"


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The trajectories of a file, in order, and what was left out.

    The reward beside a file is that of its trajectory if it holds one alone, and of none else.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    with Source(origin) as source:
        found = pieces.pieces(source, LAYOUT)
        first, second = next(found, None), next(found, None)
        reward = Reward()
        if isinstance(first, Piece) and second is None and source.path:
            try:
                reward = reward_beside(source.path)
            except InvalidInput as error:
                first = Skipped(first.place, str(error))
        for piece in (p for p in chain((first, second), found) if p is not None):
            if isinstance(piece, Skipped):
                yield piece
            else:
                yield from pieces.converted(piece, partial(_episodes, reward))
            if progress:
                progress(source.share)


def _episodes(reward: Reward, piece: Piece) -> Iterator[Episode]:
    yield from _family(record_of(piece, _WHAT), reward)


def _family(run: dict[str, Any], reward: Reward, parent: str = "") -> Iterator[Episode]:
    """The episode of a trajectory, and those of the sub-agents inside it."""
    version = run.get("schema_version")
    if not isinstance(version, str) or not version.startswith("ATIF-v1."):
        raise InvalidInput(f"expected {_WHAT}, version 1; got schema_version {shown(version)!r}")
    if is_ours(run):
        episode = from_ours(run)
        named = episode.id or episode.key is not None
        yield episode if named else replace(episode, key=content_key(run))
    else:
        yield _episode(run, reward, parent)
    for below in list_of(run.get("subagent_trajectories"), "subagent_trajectories"):
        yield from _family(below, Reward(), text_of(run.get("trajectory_id")))


def _episode(run: Mapping[str, Any], reward: Reward, parent: str) -> Episode:
    walk = _Walk()
    for step in list_of(run.get("steps"), "steps"):
        walk.add(step)
    if not walk.task:
        raise InvalidInput("no step of a user with a message, so there is no task")
    agent, metrics = fields_of(run, "agent"), fields_of(run, "final_metrics")
    names = {"trajectory": run.get("trajectory_id"), "parent": parent or None}
    names |= {"agent_version": agent.get("version"), "rewards": reward.all or None}
    numbers = {ours: number_of(metrics.get(theirs)) for ours, theirs in USAGE.items()}
    return Episode(
        task=Task(walk.task),
        steps=tuple(walk.steps),
        solution=walk.last_words,
        outcome=reward.outcome,
        outcome_detail=reward.detail,
        feedback=reward.feedback,
        tags=(SOURCE, *walk.tools),
        started_at=min(walk.times, default=None),
        finished_at=max(walk.times, default=None),
        source=SOURCE,
        metadata={name: value for name, value in names.items() if value is not None},
        key=content_key(run),
        agent=text_of(agent.get("name")) or None,
        session=text_of(run.get("session_id")) or None,
        model=text_of(agent.get("model_name")) or None,
        usage={name: number for name, number in numbers.items() if number},
    )


@dataclass(slots=True)
class _Walk:
    """A trajectory as a task and steps.

    Attributes:
        task: What the user said first.
        steps: What followed, one per thought, text or call. What the system said is left out,
            and so is what was copied from an earlier trajectory.
        tools: Names of the tools that were called, each once.
        times: When the steps were made.
        last_words: What the agent said last.
    """

    task: str = ""
    steps: list[Step] = field(default_factory=list)
    tools: dict[str, None] = field(default_factory=dict)
    times: list[datetime] = field(default_factory=list)
    last_words: str = ""

    def add(self, step: Mapping[str, Any]) -> None:
        """Take the next step in."""
        at, said = moment_of(step.get("timestamp")), text_of(step.get("message")).strip()
        if step.get("is_copied_context"):
            return
        if at:
            self.times.append(at)
        if step.get("source") == "user" and said:
            if self.task:
                self.steps.append(Step("user_input", said, at=at))
            else:
                self.task = said
        elif step.get("source") == "agent":
            self._act(step, said, at)

    def _act(self, step: Mapping[str, Any], said: str, at: datetime | None) -> None:
        if thought := text_of(step.get("reasoning_content")).strip():
            self.steps.append(Step("reasoning", thought, at=at))
        calls = list_of(step.get("tool_calls"), "tool_calls")
        results = list_of(fields_of(step, "observation").get("results"), "results")
        of_calls = {str(call.get("tool_call_id")) for call in calls}
        loose = [r for r in results if str(r.get("source_call_id")) not in of_calls]
        unlinked = "\n".join(text_of(r.get("content")) for r in loose) if loose else None
        if said or (unlinked is not None and not calls):
            # Without calls, what was observed came of what was said.
            answer = None if calls else unlinked
            self.steps.append(Step("llm_response", said, result=answer, at=at))
            self.last_words = said or self.last_words
        for call in calls:
            self._call(call, results, at)
        if calls and unlinked is not None:
            self.steps.append(Step("observation", result=unlinked, at=at))

    def _call(
        self, call: Mapping[str, Any], results: list[dict[str, Any]], at: datetime | None
    ) -> None:
        name, id = text_of(call.get("function_name")), str(call.get("tool_call_id"))
        if not name:
            raise InvalidInput(f"a tool call names no function: {shown(call)!r}")
        answers = [text_of(r.get("content")) for r in results if str(r.get("source_call_id")) == id]
        self.tools[name] = None
        detail = call_text(name, call.get("arguments"))
        self.steps.append(call_step(detail, "\n".join(answers) if answers else None, at=at))
