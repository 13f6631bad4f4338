"""What of a note, a chunk or a fact is searched, and what tells two of them apart.

One definition for writing, loading, reading a file again and repair. Changing anything here means
raising `searchtext.TEXT_VERSION`.
"""

from __future__ import annotations

import json
from typing import Final

from seasoned.core.facts import Fact, search_text
from seasoned.core.knowledge import Record
from seasoned.core.notes import CHUNK, FACT, NOTE, Chunk, Note, content_of

TYPES: Final[dict[str, type[Note | Chunk | Fact]]] = {NOTE: Note, CHUNK: Chunk, FACT: Fact}


def said_in(record: Record) -> str:
    """What a record says itself."""
    if isinstance(record, Fact):
        return search_text(record)
    if isinstance(record, Chunk):
        return "\n".join((*record.headings, record.text))
    return record.text


def lexical_text_of(record: Record) -> str:
    """What the lexical index sees of a record.

    An answer seldom repeats the words of its question, so that a turn is found by what was said
    before it as well (`benchmarks/conversations.py`).
    """
    text = said_in(record)
    if isinstance(record, Note) and record.before.strip():
        return f"{text}\n{record.before}"
    return text


def meanings_of(record: Record) -> tuple[str, ...]:
    """Texts whose mean vector stands for a record.

    That of a turn in a conversation is the mean of the turn and of what was said before it with
    the turn.
    """
    text = said_in(record)
    if isinstance(record, Note) and record.before.strip():
        return (text, f"{record.before}\n{text}")
    return (text,)


def content_digest(record: Record) -> str:
    """Equal for notes that say the same; chunks and facts are told apart by who keeps them.

    Notes say the same with the same words, metadata and source. When, and in which session, is
    not part of it: what is said again is no news.
    """
    if not isinstance(record, Note):
        return record.id
    more = json.dumps(record.metadata, sort_keys=True, ensure_ascii=False)
    return content_of(NOTE, {"text": record.text}, metadata=more, source=record.source)
