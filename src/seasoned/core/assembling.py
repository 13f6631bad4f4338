"""A context within the budget, from what stayed of a conversation and its summary.

What must be there comes first: the system messages of the start, pinned messages, the newest
message and calls that wait for their answer. Then comes the summary, then the newest messages, then
the others by importance. What must be there and is too long is cut; only what is pinned never is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from seasoned.core.costs import Costs, cut
from seasoned.core.messages import Message
from seasoned.core.summaries import Summary
from seasoned.core.summarizing import summarize
from seasoned.core.units import Unit
from seasoned.core.values import shown
from seasoned.core.window import Board, Context, Weighed, WindowRules
from seasoned.errors import BudgetError

_WORTHWHILE: Final = 100  # tokens of a message from which cutting beats leaving it out
_NAMED: Final = 3  # messages that an error names


def assemble(
    given: Sequence[Weighed],
    summary: Summary | None = None,
    rules: WindowRules | None = None,
    costs: Costs | None = None,
    *,
    summary_tokens: int | None = None,
) -> Context:
    """The context to be sent, never above the budget.

    Args:
        given: The messages that stayed, oldest first, with what they cost by `costs`.
        summary: What stands for those before; it stands behind the system messages of the start.
        rules: The limits.
        costs: What a message costs.
        summary_tokens: What the summary costs as a message, counted if None.

    Raises:
        BudgetError: what is pinned exceeds the budget, alone or with the least of the newest
            message; it is named.
    """
    rules, costs = rules or WindowRules(), costs or Costs()
    board = Board(given, rules)
    packing = _Packing(board, costs)
    said, needed = _told(summary, costs, summary_tokens)
    fixed = [unit for unit in board.units if board.fixed(unit)]
    if packing.tokens(fixed) > packing.left:
        raise BudgetError(_too_much(board, fixed, packing.tokens(fixed)))
    packing.take(fixed)
    loose = [unit for unit in board.units if not board.fixed(unit) and packing.has(unit)]
    loose.sort(key=lambda unit: -unit.places[-1])
    must = [unit for i, unit in enumerate(loose) if i == 0 or board.waits(unit)]
    reserved = min(needed, packing.left // 2)
    for unit in must:
        if not packing.take_cut(unit, packing.left - reserved) and unit is loose[0]:
            raise BudgetError(_no_room(board, unit, packing))
    if summary is not None and needed > packing.left:
        summary = summarize(
            summary,
            (),
            packing.left - costs.overhead,
            count=costs.count,
            headings=summary.headings,
        )
        said, needed = _told(summary, costs)
    packing.left -= needed
    packing.fill(unit for unit in loose if unit not in must)
    return packing.context(said, summary if said else None)


def _told(
    summary: Summary | None, costs: Costs, known: int | None = None
) -> tuple[Message | None, int]:
    """The summary as a message, and what it costs."""
    if summary is None or summary.blank:
        return None, 0
    said = summary.message()
    return said, costs.of(said) if known is None else known


class _Packing:
    """The messages that were taken so far, and what is left of the budget."""

    def __init__(self, board: Board, costs: Costs) -> None:
        self.board, self.costs = board, costs
        self.left = board.rules.max_tokens
        self.taken: dict[int, Message] = {}
        self.cut: list[int] = []

    def has(self, unit: Unit) -> bool:
        """Whether anything of it can be told to a model."""
        return any(self.board.answerable[place] is not None for place in unit.places)

    def tokens(self, chosen: Iterable[Unit]) -> int:
        return sum(self._cost(place) for unit in chosen for place in unit.places)

    def _cost(self, place: int) -> int:
        message, one = self.board.answerable[place], self.board.given[place]
        if message is None:
            return 0
        return one.tokens if message is one.message else self.costs.of(message)

    def take(self, chosen: Iterable[Unit]) -> None:
        for unit in chosen:
            self._put({place: self.board.answerable[place] for place in unit.places})

    def _put(self, found: dict[int, Message | None]) -> None:
        for place, message in found.items():
            if message is not None:
                self.taken[place] = message
                known = message is self.board.answerable[place]
                self.left -= self._cost(place) if known else self.costs.of(message)

    def take_cut(self, unit: Unit, room: int) -> bool:
        """Take a unit, cut if it is longer than the room; False if it cannot be."""
        if self.tokens([unit]) <= room:
            self.take([unit])
            return True
        found = self._shared_out([p for p in unit.places if self.board.answerable[p]], room)
        if found is None:
            return False
        self.cut += [p for p, message in found.items() if message is not self.board.answerable[p]]
        self._put(found)
        return True

    def _shared_out(self, places: list[int], room: int) -> dict[int, Message | None] | None:
        """The messages of a unit, the longest cut to the same length; None if that cannot be."""
        whole: set[int] = set()
        while True:
            loose = [place for place in places if place not in whole]
            rest = room - sum(self._cost(place) for place in whole)
            if not loose or rest <= 0:
                return None
            level = _level([self._cost(place) for place in loose], rest)
            found = {place: self._cut_to(place, level) for place in loose}
            stubborn = {place for place, message in found.items() if message is None}
            if not stubborn:
                return found | {place: self.board.answerable[place] for place in whole}
            whole |= stubborn

    def _cut_to(self, place: int, level: int) -> Message | None:
        message = self.board.answerable[place]
        return None if message is None else cut(message, level, self.costs)

    def fill(self, loose: Iterable[Unit]) -> None:
        """The newest messages as far as they fit, cut where that is worthwhile, then the others."""
        older = []
        for unit in loose:
            if unit.places[-1] < self.board.recent:
                older.append(unit)
            elif self.tokens([unit]) <= self.left:
                self.take([unit])
            elif self.left >= _WORTHWHILE * len(unit.places):
                self.take_cut(unit, self.left)
        for unit in sorted(older, key=lambda unit: -self.board.importance(unit)):
            if self.tokens([unit]) <= self.left:
                self.take([unit])

    def context(self, said: Message | None, summary: Summary | None) -> Context:
        first = [m for place, m in sorted(self.taken.items()) if place < self.board.opening]
        rest = [m for place, m in sorted(self.taken.items()) if place >= self.board.opening]
        missing = (p for p in range(len(self.board.given)) if p not in self.taken)
        return Context(
            messages=(*first, *([said] if said else []), *rest),
            tokens=self.board.rules.max_tokens - self.left,
            left_out=tuple(missing),
            cut=tuple(sorted(self.cut)),
            summary=summary,
        )


def _level(tokens: Iterable[int], room: int) -> int:
    """The length to which the longest are to be cut, so that all fit in the room."""
    ordered = sorted(tokens)
    for i, length in enumerate(ordered):
        share = room // (len(ordered) - i)
        if length > share:
            return share
        room -= length
    return ordered[-1]


_OR_ANOTHER: Final = ", or begin another session that pins less"


def _too_much(board: Board, fixed: Sequence[Unit], tokens: int) -> str:
    return (
        f"pinned and system messages take {tokens:,} of {board.rules.max_tokens:,} tokens: "
        f"{_names(board, fixed)}; raise max_tokens{_OR_ANOTHER}"
    )


def _no_room(board: Board, unit: Unit, packing: _Packing) -> str:
    fixed = [one for one in board.units if board.fixed(one)]
    beside = f" beside what is pinned: {_names(board, fixed)}" if fixed else ""
    return (
        f"{packing.left:,} of {board.rules.max_tokens:,} tokens are left for "
        f"{_names(board, [unit])}{beside}; raise max_tokens{_OR_ANOTHER if fixed else ''}"
    )


def _names(board: Board, chosen: Sequence[Unit]) -> str:
    """The largest messages of some units, by id or else by their first words."""
    places = sorted(
        (p for unit in chosen for p in unit.places), key=lambda p: -board.given[p].tokens
    )
    told = []
    for place in places[:_NAMED]:
        one = board.given[place]
        name = one.message.id or shown(one.message.text or f"a message of {one.message.role}")
        told.append(f"{name} ({one.tokens:,})")
    more = len(places) - len(told)
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")
