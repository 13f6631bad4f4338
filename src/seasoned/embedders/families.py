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
        floor: Cosine below which two texts have nothing to do with each other.
    """

    prefixes: Prefixes = Prefixes()
    floor: float = 0.2


# For a model nobody told us of: unrelated texts seldom reach .2 with models trained without a
# small temperature, and a floor that is too low shows a hit too many rather than hiding a good one.
_UNKNOWN: Final = Family()
_BGE: Final = "Represent this sentence for searching relevant passages: "
# The cards of e5 and bge say that cosines begin at .7 and .6 (less since bge v1.5); ada-002 is
# known for the same. Their floors are set just above where unrelated texts lie.
_FAMILIES: Final[tuple[tuple[str, Family], ...]] = (
    (r"e5-.*instruct", Family(floor=0.75)),
    (r"\be5-(small|base|large)", Family(Prefixes("query: ", "passage: "), 0.75)),
    (r"\bbge-(small|base|large)-en", Family(Prefixes(_BGE), 0.5)),
    (r"\bbge-(small|base|large)-zh", Family(floor=0.5)),
    (r"nomic-embed-text", Family(Prefixes("search_query: ", "search_document: "), 0.4)),
    (r"text-embedding-ada-002", Family(floor=0.72)),
    (r"\ball-(minilm|mpnet|distilroberta)", Family(floor=0.25)),
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


def chosen_floor(given: float | None, known: float) -> float:
    """The caller's floor, else the one that is known.

    Raises:
        InvalidInput: it is no cosine.
    """
    floor = known if given is None else given
    if isinstance(floor, bool) or not isinstance(floor, int | float) or not -1.0 <= floor <= 1.0:
        raise InvalidInput(f"floor={floor!r} is no cosine; give a number in [-1, 1]")
    return float(floor)


def model_id(provider: str, name: str, version: object, prefixes: Prefixes) -> str:
    """The id that keeps vectors of different models apart.

    The prefix of documents is part of it, since it is part of what was embedded; that of queries
    is not, as no query is stored.
    """
    id = f"{provider}:{name}@{version}" if version else f"{provider}:{name}"
    return f"{id}+{prefixes.document.strip()}" if prefixes.document.strip() else id
