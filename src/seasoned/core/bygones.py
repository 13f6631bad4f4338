"""What follows from a statement that something is over, of which nobody said when it began.

"I no longer live there" ends what stands. "I used to live there" is history where another value
stands, and contests nothing. What is told to have been so at given times is for `facts.rule`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from seasoned.core.facts import CONTESTED, CURRENT, MARGIN, Fact, Ruling, equal, meet

_ENDED: Final = "it is over by now"
_BEFORE: Final = "it was so before what was known then"
_BOTH: Final = "it was so before now, as another value was"


def is_bygone(new: Fact) -> bool:
    """Whether a statement says that something is over as it is told, and not since when it was."""
    return new.valid_from is None and new.valid_to is not None and new.valid_to == new.recorded_at


def bygone(believed: Sequence[Fact], new: Fact) -> Ruling | None:
    """What follows from such a statement; None where the plain rule says it.

    The same value that is so now ends, its confidence permitting. Else, where other values stood,
    the statement is kept for the time before the first of them, or, where nobody knows when that
    was, beside it. Either way it is not so now.

    Args:
        believed: Versions with the same owner and triple, none of them superseded.
        new: Complete, with its id and times.
    """
    if not is_bygone(new) or new.recorded_at is None:
        return None
    now = new.recorded_at
    lasting = [one for one in believed if _alike(one, new) and one.holds(now, now=True)]
    if any(new.confidence < one.confidence - MARGIN - 1e-9 for one in lasting):
        return None
    standing = next((one for one in lasting if one.state == CURRENT), None)
    if standing is not None:
        return _ended(standing, lasting, new)
    met = [one for one in believed if one.state == CURRENT and meet(one, new)]
    known = next((one for one in met if _alike(one, new)), None)
    if not met or (known is not None and len(met) == 1):
        return None
    ends = tuple(one.id for one in lasting)
    if known is not None:
        return Ruling("ignore", "it is known to be over", (), ends, known.id)
    return _history(met, new, ends)


def _alike(one: Fact, other: Fact) -> bool:
    """Whether both have a value, of texts in any case."""
    if isinstance(one.value, str) and isinstance(other.value, str):
        return one.value.strip().casefold() == other.value.strip().casefold()
    return equal(one.value, other.value)


def _ended(standing: Fact, lasting: Sequence[Fact], new: Fact) -> Ruling:
    """What stood, up to now; up to its beginning, if a clock that is ahead recorded that."""
    since, until = standing.valid_from, new.valid_to
    if since is not None and until is not None and until <= since:
        since, until = None, since
    kept = replace(new, valid_from=since, valid_to=until, reason=_ENDED)
    return Ruling("supersede", _ENDED, (kept,), tuple(one.id for one in lasting), new.id)


def _history(met: Sequence[Fact], new: Fact, ends: tuple[str, ...]) -> Ruling:
    starts = [one.valid_from for one in met if one.valid_from is not None]
    if len(starts) == len(met):
        kept = replace(new, valid_to=min(starts), reason=_BEFORE)
    else:
        kept = replace(new, state=CONTESTED, reason=_BOTH)
    return Ruling("add", kept.reason, (kept,), ends, new.id)
