"""What the tests of hold-out, credit and lift share: memories that work through many tasks."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import astuple
from datetime import UTC, datetime
from random import Random

from seasoned import Episode, Memory, Options, Recall, Task
from seasoned.core.credit import Tally
from seasoned.core.recall import RecallPolicy
from seasoned.testing import ManualClock

NOW = datetime(2026, 3, 1, tzinfo=UTC)
WORDS = ("parser", "lexer", "cache", "socket", "queue", "index")
OTHERS = ("paint", "wall", "green", "soup", "cook", "pasta", "train", "ticket", "garden", "roses")


def others() -> list[Episode]:
    """Episodes about something else, whose words make those of the tasks here rare."""
    return [Episode(Task(f"{a} {b}")) for a in OTHERS for b in OTHERS if a != b]


def opened(
    url: str = "memory://",
    holdout: float = 0.5,
    *,
    user: str | None = None,
    namespace: str = "default",
    seed: int = 1,
    policy: RecallPolicy | None = None,
) -> tuple[Memory, ManualClock]:
    clock = ManualClock(NOW)
    options = Options(holdout=holdout, clock=clock, seed=seed, policy=policy or RecallPolicy())
    memory = Memory.open(url, namespace=namespace, user=user, embedder=False, options=options)
    return memory, clock


def work(
    memory: Memory,
    clock: ManualClock,
    number: int,
    chance: Callable[[Recall, int], float],
    *,
    seed: int = 0,
    category: str = "bug",
) -> list[str]:
    """Work through tasks that succeed with a chance that what is recalled decides; episodes."""
    rng, ids = Random(seed), []
    for i in range(number):
        task = f"repair the {rng.choice(WORDS)} that {rng.choice(WORDS)} broke, {seed} {i}"
        clock.advance(1)
        with memory.attempt(task, category=category) as attempt:
            good = rng.random() < chance(attempt.recall, i)
            ids.append(attempt.finish("done", outcome=good).id)
    return ids


def sums(memory: Memory) -> dict[str, Tally]:
    """The tallies of all items that a memory sees."""
    return memory._parts.store.credit.feed(memory._scope, 0, 0).tallies


def apart(one: dict[str, Tally], other: dict[str, Tally]) -> float:
    """The largest difference between numbers of the same items."""
    assert one.keys() == other.keys()
    pairs = [(astuple(one[id]), astuple(other[id])) for id in one]
    return max((abs(x - y) for a, b in pairs for x, y in zip(a, b, strict=True)), default=0.0)


def exported(memory: Memory) -> bytes:
    target = io.BytesIO()
    memory.export(target)
    return target.getvalue()
