"""The blocks of a Markdown text are what a reader of the page would see as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.markdown import blocks


def kinds(text: str) -> list[str]:
    return [block.kind for block in blocks(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# A\ntext\n", ["heading", "text"]),
        ("#no heading\n", ["text"]),
        ("    # code\n", ["text"]),
        ("A\n===\n\nB\n---\n", ["heading", "heading"]),
        ("---\ntitle: x\n# comment\n---\n# A\n", ["text", "heading"]),
        ("text\n\n---\n\ntext\n", ["text", "text", "text"]),
        ("* * *\n", ["text"]),
        ("```\n# a\n\n- b\n```\ntext\n", ["fence", "text"]),
        ("~~~~\n```\n~~~\n~~~~\ntext\n", ["fence", "text"]),
        ("```never closed\n\n# a\n", ["fence"]),
        ("`a` and ```b``` inline\n", ["text"]),
        ("|a|b|\n|-|-|\n|1|2|\ntext\n", ["table", "text"]),
        ("a | b\n--|--\n1 | 2\n", ["table"]),
        ("a | b\nno table\n", ["text"]),
        ("- a\n\n  more\n\n- b\n\ntext\n", ["list", "text"]),
        ("- a\n  ```\n  # b\n  ```\n- c\n# d\n", ["list", "heading"]),
        ("text\n- a\n", ["text", "list"]),
        ("in\n1999. was a year\n", ["text"]),
        ("> quoted\n> more\n\ntext\n", ["text", "text"]),
    ],
)
def test_blocks_are_told_apart(text: str, wanted: list[str]) -> None:
    assert kinds(text) == wanted


def test_a_path_of_headings_is_short_however_long_they_are() -> None:
    (block,) = blocks("# " + "long " * 10_000)
    assert len(block.headings[0]) == 120


@given(st.lists(st.sampled_from(["# a", "```", "- b", "|c|", "|-|", "", " ", "d", "===", "---"])))
def test_blocks_are_the_whole_text(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = list(blocks(text))
    assert "".join(text[block.start : block.end] for block in found) == (
        text if text.strip() else ""
    )
