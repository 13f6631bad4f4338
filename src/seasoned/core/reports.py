"""What the verbs answer with: receipts, pages, counts and findings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from seasoned.core.proof import Proof
from seasoned.core.records import Episode


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof that an episode is kept.

    Attributes:
        id: The episode's id.
        created: False if the same key and content had been recorded before.
        durable: Whether it survives a power cut; a killed process never loses it.
        indexed: ``done``, or ``pending`` while its vector is missing.
    """

    id: str
    created: bool = True
    durable: bool = True
    indexed: Literal["done", "pending"] = "done"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of episodes and the cursor of the next one, None at the end."""

    episodes: tuple[Episode, ...]
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Removed:
    """What `forget` removed, counted by kind.

    Attributes:
        episodes: Episodes.
        verdicts: Verdicts on them.
        lessons: Lessons that came from them alone.
        vectors: Vectors.
        shown: Log entries of their having been shown.
        copies: Copies kept so that a pruning could be undone.
        attempts: Open attempts, with their steps and logs; this and what follows, but for
            conversations that became the episodes, only if everything was to go.
        notes: Notes.
        chunks: Chunks of documents.
        facts: Versions of facts, believed or not.
        sessions: Conversations with their messages.
        exchanges: What was said and what was learned of it.
        proof: That the files hold nothing of it any more, if it was asked for.
    """

    episodes: int = 0
    verdicts: int = 0
    lessons: int = 0
    vectors: int = 0
    shown: int = 0
    copies: int = 0
    attempts: int = 0
    notes: int = 0
    chunks: int = 0
    facts: int = 0
    sessions: int = 0
    exchanges: int = 0
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts over what a scope can see.

    Attributes:
        episodes: All episodes.
        outcomes: Number of episodes by effective outcome.
        categories: Number of episodes by category.
        strategies: Number of episodes by strategy, those without one left out.
        average_reward: Mean effective reward in [0, 1], None where there is none.
        lessons: Number of lessons.
        verdicts: Number of verdicts.
        attempts: Number of attempts by state: open, finished, abandoned.
        scored: Closed attempts whose episode has a known effective outcome.
        pending: Items of any kind whose vector is missing under the active model.
        model: The active embedding model, None before the first vector.
        bytes: Size of the store, with its journal.
        notes: Number of notes.
        facts: Number of facts that are believed.
        documents: Number of documents.
        chunks: Number of their chunks.
        sessions: Number of one's own conversations.
    """

    episodes: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    strategies: dict[str, int] = field(default_factory=dict)
    average_reward: float | None = None
    lessons: int = 0
    verdicts: int = 0
    attempts: dict[str, int] = field(default_factory=dict)
    scored: int = 0
    pending: int = 0
    model: str | None = None
    bytes: int = 0
    notes: int = 0
    facts: int = 0
    documents: int = 0
    chunks: int = 0
    sessions: int = 0

    @property
    def closed(self) -> int:
        """Attempts that are finished or abandoned."""
        return sum(n for state, n in self.attempts.items() if state != "open")


@dataclass(frozen=True, slots=True)
class Finding:
    """A disagreement that `doctor` found.

    Attributes:
        part: What disagrees: file, lines, settings, rows, terms, fulltext, vectors, changes, index,
            credit, facts.
        text: What is wrong, with ids or counts.
        derived: Whether `repair` of the memory that found it rebuilds it from what is whole.
        remedy: What to do where `repair` cannot help, "" for a backup.
    """

    part: str
    text: str
    derived: bool = True
    remedy: str = ""
