"""What tells the formats apart: the fields of a record, or the headings of a transcript.

Knows only the beginning of a file. Fields inside of records say nothing, so that an episode about
a chat is not taken for one.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from seasoned.core.records import Episode
from seasoned.importers import (
    atif,
    messages,
    reflexion_hotpotqa,
    reflexion_programming,
    sweagent,
)
from seasoned.importers.cutting import names_by_depth

OWN: Final = frozenset(Episode.__dataclass_fields__)
_LINES: Final = 20  # that are looked at


def _own(names: AbstractSet[str]) -> bool:
    return "kind" in names or ("task" in names and names - {"schema"} <= OWN)


def _sweagent(names: AbstractSet[str]) -> bool:
    others = {"history", "info", "environment", "replay_config"}
    return "trajectory" in names or ("history" in names and names <= others)


# By the fields of a record. What a record of more than one format could have decides for none.
_RECORDS: Final[tuple[tuple[str, Callable[[AbstractSet[str]], bool]], ...]] = (
    ("jsonl", _own),
    ("tau-bench", lambda n: n >= {"task_id", "reward"} and bool(n & {"info", "traj"})),
    (atif.SOURCE, lambda n: n >= {"schema_version", "steps"} or n >= {"schema_version", "agent"}),
    (sweagent.SOURCE, _sweagent),
    (
        reflexion_programming.SOURCE,
        lambda n: n >= {"prompt", "is_solved"} or n >= {"prompt", "entry_point"},
    ),
    (messages.SOURCE, lambda n: "messages" in n),
)
_LISTS: Final = frozenset({"tau-bench"})  # formats whose file is a list, and nothing else
_LINES_ONLY: Final = frozenset({"jsonl"})


def formats_of(text: str) -> set[str]:
    """The formats that the beginning of a file may be of; none if no known one.

    Args:
        text: The beginning, from its first character that is no space.
    """
    if text.startswith("["):
        return _kinds(_names(text, 2)) - _LINES_ONLY
    if not text.startswith("{"):
        found = any(map(reflexion_hotpotqa.is_heading, text.splitlines()))
        return {reflexion_hotpotqa.SOURCE} if found else set()
    whole = _kinds(_names(text, 1)) - _LISTS
    return _of_lines(text.splitlines()) or whole or _of_named(text)


def strays(text: str) -> list[str]:
    """The fields of the first record that no episode has, if it has a task as episodes do."""
    lines = [line for line in map(str.strip, text.splitlines()[:1]) if line.startswith("{")]
    names = _names(lines[0], 1) if lines else set()
    return sorted(names - OWN - {"schema"}) if "task" in names else []


def _names(text: str, depth: int) -> set[str]:
    found = names_by_depth(text.encode())
    return found[depth] if depth < len(found) else set()


def _kinds(names: AbstractSet[str]) -> set[str]:
    return {name for name, fits in _RECORDS if fits(names)}


def _of_lines(lines: list[str]) -> set[str]:
    """The formats of the first lines that are records of their own."""
    whole = [line for line in map(str.strip, lines[:_LINES]) if line[:1] == "{" and line[-1] == "}"]
    found = {kind for line in whole for kind in _kinds(_names(line, 1))}
    return found - _LISTS


def _of_named(text: str) -> set[str]:
    """The formats of records, or of lists of them, that an object gives by name."""
    named = _kinds(_names(text, 2)) & {sweagent.SOURCE}
    return named | (_kinds(_names(text, 3)) & {reflexion_programming.SOURCE})
