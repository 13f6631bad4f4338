"""What the commands about notes, facts, documents and conversations share."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from seasoned.errors import InvalidInput, ModelError, NotFound
from seasoned.surfaces.settings import Settings

if TYPE_CHECKING:
    from seasoned.core.spending import Budget
    from seasoned.memory import Memory

F = TypeVar("F", bound=Callable[..., Any])
_SCRIPT: Final = "script:"
_PAGE: Final = 1_000  # notes read at a time


class Similarity(click.FloatRange):
    """A number in [-1, 1] as a type of argument."""

    def __init__(self) -> None:
        super().__init__(-1, 1)


def search_options(command: F) -> F:
    """How many, and how similar at least."""
    command = click.option("--min-score", type=Similarity(), help="Similarity at least.")(command)
    return click.option(
        "--k", "-k", type=click.IntRange(1), default=5, show_default=True, help="Most results."
    )(command)


def said_text(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of an argument that says something if it is given."""
    if value is not None and not value.strip():
        name = (param.name or "text").upper()
        raise click.BadParameter(f"{name} is empty; say something", ctx, param)
    return value


def value_of(text: str) -> Any:
    """The JSON value that a text stands for; what is no JSON is text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def shown_value(value: Any) -> str:
    """A JSON value as it is shown, a text without its quotes."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Secrets:
    """Replaces what looks like a secret in every text that is written, and counts.

    A text that is looked at again, as one of a document is, counts once.

    Attributes:
        found: How many secrets there were.
    """

    def __init__(self, *, keep: bool) -> None:
        self._keep, self.found = keep, 0
        self._seen = set[str]()

    def __call__(self, text: str) -> str:
        """The text without secrets."""
        from seasoned.core.redaction import redact

        if self._keep:
            return text
        clean, number = redact(text)
        if number and text not in self._seen:
            self.found += number
            self._seen.add(text)
        return clean

    def say(self) -> None:
        """How many there were."""
        from seasoned.surfaces import render

        if self.found:
            replaced = render.count(self.found, "secret")
            render.say(f"{replaced} replaced; --no-redact keeps what looks like one.")


@contextmanager
def writing(
    settings: Settings, *, no_redact: bool, create: bool = True, **models: Any
) -> Iterator[tuple[Memory, Secrets]]:
    """A memory to write to, made if there is none, without secrets in what is written.

    `models` are ``llm`` and ``budget``, as for `Settings.open`.
    """
    secrets = Secrets(keep=no_redact)
    with settings.open(create=create, embed=True, redact=secrets, **models) as memory:
        yield memory, secrets


def confirmed(what: str, *, yes: bool) -> bool:
    """Whether something is to be removed.

    Raises:
        UsageError: nobody can be asked.
    """
    from seasoned.surfaces import render

    if yes:
        return True
    if not sys.stdin.isatty():
        raise click.UsageError(f"{what} would be removed; pass --yes to do it")
    if click.confirm(f"Remove {what}?", err=True):
        return True
    render.say("Nothing was removed.")
    return False


def whole_note(memory: Memory, part: str) -> str:
    """The id of the note that `part` stands for: the id, or enough of its start or end.

    Raises:
        NotFound: no visible note has such an id.
        InvalidInput: several have.
    """
    from seasoned.memories.shortened import HINT, TELLING, whole

    found = whole(part, _ids(memory, part))
    if found is None:
        hint = HINT if len(part) < TELLING else "see seasoned note list"
        raise NotFound(f"no note {part!r} that you may see; {hint}")
    return found


def _ids(memory: Memory, part: str) -> Iterator[str]:
    """Ids of notes that `part` may stand for."""
    from seasoned.memories.shortened import TELLING

    try:
        yield memory.notes.get(part).id
        return
    except NotFound:
        if len(part) < TELLING:
            return
    cursor = None
    while True:
        page = memory.notes.page(_PAGE, cursor)
        yield from (note.id for note in page.notes)
        if (cursor := page.cursor) is None:
            return


def elsewhere(memory: Memory, id: str) -> str:
    """Where to look for what has this id and is no episode; "" if it is not known."""
    try:
        if note := whole_note(memory, id):
            return f"it is a note: see seasoned note show {note}"
    except (NotFound, InvalidInput):
        pass
    try:
        fact = memory.facts.get(id)
    except NotFound:
        pass
    else:
        named = " ".join(map(shlex.quote, (fact.subject, fact.kind, fact.key)))
        return f"it is a fact: see seasoned fact history {named}"
    if memory.session(id).messages():
        return f"it is a conversation: see seasoned session show {shlex.quote(id)}"
    return ""


def model_of(name: str) -> Any:
    """The model that ``--llm`` names, or one that answers with the lines of a file.

    Raises:
        InvalidInput: the file cannot be read or has no answer.
    """
    if not name.startswith(_SCRIPT):
        return name
    path = Path(name.removeprefix(_SCRIPT))
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"the script {str(path)!r} cannot be read: {error}") from error
    answers = iter([line for line in lines if line.strip()])

    def script(messages: list[dict[str, Any]]) -> str:
        del messages  # it says what it says
        answer = next(answers, None)
        if answer is None:
            raise ModelError(f"the script {str(path)!r} has no more answers; add a line")
        return answer

    return script


def model_options(help: str) -> Callable[[F], F]:
    """The options that name a language model and say what its calls may cost."""

    def add(command: F) -> F:
        for flag, told in (
            ("--tokens-per-day", "Most tokens that models take of a day (UTC)."),
            ("--calls-per-day", "Most calls of models on a day (UTC)."),
        ):
            name = "SEASONED_" + flag.strip("-").replace("-", "_").upper()
            kind = click.IntRange(0)
            command = click.option(flag, type=kind, envvar=name, show_envvar=True, help=told)(
                command
            )
        return click.option("--llm", envvar="SEASONED_LLM", show_envvar=True, help=help)(command)

    return add


def budget_of(options: dict[str, Any]) -> Budget | None:
    """What the options say that calls may cost; None for no limit."""
    from seasoned.core.spending import Budget

    tokens, calls = options["tokens_per_day"], options["calls_per_day"]
    if tokens is None and calls is None:
        return None
    return Budget(tokens_per_day=tokens, calls_per_day=calls)


def is_script(name: str) -> bool:
    """Whether a model's name stands for a file of answers."""
    return name.startswith(_SCRIPT)


def plain(record: Any) -> Any:
    """A record with all its fields, for JSON."""
    return asdict(record)
