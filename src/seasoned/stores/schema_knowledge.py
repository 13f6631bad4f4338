"""Tables of notes, chunks, facts, sessions and exchanges.

Notes, chunks and believed facts are rows of `item`, as episodes are, with a row of `passage` that
filters read.
"""

from __future__ import annotations

from typing import Final

KNOWLEDGE: Final = (
    # In order of namespaces, as episodes are. `document` is the subject of a fact.
    """CREATE TABLE passage (
        namespace INTEGER NOT NULL,
        num INTEGER NOT NULL,
        item TEXT NOT NULL,
        user TEXT,
        label TEXT NOT NULL,
        source TEXT NOT NULL,
        document TEXT,
        place INTEGER NOT NULL,
        session TEXT,
        at REAL NOT NULL,
        meanings TEXT,
        uses INTEGER NOT NULL DEFAULT 0,
        used REAL,
        PRIMARY KEY (namespace, num)) WITHOUT ROWID""",
    "CREATE INDEX passage_at ON passage (namespace, item, at)",
    """CREATE INDEX passage_document ON passage (namespace, item, document, place)
        WHERE document IS NOT NULL""",
    "CREATE INDEX item_content ON item (namespace, kind, content) WHERE kind <> 'episode'",
    # Versions are only ever added; `superseded` is set once.
    """CREATE TABLE fact (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        id TEXT NOT NULL,
        user TEXT,
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        state TEXT NOT NULL,
        source TEXT NOT NULL,
        session TEXT,
        confidence REAL NOT NULL,
        valid_from REAL,
        valid_to REAL,
        recorded REAL NOT NULL,
        superseded REAL,
        body BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX fact_id ON fact (namespace, id)",
    "CREATE INDEX fact_triple ON fact (namespace, subject, kind, key, user)",
    # In the order in which they are told, so that the first of very many are read without the rest.
    """CREATE INDEX fact_kind ON fact (namespace, user, kind, confidence, recorded)
        WHERE superseded IS NULL""",
    """CREATE INDEX fact_subject ON fact (namespace, user, subject, confidence, recorded)
        WHERE superseded IS NULL""",
    """CREATE INDEX fact_owner ON fact (namespace, user, confidence, recorded)
        WHERE superseded IS NULL""",
    """CREATE TABLE session (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        id TEXT NOT NULL,
        user TEXT,
        state TEXT NOT NULL,
        started REAL NOT NULL,
        version INTEGER NOT NULL,
        summary BLOB,
        episode TEXT)""",
    "CREATE UNIQUE INDEX session_id ON session (namespace, id, ifnull(user, 0))",
    """CREATE TABLE message (
        session INTEGER NOT NULL REFERENCES session (num) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        state TEXT NOT NULL,
        tokens INTEGER NOT NULL,
        importance REAL NOT NULL,
        body BLOB NOT NULL,
        counter INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (session, place)) WITHOUT ROWID""",
    "CREATE INDEX message_live ON message (session, place) WHERE state = 'live'",
    """CREATE TABLE exchange (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        id TEXT NOT NULL,
        user TEXT,
        session TEXT,
        at REAL NOT NULL,
        state TEXT NOT NULL,
        body BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX exchange_id ON exchange (namespace, id)",
    """CREATE TABLE spending (
        day TEXT NOT NULL,
        model TEXT NOT NULL,
        calls INTEGER NOT NULL,
        tokens INTEGER NOT NULL,
        PRIMARY KEY (day, model)) WITHOUT ROWID""",
)
