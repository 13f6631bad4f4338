"""Commands that only look: recall, show, list, stats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import NotFound
from seasoned.surfaces.knowing import elsewhere
from seasoned.surfaces.settings import (
    Settings,
    filter_of,
    filter_options,
    late_options,
    said_task,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from seasoned.core.filters import Filter
    from seasoned.core.records import Episode
    from seasoned.core.replay import Recall
    from seasoned.core.reports import Page
    from seasoned.memory import Memory

_TOKENS: Final = 800  # of a prompt, as in the library
_PAGE: Final = 1_000  # episodes read at a time


@click.command("recall", short_help="Rank past episodes for a task.")
@click.argument("task", callback=said_task)
@click.option("--k", default=5, show_default=True, help="Most results.")
@click.option("--no-balance", is_flag=True, help="Rank all outcomes together.")
@click.option("--explain", is_flag=True, help="Show what each priority is made of.")
@click.option("--prompt", is_flag=True, help="Print the block that an agent would see.")
@click.option("--max-tokens", type=int, help="Budget of that block, otherwise 800; means --prompt.")
@filter_options
@late_options
@click.pass_obj
def recall_command(settings: Settings, /, task: str, **options: Any) -> None:
    """Rank past episodes for TASK: successes to follow, failures to avoid."""
    from seasoned.surfaces import render

    budget = options["max_tokens"]
    prompt = options["prompt"] or budget is not None
    if prompt and options["explain"]:
        raise click.UsageError("--explain belongs to the table; leave out --prompt, --max-tokens")
    with settings.open(embed=True) as memory:
        recall = memory.recall(
            task, options["k"], filter=filter_of(options), balance=not options["no_balance"]
        )
        if not recall.results:
            say_if_empty(settings, memory)
    if prompt:
        _show_prompt(settings, recall, _TOKENS if budget is None else budget)
    else:
        _show_recall(settings, recall, explain=options["explain"])
        for held in () if settings.json else recall.withheld:
            render.say(render.one_line(f"Withheld {held.id}: {held.reason}"))
        if not settings.json and (left_out := render.distant_line(recall, options["k"])):
            render.say(left_out)


def say_if_empty(settings: Settings, memory: Memory, otherwise: str = "") -> None:
    """A hint where a namespace may be mistyped; which others there are is not for every eye."""
    from seasoned.surfaces import render

    if not memory.episodes.count():
        whose = "" if settings.user is None else f" that user {settings.user!r} may see"
        what = _beside(memory)
        told = f"no episode{whose}, but {what}" if what else f"nothing{whose}"
        render.say(render.one_line(f"Namespace {settings.namespace!r} holds {told}."))
    elif otherwise:
        render.say(otherwise)


def _beside(memory: Memory) -> str:
    """What there is beside episodes, with the commands that list it; "" for nothing."""
    from seasoned.surfaces import render

    stats = memory.admin.stats()
    told = [
        f"{render.count(number, noun)} (seasoned {command} list)"
        for number, noun, command in (
            (stats.notes, "note", "note"),
            (stats.facts, "fact", "fact"),
            (stats.documents, "document", "doc"),
            (stats.sessions, "conversation", "session"),
        )
        if number
    ]
    return ", ".join(told)


def _show_prompt(settings: Settings, recall: Recall, max_tokens: int) -> None:
    from seasoned.surfaces import render

    fitted = recall.fit(max_tokens)
    if settings.json:
        render.emit(fitted)
        return
    if not fitted.text:
        reasons = dict.fromkeys(item.reason for item in fitted.left_out)
        render.say(f"Nothing fits: {'; '.join(reasons) or f'{max_tokens} tokens are too few'}.")
        return
    render.put(fitted.text)
    for item in fitted.left_out:
        render.say(f"{item.id} {item.reason}")


def _show_recall(settings: Settings, recall: Recall, *, explain: bool) -> None:
    from seasoned.surfaces import render

    if settings.json:
        render.emit(render.recall_data(recall))
        return
    table = [render.recall_table(recall, explain=explain)] if recall.results else []
    render.write(*table, render.statistics_line(recall))
    for lesson in recall.lessons:
        render.put(f"lesson: {render.one_line(lesson.text)}")


@click.command("show", short_help="Show an episode whole.")
@click.argument("id")
@late_options
@click.pass_obj
def show_command(settings: Settings, /, id: str) -> None:
    """Show the episode ID whole, with its steps and later verdicts.

    Six or more characters of an id's beginning or end will do if no other id has them.
    """
    from seasoned.surfaces import render

    with settings.open() as memory:
        episode = _episode_of(memory, id)
    if settings.json:
        render.emit(render.episode_data(episode))
    else:
        render.write(*_episode(episode))


def _episode_of(memory: Memory, id: str) -> Episode:
    try:
        return memory.get(memory.admin.whole_id(id))
    except NotFound as error:
        if where := elsewhere(memory, id):
            raise NotFound(f"{error}; {where}") from error
        raise


def _episode(episode: Episode) -> list[RenderableType]:
    from rich.text import Text

    from seasoned.surfaces import render

    parts: list[RenderableType] = [render.pairs(_facts(episode))]
    if episode.steps:
        steps = [(f"{n}. {s.action}", _step(s)) for n, s in enumerate(episode.steps, start=1)]
        parts += [Text("\nSteps", style="bold underline"), render.pairs(steps)]
    if episode.verdicts:
        rows = [
            (str(v.outcome), f"by {v.by} at {v.at}  {v.feedback.message}") for v in episode.verdicts
        ]
        parts += [Text("\nVerdicts", style="bold underline"), render.pairs(rows)]
    return parts


def _step(step: Any) -> str:
    found = (("", step.detail), ("→ ", step.result), ("error: ", step.error))
    return "\n".join(f"{label}{text}" for label, text in found if text) or "–"


def _facts(episode: Episode) -> list[tuple[str, Any]]:
    from seasoned.surfaces import render

    feedback = episode.effective_feedback
    tests = f"{feedback.tests_passed}/{feedback.tests_total}" if feedback.tests_total else None
    names = ("strategy", "solution", "outcome_detail", "lessons", "tags", "metadata", "usage")
    more = ("started_at", "finished_at", "source", "key", "user", "agent", "session", "parent")
    return [
        ("id", episode.id),
        ("task", episode.task.description),
        ("category", episode.task.category),
        ("complexity", episode.task.complexity),
        ("context", episode.task.context),
        ("outcome", render.outcome_text(episode.effective_outcome)),
        ("reward", feedback.reward),
        ("tests", tests),
        ("message", feedback.message),
        *((name.replace("_", " "), _joined(getattr(episode, name))) for name in names + more),
    ]


def _joined(value: Any) -> Any:
    return "\n".join(value) if isinstance(value, tuple) else value


@click.command("list")
@click.option("--limit", default=20, show_default=True, help="Most episodes to list.")
@click.option("--cursor", help="Of the page before; it prints the next one's.")
@filter_options
@late_options
@click.pass_obj
def list_command(settings: Settings, /, limit: int, cursor: str | None, **options: Any) -> None:
    """List episodes, newest first; with --json one per line, as `import` reads them."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        for page in _pages(memory, filter_of(options), limit, cursor):
            cursor = page.cursor
            if settings.json:
                for episode in page.episodes:
                    render.emit(render.episode_data(episode))
            elif page.episodes:
                render.write(render.episodes_table(page.episodes))
            if not page.episodes:
                say_if_empty(settings, memory, "No episodes match.")
    if cursor:
        render.say(f"More: --cursor {cursor}")


def _pages(memory: Memory, where: Filter, limit: int, cursor: str | None) -> Iterator[Page]:
    """Pages of together `limit` episodes, a thousand of which are held in memory."""
    while True:
        page = memory.episodes.page(where, limit=min(limit, _PAGE), cursor=cursor)
        yield page
        limit, cursor = limit - len(page.episodes), page.cursor
        if cursor is None or limit <= 0:
            return


@click.command("stats", short_help="Count what is stored.")
@late_options
@click.pass_obj
def stats_command(settings: Settings) -> None:
    """Count what is stored: outcomes, categories, attempts, size."""
    from dataclasses import asdict

    from seasoned.surfaces import render

    with settings.open() as memory:
        stats = memory.admin.stats()
        if not (stats.episodes or stats.notes or stats.facts or stats.chunks or stats.sessions):
            say_if_empty(settings, memory)
        rates = {name: _success_rate(memory, name) for name in sorted(stats.categories)}
    if settings.json:
        render.emit({**asdict(stats), "closed": stats.closed, "success_rates": rates})
    else:
        render.write(*render.stats_table(stats, rates))


def _success_rate(memory: Memory, category: str) -> float | None:
    """Successes among the episodes of a category whose outcome is known."""
    from seasoned.core.filters import Filter
    from seasoned.core.records import Outcome

    known = (Outcome.SUCCESS, Outcome.PARTIAL, Outcome.FAILURE)
    total = memory.episodes.count(Filter(category=(category,), outcome=known))
    wins = memory.episodes.count(Filter(category=(category,), outcome=known[:1]))
    return wins / total if total else None
