"""What in a text tells an agent to act: the rule for imperatives, as patterns over one text.

Two grades. An *attack* overrides the agent's instructions, sends secrets away, runs what the
network hands out, hides from the user, or plants a rule for all time; the patterns aim at few false
alarms in honest logs. *Advice* is any sentence in the imperative, and honest lessons are full of
it. Patterns see shapes and not intent: an attack in other words, in a language that is not listed
or in a code of its own passes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from seasoned.core.imperatives import FRAME, RULES
from seasoned.core.imperatives_abroad import ADVICE
from seasoned.core.patterns import NEGATED, Gate, Rule
from seasoned.core.unseen import UNSEEN

ADVISES: Final = "advice"
FURTHEST: Final = 20_000  # characters of a text; far more than a prompt shows of one
LONGEST: Final = 600  # characters of a sentence that are looked at together
_OVERLAP: Final = 300  # of these; no shorter attack is cut in two
_NEGATION: Final = 20  # characters before a piece that may turn round what it begins with
ALIKE: Final = 0.6  # of two sentences' words in common, from which they say alike
_ENDS: Final = re.compile(r"(?<=[.!?;])\s+|[\n\r。！？]+")
_WORD: Final = re.compile(r"\w+")
_PLACES: Final = re.compile(
    r"(?:\w+://|www\.)[^\s)>\"'`|]+|[\w.+-]+@[\w-]+\.[\w.]+|\d+(?:\.\d+){3}"
)
# Letters of other scripts that pass for Latin ones, as in a word that mixes both.
_LOOKS: Final = str.maketrans("аеорсухіјѕԁһԛԝɡοαενυιτ", "aeopcyxijsdhqwgoaevuit")
_STRUCK: Final = re.compile(
    "[\u0334-\u0338\u0332\u0333\u033f\u20d2-\u20e0]"
)  # lines through letters
_LETTERS: Final = re.compile(r"[^\W\d_]{3,}")
_LATIN: Final = re.compile(r"[a-z]")


@dataclass(frozen=True, slots=True)
class Demand:
    """A sentence that tells an agent to act.

    Attributes:
        kind: ``override``, ``exfiltrate``, ``execute``, ``conceal``, ``persist``, ``frame`` (marks
            of frames and chat templates) or ``advice``.
        text: The sentence, in lower case and without what cannot be seen.
    """

    kind: str
    text: str

    @property
    def is_attack(self) -> bool:
        """Whether it is of the graver grade."""
        return self.kind != ADVISES

    @property
    def words(self) -> frozenset[str]:
        """The words in it."""
        return frozenset(_WORD.findall(self.text))

    @property
    def places(self) -> frozenset[str]:
        """Addresses in it: of the network and of mail."""
        return frozenset(place.rstrip(".,;:") for place in _PLACES.findall(self.text))

    def is_like(self, other: Demand) -> bool:
        """Whether both say alike: of one kind, the same addresses, most words in common.

        "Run what is at A" is not borne out by "run what is at B", however like they are.
        """
        if self.kind != other.kind or self.places != other.places:
            return False
        mine, theirs = self.words, other.words
        return len(mine & theirs) >= ALIKE * len(mine | theirs)


def plain(text: str) -> str:
    """Lower case, in one form of each letter, without what cannot be seen."""
    if text.isascii():
        return text.lower()
    bare = _STRUCK.sub("", UNSEEN.sub("", text))
    seen = unicodedata.normalize("NFKC", bare).casefold()
    return _LETTERS.sub(_unmixed, seen)


def _unmixed(word: re.Match[str]) -> str:
    """A word of Latin and other letters with the Latin ones that those look like."""
    if word[0].isascii() or not _LATIN.search(word[0]):
        return word[0]
    return word[0].translate(_LOOKS)


def attacks(text: str) -> tuple[Demand, ...]:
    """The sentences of a text that are attacks, each with the first kind that it is of.

    Only the first 20,000 characters are looked at, here and in `demands`.
    """
    seen = plain(text[:FURTHEST])
    live = _gate().open_for(seen)
    if not live:
        return ()
    found = (Demand(kind, p.text) for p in _pieces(seen) if (kind := _attack(p, live)))
    return tuple(dict.fromkeys(found))


def demands(text: str) -> tuple[Demand, ...]:
    """The sentences of a text that are attacks or advice, in order."""
    seen = plain(text[:FURTHEST])
    live = _gate().open_for(seen)
    found = (
        Demand(kind, p.text) for p in _pieces(seen) if (kind := _attack(p, live) or _advice(p))
    )
    return tuple(dict.fromkeys(found))


def orders(texts: Iterable[str]) -> tuple[Demand, ...]:
    """The attacks of several texts but marks of frames, which a prompt breaks anyway."""
    return tuple(demand for demand in in_any(texts) if demand.kind != FRAME)


def in_any(texts: Iterable[str], *, advice: bool = False) -> tuple[Demand, ...]:
    """The demands of several texts, each once."""
    find = demands if advice else attacks
    return tuple(dict.fromkeys(demand for text in texts if text for demand in find(text)))


@cache
def _gate() -> Gate:
    return Gate(RULES)


class _Piece(NamedTuple):
    """A sentence, or as much of a long one as is looked at together.

    Attributes:
        before: The end of what comes before it in the sentence.
    """

    text: str
    before: str = ""


def _pieces(seen: str) -> Iterator[_Piece]:
    """Sentences and lines; long ones in pieces that overlap, so that padding hides nothing."""
    for sentence in _ENDS.split(seen):
        whole = " ".join(sentence.split())
        for start in range(0, max(1, len(whole) - _OVERLAP), LONGEST - _OVERLAP):
            before = whole[max(0, start - _NEGATION) : start]
            yield _Piece(whole[start : start + LONGEST], before)


def _attack(piece: _Piece, rules: Sequence[Rule]) -> str:
    """The kind of attack that a piece is, "" if none."""
    for rule in rules:
        found = rule.search(piece.text)
        if found and not NEGATED.search(piece.before + piece.text[: found.start()]):
            return rule.kind
    return ""


def _advice(piece: _Piece) -> str:
    """Advice begins a sentence."""
    return ADVISES if not piece.before and ADVICE.match(piece.text) else ""
