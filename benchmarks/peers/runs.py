"""Running workers: a fresh process and folder each, a time limit, medians over rounds.

It knows nothing of any peer but its name; what went wrong becomes part of the result.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.peers.environments import PEERS, Peer, Unavailable, last_line, prepare

ROOT = Path(__file__).parents[2]
_SYNCS = re.compile(r"\b(fsync|fdatasync|sync_file_range|msync|syncfs)\(")
_MARK = re.compile(r"\bkill\(\d+, 0\)")
# How the peers' own documentation says that telemetry is switched off.
_SETTINGS = {"ANONYMIZED_TELEMETRY": "False", "MEM0_TELEMETRY": "False"}
_LATE = "stopped"
OF_THE_DISK = "of the disk"
_PACE = 2.0  # times that the disk may be quicker for one of two that are compared
_COUNTED = 64  # records that are there before syncs are counted
Figures = dict[str, Any]


@dataclass(slots=True)
class Cell:
    """One peer at one size.

    Attributes:
        rounds: What each round measured.
        note: Why something is missing, empty if nothing is.
    """

    rounds: list[Figures] = field(default_factory=list)
    note: str = ""

    def median(self, name: str) -> float | None:
        """Of a measure over the rounds that have it."""
        found = [figures[name] for figures in self.rounds if name in figures]
        return statistics.median(found) if found else None

    def times(self, other: Cell, name: str) -> float | None:
        """How many times the other's value this one's is, round by round; the median."""
        pairs = zip(self.rounds, other.rounds, strict=False)
        both = [(one, two) for one, two in pairs if name in one and name in two]
        if name == OF_THE_DISK:
            both = [pair for pair in both if _same_pace(*pair)]
        found = [one[name] / two[name] for one, two in both]
        return statistics.median(found) if found else None


def _same_pace(one: Figures, two: Figures) -> bool:
    """Whether the disk was about as quick for both; else the rates say nothing of the two."""
    ratio = float(one.get("disk /s", 1.0)) / float(two.get("disk /s", 1.0))
    return 1 / _PACE < ratio < _PACE


@dataclass(slots=True)
class Results:
    """All that was found out, by peer and size.

    Attributes:
        sizes: Records.
        skipped: Reasons, by the name of a peer that was not run.
        syncs: Syncs for each single record, by name, where they could be counted.
        cells: Measures by name and size.
    """

    sizes: tuple[int, ...]
    skipped: dict[str, str] = field(default_factory=dict)
    syncs: dict[str, float] = field(default_factory=dict)
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)

    def durable(self, peer: Peer) -> bool:
        """Whether a write that returned is on the disk: as counted, else as documented."""
        return self.syncs.get(peer.name, float(peer.durable)) >= 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run.

    Attributes:
        names: Peers, in the order of each round.
        sizes: Records.
        rounds: Times that each size is run, peers taking turns.
        limit: Seconds for one peer, size and part.
    """

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    rounds: int
    limit: float


def compare(plan: Plan, environments: Path, tell: Callable[[str], object] = print) -> Results:
    """Prepare and run everything that the plan names; never fails because of a peer."""
    results = Results(plan.sizes)
    pythons = prepared(plan.names, environments, results, tell)
    for name, python in pythons.items():
        syncs = count_syncs(name, python, plan.limit)
        if syncs is not None:
            results.syncs[name] = syncs
    try:
        for size in sorted(plan.sizes):
            take_turns(plan, size, pythons, results, tell)
    except KeyboardInterrupt:
        tell("interrupted; what was measured until now:")
    return results


def take_turns(
    plan: Plan,
    size: int,
    pythons: Mapping[str, str],
    results: Results,
    tell: Callable[[str], object],
) -> None:
    """All rounds of one size, for those who were not too slow with less."""
    for name in pythons:
        slow = [
            n for (who, n), c in results.cells.items() if who == name and c.note.startswith(_LATE)
        ]
        note = f"not tried: too slow at {slow[0]:,}" if slow else ""
        results.cells[name, size] = Cell(note=note)
    for turn in range(plan.rounds):
        for name, python in pythons.items():
            cell = results.cells[name, size]
            if cell.note:
                continue  # what failed once would only take time again
            figures, cell.note = measure(name, python, size, plan.limit)
            cell.rounds.append(figures)
            tell(f"{size:,} records, round {turn + 1}: {name} {cell.note or 'done'}")


def prepared(
    names: Sequence[str], folder: Path, results: Results, tell: Callable[[str], object]
) -> dict[str, str]:
    """The Python of each peer that can be had; the others' reasons go to the results."""
    pythons = dict[str, str]()
    for peer in (peer for peer in PEERS if peer.name in names):
        try:
            pythons[peer.name] = prepare(peer, folder)
        except (Unavailable, OSError) as reason:
            results.skipped[peer.name] = last_line(str(reason))
            tell(f"{peer.name} is skipped: {reason}")
    return pythons


def measure(name: str, python: str, size: int, limit: float) -> tuple[Figures, str]:
    """All parts of one round; the note says what stopped it."""
    figures, notes = Figures(), list[str]()
    with tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True) as scratch:
        for part, place in (("whole", "whole"), ("again", "whole"), ("shared", "shared")):
            found, note = work([python], (name, part, str(size)), Path(scratch, place), limit)
            figures |= found
            if note:
                notes.append(note)
            if part == "whole" and note:
                break  # neither opening nor fifty tenants would get further
    return figures, "; ".join(notes)


def work(
    command: Sequence[str], task: tuple[str, str, str], folder: Path, limit: float
) -> tuple[Figures, str]:
    """Run a worker; what it measured until it ended, and why it ended early if it did."""
    command = [*command, "-m", "benchmarks.peers.worker", *task, str(folder)]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=ROOT,
            env=environment(folder.parent),
            start_new_session=True,
        )
        late = False
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            late = True
            output = _end(process)
        except BaseException:
            _end(process)
            raise
        errors.seek(0)
        said = errors.read()
    figures = collect(output.splitlines())
    phase = figures.pop("phase", "start")
    if late:
        return figures, f"{_LATE} after {limit:g} s while {phase}"
    if process.returncode or phase != "done":
        return figures, f"failed in {phase}: {last_line(said)}"
    return figures, ""


def _end(process: subprocess.Popen[str]) -> str:
    """Kill a worker and whatever it started; what it had said."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.communicate()[0]


def environment(home: Path) -> dict[str, str]:
    """A bare environment: no settings of the user, no way around this machine."""
    here = {"HOME": str(home), "MEM0_DIR": str(home / "mem0"), "TMPDIR": str(home)}
    python = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    return {"PATH": os.defpath, "LANG": "C.UTF-8", **_SETTINGS, **here, **python}


def collect(lines: Iterable[str]) -> Figures:
    """The figures of all whole lines; a line that was cut off is left out."""
    figures = Figures()
    for line in lines:
        try:
            figures |= json.loads(line)
        except ValueError:
            continue
    return figures


def count_syncs(name: str, python: str, limit: float) -> float | None:
    """Syncs for each single record as the kernel saw them, None where they cannot be counted."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    with tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True) as scratch:
        log = Path(scratch, "calls")
        calls = "trace=kill,fsync,fdatasync,sync_file_range,msync,syncfs"
        traced = [strace, "-f", "-qq", "-e", calls, "-e", "signal=none", "-o", str(log), python]
        task = (name, "counted", str(_COUNTED))
        figures, note = work(traced, task, Path(scratch, "counted"), limit)
        if note or not log.is_file():
            return None
        return syncs_between_marks(log.read_text(encoding="utf-8", errors="replace"), figures)


def syncs_between_marks(log: str, figures: Mapping[str, Any]) -> float | None:
    """Syncs between the worker's two marks, for each record that it says it wrote there."""
    parts = _MARK.split(log)
    if len(parts) < 3 or not figures.get("counted"):
        return None
    return len(_SYNCS.findall(parts[1])) / float(figures["counted"])
