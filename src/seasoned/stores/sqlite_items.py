"""Rows of `item`: what any kind of record has in common for search."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from seasoned.core.lexical import pack_terms
from seasoned.stores.sqlite_rows import digest_of


class Item(NamedTuple):
    """A row of `item` without its number.

    Attributes:
        id: Of the record.
        namespace: Number of its namespace.
        kind: ``episode``, ``note``, ``chunk`` or ``fact``.
        user: Whose it is, None if it is shared.
        source: Where it comes from.
        key: Of the caller's own.
        content: Digest that is equal for what says the same.
        version: Of the rules that made the search text.
        analyzer: Version of the analyzer that made the terms.
        terms: Distinct terms and how often each occurs.
        text: The lexical search text.
    """

    id: str
    namespace: int
    kind: str
    user: str | None
    source: str
    key: str | None
    content: str
    version: int
    analyzer: str
    terms: Mapping[str, int]
    text: str


def insert_item(db: sqlite3.Connection, num: int, item: Item) -> None:
    """Keep a row under a new number."""
    db.execute(
        "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            num,
            item.id,
            item.namespace,
            item.kind,
            item.user,
            item.source,
            item.key,
            item.content,
            digest_of(item.text),
            item.version,
            item.analyzer,
            sum(item.terms.values()),
            pack_terms(item.terms),
            " ".join(item.terms),
            item.text,
        ),
    )
