"""What an agent answers with, and every step that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from seasoned.codec import to_json
from seasoned.core.assembled import Assembled, Item
from seasoned.core.completions import Usage
from seasoned.core.exchanges import Exchange
from seasoned.core.messages import Message
from seasoned.core.reflections import Reflection


class Pattern(StrEnum):
    """Which memories an agent uses.

    ``stateless``: none. ``session``: the conversation at hand. ``personalised``: that, and notes,
    facts and documents. ``full``: all that, and past attempts; each request is an attempt.
    """

    STATELESS = "stateless"
    SESSION = "session"
    PERSONALISED = "personalised"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Trace:
    """What an agent did for one request, in order.

    Attributes:
        pattern: Which memories it uses.
        user: Who asked.
        session: Id of the conversation, None without one.
        attempt: Id of the attempt, None without one.
        held_out: Whether chance had memory held out from it.
        recalled: What memory gave to the context, each with its source.
        lessons: Lessons among it.
        context: What memory was asked and gave, and why; None where it was not asked.
        messages: What the model was sent.
        answer: What it answered.
        usage: What that cost, without what was learned from it.
        learned: The exchange as it was kept, with what was extracted; None where nothing is.
        episode: Id of the episode that was recorded, None without one.
        reflection: What the memory's model was asked about the attempt, and what was kept of its
            answer; None where it was not asked.
        problems: What failed and did not break the answer, in words.
    """

    pattern: Pattern
    user: str | None
    session: str | None = None
    attempt: str | None = None
    held_out: bool = False
    recalled: tuple[Item, ...] = ()
    lessons: tuple[str, ...] = ()
    context: Assembled | None = None
    messages: tuple[Message, ...] = ()
    answer: str = ""
    usage: Usage = Usage()
    learned: Exchange | None = None
    episode: str | None = None
    reflection: Reflection | None = None
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        """A few words for a log: who asked, what it cost, what failed."""
        who = "nobody" if self.user is None else repr(self.user)
        cost = f"{len(self.recalled)} recalled, {self.usage.tokens:,} tokens"
        wrong = f"; {'; '.join(self.problems)}" if self.problems else ""
        return f"{self.pattern} for {who}: {cost}{wrong}"

    def to_dict(self) -> dict[str, Any]:
        """All of it as what `json.dumps` takes: times are ISO texts, tuples lists."""
        plain: dict[str, Any] = to_json(self)
        return plain


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with its trace; as a text it is the answer."""

    text: str
    trace: Trace

    def __str__(self) -> str:
        return self.text
