"""Past attempts and past conversations as blocks of a context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from seasoned.core.assembled import Fitting, Item
from seasoned.core.filters import Filter
from seasoned.core.plaintext import one_line
from seasoned.core.records import Episode
from seasoned.core.replay import Recall
from seasoned.core.routing import EPISODES, SESSIONS
from seasoned.memories.episodic import Asking

CONVERSATION: Final = "conversation"  # category and tag of the episode that a session becomes
_EACH: Final = 120  # tokens of a past conversation at least, of which follows how many are shown
_MOST: Final = 5
_LETTERS: Final = 3.5  # characters that a token has at least, as a rule

Read = Callable[[str, Asking], Recall]


@dataclass(slots=True)
class Pasts:
    """Recalls for one context; what one block shows, the other leaves out.

    Attributes:
        read: A recall; empty where memory is held out.
        recall: A recall that was made and logged already, such as an attempt's.
    """

    read: Read
    recall: Recall | None = None

    def attempts(self, message: str, tokens: int) -> tuple[str, tuple[Item, ...]]:
        """The block of similar attempts within some tokens, and what it shows."""
        if self.recall is None:
            self.recall = self.read(message, Asking())
        fitted = self.recall.fit(tokens)
        found = {r.episode.id: r for r in self.recall.results}
        items = tuple(
            Item(EPISODES, id, r.episode.task.description, f"attempt, {r.outcome}", r.priority)
            for id in fitted.shown
            if (r := found.get(id)) is not None
        )
        return (fitted.text if items or self.recall.notes else ""), items

    def sessions(self, message: str, tokens: int) -> tuple[str, tuple[Item, ...]]:
        """Summaries of past conversations, each cut to its share of some tokens."""
        k = min(_MOST, tokens // _EACH)
        if not k:
            return "", ()
        where = Filter(tags_any=(CONVERSATION,))
        shown = {r.episode.id for r in self.recall.results} if self.recall is not None else set()
        recall = self.read(message, Asking(k, where, balance=False))
        found = [r for r in recall.results if r.episode.id not in shown]
        room = int(tokens * _LETTERS / max(1, len(found)))
        items = [replace(_session(r.episode, room), score=r.relevance) for r in found]
        block = Fitting().block(SESSIONS, items, tokens, "")
        return block.text, block.items


def _session(episode: Episode, room: int) -> Item:
    text = one_line(episode.solution or episode.task.description, max(80, room))
    when = "" if episode.finished_at is None else f", {episode.finished_at:%Y-%m-%d}"
    return Item(SESSIONS, episode.id, text, f"conversation{when}")
