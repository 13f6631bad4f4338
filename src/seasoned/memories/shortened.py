"""Ids that somebody typed shortened, and what they stand for among those that there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from seasoned.errors import InvalidInput

TELLING: Final = 6  # characters of an id that may stand for the whole
_NAMED: Final = 5  # ids that a message names
HINT: Final = f"an id is given whole, or by {TELLING} or more characters of its start or end"


def whole(part: str, known: Iterable[str]) -> str | None:
    """The id that `part` stands for: the id, or enough of its start or end; None if none is.

    Ids begin with their time, so that it is the end which tells those of one minute apart.

    Raises:
        InvalidInput: several fit.
    """
    ids = sorted(set(known))
    if part in ids:
        return part
    found = [id for id in ids if id.startswith(part) or id.endswith(part)]
    if len(part) < TELLING or not found:
        return None
    if len(found) > 1:
        some = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
        raise InvalidInput(f"{part!r} fits {len(found)} ids: {some}; give more of the id")
    return found[0]
