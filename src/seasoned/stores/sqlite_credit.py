"""Crediting attempts in SQLite: what each says about its items, once its reward is known.

The numbers of an attempt follow from the columns alone: counting it twice changes nothing, and a
later verdict replaces them. It is measured by what was known when its reward came; `recount`
measures all anew. Of the attempts without memory the newest 2,000 count: older ones would add less
than a thousandth.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, replace
from operator import mul
from typing import Any, Final, NamedTuple

from seasoned.core.baseline import ENOUGH, HALF_LIFE, Cell, Fading, Level, Levels
from seasoned.core.credit import Exposure, Tally, tallies
from seasoned.core.exposures import KeptExposure, is_named
from seasoned.core.holdout import CONTROL
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode
from seasoned.ports import EpisodeWrite, Scope
from seasoned.stores.schema_credit import CHANGED, MORE, SUMS
from seasoned.stores.sqlite_exposures import READ, end, expose_recorded, learn, read
from seasoned.stores.sqlite_rows import namespace_id, recount_setting

_WINDOW: Final = 2_000
_KEPT: Final = tuple(0.5 ** (i / HALF_LIFE) for i in range(_WINDOW))  # what the i-th newest counts
_SQUARES: Final = tuple(share * share for share in _KEPT)
_COUNTED: Final = "shown > 0 AND known IS NOT NULL AND worth IS NOT NULL"
_NAMES: Final = ("namespace", "owner", "category", "band")
_SET: Final = ", ".join(f"{name} = ?" for name in SUMS)
_SUMS: Final = ", ".join(SUMS)
_SUMMED: Final = ", ".join(f"sum({name})" for name in SUMS)
_MARKS: Final = ", ".join("?" * (len(SUMS) + 4))
_PUT: Final = f"UPDATE credit SET fresh = ?, {_SET} WHERE exposure = ? AND item = ?"
_ZERO: Final = (0.0,) * len(SUMS)


class _Moment(NamedTuple):
    """A place in the order in which rewards became known; what lies before it is known there."""

    known: float
    id: str


def settle(
    db: sqlite3.Connection,
    namespace: int,
    episode: str,
    effective: tuple[str, float | None],
    at: float,
) -> None:
    """Count, or count anew, the attempts that ended in an episode.

    Args:
        db: Within the transaction of the write that this follows from.
        namespace: Number of the namespace of the episode.
        episode: Its id.
        effective: Its outcome and reward.
        at: When they became known, seconds since 1970.
    """
    for num in learn(db, namespace, episode, *effective, at):
        if is_stale(db, namespace):
            recount(db, namespace)
        else:
            _count(db, namespace, num)


def count_attempt(
    db: sqlite3.Connection, scope: Scope, attempt: str, write: EpisodeWrite, episode: str
) -> None:
    """Count an attempt that has just been closed with an episode."""
    namespace, said = namespace_id(db, scope.namespace), replace(write.episode, id=episode)
    used = write.recall.used if write.recall is not None else ()
    end(db, namespace, attempt, said, used)
    _settle_new(db, namespace, said)


def count_recorded(db: sqlite3.Connection, scope: Scope, log: RecallLog, episode: Episode) -> None:
    """Count an episode that was recorded with its recall; one of an attempt is counted there."""
    if episode.attempt is None:
        namespace = namespace_id(db, scope.namespace)
        expose_recorded(db, scope, log, episode)
        end(db, namespace, log.id, episode, log.used)
        _settle_new(db, namespace, episode)


def _settle_new(db: sqlite3.Connection, namespace: int, episode: Episode) -> None:
    effective = (episode.effective_outcome, episode.effective_feedback.reward)
    at = episode.finished_at.timestamp() if episode.finished_at else 0.0
    settle(db, namespace, episode.id, effective, at)


def count_brought(db: sqlite3.Connection, namespace: int, num: int) -> None:
    """Count an attempt that another process kept, the first of a namespace with those to come."""
    query = "SELECT 1 FROM exposure WHERE namespace = ? AND num <> ? LIMIT 1"
    if db.execute(query, (namespace, num)).fetchone() is None:
        mark_stale(db, namespace)
    elif not is_stale(db, namespace):
        _count(db, namespace, num)


def _count(db: sqlite3.Connection, namespace: int, num: int) -> None:
    found = _exposure(db, num)
    if found.arm == CONTROL:
        if found.known is not None and _has_just_enough(db, namespace, found):
            for waiting in _waiting(db, namespace, found):
                _credit(db, namespace, waiting)
    elif found.shown:
        _credit(db, namespace, num)


def _exposure(db: sqlite3.Connection, num: int) -> KeptExposure:
    row = db.execute(f"SELECT {READ} FROM exposure x WHERE num = ?", (num,)).fetchone()
    return read(db, "", [row])[0]


def _credit(db: sqlite3.Connection, namespace: int, num: int) -> None:
    """Set the numbers of one attempt's items to what it says about them."""
    found = _exposure(db, num)
    exposure = found.exposure
    level, others, fresh = Level(), dict[str, float | None](), frozenset[str]()
    if exposure.reward is not None:
        levels = _levels(db, namespace, found)
        level = levels.level(exposure.cell)
        if level.known:
            others = {item: levels.others(exposure.cell, item) for item in exposure.credited}
            named = [item for item in exposure.credited if is_named(item)]
            told = _repeated(db, namespace, num, exposure, named)
            fresh = frozenset(item for item in named if item not in told)
    said = tallies(exposure, level, others, others.keys() - fresh)
    _put(db, num, {item: astuple(tally) for item, tally in said.items()}, fresh)


def _put(
    db: sqlite3.Connection, num: int, sums: dict[str, tuple[Any, ...]], fresh: frozenset[str]
) -> None:
    names = [name for (name,) in db.execute("SELECT item FROM credit WHERE exposure = ?", (num,))]
    rows = [(item in fresh, *sums.get(item, _ZERO), num, item) for item in names]
    db.executemany(_PUT, rows)


def _repeated(
    db: sqlite3.Connection, namespace: int, num: int, exposure: Exposure, items: Sequence[str]
) -> set[str]:
    """Items that another attempt of the same task has told about."""
    # From the attempts of the task, as an item may have been shown to any number of others.
    query = (
        "SELECT 1 FROM exposure x CROSS JOIN credit c ON c.exposure = x.num AND c.item = ?"
        " WHERE x.namespace = ? AND x.task_key = ? AND x.num <> ? AND c.fresh"
        " AND x.owner = (SELECT owner FROM exposure WHERE num = ?) LIMIT 1"
    )
    return {
        item
        for item in items
        if db.execute(query, (item, namespace, exposure.task_key, num, num)).fetchone()
    }


def _levels(db: sqlite3.Connection, namespace: int, found: KeptExposure) -> Levels:
    """What was known when a reward came, or once there were enough attempts without memory."""
    cell, moment = found.exposure.cell, _Moment(found.known or 0.0, found.id)
    off = _off(db, namespace, found, cell, moment)
    if off.n < ENOUGH:
        moment = _later(db, namespace, found, cell) or moment
        off = _off(db, namespace, found, cell, moment)
    wider = Cell(cell.category)
    levels = Levels({c: _off(db, namespace, found, c, moment) for c in (wider, Cell())})
    levels.off[cell] = off
    if off.n >= ENOUGH:
        _add_shown(db, namespace, found, moment, levels)
    return levels


def _within(namespace: int, found: KeptExposure, cell: Cell) -> tuple[str, tuple[Any, ...]]:
    where = (namespace, found.user or "", *(part for part in cell if part))
    names = " AND ".join(f"{name} = ?" for name in _NAMES[: len(where)])
    return f"{names} AND {_COUNTED}", where


def _off(
    db: sqlite3.Connection, namespace: int, found: KeptExposure, cell: Cell, moment: _Moment
) -> Fading:
    clause, where = _within(namespace, found, cell)
    rows = db.execute(
        f"SELECT worth FROM exposure WHERE arm = 'control' AND {clause}"
        f" AND (known, id) < (?, ?) ORDER BY known DESC, id DESC LIMIT {_WINDOW}",
        (*where, *moment),
    )
    return _fading([worth for (worth,) in rows])


def _fading(rewards: Sequence[float]) -> Fading:
    """Of rewards, newest first."""
    n = len(rewards)
    return Fading(n, sum(_KEPT[:n]), sum(_SQUARES[:n]), sum(map(mul, _KEPT, rewards)))


def _has_just_enough(db: sqlite3.Connection, namespace: int, found: KeptExposure) -> bool:
    """Whether its cell has no more attempts without memory than there must be."""
    clause, where = _within(namespace, found, found.exposure.cell)
    query = f"SELECT 1 FROM exposure WHERE arm = 'control' AND {clause} LIMIT {ENOUGH + 1}"
    return len(db.execute(query, where).fetchall()) == ENOUGH


def _later(
    db: sqlite3.Connection, namespace: int, found: KeptExposure, cell: Cell
) -> _Moment | None:
    """The moment after which a cell had enough attempts without memory."""
    clause, where = _within(namespace, found, cell)
    row = db.execute(
        f"SELECT known, id FROM exposure WHERE arm = 'control' AND {clause}"
        f" ORDER BY known, id LIMIT 1 OFFSET {ENOUGH - 1}",
        where,
    ).fetchone()
    return None if row is None else _Moment(row[0], f"{row[1]} ")  # no id lies between


def _add_shown(
    db: sqlite3.Connection, namespace: int, found: KeptExposure, moment: _Moment, levels: Levels
) -> None:
    """What the cell's attempts with memory earned, and those of each item among them."""
    exposure = found.exposure
    clause, where = _within(namespace, found, exposure.cell)
    rows = db.execute(
        f"SELECT num, worth FROM exposure WHERE arm = 'memory' AND {clause}"
        f" AND (known, id) < (?, ?) ORDER BY known DESC, id DESC LIMIT {_WINDOW}",
        (*where, *moment),
    ).fetchall()
    every = _fading([worth for _, worth in rows])
    levels.on[exposure.cell] = every
    place = {num: (i, worth) for i, (num, worth) in enumerate(rows)}
    query = "SELECT exposure FROM credit WHERE namespace = ? AND item = ? AND role < 2"
    for item in filter(is_named, exposure.credited):
        shown = db.execute(f"{query} AND exposure >= ?", (namespace, item, min(place, default=0)))
        own = [place[num] for (num,) in shown if num in place]
        weight = sum(_KEPT[i] for i, _ in own)
        squared = sum(_SQUARES[i] for i, _ in own)
        total = sum(_KEPT[i] * worth for i, worth in own)
        levels.own[exposure.cell, item] = (every.n, Fading(len(own), weight, squared, total))


def _waiting(db: sqlite3.Connection, namespace: int, found: KeptExposure) -> list[int]:
    """Attempts of the same cell that had no level to be measured by, oldest first."""
    clause, where = _within(namespace, found, found.exposure.cell)
    rows = db.execute(
        f"SELECT num FROM exposure x WHERE arm = 'memory' AND {clause} AND EXISTS"
        " (SELECT 1 FROM credit c WHERE c.exposure = x.num AND c.pending > 0)"
        " ORDER BY known, id",
        where,
    )
    return [num for (num,) in rows.fetchall()]


def mark_stale(db: sqlite3.Connection, namespace: int) -> None:
    """Have all attempts of a namespace counted anew before anybody reads the sums."""
    query = "SELECT ifnull(max(seq), 0) FROM tally WHERE namespace = ?"
    (seq,) = db.execute(query, (namespace,)).fetchone()
    # What was counted in their place may be gone by then; the numbers of changes go on.
    db.execute(
        "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE"
        " SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))",
        (recount_setting(namespace), str(seq)),
    )


def is_stale(db: sqlite3.Connection, namespace: int | None) -> bool:
    """Whether attempts came that nobody has counted."""
    query = "SELECT 1 FROM setting WHERE name = ?"
    return db.execute(query, (recount_setting(namespace),)).fetchone() is not None


def recount(db: sqlite3.Connection, namespace: int) -> None:
    """Count all attempts of a namespace anew, each owner's apart."""
    from seasoned.stores.sqlite_recount import recounted  # loads NumPy, which few need here

    before = "SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?1"
    newest = f"SELECT max(ifnull(({before}), 0), ifnull(max(seq), 0)) FROM tally"
    name = recount_setting(namespace)
    (seq,) = db.execute(f"{newest} WHERE namespace = ?2", (name, namespace)).fetchone()
    db.execute("DELETE FROM setting WHERE name = ?", (name,))
    db.execute("DROP TRIGGER IF EXISTS credit_changed")
    found = recounted(db, namespace)
    db.executemany(_PUT, found.rows())
    db.execute(CHANGED)
    db.execute("DELETE FROM tally WHERE namespace = ?", (namespace,))
    put = f"INSERT INTO tally (item, owner, {_SUMS}, namespace, seq) VALUES ({_MARKS})"
    db.executemany(put, ((*row, namespace, seq + 1) for row in found.sums()))
    _add_uncounted(db, namespace, seq + 1)


def _add_uncounted(db: sqlite3.Connection, namespace: int, seq: int) -> None:
    """Have items in the sums, too, that only attempts were shown which are not counted anew."""
    db.execute(
        f"INSERT INTO tally (namespace, item, owner, seq, {_SUMS})"
        f" SELECT c.namespace, c.item, c.owner, ?, {_SUMMED} FROM exposure x CROSS JOIN credit c"
        " ON c.exposure = x.num WHERE x.namespace = ?"
        " AND (x.arm = 'control' OR x.shown = 0 OR x.episode IS NULL) GROUP BY 1, 2, 3"
        f" ON CONFLICT DO UPDATE SET {MORE}",
        (seq, namespace),
    )


_OWNERS: Final = "namespace = ?1 AND owner IN ('', ?2)"


def tallies_after(
    db: sqlite3.Connection, namespace: int | None, scope: Scope, after: int
) -> dict[str, Tally]:
    """The tallies, as a scope sees them, of items that changed after a change."""
    changed = f"SELECT item FROM tally WHERE {_OWNERS} AND seq > ?3"
    rows = db.execute(
        f"SELECT item, {_SUMMED} FROM tally WHERE {_OWNERS} AND item IN ({changed}) GROUP BY item",
        (namespace, scope.user or "", after),
    )
    return {item: _tally(numbers) for item, *numbers in rows}


def tallies_of(
    db: sqlite3.Connection, namespace: int | None, scope: Scope, ids: str
) -> dict[str, Tally]:
    """The tallies of some items, `ids` as `sql.one_of` lists them."""
    rows = db.execute(
        f"SELECT item, {_SUMMED} FROM tally WHERE {_OWNERS}"
        " AND item IN (SELECT value FROM json_each(?3)) GROUP BY item",
        (namespace, scope.user or "", ids),
    )
    return {item: _tally(numbers) for item, *numbers in rows}


def newest(db: sqlite3.Connection, namespace: int | None, scope: Scope) -> tuple[int, int]:
    """The newest change to the sums of a namespace, and how many items a scope sees sums of."""
    query = "SELECT ifnull(max(seq), 0) FROM tally WHERE namespace = ?"
    (seq,) = db.execute(query, (namespace,)).fetchone()
    query = "SELECT count(*) FROM tally t WHERE namespace = ?1 AND owner = ?2"
    (count,) = db.execute(query, (namespace, "")).fetchone()
    if scope.user:
        shared = "SELECT 1 FROM tally WHERE namespace = ?1 AND item = t.item AND owner = ''"
        own = db.execute(f"{query} AND NOT EXISTS ({shared})", (namespace, scope.user)).fetchone()
        count += own[0]
    return seq, count


def _tally(numbers: Sequence[float]) -> Tally:
    uses, waiting, weight, credit, advantage, harm, chances, drops, *rest = numbers
    counts = (round(uses), round(waiting), weight, credit, advantage, harm)
    return Tally(*counts, round(chances), round(drops), *rest)
