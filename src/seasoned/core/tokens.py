"""Token estimates without a tokenizer.

Characters / 4 is off by up to three times on JSON, logs and Chinese. So the text is cut about
where modern tokenizers cut it before they merge letters, and each piece is charged what its kind
costs on average: words by their pairs of letters, rare scripts by their bytes, the rest by its
length. The rates were fitted to o200k counts of 100 sorts of text and lean to the high side, since
they guard budgets; `benchmarks/tokens.py` shows how well they hold.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Final

SAFETY: Final = 1.08  # budgets are hard and estimates are not

_WIDE: Final = (  # common Han, kana, hangul
    "\u1100-\u11ff\u2e80-\u2fff\u3005-\u3007\u3031-\u33ff\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uff9f"
)
_STACKED: Final = "\u0900-\u0d7f\u0e00-\u0eff"  # Indic scripts, Thai, with marks
_PILED: Final = "\u0d80-\u0dff\u1000-\u109f\u1780-\u17ff"  # Sinhala, Burmese, Khmer
_LATIN: Final = "A-Za-z\u00aa\u00ba\u00c0-\u017f\u1e00-\u1eff"
_COMMON: Final = (  # Greek, Armenian, Hebrew, Arabic, Georgian
    "\u0370-\u03ff\u0531-\u058f\u05d0-\u064a\u0671-\u06d3\u10a0-\u10ff"
)
_MARK: Final = r"!-/:-@\[-`{-~"
# Quantifiers are possessive, so that no text makes the search go back and forth.
_PIECES: Final = re.compile(
    rf"""
      (?P<word>(?<!\S)[A-Za-z][a-z]*+(?![^\W\d_]))       # after a space
    | [^\S\n](?![\s0-9])                                 # shares the token of what follows
    | (?P<part>[A-Z]?[a-z]++(?![^\W\d_A-Z]))             # of an identifier, or after a mark
    | (?<!\s)[{_MARK}](?=[A-Za-z])                       # shares the token of its word
    | (?P<line>(?P<one>[{_MARK}])(?P=one){{3,}}+\n*+)
    | (?P<marks>[{_MARK}]++[\n/]*+)
    | (?P<digits>[0-9]++)
    | (?P<mixed>[A-Z]{{2,}}+[a-z]++(?![^\W\d_A-Z])) | (?P<upper>[A-Z]++(?![^\W\d_A-Z]))
    | (?P<blank>[\r\n]++) | (?P<gap>[ ]++) | (?P<tabs>\t++)
    | (?P<wide>[{_WIDE}]++) | (?P<stacked>[{_STACKED}]++) | (?P<piled>[{_PILED}]++)
    | (?P<latin>[{_LATIN}]++) | (?P<cyrillic>[\u0400-\u052f]++) | (?P<letters>[{_COMMON}]++)
    | (?P<dash>[\s\u00a1-\u00bf\u2010-\u2027\u200d\u3000-\u3002\ufe0f\uff00-\uff5e])
    | (?P<sign>[\u2028-\u2bff\U0001f000-\U0001faff]) | (?P<rare>.)
    """,
    re.VERBOSE | re.DOTALL,
)
# A space beside another blank. At any other a text falls apart: no piece spans it or looks beyond.
_WIDE_GAP: Final = re.compile(r" (?:\s|(?<=\s ))")
# Tokens of a piece: the first number, and the third for each character beyond the second.
_RATES: Final[dict[str, tuple[float, int, float]]] = {
    "line": (1.0, 16, 0.06),
    "marks": (1.0, 3, 0.75),
    "mixed": (1.6, 3, 0.55),
    "upper": (1.1, 2, 0.2),
    "blank": (1.0, 4, 0.2),
    "gap": (1.0, 80, 0.02),
    "tabs": (1.0, 16, 0.07),
    "wide": (1.1, 1, 0.7),
    "stacked": (1.0, 2, 0.42),
    "piled": (1.0, 2, 0.68),
    "latin": (1.1, 2, 0.34),
    "cyrillic": (1.0, 3, 0.25),
    "letters": (1.1, 2, 0.42),
    "dash": (1.0, 1, 0.0),
    "sign": (2.3, 1, 0.0),  # emoji and symbols
}
_BYTE: Final = 0.95  # tokens of a byte in scripts for which a vocabulary has next to no words
# Tenths of a token for each pair of letters in a word, a row for the first letter. They were
# fitted to counts of words of English, of sixteen other languages and of random letters, and so
# tell a word that a vocabulary has from one that falls into pieces.
_PAIRS: Final = (
    b"60208525252010813020335504"  # a
    b"16550856337076239442066628"  # b
    b"16470860250059094251167444"  # c
    b"36921899166477299426368727"  # d
    b"25003236477131633101534035"  # e
    b"17950067075278255461165506"  # f
    b"47961851279481389337449666"  # g
    b"28991758076966037261268739"  # h
    b"33012317944230037121929383"  # i
    b"59962867375585396865397457"  # j
    b"59841965466562658835595858"  # k
    b"26730356187278158822244709"  # l
    b"02760886186546104923274536"  # m
    b"28122509384544366700348845"  # n
    b"43323436472210429032021358"  # o
    b"17670683377066115121377948"  # p
    b"89779998889789854597087756"  # q
    b"08520637193412055322434308"  # r
    b"37491862387486225801277504"  # s
    b"39751781099698368116494508"  # t
    b"32341438285011727020766648"  # u
    b"39760736167976365775889247"  # v
    b"18961682156693085448776769"  # w
    b"46265898299889737993797465"  # x
    b"89756899499695659945594999"  # y
    b"69742957496775678658675475"  # z
)
_STARTS: Final = {"word": 0.5, "part": 0.6, "upper": 0.74, "mixed": 0.74}
_LONGEST: Final = 16  # letters of a word; what is longer is none
_PLACES: Final = 6  # of which the sum is sure, whatever the order it was added up in
_RUN: Final = 0.47  # tokens of a letter beyond


def estimate_tokens(text: str) -> int:
    """About how many tokens a modern tokenizer makes of `text`, rounded up, safety included.

    Args:
        text: Any text.

    Returns:
        A whole number, 0 for the empty text.
    """
    if _WIDE_GAP.search(text):
        total = _worth(text)
    else:
        first, *words = text.split(" ")
        total = _worth(first)
        total += sum([_word(w) if len(w) < _LONGEST else _worth(f" {w}") for w in words])
    return math.ceil(round(total * SAFETY, _PLACES))


def running_tokens(text: str) -> tuple[array[int], array[float]]:
    """How the estimate grows along the text, for whoever looks for places to cut it.

    Args:
        text: Any text.

    Returns:
        Where each piece of the text ends, in characters, ascending to its length, and the tokens
        up to there, safety included and not rounded. Of a stretch they tell the estimate but for
        what its ends cut apart.
    """
    ends, sums, total = array("q"), array("d"), 0.0
    known: dict[tuple[str, str], float] = {}
    for found in _PIECES.finditer(text):
        kind, piece = found.lastgroup, found.group()
        if kind is not None:
            if (cost := known.get((kind, piece))) is None:
                cost = known[kind, piece] = _cost(kind, piece) * SAFETY
            total += cost
        ends.append(found.end())
        sums.append(total)
    return ends, sums


@lru_cache(maxsize=20_000)
def _word(word: str) -> float:
    """Tokens of a word and the space before it."""
    return _worth(f" {word}")


def _worth(text: str) -> float:
    """Tokens of a text, piece by piece."""
    pieces = Counter([(m.lastgroup, m.group()) for m in _PIECES.finditer(text)])
    return sum(n * _cost(kind, piece) for (kind, piece), n in pieces.items() if kind is not None)


def _cost(kind: str, piece: str) -> float:
    return _known(kind, piece) if len(piece) <= _LONGEST else _worked_out(kind, piece)


@lru_cache(maxsize=20_000)
def _known(kind: str, piece: str) -> float:
    return _worked_out(kind, piece)


def _worked_out(kind: str, piece: str) -> float:
    if kind == "digits":
        return math.ceil(len(piece) / 3)
    if kind == "rare":
        return _BYTE * len(piece.encode("utf-8", "replace"))
    spelled = _spelled(kind, piece) if kind in _STARTS else 0.0
    if kind not in _RATES:
        return spelled
    base, free, rate = _RATES[kind]
    return max(spelled, base + rate * max(0, len(piece) - free))


def _spelled(kind: str, word: str) -> float:
    """What a word costs by its pairs of letters."""
    codes = word[:_LONGEST].lower().encode()
    tenths = sum(_PAIRS[26 * a + b - 2619] for a, b in pairwise(codes))  # 2619: of "aa"
    tenths -= 48 * (len(codes) - 1)  # 48: the byte of the digit 0
    return max(1.0, _STARTS[kind] + tenths / 10) + _RUN * max(0, len(word) - _LONGEST)
