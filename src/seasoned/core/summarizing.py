"""A rolling summary without a model: which passages of older messages are kept as notes.

A note keeps the worth that its passage was given, so that a fold costs what it folds; only how rare
its words are is seen anew each time. For that a summary remembers how frequent the most frequent
words were. What a passage is worth is `seasoned.core.passages`'.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from seasoned.core import wording
from seasoned.core.duplicates import Duplicates
from seasoned.core.importance import Signals, default_signals
from seasoned.core.messages import Message
from seasoned.core.passages import Passage, Said, judge, passages, rarity_odds, read
from seasoned.core.sentences import sentences, width
from seasoned.core.summaries import Note, Summary, Tokenizer, in_order
from seasoned.core.tokens import estimate_tokens

_HEAVY: Final = 0.9  # power of the width that the worth is divided by; 1 prefers the shortest
_LINE: Final = 4  # characters that a line takes beside the note and its speaker
_FRAME: Final = 100  # characters that a summary takes beside its notes
_ROUNDS: Final = 9  # of fitting the notes to the limit
_SAMPLE: Final = 64
_FULL: Final = 0.98  # of the limit
_WORDS: Final = 1_000  # most frequent words that a summary remembers
_CERTAIN: Final = 1e-6


def summarize(
    previous: Summary | None,
    messages: Sequence[Message],
    limit: int,
    *,
    count: Tokenizer = estimate_tokens,
    signals: Signals | None = None,
    headings: bool = False,
    replaced: int | None = None,
) -> Summary:
    """A summary of what the previous one and some more messages say.

    It is always shorter than what it replaces, and the same for the same input.

    Args:
        previous: What was summarised before, None at first.
        messages: Those that follow, oldest first.
        limit: Most tokens of the summary as it is rendered.
        count: Tokens of a text.
        signals: Words that make a sentence matter; the default ones if None.
        headings: Sort the notes under a heading for each kind, instead of by time alone.
        replaced: Tokens of the previous summary and the messages; counted if None.

    Returns:
        A summary that covers all of them; without a note, if not one fits.
    """
    before = Summary() if previous is None else previous
    said = [read(message, before.covers + i) for i, message in enumerate(messages)]
    found = list(passages(said))
    fresh = _noted(found, signals or default_signals())
    notes = _distinct([*_closed(_split(before), said), *fresh])
    containing = _containing(before, found)
    total = before.pieces + len(found)
    after = Summary(
        covers=before.covers + len(messages),
        until=max((m.at for m in messages if m.at is not None), default=before.until),
        pieces=total,
        words=_frequent(containing),
        headings=headings,
    )
    if replaced is None:
        replaced = count(before.render()) + sum(count(message.text) for message in messages)
    ranked = sorted(notes, key=lambda note: (-_worth(note, containing, total), -note.place))
    return _fitted(after, ranked, min(limit, replaced - 1), count)


def _noted(found: Iterable[Passage], signals: Signals) -> list[Note]:
    """Passages as notes."""
    notes = []
    for passage in found:
        kind, weight = judge(passage, signals)
        said, message = passage.said, passage.said.message
        notes.append(Note(passage.kept, kind, said.who, weight, said.place, message.at, message.id))
    return notes


def _split(summary: Summary) -> tuple[Note, ...]:
    """The notes; a model's running text as notes, too, since it has to get shorter with them."""
    told = (Note(sentence) for sentence in sentences(summary.text))
    return (*told, *summary.notes)


def _closed(notes: Sequence[Note], said: Sequence[Said]) -> list[Note]:
    """Notes as they are, but for open questions that somebody came back to since."""
    if not any(note.kind == "question" for note in notes):
        return list(notes)
    told = [
        (one.who, wording.content(wording.terms(" ".join(one.sentences))))
        for one in said
        if not one.asks
    ]
    return [
        replace(note, kind="fact", weight=note.weight / 2)
        if note.kind == "question" and _returned(note, told)
        else note
        for note in notes
    ]


def _returned(note: Note, told: Iterable[tuple[str, frozenset[str]]]) -> bool:
    asked = wording.content(wording.terms(note.text))
    return any(who != note.who and 2 * len(asked & words) >= len(asked) > 0 for who, words in told)


def _distinct(notes: Iterable[Note]) -> list[Note]:
    """Without near-duplicates, of which the weightiest stays."""
    seen = Duplicates()
    kept: dict[int, Note] = {}
    for note in notes:
        # As a word with a digit, since only texts with the same numbers are near-duplicates.
        denied = wording.negations(wording.terms(note.text), note.text)
        place = seen.place(f"{note.text} denied{denied}")
        other = kept.get(place, note)
        kept[place] = max(note, other, key=lambda one: one.weight)
    return list(kept.values())


def _containing(before: Summary, found: Iterable[Passage]) -> Counter[str]:
    """In how many passages each word was; of those before, as far as that is remembered."""
    containing = Counter(word for passage in found for word in passage.content)
    containing.update(before.words)
    return containing


def _frequent(containing: Counter[str]) -> dict[str, int]:
    usual = ((word, number) for word, number in containing.items() if number > 1)
    return dict(sorted(usual, key=lambda pair: (-pair[1], pair[0]))[:_WORDS])


def _worth(note: Note, containing: Mapping[str, int], total: int) -> float:
    """How likely somebody asks for a note, by the room that it takes."""
    sure = min(1 - _CERTAIN, max(_CERTAIN, note.weight))
    known = math.log(sure / (1 - sure)) + rarity_odds(note.text, containing, total)
    probable = 1 / (1 + math.exp(-known))
    return probable / math.pow(_room(note), _HEAVY)


def _room(note: Note) -> int:
    return width(note.text) + width(note.who) + _LINE


def _fitted(empty: Summary, ranked: Sequence[Note], limit: int, count: Tokenizer) -> Summary:
    """As many notes as fit, the worthiest first; widths stand for tokens until the last check."""
    room, best = _density(ranked, count) * limit, empty
    for _ in range(_ROUNDS):
        chosen = list(_within(ranked, room)) or list(ranked[:1])
        made = replace(empty, notes=in_order(chosen))
        tokens = count(made.render())
        if tokens <= limit and len(chosen) >= len(best.notes):
            best = made
            if len(chosen) == len(ranked) or tokens > _FULL * limit:
                break
        taken = _FRAME + sum(map(_room, chosen))
        room = taken * 0.995 * limit / max(tokens, 1)  # a little below, since it has to be below
    return best


def _density(ranked: Sequence[Note], count: Tokenizer) -> float:
    """Width of a token, on a sample of the notes: counting all of them takes long."""
    sample = ranked[:: 1 + len(ranked) // _SAMPLE]
    tokens = count("\n".join(f"{note.who}: {note.text}" for note in sample))
    return sum(map(_room, sample)) / max(tokens, 1)


def _within(ranked: Iterable[Note], room: float) -> Iterator[Note]:
    left = room - _FRAME
    for note in ranked:
        cost = _room(note)
        if cost <= left:
            left -= cost
            yield note
