"""Which slot a model's statement fills and with what, as far as the user's words bear it out.

What is shown of a fact afterwards is its slot and its value, so these need the words more than the
statement does. It knows no model, and nothing of what is known already.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from seasoned.core import slots, values
from seasoned.core.bearing import Bearing
from seasoned.core.clauses import denies, turned
from seasoned.core.extracting import Extracted, fold
from seasoned.core.support import all_said, said_in_order, support
from seasoned.errors import InvalidInput

# Slots that hold one value, so that a later one takes the place of an earlier one.
_SINGLE: Final = frozenset(
    {
        "name",
        "home",
        "origin",
        "job",
        "diet",
        "age",
        "birthday",
        "household",
        "partner",
        "transport",
    }
    | {"size", "answer_language", "answer_units", "answer_currency", "answer_sources"}
    | {"answer_length", "answer_address", "answer_format"}
)
_NAME: Final = re.compile(r"\w{1,40}")
_NEGATION: Final = re.compile(r"\b(?:no|not|never|kein\w*|nicht|nie|nunca)\b|[不没]")
_LIVES: Final = re.compile(r"(?i)\b(?:lives?|living|lebe?n?|lebt|wohn\w*|viv[eo]\w*|resid\w+)\b")
_LIKED: Final = frozenset({"likes", "dislikes"})


def filled(item: Extracted, bearing: Bearing, own: str) -> Extracted:
    """The item with the slot and value that are borne out, and as over if it was told so.

    Args:
        item: As the model gave it.
        bearing: The words that bear its text out.
        own: All that the user says in their own name, folded.

    Raises:
        InvalidInput: its value was not said.
    """
    value = _value(item, bearing.text)
    key = _key(item, bearing, own)
    if isinstance(value, str) and denies(item.text) and not denies(value):
        # Without its negation a value alone would say the opposite.
        if item.kind == "preference" and key in _LIKED:
            key = "dislikes"
        elif item.kind != "instruction":
            key, value = "negative" if item.kind == "fact" else "", item.text
    elif key in _LIKED:
        key = "dislikes" if turned(item.text) else "likes"
    return replace(item, key=key, value=value, past=item.past or bearing.past)


def _value(item: Extracted, said: str) -> Any:
    value = item.value
    if isinstance(value, bool):
        return item.text
    if isinstance(value, int | float):
        number = f"{value:.15g}".lstrip("-")
        plain = re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", said)
        if any(support(number, each) > 0 for each in (said, plain, plain.replace(",", "."))):
            return value
    elif isinstance(value, str) and (value == item.text or _said(value, said)):
        return value
    raise InvalidInput(f"its value {values.shown(value)} was not said")


def _said(value: str, said: str) -> bool:
    short = fold(value)
    if re.search(rf"(?<!\w){re.escape(short)}(?!\w)", fold(said)):
        return True
    if denies(said):
        short = _NEGATION.sub(" ", short)
    return all_said(short, said)


def _key(item: Extracted, bearing: Bearing, own: str) -> str:
    """The slot, "" if neither its words nor the patterns agree to it."""
    key = item.key
    if key in _SINGLE:
        agreed = _told(item.text, bearing)
        # What somebody is by trade has too many names for a list.
        untold = key == "job" and not agreed & _SINGLE
        return key if key in agreed or key in said_in_order(item.text) or untold else ""
    if key in slots.MANY:
        return key
    told = {word[:4] for word in said_in_order(f"{own} {item.text}")}
    words = key.split("_")
    plain = _NAME.fullmatch(key) and all(word[:4] in told or word in own for word in words)
    return key if plain else ""


def _told(text: str, bearing: Bearing) -> set[str]:
    """The slots of which a statement's words tell, or that the patterns read."""
    words = said_in_order(f"{bearing.text} {text}")
    pieces = (*words, *(each for word in words if not word.isascii() for each in word))
    told = {slots.slot(each) for each in (text, bearing.text, *pieces)}
    told |= {"home"} if _LIVES.search(f"{bearing.text} {text}") else set()
    return told | {slots.answer_slot(each) for each in (text, bearing.text)} | bearing.keys
