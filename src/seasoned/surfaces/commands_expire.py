"""The command that closes what nobody finished."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

import click

from seasoned.surfaces.settings import Settings, late_options

_UNITS: Final = {"d": "days", "h": "hours", "m": "minutes", "": "days"}
_AGE: Final = re.compile(r"(\d+(?:\.\d+)?)([dhm]?)")


def _age(value: str) -> timedelta:
    """An age as a type of argument: 7d, 12h, 30m; a number alone is of days.

    Raises:
        BadParameter: it is none.
    """
    found = _AGE.fullmatch(value.strip())
    try:
        if found is not None:
            return timedelta(**{_UNITS[found[2]]: float(found[1])})
    except OverflowError:
        pass
    raise click.BadParameter(f"{value!r} is no age; write 7d, 12h or 30m")


@click.command("expire", short_help="Close attempts that nobody finished.")
@click.option("--after", type=_age, required=True, metavar="AGE", help="Open for longer: 7d, 12h.")
@late_options
@click.pass_obj
def expire_command(settings: Settings, /, after: timedelta) -> None:
    """Close attempts that have been open for longer than AGE; 0 closes all.

    Each leaves an episode whose outcome is unknown, which can be listed, judged and forgotten.
    """
    from seasoned.surfaces import render

    with settings.open(embed=True) as memory:
        receipts = memory.admin.expire(after)
    if settings.json:
        render.emit({"closed": receipts})
        return
    render.put(f"{render.count(len(receipts), 'attempt')} closed")
    for receipt in receipts:
        render.put(f"  {render.one_line(receipt.id)}")
