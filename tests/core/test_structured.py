"""The ladder and the repair turn, as decisions: nothing is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from seasoned.core.completions import Completion, Usage
from seasoned.core.messages import Message
from seasoned.core.structured import (
    FORMS,
    Ask,
    Fitting,
    Refused,
    Reply,
    blames_schema,
    fitted,
    instructed,
    is_strict,
    spoken,
)
from seasoned.errors import ModelError
from seasoned.schemas import checker

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
HI = (Message("user", "Hi."),)
Server = Callable[[Ask], Reply]


def run(server: Server, schema: dict[str, Any] | None = None, forms: Any = FORMS) -> Any:
    """What a talk comes to, the requests, and what it noted."""
    asks: list[Ask] = []
    noted: list[tuple[str, bool]] = []
    ask = Ask(HI, 50, 0.0, schema)
    if schema is None:
        talk = spoken(ask)
    else:
        fitting = Fitting(forms, checker(schema), lambda form, only: noted.append((form, only)))
        talk = fitted(ask, fitting)
    try:
        ask = next(talk)
        while True:
            asks.append(ask)
            try:
                reply = server(ask)
            except ModelError as error:
                ask = talk.throw(error)
            else:
                ask = talk.send(reply)
    except StopIteration as done:
        return done.value, asks, noted


def said(*texts: str, **more: Any) -> Server:
    waiting = list(texts)
    return lambda ask: Reply(waiting.pop(0), Usage(1, 10, 5), **more)


def test_text_is_one_request() -> None:
    done, asks, _ = run(said("Hello.", truncated=True))
    assert done == Completion("Hello.", None, Usage(1, 10, 5), "", truncated=True)
    assert [ask.form for ask in asks] == ["text"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("<think>they are annoying</think>\n\nHello!", "Hello!"),
        ("They are annoying.\n</think>\n\nHello!", "Hello!"),
        ("Close it with </think> at the end.", "Close it with </think> at the end."),
        ("Write <think>…\n</think>\nHello", "Write <think>…\n</think>\nHello"),
    ],
)
def test_thoughts_are_no_part_of_an_answer(said: str, answer: str) -> None:
    assert run(lambda ask: Reply(said))[0].text == answer


def test_a_nul_in_an_answer_is_dropped() -> None:
    assert run(lambda ask: Reply("Hel\x00lo"))[0].text == "Hello"
    got, asks, _ = run(said('{"n": 1, "t": "a\\u0000b"}'), SCHEMA)
    assert (got.parsed, len(asks)) == ({"n": 1, "t": "ab"}, 1)


def test_an_answer_of_thoughts_only_is_none() -> None:
    with pytest.raises(ModelError, match="empty answer") as error:
        run(lambda ask: Reply("<think>Hmm, well", truncated=True))
    assert error.value.raw == "<think>Hmm, well"


def test_a_refusal_is_an_error_with_its_words() -> None:
    for schema in (None, SCHEMA):
        with pytest.raises(ModelError, match="model 'm' refused to answer: 'I must not") as caught:
            run(said("", refusal="I must not.", model="m"), schema)
        assert (caught.value.raw, caught.value.usage) == ("I must not.", Usage(1, 10, 5))


def test_a_refusal_is_not_repaired() -> None:
    with pytest.raises(ModelError, match=r"refused to answer$"):
        run(said("", refusal=""), SCHEMA)


def test_the_strictest_form_that_is_taken_is_used_and_the_others_are_noted() -> None:
    def server(ask: Ask) -> Reply:
        if ask.form == "json_schema":
            raise Refused("no such type")
        if ask.form == "json_object":
            raise Refused("Invalid schema: n")
        return Reply('{"n": 1}')

    done, asks, noted = run(server, SCHEMA)
    assert done.parsed == {"n": 1}
    assert [ask.form for ask in asks] == list(FORMS)
    assert noted == [("json_schema", False), ("json_object", True)]


def test_if_no_form_is_taken_the_last_refusal_is_the_error() -> None:
    def server(ask: Ask) -> Reply:
        raise Refused(f"no {ask.form}")

    with pytest.raises(ModelError, match="no text") as caught:
        run(server, SCHEMA)
    assert type(caught.value) is ModelError


def test_another_failure_is_no_refusal() -> None:
    def server(ask: Ask) -> Reply:
        raise ModelError("down")

    with pytest.raises(ModelError, match="down"):
        run(server, SCHEMA)


def test_the_repair_keeps_to_the_form_and_adds_what_it_cost() -> None:
    done, asks, _ = run(said("nothing", '{"n": 2}'), SCHEMA)
    assert (done.parsed, done.usage) == ({"n": 2}, Usage(2, 20, 10))
    assert [ask.form for ask in asks] == ["json_schema", "json_schema"]
    assert [m.role for m in asks[1].messages] == ["user", "assistant", "user"]


def test_a_long_spoilt_answer_is_not_repeated_whole() -> None:
    _, asks, _ = run(said("x" * 9000, '{"n": 2}'), SCHEMA)
    assert len(asks[1].messages[1].text) < 2100


def test_the_first_value_that_fits_counts() -> None:
    done, asks, _ = run(said('Like {"n": "seven"}: {"n": 7} or {"n": 8}'), SCHEMA)
    assert done.parsed == {"n": 7} and len(asks) == 1


def test_a_truncated_answer_that_is_whole_all_the_same_is_taken() -> None:
    done, _, _ = run(said('{"n": 7}', truncated=True), SCHEMA)
    assert done.parsed == {"n": 7} and done.truncated


def test_nothing_is_a_value_too() -> None:
    done, asks, _ = run(said("null"), {"type": ["integer", "null"]})
    assert done.parsed is None and len(asks) == 1


def test_the_schema_is_told_where_the_form_does_not_carry_it() -> None:
    ask = Ask(HI, schema=SCHEMA)
    assert instructed(ask, "json_schema") == HI
    (told,) = instructed(ask, "json_object")
    assert told.role == "user" and told.text.startswith("Hi.\n\nAnswer with JSON only")
    parts = Ask((Message("user", ({"type": "image"},)),), schema=SCHEMA)
    assert instructed(parts, "text")[0].parts[0] == {"type": "image"}
    after = Ask((*HI, Message("assistant", "Yes?")), schema=SCHEMA)
    assert [m.role for m in instructed(after, "text")] == ["user", "assistant", "user"]


CLOSED = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (CLOSED, True),
        ({**CLOSED, "required": []}, False),
        ({**CLOSED, "additionalProperties": True}, False),
        ({"type": "object"}, False),
        ({"type": "array", "items": CLOSED}, False),
        ({**CLOSED, "properties": {"a": {"type": "array", "items": CLOSED}}}, True),
        ({**CLOSED, "properties": {"a": {"type": "array", "items": {"type": "object"}}}}, False),
        ({**CLOSED, "properties": {"a": {"anyOf": [{"type": "object"}, CLOSED]}}}, False),
        ({**CLOSED, "$defs": {"b": {"type": "object"}}}, False),
        ({**CLOSED, "properties": {"a": {"enum": [{"type": "object"}]}}}, True),
        (
            {
                **CLOSED,
                "properties": {"properties": {"type": "string"}},
                "required": ["properties"],
            },
            True,
        ),
    ],
)
def test_what_can_be_held_token_by_token(schema: dict[str, Any], strict: bool) -> None:
    assert is_strict(schema) is strict


@pytest.mark.parametrize(
    ("text", "blamed"),
    [
        ("Invalid schema for response_format 'answer': 'a' is a required property", True),
        ("output_config.format.schema: invalid keyword", True),
        ("invalid JSON schema", True),
        ("'response_format.type' must be 'json_object' or 'text'", False),
        ("This response_format type is unavailable now", False),
        ("json_schema is not supported with this model", False),
    ],
)
def test_whom_a_refusal_blames(text: str, blamed: bool) -> None:
    assert blames_schema(text) is blamed
