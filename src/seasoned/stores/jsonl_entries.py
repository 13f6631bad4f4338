"""What a line of a JSONL store is about: the rows that it follows from, and its record."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

Key = tuple[str, Any, Any]  # kind, and what names the record within it


class Watch(NamedTuple):
    """A table whose rows are (part of) records of a kind."""

    table: str
    kind: str
    events: str  # separated by commas
    a: str
    b: str = "''"
    when: str = "TRUE"
    place: str = "NULL"  # what an episode and its pruned copy have in common


HOME: Final = "(SELECT name FROM namespace WHERE id = {row}.namespace)"
ANY: Final = "INSERT, UPDATE, DELETE"


class Entry(NamedTuple):
    """A line to be written.

    Attributes:
        key: Of the record that it holds, None of a tombstone.
        kind: Of the line.
        record: What it says.
        num: The record's number.
        owner: Number of the episode or attempt that the line goes with.
    """

    key: Key | None
    kind: str
    record: Any
    num: int | None = None
    owner: int | None = None
