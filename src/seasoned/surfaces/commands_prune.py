"""Commands that remove by policy, and undo it: prune, restore."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.surfaces.settings import Settings, filter_of, filter_options, late_options

if TYPE_CHECKING:
    from seasoned.core.pruning import Pruned, PrunedBatch, PrunePolicy, Restored

_NAMED: Final = 20  # ids that the summary names; JSON has them all
_UTILITIES: Final = ("reward", "expected", "surprise")


@click.command("prune", short_help="Remove episodes by policy; a dry run unless --apply.")
@filter_options
@click.option("--older-than", type=float, metavar="DAYS", help="Only what finished before.")
@click.option("--keep-newest", type=int, metavar="N", help="Keep N of what the filters match.")
@click.option("--keep-best", type=int, metavar="N", help="Keep the N of the greatest reward.")
@click.option("--reward-below", type=float, help="Only with a reward below this.")
@click.option("--expected-below", type=float, help="Only of a kind that earns less on average.")
@click.option("--surprise-below", type=float, help="Only what went about as expected.")
@click.option("--never-shown", is_flag=True, help="Only what no linked recall has shown.")
@click.option("--other-environment-than", multiple=True, help="Only of another environment.")
@click.option("--tool", multiple=True, help="Only what used one of these tools.")
@click.option("--undo", type=float, default=30, show_default=True, metavar="DAYS", help="0: none.")
@click.option("--apply", is_flag=True, help="Do it.")
@click.option("--list", "listing", is_flag=True, help="Show what can be restored instead.")
@late_options
@click.pass_obj
def prune_command(settings: Settings, /, listing: bool, **options: Any) -> None:
    """Remove episodes for which every condition given holds.

    Says what would go; with --apply it goes, and can be restored until the undo window ends.
    """
    from seasoned.surfaces import render
    from seasoned.surfaces.commands_read import say_if_empty

    if listing:
        with settings.open() as memory:
            batches = memory.admin.pruned()
        _show_batches(settings, batches)
        return
    policy, undo = _policy(options), _days(options["undo"], "--undo")
    with settings.open() as memory:
        report = memory.admin.prune(policy, apply=options["apply"], undo=undo)
        if not report.pool:
            say_if_empty(settings, memory, "No episodes match.")
    if settings.json:
        render.emit(report)
    else:
        _show(report)


def _policy(options: dict[str, Any]) -> PrunePolicy:
    from seasoned.core.pruning import PrunePolicy

    kept = [name for name in ("keep_newest", "keep_best") if options[name] is not None]
    floors = [name for name in _UTILITIES if options[f"{name}_below"] is not None]
    if len(kept) > 1:
        raise click.UsageError("--keep-newest and --keep-best exclude each other; give one")
    if len(floors) > 1:
        raise click.UsageError(f"--{floors[0]}-below and --{floors[1]}-below exclude each other")
    age = options["older_than"]
    more: dict[str, Any] = {}
    if floors:
        more = {"below": options[f"{floors[0]}_below"], "utility": floors[0]}
    return PrunePolicy(
        filter=filter_of(options),
        older_than=None if age is None else _days(age, "--older-than"),
        keep=options[kept[0]] if kept else None,
        best=kept == ["keep_best"],
        never_shown=options["never_shown"],
        environments=options["other_environment_than"],
        tools=options["tool"],
        **more,
    )


def _days(number: float, flag: str) -> timedelta:
    try:
        return timedelta(days=number)
    except (OverflowError, ValueError):
        raise click.UsageError(f"{flag} takes a number of days, got {number}") from None


def _show(report: Pruned) -> None:
    from seasoned.surfaces import render

    word = "removed" if report.applied else "would be removed"
    kinds = ", ".join(f"{n} {name}" for name, n in sorted(report.outcomes.items()))
    counts = f" ({kinds})" if kinds else ""
    render.put(f"{report.episodes} of {render.count(report.pool, 'episode')} {word}{counts}")
    for id in report.ids[:_NAMED]:
        render.put(f"  {render.one_line(id)}")
    if report.episodes > _NAMED:
        render.put(f"  … and {report.episodes - _NAMED} more; --json lists all")
    if report.until is not None:
        end = report.until.date().isoformat()
        render.say(f"Until {end}: seasoned restore {report.batch}")
    elif not report.applied and report.ids:
        render.say("Nothing was removed; pass --apply to remove them.")


def _show_batches(settings: Settings, batches: list[PrunedBatch]) -> None:
    from seasoned.surfaces import render

    if settings.json:
        render.emit({"batches": batches})
        return
    table = render.new_table("pruned", "until", "episodes", "batch", right=("episodes",))
    for batch in batches:
        days = (batch.at.date().isoformat(), batch.until.date().isoformat())
        table.add_row(*days, str(batch.episodes), batch.id)
    render.write(table)


@click.command("restore", short_help="Bring pruned episodes back.")
@click.argument("batch")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@late_options
@click.pass_obj
def restore_command(settings: Settings, /, batch: str, ids: tuple[str, ...]) -> None:
    """Bring back what was pruned as BATCH, or these episodes of it."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        restored = memory.admin.restore(batch, ids)
    if settings.json:
        render.emit(restored)
    else:
        _show_restored(restored)


def _show_restored(restored: Restored) -> None:
    from seasoned.surfaces import render

    render.put(f"{render.count(len(restored.ids), 'episode')} restored")
    for id, reason in restored.skipped.items():
        render.say(f"{render.one_line(id)} was not: {render.one_line(reason)}")
