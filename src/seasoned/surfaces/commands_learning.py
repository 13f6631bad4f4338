"""Commands that tell what was learned: skills, strategy, curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.surfaces.commands_read import say_if_empty
from seasoned.surfaces.settings import F, Settings, Share, late_options, said_task

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from seasoned.core.curve import LearningCurve, Turn
    from seasoned.core.indicators import CurveReport
    from seasoned.core.skills import SkillProfile
    from seasoned.core.strategies import Choice
    from seasoned.core.trend import Slope

_NAME: Final = 40  # characters of a name in a table
_CHOICE: Final = 26  # of a candidate, beside six figures on a line of 80
_SEEN: Final = 20  # strategies of a memory to choose from where nobody names any
_LEGEND: Final = (
    "n: similar episodes. earned: their mean reward, the nearer and newer ones counting more. "
    "expected: what is believed, with its 95 % interval. drawn: 95 % of the "
    "rates drawn for it. taken: draws in which its rate was the highest, not the chance that it "
    "is the best."
)
_VERDICTS: Final = {"good": "green", "problem": "red", "open": "dim"}


def _held_out(command: F) -> F:
    """The option that asks for the other arm."""
    flag = click.option(
        "--control", is_flag=True, help="Of attempts from which memory was held out."
    )
    return flag(command)


@click.command("skills", short_help="How well each kind of task goes.")
@click.option("--by", type=click.Choice(["category", "tag"]), default="category", show_default=True)
@click.option("--weak", is_flag=True, help="Only those whose rate likely lies below one half.")
@_held_out
@late_options
@click.pass_obj
def skills_command(settings: Settings, /, by: Any, weak: bool, control: bool) -> None:
    """How well each kind of task goes: success with its interval, trend, best strategy."""
    from seasoned.core.skills import identify_weak_skills
    from seasoned.surfaces import render

    arm = "control" if control else "memory"
    with settings.open() as memory:
        skills = memory.learning.skills(by, arm=arm)
        if not skills:
            missing = "No episodes match." if control else "No episode has a tag."
            say_if_empty(settings, memory, missing)
    frail = identify_weak_skills(skills)
    shown = frail if weak else skills
    if settings.json:
        render.emit(
            {
                "by": by,
                "arm": arm,
                "skills": [_skill_data(skill, skill in frail) for skill in shown],
            }
        )
    elif shown:
        render.write(skills_table(shown, by, frail))
    elif skills:
        render.say("No skill is likely weak.")


def skills_table(
    skills: tuple[SkillProfile, ...], by: str = "category", weak: tuple[SkillProfile, ...] = ()
) -> Table:
    """A row for each skill, the weak ones marked; narrow enough for 80 columns."""
    from rich.text import Text

    from seasoned.surfaces import render

    unknown = any(skill.unknown_share for skill in skills)
    tries = any(skill.avg_iterations > 1.0 for skill in skills)
    names = ("n", *(["unknown"] if unknown else []), "success", "95 %", "reward")
    names = (*names, *(["tries"] if tries else []), "trend", by)
    table = render.new_table(*names, right=("n", "unknown", "success", "reward", "tries"))
    for skill in skills:
        low, high = skill.interval
        cells: list[RenderableType] = [f"{skill.total_episodes:,}"]
        cells += [render.percent(skill.unknown_share)] if unknown else []
        cells += [render.percent(skill.success_rate)]
        cells += [f"{low:.0%} to {high:.0%}" if skill.known else "–"]
        cells += [render.number(skill.avg_reward)]
        cells += [f"{skill.avg_iterations:.1f}"] if tries else []
        trend = skill.trend.direction if skill.trend else "–"
        name = f"{skill.category} (weak)" if skill in weak else skill.category
        cells += [Text(trend), render.stacked(name, *_best(skill))]
        table.add_row(*cells)
    return table


def _best(skill: SkillProfile) -> list[str]:
    from seasoned.surfaces import render

    best = skill.best_strategy
    if best is None:
        return []
    return [f"best: {render.one_line(best.name, _NAME)} ({best.successes} of {best.known})"]


def _skill_data(skill: SkillProfile, weak: bool) -> dict[str, Any]:
    trend, best = skill.trend, skill.best_strategy
    return {
        "name": skill.category,
        "weak": weak,
        "episodes": skill.total_episodes,
        "known": skill.known,
        "successes": skill.successes,
        "partials": skill.partials,
        "success_rate": skill.success_rate,
        "interval": skill.interval,
        "average_reward": skill.avg_reward,
        "average_iterations": skill.avg_iterations,
        "trend": trend
        and {"change": trend.change, "interval": trend.interval, "direction": trend.direction},
        "best_strategy": best
        and {"name": best.name, "known": best.known, "successes": best.successes},
    }


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str] | None:
    """The callback of a list of names with commas between them."""
    if value is None:
        return None
    names = [name.strip() for name in value.split(",")]
    if not all(names):
        raise click.BadParameter(f"a name is empty in {value!r}", ctx, param)
    return names


@click.command("strategy", short_help="Choose how to go about a task.")
@click.argument("task", callback=said_task)
@click.option("--candidates", callback=_names, metavar="A,B,...", help="To choose from.")
@click.option("--category", default="unknown", help="Of the task.")
@click.option("--complexity", type=Share(), default=0.5, help="Of the task, from 0 to 1.")
@click.option(
    "--method", type=click.Choice(["thompson", "rules"]), default="thompson", show_default=True
)
@late_options
@click.pass_obj
def strategy_command(settings: Settings, /, task: str, **options: Any) -> None:
    """Choose how to go about TASK, by what each strategy earned in similar tasks.

    Drawn by chance from what is known, with hope for what was hardly tried; nothing is logged.
    Record what came of it with the strategy's name. Without --candidates it chooses among the
    strategies that this memory has seen, and among the five that come along if it knows no other.
    """
    from seasoned.core.records import Task
    from seasoned.surfaces import render

    at_hand = Task(task, options["category"], options["complexity"])
    with settings.open(embed=True) as memory:
        candidates, whence = options["candidates"], ""
        if candidates is None:
            candidates, whence = _usual(memory.learning.strategies(), options["method"])
        choice = memory.learning.choose_strategy(at_hand, candidates, method=options["method"])
        if not settings.json:
            say_if_empty(settings, memory)
    if settings.json:
        render.emit(_choice_data(choice))
    else:
        render.write(*choice_parts(choice))
        if whence:
            render.say(f"Chosen among {whence}; --candidates A,B,... names others.")


def _usual(known: tuple[str, ...], method: str) -> tuple[list[str], str]:
    """What to choose from where nobody says, and what that is in words."""
    from seasoned.core.strategies import STRATEGY_POOL

    along = list(STRATEGY_POOL)
    own = [name for name in known if name not in STRATEGY_POOL]
    if not own:
        return along, f"the {len(along)} strategies that come along"
    seen = list(known[:_SEEN])
    if method == "rules":  # they call for some of those by name
        return [*dict.fromkeys([*seen, *along])], "what this memory has seen and what comes along"
    # Untried ones are hoped to be better, so those that come along would all go before.
    if len(known) > _SEEN:
        return seen, f"the {_SEEN} commonest of {len(known)} strategies that this memory has seen"
    many = "only strategy" if len(seen) == 1 else f"{len(seen)} strategies"
    return seen, f"the {many} that this memory has seen"


def choice_parts(choice: Choice, most: int | None = None) -> list[RenderableType]:
    """A choice with its reason and the evidence, on at most so many candidates."""
    from rich.text import Text

    from seasoned.surfaces import render

    parts: list[RenderableType] = [
        Text(render.one_line(choice.name), style="bold"),
        *([Text(choice.instruction)] if choice.instruction else []),
        Text(f"Why: {choice.reason}"),
    ]
    if choice.evidence:
        known = {one.name: one for one in choice.evidence}
        names = ("n", "earned", "expected", "95 %", "drawn", "taken")
        table = render.new_table("strategy", *names, right=("n", "earned", "expected", "taken"))
        for one in [known[name] for name in choice.order][:most]:
            table.add_row(
                render.one_line(one.name, _CHOICE),
                str(one.n),
                render.percent(one.successes / one.weight) if one.weight else "–",
                render.percent(one.mean),
                f"{one.interval.low:.0%}–{one.interval.high:.0%}",
                f"{one.drawn.low:.0%}–{one.drawn.high:.0%}",
                render.percent(one.probability),
            )
        parts += [Text(), table, Text(_LEGEND, style="dim")]
    return parts


def _choice_data(choice: Choice) -> dict[str, Any]:
    return {
        "name": choice.name,
        "instruction": choice.instruction,
        "reason": choice.reason,
        "probability": choice.probability,
        "by": choice.by,
        "seed": choice.seed,
        "order": choice.order,
        "evidence": [
            {field: getattr(one, field) for field in one.__dataclass_fields__}
            for one in choice.evidence
        ],
    }


@click.command("curve", short_help="Whether it gets better.")
@click.option("--category", help="Only tasks of this one.")
@click.option("--window", default=5, show_default=True, help="Episodes of a rolling figure.")
@_held_out
@click.option("--out", metavar="FILE", help="Draw it into a file: .png or .svg.")
@late_options
@click.pass_obj
def curve_command(settings: Settings, /, out: str | None, **options: Any) -> None:
    """The learning curve: slope, where it changed, and the signs that memory works."""
    from seasoned.surfaces import render

    arm = "control" if options["control"] else "memory"
    with settings.open() as memory:
        report = memory.learning.curve(options["category"], options["window"], arm=arm)
        if not report.curve.snapshots:
            say_if_empty(settings, memory, "No episodes match.")
    if out is not None:
        from seasoned.connect import draw_curve

        draw_curve(report, out)
        render.say(f"Drawn into {out}.")
    if settings.json:
        render.emit(_report_data(report))
    elif report.curve.snapshots:
        render.write(*curve_parts(report))


def curve_parts(report: CurveReport) -> list[RenderableType]:
    """A curve as a terminal shows it: plot, figures, signs."""
    from rich.text import Text

    from seasoned.surfaces import render
    from seasoned.surfaces.plot import plot

    curve, drawn = report.curve, plot(report, render.columns())
    parts: list[RenderableType] = [drawn, Text()] if drawn else []
    parts.append(render.pairs(_facts(report)))
    signs = [
        (
            sign.name,
            Text(render.clean(f"{sign.verdict}: {sign.text}"), style=_VERDICTS[sign.verdict]),
        )
        for sign in report.indicators
    ]
    if curve.known:
        parts += [Text(), render.pairs(signs)]
    return parts


def _facts(report: CurveReport) -> list[tuple[str, Any]]:
    from seasoned.surfaces import render

    curve, newest = report.curve, report.curve.snapshots[-1]
    unknown = f", {curve.unknown_share:.0%} unknown" if curve.unknown_share else ""
    return [
        ("episodes", f"{len(curve.snapshots):,}{unknown}"),
        ("success", render.percent(curve.success_rate)),
        (f"newest {report.window}", render.percent(newest.rolling_success_rate)),
        ("cumulative reward", f"{newest.cumulative_reward:,.1f}"),
        ("straight line", _slope_text(curve)),
        *(("change", _turn_text(turn, curve.mixed)) for turn in curve.turns),
    ]


def _slope_text(curve: LearningCurve) -> str:
    from seasoned.core.indicators import change_in_words

    if curve.success is None:
        return "not enough evidence yet"
    return change_in_words(curve.success, "points", curve.mixed)


def _turn_text(turn: Turn, mixed: bool) -> str:
    return f"{turn.words(mixed)} at episode {turn.episode_number} ({turn.id})"


def _report_data(report: CurveReport) -> dict[str, Any]:
    return {
        "category": report.category,
        "arm": report.arm,
        "window": report.window,
        **_curve_data(report.curve),
        "indicators": [sign._asdict() for sign in report.indicators],
        "snapshots": [snapshot._asdict() for snapshot in report.curve.snapshots],
        "running": {"width": report.width, "points": [p._asdict() for p in report.running]},
    }


def _curve_data(curve: LearningCurve) -> dict[str, Any]:
    def turn(one: Turn | None) -> dict[str, Any] | None:
        return one and one._asdict()

    def slope(one: Slope | None) -> dict[str, Any] | None:
        if one is None:
            return None
        return {"per_hundred": one.per_hundred, "interval": one.interval, "n": one.n}

    return {
        "known": curve.known,
        "unknown_share": curve.unknown_share,
        "success_rate": curve.success_rate,
        "success_slope": slope(curve.success),
        "reward_slope": slope(curve.reward),
        "turns": [turn(one) for one in curve.turns],
        "reward_turns": [turn(one) for one in curve.reward_turns],
        "plateau": turn(curve.plateau),
        "regression": turn(curve.regression),
        "latest": curve.latest,
        "settled": curve.settled,
        "categories": curve.categories,
    }
