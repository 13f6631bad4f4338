"""Attempts and the log of what was shown, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from seasoned import codec
from seasoned.core.attempts import OPEN, AttemptRecord, Decision, Outrun
from seasoned.core.exposures import Draw
from seasoned.core.recall import RecallLog
from seasoned.core.records import Feedback, Step
from seasoned.core.reports import Receipt
from seasoned.errors import Conflict
from seasoned.ports import EpisodeWrite, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_credit import count_attempt
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_exposures import arm_of, expose
from seasoned.stores.sqlite_recalls import insert_recall, read_recall
from seasoned.stores.sqlite_rows import drop_if_empty, find_namespace, namespace_id

COLUMNS = "num, body, feedback, state, recall, episode"  # that `read_attempt` reads
_MINE = "namespace = ? AND (user IS NULL OR user = ?)"
_ERASABLE = (
    "namespace = ?1 AND user IS ?2 AND state = 'open' AND id IN (SELECT value FROM json_each(?3))"
)


class SQLiteAttempts:
    """`ports.AttemptStore` over one SQLite database."""

    def __init__(self, connections: Connections, episodes: SQLiteEpisodes) -> None:
        self._connections, self._episodes = connections, episodes

    def begin(self, scope: Scope, attempt: AttemptRecord) -> AttemptRecord:
        """Keep a new attempt, or return the one that already has its key."""
        with self._connections.writing() as db:
            namespace = namespace_id(db, scope.namespace)
            known = None if attempt.key is None else _with_key(db, namespace, attempt)
            if known is not None:
                return known
            added = db.execute(
                "INSERT INTO attempt"
                " (id, namespace, user, key, parent, state, started, arm, body, feedback)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (namespace, id) DO NOTHING",
                (
                    attempt.id,
                    namespace,
                    attempt.user,
                    attempt.key,
                    attempt.parent,
                    attempt.state,
                    attempt.started_at.timestamp(),
                    attempt.arm,
                    codec.encode(attempt),
                    codec.encode(attempt.feedback),
                ),
            ).rowcount
            if not added:
                raise Conflict(f"the id {attempt.id!r} already stands for another attempt")
        return attempt

    def get(self, scope: Scope, id: str) -> AttemptRecord:
        """The attempt with its steps so far."""
        with self._connections.reading() as db:
            return read_attempt(db, _row(db, scope, id))

    def step(self, scope: Scope, id: str, step: Step, feedback: Feedback | None = None) -> None:
        """Append a step to an open attempt and, if given, replace its feedback so far."""
        with self._connections.writing() as db:
            num, _, _, state, _, _ = _row(db, scope, id)
            if state != OPEN:
                raise Conflict(f"attempt {id!r} is {state}; begin a new one to go on")
            db.execute(
                "INSERT INTO attempt_step SELECT ?, 1 + ifnull(max(place), 0), ?"
                " FROM attempt_step WHERE attempt = ?",
                (num, codec.encode(step), num),
            )
            if feedback is not None:
                update = "UPDATE attempt SET feedback = ? WHERE num = ?"
                db.execute(update, (codec.encode(feedback), num))

    def show(self, scope: Scope, id: str, log: RecallLog, draw: Draw | None = None) -> RecallLog:
        """Log what an attempt was shown; the first log stands and is returned."""
        with self._connections.writing() as db:
            num, body, _, state, recall, _ = _row(db, scope, id)
            if recall is not None:
                return read_recall(db, scope, recall)
            if state != OPEN:
                raise Conflict(f"attempt {id!r} is {state}; begin a new one to be shown something")
            log = expose(db, scope, sql.stored(body, AttemptRecord), log, draw)
            insert_recall(db, scope, log, id)
            db.execute("UPDATE attempt SET recall = ? WHERE num = ?", (log.id, num))
        return log

    def shown(self, scope: Scope, recall: str) -> RecallLog:
        """A logged recall."""
        with self._connections.reading() as db:
            return read_recall(db, scope, recall)

    def decide(self, scope: Scope, id: str, decision: Decision) -> AttemptRecord:
        """Log the strategy that an open attempt chose; the first decision stands."""
        with self._connections.writing() as db:
            row = _row(db, scope, id)
            attempt = read_attempt(db, row)
            if attempt.decision is not None:
                return attempt
            if attempt.state != OPEN:
                raise Conflict(f"attempt {id!r} is {attempt.state}; begin a new one to choose")
            keep_decision(db, row[0], decision)
        return replace(attempt, strategy=decision.strategy, decision=decision)

    def finish(self, scope: Scope, id: str, write: EpisodeWrite, state: str, steps: int) -> Receipt:
        """Record the attempt's episode and close it, in one transaction, once."""
        with self._connections.writing() as db:
            num, _, _, found, _, episode = _row(db, scope, id)
            if found != OPEN:
                return replace(
                    _finished(db, scope, id, episode, write), durable=self._episodes.durable
                )
            query = "SELECT count(*) FROM attempt_step WHERE attempt = ?"
            if (kept := db.execute(query, (num,)).fetchone()[0]) != steps:
                raise Outrun(f"attempt {id!r} has {kept} steps, not {steps}; read it again")
            (receipt,) = self._episodes.insert(db, scope, [write])
            update = "UPDATE attempt SET state = ?, episode = ? WHERE num = ?"
            db.execute(update, (state, receipt.id, num))
            keep_arm(db, num)
            count_attempt(db, scope, id, write, receipt.id)
        return receipt

    def stale(self, scope: Scope, before: datetime) -> list[AttemptRecord]:
        """Open attempts that began before a moment, oldest first."""
        return self._several(
            scope, "state = 'open' AND started < ? ORDER BY started, num", (before.timestamp(),)
        )

    def page(self, scope: Scope, state: str | None, limit: int) -> list[AttemptRecord]:
        """The newest attempts, of one state if given."""
        tail = "(? IS NULL OR state = ?) ORDER BY num DESC LIMIT ?"
        return self._several(scope, tail, (state, state, limit))

    def erase(self, scope: Scope, ids: Sequence[str]) -> int:
        """Remove those of these that are open and the scope's user's own, with steps and logs."""
        names = codec.encode(list(ids)).decode()
        with self._connections.writing() as db:
            place = (find_namespace(db, scope.namespace), scope.user, names)
            query = f"SELECT id FROM attempt WHERE {_ERASABLE}"
            db.execute(f"DELETE FROM recall WHERE namespace = ?1 AND attempt IN ({query})", place)
            erased = db.execute(f"DELETE FROM attempt WHERE {_ERASABLE}", place).rowcount
            if erased:
                drop_if_empty(db, scope.namespace)
        return erased

    def _several(self, scope: Scope, tail: str, more: Sequence[Any]) -> list[AttemptRecord]:
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            query = f"SELECT {COLUMNS} FROM attempt WHERE {_MINE} AND {tail}"
            rows = db.execute(query, (namespace, scope.user, *more)).fetchall()
            return [read_attempt(db, row) for row in rows]


def _with_key(
    db: sqlite3.Connection, namespace: int, attempt: AttemptRecord
) -> AttemptRecord | None:
    """The attempt of the same owner that has its key.

    Raises:
        Conflict: the key stands for another task.
    """
    query = f"SELECT {COLUMNS} FROM attempt WHERE namespace = ? AND key = ? AND user IS ?"
    row = db.execute(query, (namespace, attempt.key, attempt.user)).fetchone()
    known = None if row is None else read_attempt(db, row)
    if known is not None and known.task != attempt.task:
        raise Conflict(
            f"the key {attempt.key!r} already stands for an attempt at another task; "
            "choose another key, or resume that attempt by its id"
        )
    return known


def _row(db: sqlite3.Connection, scope: Scope, id: str) -> Any:
    namespace = find_namespace(db, scope.namespace)
    query = f"SELECT {COLUMNS} FROM attempt WHERE {_MINE} AND id = ?"
    row = db.execute(query, (namespace, scope.user, id)).fetchone()
    if row is None:
        raise scope.missing("attempt", id)
    return row


def keep_decision(db: sqlite3.Connection, num: int, decision: Decision) -> None:
    """Keep what an attempt decided, and the strategy that it takes up by that."""
    (body,) = db.execute("SELECT body FROM attempt WHERE num = ?", (num,)).fetchone()
    begun = sql.stored(body, AttemptRecord)
    decided = replace(begun, strategy=decision.strategy, decision=decision)
    db.execute("UPDATE attempt SET body = ? WHERE num = ?", (codec.encode(decided), num))


def keep_arm(db: sqlite3.Connection, num: int) -> tuple[int, str] | None:
    """Keep with a closed attempt the arm of its tree, by which episodes are told apart.

    Returns:
        Namespace and id of the root, if its arm is not drawn.
    """
    query = "SELECT namespace, body FROM attempt WHERE num = ?"
    namespace, body = db.execute(query, (num,)).fetchone()
    root = sql.stored(body, AttemptRecord).root
    drawn = arm_of(db, namespace, root)
    if drawn is None:
        return namespace, root
    db.execute("UPDATE attempt SET arm = ? WHERE num = ?", (drawn.arm, num))
    return None


def read_attempt(db: sqlite3.Connection, row: Sequence[Any]) -> AttemptRecord:
    """An attempt from a row of `COLUMNS`, with its steps."""
    num, body, feedback, state, recall, episode = row
    begun = sql.stored(body, AttemptRecord)
    query = "SELECT namespace FROM attempt WHERE num = ?"
    arm = arm_of(db, db.execute(query, (num,)).fetchone()[0], begun.root)
    steps = db.execute("SELECT body FROM attempt_step WHERE attempt = ? ORDER BY place", (num,))
    return replace(
        begun,
        arm=arm.arm if arm else begun.arm,
        probability=arm.probability if arm else begun.probability,
        state=state,
        recall=recall,
        episode=episode,
        feedback=sql.stored(feedback, Feedback),
        steps=tuple(sql.stored(step, Step) for (step,) in steps),
    )


def _finished(
    db: sqlite3.Connection, scope: Scope, id: str, episode: str, write: EpisodeWrite
) -> Receipt:
    """The receipt of an attempt that was closed with the same content before."""
    place = (find_namespace(db, scope.namespace), episode)
    query = "SELECT content FROM item WHERE namespace = ? AND id = ?"
    row = db.execute(query, place).fetchone()
    if row is None or row[0] != write.content:
        raise Conflict(
            f"attempt {id!r} was closed with another result; judge its episode instead, "
            "or begin a new attempt"
        )
    return Receipt(episode, created=False)
