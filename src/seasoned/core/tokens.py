"""Token estimates without a tokenizer.

Words, digits, punctuation and scripts are counted apart, since characters / 4 is off by up to
three times on JSON, logs and Chinese. The rates were fitted to o200k counts of prose, source
code, JSON, logs, Chinese and Russian; `SAFETY` covers the rest of the error.
"""

from __future__ import annotations

import math
import re

SAFETY = 1.1  # budgets are hard and estimates are not: 10 % headroom
_PIECES = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<wide>[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff"
    r"\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])|(?P<letters>[^\W\d_]+)|(?P<blank>\n[ \t\n]*)"
    r"|(?P<gap>[ \t]+)|(?P<mark>.)",
    re.DOTALL,
)
_WORD = 6.5  # Latin letters that one token holds in a long word
_LETTERS = 3.0  # letters of other alphabets per token
_WIDE = 0.85  # tokens per CJK character
_MARK = 0.75  # runs such as `":{` share a token


def estimate_tokens(text: str) -> int:
    """About how many tokens a modern tokenizer makes of `text`, rounded up, safety included.

    Args:
        text: Any text.

    Returns:
        A whole number, 0 for the empty text.
    """
    total = sum(_weight(piece.lastgroup or "", piece.group()) for piece in _PIECES.finditer(text))
    return math.ceil(total * SAFETY)


def _weight(kind: str, piece: str) -> float:
    if kind == "word":
        return float(math.ceil(len(piece) / _WORD)) if len(piece) > 12 else 1.0
    if kind == "digits":
        return float(math.ceil(len(piece) / 3))
    if kind == "wide":
        return _WIDE
    if kind == "letters":
        return float(math.ceil(len(piece) / _LETTERS))
    if kind == "blank":
        return 1.0
    if kind == "gap":
        return 0.0 if len(piece) == 1 else 1.0
    return _MARK if piece.isascii() else float(len(piece.encode("utf-8", "replace"))) * 0.6
