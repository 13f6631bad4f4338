"""Episodes and verdicts in SQLite."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from seasoned import codec
from seasoned.core import values
from seasoned.core.attempts import task_key
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.records import Episode, Verdict
from seasoned.core.reports import Page, Receipt, Removed, Stats
from seasoned.core.searchtext import TEXT_VERSION
from seasoned.errors import Conflict
from seasoned.ports import EPISODE, EpisodeWrite, Model, Scope
from seasoned.stores import sql
from seasoned.stores.cursors import seal, unseal
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_conversations import (
    delete_conversations,
    delete_conversations_of_copies,
)
from seasoned.stores.sqlite_copies import erase_copies, matching_copies
from seasoned.stores.sqlite_counts import counts, pending
from seasoned.stores.sqlite_credit import count_recorded, settle
from seasoned.stores.sqlite_decisions import drop_idle_decisions
from seasoned.stores.sqlite_fulltext import index_new
from seasoned.stores.sqlite_items import Item, insert_item
from seasoned.stores.sqlite_recalls import log_recall
from seasoned.stores.sqlite_release import release
from seasoned.stores.sqlite_removal import delete_items
from seasoned.stores.sqlite_rows import (
    active_model,
    count_corpus,
    drop_if_empty,
    find_namespace,
    has_vector,
    highest,
    insert_vector,
    log_changes,
    namespace_id,
    secret_of,
)


class SQLiteEpisodes:
    """`ports.EpisodeStore` over one SQLite database."""

    def __init__(self, connections: Connections, durable: bool) -> None:
        self._connections, self.durable = connections, durable

    def add(self, scope: Scope, writes: Sequence[EpisodeWrite]) -> list[Receipt]:
        """Keep all of them in one transaction, or none."""
        with self._connections.writing() as db:
            return self.insert(db, scope, writes)

    def insert(
        self, db: sqlite3.Connection, scope: Scope, writes: Sequence[EpisodeWrite]
    ) -> list[Receipt]:
        """Keep episodes within the caller's transaction."""
        namespace, model = namespace_id(db, scope.namespace), active_model(db)
        receipts, nums, length, last = [], list[int](), 0, highest(db)
        for write in writes:
            receipt = self._known(db, namespace, model, write)
            if receipt is None:
                nums.append(last + len(nums) + 1)
                insert_new(db, nums[-1], namespace, model, write)
                length += sum(write.terms.values())
                fits = _fitting(write, model) is not None
                indexed = fits or (model is None and not write.awaited)
                receipt = self._receipt(write.episode.id, True, indexed)
                if write.recall is not None:
                    log_recall(db, scope, write.recall, write.episode)
                    count_recorded(db, scope, write.recall, write.episode)
            receipts.append(receipt)
        if nums:
            index_new(db, nums[0], nums[-1])
            count_corpus(db, namespace, len(nums), length)
            log_changes(db, namespace, nums, "put")
        return receipts

    def _receipt(self, id: str, created: bool, indexed: bool) -> Receipt:
        return Receipt(id, created, self.durable, "done" if indexed else "pending")

    def _known(
        self, db: sqlite3.Connection, namespace: int, model: Model | None, write: EpisodeWrite
    ) -> Receipt | None:
        """The receipt of the same episode recorded before.

        Raises:
            Conflict: its key or id stands for other content.
        """
        episode = write.episode
        columns = "SELECT num, id, content, user FROM item WHERE namespace = ?"
        row, name = None, ""
        if episode.key is not None:
            name = f"key {episode.key!r} of source {episode.source!r}"
            place = (namespace, episode.source, episode.key, episode.user)
            where = "AND source = ? AND key = ? AND user IS ?"
            row = db.execute(f"{columns} {where}", place).fetchone()
        if row is None:
            name = f"id {episode.id!r}"
            row = db.execute(f"{columns} AND id = ?", (namespace, episode.id)).fetchone()
        if row is None:
            return None
        num, id, content, user = row
        if user != episode.user:  # whose it is, is not said
            raise Conflict(f"the {name} cannot be used; choose another one")
        if content != write.content:
            text = f"the {name} already stands for another episode; choose another one"
            raise Conflict(text, id)
        indexed = not write.awaited if model is None else has_vector(db, num, model)
        return self._receipt(id, False, indexed)

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Episode]:
        """The visible ones among these, by id, with their verdicts."""
        if not ids:
            return {}
        with self._connections.reading() as db:
            rows = _select(db, scope, Filter(ids=tuple(ids)), "e.num")
            found = {e.id: e for e in _episodes(db, [num for (num,) in rows]).values()}
            if strange := found.keys() - set(ids):
                raise ValueError(f"the body of one of {ids!r:.80} calls itself {strange!r:.80}")
            return found

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
        tail = f"AND (? IS NULL OR e.num {step} ?) ORDER BY e.num {order} LIMIT ?"
        with self._connections.reading() as db:
            secret = secret_of(db)
            edge = None if cursor is None else unseal(secret, scope, cursor)
            rows = _select(db, scope, where, "e.num", tail, (edge, edge, limit + 1))
            nums = [num for (num,) in rows]
            found = _episodes(db, nums[:limit])
            episodes = tuple(found[num] for num in nums[:limit])
        more = len(nums) > limit
        return Page(episodes, seal(secret, scope, nums[limit - 1]) if more else None)

    def count(self, scope: Scope, where: Filter) -> int:
        """How many visible episodes match."""
        with self._connections.reading() as db:
            rows = _select(db, scope, where, "count(*)")
        return int(rows[0][0]) if rows else 0

    def delete(self, scope: Scope, where: Filter) -> Removed:
        """Remove matching episodes of the scope's user, pruned ones too, and all of theirs."""
        with self._connections.writing() as db:
            own = ("AND e.user IS ?", (scope.user,))
            rows = _select(db, scope, where, "e.namespace, e.num", *own)
            nums, copies = [num for _, num in rows], list(matching_copies(db, scope, where))
            talks = delete_conversations(db, scope, nums)
            talks += delete_conversations_of_copies(db, scope, copies)
            removed = delete_items(db, rows[0][0], nums) if rows else Removed()
            removed = replace(removed, copies=erase_copies(db, copies), sessions=talks)
            dropped = where.empty and drop_idle_decisions(db, scope)
            if dropped or removed != Removed():
                drop_if_empty(db, scope.namespace)
        return removed

    def judge(self, scope: Scope, verdict: Verdict) -> Verdict:
        """Append a verdict and return it as stored."""
        at = values.moment(verdict.at, "at").timestamp()
        with self._connections.writing() as db:
            rows = _select(db, scope, Filter(ids=(verdict.episode,)), "e.num, e.namespace")
            if not rows:
                raise scope.missing("episode", verdict.episode)
            num, namespace = rows[0]
            db.execute(
                "INSERT INTO verdict (num, at, body) VALUES (?, ?, ?)",
                (num, at, codec.encode(verdict)),
            )
            outcome = set_effective(db, num)
            settle(db, namespace, verdict.episode, outcome, at)
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


def insert_new(
    db: sqlite3.Connection, num: int, namespace: int, model: Model | None, write: EpisodeWrite
) -> None:
    """Keep a new episode, under a new number, with all that is its own."""
    insert_item(db, num, _item_of(namespace, write))
    db.execute("INSERT INTO body VALUES (?, ?)", (num, write.body))
    _insert_episode(db, num, namespace, write)
    vector = _fitting(write, model)
    if model is not None and vector is not None:
        insert_vector(db, num, model, vector)
    for lesson in write.lessons:
        row = (num, lesson.id, lesson.kind, lesson.text)
        db.execute("INSERT INTO lesson VALUES (?, ?, ?, ?)", row)


def _fitting(write: EpisodeWrite, active: Model | None) -> bytes | None:
    """The vector of a write, if the active model made it; the store may have moved meanwhile."""
    return write.vector if active is not None and write.model == active.name else None


def _item_of(namespace: int, write: EpisodeWrite) -> Item:
    episode = write.episode
    return Item(
        id=episode.id,
        namespace=namespace,
        kind=EPISODE,
        user=episode.user,
        source=episode.source,
        key=episode.key,
        content=write.content,
        version=TEXT_VERSION,
        analyzer=write.analyzer,
        terms=write.terms,
        text=write.text,
    )


def _insert_episode(db: sqlite3.Connection, num: int, namespace: int, write: EpisodeWrite) -> None:
    episode = write.episode
    if episode.verdicts:
        # Brought along, perhaps out of order or without a time: the order of reading counts.
        verdicts = [replace(v, at=v.at or episode.finished_at) for v in episode.verdicts]
        episode = episode.with_verdicts(sorted(verdicts, key=lambda v: _seconds(v.at)))
        rows = [(num, _seconds(v.at), codec.encode(v)) for v in episode.verdicts]
        db.executemany("INSERT INTO verdict (num, at, body) VALUES (?, ?, ?)", rows)
    put_columns(db, columns_of(namespace, num, episode), episode.tags)


def columns_of(namespace: int, num: int, episode: Episode) -> tuple[Any, ...]:
    """The row of an episode: what filters and ranking read of it."""
    return (
        namespace,
        num,
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
        _seconds(episode.finished_at),
        episode.iterations,
        episode.parent is None,
        episode.task_key or task_key(episode.task),
    )


def put_columns(db: sqlite3.Connection, columns: tuple[Any, ...], tags: Sequence[str]) -> None:
    """Keep the row of an episode and its tags."""
    namespace, num, *_ = columns
    places = ", ".join("?" * len(columns))
    db.execute(f"INSERT INTO episode VALUES ({places})", columns)
    if tags:
        rows = [(namespace, tag, num) for tag in set(tags)]
        db.executemany("INSERT INTO tag VALUES (?, ?, ?)", rows)


def _seconds(moment: datetime | None) -> float:
    return moment.timestamp() if moment else 0.0


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


def _episodes(db: sqlite3.Connection, nums: Sequence[int]) -> dict[int, Episode]:
    """The episodes with these numbers, with their verdicts."""
    verdicts = verdicts_of(db, nums)
    rows = db.execute(f"SELECT num, json FROM body WHERE num IN {sql.AMONG}", (sql.one_of(nums),))
    return {num: sql.episode_of(body, verdicts.get(num, ())) for num, body in rows}


def verdicts_of(db: sqlite3.Connection, nums: Sequence[int]) -> dict[int, list[bytes]]:
    """The verdicts of these items, oldest first."""
    found: dict[int, list[bytes]] = defaultdict(list)
    query = f"SELECT num, body FROM verdict WHERE num IN {sql.AMONG} ORDER BY num, at, seq"
    for num, body in db.execute(query, (sql.one_of(nums),)):
        found[num].append(body)
    return found


def set_effective(db: sqlite3.Connection, num: int) -> tuple[str, float | None]:
    """Bring the columns that filters and ranking read in step with the verdicts; their values."""
    episode = _episodes(db, [num])[num]
    effective = (episode.effective_outcome, episode.effective_feedback.reward)
    query = (
        "SELECT e.namespace, e.outcome FROM item i JOIN episode e"
        " ON e.namespace = i.namespace AND e.num = i.num WHERE i.num = ?"
    )
    namespace, before = db.execute(query, (num,)).fetchone()
    if before != effective[0]:
        release(db, namespace, [num])
    db.execute(
        "UPDATE episode SET outcome = ?, reward = ? WHERE namespace = ? AND num = ?",
        (*effective, namespace, num),
    )
    return effective


def _stats(
    db: sqlite3.Connection, scope: Scope, namespace: int, model: Model | None, size: int
) -> Stats:
    clause, parameters = sql.conditions(namespace, scope.user, EVERYTHING)
    columns = "e.outcome, e.category, e.strategy, e.reward"
    rows = db.execute(f"SELECT {columns} FROM episode e WHERE {clause}", parameters).fetchall()
    rewards = [row[3] for row in rows if row[3] is not None]
    attempts = db.execute(
        "SELECT a.state, count(*), count(e.num) FROM attempt a"
        " LEFT JOIN item i ON i.namespace = a.namespace AND i.id = a.episode"
        " LEFT JOIN episode e"
        " ON e.namespace = i.namespace AND e.num = i.num AND e.outcome <> 'unknown'"
        " WHERE a.namespace = ? AND (a.user IS NULL OR a.user = ?) GROUP BY 1",
        (namespace, scope.user),
    ).fetchall()
    judged = f"SELECT count(*) FROM episode e JOIN verdict USING (num) WHERE {clause}"
    (verdicts,) = db.execute(judged, parameters).fetchone()
    told = "SELECT count(DISTINCT l.id) FROM episode e JOIN lesson l ON l.origin = e.num"
    (lessons,) = db.execute(f"{told} WHERE {clause}", parameters).fetchone()
    mined = "SELECT count(*) FROM derived e WHERE e.namespace = ? AND e.kind <> 'cluster'"
    (more,) = db.execute(f"{mined} AND {sql.VISIBLE}", (namespace, scope.user)).fetchone()
    return Stats(
        episodes=len(rows),
        outcomes=dict(Counter(row[0] for row in rows)),
        categories=dict(Counter(row[1] for row in rows)),
        strategies=dict(Counter(row[2] for row in rows if row[2])),
        average_reward=sum(rewards) / len(rewards) if rewards else None,
        lessons=lessons + more,
        verdicts=verdicts,
        attempts={state: n for state, n, _ in attempts},
        scored=sum(n for state, _, n in attempts if state != "open"),
        pending=pending(db, namespace, scope.user, model) if model else 0,
        model=model.name if model else None,
        bytes=size,
        **counts(db, namespace, scope.user),
    )
