"""What happened, as columns: the episodes that skills, strategies and learning curves rest on.

A hundred thousand episodes are reckoned with in milliseconds if they are arrays and not records.
Only root episodes count: a part of a task succeeds or fails with its whole, and counting both
would count twice. Knows what an episode was about and how it ended; not what was done in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import compress, starmap
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core import values
from seasoned.core.records import Episode, Outcome
from seasoned.core.resampling import numbered
from seasoned.core.scoring import outcome_score
from seasoned.errors import InvalidInput

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

OWN: Final = "own"  # source of what was not imported


class Performance(NamedTuple):
    """How one episode went, as a store hands it over: no text but names.

    Attributes:
        num: The store's number.
        outcome: Name of the effective outcome.
        reward: Effective reward in [0, 1], None where nobody gave one.
        at: When it finished, seconds since the epoch.
        iterations: Tries within it.
        root: Whether it is a task of its own and no part of another.
        arm: ``memory``, ``control`` where memory was held out, "" where nothing was drawn.
        task_key: What makes two attempts "the same task".
        source: ``own``, else where it was imported from.
    """

    num: int
    category: str
    strategy: str
    outcome: str
    reward: float | None
    at: float
    iterations: int = 1
    root: bool = True
    arm: str = ""
    tags: tuple[str, ...] = ()
    task_key: str = ""
    id: str = ""
    source: str = OWN


def performance_of(episode: Episode, num: int = 0, arm: str = "") -> Performance:
    """The performance of a record; `num` is what the caller knows it by."""
    finished = episode.finished_at or episode.started_at
    return Performance(
        num,
        episode.task.category,
        episode.strategy,
        str(episode.effective_outcome),
        episode.effective_feedback.reward,
        finished.timestamp() if finished else 0.0,
        episode.iterations,
        episode.parent is None,
        arm,
        episode.tags,
        episode.task_key or episode.task.description,
        episode.id,
        episode.source,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """A column of names: a code for each row, and the name of each code."""

    codes: Codes
    names: tuple[str, ...]

    @classmethod
    def of(cls, column: Sequence[str]) -> Names:
        """Codes in order of appearance."""
        return cls(numbered(column), tuple(dict.fromkeys(column)))

    def rows(self) -> dict[str, Codes]:
        """The rows of each name, in their order; names in alphabetical order."""
        by_code = np.argsort(self.codes, kind="stable")
        counts = np.bincount(self.codes, minlength=len(self.names))
        parts = np.split(by_code, np.cumsum(counts)[:-1]) if len(self.names) else []
        return dict(sorted(zip(self.names, parts, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """Root episodes, oldest first. All columns are of one length.

    Attributes:
        nums: The store's numbers.
        at: Seconds since the epoch.
        score: 1, 0.5 or 0 for success, partial and failure; NaN where the outcome is unknown.
        reward: The reward, else the score; NaN where neither is known.
        iterations: Tries within each episode.
        tags: Labels of each episode.
        imported: Whether each was recorded elsewhere.
        ids: Ids of the episodes, "" where none were handed over.
    """

    nums: Codes
    at: Numbers
    score: Numbers
    reward: Numbers
    iterations: Numbers
    imported: NDArray[np.bool_]
    category: Names
    strategy: Names
    arm: Names
    task: Names
    tags: tuple[tuple[str, ...], ...]
    ids: tuple[str, ...]

    @classmethod
    def of(cls, given: History | Iterable[Performance | Episode]) -> History:
        """The history of these episodes or rows, whatever their order.

        What has the same time stays in the order given. Records are numbered from 1.

        Raises:
            InvalidInput: something else is among them.
        """
        if isinstance(given, History):
            return given
        rows = list(starmap(_row, enumerate(given, start=1)))
        columns: list[Any] = list(zip(*rows, strict=True)) or [()] * len(Performance._fields)
        table = dict(zip(Performance._fields, columns, strict=True))
        at = np.array(table["at"], dtype=np.float64)
        order = np.argsort(at, kind="stable")
        order = order[np.array(table["root"], dtype=np.bool_)[order]]
        sorted_already = len(order) == len(rows) and bool(np.all(order[1:] > order[:-1]))
        score = _scores(table["outcome"])
        reward = np.array(table["reward"], dtype=np.float64)  # None becomes NaN
        whole = cls(
            nums=np.array(table["num"], dtype=np.int64),
            at=at,
            score=score,
            reward=np.where(np.isnan(reward), score, reward),
            iterations=np.array(table["iterations"], dtype=np.float64),
            imported=np.array([source != OWN for source in table["source"]], dtype=np.bool_),
            category=Names.of(table["category"]),
            strategy=Names.of(table["strategy"]),
            arm=Names.of(table["arm"]),
            task=Names.of(table["task_key"]),
            tags=table["tags"],
            ids=table["id"],
        )
        return whole if sorted_already else whole.take(order)

    def __len__(self) -> int:
        return len(self.nums)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where the outcome is known."""
        return ~np.isnan(self.score)

    @property
    def success(self) -> Numbers:
        """1 for a success, 0 for a partial or a failure, NaN for unknown."""
        return np.where(np.isnan(self.score), np.nan, self.score == 1.0)

    def take(self, rows: Codes | NDArray[np.bool_]) -> History:
        """These rows, by their places or by a mask, in the order given."""
        places: Codes = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows.astype(np.int64)
        return History(**{f.name: _taken(getattr(self, f.name), places) for f in fields(self)})

    def tagged(self) -> dict[str, Codes]:
        """The rows of each tag, in their order; an episode may have many. By name."""
        found: dict[str, list[int]] = {}
        for row, tags in enumerate(self.tags):
            for tag in tags if len(tags) < 2 else dict.fromkeys(tags):
                found.setdefault(tag, []).append(row)
        return {tag: np.array(found[tag], dtype=np.int64) for tag in sorted(found)}


def _scores(outcomes: Sequence[str]) -> Numbers:
    """1, 0.5 and 0; unknown is no number, since it counts in no rate."""
    scores = {str(outcome): outcome_score(outcome) for outcome in Outcome}
    scores[str(Outcome.UNKNOWN)] = np.nan
    return np.array([scores[outcome] for outcome in outcomes], dtype=np.float64)


def _row(place: int, one: Performance | Episode) -> Performance:
    if isinstance(one, Performance):
        return one
    if isinstance(one, Episode):
        return performance_of(one, place)
    raise InvalidInput(f"a history is made of Episode or Performance, got {values.shown(one)}")


def _taken(column: Any, places: Codes) -> Any:
    """These rows of a column; names that are left over keep no code."""
    if isinstance(column, Names):
        used = np.bincount(column.codes[places], minlength=len(column.names)) > 0
        codes = (np.cumsum(used) - 1)[column.codes[places]]
        return Names(codes, tuple(compress(column.names, used.tolist())))
    if isinstance(column, tuple):
        return tuple(map(column.__getitem__, places.tolist()))
    return column[places]
