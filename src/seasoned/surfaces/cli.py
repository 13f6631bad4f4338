"""The command line: which commands there are, global options, exit codes.

A command's file is imported when the command runs, and a memory is opened by the command, so
that help and mistakes are answered at once.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, Final

import click

from seasoned.errors import Conflict, InvalidInput, NotFound, SeasonedError
from seasoned.surfaces.settings import ONE_EMBEDDER, Settings, spelled

FAILED, USAGE, NOT_FOUND, CONFLICT, INTERRUPTED = 1, 2, 3, 4, 130
_PIPE: Final = 141  # what a shell reports of a program that SIGPIPE ended
_HOMES: Final = {
    "record": "commands_write",
    "recall": "commands_read",
    "show": "commands_read",
    "list": "commands_read",
    "stats": "commands_read",
    "skills": "commands_learning",
    "strategy": "commands_learning",
    "curve": "commands_learning",
    "warn": "commands_guard",
    "judge": "commands_write",
    "forget": "commands_forget",
    "expire": "commands_expire",
    "prune": "commands_prune",
    "restore": "commands_prune",
    "import": "commands_import",
    "export": "commands_move",
    "load": "commands_move",
    "doctor": "commands_admin",
    "reembed": "commands_admin",
    "quarantine": "commands_trust",
    "consolidate": "commands_consolidate",
    "lessons": "commands_consolidate",
    "playbook": "commands_consolidate",
    "lift": "commands_lift",
    "why": "commands_lift",
    "pin": "commands_lift",
    "ban": "commands_lift",
    "reinstate": "commands_lift",
    "remember": "commands_notes",
    "lookup": "commands_notes",
    "note": "commands_notes",
    "fact": "commands_fact",
    "doc": "commands_doc",
    "session": "commands_session",
    "context": "commands_context",
    "chat": "commands_chat",
    "demo": "commands_demo",
}
_QUOTE: Final = "; a text of several words stands in quotes."
_EPILOG: Final = """\b
Exit codes:
  0    done
  1    the store or a model failed, the output cannot be written, or another error
  2    a wrong argument, or input that cannot be used
  3    no such episode, lesson, category, batch, note, fact, document or conversation
  4    a key or id that already stands for something else
  5    doctor found what is not repaired
  6    forget --prove found that something is left, could not look everywhere, or met nothing
  130  interrupted
  141  the reader of the output left

Data goes to standard output, messages and progress to standard error."""


def exit_code(error: SeasonedError) -> int:
    """What the program exits with after an error."""
    for kind, code in ((InvalidInput, USAGE), (NotFound, NOT_FOUND), (Conflict, CONFLICT)):
        if isinstance(error, kind):
            return code
    return FAILED


class _Failed(click.ClickException):
    """An error as the program reports it: one line on standard error, and an exit code."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.exit_code = code  # type: ignore[misc]  # click reads it from the instance


class _Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(_HOMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _HOMES:
            return None
        home = importlib.import_module(f"seasoned.surfaces.{_HOMES[cmd_name]}")
        command: click.Command = getattr(home, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in _HOMES and not name.startswith("-"):
            near = difflib.get_close_matches(name, _HOMES, n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(_HOMES)}."
            ctx.fail(f"No such command {name!r}. {hint}")
        return super().resolve_command(ctx, args)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        with _reported():  # help is printed in here
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with warnings.catch_warnings(), _reported():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = _warn
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


@contextmanager
def _reported() -> Iterator[None]:
    """Turn errors into one line and an exit code each."""
    try:
        yield
    except SeasonedError as error:
        raise _Failed(_clean(spelled(str(error))), exit_code(error)) from error
    except click.ClickException as error:
        hint = _QUOTE if error.message.startswith("Got unexpected extra argument") else ""
        error.message = _clean(error.message) + hint  # type: ignore[misc]  # it is shown later
        raise
    except (KeyboardInterrupt, click.Abort):
        raise _Failed("interrupted", INTERRUPTED) from None
    except BrokenPipeError:
        _hush()
        raise click.exceptions.Exit(_PIPE) from None
    except OSError as error:
        _hush()
        place = error.filename or "standard output"
        text = f"cannot use {place}: {error.strerror or error}"
        raise _Failed(_clean(text), FAILED) from error


def _clean(text: str) -> str:
    """A message that cannot steer the terminal, whatever data it repeats."""
    from seasoned.surfaces import render

    return render.clean(text)


def _hush() -> None:
    """Send what is still buffered to nowhere: nobody can take it."""
    with open(os.devnull, "wb") as nowhere, suppress(OSError):  # no real file, nothing to do
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: IO[str] | None = None,
    line: str | None = None,
) -> None:
    """A warning for people, in place of Python's with its source line."""
    del category, filename, lineno, file, line
    click.echo(_clean(f"Warning: {spelled(str(message))}"), err=True)


@click.group(
    cls=_Commands,
    epilog=_EPILOG,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--url",
    envvar="SEASONED_URL",
    default="seasoned.db",
    show_default=True,
    show_envvar=True,
    help="The memory's file.",
)
@click.option(
    "--namespace",
    envvar="SEASONED_NAMESPACE",
    default="default",
    show_default=True,
    show_envvar=True,
    help="A wall: nothing is seen beyond it.",
)
@click.option(
    "--user",
    envvar="SEASONED_USER",
    show_envvar=True,
    help="Owner of what is written; reads see it and what is shared.",
)
@click.option(
    "--embedder",
    envvar="SEASONED_EMBEDDER",
    show_envvar=True,
    help="Model of the memory's vectors, if not the shipped one: folder:PATH, openai:MODEL, ...",
)
@click.option("--no-embedder", is_flag=True, help="Search by words only.")
@click.option("--json", is_flag=True, help="Print JSON instead of tables.")
@click.version_option(package_name="seasoned", prog_name="seasoned")
@click.pass_context
def cli(ctx: click.Context, /, embedder: str | None, no_embedder: bool, **options: Any) -> None:
    """Memory for agents: record what was tried, recall what worked.

    Global options may stand before or after the command.
    """
    typed = click.core.ParameterSource.COMMANDLINE
    if no_embedder and embedder and ctx.get_parameter_source("embedder") is typed:
        raise click.UsageError(ONE_EMBEDDER)
    ctx.obj = Settings(embedder=False if no_embedder else embedder or True, **options)


def main() -> None:
    """The entry point ``seasoned``."""
    _open_streams()
    cli(prog_name="seasoned")


def _open_streams() -> None:
    """See that all three streams are there and that each takes any text."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a terminal without "é" shows "?"
