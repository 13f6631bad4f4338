from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.dialects import anthropic_chat, openai_chat
from seasoned.core.messages import Message


def read(*chats: dict[str, Any]) -> list[Message]:
    return [Message.of(chat) for chat in chats]


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def call(id: str, given: str = '{"q": "x"}') -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": "find", "arguments": given}}


def use(id: str, given: Any = None) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "find", "input": given or {"q": "x"}}


def result(id: str, said: Any = "found") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": said}


SYSTEM: dict[str, Any] = {"role": "system", "content": "Be brief."}
USER: dict[str, Any] = {"role": "user", "content": "Find x."}
OPENAI: list[dict[str, Any]] = [
    SYSTEM,
    USER,
    {"role": "assistant", "content": "Wait.", "tool_calls": [call("c1"), call("c2")]},
    {"role": "tool", "tool_call_id": "c1", "content": "found"},
    {"role": "tool", "tool_call_id": "c2", "content": "found too"},
    {"role": "user", "content": "And?"},
]
ANTHROPIC: list[dict[str, Any]] = [
    {"role": "user", "content": [text("Find x.")]},
    {"role": "assistant", "content": [text("Wait."), use("c1"), use("c2")]},
    {"role": "user", "content": [result("c1"), result("c2", "found too"), text("And?")]},
]
TOOL = {"name": "find", "description": "", "input_schema": {"type": "object"}}


def test_openai_takes_its_own_as_it_is() -> None:
    assert openai_chat(read(*OPENAI)) == OPENAI


def test_anthropic_takes_its_own_as_it_is() -> None:
    chat = anthropic_chat(read(SYSTEM, *ANTHROPIC))
    assert chat == ("Be brief.", ANTHROPIC, [TOOL])


def test_anthropic_takes_what_openai_wrote() -> None:
    assert anthropic_chat(read(*OPENAI)) == ("Be brief.", ANTHROPIC, [TOOL])


def test_openai_takes_what_anthropic_wrote() -> None:
    assert openai_chat(read(SYSTEM, *ANTHROPIC)) == OPENAI


PNG = "iVBORw0KGgo="
PICTURES = [
    (
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
    ),
    (
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
    ),
]


@pytest.mark.parametrize(("openai", "anthropic"), PICTURES, ids=["data", "address"])
def test_pictures_are_translated(openai: dict[str, Any], anthropic: dict[str, Any]) -> None:
    for part in (openai, anthropic):
        messages = read({"role": "user", "content": [text("What is it?"), part]})
        assert openai_chat(messages)[0]["content"] == [text("What is it?"), openai]
        assert anthropic_chat(messages).messages[0]["content"] == [text("What is it?"), anthropic]


def test_parts_that_nobody_knows_are_passed_on() -> None:
    odd = {"type": "hologram", "data": 1}
    messages = read({"role": "user", "content": [odd]})
    assert openai_chat(messages)[0]["content"] == [odd]
    assert anthropic_chat(messages).messages[0]["content"] == [odd]


def test_thoughts_stay_at_home() -> None:
    parts = [{"type": "thinking", "thinking": "hm", "signature": "s"}, text("Yes.")]
    messages = read(USER, {"role": "assistant", "content": parts})
    assert openai_chat(messages)[1] == {"role": "assistant", "content": "Yes."}
    assert anthropic_chat(messages).messages[1]["content"] == [text("Yes.")]


def test_a_call_without_its_answer_is_told_in_words() -> None:
    for asked in (
        {"role": "assistant", "content": None, "tool_calls": [call("c1")]},
        {"role": "assistant", "content": [use("c1")]},
    ):
        for following in ([], [{"role": "user", "content": "Stop."}]):
            messages = read(USER, asked, *following)
            told = openai_chat(messages)[1]
            assert told == {"role": "assistant", "content": '(called find with {"q": "x"})'}
            chat = anthropic_chat(messages)
            assert chat.messages[1]["content"] == [text('(called find with {"q": "x"})')]
            assert chat.tools == []


def test_an_answer_without_its_call_is_told_in_words() -> None:
    for answered in (
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
        {"role": "user", "content": [result("c1")]},
        {"role": "tool", "content": "found"},
    ):
        messages = read(answered)
        assert openai_chat(messages)[0]["role"] == "user"
        assert "found" in openai_chat(messages)[0]["content"]
        (turn,) = anthropic_chat(messages).messages
        assert turn["role"] == "user" and "found" in turn["content"][0]["text"]


def test_of_two_calls_only_the_answered_one_goes_out_as_a_call() -> None:
    messages = read(*OPENAI[1:4], OPENAI[5])
    (made,) = openai_chat(messages)[1]["tool_calls"]
    assert made["id"] == "c1" and "called find" in openai_chat(messages)[1]["content"]


def test_an_id_that_is_used_again_is_another_call() -> None:
    turn: list[dict[str, Any]] = [
        {"role": "assistant", "content": "", "tool_calls": [call("c")]},
        {"role": "tool", "tool_call_id": "c", "content": "found"},
    ]
    chats = openai_chat(read(USER, *turn, *turn, turn[1]))
    assert [chat["role"] for chat in chats] == [
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "user",
    ]


def test_arguments_that_are_no_json_are_kept() -> None:
    turn: list[dict[str, Any]] = [
        {"role": "assistant", "content": "", "tool_calls": [call("c", "{broken")]},
        {"role": "tool", "tool_call_id": "c", "content": "failed"},
    ]
    assert anthropic_chat(read(USER, *turn)).messages[1]["content"][0]["input"] == {
        "arguments": "{broken"
    }
    (made,) = openai_chat(read(USER, *turn))[1]["tool_calls"]
    assert json.loads(made["function"]["arguments"]) == {"arguments": "{broken"}


def test_blank_text_is_not_sent_where_it_is_refused() -> None:
    messages = read(USER, {"role": "assistant", "content": " "}, {"role": "user", "content": "Hm?"})
    assert anthropic_chat(messages).messages == [
        {"role": "user", "content": [text("Find x."), text("Hm?")]}
    ]


def test_a_conversation_of_anthropic_begins_with_the_user() -> None:
    chat = anthropic_chat(read(SYSTEM, {"role": "assistant", "content": "Hello."}, USER))
    assert [turn["role"] for turn in chat.messages] == ["user", "assistant", "user"]
    alone = anthropic_chat(read(SYSTEM))
    assert alone == ("", [{"role": "user", "content": "Be brief."}], [])


def test_only_fields_that_a_vendor_knows_are_sent() -> None:
    messages = read({"role": "user", "content": "Hi.", "annotations": [], "name": "ada"})
    assert openai_chat(messages) == [{"role": "user", "content": "Hi.", "name": "ada"}]


PARTS = st.one_of(
    st.text("ab ", max_size=3).map(text),
    st.sampled_from(["c1", "c2"]).map(use),
    st.sampled_from(["c1", "c2"]).map(result),
    st.just({"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}),
    st.just({}),
)
CHATS = st.one_of(
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(["system", "user", "assistant"]),
            "content": st.text("ab ", max_size=3) | st.lists(PARTS, max_size=3),
        }
    ),
    st.sampled_from(["c1", "c2"]).map(
        lambda name: {"role": "assistant", "content": None, "tool_calls": [call(name)]}
    ),
    st.sampled_from(["c1", "c2"]).map(
        lambda name: {"role": "tool", "content": "x", "tool_call_id": name}
    ),
)


@given(st.lists(CHATS, min_size=1, max_size=6))
def test_calls_and_answers_always_go_in_pairs(chats: list[dict[str, Any]]) -> None:
    messages = read(*chats)
    waiting: set[str] = set()
    for chat in openai_chat(messages):
        if chat["role"] == "tool":
            assert chat["tool_call_id"] in waiting
            waiting.discard(chat["tool_call_id"])
        else:
            assert not waiting
            waiting = {made["id"] for made in chat.get("tool_calls", [])}
    assert not waiting


@given(st.lists(CHATS, min_size=1, max_size=6))
def test_turns_of_anthropic_alternate_and_answer_each_call(chats: list[dict[str, Any]]) -> None:
    chat = anthropic_chat(read(*chats))
    roles = [turn["role"] for turn in chat.messages]
    assert roles == [("user", "assistant")[place % 2] for place in range(len(roles))]
    waiting: set[str] = set()
    for turn in chat.messages:
        blocks = turn["content"] if isinstance(turn["content"], list) else []
        answered = [b["tool_use_id"] for b in blocks if b.get("type") == "tool_result"]
        assert set(answered) == waiting and len(answered) == len(set(answered))
        waiting = {b["id"] for b in blocks if b.get("type") == "tool_use"}
    assert not waiting
    assert not chat.tools or all(set(tool) == set(TOOL) for tool in chat.tools)
