"""Who stands for whom among near-duplicates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from seasoned import Episode, Feedback, Task
from seasoned.core.collapsing import Collapsing, Likeness, collapse

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


def some(count: int) -> list[Likeness]:
    """Episodes of few ways and many words, so that many are near others and some are near two."""
    chance, words = Random(4), [f"w{n}" for n in range(24)]
    found = []
    for n in range(count):
        said = set(words) - {f"w{chance.randrange(6)}", f"w{chance.randrange(6)}"}
        way = chance.choice(("bold", "careful"))
        found.append(one(f"{n:03}", n, " ".join(sorted(said)), strategy=way))
    return found


def test_pieces_give_what_all_at_once_gives() -> None:
    group = some(200)
    whole = collapse(group)
    assert 100 < len(whole) < 200
    pieces, into = Collapsing(), dict[str, str]()
    for start in range(200, 0, -20):
        into |= pieces.add(group[start - 20 : start])
    assert into == whole


def test_a_search_that_was_broken_off_ends_as_if_it_had_not_been() -> None:
    group = some(200)
    whole = collapse(group)
    pairs = list(whole.items())
    for cut in range(0, len(pairs), 7):
        kept = dict(pairs[:cut])
        assert kept | collapse(group, kept) == whole
    chance = Random(5)
    for _ in range(30):
        kept = dict(chance.sample(pairs, 40))
        assert kept | collapse(group, kept) == whole
