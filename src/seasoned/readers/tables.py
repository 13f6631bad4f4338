"""A table of a page as Markdown, or as paragraphs where it only puts things side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

_CELL: Final = 400  # characters of a cell; what says more is text that a table lays out
_SPAN: Final = 50  # columns that one cell takes at most


_Row: TypeAlias = list[list[str]]  # a cell is its paragraphs


class Table:
    """A table as far as it was gone through."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._before: list[str] = []  # what was said outside of cells: a caption
        self._at = 0  # the column of the cell that was begun last

    def row(self) -> None:
        """Begin a row."""
        self._rows.append([])

    def cell(self, span: str) -> None:
        """Begin a cell; it takes as many columns as `span` says."""
        if not self._rows:
            self.row()
        columns = min(int(span), _SPAN) if span.isdecimal() and len(span) < 5 else 1
        self._at = len(self._rows[-1])
        self._rows[-1].extend([] for _ in range(max(1, columns)))

    def fill(self, said: list[str]) -> None:
        """What was said since the last cell began belongs to it."""
        if not self._rows or not self._rows[-1]:
            self._before += said
        else:  # of a cell over several columns the first one says it
            self._rows[-1][self._at] += said

    def blocks(self) -> list[list[str]]:
        """Its lines, a list for each paragraph."""
        rows = [row for row in self._rows if any(row)]
        caption = [[line] for line in self._before]
        if not rows:
            return caption
        if _lays_out(rows):
            return caption + [[line] for row in rows for cell in row for line in cell]
        lines = [_line(" ".join(cell) for cell in row) for row in rows]
        return [*caption, [lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]]


def _lays_out(rows: list[_Row]) -> bool:
    wide = any(len(row) > 1 for row in rows)
    long = any(sum(map(len, cell)) > _CELL for row in rows for cell in row)
    return long or not wide


def _line(cells: Iterable[str]) -> str:
    escaped = (cell.replace("|", "\\|") for cell in cells)
    return "|" + "".join(f" {cell} |" for cell in escaped)
