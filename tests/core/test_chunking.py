"""Pieces of a text: small enough, whole in sum, cut where a reader would, steady under edits."""

from __future__ import annotations

import random
import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seasoned.core.chunking import MARKUPS, SIZE, Piece, chunk, chunk_pages
from seasoned.core.readings import PageText
from seasoned.core.tokens import estimate_tokens
from seasoned.errors import InvalidInput

WORDS = """
the memory of an agent keeps what was tried and what worked so that later work goes better
because it remembers which door was locked and who had the key
"""


def prose(seed: int, sentences: int, least: int = 6, most: int = 16) -> str:
    chance, words = random.Random(seed), WORDS.split()
    said = (
        " ".join(chance.choice(words) for _ in range(chance.randint(least, most)))
        for _ in range(sentences)
    )
    return " ".join(f"{one.capitalize()}." for one in said)


def texts(pieces: tuple[Piece, ...]) -> list[str]:
    return [piece.text for piece in pieces]


def own(piece: Piece) -> str:
    return piece.text[piece.repeated :]


BITS = (
    *("# A\n", "## B\n\n", "```py\n", "```\n", "- a\n", "  - b\n", "1. c\n", "---\n", "===\n"),
    *("| a | b |\n", "|---|---|\n", "| 1 | 2 |\n"),
    *("\n\n", "\n", "\r\n", "\t", "   ", "word ", "A sentence. ", "日本語。", "안녕", '"q"'),
    *("e\u0301\u0301", "👩\u200d👧", "🇩🇪", "\ud83d\ude00", "x" * 90, "0123456789" * 20),
    *("def f():\n    return 1\n\n", "a, b; c: d"),
)
MESS = st.lists(st.sampled_from(BITS) | st.text(max_size=12), max_size=60).map("".join)


@example('"q"|---|---|\n| a | b |\n0# A\n', 18, 9, "markdown")
@settings(max_examples=300, deadline=None)
@given(MESS, st.integers(16, 80), st.integers(0, 40), st.sampled_from(MARKUPS))
def test_pieces_are_small_enough_and_together_the_whole_text(
    text: str, size: int, overlap: int, markup: str
) -> None:
    pieces = chunk(text, size=size, overlap=min(overlap, size // 2), markup=markup)
    assert "".join(text[piece.start : piece.end] for piece in pieces) == (
        text if text.strip() else ""
    )
    for piece in pieces:
        assert 0 < estimate_tokens(piece.text) <= size
        assert own(piece).strip() == text[piece.start : piece.end].strip() != ""
    assert pieces == chunk(text, size=size, overlap=min(overlap, size // 2), markup=markup)


CLUSTERS = (
    *("e\u0301", "🇩🇪", "👩\u200d👧", "각", "한", "क्", "👍🏽", "\r\n", "a", "日", "❤\ufe0f"),
    "\ud83d\ude00",
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(CLUSTERS), min_size=40, max_size=200))
def test_what_a_reader_sees_as_one_character_is_never_cut(letters: list[str]) -> None:
    text, borders, place = "".join(letters), {0}, 0
    for letter in letters:
        place += len(letter)
        borders.add(place)
    for piece in chunk(text, size=24, overlap=0, markup="plain"):
        assert {piece.start, piece.end} <= borders
        assert not unicodedata.combining(text[piece.start])


@pytest.mark.parametrize("part", ["a \u0301b", "日。\u0301本", "x. \u20dd", "y,\u0308z"])
def test_a_mark_stays_with_a_space_or_a_full_stop(part: str) -> None:
    text = part * 200
    for piece in chunk(text, size=30, overlap=0, markup="plain"):
        assert not unicodedata.category(text[piece.start]).startswith("M")


def document(sections: list[str]) -> str:
    return "".join(f"## Part {i}\n\n{body}\n\n" for i, body in enumerate(sections))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=3, max_size=8),
    st.integers(0, 10**6),
    st.sampled_from([16, 64, 256]),
)
def test_an_edit_leaves_the_pieces_of_all_other_sections_alone(
    lengths: list[int], seed: int, size: int
) -> None:
    sections = [prose(seed + i, length) for i, length in enumerate(lengths)]
    before = chunk(document(sections), size=size, overlap=size // 4)
    edited = seed % len(sections)
    sections[edited] = prose(seed - 1, 3) + " " + sections[edited]
    after = chunk(document(sections), size=size, overlap=size // 4)

    def others(pieces: tuple[Piece, ...]) -> list[tuple[str, tuple[str, ...]]]:
        return [(p.text, p.headings) for p in pieces if p.headings != (f"Part {edited}",)]

    assert others(after) == others(before)


@pytest.mark.parametrize("markup", ["plain", "markdown", "code"])
def test_an_edit_without_sections_changes_only_what_is_near(markup: str) -> None:
    """On average of many places; filling from the front would change half of the pieces."""
    lines = [prose(i, 1) for i in range(600)]
    join = " " if markup == "plain" else "\n\n"
    before = set(texts(chunk(join.join(lines), size=128, overlap=0, markup=markup)))
    changed = []
    for place in range(0, 600, 20):
        edited = [*lines[:place], prose(-place - 1, 3), *lines[place:]]
        after = texts(chunk(join.join(edited), size=128, overlap=0, markup=markup))
        changed.append(sum(text not in before for text in after))
    assert sum(changed) / len(changed) <= 4 < len(before) / 10


def test_a_piece_knows_the_headings_above_it() -> None:
    text = (
        "Before all.\n\n# Guide #\n\nIntro.\n\n## Install\n\nRun it.\n\n### On a Mac\n\nToo.\n\n"
        "Use\n---\n\nSo.\n\n# Empty\n## Last\nEnd."
    )
    assert [(piece.headings, own(piece)[:12]) for piece in chunk(text)] == [
        ((), "Before all."),
        (("Guide",), "# Guide #\n\nI"),
        (("Guide", "Install"), "## Install\n\n"),
        (("Guide", "Install", "On a Mac"), "### On a Mac"),
        (("Guide", "Use"), "Use\n---\n\nSo."),
        (("Empty", "Last"), "# Empty\n## L"),
    ]


def test_fenced_code_stays_whole_where_it_fits() -> None:
    code = "```python\n" + "\n\n".join(f"def f{i}():\n    # A. B\n    return {i}" for i in range(6))
    code += "\n```"
    text = f"{prose(1, 6)}\n\n{code}\n\n{prose(2, 6)}\n"
    assert any(code in piece.text for piece in chunk(text, size=128, overlap=0))


def test_a_hash_in_code_is_no_heading() -> None:
    pieces = chunk(
        "# Top\n\n~~~\n# comment\n~~~\n\n- item\n\n  ```\n  # also\n  ```\n\n    # four\n"
    )
    assert {piece.headings for piece in pieces} == {("Top",)}


def test_code_that_does_not_fit_is_cut_between_definitions_and_opens_again() -> None:
    code = "".join(f"def f{i}(x):\n    y = x + {i}\n    return y\n\n\n" for i in range(40))
    pieces = chunk(f"```python\n{code}```\n", size=100, overlap=20)
    assert len(pieces) > 3
    assert all(piece.text.startswith("```python\ndef ") for piece in pieces)
    assert all(own(piece).startswith("def ") for piece in pieces[1:])


def test_a_table_that_does_not_fit_repeats_its_head() -> None:
    head = "| city | people |\n|---|--:|\n"
    rows = [f"| town {i} | {i * 37} |\n" for i in range(80)]
    pieces = chunk("Towns:\n\n" + head + "".join(rows), size=90, overlap=20)
    assert all(head in piece.text for piece in pieces)
    assert [row for piece in pieces for row in rows if row.strip() in own(piece)] == rows


def test_a_head_is_not_parted_from_what_it_is_the_head_of() -> None:
    table = "| city | people |\n|---|--:|\n" + "".join(f"| town {i} | {i} |\n" for i in range(40))
    code = "```python\n" + "".join(f"call({i}, 'some', 'arguments')\n" for i in range(40)) + "```\n"
    for seed in range(150):
        for block in (table, code):
            for piece in chunk(f"{prose(seed, 1 + seed % 4)}\n\n{block}", size=60, overlap=0):
                assert not piece.text.endswith(("people |", "--:|", "```python"))


def test_comma_separated_values_repeat_their_first_line_and_keep_quoted_lines() -> None:
    rows = [f'{i},"first\nsecond, line {i}"\n' for i in range(60)]
    pieces = chunk("id,note\n" + "".join(rows), size=60, overlap=10, markup="csv")
    assert all(piece.text.startswith("id,note\n") for piece in pieces)
    assert [row for piece in pieces for row in rows if row.strip() in own(piece)] == rows


def test_items_of_a_list_stay_whole() -> None:
    items = [f"- {prose(i, 2)}\n  - {prose(-i - 1, 1)}\n" for i in range(20)]
    pieces = chunk("".join(items), size=120, overlap=0)
    assert len(pieces) > 3
    assert [item for piece in pieces for item in items if item.strip() in piece.text] == items


def test_code_is_cut_at_its_definitions() -> None:
    text = "import os\n\n\n" + "".join(
        f"def f{i}(x):\n    if x:\n\n        return {i}\n    return x\n\n\n" for i in range(30)
    )
    pieces = chunk(text, size=80, overlap=0, markup="code")
    assert all(own(piece).startswith(("import", "def")) for piece in pieces)


@pytest.mark.parametrize(
    ("sentences", "joint"),
    [
        (["We met Dr. Smith at 3 p.m. in St. Louis.", "He left early!", "(Was it late?)"], " "),
        (["Am 3. Mai kam z. B. Frau Dr. Weiß.", "Sie blieb bis 12 Uhr.", "„Warum?“"], " "),
        (["今天下雨。", "他问：“你去吗？”", "我说不去！"], ""),
        (["これは文です。", "次の文です！", "「そうですか？」"], ""),
    ],
)
def test_long_paragraphs_are_cut_between_sentences(sentences: list[str], joint: str) -> None:
    said = [one for _ in range(20) for one in sentences]
    pieces = chunk(joint.join(said), size=60, overlap=0, markup="plain")
    assert len(pieces) > 3
    whole = {joint.join(said[i : i + n]) for i in range(3) for n in range(1, 20)}
    assert set(texts(pieces)) <= whole


def test_a_sentence_over_two_lines_is_not_cut_there_but_a_dialogue_is() -> None:
    wrapped = (
        "The first line of this paragraph is as long as the page is wide, and then it goes\non."
    )
    pieces = chunk(" ".join([wrapped] * 12), size=60, overlap=0, markup="plain")
    assert all(piece.text.endswith("on.") for piece in pieces)
    talk = "".join(f"Ann: I went there on day {i}\nBob: oh\n" for i in range(40))
    pieces = chunk(talk, size=60, overlap=0, markup="plain")
    assert all(piece.text.startswith(("Ann:", "Bob:")) for piece in pieces)


def test_a_piece_repeats_whole_sentences_of_the_one_before() -> None:
    text = prose(3, 80)
    pieces = chunk(text, size=100, overlap=30, markup="plain")
    assert pieces[0].repeated == 0
    for before, piece in pairwise(pieces):
        lead = piece.text[: piece.repeated]
        assert lead.strip() == "" or (lead[0].isupper() and before.text.endswith(lead.strip()))
        assert estimate_tokens(lead) <= 30 + 2
    assert sum(piece.repeated > 0 for piece in pieces) > len(pieces) / 2


def test_nothing_is_repeated_from_another_section() -> None:
    pieces = chunk(document([prose(i, 30) for i in range(3)]), size=100, overlap=40)
    firsts = [piece for piece in pieces if own(piece).startswith("## Part")]
    assert len(firsts) == 3
    assert all(piece.repeated == 0 for piece in firsts)


def test_pages_are_cut_by_themselves() -> None:
    pages = [PageText(1, "One. Two.", "plain"), PageText(2, " ", "plain"), PageText(3, "# T\nx")]
    assert [(p.page, p.text, p.headings) for p in chunk_pages(pages)] == [
        (1, "One. Two.", ()),
        (3, "# T\nx", ("T",)),
    ]


def test_blank_lines_around_a_piece_are_not_part_of_what_it_says() -> None:
    (piece,) = chunk("\n\n    indented\n\n\n", markup="plain")
    assert (piece.text, piece.start, piece.end) == ("    indented", 0, 17)
    assert chunk(" \n\t\n") == chunk("") == ()


@pytest.mark.parametrize(
    "part",
    [
        *("x", " ", "\n", ".", "。", "# a\n", "- a\n", "|a|\n|-|\n", "```\n", "\u0301", "🇩", "a. "),
        *('"', "\u200d", "a\n---\n", ".\n", "a   ", prose(5, 20), "日本語の文。"),
    ],
)
def test_time_grows_with_the_length_and_no_faster(part: str) -> None:
    """Eight times the text in well under 64 times the time, whatever it is made of."""

    def seconds(length: int, markup: str) -> float:
        text = ("a" + part * (length // len(part) + 1))[:length] + "b"
        taken = []
        for _ in range(2):  # the quicker one, since others share the machine
            begin = time.process_time()
            chunk(text, markup=markup)
            taken.append(time.process_time() - begin)
        return min(taken)

    for markup in MARKUPS:
        assert seconds(40_000, markup) < 30 * max(seconds(5_000, markup), 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["x", "的", "ab0/", "A b. "], ids=["x", "han", "blob", "words"])
def test_a_megabyte_takes_seconds(text: str) -> None:
    begin = time.process_time()
    assert len(chunk(text * (1_000_000 // len(text)))) > 1_000_000 / 4 / SIZE / 4
    assert time.process_time() - begin < 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"size": 15}, "size must be at least 16 tokens, got 15"),
        ({"size": 2.5}, "size"),
        ({"size": 20, "overlap": 11}, "at most half of size, 10 tokens here, got 11"),
        ({"overlap": -1}, "overlap"),
        ({"markup": "html"}, "markup must be one of markdown, plain, code, csv, got 'html'"),
    ],
)
def test_arguments_out_of_range_are_refused(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        chunk("a", **arguments)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="give the text itself"):
        chunk(b"a")  # type: ignore[arg-type]
