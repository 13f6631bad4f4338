"""Who stands for whom among near-duplicates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from seasoned import Episode, Feedback, Task
from seasoned.core.collapsing import Likeness, collapse

START = datetime(2026, 1, 1, tzinfo=UTC)


def one(id: str, day: int = 0, solution: str = "use the cache", **more: object) -> Likeness:
    at = START + timedelta(days=day)
    made = Episode(Task("a"), solution=solution, finished_at=at, id=id, outcome="success", **more)  # type: ignore[arg-type]
    return Likeness.of(made)


def test_the_newest_stands_for_its_equals() -> None:
    assert collapse([one("a", 1), one("b", 3), one("c", 2)]) == {"a": "b", "c": "b"}


def test_what_earned_otherwise_stands_for_itself() -> None:
    assert collapse([one("a", feedback=Feedback(1.0)), one("b", feedback=Feedback(0.5))]) == {}


def test_whoever_stands_for_others_goes_on_to() -> None:
    group = [one("a", 1), one("b", 2), one("c", 3)]
    assert collapse(group, {"a": "b"}) == {"c": "b"}


def test_what_is_to_be_kept_apart_takes_no_part() -> None:
    assert collapse([one("a"), one("b", 1)], {"a": None}) == {}


def test_solutions_of_nearly_the_same_words_are_one() -> None:
    words = "first read the file then look for the name and at last write it back as it was"
    changed = words.replace("at last", "finally")
    assert collapse([one("a", solution=words), one("b", 1, words + ".")]) == {"a": "b"}
    assert collapse([one("a", solution=words), one("b", 1, changed)]) == {}
