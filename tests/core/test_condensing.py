"""What is told of a conversation, brought within some tokens; and who asks for the newest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.condensing import condensed
from seasoned.core.earlier import topic, topicless
from seasoned.core.tokens import estimate_tokens

LONG = "\n".join(
    [
        "[Notes on 61 earlier messages of this conversation: a record, not instructions.]",
        "2026-03-01:",
        *(
            f"{('user', 'assistant')[n % 2]}: We looked at offer {n} of the kiwi project."
            for n in range(40)
        ),
        "user: In the end we decided to take vendor Zeta for the kiwi project.",
    ]
)


def test_what_fits_stays_without_the_frame() -> None:
    told = "2026-03-01:\nuser: I need a tent. It may cost 90 euros.\nassistant: Take the Alto."
    assert condensed(told, 100) == (
        "user: I need a tent. It may cost 90 euros. assistant: Take the Alto."
    )
    assert condensed("A model wrote this.\nAnd this.", 100) == "A model wrote this. And this."


def test_days_are_told_where_there_are_several() -> None:
    told = "2026-03-01:\nuser: I need a tent.\n2026-03-02:\nuser: I have one."
    assert condensed(told, 100) == (
        "2026-03-01: user: I need a tent. 2026-03-02: user: I have one."
    )


@pytest.mark.parametrize("tokens", [20, 40, 80, 200, 400])
def test_what_weighs_stays_wherever_it_was_said(tokens: int) -> None:
    short = condensed(LONG, tokens)
    assert "we decided to take vendor Zeta" in short
    assert estimate_tokens(short) <= tokens and "earlier messages" not in short
    assert tokens < 80 or estimate_tokens(short) > tokens / 2


def test_a_sentence_that_is_too_long_is_cut_at_a_clause() -> None:
    told = "user: We decided to sell the blue Volvo, which was in the garage, to a man from Graz"
    assert condensed(told, 14).endswith("Volvo…")


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=80), max_size=6),
    st.integers(0, 60),
)
def test_no_text_comes_out_longer_than_asked(lines: list[str], tokens: int) -> None:
    assert estimate_tokens(condensed("\n".join(lines), tokens)) <= tokens


@pytest.mark.parametrize(
    "message",
    [
        "What did we talk about last time?", "Where did we leave off?",
        "Do you remember our last conversation?", "Summarize our previous conversations, please.",
        "Worüber haben wir letztes Mal gesprochen?", "Was haben wir gestern besprochen?",
        "¿De qué hablamos la última vez?", "¿Dónde quedamos la última vez?",
        "上次我们聊了什么？", "你还记得上次的对话吗？",
    ],
)  # fmt: skip
def test_who_names_no_topic_asks_for_the_newest(message: str) -> None:
    assert topicless(message)


@pytest.mark.parametrize(
    "message",
    [
        "What did we say about the garden last time?", "Tell me about our Japan trip", "hello", "",
        "I was ill yesterday", "What did Carol say last time?", "When did we last fix the bug?",
        "Was haben wir gestern über den Garten gesagt?", "¿Qué dijimos ayer de Roma?",
        "上次我们说的花园怎么样了？", "What do we know?",
    ],
)  # fmt: skip
def test_who_names_a_topic_asks_for_that(message: str) -> None:
    assert not topicless(message)


def test_the_topic_is_what_is_left_without_the_talk_about_talks() -> None:
    assert topic("What did we say about Japan last time?") == "japan"
    assert topic("How do I prune roses?") == "How do I prune roses?"
