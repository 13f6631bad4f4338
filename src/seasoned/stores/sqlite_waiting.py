"""Items that wait for a vector, and the texts that it is made of."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from typing import Final

from seasoned.core.searchtext import vector_text
from seasoned.core.storage import Waiting
from seasoned.errors import StoreError
from seasoned.ports import EPISODE
from seasoned.stores import sql

# Of every kind; the model is the first parameter.
COLUMNS: Final = "e.num, e.kind, b.json, p.meanings"
LACKING: Final = (
    "FROM item e JOIN body b USING (num)"
    " LEFT JOIN passage p ON p.namespace = e.namespace AND p.num = e.num"
    " LEFT JOIN vector v ON v.item = e.num AND v.model = ? AND v.part = 0"
    " WHERE v.item IS NULL AND e.num > ?"
)


def waiting(row: tuple[int, str, bytes, str | None]) -> Waiting:
    """An item from a row of `COLUMNS`.

    Raises:
        StoreError: the row is damaged.
    """
    num, kind, body, meanings = row
    if kind == EPISODE:
        return Waiting(num, (vector_text(sql.episode_of(body, ()).task),))
    with sql.intact():
        return Waiting(num, tuple(map(str, json.loads(meanings or "null"))))


def readable(rows: Iterable[tuple[int, str, bytes, str | None]]) -> Iterator[Waiting]:
    """Those that can be read; `check` tells of the others."""
    for row in rows:
        with contextlib.suppress(StoreError):
            yield waiting(row)
