"""The same records, questions and vectors for every peer: numpy and the standard library only.

Everything follows from a record's number, so that any process can make any part of it again.
"""

from __future__ import annotations

import random
import zlib
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

DIM = 384
TENANTS = 50
_WORDS = 8_000
_ROWS = 4_096
_TASK, _SOLUTION = 16, 45  # words; together about 400 bytes, a short note of an agent
_KEPT = 0.7  # share of a task's words that its question repeats


class Record(NamedTuple):
    """One experience. All of it is stored; the task is what is searched."""

    key: str
    tenant: str
    task: str
    solution: str
    outcome: str
    reward: float


class Embedding:
    """Unit vectors of 384 numbers at some ten microseconds: the more words shared, the nearer."""

    def __init__(self) -> None:
        self._rows = np.random.default_rng(7).standard_normal((_ROWS, DIM), np.float32)

    def __call__(self, text: str) -> NDArray[np.float32]:
        """The vector of a text, shape (384,)."""
        chosen = [zlib.crc32(word.encode()) % _ROWS for word in text.split()] or [0]
        row: NDArray[np.float32] = self._rows[chosen].sum(axis=0)
        row /= np.sqrt(row @ row)
        return row

    def listed(self, text: str) -> list[float]:
        """The same as a list, for peers that want one."""
        numbers: list[float] = self(text).tolist()
        return numbers


class Workload:
    """Records of words drawn by Zipf's law, and questions that each belong to one of them.

    Args:
        n: Records in all.
        tenants: How many share them, in equal blocks.
    """

    def __init__(self, n: int, tenants: int) -> None:
        self.n, self.tenants = n, tenants
        chance, letters = random.Random(3), "abcdefghijklmnopqrstuvwxyz"
        self._words = [
            "".join(chance.choices(letters, k=chance.randint(3, 10))) for _ in range(_WORDS)
        ]
        self._weights = list(accumulate(1 / rank for rank in range(1, _WORDS + 1)))

    def record(self, i: int) -> Record:
        """Record number i; those from n on are for writing one at a time, shared out in turn."""
        chance = random.Random(i)
        words = chance.choices(self._words, cum_weights=self._weights, k=_TASK + _SOLUTION)
        tenant = i * self.tenants // self.n if i < self.n else i % self.tenants
        success = chance.random() < 0.5
        return Record(
            key=f"r{i}",
            tenant=f"t{tenant}",
            task=" ".join(words[:_TASK]),
            solution=" ".join(words[_TASK:]),
            outcome="success" if success else "failure",
            reward=chance.uniform(0.5, 1.0) if success else chance.uniform(0.0, 0.5),
        )

    def question(self, record: Record) -> str:
        """Most words of the record's task, in another order."""
        chance, words = random.Random(record.key), record.task.split()
        return " ".join(chance.sample(words, k=round(_KEPT * len(words))))

    def sample(self, k: int) -> list[Record]:
        """This many of the n records, evenly at random."""
        chance = random.Random(self.n)
        return [self.record(i) for i in chance.choices(range(self.n), k=k)]
