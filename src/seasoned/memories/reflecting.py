"""Asking a model what attempts teach, and keeping what is borne out.

What is asked and believed is decided in `core.reflecting`. Each question is kept with what became
of it, beside the lessons and as long as the episodes, so that none is asked twice unless somebody
wants it. A model that fails is reported; no episode depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from seasoned import codec
from seasoned.core.advice import folded
from seasoned.core.completions import Completion
from seasoned.core.derived import BY_MODEL, LESSON, REFLECTION, Derived, name_of
from seasoned.core.messages import Message
from seasoned.core.proposed import Refused
from seasoned.core.records import Episode, Task
from seasoned.core.reflecting import Reflected, reflected, reflection_request
from seasoned.core.reflections import LeftOut, Reflection, reflection_id, shown
from seasoned.core.warning import warn
from seasoned.errors import InvalidInput, ModelError
from seasoned.memories.crediting import banned
from seasoned.memories.endings import describe
from seasoned.memories.surveying import teaches
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store
from seasoned.ports.llm import LLM

Request = tuple[list[Message], dict[str, Any]]
Answer = Completion | Exception
Sorted = tuple[tuple[Reflected, ...], tuple[Refused, ...]]
ANSWER: Final = 1_000  # tokens of an answer: three lessons, and a model that is wordy
_RAW: Final = 2_000  # characters of an answer that was of no use
_NO_MODEL: Final = (
    "open the memory with llm='openai:MODEL', llm='anthropic:MODEL', a function, or an LLM"
)


@dataclass(frozen=True, slots=True)
class Reflector:
    """Asks the model of a memory in one scope. Safe to share between threads."""

    store: Store
    writer: Writer
    scope: Scope
    llm: LLM | None = None

    def of(self, user: str | None) -> Reflector:
        """The same as another owner."""
        return replace(self, scope=replace(self.scope, user=user))

    def model(self, verb: str) -> LLM:
        """The model.

        Raises:
            InvalidInput: there is none.
        """
        if self.llm is None:
            raise InvalidInput(f"{verb} asks a language model and there is none; {_NO_MODEL}")
        return self.llm

    def episode(self, id: str) -> Episode:
        """An episode that a model may be asked about.

        Raises:
            NotFound: none that is visible has the id.
            InvalidInput: there is no model, or the episode teaches nothing.
        """
        self.model("reflect")
        found = self.store.episodes.get(self.scope, [id]).get(id)
        if found is None:
            raise self.scope.missing("episode", id)
        if not teaches(found, ()):
            raise InvalidInput(
                f"episode {id!r} is from {found.source!r}; only what one's own agents did, or an "
                "import, teaches lessons"
            )
        if id in banned(self.store, self.scope):
            raise InvalidInput(f"episode {id!r} is banned and teaches nothing; reinstate it first")
        return found

    def reflect(self, id: str) -> Reflection:
        """Ask about an episode, whether or not that was done before."""
        episode = self.episode(id)
        return self.take(episode, self.ask(*reflection_request(episode)))

    def after(self, id: str) -> None:
        """Ask about an episode that was just recorded; what goes wrong is a warning."""
        with spared():
            episode = self.recorded(id)
            if episode is not None:
                told_of(self.take(episode, self.ask(*reflection_request(episode))))

    def recorded(self, id: str) -> Episode | None:
        """The episode, None if there is nothing to ask: no model, or an answer already."""
        if self.llm is None:
            warn(f"the attempt is recorded, and no model is there to reflect on it; {_NO_MODEL}")
            return None
        return self.unanswered(id)

    def unanswered(self, id: str) -> Episode | None:
        """The episode, None if the model answered about it before.

        Raises:
            NotFound, InvalidInput: as `episode`.
        """
        return None if self.is_answered((id,)) else self.episode(id)

    def is_answered(self, episodes: Sequence[str]) -> bool:
        """Whether the model was asked about these, and said something."""
        id = reflection_id(self.scope.user, episodes)
        found = self.store.derived.get(self.scope, [id]).get(id)
        return found is not None and is_answer(found)

    def ask(self, messages: list[Message], schema: dict[str, Any]) -> Answer:
        """What the model answers, or the error that it ended in."""
        try:
            return self.model("reflect").complete(messages, schema=schema, max_tokens=ANSWER)
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            return error

    async def aask(self, messages: list[Message], schema: dict[str, Any]) -> Answer:
        """The same without blocking the event loop."""
        try:
            llm = self.model("reflect")
            return await llm.acomplete(messages, schema=schema, max_tokens=ANSWER)
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            return error

    def take(self, episode: Episode, answer: Answer) -> Reflection:
        """Keep what is borne out of an answer about an episode, and what became of the rest."""
        return self.keep((episode,), answer, lambda parsed: reflected(parsed, episode))

    def keep(
        self, episodes: Sequence[Episode], answer: Answer, judged: Callable[[Any], Sorted]
    ) -> Reflection:
        """Keep what an answer about these episodes teaches.

        Args:
            episodes: What it rests on, of two the worse one first.
            answer: Of the model.
            judged: Tells the lessons that are borne out from the others.
        """
        ids, now = tuple(one.id for one in episodes), self.writer.clock.now()
        if isinstance(answer, Exception):
            raw = answer.raw if isinstance(answer, ModelError) else ""
            problem = self._clean(describe(answer))
            made = Reflection(ids, self._name, problem=problem, raw=self._clean(raw)[:_RAW], at=now)
            self.store.derived.put(self.scope, [self._record(made, episodes)])
            return made
        kept, refused = judged(answer.parsed)
        lessons = [self._lesson(one, episodes, now) for one in kept]
        made = Reflection(
            ids,
            answer.model or self._name,
            tuple(dict.fromkeys(one.id for one in lessons)),
            tuple(LeftOut(self._clean(shown(one.item)), one.reason) for one in refused),
            at=now,
        )
        self.store.derived.put(self.scope, [*lessons, self._record(made, episodes)])
        return made

    @property
    def _name(self) -> str:
        return "" if self.llm is None else self.llm.model

    def _clean(self, text: str) -> str:
        return self.writer.clean(Episode(Task(text.replace("\x00", "")))).task.description

    def _lesson(self, one: Reflected, episodes: Sequence[Episode], now: datetime) -> Derived:
        """As it is kept: by what it says, so that a ban holds, and on the newest attempt."""
        user, category = self.scope.user, episodes[-1].task.category
        origins = tuple(each.id for each in episodes)
        id = name_of(LESSON, user, (BY_MODEL, category, folded(one.text)))
        text, at = self._clean(one.cited), now.timestamp()
        return Derived(id, LESSON, text, origins, category, BY_MODEL, len(origins), at, user)

    def _record(self, made: Reflection, episodes: Sequence[Episode]) -> Derived:
        user, category = self.scope.user, episodes[-1].task.category
        return Derived(
            reflection_id(user, made.episodes),
            REFLECTION,
            codec.encode(made).decode(),
            made.episodes,
            category,
            BY_MODEL,
            len(made.lessons),
            self.writer.clock.now().timestamp(),
            user,
        )

    def reflections(self) -> tuple[Reflection, ...]:
        """What was asked, the newest first."""
        found = self.store.derived.find(self.scope, REFLECTION)
        ranked = sorted(found, key=lambda one: (-one.at, one.id))
        return tuple(map(_read, ranked))


@contextmanager
def spared() -> Iterator[None]:
    """Turn what goes wrong after an episode was recorded into a warning."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # who finishes an attempt must not think it is lost
        warn(f"the attempt is recorded, but no lessons were kept of it: {describe(error)}")


def told_of(made: Reflection) -> None:
    """Warn of a model that gave no answer that can be used."""
    if made.problem:
        warn(
            f"the attempt is recorded, and the model gave no lessons: {made.problem}; "
            "learning.reflect(id) asks again"
        )


def is_answer(record: Derived) -> bool:
    """Whether a model said anything when it was asked."""
    return _read(record).answered


def _read(record: Derived) -> Reflection:
    """A reflection as it was kept; of one that was changed on its way, what can be told."""
    try:
        return codec.decode(record.text, Reflection)
    except InvalidInput:
        at = datetime.fromtimestamp(record.at, UTC)
        return Reflection(record.origins, problem="it cannot be read", raw=record.text, at=at)
