"""Commands that add to a memory one record at a time: record, judge."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from seasoned.errors import InvalidInput
from seasoned.surfaces.settings import (
    Settings,
    Share,
    late_options,
    metadata_of,
    outcome_type,
    redact_option,
    said_task,
)

if TYPE_CHECKING:
    from seasoned.core.records import Episode


@click.command("record", short_help="Keep a finished episode and print its id.")
@click.argument("task", required=False, callback=said_task)
@click.option("--category", help="Of the task, e.g. debugging.")
@click.option("--complexity", type=Share(), help="Expected difficulty.")
@click.option("--solution", help="The result: an answer, a patch.")
@click.option(
    "--outcome", type=outcome_type(), help="How it ended; else the tests say, else the reward."
)
@click.option("--reward", type=Share(), help="How good it was.")
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
@redact_option
@late_options
@click.pass_obj
def record_command(
    settings: Settings, /, origin: str | None, no_redact: bool, **options: Any
) -> None:
    """Keep a finished episode and print its id. TASK is what the agent was asked to do.

    What looks like a secret is replaced before it is written.
    """
    from dataclasses import asdict

    from seasoned.core.redaction import redact_episode
    from seasoned.surfaces import render

    _check_given(origin, options)
    episode = _episode(options) if origin is None else _read(origin)
    episode, redacted = (episode, 0) if no_redact else redact_episode(episode)
    with settings.open(create=True, embed=True) as memory:
        receipt = memory.record(episode)
    if settings.json:
        render.emit({**asdict(receipt), "redacted": redacted})
        return
    render.put(receipt.id)
    _say_redacted(redacted)
    if not receipt.created:
        render.say("It had been recorded before.")


def _check_given(origin: str | None, options: dict[str, Any]) -> None:
    given = [name for name, value in options.items() if value not in (None, ())]
    if origin is None and options["task"] is None:
        raise click.UsageError("an episode needs a TASK, or --from FILE")
    if origin is not None and given:
        name = "TASK" if given[0] == "task" else f"--{given[0].replace('_', '-')}"
        raise click.UsageError(f"--from takes the whole episode; leave out {name}")
    _check_tests(options)


def _check_tests(options: dict[str, Any]) -> None:
    passed, total = options["tests_passed"], options["tests_total"]
    if passed and total is None:
        raise click.UsageError(f"--tests-passed {passed}, of how many? Give --tests-total, too.")


def _say_redacted(number: int) -> None:
    from seasoned.surfaces import render

    if number:
        replaced = render.count(number, "secret")
        render.say(f"{replaced} replaced; --no-redact keeps what looks like one.")


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
        metadata=metadata_of(options["metadata"]),
        **given(
            solution="solution",
            outcome="outcome",
            strategy="strategy",
            key="key",
            outcome_detail="error",
        ),
    )


def _read(origin: str) -> Episode:
    from dataclasses import replace

    from seasoned.importers.jsonl import episode_of
    from seasoned.importers.source import Source

    with Source(sys.stdin.buffer if origin == "-" else Path(origin)) as source:
        episode = episode_of(source.read())
    if not episode.task.description.strip():
        raise InvalidInput(f"the task in {source.name!r} is empty; say what was to be done")
    return replace(episode, namespace="")  # as with `import`, it belongs where it is recorded


@click.command("judge", short_help="Add a later verdict to an episode.")
@click.argument("id")
@click.argument("outcome", type=outcome_type())
@click.option("--reward", type=Share(), help="How good it was.")
@click.option("--tests-passed", type=int, help="Tests that passed.")
@click.option("--tests-total", type=int, help="Tests that were run.")
@click.option("--by", default="human", show_default=True, help="Who says so.")
@click.option("--message", default="", help="Why.")
@redact_option
@late_options
@click.pass_obj
def judge_command(
    settings: Settings, /, id: str, outcome: str, by: str, no_redact: bool, **options: Any
) -> None:
    """Say what is now known of how episode ID ended; the newest verdict counts.

    As with `show`, enough of the id will do.
    """
    from seasoned.core.records import Feedback
    from seasoned.core.redaction import redact
    from seasoned.surfaces import render

    _check_tests(options)
    message = options.pop("message")
    message, redacted = (message, 0) if no_redact else redact(message)
    given = {name: value for name, value in options.items() if value is not None}
    feedback = Feedback(message=message, **given)
    with settings.open() as memory:
        id = memory.admin.whole_id(id)
        verdict = memory.judge(id, outcome, feedback=feedback, by=by)
    if settings.json:
        render.emit(verdict)
    else:
        render.put(f"{verdict.episode} {verdict.outcome} by {verdict.by}")
    _say_redacted(redacted)
