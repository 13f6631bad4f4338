"""The default analyzer: English stems, the parts of identifiers, pairs of CJK characters.

It knows how a text becomes countable terms and nothing of how they are counted or stored. Each
term is one token to SQLite's `unicode61` tokenizer, so that the full-text index agrees with it.
Anything that changes the terms of some text means raising `_NUMBER`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b
from typing import Final

# Not `snowballstemmer.stemmer`, which hands out PyStemmer where that happens to be installed.
from snowballstemmer.english_stemmer import EnglishStemmer

_NUMBER: Final = 1
_TERM: Final = 64  # characters of a term; what is longer is a blob, and its start tells it apart
_WORD: Final = 256  # characters of a word that are looked at
_KEPT: Final = 50_000  # words whose terms are remembered, about 10 MB

# Scripts written without spaces, or with compounds that pairs catch well: Thai, Lao, Myanmar,
# Khmer, hangul, kana, Han.
_UNSPACED: Final = (
    "\u0e01-\u0e46\u0e81-\u0ec6\u1000-\u103f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3041-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_PIECES: Final = re.compile(rf"[^\W{_UNSPACED}]+|[{_UNSPACED}]+")
_ASCII: Final = re.compile(r"[A-Za-z0-9_]+")
_UNSPACED_START: Final = re.compile(f"[{_UNSPACED}]")
# camelCase, HTTPError, URLs (one part), error404.
_PARTS: Final = re.compile(r"[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

# The hyphen of a negation: non-blocking is nonblocking, and no kind of blocking.
_NEGATED: Final = re.compile(r"(?<=\bnon)-(?=\w)", re.IGNORECASE)

_ACCENTS: Final = re.compile("[\u0300-\u036f]+")
# Marks and symbols, and the few letters that unicode61 takes for marks.
_ODD: Final = re.compile("[^\\w\\s\x00-\x7f]|[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]")
# Normalisation sorts runs of marks in quadratic time; no real text stacks more than eight.
_PILED: Final = re.compile(r"([^\w\s\x00-\x7f]{8})[^\w\s\x00-\x7f]+")

_STOP: Final = frozenset(
    """
    a about after all also am an and any are as at be because been before being but by can could
    d did do does doing done down each for from get had has have having he her here him his how i
    if in into is it its itself just ll m may me might more most must my no nor not of off on once
    only or other our out over own s same shall she should so some such t than that the their
    them then there these they this those through to too under until up upon us ve very was we
    were what when where which while who whom why will with would you your
    aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren wouldn
    """.split()  # noqa: SIM905 (130 quoted words would be harder to read)
)

# One or two words for each rule of English stemming, and those that releases disagree on.
_PROBES: Final = """
    addition added agreed andes argument atlas biologist bias boxes bypassed canning caresses
    classes coming communism cosmos cries dying early emergency evening exceed generate geologist
    gently happily herring hoping hopping idly importance inning international internal knowingly
    lateral later luxuriating national news nonsense only organic organization outing paste pasted
    plotted ponies proceed relational replacement runner said singly sky skies succeed ties tied
    universal universe useful utility yelled youth
    """.split()  # noqa: SIM905


class SnowballAnalyzer:
    """Lexical terms of text in any language, with English stemming.

    Compatibility forms, case and accents are folded. An identifier gives its parts and the whole
    (``getUserName`` and ``get_user_name``: get, user, name, getusernam), so that it is found by
    either spelling; ``non-null`` is ``nonnull``. Scripts without spaces give pairs of neighbouring
    characters. English stop words are left out, unless a text consists of them alone. Holds no
    state; safe to share.

    Attributes:
        version: Our number, and a digest of how the installed stemmer treats telling words.
    """

    version: str

    def __init__(self) -> None:
        stems = " ".join(map(_stem, _PROBES)).encode()
        self.version = f"snowball-{_NUMBER}-{blake2b(stems, digest_size=4).hexdigest()}"

    def terms(self, text: str) -> list[str]:
        """The terms in order of appearance: lower-case letters and digits, at most 64 each."""
        text = _NEGATED.sub("", text)
        words = _ASCII.findall(text) if text.isascii() else _PIECES.findall(_folded(text))
        found: list[str] = []
        for word in words:
            found += _terms(word) if len(word) <= _WORD else _long_terms(word)
        if not found:  # "to be or not to be"
            bare = (word.replace("_", "").casefold() for word in words)
            found = [word for word in bare if word]
        return found


def _folded(text: str) -> str:
    """The text in compatibility form without accents, marks and symbols; case is kept."""
    spread = unicodedata.normalize("NFKD", _PILED.sub(r"\1", text))
    # NFC puts syllables of hangul and voiced kana together again.
    return _ODD.sub(_blank, unicodedata.normalize("NFC", _ACCENTS.sub("", spread)))


def _blank(odd: re.Match[str]) -> str:
    """Nothing for what belongs to a word (marks, joiners, soft hyphens), a gap for the rest."""
    category = unicodedata.category(odd[0])
    return "" if category[0] in "ML" or category == "Cf" else " "


@lru_cache(maxsize=_KEPT)
def _terms(word: str) -> tuple[str, ...]:
    """The terms of one run of characters; none for a stop word."""
    if _UNSPACED_START.match(word):
        return _pairs(word)
    joined = word.replace("_", "").casefold()
    parts = [part for piece in word.split("_") for part in _split(piece)]
    if len(parts) > 1:
        # Parts of one character (x_1, the pieces of a hex digest) say nothing by themselves.
        inner = (part.casefold() for part in parts if len(part) > 1)
        return (*(_stem(part) for part in inner if part not in _STOP), _stem(joined))
    return () if not joined or joined in _STOP else (_stem(joined),)


def _long_terms(word: str) -> tuple[str, ...]:
    """The terms of a run that is not worth remembering."""
    return _pairs(word) if _UNSPACED_START.match(word) else _terms(word[:_WORD])


def _pairs(run: str) -> tuple[str, ...]:
    """Neighbouring characters two by two; one that stands alone, alone."""
    return tuple(run[i : i + 2] for i in range(max(1, len(run) - 1)))


def _split(piece: str) -> list[str]:
    """The parts of an identifier's piece; other alphabets are not split."""
    return _PARTS.findall(piece) if piece.isascii() else [piece]


def _stem(word: str) -> str:
    """The English stem of an English-looking word, any other word as it is; cut to 64."""
    if not (word.isascii() and word.isalpha()):
        return word[:_TERM]
    # A new stemmer each time: it keeps the word in itself and would not survive threads.
    stem: str = EnglishStemmer().stemWord(word[:_TERM])
    return stem
