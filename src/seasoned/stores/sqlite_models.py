"""Moving a SQLite store from one embedding model to another.

Vectors of the next model lie beside those of the active one, which searches go on with. The name
of the next model is a setting, so that two moves never mix; one row makes it the active one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from seasoned import codec
from seasoned.core.storage import Waiting
from seasoned.errors import Conflict
from seasoned.ports import Model
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_rows import active_model, insert_vector, log_puts, next_model
from seasoned.stores.sqlite_waiting import COLUMNS, LACKING, waiting

_DISCARDED = 2_000  # vectors per transaction, so that other writers get their turn


class SQLiteModels:
    """`ports.ModelStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def staged(self) -> Model | None:
        """The model that a move has begun to, None if there is no move."""
        with self._connections.reading() as db:
            return next_model(db)

    def begin(self, model: Model) -> None:
        """Begin a move, or go on with it."""
        with self._connections.writing() as db:
            active, known = active_model(db), next_model(db)
            if active is not None and active.name == model.name:
                _same(active, model)
            elif known is None:
                db.execute("INSERT INTO setting VALUES ('next model', ?)", (_text(model),))
            elif known.name == model.name:
                _same(known, model)
            else:
                raise Conflict(
                    f"this memory is on its way to the model {known.name!r}; go on with that one, "
                    "or give it up with abort_reembed (seasoned reembed --abort)"
                )

    def unembedded(self, model: str, after: int, limit: int) -> list[Waiting]:
        """Items of every namespace, kind and user without a vector under a model."""
        query = f"SELECT {COLUMNS} {LACKING} ORDER BY e.num LIMIT ?"
        with self._connections.reading() as db:
            rows = db.execute(query, (model, after, limit)).fetchall()
        return [waiting(row) for row in rows]

    def count_unembedded(self, model: str) -> int:
        """How many there are."""
        with self._connections.reading() as db:
            return int(db.execute(f"SELECT count(*) {LACKING}", (model, -1)).fetchone()[0])

    def stage(self, vectors: Sequence[tuple[int, bytes]], model: Model) -> int:
        """Keep vectors of the model that is moved to; how many were added."""
        with self._connections.writing() as db:
            active = _is_active(db, model)
            added = [num for num, data in vectors if insert_vector(db, num, model, data)]
            if active:
                log_puts(db, added)
        return len(added)

    def switch(self, model: Model, without: Sequence[int]) -> int:
        """Make the next model the active one, unless items lack its vector; how many do."""
        query = f"SELECT count(*) {LACKING} AND e.num NOT IN (SELECT value FROM json_each(?))"
        with self._connections.writing() as db:
            if _is_active(db, model):
                return 0
            (lacking,) = db.execute(query, (model.name, -1, sql.one_of(without))).fetchone()
            if not lacking:
                db.execute("INSERT OR REPLACE INTO setting VALUES ('model', ?)", (_text(model),))
                _forget_next(db)
        return int(lacking)

    def discard(self) -> int:
        """Remove the vectors of models that are neither active nor moved to; how many."""
        total = 0
        while True:
            with self._connections.writing() as db:
                removed = _discard_some(db)
            total += removed
            if not removed:
                return total

    def abandon(self) -> int:
        """Give up the move that is under way, and discard its vectors; how many."""
        with self._connections.writing() as db:
            _forget_next(db)
        return self.discard()


def _forget_next(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM setting WHERE name = 'next model'")


def _is_active(db: sqlite3.Connection, model: Model) -> bool:
    """Whether a model is the active one already.

    Raises:
        Conflict: it is not, and no move to it is under way.
    """
    if active_model(db) == model:
        return True
    if next_model(db) != model:
        raise Conflict(f"nothing is on its way to {model.name!r} any more; somebody gave it up")
    return False


def _discard_some(db: sqlite3.Connection) -> int:
    kept = [model.name for model in (active_model(db), next_model(db)) if model is not None]
    return db.execute(
        "DELETE FROM vector WHERE (item, model, part) IN (SELECT item, model, part FROM vector"
        f" WHERE model NOT IN {sql.AMONG} LIMIT {_DISCARDED})",
        (sql.one_of(kept),),
    ).rowcount


def _same(known: Model, model: Model) -> None:
    if known.dim != model.dim:
        raise Conflict(
            f"vectors of {model.name!r} have {model.dim} numbers now and {known.dim} in this "
            "memory; other weights need another model id"
        )


def _text(model: Model) -> str:
    return codec.encode(model).decode()
