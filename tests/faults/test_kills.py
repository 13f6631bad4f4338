"""Killed at any moment: what was acknowledged is there, nothing is half, nobody has to wait."""

from __future__ import annotations

import time
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tests.faults.consolidating import Consolidate
from tests.faults.deeds import DEEDS, Deed
from tests.faults.dying import SOON, Reach, killed, nobody_holds, reach_of
from tests.faults.knowing_deeds import KNOWING

# Five of six die by kill -9: 1,400 rounds over the fourteen verbs of a SQLite file, 480 over the
# twelve of a text file. The others die in mid write.
KINDS = ("event", "moment", "event", "byte", "event", "moment")
FEW = 2
VERBS: dict[str, type[Deed]] = {**DEEDS, **KNOWING, "consolidate": Consolidate}
FILES = {"m.db": 120, "m.jsonl": 48}  # a kind of store each, and the rounds of a verb
CASES = [
    pytest.param(file, verb, rounds, marks=[pytest.mark.slow] if rounds > FEW else [])
    for file, many in FILES.items()
    for verb, deed in VERBS.items()
    for rounds in (FEW, many)
    if file == "m.db" or not deed.tables
]


@pytest.mark.parametrize(("file", "verb", "rounds"), CASES)
def test_a_kill_takes_back_nothing_and_leaves_nothing_half(
    tmp_path: Path, file: str, verb: str, rounds: int
) -> None:
    chance, kinds = Random(f"{file} {verb} {rounds}"), cycle(KINDS)
    deed, reach = VERBS[verb](), measured(tmp_path / "measured" / file, verb)
    path = tmp_path
    for n in range(rounds):
        if n % deed.rounds == 0:
            path = tmp_path / f"{n}" / file
            path.parent.mkdir()
            deed.prepare(path)
        deed.before(path, n)
        heard = killed(deed.work(path, n), reach.trap(chance, next(kinds)))
        assert not path.with_name(f"{file}.lock").exists() or nobody_holds(path)
        start = time.monotonic()
        deed.verify(path, n, heard)
        assert time.monotonic() - start < SOON


def measured(path: Path, verb: str) -> Reach:
    """How far the child of a round goes in peace."""
    deed: Deed = VERBS[verb]()
    path.parent.mkdir()
    deed.prepare(path)
    deed.before(path, 0)
    return reach_of(deed.work(path, 0))
