"""Stored text as it may stand in a prompt, a page or a terminal, unable to be more than text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from seasoned.core.unseen import UNSEEN

T = TypeVar("T")
# The frame's own mark, and the tokens by which models tell roles and turns apart.
FRAMING: Final = re.compile(
    r"<(?=[^\w<]*recalled)|<(?=\|[a-z_]{2,24}\|>|/?s>|<?/?sys>>|/?(?:start|end)_of_turn>)"
    r"|\[(?=/?inst\])",
    re.IGNORECASE,
)


def one_line(text: str, most: int) -> str:
    """Text on one line, cut to a length, unable to close or open the frame of a prompt."""
    line = " ".join(UNSEEN.sub("", text).split())
    line = line if len(line) <= most else line[: most - 1].rstrip() + "…"
    return FRAMING.sub("‹", line)


def spelling(text: str) -> str:
    """A text whatever its case, spacing and the stop at its end."""
    return " ".join(text.casefold().split()).rstrip(".!…。 ")


def each_once(found: Iterable[T], said: Callable[[T], str]) -> list[T]:
    """The first of each that say the same, however it is spelled."""
    known: dict[str, T] = {}
    for one in found:
        known.setdefault(spelling(said(one)), one)
    return list(known.values())
