"""Text to terms: what is found by what, and what a term may look like."""

from __future__ import annotations

import sqlite3
import sys
import time
import types

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned.tokenizers.snowball import SnowballAnalyzer

ANALYZER = SnowballAnalyzer()
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def terms(text: str) -> list[str]:
    return ANALYZER.terms(text)


def matches(query: str, text: str) -> bool:
    """Whether every term of the query is among the text's."""
    return bool(terms(query)) and set(terms(query)) <= set(terms(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("connections failing", "the connection failed"),
        ("login tests", "Fix the flaky LOGIN test!"),
        ("resume", "Résumé parser"),
        ("STRASSE", "Straße"),
        ("istanbul", "İSTANBUL"),
        ("cafe\u0301", "CAFÉ"),
        ("ﬁle", "file"),
        ("ＡＢＣ１２３", "abc123"),
        ("ежик", "ЁЖИК"),
        ("user", "the user's page"),
        ("404", "HTTP 404"),
        ("x²", "x2"),
    ],
)
def test_folds_case_accents_forms_and_endings(query: str, text: str) -> None:
    assert matches(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("user name", "getUserName()"),
        ("get_user_name", "getUserName()"),
        ("GetUserName", "def get_user_name(self):"),
        ("http error", "raise HTTPError404"),
        ("404", "raise HTTPError404"),
        ("KeyError", "KeyError: 'session_id'"),
        ("key error", "KeyError: 'session_id'"),
        ("session id", "KeyError: 'session_id'"),
        ("auth.py", "tests/unit/test_auth.py"),
        ("test_auth", "tests/unit/test_auth.py:12"),
        ("join path", "os.path.join"),
        ("javascript", "JavaScript"),
        ("api", "APIs"),
        ("init", "__init__"),
        ("sha256", "hashlib.sha256"),
        ("MAX_RETRIES", "max retries maxretries"),
    ],
)
def test_finds_identifiers_by_parts_and_whole(query: str, text: str) -> None:
    assert matches(query, text)


def test_pieces_of_a_digest_are_not_terms() -> None:
    assert terms("a3f9c2e1") == ["a3f9c2e1"]


def test_leaves_stop_words_out() -> None:
    assert terms("What is the cause of this error?") == ["caus", "error"]
    assert "isn" not in terms("it isn't what they've said I'll do") and terms("it's red") == ["red"]


def test_a_text_of_stop_words_keeps_them() -> None:
    assert terms("To be, or not to be") == ["to", "be", "or", "not", "to", "be"]
    assert terms("_the_") == ["the"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("学习编程", ["学习", "习编", "编程"]),
        ("猫", ["猫"]),
        ("使用Python编程", ["使用", "python", "编程"]),
        ("がぎ", ["がぎ"]),
        ("か\u3099き\u3099", ["がぎ"]),
        ("ｶﾞｷﾞ", ["ガギ"]),
        ("한국어 책", ["한국", "국어", "책"]),
        ("ไทย", ["ไท", "ทย"]),
        ("学、习", ["学", "习"]),
    ],
)
def test_scripts_without_spaces_become_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("text", ["", "  \n", "!?—…", "🎉🔥", "_", "___ __", "\ufffd", "\u0301"])
def test_text_without_words_has_no_terms(text: str) -> None:
    assert terms(text) == []


def test_symbols_part_words_and_invisible_characters_do_not() -> None:
    assert terms("red→blue") == ["red", "blue"]
    assert terms("auto\u00admobile\u200b") == terms("automobile")


def test_long_words_are_cut() -> None:
    assert terms("x" * 65) == terms("x" * 1000) == ["x" * 64]
    assert all(len(term) <= 64 for term in terms("aB" * 500 + " " + "word_" * 100))


def test_repetitions_and_order_are_kept() -> None:
    assert terms("blue red blue") == ["blue", "red", "blue"]


@given(TEXT)
def test_a_term_is_folded_letters_and_digits(text: str) -> None:
    for term in terms(text):
        assert term.isalnum() and term == term.casefold() and len(term) <= 64


def test_every_character_gives_such_terms() -> None:
    letters = [c for i in range(sys.maxunicode + 1) if (c := chr(i)).isalnum()]
    for term in terms(" ".join(f"x{c} {c}y" for c in letters)):
        assert term.isalnum() and term == term.casefold()


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXT, max_size=5))
def test_a_term_is_one_token_of_the_full_text_index(texts: list[str]) -> None:
    found = [term for text in texts for term in terms(text)]
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'unicode61')")
    db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)")
    db.execute("INSERT INTO t VALUES (?)", (" ".join(found),))
    assert db.execute("SELECT count(*) FROM v").fetchone()[0] == len(found)
    db.close()


def test_every_letter_stays_in_one_token_of_the_full_text_index() -> None:
    letters = (c for i in range(sys.maxunicode + 1) if (c := chr(i)).isalnum())
    found = sorted({term for c in letters for term in terms(f"a{c}b")})
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'unicode61')")
    db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)")
    db.execute("INSERT INTO t VALUES (?)", (" ".join(found),))
    assert db.execute("SELECT count(*) FROM v").fetchone()[0] == len(found)
    db.close()


@given(TEXT, TEXT)
def test_a_text_has_the_same_terms_alone_and_among_others(one: str, other: str) -> None:
    alone = terms(f"apple {one}") + terms(f"apple {other}")
    assert terms(f"apple {one}\napple {other}") == alone


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "aB" * 500_000,
        "a_" * 500_000,
        "a" + "\u0316\u0301" * 500_000,
        "中" * 1_000_000,
        "か\u3099" * 500_000,
        "─" * 1_000_000,
        "é" * 1_000_000,
        "the " * 250_000,
    ],
    ids=["run", "camel", "snake", "marks", "han", "kana", "lines", "accents", "stop"],
)
def test_a_megabyte_takes_linear_time(text: str) -> None:
    # Quadratic code needs minutes for these; the bound leaves room for a busy machine.
    start = time.process_time()
    terms(text)
    assert time.process_time() - start < 5.0


def test_version_names_the_stems(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ANALYZER.version == SnowballAnalyzer().version

    class Other:
        def stemWord(self, word: str) -> str:  # noqa: N802 (the stemmer's name)
            return word.removesuffix("s")

    monkeypatch.setattr("seasoned.tokenizers.snowball.EnglishStemmer", Other)
    assert SnowballAnalyzer().version != ANALYZER.version


def test_an_installed_pystemmer_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = types.ModuleType("Stemmer")
    fake.algorithms = fake.Stemmer = lambda *_: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "Stemmer", fake)
    for name in [n for n in sys.modules if n.startswith(("snowballstemmer", "seasoned.tok"))]:
        monkeypatch.delitem(sys.modules, name)
    from seasoned.tokenizers.snowball import SnowballAnalyzer as Fresh

    assert Fresh().version == ANALYZER.version
    assert Fresh().terms("relational databases") == ["relat", "databas"]


def test_a_negated_word_is_not_the_word() -> None:
    terms = ANALYZER.terms
    assert terms("non-blocking Non-null") == terms("nonblocking nonnull")
    assert not set(terms("non-living")) & set(terms("living"))
