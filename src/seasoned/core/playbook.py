"""Playbooks: what a category's attempts have shown to work and to fail, in figures and words.

A playbook is no record: it is put together from what is kept, whenever it is asked for, so that
it can never be stale. How it looks as a file for agents is `seasoned.core.handouts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from seasoned.core.derived import Cluster
from seasoned.core.intervals import Interval, newcombe, wilson
from seasoned.core.plaintext import each_once, one_line
from seasoned.core.records import Lesson, Outcome
from seasoned.core.skills import StrategyRate
from seasoned.core.tallies import Cell

WAYS: Final = 3  # strategies told of each kind
TRIED: Final = 3  # attempts from which a strategy is told of
CLUSTERS: Final = 3
LESSONS: Final = 5
EXAMPLES: Final = 3  # ids of each kind
_LESSON_SHOWN: Final = 700  # characters
_SIGNATURE_SHOWN: Final = 160
_UNSURE: Final = "best so far, though it may be chance"
_NAMED: Final = 3  # ids behind a cluster that are told


@dataclass(frozen=True, slots=True)
class Playbook:
    """What to do and what to avoid in tasks of a category.

    Attributes:
        id: By which it is known as something that was shown.
        known: Root attempts with a known outcome; figures are of these.
        successes: How many of them worked.
        ways: Strategies that were tried often enough to tell, the surest first.
        habits: Tools that make a difference.
        lessons: What comparing attempts taught, and what was written by hand.
        avoid: Ways in which attempts failed, the commonest first.
        worked: Ids of the newest that worked.
        failed: Ids of the newest that failed.
    """

    category: str
    known: int = 0
    successes: int = 0
    ways: tuple[StrategyRate, ...] = ()
    habits: tuple[Lesson, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    avoid: tuple[Cluster, ...] = ()
    worked: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The same for a category, whatever stands in it."""
        return f"playbook-{self.category}"

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it beyond a rate."""
        return not (self.ways or self.habits or self.lessons or self.avoid)

    @property
    def interval(self) -> Interval:
        """95 % interval of the success rate, after Wilson."""
        return wilson(self.successes, self.known)

    @property
    def works(self) -> tuple[StrategyRate, ...]:
        """Strategies that do no worse than the category as a whole."""
        rate = self.successes / self.known if self.known else 0.0
        return tuple(way for way in self.ways if way.successes and way.rate >= rate)[:WAYS]

    @property
    def fails(self) -> tuple[StrategyRate, ...]:
        """Strategies whose interval lies below the category's rate."""
        rate = self.successes / self.known if self.known else 0.0
        return tuple(way for way in self.ways[::-1] if way.interval.high < rate)[:WAYS]

    @property
    def text(self) -> str:
        """All of it, a line for each thing."""
        return self.told()

    def told(self, *, ids: bool = True) -> str:
        """`text`, with or without the episodes behind each line."""
        return "\n".join([self.heading, *(f"- {line}" for line in self.lines(ids=ids))])

    @property
    def heading(self) -> str:
        """What it is for, and how such tasks go."""
        return f"{self.category}: {self.rate}"

    @property
    def rate(self) -> str:
        """How such tasks go, in words."""
        return _rate(self.successes, self.known, self.interval)

    def lines(self, *, ids: bool = True) -> Iterator[str]:
        """What there is to say, most useful first."""
        yield from self.figures(ids=ids)
        for lesson in self.lessons:
            yield lesson_line(lesson, ids=ids)
        if ids and self.worked:
            yield f"examples that worked: {', '.join(self.worked)}"
        if ids and self.failed:
            yield f"examples that failed: {', '.join(self.failed)}"

    def figures(self, *, ids: bool = False) -> Iterator[str]:
        """What works and what to avoid, without the lessons."""
        for way in self.works:
            yield f"{'works' if self._stands_out(way) else _UNSURE}: {_way(way)}"
        for way in self.fails:
            yield f"avoid: {_way(way)}"
        for habit in self.habits:
            yield lesson_line(habit, ids=ids)
        for cluster in self.avoid:
            seen = f"{cluster.failures} failures"
            among = (
                f", among them {', '.join(cluster.episodes[-_NAMED:])}"
                if ids and cluster.episodes
                else ""
            )
            led = f"{cluster.after} led to " if cluster.after else ""
            yield f"avoid: {led}{one_line(cluster.signature, _SIGNATURE_SHOWN)} ({seen}{among})"

    def _stands_out(self, way: StrategyRate) -> bool:
        """Whether a strategy does better for sure than all else; so it is if there is nothing."""
        others = self.known - way.known
        if not others:
            return True
        rest = self.successes - way.successes
        return newcombe((way.successes, way.known), (rest, others)).low > 0.0


def lesson_line(lesson: Lesson, *, ids: bool = True) -> str:
    """A lesson with the episodes that it rests on, and by whom it is if that is a model."""
    text = one_line(lesson.text, _LESSON_SHOWN)
    if lesson.kind == "model":
        text = f"{text} [written by a model]"
    return f"{text} [{', '.join(lesson.origins)}]" if ids and lesson.origins else text


def _way(way: StrategyRate) -> str:
    said = _rate(way.successes, way.known, way.interval)
    return f"strategy {one_line(way.name, 60)}, {said}"


def _rate(successes: int, known: int, interval: Interval) -> str:
    if not known:
        return "no attempt with a known outcome"
    low, high = round(100 * interval.low), round(100 * interval.high)
    return f"{successes} of {known} worked ({successes / known:.0%}, 95 %: {low} to {high} %)"


def playbook_of(
    category: str,
    cells: Iterable[Cell],
    lessons: Sequence[Lesson],
    clusters: Sequence[Cluster],
    habits: Sequence[Lesson] = (),
    examples: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> Playbook:
    """The playbook of a category.

    Args:
        category: Its name.
        cells: Totals over all that is visible.
        lessons: Those of the category and those of none, best first.
        clusters: Those of the category.
        habits: Those of the category, best first.
        examples: Ids of the newest that worked, and of the newest that failed.
    """
    mine = [c for c in cells if c.root and c.category == category and c.outcome != Outcome.UNKNOWN]
    tried: dict[str, tuple[int, int]] = {}
    for cell in mine:
        won, known = tried.get(cell.strategy, (0, 0))
        tried[cell.strategy] = (
            won + (cell.n if cell.outcome == Outcome.SUCCESS else 0),
            known + cell.n,
        )
    ways = [StrategyRate(name, n, won) for name, (won, n) in tried.items() if name and n >= TRIED]
    return Playbook(
        category=category,
        known=sum(n for _, n in tried.values()),
        successes=sum(won for won, _ in tried.values()),
        ways=tuple(sorted(ways, key=lambda way: (-way.interval.low, way.name))),
        habits=tuple(habits[:WAYS]),
        lessons=tuple(each_once(lessons, lambda one: one.text)[:LESSONS]),
        avoid=tuple(sorted(clusters, key=lambda c: (-c.failures, c.signature))[:CLUSTERS]),
        worked=tuple(examples[0][:EXAMPLES]),
        failed=tuple(examples[1][:EXAMPLES]),
    )
