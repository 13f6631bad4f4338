"""Token ids: the golden ones were made with the reference library (see tests/tools)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.wordpiece import WordPiece, read_vocabulary
from seasoned.errors import InvalidInput

VOCABULARY = Path(__file__).parents[2] / "src/seasoned/data/vocab.txt"
GOLDEN = [
    ("", [101, 102]),
    ("Fix the flaky login test", [101, 8081, 1996, 13109, 4817, 2100, 8833, 2378, 3231, 102]),
    ("it's 3.14!", [101, 2009, 1005, 1055, 1017, 1012, 2403, 999, 102]),
    (
        "Crème brûlée à la façon",
        [101, 13675, 21382, 7987, 9307, 2063, 1037, 2474, 6904, 8663, 102],
    ),
    (
        "def f(x):\n\treturn x**2",
        [101, 13366, 1042, 1006, 1060, 1007, 1024, 2709, 1060, 1008, 1008, 1016, 102],
    ),
    ("\u6771\u4eac tower", [101, 1879, 1755, 3578, 102]),
    ("don\u2019t", [101, 2123, 1521, 1056, 102]),
    ("\uff21\uff42\uff43 \ufb01", [101, 100, 1984, 102]),
    ("unbelievably", [101, 4895, 8671, 2666, 3567, 6321, 102]),
    ("\U0001f600 ok", [101, 100, 7929, 102]),
    ("\u2260 \u037e", [101, 1027, 1025, 102]),
    ("\u0939\u093f\u0928\u094d\u0926\u0940", [101, 1339, 29877, 29863, 29861, 29878, 102]),
]


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    return WordPiece(read_vocabulary(VOCABULARY.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("text", "ids"), GOLDEN)
def test_golden_ids(tokenizer: WordPiece, text: str, ids: list[int]) -> None:
    assert tokenizer.ids(text) == ids
    assert tokenizer.ids(text) == ids, "the cached answer differs"


def test_invisible_characters_do_not_part_a_word(tokenizer: WordPiece) -> None:
    assert tokenizer.ids("log\u200bin\x00\x7f test\ud800") == tokenizer.ids("login test")


def test_a_final_sigma_is_the_same_letter(tokenizer: WordPiece) -> None:
    assert tokenizer.ids("\u039f\u0394\u039f\u03a3") == [101, 1169, 29722, 29730, 29733, 102]


def test_names_of_special_tokens_are_ordinary_text(tokenizer: WordPiece) -> None:
    inside = tokenizer.ids("[SEP] hello [CLS] [PAD]")[1:-1]
    assert not tokenizer.silent & set(inside)
    assert 0 not in inside


def test_what_is_newer_than_the_reference_is_no_mark_and_no_punctuation(
    tokenizer: WordPiece,
) -> None:
    # A combining mark of Unicode 14 and a punctuation sign of Unicode 12.
    for newer in ("\u1ac1", "\u2e4f"):
        assert tokenizer.ids(f"a{newer}b") == [101, 100, 102]


def test_a_word_of_more_than_100_characters_is_unknown(tokenizer: WordPiece) -> None:
    assert tokenizer.ids("a" * 100)[1] != 100
    assert tokenizer.ids("a" * 101 + " b") == [101, 100, 1038, 102]


def test_long_texts_are_cut_to_the_limit(tokenizer: WordPiece) -> None:
    ids = tokenizer.ids("release " * 300_000)
    assert len(ids) == 256
    assert ids == [101, *[2713] * 254, 102]


def test_the_cut_does_not_depend_on_how_sparse_the_text_is(tokenizer: WordPiece) -> None:
    sparse = (" " * 5_000 + "fix\x00" * 3) * 40
    whole = tokenizer.ids(sparse, 10_000)
    assert tokenizer.ids(sparse, 30) == [*whole[:29], 102]


@given(text=st.text(max_size=400), limit=st.integers(2, 40))
def test_a_limit_keeps_the_beginning(tokenizer: WordPiece, text: str, limit: int) -> None:
    whole = tokenizer.ids(text, 10_000)
    assert tokenizer.ids(text, limit) == [*whole[:-1][: limit - 1], 102]


def test_a_limit_without_room_is_refused(tokenizer: WordPiece) -> None:
    with pytest.raises(InvalidInput, match="limit=1"):
        tokenizer.ids("text", 1)


def test_a_vocabulary_without_special_tokens_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"\[SEP\].*vocab\.txt"):
        WordPiece({"[CLS]": 0, "[UNK]": 1})


def test_the_vocabulary_keeps_pieces_that_look_like_line_ends() -> None:
    assert read_vocabulary("a\n\u2028\nb\n") == {"a": 0, "\u2028": 1, "b": 2}


def test_an_own_vocabulary_prefers_the_longest_piece() -> None:
    pieces = ["[UNK]", "[CLS]", "[SEP]", "re", "##do", "redo", "##ne"]
    tokenizer = WordPiece({piece: id for id, piece in enumerate(pieces)})
    assert tokenizer.ids("redo redone rest") == [1, 5, 5, 6, 0, 2]
