"""Tables where there is no room for them: the columns below each other, so that none is cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Column

_GAP: Final = 3  # columns between two cells
_LAST: Final = 16  # columns that a last cell of words is content with


@dataclass(frozen=True, slots=True)
class Fitting:
    """A table of `render.new_table`, or its rows one below the other where it is too wide."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fits = _least(self.table, console, options) <= options.max_width
        yield self.table if fits else _rows(self.table)


def _least(table: Table, console: Console, options: ConsoleOptions) -> int:
    """Columns from which on no cell is cut; only what stands in the last one wraps."""
    *fixed, last = table.columns
    # A cell is measured by itself, however narrow the console is.
    wide = options.update(width=10_000)

    def most(column: Column) -> int:
        cells = (column.header, *column.cells)
        return max(Measurement.get(console, wide, cell).maximum for cell in cells)

    words = (Measurement.get(console, wide, cell).minimum for cell in (last.header, *last.cells))
    least = min(_LAST, max(words))
    return sum(map(most, fixed)) + least + _GAP * len(fixed)


def _rows(table: Table) -> RenderableType:
    parts, columns = list[Table](), list(table.columns)
    if columns[0].justify == "right":  # figures first: what they are of comes last
        columns.insert(0, columns.pop())
    names = [str(column.header) for column in columns]
    for place, row in enumerate(zip(*(column.cells for column in columns), strict=True)):
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        if place:
            grid.add_row("", "")
        for name, cell in zip(names, row, strict=True):
            if cell != "":
                grid.add_row(Text(name, style="bold"), cell)
        parts.append(grid)
    return Group(*parts)
