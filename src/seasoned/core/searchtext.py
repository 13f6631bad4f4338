"""What of a record is searched: one definition for writing, querying and re-embedding.

The outcome is never part of it: an outcome is filtered or ranked by, not matched as a word.
Changing anything here means raising `TEXT_VERSION`.
"""

from __future__ import annotations

from typing import Any

from seasoned.core.records import Episode, Task

TEXT_VERSION = 1


def vector_text(task: Task) -> str:
    """What the embedder sees: the description and the text values of the context."""
    return "\n".join([task.description, *context_texts(task.context)])


def lexical_text(episode: Episode) -> str:
    """What the lexical index sees: the same and tags, lessons and the error's first line."""
    signature = episode.error.strip().partition("\n")[0][:300]
    parts = [vector_text(episode.task), *episode.tags, *episode.lessons, signature]
    return "\n".join(part for part in parts if part)


def context_texts(context: dict[str, Any]) -> list[str]:
    """The non-empty text values of a task's context, in the order they were given."""
    return [value for value in context.values() if isinstance(value, str) and value]
