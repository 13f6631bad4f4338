"""A store for prototyping: one JSONL file, readable as text, that is held in memory whole.

Its tables are those of the SQL stores, in memory; `jsonl_journal` keeps them in step with the file.
"""

from __future__ import annotations

import os

from seasoned.ports import Analyzer
from seasoned.stores.jsonl_journal import Journal
from seasoned.stores.jsonl_upkeep import JsonlMaintenance
from seasoned.stores.sqlite_attempts import SQLiteAttempts
from seasoned.stores.sqlite_connection import Synchronous
from seasoned.stores.sqlite_derived import SQLiteDerived
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_history import SQLiteHistory
from seasoned.stores.sqlite_knowledge import SQLiteKnowledge
from seasoned.stores.sqlite_models import SQLiteModels
from seasoned.stores.sqlite_pruning import SQLitePruning
from seasoned.stores.sqlite_search import SQLiteSearch
from seasoned.stores.sqlite_transfer import SQLiteTransfer
from seasoned.stores.sqlite_worth import SQLiteWorth


class JsonlStore:
    """`ports.Store` over one JSONL file."""

    def __init__(self, journal: Journal, durable: bool) -> None:
        self._journal = journal
        self.url = journal.name
        self.durable = durable
        self.episodes = SQLiteEpisodes(journal, durable)
        self.search = SQLiteSearch(journal)
        self.attempts = SQLiteAttempts(journal, self.episodes)
        self.derived = SQLiteDerived(journal)
        self.knowledge = SQLiteKnowledge(journal, self.episodes)
        self.pruning = SQLitePruning(journal, self.episodes)
        self.models = SQLiteModels(journal)
        self.history = SQLiteHistory(journal)
        self.credit = SQLiteWorth(journal)
        self.maintenance = JsonlMaintenance(journal)
        self.transfer = SQLiteTransfer(journal, self.episodes)

    def close(self) -> None:
        """Let go of the file and the tables; closing twice is harmless."""
        self.transfer.close()
        self._journal.close()


def open_jsonl(
    path: str | os.PathLike[str], *, analyzer: Analyzer, synchronous: Synchronous = "full"
) -> JsonlStore:
    """Open a file, making it if there is none; all of it is read.

    Args:
        path: The file.
        analyzer: Makes the terms that are searched.
        synchronous: ``full`` or ``normal``; see `Options.synchronous`.

    Raises:
        StoreError: it cannot be opened, is damaged, is no store, or was made by a newer version.
    """
    journal = Journal(os.fspath(path), synchronous, analyzer)
    try:
        journal.look_for_torn()
    except BaseException:
        journal.close()
        raise
    return JsonlStore(journal, durable=synchronous == "full")
