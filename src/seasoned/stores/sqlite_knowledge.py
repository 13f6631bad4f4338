"""What SQLite keeps beside episodes: notes, chunks, facts, sessions and exchanges."""

from __future__ import annotations

from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_exchanges import SQLiteExchanges, SQLiteSpending
from seasoned.stores.sqlite_facts import SQLiteFacts
from seasoned.stores.sqlite_passages import SQLitePassages
from seasoned.stores.sqlite_sessions import SQLiteSessions


class SQLiteKnowledge:
    """`ports.KnowledgeStore` over one SQLite database."""

    def __init__(self, connections: Connections, episodes: SQLiteEpisodes) -> None:
        self.passages = SQLitePassages(connections, episodes.durable)
        self.facts = SQLiteFacts(connections)
        self.sessions = SQLiteSessions(connections, episodes)
        self.exchanges = SQLiteExchanges(connections)
        self.spending = SQLiteSpending(connections)
