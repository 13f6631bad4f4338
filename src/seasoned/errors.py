"""The errors of seasoned: one tree, each with the value that was wrong and what to do about it.

    SeasonedError
    ├── InvalidInput (also ValueError)   a value from the caller that cannot be stored or used
    ├── NotFound     (also KeyError)     an id that no record of this namespace and user has
    ├── Conflict                         a key or an attempt that already stands for something else
    ├── StoreError                       the store could not read or keep what it was given
    ├── ModelError                       an embedder or a language model failed or answered nonsense
    ├── MissingExtra (also ImportError)  an optional dependency is not installed
    └── BudgetError                      a limit on spending would be passed

Surfaces give these their exit codes and HTTP statuses; the errors know nothing of either.
"""

from __future__ import annotations

from typing import Any


class SeasonedError(Exception):
    """Base of every error that seasoned raises on purpose."""


class InvalidInput(SeasonedError, ValueError):
    """A value given by the caller cannot be stored or used."""


class NotFound(SeasonedError, KeyError):
    """No record visible to this namespace and user has the id."""

    def __str__(self) -> str:
        # KeyError would print the repr of the message, quotes included.
        return str(self.args[0]) if self.args else ""


class Conflict(SeasonedError):
    """A key or an attempt already stands for something else.

    Attributes:
        id: Of the episode that a key or id stands for, "" if it is none or may not be told.
    """

    def __init__(self, text: str, id: str = "") -> None:
        super().__init__(text)
        self.id = id


class StoreError(SeasonedError):
    """The store could not read or keep what it was given; nothing was half-written."""


class ModelError(SeasonedError):
    """An embedder or a language model failed, or its answer cannot be used.

    Attributes:
        raw: What a language model said, "" if it said nothing.
        usage: What the call cost all the same, as a `Usage`; None if nothing is known of it.
    """

    def __init__(self, text: str = "", raw: str = "", usage: Any = None) -> None:
        super().__init__(text)
        self.raw = raw
        self.usage = usage


class MissingExtra(SeasonedError, ImportError):
    """An optional dependency is not installed; the text is the install line."""

    @classmethod
    def of(cls, what: str, extra: str, error: Exception) -> MissingExtra:
        """The error for a library that is not there, or does not start.

        Args:
            what: That needs it, with its verb: "pictures need matplotlib".
            extra: Of this package.
            error: What was raised where it is missing.
        """
        line = f'pip install ".[{extra}]" in the clone of seasoned'
        return cls(f"{what}, which cannot be imported ({error}): {line}")


class BudgetError(SeasonedError):
    """A limit on calls, tokens or money would be passed."""
