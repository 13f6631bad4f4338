"""The measuring itself, inside a peer's environment: one JSON line per measure as it is done.

What was measured before the process is stopped is not lost, since each line goes out at once.

    python -m benchmarks.peers.worker PEER PART N FOLDER
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.adapters import ADAPTERS, Adapter
from benchmarks.peers.workload import TENANTS, Embedding, Record, Workload

CHUNK = 1_000  # records handed over in one call
SINGLE = 200  # single records timed
QUERIES = 200
SYNCS = 20  # single records whose syncs are counted
PATIENCE = 30.0  # seconds after which a measure makes do with what it has
_FEWEST = 5


class Report:
    """Lines of JSON on the original standard output, which the peer cannot write to."""

    def __init__(self) -> None:
        self._file = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def __call__(self, **figures: Any) -> None:
        print(json.dumps(figures), file=self._file, flush=True)


def stay_at_home(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse connections to other machines; a peer that tries shows up as failed."""
    if event == "socket.getaddrinfo":
        raise PermissionError(f"no network while measuring: {arguments[0]}")
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        raise PermissionError(f"no network while measuring: {arguments[1]}")


def timed(call: Callable[[], object]) -> float:
    """Milliseconds that the call takes."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def series(calls: Sequence[Callable[[], object]]) -> list[float]:
    """Milliseconds of each call, as many as patience allows."""
    taken, start = list[float](), time.monotonic()
    for call in calls:
        taken.append(timed(call))
        if len(taken) >= _FEWEST and time.monotonic() - start > PATIENCE:
            break
    return taken


def quantiles(name: str, times: Sequence[float]) -> dict[str, float]:
    """Median and 99th percentile under this name."""
    p50, p99 = np.percentile(times, (50, 99)).tolist()
    return {f"{name} p50": p50, f"{name} p99": p99}


def load(peer: Adapter, work: Workload, report: Report, name: str) -> None:
    """Store everything in bulk; the rate is told after each call."""
    taken = 0.0
    for start in range(0, work.n, CHUNK):
        records = [work.record(i) for i in range(start, min(start + CHUNK, work.n))]
        taken += timed(partial(peer.add_many, records))
        loaded = start + len(records)
        report(**{"loaded": loaded, name: 1000 * loaded / taken})


def recalls(peer: Adapter, work: Workload, report: Report, tenants: bool) -> None:
    """Ask for records that are there; say how fast, and how many were found."""
    found = list[bool]()

    def ask(record: Record) -> None:
        tenant = record.tenant if tenants else None
        found.append(record.task in peer.recall(work.question(record), tenant))

    name = "tenant recall" if tenants else "recall"
    chosen = work.sample(QUERIES)
    if tenants:
        first = {record.tenant: record for record in chosen}.values()
        cold = series([partial(ask, r) for r in first])
        report(**{"first of a tenant p50": quantiles("", cold)[" p50"]})
    else:
        series([partial(ask, r) for r in chosen[:_FEWEST]])
    found.clear()
    times = series([partial(ask, r) for r in chosen])
    report(**quantiles(name, times), **{f"{name} found": sum(found) / len(found)})


def disk(folder: Path) -> list[float]:
    """Milliseconds of writes of 4 kB with a sync each: what the disk itself allows."""
    path = folder.parent / "sync"
    with path.open("wb") as file:

        def write() -> None:
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())

        times = series([write] * SINGLE)
    path.unlink()
    return times


def singles(peer: Adapter, work: Workload, report: Report, folder: Path) -> int:
    """Store one at a time, between two looks at the disk; how many."""
    records = [work.record(work.n + i) for i in range(SINGLE)]
    before = disk(folder)
    times = series([partial(peer.add, r) for r in records])
    bare = float(np.median([*before, *disk(folder)]))
    rates = {"disk /s": 1000 / bare, "of the disk": bare / float(np.median(times))}
    report(**quantiles("single", times), **rates)
    return len(times)


def peak() -> float:
    """Megabytes that this process held at most."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def whole(make: Callable[[], Adapter], work: Workload, report: Report, folder: Path) -> None:
    """All records belong to one tenant: loading, recall, single records, size."""
    peer = make()
    report(phase="loading")
    load(peer, work, report, "bulk /s")
    report(phase="recall")
    recalls(peer, work, report, tenants=False)
    report(phase="single records")
    stored = work.n + singles(peer, work, report, folder)
    report(**{"peak MB": peak()})
    report(phase="closing")
    peer.close()
    report(**{"bytes per record": size(folder) / stored})


def shared(make: Callable[[], Adapter], work: Workload, report: Report, folder: Path) -> None:
    """The records belong to fifty tenants: loading and recall within one of them."""
    peer = make()
    report(phase="loading")
    load(peer, work, report, "tenant bulk /s")
    report(phase="recall of a tenant")
    recalls(peer, work, report, tenants=True)
    report(**{"tenants peak MB": peak()})
    peer.close()


def again(make: Callable[[], Adapter], work: Workload, report: Report, folder: Path) -> None:
    """What a new process that asks once has to wait for: importing, opening, searching."""
    record = work.record(work.n)  # written singly, by another process
    start = time.perf_counter()
    tasks = make().recall(work.question(record), None)
    report(**{"first recall ms": (time.perf_counter() - start) * 1000})
    report(**{"first recall found": float(record.task in tasks)})


def counted(make: Callable[[], Adapter], work: Workload, report: Report, folder: Path) -> None:
    """Single records between two marks that whoever counts system calls will see."""
    peer = make()
    load(peer, work, report, "bulk /s")
    peer.add(work.record(work.n))
    os.kill(os.getpid(), 0)
    for i in range(SYNCS):
        peer.add(work.record(work.n + 1 + i))
    os.kill(os.getpid(), 0)
    report(counted=SYNCS)
    peer.close()


PARTS = {"whole": whole, "shared": shared, "again": again, "counted": counted}


def main() -> None:
    """Measure one part for one peer."""
    name, part, n, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    report = Report()
    sys.addaudithook(stay_at_home)
    folder.mkdir(exist_ok=True)
    work = Workload(n, TENANTS if part == "shared" else 1)
    embed = Embedding()
    report(phase="open")
    PARTS[part](lambda: ADAPTERS[name](folder, embed), work, report, folder)
    report(phase="done")
    os._exit(0)  # some peers leave threads behind that never end


if __name__ == "__main__":
    main()
