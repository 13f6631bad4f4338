"""Proof that credit agrees with what it is counted from, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from seasoned.core.reports import Finding
from seasoned.stores.schema_credit import SUMS

_ROUNDING = 1e-6  # sums that differ by less are equal


def findings(db: sqlite3.Connection) -> Iterator[Finding]:
    """Sums that are not those of their rows, and attempts that ended uncounted."""
    sums = ", ".join(f"sum({name}) AS {name}" for name in SUMS)
    apart = " OR ".join(f"abs(t.{name} - c.{name}) > {_ROUNDING}" for name in SUMS)
    rows = f"(SELECT namespace, item, owner, {sums} FROM credit GROUP BY 1, 2, 3) c"
    query = f"SELECT count(*) FROM {rows} LEFT JOIN tally t USING (namespace, item, owner)"
    (wrong,) = db.execute(f"{query} WHERE t.item IS NULL OR {apart}").fetchone()
    (more,) = db.execute(
        f"SELECT count(*) FROM tally t LEFT JOIN {rows} USING (namespace, item, owner)"
        " WHERE c.item IS NULL"
    ).fetchone()
    if wrong or more:
        yield Finding("credit", f"sums of {wrong + more} items are not those of their attempts")
    (left,) = db.execute(
        "SELECT count(*) FROM exposure x JOIN attempt a ON a.namespace = x.namespace"
        " AND a.id = x.id WHERE a.state <> 'open' AND x.episode IS NOT a.episode"
    ).fetchone()
    if left:
        yield Finding(
            "credit",
            f"{left} attempts ended without being counted",
            derived=False,
            remedy="export the memory and load it into a new file",
        )
