"""Speed and memory of notes, facts, documents, sessions and assembled contexts.

One file with so many notes, facts and chunks in one namespace. The embedder is left out: vectors
are sums of random vectors of words, at hardly any cost. Times are medians and 99th percentiles of
calls in one process, after a warm-up, with the processor's time of all threads in the mean, since
machines are shared; compare them within a run.

    python -m benchmarks.knowledge_speed
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.common import print_table
from benchmarks.speed import Corpus, WordEmbedder, milliseconds, quantiles
from seasoned import AsyncMemory, Memory, Options
from seasoned.core.costs import Costs
from seasoned.core.facts import Fact
from seasoned.core.messages import Message
from seasoned.core.notes import Note
from seasoned.core.portable_knowledge import FactArrival, KeptFact
from seasoned.core.window import WindowRules
from seasoned.memories.documents import Cutting
from seasoned.memories.working import WorkingMemory, WorkingPolicy
from seasoned.ports import Scope

SIZE = 100_000  # of each kind
BATCH = 256  # facts in one transaction
CALLS = 200
DOCUMENT = 1_000  # chunks of one document
WORDS = 25  # of a note
TURN = 20  # words of a message
SESSION = 100_000  # tokens
KINDS = ("fact", "preference", "instruction")
AGENTS = 50


def corpus_of(seed: int) -> Corpus:
    """Words by Zipf's law."""
    return Corpus(seed)


def document(corpus: Corpus, chunks: int) -> str:
    """Markdown that is cut into about so many chunks, a section each."""
    parts = (f"## {corpus.text(3)} {i}\n\n{corpus.text(WORDS)}." for i in range(chunks))
    return "\n\n".join(parts)


def fill(memory: Memory, size: int, corpus: Corpus) -> list[list[object]]:
    """Notes, facts and chunks; how many a second."""
    start = time.perf_counter()
    memory.notes.remember_many(Note(f"{corpus.text(WORDS)} {i}") for i in range(size))
    notes = time.perf_counter()
    for first in range(0, size, BATCH):
        many = range(first, min(first + BATCH, size))
        known(
            memory,
            [
                Fact(
                    f"subject {i % (size // 10 or 1)}",
                    KINDS[i % 3],
                    f"{corpus.text(2)} {i}",
                    corpus.text(4),
                )
                for i in many
            ],
        )
    facts = time.perf_counter()
    chunks = 0
    for i in range(size // DOCUMENT):
        chunks += memory.documents.add(document(corpus, DOCUMENT), f"book-{i}.md").chunks
    documents = time.perf_counter()
    return [
        ["notes, 256 at a time", size, round(size / (notes - start))],
        ["facts, 256 at a time", size, round(size / (facts - notes))],
        ["chunks, a document at a time", chunks, round(chunks / (documents - facts))],
    ]


def known(memory: Memory, facts: Sequence[Fact]) -> None:
    """Keep new facts in one transaction, as loading an export does; `remember` has one for each."""
    passages = memory.facts._passages
    writes = passages.writes(Scope("default"), facts)
    arrivals = [
        FactArrival(KeptFact("default", one.record), one)
        for one in writes
        if isinstance(one.record, Fact)
    ]
    passages.store.transfer.load(arrivals)


def timed(name: str, call: Callable[[str], Any], texts: Sequence[str]) -> list[object]:
    """A line of a table, after a warm-up."""
    for text in texts[:5]:
        call(text)
    start = time.process_time()
    times = [milliseconds(call, text) for text in texts]
    busy = (time.process_time() - start) * 1000 / len(texts)
    return [name, *quantiles(times), busy]


def questions(memory: Memory, corpus: Corpus, calls: int) -> Iterator[list[object]]:
    """Times of all that is asked."""
    texts = [corpus.text(8) for _ in range(calls)]
    yield ["first context of a process", milliseconds(memory.context, texts[0]), "", ""]
    for budget in (1_000, 2_000, 4_000):
        asked = partial(memory.context, max_tokens=budget)
        yield timed(f"context, {budget:,} tokens", asked, texts)
    yield timed("notes.lookup, 5", memory.lookup, texts)
    yield timed("facts.lookup, 5", memory.facts.lookup, texts)
    yield timed("documents.search, 5", memory.documents.search, texts)
    kind = memory.facts.recall_by_type
    yield timed("facts of a kind, 20", lambda text: kind("preference", limit=20), texts)
    yield timed("facts of a subject", lambda text: kind(subject="subject 7"), texts)


def written(memory: Memory, corpus: Corpus, calls: int) -> Iterator[list[object]]:
    """Times of what is written into a full memory."""
    texts = [corpus.text(WORDS) for _ in range(calls)]
    yield timed("notes.remember", memory.remember, texts)
    yield timed("facts.remember", lambda t: memory.facts.remember("x", "fact", t[:40], t), texts)
    text = document(corpus, DOCUMENT)
    changed = text.replace("## ", "## new ", 3)
    for name, one in (("new", text), ("unchanged", text), ("three chunks changed", changed)):
        took = milliseconds(memory.documents.add, one, "new.md")
        yield [f"documents.add of {DOCUMENT:,} chunks, {name}", took, "", ""]


def sessions(folder: str) -> Iterator[list[object]]:
    """Times of adding a message to a long conversation, with and without a sync of the disk."""
    roomy = WorkingPolicy(WindowRules(max_tokens=2 * SESSION, threshold=2 * SESSION))
    for synchronous in ("full", "normal"):
        url = str(Path(folder, f"session-{synchronous}.db"))
        with Memory.open(url, embedder=False, options=Options(synchronous=synchronous)) as memory:
            long, folding = memory.session("long", policy=roomy), memory.session("folding")
            yield from added(f"{SESSION:,} tokens, {synchronous}", long)
            yield from added(f"default budget, {synchronous}", folding, 4 * CALLS)


def added(name: str, session: WorkingMemory, calls: int = CALLS) -> Iterator[list[object]]:
    """Times of single messages at the end of a session of 100,000 tokens; folds apart."""
    corpus, tokens = corpus_of(3), 0
    while tokens < SESSION:
        part = [Message("user", corpus.text(TURN)) for _ in range(100)]
        tokens += sum(map(Costs().of, part))
        session.add_many(part)
    times, folds, summary = list[float](), list[float](), session.summary
    for _ in range(calls):
        took = milliseconds(session.add, corpus.text(TURN))
        folded = session.summary is not summary
        (folds if folded else times).append(took)
        summary = session.summary
    yield [name, len(times), *quantiles(times)]
    if folds:
        yield [f"  of these, folds ({name})", len(folds), *quantiles(folds)]


def agents(url: str, corpus: Corpus) -> Iterator[list[object]]:
    """How long the event loop stands still while many agents share a memory."""
    texts = [corpus.text(8) for _ in range(4 * AGENTS)]
    for name, busy in (("nothing else", False), (f"{AGENTS} agents", True)):
        yield [f"lag of the loop, {name}", *quantiles(asyncio.run(lag(url, texts, busy))), ""]


async def lag(url: str, texts: Sequence[str], busy: bool) -> list[float]:
    """Milliseconds by which a tick of 1 ms came late, while agents remember and ask."""
    late, done = list[float](), asyncio.Event()

    async def watch() -> None:
        while not done.is_set():
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            late.append((time.perf_counter() - start) * 1000 - 1)

    async def agent(memory: Any, number: int) -> None:
        for text in texts[number::AGENTS]:
            await memory.remember(f"{text} of {number}")
            await memory.facts.remember(f"agent {number}", "fact", text[:40], text)
            await memory.context(text)

    async with AsyncMemory.open(url, embedder=WordEmbedder()) as memory:
        if busy:
            await agent(memory, 0)  # loads what the others share
        watching = asyncio.create_task(watch())
        if busy:
            await asyncio.gather(*(agent(memory, number) for number in range(1, AGENTS + 1)))
        else:
            await asyncio.sleep(1)
        done.set()
        await watching
    return late


def main() -> None:
    """Run and print."""
    options = argparse.ArgumentParser(description="Speed of notes, facts and documents")
    options.add_argument("--size", type=int, default=SIZE, help="notes, facts and chunks each")
    options.add_argument("--calls", type=int, default=CALLS, help="calls of each kind")
    asked = options.parse_args()
    corpus = corpus_of(7)
    with tempfile.TemporaryDirectory(prefix="seasoned-knowledge-") as folder:
        url = str(Path(folder, "knowledge.db"))
        more = Options(synchronous="normal", cutting=Cutting())
        with Memory.open(url, embedder=WordEmbedder(), options=more) as memory:
            print_table("Filling", ["what", "how many", "/s"], fill(memory, asked.size, corpus))
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
        print_table("File", ["MB", "bytes an item"], [[size / 1e6, size / (3 * asked.size)]])
        columns = ["call", "p50 ms", "p99 ms", "CPU ms"]
        with Memory.open(url, embedder=WordEmbedder()) as memory:
            print_table("Asking", columns, questions(memory, corpus, asked.calls))
            print_table("Writing", columns, written(memory, corpus, asked.calls))
        if hasattr(AsyncMemory, "context"):
            print_table("Sharing", columns, agents(url, corpus))
        columns = ["session", "messages", "p50 ms", "p99 ms"]
        print_table("Adding a message", columns, sessions(folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print_table("Memory", ["peak MB"], [[peak]])


if __name__ == "__main__":
    main()
