"""What users decided about items, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from seasoned import codec
from seasoned.core.credit import Tally
from seasoned.core.exposures import KeptDecision
from seasoned.stores import sql

DECIDED: Final = "item, owner, kind, at, by, before"  # what `read_decision` reads


def put_decision(db: sqlite3.Connection, namespace: int, decision: KeptDecision) -> None:
    """Keep a decision in place of the user's earlier one."""
    db.execute(
        "INSERT OR REPLACE INTO decision VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            namespace,
            decision.item,
            decision.user or "",
            decision.said,
            decision.at,
            decision.by,
            codec.encode(decision.before),
        ),
    )


def read_decision(namespace: str, row: Sequence[Any]) -> KeptDecision:
    """A decision from a row of `DECIDED`."""
    item, owner, kind, at, by, before = row
    tally = sql.stored(before, Tally)
    return KeptDecision(namespace, item, kind, at, by, owner or None, tally)
