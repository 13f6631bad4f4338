"""The figure: for each peer a dot per size on a logarithmic scale, written as plain SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from benchmarks.peers.environments import PEERS, Peer
from benchmarks.peers.report import US
from benchmarks.peers.runs import OF_THE_DISK, Cell, Results

_PANELS = (
    # Not in milliseconds: how long a disk takes to sync wanders on a shared machine.
    (OF_THE_DISK, "one record, in bare syncs"),
    ("recall p50", "recall, ms"),
    ("tenant recall p50", "… in one of 50 tenants, ms"),
    ("first recall ms", "… of a new process, ms"),
)
_LEFT, _WIDTH, _GAP, _ROW, _TOP = 170, 185, 24, 26, 62  # pixels
_OURS, _OTHERS, _LINES, _TEXT = "#b4531a", "#44546a", "#d5d8dc", "#222"


class _Scale(NamedTuple):
    """Powers of ten from the left to the right edge of a panel."""

    left: float
    low: int
    high: int

    def x(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.left + 6 + share * (_WIDTH - 12)


def svg(results: Results) -> str:
    """The whole picture; milliseconds, medians, smaller is better."""
    rows = [p for p in PEERS if any((p.name, size) in results.cells for size in results.sizes)]
    width = _LEFT + len(_PANELS) * (_WIDTH + _GAP)
    height = _TOP + len(rows) * _ROW + 40
    sizes = ", ".join(f"{size:,}" for size in results.sizes)
    title = f"Medians, less is better; a larger dot for more records ({sizes})"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12" role="img">',
        "<title>seasoned beside its peers</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(10, 20, title, size=13),
        *(_text(10, _y(i), p.title, _colour(p)) for i, p in enumerate(rows)),
    ]
    for place, (name, label) in enumerate(_PANELS):
        left = _LEFT + place * (_WIDTH + _GAP)
        parts += _panel(results, rows, name, label, left)
    foot = "hollow: not synced to the disk before the call returns"
    return "\n".join([*parts, _text(10, height - 10, foot), "</svg>", ""])


def _panel(
    results: Results, rows: Sequence[Peer], name: str, label: str, left: float
) -> Iterator[str]:
    found = {
        (peer.name, size): _value(cell, name)
        for peer in rows
        for size in results.sizes
        if (cell := results.cells.get((peer.name, size)))
    }
    known = [value for value in found.values() if value > 0]
    if not known:
        return
    low = math.floor(math.log10(min(known)))
    scale = _Scale(left, low, max(math.ceil(math.log10(max(known))), low + 1))
    yield _text(left, 44, label)
    bottom = _y(len(rows) - 1) + 12
    for power in range(scale.low, scale.high + 1):
        x = scale.x(10.0**power)
        yield f'<path d="M{x:.1f} {_TOP - 10}V{bottom}" stroke="{_LINES}"/>'
        yield _text(x, bottom + 14, f"{10.0**power:g}", size=10, anchor="middle")
    for i, peer in enumerate(rows):
        dots = [(s, found.get((peer.name, s), 0.0)) for s in results.sizes]
        hollow = name == OF_THE_DISK and not results.durable(peer)
        yield from _dots([(s, scale.x(v)) for s, v in dots if v > 0], i, peer, hollow)


def _value(cell: Cell, name: str) -> float:
    """What is drawn, 0 for what is missing; a rate is turned round."""
    median = cell.median(name) or 0.0
    return 1 / median if median and name == OF_THE_DISK else median


def _dots(dots: Sequence[tuple[int, float]], row: int, peer: Peer, hollow: bool) -> Iterator[str]:
    colour, y = _colour(peer), _y(row) - 4
    if len(dots) > 1:
        places = [x for _, x in dots]
        yield f'<path d="M{min(places):.1f} {y}H{max(places):.1f}" stroke="{colour}"/>'
    for size, x in dots:
        radius = max(2.5, 1.5 * math.log10(size) - 2)
        fill = "#fff" if hollow else colour
        yield (f'<circle cx="{x:.1f}" cy="{y}" r="{radius:.1f}" fill="{fill}" stroke="{colour}"/>')


def _y(row: int) -> int:
    return _TOP + row * _ROW + 8


def _colour(peer: Peer) -> str:
    return _OURS if peer.name == US else _OTHERS


def _text(
    x: float, y: float, text: str, colour: str = _TEXT, size: int = 12, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y}" font-size="{size}" fill="{colour}"'
        f' text-anchor="{anchor}">{escape(text)}</text>'
    )
