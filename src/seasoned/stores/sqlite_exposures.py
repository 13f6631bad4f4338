"""Attempts as credit and lift see them, in SQLite: arms, what was shown, how it ended.

Everything runs within the transaction of the write that it belongs to.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from seasoned import codec
from seasoned.core.attempts import AttemptRecord, task_key
from seasoned.core.baseline import cell_of
from seasoned.core.credit import DROP, left_out
from seasoned.core.exposures import Draw, KeptExposure, worth
from seasoned.core.holdout import CONTROL, MEMORY, RETRY, Assignment, Share, assign
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode, Outcome
from seasoned.ports import Scope
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import find_namespace, holdout_setting, namespace_id

SHOWN, USED, DROPPED = 0, 1, 2  # roles of an item in an exposure
_COLUMNS: Final = (
    "namespace, id, owner, root, task_key, category, complexity, band, began, arm, probability,"
    " epoch, recall, shown, used, dropped, drop_chance, episode, outcome, reward, worth,"
    " iterations, known"
)
_MARKS: Final = ", ".join("?" * len(_COLUMNS.split(",")))
READ: Final = (  # what `kept` reads
    "x.num, x.id, x.owner, x.root, x.task_key, x.category, x.complexity, x.began, x.arm,"
    " x.probability, x.epoch, x.recall, x.shown, x.used, x.dropped, x.drop_chance, x.episode,"
    " x.outcome, x.reward, x.iterations, x.known"
)


def share_of(db: sqlite3.Connection, namespace: str) -> Share:
    """The share of tasks held out in a namespace, as it was used last."""
    query = "SELECT value FROM setting WHERE name = ?"
    row = db.execute(query, (holdout_setting(namespace),)).fetchone()
    return Share() if row is None else sql.stored(row[0], Share)


def _current_share(db: sqlite3.Connection, namespace: str, draw: Draw) -> Share:
    """The share that is drawn with now, in the epoch that it had before if it had one."""
    stood = share_of(db, namespace)
    if stood.share == draw.share:
        return stood
    number = find_namespace(db, namespace)
    # From the newest on: shares that take turns are found at once.
    query = (
        "SELECT epoch FROM exposure NOT INDEXED WHERE namespace = ? AND epoch > 0"
        f" AND probability = iif(arm = '{CONTROL}', ?2, 1.0 - ?2) ORDER BY num DESC LIMIT 1"
    )
    known = db.execute(query, (number, draw.share)).fetchone()
    query = "SELECT ifnull(max(epoch), 0) FROM exposure WHERE namespace = ?"
    (newest,) = known or db.execute(query, (number,)).fetchone()
    epoch = newest if known else 1 + max(newest, stood.epoch)
    share = Share(draw.share, epoch, draw.at)
    put = "INSERT OR REPLACE INTO setting VALUES (?, ?)"
    db.execute(put, (holdout_setting(namespace), codec.encode(share).decode()))
    return share


def _first_try(
    db: sqlite3.Connection, namespace: int, attempt: AttemptRecord, draw: Draw
) -> Assignment | None:
    """What chance drew for the task not long ago, with whatever share; a retry keeps to it."""
    row = db.execute(
        "SELECT arm, probability, epoch, min(began) AS first FROM exposure"
        " WHERE namespace = ? AND task_key = ? AND epoch > 0 AND probability < 1.0 AND id = root"
        " GROUP BY epoch HAVING first > ? ORDER BY first LIMIT 1",
        (namespace, attempt.task_key, draw.at - RETRY),
    ).fetchone()
    return None if row is None else Assignment(row[0], row[1], row[2], eligible=True)


def arm_of(db: sqlite3.Connection, namespace: int | None, root: str) -> Assignment | None:
    """The arm of a tree of attempts, None before it is drawn."""
    row = db.execute(
        "SELECT arm, probability, epoch FROM exposure"
        " WHERE namespace = ? AND id = ? AND epoch IS NOT NULL",
        (namespace, root),
    ).fetchone()
    return None if row is None else Assignment(row[0], row[1], row[2], eligible=True)


def draw_arm(
    db: sqlite3.Connection, namespace: int, name: str, attempt: AttemptRecord, draw: Draw
) -> Assignment:
    """The arm of an attempt's tree: what stands, else drawn now and kept with its root."""
    known = arm_of(db, namespace, attempt.root)
    if known is not None:
        return known
    drawn = _drawn(db, namespace, name, attempt, draw)
    _ensure(db, namespace, _root_of(db, namespace, attempt))
    db.execute(
        "UPDATE exposure SET arm = ?, probability = ?, epoch = ? WHERE namespace = ? AND id = ?",
        (drawn.arm, drawn.probability, drawn.epoch, namespace, attempt.root),
    )
    return drawn


def _drawn(
    db: sqlite3.Connection, namespace: int, name: str, attempt: AttemptRecord, draw: Draw
) -> Assignment:
    query = "SELECT 1 FROM exposure WHERE namespace = ? AND id = ? AND shown > 0"
    read = db.execute(query, (namespace, attempt.root)).fetchone() is not None
    if read or draw.share == 0.0:  # it did so, or is about to, where nothing is held out
        return Assignment(MEMORY, 1.0, 0, eligible=True)
    first = _first_try(db, namespace, attempt, draw)
    if first is not None:
        return first
    share = _current_share(db, name, draw)
    return assign(attempt.task_key, share, namespace=name, seed=draw.seed)


def _root_of(db: sqlite3.Connection, namespace: int, attempt: AttemptRecord) -> AttemptRecord:
    if attempt.root == attempt.id:
        return attempt
    query = "SELECT body FROM attempt WHERE namespace = ? AND id = ?"
    row = db.execute(query, (namespace, attempt.root)).fetchone()
    # One that was forgotten lends its id; the part stands in for the rest.
    return replace(attempt, id=attempt.root) if row is None else sql.stored(row[0], AttemptRecord)


def _ensure(db: sqlite3.Connection, namespace: int, attempt: AttemptRecord) -> None:
    """Keep an exposure for an attempt that may have none yet, with nothing shown."""
    query = "SELECT 1 FROM exposure WHERE namespace = ? AND id = ?"
    if db.execute(query, (namespace, attempt.id)).fetchone() is None:
        insert(db, namespace, _begun(attempt))


def _begun(attempt: AttemptRecord) -> KeptExposure:
    return KeptExposure(
        namespace="",
        id=attempt.id,
        root=attempt.root,
        task_key=attempt.task_key,
        category=attempt.task.category,
        complexity=attempt.task.complexity,
        began=attempt.started_at.timestamp(),
        user=attempt.user,
    )


def expose(
    db: sqlite3.Connection, scope: Scope, attempt: AttemptRecord, log: RecallLog, draw: Draw | None
) -> RecallLog:
    """Keep what an attempt is shown, or held from it; the log as it is to be kept."""
    namespace = namespace_id(db, scope.namespace)
    arm = arm_of(db, namespace, attempt.root)
    if arm is None and draw is not None and log.shown:
        arm = draw_arm(db, namespace, scope.namespace, attempt, draw)
    dropped, chance = None, 0.0
    if arm is not None and arm.arm == CONTROL:
        log = replace(log, held=True)
    elif draw is not None and draw.share > 0.0 and len(log.shown) > 1:
        # An attempt that goes without its only item would be one that was shown nothing.
        dropped, chance = left_out(log.shown, attempt.id, seed=draw.seed), DROP
        log = log.without(dropped)
    if log.shown:
        _ensure(db, namespace, attempt)
    db.execute(
        "UPDATE exposure SET arm = ?, recall = ?, shown = ?, dropped = ?, drop_chance = ?"
        " WHERE namespace = ? AND id = ?",
        (
            CONTROL if log.held else MEMORY,
            log.id,
            len(log.shown),
            dropped is not None,
            chance,
            namespace,
            attempt.id,
        ),
    )
    if not log.held:
        _name_items(db, namespace, attempt.id, _own(scope, log), dropped)
    return log


def _own(scope: Scope, log: RecallLog) -> list[str]:
    """Those shown that live in the namespace of the log: credit stays within its walls."""
    own = [item.id for item in log.items if item.namespace in ("", scope.namespace)]
    return [*own, *log.notes]


def _name_items(
    db: sqlite3.Connection, namespace: int, id: str, items: Iterable[str], dropped: str | None
) -> None:
    roles = [(item, SHOWN) for item in items]
    roles += [(dropped, DROPPED)] if dropped else []
    db.executemany(
        "INSERT OR IGNORE INTO credit (exposure, item, namespace, owner, role)"
        " SELECT num, ?, namespace, owner, ? FROM exposure WHERE namespace = ? AND id = ?",
        [(item, role, namespace, id) for item, role in roles],
    )


def expose_recorded(db: sqlite3.Connection, scope: Scope, log: RecallLog, episode: Episode) -> None:
    """Keep what an episode that was recorded with its recall, without an attempt, was shown."""
    namespace = namespace_id(db, scope.namespace)
    began = episode.started_at or episode.finished_at
    kept = KeptExposure(
        namespace=scope.namespace,
        id=log.id,
        root=log.id,
        task_key=episode.task_key or task_key(episode.task),
        category=episode.task.category,
        complexity=episode.task.complexity,
        began=began.timestamp() if began else log.at,
        user=episode.user,
        recall=log.id,
        shown=len(log.shown),
        items=tuple(_own(scope, log)),
    )
    query = "SELECT 1 FROM exposure WHERE namespace = ? AND id = ?"
    if log.shown and db.execute(query, (namespace, log.id)).fetchone() is None:
        insert(db, namespace, kept)


def end(
    db: sqlite3.Connection, namespace: int, id: str, episode: Episode, used: Sequence[str]
) -> None:
    """Link an exposure to the episode that came of it, and note what was used."""
    place = (namespace, id)
    db.execute(
        "UPDATE exposure SET episode = ?, iterations = ?, used = ?"
        " WHERE namespace = ? AND id = ? AND episode IS NULL",
        (episode.id, episode.iterations, len(used), *place),
    )
    db.execute(
        f"UPDATE credit SET role = {USED} WHERE role = {SHOWN}"
        " AND exposure IN (SELECT num FROM exposure WHERE namespace = ? AND id = ?)"
        " AND item IN (SELECT value FROM json_each(?))",
        (*place, sql.one_of(used)),
    )


def learn(
    db: sqlite3.Connection,
    namespace: int,
    episode: str,
    outcome: str,
    reward: float | None,
    at: float,
) -> list[int]:
    """Bring the exposures of an episode in step with its effective outcome; their numbers."""
    value = worth(outcome, reward)
    query = "SELECT num FROM exposure WHERE namespace = ? AND episode = ?"
    nums = [num for (num,) in db.execute(query, (namespace, episode)).fetchall()]
    at = max((_after_others(db, num, at) for num in nums), default=at)
    db.execute(
        "UPDATE exposure SET outcome = ?, reward = ?, worth = ?,"
        " known = CASE WHEN ? IS NULL THEN NULL ELSE ifnull(known, ?) END"
        " WHERE namespace = ? AND episode = ?",
        (outcome, reward, value, value, at, namespace, episode),
    )
    return nums


def _after_others(db: sqlite3.Connection, num: int, at: float) -> float:
    """A moment, or one later than any that its attempt is measured by.

    A writer takes its time before it has its turn to write, and clocks differ; what is counted
    anew must see the same attempts before this one as its own count did.
    """
    query = "SELECT namespace, owner, category, band FROM exposure WHERE num = ?"
    place = db.execute(query, (num,)).fetchone()
    counted = "shown > 0 AND known IS NOT NULL AND worth IS NOT NULL"
    query = (  # each by the index that credit has its levels from
        "SELECT max(ifnull(("
        f"SELECT max(known) FROM exposure WHERE arm = '{CONTROL}' AND {counted}"
        " AND namespace = ?1 AND owner = ?2), 0), ifnull(("
        f"SELECT max(known) FROM exposure WHERE arm = '{MEMORY}' AND {counted}"
        " AND namespace = ?1 AND owner = ?2 AND category = ?3 AND band = ?4), 0))"
    )
    (latest,) = db.execute(query, place).fetchone()
    return at if at > latest else math.nextafter(latest, math.inf)


def insert(db: sqlite3.Connection, namespace: int, kept: KeptExposure) -> int:
    """Keep an exposure with its items, of which nothing is counted yet; its number."""
    band = cell_of(kept.category, kept.complexity).band
    num = db.execute(
        f"INSERT INTO exposure ({_COLUMNS}) VALUES ({_MARKS})",
        (
            namespace,
            kept.id,
            kept.user or "",
            kept.root,
            kept.task_key,
            kept.category,
            kept.complexity,
            band,
            kept.began,
            kept.arm,
            kept.probability,
            kept.epoch,
            kept.recall,
            kept.shown,
            kept.used,
            kept.dropped is not None,
            kept.drop,
            kept.episode,
            kept.outcome,
            kept.reward,
            worth(kept.outcome, kept.reward),
            kept.iterations,
            kept.known,
        ),
    ).lastrowid
    _name_items(db, namespace, kept.id, kept.items, kept.dropped)
    said = [(USED, num, item) for item in kept.said]
    db.executemany("UPDATE credit SET role = ? WHERE exposure = ? AND item = ?", said)
    return num or 0


def read(
    db: sqlite3.Connection, namespace: str, rows: Sequence[Sequence[Any]]
) -> list[KeptExposure]:
    """Exposures from rows of `READ`, with their items."""
    items: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    nums = sql.one_of(row[0] for row in rows)
    query = f"SELECT exposure, item, role FROM credit WHERE exposure IN {sql.AMONG} ORDER BY 1, 2"
    for num, item, role in db.execute(query, (nums,)):
        items[num].append((item, role))
    return [kept(namespace, row, items[row[0]]) for row in rows]


def kept(namespace: str, row: Sequence[Any], items: Sequence[tuple[str, int]]) -> KeptExposure:
    """An exposure from a row of `READ` and its items with their roles."""
    _, id, owner, root, key, category, complexity, began, arm, probability, epoch, *rest = row
    recall, shown, used, dropped, chance, episode, outcome, reward, iterations, known = rest
    left = next((item for item, role in items if role == DROPPED), "")
    return KeptExposure(
        namespace=namespace,
        id=id,
        root=root,
        task_key=key,
        category=category,
        complexity=complexity,
        began=began,
        user=owner or None,
        arm=arm,
        probability=probability,
        epoch=epoch,
        recall=recall,
        shown=shown,
        used=used,
        items=tuple(item for item, role in items if role != DROPPED),
        said=tuple(item for item, role in items if role == USED),
        dropped=left if dropped else None,
        drop=chance,
        episode=episode,
        outcome=outcome or Outcome.UNKNOWN.value,
        reward=reward,
        iterations=iterations,
        known=known,
    )
