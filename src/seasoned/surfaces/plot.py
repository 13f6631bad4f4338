"""A learning curve as text, for a terminal."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from seasoned.core.curve import Running
from seasoned.core.indicators import CurveReport

_WIDTH, _HEIGHT = 64, 11  # columns, rows: one for each tenth
_LEFT, _LEAST = 8, 20  # columns: of the scale, and of the smallest plot
_LINE, _BAND, _TURN = "●", "░", "┊"
_STYLES: Final = {_LINE: "bold cyan", _BAND: "dim cyan", _TURN: "yellow"}


def plot(report: CurveReport, columns: int = 80) -> Text:
    """The running rate with its interval, over the episodes; a dotted line where it changed.

    Empty where fewer outcomes are known than a rate is of, or there is no room.

    Args:
        report: What is drawn.
        columns: That there are.
    """
    wide = min(_WIDTH, columns - _LEFT)
    if not report.running or wide < _LEAST:
        return Text()
    last = len(report.curve.snapshots)
    rows = [[" "] * wide for _ in range(_HEIGHT)]
    for turn in report.curve.turns:
        for row in rows:
            row[_column(turn.episode_number, last, wide)] = _TURN
    for column, point in _points(report.running, last, wide).items():
        for height in range(_row(point.interval.high), _row(point.interval.low) + 1):
            rows[height][column] = _BAND
        rows[_row(point.rate)][column] = _LINE
    found = Text()
    for height, row in enumerate(rows):
        share = 100 * (_HEIGHT - 1 - height) // (_HEIGHT - 1)
        found.append(f"{share:4d} % │" if height % 5 == 0 else "       │")
        for sign in row:
            found.append(sign, _STYLES.get(sign, ""))
        found.append("\n")
    found.append(f"       └{'─' * wide}\n")
    found.append(f"        1{'episode':^{wide - 1 - len(str(last))}}{last}\n")
    signs = [f"{_LINE} success rate of the newest {report.width}", f"{_BAND} its 95 % interval"]
    signs += [f"{_TURN} change"] if report.curve.turns else []
    between = "  " if len("  ".join(signs)) <= wide else f"\n{' ' * _LEFT}"
    found.append(" " * _LEFT + between.join(signs))
    return found


def _points(running: tuple[Running, ...], last: int, wide: int) -> dict[int, Running]:
    """For each column from the first rate on the newest that there is."""
    places = {_column(point.episode_number, last, wide): point for point in running}
    found: dict[int, Running] = {}
    point = running[0]
    for column in range(min(places), wide):
        found[column] = point = places.get(column, point)
    return found


def _column(episode_number: int, last: int, wide: int) -> int:
    return (episode_number - 1) * (wide - 1) // max(1, last - 1)


def _row(rate: float) -> int:
    return round((1.0 - rate) * (_HEIGHT - 1))
