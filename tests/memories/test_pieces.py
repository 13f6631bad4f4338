"""What is sought of an episode: enough that no part of a text can be left unseen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seasoned import Episode, Step, Task
from seasoned.memories import pieces as module
from seasoned.memories.pieces import LONG, Pieces, derived, values_of
from seasoned.tokenizers.snowball import SnowballAnalyzer


def pieces_of(episode: Episode) -> Pieces:
    found = Pieces()
    found.add(values_of(episode))
    found.add(derived(episode, SnowballAnalyzer()))
    return found


@given(st.text("abcdefghijklmnopäöü漢字🦓", min_size=40, max_size=200), st.integers(0, 200))
def test_any_31_bytes_of_a_text_hold_a_piece(text: str, at: int) -> None:
    found = Pieces()
    found.add([("solution", text)])
    data = text.encode()
    part = data[min(at, len(data) - 31) :][:31]
    varied = all(len(set(part[i : i + LONG])) >= 4 for i in range(16))
    assert not varied or any(piece in part for piece in found)


def test_every_field_is_sought() -> None:
    episode = Episode(
        Task("a description", category="own_category", context={"a context key": ["deep text"]}),
        steps=(Step("an action", "a detail", "a result", "an error"),),
        solution='said "hello"\nand went',
        lessons=("a lesson",),
        tags=("a tag",),
        strategy="a strategy",
        metadata={"a metadata key": {"inside": "a value"}},
        usage={"tokens": 1},
        environment="an environment",
        user="ana maria",
        id="an id",
    )
    data = b"\n".join(pieces_of(episode))
    wanted = "own_category,a context key,deep text,an action,a detail,a result,an error,a lesson"
    wanted += ",a strategy,a metadata key,inside,a value,tokens,an environment,ana maria"
    assert [w for w in wanted.split(",") if w.encode() not in data] == []
    assert b'said "hello"\nand' in data and b'said \\"hello\\"\\n' in data  # bare, and as in JSON
    assert b"descript" in data  # as the index has it


def test_what_would_be_found_by_chance_is_not_sought() -> None:
    found = Pieces()
    found.add([("a", "short"), ("b", " " * 100), ("c", "debugging"), ("d", "longer")])
    assert set(found) == {b"longer", b"debugging"}
    assert list(pieces_of(Episode(Task("a", category="debugging")))) != [b"debugging"]


def test_of_very_much_an_even_sample_is_sought() -> None:
    one = Pieces()
    one.add([("solution", f"{i:03d}abc") for i in range(1_000)])
    assert (len(one), one.whole, one.records) == (1_000, True, 1)
    many = Pieces(module.BUDGET)
    many.add([("solution", f"{i:03d}abc") for i in range(1_000)])
    assert not many.whole
    assert len(many) <= 16
    assert many.count() == {"solution": len(many)}
