"""How much a SQLite store knows beside episodes, as far as a user may see it."""

from __future__ import annotations

import sqlite3
from typing import Final

from seasoned.ports import Model
from seasoned.stores.sql import VISIBLE

_COUNTS: Final = {
    "notes": f"count(*) FROM passage e WHERE e.item = 'note' AND {VISIBLE}",
    "chunks": f"count(*) FROM passage e WHERE e.item = 'chunk' AND {VISIBLE}",
    "documents": f"count(DISTINCT document) FROM passage e WHERE e.item = 'chunk' AND {VISIBLE}",
    "facts": f"count(*) FROM fact e WHERE e.superseded IS NULL AND {VISIBLE}",
    "sessions": "count(*) FROM session e WHERE e.user IS ?",
}


def counts(db: sqlite3.Connection, namespace: int, user: str | None) -> dict[str, int]:
    """The counts of `Stats` by name."""
    return {
        name: db.execute(f"SELECT {count} AND e.namespace = ?", (user, namespace)).fetchone()[0]
        for name, count in _COUNTS.items()
    }


def pending(db: sqlite3.Connection, namespace: int, user: str | None, model: Model) -> int:
    """How many visible items of any kind have no vector of a model."""
    (found,) = db.execute(
        "SELECT count(*) FROM item e LEFT JOIN vector v"
        " ON v.item = e.num AND v.model = ? AND v.part = 0"
        f" WHERE v.item IS NULL AND e.namespace = ? AND {VISIBLE}",
        (model.name, namespace, user),
    ).fetchone()
    return int(found)
