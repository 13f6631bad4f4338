"""What every part of a dump shares: what is dumped of a namespace, and reading it by pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from seasoned.core.portable import Portable
from seasoned.stores import sql
from seasoned.stores.sqlite_rows import active_model

AT_ONCE: Final = 256  # root records read together
FEW: Final = 16  # of those whose parts are read with them
_BYTES: Final = 8 << 20  # of rows read together, as far as they may be large


class Extent(NamedTuple):
    """What is dumped of one namespace.

    Attributes:
        number: Of the namespace.
        name: Of the namespace.
        user: Whose records beside the shared ones.
        everyone: Those of all users.
        vectors: Whether with vectors.
    """

    number: int
    name: str
    user: str | None
    everyone: bool
    vectors: bool

    def condition(self, alias: str) -> tuple[str, tuple[Any, ...]]:
        """The WHERE clause over a table with `namespace` and `user`."""
        if self.everyone:
            return f"{alias}.namespace = ?", (self.number,)
        mine = f"{alias}.namespace = ? AND ({alias}.user IS NULL OR {alias}.user = ?)"
        return mine, (self.number, self.user)

    def owned(self, alias: str) -> tuple[str, tuple[Any, ...]]:
        """The same over a table with `namespace` and `owner`."""
        if self.everyone:
            return f"{alias}.namespace = ?", (self.number,)
        mine = f"{alias}.namespace = ? AND {alias}.owner IN ('', ?)"
        return mine, (self.number, self.user or "")


Page = tuple[list[Portable], Any]  # records, and the place of the last one, None at the end
Rows = tuple[list[tuple[Any, ...]], Any]  # the same of rows
Section = Callable[[sqlite3.Connection, Extent, Any], Page]


def paged(rows: list[Any], most: int = AT_ONCE) -> Any:
    """The place of the last row, its first column; None if there are no more."""
    return rows[-1][0] if len(rows) == most else None


def held(rows: Iterable[tuple[Any, ...]]) -> Rows:
    """As many of these rows as may be held at once, and the place of the last one as above."""
    taken, size = list[tuple[Any, ...]](), 0
    for row in rows:
        taken.append(row)
        size += sum(len(value) for value in row if isinstance(value, bytes))
        if len(taken) == AT_ONCE or size >= _BYTES:
            return taken, row[0]
    return taken, None


def vectors_of(db: sqlite3.Connection, nums: list[int]) -> dict[int, bytes]:
    """Vectors of these items under the active model."""
    model = active_model(db)
    query = f"SELECT item, data FROM vector WHERE item IN {sql.AMONG} AND model = ?2 AND part = 0"
    return {} if model is None else dict(db.execute(query, (sql.one_of(nums), model.name)))
