"""The command that shows what would be sent along with a message: context."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.surfaces.knowing import budget_of, model_of, model_options, plain, said_text
from seasoned.surfaces.settings import Settings, late_options

if TYPE_CHECKING:
    from seasoned.core.assembled import Assembled, Block

_MEMORIES: Final = ("facts", "notes", "episodes", "documents", "sessions")
_SHOWN: Final = 60  # characters of an item that is named


@click.command("context", short_help="What memory would send along with a message, and why.")
@click.argument("message", callback=said_text)
@click.option(
    "--max-tokens",
    type=click.IntRange(1),
    default=2_000,
    show_default=True,
    help="Of the whole text.",
)
@click.option(
    "--memory",
    "memories",
    multiple=True,
    type=click.Choice(_MEMORIES),
    help="Ask only these.  [repeatable]",
)
@model_options("A model that plans, e.g. openai:MODEL@URL.")
@late_options
@click.pass_obj
def context_command(
    settings: Settings, /, message: str, llm: str | None, memories: tuple[str, ...], **options: Any
) -> None:
    """Print what memory would send along with MESSAGE; nothing is written.

    Which memories were asked and why, what each item comes from and what was left out stands on
    standard error.
    """
    from seasoned.surfaces import render

    chosen = None if llm is None else model_of(llm)
    with settings.open(embed=True, llm=chosen, budget=budget_of(options)) as memory:
        found = memory.context(message, options["max_tokens"], memories=memories or None)
    if settings.json:
        render.emit(data(found))
        return
    if found.text:
        render.put(found.text)
    for line in told(found):
        render.say(render.one_line(line))


def told(found: Assembled) -> list[str]:
    """Which memories were asked, why, and what was left out."""
    from seasoned.core.assembled import PLANNING
    from seasoned.surfaces import render

    lines = [f"Planned by {found.plan.by}: {found.plan.why}."]
    lines += [_block(block) for block in found.blocks]
    lines += [
        f"{memory} cannot be read: {why}"
        for memory, why in found.failed.items()
        if memory != PLANNING  # which the first line tells
    ]
    for item, why in found.left_out:
        said = shorten(item.text, _SHOWN, placeholder="…") or render.one_line(item.text, _SHOWN)
        lines.append(f"left out of {item.memory}: {said} ({item.source}): {why}")
    if not found.text:
        lines.append("Memory has nothing to say about it.")
    return lines


def _block(block: Block) -> str:
    from seasoned.surfaces import render

    items = render.count(len(block.items), "item")
    sources = "; ".join(dict.fromkeys(item.source for item in block.items))
    where = f" ({sources})" if sources else ""
    cut = ", cut" if any(item.cut for item in block.items) else ""
    return (
        f"{block.memory}: {items}{cut}, {block.tokens} of {block.room} tokens, {block.why}{where}"
    )


def data(found: Assembled) -> dict[str, Any]:
    """A context for JSON."""
    left_out = [{**plain(item), "reason": why} for item, why in found.left_out]
    return {**plain(found), "left_out": left_out}
