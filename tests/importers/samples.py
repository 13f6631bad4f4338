"""What the tests of importers share: files to read, and what became of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from seasoned import Episode
from seasoned.importers.source import Skipped

Read = Callable[[Path], Iterator[Episode | Skipped]]
BOM = b"\xef\xbb\xbf"


def write(path: Path, content: Any) -> Path:
    """A file with these bytes, this text, or this value as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def jsonl(*records: Any, end: str = "\n") -> str:
    """Records one per line; a text stands for itself."""
    return end.join(r if isinstance(r, str) else json.dumps(r) for r in records) + end


def episodes(items: Iterator[Episode | Skipped]) -> list[Episode]:
    """The episodes; nothing may have been left out."""
    found = list(items)
    assert [item for item in found if isinstance(item, Skipped)] == []
    return [item for item in found if isinstance(item, Episode)]


def one(items: Iterator[Episode | Skipped]) -> Episode:
    """The one episode that was read."""
    (episode,) = episodes(items)
    return episode


def apart(items: Iterator[Episode | Skipped]) -> tuple[list[Episode], list[Skipped]]:
    """What was read and what was left out."""
    found = list(items)
    return (
        [item for item in found if isinstance(item, Episode)],
        [item for item in found if isinstance(item, Skipped)],
    )
