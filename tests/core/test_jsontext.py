from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.jsontext import KINDS, json_values, kind_of, kinds_of

OBJECT = frozenset({"object"})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [{"a": 1}]),
        (' \n{"a": 1}\n ', [{"a": 1}]),
        ('Sure! {"a": 1} Bye.', [{"a": 1}]),
        ('```json\n{"a": 1}\n```', [{"a": 1}]),
        ("```\n[1]\n```", [[1]]),
        ('Two: ```json\n{"a": 1}\n``` and\n```json\n{"a": 2}\n```', [{"a": 1}, {"a": 2}]),
        ('<think>{"a": 0}</think>{"a": 1}', [{"a": 1}]),
        ('<think>never ends {"a": 0}', []),
        ('Perhaps {"a": 0}? No.\n</think>\n\n{"a": 1}', [{"a": 1}]),
        ('First <think>{"a": 0}</think> and {"a": 1}', [{"a": 1}]),
        ('<think>{"a": 0}</think> so <thinking>{"a": 1}</thinking>\n{"a": 2}', [{"a": 2}]),
        ('{"a": 0}\n</think>\nI cannot say.', []),
        ('{"a": "x\\u0000y\x00z"}', [{"a": "xyz"}]),
        ('{"a": "x\\\\u0000y"}', [{"a": "x\\u0000y"}]),
        ('{"a": "of </think> and"}', [{"a": "of </think> and"}]),
        ('{"a": "two\nlines"}', [{"a": "two\nlines"}]),
        ('{"a": "} { \\" ]"} [2]', [{"a": '} { \\" ]'.replace('\\"', '"')}, [2]]),
        ("{see} (below) {}", [{}]),
        ("[sic] [1, 2]", [[1, 2]]),
        ('"text"', ["text"]),
        ("42", [42]),
        ("true", [True]),
        ("null", [None]),
        ("The answer is 42.", []),
        ("", []),
        ('{"a": 1', []),
        ('{"a": 1}}', [{"a": 1}]),
    ],
)
def test_where_a_model_puts_json(text: str, found: list[Any]) -> None:
    assert list(json_values(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        '{"facts": [{"a": 1}, {"a": 2}',
        '{"facts": [{"a": 1}, {"a": 2}], oops}',
        '{"facts": {"a": 1} "more": {"b": 2}}',
        '[{"a": 1} {"b": 2}]',
        '[{"a": 1}, {"b": 2}]',
        '{"a": "never closed} {"b": 2}',
        "{'a': 1}",
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": 1e999}',
    ],
)
def test_no_part_of_a_broken_or_larger_value_stands_for_it(text: str) -> None:
    assert list(json_values(text, OBJECT)) == []


def test_only_the_kinds_that_are_asked_for() -> None:
    text = 'First [1], then {"a": [2]}, then [3].'
    assert list(json_values(text, frozenset({"array"}))) == [[1], [3]]
    assert list(json_values(text, OBJECT)) == [{"a": [2]}]
    assert list(json_values("5", frozenset({"string"}))) == []


def test_what_cannot_be_stored_is_made_storable_or_left_out() -> None:
    assert list(json_values('["\\ud83d"]')) == [["\ufffd"]]
    assert list(json_values("[" + "9" * 30 + "]")) == [[int("9" * 30)]]
    assert list(json_values("[" + "9" * 5000 + "]")) == []
    assert list(json_values("[" * 80 + "]" * 80)) == []


@pytest.mark.parametrize(
    ("schema", "kinds"),
    [
        ({"type": "object"}, {"object"}),
        ({"type": ["integer", "null"]}, {"number", "null"}),
        ({"anyOf": []}, KINDS),
        ({"type": 5}, KINDS),
    ],
)
def test_the_kinds_that_a_schema_names(schema: dict[str, Any], kinds: set[str]) -> None:
    assert kinds_of(schema) == kinds


NASTY = st.text(st.sampled_from('{}[]":,\\ \nab1-e<think>/`'), max_size=60)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text('ab{}[]"\\ é', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('a"{'), inner, max_size=3),
    max_leaves=8,
)


@given(NASTY | st.text(max_size=60))
def test_any_text_gives_values_of_known_kinds_and_no_error(text: str) -> None:
    for value in json_values(text):
        assert kind_of(value) in KINDS
        json.dumps(value)


@given(VALUES)
def test_a_value_alone_is_found_whole(value: Any) -> None:
    for indent in (None, 2):
        assert list(json_values(json.dumps(value, indent=indent))) == [value]


@given(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), NASTY, NASTY)
def test_a_value_between_words_is_found_whole_or_not_at_all(
    value: dict[str, Any], before: str, after: str
) -> None:
    plain = before.translate(dict.fromkeys(map(ord, '{}[]<`"'), " "))
    found = list(json_values(f"{plain} x {json.dumps(value)} {after}", OBJECT))
    assert found[:1] == [json.loads(json.dumps(value).replace("\\u0000", "?"))] or any(
        "\x00" in text for text in map(str, value)
    )


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 100_000,
        '["' * 100_000,
        '"\\' * 100_000,
        "{" * 200_000,
        "[1," * 100_000,
        '{"a": "' + '\\"' * 100_000,
        "{} " * 100_000,
        '{"a" } ' * 20_000,
        "<think>" * 50_000,
    ],
    ids=[
        "arrays",
        "objects",
        "strings",
        "escapes",
        "braces",
        "numbers",
        "open",
        "many",
        "broken",
        "thoughts",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    assert len(list(json_values(text))) <= 100
    assert time.process_time() - began < 2
