"""A document cut chunk by chunk gives the values that reading it whole gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.importers.cutting import Cutter, member, names_by_depth

TEXTS = st.text(alphabet=st.sampled_from('ab"\\{}[],: \n\té中'), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)
INDENTS = st.sampled_from([None, 1])


def chunks(data: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def cut(level: int, data: bytes, size: int = 7, most: int = 1 << 20) -> tuple[Cutter, list[Any]]:
    cutter = Cutter(level, most)
    return cutter, list(cutter.cut(chunks(data, size)))


@given(st.lists(VALUES, max_size=4), st.integers(1, 9), INDENTS)
def test_the_elements_of_a_list(values: list[Any], size: int, indent: int | None) -> None:
    cutter, found = cut(1, json.dumps(values, indent=indent).encode(), size)
    assert [json.loads(c.text) for c in found] == values and not cutter.broken_off


@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.integers(1, 9), INDENTS)
def test_the_members_of_an_object(named: dict[str, Any], size: int, indent: int | None) -> None:
    _, found = cut(1, json.dumps(named, indent=indent).encode(), size)
    parts = [member(c.text) for c in found]
    assert [(json.loads(name), json.loads(value)) for name, value in parts] == list(named.items())


@given(st.dictionaries(TEXTS, st.lists(VALUES, max_size=3), max_size=3), st.integers(1, 9))
def test_the_elements_of_lists_with_names(named: dict[str, list[Any]], size: int) -> None:
    _, found = cut(2, json.dumps(named).encode(), size)
    parts = [(json.loads(member(c.outer)[0]), json.loads(c.text)) for c in found]
    assert parts == [(name, value) for name, values in named.items() for value in values]


@given(st.lists(st.lists(VALUES, max_size=2), max_size=3), st.integers(1, 9), INDENTS)
def test_whole_documents_one_after_the_other(
    documents: list[Any], size: int, indent: int | None
) -> None:
    text = "\n".join(json.dumps(d, indent=indent) for d in documents)
    _, found = cut(0, text.encode(), size)
    assert [json.loads(c.text) for c in found] == documents


@pytest.mark.parametrize("size", [1, 3, 100])
def test_what_is_too_long_is_passed_over_and_the_rest_is_cut(size: int) -> None:
    values = [{"a": "x" * 50}, [1] * 50, {"b": 1}]
    _, found = cut(1, json.dumps(values).encode(), size, most=20)
    assert [(c.too_long, c.text) for c in found] == [(True, b""), (True, b""), (False, b'{"b": 1}')]


@pytest.mark.parametrize("size", [1, 2, 100])
def test_an_error_inside_a_value_costs_that_value_alone(size: int) -> None:
    _, found = cut(1, b'[{"a": 1}, {"a": nonsense :: }, {"a": "x\\"]"}]', size)
    assert [c.text for c in found] == [b'{"a": 1}', b'{"a": nonsense :: }', b'{"a": "x\\"]"}']


@pytest.mark.parametrize("text", [b'[{"a": 1}, {"b', b'[{"a": 1}, {"b": "x\\', b'[{"a": 1},'])
def test_a_text_that_breaks_off_says_so(text: bytes) -> None:
    cutter, found = cut(1, text)
    assert [c.text for c in found] == [b'{"a": 1}'] and cutter.broken_off


def test_names_are_found_by_depth_even_where_the_text_breaks_off() -> None:
    text = b'{"a": {"b": "\\"no\\": 1", "c": [{"d": 1}]}, "e": "f'
    assert names_by_depth(text) == [set(), {"a", "e"}, {"b", "c"}, set(), {"d"}]
    assert names_by_depth(b'{"a": 1} {"b": 2}')[1] == {"a"}
    assert names_by_depth(b"nothing") == [set()]
