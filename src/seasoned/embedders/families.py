"""What is known of embedding models by their names: prefixes, floors, ids.

Every number here can be overruled where an embedder is made. Names are those of the models'
authors; servers decorate them ("text-embedding-nomic-embed-text-v1.5", "bge-m3:latest"), so a
family is recognised anywhere in a name.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from seasoned.errors import InvalidInput


class Prefixes(NamedTuple):
    """What a model was trained to find in front of a text, by what the text is for."""

    query: str = ""
    document: str = ""


class Family(NamedTuple):
    """Habits of the models that share a name.

    Attributes:
        prefixes: As the models' cards give them.
        floor: Cosine below which two texts have nothing to do with each other; None has it found.
    """

    prefixes: Prefixes = Prefixes()
    floor: float | None = None


_UNKNOWN: Final = Family()
_BGE: Final = "Represent this sentence for searching relevant passages: "
# Measured is the floor of MiniLM alone, with the shipped weights. The others are set from what is
# told of these models, whose cosines begin far above 0, and rather too low: that shows a hit too
# many, while a floor that is too high hides good ones.
_FAMILIES: Final[tuple[tuple[str, Family], ...]] = (
    (r"e5-.*instruct", Family(floor=0.75)),
    (r"\be5-(small|base|large)", Family(Prefixes("query: ", "passage: "), 0.75)),
    (r"\bbge-(small|base|large)-en", Family(Prefixes(_BGE), 0.5)),
    (r"\bbge-(small|base|large)-zh", Family(floor=0.5)),
    (r"nomic-embed-text", Family(Prefixes("search_query: ", "search_document: "), 0.4)),
    (r"text-embedding-ada-002", Family(floor=0.72)),
    (r"\ball-minilm", Family(floor=0.25)),
)


def family(name: str) -> Family:
    """What is known of a model with this name."""
    found = (habits for sign, habits in _FAMILIES if re.search(sign, name.lower()))
    return next(found, _UNKNOWN)


def chosen_prefixes(given: tuple[str, str] | None, known: Prefixes) -> Prefixes:
    """The caller's prefixes, else those that are known.

    Raises:
        InvalidInput: not a pair of strings.
    """
    if given is None:
        return known
    if (
        isinstance(given, str)
        or len(given) != 2
        or not all(isinstance(prefix, str) for prefix in given)
    ):
        raise InvalidInput(
            f"prefixes={given!r}; give a pair (query, document), such as ('query: ', 'passage: ')"
        )
    return Prefixes(*given)


def chosen_floor(given: float | None, known: float | None) -> float | None:
    """The caller's floor, else the one that is known, if any.

    Raises:
        InvalidInput: it is no cosine.
    """
    if given is None:
        return known
    if isinstance(given, bool) or not isinstance(given, int | float) or not -1.0 <= given <= 1.0:
        raise InvalidInput(f"floor={given!r} is no cosine; give a number in [-1, 1]")
    return float(given)


def model_id(provider: str, name: str, version: object, prefixes: Prefixes) -> str:
    """The id that keeps vectors of different models apart.

    The prefix of documents is part of it, since it is part of what was embedded; that of queries
    is not, as no query is stored.
    """
    id = f"{provider}:{name}@{version}" if version else f"{provider}:{name}"
    return f"{id}+{prefixes.document.strip()}" if prefixes.document.strip() else id
