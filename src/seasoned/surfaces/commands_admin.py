"""The command that looks after a memory: doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from seasoned.surfaces.settings import Settings, late_options

if TYPE_CHECKING:
    from seasoned.core.reports import Finding

_UNSOUND: Final = 5  # the exit code, as the help of `seasoned` says


@click.command("doctor", short_help="Prove that all parts agree; repair them.")
@click.option("--repair", is_flag=True, help="Rebuild what is derived; records stay untouched.")
@late_options
@click.pass_context
def doctor_command(ctx: click.Context, repair: bool) -> None:
    """Prove that rows, terms, vectors and indexes agree, and that the model is whole.

    Exits with 5 if something is wrong and not repaired.
    """
    from seasoned.surfaces import render

    settings = ctx.ensure_object(Settings)
    repaired, findings = _examine(settings, repair=repair)
    if settings.json:
        render.emit({"sound": not findings, "repaired": repaired, "findings": findings})
    else:
        if repair:
            render.put(f"{render.count(repaired, 'item')} repaired")
        if findings:
            _show(findings)
        else:
            render.put("sound: rows, terms, vectors, change log and indexes agree")
    if findings:
        ctx.exit(_UNSOUND)


def _examine(settings: Settings, *, repair: bool) -> tuple[int, list[Finding]]:
    """How many items were repaired, and what is wrong after that."""
    from seasoned.surfaces import render

    repaired = 0
    with settings.open(embed=True) as memory, render.progress_bar() as bar:
        task = bar.add_task("model", total=3 if repair else 2)
        broken = _model_findings() if settings.embedder else []
        bar.update(task, advance=1, description="check")
        if repair and not broken:
            bar.update(task, description="repair")
            repaired = memory.admin.repair()
            bar.update(task, advance=1, description="check")
        findings = broken + memory.admin.check()
        bar.update(task, advance=1)
    return repaired, findings


def _model_findings() -> list[Finding]:
    """What is wrong with the shipped model's files."""
    from seasoned.connect import verify_model
    from seasoned.core.reports import Finding
    from seasoned.errors import ModelError

    try:
        verify_model()
    except ModelError as error:
        return [Finding("model", str(error), derived=False)]
    return []


def _show(findings: list[Finding]) -> None:
    from seasoned.surfaces import render

    table = render.new_table("part", "remedy", "finding")
    for finding in findings:
        remedy = "doctor --repair" if finding.derived else "a backup"
        if finding.part == "model":
            remedy = "reinstall"
        table.add_row(finding.part, remedy, render.clean(finding.text))
    render.write(table)
