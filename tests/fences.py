"""Reads the fences of a Markdown page and runs them; knows nothing of which pages there are.

Python fences of a page share one namespace, all its fences share one folder. A `text` fence is
what the fence before it prints, with `…` for whatever differs from run to run. In a `console`
fence commands follow `$`, and the other lines are what they print.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seasoned import Memory

_FENCE = re.compile(
    r"(?:^<!-- not executed: (?P<reason>[^\n]+) -->\n)?"
    r"^```(?P<language>\w*)[^\n]*\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
# Commands that set up or leave a place; a test must not run them.
_SETTING_UP = re.compile(r"(git clone|cd|(python3? -m )?pip install|python3? -m venv|source) ?")
_PLAIN = re.compile(r"(seasoned|cat|echo|printf|ls|mkdir|rm) ?")


@dataclass(frozen=True)
class Fence:
    """A fenced block; `line` is that of its first ``` and `reason` why it is not to be run."""

    language: str
    body: str
    line: int
    reason: str | None = None


def fences(text: str) -> list[Fence]:
    """The fences of a page, in order."""
    found = []
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1 + (match["reason"] is not None)
        found.append(Fence(match["language"], match["body"], line, match["reason"]))
    return found


def agrees(expected: str, printed: str) -> bool:
    """Whether a page shows what was printed, `…` standing for anything."""
    shown, real = (
        re.sub(r"[ \t]+$", "", t, flags=re.MULTILINE).strip() for t in (expected, printed)
    )
    return re.fullmatch(".*?".join(map(re.escape, shown.split("…"))), real, re.DOTALL) is not None


@dataclass
class Runner:
    """Runs the fences of one page in a folder.

    Attributes:
        folder: Where commands run; Python fences run in the current folder, the same one.
        root: Of the repository, to look up targets and files.
        environment: What commands see.
    """

    folder: Path
    root: Path
    environment: dict[str, str]
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    def run(self, page: str, text: str) -> None:
        """Run a page; an error names the fence."""
        printed: str | None = None
        for fence in fences(text):
            place = f"{page}:{fence.line}"
            if fence.language == "text" and not fence.reason:
                assert printed is not None, f"{place}: no fence before it printed anything"
                assert agrees(fence.body, printed), f"{place}: what was printed is\n{printed}"
            elif fence.language == "python" and not fence.reason:
                printed = self._python(place, fence)
            elif fence.language in ("bash", "console", "sh") and not fence.reason:
                printed = self._shell(place, fence)
        self._close()

    def _close(self) -> None:
        """What a page leaves open for the reader would be told of in the middle of another test."""
        for left in self.names.values():
            if isinstance(left, Memory):
                left.close()

    def _python(self, place: str, fence: Fence) -> str:
        # Blank lines in front, so that a traceback has the line numbers of the page.
        code = compile("\n" * fence.line + fence.body, place.partition(":")[0], "exec")
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(code, self.names)  # noqa: S102 (running what the page shows is the point)
        return output.getvalue()

    def _shell(self, place: str, fence: Fence) -> str:
        lines = fence.body.splitlines()
        if fence.body.startswith("#!"):
            return self._bash(place, fence.body)
        if fence.language != "console":
            return "".join(self._command(place, line) for line in _logical(fence.body))
        commands = "\n".join(line[2:] for line in lines if line.startswith("$ "))
        printed = "".join(self._command(place, line) for line in _logical(commands))
        shown = "\n".join(line for line in lines if not line.startswith("$ "))
        assert agrees(shown, printed), f"{place}: what was printed is\n{printed}"
        return printed

    def _command(self, place: str, line: str) -> str:
        words = shlex.split(line, comments=True)
        if not words or _SETTING_UP.match(line):
            return ""
        if words[0] == "export":
            self.environment |= dict(word.split("=", 1) for word in words[1:])
        elif words[0] == "make":
            self._targets(place, words[1:])
        elif _PLAIN.match(line):
            return self._bash(place, line)
        else:
            self._file(place, words)
        return ""

    def _targets(self, place: str, words: list[str]) -> None:
        makefile = (self.root / "Makefile").read_text(encoding="utf-8")
        for target in words:
            if "=" not in target and not target.startswith("-"):
                found = re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)
                assert found, f"{place}: the Makefile has no target {target}"

    def _bash(self, place: str, line: str) -> str:
        command = ["bash", "-euo", "pipefail", "-c", line]
        # No check of the exit code here: the message below shows what was printed.
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{place}: {line}\n{done.stdout}{done.stderr}"
        return done.stdout

    def _file(self, place: str, words: list[str]) -> None:
        """A program of the repository: there must be such a file."""
        if words[:2] in (["python", "-m"], ["python3", "-m"]):
            path = words[2].replace(".", "/")
            known = [f"{path}.py", f"{path}/__main__.py"]
        else:
            known = [word for word in words[:2] if word not in ("python", "python3", "bash")][:1]
        assert any((self.root / name).is_file() for name in known), f"{place}: what is {words[0]}?"


def _logical(text: str) -> Iterator[str]:
    """Commands, each on one line."""
    return filter(None, (line.strip() for line in re.sub(r"\\\n\s*", "", text).splitlines()))


def environment(base: Mapping[str, str], programs: Path, home: Path) -> dict[str, str]:
    """What commands of a page see: our programs first, an empty home, plain text of one width."""
    kept = {name: value for name, value in base.items() if not name.startswith("SEASONED_")}
    path = f"{programs}{os.pathsep}{base.get('PATH', os.defpath)}"
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    return kept | plain | {"PATH": path, "HOME": str(home)}
