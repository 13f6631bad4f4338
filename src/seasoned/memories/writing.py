"""From an episode as the caller gave it to everything that is kept in one transaction."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from seasoned.codec import encode_episode
from seasoned.core import values
from seasoned.core.assembled import MARK as MEMORY_MARK
from seasoned.core.lexical import count_terms
from seasoned.core.mapping import map_texts, texts_of
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode, Lesson
from seasoned.core.replay import MARK
from seasoned.core.searchtext import lexical_text, vector_text
from seasoned.errors import InvalidInput
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.ports import Analyzer, Clock, EpisodeWrite, PrunedCopy, Scope

R = TypeVar("R")
Redact = Callable[[str], str]
# A block that was cut off goes to the end of the text, and so no text is searched twice.
_RECALLED = re.compile(rf"<({MARK}|{MEMORY_MARK})>(?:.*?</\1>|.*\Z)", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(f"<(?:{MARK}|{MEMORY_MARK})>", re.IGNORECASE)


def without_recalled(text: str) -> str:
    """The text without what was recalled into it, so that nothing is learned twice."""
    return _RECALLED.sub("[recalled experience]", text)


@dataclass(frozen=True, slots=True)
class Writer:
    """Completes episodes and derives what searching them needs."""

    clock: Clock
    ids: Ids
    analyzer: Analyzer
    embedding: Embedding
    redact: Redact | None = None
    agent: str | None = None
    session: str | None = None

    def prepare(
        self, scope: Scope, episodes: Sequence[Episode], recall: RecallLog | None = None
    ) -> list[EpisodeWrite]:
        """Writes for these episodes as their caller gave them, in their order.

        Raises:
            InvalidInput: an episode belongs to another namespace or user.
        """
        return self.derive(scope, [self.clean(episode) for episode in episodes], recall)

    def derive(
        self, scope: Scope, episodes: Sequence[Episode], recall: RecallLog | None = None
    ) -> list[EpisodeWrite]:
        """As `prepare`, for episodes that are clean already: a redact hook may not run twice."""
        whole = [self._complete(scope, episode) for episode in episodes]
        model, vectors = self.embedding.stamped([vector_text(e.task) for e in whole])
        return [
            self._write(episode, vector, model, recall)
            for episode, vector in zip(whole, vectors, strict=True)
        ]

    def again(self, copy: PrunedCopy) -> EpisodeWrite:
        """The write of an episode that was stored before: nothing is filled in or embedded.

        The redact hook applies, for it may be newer; a text that it changed loses its vector.
        """
        cleaned = self.clean(copy.episode)
        vector = copy.vector if cleaned == copy.episode else None
        return self._write(cleaned, vector, copy.model, None)

    def clean(self, record: R) -> R:
        """The record without blocks that were recalled, and with the redact hook applied."""
        if any(_OPENED.search(text) for text in texts_of(record)):
            record = map_texts(record, without_recalled)
        return record if self.redact is None else map_texts(record, self._redacted)

    def _redacted(self, text: str) -> str:
        hook: Redact = self.redact  # type: ignore[assignment]  # asked for where there is one
        try:
            clean = hook(text)
        except Exception as error:  # the hook is the caller's and may raise anything
            raise InvalidInput(
                f"the redact hook {values.shown(hook)} failed, so nothing was written: "
                f"{type(error).__name__}"
            ) from error
        if not isinstance(clean, str):
            raise InvalidInput(
                f"the redact hook {values.shown(hook)} must return a text, got "
                f"{values.shown(clean)}; nothing was written"
            )
        return clean

    def _complete(self, scope: Scope, episode: Episode) -> Episode:
        if episode.namespace not in ("", scope.namespace):
            raise InvalidInput(
                f"the episode belongs to namespace {episode.namespace!r}, this memory is "
                f"{scope.namespace!r}; use dataclasses.replace(episode, namespace='')"
            )
        if scope.user is not None and episode.user not in (None, scope.user):
            raise InvalidInput(
                f"the episode belongs to user {episode.user!r}, this memory writes as "
                f"{scope.user!r}; open it as that user, or without one"
            )
        id = episode.id or self.ids.new()
        verdicts = (replace(v, episode=id, id=v.id or self.ids.new()) for v in episode.verdicts)
        return replace(
            episode,
            id=id,
            verdicts=tuple(verdicts),
            namespace=scope.namespace,
            user=episode.user if scope.user is None else scope.user,
            agent=episode.agent or self.agent,
            session=episode.session or self.session,
            finished_at=episode.finished_at or self.clock.now(),
        )

    def _write(
        self, episode: Episode, vector: bytes | None, model: str | None, recall: RecallLog | None
    ) -> EpisodeWrite:
        text = lexical_text(episode)
        body, content = encode_episode(episode)
        return EpisodeWrite(
            episode=episode,
            body=body,
            content=content,
            text=text,
            terms=count_terms(self.analyzer.terms(text)),
            analyzer=self.analyzer.version,
            vector=vector,
            model=model,
            awaited=vector is None and self.embedding.wanted,
            lessons=tuple(
                Lesson(lesson, (episode.id,), outcome=episode.outcome, id=self.ids.new())
                for lesson in episode.lessons
            ),
            recall=recall,
        )
