"""What a run says: tables, how the others stand to seasoned, where seasoned loses, JSON.

It knows the names of measures, and nothing of how they came about.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.peers.environments import PEERS, Peer
from benchmarks.peers.runs import OF_THE_DISK, Cell, Results

US = "seasoned"
_LEVEL = 0.95  # anything nearer to 1 says nothing on a shared machine
# Name, unit and whether less is better, of what is compared.
COMPARED = (
    # Beside the disk's own rate in the same minute: on a shared machine that rate wanders.
    (OF_THE_DISK, "one durable record", False),
    ("bulk /s", "bulk", False),
    ("recall p50", "recall", True),
    ("tenant recall p50", "recall in one of fifty tenants", True),
    ("first recall ms", "first recall of a new process", True),
    ("bytes per record", "size on disk", True),
    ("peak MB", "memory", True),
)
_WRITING = ("syncs", "single, ms", "of the disk", "bulk /s", "50 tenants, bulk /s")
_SIZES = ("bytes per record", "peak MB", "note")
_READING = ("recall, ms", "found", "tenant recall, ms", "found", "a tenant's first, ms")
_OPENING = ("import, open, first recall, ms",)


class Table(NamedTuple):
    """A title, a head and rows of text."""

    title: str
    columns: Sequence[str]
    rows: list[list[str]]


class Standing(NamedTuple):
    """How many times better seasoned does than a peer; below 1 it loses."""

    size: int
    measure: str
    peer: Peer
    times: float


def tables(results: Results) -> Iterator[Table]:
    """Two tables for each size, then who was left out."""
    for size in results.sizes:
        cells = {peer: results.cells.get((peer.name, size)) for peer in PEERS}
        there = [(peer, cell) for peer, cell in cells.items() if cell]
        if not there:
            continue
        yield Table(
            f"{size:,} records: writing and size",
            ("", *_WRITING, *_SIZES),
            [[_title(peer), *_writing(results, peer, cell)] for peer, cell in there],
        )
        yield Table(
            f"{size:,} records: reading",
            ("", *_READING, *_OPENING),
            [[_title(peer), *_reading(cell)] for peer, cell in there],
        )
    if results.skipped:
        rows = [[name, reason] for name, reason in results.skipped.items()]
        yield Table("Skipped", ("", "reason"), rows)


def _title(peer: Peer) -> str:
    return f"{peer.title} {peer.version}"


def _writing(results: Results, peer: Peer, cell: Cell) -> list[str]:
    syncs = results.syncs.get(peer.name)
    said = ("yes" if peer.durable else "none") + ", as documented"
    return [
        (_number(syncs) if syncs else "none") if syncs is not None else said,
        _pair(cell, "single"),
        _number(cell.median(OF_THE_DISK)),
        _number(cell.median("bulk /s")),
        _number(cell.median("tenant bulk /s")),
        _number(cell.median("bytes per record")),
        _number(cell.median("peak MB")),
        cell.note,
    ]


def _reading(cell: Cell) -> list[str]:
    return [
        _pair(cell, "recall"),
        _number(cell.median("recall found")),
        _pair(cell, "tenant recall"),
        _number(cell.median("tenant recall found")),
        _number(cell.median("first of a tenant p50")),
        _number(cell.median("first recall ms")),
    ]


def _pair(cell: Cell, name: str) -> str:
    p50, p99 = cell.median(f"{name} p50"), cell.median(f"{name} p99")
    return "–" if p50 is None else f"{_number(p50)} / {_number(p99)}"


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.2f}" if value < 10 else f"{value:,.0f}"


def standings(results: Results) -> list[Standing]:
    """seasoned beside each peer, for each size and measure that both have."""
    return [
        Standing(size, measure, peer, times)
        for size in results.sizes
        for name, measure, less in COMPARED
        for peer in PEERS
        if peer.name != US and (times := _times(results, peer, size, (name, less)))
    ]


def _times(results: Results, peer: Peer, size: int, of: tuple[str, bool]) -> float | None:
    """How many times better seasoned does by a measure of which less, or more, is better."""
    other, own = results.cells.get((peer.name, size)), results.cells.get((US, size))
    if other is None or own is None:
        return None
    name, less = of
    return other.times(own, name) if less else own.times(other, name)


def aims(results: Results) -> list[str]:
    """What the comparison set out to show, as it turned out."""
    lines, found = list[str](), standings(results)
    for size in results.sizes:
        writes = [s for s in found if s[:2] == (size, COMPARED[0][1])]
        reads = [s for s in found if s[:2] == (size, COMPARED[3][1])]
        durable = [s for s in writes if results.durable(s.peer)]
        chroma = [s for s in writes if s.peer.name == "chromadb"]
        said = [
            *(
                f"{s.times:.1f} × the fastest durable peer ({s.peer.title})"
                for s in _worst(durable)
            ),
            *(f"{s.times:.1f} × chromadb" for s in chroma),
        ]
        if said:
            lines.append(f"{size:,}: one durable record: {', '.join(said)}")
        lines += (
            f"{size:,}: tenant recall: {s.times:.2f} × the fastest peer ({s.peer.title})"
            for s in _worst(reads)
        )
    return lines


def _worst(found: Sequence[Standing]) -> list[Standing]:
    return sorted(found, key=lambda standing: standing.times)[:1]


def losses(results: Results) -> list[str]:
    """Where a peer does better by more than a twentieth, the worst first."""
    worse = sorted((s for s in standings(results) if s.times < _LEVEL), key=lambda s: s.times)
    return [
        f"{s.size:,}: {s.measure}: {s.peer.title} does {1 / s.times:.1f} × as well"
        + ("" if s.measure != COMPARED[0][1] or results.durable(s.peer) else ", without a sync")
        for s in worse
    ]


def markdown(table: Table) -> str:
    """The table for a page of documentation."""
    used = [i for i in range(len(table.columns)) if any(row[i] for row in table.rows)]
    head = [table.columns[i] for i in used]
    lines = [f"**{table.title}**", "", _line(head), _line(["---", *["--:"] * (len(head) - 1)])]
    return "\n".join([*lines, *(_line([row[i] for i in used]) for row in table.rows), ""])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def from_json(*kept: dict[str, Any]) -> Results:
    """The results that `as_json` made, of one run or of several with other sizes."""
    runs = [run for one in kept for run in one["runs"]]
    results = Results(tuple(sorted({run["records"] for run in runs})))
    for one in kept:
        results.skipped |= one["skipped"]
        results.syncs |= one["syncs for a single record"]
    for run in runs:
        results.cells[run["peer"], run["records"]] = Cell(run["rounds"], run["note"])
    return results


def as_json(results: Results) -> dict[str, Any]:
    """Everything, with each round by itself."""
    return {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "versions": {peer.name: peer.version for peer in PEERS},
        "syncs for a single record": results.syncs,
        "skipped": results.skipped,
        "runs": [
            {"peer": name, "records": size, "note": cell.note, "rounds": cell.rounds}
            for (name, size), cell in results.cells.items()
        ],
        "aims": aims(results),
        "losses": losses(results),
    }
