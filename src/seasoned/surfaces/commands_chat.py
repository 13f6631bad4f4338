"""The command that answers with a model and every kind of memory: chat."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import BudgetError, InvalidInput, ModelError
from seasoned.surfaces.knowing import (
    budget_of,
    is_script,
    model_of,
    model_options,
    said_text,
    writing,
)
from seasoned.surfaces.settings import Settings, late_options, redact_option

if TYPE_CHECKING:
    from seasoned.agents.agent import MemoryAugmentedAgent
    from seasoned.agents.reply import Reply
    from seasoned.memory import Memory

_REFUSED: Final = 2  # the exit code, as the help of `seasoned` says


@click.command("chat", short_help="Talk to a model that remembers.")
@click.argument("message", required=False, callback=said_text)
@model_options(
    "openai:MODEL or anthropic:MODEL, @URL behind it for a server of your own; or "
    "script:FILE, whose lines are the answers."
)
@click.option(
    "--pattern",
    type=click.Choice(["stateless", "session", "personalised", "full"]),
    default="full",
    show_default=True,
    help="Which memories it uses.",
)
@click.option("--session", callback=said_text, help="The conversation, if not your standing one.")
@click.option("--system", default="", help="What the model is told at first.")
@click.option(
    "--max-tokens",
    type=click.IntRange(1),
    default=2_000,
    show_default=True,
    help="That memory gives at most.",
)
@redact_option
@late_options
@click.pass_obj
def chat_command(settings: Settings, /, message: str | None, **options: Any) -> None:
    """Answer MESSAGE, or each line of standard input, with what memory holds.

    The answer is written as it comes, where the model streams. What was learned of you, and what
    failed in memory, is said on standard error. With --json every step that led to an answer, one
    line each, when it is whole, and where there is none the error. Of an answer that breaks off
    only MESSAGE is remembered.
    """
    from seasoned.agents.agent import MemoryAugmentedAgent
    from seasoned.agents.turns import Conduct

    name = options["llm"]
    if name is None:
        raise click.UsageError("name a model with --llm or SEASONED_LLM, e.g. openai:MODEL@URL")
    model = model_of(name)
    conduct = Conduct(system=options["system"], context_tokens=options["max_tokens"])
    # The answers of a script are for requests alone, not for plans and extraction.
    also = None if is_script(name) else model
    models: dict[str, Any] = {"llm": also, "budget": budget_of(options)}
    with writing(settings, no_redact=options["no_redact"], **models) as (memory, secrets):
        own = model if is_script(name) else None
        agent = MemoryAugmentedAgent(own, memory, options["pattern"], conduct=conduct)
        _remind(settings, options["pattern"])
        _refuse_closed(memory, options["session"])
        said = _lines() if message is None else (message,)
        answered = [_answer(settings, agent, one, options["session"], message) for one in said]
    secrets.say()
    if not all(answered):
        click.get_current_context().exit(_REFUSED)


def _refuse_closed(memory: Memory, session: str | None) -> None:
    if session is not None and memory.session(session).closed:
        raise InvalidInput(
            f"the conversation {session!r} is closed; name another with --session, or leave it out"
        )


def _remind(settings: Settings, pattern: str) -> None:
    """Say that nobody in particular is learned of."""
    from seasoned.surfaces import render

    if settings.user is None and pattern != "stateless":
        render.say("No --user is named: all who use this memory share what is said and learned.")


def _lines() -> Iterator[str]:
    """What is said on standard input, line by line."""
    asks = sys.stdin.isatty()
    while True:
        if asks:
            click.echo("> ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.rstrip("\n")


def _answer(
    settings: Settings,
    agent: MemoryAugmentedAgent,
    said: str,
    session: str | None,
    only: str | None,
) -> bool:
    """Answer what was said; whether that could be. `only` is the message if there is but one."""
    from seasoned.surfaces import render
    from seasoned.surfaces.speaking import Line

    line = Line()
    hear = None if settings.json else line.add
    try:
        with line:
            reply = agent.handle_request(settings.user, said, session=session, hear=hear)
    except (ModelError, BudgetError, InvalidInput) as error:
        if settings.json:
            render.emit({"text": None, "trace": None, "error": str(error)})
        # A conversation goes on; of lines from a pipe those that can be no request are passed over.
        typed = sys.stdin.isatty()
        if only is not None or not (typed or isinstance(error, InvalidInput)):
            raise
        render.say(render.one_line(f"No answer: {error}"))
        return typed
    if settings.json:
        render.emit({"text": reply.text, "trace": reply.trace.to_dict()})
        return True
    if not line.begun:  # of a model that does not stream
        render.put(reply.text)
    for told in _told(reply):
        render.say(render.one_line(told))
    return True


def _told(reply: Reply) -> list[str]:
    """What was learned, and what failed."""
    learned = () if reply.trace.learned is None else reply.trace.learned.items
    lines = [f"{one.action} {one.kind}: {one.text}" for one in learned if one.action != "ignore"]
    return [*lines, *reply.trace.problems]
