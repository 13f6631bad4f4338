"""Past attempts and past conversations as blocks of a context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from seasoned.core.assembled import Fitting, Item
from seasoned.core.condensing import condensed
from seasoned.core.earlier import topic, topicless
from seasoned.core.filters import Filter
from seasoned.core.plaintext import one_line
from seasoned.core.records import Episode, Outcome
from seasoned.core.replay import Recall
from seasoned.core.routing import EPISODES, SESSIONS
from seasoned.core.scoring import PrioritizedResult
from seasoned.core.tokens import estimate_tokens
from seasoned.memories.episodic import Asking

CONVERSATION: Final = "conversation"  # category and tag of the episode that a session becomes
REQUEST: Final = "request"  # tag of an attempt that answers somebody
_EACH: Final = 120  # tokens of a past conversation at least, of which follows how many are shown
_MOST: Final = 5
_BRIEF: Final = 80  # characters of what it was about, where nothing else fits

_SHOWN: Final = 400  # tokens of one at most, which fit on the line of an item
_LINE: Final = 16  # tokens that an item takes beside its text

Read = Callable[[str, Asking], Recall]
Newest = Callable[[int], Sequence[Episode]]


@dataclass(slots=True)
class Pasts:
    """Recalls for one context; what one block shows, the other leaves out.

    Attributes:
        read: A recall; empty where memory is held out.
        recall: A recall that was made and logged already, such as an attempt's.
        newest: The newest conversations that were closed.
    """

    read: Read
    recall: Recall | None = None
    newest: Newest | None = None
    _shown: frozenset[str] = frozenset()

    def attempts(self, message: str, tokens: int) -> tuple[str, tuple[Item, ...]]:
        """The block of similar attempts within some tokens, and what it shows."""
        recall = self._attempts(message) if self.recall is None else self.recall
        recall = replace(recall, results=tuple(r for r in recall.results if _teaches(r)))
        fitted = recall.fit(tokens)
        self._shown = frozenset(fitted.shown)
        found = {r.episode.id: r for r in recall.results}
        items = tuple(
            Item(EPISODES, id, r.episode.task.description, f"attempt, {r.outcome}", r.priority)
            for id in fitted.shown
            if (r := found.get(id)) is not None
        )
        return (fitted.text if items or recall.notes else ""), items

    def _attempts(self, message: str) -> Recall:
        """A recall without conversations, which have a block of their own and take no places."""
        recall = self.read(message, Asking())
        talked = sum(map(_talked, recall.results))
        if talked:
            recall = self.read(message, Asking(len(recall.results) + talked))
        return replace(recall, results=tuple(r for r in recall.results if not _talked(r)))

    def sessions(self, message: str, tokens: int) -> tuple[str, tuple[Item, ...]]:
        """What is told of past conversations, each brought to its share of some tokens.

        A message that asks for earlier ones as such gets the newest.
        """
        k = min(_MOST, tokens // _EACH)
        if not k:
            return "", ()
        found = self._latest(k) if topicless(message) else ()
        if not found:
            where = Filter(tags_any=(CONVERSATION,))
            found = self.read(topic(message), Asking(k, where, balance=False)).results
        chosen = [r for r in found if r.episode.id not in self._shown]
        items = list[Item]()
        left = tokens - _LINE
        for i, result in enumerate(chosen):
            item = _session(result.episode, min(_SHOWN, left // (len(chosen) - i) - _LINE))
            left -= estimate_tokens(item.line)
            items.append(replace(item, score=result.relevance))
        block = Fitting().block(SESSIONS, items, tokens, "")
        return block.text, block.items

    def _latest(self, k: int) -> tuple[PrioritizedResult, ...]:
        """The newest that may be shown, newest first: a recall decides what may."""
        newest = self.newest(k) if self.newest is not None else ()
        # Each by itself, since those that begin alike would be one; all have the word as a tag.
        return tuple(
            result
            for episode in newest
            for result in self.read(CONVERSATION, Asking(1, Filter(ids=(episode.id,)))).results
        )


def _teaches(result: PrioritizedResult) -> bool:
    """Whether it is more than an old answer that nobody judged."""
    unjudged = result.outcome is Outcome.UNKNOWN and not result.episode.lessons
    return not (unjudged and REQUEST in result.episode.tags)


def _talked(result: PrioritizedResult) -> bool:
    return CONVERSATION in result.episode.tags


def _session(episode: Episode, tokens: int) -> Item:
    told = episode.solution or episode.task.description
    text = condensed(told, tokens) or one_line(episode.task.description, _BRIEF)
    when = "" if episode.finished_at is None else f", {episode.finished_at:%Y-%m-%d}"
    return Item(SESSIONS, episode.id, text, f"conversation{when}")
