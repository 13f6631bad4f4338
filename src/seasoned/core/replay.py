"""From recalled episodes to a block of text that an agent can use, within a hard token budget.

`ReplayContext`, `build_replay_context` and `format_replay_prompt` keep the source article's
names. What the block looks like is decided in `seasoned.core.page`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from seasoned.core import values
from seasoned.core.page import MARK as MARK
from seasoned.core.page import Page, ReplayContext
from seasoned.core.page import age as age
from seasoned.core.playbook import Playbook
from seasoned.core.recall import MORE, RecallLog, ShownItem, Similar, Statistics, Withheld
from seasoned.core.records import Episode, Lesson, Outcome, Task
from seasoned.core.scoring import PrioritizedResult
from seasoned.core.tokens import estimate_tokens
from seasoned.errors import InvalidInput

_NOTES: Final = 0.4  # share of the budget that lessons and playbook may take
TOKENS: Final = 800  # of a block where nobody says how many

TokenCounter = Callable[[str], int]
Budget: TypeAlias = "int | Literal['auto'] | None"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An episode that is not in the text, or only in brief, and why."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Fitted:
    """A rendered block and what became of each episode.

    Attributes:
        text: The block; empty if not one of the episodes fits into it.
        tokens: Its size by the counter in use, at most the budget.
        shown: Ids in the text, in the order of value.
        left_out: What is missing or shortened, and why.
    """

    text: str
    tokens: int
    shown: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def build_replay_context(
    results: Sequence[PrioritizedResult], statistics: Statistics | None = None
) -> ReplayContext:
    """The context of these results, in their order.

    Args:
        results: Most valuable first.
        statistics: Figures over all that was similar. Without them they are taken from
            `results`, which a quota may have picked and which then say less.
    """
    figures = _figures([r.episode for r in results]) if statistics is None else statistics
    return ReplayContext(
        episodes=tuple(r.episode for r in results),
        strategies_used=figures.proven,
        avg_reward=figures.average_reward,
        success_rate=figures.success_rate,
        similar=figures.similar,
        total=figures.total,
        seen=tuple(1 + len(r.also) for r in results),
        nearest=figures.nearest or figures.similar,
        unknown=figures.unknown,
        more=figures.more,
        weak=figures.weak,
    )


def _figures(episodes: Sequence[Episode]) -> Statistics:
    known = [e for e in episodes if e.effective_outcome is not Outcome.UNKNOWN]
    wins = [e for e in known if e.effective_outcome is Outcome.SUCCESS]
    rewards = [r for e in episodes if (r := e.effective_feedback.reward) is not None]
    strategies = Counter(e.strategy for e in wins if e.strategy)
    return Statistics(
        total=len(episodes),
        similar=len(episodes),
        success_rate=len(wins) / len(known) if known else None,
        average_reward=sum(rewards) / len(rewards) if rewards else None,
        unknown=len(episodes) - len(known),
        proven=tuple(name for name, _ in strategies.most_common()),
        nearest=len(episodes),
    )


def format_replay_prompt(
    context: ReplayContext,
    task: Task,
    max_tokens: int | None = None,
    now: datetime | None = None,
    count: TokenCounter = estimate_tokens,
) -> str:
    """The text of `fit_replay_prompt`."""
    return fit_replay_prompt(context, task, max_tokens, now, count).text


def fit_replay_prompt(
    context: ReplayContext,
    task: Task,
    max_tokens: int | None = None,
    now: datetime | None = None,
    count: TokenCounter = estimate_tokens,
    *,
    example: bool = False,
) -> Fitted:
    """Render a context, the most valuable episodes first, within a hard token budget.

    The heading tells how many of the similar episodes are shown ("k of n similar"), out of how
    many that could have been, and what the figures rest on where that is less. An episode is
    shown whole, else in brief, else left out with a reason. If there is room for none of them, the
    text is empty and the reason says how many tokens would do. Where there is room for both in
    brief, the most valuable success (or partial) and the most valuable failure each have their
    place before a second of either.

    Args:
        context: What to show.
        task: The task at hand, repeated at the top.
        max_tokens: Budget of the whole text by `count`; None sets no limit.
        now: Moment that ages are counted to; None shows no ages.
        count: Tokens of a text.
        example: Whether to show the most valuable success, else partial, with all its steps and
            its whole solution; it is shown like any other if there is no room for that.

    Raises:
        InvalidInput: `max_tokens` is negative, or `count` no function.
    """
    if not callable(count):
        raise InvalidInput(f"count must be a function of a text, got {values.shown(count)}")
    budget = float("inf") if max_tokens is None else values.count(max_tokens, "max_tokens")
    page = Page(context, task, now, _best(context) if example else None)

    def fits(chosen: dict[int, bool]) -> bool:
        return count(page.render(chosen)) <= budget

    page, untold = _noted(page, budget, count)
    noted = tuple(note.id for note in page.noted)
    if not context.episodes:
        text = page.render({}) if fits({}) else ""
        return Fitted(text, count(text) if text else 0, noted if text else (), untold)
    chosen = _chosen(context, fits)
    if page.example is not None and chosen.get(page.example, True):
        page = replace(page, example=None)
        chosen = _chosen(context, fits)
    if not chosen:
        return _nothing(page, max_tokens, count)
    text = page.render(chosen)
    shown = (*(context.episodes[i].id for i in chosen), *noted)
    left_out = tuple(
        LeftOut(e.id, f"{'shortened' if i in chosen else 'left out'}: {_room(max_tokens)}")
        for i, e in enumerate(context.episodes)
        if chosen.get(i, True)
    )
    return Fitted(text, count(text), shown, left_out + untold)


def _noted(page: Page, budget: float, count: TokenCounter) -> tuple[Page, tuple[LeftOut, ...]]:
    """The page with as many lessons as have room beside the first episodes, and the others."""
    kept = _first_of_each(page.context)
    bare, untold = count(page.render({})), list[LeftOut]()
    for note in page.notes():
        more = replace(page, noted=(*page.noted, note))
        within = count(more.render({})) - bare <= _NOTES * budget
        if within and count(more.render(kept)) <= budget:
            page = more
        else:
            untold.append(LeftOut(note.id, "left out: no room beside the episodes"))
    return page, tuple(untold)


def _chosen(context: ReplayContext, fits: Callable[[dict[int, bool]], bool]) -> dict[int, bool]:
    """Which episodes have room, and whether in brief, in the order of value."""
    chosen: dict[int, bool] = {}
    kept = _first_of_each(context)
    if not fits(kept):
        kept = {}
    for i in range(len(context.episodes)):
        brief = next((b for b in (False, True) if fits({**kept, **chosen, i: b})), None)
        kept.pop(i, None)
        if brief is not None:
            chosen[i] = brief
    return chosen


def _room(max_tokens: int | None) -> str:
    return f"no room within {max_tokens} tokens"


def _nothing(page: Page, max_tokens: int | None, count: TokenCounter) -> Fitted:
    """No text: a heading that speaks of experience and shows none would only cost tokens."""
    episodes = page.context.episodes
    least = min(count(page.render({i: b})) for i in range(len(episodes)) for b in (True, False))
    reason = f"left out: {_room(max_tokens)}; one episode needs {least}"
    return Fitted("", 0, (), tuple(LeftOut(e.id, reason) for e in episodes))


def _first_of_each(context: ReplayContext) -> dict[int, bool]:
    """The most valuable success, else partial, and the most valuable failure, both in brief."""
    failed = _firsts(context).get(Outcome.FAILURE)
    return {i: True for i in (_best(context), failed) if i is not None}


def _firsts(context: ReplayContext) -> dict[Outcome, int]:
    first: dict[Outcome, int] = {}
    for i, episode in enumerate(context.episodes):
        first.setdefault(episode.effective_outcome, i)
    return first


def _best(context: ReplayContext) -> int | None:
    """The most valuable success, else partial."""
    first = _firsts(context)
    return first.get(Outcome.SUCCESS, first.get(Outcome.PARTIAL))


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer of `Memory.recall`: what experience says about a task.

    Attributes:
        id: Id of this recall; hand it to `record` to link an outcome to what was shown.
        task: What was asked.
        at: When, aware UTC.
        results: At most k, best first.
        withheld: Episodes that have to do with the task and were held back, and why.
        statistics: Figures over all that was similar, before any balancing.
        similar: All that passed the gate, as choosing a strategy needs it; None of a recall that
            was read from its log.
        lessons: What was learned from attempts at this and similar tasks, and written by hand.
        playbook: What the category's attempts have shown; None before it was consolidated.
        held_out: Whether nothing was recalled since the attempt runs without memory.
        reason: Why it is empty, where it is so on purpose.
    """

    id: str
    task: Task
    at: datetime
    results: tuple[PrioritizedResult, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    statistics: Statistics = Statistics()
    similar: Similar | None = field(default=None, repr=False, compare=False)
    lessons: tuple[Lesson, ...] = ()
    playbook: Playbook | None = None
    held_out: bool = False
    reason: str = ""

    @property
    def successes(self) -> tuple[PrioritizedResult, ...]:
        """The results that worked."""
        return self._ended(Outcome.SUCCESS)

    @property
    def partials(self) -> tuple[PrioritizedResult, ...]:
        """The results that nearly worked."""
        return self._ended(Outcome.PARTIAL)

    @property
    def failures(self) -> tuple[PrioritizedResult, ...]:
        """The results to avoid."""
        return self._ended(Outcome.FAILURE)

    def _ended(self, outcome: Outcome) -> tuple[PrioritizedResult, ...]:
        return tuple(r for r in self.results if r.outcome is outcome)

    def context(self) -> ReplayContext:
        """The results as a replay context, with the lessons and the playbook."""
        context = build_replay_context(self.results, self.statistics)
        return replace(context, lessons=self.lessons, playbook=self.playbook)

    @property
    def notes(self) -> tuple[str, ...]:
        """Ids of the lessons and the playbook."""
        book = () if self.playbook is None else (self.playbook.id,)
        return (*(lesson.id for lesson in self.lessons), *book)

    def fit(self, max_tokens: Budget = "auto", count: TokenCounter = estimate_tokens) -> Fitted:
        """The block for an agent's prompt and the report of what was left out and why.

        The text is empty if there are results and not one of them fits, and if memory is held
        out.

        Args:
            max_tokens: Hard budget of the text; None sets no limit. ``auto`` is 800; and where
                the category is a weak skill and `k` was left to the recall, 1,200, with the most
                valuable success shown whole.
            count: Tokens of a text, a calibrated estimate by default.

        Raises:
            InvalidInput: `max_tokens` is negative.
        """
        if self.held_out:
            return Fitted("", 0)
        weak = max_tokens == "auto" and self.statistics.weak
        budget = int(TOKENS * MORE) if weak else TOKENS if max_tokens == "auto" else max_tokens
        context = self.context()
        return fit_replay_prompt(context, self.task, budget, self.at, count, example=weak)

    def prompt(self, max_tokens: Budget = "auto", count: TokenCounter = estimate_tokens) -> str:
        """The text of `fit`."""
        return self.fit(max_tokens, count).text


def log_of(recall: Recall, used: Sequence[str] = ()) -> RecallLog:
    """The recall as the store logs it, with those of its ids that were used.

    Raises:
        InvalidInput: `used` names what was not recalled.
    """
    items = tuple(
        ShownItem(
            r.episode.id,
            r.similarity,
            r.relevance,
            r.priority,
            r.breakdown,
            r.also,
            r.episode.namespace,
            tuple(verdict.id for verdict in r.episode.verdicts),
        )
        for r in recall.results
    )
    at = recall.at.timestamp()
    log = RecallLog(recall.id, recall.task, at, items, recall.statistics, notes=recall.notes)
    return with_used(log, used)


def with_used(log: RecallLog, ids: Sequence[str]) -> RecallLog:
    """The log with what was used of it; a folded near-duplicate stands for the one shown.

    Raises:
        InvalidInput: ids that were not recalled are among them.
    """
    shown = {also: item.id for item in log.items for also in item.also}
    shown |= {id: id for id in log.shown}
    if strange := [id for id in ids if id not in shown]:
        raise InvalidInput(
            "used names what was not recalled, or was forgotten since: "
            f"{', '.join(map(values.shown, strange))}; give ids of the recall's results"
        )
    return replace(log, used=tuple(dict.fromkeys(shown[id] for id in ids)))


def recall_of(
    log: RecallLog,
    episodes: dict[str, Episode],
    lessons: Sequence[Lesson] = (),
    playbook: Playbook | None = None,
) -> Recall:
    """A logged recall, with those of its episodes that still exist, judged as they were then.

    Lessons and playbook are those of its notes that still exist, as they are now.
    """
    results = tuple(
        PrioritizedResult(
            _as_shown(i, episodes[i.id]), i.similarity, i.priority, i.breakdown, i.relevance, i.also
        )
        for i in log.items
        if i.id in episodes
    )
    at = datetime.fromtimestamp(log.at, UTC)
    return Recall(
        log.id,
        log.task,
        at,
        results,
        statistics=log.statistics,
        lessons=tuple(lessons),
        playbook=playbook,
    )


def _as_shown(item: ShownItem, episode: Episode) -> Episode:
    """The episode without verdicts that came later, whatever their ids and times."""
    known = tuple(verdict for verdict in episode.verdicts if verdict.id in item.verdicts)
    return episode if len(known) == len(episode.verdicts) else replace(episode, verdicts=known)
