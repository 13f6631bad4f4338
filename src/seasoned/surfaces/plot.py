"""A learning curve as text, for a terminal."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from seasoned.core.curve import Running
from seasoned.core.indicators import CurveReport

_WIDTH, _HEIGHT = 64, 11  # columns, rows: one for each tenth
_LINE, _BAND, _TURN = "●", "░", "┊"
_STYLES: Final = {_LINE: "bold cyan", _BAND: "dim cyan", _TURN: "yellow"}


def plot(report: CurveReport) -> Text:
    """The running rate with its interval, over the episodes; a dotted line where it changed.

    Empty where fewer outcomes are known than a rate is of.
    """
    if not report.running:
        return Text()
    last = len(report.curve.snapshots)
    rows = [[" "] * _WIDTH for _ in range(_HEIGHT)]
    for turn in report.curve.turns:
        for row in rows:
            row[_column(turn.episode_number, last)] = _TURN
    for column, point in _points(report.running, last).items():
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
    found.append(f"       └{'─' * _WIDTH}\n")
    found.append(f"        1{'episode':^{_WIDTH - 1 - len(str(last))}}{last}\n")
    found.append(f"        {_LINE} success rate of the newest {report.width}  ")
    found.append(f"{_BAND} its 95 % interval{f'  {_TURN} change' if report.curve.turns else ''}")
    return found


def _points(running: tuple[Running, ...], last: int) -> dict[int, Running]:
    """For each column from the first rate on the newest that there is."""
    places = {_column(point.episode_number, last): point for point in running}
    found: dict[int, Running] = {}
    point = running[0]
    for column in range(min(places), _WIDTH):
        found[column] = point = places.get(column, point)
    return found


def _column(episode_number: int, last: int) -> int:
    return (episode_number - 1) * (_WIDTH - 1) // max(1, last - 1)


def _row(rate: float) -> int:
    return round((1.0 - rate) * (_HEIGHT - 1))
