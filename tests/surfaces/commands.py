"""Running commands of the command line in a test, without an embedder."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from seasoned.surfaces.cli import cli


def run(*args: str, input: str | bytes | None = None, **env: str) -> Result:
    """The result, whatever the exit code; an error that no user should see fails the test."""
    result = CliRunner().invoke(cli, ["--no-embedder", *args], input=input, env=env or None)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def good(*args: str, input: str | bytes | None = None, **env: str) -> str:
    """Standard output of a command that succeeds."""
    result = run(*args, input=input, **env)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*args: str, input: str | bytes | None = None, **env: str) -> Any:
    """The same as JSON."""
    return json.loads(good(*args, "--json", input=input, **env))
