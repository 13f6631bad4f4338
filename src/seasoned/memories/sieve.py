"""Finding many byte patterns at once in a stream of any length, in one pass.

Sixteen bytes at every place (eight, six or three for shorter patterns) are hashed into a table of
what is sought, in NumPy; only where the table says perhaps is a pattern compared. The time hardly
depends on how many there are, and little more than one block of the stream is in memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

_BITS: Final = 22  # of the table's index: 4 MB
_FACTOR: Final = 0x9E3779B97F4A7C15  # 2⁶⁴ over the golden ratio: spreads low bits
_SECOND: Final = 0xC2B2AE3D27D4EB4F  # another odd factor, for the second of two words
_WORD: Final = 8  # bytes
_SPANS: Final = (16, 8, 6, 3)  # bytes that are hashed, as many as a pattern has
_LEAST: Final = 1 << 20  # bytes looked at in one go


class Sieve:
    """Patterns of 3 bytes and more."""

    def __init__(self, patterns: Iterable[bytes]) -> None:
        by_span: dict[int, list[bytes]] = defaultdict(list)
        for pattern in patterns:
            by_span[next(span for span in _SPANS if len(pattern) >= span)].append(pattern)
        self._nets = [_Net(some, span) for span, some in by_span.items()]
        self._overlap = max((len(p) for some in by_span.values() for p in some), default=1) - 1

    def firsts(self, blocks: Iterable[bytes]) -> dict[bytes, int]:
        """Where each pattern that occurs is first found, as an offset in the stream."""
        found: dict[bytes, int] = {}
        kept, start = b"", 0  # the end of what was looked at, and where that lies
        nets = [(net, net.all_open()) for net in self._nets]
        for data in _in_large(blocks):
            window = kept + data
            for net, still_open in nets:
                net.look(window, start, found, still_open)
            kept = window[max(0, len(window) - self._overlap) :]
            start += len(window) - len(kept)
        return found


def _in_large(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in blocks that are worth the work of one go."""
    parts, size = list[bytes](), 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size >= _LEAST:
            yield b"".join(parts)
            parts, size = [], 0
    if parts:
        yield b"".join(parts)


class _Net:
    """Patterns of at least `span` bytes, by so many bytes in a row of them."""

    def __init__(self, patterns: Iterable[bytes], span: int) -> None:
        self._span = span
        by_key: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
        for pattern in patterns:
            at = _telling(pattern, span)
            # Two words at least, as a window has them; what follows a short pattern is masked.
            words = np.frombuffer(pattern[at : at + span].ljust(2 * _WORD, b"\0"), "<u8")
            by_key[int(self._keys_of(words)[0])].append((at, pattern))
        self._keys = np.array(sorted(by_key), np.uint64)
        self._patterns = [by_key[key] for key in self._keys.tolist()]
        self._table = np.zeros(1 << _BITS, np.bool_)
        self._table[_hashed(self._keys)] = True

    def _keys_of(self, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The key at each word that has a word after it."""
        words = words.astype(np.uint64, copy=False)
        if self._span > _WORD:
            return words[:-1] * np.uint64(_FACTOR) + words[1:] * np.uint64(_SECOND)
        return words[:-1] & np.uint64((1 << 8 * self._span) - 1)

    def all_open(self) -> NDArray[np.bool_]:
        """For each key, that patterns with it are sought."""
        return np.ones(len(self._keys), np.bool_)

    def look(
        self, window: bytes, start: int, found: dict[bytes, int], still_open: NDArray[np.bool_]
    ) -> None:
        """Add those patterns that were not found before, with where they are; close their keys."""
        seen = dict[int, list[tuple[int, bytes]]]()  # what is sought, by key
        for places, keys in self._candidates(window):
            # What was found already is the commonest, and costs nothing more.
            live = still_open[keys]
            for place, key in zip(places[live].tolist(), keys[live].tolist(), strict=True):
                if key not in seen:
                    seen[key] = [one for one in self._patterns[key] if one[1] not in found]
                _compare(window, place, start, seen[key], found)
        for key in seen:
            still_open[key] = any(pattern not in found for _, pattern in self._patterns[key])

    def _candidates(self, window: bytes) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Places in the window where a key stands, and which; eighth by eighth of the places."""
        padded = window + bytes(2 * _WORD)  # a key is made where another word follows
        for shift in range(_WORD):
            words = np.frombuffer(padded, "<u8", (len(padded) - shift) // _WORD, shift)
            words = self._keys_of(words)
            perhaps = np.flatnonzero(self._table[_hashed(words)])
            keys = np.searchsorted(self._keys, words[perhaps])
            keys = np.minimum(keys, len(self._keys) - 1)
            known = self._keys[keys] == words[perhaps]
            yield perhaps[known] * _WORD + shift, keys[known]


def _compare(
    window: bytes,
    place: int,
    start: int,
    patterns: Sequence[tuple[int, bytes]],
    found: dict[bytes, int],
) -> None:
    """Add the patterns whose key stands at this place and that are there whole."""
    for at, pattern in patterns:
        begin = place - at
        if begin >= 0 and window.startswith(pattern, begin):
            found[pattern] = min(found.get(pattern, start + begin), start + begin)


def _telling(pattern: bytes, width: int) -> int:
    """Where varied bytes of a pattern begin: a row of zeros or blanks stands everywhere."""
    ends = {at: len(set(pattern[at : at + width])) for at in (0, len(pattern) - width)}
    if max(ends.values()) > width // 2:
        return max(ends, key=ends.__getitem__)
    return max(range(len(pattern) - width + 1), key=lambda at: len(set(pattern[at : at + width])))


def _hashed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (words * np.uint64(_FACTOR)) >> np.uint64(64 - _BITS)
