"""The commands about what memory is worth: lift, why, pin, ban, reinstate."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from seasoned.surfaces.commands_read import say_if_empty
from seasoned.surfaces.settings import Settings, late_options

if TYPE_CHECKING:
    from seasoned.core.harm import Standing
    from seasoned.core.lift_report import Difference, Lift, Part
    from seasoned.memories.evidence import Why
    from seasoned.memory import Memory


@click.command("lift", short_help="What memory is worth, and how sure that is.")
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Probability of a wrong verdict over all looks.",
)
@late_options
@click.pass_context
def lift_command(ctx: click.Context, /, alpha: float) -> None:
    """Compare attempts that could use memory with those that chance held it from.

    A part of the attempts must have been held out, see Options.holdout. The verdict stands
    however often it is looked at.
    """
    from seasoned.surfaces import render

    settings = ctx.ensure_object(Settings)
    with settings.open() as memory:
        found = memory.learning.lift(alpha=alpha)
        if not found.trials and not found.not_drawn:
            say_if_empty(settings, memory)
    if settings.json:
        render.emit(_lift_data(found))
        return
    render.put(found.words)
    if found.trials:
        _show_lift(found)


def _lift_data(found: Lift) -> dict[str, Any]:
    from dataclasses import asdict

    return {"words": found.words, "robust": found.robust, **asdict(found)}


def _show_lift(found: Lift) -> None:
    from seasoned.surfaces import render

    rows: list[tuple[str, Any]] = [
        ("attempts with memory", _side(found.memory.attempts, found.memory.unknown)),
        ("attempts without", _side(found.control.attempts, found.control.unknown)),
    ]
    if found.not_drawn or found.uncovered:
        rows.append(("left out", f"{found.not_drawn} not drawn, {found.uncovered} uncompared"))
    if found.worst is not None and not found.robust:
        low, high = found.worst
        rows.append(("if unknowns were the worst", f"{low:+.2f} to {high:+.2f}"))
    render.write(render.pairs(rows))
    names = ("with", "without", "difference", "n")
    table = render.new_table(*names, "any look", "one look", "measure", right=names)
    _add(table, "success", found.success, found.always)
    _add(table, "reward", found.reward)
    _add(table, "iterations", found.iterations)
    for part in found.thirds:
        _add(table, f"{part.name} third", part.success)
    for part in found.categories:
        _add(table, f"category {part.name}{_verdict(part)}", part.success, part.always)
    render.write(table)


def _verdict(part: Part) -> str:
    return "" if part.verdict == "open" else f": {part.verdict}"


def _side(attempts: int, unknown: float) -> str:
    return f"{attempts}, {unknown:.0%} of unknown outcome"


def _add(table: Any, name: str, found: Difference | None, always: Any = None) -> None:
    from seasoned.surfaces import render

    if found is None:
        return
    table.add_row(
        f"{found.memory:.2f}",
        f"{found.control:.2f}",
        f"{found.effect:+.2f}",
        str(found.n),
        _interval(always),
        _interval(found.bounds),
        render.one_line(name),
    )


def _interval(bounds: Any) -> str:
    return "" if bounds is None else f"{bounds.low:+.2f} to {bounds.high:+.2f}"


@click.command("why", short_help="Why an episode or lesson is shown, or is not.")
@click.argument("id")
@click.option("--all", "whole", is_flag=True, help="Every number behind it.")
@late_options
@click.pass_context
def why_command(ctx: click.Context, /, id: str, whole: bool) -> None:
    """What the credit and standing of an episode, lesson, cluster or playbook rest on.

    ID may be a part of the id.
    """
    from seasoned.surfaces import render

    settings = ctx.ensure_object(Settings)
    with settings.open() as memory:
        item = _whole_id(memory, id)
        found, about = memory.learning.why(item), _about(memory, item)
    if settings.json:
        render.emit(_why_data(found))
        return
    render.put(found.words)
    if not whole:
        render.write(render.pairs([*about, *_in_short(found)]))
        render.say("--all shows every number behind it.")
        return
    render.write(render.pairs(about))
    table = render.new_table("fact", "value", "meaning", right=("value",))
    for fact in found.facts[:-1]:
        value = "-" if fact.value is None else f"{fact.value:.4g}"
        table.add_row(fact.name, value, fact.text)
    render.write(table)


def _about(memory: Memory, id: str) -> list[tuple[str, str]]:
    """What an episode or a lesson says, under its name; of anything else nothing."""
    from seasoned.errors import NotFound
    from seasoned.surfaces import render

    lessons = {lesson.id: lesson.text for lesson in memory.learning.lessons()}
    if id in lessons:
        return [("lesson", render.one_line(lessons[id]))]
    try:
        return [("task", render.one_line(memory.get(id).task.description))]
    except NotFound:
        return []


def _in_short(found: Why) -> list[tuple[str, Any]]:
    tally, rows = found.standing.tally, list[tuple[str, Any]]()
    if tally.mean is None:
        rows.append(("used", "by no attempt that could be compared yet"))
    else:
        rows.append(("used", f"by {tally.uses} attempts that could be compared"))
        rows.append(("they earned", f"{tally.mean:+.2f} beside attempts without memory"))
    if found.standing.probability is not None:
        rows.append(("harmful", f"with a probability of {found.standing.probability:.0%}"))
    return [*rows, ("trust", f"{found.trust.value:.2f}, {found.trust.origin}")]


def _why_data(found: Why) -> dict[str, Any]:
    facts = [{"name": f.name, "value": f.value, "text": f.text} for f in found.facts]
    told = {"state": found.state, "trust": found.trust.value, "words": found.words}
    return {**_standing_data(found.standing), **told, "facts": facts}


def _standing_data(standing: Standing) -> dict[str, Any]:
    return {
        "id": standing.item,
        "state": standing.state,
        "uses": standing.tally.uses,
        "utility": standing.utility,
        "probability": standing.probability,
        "by": standing.decision.by if standing.decision else None,
    }


def _whole_id(memory: Memory, part: str) -> str:
    """The id of the lesson, cluster, playbook or episode that a part of an id stands for."""
    from seasoned.memories.shortened import whole

    if part.startswith("playbook-"):
        return part
    lessons, clusters = memory.learning.lessons(), memory.learning.clusters()
    noted = [*(lesson.id for lesson in lessons), *(cluster.id for cluster in clusters)]
    return whole(part, noted) or memory.admin.whole_id(part)


def _decided(ctx: click.Context, id: str, by: str, verb: str, done: str) -> None:
    from seasoned.surfaces import render

    settings = ctx.ensure_object(Settings)
    with settings.open() as memory:
        standing = getattr(memory.learning, verb)(_whole_id(memory, id), by=by)
    if settings.json:
        render.emit(_standing_data(standing))
    else:
        render.put(f"{done} {standing.item}")


def _deciding(command: Callable[..., None]) -> Callable[..., None]:
    """What the commands that decide about an item are told: which, and who says so."""
    by = click.option("--by", default="human", show_default=True, help="Who says so.")
    return click.argument("id")(by(late_options(click.pass_context(command))))


@click.command("pin", short_help="Never withhold an episode or lesson.")
@_deciding
def pin_command(ctx: click.Context, /, id: str, by: str) -> None:
    """Show an episode, lesson, cluster or playbook whatever attempts with it come to.

    ID may be a part of the id.
    """
    _decided(ctx, id, by, "pin", "pinned")


@click.command("ban", short_help="Never show an episode or lesson again.")
@_deciding
def ban_command(ctx: click.Context, /, id: str, by: str) -> None:
    """Never show an episode, lesson, cluster or playbook until it is pinned or reinstated.

    ID may be a part of the id.
    """
    _decided(ctx, id, by, "ban", "banned")


@click.command("reinstate", short_help="Show an episode or lesson again, judged anew.")
@_deciding
def reinstate_command(ctx: click.Context, /, id: str, by: str) -> None:
    """Show an episode, lesson, cluster or playbook again and judge it by what comes after.

    It ends a pin or ban, and releases an episode from quarantine.
    """
    _decided(ctx, id, by, "reinstate", "reinstated")
