"""How long does consolidation take, and does it keep others from writing?

Made-up episodes in twenty categories: tasks of many words, half of them tried before, with steps,
errors and solutions that vary. While they are consolidated, another process records an episode
every 50 ms and times each. Times under load depend on the machine; so the longest transaction of
the consolidation itself is told beside them.

    python -m benchmarks.learning.consolidation
    python -m benchmarks.learning.consolidation --episodes 10000
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.common import print_table
from seasoned import Episode, Memory, Outcome, Step, Task

EPISODES, CATEGORIES, SEED = 100_000, 20, 7
NOUNS = [
    "parser",
    "login",
    "export",
    "invoice",
    "cache",
    "queue",
    "router",
    "schema",
    "report",
    "index",
    "token",
    "session",
]
VERBS = [
    "repair",
    "extend",
    "rename",
    "speed",
    "document",
    "test",
    "split",
    "merge",
    "port",
    "check",
]
PLACES = [
    "server",
    "client",
    "worker",
    "archive",
    "mobile",
    "desktop",
    "gateway",
    "bridge",
    "console",
    "mailer",
]
TOOLS = ["search_code", "read_file", "edit_file", "run_tests", "open_ticket", "ask_owner", "revert"]
ERRORS = (
    "KeyError: '{n}' in /srv/app/{n}.py line {n}",
    "TimeoutError: no answer after {n} s from 10.0.0.{n}",
    "AssertionError: expected {n}, got 0x{n:06x}a",
)


def main() -> None:
    """Fill a memory, consolidate it twice, and print what it took."""
    made = argparse.ArgumentParser(description="Consolidation of many episodes.")
    made.add_argument("--episodes", type=int, default=EPISODES)
    number = made.parse_args().episodes
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "m.db"))
        with Memory.open(path, embedder=False) as memory:
            memory.episodes.record_many(episodes(number, Random(SEED)))
            before = _peak()
            alone = _recording(path, 5.0)
            rows = [_row("recording alone", 0.0, (), alone, "")]
            rows += [run(memory, path, name) for name in ("consolidate", "again")]
            rows.append(
                ("peak memory, MB", f"{before:.0f} before", f"{_peak():.0f} after", *[""] * 4)
            )
    print_table(
        f"{number:,} episodes",
        ("", "s", "longest write, CPU, ms", "record p50 ms", "p99", "most", "result"),
        rows,
    )


def run(memory: Memory, path: str, name: str) -> tuple[object, ...]:
    """Consolidate while another process records."""
    times = _watch(memory._parts.store.derived)
    end, found = multiprocessing.Event(), multiprocessing.Manager().list()
    writer = multiprocessing.Process(target=_record, args=(path, end, found))
    writer.start()
    time.sleep(1.0)
    start, busy = time.perf_counter(), time.process_time()
    report = memory.learning.consolidate(apply=True)
    seconds, busy = time.perf_counter() - start, time.process_time() - busy
    end.set()
    writer.join()
    told = f"{len(report.lessons)} lessons, {len(report.clusters)} clusters, "
    told += f"{len(report.collapsed)} collapsed"
    name = f"{name} ({busy:.0f} s of CPU)"
    longest = [max(both, default=0.0) for both in zip(*times, strict=True)] or [0.0, 0.0]
    return _row(name, seconds, longest, list(found), told)


def _row(
    name: str, seconds: float, longest: Sequence[float], found: list[float], told: str
) -> tuple[object, ...]:
    p50, p99, most = (float(np.quantile(found, q)) * 1e3 for q in (0.5, 0.99, 1.0))
    writes = " / ".join(f"{one * 1e3:.0f}" for one in longest)
    return name, seconds, writes, p50, p99, most, told


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _watch(derived: Any) -> list[tuple[float, float]]:
    """Seconds of each write, waiting for its turn and the disk included, and of its computing."""
    times = list[tuple[float, float]]()

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            start, busy = time.perf_counter(), time.process_time()
            try:
                return function(*arguments)
            finally:
                times.append((time.perf_counter() - start, time.process_time() - busy))

        return call

    for verb in ("put", "drop", "collapse"):
        setattr(derived, verb, timed(getattr(type(derived), verb).__get__(derived)))
    return times


def _recording(path: str, seconds: float) -> list[float]:
    end, found = multiprocessing.Event(), multiprocessing.Manager().list()
    writer = multiprocessing.Process(target=_record, args=(path, end, found))
    writer.start()
    time.sleep(seconds)
    end.set()
    writer.join()
    return list(found)


def _record(path: str, end: Event, found: Any) -> None:
    chance = Random(1)
    with Memory.open(path, embedder=False) as memory:
        for episode in episodes(1_000_000, chance):
            start = time.perf_counter()
            memory.record(episode)
            found.append(time.perf_counter() - start)
            if end.wait(0.05):
                return


def episodes(number: int, chance: Random) -> Iterator[Episode]:
    """Episodes as agents might leave them."""
    tasks = list[tuple[str, str]]()
    for i in range(number):
        if not tasks or chance.random() < 0.5:
            words = " ".join(chance.choices(NOUNS + PLACES, k=8))
            text = f"{chance.choice(VERBS)} the {words} of case {i}"
            tasks.append((text, f"category-{chance.randrange(CATEGORIES)}"))
        text, category = chance.choice(tasks[-2000:])
        worked = chance.random() < 0.6
        error = chance.choice(ERRORS).format(n=chance.randrange(1000))
        called = chance.choices(TOOLS, k=chance.randrange(2, 6))
        steps = [Step("tool_call", f'{tool}({{"at": {chance.randrange(5)}}})') for tool in called]
        lines = [f"    {chance.choice(VERBS)}({chance.choice(NOUNS)!r})" for _ in range(8)]
        yield Episode(
            Task(text, category),
            steps=tuple(steps),
            solution="def solve():\n" + "\n".join(lines if chance.random() < 0.7 else lines[:1]),
            outcome=Outcome.SUCCESS if worked else Outcome.FAILURE,
            outcome_detail="" if worked else error,
            strategy=chance.choice(("conservative", "iterative", "exploratory")),
        )


if __name__ == "__main__":
    main()
