"""What users decided about items, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from seasoned import codec
from seasoned.core.credit import Tally
from seasoned.core.exposures import KeptDecision
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import find_namespace

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


def drop_idle_decisions(db: sqlite3.Connection, scope: Scope) -> bool:
    """Remove the user's decisions about what is not there; whether there were any.

    Such are those about playbooks, and about lessons that may be mined again.
    """
    number = find_namespace(db, scope.namespace)
    there = " UNION ALL ".join(
        f"SELECT id FROM {table} WHERE namespace = ?1" for table in ("item", "derived")
    )
    query = f"DELETE FROM decision WHERE namespace = ?1 AND owner = ?2 AND item NOT IN ({there})"
    return db.execute(query, (number, scope.user or "")).rowcount > 0
