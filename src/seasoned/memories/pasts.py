"""Past attempts and past conversations as blocks of a context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from seasoned.core.assembled import SHOWN, Fitting, Item
from seasoned.core.filters import Filter
from seasoned.core.plaintext import one_line
from seasoned.core.records import Episode
from seasoned.core.replay import Recall
from seasoned.core.routing import EPISODES, SESSIONS
from seasoned.core.tokens import estimate_tokens
from seasoned.memories.episodic import Asking

CONVERSATION: Final = "conversation"  # category and tag of the episode that a session becomes
WORTH: Final = "worth"  # metadata of that: what each line of its solution is worth
_EACH: Final = 120  # tokens of a past conversation at least, of which follows how many are shown
_MOST: Final = 5
_LETTERS: Final = 4.5  # characters that a token has at most, as a rule
_HEADING: Final = 12  # tokens of what stands above them
_SHORTEST: Final = 80  # characters of one

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
        """Summaries of past conversations, of each what is worth most within its share."""
        k = min(_MOST, tokens // _EACH)
        if not k:
            return "", ()
        where = Filter(tags_any=(CONVERSATION,))
        shown = {r.episode.id for r in self.recall.results} if self.recall is not None else set()
        recall = self.read(message, Asking(k, where, balance=False))
        found = [r for r in recall.results if r.episode.id not in shown]
        room = (tokens - _HEADING) // max(1, len(found))
        items = [replace(_session(r.episode, room), score=r.relevance) for r in found]
        block = Fitting().block(SESSIONS, items, tokens, "")
        return block.text, block.items


def _session(episode: Episode, room: int) -> Item:
    """A past conversation within some tokens."""
    when = "" if episode.finished_at is None else f", {episode.finished_at:%Y-%m-%d}"
    letters = min(SHOWN, int(room * _LETTERS))
    while True:
        text = one_line(_shortened(episode, letters) or episode.task.description, letters)
        item = Item(SESSIONS, episode.id, text, f"conversation{when}")
        if letters <= _SHORTEST or estimate_tokens(f"\n{item.line}") <= room:
            return item
        letters = max(_SHORTEST, letters * 7 // 8)


def _shortened(episode: Episode, room: int) -> str:
    """The lines of what was said that are worth most and fit, in their order."""
    lines, worth = episode.solution.split("\n"), episode.metadata.get(WORTH)
    if len(episode.solution) <= room or not isinstance(worth, list) or len(worth) != len(lines):
        return episode.solution
    if not all(isinstance(one, int | float) for one in worth):
        return episode.solution
    chosen = set[int]()
    for place in sorted(range(len(lines)), key=lambda i: (-worth[i], -i)):
        if not chosen or len(lines[place]) < room:
            chosen.add(place)
            room -= len(lines[place]) + 1
    return "\n".join(lines[place] for place in sorted(chosen))
