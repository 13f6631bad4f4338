"""Past conversations in a context: the newest where none is named, each brought to its share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from seasoned import Episode, Memory, Options, Outcome, Task
from seasoned.core.tokens import estimate_tokens
from seasoned.testing import HashEmbedder, ManualClock


@pytest.fixture(params=["words", "meanings"])
def memory(request: pytest.FixtureRequest) -> Iterator[Memory]:
    embedder = False if request.param == "words" else HashEmbedder(64)
    with Memory.open("memory://", embedder=embedder, options=Options(clock=ManualClock())) as made:
        yield made


def talk(memory: Memory, id: str, *said: str) -> None:
    session = memory.session(id)
    for i, text in enumerate(said):
        session.add(text, ("user", "assistant")[i % 2])
    session.close()


@pytest.mark.parametrize(
    "message",
    [
        "What did we talk about last time?",
        "Worüber haben wir letztes Mal gesprochen?",
        "¿De qué hablamos la última vez?",
        "上次我们聊了什么？",
    ],
)
def test_last_time_is_the_newest_conversation(memory: Memory, message: str) -> None:
    for n in range(8):
        talk(memory, f"s{n}", "Hello!", "Hello.", f"I planted {n} tulips in the yard of house {n}.")
    memory.remember("The harbour is closed")
    context = memory.context(message)
    (block,) = (block for block in context.blocks if block.memory == "sessions")
    assert "7 tulips" in block.items[0].text
    assert len(block.items) >= 3 and "newest" in block.why


def test_a_topic_finds_its_own_conversation(memory: Memory) -> None:
    talk(memory, "old", "Where shall we go in Japan?", "To Kyoto in April.")
    for n in range(5):
        talk(memory, f"s{n}", f"How do I prune rose {n}?", "Above a bud.")
    context = memory.context("What did we say about Japan last time?", memories=["sessions"])
    assert "Kyoto" in context.items()[0].text


@pytest.mark.parametrize("tokens", [200, 400, 1_000])
def test_what_was_decided_at_the_end_stays_at_every_budget(memory: Memory, tokens: int) -> None:
    offers = [f"We looked at offer {n} of vendor {7 * n} for the kiwi project." for n in range(60)]
    talk(memory, "kiwi", *offers, "In the end we decided to take vendor Zeta for the kiwi project.")
    context = memory.context("offer for the kiwi project?", tokens, memories=["sessions"])
    assert "vendor Zeta" in context.text and "Notes on" not in context.text
    assert estimate_tokens(context.text) <= tokens


def test_conversations_take_no_place_from_attempts(memory: Memory) -> None:
    for n in range(8):
        talk(memory, f"s{n}", f"We spoke of the leaking roof of house {n}.")
    memory.record(Episode(Task("mend the leaking roof"), outcome=Outcome.SUCCESS, solution="tar"))
    context = memory.context("mend the leaking roof")
    kinds = {block.memory: block for block in context.blocks}
    assert [item.text for item in kinds["episodes"].items] == ["mend the leaking roof"]
    assert kinds["sessions"].items
