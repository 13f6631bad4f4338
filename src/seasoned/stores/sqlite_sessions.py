"""Conversations in SQLite: messages in order, and the summary of what was folded."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from seasoned.core.knowledge import MessageRow, SessionRow
from seasoned.core.reports import Receipt
from seasoned.errors import Conflict, InvalidInput
from seasoned.ports import EpisodeWrite, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_rows import drop_if_empty, find_namespace, namespace_id

OPEN: Final = "open"
CLOSED: Final = "closed"
STATES: Final = ("live", "folded", "evicted")
READ: Final = (  # columns in the order of `SessionRow`; places are given without a gap
    "s.id, s.user, s.state, s.started, s.version, s.summary, s.episode,"
    " (SELECT ifnull(max(place), 0) FROM message WHERE session = s.num)"
)
MESSAGE: Final = (
    "m.place, m.tokens, m.importance, m.body, m.state, m.counter"  # in that of `MessageRow`
)
_OWN: Final = "s.namespace = ? AND s.user IS ?"


class SQLiteSessions:
    """`ports.SessionStore` over one SQLite database."""

    def __init__(self, connections: Connections, episodes: SQLiteEpisodes) -> None:
        self._connections, self._episodes = connections, episodes

    def append(self, scope: Scope, id: str, messages: Sequence[MessageRow], at: float) -> list[int]:
        """Add messages at the end, making the session if it is new; their places."""
        with self._connections.writing() as db:
            num = _open(db, scope, id, at)
            query = "SELECT max(place) FROM message WHERE session = ?"
            last = db.execute(query, (num,)).fetchone()[0] or 0
            placed = [replace(row, place=n) for n, row in enumerate(messages, last + 1)]
            insert_messages(db, num, placed)
        return [row.place for row in placed]

    def get(self, scope: Scope, id: str) -> SessionRow | None:
        """The session, None if the scope's own has not the id."""
        with self._connections.reading() as db:
            row = _row(db, scope, id, READ)
            return None if row is None else SessionRow(*row)

    def read(
        self, scope: Scope, id: str, after: int = 0, states: Sequence[str] = ("live",)
    ) -> list[MessageRow]:
        """Messages behind a place in these states, in order."""
        # SQLite would read all of a long session, not knowing how few are live.
        live = tuple(states) == ("live",)
        source = "message m INDEXED BY message_live" if live else "message m"
        chosen = "= 'live'" if live else "IN (SELECT value FROM json_each(?))"
        query = (
            f"SELECT {MESSAGE} FROM {source} WHERE m.session = ? AND m.place > ?"
            f" AND m.state {chosen} ORDER BY m.place"
        )
        with self._connections.reading() as db:
            row = _row(db, scope, id, "s.num")
            if row is None:
                return []
            rows = db.execute(query, (row[0], after, *(() if live else [sql.one_of(states)])))
            return [MessageRow(*found) for found in rows]

    def fold(
        self,
        scope: Scope,
        id: str,
        version: int,
        states: Mapping[int, str],
        summary: bytes | None,
    ) -> bool:
        """Give messages new states by place, and the session its summary, unless it is None."""
        if strange := set(states.values()).difference(STATES):
            raise InvalidInput(f"the state {strange.pop()!r} must be one of {', '.join(STATES)}")
        with self._connections.writing() as db:
            row = _row(db, scope, id, "s.num, s.version")
            if row is None or row[1] != version:
                return False
            db.execute(
                "UPDATE session SET version = version + 1, summary = ifnull(?, summary)"
                " WHERE num = ?",
                (summary, row[0]),
            )
            update = "UPDATE message SET state = ? WHERE session = ? AND place = ?"
            db.executemany(update, [(state, row[0], place) for place, state in states.items()])
        return True

    def close(
        self, scope: Scope, id: str, write: EpisodeWrite | None, seen: int | None = None
    ) -> Receipt | None:
        """Close it and record its episode, in one transaction, once."""
        with self._connections.writing() as db:
            row = _row(db, scope, id, "s.num, s.state, s.episode")
            if row is None:
                raise scope.missing("session", id)
            num, state, episode = row
            if state == OPEN and seen is not None:
                count = "SELECT ifnull(max(place), 0) FROM message WHERE session = ?"
                if db.execute(count, (num,)).fetchone()[0] != seen:
                    raise Conflict(f"session {id!r} got more messages; close it again")
            if state == OPEN:  # what was decided on it while it was open comes too late
                update = "UPDATE session SET state = ?, version = version + 1 WHERE num = ?"
                db.execute(update, (CLOSED, num))
            if write is None:
                return None
            if episode is not None:
                return Receipt(episode, created=False, durable=self._episodes.durable)
            (receipt,) = self._episodes.insert(db, scope, [write])
            db.execute("UPDATE session SET episode = ? WHERE num = ?", (receipt.id, num))
        return receipt

    def page(self, scope: Scope, state: str | None, limit: int) -> list[SessionRow]:
        """The newest own sessions, of one state if given."""
        query = (
            f"SELECT {READ} FROM session s WHERE {_OWN} AND (? IS NULL OR s.state = ?)"
            " ORDER BY s.num DESC LIMIT ?"
        )
        with self._connections.reading() as db:
            place = (find_namespace(db, scope.namespace), scope.user, state, state, limit)
            return [SessionRow(*row) for row in db.execute(query, place)]

    def delete(self, scope: Scope, ids: Sequence[str] | None) -> int:
        """Remove own sessions with all their messages, all if None; how many."""
        with self._connections.writing() as db:
            delete = "DELETE FROM session WHERE namespace = ? AND user IS ?"
            place = [find_namespace(db, scope.namespace), scope.user]
            if ids is not None:
                delete += " AND id IN (SELECT value FROM json_each(?))"
                place.append(sql.one_of(ids))
            gone = db.execute(delete, place).rowcount
            if gone:
                drop_if_empty(db, scope.namespace)
        return gone


def insert_session(
    db: sqlite3.Connection, namespace: int, row: SessionRow, num: int | None = None
) -> int:
    """Keep a new session, under a number if one is given; its number."""
    return (
        db.execute(
            "INSERT INTO session (num, namespace, id, user, state, started, version, summary,"
            " episode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                num,
                namespace,
                row.id,
                row.user,
                row.state,
                row.started,
                row.version,
                row.summary,
                row.episode,
            ),
        ).lastrowid
        or 0
    )


def insert_messages(db: sqlite3.Connection, session: int, rows: Sequence[MessageRow]) -> None:
    """Keep messages at their places."""
    db.executemany(
        "INSERT INTO message (session, place, state, tokens, importance, body, counter)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (session, row.place, row.state, row.tokens, row.importance, row.body, row.counter)
            for row in rows
        ],
    )


def _row(db: sqlite3.Connection, scope: Scope, id: str, columns: str) -> Any:
    """These columns of the scope's own session."""
    query = f"SELECT {columns} FROM session s WHERE {_OWN} AND s.id = ?"
    return db.execute(query, (find_namespace(db, scope.namespace), scope.user, id)).fetchone()


def _open(db: sqlite3.Connection, scope: Scope, id: str, at: float) -> int:
    """Number of the open session, made if it is new."""
    row = _row(db, scope, id, "s.num, s.state")
    if row is None:
        fresh = SessionRow(id, scope.user, OPEN, at)
        return insert_session(db, namespace_id(db, scope.namespace), fresh)
    if row[1] != OPEN:
        raise Conflict(f"session {id!r} is closed; go on in a new one")
    return int(row[0])
