"""Files of JSON records cut into pieces of bounded size, whichever way the records are laid out.

One record per line; a list of them; one document, perhaps over many lines; or an object that
gives them by name. A piece that cannot be read costs itself alone: it is reported, and what
stands behind it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec

from seasoned.core.records import Episode
from seasoned.errors import InvalidInput
from seasoned.importers.cutting import Cut, Cutter, member, names_by_depth
from seasoned.importers.source import DAMAGE, TOO_DEEP, Input, Progress, Skipped, Source, shown

MOST: Final = 8 << 20  # bytes of one record; reading it takes several times as much memory
_CHUNK: Final = 1 << 16
_BOM: Final = b"\xef\xbb\xbf"
_OPEN_ENDS: Final = (b"{", b"[", b",", b":")  # how a line ends that is no record of its own


@dataclass(frozen=True, slots=True)
class Piece:
    """A record as it stands in a file.

    Attributes:
        place: Where it stands, for a report.
        data: Its bytes.
        name: What the file calls it or the list that it is in, "" if nothing does.
    """

    place: str
    data: bytes
    name: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known of a format's records before they are read.

    Attributes:
        marks: Names of fields; an object with one of them is a record.
        named_lists: Whether an object without them gives lists of records by name, rather than
            records.
    """

    marks: AbstractSet[str] = field(default_factory=frozenset)
    named_lists: bool = False


Convert = Callable[[Piece], Iterable[Episode]]


def read(
    origin: Input, progress: Progress | None, layout: Layout, convert: Convert
) -> Iterator[Episode | Skipped]:
    """The episodes of a file, in order, and what was left out.

    Args:
        origin: The file, or a stream.
        progress: Told how much was read, after each piece.
        layout: How to find its records.
        convert: Makes episodes of a record; its `InvalidInput` becomes a report.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    with Source(origin) as source:
        for piece in pieces(source, layout):
            yield from [piece] if isinstance(piece, Skipped) else converted(piece, convert)
            if progress:
                progress(source.share)


def converted(piece: Piece, convert: Convert) -> Iterator[Episode | Skipped]:
    """The episodes of a piece, or why there are none."""
    try:
        yield from convert(piece)
    except InvalidInput as error:
        yield Skipped(piece.place, str(error))
    except RecursionError:
        yield Skipped(piece.place, TOO_DEEP)


def pieces(source: Source, layout: Layout) -> Iterator[Piece | Skipped]:
    """The records of a file, in order, and what could not be read."""
    place = "start"
    try:
        for piece in _pieces(source, layout):
            place = piece.place
            yield piece
    except DAMAGE as error:
        yield _damaged(place, error)


def _pieces(source: Source, layout: Layout) -> Iterator[Piece | Skipped]:
    chunks = _chunks(source)
    head = next(chunks, b"")
    whole = chain([head], chunks)
    first, _, rest = head.lstrip().partition(b"\n")
    names = [*names_by_depth(head), set(), set(), set()]
    inner = names[3 if layout.named_lists else 2]
    if first.startswith(b"["):
        yield from _cut(whole, 1)
    elif first.startswith(b"{") and inner & layout.marks and not names[1] & layout.marks:
        yield from _cut(whole, 2 if layout.named_lists else 1)
    elif first.rstrip().endswith(_OPEN_ENDS) and not rest.startswith((b'{"', b"{ ")):
        yield from _cut(whole, 0)
    else:
        yield from (p for p in _lines(whole) if isinstance(p, Skipped) or p.data.strip())


def _chunks(source: Source) -> Iterator[bytes]:
    """The bytes of a file, without a byte-order mark; the first ones show how it is laid out."""
    source.head(_CHUNK)  # so that the first chunk is as long as can be, also of a pipe
    head = source.stream.read1(_CHUNK)
    yield head.removeprefix(_BOM)
    # All that came before a damage is given, which a read of a fixed length would lose.
    while chunk := source.stream.read1(_CHUNK):
        yield chunk


def _too_long(place: str) -> Skipped:
    return Skipped(place, f"longer than {MOST >> 20} MiB, the most that one record may have")


def text_lines(source: Source) -> Iterator[Piece | Skipped]:
    """The lines of a text, blank ones too, without their ends, and what could not be read."""
    place = "start"
    try:
        for piece in _lines(_chunks(source)):
            place = piece.place
            yield piece
    except DAMAGE as error:
        yield _damaged(place, error)


def _damaged(place: str, error: Exception) -> Skipped:
    return Skipped(f"after {place}", f"the rest of the file cannot be read: {error}")


def _lines(chunks: Iterable[bytes]) -> Iterator[Piece | Skipped]:
    buffer, too_long, number = bytearray(), False, 1
    for chunk in chain(chunks, [b"\n"]):
        *ended, last = chunk.split(b"\n")
        for part in ended:
            place = f"line {number}"
            if too_long or len(buffer) + len(part) > MOST:
                yield _too_long(place)
            else:
                yield Piece(place, (bytes(buffer) + part).removesuffix(b"\r"))
            buffer.clear()
            too_long, number = False, number + 1
        too_long = too_long or len(buffer) + len(last) > MOST
        if too_long:
            buffer.clear()
        else:
            buffer += last


def _cut(chunks: Iterable[bytes], level: int) -> Iterator[Piece | Skipped]:
    cutter = Cutter(level, MOST)
    number, outer = 0, b""
    for cut in cutter.cut(chunks):
        number = number + 1 if cut.outer == outer else 1
        outer = cut.outer
        yield _piece(cut, number, level)
    if cutter.broken_off:
        yield Skipped("end", "the file ends in the middle of a record or is no JSON")


def _piece(cut: Cut, number: int, level: int) -> Piece | Skipped:
    within = _name(member(cut.outer)[0])
    label, data = member(cut.text) if level else (b"", cut.text)
    name = within or _name(label)
    place = f"{shown(name)!r}" if name else f"record {number}"
    place = f"{place}, record {number}" if within else place
    return _too_long(place) if cut.too_long else Piece(place, data, name)


def _name(label: bytes) -> str:
    try:
        return str(msgspec.json.decode(label)) if label else ""
    except msgspec.DecodeError:
        return label.decode(errors="replace")


def file_name(origin: Input) -> str:
    """What a file is called without its folder, "" for a stream."""
    path = origin.path if isinstance(origin, Source) else origin
    return path.name if isinstance(path, Path) else ""


def record_of(piece: Piece, what: str) -> dict[str, Any]:
    """The JSON object that a piece is.

    Raises:
        InvalidInput: it is none; the text names `what` was expected.
    """
    try:
        plain = msgspec.json.decode(piece.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        seen = shown(piece.data[:200].decode(errors="replace"))
        raise InvalidInput(f"not JSON: {error}; expected {what}, got {seen!r}") from error
    if not isinstance(plain, dict):
        raise InvalidInput(f"expected {what}, got {shown(plain)!r}")
    return plain


def content_key(*parts: Any) -> str:
    """A key made of what was read: the same content gives the same key."""
    content = msgspec.json.encode(parts, order="deterministic")
    return f"content-{blake2b(content, digest_size=16).hexdigest()}"
