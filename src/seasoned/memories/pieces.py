"""What is sought where something was forgotten: pieces of its texts, words and vectors.

Any 31 bytes in a row of a text hold one of its pieces whole, wherever a file broke it. Which
files there are, and what a piece that is found means, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from seasoned import codec
from seasoned.core.lexical import count_terms, pack_terms
from seasoned.core.records import CATEGORIES, Episode
from seasoned.core.searchtext import lexical_text
from seasoned.ports import Analyzer

LONG, SHORT = 16, 6  # bytes of a piece, and the fewest worth seeking: less is found by chance
LEAST: Final = 3  # bytes of what is sought all the same because somebody asks: most first names
BUDGET: Final = 200_000  # pieces sought at once, some 50 MB
_FEWEST: Final = 16  # of one record, however many there are
_VARIED: Final = 4  # different bytes; fewer, as in a row of blanks, tell nothing
_STRIDES: Final = {"vector": 4 * LONG}  # numbers say little in part
# Of a few values each, or the names of places and so no more than these are.
_PLAIN: Final = frozenset({"namespace", "outcome", "kind", "state", "arm", "role"})

Value = tuple[str, str | bytes]  # what it is of, and the text or bytes


def values_of(record: object, field: str = "") -> Iterator[Value]:
    """Every text of a record, names and keys of objects included, with the field it is of."""
    for f in fields(record):  # type: ignore[arg-type]  # a dataclass instance
        if f.name not in _PLAIN:
            yield from _values(getattr(record, f.name), field or f.name)


def _values(value: Any, field: str) -> Iterator[Value]:
    if isinstance(value, str):
        if value not in CATEGORIES:
            yield field, value
    elif is_dataclass(value) and not isinstance(value, type):
        yield from values_of(value, field)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield field, key
            yield from _values(part, field)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _values(part, field)


def derived(episode: Episode, analyzer: Analyzer) -> Iterator[Value]:
    """What a store derives from an episode's texts: the words of the index, and digests."""
    text = lexical_text(episode)
    yield from words_of(text, analyzer)
    yield "words", pack_terms(count_terms(analyzer.terms(text)))
    yield "digest", codec.encode_episode(episode)[1]


def words_of(text: str, analyzer: Analyzer) -> Iterator[Value]:
    """The words of a text as an index keeps them: their ends, which follow what others share."""
    for word in dict.fromkeys(analyzer.terms(text)):
        yield "word", word.encode()[-LONG:]


class Pieces:
    """Distinct pieces, each with the field that it was first seen in.

    Attributes:
        whole: Whether no piece was left out for there being too many.
        records: How many records they are of.
    """

    def __init__(self, records: int = 1) -> None:
        self.whole, self.records = True, 0
        self._fields: dict[bytes, str] = {}
        self._share = max(_FEWEST, BUDGET // max(records, 1))

    def __len__(self) -> int:
        return len(self._fields)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._fields)

    def field(self, piece: bytes) -> str:
        """What a piece is of."""
        return self._fields[piece]

    def count(self) -> dict[str, int]:
        """How many there are by what they are of."""
        found: dict[str, int] = {}
        for field in self._fields.values():
            found[field] = found.get(field, 0) + 1
        return found

    def add(self, values: Iterable[Value], least: int = SHORT) -> int:
        """Add the pieces of one record, or as many of them as are its share, evenly chosen.

        Args:
            values: What the record says.
            least: The fewest bytes that are sought.

        Returns:
            How many of its pieces are sought.
        """
        self.records += 1
        cuts = [
            (field, data, at)
            for field, data in _encoded(values)
            if len(data) >= least
            for at in _cuts(len(data), _STRIDES.get(field, LONG))
        ]
        varied = _VARIED if least >= SHORT else 2  # "Anna" is told from others by three
        told = 0
        step = -(-len(cuts) // self._share)
        self.whole = self.whole and step <= 1
        for field, data, at in cuts[:: max(step, 1)]:
            piece = data[at : at + LONG]
            if len(set(piece)) >= varied:
                self._fields.setdefault(piece, field)
                told += 1
        return told


def _encoded(values: Iterable[Value]) -> Iterator[tuple[str, bytes]]:
    """The values as bytes: bare, and as in JSON where that differs."""
    for field, value in values:
        if isinstance(value, bytes):
            yield field, value
            continue
        bare = value.encode(errors="replace")
        yield field, bare
        escaped = codec.encode(value)[1:-1]
        if escaped != bare:
            yield field, escaped


def _cuts(length: int, stride: int) -> Sequence[int]:
    """Where pieces of so many bytes begin; the last one ends where the bytes end."""
    if length <= LONG:
        return (0,)
    return (*range(0, length - LONG, stride), length - LONG)
