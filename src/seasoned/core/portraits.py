"""Sentences that are no more than a list of what somebody is: "Gay, 40s, Leicester, no car".

Nothing is known here of who is meant; that is the one who writes, if nobody else is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_FEWEST: Final = 3  # parts of a list
_LONGEST: Final = 3  # words of a part
_TRAIT: Final = re.compile(
    r"""(?ix)(?:(?:early|mid|late|anfang|mitte|ende)\s)?\d\d(?:s|er)?(?:\s?(?:years?\sold|yo|jahre
    (?:\salt)?|[mfw]))?$
    |(?:gay|lesbian|lesbisch|schwul|queer|bi|trans|straight|hetero|single|married|divorced|widowed
    |retired|ledig|verheiratet|geschieden|verwitwet|alleinerziehend|male|female|männlich|weiblich
    |(?:single\s)?(?:mum|mom|dad)(?:\sof\s\w+)?|vegan\w*|vegetari\w+|student\w*|rentner\w*|diabetic
    |diabetiker\w*|introvert\w*|freelance\w*|freiberufl\w+|self-employed|selbst?ständig)\b"""
)
# Moods of the day and what belongs to the question are no parts.
_NO_PART: Final = re.compile(
    r"(?i)(?:and|und|but|aber|what|was|where|wo|how|wie|please|bitte|bored|tired|broke|hungry|lonely"
    r"|here|help|thanks|danke)\b"
)


def portrait(clauses: Sequence[str]) -> tuple[str, ...]:
    """The parts of a sentence that paints somebody in a list; empty if it does not."""
    parts = list[str]()
    for clause in clauses:
        if len(clause.split()) > _LONGEST or _NO_PART.match(clause):
            break
        parts.append(clause)
    traits = [bool(_TRAIT.match(part)) for part in parts]
    return tuple(parts) if len(parts) >= _FEWEST and traits[0] and sum(traits) > 1 else ()
