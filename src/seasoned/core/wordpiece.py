"""BERT's uncased WordPiece tokenizer: text to the ids that a BERT-like model reads.

Knows how that tokenizer cleans, splits and looks up text, down to the Unicode version its
reference implementation was built with, so the ids are those of the `tokenizers` library under
every Python version. Knows no model and no file: the vocabulary is given.

Names of special tokens inside a text ("[SEP]") are ordinary text: what somebody wrote must not
be able to steer the model.

The method is described in Wu et al., "Google's Neural Machine Translation System", 2016,
section 4.1; the cleaning rules in Devlin et al., "BERT", 2019, and its reference code.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from seasoned.errors import InvalidInput

_LONGEST_WORD: Final = 100  # characters; the reference gives up on longer words
_CACHED_WORDS: Final = 50_000  # about 10 MB
_CACHED_CHARACTERS: Final = 50_000
_PROBE: Final = 16  # characters per wanted id that nearly always suffice

# The reference knows Unicode 8. Marks, format characters and punctuation added since then are
# plain characters to it, and in no word of the vocabulary.
_SINCE_UNICODE_8: Final = """
    61D 7FD 890-8E2 9FD-9FE A76 AFA-AFF B55 C04-C3C C77 C84 D00 D3B-D3C D81 EBA ECE 180F-1886
    1ABF-1ACE 1B7D-1B7E 1DF6-1DFB 2E43-2E5D A82C A8C5 A8FF A9BD 10D24-10D27 10EAB-10F89
    11070-11074 110C2-110CD 111CF 1123E-11241 1133B 11438-1145E 11660-1166C 116B9 1182F-1183B
    1193B-11FFF 12FF1-13455 16E97-16E9A 16F4F 16FE2-16FE4 1CF00-1CF46 1E000-1E4EF 1E944-1E95F
"""
# Each of these is a word of its own. The gap before 2B920 is the reference's.
_IDEOGRAPHS: Final = """
    3400-4DBF 4E00-9FFF F900-FAFF 20000-2A6DF 2A700-2B73F 2B740-2B81F 2B920-2CEAF 2F800-2FA1F
"""
# Signs of ASCII that split words although Unicode calls some of them symbols.
_ASCII_SIGNS: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def read_vocabulary(text: str) -> dict[str, int]:
    """The vocabulary of a `vocab.txt`: one piece per line, its id the line's number from 0."""
    # Not splitlines(): some pieces are characters that it takes for line ends.
    return {piece: id for id, piece in enumerate(text.removesuffix("\n").split("\n"))}


class WordPiece:
    """Tokenizer over a vocabulary; safe to share between threads.

    Attributes:
        silent: Ids that say nothing of the text: start, end, and "unknown word".
    """

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        """Take over a vocabulary.

        Args:
            vocabulary: Id of every piece; those inside a word begin with "##".

        Raises:
            InvalidInput: [CLS], [SEP] or [UNK] is missing.
        """
        for special in ("[CLS]", "[SEP]", "[UNK]"):
            if special not in vocabulary:
                raise InvalidInput(
                    f"the vocabulary of {len(vocabulary)} pieces has no {special!r}; "
                    "give the vocab.txt of an uncased BERT model"
                )
        self._vocabulary = dict(vocabulary)
        self._start, self._end = vocabulary["[CLS]"], vocabulary["[SEP]"]
        self._unknown = [vocabulary["[UNK]"]]
        self._longest_piece = max(map(len, vocabulary))
        self._folding = _Folding()
        self._words: dict[str, list[int]] = {}
        self.silent = frozenset({self._start, self._end, *self._unknown})

    def ids(self, text: str, limit: int = 256) -> list[int]:
        """Ids of a text: [CLS], its pieces, [SEP].

        Args:
            text: Any text; lone surrogates and control characters are dropped.
            limit: Most ids to return, at least 2. What does not fit is cut off at the end.

        Raises:
            InvalidInput: `limit` is below 2.
        """
        if limit < 2:
            raise InvalidInput(f"limit={limit} leaves no place for [CLS] and [SEP]; give 2 or more")
        return [self._start, *self._pieces(text, limit - 2), self._end]

    def _pieces(self, text: str, room: int) -> list[int]:
        """Ids of the first `room` pieces."""
        head = text[: room * _PROBE]
        if len(head) < len(text):
            # A megabyte is not read for 256 ids. The head's last word may go on behind it.
            pieces = self._look_up(head.translate(self._folding).split()[:-1], room)
            if len(pieces) >= room:
                return pieces[:room]
        return self._look_up(text.translate(self._folding).split(), room)[:room]

    def _look_up(self, words: Iterable[str], room: int) -> list[int]:
        """Ids of the words' pieces, up to the word that fills `room`."""
        pieces: list[int] = []
        known = self._words
        for word in words:
            pieces += known.get(word) or self._learn(word)
            if len(pieces) >= room:
                break
        return pieces

    def _learn(self, word: str) -> list[int]:
        """Split a word that the cache does not hold."""
        if len(word) > _LONGEST_WORD:
            return self._unknown
        if len(self._words) >= _CACHED_WORDS:
            self._words.clear()
        self._words[word] = pieces = self._split(word)
        return pieces

    def _split(self, word: str) -> list[int]:
        """Greedy from the left, the longest known piece each time; all unknown if one is."""
        pieces: list[int] = []
        start, prefix = 0, ""
        while start < len(word):
            end = min(len(word), start + self._longest_piece)
            while (id := self._vocabulary.get(prefix + word[start:end])) is None:
                end -= 1
                if end == start:
                    return self._unknown
            pieces.append(id)
            start, prefix = end, "##"
        return pieces


class _Folding(dict[int, str]):
    """A table for `str.translate` that works out each character when first met.

    One pass of translation does all the cleaning: drop, lower, strip accents, and put spaces
    around what is a word of its own. Marks of classes that Unicode reorders are either dropped
    or unknown to the vocabulary, so going character by character loses nothing.
    """

    def __init__(self) -> None:
        super().__init__({0x0: "", 0xFFFD: "", 0x9: " ", 0xA: " ", 0xD: " "})
        # Reclassified since Unicode 8: once a mark, and twice punctuation.
        self.update({0x1734: "", 0x166D: " \u166d ", 0x111C9: " \U000111c9 "})
        self._newer = _ranges(_SINCE_UNICODE_8)
        self._ideographs = _ranges(_IDEOGRAPHS)

    def __missing__(self, code: int) -> str:
        folded = self._fold(code)
        if _within(code, self._ideographs):
            folded = f" {folded} "
        if len(self) < _CACHED_CHARACTERS:
            self[code] = folded
        return folded

    def _fold(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if category == "Cn" or _within(code, self._newer):
            return character
        if category in ("Zs", "Zl", "Zp"):
            return " "
        if category[0] == "C":
            return ""
        # Lower-cased one by one: a whole word would turn a final Σ into ς.
        return "".join(
            _spaced(part.lower())
            for part in unicodedata.normalize("NFD", character)
            if unicodedata.category(part) != "Mn"
        )


def _spaced(character: str) -> str:
    """Punctuation with a space on either side; anything else as it is."""
    if character in _ASCII_SIGNS or unicodedata.category(character[0])[0] == "P":
        return f" {character} "
    return character


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Code points from hexadecimal notation: "61D 890-8E2" is ((0x61D, 0x61D), (0x890, 0x8E2))."""
    pairs = (entry.partition("-") for entry in text.split())
    return tuple((int(first, 16), int(last or first, 16)) for first, _, last in pairs)


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
