from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.messages import Message
from seasoned.errors import InvalidInput

CALL = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"q": "x"}'}}
USE = {"type": "tool_use", "id": "c1", "name": "find", "input": {"q": "x"}}
RESULT = {"type": "tool_result", "tool_use_id": "c1", "content": "found"}
PICTURE = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def test_plain_text() -> None:
    message = Message.of({"role": "user", "content": "Hello."})
    assert message == Message("user", "Hello.")
    assert (message.text, message.calls, message.answers) == ("Hello.", (), ())
    assert message.parts == (text("Hello."),)
    assert Message("user").parts == ()


def test_a_message_stays_as_it_is() -> None:
    message = Message("user", "Hello.", pinned=True)
    assert Message.of(message) is message


@pytest.mark.parametrize(
    ("role", "read"),
    [
        ("system", "system"),
        ("developer", "system"),
        ("human", "user"),
        ("ai", "assistant"),
        ("function", "tool"),
    ],
)
def test_roles_of_other_dialects_are_read(role: str, read: str) -> None:
    assert Message.of({"role": role, "content": "x"}).role == read


def test_a_call_and_its_answer_of_openai() -> None:
    call = Message.of({"role": "assistant", "content": None, "tool_calls": [CALL]})
    answer = Message.of({"role": "tool", "tool_call_id": "c1", "content": "found"})
    assert (call.text, call.calls, call.answers) == ("", ("c1",), ())
    assert (answer.text, answer.calls, answer.answers) == ("found", (), ("c1",))


def test_a_call_and_its_answer_of_anthropic() -> None:
    call = Message.of({"role": "assistant", "content": [text("Wait."), USE]})
    answer = Message.of({"role": "user", "content": [RESULT, text("And now?")]})
    assert (call.text, call.calls, call.answers) == ("Wait.", ("c1",), ())
    assert (answer.text, answer.calls, answer.answers) == ("found\nAnd now?", (), ("c1",))


def test_text_of_parts() -> None:
    parts = [
        text("one"),
        PICTURE,
        {"type": "input_text", "text": "two"},
        {"type": "output_text", "text": "three"},
        {"type": "tool_result", "tool_use_id": "c", "content": [text("four"), PICTURE, "no part"]},
        {"type": "tool_result", "tool_use_id": "c"},
        {"type": "text", "text": 5},
        {"type": "text"},
        {},
    ]
    assert Message.of({"role": "user", "content": parts}).text == "one\ntwo\nthree\nfour"


@pytest.mark.parametrize(
    "chat",
    [
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "", "tool_calls": [CALL]},
        {"role": "tool", "content": "found", "tool_call_id": "c1"},
        {"role": "user", "content": [text("What is this?"), PICTURE], "name": "ada"},
        {"role": "assistant", "content": [text("Wait."), USE]},
        {"role": "user", "content": [RESULT]},
        {"role": "user", "content": "Hi.", "cache_control": {"type": "ephemeral"}},
    ],
)
def test_what_comes_in_goes_out(chat: dict[str, Any]) -> None:
    message = Message.of(chat)
    assert message.to_chat() == chat
    assert Message.of(message.to_chat()) == message


def test_what_memory_knows_of_a_message_does_not_go_to_the_model() -> None:
    message = Message(
        "user", "Hi.", pinned=True, importance=0.5, metadata={"a": 1}, at=datetime.now(UTC), id="m"
    )
    assert message.to_chat() == {"role": "user", "content": "Hi."}


def test_nulls_of_an_sdk_are_no_values() -> None:
    given = {"role": "assistant", "content": None, "tool_calls": None, "metadata": None}
    assert Message.of(given) == Message("assistant")


def test_a_message_of_an_sdk_is_read() -> None:
    class Said:
        def model_dump(self, *, exclude_none: bool) -> dict[str, Any]:
            assert exclude_none
            return {"role": "assistant", "content": "Hello.", "annotations": []}

    message = Message.of(Said())  # type: ignore[arg-type]
    assert (message.role, message.text) == ("assistant", "Hello.")


def test_further_fields_are_kept_beside_the_metadata() -> None:
    message = Message.of({"role": "user", "content": "x", "metadata": {"a": 1}, "refusal": None})
    assert message.metadata == {"a": 1, "further": {"refusal": None}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("hello", "message must be a message, got 'hello'; use Message"),
        (None, "message must be a message"),
        ({}, "has no role; use Message"),
        ({"content": "x"}, "has no role"),
        ({"role": "narrator", "content": "x"}, "role must be one of system, user"),
        ({"role": None, "content": "x"}, "role must be a string"),
        ({"role": "user", "content": 5}, "content must be text or a list of objects, got 5"),
        ({"role": "user", "content": {"type": "text"}}, "content must be text or a list"),
        ({"role": "user", "content": ["text"]}, r"content\[0\] must be a mapping"),
        ({"role": "user", "content": [{"data": b"raw"}]}, "cannot be stored as JSON"),
        ({"role": "user", "content": "a\x00b"}, "NUL"),
        ({"role": "assistant", "tool_calls": {"id": "c"}}, "tool_calls must be a list of objects"),
        ({"role": "assistant", "tool_calls": ["c"]}, r"tool_calls\[0\]"),
        ({"role": "user", "content": "x", "importance": 2}, "importance must lie within"),
        ({"role": "user", "content": "x", "at": datetime(2026, 1, 1)}, "no time zone"),
        ({"role": "user", "content": "x", "metadata": [1]}, "metadata must be a mapping"),
        ({"role": "user", "content": "x", "tool_call_id": 5}, "tool_call_id must be a string"),
        ({"role": "user", "content": "x", "further": {1: 2}}, "further"),
    ],
)
def test_what_is_no_message_is_refused_by_name(given: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Message.of(given)


def test_odd_ids_are_no_ids() -> None:
    message = Message(
        "assistant",
        ({"type": "tool_use", "id": 5}, {"type": "tool_use"}, {"type": "tool_result"}),
        tool_calls=({"id": None}, {}, {"id": "c2"}),
    )
    assert (message.calls, message.answers) == (("c2",), ())


def test_half_a_character_is_replaced() -> None:
    assert Message("user", "half \ud83d").content == "half \ufffd"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text("ab{}\"'é", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=3),
    max_leaves=6,
)
parts = st.dictionaries(st.sampled_from(["type", "text", "id", "x"]), json_values, max_size=4)


@given(
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.text("ab é", max_size=8) | st.lists(parts, max_size=3),
    st.dictionaries(st.sampled_from(["refusal", "cache", "audio"]), json_values),
)
def test_any_message_survives_the_round_trip(role: str, content: Any, more: dict[str, Any]) -> None:
    chat = {"role": role, "content": content, **more}
    message = Message.of(chat)
    assert message.to_chat() == chat
    assert Message.of(message.to_chat()) == message
    assert isinstance(message.text, str)
