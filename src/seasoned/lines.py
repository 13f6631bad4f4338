"""The line format: what a store keeps, one JSON object per line.

A line begins with `kind` and `schema`; the fields of the record follow. The first line is of kind
``seasoned`` and the last of kind ``end`` with the number of lines before it, so that a file that
was cut off is told from a whole one. Nothing in it depends on when or where it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from seasoned.codec import decode, to_plain
from seasoned.core.exposures import KeptDecision, KeptExposure
from seasoned.core.portable import (
    KeptAttempt,
    KeptCollapsed,
    KeptCopy,
    KeptDerived,
    KeptLesson,
    KeptRecall,
    KeptVector,
    KeptVerdict,
    Portable,
    whole,
)
from seasoned.core.portable_knowledge import (
    KeptChunk,
    KeptExchange,
    KeptFact,
    KeptMessage,
    KeptNote,
    KeptSession,
    KeptUses,
)
from seasoned.core.records import Episode
from seasoned.core.storage import Model
from seasoned.core.values import shown
from seasoned.errors import InvalidInput

EXPORT: Final = "export"  # the format of a file that was exported
MEDIA: Final = 1  # version of the format as a whole
R = TypeVar("R")


class Kind(NamedTuple):
    """A kind of record in the line format; a further one is one more entry in `KINDS`."""

    name: str
    type: Any
    schema: int = 1


KINDS: Final = (
    Kind("model", Model),
    Kind("episode", Episode),
    Kind("verdict", KeptVerdict),
    Kind("vector", KeptVector),
    Kind("lesson", KeptLesson),
    Kind("attempt", KeptAttempt),
    Kind("recall", KeptRecall),
    Kind("exposure", KeptExposure),
    Kind("decision", KeptDecision),
    Kind("derived", KeptDerived),
    Kind("collapsed", KeptCollapsed),
    Kind("copy", KeptCopy),
    Kind("note", KeptNote),
    Kind("chunk", KeptChunk),
    Kind("uses", KeptUses),
    Kind("fact", KeptFact),
    Kind("session", KeptSession),
    Kind("message", KeptMessage),
    Kind("exchange", KeptExchange),
)


@dataclass(frozen=True, slots=True)
class Head:
    """The first line.

    Attributes:
        format: What kind of file it is: ``export``.
        namespace: The one namespace whose records follow, None if there may be several.
    """

    format: str = ""
    namespace: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The last line.

    Attributes:
        lines: How many lines there are before it.
    """

    lines: int


@dataclass(frozen=True, slots=True)
class _Mark:
    """What every line says of itself."""

    kind: str
    schema: int


HEAD: Final = Kind("seasoned", Head, MEDIA)
END: Final = Kind("end", End, MEDIA)


def encode_line(kind: Kind, record: Any, **more: Any) -> bytes:
    """A record as a line, with its line feed.

    Args:
        kind: Of the record.
        record: An instance of the kind's type.
        more: Further fields, which stand before those of the record.
    """
    mark = {"kind": kind.name, "schema": kind.schema, **more}
    return msgspec.json.encode(mark | to_plain(record)) + b"\n"


def kind_of(record: Portable) -> Kind:
    """The kind of a record."""
    home: Any = type(record)
    return _kind_of_type(home)


@cache
def _kind_of_type(home: Any) -> Kind:
    return next(kind for kind in KINDS if kind.type is home)


def kind_named(name: str, kinds: Iterable[Kind] = KINDS) -> Kind:
    """The kind of that name.

    Raises:
        InvalidInput: there is none.
    """
    for kind in kinds:
        if kind.name == name:
            return kind
    raise InvalidInput(
        f"this seasoned knows no records of kind {shown(name)}; upgrade seasoned to the version "
        "that wrote the file, or take the line out"
    )


def parse(line: bytes, kinds: Iterable[Kind] = KINDS) -> tuple[Kind, Any]:
    """The kind and record of a line.

    Raises:
        InvalidInput: it is damaged, of an unknown kind or of a newer schema.
    """
    try:
        mark = decode(line, _Mark)
    except InvalidInput as error:
        raise InvalidInput(
            f"the line is damaged: {error.__cause__}; it begins with {shown(line[:60])}"
        ) from error
    kind = kind_named(mark.kind, kinds)
    if not 1 <= mark.schema <= kind.schema:
        raise InvalidInput(
            f"schema {mark.schema} of kind {kind.name!r} is none that this seasoned knows (up to "
            f"{kind.schema}); upgrade seasoned to the version that wrote the file"
        )
    record = decode(line, kind.type)
    return kind, whole(record) if isinstance(record, Episode) else record


def write(records: Iterable[Portable], namespace: str | None = None) -> Iterator[bytes]:
    """The lines of an export.

    Args:
        records: In the order that a store gives them in.
        namespace: The one that all of them live in, None if there may be several.
    """
    yield encode_line(HEAD, Head(EXPORT, namespace))
    lines = 1
    for record in records:
        yield encode_line(kind_of(record), record)
        lines += 1
    yield encode_line(END, End(lines))


@dataclass(slots=True)
class Reading:
    """An export that is being read, a line at a time.

    Attributes:
        number: Of the line that was read last, from 1.
        size: Of that line, in bytes.
        head: What the first line said.
    """

    lines: Iterator[bytes]
    head: Head
    number: int = 1
    size: int = 0

    def records(self) -> Iterator[tuple[int, Portable]]:
        """The records with the numbers of their lines.

        Raises:
            InvalidInput: a line is damaged, unknown or too new, or the end is missing.
        """
        known = (*KINDS, END)
        for line in self.lines:
            self.number, self.size = self.number + 1, len(line)
            kind, record = at_line(self.number, parse, line, known)
            if kind is END:
                self._finish(record)
                return
            yield self.number, record
        raise InvalidInput(
            f"the file ends after line {self.number} without its last line, of kind 'end': it was "
            "cut off; export or copy it again"
        )

    def _finish(self, end: End) -> None:
        if end.lines != self.number - 1:
            raise InvalidInput(
                f"the last line says that {end.lines} lines stand before it, and there are "
                f"{self.number - 1}; export or copy the file again"
            )
        if next(self.lines, None) is not None:
            raise InvalidInput(
                f"there are lines after the last one, which is line {self.number}; load each "
                "export from a file of its own"
            )


def read(lines: Iterable[bytes]) -> Reading:
    """Begin to read an export.

    Args:
        lines: With or without their line feeds.

    Raises:
        InvalidInput: the first line is not that of an export.
    """
    rest = iter(lines)
    first = next(rest, b"")
    try:
        _, head = parse(first, (HEAD,))
    except InvalidInput as error:
        hint = "; import episodes with `seasoned import`" if b'"kind"' not in first[:20] else ""
        raise InvalidInput(
            f"this is no export of seasoned, its first line is not of kind 'seasoned': "
            f"{error}{hint}"
        ) from error
    if head.format != EXPORT:
        raise InvalidInput(
            f"this file has the format {shown(head.format)} and is no export; make one with "
            "`seasoned export`"
        )
    return Reading(rest, head)


def at_line(number: int, function: Any, *arguments: Any) -> Any:
    """What a function answers; what it refuses is told with the number of the line."""
    try:
        return function(*arguments)
    except InvalidInput as error:
        raise InvalidInput(f"line {number}: {error}") from error
