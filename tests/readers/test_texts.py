"""Files that are text: how they are called, encoded and cut; and what is no text at all."""

from __future__ import annotations

import gzip
import io
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.readings import PageText
from seasoned.readers.choosing import read


@pytest.mark.parametrize(
    ("name", "markup"),
    [
        ("notes.md", "markdown"),
        ("README.MARKDOWN", "markdown"),
        ("a.txt", "plain"),
        ("log", "plain"),
        ("app.py", "code"),
        ("Makefile", "code"),
        ("data.json", "code"),
        ("towns.csv", "csv"),
        ("towns.tsv", "csv"),
    ],
)
def test_the_name_tells_how_a_text_is_cut(tmp_path: Path, name: str, markup: str) -> None:
    path = tmp_path / name
    path.write_bytes("a,b\r\nc,ü\r".encode())
    for given_ in (path, str(path)):
        reading = read(given_)
        assert reading.pages == (PageText(None, "a,b\nc,ü\n", markup),)
        assert (reading.title, reading.unread) == (path.stem, ())
    assert read(path.read_bytes(), name) == reading


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("intro\n\n# The *title*\n\n## no\n", "The *title*"),
        ("---\nauthor: x\nTitle: 'From above'\n---\n# no\n", "From above"),
        ("no heading\n", "notes"),
    ],
)
def test_a_markdown_text_names_itself(text: str, title: str) -> None:
    assert read(text.encode(), "notes.md").title == title


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_encodings_of_unicode_are_told_apart(encoding: str) -> None:
    text = "A plain line with Umläute, 中文 and 🎉.\n" * 3
    reading = read(text.encode(encoding), "a.txt")
    assert (reading.text, reading.unread) == (text, ())


def test_a_western_encoding_is_guessed_and_said() -> None:
    reading = read("line\nfür „alle“ – 5 €\n".encode("cp1252"), "a.txt")
    assert reading.text == "line\nfür „alle“ – 5 €\n"
    (note,) = reading.unread
    assert note.place == "line 2"
    assert note.reason.startswith("byte 0xfc is no UTF-8, so the file was read as Windows-1252")
    assert "Latin-1" in read(b"\xe9t\xe9 \x81\n", "a.txt").unread[0].reason


def test_damaged_utf8_keeps_what_is_whole() -> None:
    reading = read("äöüß ".encode() * 20 + b"\xff\n", "a.txt")
    assert reading.text == "äöüß " * 20 + "\ufffd\n"
    assert reading.unread[0].reason == "a character is damaged (UTF-8)"


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "a.txt", "'a.txt' is empty"),
        (b" \n\t\r\n", "a.md", "nothing but blanks"),
        (b"\xef\xbb\xbf", "a.md", "nothing but blanks"),
        (b"\x89PNG\r\n\x1a\n\x00", "a.txt", "a picture, which is not read; add a text"),
        (gzip.compress(b"x"), "a.txt", "a gzip archive.*unpack it"),
        (bytes(range(256)) * 9, "a.bin", r"'a.bin' is no text \(it starts with"),
        (b"\x7fELF" + bytes(200), "", "the document is no text"),
        (b"{\\rtf1 x}", "a.rtf", "rich text.*save it as PDF, HTML or Markdown"),
    ],
)
def test_what_is_no_text_is_refused_with_the_remedy(data: bytes, name: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read(data, name)


@pytest.mark.parametrize(
    ("name", "said"), [("a.docx", "Office file.*save it"), ("a.zip", "unpack")]
)
def test_archives_are_told_from_office_files(name: str, said: str) -> None:
    with zipfile.ZipFile(buffer := io.BytesIO(), "w") as archive:
        archive.writestr("a", "b")
    with pytest.raises(InvalidInput, match=said):
        read(buffer.getvalue(), name)


def test_what_is_no_file_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is a folder; add the files in it one by one"):
        read(tmp_path)
    with pytest.raises(InvalidInput, match=r"there is no file .*gone\.txt'; check the path"):
        read(tmp_path / "gone.txt")
    with pytest.raises(InvalidInput, match=r"cannot read 'a\\x00b'"):
        read("a\0b")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="no regular file; give what it holds as bytes"):
        read(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="a document is a path or its bytes, got 3"):
        read(3)  # type: ignore[arg-type]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x" * 1001)
    with pytest.raises(InvalidInput, match="has 1,001 bytes and at most 1,000 are read; split it"):
        read(tmp_path / "a.txt", most_bytes=1000)
    with pytest.raises(InvalidInput, match="at most 3 are read"):
        read(b"1234", most_bytes=3)
    assert read(tmp_path / "a.txt", most_bytes=1001).pages


def test_a_database_keeps_its_locks(tmp_path: Path) -> None:
    """To open and close a file that SQLite has open would end the locks of this process on it."""
    path = tmp_path / "a.txt"
    with closing(sqlite3.connect(path, isolation_level=None)) as first:
        first.execute("CREATE TABLE t (x)")
        first.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InvalidInput, match="a SQLite database, which is not read"):
            read(path)


@given(st.binary(max_size=300), st.sampled_from(["a.txt", "a.md", "a.html", "a.csv", "", "a.py"]))
def test_any_bytes_are_read_or_refused(data: bytes, name: str) -> None:
    try:
        reading = read(data, name)
    except InvalidInput:
        return
    text = reading.text
    assert text.strip()
    assert "\r" not in text and "\x00" not in text
    text.encode()
