"""Stored text as it may stand in a prompt, a page or a terminal, unable to be more than text."""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.unseen import UNSEEN

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
