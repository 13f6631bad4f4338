"""Where and who: what every command is told, from arguments or the environment.

The only file of the command line that opens a memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from seasoned.core.filters import Filter
from seasoned.core.records import Outcome
from seasoned.errors import StoreError

if TYPE_CHECKING:
    from seasoned.core.spending import Budget
    from seasoned.memory import Memory

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[F], F]
# What the library's messages advise, in the words of those who only have the command line.
_SPELLINGS: Final = (
    ("Open it with an embedder of the stored model", "Name the stored model with --embedder"),
    ("admin.reembed", "seasoned reembed"),
    ("memory.admin.expire(timedelta(0))", "seasoned expire --after 0"),
    ("embedder=False", "--no-embedder"),
    ("name another file, or allow it to be replaced", "name another file, or give --force"),
    ("load it with all its namespaces", "load it with --all-namespaces"),
    ("all_users=True", "--all-users"),
    ("all_namespaces=True", "--all-namespaces"),
    ("; scale it with Feedback.scaled(value, low, high)", "; scale it to 0 to 1"),
    ("use forget(everything=True)", "use seasoned forget --everything"),
    ("see admin.pruned() for what can", "see seasoned prune --list for what can"),
    ("leave filter and limit away", "leave the filters and --limit away"),
    ("vectors=False says", "--without-vectors says"),
    ("redact=False says", "--no-redact says"),
    ("older_than must be a timedelta of at least 0", "--older-than must be 0 days or more"),
    (
        " or give api_key=; for a server of your own that asks for none give base_url=",
        "; a server of your own that asks for none is named with @URL behind the model",
    ),
    (
        "anthropic:MODEL, with @URL behind them for a server of your own",
        "anthropic:MODEL, with @URL behind them for a server of your own, and script:FILE, whose "
        "lines are the answers",
    ),
    ("undo must be a timedelta of at least 0", "--undo must be 0 days or more"),
)
_WRITE: Final = (
    "keep something first with seasoned record, import, remember, fact set, doc add or chat"
)
# An argument of `export` beside what it was given: the flags are called as these are.
_GIVEN: Final = re.compile(r"\b(steps|system|duplicates|tools|limit|filter)=(.+?) says nothing to")

ONE_EMBEDDER: Final = "--embedder and --no-embedder exclude each other; give one"


@dataclass(slots=True)
class Settings:
    """What the global options say.

    Attributes:
        embedder: A name as for `Memory.open`, True for the shipped model, False for a search by
            words only.
    """

    url: str = "seasoned.db"
    namespace: str = "default"
    user: str | None = None
    embedder: str | bool = True
    json: bool = False

    def open(
        self,
        *,
        create: bool = False,
        embed: bool = False,
        redact: Any = None,
        llm: Any = None,
        budget: Budget | None = None,
    ) -> Memory:
        """Open the memory.

        Args:
            create: Whether to make its file if there is none.
            embed: Whether the command searches or writes texts, and so needs vectors.
            redact: Applied to every text before it is written.
            llm: A language model, as for `Memory.open`.
            budget: What calls of models may cost.

        Raises:
            StoreError: there is no such file, or it cannot be opened.
        """
        from seasoned.connect import Options
        from seasoned.memory import Memory

        if not create:
            self._check_exists()
        chosen = None if self.embedder is True else self.embedder
        embedder = chosen if embed else False
        return Memory.open(
            self.url,
            namespace=self.namespace,
            user=self.user,
            embedder=embedder,
            llm=llm,
            options=Options(redact=redact, budget=budget),
        )

    @property
    def path(self) -> Path | None:
        """The memory's file, None for one in memory."""
        from seasoned.connect import file_of

        path = file_of(self.url)
        return None if path is None else Path(path)

    def _check_exists(self) -> None:
        path = self.path
        if path is not None and not path.exists():
            raise StoreError(
                f"there is no memory at {str(path)!r}; {_WRITE}, or name "
                "another file with --url or SEASONED_URL"
            )
        if path is not None and is_empty(path):
            raise StoreError(
                f"{str(path)!r} is empty; {_WRITE}, or restore a backup "
                "if there was something in it"
            )


def is_empty(path: Path) -> bool:
    """Whether it is a file without a single byte, which no memory is."""
    return path.is_file() and path.stat().st_size == 0


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Let an option that stands after the command overrule the one before it."""
    settings = ctx.find_object(Settings)
    if settings is not None and param.name and value not in (None, False):
        given = ctx.meta.setdefault(__name__, set())
        given.add(param.name)
        if given >= {"embedder", "no_embedder"}:
            raise click.UsageError(ONE_EMBEDDER, ctx)
        stored = False if param.name == "no_embedder" else value
        setattr(settings, param.name.removeprefix("no_"), stored)


def late_options(command: F) -> F:
    """Accept the global options after the command as well; the help shows only ``--json``."""
    for flag, text, hidden in (
        ("--json", "Print JSON instead of tables.", False),
        ("--no-embedder", "", True),
    ):
        add = click.option(
            flag, is_flag=True, expose_value=False, callback=_keep, help=text, hidden=hidden
        )
        command = add(command)
    for flag in ("--url", "--namespace", "--user", "--embedder"):
        command = click.option(flag, expose_value=False, callback=_keep, hidden=True)(command)
    return command


def said_task(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of the argument TASK, which says something if it is given."""
    if value is not None and not value.strip():
        raise click.BadParameter("the task is empty; say what is to be done", ctx, param)
    return value


def redact_option(command: F) -> F:
    """The option that switches the replacing of secrets off."""
    return click.option("--no-redact", is_flag=True, help="Keep what looks like a secret.")(command)


def outcome_type() -> click.Choice[str]:
    """The four outcomes as a type of argument."""
    return click.Choice([str(outcome) for outcome in Outcome])


class Share(click.FloatRange):
    """A number in [0, 1] as a type of argument."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; unlike click's range, without what is no number at all."""
        found = float(super().convert(value, param, ctx))
        if found != found:  # noqa: PLR0124 (nan)
            self.fail(f"{value} is not in the range 0<=x<=1.", param, ctx)
        return found


def date(value: str) -> datetime:
    """An ISO date or time as a type of argument: UTC unless it names a zone, a date its beginning.

    Raises:
        BadParameter: it is none.
    """
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        told = "write 2026-01-31 or 2026-01-31T09:30Z"
        raise click.BadParameter(f"{value!r} is no ISO date or time; {told}.") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def spelled(text: str) -> str:
    """A message of the library with the command line's names of things."""
    for ours, theirs in _SPELLINGS:
        text = text.replace(ours, theirs)
    return _GIVEN.sub(_flag, text)


def _flag(match: re.Match[str]) -> str:
    name = "the filters" if match[1] == "filter" else f"--{match[1]}"
    return f"{name} {'say' if match[1] == 'filter' else 'says'} nothing to"


def metadata_of(parts: Iterable[str], flag: str = "--metadata") -> dict[str, Any]:
    """JSON values by name, from ``name=value``; what is no JSON is text.

    Raises:
        UsageError: a part has no name or no ``=``.
    """
    found: dict[str, Any] = {}
    for part in parts:
        name, separator, value = part.partition("=")
        if not separator or not name:
            raise click.UsageError(f"{flag} takes name=value, got {part[:80]!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
        except RecursionError as error:
            raise click.UsageError(
                f"{flag} {name[:80]} is nested too deeply to be read; flatten it"
            ) from error
    return found


def filter_options(command: F) -> F:
    """The options that `filter_of` reads: names, of which several may be given, and ranges."""
    names: tuple[tuple[str, Any, str], ...] = (
        ("--category", str, "Of one of these categories."),
        ("--outcome", outcome_type(), "With one of these outcomes."),
        ("--tag", str, "With all of these tags."),
        ("--strategy", str, "With one of these strategies."),
        ("--source", str, "From one of these sources."),
        ("--agent", str, "By one of these agents."),
        ("--session", str, "Of one of these sessions."),
        ("--environment", str, "In one of these environments."),
    )
    ranges: tuple[tuple[str, Any, str], ...] = (
        ("--reward-min", Share(), "With at least this reward."),
        ("--reward-max", Share(), "With at most this reward."),
        ("--after", date, "Finished then or later, e.g. 2026-01-31."),
        ("--before", date, "Finished earlier."),
    )
    command = click.option(
        "--metadata", multiple=True, metavar="K=V", help="With all of these values.  [repeatable]"
    )(command)
    for flag, kind, text in reversed(ranges):
        command = click.option(flag, type=kind, help=text)(command)
    for flag, kind, text in reversed(names):
        command = click.option(flag, multiple=True, type=kind, help=text)(command)
    return command


def filter_of(options: dict[str, Any]) -> Filter:
    """The filter that the filter options say.

    Raises:
        InvalidInput: a category is not a name, or a metadata value is no scalar.
        UsageError: a metadata condition is not ``name=value``.
    """
    names = ("category", "outcome", "strategy", "source", "agent", "session", "environment")
    ranges = ("reward_min", "reward_max", "after", "before")
    return Filter(
        **{name: options[name] or None for name in names},
        **{name: options[name] for name in ranges},
        tags_all=options["tag"] or None,
        metadata=metadata_of(options["metadata"]),
    )
