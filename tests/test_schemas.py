from __future__ import annotations

import contextlib
from typing import Any

import pytest

from seasoned.errors import InvalidInput
from seasoned.schemas import checker

PEOPLE = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"P": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}},
    "type": "object",
    "properties": {
        "people": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/P"}},
        "kind": {"enum": ["a", "b"], "default": "a"},
    },
    "required": ["people"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"people": [{"x": 1}]}, None),
        ({"people": [], "kind": "b"}, None),
        ({"people": [{"x": "1"}]}, "people[0].x must be integer"),
        ({"people": [{"x": True}]}, "people[0].x must be integer"),
        ({"people": [{}]}, "people[0] must contain ['x']"),
        ({"people": [{"x": 1}] * 3}, "people must contain less than or equal to 2 items"),
        ({"people": [], "kind": "c"}, "kind must be one of"),
        ({"people": [], "more": 1}, "must not contain {'more'}"),
        ([], "must be object"),
    ],
)
def test_what_does_not_fit_is_named(value: Any, wrong: str | None) -> None:
    found = checker(PEOPLE)(value)
    assert found is None if wrong is None else found is not None and wrong in found


def test_a_value_is_not_changed() -> None:
    value: dict[str, Any] = {"people": []}
    assert checker(PEOPLE)(value) is None
    assert value == {"people": []}


def test_a_schema_is_read_once() -> None:
    assert checker(PEOPLE) is checker(dict(PEOPLE))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "thing"},
        {"properties": []},
        {"pattern": "("},
        {"required": "x"},
        {"$ref": "#/nowhere"},
        {"$ref": "http://127.0.0.1:9/schema"},
        {"$ref": "file:///etc/hostname"},
        {"$ref": "other.json"},
        {"$id": "http://127.0.0.1:9/a", "$ref": "b"},
        {"const": {1, 2}},
        [],
        "object",
    ],
)
def test_what_is_no_schema_is_refused(schema: Any) -> None:
    with pytest.raises(InvalidInput, match="schema"):
        checker(schema)


def test_names_in_a_schema_are_only_names() -> None:
    odd = 'a"b\'\n{x}\\"""); raise SystemExit'
    check = checker({"type": "object", "properties": {odd: {"type": "string"}}, "required": [odd]})
    assert check({odd: "x"}) is None
    assert check({odd: 1}) is not None


@pytest.mark.parametrize(
    "text",
    ['"); raise SystemExit #', "'); raise SystemExit #", "\n    raise SystemExit\n", "{x}", "\\"],
)
def test_no_text_in_a_schema_is_run(text: str) -> None:
    """The library writes a program from a schema."""
    for schema in (
        {"enum": [text]},
        {"const": text},
        {"properties": {text: {"type": "string"}}, "required": [text]},
        {"patternProperties": {text: {"type": "string"}}},
        {"pattern": text},
        {"format": text},
        {"dependencies": {text: [text]}},
        {"$ref": f"#/definitions/{text}", "definitions": {text: {"type": "string"}}},
        {text: text},
    ):
        with contextlib.suppress(InvalidInput):
            check = checker(schema)
            for value in (text, {text: text}, {text: 1}, 5):
                check(value)
