"""What was recalled into a text is not stored a second time, wherever it stands."""

from __future__ import annotations

import time

import pytest

from seasoned import Episode, Feedback, Memory, Step, Task
from seasoned.core.page import FRAME, MARK

BLOCK = f"<{MARK}>\n{FRAME}\n\nlesson: an old one\n</{MARK}>"


@pytest.mark.parametrize("block", [BLOCK, BLOCK.upper(), BLOCK[:-10], BLOCK.replace("</", "<")])
def test_recalled_blocks_are_cut_out_of_every_text(block: str) -> None:
    text = f"before {block}"
    episode = Episode(
        Task(text, context={"prompt": [text]}),
        steps=(Step("act", text, text, text),),
        solution=text,
        outcome_detail=text,
        feedback=Feedback(message=text),
        lessons=(text,),
        metadata={"log": {"prompt": text}},
        strategy=text,
        usage={"prompt": text},
    )
    with Memory.open("memory://", embedder=False) as memory:
        stored = memory.get(memory.record(episode).id)
    assert "old one" not in repr(stored).lower() and stored.solution.startswith("before [recalled")


@pytest.mark.parametrize("field", ["context", "message", "metadata"])
def test_a_block_in_a_single_place_is_found(field: str) -> None:
    episode = Episode(
        Task("t", context={"prompt": BLOCK} if field == "context" else {}),
        feedback=Feedback(message=BLOCK if field == "message" else ""),
        metadata={"prompt": BLOCK} if field == "metadata" else {},
    )
    with Memory.open("memory://", embedder=False) as memory:
        assert "old one" not in repr(memory.get(memory.record(episode).id))


def test_what_stands_around_whole_blocks_stays() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        id = memory.record(Episode(Task("t"), solution=f"a {BLOCK} b {BLOCK} c")).id
        assert memory.get(id).solution == "a [recalled experience] b [recalled experience] c"


def test_many_openings_without_an_end_take_linear_time() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        start = time.process_time()
        memory.record(Episode(Task("t"), solution=f"<{MARK}>" * 40_000))
        assert time.process_time() - start < 5.0
