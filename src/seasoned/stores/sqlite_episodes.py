"""Episodes and verdicts in SQLite."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from seasoned import codec
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.lexical import pack_terms
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode, Outcome, Verdict
from seasoned.core.reports import Page, Receipt, Removed, Stats
from seasoned.core.searchtext import TEXT_VERSION
from seasoned.errors import Conflict, InvalidInput, NotFound
from seasoned.ports import EPISODE, EpisodeWrite, Model, Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_removal import delete_items
from seasoned.stores.sqlite_rows import (
    active_model,
    count_corpus,
    digest_of,
    find_namespace,
    insert_vector,
    log_changes,
    namespace_id,
    scope_token,
)

_CURSOR = re.compile(r"before-(\d{1,18})")
_AMONG = "(SELECT value FROM json_each(?1))"


class SQLiteEpisodes:
    """`ports.EpisodeStore` over one SQLite database."""

    def __init__(self, connections: Connections, durable: bool) -> None:
        self._connections, self._durable = connections, durable

    def add(self, scope: Scope, writes: Sequence[EpisodeWrite]) -> list[Receipt]:
        """Keep all of them in one transaction, or none."""
        with self._connections.writing() as db:
            return [self.insert(db, scope, write) for write in writes]

    def insert(self, db: sqlite3.Connection, scope: Scope, write: EpisodeWrite) -> Receipt:
        """Keep one episode within the caller's transaction."""
        namespace, model = namespace_id(db, scope.namespace), active_model(db)
        if known := self._known(db, namespace, write):
            return known
        num = _insert_item(db, namespace, write)
        _insert_episode(db, num, namespace, write)
        if write.vector is not None and model is not None:
            insert_vector(db, num, model, write.vector)
        _insert_lessons(db, num, namespace, write)
        if write.recall is not None:
            insert_recall(db, namespace, scope.user, write.recall, write.episode.attempt)
            link = (write.episode.id, write.recall.id)
            db.execute("UPDATE recall SET episode = ? WHERE id = ?", link)
        count_corpus(db, namespace, 1, sum(write.terms.values()))
        log_changes(db, namespace, [num], "put")
        pending = write.vector is None and model is not None
        return Receipt(write.episode.id, True, self._durable, "pending" if pending else "done")

    def _known(self, db: sqlite3.Connection, namespace: int, write: EpisodeWrite) -> Receipt | None:
        """The receipt of the same episode recorded before.

        Raises:
            Conflict: its key or id stands for other content.
        """
        episode = write.episode
        columns = "SELECT id, content, user, namespace FROM item"
        row, name = None, f"id {episode.id!r}"
        if episode.key is not None:
            name = f"key {episode.key!r} of source {episode.source!r}"
            where = "WHERE namespace = ? AND source = ? AND key = ?"
            row = db.execute(
                f"{columns} {where}", (namespace, episode.source, episode.key)
            ).fetchone()
        if row is None:
            row, name = (
                db.execute(f"{columns} WHERE id = ?", (episode.id,)).fetchone(),
                (f"id {episode.id!r}"),
            )
        if row is None:
            return None
        if tuple(row[1:]) != (write.content, episode.user, namespace):
            raise Conflict(f"the {name} already stands for another episode; choose another one")
        return Receipt(row[0], False, self._durable)

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Episode]:
        """The visible ones among these, by id, with their verdicts."""
        return {e.id: e for e in self._read(scope, Filter(ids=tuple(ids)), "", ())} if ids else {}

    def page(
        self,
        scope: Scope,
        where: Filter,
        limit: int,
        cursor: str | None,
        newest_first: bool = True,
    ) -> Page:
        """A page in order of recording, and the cursor of the next."""
        step, order = ("<", "DESC") if newest_first else (">", "ASC")
        edge = _edge(cursor)
        tail = f"AND (?  IS NULL OR e.num {step} ?) ORDER BY e.num {order} LIMIT ?"
        with self._connections.reading() as db:
            rows = _select(db, scope, where, "e.num, e.body", tail, (edge, edge, limit + 1))
            episodes = _with_verdicts(db, rows[:limit])
        more = len(rows) > limit
        return Page(tuple(episodes), f"before-{rows[limit - 1][0]}" if more else None)

    def _read(
        self, scope: Scope, where: Filter, tail: str, more: Sequence[object]
    ) -> list[Episode]:
        with self._connections.reading() as db:
            return _with_verdicts(db, _select(db, scope, where, "e.num, e.body", tail, more))

    def count(self, scope: Scope, where: Filter) -> int:
        """How many visible episodes match."""
        with self._connections.reading() as db:
            rows = _select(db, scope, where, "count(*)")
        return int(rows[0][0]) if rows else 0

    def delete(self, scope: Scope, where: Filter) -> Removed:
        """Remove matching episodes and all that was derived from them alone."""
        with self._connections.writing() as db:
            nums = [num for (num,) in _select(db, scope, where, "e.num")]
            return delete_items(db, nums) if nums else Removed()

    def judge(self, scope: Scope, verdict: Verdict) -> Verdict:
        """Append a verdict and return it as stored."""
        with self._connections.writing() as db:
            rows = _select(db, scope, Filter(ids=(verdict.episode,)), "e.num, e.namespace")
            if not rows or verdict.at is None:
                raise NotFound(
                    f"no episode {verdict.episode!r} in namespace {scope.namespace!r}; "
                    "check the id, or the namespace and user that the memory was opened with"
                )
            num, namespace = rows[0]
            db.execute(
                "INSERT INTO verdict (num, at, body) VALUES (?, ?, ?)",
                (num, verdict.at.timestamp(), codec.encode(verdict)),
            )
            set_effective(db, num)
            log_changes(db, namespace, [num], "judge")
        return verdict

    def stats(self, scope: Scope) -> Stats:
        """Counts over what is visible."""
        with self._connections.reading() as db:
            namespace, model = find_namespace(db, scope.namespace), active_model(db)
            size = self._connections.size()
            if namespace is None:
                return Stats(model=model.name if model else None, bytes=size)
            return _stats(db, scope, namespace, model, size)


def _insert_item(db: sqlite3.Connection, namespace: int, write: EpisodeWrite) -> int:
    episode, words = write.episode, " ".join(write.terms)
    num = db.execute(
        "INSERT INTO item (id, namespace, kind, user, source, key, content, text, text_version,"
        " analyzer, terms, words, length, digest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            episode.id,
            namespace,
            EPISODE,
            episode.user,
            episode.source,
            episode.key,
            write.content,
            write.text,
            TEXT_VERSION,
            write.analyzer,
            pack_terms(write.terms),
            words,
            sum(write.terms.values()),
            digest_of(write.text),
        ),
    ).lastrowid
    db.execute(
        "INSERT INTO fulltext (rowid, scope, words) VALUES (?, ?, ?)",
        (num, scope_token(namespace, EPISODE), words),
    )
    return num or 0


def _insert_episode(db: sqlite3.Connection, num: int, namespace: int, write: EpisodeWrite) -> None:
    episode = write.episode
    finished = episode.finished_at.timestamp() if episode.finished_at else 0.0
    db.execute(
        "INSERT INTO episode VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            num,
            namespace,
            episode.user,
            episode.source,
            episode.task.category,
            episode.task.complexity,
            episode.effective_outcome,
            episode.effective_feedback.reward,
            episode.strategy,
            episode.environment,
            episode.agent,
            episode.session,
            finished,
            write.body,
        ),
    )
    tags = [(namespace, tag, num) for tag in set(episode.tags)]
    db.executemany("INSERT INTO tag VALUES (?, ?, ?)", tags)
    verdicts = [(num, v.at.timestamp(), codec.encode(v)) for v in episode.verdicts if v.at]
    db.executemany("INSERT INTO verdict (num, at, body) VALUES (?, ?, ?)", verdicts)


def _insert_lessons(db: sqlite3.Connection, num: int, namespace: int, write: EpisodeWrite) -> None:
    for lesson in write.lessons:
        row = db.execute(
            "INSERT INTO lesson (id, namespace, user, kind, text) VALUES (?, ?, ?, ?, ?)",
            (lesson.id, namespace, write.episode.user, lesson.kind, lesson.text),
        ).lastrowid
        db.execute("INSERT INTO lesson_origin VALUES (?, ?)", (num, row))


def insert_recall(
    db: sqlite3.Connection,
    namespace: int,
    user: str | None,
    log: RecallLog,
    attempt: str | None,
) -> None:
    """Log what was shown; logged before, only what was used is added."""
    added = db.execute(
        "INSERT OR IGNORE INTO recall (id, namespace, user, at, attempt, body)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (log.id, namespace, user, log.at, attempt, sql.log_head(log)),
    ).rowcount
    if added:
        rows = sql.shown_rows(log)
        db.executemany("INSERT INTO shown VALUES (?, ?, ?, ?, ?)", rows)
    else:
        used = "UPDATE shown SET used = 1 WHERE recall = ? AND item IN"
        db.execute(f"{used} (SELECT value FROM json_each(?))", (log.id, sql.one_of(log.used)))


def _select(
    db: sqlite3.Connection,
    scope: Scope,
    where: Filter,
    columns: str,
    tail: str = "",
    more: Sequence[object] = (),
) -> list[Any]:
    namespace = find_namespace(db, scope.namespace)
    if namespace is None:
        return []
    clause, parameters = sql.conditions(namespace, scope.user, where)
    query = f"SELECT {columns} FROM episode e WHERE {clause} {tail}"
    return db.execute(query, [*parameters, *more]).fetchall()


def _with_verdicts(db: sqlite3.Connection, rows: Sequence[tuple[int, bytes]]) -> list[Episode]:
    verdicts = verdicts_of(db, [num for num, _ in rows])
    return [sql.episode_of(body, verdicts.get(num, ())) for num, body in rows]


def verdicts_of(db: sqlite3.Connection, nums: Sequence[int]) -> dict[int, list[bytes]]:
    """The verdicts of these items, oldest first."""
    found: dict[int, list[bytes]] = defaultdict(list)
    query = f"SELECT num, body FROM verdict WHERE num IN {_AMONG} ORDER BY num, at, seq"
    for num, body in db.execute(query, (sql.one_of(nums),)):
        found[num].append(body)
    return found


def effective(db: sqlite3.Connection, num: int) -> tuple[Outcome, float | None]:
    """Outcome and reward of an episode after its verdicts."""
    (body,) = db.execute("SELECT body FROM episode WHERE num = ?", (num,)).fetchone()
    episode = sql.episode_of(body, verdicts_of(db, [num])[num])
    return episode.effective_outcome, episode.effective_feedback.reward


def set_effective(db: sqlite3.Connection, num: int) -> None:
    """Bring the columns that filters and ranking read in step with the verdicts."""
    outcome, reward = effective(db, num)
    db.execute("UPDATE episode SET outcome = ?, reward = ? WHERE num = ?", (outcome, reward, num))


def _edge(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise InvalidInput(f"{cursor!r} is no cursor of ours; pass on the one a page came with")
    return int(match.group(1))


def _stats(
    db: sqlite3.Connection, scope: Scope, namespace: int, model: Model | None, size: int
) -> Stats:
    clause, parameters = sql.conditions(namespace, scope.user, EVERYTHING)
    columns = "e.outcome, e.category, e.strategy, e.reward"
    rows = db.execute(f"SELECT {columns} FROM episode e WHERE {clause}", parameters).fetchall()
    rewards = [row[3] for row in rows if row[3] is not None]
    attempts = db.execute(
        "SELECT a.state, count(*), count(e.num) FROM attempt a"
        " LEFT JOIN item i ON i.id = a.episode"
        " LEFT JOIN episode e ON e.num = i.num AND e.outcome <> 'unknown'"
        " WHERE a.namespace = ? AND (a.user IS NULL OR a.user = ?) GROUP BY 1",
        (namespace, scope.user),
    ).fetchall()
    source = f"SELECT count(*) FROM episode e {{}} WHERE {clause}"
    vector = "LEFT JOIN vector v ON v.item = e.num AND v.model = ?"
    without = f"{source.format(vector)} AND v.item IS NULL"
    (pending,) = db.execute(without, [model.name if model else "", *parameters]).fetchone()
    (verdicts,) = db.execute(source.format("JOIN verdict USING (num)"), parameters).fetchone()
    (lessons,) = db.execute(
        "SELECT count(*) FROM lesson WHERE namespace = ? AND (user IS NULL OR user = ?)",
        (namespace, scope.user),
    ).fetchone()
    return Stats(
        episodes=len(rows),
        outcomes=dict(Counter(row[0] for row in rows)),
        categories=dict(Counter(row[1] for row in rows)),
        strategies=dict(Counter(row[2] for row in rows if row[2])),
        average_reward=sum(rewards) / len(rewards) if rewards else None,
        lessons=lessons,
        verdicts=verdicts,
        attempts={state: n for state, n, _ in attempts},
        scored=sum(n for state, _, n in attempts if state != "open"),
        pending=pending if model else 0,
        model=model.name if model else None,
        bytes=size,
    )
