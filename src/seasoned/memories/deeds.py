"""How actions fared, counted by what they have in common: the index that the guard asks.

Each entry says of one key (an action, a part of it, its name) how it fared in one episode. Most
entries lie in columns sorted by key; the newest ones are few and gone through one by one until
they are merged. Derived from the store, made anew in each process; knows no text but for the
moment of adding it. One index is not to be used by two threads at once.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core.actions import Signature, signatures_of
from seasoned.core.cautions import Count, Evidence
from seasoned.core.deeds import Deeds, failed_steps, is_deed

ANY: Final = ""  # stands for all categories together
# How something fared in an episode: failed and passed as `failed_steps` has it; erred and ran by
# errors alone, since that an episode failed says nothing of the same action in other tasks.
_FAILED, _PASSED, _ERRED, _RAN = 1, 2, 4, 8
_WAITING: Final = 30_000  # newest entries, some 500 episodes; to go through them takes 20 µs
_NEAR: Final = 10  # of 64 bits, in which the marks of tasks that say nearly the same may differ
_WORD: Final = re.compile(r"\w+")
_KEY: Final = (1 << 64) - 1

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
Usual = tuple[int, int, int, int]


class Task(NamedTuple):
    """A task as tasks are compared.

    Attributes:
        key: Equal for what counts as the same task.
        mark: Differs in few bits between tasks that share most of their words.
    """

    key: int
    mark: int


class Found(NamedTuple):
    """Evidence on an action, and the episodes in which it failed, newest first.

    Attributes:
        failed: In the task, in others, by each part, by name.
    """

    evidence: Evidence
    failed: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries, one of each episode where they are of one key."""

    keys: NDArray[np.uint64]
    nums: Numbers
    ways: NDArray[np.uint8]

    def where(self, rows: Mask | Numbers | slice) -> _Entries:
        return _Entries(self.keys[rows], self.nums[rows], self.ways[rows])

    def and_(self, others: _Entries) -> _Entries:
        return _Entries(
            np.concatenate([self.keys, others.keys]),
            np.concatenate([self.nums, others.nums]),
            np.concatenate([self.ways, others.ways]),
        )

    def counted(self, bad: int, good: int) -> Count:
        failed, passed = (int(np.count_nonzero(self.ways & way)) for way in (bad, good))
        return Count(failed, passed)

    def newest(self, way: int) -> Numbers:
        return np.sort(self.nums[(self.ways & way) > 0])[::-1]

    def drop(self, nums: Numbers) -> None:
        """Let the entries of these episodes count as nothing, in place."""
        one = len(nums) == 1
        gone = self.nums == nums[0] if one else np.isin(self.nums, nums)
        self.ways[gone] = 0


class _Newest:
    """Entries in order of adding."""

    def __init__(self) -> None:
        self._keys, self._nums, self._ways = array("Q"), array("q"), bytearray()

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, num: int, ways: dict[int, int]) -> None:
        self._keys.extend(ways)
        self._nums.extend([num] * len(ways))
        self._ways.extend(ways.values())

    def entries(self) -> _Entries:
        """Views; nothing can be added while they are held."""
        return _Entries(
            np.frombuffer(self._keys, np.uint64),
            np.frombuffer(self._nums, np.int64),
            np.frombuffer(self._ways, np.uint8),
        )


class _Tasks:
    """The task of each episode, in order of their numbers."""

    def __init__(self) -> None:
        self._nums, self._keys, self._marks = array("q"), array("Q"), array("Q")

    def put(self, num: int, task: Task) -> None:
        if not self._nums or num > self._nums[-1]:
            self._nums.append(num)
            self._keys.append(task.key)
            self._marks.append(task.mark)
            return
        place = int(np.searchsorted(np.frombuffer(self._nums, np.int64), num))
        if self._nums[place] != num:  # it was not visible, or restored
            self._nums.insert(place, num)
            self._keys.insert(place, 0)
            self._marks.insert(place, 0)
        self._keys[place], self._marks[place] = task

    def alike(self, nums: Numbers, task: Task) -> Mask:
        """Which of these episodes were of the task, or of one that says nearly the same."""
        places = np.searchsorted(np.frombuffer(self._nums, np.int64), nums)
        keys = np.frombuffer(self._keys, np.uint64)[places]
        apart = np.frombuffer(self._marks, np.uint64)[places] ^ np.uint64(task.mark)
        bits = np.unpackbits(apart[:, None].view(np.uint8), axis=1).sum(axis=1)
        found: Mask = (keys == np.uint64(task.key)) | (bits <= _NEAR)
        return found


class DeedIndex:
    """The deeds of one scope."""

    def __init__(self) -> None:
        self._newest, self._tasks = _Newest(), _Tasks()
        self._sorted = _Newest().entries()  # of its own: nothing can be added to what is viewed
        self._usual: dict[int, tuple[str, Usual]] = {}  # by number
        self._sums: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def __len__(self) -> int:
        return len(self._usual)

    def add(self, rows: Sequence[Deeds]) -> None:
        """Add episodes; one that is there is replaced."""
        self.remove([deeds.num for deeds in rows])
        for deeds in rows:
            ways, usual = _fared(deeds)
            self._newest.add(deeds.num, ways)
            self._tasks.put(deeds.num, task_of(deeds.task_key, deeds.task))
            self._usual[deeds.num] = (deeds.category, usual)
            self._sum(deeds.category, usual, 1)

    def remove(self, nums: Iterable[int]) -> None:
        """Drop episodes; unknown numbers are ignored."""
        known = [num for num in nums if num in self._usual]
        if not known:
            return
        for num in known:
            self._sum(*self._usual.pop(num), -1)
        for part in (self._sorted, self._newest.entries()):
            part.drop(np.array(known, np.int64))

    def keep(self, newest: int) -> None:
        """Let the oldest go where there are a quarter more than are to be kept."""
        if len(self) > newest + newest // 4:
            self.remove(sorted(self._usual)[: len(self) - newest])

    def _sum(self, category: str, usual: Usual, sign: int) -> None:
        for name in {category, ANY}:
            sums = self._sums[name]
            sums[:] = [a + sign * b for a, b in zip(sums, usual, strict=True)]

    def _merge(self) -> None:
        both = self._sorted.and_(self._newest.entries())
        live = both.where(both.ways > 0)  # those that count as nothing are let go
        self._sorted = live.where(np.argsort(live.keys, kind="stable"))
        self._newest = _Newest()

    def find(self, signature: Signature, task: Task | None, category: str) -> Found:
        """How an action and what is like it fared.

        Args:
            signature: Of the action.
            task: What it is done for.
            category: Of that task; `ANY` for what is usual in all.
        """
        if len(self._newest) > _WAITING:
            self._merge()
        newest = self._newest.entries()
        whole, name, *parts = (self._of(key, newest) for key in _keys(signature))
        within = np.zeros(len(whole.nums), np.bool_)
        if task is not None and len(whole.nums):
            within = self._tasks.alike(whole.nums, task)
        here, others = whole.where(within), whole.where(~within)
        failed, passed, erred, ran = self._sums.get(category, (0, 0, 0, 0))
        evidence = Evidence(
            usual=Count(failed, passed),
            errors=Count(erred, ran),
            name=name.counted(_ERRED, _RAN),
            parts=tuple(part.counted(_ERRED, _RAN) for part in parts),
            action=others.counted(_ERRED, _RAN),
            task=here.counted(_FAILED, _PASSED),
        )
        general = (each.newest(_ERRED) for each in (others, *parts, name))
        return Found(evidence, (here.newest(_FAILED), *general))

    def _of(self, key: int, newest: _Entries) -> _Entries:
        """The entries of a key."""
        wanted, keys = np.uint64(key), self._sorted.keys
        start, end = (int(np.searchsorted(keys, wanted, side)) for side in ("left", "right"))
        found = self._sorted.where(slice(start, end))
        late = newest.keys == wanted
        return found.and_(newest.where(late)) if late.any() else found


def task_of(key: str, text: str) -> Task:
    """A task by its key and its words."""
    return Task(hash(key) & _KEY, _mark(text))


def _mark(text: str) -> int:
    """A similarity hash (Charikar, STOC 2002): each word votes on every bit."""
    words = set(_WORD.findall(text.casefold()))
    if not words:
        return 0
    votes = np.frombuffer(b"".join(map(_word_bits, words)), np.uint8).reshape(len(words), -1)
    won = np.add.reduce(votes, axis=0, dtype=np.int32) * 2 > len(words)
    return int.from_bytes(np.packbits(won).tobytes(), "little")


@lru_cache(maxsize=1 << 15)
def _word_bits(word: str) -> bytes:
    """64 bytes of 0 and 1."""
    digest = np.frombuffer(blake2b(word.encode(), digest_size=8).digest(), np.uint8)
    return np.unpackbits(digest).tobytes()


def _fared(deeds: Deeds) -> tuple[dict[int, int], Usual]:
    """How each key of an episode fared, and how many of its actions did so, each counted once."""
    failed = failed_steps(deeds.steps, deeds.outcome)
    wholes: defaultdict[int, int] = defaultdict(int)
    ways: defaultdict[int, int] = defaultdict(int)
    for place, step in enumerate(deeds.steps):
        if not is_deed(step):
            continue
        way = (_FAILED if place in failed else _PASSED) | (_ERRED if step.error else _RAN)
        keys = _step_keys(step.action, step.detail)
        wholes[keys[0]] |= way
        for key in keys:
            ways[key] |= way
    usual = [sum(way & bit > 0 for way in wholes.values()) for bit in (1, 2, 4, 8)]
    return ways, (usual[0], usual[1], usual[2], usual[3])


@lru_cache(maxsize=1 << 14)
def _step_keys(action: str, detail: str) -> tuple[int, ...]:
    return tuple(key for each in signatures_of(action, detail) for key in _keys(each))


def _keys(signature: Signature) -> list[int]:
    """What the action has in common with others: all of it, its name, each part.

    Python's own hashes differ from process to process, as the index does.
    """
    name = signature.name
    own = (hash((1, signature.whole)), hash((2, name)))
    return [key & _KEY for key in (*own, *(hash((name, part)) for part in signature.parts))]
