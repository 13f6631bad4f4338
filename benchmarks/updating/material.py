"""Exchanges with what should be kept of them, and how an extractor is scored on them.

It knows nothing of any extractor: whatever maps the two texts of an exchange to pairs of a kind
and a text can be scored. The package's docstring says what the fields mean.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import Literal

import msgspec

from seasoned.errors import InvalidInput

Kind = Literal["preference", "fact", "instruction"]
Language = Literal["en", "de", "zh", "es"]
Split = Literal["dev", "more", "test"]
Difficulty = Literal[
    "fact",
    "preference",
    "instruction",
    "negation",
    "correction",
    "mixed",
    "long",
    "chat",
    "question",
    "hypothetical",
    "quote",
    "third-person",
    "sarcasm",
    "past",
    "temporary",
    "uncertain",
    "secret",
    "private",
    "pasted",
    "injected",
    "assistant",
]
Extracted = tuple[str, str]  # kind, text
Extract = Callable[[str, str], Sequence[Extracted]]

LONGEST = 240  # columns of an item, a wide character taking two: two sentences, not a message
FOLDER = Path(__file__).parent


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that should be kept."""

    kind: Kind
    about: str
    must: tuple[str, ...]
    key: str | None = None
    optional: bool = False

    def __post_init__(self) -> None:
        if not self.must or not all(each for part in self.must for each in part.split("|")):
            raise ValueError(f"{self.about!r} has an empty `must`; name the words it cannot lack")
        if not self.met_by(self.about):
            raise ValueError(f"{self.about!r} does not contain its own `must`: {self.must}")

    def met_by(self, text: str) -> bool:
        """Whether the text says this, as far as words tell."""
        return columns(text) <= LONGEST and self.named_in(text)

    def named_in(self, text: str) -> bool:
        """Whether all of `must` is in a text of any length."""
        folded = fold(text)
        return all(any(fold(each) in folded for each in part.split("|")) for part in self.must)


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a user said, what was answered, and what should be kept of it."""

    id: str
    lang: Language
    split: Split
    topic: str
    kind: Difficulty
    user: str
    assistant: str
    expected: tuple[Expected, ...]
    note: str
    never: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.id.startswith(f"{self.lang}-{self.split}-"):
            raise ValueError(f"id {self.id!r} should start with language and split")
        if not all(t.strip() for t in (self.topic, self.user, self.assistant, self.note)):
            raise ValueError(f"{self.id} has a blank text; fill in topic, user, assistant and note")
        for each in self.expected:
            if not each.named_in(self.user):
                raise ValueError(f"{self.id}: the user's words do not meet {each.must}")
            if self.leaks(each.about):
                raise ValueError(f"{self.id}: {each.about!r} contains something of `never`")
        said = fold(f"{self.user}\n{self.assistant}")
        if unsaid := [each for each in self.never if not each or fold(each) not in said]:
            raise ValueError(f"{self.id}: nobody says {unsaid}, so `never` should not name it")

    @property
    def required(self) -> tuple[Expected, ...]:
        """What counts as missed if it is not extracted."""
        return tuple(each for each in self.expected if not each.optional)

    def leaks(self, text: str) -> bool:
        """Whether the text contains what must never be kept."""
        return any(fold(each) in fold(text) for each in self.never)


def fold(text: str) -> str:
    """The text as it is compared: case, width, typographic apostrophes and line ends are alike."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    return " ".join(plain.casefold().split())


def columns(text: str) -> int:
    """How wide the text is: a Chinese character says about as much as two letters."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def load(split: Split) -> tuple[Exchange, ...]:
    """All exchanges of a split.

    Raises:
        InvalidInput: If a line is not an exchange; the text names the file and the line.
    """
    exchanges = read(FOLDER / f"{split}.jsonl")
    if strays := [each.id for each in exchanges if each.split != split]:
        raise InvalidInput(f"{split}.jsonl has exchanges of another split: {strays}; move them")
    return exchanges


def read(path: Path) -> tuple[Exchange, ...]:
    """The exchanges of a JSONL file.

    Raises:
        InvalidInput: If a line is not an exchange, or an id comes twice.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    exchanges = tuple(_exchange(line, f"{path}:{i}") for i, line in enumerate(lines, start=1))
    counted = Counter(each.id for each in exchanges)
    if twice := [id for id, times in counted.items() if times > 1]:
        raise InvalidInput(f"{path} has ids more than once: {twice}; number them anew")
    return exchanges


def _exchange(line: str, place: str) -> Exchange:
    try:
        return msgspec.json.decode(line, type=Exchange)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise InvalidInput(f"{place} is not an exchange: {error}; mend the line") from error


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an extractor made of one exchange; items matching optional ones are in no list."""

    exchange: Exchange
    matched: tuple[tuple[Expected, Extracted], ...]
    missed: tuple[Expected, ...]
    invented: tuple[Extracted, ...]
    leaked: tuple[Extracted, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over many exchanges; a share of nothing is 1."""

    exchanges: int = 0
    expected: int = 0
    extracted: int = 0
    leaked: int = 0
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def matched(self) -> int:
        """Expected items that were found, of whatever kind."""
        return sum(self.confusion.values())

    @property
    def same_kind(self) -> int:
        """Expected items that were found as what they are."""
        return sum(n for (expected, found), n in self.confusion.items() if expected == found)

    @property
    def precision(self) -> float:
        """Share of the extracted items that were expected."""
        return _share(self.matched, self.extracted)

    @property
    def recall(self) -> float:
        """Share of the expected items that were extracted."""
        return _share(self.matched, self.expected)

    @property
    def strict_precision(self) -> float:
        """As precision, where an item of another kind does not count."""
        return _share(self.same_kind, self.extracted)

    @property
    def strict_recall(self) -> float:
        """As recall, where an item of another kind does not count."""
        return _share(self.same_kind, self.expected)

    def __add__(self, other: Score) -> Score:
        return Score(
            self.exchanges + other.exchanges,
            self.expected + other.expected,
            self.extracted + other.extracted,
            self.leaked + other.leaked,
            Counter(self.confusion) + Counter(other.confusion),
        )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def score(extract: Extract, exchanges: Iterable[Exchange]) -> dict[str, Score]:
    """How well an extractor does, by language."""
    scores: dict[str, Score] = {}
    for each in judge_all(extract, exchanges):
        lang = each.exchange.lang
        scores[lang] = scores.get(lang, Score()) + count(each)
    return scores


def total(scores: Iterable[Score]) -> Score:
    """The counts of several scores together."""
    return reduce(add, scores, Score())


def judge_all(extract: Extract, exchanges: Iterable[Exchange]) -> Iterator[Judgement]:
    """Exchange by exchange, for reading what went wrong."""
    for each in exchanges:
        yield judge(each, extract(each.user, each.assistant))


def judge(exchange: Exchange, items: Sequence[Extracted]) -> Judgement:
    """What of the items was expected."""
    wanted = (*exchange.required, *(each for each in exchange.expected if each.optional))
    pairs = _pair(exchange, wanted, items)
    matched = [(wanted[i], items[j]) for i, j in pairs.items() if not wanted[i].optional]
    return Judgement(
        exchange,
        tuple(matched),
        tuple(e for i, e in enumerate(wanted) if i not in pairs and not e.optional),
        tuple(item for j, item in enumerate(items) if j not in pairs.values()),
        tuple(item for item in items if exchange.leaks(item[1])),
    )


def count(judgement: Judgement) -> Score:
    """A judgement as counts."""
    pairs = judgement.matched
    return Score(
        exchanges=1,
        expected=len(pairs) + len(judgement.missed),
        extracted=len(pairs) + len(judgement.invented),
        leaked=len(judgement.leaked),
        confusion=Counter((expected.kind, kind) for expected, (kind, _) in pairs),
    )


def _pair(
    exchange: Exchange, wanted: Sequence[Expected], items: Sequence[Extracted]
) -> dict[int, int]:
    """Which item stands for which expected one, as many as can be paired; required ones first."""
    holder: dict[int, int] = {}
    clean = [j for j, (_, text) in enumerate(items) if not exchange.leaks(text)]

    def place(i: int, same: bool, tried: set[int]) -> bool:
        """Find an item for expected one `i`, moving others that have a second choice."""
        for j in clean:
            fits = wanted[i].met_by(items[j][1]) and (not same or items[j][0] == wanted[i].kind)
            if fits and j not in tried:
                tried.add(j)
                if j not in holder or place(holder[j], same, tried):
                    holder[j] = i
                    return True
        return False

    # Required before optional, and of the same kind first; who is placed stays placed.
    for optional in (False, True):
        for same in (True, False):
            for i, each in enumerate(wanted):
                if each.optional == optional and i not in holder.values():
                    place(i, same, set())
    return {i: j for j, i in holder.items()}
