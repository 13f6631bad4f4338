"""Commands about conversations: session list, show, close, forget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.errors import NotFound
from seasoned.surfaces.knowing import (
    budget_of,
    confirmed,
    model_of,
    model_options,
    plain,
    said_text,
)
from seasoned.surfaces.settings import Settings, late_options, outcome_type

if TYPE_CHECKING:
    from seasoned.core.messages import Message
    from seasoned.memories.working import WorkingMemory
    from seasoned.memory import Memory

_SHOWN: Final = 2_000  # characters of a message


@click.group("session", short_help="Conversations: list, show, close, forget.")
def session_command() -> None:
    """Conversations that working memory keeps."""


@session_command.command("list", short_help="Your conversations, newest first.")
@click.option("--state", type=click.Choice(["open", "closed"]), help="Only those.")
@click.option("--limit", default=20, show_default=True, help="Most conversations.")
@late_options
@click.pass_obj
def list_command(settings: Settings, /, state: str | None, limit: int) -> None:
    """Your conversations, newest first."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        found = memory.sessions(state, limit)
    if settings.json:
        render.emit({"sessions": [plain(one) for one in found]})
    elif found:
        table = render.new_table("started", "state", "messages", "id", right=("messages",))
        for one in found:
            started = f"{one.started:%Y-%m-%d %H:%M}"
            table.add_row(started, one.state, f"{one.messages:,}", render.one_line(one.id))
        render.write(table)
    else:
        render.say("There are no conversations.")


@session_command.command("show", short_help="Show a conversation.")
@click.argument("id", callback=said_text)
@click.option("--context", "shortened", is_flag=True, help="As it would be sent to a model.")
@click.option("--max-tokens", type=click.IntRange(1), help="Budget of that; means --context.")
@late_options
@click.pass_obj
def show_command(settings: Settings, /, id: str, shortened: bool, max_tokens: int | None) -> None:
    """Show what was said in the conversation ID, folded messages too."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        session = _there(memory, id)
        messages: tuple[Message, ...] = session.messages()
        if shortened or max_tokens is not None:
            messages = session.context(max_tokens).messages
    if settings.json:
        render.emit({"id": id, "messages": [plain(message) for message in messages]})
        return
    for message in messages:
        render.put(f"{message.role}: {render.one_line(message.text, _SHOWN)}")


@session_command.command("close", short_help="End a conversation and keep it as an episode.")
@click.argument("id", callback=said_text)
@click.option("--task", callback=said_text, help="What it was about.")
@click.option("--outcome", type=outcome_type(), help="How it ended.")
@click.option("--lesson", multiple=True, help="What was learned.  [repeatable]")
@model_options("A model that writes the summary.")
@late_options
@click.pass_obj
def close_command(settings: Settings, /, id: str, llm: str | None, **options: Any) -> None:
    """End the conversation ID, keep it as an episode with its summary, and print that one's id."""
    from seasoned.surfaces import render

    chosen = None if llm is None else model_of(llm)
    with settings.open(embed=True, llm=chosen, budget=budget_of(options)) as memory:
        session = _there(memory, id)
        receipt = session.close(
            options["task"], outcome=options["outcome"], lessons=options["lesson"]
        )
    for problem in session.problems:
        render.say(render.one_line(problem))
    if receipt is None:
        raise NotFound(f"nothing was ever said in the conversation {id!r}")
    if settings.json:
        render.emit(receipt)
        return
    render.put(receipt.id)
    if not receipt.created:
        render.say("It had been closed before.")


@session_command.command("forget", short_help="Remove a conversation with all its messages.")
@click.argument("id", callback=said_text)
@click.option("--yes", is_flag=True, help="Do not ask.")
@late_options
@click.pass_obj
def forget_command(settings: Settings, /, id: str, yes: bool) -> None:
    """Remove the conversation ID with all its messages; the episode that it became stays."""
    from seasoned.surfaces import render

    with settings.open() as memory:
        session = _there(memory, id)
        number = len(session.messages())
        what = f"the conversation {id!r} with {render.count(number, 'message')}"
        if not confirmed(what, yes=yes):
            return
        session.forget()
    if settings.json:
        render.emit({"removed": number})
    else:
        render.put(f"{render.count(number, 'message')} removed")


def _there(memory: Memory, id: str) -> WorkingMemory:
    """The session, which exists."""
    session = memory.session(id)
    if not session.messages():
        raise NotFound(f"no conversation of yours is {id!r}; see seasoned session list")
    return session
