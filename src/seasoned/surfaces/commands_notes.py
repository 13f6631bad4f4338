"""Commands about notes: remember, lookup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from seasoned.surfaces.knowing import plain, said_text, search_options, writing
from seasoned.surfaces.settings import (
    Settings,
    date,
    late_options,
    metadata_of,
    redact_option,
)

if TYPE_CHECKING:
    from seasoned.core.notes import Hit, NoteFilter


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

    What looks like a secret is replaced before it is written.
    """
    from seasoned.surfaces import render

    with writing(settings, no_redact=no_redact) as (memory, secrets):
        receipt = memory.remember(text, options["kind"], metadata_of(meta), key=options["key"])
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
@click.option("--kind", multiple=True, help="Of one of these kinds.  [repeatable]")
@click.option("--meta", multiple=True, metavar="K=V", help="With all of these.  [repeatable]")
@click.option("--after", type=date, help="Of then or later, e.g. 2026-01-31.")
@click.option("--before", type=date, help="Of earlier.")
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
            about = f"{hit.note.id}  {hit.note.at:%Y-%m-%d}" if hit.note.at else hit.note.id
            note = render.stacked(hit.note.text, about)
            table.add_row(render.number(hit.score), hit.note.kind, note)
        render.write(table)
    else:
        render.say("No note has to do with it.")


def _filter(options: dict[str, Any]) -> NoteFilter:
    from seasoned.core.notes import NoteFilter

    return NoteFilter(
        kind=options["kind"] or None,
        after=options["after"],
        before=options["before"],
        metadata=metadata_of(options["meta"]),
    )


def _data(hit: Hit) -> dict[str, Any]:
    found = {"score": hit.score, "similarity": hit.similarity, "uses": hit.uses, "also": hit.also}
    return {**plain(hit.note), **found}
