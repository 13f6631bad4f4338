"""Lessons in words: what a contrast of failed and fixed attempts teaches.

A lesson says of which task it speaks, what worked, what failed and with what error, and how many
attempts bear it out. It says nothing that was not seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from seasoned.core.contrast import Contrast, Difference, Passage
from seasoned.core.traits import ANSWER, STRATEGY, TOOL

_TASK_SHOWN: Final = 240  # characters
_STEP_SHOWN: Final = 160
_MARKUP: Final = re.compile(r"^[\s/#*>]+|\"{3}|'{3}")
_UNTOLD: Final = re.compile(r"(?:from [\w.]+ )?import |use [\w:]+|\W*$")


def lesson_text(made: Contrast) -> str:
    """The lesson of a contrast."""
    many = "Task" if made.tasks == 1 else f"In {made.tasks} tasks such as"
    parts = [f"{many} “{task_shown(made.worked.task)}”:"]
    if made.passages:
        parts.append(f"the solution that worked has {_changes(made.passages)}.")
    else:
        parts.append(
            _side(
                "What worked", made.do, f"in {{}} of {made.successes} that worked, none that failed"
            )
        )
        parts.append(
            _side(
                "What failed",
                made.dont,
                f"in {{}} of {made.failures} that failed, none that worked",
            )
        )
    if made.failed.signature:
        parts.append(f"It failed with: {made.failed.signature}")
    return " ".join(filter(None, parts))


def task_shown(description: str) -> str:
    """Enough of a task to recognise it by: its first lines, without markup and imports."""
    lines = (_MARKUP.sub("", line).strip() for line in description.splitlines())
    return _short(" ".join(line for line in lines if not _UNTOLD.match(line)), _TASK_SHOWN)


def _changes(passages: Sequence[Passage]) -> str:
    return ", and ".join(map(_change, passages))


def _change(passage: Passage) -> str:
    old, new = _code(passage.old), _code(passage.new)
    if not old:
        return f"{new}, which the one that failed has not"
    return (
        f"{new} where the one that failed has {old}"
        if new
        else f"not the {old} of the one that failed"
    )


def _code(lines: Sequence[str]) -> str:
    return f"`{' ⏎ '.join(map(str.strip, lines))}`" if lines else ""


def _side(title: str, found: Sequence[Difference], often: str) -> str:
    if not found:
        return ""
    told = "; ".join(_said(difference, often) for difference in found)
    return f"{title}: {told}."


def _said(difference: Difference, often: str) -> str:
    trait, seen = difference
    words = {STRATEGY: "strategy ", TOOL: "using ", ANSWER: "the answer "}.get(trait.kind, "")
    return f"{words}`{_short(trait.text, _STEP_SHOWN)}` ({often.format(seen)})"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
