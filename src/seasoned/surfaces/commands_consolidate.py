"""The commands about what was learned in words: consolidate, lessons, playbook."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from seasoned.errors import InvalidInput, ModelError, NotFound, StoreError
from seasoned.surfaces.commands_read import say_if_empty
from seasoned.surfaces.knowing import budget_of, model_of, model_options
from seasoned.surfaces.settings import Settings, late_options

if TYPE_CHECKING:
    from seasoned.core.consolidated import Collapsed, Consolidated
    from seasoned.core.derived import Cluster
    from seasoned.core.playbook import Playbook
    from seasoned.core.records import Lesson
    from seasoned.memory import Memory

_WRITTEN: Final = 30  # categories in a file, some 15 kB, that an agent reads each time
_NAMED: Final = 10  # of each sort that the summary names; JSON has them all


class _Handout(NamedTuple):
    """How playbooks are written into a file.

    Attributes:
        name: Of the skill.
        most: Categories; None for all.
        ids: Whether episodes are named.
    """

    name: str | None
    most: int | None
    ids: bool


@click.command("consolidate", short_help="Mine lessons, collapse twins; a dry run unless --apply.")
@click.option("--apply", is_flag=True, help="Do it.")
@click.option("--list", "listing", is_flag=True, help="Show what is collapsed instead.")
@click.option("--expand", multiple=True, metavar="ID", help="Bring back what ID stands for.")
@click.option("--expand-all", is_flag=True, help="Bring back all that is collapsed.")
@click.option("--model", is_flag=True, help="Ask --llm what the best attempts did otherwise, too.")
@model_options("E.g. openai:MODEL@URL.")
@late_options
@click.pass_obj
def consolidate_command(
    settings: Settings,
    /,
    apply: bool,
    listing: bool,
    expand: tuple[str, ...],
    expand_all: bool,
    **options: Any,
) -> None:
    """Compare what failed with what worked, and let the best of near-duplicates stand for all.

    No episode is changed or removed, and no model is asked without --model.
    """
    from seasoned.surfaces import render

    if sum((apply, listing, bool(expand), expand_all)) > 1:
        raise click.UsageError("--apply, --list, --expand and --expand-all exclude each other")
    model, llm = options["model"], options["llm"]
    if model and not llm:
        raise click.UsageError("--model needs --llm or SEASONED_LLM")
    chosen = model_of(llm) if model else None
    with settings.open(llm=chosen, budget=budget_of(options)) as memory:
        if listing:
            _show_collapsed(settings, memory.learning.collapsed())
        elif expand or expand_all:
            ids = [memory.admin.whole_id(id) for id in expand]
            _show_expanded(settings, memory.learning.expand(*ids))
        else:
            with render.progress_bar() as bar:
                task = bar.add_task("reading", total=None)
                report = memory.learning.consolidate(
                    apply=apply,
                    model=model,
                    progress=lambda done, total: bar.update(task, completed=done, total=total),
                )
            _show(settings, report)
            _tell(report)


def _show(settings: Settings, report: Consolidated) -> None:
    from seasoned.surfaces import render

    if settings.json:
        render.emit(report)
        return
    lessons, clusters, twins = len(report.lessons), len(report.clusters), len(report.collapsed)
    tense = "" if report.applied else "would be "
    render.put(f"{render.count(report.episodes, 'episode')} read")
    render.put(f"{render.count(lessons, 'lesson')} {tense}added")
    for lesson in report.lessons[:_NAMED]:
        render.put(f"  - {render.one_line(lesson.text)}")
    render.put(f"{render.count(clusters, 'cluster')} of failures {tense}added or renewed")
    for cluster in report.clusters[:_NAMED]:
        render.put(f"  - {render.one_line(cluster.signature)} ({cluster.failures} failures)")
    render.put(f"{render.count(twins, 'near-duplicate')} {tense}collapsed")
    if report.dropped:
        render.put(f"{report.dropped} that hold no more {tense}dropped")
    if report.asked or report.waiting:
        asked = render.count(report.asked, "question")
        render.put(f"{asked} {tense}put to the model, {report.waiting} left for the next run")
    if not report.applied and not report.nothing:
        render.say("Nothing was changed; pass --apply to do it.")


def _tell(report: Consolidated) -> None:
    """Name what went wrong with the model; an error if it answered nothing.

    Raises:
        ModelError: it was asked, and no question was answered.
    """
    from seasoned.surfaces import render

    if report.stopped:
        render.say(f"The model was asked no more: {render.one_line(report.stopped)}")
    if report.failed and report.failed == report.asked:
        raise ModelError(
            f"the model answered none of {render.count(report.asked, 'question')}: "
            f"{report.problem}; what was found without it is kept, and the next run asks again"
        )
    if report.problem and not report.stopped:
        failed = render.count(report.failed, "question")
        render.say(f"{failed} unanswered by the model; the last: {render.one_line(report.problem)}")


def _show_collapsed(settings: Settings, groups: tuple[Collapsed, ...]) -> None:
    from seasoned.surfaces import render

    if settings.json:
        render.emit({"collapsed": groups})
        return
    table = render.new_table("shown", "stands for", right=("stands for",))
    for group in groups:
        table.add_row(group.id, str(len(group.others)))
    render.write(table)


def _show_expanded(settings: Settings, number: int) -> None:
    from seasoned.surfaces import render

    if settings.json:
        render.emit({"expanded": number})
    else:
        render.put(f"{render.count(number, 'episode')} back in recalls")


@click.command("lessons", short_help="What comparing attempts taught, and what was written down.")
@click.option("--category", help="Only for this one; with --add, what it is for.")
@click.option("--add", metavar="TEXT", help="Write one down.")
@click.option(
    "--forget",
    multiple=True,
    metavar="ID",
    help="Remove one; a part of the id will do.  [repeatable]",
)
@late_options
@click.pass_obj
def lessons_command(
    settings: Settings, /, category: str | None, add: str | None, forget: tuple[str, ...]
) -> None:
    """Show lessons and clusters of failures, those by hand and the surest first."""
    from seasoned.surfaces import render

    if add is not None and forget:
        raise click.UsageError("--add and --forget exclude each other")
    with settings.open() as memory:
        if add is not None:
            lesson = memory.learning.remember(add, category=category or "unknown")
            if settings.json:
                render.emit(lesson)
            else:
                render.put(f"kept as {lesson.id}")
        elif forget:
            _forget(settings, memory, forget)
        else:
            learning = memory.learning
            states = {one.item: one.state for one in learning.withheld()}
            _show_lessons(settings, learning.lessons(category), learning.clusters(category), states)


def _forget(settings: Settings, memory: Memory, ids: tuple[str, ...]) -> None:
    from seasoned.surfaces import render

    known = [one.id for one in memory.learning.lessons()]
    known += [one.id for one in memory.learning.clusters()]
    number = memory.learning.forget(*(_whole(id, known, settings.namespace) for id in ids))
    if settings.json:
        render.emit({"removed": number})
    else:
        render.put(f"{number} removed")


def _whole(part: str, known: list[str], namespace: str) -> str:
    from seasoned.memories.shortened import HINT, TELLING, whole

    found = whole(part, known)
    if found is None:
        hint = HINT if len(part) < TELLING else "seasoned lessons lists them"
        raise NotFound(f"no lesson {part!r} in namespace {namespace!r}; {hint}")
    return found


def _show_lessons(
    settings: Settings,
    lessons: tuple[Lesson, ...],
    clusters: tuple[Cluster, ...],
    states: Mapping[str, str],
) -> None:
    """Show them; those that no recall shows are marked with what became of them."""
    from seasoned.surfaces import render

    listed = [*(lesson.id for lesson in lessons), *(cluster.id for cluster in clusters)]
    states = {id: states[id] for id in listed if id in states}
    if settings.json:
        render.emit({"lessons": lessons, "clusters": clusters, "hidden": states})
        return
    for lesson in lessons:
        rests = render.count(lesson.weight, "attempt")
        hidden = f", {states[lesson.id]}" if lesson.id in states else ""
        render.put(f"{lesson.id}  {lesson.kind}, {lesson.category}, {rests}{hidden}")
        render.put(f"  {render.one_line(lesson.text, 1_000)}")
    for cluster in clusters:
        hidden = f", {states[cluster.id]}" if cluster.id in states else ""
        render.put(f"{cluster.id}  {cluster.failures} failures, {cluster.category}{hidden}")
        render.put(f"  {render.one_line(cluster.signature)}")
    if not lessons and not clusters:
        render.say("No lessons yet; `seasoned consolidate --apply` mines them.")


@click.command("playbook", short_help="What works and what to avoid, for reading or as a file.")
@click.argument("categories", nargs=-1, metavar="[CATEGORY]...")
@click.option(
    "--out",
    metavar="FILE",
    help="AGENTS.md or SKILL.md; only our section is replaced. - prints it.",
)
@click.option("--name", help="Of the skill, in a new SKILL.md.  [default: earlier-attempts]")
@click.option(
    "--most",
    type=click.IntRange(min=0),
    default=_WRITTEN,
    show_default=True,
    metavar="N",
    help="Categories that --out writes where none is named, those with most attempts; 0 for all.",
)
@click.option("--no-ids", is_flag=True, help="Leave out the ids of episodes.")
@late_options
@click.pass_obj
def playbook_command(
    settings: Settings,
    /,
    categories: tuple[str, ...],
    out: str | None,
    name: str | None,
    most: int,
    no_ids: bool,
) -> None:
    """Put together what the attempts of each CATEGORY have shown, or of all of them."""
    from seasoned.surfaces import render

    handout = _Handout(name, None if categories else most or None, not no_ids)
    with settings.open() as memory:
        learning = memory.learning
        books = tuple(map(learning.playbook, categories)) or learning.playbooks()
        if out is not None:
            _refuse_nothing(memory, settings.namespace, categories, books)
        elif not books:
            say_if_empty(settings, memory)
    if out is not None and not categories:
        books = _by_use(books)
    if out == "-":
        render.put(_text("-", books, handout).rstrip("\n"))
    elif out is not None:
        _write(out, books, handout)
        render.say(f"{_written(len(books), handout.most)} written to {render.one_line(out)}")
    elif settings.json:
        render.emit({"playbooks": books})
    else:
        for book in books:
            render.put(book.told(ids=not no_ids))
        if not books:
            render.say("No playbook yet; `seasoned consolidate --apply` makes more to tell.")


def _by_use(books: tuple[Playbook, ...]) -> tuple[Playbook, ...]:
    from seasoned.core.handouts import by_use

    return tuple(by_use(books))


def _written(there: int, most: int | None) -> str:
    """How many playbooks a file got, and how many it did not."""
    from seasoned.surfaces import render

    if most is None or there <= most:
        return render.count(there, "playbook")
    return f"{most} of {there} playbooks, those with most attempts (see --most),"


def _refuse_nothing(
    memory: Memory, namespace: str, categories: tuple[str, ...], books: tuple[Playbook, ...]
) -> None:
    """A mistyped category or namespace must not empty a file that others read."""
    where = f"namespace {namespace!r}"
    if not books:
        raise NotFound(
            f"{where} has nothing for a playbook, so no file was written; give the --namespace "
            "and --user that the attempts were recorded with"
        )
    learning = memory.learning
    known = {*memory.admin.stats().categories, *(one.category for one in learning.lessons())}
    known |= {one.category for one in learning.clusters()}
    for category in categories:
        if category not in known:
            raise NotFound(
                f"no episode or lesson of category {category!r} in {where}, so no file was "
                "written; seasoned skills lists the categories"
            )


def _text(path: str, books: tuple[Playbook, ...], how: _Handout) -> str:
    """What a file is to hold."""
    from seasoned.core.handouts import SKILL, handout, is_skill

    name = how.name
    skill = (name or SKILL) if is_skill(path) else name if path == "-" else None
    if name is not None and skill is None:
        raise InvalidInput(f"--name is for a SKILL.md, got {path!r}")
    there = "" if path == "-" else _there(path)
    if name is not None and there.strip():
        raise InvalidInput(f"--name is for a new SKILL.md, and {path!r} is there; edit its name")
    return handout(books, there, skill=skill, most=how.most, ids=how.ids)


def _write(path: str, books: tuple[Playbook, ...], how: _Handout) -> None:
    """Put the playbooks into a file, which appears whole or stays as it was."""
    try:
        text = _text(path, books, how)
        folder = os.path.dirname(os.path.abspath(path))
        number, fresh = tempfile.mkstemp(dir=folder, prefix=".seasoned-")
        try:
            with open(number, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            with contextlib.suppress(OSError):  # a new file has the rights that are usual
                os.chmod(fresh, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644)
            os.replace(fresh, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(fresh)
            raise
    except OSError as error:
        raise StoreError(f"{path} could not be written: {error.strerror}") from error


def _there(path: str) -> str:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is no UTF-8 text; name another file") from error
