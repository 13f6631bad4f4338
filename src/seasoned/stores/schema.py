"""Tables and numbered migrations of the SQL stores.

A migration is a tuple of statements that runs in one transaction together with the new version
number. Ids are those of a namespace: another one may hold the same. What was said is in `body` and
`verdict`; terms, `fulltext`, `corpus`, `vector`, `tag` and the columns of `episode` follow from it
and can be rebuilt.
"""

from __future__ import annotations

from typing import Final

from seasoned.stores.schema_credit import CREDIT
from seasoned.stores.schema_derived import DERIVED, STATED
from seasoned.stores.schema_knowledge import KNOWLEDGE

APPLICATION_ID: Final = 0x5EA50EED  # in the file's header, so that other files are recognised

# Every page that a record touches is written to the journal, so indexes are few and most rows go to
# the end of a tree. Numbers of items come from `sqlite_rows.highest`: AUTOINCREMENT would keep them
# in a table, and so a page, of its own.
_FIRST: Final = (
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "INSERT INTO setting VALUES ('secret', hex(randomblob(16)))",  # see `cursors`
    "CREATE TABLE namespace (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    # Bodies stand apart, so that indexes and filters never read them.
    """CREATE TABLE item (
        num INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        kind TEXT NOT NULL,
        user TEXT,
        source TEXT NOT NULL,
        key TEXT,
        content TEXT NOT NULL,
        digest BLOB NOT NULL,
        text_version INTEGER NOT NULL,
        analyzer TEXT NOT NULL,
        length INTEGER NOT NULL,
        terms BLOB NOT NULL,
        words TEXT NOT NULL,
        text TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX item_id ON item (namespace, id)",
    # Users have keys of their own. Where there is no user a number stands, which equals no name.
    """CREATE UNIQUE INDEX item_key ON item (namespace, source, key, ifnull(user, 0))
        WHERE key IS NOT NULL""",
    """CREATE TABLE body (
        num INTEGER PRIMARY KEY REFERENCES item (num) ON DELETE CASCADE,
        json BLOB NOT NULL)""",
    # In order of namespaces, so that a small one is read without the others' rows. As with tags,
    # whoever removes an item removes these rows first.
    """CREATE TABLE episode (
        namespace INTEGER NOT NULL,
        num INTEGER NOT NULL,
        user TEXT,
        source TEXT NOT NULL,
        category TEXT NOT NULL,
        complexity REAL NOT NULL,
        outcome TEXT NOT NULL,
        reward REAL,
        strategy TEXT NOT NULL,
        environment TEXT,
        agent TEXT,
        session TEXT,
        finished REAL NOT NULL,
        iterations INTEGER NOT NULL,
        root INTEGER NOT NULL,
        task_key TEXT NOT NULL,
        PRIMARY KEY (namespace, num)) WITHOUT ROWID""",
    "CREATE INDEX episode_category ON episode (namespace, category, user)",
    "CREATE INDEX episode_finished ON episode (namespace, finished, user)",
    """CREATE TABLE tag (
        namespace INTEGER NOT NULL,
        tag TEXT NOT NULL,
        num INTEGER NOT NULL,
        PRIMARY KEY (namespace, tag, num)) WITHOUT ROWID""",
    """CREATE TABLE verdict (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        num INTEGER NOT NULL REFERENCES item (num) ON DELETE CASCADE,
        at REAL NOT NULL,
        body BLOB NOT NULL)""",
    "CREATE INDEX verdict_num ON verdict (num, at, seq)",
    """CREATE TABLE vector (
        item INTEGER NOT NULL REFERENCES item (num) ON DELETE CASCADE,
        model TEXT NOT NULL,
        part INTEGER NOT NULL DEFAULT 0,
        namespace INTEGER NOT NULL,
        kind TEXT NOT NULL,
        dim INTEGER NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (item, model, part)) WITHOUT ROWID""",
    """CREATE TABLE change (
        namespace INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seq INTEGER NOT NULL,
        item INTEGER NOT NULL,
        op TEXT NOT NULL,
        PRIMARY KEY (namespace, kind, seq)) WITHOUT ROWID""",
    """CREATE TABLE corpus (
        namespace INTEGER NOT NULL,
        kind TEXT NOT NULL,
        items INTEGER NOT NULL,
        length INTEGER NOT NULL,
        PRIMARY KEY (namespace, kind)) WITHOUT ROWID""",
    # One row for each origin: a lesson lives as long as one of the items that it came from.
    """CREATE TABLE lesson (
        origin INTEGER NOT NULL REFERENCES item (num) ON DELETE CASCADE,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (origin, id)) WITHOUT ROWID""",
    # What was stated, was so in one episode, so nobody asks for its other origins.
    "CREATE INDEX lesson_id ON lesson (id) WHERE kind <> 'stated'",
    """CREATE TABLE attempt (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        user TEXT,
        key TEXT,
        parent TEXT,
        state TEXT NOT NULL,
        started REAL NOT NULL,
        arm TEXT NOT NULL,
        recall TEXT,
        episode TEXT,
        body BLOB NOT NULL,
        feedback BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX attempt_id ON attempt (namespace, id)",
    """CREATE UNIQUE INDEX attempt_key ON attempt (namespace, key, ifnull(user, 0))
        WHERE key IS NOT NULL""",
    "CREATE INDEX attempt_state ON attempt (namespace, state, started)",
    "CREATE INDEX attempt_episode ON attempt (namespace, episode) WHERE episode IS NOT NULL",
    """CREATE TABLE attempt_step (
        attempt INTEGER NOT NULL REFERENCES attempt (num) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (attempt, place)) WITHOUT ROWID""",
    """CREATE TABLE recall (
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        id TEXT NOT NULL,
        user TEXT,
        at REAL NOT NULL,
        attempt TEXT,
        episode TEXT,
        body BLOB NOT NULL,
        PRIMARY KEY (namespace, id)) WITHOUT ROWID""",
    "CREATE INDEX recall_episode ON recall (namespace, episode) WHERE episode IS NOT NULL",
    # A recall may show what lives in another namespace, its home.
    """CREATE TABLE shown (
        namespace INTEGER NOT NULL,
        recall TEXT NOT NULL,
        place INTEGER NOT NULL,
        home INTEGER NOT NULL,
        item TEXT NOT NULL,
        used INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (namespace, recall, place),
        FOREIGN KEY (namespace, recall) REFERENCES recall ON DELETE CASCADE) WITHOUT ROWID""",
    "CREATE INDEX shown_item ON shown (home, item)",
    # What pruning removed, as long as it can be undone. Nothing refers to it or is found in it.
    """CREATE TABLE pruned (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        user TEXT,
        id TEXT NOT NULL,
        strategy TEXT NOT NULL,
        batch TEXT NOT NULL,
        at REAL NOT NULL,
        until REAL NOT NULL,
        body BLOB NOT NULL,
        verdicts BLOB NOT NULL,
        model TEXT,
        vector BLOB)""",
    "CREATE INDEX pruned_batch ON pruned (namespace, batch)",
    "CREATE INDEX pruned_id ON pruned (namespace, id)",
    "CREATE INDEX pruned_until ON pruned (until)",
    # Contentless: rows leave it through the 'delete' command, with the words that item holds.
    """CREATE VIRTUAL TABLE fulltext USING fts5 (
        scope, words, content='', detail=column, columnsize=0,
        tokenize="unicode61 remove_diacritics 0")""",
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    _FIRST,
    (*CREDIT, *DERIVED),
    (*KNOWLEDGE, *STATED),
)
VERSION: Final = len(MIGRATIONS)
