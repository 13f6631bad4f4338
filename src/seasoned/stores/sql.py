"""What the SQL stores share: filters as conditions, and rows to records.

Lists travel as one JSON parameter each, so that a statement's text does not depend on how many
values there are and stays in the statement cache.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from seasoned import codec
from seasoned.core.filters import Filter
from seasoned.core.recall import RecallLog, Traits
from seasoned.core.records import Episode, Outcome, Verdict
from seasoned.errors import StoreError

R = TypeVar("R")
Parameters = list[Any]
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}  # quicker than the enum's call
AMONG = "(SELECT value FROM json_each(?1))"  # of a list that `one_of` made
_BODY = "(SELECT CAST(json AS TEXT) FROM body WHERE body.num = e.num)"
VISIBLE = "(e.user IS NULL OR e.user = ?)"
_COLUMNS = (
    "category",
    "outcome",
    "strategy",
    "source",
    "environment",
    "agent",
    "session",
    "user",
)
TRAITS = (
    "SELECT i.num, i.id, e.category, e.complexity, e.outcome, e.reward, e.strategy, e.source,"
    " e.finished, i.digest FROM item i JOIN episode e USING (namespace, num)"
)
RATINGS = (  # columns in the order of `Rating`
    "SELECT e.num, e.category, e.strategy, e.outcome, e.reward, e.finished, e.environment"
    f" FROM episode e WHERE e.namespace = ? AND {VISIBLE} ORDER BY e.num"
)


def one_of(values: Iterable[Any]) -> str:
    """A list as the parameter of `IN (SELECT value FROM json_each(?))`."""
    return json.dumps(list(values))


def conditions(namespace: int, user: str | None, where: Filter) -> tuple[str, Parameters]:
    """The WHERE clause over `episode e` for what a user may see and a filter keeps."""
    found: list[tuple[str, Parameters]] = [
        ("e.namespace = ?", [namespace]),
        (VISIBLE, [user]),
    ]
    if where.impossible:
        found.append(("FALSE", []))
    found += [_one_of(name, values) for name in _COLUMNS if (values := getattr(where, name))]
    if where.ids:
        ids = "SELECT num FROM item WHERE namespace = ? AND id IN (SELECT value FROM json_each(?))"
        found.append((f"e.num IN ({ids})", [namespace, one_of(where.ids)]))
    found += [*_ranges(where), *_tags(namespace, where)]
    found += [metadata(key, value) for key, value in where.metadata.items()]
    clause = " AND ".join(text for text, _ in found)
    return clause, [p for _, parameters in found for p in parameters]


def _one_of(name: str, values: Sequence[str]) -> tuple[str, Parameters]:
    if len(values) == 1:  # the usual case, and much quicker
        return f"e.{name} = ?", [values[0]]
    return f"e.{name} IN (SELECT value FROM json_each(?))", [one_of(values)]


def _ranges(where: Filter) -> Iterable[tuple[str, Parameters]]:
    bounds = (
        ("e.reward >= ?", where.reward_min),
        ("e.reward <= ?", where.reward_max),
        ("e.complexity >= ?", where.complexity_min),
        ("e.complexity <= ?", where.complexity_max),
        ("e.finished >= ?", where.after and where.after.timestamp()),
        ("e.finished < ?", where.before and where.before.timestamp()),
    )
    return [(text, [bound]) for text, bound in bounds if bound is not None]


def _tags(namespace: int, where: Filter) -> Iterable[tuple[str, Parameters]]:
    chosen = "e.num IN (SELECT num FROM tag WHERE namespace = ? AND tag"
    if where.tags_any:
        text = f"{chosen} IN (SELECT value FROM json_each(?)))"
        yield text, [namespace, one_of(where.tags_any)]
    for tag in where.tags_all or ():
        yield f"{chosen} = ?)", [namespace, tag]


def metadata(key: str, value: Any, body: str = _BODY) -> tuple[str, Parameters]:
    """One top-level key of the metadata; JSON keeps true and 1 apart, and so does this."""
    members = f"(SELECT 1 FROM json_each({body}, '$.metadata') m WHERE m.key = ?"
    if value is None:
        return f"NOT EXISTS {members} AND m.type <> 'null')", [key]
    if isinstance(value, bool):
        return f"EXISTS {members} AND m.type = ?)", [key, str(value).lower()]
    kinds = "('text')" if isinstance(value, str) else "('integer', 'real')"
    # As JSON of the same encoder: SQLite then reads both in one way, to the last bit.
    same = f"m.type IN {kinds} AND m.value = (SELECT value FROM json_each(?))"
    return f"EXISTS {members} AND {same})", [key, codec.encode([value]).decode()]


def stored(data: bytes | str, kind: type[R]) -> R:
    """A record as it was stored.

    Raises:
        StoreError: it was damaged since.
    """
    with intact():
        return codec.decode(data, kind)


@contextmanager
def intact() -> Iterator[None]:
    """For reading a row: one that makes no sense is a `StoreError`."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(f"a row is damaged: {error}; run `seasoned doctor`") from error


def episode_of(body: bytes, verdicts: Sequence[bytes]) -> Episode:
    """An episode with its verdicts, oldest first."""
    episode = stored(body, Episode)
    return episode.with_verdicts([stored(v, Verdict) for v in verdicts])


def traits_of(row: Sequence[Any], namespace: str) -> Traits:
    """Traits from a row of `TRAITS`.

    Raises:
        ValueError: the row is damaged.
    """
    num, id, category, complexity, outcome, reward, *rest = row
    # Any kind of value may stand in a column of SQLite; ranking would fail at it, or mislead.
    numbers = (complexity, rest[-2], *(() if reward is None else (reward,)))
    if outcome not in _OUTCOMES or not all(type(number) is float for number in numbers):
        raise ValueError(f"the columns of {id!r}: {outcome!r}, {numbers!r}")
    return Traits(num, id, namespace, category, complexity, _OUTCOMES[outcome], reward, *rest)


def log_head(log: RecallLog) -> bytes:
    """What is kept of a recall beside its items."""
    said = {"task": codec.to_plain(log.task), "figures": codec.to_plain(log.statistics)}
    said |= {"notes": list(log.notes)} if log.notes else {}
    return codec.encode(said | {"held": True} if log.held else said)


def without_strategy(head: bytes, name: str) -> bytes | None:
    """The head of a recall without a strategy among the proven ones; None if it is not there."""
    with intact():
        plain = json.loads(head)
        proven = plain["figures"].get("proven", [])
    if name not in proven:
        return None
    plain["figures"]["proven"] = [strategy for strategy in proven if strategy != name]
    return codec.encode(plain)


def log_of(id: str, at: float, head: bytes, shown: Sequence[tuple[str, int, bytes]]) -> RecallLog:
    """A recall from its head and its shown rows (item, used, body) in order."""
    with intact():
        plain = json.loads(head)
        said = {
            "id": id,
            "at": at,
            "task": plain["task"],
            "statistics": plain["figures"],
            "items": [json.loads(body) for _, _, body in shown],
            "used": [item for item, used, _ in shown if used],
            "notes": plain.get("notes", []),
            "held": plain.get("held", False),
        }
        return codec.from_plain(said, RecallLog)
