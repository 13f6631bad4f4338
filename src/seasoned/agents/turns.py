"""One request of an agent: what is read before the model is asked, and what is kept after.

A step of memory that fails is named in the trace and does not break the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain, count, takewhile
from typing import Any, Final, TypeVar

from seasoned.agents.reply import Pattern, Reply, Trace
from seasoned.core import values
from seasoned.core.assembled import Assembled
from seasoned.core.completions import Completion
from seasoned.core.judging import Judgement
from seasoned.core.messages import Message
from seasoned.core.records import Episode, Outcome
from seasoned.core.replay import Recall
from seasoned.core.routing import DOCUMENTS, FACTS, NOTES
from seasoned.core.tokens import estimate_tokens
from seasoned.core.withheld import is_off_record
from seasoned.errors import SeasonedError
from seasoned.memories.attempts import Attempt
from seasoned.memories.pasts import REQUEST
from seasoned.memories.reflecting import Answer, Reflector
from seasoned.memories.updater import Updater
from seasoned.memories.working import WorkingMemory
from seasoned.memory import Memory

T = TypeVar("T")
Judge = Callable[[str, str], Judgement]  # request and answer to how it ended
_KNOWLEDGE: Final = (FACTS, NOTES, DOCUMENTS)
_LEAST: Final = 50  # tokens that a conversation is given, whatever else is sent


@dataclass(frozen=True, slots=True)
class Conduct:
    """How an agent goes about a request.

    Attributes:
        system: What the model is told at first; "" for nothing.
        context_tokens: Most tokens that memory gives.
        answer_tokens: Most tokens of an answer.
        temperature: Of the model, in [0, 2].
        category: Of the attempts.
        judge: How a request ended, from it and the answer; None leaves it unknown until somebody
            judges the episode.
        learn: Whether exchanges are learned from.
        reflect: Whether the memory's model is asked what each answered attempt teaches, as by
            `Attempt.finish`; only ``full`` makes attempts.

    Raises:
        InvalidInput: a value is out of range.
    """

    system: str = ""
    context_tokens: int = 2_000
    answer_tokens: int = 1_024
    temperature: float = 0.0
    category: str | None = None
    judge: Judge | None = None
    learn: bool = True
    reflect: bool = False

    def __post_init__(self) -> None:
        values.text(self.system, "system")
        values.count(self.context_tokens, "context_tokens", least=1)
        values.count(self.answer_tokens, "answer_tokens", least=1)
        values.number(self.temperature, "temperature", 0.0, 2.0)
        if self.category is not None:
            values.identifier(self.category, "category")


@dataclass(slots=True)
class Turn:
    """One request on its way."""

    memory: Memory
    conduct: Conduct
    request: str
    trace: Trace
    conversation: WorkingMemory | None = None
    attempt: Attempt | None = None
    recall: Recall | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def uses_sessions(self) -> bool:
        """Whether the conversation is kept."""
        return self.trace.pattern is not Pattern.STATELESS

    @property
    def uses_knowledge(self) -> bool:
        """Whether notes, facts and documents are read and learned."""
        return self.trace.pattern in (Pattern.PERSONALISED, Pattern.FULL)

    def prepare(self) -> tuple[Message, ...]:
        """Read what memory has, keep the request, and say what the model is to be sent."""
        if self.uses_sessions:
            self.conversation = self.guarded("session", self._converse)
        if self.trace.pattern is Pattern.FULL and not self.private:
            self._begin()
        context = self._context()
        head = [Message("system", self.conduct.system)] if self.conduct.system else []
        if context is not None and context.text:
            head.append(Message("system", context.text))
        messages = (*head, *self._said(head))
        recalled = () if context is None else context.items()
        self.trace = replace(
            self.trace,
            context=context,
            recalled=recalled,
            lessons=() if context is None else self._lessons(),
            messages=messages,
        )
        return messages

    def _lessons(self) -> tuple[str, ...]:
        """What similar attempts stated, and what was learned from them."""
        if self.recall is None:
            return ()
        stated = (text for result in self.recall.results for text in result.episode.lessons)
        return tuple(dict.fromkeys([*stated, *(lesson.text for lesson in self.recall.lessons)]))

    def _begin(self) -> None:
        category = self.conduct.category
        self.attempt = self.guarded(
            "attempt", lambda: self.memory.begin(self.request, category=category, tags=(REQUEST,))
        )
        if (attempt := self.attempt) is not None:
            self.recall = self.guarded("recall", lambda: attempt.recall)
            held = self.recall is not None and self.recall.held_out
            self.trace = replace(self.trace, attempt=attempt.id, held_out=held)

    def _context(self) -> Assembled | None:
        if not self.uses_knowledge or self.trace.held_out:
            return None
        only = None if self.trace.pattern is Pattern.FULL else _KNOWLEDGE
        context = self.guarded(
            "context",
            lambda: self.memory.context(
                self.request, self.conduct.context_tokens, recall=self.recall, memories=only
            ),
        )
        if context is not None:
            self.problems += [f"{name}: {why}" for name, why in context.failed.items()]
        return context

    def _converse(self) -> WorkingMemory:
        """The conversation that was named, or the user's standing one.

        After a standing one that was closed comes the next.
        """
        if (named := self.trace.session) is not None:
            return self.memory.session(named)
        name = f"standing {self.trace.user or ''}".strip()
        names = chain([name], (f"{name} {n}" for n in count(2)))
        found = next(one for one in map(self.memory.session, names) if not one.closed)
        self.trace = replace(self.trace, session=found.id)
        return found

    def _said(self, head: list[Message]) -> tuple[Message, ...]:
        """The conversation up to the request, within what the rest leaves."""
        asked = Message("user", self.request)
        conversation = self.conversation
        if conversation is None:
            return (asked,)
        kept = self.guarded("session", lambda: conversation.add(asked))
        most = conversation.budget - sum(estimate_tokens(message.text) + 4 for message in head)
        found = self.guarded("session", lambda: conversation.context(max(_LEAST, most)))
        said = () if found is None else found.messages
        if kept is None:
            return (*said, asked)
        # Others may have spoken in the meantime; they are answered in a turn of their own.
        before = [*takewhile(lambda message: message.id != kept.id, said)]
        fitted = said[len(before)] if len(before) < len(said) else kept
        if fitted.text != kept.text:
            self.problems.append("session: the request does not fit its budget, and is cut")
        return (*before, fitted) if said else (kept,)

    def keep(self, completion: Completion) -> None:
        """Keep the answer in the conversation."""
        self.trace = replace(self.trace, answer=completion.text, usage=completion.usage)
        if completion.truncated:
            most = self.conduct.answer_tokens
            self.problems.append(f"answer: the model was cut off at {most:,} tokens")
        conversation, answer = self.conversation, completion.text
        if conversation is not None and answer.strip():
            self.guarded("session", lambda: conversation.add(answer, "assistant"))
            self.problems += conversation.problems

    @property
    def private(self) -> bool:
        """Whether the user asks that this be not remembered."""
        return is_off_record(self.request)

    @property
    def updater(self) -> Updater | None:
        """What learns from the exchange, None if nothing does."""
        if self.private or not (self.uses_knowledge and self.conduct.learn):
            return None
        return self.guarded("updater", lambda: self.memory.updater)

    def learn(self, updater: Updater, parsed: Any = None) -> None:
        """Keep what the exchange says of the user."""
        answer, session = self.trace.answer, self.trace.session
        learned = self.guarded(
            "updater", lambda: updater.take(self.request, answer, parsed, session=session)
        )
        if learned is not None and learned.problem:
            self.problems.append(f"updater: {learned.problem}")
        self.trace = replace(self.trace, learned=learned)

    def close(self) -> None:
        """Close the attempt with the answer."""
        attempt, answer = self.attempt, self.trace.answer
        if attempt is not None:
            outcome = self._judged(answer)
            receipt = self.guarded("episode", lambda: attempt.finish(answer, outcome=outcome))
            self.trace = replace(self.trace, episode=None if receipt is None else receipt.id)

    def to_reflect_on(self) -> tuple[Reflector, Episode] | None:
        """Who is to be asked about which episode, None for nobody."""
        attempt, id = self.attempt, self.trace.episode
        if not self.conduct.reflect or attempt is None or id is None:
            return None
        reflector = attempt.reflector
        episode = self.guarded("reflection", lambda: reflector.unanswered(id))
        return None if episode is None else (reflector, episode)

    def reflected(self, reflector: Reflector, episode: Episode, answer: Answer) -> None:
        """Keep the lessons of an answer, and say why there are none if it is of no use."""
        made = self.guarded("reflection", lambda: reflector.take(episode, answer))
        if made is not None and made.problem:
            self.problems.append(f"reflection: {made.problem}")
        self.trace = replace(self.trace, reflection=made)

    def reply(self) -> Reply:
        """Hand over answer and trace."""
        self.trace = replace(self.trace, problems=tuple(dict.fromkeys(self.problems)))
        return Reply(self.trace.answer, self.trace)

    def _judged(self, answer: str) -> Judgement | None:
        judge = self.conduct.judge
        return None if judge is None else self.guarded("judge", lambda: judge(self.request, answer))

    def fail(self, error: BaseException) -> None:
        """Record that there is no answer."""
        attempt = self.attempt
        if attempt is not None:
            why = f"{type(error).__name__}: {error}"
            self.guarded("episode", lambda: attempt.finish(outcome=Outcome.FAILURE, detail=why))

    def guarded(self, step: str, do: Callable[[], T]) -> T | None:
        """What a step of memory gives; None where it failed, which is named."""
        try:
            return do()
        except SeasonedError as error:
            self.problems.append(f"{step}: {error}")
        except Exception as error:  # noqa: BLE001  # a judge or hook may raise anything
            self.problems.append(f"{step}: {error!r}")
        return None
