"""Filters over notes, chunks and believed facts as conditions on `passage e`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from seasoned.core.notes import NoteFilter
from seasoned.stores.sql import VISIBLE, Parameters, metadata, one_of

# Columns in the order of `Traits`; what only episodes have is as of one without an outcome.
TRAITS: Final = (
    "SELECT i.num, i.id, e.label, 0.5, 'unknown', NULL, '', e.source, e.at, i.digest"
    " FROM item i JOIN passage e USING (namespace, num)"
)
_COLUMNS: Final = (
    ("kind", "label"),
    ("document", "document"),
    ("source", "source"),
    ("session", "session"),
    ("user", "user"),
)


def conditions(
    namespace: int, user: str | None, item: str, where: NoteFilter
) -> tuple[str, Parameters]:
    """The WHERE clause for what a user may see of a kind of item and a filter keeps."""
    found: list[tuple[str, Parameters]] = [
        ("e.namespace = ?", [namespace]),
        ("e.item = ?", [item]),
        (VISIBLE, [user]),
    ]
    if where.impossible:
        found.append(("FALSE", []))
    for name, column in _COLUMNS:
        if wanted := getattr(where, name):
            found.append(_one_of(column, wanted))
    if where.ids:
        ids = "SELECT num FROM item WHERE namespace = ? AND id IN (SELECT value FROM json_each(?))"
        found.append((f"e.num IN ({ids})", [namespace, one_of(where.ids)]))
    found += _times(where)
    found += [metadata(key, value) for key, value in where.metadata.items()]
    clause = " AND ".join(text for text, _ in found)
    return clause, [p for _, parameters in found for p in parameters]


def _one_of(column: str, wanted: Sequence[str]) -> tuple[str, Parameters]:
    if len(wanted) == 1:
        return f"e.{column} = ?", [wanted[0]]
    return f"e.{column} IN (SELECT value FROM json_each(?))", [one_of(wanted)]


def _times(where: NoteFilter) -> Iterable[tuple[str, Parameters]]:
    if where.after is not None:
        yield "e.at >= ?", [where.after.timestamp()]
    if where.before is not None:
        yield "e.at < ?", [where.before.timestamp()]
