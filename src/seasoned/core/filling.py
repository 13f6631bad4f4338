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
from seasoned.core.clauses import denies, is_over, shuns, turned
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
# Words that tell of a slot beside those of `slots`, whose values have too many names.
_TELLING: Final = (
    ("home", re.compile(r"(?i)\b(?:live[sd]?|living|lebe?n?|lebt|wohn\w*|viv[eo]\w*|resid\w+)\b")),
    ("name", re.compile(r"(?i)\b(?:call(?:ed)?|named?|heiße?|nenn\w*|ll[aá]m\w+)\b|叫|名")),
)
_PARTS: Final = re.compile(r"[,;，；]|(?i:\b(?:but|aber|sondern|pero|sino|and|und|y)\b)|但|而")
_LIKED: Final = frozenset({"likes", "dislikes"})


def filled(item: Extracted, bearing: Bearing, own: str) -> Extracted:
    """The item with the slot and value that are borne out, and as over if it was told so.

    Args:
        item: As the model gave it.
        bearing: The words that bear its text out.
        own: All that the user says in their own name, folded.

    Raises:
        InvalidInput: its value was not said, or it is over.
    """
    value = _value(item, bearing.text)
    key = _key(item, bearing, own)
    if isinstance(value, str) and _denied(value, item.text):
        # Without its negation a value alone would say the opposite.
        if item.kind == "preference" and key in _LIKED:
            key = "dislikes"
        elif item.kind != "instruction":
            key, value = "negative" if item.kind == "fact" else "", item.text
    elif key in _LIKED and (shuns(item.text) or not turned(item.text)):
        key = "dislikes" if shuns(item.text) else "likes"
    if bearing.past and not (key or item.past or is_over(item.text)):
        raise InvalidInput("the user says that it is over")
    return replace(item, key=key, value=value, past=item.past or bearing.past)


def _denied(value: str, text: str) -> bool:
    """Whether a text denies a value that does not say so itself."""
    if denies(value):
        return False
    parts = [part for part in _PARTS.split(text) if fold(value) in fold(part)]
    return any(map(denies, parts or [text]))


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
        agreed = _told(bearing)
        # What somebody is by trade has too many names for a list.
        untold = key == "job" and not agreed & _SINGLE
        return key if key in agreed or key in said_in_order(bearing.text) or untold else ""
    if key in slots.MANY:
        return key
    told = {word[:4] for word in said_in_order(f"{own} {item.text}")}
    words = key.split("_")
    plain = _NAME.fullmatch(key) and all(word[:4] in told or word in own for word in words)
    return key if plain else ""


def _told(bearing: Bearing) -> set[str]:
    """The slots of which the user's own words tell, or that the patterns read in them."""
    words = said_in_order(bearing.text)
    pieces = (*words, *(each for word in words if not word.isascii() for each in word))
    told = {slots.slot(each) for each in (bearing.text, *pieces)}
    told |= {key for key, words in _TELLING if words.search(bearing.text)}
    return told | {slots.answer_slot(bearing.text)} | bearing.keys
