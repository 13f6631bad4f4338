"""Our own JSONL: one record per line, read one line at a time.

A line carries `kind` and `schema`; a bare episode, without a `kind`, is one too. Lines that
cannot be read are reported with what to do, and the rest is read on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from seasoned.codec import SCHEMA, encode_episode, from_plain
from seasoned.core.records import Episode
from seasoned.errors import InvalidInput
from seasoned.importers.source import DAMAGE, Input, Progress, Skipped, Source, shown

EPISODE: Final = "episode"
_EXAMPLE: Final = '{"task": "Fix the login test", "outcome": "success"}'
FIELDS: Final = frozenset(Episode.__dataclass_fields__)


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The episodes of a JSONL file, in order, and what was left out.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    with Source(origin) as source:
        number = 0
        try:
            for number, line in enumerate(source.lines(), start=1):
                if line:
                    yield _read_line(line, f"line {number}")
                if progress:
                    progress(source.share)
        except DAMAGE as error:
            yield Skipped(f"after line {number}", f"the rest of the file cannot be read: {error}")


def _read_line(line: bytes, place: str) -> Episode | Skipped:
    try:
        return keyed(episode_of(line))
    except InvalidInput as error:
        return Skipped(place, str(error))


def keyed(episode: Episode) -> Episode:
    """The episode with a key made of its content if it has neither key nor id.

    Reading the same line again then gives an episode that is known to be the same.
    """
    if episode.id or episode.key is not None:
        return episode
    return replace(episode, key=f"content-{encode_episode(episode)[1]}")


def episode_of(data: bytes) -> Episode:
    """The episode that a JSON object is, marked as one or bare.

    A task may be given as its description alone.

    Raises:
        InvalidInput: it is none, or was written by a newer version.
    """
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise InvalidInput(
            f"not JSON: {error}; got {shown(data.decode(errors='replace'))!r}"
        ) from error
    if not isinstance(plain, dict):
        raise InvalidInput(
            f"a record is a JSON object such as {_EXAMPLE}, got {_kind(plain)}: {shown(plain)}"
        )
    _check_kind(plain)
    task = plain.get("task", {})
    if isinstance(task, str):
        plain["task"] = {"description": task}
    elif not isinstance(task, dict) or "description" not in task:
        found = f"{_kind(task)}: {shown(task)}" if "task" in plain else "none"
        raise InvalidInput(
            f"an episode has a task, a text or an object with a description, got {found}"
        )
    return from_plain(plain, Episode)


def without_place(names: Sequence[str]) -> str:
    """What to do about fields that no episode has."""
    return (
        f"an episode has no field {', '.join(map(shown, names[:5]))}; rename what belongs to "
        f"an episode, put the rest under metadata, or mark the record with kind {EPISODE!r}"
    )


def _kind(value: Any) -> str:
    """What JSON calls a value."""
    names = {bool: "a truth value", str: "a text", list: "a list", dict: "an object"}
    return "nothing" if value is None else names.get(type(value), "a number")


def _check_kind(plain: dict[str, Any]) -> None:
    if "kind" not in plain and (foreign := sorted(plain.keys() - FIELDS - {"schema"})):
        # Another program's records would lose most of what they say, without a word.
        raise InvalidInput(without_place(foreign))
    kind, schema = plain.get("kind", EPISODE), plain.get("schema", SCHEMA)
    if kind != EPISODE:
        raise InvalidInput(
            f"kind {shown(kind)!r} is not known to this version, which reads {EPISODE!r}; "
            "upgrade seasoned if a newer version wrote it"
        )
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
        raise InvalidInput(f"schema must be a whole number of at least 1, got {shown(schema)!r}")
    if schema > SCHEMA:
        raise InvalidInput(
            f"schema {schema} is newer than this version, which reads up to {SCHEMA}; "
            "upgrade seasoned"
        )
