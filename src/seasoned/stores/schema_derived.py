"""Tables of what consolidation derives from episodes, and of which episodes stand for others."""

from __future__ import annotations

from typing import Final

DERIVED: Final = (
    """CREATE TABLE derived (
        num INTEGER PRIMARY KEY,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        user TEXT,
        category TEXT NOT NULL,
        by TEXT NOT NULL,
        weight INTEGER NOT NULL,
        at REAL NOT NULL,
        text TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX derived_id ON derived (namespace, id)",
    "CREATE INDEX derived_category ON derived (namespace, kind, category)",
    # Each recall looks for those by hand, which are few beside the mined ones.
    "CREATE INDEX derived_written ON derived (namespace, kind, category) WHERE by <> 'mined'",
    # Whoever removes an item says first what that means for what rests on it.
    """CREATE TABLE origin (
        derived INTEGER NOT NULL REFERENCES derived (num) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        item INTEGER NOT NULL REFERENCES item (num) ON DELETE CASCADE,
        PRIMARY KEY (derived, place)) WITHOUT ROWID""",
    "CREATE INDEX origin_item ON origin (item)",
    # `first` stands for the item in recalls; where it is NULL, the item is to be kept apart.
    """CREATE TABLE collapsed (
        item INTEGER PRIMARY KEY REFERENCES item (num) ON DELETE CASCADE,
        first INTEGER REFERENCES item (num))""",
    "CREATE INDEX collapsed_first ON collapsed (first) WHERE first IS NOT NULL",
)
# Those by hand alone: a model may write some after each attempt.
STATED: Final = (
    "DROP INDEX derived_written",
    "CREATE INDEX derived_stated ON derived (namespace, kind, category) WHERE by = 'stated'",
)
