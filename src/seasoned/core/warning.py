"""Warnings that point at the line of the caller, however deep in the package they arise."""

from __future__ import annotations

import inspect
import warnings
from typing import Final

_WITHIN: Final = (
    "seasoned",
    "contextlib",
    "functools",
)  # packages whose lines tell nobody anything


def warn(text: str) -> None:
    """Warn of something at the line from which the package was called."""
    level, frame = 0, inspect.currentframe()
    while frame is not None:  # it ends in a thread of our own, which nobody called
        level += 1
        if frame.f_globals.get("__name__", "").partition(".")[0] not in _WITHIN:
            break
        frame = frame.f_back
    warnings.warn(text, stacklevel=level)
