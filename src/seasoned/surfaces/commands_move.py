"""The commands that move what is kept out and in again: export, load."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click

from seasoned.errors import InvalidInput
from seasoned.surfaces.settings import Settings, filter_of, filter_options, late_options, spelled

if TYPE_CHECKING:
    from seasoned.core.exporting import Exported, ExportOptions
    from seasoned.core.portable import Loaded
    from seasoned.memory import Memory

_NOUNS: Final = {"records": "record", "fewshot": "demonstration", "openai-ft": "conversation"}
_TOLD: Final = 5  # conflicts, on the screen; JSON has more


@click.command("export", short_help="Write what is kept to a file.")
@click.argument("path")
@click.option("--format", "name", type=click.Choice(list(_NOUNS)), default="records")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@click.option("--all-users", is_flag=True, help="records: those of all users.")
@click.option("--all-namespaces", is_flag=True, help="records: the whole store.")
@click.option("--without-vectors", is_flag=True, help="records: a smaller file.")
@filter_options
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Successes: the N best.")
@click.option("--steps", is_flag=True, help="fewshot: with the steps.")
@click.option("--system", default="", metavar="TEXT", help="openai-ft: the system message.")
@click.option("--tools", type=click.File("rb"), help="openai-ft: a JSON list of functions.")
@click.option("--duplicates", is_flag=True, help="Successes: near-duplicate tasks all.")
@click.option("--no-redact", is_flag=True, help="Successes: keep what looks like a secret.")
@late_options
@click.pass_obj
def export_command(
    settings: Settings, /, path: str, name: str, force: bool, **options: Any
) -> None:
    """Write what is kept to the file PATH; - is standard output.

    records are all records of every kind that can be seen, for `seasoned load`. fewshot are
    successes as demonstrations for a prompt, openai-ft as conversations for fine-tuning: the best
    first, of near-duplicate tasks one, what looks like a secret replaced.

    The filters are for successes.
    """
    from seasoned.surfaces.commands_read import say_if_empty

    target = sys.stdout.buffer if path == "-" else path
    with settings.open() as memory, _counting("export") as progress:
        report = memory.export(
            target,
            format=name,  # type: ignore[arg-type]  # click lets nothing else through
            filter=filter_of(options),
            limit=options["limit"],
            replace=force,
            options=_options(options),
            progress=progress,
        )
        if not report.written:
            nothing = "" if name == "records" else "No success matches, so nothing was written."
            say_if_empty(settings, memory, nothing)
    _show_export(settings, report, path)


def _options(options: dict[str, Any]) -> ExportOptions:
    from seasoned.core.exporting import ExportOptions

    same = ("all_users", "all_namespaces", "steps", "system", "duplicates")
    return ExportOptions(
        **{name: options[name] for name in same},
        vectors=not options["without_vectors"],
        redact=not options["no_redact"],
        tools=_tools(options["tools"]),
    )


def _tools(file: BinaryIO | None) -> Any:
    if file is None:
        return ()
    try:
        return json.load(file)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"--tools takes a file with a JSON list: {error}") from error


@contextmanager
def _counting(name: str) -> Iterator[Callable[[int], None]]:
    """A display of how many records were gone through."""
    from seasoned.surfaces import render

    with render.progress_bar() as bar:
        task = bar.add_task(name, total=None)
        yield lambda number: bar.update(task, description=f"{name} {number}")


def _show_export(settings: Settings, report: Exported, path: str) -> None:
    from seasoned.surfaces import render

    to_stdout = path == "-"
    if settings.json:
        render.emit(report, err=to_stdout)
        return
    what = render.count(report.written, _NOUNS[report.format])
    tell = render.say if to_stdout else render.put
    tell(f"{what} written to {'standard output' if to_stdout else render.one_line(path)}")
    if report.kinds:
        tell(f"  {_counts(report.kinds)}")
    if report.left_out:
        reasons = {
            name.replace("outcome ", "with the outcome "): n for name, n in report.left_out.items()
        }
        render.say(f"Left out: {_counts(reasons)}")
    if report.redacted:
        render.say(f"{render.count(report.redacted, 'secret')} replaced")
    for note in report.notes:
        render.say(spelled(note))


def _counts(numbers: Any) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items())


@click.command("load", short_help="Bring in what was exported.")
@click.argument("path")
@click.option("--all-namespaces", is_flag=True, help="As they were, not into this namespace.")
@click.option("--foreign", metavar="NAME", help="Whose export it is, if not your own.")
@late_options
@click.pass_obj
def load_command(
    settings: Settings, /, path: str, all_namespaces: bool, foreign: str | None
) -> None:
    """Bring in the records of the file PATH that `seasoned export` wrote; - is standard input.

    What is there already is passed over, so that a load that broke off can be run again. Records
    whose id or key stands for something else are named, and do not stop the rest.

    Of an export that is not your own (--foreign) the episodes alone are taken. They are trusted
    less, and what tells the agent to act waits in quarantine.
    """
    from seasoned.connect import formats_in
    from seasoned.memories.origins import Original

    # Looked at first, so that input which cannot be used leaves no empty memory behind.
    with (
        Original.of(sys.stdin.buffer if path == "-" else path, formats_in) as origin,
        settings.open(create=True, embed=True) as memory,
    ):
        with _counting("load") as progress:
            report = memory.load(
                origin, all_namespaces=all_namespaces, foreign=foreign, progress=progress
            )
        _show_load(settings, report, _mended(memory, report) if settings.embedder else 0)


def _mended(memory: Memory, report: Loaded) -> int:
    """How many vectors were made of what came without; none if nothing did."""
    return memory.admin.heal() if _lacking(report) else 0


def _lacking(report: Loaded) -> int:
    """How many episodes came without a vector of the memory's model."""
    return max(0, report.added.get("episode", 0) - report.added.get("vector", 0))


def _show_load(settings: Settings, report: Loaded, made: int) -> None:
    from seasoned.surfaces import render

    lacking = max(0, _lacking(report) - made)
    if settings.json:
        render.emit({**_data(report), "vectors_made": made, "pending": lacking})
        return
    render.put(f"{render.count(sum(report.added.values()), 'record')} loaded")
    for word, numbers in (("new", report.added), ("there already", report.known)):
        if numbers:
            render.put(f"  {word}: {_counts(numbers)}")
    for conflict in report.conflicts[:_TOLD]:
        render.say(render.one_line(conflict))
    if report.refused > _TOLD:
        render.say(f"and {report.refused - _TOLD} more; --json lists a hundred")
    if made:
        render.say(f"{render.count(made, 'vector')} made")
    if lacking:
        render.say(f"{lacking} without vectors, found by their words: seasoned doctor --repair")


def _data(report: Loaded) -> dict[str, Any]:
    names = ("added", "known", "conflicts", "refused")
    return {name: getattr(report, name) for name in names}
