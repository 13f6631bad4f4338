"""What of a record is searched: one definition for writing, querying and re-embedding.

The outcome is never part of it: an outcome is filtered or ranked by, not matched as a word.
Changing anything here means raising `TEXT_VERSION`.
"""

from __future__ import annotations

import re
from typing import Any, Final

from seasoned.core.records import Episode, Task

TEXT_VERSION: Final = 1
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


def vector_text(task: Task) -> str:
    """What the embedder sees: the description and the text values of the context."""
    return "\n".join([task.description, *context_texts(task.context)])


def gist(task: Task) -> str:
    """The first sentence of a longer description: what the task is about.

    The rest tends to be circumstance. A query counts the terms of the gist twice; on ScienceWorld
    this raised the share of right first results from .93 to .99, and on conversations, whose
    turns are short, it changed nothing (`benchmarks/outcomes.py`, `benchmarks/locomo.py`).

    Returns:
        The sentence, empty if there is only one.
    """
    first, *rest = _SENTENCE_END.split(task.description.strip(), maxsplit=1)
    return first if rest or context_texts(task.context) else ""


def lexical_text(episode: Episode) -> str:
    """What the lexical index sees: the same and tags, lessons and the error's first line."""
    signature = episode.error.strip().partition("\n")[0][:300]
    parts = [vector_text(episode.task), *episode.tags, *episode.lessons, signature]
    return "\n".join(part for part in parts if part)


def context_texts(context: dict[str, Any]) -> list[str]:
    """The non-empty text values of a task's context, in the order they were given."""
    return [value for value in context.values() if isinstance(value, str) and value]
