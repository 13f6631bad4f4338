"""The command that brings files in: import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import InvalidInput
from seasoned.surfaces.settings import Settings, late_options, redact_option

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from seasoned.importers.source import Input
    from seasoned.memory import Memory
    from seasoned.surfaces.importing import FileReport, Importing

_REASONS: Final = 5  # per file, on the screen; JSON has more


@click.command("import", short_help="Record the episodes of files.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "name",
    type=click.Choice(
        [
            "jsonl",
            "messages",
            "atif",
            "swe-agent",
            "reflexion-hotpotqa",
            "reflexion-programming",
            "tau-bench",
        ]
    ),
    help="Of the files; found out from their content otherwise.",
)
@click.option("--dry-run", is_flag=True, help="Read and count only; nothing is written.")
@click.option("--foreign", metavar="NAME", help="Whose files they are, if not your own.")
@redact_option
@late_options
@click.pass_obj
def import_command(
    settings: Settings, /, paths: tuple[str, ...], name: str | None, **options: Any
) -> None:
    """Record the episodes of files, and of the files in folders; - is standard input.

    Formats are our JSONL, chats (messages), trajectories of ATIF and SWE-agent, and runs of
    Reflexion and tau-bench, also as .gz.

    What is not your own (--foreign) is trusted less, and what tells the agent to act waits in
    quarantine until a second, independent episode says alike.

    What looks like a secret is replaced before it is written. Importing a file again records
    nothing new. Records that cannot be used are reported and do not stop the rest.
    """
    from seasoned.surfaces.importing import FileReport, Importing, told_once, without_used

    dry = options["dry_run"]
    with ExitStack() as stack:

        @cache
        def memory() -> Memory:
            return stack.enter_context(settings.open(create=True, embed=True))

        redact, foreign = not options["no_redact"], options["foreign"]
        importing = Importing(None if dry else memory, name, redact, foreign)
        reports = list[FileReport]()
        try:
            reports.extend(_run(importing, paths))
        finally:  # what went in before the memory failed is told too
            if reports:
                _tell(settings, without_used(reports), dry=dry)
    if errors := [report.error for report in reports if report.error]:
        raise InvalidInput(told_once(errors))


def _tell(settings: Settings, reports: list[FileReport], *, dry: bool) -> None:
    from seasoned.surfaces import render

    if settings.json:
        render.emit({"dry_run": dry, "files": reports})
    else:
        if any(report.format for report in reports):
            render.write(_table(reports, dry=dry))
        _say_reasons(reports)


def _run(importing: Importing, paths: tuple[str, ...]) -> Iterator[FileReport]:
    from seasoned.surfaces import render

    with render.progress_bar() as bar:

        def run(name: str, origin: Input, *, walked: bool) -> FileReport:
            task = bar.add_task(render.one_line(Path(name).name, 40), total=1.0)
            report = importing.run(name, origin, partial(_advance, bar, task), walked=walked)
            bar.update(task, completed=1.0, visible=not walked)
            return report

        for path in paths:
            yield from _reports(path, run, importing.used)


def _reports(
    path: str, run: Callable[..., FileReport], used: Callable[[FileReport], bool]
) -> Iterator[FileReport]:
    """The reports of what a path names: standard input, a file, or all files of a folder."""
    from seasoned.surfaces.importing import files_of, nothing_in

    if path == "-" or not Path(path).is_dir():
        yield run(path, sys.stdin.buffer if path == "-" else Path(path), walked=False)
        return
    usable = False
    for file in files_of(Path(path)):
        report = run(str(file), file, walked=True)
        usable = usable or used(report)
        yield report
    if not usable:
        yield nothing_in(Path(path))


def _advance(bar: Progress, task: TaskID, share: float) -> None:
    bar.update(task, completed=share)


def _table(reports: list[FileReport], *, dry: bool) -> Table:
    from seasoned.surfaces import render

    names = ("read", "recorded", "already there", "skipped", "redacted")
    table = render.new_table("format", *names, "file", right=names)
    for report in filter(_is_listed, reports):
        kept = ("–", "–") if dry else (str(report.recorded), str(report.present))
        counts = (str(report.read), *kept, str(report.skipped), str(report.redacted))
        table.add_row(report.format or "–", *counts, render.stacked(report.path))
    return table


def _is_listed(report: FileReport) -> bool:
    """Whether a file has a row: not if it was met in a folder and is of no known format."""
    return bool(report.format or report.error)


def _say_reasons(reports: list[FileReport]) -> None:
    from seasoned.surfaces import render

    unknown = [report for report in reports if not _is_listed(report)]
    for report in [*filter(_is_listed, reports), *unknown[:_REASONS]]:
        if report.judged:
            new = render.count(report.judged, "new verdict")
            render.say(f"{report.path}: {new} on what was there already")
        if report.orders:
            some = render.count(report.orders, "episode")
            render.say(f"{report.path}: {some} telling the agent to act: seasoned quarantine")
        for skipped in report.reasons[:_REASONS]:
            render.say(render.one_line(f"{report.path}: {skipped.place}: {skipped.reason}"))
        if report.skipped > _REASONS:
            render.say(f"{report.path}: and {report.skipped - _REASONS} more")
    if len(unknown) > _REASONS:
        render.say(f"and {len(unknown) - _REASONS} more files of no known format")
