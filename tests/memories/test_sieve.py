"""Finding many byte patterns at once, against the plain search for one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.memories import sieve
from seasoned.memories.sieve import Sieve

# Few different bytes, so that there is much to be found by mistake.
DATA = st.binary(max_size=300).map(lambda data: bytes(b % 3 for b in data))
PATTERNS = st.lists(st.tuples(st.integers(0, 300), st.integers(6, 16)), max_size=20)


def in_blocks(data: bytes, size: int) -> Iterator[bytes]:
    return (data[i : i + size] for i in range(0, len(data), size))


@given(DATA, PATTERNS, st.lists(st.binary(min_size=6, max_size=16)), st.integers(1, 64))
def test_it_finds_what_a_plain_search_finds(
    data: bytes, cuts: list[tuple[int, int]], others: list[bytes], size: int
) -> None:
    taken = [data[at : at + n] for at, n in cuts if len(data) >= at + n]
    patterns = {*taken, *others}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sieve, "_LEAST", size)
        found = Sieve(patterns).firsts(in_blocks(data, size))
    assert found == {p: data.find(p) for p in patterns if p in data}


@pytest.mark.parametrize("size", [1, 5, 8, 15, 16, 31, 64, 200])
@pytest.mark.parametrize("values", [3, 256])
def test_what_a_block_ends_in_the_middle_of_is_found(
    size: int, values: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(size)
    data = bytes(chance.randrange(values) for _ in range(200))
    patterns = {data[at:][:n] for at in range(185) for n in (6, 7, 8, 11, 16)}
    monkeypatch.setattr(sieve, "_LEAST", size)
    found = Sieve(patterns).firsts(in_blocks(data, size))
    assert found == {p: data.find(p) for p in patterns}


def test_a_stream_of_nothing_holds_nothing() -> None:
    assert Sieve([b"something"]).firsts([]) == {}
    assert Sieve([]).firsts([b"something"]) == {}
