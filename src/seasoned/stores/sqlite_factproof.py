"""Proof that search finds the facts that are believed and no others, in SQLite, and its repair."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final

from seasoned import codec
from seasoned.core.facts import search_text
from seasoned.core.knowledge import PassageWrite
from seasoned.core.lexical import count_terms
from seasoned.core.reports import Finding
from seasoned.ports import Analyzer, Scope
from seasoned.stores.sqlite_facts import READ, believe, read_fact
from seasoned.stores.sqlite_passages import delete_passages

_NAMED: Final = 5  # ids that a finding names
_BOTH: Final = "i.namespace = e.namespace AND i.id = e.id AND i.kind = 'fact'"
_UNFOUND: Final = (
    f"FROM fact e JOIN namespace n ON n.id = e.namespace LEFT JOIN item i ON {_BOTH}"
    " WHERE e.superseded IS NULL AND i.num IS NULL ORDER BY e.num"
)
_OUTDATED: Final = (
    f"FROM item i LEFT JOIN fact e ON {_BOTH} AND e.superseded IS NULL"
    " WHERE i.kind = 'fact' AND e.num IS NULL ORDER BY i.num"
)


def findings(db: sqlite3.Connection) -> Iterator[Finding]:
    """Believed facts that cannot be found, others that can, and two values where one may stand."""
    if unfound := db.execute(f"SELECT e.id {_UNFOUND}").fetchall():
        yield Finding("facts", f"search does not find {_some(unfound)}")
    if outdated := db.execute(f"SELECT i.id {_OUTDATED}").fetchall():
        yield Finding("facts", f"search finds {_some(outdated)}, which is believed no more")
    twice = db.execute(
        "SELECT min(id) FROM fact WHERE superseded IS NULL AND valid_to IS NULL"
        " AND state = 'current' GROUP BY namespace, user, subject, kind, key HAVING count(*) > 1"
    ).fetchall()
    if twice:
        text = f"another value stands beside that of {_some(twice)}"
        yield Finding("facts", text, derived=False, remedy="state the right one with force=True")


def _some(rows: Sequence[Any]) -> str:
    return f"{len(rows)} fact(s), among them {', '.join(id for (id,) in rows[:_NAMED])}"


def restore(db: sqlite3.Connection, analyzer: Analyzer) -> int:
    """Let search find what is believed; how many facts that mended. Vectors are made by `heal`."""
    outdated = db.execute(f"SELECT i.namespace, i.num {_OUTDATED}").fetchall()
    for namespace, num in outdated:
        delete_passages(db, namespace, [("fact", num)])
    unfound = db.execute(f"SELECT e.namespace, n.name, {READ} {_UNFOUND}").fetchall()
    for namespace, name, *row in unfound:
        fact = read_fact(name, row)
        text = search_text(fact)
        terms = count_terms(analyzer.terms(text))
        body = codec.encode(fact)
        write = PassageWrite(fact, body, fact.id, text, terms, analyzer.version, (text,))
        believe(db, Scope(name, fact.user), namespace, [write])
    return len(outdated) + len(unfound)
