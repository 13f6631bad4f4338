"""Token estimates without a tokenizer.

Characters / 4 is off by up to three times on JSON, logs and Chinese. So the text is cut about
where modern tokenizers cut it before they merge letters, and each piece is charged what its kind
costs on average at its length. The rates were fitted to o200k counts of 45 sorts of text and lean
to the high side, since they guard budgets; `benchmarks/tokens.py` shows how well they hold.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Final

SAFETY: Final = 1.08  # budgets are hard and estimates are not

_WIDE: Final = (  # Han, kana, hangul
    "\u1100-\u11ff\u2e80-\u2fff\u3005-\u3007\u3031-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff"
)
_STACKED: Final = "\u0900-\u0eff\u1000-\u109f\u1780-\u17ff"  # Indic scripts, Thai, with marks
_LATIN: Final = "A-Za-z\u00aa\u00ba\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff"
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
    | (?P<blank>\n(?:[^\S\n]*+\n)*+) | (?P<gap>[^\S\n]++)
    | (?P<wide>[{_WIDE}]++) | (?P<stacked>[{_STACKED}]++)
    | (?P<latin>[{_LATIN}]++) | (?P<cyrillic>[\u0400-\u052f]++) | (?P<letters>[^\W\d_]++)
    | (?P<dash>[\u00a1-\u00bf\u2010-\u2027\u200d\u3000-\u3002\ufe0f\uff01-\uff0f]) | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
# Tokens of a piece: the first number, and the third for each character beyond the second.
_RATES: Final[dict[str, tuple[float, int, float]]] = {
    "word": (1.0, 8, 0.12),
    "part": (1.1, 2, 0.06),
    "line": (1.0, 16, 0.06),
    "marks": (1.0, 3, 0.5),
    "mixed": (1.6, 3, 0.55),
    "upper": (1.1, 2, 0.2),
    "blank": (1.0, 30, 0.02),
    "gap": (1.0, 80, 0.02),
    "wide": (1.1, 1, 0.7),
    "stacked": (1.0, 2, 0.42),
    "latin": (1.1, 2, 0.34),
    "cyrillic": (1.0, 3, 0.25),
    "letters": (1.1, 2, 0.42),
    "dash": (1.0, 1, 0.0),
    "sign": (2.3, 1, 0.0),  # emoji and rare symbols
}
_FOREIGN: Final = 0.16  # more per character beyond four, for Latin words that are not English
_ACCENTS: Final = 6  # a sixth of the words with accents: all words are foreign


def estimate_tokens(text: str) -> int:
    """About how many tokens a modern tokenizer makes of `text`, rounded up, safety included.

    Args:
        text: Any text.

    Returns:
        A whole number, 0 for the empty text.
    """
    found = ((m.lastgroup, m.end() - m.start()) for m in _PIECES.finditer(text))
    pieces = Counter((kind, length) for kind, length in found if kind is not None)
    total = sum(count * _cost(kind, length) for (kind, length), count in pieces.items())
    return math.ceil((total + _foreign(pieces)) * SAFETY)


def _cost(kind: str, length: int) -> float:
    if kind == "digits":
        return math.ceil(length / 3)
    base, free, rate = _RATES[kind]
    return base + rate * max(0, length - free)


def _foreign(pieces: Counter[tuple[str, int]]) -> float:
    """What plain words cost more where others around them have accents (German, Polish)."""
    accented = sum(count for (kind, _), count in pieces.items() if kind == "latin")
    if not accented:
        return 0.0
    plain = [(n, length) for (kind, length), n in pieces.items() if kind in ("word", "part")]
    share = accented / (accented + sum(n for n, _ in plain))
    extra = sum(n * max(0, length - 4) for n, length in plain)
    return _FOREIGN * extra * min(1.0, _ACCENTS * share)
