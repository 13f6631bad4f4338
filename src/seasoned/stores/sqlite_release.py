"""Letting go of what rests on items that are about to be removed, or ended otherwise after all."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from seasoned.core.derived import CLUSTER, REFLECTION, STATED
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import log_changes

LEAST: Final = 2  # episodes that a cluster is of


def release(db: sqlite3.Connection, namespace: int, nums: Sequence[int]) -> int:
    """Remove what rests on these items; how many lessons that were.

    A cluster loses them and goes if one episode is left; what they represented is represented by
    the newest of it.
    """
    among = (sql.one_of(nums),)
    _promote(db, namespace, nums)
    rested = f"SELECT derived FROM origin WHERE item IN {sql.AMONG}"
    others = f"SELECT num, kind FROM derived WHERE kind <> '{CLUSTER}' AND num IN ({rested})"
    clusters = [
        num
        for (num,) in db.execute(
            f"SELECT num FROM derived WHERE kind = '{CLUSTER}' AND num IN ({rested})", among
        )
    ]
    gone = db.execute(others, among).fetchall()
    leaving = f"SELECT count(*) FROM origin WHERE derived = num AND item IN {sql.AMONG}"
    db.executemany(
        f"UPDATE derived SET weight = weight - ({leaving}) WHERE num = ?2",
        [(*among, num) for num in clusters],
    )
    db.execute(f"DELETE FROM origin WHERE item IN {sql.AMONG}", among)
    left = (sql.one_of(clusters),)
    few = f"num IN {sql.AMONG} AND (SELECT count(*) FROM origin WHERE derived = num) < {LEAST}"
    small = db.execute(f"SELECT num FROM derived WHERE {few}", left).fetchall()
    drop_derived(db, [*(num for num, _ in gone), *(num for (num,) in small)])
    return sum(kind != REFLECTION for _, kind in gone)


def drop_derived(db: sqlite3.Connection, nums: Sequence[int]) -> None:
    """Remove records with what is known of their having been shown.

    What the user decided about one that was mined or is a model's outlives it, since the same may
    be found again.
    """
    among = (sql.one_of(nums),)
    names = f"SELECT namespace, id FROM derived WHERE num IN {sql.AMONG}"
    db.execute(f"DELETE FROM credit WHERE (namespace, item) IN ({names})", among)
    by_hand = f"{names} AND by = '{STATED}'"
    db.execute(f"DELETE FROM decision WHERE (namespace, item) IN ({by_hand})", among)
    db.execute(f"DELETE FROM derived WHERE num IN {sql.AMONG}", among)


def _promote(db: sqlite3.Connection, namespace: int, nums: Sequence[int]) -> None:
    """Let others stand for what these items stood for, and these for themselves."""
    among = (sql.one_of(nums),)
    alone = f"SELECT item FROM collapsed WHERE item IN {sql.AMONG} AND first IS NOT NULL"
    back = [num for (num,) in db.execute(alone, among)]
    db.execute(f"DELETE FROM collapsed WHERE item IN {sql.AMONG}", among)
    newest = f"SELECT first, max(item) FROM collapsed WHERE first IN {sql.AMONG} GROUP BY first"
    for first, item in db.execute(newest, among).fetchall():
        db.execute("DELETE FROM collapsed WHERE item = ?", (item,))
        db.execute("UPDATE collapsed SET first = ? WHERE first = ?", (item, first))
        back.append(item)
    log_changes(db, namespace, back, "put")
