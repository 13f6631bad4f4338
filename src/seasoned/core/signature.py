"""The signature of an error: what stays the same when the same thing goes wrong again.

Numbers, paths, addresses, times and quoted names differ from case to case and give way to marks.
It knows texts only; what has one signature is put together in `seasoned.core.clusters`.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.records import Episode, Outcome

LONGEST: Final = 200  # characters of a signature
_SCANNED: Final = 4_000  # characters of an error that are looked at, from its end
# In order: what a later pattern would tear apart comes first.
_MARKS: Final = (
    (re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>]+", re.IGNORECASE), "URL"),
    (re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", re.IGNORECASE), "ID"),
    (re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b"), "ADDRESS"),
    (
        re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"),
        "TIME",
    ),
    (re.compile(r"(?<![\w'])'(?:[^'\\\n]|\\.|(?<=\w)'(?=\w)){0,200}'(?!\w)"), "NAME"),
    (re.compile(r'"(?:[^"\\\n]|\\.){0,200}"'), "NAME"),
    (re.compile(r"`[^`\n]{1,200}`|«[^»\n]{1,200}»|“[^”\n]{1,200}”"), "NAME"),
    (
        re.compile(
            r"(?<![\w/])(?:~|\.{1,2})?(?:/[\w.@%+-]+){2,}/?|(?<!\w)[A-Za-z]:\\[^\s:*?\"<>|]+"
        ),
        "PATH",
    ),
    (
        re.compile(
            r"\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b", re.IGNORECASE
        ),
        "HEX",
    ),
    (re.compile(r"(?<!\w)[-+]?\d[\d_,]*(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE), "N"),
)
_TRACEBACK: Final = "Traceback (most recent call last)"
_FRAME: Final = re.compile(r"\s|File \"|\.{3}|-{3,}|={3,}")
_WORDS: Final = 4  # of a message without a colon, below which it is no more than a verdict
_SAID: Final = re.compile(r"\w")


def error_signature(error: str) -> str:
    """The line of an error that says what went wrong, with marks for what differs by case.

    Of a Python traceback that is its last line, of another text the first one.

    Returns:
        At most 200 characters; empty if the text says nothing.
    """
    line = _telling_line(error[-_SCANNED:] if _TRACEBACK in error else error[:_SCANNED])
    for pattern, mark in _MARKS:
        line = pattern.sub(mark, line)
    line = " ".join(line.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


def _telling_line(error: str) -> str:
    lines = [line for line in error.splitlines() if _SAID.search(line)]
    if _TRACEBACK in error or (lines and lines[0].startswith('  File "')):
        lines = [line for line in lines if not _FRAME.match(line)][::-1]
    return lines[0] if lines else ""


def signature_of(episode: Episode) -> str:
    """The signature of what an episode failed with, empty if it did not fail or does not say.

    It is taken from the last error among its steps, else from the outcome's detail, else from the
    message of its feedback, unless that only says that it failed.
    """
    if episode.effective_outcome is not Outcome.FAILURE:
        return ""
    if episode.error:
        return error_signature(episode.error)
    said = error_signature(episode.effective_feedback.message)
    return said if ":" in said or len(said.split()) >= _WORDS else ""
