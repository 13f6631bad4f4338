"""Runs of Reflexion on programming tasks: one attempt per record, or runs of them by name.

Knows the prompt, the tests, the solution, whether the hidden tests passed, and the reflections
between the tries, which are the lessons. Strategy and model stand only in the name of a run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Any, Final

from seasoned.core.records import CODE_GENERATION, Episode, Feedback, Outcome, Step, Task
from seasoned.errors import InvalidInput
from seasoned.importers import pieces
from seasoned.importers.fields import text_of
from seasoned.importers.pieces import Layout, Piece, content_key, file_name, record_of
from seasoned.importers.source import Input, Progress, Skipped, shown

SOURCE: Final = "reflexion-programming"
LAYOUT: Final = Layout(frozenset({"prompt", "is_solved"}), named_lists=True)
_WHAT: Final = "a record with prompt, solution and is_solved"
# How Reflexion names the file of a run: data, strategy, most tries, model, …
_RUN: Final = re.compile(
    r"(?:^|_)(?P<strategy>[a-z-]+)_\d+_(?P<model>[\w.-]+?)_pass_at_k_\d+", re.ASCII
)
_KEPT: Final = ("name", "task_id", "entry_point", "language", "test", "visible_tests")


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The attempts of a file, in order, and what was left out.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    return pieces.read(origin, progress, LAYOUT, partial(_episodes, file_name(origin)))


def _episodes(file: str, piece: Piece) -> Iterable[Episode]:
    record = record_of(piece, _WHAT)
    prompt, solved = record.get("prompt"), record.get("is_solved")
    if not isinstance(prompt, str) or not prompt.strip() or not isinstance(solved, bool):
        raise InvalidInput(f"expected {_WHAT} (true or false), got {shown(record)!r}")
    lessons = _texts(record, "reflections")
    tries = _texts(record, "implementations")
    strategy, model = _named(piece.name or file)
    language = record.get("language")
    run = {"run": piece.name} if piece.name else {}
    yield Episode(
        task=Task(text_of(prompt), CODE_GENERATION),
        steps=tuple(_steps(tries, _texts(record, "test_feedback"), lessons)),
        solution="\n".join(_texts(record, "solution")),
        outcome=Outcome.SUCCESS if solved else Outcome.FAILURE,
        feedback=Feedback(reward=float(solved)),
        lessons=tuple(dict.fromkeys(lessons)),
        tags=(SOURCE, language) if isinstance(language, str) and language else (SOURCE,),
        strategy=strategy,
        iterations=max(1, len(tries), len(lessons) + 1),
        source=SOURCE,
        metadata={name: record[name] for name in _KEPT if record.get(name)} | run,
        key=content_key(piece.name, strategy, model, record),
        model=model,
    )


def _texts(record: Mapping[str, Any], name: str) -> list[str]:
    """The texts of a field that holds one, several or none.

    Raises:
        InvalidInput: it holds something else.
    """
    value = record.get(name) or []
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
        raise InvalidInput(f"{name} must be a text or a list of texts, got {shown(value)!r}")
    return [text for value in values if (text := text_of(value)).strip()]


def _steps(tries: list[str], checks: list[str], lessons: list[str]) -> Iterator[Step]:
    """Each try with what its tests said and what was thought about it."""
    for attempt, check, lesson in zip_longest(tries, checks, lessons):
        if attempt is not None:
            yield Step("llm_response", attempt)
        if check is not None:
            yield Step("check", "the tests that the agent wrote", result=check)
        if lesson is not None:
            yield Step("reasoning", lesson)


def _named(run: str) -> tuple[str, str | None]:
    """Strategy and model from the name of a run, if it tells them."""
    found = _RUN.search(PurePosixPath(run).name)
    return (found["strategy"], found["model"]) if found else ("", None)
