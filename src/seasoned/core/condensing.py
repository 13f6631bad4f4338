"""What is told of a past conversation, brought within some tokens by what weighs in it.

The text is that of a summary or of the conversation: a line for each message, with its speaker,
below the days. Sentences are left out, the least important first; they stay in order and in their
own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from seasoned.core.messages import Message
from seasoned.core.plaintext import one_line
from seasoned.core.sentences import joined, sentences, shortened, width
from seasoned.core.summaries import Note, Summary, Tokenizer
from seasoned.core.summarizing import summarize
from seasoned.core.tokens import estimate_tokens

_FRAME: Final = re.compile(r"\[Notes on \d+ earlier messages?\b[^\]]*\]\s*")
_DAY: Final = re.compile(r"(\d{4}-\d{2}-\d{2}):$")
_WHO: Final = re.compile(r"([^\s:][^:\n]{0,79}): (?=\S)")
_MORE: Final = 1.25  # of the tokens: on one line speakers are named less often
_AGAIN: Final = 0.85  # of the tokens, where what was chosen is still too long
_LEAST: Final = 5  # tokens
_WIDE: Final = 10**6  # tokens, above all that is told


def condensed(told: str, tokens: int, *, count: Tokenizer = estimate_tokens) -> str:
    """The text on one line of at most some tokens; "" where not even a part of a sentence fits.

    Args:
        told: A line for each message.
        tokens: Most of them.
        count: Tokens of a text.
    """
    said = list(_said(_FRAME.sub("", told, count=1)))
    notes = [Note(m.text, who=m.name or "", place=i, at=m.at) for i, m in enumerate(said)]
    whole = _line(notes)
    if count(whole) <= tokens:
        return whole
    frame = count(Summary((Note("."),)).render())
    limit = int(_MORE * tokens)
    while limit >= _LEAST:
        made = summarize(None, said, limit + frame, count=count, replaced=_WIDE)
        line = _line(made.notes)
        if count(line) <= tokens:
            if line:
                return line
            break
        limit = int(_AGAIN * limit)
    return _part(said, tokens, count)


def _said(told: str) -> Iterator[Message]:
    """A message for each sentence, with its speaker and its day."""
    at, who = None, None
    for line in filter(None, map(str.strip, told.split("\n"))):
        if day := _DAY.match(line):
            at = _moment(day.group(1))
            continue
        if speaker := _WHO.match(line):
            who = speaker.group(1)
        for sentence in sentences(line[speaker.end() if speaker else 0 :]):
            yield Message("user", sentence, name=who, at=at)


def _moment(day: str) -> datetime | None:
    try:
        return datetime.fromisoformat(day).replace(tzinfo=UTC)
    except ValueError:  # looks like a day, and is none
        return None


def _line(notes: Sequence[Note]) -> str:
    """Notes on one line, with the speaker where another begins and the day where there are two."""
    days = len({note.at for note in notes}) > 1
    parts, day = list[str](), None
    for (at, who), group in groupby(notes, key=lambda note: (note.at, note.who)):
        said = joined(one_line(note.text, len(note.text)) for note in group)
        if days and at is not None and at != day:
            parts.append(f"{at:%Y-%m-%d}:")
        day = at
        parts.append(f"{one_line(who, 80)}: {said}" if who else said)
    return " ".join(parts)


def _part(said: Sequence[Message], tokens: int, count: Tokenizer) -> str:
    """The weightiest sentence, as much of it as fits."""
    notes = summarize(None, said, _WIDE, count=count, replaced=_WIDE + 1).notes
    if not notes:
        return ""
    note = max(notes, key=lambda note: note.weight)
    wide = float(width(note.text))
    while wide >= _LEAST:
        line = _line([replace(note, text=shortened(note.text, int(wide)))])
        if count(line) <= tokens:
            return line
        wide *= _AGAIN
    return ""
