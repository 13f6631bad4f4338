"""Speed, size and memory at 1k, 10k and 100k episodes of about 1.5 kB.

The embedder is left out: vectors are sums of random vectors of words, so that the figures are the
memory's own; the shipped embedder's cost of one query is printed beside them. Each size runs in
a fresh process. Rates are compared with what the disk itself allows: one small write and sync.

    python -m benchmarks.speed
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from benchmarks.common import print_table
from seasoned import Episode, Feedback, Filter, Memory, Outcome, Step, Task
from seasoned.embedders.minilm import MiniLM
from seasoned.memories.episodic import BATCH

if TYPE_CHECKING:
    from seasoned.ports import Vectors

SIZES = (1_000, 10_000, 100_000)
NAMESPACES = 50
SINGLE = 500  # durable single records timed
TURN = 10  # of them between two looks at the disk
QUERIES = 200
VOCABULARY = 20_000
BUCKETS = 5_000
START = datetime(2026, 1, 1, tzinfo=UTC)


class WordEmbedder:
    """Vectors as long as real ones at hardly any cost: the more words shared, the nearer.

    Three hash functions each choose a word of the text (its smallest, so that two texts choose
    alike as often as they share words); the vector is the sum of what the chosen words stand for.
    """

    model, dim, floor = "words-384", 384, -1.0

    def __init__(self) -> None:
        self._table = np.random.default_rng(5).standard_normal((BUCKETS, self.dim), np.float32)

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        """Shape (len(texts), 384)."""
        rows = np.stack([self._row(text) for text in texts])
        unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    def _row(self, text: str) -> Vectors:
        words = [zlib.crc32(word.encode()) for word in text.split()]
        chosen = [
            min(word ^ salt for word in words) % BUCKETS for salt in (0, 0x5A5A5A5A, ~0 % 2**32)
        ]
        row: Vectors = self._table[chosen].sum(axis=0)
        return row


class Corpus:
    """Episodes of words drawn by Zipf's law, seeded."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self._words = [
            "".join(self._chance.choices(letters, k=self._chance.randint(3, 10)))
            for _ in range(VOCABULARY)
        ]
        self._weights = [0.0]
        for rank in range(1, VOCABULARY + 1):
            self._weights.append(self._weights[-1] + 1.0 / rank)
        del self._weights[0]

    def text(self, words: int) -> str:
        """This many words."""
        drawn = self._chance.choices(self._words, cum_weights=self._weights, k=words)
        return " ".join(drawn)

    def episode(self, i: int) -> Episode:
        """An episode of about 1.5 kB of text."""
        chance = self._chance
        steps = tuple(Step("tool_call", self.text(8), result=self.text(12)) for _ in range(4))
        return Episode(
            Task(self.text(30), category=f"c{i % 10}", complexity=chance.random()),
            steps=steps,
            solution=self.text(60),
            outcome=chance.choice((Outcome.SUCCESS, Outcome.FAILURE)),
            feedback=Feedback(reward=chance.random()),
            lessons=(self.text(15),),
            tags=(f"t{i % 1000}",),
            strategy=f"s{i % 5}",
            finished_at=START + timedelta(minutes=i),
        )

    def episodes(self, n: int) -> Iterator[Episode]:
        """This many episodes."""
        return (self.episode(i) for i in range(n))


def milliseconds(call: Callable[..., Any], *arguments: Any, **more: Any) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    call(*arguments, **more)
    return (time.perf_counter() - start) * 1000


def quantiles(times: Sequence[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    return statistics.median(times), float(np.percentile(times, 99))


def single_records(memory: Memory, episodes: Sequence[Episode], folder: str) -> dict[str, float]:
    """Durable single records against what the disk allows: 4 kB written and synced.

    In turns of a few each, since a shared disk may answer ten times slower from one second to
    the next; the share is the median over the turns.
    """
    limits, times, shares = list[float](), list[float](), list[float]()
    with open(Path(folder, "sync"), "wb") as file:

        def write() -> None:
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())

        for start in range(0, len(episodes), TURN):
            turn = episodes[start : start + TURN]
            limits += [milliseconds(write) for _ in turn]
            times += [milliseconds(memory.record, episode) for episode in turn]
            took = [statistics.median(part[-len(turn) :]) for part in (limits, times)]
            shares.append(took[0] / took[1])
    p50, p99 = quantiles(times)
    return {
        "disk limit /s": 1000 / statistics.median(limits),
        "single /s": 1000 / p50,
        "single p99 ms": p99,
        "of the limit": statistics.median(shares),
    }


def recall_times(memory: Memory, queries: Sequence[str], where: Filter | None) -> dict[str, float]:
    """p50 and p99 in milliseconds after a warm-up."""
    for text in queries[:5]:
        memory.recall(text, filter=where)
    p50, p99 = quantiles([milliseconds(memory.recall, t, filter=where) for t in queries])
    return {"p50": p50, "p99": p99}


def measure(n: int, namespaces: int, folder: str) -> dict[str, Any]:
    """All figures for one size; prints nothing."""
    url, corpus = str(Path(folder, "speed.db")), Corpus(seed=n)
    embedder = WordEmbedder()
    taken = 0.0
    for i in range(namespaces):
        with Memory.open(url, namespace=f"n{i}", embedder=embedder) as memory:
            for _ in range(0, n // namespaces, BATCH):
                batch = list(corpus.episodes(min(BATCH, n // namespaces)))
                taken += milliseconds(memory.episodes.record_many, batch)
    bulk = 1000 * n / taken
    extra = list(corpus.episodes(SINGLE))
    with Memory.open(url, namespace="single", embedder=embedder) as memory:
        single = single_records(memory, extra, folder)
    opened = milliseconds(first_recall, url, corpus.text(8), embedder)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    short, long = ([corpus.text(words) for _ in range(QUERIES)] for words in (8, 60))
    with Memory.open(url, namespace="n0", embedder=embedder) as memory:
        recalls = {
            "short": recall_times(memory, short, None),
            "long": recall_times(memory, long, None),
            "10 %": recall_times(memory, short, Filter(category=("c3",))),
            "0.1 %": recall_times(memory, short, Filter(tags_any=("t7",))),
        }
    with Memory.open(url, namespace="n0", embedder=False) as memory:
        recalls["words only"] = recall_times(memory, short, None)
    return {
        "episodes": n,
        "namespaces": namespaces,
        **single,
        "bulk /s": bulk,
        "open + first recall ms": opened,
        "recalls": recalls,
        "bytes per episode": Path(url).stat().st_size / (n + SINGLE),
        "peak MB": max(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024,
    }


def first_recall(url: str, text: str, embedder: WordEmbedder) -> None:
    """What a process that asks once has to do."""
    with Memory.open(url, namespace="n0", embedder=embedder) as memory:
        memory.recall(text)


def in_process(n: int, namespaces: int) -> dict[str, Any]:
    """`measure` in a fresh process and folder."""
    command = [sys.executable, "-m", "benchmarks.speed", "--one", str(n), str(namespaces)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def embedder_times() -> tuple[float, float]:
    """p50 and p99 in milliseconds of the shipped embedder on one short query."""
    model, corpus = MiniLM(), Corpus(seed=1)
    texts = [corpus.text(8) for _ in range(QUERIES)]
    model.embed(texts[:1])
    return quantiles([milliseconds(model.embed, [t], "query") for t in texts])


def main() -> None:
    """Run and print."""
    options = argparse.ArgumentParser(description="Speed, size and memory")
    options.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    options.add_argument("--one", type=int, nargs=2, help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.one:
        with tempfile.TemporaryDirectory(prefix="seasoned-speed-") as folder:
            n, namespaces = asked.one
            print(json.dumps(measure(n, namespaces, folder)))
        return
    runs = [in_process(n, spaces) for n in asked.sizes for spaces in (1, NAMESPACES)]
    columns = [k for k in runs[0] if k != "recalls"]
    rows = [[_cell(run[k]) for k in columns] for run in runs]
    print_table("Recording, opening, size", columns, rows)
    kinds = list(runs[0]["recalls"])
    table = [
        [run["episodes"], run["namespaces"]]
        + [f"{run['recalls'][k]['p50']:.2f} / {run['recalls'][k]['p99']:.2f}" for k in kinds]
        for run in runs
    ]
    print_table("Recall, p50 / p99 ms", ["episodes", "namespaces", *kinds], table)
    p50, p99 = embedder_times()
    print_table("Shipped embedder, one query", ["p50 ms", "p99 ms"], [[p50, p99]])


def _cell(value: float) -> str:
    return f"{value:,.2f}" if value < 10 else f"{value:,.0f}"


if __name__ == "__main__":
    main()
