"""Text on standard output that is written while it comes."""

from __future__ import annotations

import sys

from seasoned.surfaces import render


class Line:
    """A line of text that is written piece by piece, clean.

    As a context it ends the line, whatever happens; without a piece there is none.

    Attributes:
        begun: Whether there was a piece.
    """

    def __init__(self) -> None:
        self.begun: bool = False

    def add(self, piece: str) -> None:
        """Write a piece, to be seen at once."""
        self.begun = True
        sys.stdout.write(render.clean(piece))
        sys.stdout.flush()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        if self.begun:
            sys.stdout.write("\n")
