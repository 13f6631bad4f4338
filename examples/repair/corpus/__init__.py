"""The functions that the repair example breaks: more than sixty of them, each with real tests.

Knows where the functions live. Does not know how they are broken or repaired.
"""

from __future__ import annotations

from examples.repair.corpus import lists, numbers, places, records, text
from examples.repair.corpus.registry import Case, Subject, subjects_in

__all__ = ["Case", "Subject", "all_subjects"]


def all_subjects() -> tuple[Subject, ...]:
    """Return every function of the corpus with its tests, in a fixed order."""
    modules = (text, lists, numbers, places, records)
    return tuple(subject for module in modules for subject in subjects_in(module))
