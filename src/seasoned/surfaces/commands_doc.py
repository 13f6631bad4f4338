"""Commands about documents: doc add, search, list, remove."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import InvalidInput, MissingExtra, NotFound
from seasoned.surfaces.knowing import confirmed, plain, said_text, search_options, writing
from seasoned.surfaces.settings import Settings, late_options, metadata_of, redact_option

if TYPE_CHECKING:
    from seasoned.memories.documents import Added, ChunkHit
    from seasoned.memory import Memory

_SHOWN: Final = 300  # characters of a chunk in the table


@click.group("doc", short_help="Documents: add, search, list, remove.")
def doc_command() -> None:
    """Documents, cut into chunks that are found by words and meaning."""


@doc_command.command("add", short_help="Keep documents, or what changed in them.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER|-...")
@click.option("--source", callback=said_text, help="Name of the one document, if not its path.")
@click.option("--meta", multiple=True, metavar="K=V", help="A JSON value or text.  [repeatable]")
@click.option("--foreign", metavar="NAME", help="Who wrote them; others give no orders.")
@redact_option
@late_options
@click.pass_context
def add_command(ctx: click.Context, /, files: tuple[str, ...], **options: Any) -> None:
    """Keep documents, in place of what they said before. - is standard input, with --source.

    Text, Markdown, HTML, source code, JSON, CSV, and PDF with the extra "pdf". Of a folder all
    files in it and below, but for hidden ones; those that cannot be read are named and passed
    over. What did not change costs nothing.
    """
    settings = ctx.ensure_object(Settings)
    if options["source"] is None and "-" in files:
        raise click.UsageError("standard input needs a name; give --source NAME")
    if options["source"] is not None and (len(files) > 1 or Path(files[0]).is_dir()):
        raise click.UsageError("--source names one document; leave it out, or give one FILE")
    more = {
        "metadata": metadata_of(options["meta"], "--meta"),
        "origin": _origin(options["foreign"]),
    }
    with writing(settings, no_redact=options["no_redact"]) as (memory, secrets):
        for path, found in _files(files):
            if path is None:
                content: Any = sys.stdin.read()
            else:
                content = path
            source = options["source"] or ("" if path is None else str(path))
            _add(settings, memory, (content, source), more, skip=found)
    secrets.say()


def _origin(foreign: str | None) -> str:
    return "own" if foreign is None else f"foreign:{foreign}"


def _files(names: tuple[str, ...]) -> Iterator[tuple[Path | None, bool]]:
    """What is to be read, and whether it was found in a folder; None is standard input."""
    for name in names:
        path = Path(name)
        if name == "-":
            yield None, False
        elif path.is_dir():
            yield from ((one, True) for one in sorted(path.rglob("*")) if _is_shown(one, path))
        else:
            yield path, False


def _is_shown(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden


def _add(
    settings: Settings,
    memory: Memory,
    document: tuple[Any, str],
    more: dict[str, Any],
    *,
    skip: bool,
) -> None:
    """Keep a document and say so; one that was found in a folder may be unreadable."""
    from seasoned.surfaces import render

    try:
        added = memory.documents.add(*document, **more)
    except (InvalidInput, MissingExtra) as error:
        if not skip:
            raise
        render.say(render.one_line(f"Passed over {document[1]}: {error}"))
        return
    for one in added.unread:
        render.say(render.one_line(f"{added.source}, {one.place}: {one.reason}"))
    if settings.json:
        render.emit(plain(added))
    else:
        render.put(_told(added))


def _told(added: Added) -> str:
    from seasoned.surfaces import render

    source = render.one_line(added.source)
    if not (added.added or added.removed):
        return f"{source}: {render.count(added.chunks, 'chunk')}, nothing changed"
    changes = f"{added.added} new, {added.kept} kept, {added.removed} removed"
    return f"{source}: {render.count(added.chunks, 'chunk')}, {changes}"


@doc_command.command("search", short_help="Find parts of documents.")
@click.argument("query", callback=said_text)
@search_options
@click.option("--source", multiple=True, help="In these documents only.  [repeatable]")
@click.option("--meta", multiple=True, metavar="K=V", help="With all of these.  [repeatable]")
@late_options
@click.pass_obj
def search_command(settings: Settings, /, query: str, **options: Any) -> None:
    """Find the parts of documents that have to do with QUERY, best first."""
    from seasoned.core.notes import NoteFilter
    from seasoned.surfaces import render

    with settings.open(embed=True) as memory:
        hits = memory.documents.search(
            query,
            options["k"],
            options["min_score"],
            source=options["source"] or None,
            filter=NoteFilter(metadata=metadata_of(options["meta"], "--meta")),
        )
    if settings.json:
        render.emit({"chunks": [_data(hit) for hit in hits]})
    elif hits:
        table = render.new_table("score", "found", right=("score",))
        for hit in hits:
            text = render.one_line(hit.chunk.text, _SHOWN)
            table.add_row(render.number(hit.score), render.stacked(_place(hit), text))
        render.write(table)
    else:
        render.say("No document has to do with it.")


def _place(hit: ChunkHit) -> str:
    chunk = hit.chunk
    page = () if chunk.page is None else (f"page {chunk.page}",)
    return ", ".join((chunk.source, *page, *chunk.headings))


def _data(hit: ChunkHit) -> dict[str, Any]:
    found = {"score": hit.score, "similarity": hit.similarity, "also": hit.also}
    return {**plain(hit.chunk), **found}


@doc_command.command("list", short_help="The documents, with their numbers of chunks.")
@late_options
@click.pass_obj
def list_command(settings: Settings) -> None:
    """The documents, with their numbers of chunks."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        found = memory.documents.sources()
    if settings.json:
        render.emit({"documents": found})
    elif found:
        table = render.new_table("chunks", "document", right=("chunks",))
        for source, number in sorted(found.items()):
            table.add_row(f"{number:,}", render.one_line(source))
        render.write(table)
    else:
        render.say("There are no documents.")


@doc_command.command("remove", short_help="Remove a document.")
@click.argument("source", required=False, callback=said_text)
@click.option("--page", type=int, help="That page of it only.")
@click.option("--everything", is_flag=True, help="All of your own.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@late_options
@click.pass_obj
def remove_command(
    settings: Settings, /, source: str | None, page: int | None, **flags: Any
) -> None:
    """Remove the document SOURCE, one of your own, with what search knows of it."""
    from seasoned.surfaces import render

    if (source is None) is not flags["everything"]:
        raise click.UsageError("name a SOURCE, or pass --everything")
    with settings.open() as memory:
        what = "all documents" if source is None else f"the document {source!r}"
        if not confirmed(what, yes=flags["yes"]):
            return
        removed = memory.documents.remove(source, page=page, everything=flags["everything"])
    if source is not None and not removed:
        part = "" if page is None else f" page {page} of"
        raise NotFound(f"there is no{part} document of your own {source!r}; see seasoned doc list")
    if settings.json:
        render.emit({"removed": removed})
    else:
        render.put(f"{render.count(removed, 'chunk')} removed")
