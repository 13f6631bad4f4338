"""What a conversation leaves behind: an episode that tells what was said, and is found by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from seasoned.core import values
from seasoned.core.judging import Judgement, judged
from seasoned.core.messages import Message
from seasoned.core.plaintext import one_line
from seasoned.core.records import Episode, Outcome, Task
from seasoned.core.searchtext import gist
from seasoned.memories.pasts import CONVERSATION

MOST: Final = 1_000  # tokens of what is told of a conversation
_TASK: Final = 300  # characters of what it was about
_SAID: Final = 8 * MOST  # characters of a message


def begun(
    id: str, task: Task | str | None, outcome: Judgement | None, lessons: Sequence[str]
) -> Episode:
    """The episode of a session as far as the caller tells it."""
    said = None if outcome is None else judged(outcome, None)
    return Episode(
        task=Task("a conversation") if task is None else Task.of(task),
        outcome=Outcome.UNKNOWN if said is None else said.outcome,
        lessons=values.texts(lessons, "lessons"),
        tags=(CONVERSATION,),
        session=id,
        key=f"session {id}",
    )


def about(messages: Sequence[Message], id: str) -> Task:
    """What a conversation was about: the first that the user said."""
    said = next((m.text for m in messages if m.role == "user" and m.text.strip()), "")
    said = said or next((m.text for m in messages if m.text.strip()), f"session {id}")
    task = Task(" ".join(said.split())[: 4 * _TASK])
    return Task((gist(task) or task.description)[:_TASK], category=CONVERSATION)


def in_full(messages: Sequence[Message], cost: Callable[[Message], int]) -> str:
    """All that was said, a line for each message; "" where it is too long for that."""
    if any(total > MOST for total in accumulate(map(cost, messages))):
        return ""
    return "\n".join(
        f"{one_line(one.name or one.role, 80)}: {one_line(one.text, _SAID)}"
        for one in messages
        if one.role != "system" and one.text.strip()
    )


def concluded(given: Episode, told: str) -> Episode:
    """The episode with what is told of the conversation.

    Conversations begin with a greeting, so that what was said is searched as well.
    """
    task = given.task
    category = CONVERSATION if task.category == "unknown" else task.category
    context = {**task.context, "conversation": told}
    return replace(given, task=replace(task, category=category, context=context), solution=told)
