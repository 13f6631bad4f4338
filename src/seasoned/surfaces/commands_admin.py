"""The commands that look after a memory: doctor and reembed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from seasoned.errors import InvalidInput, ModelError, StoreError
from seasoned.surfaces.settings import Settings, is_empty, late_options, spelled

if TYPE_CHECKING:
    from rich.progress import Progress

    from seasoned.core.reports import Finding
    from seasoned.memory import Memory

_UNSOUND: Final = 5  # the exit code, as the help of `seasoned` says
_BRIEF: Final = 40  # characters of a remedy that a column has room for


@click.command("doctor", short_help="Prove that all parts agree; repair them.")
@click.option("--repair", is_flag=True, help="Rebuild what is derived; records stay untouched.")
@click.option("--thorough", is_flag=True, help="Embed every text again, not a sample of 64.")
@late_options
@click.pass_context
def doctor_command(ctx: click.Context, repair: bool, thorough: bool) -> None:
    """Prove that rows, terms, vectors and indexes agree, and that the model is whole.

    Exits with 5 if something is wrong and not repaired.
    """
    from seasoned.surfaces import render

    settings = ctx.ensure_object(Settings)
    repaired, findings = _examine(settings, repair=repair, thorough=thorough)
    if settings.json:
        render.emit({"sound": not findings, "repaired": repaired, "findings": findings})
    else:
        if repair:
            render.put(f"{render.count(repaired, 'item')} repaired")
        if findings:
            _show(findings)
        else:
            render.put("sound: rows, terms, vectors, change log and indexes agree")
            if not settings.embedder:
                render.say("Without the embedder, no vector was compared with its text.")
    if findings:
        ctx.exit(_UNSOUND)


def _examine(settings: Settings, *, repair: bool, thorough: bool) -> tuple[int, list[Finding]]:
    """How many items were repaired, and what is wrong after that."""
    from seasoned.core.reports import Finding
    from seasoned.surfaces import render

    if settings.path and is_empty(settings.path):
        return 0, [Finding("file", f"{str(settings.path)!r} is empty", derived=False)]
    try:
        with settings.open(embed=True) as memory, render.progress_bar() as bar:
            broken = _model_findings() if settings.embedder is True else []
            visit = _Visit(memory, bar, thorough)
            found = visit.check()
            repaired = 0
            # In a damaged file a repair could make matters worse, and a broken model no vectors.
            if repair and not broken and found and all(one.part != "file" for one in found):
                repaired = visit.repair()
                found = visit.check()
            return repaired, broken + [_in_reach(one) for one in found]
    except (StoreError, InvalidInput) as error:
        if not _is_damage(error):
            raise
        # The doctor need not send anybody to the doctor.
        text = str(error).replace("run `seasoned doctor` and ", "")
        return 0, [Finding("file", text, derived=False)]


def _in_reach(finding: Finding) -> Finding:
    """A finding whose remedy is one of the command line's own, where it has one."""
    from dataclasses import replace

    from seasoned.connect import shipped_model

    if finding.remedy and shipped_model() in finding.remedy:
        return replace(finding, remedy="doctor --repair, without --no-embedder or --embedder")
    return finding


class _Visit:
    """The doctor at work on one memory, with its progress."""

    def __init__(self, memory: Memory, bar: Progress, thorough: bool) -> None:
        self._admin, self._bar, self._thorough = memory.admin, bar, thorough
        self._task = bar.add_task("check", total=None)

    def check(self) -> list[Finding]:
        self._bar.update(self._task, description="check", total=None)
        return self._admin.check(thorough=self._thorough, progress=self._advance)

    def repair(self) -> int:
        self._bar.update(self._task, description="repair", total=None)
        return self._admin.repair(thorough=self._thorough, progress=self._advance)

    def _advance(self, done: int, total: int) -> None:
        self._bar.update(self._task, description="vectors", completed=done, total=total)


def _is_damage(error: Exception) -> bool:
    """Whether an error says that the file's content is broken, and not that it is out of reach."""
    import sqlite3

    cause = error.__cause__
    if isinstance(error, InvalidInput):  # a body that is no JSON any more
        return cause is not None
    if isinstance(cause, InvalidInput):  # a line of a text file
        return True
    broken = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    code = getattr(cause, "sqlite_errorcode", 0)
    return code & 0xFF in broken or code == sqlite3.SQLITE_IOERR_SHORT_READ


def _model_findings() -> list[Finding]:
    """What is wrong with the shipped model's files."""
    from seasoned.connect import verify_model
    from seasoned.core.reports import Finding

    try:
        verify_model()
    except ModelError as error:
        return [Finding("model", spelled(str(error)), derived=False, remedy="reinstall")]
    return []


def _show(findings: list[Finding]) -> None:
    from seasoned.surfaces import render

    table = render.new_table("part", "remedy", "finding")
    for finding in findings:
        remedy = "doctor --repair" if finding.derived else finding.remedy or "a backup"
        # A remedy of a sentence gets lines of its own: the column would push the finding out.
        brief = len(remedy) <= _BRIEF
        more = "" if brief else f"\n{remedy}"
        table.add_row(
            finding.part, remedy if brief else "see the finding", render.clean(finding.text + more)
        )
    render.write(table)


@click.command("reembed", short_help="Move a memory to another embedding model.")
@click.argument("model", required=False)
@click.option("--abort", is_flag=True, help="Give up a move that broke off.")
@late_options
@click.pass_context
def reembed_command(ctx: click.Context, model: str | None, abort: bool) -> None:
    """Move all namespaces of a memory to the embedding model MODEL.

    MODEL is minilm (the shipped one), folder:PATH, openai:MODEL, sentence-transformers:MODEL,
    model2vec:FOLDER or fastembed:MODEL. Searches go on with the old vectors until the new ones
    are complete. If it breaks off, run it again: what is done is not done twice.
    """
    from seasoned.surfaces import render

    if (model is None) is not abort:
        raise InvalidInput("give the name of a model, or --abort to give up a move that broke off")
    settings = ctx.ensure_object(Settings)
    if model is None:
        with settings.open() as memory:
            removed = memory.admin.abort_reembed()
        nothing = "nothing to give up: no vectors of another model were there"
        text = f"given up; {render.count(removed, 'vector')} removed" if removed else nothing
        said = {"removed": removed}
    else:
        added = _move(settings, model)
        said, text = {"added": added}, f"{added} vectors added; open it with --embedder {model}"
    if settings.json:
        render.emit(said)
    else:
        click.echo(text)


def _move(settings: Settings, model: str) -> int:
    from seasoned.surfaces import render

    with settings.open() as memory, render.progress_bar() as bar:
        task = bar.add_task("reembed", total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return memory.admin.reembed(model, progress=show)
