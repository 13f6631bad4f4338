"""From an episode as the caller gave it to everything that is kept in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from seasoned.codec import encode_episode
from seasoned.core import values
from seasoned.core.lexical import count_terms
from seasoned.core.mapping import map_texts, texts_of
from seasoned.core.messages import Message
from seasoned.core.recall import RecallLog
from seasoned.core.recalled import is_marked, without_recalled, without_recalled_in
from seasoned.core.records import Episode, Lesson
from seasoned.core.searchtext import lexical_text, vector_text
from seasoned.errors import InvalidInput
from seasoned.memories.embedding import Embedding
from seasoned.memories.ids import Ids
from seasoned.ports import Analyzer, Clock, EpisodeWrite, PrunedCopy, Scope

R = TypeVar("R")
Redact = Callable[[str], str]


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
        if any(is_marked(text) for text in texts_of(record)):
            if isinstance(record, Message):
                record = replace(record, content=_without_recalled(record.content))
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


def _without_recalled(
    content: str | tuple[dict[str, Any], ...],
) -> str | tuple[dict[str, Any], ...]:
    """Parts of a message without blocks, which may run from one into the next."""
    if isinstance(content, str):
        return without_recalled(content)
    said = {i: part["text"] for i, part in enumerate(content) if type(part.get("text")) is str}
    left = dict(zip(said, without_recalled_in(list(said.values())), strict=True))
    return tuple({**part, "text": left[i]} if i in left else part for i, part in enumerate(content))
