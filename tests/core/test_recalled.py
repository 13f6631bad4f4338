"""Recalled text is cut from what comes back; what people write about its marks is not."""

from __future__ import annotations

import time

import pytest

from seasoned.core.assembled import framed
from seasoned.core.page import FRAME, MARK
from seasoned.core.recalled import INSTEAD, without_recalled, without_recalled_in

BLOCK = framed(["Notes:\n- the code is 4711 [note]"])
CUT = BLOCK.removesuffix("</recalled-memory>")
EXPERIENCE = f"<{MARK}>\n{FRAME}\n\nold\n</{MARK}>"


@pytest.mark.parametrize("block", [BLOCK, EXPERIENCE, BLOCK.upper(), BLOCK.replace("\n", "\\n")])
def test_blocks_are_cut_and_what_stands_around_them_stays(block: str) -> None:
    assert without_recalled(f"a {block} b {block} c") == f"a {INSTEAD} b {INSTEAD} c"


@pytest.mark.parametrize("cut", [CUT, EXPERIENCE[:-30], CUT.replace("\n", "\\n")])
def test_a_block_without_an_end_goes_to_the_end(cut: str) -> None:
    assert without_recalled(f"before {cut}") == f"before {INSTEAD}"


@pytest.mark.parametrize("mark", ["<recalled-memory>", f"<{MARK}>", "</recalled-memory>"])
def test_who_writes_of_a_mark_is_not_cut_short(mark: str) -> None:
    text = f"What does {mark} mean? My order number is 4711."
    assert without_recalled(text) == text
    assert without_recalled(f"{text} {BLOCK}") == f"{text} {INSTEAD}"
    assert without_recalled_in([text, "and", "</recalled-memory>"])[:2] == [text, "and"]


def test_a_block_may_run_over_several_texts() -> None:
    texts = [f"a {BLOCK[:70]}", BLOCK[70:90], f"{BLOCK[90:]} b", "c"]
    assert without_recalled_in(texts) == [f"a {INSTEAD}", INSTEAD, f"{INSTEAD} b", "c"]
    assert without_recalled_in([CUT, "of somebody"]) == [INSTEAD, "of somebody"]
    assert without_recalled_in([]) == []


@pytest.mark.parametrize(
    "part", [f"<{MARK}>", f"<{MARK}>\n{FRAME} ", f"<{MARK}></recalled-memory>"]
)
def test_many_openings_without_an_end_take_linear_time(part: str) -> None:
    start = time.process_time()
    without_recalled(part * 40_000)
    without_recalled_in([part] * 1_000)
    assert time.process_time() - start < 5.0
