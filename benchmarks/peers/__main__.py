"""seasoned beside its peers, at 1k, 10k and 100k records of about 400 bytes.

Every peer gets the same records and vectors, a virtual environment of its own, and for each
size a fresh process and folder; peers take turns, and medians over the rounds are shown. A peer
that cannot be installed or run is shown with the reason. The first run installs; after that
nothing needs a network.

    python -m benchmarks.peers --sizes 1000
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.common import console, print_table
from benchmarks.peers.environments import PEERS
from benchmarks.peers.figure import svg
from benchmarks.peers.report import aims, as_json, from_json, losses, markdown, tables
from benchmarks.peers.runs import ROOT, Plan, Results, compare

NAMES = tuple(peer.name for peer in PEERS)


def options() -> argparse.Namespace:
    """What the command line asks for."""
    made = argparse.ArgumentParser(description="seasoned beside its peers")
    made.add_argument("--sizes", type=int, nargs="+", default=(1_000, 10_000, 100_000))
    made.add_argument("--peers", nargs="+", choices=NAMES, default=NAMES)
    made.add_argument("--rounds", type=int, default=3, help="of each size; medians are shown")
    made.add_argument("--limit", type=float, default=300, help="seconds for a peer and size")
    made.add_argument("--environments", type=Path, default=ROOT / ".venv-peers")
    made.add_argument("--read", type=Path, nargs="+", help="files of --json to show, not to run")
    made.add_argument("--json", type=Path, help="file for every figure of every round")
    made.add_argument("--figure", type=Path, help="file for the figure, as SVG")
    made.add_argument("--markdown", action="store_true", help="tables for documentation")
    return made.parse_args()


def show(results: Results, as_markdown: bool) -> None:
    """Tables, aims and losses on standard output."""
    for table in tables(results):
        if as_markdown:
            print(markdown(table))
        else:
            print_table(*table)
    console.print("Aims", *aims(results), "", "Where seasoned loses", *losses(results), sep="\n")


def main() -> None:
    """Prepare, run, report."""
    asked = options()
    if asked.read:
        results = from_json(*(json.loads(path.read_text(encoding="utf-8")) for path in asked.read))
    else:
        names = tuple(name for name in NAMES if name in asked.peers)
        plan = Plan(names, tuple(asked.sizes), asked.rounds, asked.limit)
        results = compare(plan, asked.environments, tell=console.print)
    show(results, asked.markdown)
    if asked.json:
        text = json.dumps(as_json(results), indent=1, ensure_ascii=False)
        asked.json.write_text(text + "\n", encoding="utf-8")
    if asked.figure:
        asked.figure.write_text(svg(results), encoding="utf-8")


if __name__ == "__main__":
    main()
