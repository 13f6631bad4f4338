"""Demonstrations for a prompt: what was asked and what solved it, one JSON object per line.

`input` is the task and `output` what solved it. Beside them stand, where they are known, the
task's `context`, the `steps` that led there, `strategy`, `lessons`, `category` and `reward`, and
the `id` of the episode.
"""

from __future__ import annotations

from typing import Any, Final

from seasoned.core.exporting import answer_of
from seasoned.core.records import UNKNOWN, Episode, Step

_STEP: Final = ("action", "detail", "result", "error")


def demonstration(episode: Episode, *, steps: bool = False) -> dict[str, Any]:
    """An episode as an example of how a task is solved.

    Args:
        episode: One with a solution.
        steps: Whether the steps are part of it.
    """
    task, reward = episode.task, episode.effective_feedback.reward
    known = {
        "context": task.context,
        "steps": [_step(step) for step in episode.steps] if steps else [],
        "strategy": episode.strategy,
        "lessons": list(episode.lessons),
        "category": "" if task.category == UNKNOWN else task.category,
    }
    return {
        "input": task.description,
        "output": answer_of(episode),
        **{name: value for name, value in known.items() if value},
        **({} if reward is None else {"reward": reward}),
        "id": episode.id,
    }


def _step(step: Step) -> dict[str, str]:
    return {name: value for name in _STEP if (value := getattr(step, name))}
