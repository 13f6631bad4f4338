"""The command about what is not trusted yet: quarantine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from seasoned.surfaces.settings import Settings, late_options

if TYPE_CHECKING:
    from seasoned.memories.screening import Quarantined

_SHOWN = 400  # characters of a demand in the table; JSON has it whole


@click.command("quarantine", short_help="What is held back until a second one says alike.")
@late_options
@click.pass_context
def quarantine_command(ctx: click.Context, /) -> None:
    """List episodes from others that tell the agent to act.

    They are shown once an independent episode says alike, or after seasoned reinstate ID.
    Every episode is read for it.
    """
    from seasoned.surfaces import render

    settings = ctx.ensure_object(Settings)
    with settings.open() as memory:
        found = memory.learning.quarantine()
    if settings.json:
        render.emit([_data(each) for each in found])
        return
    if not found:
        render.put("Nothing is in quarantine.")
        return
    table = render.new_table("id", "from", "trust", "what it tells the agent to do")
    for each in found:
        demand = each.trust.waiting[0]
        what = render.one_line(f"{demand.kind}: {demand.text}", _SHOWN)
        table.add_row(each.id, render.one_line(each.source, 40), f"{each.trust.value:.2f}", what)
    render.write(table)


def _data(each: Quarantined) -> dict[str, Any]:
    demands = [{"kind": demand.kind, "text": demand.text} for demand in each.trust.waiting]
    return {
        "id": each.id,
        "origin": each.trust.origin,
        "source": each.source,
        "trust": each.trust.value,
        "demands": demands,
        "reason": each.trust.words,
    }
