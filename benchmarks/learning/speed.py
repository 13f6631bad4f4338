"""What learning costs in a memory of 100,000 attempts: time, and memory taken at the peak.

The store is made up (`benchmarks.learning.made_up`) and lies on disk. Each question is asked by a
process of its own, which has opened the store and nothing else. Processor time stands beside the
time on the clock, since a shared machine makes one wait.

    python -m benchmarks.learning.speed
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.common import print_table
from benchmarks.learning.made_up import NAMESPACE, MadeUp, name_of
from benchmarks.speed import Corpus, WordEmbedder, quantiles
from seasoned import Memory, Options, Task
from seasoned.lines import write
from seasoned.stores import sqlite_attempts

SIZE = 100_000
TIMES = 5  # a question is asked so often; the quickest answer is the least disturbed
MANY = 200  # deeds that are timed one by one
WAYS = [f"way-{i}" for i in range(5)]


class Cost(NamedTuple):
    """Of one answer, in milliseconds on the clock and of the processor."""

    clock: float
    processor: float


def answered(call: Callable[..., Any], *arguments: Any, **more: Any) -> tuple[Any, Cost]:
    """What a call answers, and what it takes."""
    clock, processor = time.perf_counter(), time.process_time()
    answer = call(*arguments, **more)
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    return answer, Cost(1000 * clock, 1000 * processor)


def cost(call: Callable[..., Any], *arguments: Any) -> Cost:
    """What a call takes."""
    return answered(call, *arguments)[1]


def peak() -> float:
    """The most memory this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def timed(home: Any, name: str) -> Iterator[list[Cost]]:
    """What each call of a function takes, while it lies there under its name."""
    function, found = getattr(home, name), list[Cost]()

    def instead(*arguments: Any, **more: Any) -> Any:
        answer, taken = answered(function, *arguments, **more)
        found.append(taken)
        return answer

    setattr(home, name, instead)
    try:
        yield found
    finally:
        setattr(home, name, function)


def opened(url: str) -> Memory:
    """The made-up memory."""
    return Memory.open(url, embedder=WordEmbedder(), options=Options(holdout=0.5, seed=1))


def build(url: str, size: int) -> dict[str, Any]:
    """Make the store, and load it as an export would be."""
    lines = Path(f"{url}.lines")
    with lines.open("wb") as file:
        file.writelines(write(MadeUp(size).records(), NAMESPACE))
    with opened(url) as memory:
        loaded = cost(memory.load, str(lines))
    lines.unlink()
    return {"seconds": loaded.clock / 1000, "MB": Path(url).stat().st_size / 1e6}


def questions(memory: Memory) -> dict[str, Callable[[], Any]]:
    """Those about all attempts at once."""
    learning = memory.learning
    return {
        "skills()": learning.skills,
        'skills("tag")': lambda: learning.skills("tag"),
        "weak_skills()": learning.weak_skills,
        "curve()": learning.curve,
        "lift()": learning.lift,
        "withheld()": learning.withheld,
        "why(id)": lambda: learning.why(name_of(1, 7)),
    }


def ask(url: str, name: str) -> dict[str, float]:
    """One question: the first answer of a process, and the quickest of several."""
    with opened(url) as memory:
        call = questions(memory)[name]
        first = cost(call)
        again = [cost(call) for _ in range(TIMES)]
    return {
        "first ms": first.clock,
        "processor": first.processor,
        "again ms": min(each.clock for each in again),
        "processor again": min(each.processor for each in again),
    }


def grown(url: str, name: str) -> float:
    """MB that a question takes at the peak, the file's pages that the system lends left out."""
    with opened(url) as memory:
        with memory._parts.store._connections.reading() as db:  # type: ignore[attr-defined]
            db.execute("PRAGMA mmap_size = 0")
        before = peak()
        questions(memory)[name]()
        return peak() - before


def recount(url: str) -> dict[str, float]:
    """The first look at credit after a load, which counts all attempts anew."""
    with opened(url) as memory:
        before = peak()
        first = cost(memory.learning.withheld)
        return {
            "first ms": first.clock,
            "processor": first.processor,
            "peak MB more": peak() - before,
        }


def deeds(url: str) -> dict[str, dict[str, float]]:
    """What is done one by one: p50 and p99, and the processor's p50."""
    corpus, found = Corpus(99), dict[str, list[Cost]]()
    with opened(url) as memory:
        memory.recall(corpus.text(8))
        texts = [corpus.text(20) for _ in range(MANY)]
        found["choose_strategy()"] = [
            cost(memory.learning.choose_strategy, task, WAYS)
            for task in [Task(text, category="kind-3") for text in texts]
        ]
        with timed(memory.episodes.crediting, "sift") as found["credit's part of it"]:
            recalls = [cost(memory.recall, text) for text in texts]
        found = {**found, "recall()": recalls}
        with timed(sqlite_attempts, "count_attempt") as found["credit's part of finish()"]:
            ids = list(finished(memory, texts, found))
        some = ids[: MANY // 4]
        found["judge()"] = [cost(memory.judge, id, False) for id in some]
    return {name: _deed(costs) for name, costs in found.items()}


def finished(memory: Memory, texts: list[str], found: dict[str, list[Cost]]) -> Iterator[str]:
    """Begin and finish attempts on all cells; their episodes."""
    found["finish(), with memory"], found["finish(), held out"] = [], []
    for i, text in enumerate(texts):
        attempt = memory.begin(Task(text, category=f"kind-{i % 10}", complexity=i % 7 / 7))
        held = attempt.recall.held_out
        receipt, taken = answered(attempt.finish, "x", outcome=i % 2 == 0)
        found["finish(), held out" if held else "finish(), with memory"].append(taken)
        yield receipt.id


def _deed(costs: list[Cost]) -> dict[str, float]:
    p50, p99 = quantiles([each.clock for each in costs])
    return {
        "p50 ms": p50,
        "p99 ms": p99,
        "processor ms": quantiles([c.processor for c in costs])[0],
    }


def in_process(*words: str) -> Any:
    """One step in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.learning.speed", "--step", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def step(name: str, url: str, *rest: str) -> Any:
    """What a process of its own does."""
    if name == "build":
        return build(url, int(rest[0]))
    steps: dict[str, Callable[..., Any]] = {
        "recount": recount,
        "ask": ask,
        "grown": grown,
        "deeds": deeds,
    }
    return steps[name](url, *rest)


def main() -> None:
    """Run and print."""
    options = argparse.ArgumentParser(description="What learning costs in a large memory")
    options.add_argument("--size", type=int, default=SIZE, help="attempts")
    options.add_argument("--store", type=Path, help="a store that was made before, or to be kept")
    options.add_argument("--step", nargs="+", help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.step:
        print(json.dumps(step(*asked.step)))
        return
    with tempfile.TemporaryDirectory(prefix="seasoned-learning-") as folder:
        report(asked.size, asked.store or Path(folder, "made-up.db"), Path(folder, "copy.db"))


def report(size: int, store: Path, copy: Path) -> None:
    """Make the store unless it is there, ask everything of a copy, and print the tables."""
    if not store.exists():
        made = in_process("build", str(store), str(size))
        print(f"{size:,} attempts loaded in {made['seconds']:.0f} s, {made['MB']:.0f} MB on disk")
    shutil.copy(store, copy)
    url = str(copy)
    rows = {"first look after a load": in_process("recount", url)}
    with opened(url) as memory:
        names = list(questions(memory))
    for name in names:
        more = {"peak MB more": in_process("grown", url, name)}
        rows[name] = in_process("ask", url, name) | more
    _print("All attempts at once", rows)
    _print("One by one", in_process("deeds", url))


def _print(title: str, rows: dict[str, dict[str, float]]) -> None:
    columns = list(next(reversed(rows.values())))
    table = [
        [name, *(f"{row[c]:,.1f}" if c in row else "" for c in columns)]
        for name, row in rows.items()
    ]
    print_table(title, ["", *columns], table)


if __name__ == "__main__":
    main()
