"""The command that removes episodes for good, and shows the proof."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.surfaces.settings import Settings, filter_of, filter_options, late_options, spelled

if TYPE_CHECKING:
    from seasoned.core.filters import Filter
    from seasoned.core.proof import Proof
    from seasoned.core.reports import Removed
    from seasoned.memory import Memory

_LEFT: Final = 6  # the exit code, as the help of `seasoned` says
_MORE: Final = {  # counts of `Removed` that only --everything has, and what they are of
    "attempts": "open attempt",
    "notes": "note",
    "chunks": "chunk",
    "facts": "fact",
    "sessions": "session",
    "exchanges": "exchange",
}
_NAMED: Final = 5  # records that a message names


@click.command("forget", short_help="Remove episodes.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@filter_options
@click.option(
    "--everything", is_flag=True, help="All that is yours in it, notes and open attempts too."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--prove", is_flag=True, help="Search all files and known backups for what went.")
@late_options
@click.pass_context
def forget_command(ctx: click.Context, /, ids: tuple[str, ...], **options: Any) -> None:
    """Remove episodes, by ID or by what the options say, and all that came from them alone.

    An ID is given whole here. With --prove, exits with 6 if something of them may be left.
    """
    from dataclasses import replace

    from seasoned.errors import NotFound
    from seasoned.surfaces import render
    from seasoned.surfaces.commands_read import say_if_empty
    from seasoned.surfaces.knowing import elsewhere

    settings = ctx.ensure_object(Settings)
    where = replace(filter_of(options), ids=ids or None)
    if where.empty and not options["everything"]:
        raise click.UsageError("name episodes by ID or filter, or pass --everything")
    if options["everything"] and not where.empty:
        raise click.UsageError("--everything leaves nothing to choose; leave out IDs and filters")
    with settings.open() as memory:
        number = memory.episodes.count(replace(where, user=settings.user))  # own ones only
        # What was pruned can still be restored, and so has to be forgotten too.
        number += memory.admin.copies(where)
        if ids and not number:
            where_else = "; ".join(filter(None, (elsewhere(memory, id) for id in ids[:_NAMED])))
            hint = where_else or "see seasoned list"
            raise NotFound(f"none of these episodes exists: {', '.join(ids)}; {hint}")
        gone = set(ids) - set(memory.episodes.find(ids))
        if absent := [id for id in gone if not memory.admin.copies(replace(where, ids=id))]:
            render.say(f"No such episode: {render.one_line(', '.join(sorted(absent)))}")
        more = _beside(memory, settings.user) if options["everything"] else {}
        what = _named({"episode": number} | more)
        if not what:
            say_if_empty(settings, memory, "" if ids else "No episodes match.")
        if what and not options["yes"] and not _confirmed(what, where, settings.namespace):
            render.say("Nothing was removed.")
            return
        removed = memory.forget(
            filter=where, everything=options["everything"], prove=options["prove"]
        )
    _show(settings, removed)
    if removed.proof is not None and not removed.proof.complete:
        ctx.exit(_LEFT)


def _show(settings: Settings, removed: Removed) -> None:
    from dataclasses import asdict

    from seasoned.surfaces import render

    proof, plain = removed.proof, asdict(removed)
    if settings.json:
        if proof is not None:
            plain["proof"] |= {"complete": proof.complete, "remedies": proof.remedies}
        render.emit(plain)
        return
    also = f", and {removed.copies} that had been pruned" if removed.copies else ""
    if more := _named({noun: getattr(removed, name) for name, noun in _MORE.items()}):
        also += f", and {more}"
    render.put(f"{render.count(removed.episodes, 'episode')} removed{also}")
    if proof is not None:
        _show_proof(proof)


def _show_proof(proof: Proof) -> None:
    from seasoned.surfaces import render

    table = render.new_table("searched", "bytes", "left", "file", right=("bytes", "left"))
    for file in proof.files:
        table.add_row(file.part, f"{file.bytes:,}", str(file.remnants), render.one_line(file.path))
    render.write(table)
    sample = "" if proof.whole else ", an even sample"
    render.put(f"{render.count(proof.pieces, 'piece')} of text, words and vectors sought{sample}")
    if sayers := {place.said_by for place in proof.shared}:
        some = ", ".join(sorted(sayers)[:_NAMED]) + (", …" if len(sayers) > _NAMED else "")
        verb = "is" if len(proof.shared) == 1 else "are"
        render.put(f"{len(proof.shared)} {verb} said by what is kept, too: {some}")
    for path in proof.absent:
        render.say(f"The backup {path} is not there any more; if it was moved, it still holds it.")
    for remedy in proof.remedies:
        render.say(render.one_line(spelled(remedy)))
    render.put("proved: nothing is left" if proof.complete else "not proved")


def _beside(memory: Memory, user: str | None) -> dict[str, int]:
    """What is one's own beside episodes and goes with them, by noun."""
    stats, names = memory.admin.stats(), ("notes", "chunks", "facts")
    shared = None if user is None else memory.for_user(None).admin.stats()
    own = {name: getattr(stats, name) - getattr(shared, name, 0) for name in names}
    own["attempts"] = stats.attempts.get("open", 0)
    if shared is not None:
        own["attempts"] -= shared.attempts.get("open", 0)
    return {noun: own.get(name, 0) for name, noun in _MORE.items()} | {"session": stats.sessions}


def _named(numbers: dict[str, int]) -> str:
    """What is to go, in words; "" for nothing."""
    from seasoned.surfaces import render

    return " and ".join(render.count(number, noun) for noun, number in numbers.items() if number)


def _confirmed(what: str, where: Filter, namespace: str) -> bool:
    if not sys.stdin.isatty():
        raise click.UsageError(f"{what} would be removed; pass --yes to do it")
    which = ", all there is," if where.empty else ""
    return click.confirm(f"Remove {what}{which} of namespace {namespace!r}?", err=True)
