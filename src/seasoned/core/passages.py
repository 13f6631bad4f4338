"""Messages cut into passages of some sentences, and what each is worth to somebody later.

The worth is the odds that somebody asks for it. They were fitted, and rounded, on three
conversations of LoCoMo (`benchmarks/forgetting.py`): names, times, numbers, rare words, what
somebody tells of himself, and what answers a question. Decisions, things to do and open questions
count for more than they did there, since work is about them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from seasoned.core import wording
from seasoned.core.importance import USUAL, Signals, health
from seasoned.core.messages import ROLES, Message
from seasoned.core.sentences import asks, joined, portions, sentences, trimmed, width

_LONGEST: Final = 400  # of a passage, in Latin characters: about 100 tokens
# Worth as log odds, and what raises it; rarity is added by `rarity_odds`.
_BASE: Final = -5.5
_AMOUNT: Final = 0.4  # for each e-fold of its content words
_TIMES: Final = 1.5
_NAMES: Final = 1.3
_SELF: Final = 0.7
_DONE: Final = 0.4
_DIGITS: Final = 0.5
_ASKING: Final = -0.7
_ANSWERING: Final = 0.9
_COURTESY: Final = -0.6
_SIGNAL: Final = 3.0  # for each point of importance above the usual
_GIVEN: Final = 8.0  # for each point above or below, of an importance that came with the message
_TOOL: Final = -1.0  # bulky, and it can be asked for again
_HEALTH: Final = 3.0  # what tells of somebody's health: rare in talk, and grave where it is lost
_BONUS: Final = {"decision": 1.0, "question": 1.5, "todo": 0.3}
_RARITY: Final = 3.5  # from words that all share to words that none has
_TYPICAL: Final = 0.7  # rarity of most passages

_NAME: Final = re.compile(r"(?<=[^\s.!?:…] )[A-ZÄÖÜÁÉÍÓÚÑ][^\W\d_]+")
_FIRST: Final = re.compile(  # at the beginning of a sentence only before what somebody is or does
    r"(?:^|(?<=[.!?…:] ))(?!(?:every|some|any|no)(?:thing|one|body)\b)([A-ZÄÖÜÁÉÍÓÚÑ][^\W\d_]+)"
    r"(?='s |’s | (?:is|has|was|will|can't|likes|loves|hates|lives|works|said|wants|needs|ist|hat"
    r"|war|mag|wohnt|arbeitet|heißt|tiene|vive|trabaja)\b)",
)
_DECIDED: Final = 0.9  # score of a signal from which a sentence is a decision
_PERSONAL: Final = 0.95  # score of a signal that tells a name
_TODO: Final = re.compile(
    r"\b(?:needs? to|must|ha(?:ve|s) to|to-?do|action items?|next steps?|remind (?:me|us)|don't"
    r" forget|remember to|will (?:send|call|write|check|fix|do|make|book|buy)|please"
    r"|muss|müssen|musst|sollten|erinnere mich|vergiss nicht|ich werde|wir werden"
    r"|tengo que|tenemos que|hay que|debemos|recuérdame|no olvides)\b"
    r"|需要|必须|必須|记得|記得|别忘|待办|请",
    re.IGNORECASE,
)
_LATER: Final = re.compile(
    r"\b(?:i (?:don't|do not) know|not sure|get back to you|let me (?:check|think)"
    r"|i'll (?:check|ask|find out)|no idea|weiß ich nicht|keine ahnung|muss ich prüfen"
    r"|no (?:lo )?sé|voy a ver)\b"
    r"|不知道|不清楚|不确定|稍后|回头",
    re.IGNORECASE,
)
_TEXTS: Final = ("text", "input_text", "output_text", "tool_use", "tool_result", "thinking")


@dataclass(frozen=True, slots=True)
class Said:
    """A message as a summary reads it: its number, its speaker, and its sentences."""

    message: Message
    place: int
    who: str
    sentences: tuple[str, ...]

    @property
    def asks(self) -> bool:
        """Whether any sentence of it is a question."""
        return any(asks(sentence) for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences of a message that stand together.

    Attributes:
        said: The message.
        full: The sentences as they were.
        words: Theirs, in lower case.
        content: The distinct ones that are no function words.
        kept: The same as a note has them, without courtesy and fillers.
        answering: Whether somebody else asked something just before.
        open: Whether it is a question that nobody has answered.
    """

    said: Said
    full: str
    words: tuple[str, ...]
    content: frozenset[str]
    kept: str
    answering: bool
    open: bool


def read(message: Message, place: int) -> Said:
    """A message with its sentences; calls of tools and what is no text are named."""
    calls = [*message.tool_calls, *(p for p in message.parts if p.get("type") == "tool_use")]
    extra = [f"called {_tool(call)}" for call in calls]
    extra += [f"[{part.get('type')}]" for part in message.parts if part.get("type") not in _TEXTS]
    # What a tool said is not to pass for the user's, whose messages carry it in one vendor's form.
    who = message.name or ("tool" if message.answers else message.role)
    return Said(message, place, who, (*sentences(message.text), *extra))


def _tool(call: Mapping[str, Any]) -> str:
    inner = call.get("function")
    name = (inner if isinstance(inner, Mapping) else call).get("name")
    return name if isinstance(name, str) else "a tool"


def passages(said: Sequence[Said]) -> Iterator[Passage]:
    """The passages of some messages that follow each other."""
    called = _called({one.who for one in said})
    for index, one in enumerate(said):
        before = said[index - 1] if index else None
        answering = before is not None and before.who != one.who and before.asks
        unanswered = one.asks and not _answered(said, index)
        for group in _groups(one.sentences, called):
            full, kept = " ".join(one for one, _ in group), joined(short for _, short in group)
            asked = unanswered and any(asks(sentence) for sentence, _ in group)
            words = tuple(wording.terms(full))
            content = wording.content(words)
            yield Passage(one, full, words, content, kept, answering, asked)


def _called(speakers: set[str]) -> tuple[str, ...]:
    """How speakers may be addressed: by full name, first name, or a short form of it."""
    named = sorted(who for who in speakers if who not in ROLES and who.strip())
    firsts = [who.split()[0] for who in named]
    short = [first[:size] for first in firsts for size in (3, 4) if len(first) > size]
    return tuple(dict.fromkeys([*named, *firsts, *short]))


def _groups(given: Sequence[str], called: tuple[str, ...]) -> Iterator[list[tuple[str, str]]]:
    """Sentences, each with its trimmed form, in groups that are not wider than a passage."""
    held: list[tuple[str, str]] = []
    size = 0
    for sentence in (part for one in given for part in portions(one, _LONGEST)):
        short = trimmed(sentence, called)
        if not short:
            continue
        wide = width(short)
        if held and size + wide > _LONGEST:
            yield held
            held, size = [], 0
        held.append((sentence, short))
        size += wide
    if held:
        yield held


def _answered(said: Sequence[Said], index: int) -> bool:
    """Whether whoever speaks next says something beyond courtesy, questions and "later"."""
    for other in said[index + 1 : index + 4]:
        if other.who != said[index].who:
            told = [s for s in other.sentences if not asks(s) and trimmed(s)]
            return bool(told) and not any(_LATER.search(s) for s in told)
    return False


def judge(passage: Passage, signals: Signals) -> tuple[str, float]:
    """Which kind of note it makes, and its weight in [0, 1] but for how rare its words are."""
    signal = signals.strongest(passage.full)
    kind = _kind(passage, signal)
    given = passage.said.message.importance
    if given is None:
        told = _SIGNAL * max(0.0, (signal or USUAL) - USUAL) + _BONUS.get(kind, 0.0)
        told += _HEALTH * (health().strongest(passage.full) is not None)
    else:
        told = _GIVEN * (given - USUAL)
    odds = _odds(passage) + told
    return kind, round(1 / (1 + math.exp(-odds)), 6)


def _odds(passage: Passage) -> float:
    text, words, content = passage.full, passage.words, passage.content
    courtesy = content & wording.COURTESY
    return (
        _BASE
        + _RARITY * _TYPICAL
        + _AMOUNT * math.log1p(len(content) - len(courtesy))
        + _TIMES * math.log1p(wording.times(words, text))
        + _NAMES * math.log1p(len(_names(text, passage.said.who)))
        + _SELF * min(3, wording.own(words, text)) / 3
        + _DONE * math.log1p(wording.past(words, text))
        + _DIGITS * any(map(str.isdigit, text))
        + _ASKING * asks(text)
        + _ANSWERING * passage.answering
        + _COURTESY * len(courtesy) / max(1, len(content))
        + _TOOL * bool(passage.said.message.answers)
    )


def rarity_odds(text: str, containing: Mapping[str, int], total: int) -> float:
    """What the rarity of its words adds to the odds of a text, below 0 for usual ones.

    Args:
        text: The passage.
        containing: In how many passages of the conversation a word is.
        total: Number of these passages.
    """
    words = wording.content(wording.terms(text)) - wording.COURTESY
    rarity = wording.rarity(words, containing, total) / math.log(2 + total)
    return _RARITY * (rarity - _TYPICAL)


def _names(text: str, who: str) -> set[str]:
    found = (*_NAME.findall(text), *_FIRST.findall(text))
    return {name for name in found if name not in who and wording.content([name.lower()])}


def _kind(passage: Passage, signal: float | None) -> str:
    text = passage.full
    if passage.open:
        return "question"
    if signal == _DECIDED:
        return "decision"
    if signal == _PERSONAL:
        return "name"
    if _TODO.search(text):
        return "todo"
    if any(map(str.isdigit, text)) or wording.times(passage.words, text):
        return "figure"
    return "name" if _names(text, passage.said.who) else "fact"
