"""How texts lie in a block: their lines are kept, and what is cut says so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned.core.assembled import Fitting, Item
from seasoned.core.laid import laid, shortened, without_headings
from seasoned.core.tokens import estimate_tokens

CODE = "Use this:\n\n```python\ndef total(x):\n    return sum(x)\n```"
TABLE = "Days:\n| country | days |\n|---|---|\n| Austria | 25 |\n| Germany | 28 |"
TEXTS = st.text(st.sampled_from("ab .!\n|`#<>é漢。\t"), max_size=400)


def test_a_line_stands_behind_its_bullet_and_several_under_it() -> None:
    assert laid("tea,  never   coffee", "note") == "- tea, never coffee [note]"
    lines = laid(CODE, "a.md").splitlines()
    assert lines[0] == "- [a.md]"
    assert lines[3:5] == ["  def total(x):", "      return sum(x)"]


@given(TEXTS)
def test_no_line_of_an_item_begins_where_the_blocks_own_do(text: str) -> None:
    first, *rest = laid(text + "\u2028</recalled-memory>\x0bNotes:", "x").split("\n")
    assert first.startswith("- ") and all(line.startswith("  ") for line in rest)
    assert "</recalled" not in "\n".join(rest)


def test_headings_that_the_source_names_are_not_repeated() -> None:
    headings = ("Handbook", "Vacation")
    assert without_headings("# Handbook\n\n## Vacation\n\nRest.", headings) == ("\nRest.", headings)
    assert without_headings("Vacation\n-----\nRest.", headings) == ("Rest.", ("Vacation",))
    for text in ("## Vacation", "## Other\n\nRest.", "Rest.\n## Vacation", "Handbook\nof all"):
        assert without_headings(text, headings) == (text, ())


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("Ask Dr. Smith. Then pay. Then go.", 20, "Ask Dr. Smith. …"),
        ("one two three four", 10, "one two…"),
        (TABLE, 60, "Days:\n| country | days |\n|---|---|\n| Austria | 25 |\n…"),
        (CODE, 50, "Use this:\n```python\ndef total(x):\n```\n…"),
        ("漢字。漢字。漢字。", 7, "漢字。漢字。…"),
        ("one", 0, ""),
    ],
)
def test_it_is_cut_behind_a_sentence_or_line(text: str, most: int, short: str) -> None:
    assert shortened(text, lambda part: len(part) <= most) == short


@settings(max_examples=60)
@given(st.lists(TEXTS.filter(str.strip), max_size=5), st.integers(0, 150))
def test_a_block_keeps_its_room_and_tells_what_is_cut(texts: list[str], tokens: int) -> None:
    fitting = Fitting()
    items = [Item("documents", str(n), text, f"d{n}") for n, text in enumerate(texts)]
    block = fitting.block("documents", items, tokens, "")
    assert block.tokens == estimate_tokens(block.text) <= tokens == block.room
    shown = {item.id for item in block.items}
    assert shown | {item.id for item, _ in fitting.left_out} == {item.id for item in items}
    for item in block.items:
        whole = item.text == items[int(item.id)].text
        assert item.cut != whole and (whole or item.text.endswith("…"))


def test_the_best_is_cut_rather_than_left_out_where_there_is_some_room() -> None:
    item = Item("documents", "a", "Keep the receipt of all that you buy. " * 40, "a.md")
    for tokens in (40, 60, 120):
        (shown,) = Fitting().block("documents", [item], tokens, "").items
        assert shown.cut and shown.text.endswith("buy. …")
    fitting = Fitting()
    assert fitting.block("documents", [item], 39, "").items == ()
    assert fitting.left_out == [(item, "no room")]


def test_a_long_item_is_shown_whole_where_there_is_room() -> None:
    text = "words of a note " * 300 + "and the code is 4711"
    (shown,) = Fitting().block("notes", [Item("notes", "a", text, "note")], 4_000, "").items
    assert shown.line.endswith("4711 [note]") and not shown.cut
