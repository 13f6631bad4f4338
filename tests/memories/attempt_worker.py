"""What other processes do in the tests of attempts: `python attempt_worker.py TASK FILE ARGS`.

Each says "ready", waits for a line, and then says one line for every attempt it tried to close.
"""

from __future__ import annotations

import sys
from datetime import timedelta

from seasoned import Conflict, Memory


def finish(path: str, solution: str, *ids: str) -> None:
    """Finish attempts and say the episode and whether it was made here, or that it was refused."""
    with Memory.open(path, embedder=False) as memory:
        wait()
        for id in ids:
            try:
                receipt = memory.resume(id).finish(solution, outcome="success")
                print(receipt.id, receipt.created, flush=True)
            except Conflict:
                print("refused", False, flush=True)


def expire(path: str) -> None:
    """Close what is open and say the episodes."""
    with Memory.open(path, embedder=False) as memory:
        wait()
        for receipt in memory.admin.expire(timedelta(0)):
            print(receipt.id, receipt.created, flush=True)


def wait() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    finish(*sys.argv[2:]) if sys.argv[1] == "finish" else expire(sys.argv[2])
