"""The command that looks at an action before it is taken: warn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from seasoned.surfaces.settings import Settings, late_options, said_task

if TYPE_CHECKING:
    from seasoned.core.cautions import Caution
    from seasoned.memories.guard import Action


@click.command("warn", short_help="Did this action, or its like, fail before?")
@click.argument("action")
@click.option("--task", callback=said_task, help="What it is done for.")
@click.option("--category", default="unknown", help="Of the task.")
@click.option("--attempt", metavar="ID", help="The attempt that it is done in, with its task.")
@late_options
@click.pass_obj
def warn_command(settings: Settings, /, action: str, **options: Any) -> None:
    """Look at ACTION before it is taken: at most two warnings, often none.

    ACTION is text such as "git push --force", or a tool call as a JSON object with its name and
    arguments. Advisory: the exit code is 0 either way.
    """
    from seasoned.core.records import Task
    from seasoned.surfaces import render

    if options["attempt"] and options["task"]:
        raise click.UsageError("an attempt has its own task; leave out --task or --attempt")
    if options["category"] != "unknown" and not options["task"]:
        raise click.UsageError("--category is that of the task; give --task too")
    task = Task(options["task"], options["category"]) if options["task"] else None
    with settings.open() as memory:
        if options["attempt"]:
            found = memory.resume(options["attempt"]).warn(_action(action))
        else:
            found = memory.warn(_action(action), task)
    if settings.json:
        render.emit({"warnings": [_caution_data(caution) for caution in found]})
        return
    for caution in found:
        render.put(str(caution))
    if not found:
        render.say("Nothing that is remembered speaks against it.")


def _action(text: str) -> Action:
    """A tool call if the text is a JSON object, else the text."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, dict) else text


def _caution_data(caution: Caution) -> dict[str, Any]:
    from dataclasses import asdict

    return {"text": str(caution), **asdict(caution)}
