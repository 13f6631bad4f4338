"""Commands that change a memory one record at a time: record, judge, forget."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from seasoned.surfaces.settings import (
    Settings,
    filter_of,
    filter_options,
    late_options,
    outcome_type,
)

if TYPE_CHECKING:
    from seasoned.core.filters import Filter
    from seasoned.core.records import Episode


@click.command("record")
@click.option("--task", help="What the agent was asked to do.")
@click.option("--category", help="Of the task, e.g. debugging.")
@click.option("--complexity", type=float, help="Expected difficulty in [0, 1].")
@click.option("--solution", help="The result: an answer, a patch.")
@click.option("--outcome", type=outcome_type(), help="How it ended; else the tests say.")
@click.option("--reward", type=float, help="In [0, 1].")
@click.option("--tests-passed", type=int, help="Tests that passed.")
@click.option("--tests-total", type=int, help="Tests that were run.")
@click.option("--lesson", multiple=True, help="What was learned.  [repeatable]")
@click.option("--tag", multiple=True, help="A label.  [repeatable]")
@click.option("--strategy", help="Name of the approach taken.")
@click.option("--key", help="Your own id; recording it twice keeps one.")
@click.option("--error", help="What went wrong.")
@click.option("--message", help="What a judge or a test run said.")
@click.option(
    "--metadata", multiple=True, metavar="K=V", help="A JSON value or text.  [repeatable]"
)
@click.option("--from", "origin", metavar="FILE|-", help="Read one episode as JSON instead.")
@late_options
@click.pass_obj
def record_command(settings: Settings, /, origin: str | None, **options: Any) -> None:
    """Keep a finished episode and print its id."""
    from seasoned.surfaces import render

    given = [name for name, value in options.items() if value not in (None, ())]
    if origin is not None and given:
        raise click.UsageError(f"--from takes the whole episode; leave out --{given[0]}")
    if origin is None and options["task"] is None:
        raise click.UsageError("an episode needs a --task, or --from FILE")
    episode = _episode(options) if origin is None else _read(origin)
    with settings.open(create=True, embed=True) as memory:
        receipt = memory.record(episode)
    if settings.json:
        render.emit(receipt)
        return
    render.put(receipt.id)
    if not receipt.created:
        render.say("It had been recorded before.")


def _episode(options: dict[str, Any]) -> Episode:
    from seasoned.core.records import Episode, Feedback, Task

    def given(**names: str) -> dict[str, Any]:
        """Fields whose option was given; the others keep the record's own default."""
        return {f: options[o] for f, o in names.items() if options[o] is not None}

    return Episode(
        task=Task(options["task"], **given(category="category", complexity="complexity")),
        feedback=Feedback(
            **given(
                reward="reward",
                message="message",
                tests_passed="tests_passed",
                tests_total="tests_total",
            )
        ),
        lessons=options["lesson"],
        tags=options["tag"],
        metadata=_metadata(options["metadata"]),
        **given(
            solution="solution",
            outcome="outcome",
            strategy="strategy",
            key="key",
            outcome_detail="error",
        ),
    )


def _metadata(parts: Iterable[str]) -> dict[str, Any]:
    """JSON values by name; what is no JSON is text."""
    found: dict[str, Any] = {}
    for part in parts:
        name, separator, value = part.partition("=")
        if not separator or not name:
            raise click.UsageError(f"--metadata takes name=value, got {part[:80]!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def _read(origin: str) -> Episode:
    from seasoned.importers.jsonl import episode_of
    from seasoned.importers.source import Source

    if origin == "-":
        return episode_of(sys.stdin.buffer.read())
    with Source(Path(origin)) as source:
        return episode_of(source.read())


@click.command("judge", short_help="Add a later verdict to an episode.")
@click.argument("id")
@click.argument("outcome", type=outcome_type())
@click.option("--reward", type=float, help="In [0, 1].")
@click.option("--by", default="human", show_default=True, help="Who says so.")
@click.option("--message", default="", help="Why.")
@late_options
@click.pass_obj
def judge_command(
    settings: Settings, /, id: str, outcome: str, reward: float | None, by: str, message: str
) -> None:
    """Say what is now known of how episode ID ended; the newest verdict counts."""
    from seasoned.core.records import Feedback
    from seasoned.surfaces import render

    feedback = Feedback(reward=reward, message=message)
    with settings.open() as memory:
        verdict = memory.judge(id, outcome, feedback=feedback, by=by)
    if settings.json:
        render.emit(verdict)
    else:
        render.put(f"{verdict.episode} {verdict.outcome} by {render.clean(verdict.by)}")


@click.command("forget", short_help="Remove episodes.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@filter_options
@click.option("--everything", is_flag=True, help="All episodes of the namespace.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@late_options
@click.pass_obj
def forget_command(settings: Settings, /, ids: tuple[str, ...], **options: Any) -> None:
    """Remove episodes, by ID or by what the options say, and all that came from them alone."""
    from dataclasses import replace

    from seasoned.errors import NotFound
    from seasoned.surfaces import render

    where = replace(filter_of(options), ids=ids or None)
    if where.empty != options["everything"]:
        raise click.UsageError("name episodes by ID or filter, or pass --everything, not both")
    with settings.open() as memory:
        number = memory.episodes.count(replace(where, user=settings.user))  # own ones only
        if ids and not number:
            raise NotFound(f"none of these episodes exists: {', '.join(ids)}; see seasoned list")
        if not options["yes"] and not _confirmed(number, where, settings.namespace):
            render.say("Nothing was removed.")
            return
        removed = memory.forget(filter=where, everything=options["everything"])
    if settings.json:
        render.emit(removed)
    else:
        render.put(f"{removed.episodes} episodes removed")


def _confirmed(number: int, where: Filter, namespace: str) -> bool:
    if not sys.stdin.isatty():
        raise click.UsageError(f"{number} episodes would be removed; pass --yes to remove them")
    which = "all" if where.empty else "these"
    return click.confirm(f"Remove {which} {number} episodes of {namespace!r}?", err=True)
