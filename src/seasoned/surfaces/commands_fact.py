"""Commands about facts: fact set, get, list, search, history, forget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import NotFound
from seasoned.surfaces.knowing import (
    confirmed,
    plain,
    said_text,
    search_options,
    shown_value,
    value_of,
    writing,
)
from seasoned.surfaces.settings import Settings, Share, date, late_options, redact_option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from seasoned.core.facts import Fact

_SHOWN: Final = 200  # characters of a value in a table


def _triple(command: Callable[..., Any]) -> Callable[..., Any]:
    """The arguments that name a fact."""
    for name in ("key", "kind", "subject"):
        command = click.argument(name, callback=said_text)(command)
    return command


@click.group("fact", short_help="What is so, and what was believed: set, get, list, ...")
def fact_command() -> None:
    """Facts with two clocks: since when something is so, and when it was known.

    A fact is a value of a SUBJECT ("user", "Acme"), a KIND ("preference", "fact") and a KEY
    ("home").
    """


@fact_command.command("set", short_help="Keep a fact.")
@_triple
@click.argument("value")
@click.option("--confidence", type=Share(), default=1.0, help="From 0 to 1, otherwise 1.")
@click.option("--valid-from", type=date, help="Since when it is so, otherwise now.")
@click.option("--force", is_flag=True, help="Replace whatever stands.")
@redact_option
@late_options
@click.pass_obj
def set_command(
    settings: Settings, /, subject: str, kind: str, key: str, value: str, **options: Any
) -> None:
    """Keep a fact. VALUE is JSON if it reads as JSON, else text.

    Another value that stands is replaced, unless it is newer or surer; then both are kept, the
    new one as contested. What was believed before stays in the history.
    """
    from seasoned.surfaces import render

    with writing(settings, no_redact=options["no_redact"]) as (memory, secrets):
        stated = memory.facts.remember(
            subject,
            kind,
            key,
            value_of(value),
            options["confidence"],
            valid_from=options["valid_from"],
            force=options["force"],
        )
    if settings.json:
        told = {"action": stated.action, "reason": stated.reason, "redacted": secrets.found}
        render.emit({"fact": plain(stated.fact), **told})
        return
    render.put(f"{stated.fact.id} {stated.action}")
    secrets.say()
    if stated.reason:
        render.say(render.one_line(stated.reason))


@fact_command.command("get", short_help="Print what is so now.")
@_triple
@late_options
@click.pass_obj
def get_command(settings: Settings, /, subject: str, kind: str, key: str) -> None:
    """Print the value that is so now: text as it is, anything else as JSON."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        found = memory.facts.current(subject, kind, key)
    if found is None:
        raise NotFound(
            f"nothing is known of {subject!r}, {kind!r}, {key!r}; see seasoned fact list"
        )
    if settings.json:
        render.emit(plain(found))
    else:
        render.put(shown_value(found.value))


@fact_command.command("list", short_help="List facts, the surest first.")
@click.option("--subject", help="About this subject.")
@click.option("--kind", help="Of this kind.")
@click.option("--key", help="Of this key.")
@click.option("--valid", type=date, help="As things were then, otherwise now.")
@click.option("--known", type=date, help="As was believed then, otherwise now.")
@click.option("--limit", default=100, show_default=True, help="Most facts.")
@late_options
@click.pass_obj
def list_command(settings: Settings, /, **options: Any) -> None:
    """List facts, the surest first, contested ones too.

    For "what did we believe on that day" give the day as --valid and as --known.
    """
    from seasoned.surfaces import render

    with settings.open() as memory:
        found = memory.facts.recall_by_type(
            options["kind"],
            options["subject"],
            key=options["key"],
            valid=options["valid"],
            known=options["known"],
            limit=options["limit"],
        )
    if settings.json:
        render.emit({"facts": [plain(fact) for fact in found]})
    elif found:
        render.write(_table(found))
    else:
        render.say("No fact matches.")


@fact_command.command("search", short_help="Find facts by words and meaning.")
@click.argument("query", callback=said_text)
@search_options
@click.option("--subject", multiple=True, help="About one of these subjects.  [repeatable]")
@click.option("--kind", multiple=True, help="Of one of these kinds.  [repeatable]")
@late_options
@click.pass_obj
def search_command(settings: Settings, /, query: str, **options: Any) -> None:
    """Find the facts that have to do with QUERY, best first."""
    from seasoned.core.notes import NoteFilter
    from seasoned.surfaces import render

    where = NoteFilter(kind=options["kind"] or None, document=options["subject"] or None)
    with settings.open(embed=True) as memory:
        hits = memory.facts.lookup(query, options["k"], options["min_score"], filter=where)
    if settings.json:
        found = [{**plain(h.fact), "score": h.score, "similarity": h.similarity} for h in hits]
        render.emit({"facts": found})
    elif hits:
        render.write(_table([hit.fact for hit in hits], [hit.score for hit in hits]))
    else:
        render.say("No fact has to do with it.")


@fact_command.command("history", short_help="Every version of a fact.")
@_triple
@late_options
@click.pass_obj
def history_command(settings: Settings, /, subject: str, kind: str, key: str) -> None:
    """Every version of a fact, the oldest first, with when it was so and believed."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        found = memory.facts.history(subject, kind, key)
    if settings.json:
        render.emit({"facts": [plain(fact) for fact in found]})
    elif found:
        render.write(_table(found, past=True))
    else:
        raise NotFound(f"nothing was known of {subject!r}, {kind!r}, {key!r}")


@fact_command.command("forget", short_help="Remove facts in all their versions.")
@click.argument("subject", required=False, callback=said_text)
@click.argument("kind", required=False, callback=said_text)
@click.argument("key", required=False, callback=said_text)
@click.option("--everything", is_flag=True, help="All of your own.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@late_options
@click.pass_obj
def forget_command(settings: Settings, /, **options: Any) -> None:
    """Remove your own facts in all their versions: of a SUBJECT, a KIND of it, or a KEY of that."""
    from seasoned.surfaces import render

    place = tuple(options[name] for name in ("subject", "kind", "key"))
    if (place[0] is None) is not options["everything"]:
        raise click.UsageError("name a SUBJECT, or pass --everything")
    what = "all facts" if options["everything"] else f"what is known of {_named(place)}"
    with settings.open() as memory:
        if not confirmed(what, yes=options["yes"]):
            return
        removed = memory.facts.forget(*place, everything=options["everything"])
    if not (removed or options["everything"]):
        raise NotFound(f"nothing of your own is known of {_named(place)}; see seasoned fact list")
    if settings.json:
        render.emit({"removed": removed})
    else:
        render.put(f"{render.count(removed, 'version')} removed")


def _named(place: Sequence[str | None]) -> str:
    return ", ".join(repr(part) for part in place if part is not None)


def _table(facts: Sequence[Fact], scores: Sequence[float] = (), *, past: bool = False) -> Any:
    """Facts, by how sure they are or by how well they match."""
    from seasoned.surfaces import render

    first = "score" if scores else "sure"
    table = render.new_table(first, "kind", "subject", "key", "value", right=(first,))
    for place, fact in enumerate(facts):
        told = [fact.id, _time(fact)]
        told += [fact.state] if fact.state != "current" else []
        told += [_belief(fact)] if past else []
        value = render.stacked(render.one_line(shown_value(fact.value), _SHOWN), "  ".join(told))
        names = (render.one_line(name, 30) for name in (fact.kind, fact.subject, fact.key))
        number = scores[place] if scores else fact.confidence
        table.add_row(render.number(number), *names, value)
    return table


def _time(fact: Fact) -> str:
    since = "" if fact.valid_from is None else f"since {fact.valid_from:%Y-%m-%d}"
    until = "" if fact.valid_to is None else f"until {fact.valid_to:%Y-%m-%d}"
    return " ".join(part for part in (since, until) if part)


def _belief(fact: Fact) -> str:
    known = f"believed from {fact.recorded_at:%Y-%m-%d %H:%M}" if fact.recorded_at else "believed"
    return (
        known if fact.superseded_at is None else f"{known} to {fact.superseded_at:%Y-%m-%d %H:%M}"
    )
