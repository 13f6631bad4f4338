"""Copies of pruned episodes in SQLite: keeping, finding and erasing them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter

from seasoned import codec
from seasoned.core.filters import Filter
from seasoned.core.portable import KeptCopy
from seasoned.core.pruning import PrunedBatch
from seasoned.core.records import Episode, Verdict
from seasoned.ports import Model, PrunedCopy, PruneMark, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_recalls import drop_strategies
from seasoned.stores.sqlite_removal import delete_logs
from seasoned.stores.sqlite_rows import find_namespace

# As with forgetting: without a user what is shared, with a user that user's own.
_MINE = "namespace = ? AND user IS ?"
# An id that was given to another episode meanwhile has logs of its own.
_LOST = (
    f"SELECT namespace, id FROM pruned p WHERE num IN {sql.AMONG} AND NOT EXISTS"
    " (SELECT 1 FROM item i WHERE i.namespace = p.namespace AND i.id = p.id) ORDER BY 1"
)
_OPEN = f"FROM pruned WHERE {_MINE} AND until > ?"


def keep_copies(
    db: sqlite3.Connection,
    nums: Sequence[int],
    verdicts: Mapping[int, Sequence[bytes]],
    model: Model | None,
    mark: PruneMark,
) -> None:
    """Copy these items, with their vector under this model, before they are removed."""
    rows = db.execute(
        "SELECT i.num, i.namespace, i.user, i.id, e.strategy, b.json, v.model, v.data"
        " FROM item i JOIN episode e USING (namespace, num) JOIN body b USING (num)"
        " LEFT JOIN vector v ON v.item = i.num AND v.model = ?2 AND v.part = 0"
        f" WHERE i.num IN {sql.AMONG} ORDER BY i.num",
        (sql.one_of(nums), model.name if model else None),
    ).fetchall()
    db.executemany(
        "INSERT INTO pruned (batch, at, until,"
        " namespace, user, id, strategy, body, model, vector, verdicts)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (mark.batch, mark.at, mark.until, *row, b"[" + b",".join(verdicts.get(num, ())) + b"]")
            for num, *row in rows
        ],
    )


def open_batches(db: sqlite3.Connection, scope: Scope, now: float) -> list[PrunedBatch]:
    """What a scope can restore, newest first."""
    rows = db.execute(
        f"SELECT batch, min(at), min(until), count(*) {_OPEN}"
        " GROUP BY batch ORDER BY min(at) DESC, batch DESC",
        (find_namespace(db, scope.namespace), scope.user, now),
    )
    return [
        PrunedBatch(batch, datetime.fromtimestamp(at, UTC), datetime.fromtimestamp(end, UTC), n)
        for batch, at, end, n in rows
    ]


def open_copies(
    db: sqlite3.Connection, scope: Scope, batch: str, now: float, page: tuple[int, int]
) -> list[PrunedCopy]:
    """A page (after, limit) of copies."""
    after, limit = page
    rows = db.execute(
        f"SELECT num, body, verdicts, vector, model {_OPEN} AND batch = ? AND num > ?"
        " ORDER BY num LIMIT ?",
        (find_namespace(db, scope.namespace), scope.user, now, batch, after, limit),
    )
    return [
        PrunedCopy(num, copied(body, verdicts), vector, model)
        for num, body, verdicts, vector, model in rows
    ]


def copied(body: bytes, verdicts: bytes) -> Episode:
    """The episode of a copy, with its verdicts."""
    return sql.episode_of(body, ()).with_verdicts(sql.stored(verdicts, list[Verdict]))


def matching_copies(db: sqlite3.Connection, scope: Scope, where: Filter) -> Iterator[int]:
    """Numbers of the copies of a scope that a filter matches, as `Filter.matches` says."""
    query = f"SELECT num, body, verdicts FROM pruned WHERE {_MINE}"
    parameters: list[object] = [find_namespace(db, scope.namespace), scope.user]
    if where.ids:
        query += " AND id IN (SELECT value FROM json_each(?))"
        parameters.append(sql.one_of(where.ids))
    for num, body, verdicts in db.execute(query, parameters):
        if where.empty or where.matches(copied(body, verdicts)):
            yield num


def present_copies(db: sqlite3.Connection, scope: Scope, nums: Sequence[int]) -> set[int]:
    """Those of these numbers that stand for a copy of this scope."""
    query = f"SELECT num FROM pruned WHERE num IN {sql.AMONG} AND {_MINE}"
    rows = db.execute(query, (sql.one_of(nums), find_namespace(db, scope.namespace), scope.user))
    return {num for (num,) in rows}


def erase_copies(db: sqlite3.Connection, nums: Sequence[int]) -> int:
    """Erase copies and the attempts and recall logs that waited for them; how many."""
    if not nums:
        return 0
    among = (sql.one_of(nums),)
    lost = db.execute(_LOST, among).fetchall()
    for namespace, rows in groupby(lost, itemgetter(0)):
        delete_logs(db, namespace, [id for _, id in rows])
    query = f"SELECT DISTINCT namespace, strategy FROM pruned WHERE num IN {sql.AMONG}"
    strategies = db.execute(f"{query} AND strategy <> ''", among).fetchall()
    erased = drop_copies(db, nums)
    for namespace, name in strategies:
        drop_strategies(db, namespace, [name], sql.one_of(()))
    return erased


def drop_copies(db: sqlite3.Connection, nums: Sequence[int]) -> int:
    """Drop copies of what has been restored; how many there were."""
    return db.execute(f"DELETE FROM pruned WHERE num IN {sql.AMONG}", (sql.one_of(nums),)).rowcount


def insert_copy(
    db: sqlite3.Connection, namespace: int, record: KeptCopy, num: int | None = None
) -> None:
    """Keep the copy of a pruned episode, under a number if one is given."""
    episode = record.episode
    db.execute(
        "INSERT INTO pruned (num, namespace, user, id, strategy, batch, at, until, body,"
        " verdicts, model, vector) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            num,
            namespace,
            episode.user,
            episode.id,
            episode.strategy,
            record.batch,
            record.at,
            record.until,
            codec.encode_episode(episode)[0],
            codec.encode(episode.verdicts),
            record.model,
            record.vector,
        ),
    )
