"""What people and machines see: tables and text, or JSON. Knows no store and no command."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from seasoned.core.page import told_of_others
from seasoned.core.records import Episode, Outcome
from seasoned.core.replay import Recall
from seasoned.core.trust import is_heard

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.progress import Progress
    from rich.segment import Segment
    from rich.table import Table

    from seasoned.core.reports import Stats
    from seasoned.core.scoring import PrioritizedResult

# What a terminal would obey instead of show: C0 without tab and newline, DEL, C1, line separators
# and what turns the direction of all that follows.
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_STYLES: Final = {
    Outcome.SUCCESS: "green",
    Outcome.PARTIAL: "yellow",
    Outcome.FAILURE: "red",
    Outcome.UNKNOWN: "dim",
}
_AT_END: Final = re.compile(r"(?m) +$")  # what fills the last column up
_NARROW: Final = 72  # columns
_PIPED: Final = 120  # columns where neither a terminal nor COLUMNS says how wide it is
_DIGITS: Final = 6  # of a width that is too long to be meant


def emit(data: Any, *, err: bool = False) -> None:
    """Print a record or a dictionary as one line of JSON, with all its fields.

    Args:
        data: What is printed.
        err: Whether to standard error, where standard output is taken.
    """
    from seasoned.codec import encode

    if is_dataclass(data):
        data = {field.name: getattr(data, field.name) for field in fields(data)}
    text = encode(data).decode()
    # JSON escapes C0 by itself and lets all others stand.
    click.echo(_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text), err=err)


def clean(text: str) -> str:
    """Text that cannot steer a terminal."""
    return _CONTROL.sub("\ufffd", text)


def one_line(text: str, most: int = 400) -> str:
    """Text on one line, no longer than a few lines of a terminal."""
    line = clean(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def write(*parts: RenderableType) -> None:
    """Print rich parts to standard output, in colour if it is a terminal."""
    from rich.console import Console
    from rich.table import Table

    from seasoned.surfaces.narrow import Fitting

    width = None if sys.stdout.isatty() else _columns()
    console = Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)
    # Written by us and not by rich, which ends the program itself when a pipe breaks.
    with console.capture() as capture:
        for part in parts:
            if isinstance(part, Table) and part.box is not None:  # a grid wraps by itself
                part = Fitting(part)
            console.print(_Cleaned(part))
    sys.stdout.write(_AT_END.sub("", capture.get()))


def columns() -> int:
    """The width that there is to write to."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _columns()


def _columns() -> int:
    """The width that the environment asks for where there is no terminal, else our own."""
    said = os.environ.get("COLUMNS", "")
    return int(said) if said.isdecimal() and 0 < len(said) < _DIGITS and int(said) else _PIPED


@dataclass(frozen=True, slots=True)
class _Cleaned:
    """What rich shows of a part, without what would steer a terminal in its texts."""

    part: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.part, options):
            yield segment if segment.control else segment._replace(text=clean(segment.text))


def put(text: str) -> None:
    """A line of text on standard output, clean.

    Not by `click.echo`, which writes UTF-8 to a terminal that said it knows ASCII only.
    """
    sys.stdout.write(f"{clean(text)}\n")


def say(text: str) -> None:
    """A message for people, on standard error, clean."""
    sys.stdout.flush()  # in the order in which things were said
    sys.stderr.write(f"{clean(text)}\n")


def errors_console() -> Console:
    """Standard error as rich sees it."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress display on standard error, silent where that is no terminal."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    console = errors_console()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    shown = console.is_terminal
    with Progress(*columns, console=console, disable=not shown, transient=True) as progress:
        yield progress


def new_table(*names: str, right: Sequence[str] = ()) -> Table:
    """A plain table; columns in `right` hold numbers, and the last gives way to the others."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in names:
        justify: Literal["right", "left"] = "right" if name in right else "left"
        table.add_column(name, justify=justify, no_wrap=name != names[-1], overflow="fold")
    return table


def count(number: int, noun: str) -> str:
    """A number of things, "1 episode" or "2 episodes"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def number(value: float | None) -> str:
    """A value in [0, 1] as people read it."""
    return "–" if value is None else f"{value:.2f}"


def percent(value: float | None) -> str:
    """A share as people read it."""
    return "–" if value is None else f"{value:.0%}"


def outcome_text(outcome: Outcome) -> Any:
    """The outcome's name in its colour."""
    from rich.text import Text

    return Text(str(outcome), style=_STYLES[outcome])


def stacked(first: str, *more: str) -> RenderableType:
    """A text cut to one line, over dim lines that wrap, for the last cell of a row."""
    from rich.console import Group
    from rich.text import Text

    head = Text(one_line(first), no_wrap=True, overflow="ellipsis")
    return Group(head, *(Text(clean(line), style="dim") for line in more))


def since(moment: datetime | None, now: datetime) -> str:
    """How long ago a moment was, in the largest whole unit, short enough for a table."""
    if moment is None:
        return "–"
    seconds = (now - moment).total_seconds()
    for size, unit in ((31_536_000, "y"), (86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit}"
    return "now"


def episode_data(episode: Episode) -> dict[str, Any]:
    """An episode for machines: all its fields, marked so that `import` reads it again."""
    from seasoned.codec import SCHEMA

    return {
        "kind": "episode",
        "schema": SCHEMA,
        **{field.name: getattr(episode, field.name) for field in fields(episode)},
        "effective_outcome": episode.effective_outcome,
        "effective_reward": episode.effective_feedback.reward,
    }


def recall_data(recall: Recall) -> dict[str, Any]:
    """A recall for machines."""
    return {
        "id": recall.id,
        "task": recall.task,
        "at": recall.at,
        "results": [
            {
                "rank": rank,
                "id": result.episode.id,
                "outcome": result.outcome,
                "reward": result.episode.effective_feedback.reward,
                "priority": result.priority,
                "similarity": result.similarity,
                "relevance": result.relevance,
                "breakdown": result.breakdown._asdict(),
                "also": result.also,
                "episode": episode_data(result.episode),
            }
            for rank, result in enumerate(recall.results, start=1)
        ],
        "lessons": recall.lessons,
        "playbook": recall.playbook,
        "withheld": [{"id": each.id, "reason": each.reason} for each in recall.withheld],
        "statistics": recall.statistics,
    }


def recall_table(recall: Recall, *, explain: bool = False) -> RenderableType:
    """The results of a recall, best first: a table, or one below the other where it is narrow."""
    if columns() < _NARROW:  # beside numbers there is no room to read a task
        return _below_each_other(recall, explain=explain)
    table = new_table(
        "#", "outcome", "reward", "priority", "age", "task", right=("#", "reward", "priority")
    )
    for rank, result in enumerate(recall.results, start=1):
        episode = result.episode
        more = [f"{episode.id}{_seen(result)}", *([_explained(result)] if explain else [])]
        table.add_row(
            str(rank),
            outcome_text(result.outcome),
            number(episode.effective_feedback.reward),
            f"{result.priority:.3f}",
            since(episode.finished_at, recall.at),
            stacked(episode.task.description, *more),
        )
    return table


def _below_each_other(recall: Recall, *, explain: bool) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    lines = list[Text]()
    for rank, result in enumerate(recall.results, start=1):
        episode = result.episode
        age = since(episode.finished_at, recall.at)
        facts = (f"reward {number(episode.effective_feedback.reward)}", f"{result.priority:.3f}")
        head = Text(f"{rank}  ").append_text(outcome_text(result.outcome))
        lines += [
            head.append(f"  {'  '.join(facts)}  {age}"),
            Text(clean(episode.task.description)),
        ]
        more = [f"{episode.id}{_seen(result)}", *([_explained(result)] if explain else [])]
        lines += [Text(clean(line), style="dim", overflow="fold") for line in more]
    return Group(*lines)


def _seen(result: PrioritizedResult) -> str:
    return f"  seen {1 + len(result.also)} times" if result.also else ""


def _explained(result: PrioritizedResult) -> str:
    parts = [f"{name} {part:.3f}" for name, part in result.breakdown._asdict().items()]
    return f"{' + '.join(parts)}  (cosine {result.similarity:.2f})"


def statistics_line(recall: Recall) -> str:
    """The figures behind a recall, over all that was similar."""
    figures = recall.statistics
    others = told_of_others(sum(not is_heard(r.episode.source) for r in recall.results))
    if not figures.similar:
        whose = (
            f" of one's own; {others}" if others else f" among {count(figures.total, 'episode')}"
        )
        return f"No similar experience{whose}."
    parts = [
        _shown(recall),
        f"success rate {percent(figures.success_rate)}",
        f"average reward {number(figures.average_reward)}",
    ]
    if figures.unknown:
        parts.append(f"{figures.unknown} with unknown outcome")
    if figures.proven:
        parts.append(f"proven: {', '.join(one_line(name, 60) for name in figures.proven[:5])}")
    return "; ".join([*parts, *([others] if others else [])])


def _shown(recall: Recall) -> str:
    figures = recall.statistics
    own = (result for result in recall.results if is_heard(result.episode.source))
    shown = sum(1 + len(result.also) for result in own)
    episodes = count(figures.total, "episode")
    if shown >= figures.similar:
        return f"{figures.similar} similar of {episodes}"
    least = "at least " if figures.more else ""
    return f"{shown} of {least}{figures.similar} similar shown, out of {episodes}"


def distant_line(recall: Recall, k: int) -> str:
    """What got no place, though there was room among the k, and how to see it; "" if nothing."""
    far = recall.statistics.distant
    if not far or len(recall.results) >= k:
        return ""
    were = "1 was" if far == 1 else f"{far} were"
    return f"{were} left out as much less close than the best; --no-balance ranks all."


def episodes_table(episodes: Iterable[Episode]) -> Table:
    """A page of episodes."""
    now = datetime.now(UTC)
    table = new_table("outcome", "reward", "age", "category", "task", right=("reward",))
    for episode in episodes:
        table.add_row(
            outcome_text(episode.effective_outcome),
            number(episode.effective_feedback.reward),
            since(episode.finished_at, now),
            one_line(episode.task.category, 40),
            stacked(episode.task.description, *filter(None, [episode.id])),
        )
    return table


def pairs(rows: Iterable[tuple[str, Any]]) -> Table:
    """Names and values, those without a value left out."""
    from rich.table import Table
    from rich.text import Text

    from seasoned.codec import encode

    grid = Table.grid(padding=(0, 2))
    for name, value in rows:
        if value not in (None, "", (), {}):
            value = encode(value).decode() if isinstance(value, dict) else value
            text = value if isinstance(value, Text) else Text(clean(str(value)))
            grid.add_row(Text(clean(name), style="bold"), text)
    return grid


def stats_table(stats: Stats, rates: dict[str, float | None]) -> list[RenderableType]:
    """The counts, and each category's success rate."""
    outcomes = ", ".join(f"{n} {name}" for name, n in sorted(stats.outcomes.items()))
    head = pairs(
        (
            ("episodes", f"{stats.episodes}{f' ({outcomes})' if outcomes else ''}"),
            ("average reward", number(stats.average_reward)),
            ("lessons", stats.lessons),
            ("verdicts", stats.verdicts),
            ("notes", stats.notes),
            ("facts", stats.facts),
            ("documents", f"{stats.documents} ({count(stats.chunks, 'chunk')})"),
            ("sessions", stats.sessions),
            ("attempts", f"{stats.scored} scored of {stats.closed} closed, {_open(stats)} open"),
            ("pending vectors", stats.pending),
            ("model", stats.model or "none yet"),
            ("size", f"{stats.bytes / 1e6:.2f} MB"),
        )
    )
    if not rates:
        return [head]
    table = new_table("category", "episodes", "success", right=("episodes", "success"))
    for name, rate in rates.items():
        table.add_row(one_line(name, 60), str(stats.categories[name]), percent(rate))
    return [head, table]


def _open(stats: Stats) -> int:
    return stats.attempts.get("open", 0)
