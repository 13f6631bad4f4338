"""Names of files, which say what kind of store they are opened as."""

from __future__ import annotations

import pytest

from seasoned.core.storage import is_text_name, same_kind_of_name
from seasoned.errors import InvalidInput


@pytest.mark.parametrize(("name", "text"), [("a.jsonl", True), ("A.JSONL", True), ("a.db", False)])
def test_the_suffix_decides_in_any_case_of_letters(name: str, text: bool) -> None:
    assert is_text_name(name) is text


@pytest.mark.parametrize(
    ("own", "path", "kind"),
    [("a.db", "b.jsonl", "SQLite"), ("", "b.jsonl", "SQLite"), ("a.jsonl", "b.db", "JSONL")],
)
def test_a_copy_that_could_not_be_opened_is_refused(own: str, path: str, kind: str) -> None:
    with pytest.raises(InvalidInput, match=r"could not be opened as 'b\..*ends in \."):
        same_kind_of_name(own, path, kind)


@pytest.mark.parametrize(
    ("own", "path", "kind"),
    [
        ("a.db", "b", "SQLite"),
        ("a.jsonl", "B.JSONL", "JSONL"),
        ("odd.jsonl", "b.jsonl", "SQLite"),  # opened by its URL, as the copy may be
        ("notes.txt", "b.txt", "JSONL"),
    ],
)
def test_other_names_are_taken(own: str, path: str, kind: str) -> None:
    assert same_kind_of_name(own, path, kind) == path
