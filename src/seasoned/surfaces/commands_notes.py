"""Commands about notes: remember, lookup; note list, show, update, forget."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import NotFound
from seasoned.surfaces.knowing import (
    confirmed,
    plain,
    said_text,
    search_options,
    whole_note,
    writing,
)
from seasoned.surfaces.settings import (
    F,
    Settings,
    date,
    late_options,
    metadata_of,
    redact_option,
)

if TYPE_CHECKING:
    from seasoned.core.notes import Hit, Note, NoteFilter
    from seasoned.memories.longterm import NotePage
    from seasoned.memory import Memory

_PAGE: Final = 1_000  # notes read at a time


def note_options(command: F) -> F:
    """The options that `_filter` reads."""
    for option in (
        click.option("--before", type=date, help="Of earlier."),
        click.option("--after", type=date, help="Of then or later, e.g. 2026-01-31."),
        click.option(
            "--meta", multiple=True, metavar="K=V", help="With all of these.  [repeatable]"
        ),
        click.option("--kind", multiple=True, help="Of one of these kinds.  [repeatable]"),
    ):
        command = option(command)
    return command


@click.command("remember", short_help="Keep a note and print its id.")
@click.argument("text", callback=said_text)
@click.option("--kind", help="An open lower-case name, e.g. preference.")
@click.option("--meta", multiple=True, metavar="K=V", help="A JSON value or text.  [repeatable]")
@click.option("--key", help="Your own id; remembering it twice keeps one.")
@redact_option
@late_options
@click.pass_obj
def remember_command(
    settings: Settings, /, text: str, meta: tuple[str, ...], no_redact: bool, **options: Any
) -> None:
    """Keep a note and print its id. What says the same as a note of yours is not kept again.

    TEXT is - for standard input. What looks like a secret is replaced before it is written.
    """
    from seasoned.surfaces import render

    said, metadata = _spoken(text), metadata_of(meta, "--meta")
    with writing(settings, no_redact=no_redact) as (memory, secrets):
        receipt = memory.remember(said, options["kind"], metadata, key=options["key"])
    if settings.json:
        render.emit({**plain(receipt), "redacted": secrets.found})
        return
    render.put(receipt.id)
    secrets.say()
    if not receipt.created:
        render.say("It had been remembered before.")


@click.command("lookup", short_help="Find notes by words and meaning.")
@click.argument("query", callback=said_text)
@search_options
@note_options
@late_options
@click.pass_obj
def lookup_command(settings: Settings, /, query: str, **options: Any) -> None:
    """Find the notes that have to do with QUERY, best first."""
    from seasoned.surfaces import render

    with settings.open(embed=True) as memory:
        where = _filter(options)
        hits = memory.lookup(query, options["k"], options["min_score"], filter=where)
    if settings.json:
        render.emit({"notes": [_data(hit) for hit in hits]})
    elif hits:
        table = render.new_table("score", "kind", "note", right=("score",))
        for hit in hits:
            table.add_row(render.number(hit.score), hit.note.kind, _stacked(hit.note))
        render.write(table)
    else:
        render.say("No note has to do with it.")


def _filter(options: dict[str, Any]) -> NoteFilter:
    from seasoned.core.notes import NoteFilter

    return NoteFilter(
        kind=options["kind"] or None,
        after=options["after"],
        before=options["before"],
        metadata=metadata_of(options["meta"], "--meta"),
    )


def _data(hit: Hit) -> dict[str, Any]:
    found = {"score": hit.score, "similarity": hit.similarity, "uses": hit.uses, "also": hit.also}
    return {**plain(hit.note), **found}


def _stacked(note: Note) -> Any:
    from seasoned.surfaces import render

    return render.stacked(note.text, f"{note.id}  {note.at:%Y-%m-%d}" if note.at else note.id)


@click.group("note", short_help="Notes by their ids: list, show, update, forget.")
def note_command() -> None:
    """Notes by their ids; `seasoned remember` keeps one, `seasoned lookup` finds some."""


@note_command.command("list", short_help="List notes, newest first.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Most notes.")
@click.option("--cursor", help="Of the page before; it prints the next one's.")
@note_options
@late_options
@click.pass_obj
def list_command(settings: Settings, /, limit: int, cursor: str | None, **options: Any) -> None:
    """List notes, those recorded last first."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        pages = list(_pages(memory, _filter(options), limit, cursor))
    notes, cursor = [note for page in pages for note in page.notes], pages[-1].cursor
    if settings.json:
        render.emit({"notes": [plain(note) for note in notes], "cursor": cursor})
        return
    if notes:
        table = render.new_table("kind", "note")
        for note in notes:
            table.add_row(note.kind, _stacked(note))
        render.write(table)
    else:
        render.say("No notes match.")
    if cursor:
        render.say(f"More: --cursor {cursor}")


def _pages(memory: Memory, where: NoteFilter, limit: int, cursor: str | None) -> Iterator[NotePage]:
    while True:
        page = memory.notes.page(min(limit, _PAGE), cursor, filter=where)
        yield page
        limit, cursor = limit - len(page.notes), page.cursor
        if cursor is None or limit <= 0:
            return


@note_command.command("show", short_help="Show a note whole.")
@click.argument("id", callback=said_text)
@late_options
@click.pass_obj
def show_command(settings: Settings, /, id: str) -> None:
    """Show the note ID whole.

    Six or more characters of an id's beginning or end will do if no other id has them.
    """
    from seasoned.surfaces import render

    with settings.open() as memory:
        note = memory.notes.get(whole_note(memory, id))
    if settings.json:
        render.emit(plain(note))
        return
    names = ("id", "kind", "metadata", "at", "user", "source", "session", "key", "before")
    render.write(render.pairs((name, getattr(note, name)) for name in names))
    render.put(note.text)


@note_command.command("update", short_help="Change a note.")
@click.argument("id", callback=said_text)
@click.argument("text", required=False, callback=said_text)
@click.option("--kind", help="Another kind.")
@click.option("--meta", multiple=True, metavar="K=V", help="Instead of what it has.  [repeatable]")
@redact_option
@late_options
@click.pass_obj
def update_command(
    settings: Settings, /, id: str, text: str | None, kind: str | None, **options: Any
) -> None:
    """Put TEXT in the place of what the note ID says, - being standard input; the rest stays.

    Its words and its vector change with it.
    """
    from seasoned.surfaces import render

    if text is None and kind is None and not options["meta"]:
        raise click.UsageError("give the new TEXT, --kind or --meta")
    said = None if text is None else _spoken(text)
    metadata = metadata_of(options["meta"], "--meta") or None
    with writing(settings, no_redact=options["no_redact"], create=False) as (memory, secrets):
        whole = whole_note(memory, id)
        memory.notes.update(whole, said, kind=kind, metadata=metadata)
        note = memory.notes.get(whole)
    if settings.json:
        render.emit({**plain(note), "redacted": secrets.found})
        return
    render.put(note.id)
    secrets.say()


@note_command.command("forget", short_help="Remove notes.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@note_options
@click.option("--everything", is_flag=True, help="All of your own.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@late_options
@click.pass_obj
def forget_command(settings: Settings, /, ids: tuple[str, ...], **options: Any) -> None:
    """Remove your own notes, by ID or by what the options say. An ID is given whole here."""
    from seasoned.surfaces import render

    where = replace(_filter(options), ids=ids or None)
    if where.empty is not options["everything"]:
        raise click.UsageError("name notes by ID or filter, or pass --everything alone")
    with settings.open() as memory:
        number = memory.notes.count(replace(where, user=settings.user))
        if ids and not number:
            raise NotFound(
                f"none of these is a note of your own: {', '.join(ids)}; see seasoned note list"
            )
        if not number:
            render.say("No notes match.")
        elif not confirmed(render.count(number, "note"), yes=options["yes"]):
            return
        removed = memory.notes.forget(filter=where, everything=options["everything"])
    if settings.json:
        render.emit({"removed": removed})
    else:
        render.put(f"{render.count(removed, 'note')} removed")


def _spoken(text: str) -> str:
    """What a note is to say; - is standard input."""
    return sys.stdin.read().rstrip("\n") if text == "-" else text
