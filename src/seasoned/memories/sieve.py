"""Finding many byte patterns at once in a stream of any length, in one pass.

Eight bytes at every place are hashed into a table of what is sought, in NumPy; only where the
table says perhaps is the pattern compared. The time hardly depends on how many there are, and
no more than two blocks of the stream are in memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

_BITS: Final = 22  # of the table's index: 4 MB
_FACTOR: Final = 0x9E3779B97F4A7C15  # 2⁶⁴ over the golden ratio: spreads low bits
_WIDE, _NARROW = 8, 6  # bytes that are hashed
_LEAST: Final = 1 << 20  # bytes looked at in one go

Find = tuple[int, bytes]  # offset, pattern


class Sieve:
    """Patterns of 6 bytes and more."""

    def __init__(self, patterns: Iterable[bytes]) -> None:
        wide, narrow = list[bytes](), list[bytes]()
        for pattern in patterns:
            (wide if len(pattern) >= _WIDE else narrow).append(pattern)
        self._nets = [_Net(some, n) for some, n in ((wide, _WIDE), (narrow, _NARROW)) if some]
        self._overlap = max(map(len, (*wide, *narrow)), default=1) - 1

    def finds(self, blocks: Iterable[bytes]) -> Iterator[Find]:
        """Every occurrence of every pattern, with its offset in the stream."""
        kept, start = b"", 0  # the end of what was looked at, and where that lies
        for data in _in_large(blocks):
            window = kept + data
            for net in self._nets:
                for at, pattern in net.finds(window):
                    if at + len(pattern) > len(kept):  # else it was found before
                        yield start + at, pattern
            kept = window[max(0, len(window) - self._overlap) :]
            start += len(window) - len(kept)


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
    """Patterns of at least `width` bytes, by a hash of their first bytes."""

    def __init__(self, patterns: Iterable[bytes], width: int) -> None:
        self._mask = np.uint64((1 << 8 * width) - 1)
        self._by_key: dict[int, list[bytes]] = defaultdict(list)
        for pattern in patterns:
            self._by_key[int.from_bytes(pattern[:width], "little")].append(pattern)
        self._keys = np.array(sorted(self._by_key), np.uint64)
        self._table = np.zeros(1 << _BITS, np.bool_)
        self._table[_hashed(self._keys)] = True

    def finds(self, window: bytes) -> Iterator[Find]:
        # The last places have fewer than eight bytes after them.
        padded = window + bytes(_WIDE)
        for shift in range(_WIDE):
            words = np.frombuffer(padded, "<u8", (len(padded) - shift) // _WIDE, shift)
            words = words.astype(np.uint64, copy=False) & self._mask
            perhaps = np.flatnonzero(self._table[_hashed(words)])
            known = perhaps[self._sought(words[perhaps])]
            for at, key in zip(
                (known * _WIDE + shift).tolist(), words[known].tolist(), strict=True
            ):
                for pattern in self._by_key[key]:
                    if window.startswith(pattern, at):
                        yield at, pattern

    def _sought(self, words: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which of these words begin a pattern."""
        places = np.searchsorted(self._keys, words)
        found: NDArray[np.bool_] = self._keys[np.minimum(places, len(self._keys) - 1)] == words
        return found


def _hashed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (words * np.uint64(_FACTOR)) >> np.uint64(64 - _BITS)
