"""PDF files page by page; what has no text is named with the reason."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from contextlib import suppress

import pytest

from seasoned import InvalidInput, MissingExtra
from seasoned.core.readings import PageText
from seasoned.readers.choosing import read
from tests.readers.pdfs import pdf


@pytest.fixture(autouse=True)
def library() -> None:
    pytest.importorskip("pypdf", reason='pypdf is not installed: pip install ".[pdf]"')


def locked(data: bytes, user: str, algorithm: str) -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer, out = PdfWriter(clone_from=PdfReader(io.BytesIO(data))), io.BytesIO()
    writer.encrypt(user, "owner", algorithm=algorithm)
    writer.write(out)
    return out.getvalue()


def test_each_page_has_its_number_and_the_file_its_title() -> None:
    reading = read(pdf("Wait for the cookie.", "Then check.", title="Login (tests)"), "a.pdf")
    assert reading.title == "Login (tests)"
    assert [(page.number, page.text.strip(), page.markup) for page in reading.pages] == [
        (1, "Wait for the cookie.", "plain"),
        (2, "Then check.", "plain"),
    ]
    assert reading.unread == ()
    assert read(pdf("x"), "notes.pdf").title == "notes"


def test_a_file_is_known_by_what_it_holds() -> None:
    assert read(b"\n\n" + pdf("found"), "letter").pages[0].text.strip() == "found"


def test_a_word_parted_by_a_line_end_is_one_again() -> None:
    (page,) = read(pdf("An exam-\nple of 3-\n4 lines - \nand more"), "a.pdf").pages
    assert page.text.startswith("An example of 3-\n4 lines -")


def test_dots_of_a_table_of_contents_are_short() -> None:
    (page,) = read(
        pdf("1 Start . . . . . . . . . . 5\n2 End............ 7\nSo... yes"), "a.pdf"
    ).pages
    assert page.text.rstrip() == "1 Start … 5\n2 End … 7\nSo... yes"


def test_pages_without_text_are_named() -> None:
    reading = read(pdf("one", None, None, "four", "", "six"), "scan.pdf")
    assert [page.number for page in reading.pages] == [1, 4, 6]
    places = [(one.place, one.reason.split(" (")[0].split(";")[0]) for one in reading.unread]
    assert places == [
        ("pages 2–3", "it is a picture without text"),
        ("page 5", "it holds no text"),
    ]


def test_a_file_of_pictures_alone_is_refused_with_the_remedy() -> None:
    with pytest.raises(InvalidInput, match=r"no page of 'scan.pdf' has text \(pages 1–2.*OCR"):
        read(pdf(None, None), "scan.pdf")


def test_a_file_without_pages_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"'none\.pdf' has no pages"):
        read(pdf(), "none.pdf")


def test_a_damaged_page_leaves_the_others() -> None:
    data = pdf("one", "two", "three").replace(b"/Contents 8 0 R", b"/Contents 1 0 R")
    reading = read(data, "a.pdf")
    assert [page.number for page in reading.pages] == [1, 3]
    assert [one.place for one in reading.unread] == ["page 2"]


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_a_password_is_needed_only_where_one_was_set(algorithm: str) -> None:
    readable = locked(pdf("for all"), "", algorithm)
    assert read(readable, "a.pdf").pages[0].text.strip() == "for all"
    with pytest.raises(InvalidInput, match=r"'a\.pdf' needs a password; save it without one"):
        read(locked(pdf("for one"), "secret", algorithm), "a.pdf")


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.4\nnothing of the kind\n%%EOF\n"])
def test_what_only_begins_like_one_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"'a\.pdf'.*save or print it anew"):
        read(data, "a.pdf")


def test_damage_anywhere_is_told_and_never_raw() -> None:
    whole, chance = pdf("one", None, "three"), random.Random(5)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 30)):
            data[chance.randrange(9, len(data))] = chance.randrange(256)
        with suppress(InvalidInput):
            assert read(bytes(data[: chance.randint(20, len(data))]), "a.pdf").pages


def test_what_is_mended_is_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    data = pdf("one").replace(b"startxref\n", b"startxref\n1")
    code = (
        "import sys; from seasoned.readers.choosing import read\n"
        "print(read(sys.stdin.buffer.read(), 'a.pdf').text.strip())"
    )
    subprocess.run([sys.executable, "-c", code], input=data, check=True)
    assert capfd.readouterr() == ("one\n", "")


def test_without_the_library_the_install_line_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(MissingExtra, match=r'pip install "\.\[pdf\]"'):
        read(pdf("x"), "a.pdf")
    assert read(b"text", "a.txt").pages == (PageText(None, "text", "plain"),)
