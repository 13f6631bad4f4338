"""What other processes do with sessions, facts and budgets, told TASK, FILE, NAME and COUNT.

Each waits until it is let go, and then says a line for every write that was acknowledged.
"""

from __future__ import annotations

import sys

from seasoned import Memory
from seasoned.ports import Scope
from tests.contract.knowing import Knower, said
from tests.contract.stores import good

SCOPE = Scope("default", "ann")


def wait_for_start() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def say(memory: Memory, name: str, count: str) -> None:
    """Say things in a session that others speak in, too."""
    for i in range(int(count)):
        (place,) = memory._parts.store.knowledge.sessions.append(
            SCOPE, "s", said(f"{name} {i}"), 1.0
        )
        print(place, f"{name} {i}", flush=True)


def fold(memory: Memory, name: str, count: str) -> None:
    """Fold one message after the other, as far as nobody else was faster."""
    sessions = memory._parts.store.knowledge.sessions
    for _ in range(int(count)):
        row = sessions.get(SCOPE, "s")
        assert row
        place = sessions.read(SCOPE, "s")[0].place
        print(row.version, sessions.fold(SCOPE, "s", row.version, {place: "folded"}, None))


def close(memory: Memory, name: str, count: str) -> None:
    """Close sessions that others close, too."""
    for i in range(int(count)):
        (write,) = memory._parts.writer.prepare(SCOPE, [good(name)])
        receipt = memory._parts.store.knowledge.sessions.close(SCOPE, f"s{i}", write)
        assert receipt
        print(receipt.id, receipt.created)


def tell(memory: Memory, name: str, count: str) -> None:
    """State a fact that others contradict."""
    knower = Knower(memory._parts.store, SCOPE)
    for i in range(int(count)):
        ruling = knower.tell(f"{name} {i}")
        print(ruling.action, ruling.stands)


def spend(memory: Memory, name: str, count: str) -> None:
    """Spend a budget that others spend, too."""
    for _ in range(int(count)):
        print(memory._parts.store.knowledge.spending.spend("2026-03-01", "m", 1, 10, (70, -1)))


def add(memory: Memory, name: str, count: str) -> None:
    """Add versions of a document that others add, too; the last is the same for all."""
    mine = memory.for_user("ann")
    for i in range(int(count) - 1, -1, -1):
        own = f"{name} {i}" if i else "the end"
        parts = (f"# Part {n}\n\n{own if n % 2 else 'of all'} {n}" for n in range(6))
        added = mine.documents.add("\n\n".join(parts), "shared.md")
        print(added.chunks, added.added, added.kept, added.removed, flush=True)


def main() -> None:
    task, path, *rest = sys.argv[1:]
    wait_for_start()
    with Memory.open(path, embedder=False) as opened:
        globals()[task](opened, *rest)
