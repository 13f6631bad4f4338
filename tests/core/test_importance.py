"""How much a message matters, told by its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.importance import ENGLISH, SIGNALS, Signals, scorer
from seasoned.core.messages import Message
from seasoned.errors import InvalidInput


def score(text: str, role: str = "user") -> float:
    return scorer()(Message(role, text))


# The signals of the source, each with its score.
SOURCE = {
    "decided": 0.9,
    "agreed": 0.9,
    "confirmed": 0.8,
    "my name is": 0.95,
    "i prefer": 0.85,
    "deadline": 0.8,
    "error": 0.7,
    "bug": 0.7,
    "requirement": 0.8,
}


@pytest.mark.parametrize(("signal", "expected"), SOURCE.items())
def test_the_signals_of_the_source_have_its_scores(signal: str, expected: float) -> None:
    assert ENGLISH[signal] == expected
    assert score(f"Well, {signal.upper()} it was, they said") == expected


def test_a_message_without_signals_has_the_usual_score() -> None:
    assert score("The train goes through the valley") == 0.5


@pytest.mark.parametrize(
    "text",
    ["We are undecided about it all", "He disagreed with us there", "I was debugging all morning",
     "A terrorist film was on", "The unconfirmed rumour spread"],
)  # fmt: skip
def test_a_signal_inside_another_word_is_none(text: str) -> None:
    assert score(text) == 0.5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ich heiße Anna und komme aus Ulm", 0.95),
        ("Wir haben uns auf Dienstag geeinigt", 0.9),
        ("Das ist vereinbart.", 0.9),
        ("Die Fehlermeldung kam wieder", 0.7),
        ("Me llamo Lucía", 0.95),
        ("Hemos decidido ir en tren", 0.9),
        ("La fecha límite es el lunes", 0.8),
        ("我叫小明", 0.95),
        ("我们决定下周发布", 0.9),
        ("截止日期是五月三日", 0.8),
        ("系统报错了", 0.7),
    ],
)
def test_other_languages_have_the_same_signals(text: str, expected: float) -> None:
    assert score(text) == expected


def test_the_strongest_signal_counts_over_line_breaks_and_quotes() -> None:
    assert score("There is a bug, but my  name\nis Bob") == 0.95
    assert score("I’d prefer the window") == 0.85


def test_courtesy_matters_little_and_an_answer_does_not() -> None:
    assert score("Ok, thanks!") == score("Danke schön") == score("好的") == 0.2
    assert score("") == 0.2
    assert score("No.") == score("Yes, at 5") == score("Thanks?") == 0.5


def test_who_speaks_matters() -> None:
    assert score("Answer in German", "system") == 0.9
    answer = Message("tool", "17 files", tool_call_id="a")
    failed = Message("tool", "error: no such file", tool_call_id="a")
    assert scorer()(answer) == 0.4
    assert scorer()(failed) == 0.7
    assert scorer()(Message("assistant", "", tool_calls=({"id": "a"},))) == 0.5
    assert scorer()(Message("user", ({"type": "image_url", "image_url": {}},))) == 0.5


def test_its_own_importance_wins_over_any_scorer() -> None:
    own = Message("user", "we decided", importance=0.1)
    assert scorer()(own) == 0.1
    assert scorer(lambda _: 0.7)(own) == 0.1


def test_signals_and_scorers_can_be_replaced() -> None:
    assert scorer({"Blue Whale": 0.75})(Message("user", "a blue\twhale, decided")) == 0.75
    assert scorer({"c++": 0.8})(Message("user", "port it to C++ now")) == 0.8
    assert scorer({"weak": 0.1})(Message("user", "a weak signal")) == 0.5
    assert scorer({})(Message("user", "we decided")) == 0.5
    assert scorer(lambda message: len(message.text) / 10)(Message("user", "four")) == 0.4


@pytest.mark.parametrize("bad", [{"": 0.5}, {"x": 1.5}, {"x": "high"}, "x", 3])
def test_what_cannot_score_is_refused(bad: object) -> None:
    with pytest.raises(InvalidInput):
        scorer(bad)  # type: ignore[arg-type]


def test_a_scorer_that_leaves_the_range_is_named() -> None:
    with pytest.raises(InvalidInput, match="importance"):
        scorer(lambda _: 7.0)(Message("user", "x"))


@given(st.text(), st.sampled_from(["system", "user", "assistant", "tool"]))
def test_every_text_has_a_score_in_the_range(text: str, role: str) -> None:
    plain = text.replace("\x00", "")
    assert 0 <= scorer()(Message(role, plain)) <= 1


@given(st.sampled_from(sorted(SIGNALS)), st.sampled_from(["", "so ", "1, "]))
def test_each_signal_is_found(signal: str, before: str) -> None:
    assert (Signals().strongest(f"{before}{signal}.") or 0) >= SIGNALS[signal]
