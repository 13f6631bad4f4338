"""Counting all attempts at once comes to what counting them one by one does."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from seasoned.core.credit import Exposure, Tally, credit
from seasoned.core.recounting import Ended, Named, counted
from seasoned.core.resampling import numbered

ITEMS = [f"i{n}" for n in range(12)]


def stream(number: int, seed: int) -> list[Exposure]:
    """Attempts in few cells, some unknown, some at one moment, some tasks tried again."""
    chance, found = Random(seed), []
    for i in range(number):
        shown = chance.sample(ITEMS, chance.randint(2, 5))
        control = chance.random() < 0.5
        dropped = None if control or chance.random() < 0.7 else shown.pop()
        used = shown[:1] if shown and chance.random() < 0.3 else []
        unknown = chance.random() < 0.1
        found.append(
            Exposure(
                attempt=f"a{i:04d}",
                at=0.0 if unknown else float(1 + i // 3),
                category=chance.choice("ab"),
                complexity=chance.choice((0.1, 0.5)),
                arm="control" if control else "memory",
                reward=None if unknown else chance.choice((0.0, 1.0, chance.random())),
                shown=tuple(shown),
                used=tuple(used),
                dropped=dropped,
                drop=0.0 if control else chance.choice((0.0, 0.2)),
                task_key=f"t{chance.randrange(number // 2)}",
            )
        )
    chance.shuffle(found)
    return found


def at_once(exposures: list[Exposure]) -> dict[str, Tally]:
    """The tallies by way of columns."""
    ordered = sorted(exposures, key=lambda each: (each.at, each.attempt))
    ended = Ended(
        cell=numbered([e.cell for e in ordered]),
        category=numbered([e.category for e in ordered]),
        owner=np.zeros(len(ordered), np.int64),
        task=numbered([e.task_key for e in ordered]),
        control=np.array([e.arm == "control" for e in ordered]),
        worth=np.array([e.reward for e in ordered], float),
        sharing=np.array([len(e.credited) for e in ordered]),
        could=np.array([len(e.could) for e in ordered]),
        drop=np.array([e.drop for e in ordered]),
    )
    rows = [
        (place, item, item != e.dropped, item in e.credited)
        for place, e in enumerate(ordered)
        if e.arm == "memory"
        for item in e.could
    ]
    attempts, items, shown, credited = zip(*rows, strict=True)
    named = Named(
        np.array(attempts), numbered(items), np.array(shown, bool), np.array(credited, bool)
    )
    sums = {item: np.zeros(11) for item in items}
    for item, numbers in zip(items, counted(ended, named).numbers, strict=True):
        sums[item] += numbers
    plain: dict[str, list[Any]] = {item: row.tolist() for item, row in sums.items()}
    return {item: Tally(*row) for item, row in plain.items()}


@pytest.mark.parametrize(("number", "seed"), [(5, 1), (60, 2), (400, 3), (1_500, 4)])
def test_counting_at_once_is_counting_one_by_one(number: int, seed: int) -> None:
    exposures = stream(number, seed)
    expected, found = credit(exposures), at_once(exposures)
    for item in expected.keys() | found.keys():
        one, other = expected.get(item, Tally()), found.get(item, Tally())
        for name in Tally.__dataclass_fields__:
            assert getattr(other, name) == pytest.approx(getattr(one, name), abs=1e-9), name
    if number >= 400:
        sums = [sum(getattr(t, name) != 0 for t in found.values()) for name in ("uses", "harm")]
        assert min(sums) > 5 and any(tally.drops for tally in found.values())
