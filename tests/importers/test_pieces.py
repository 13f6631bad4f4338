"""Records are found whichever way a file lays them out, and a bad one costs itself alone."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from seasoned.importers import pieces
from seasoned.importers.pieces import Layout, Piece, content_key, record_of
from seasoned.importers.source import Skipped, Source
from tests.importers.samples import BOM, jsonl, write

FLAT = Layout(frozenset({"id", "text"}))
LISTS = Layout(frozenset({"id", "text"}), named_lists=True)
A, B = {"id": 1, "text": 'a "}'}, {"id": 2, "text": "b\n"}


def found(path: Path, layout: Layout = FLAT) -> list[Any]:
    with Source(path) as source:
        items = list(pieces.pieces(source, layout))
    return [
        i if isinstance(i, Skipped) else (i.place, i.name, record_of(i, "a record")) for i in items
    ]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("content", "layout", "places"),
    [
        (jsonl(A, B), FLAT, ["line 1", "line 2"]),
        (jsonl(A, "", B, end="\r\n"), FLAT, ["line 1", "line 3"]),
        (json.dumps(A) + "\n  " + json.dumps(B), FLAT, ["line 1", "line 2"]),
        ([A, B], FLAT, ["record 1", "record 2"]),
        (json.dumps([A, B], indent=2), FLAT, ["record 1", "record 2"]),
        (json.dumps(A, indent=2) + "\n" + json.dumps(B, indent=2), FLAT, ["record 1", "record 2"]),
        ({"x/é": A, "y": B}, FLAT, ["'x/é'", "'y'"]),
        (json.dumps({"x/é": A, "y": B}, indent=1), FLAT, ["'x/é'", "'y'"]),
        ({"x": [A], "y": [B]}, LISTS, ["'x', record 1", "'y', record 1"]),
        ({"x": [A, B]}, LISTS, ["'x', record 1", "'x', record 2"]),
    ],
)
def test_the_records_of_a_file(
    tmp_path: Path, content: Any, layout: Layout, places: list[str], packed: bool
) -> None:
    path = write(tmp_path / "a", content)
    path.write_bytes(BOM + path.read_bytes())
    if packed:
        path.write_bytes(gzip.compress(path.read_bytes()))
    assert [(place, record) for place, _, record in found(path, layout)] == [
        (places[0], A),
        (places[1], B),
    ]


def test_records_know_what_they_are_called(tmp_path: Path) -> None:
    path = write(tmp_path / "a", {"x\n/é": [A]})
    assert found(path, LISTS) == [("'x /é', record 1", "x\n/é", A)]


@pytest.mark.parametrize("content", ["", "\n \n", "[]", "{}", "[\n]"])
def test_a_file_without_records_has_none(tmp_path: Path, content: str) -> None:
    path = write(tmp_path / "a", content)
    assert all(item[2] == {} for item in found(path))


@pytest.mark.parametrize(
    "content",
    [
        jsonl(A, '{"id": 3, "te', B),
        jsonl('{"id": 3, "te', A, B),
        f"[{json.dumps(A)}, {{nonsense}}, {json.dumps(B)}]",
        f'{{"x": {json.dumps(A)}, "y": {{"z": }}, "w": {json.dumps(B)}}}',
    ],
)
def test_a_broken_record_costs_itself_alone(tmp_path: Path, content: str) -> None:
    read, broken = [], []
    with Source(write(tmp_path / "a", content)) as source:
        for piece in pieces.pieces(source, FLAT):
            assert isinstance(piece, Piece)
            try:
                read.append(record_of(piece, "a record"))
            except ValueError as error:
                broken.append(str(error))
    assert read == [A, B] and len(broken) == 1
    assert "not JSON" in broken[0] and "expected a record" in broken[0]


@pytest.mark.parametrize(
    "content", [f"[{json.dumps(A)}, {{", json.dumps([A, B])[:-9], f"[{json.dumps(A)}, 3"]
)
def test_a_file_that_breaks_off_is_reported(tmp_path: Path, content: str) -> None:
    first, *_, last = found(write(tmp_path / "a", content))
    assert first == ("record 1", "", A)
    assert isinstance(last, Skipped) and "ends in the middle" in last.reason


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (jsonl(A, {"id": "x" * 90}, B), "line 2"),
        ([A, {"id": "x" * 90}, B], "record 2"),
        ({"a": A, "long": {"id": "x" * 90}, "c": B}, "record 2"),
    ],
)
def test_a_record_that_is_too_long_is_passed_over(
    tmp_path: Path, content: Any, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "MOST", 60)
    first, skipped, last = found(write(tmp_path / "a", content))
    assert (first[2], last[2]) == (A, B)
    assert isinstance(skipped, Skipped) and (skipped.place, skipped.reason[:11]) == (
        place,
        "longer than",
    )


def test_a_damaged_file_gives_what_it_holds(tmp_path: Path) -> None:
    rows = jsonl(*({"id": n, "text": str(n * 7919)} for n in range(20_000)))
    path = write(tmp_path / "a.gz", gzip.compress(rows.encode())[:-3000])
    *read, last = found(path)
    assert len(read) > 100
    assert isinstance(last, Skipped) and "cannot be read" in last.reason


def test_a_key_is_made_of_the_content_and_not_of_its_order() -> None:
    assert content_key({"a": 1, "b": 2}) == content_key({"b": 2, "a": 1}) != content_key({"a": 1})
