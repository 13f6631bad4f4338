"""Tables of what memory is worth: attempts as credit sees them, sums by item, users' decisions.

`exposure`, the names in `credit` and `decision` are truth; the numbers of `credit`, and `tally`,
follow from them. Triggers keep `tally` the sum of `credit`, whoever removes a row. An owner is a
user, or "" where nobody is named.
"""

from __future__ import annotations

from typing import Final

SUMS: Final = (  # in the order of the fields of `core.credit.Tally`
    "uses",
    "pending",
    "weight",
    "credit",
    "advantage",
    "harm",
    "chances",
    "drops",
    "score",
    "design",
    "spread",
)
_NUMBERS: Final = ", ".join(f"{name} REAL NOT NULL DEFAULT 0" for name in SUMS)
_COUNTED: Final = "shown > 0 AND known IS NOT NULL AND worth IS NOT NULL"
_NEW_SEQ: Final = "(SELECT 1 + ifnull(max(seq), 0) FROM tally WHERE namespace = NEW.namespace)"
_OLD_SEQ: Final = "(SELECT 1 + ifnull(max(seq), 0) FROM tally WHERE namespace = OLD.namespace)"
_NEW: Final = "namespace = NEW.namespace AND item = NEW.item AND owner = NEW.owner"
_OLD: Final = "namespace = OLD.namespace AND item = OLD.item AND owner = OLD.owner"
_NAMES: Final = ", ".join(SUMS)
_VALUES: Final = ", ".join(f"NEW.{name}" for name in SUMS)
MORE: Final = ", ".join(f"{name} = {name} + excluded.{name}" for name in SUMS)
_MOVED: Final = ", ".join(f"{name} = {name} + NEW.{name} - OLD.{name}" for name in SUMS)
_LESS: Final = ", ".join(f"{name} = {name} - OLD.{name}" for name in SUMS)
CHANGED: Final = (  # taken away while all is counted anew, as the sums are then
    "CREATE TRIGGER credit_changed AFTER UPDATE ON credit BEGIN"
    f" UPDATE tally SET seq = {_NEW_SEQ}, {_MOVED} WHERE {_NEW}; END"
)
_TRIGGERS: Final = (
    "CREATE TRIGGER credit_added AFTER INSERT ON credit BEGIN"
    f" INSERT INTO tally (namespace, item, owner, seq, {_NAMES})"
    f" VALUES (NEW.namespace, NEW.item, NEW.owner, {_NEW_SEQ}, {_VALUES})"
    f" ON CONFLICT DO UPDATE SET seq = excluded.seq, {MORE}; END",
    CHANGED,
    "CREATE TRIGGER credit_removed AFTER DELETE ON credit BEGIN"
    f" UPDATE tally SET seq = {_OLD_SEQ}, {_LESS} WHERE {_OLD};"
    f" DELETE FROM tally WHERE {_OLD} AND NOT EXISTS (SELECT 1 FROM credit WHERE {_OLD}); END",
)

CREDIT: Final = (
    """CREATE TABLE exposure (
        num INTEGER PRIMARY KEY,
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        id TEXT NOT NULL,
        owner TEXT NOT NULL,
        root TEXT NOT NULL,
        task_key TEXT NOT NULL,
        category TEXT NOT NULL,
        complexity REAL NOT NULL,
        band TEXT NOT NULL,
        began REAL NOT NULL,
        arm TEXT NOT NULL,
        probability REAL NOT NULL,
        epoch INTEGER,
        recall TEXT,
        shown INTEGER NOT NULL,
        used INTEGER NOT NULL,
        dropped INTEGER NOT NULL,
        drop_chance REAL NOT NULL,
        episode TEXT,
        outcome TEXT NOT NULL,
        reward REAL,
        worth REAL,
        iterations INTEGER,
        known REAL)""",
    "CREATE UNIQUE INDEX exposure_id ON exposure (namespace, id)",
    "CREATE INDEX exposure_episode ON exposure (namespace, episode) WHERE episode IS NOT NULL",
    "CREATE INDEX exposure_task ON exposure (namespace, task_key)",
    # What attempts without memory earned, by cell, by category and in all: the levels of credit.
    f"""CREATE INDEX exposure_off_cell ON exposure
        (namespace, owner, category, band, known, id, worth)
        WHERE arm = 'control' AND {_COUNTED}""",
    f"""CREATE INDEX exposure_off_category ON exposure
        (namespace, owner, category, known, id, worth) WHERE arm = 'control' AND {_COUNTED}""",
    f"""CREATE INDEX exposure_off ON exposure
        (namespace, owner, known, id, worth) WHERE arm = 'control' AND {_COUNTED}""",
    f"""CREATE INDEX exposure_on ON exposure
        (namespace, owner, category, band, known, id, worth) WHERE arm = 'memory' AND {_COUNTED}""",
    # A row for each item that was shown (role 0), said to be used (1), or left out by chance (2).
    f"""CREATE TABLE credit (
        exposure INTEGER NOT NULL REFERENCES exposure (num) ON DELETE CASCADE,
        item TEXT NOT NULL,
        namespace INTEGER NOT NULL,
        owner TEXT NOT NULL,
        role INTEGER NOT NULL,
        fresh INTEGER NOT NULL DEFAULT 0,
        {_NUMBERS},
        PRIMARY KEY (exposure, item)) WITHOUT ROWID""",
    "CREATE INDEX credit_item ON credit (namespace, item)",
    f"""CREATE TABLE tally (
        namespace INTEGER NOT NULL,
        item TEXT NOT NULL,
        owner TEXT NOT NULL,
        seq INTEGER NOT NULL,
        {_NUMBERS},
        PRIMARY KEY (namespace, item, owner)) WITHOUT ROWID""",
    "CREATE INDEX tally_seq ON tally (namespace, seq)",
    "CREATE INDEX tally_harm ON tally (namespace, harm) WHERE harm > 0.5",
    *_TRIGGERS,
    """CREATE TABLE decision (
        namespace INTEGER NOT NULL REFERENCES namespace (id),
        item TEXT NOT NULL,
        owner TEXT NOT NULL,
        kind TEXT NOT NULL,
        at REAL NOT NULL,
        by TEXT NOT NULL,
        before BLOB NOT NULL,
        PRIMARY KEY (namespace, item, owner)) WITHOUT ROWID""",
)
