"""What of a conversation stays in the context, what is folded into its summary, what is left out.

`decide` is asked when messages came in, and says which are to be folded into the summary or evicted
for good. It summarises, keeps and forgets nothing itself. What stays may be more than the budget;
`seasoned.core.assembling` keeps to it.

Whatever happens, pinned messages and the system messages at the beginning stay whole, and a call
of tools stays or goes with all its answers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from seasoned.core import values
from seasoned.core.costs import Costs
from seasoned.core.importance import Importance, scorer
from seasoned.core.messages import Message
from seasoned.core.summaries import Summary
from seasoned.core.units import Unit, answerable, units
from seasoned.errors import InvalidInput

MAX_MESSAGES: Final = 50  # that the source's sliding window holds
_LEAST_BUDGET: Final = 50  # tokens; hardly a message fits in less
_SHARE: Final = 0.8  # of the budget: messages that take more are folded
_RECENT: Final = 0.5  # most of the threshold that the newest messages take unfolded
_AT_LEAST: Final = 0.25  # of what is free, for the summary where pinned messages fill the rest
_FILLED: Final = 0.9  # of the budget after a fold, at most, so that the next is not at once


@dataclass(frozen=True, slots=True)
class WindowRules:
    """How much a context may hold, and what goes first.

    Attributes:
        max_tokens: The budget: no context is ever larger.
        threshold: Tokens of messages above which the older ones are folded, the summary not
            counted, as in the source; None is four fifths of the budget. They are folded as well
            when messages and summary together are above the budget.
        newest: Share of the messages that a fold leaves as they are, in [0, 1].
        protected: Number of newest messages that are neither folded nor evicted while they fit.
        max_messages: Number of messages beyond which the least important are evicted; None for
            no limit. The source's sliding window has 50.
        summary_share: Most of the budget that the summary takes, in [0, 1].
    """

    max_tokens: int = 100_000
    threshold: int | None = None
    newest: float = 0.2
    protected: int = 10
    max_messages: int | None = None
    summary_share: float = 0.85

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "max_tokens", values.count(self.max_tokens, "max_tokens", _LEAST_BUDGET))
        if self.threshold is not None:
            put(self, "threshold", values.count(self.threshold, "threshold", 1))
            if self.threshold > self.max_tokens:
                raise InvalidInput(
                    f"threshold must not be above max_tokens, got {self.threshold:,} above "
                    f"{self.max_tokens:,}; leave it out"
                )
        put(self, "newest", values.unit(self.newest, "newest"))
        put(self, "protected", values.count(self.protected, "protected"))
        if self.max_messages is not None:
            put(self, "max_messages", values.count(self.max_messages, "max_messages", 1))
        put(self, "summary_share", values.unit(self.summary_share, "summary_share"))

    @property
    def above(self) -> int:
        """Tokens of messages above which the older ones are folded."""
        return int(_SHARE * self.max_tokens) if self.threshold is None else self.threshold

    def room(self, kept: int) -> int:
        """Tokens that the summary may take beside the messages that were kept."""
        most = min(self.summary_share * self.max_tokens, _FILLED * self.max_tokens - kept)
        return int(max(most, _AT_LEAST * (self.max_tokens - kept)))

    def due(self, tokens: int, messages: int, summary_tokens: int = 0) -> bool:
        """Whether something is to be decided, by tokens and number of the messages.

        Cheap, so that it can be asked for each message.
        """
        crowded = self.max_messages is not None and messages > self.max_messages
        return crowded or self.full(tokens, summary_tokens)

    def full(self, tokens: int, summary_tokens: int = 0) -> bool:
        """Whether messages are to be folded, by their tokens and those of the summary."""
        return tokens > self.above or tokens + summary_tokens > self.max_tokens


@dataclass(frozen=True, slots=True)
class Weighed:
    """A message with what it costs, in tokens, and how much it matters, in [0, 1]."""

    message: Message
    tokens: int
    importance: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of messages, by their places in what was given.

    Attributes:
        stays: Those that go on to stand in the context.
        folded: Those that the summary is to stand for from now on.
        evicted: Those that are left out for good.
        limit: Most tokens that the text of the new summary may have.
    """

    stays: tuple[int, ...]
    folded: tuple[int, ...] = ()
    evicted: tuple[int, ...] = ()
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What a model is to be sent.

    Attributes:
        messages: In order, the summary among them.
        tokens: What they cost; never above the budget.
        left_out: Places of messages that did not fit.
        cut: Places of messages that stand there cut.
        summary: The summary as it stands there, None if there is none.
    """

    messages: tuple[Message, ...]
    tokens: int
    left_out: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    summary: Summary | None = None


def weigh(
    messages: Iterable[Message], costs: Costs | None = None, importance: Importance | None = None
) -> list[Weighed]:
    """Messages with their tokens and importance."""
    costs, score = costs or Costs(), importance or scorer()
    return [Weighed(message, costs.of(message), score(message)) for message in messages]


def decide(
    given: Sequence[Weighed], rules: WindowRules, *, summary_tokens: int = 0, overhead: int = 4
) -> Decision:
    """What is to be folded into the summary and what to be evicted.

    Args:
        given: The messages that stand in the context, oldest first.
        rules: The limits.
        summary_tokens: What the summary costs as a message, 0 if there is none.
        overhead: What a message costs beside its text.
    """
    board = Board(given, rules)
    orphans = {place for place, left in enumerate(board.answerable) if left is None}
    staying = [unit for unit in board.units if not orphans.issuperset(unit.places)]
    folded: list[Unit] = []
    limit = 0
    if rules.full(board.tokens(staying), summary_tokens):
        folded = board.foldable(staying)
        staying = _others(staying, folded)
        limit = max(0, rules.room(board.tokens(staying)) - overhead)
    evicted = board.surplus(staying)
    staying = _others(staying, evicted)
    return Decision(
        _places(staying), _places(folded), tuple(sorted({*orphans, *_places(evicted)})), limit
    )


class Board:
    """The units of a conversation, and what may be done with them."""

    def __init__(self, given: Sequence[Weighed], rules: WindowRules) -> None:
        messages = [one.message for one in given]
        self.given, self.rules = given, rules
        self.answerable = answerable(messages)
        self.units = units(messages)
        talk = (i for i, message in enumerate(messages) if message.role != "system")
        self.opening = next(talk, len(messages))  # where the system messages of the start end
        self.recent = len(messages) - rules.protected

    def tokens(self, chosen: Iterable[Unit]) -> int:
        """Tokens of all their messages."""
        return sum(self.given[place].tokens for unit in chosen for place in unit.places)

    def fixed(self, unit: Unit) -> bool:
        """Whether it stays whatever it costs."""
        return any(p < self.opening or self.given[p].message.pinned for p in unit.places)

    def waits(self, unit: Unit) -> bool:
        """Whether an answer may still come."""
        return unit.waiting and unit.places[-1] >= self.recent

    def foldable(self, staying: Sequence[Unit]) -> list[Unit]:
        """All but what stays anyway and the newest, as many of those as leave room for the rest."""
        number = len(self.given)
        share = math.ceil(round(self.rules.newest * number, 6))  # .2 * 35 is a little above 7
        newest = max(share, self.rules.protected)
        loose = [unit for unit in staying if not self.fixed(unit)]
        pinned = self.tokens(unit for unit in staying if self.fixed(unit))
        room = _RECENT * (self.rules.above - pinned)
        folded: list[Unit] = []
        for i, unit in enumerate(sorted(loose, key=lambda unit: -unit.places[-1])):
            room -= self.tokens([unit])
            keeps = unit.places[-1] >= number - newest and room >= 0
            if i and not keeps and not self.waits(unit):
                folded.append(unit)
        return folded

    def surplus(self, staying: Sequence[Unit]) -> list[Unit]:
        """The least important units beyond the number of messages, the oldest of equals first."""
        most = self.rules.max_messages
        excess = sum(len(unit.places) for unit in staying) - (most or math.inf)
        evicted = []
        for unit in sorted(staying, key=lambda unit: (self.importance(unit), unit.places)):
            if excess <= 0:
                break
            if not (self.fixed(unit) or self.waits(unit) or unit.places[-1] >= self.recent):
                evicted.append(unit)
                excess -= len(unit.places)
        return evicted

    def importance(self, unit: Unit) -> float:
        """That of the most important of its messages."""
        return max(self.given[place].importance for place in unit.places)


def _others(given: Iterable[Unit], without: Iterable[Unit]) -> list[Unit]:
    gone = frozenset(without)
    return [unit for unit in given if unit not in gone]


def _places(chosen: Iterable[Unit]) -> tuple[int, ...]:
    return tuple(sorted(place for unit in chosen for place in unit.places))
