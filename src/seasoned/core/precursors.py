"""What failures that went wrong in the same way had done: the action or strategy that led there.

It says what came before and not what is to blame; contrasts with what worked are
`seasoned.core.contrast`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from seasoned.core.demands import attacks
from seasoned.core.plaintext import one_line
from seasoned.core.records import Episode
from seasoned.core.traits import STEP, STRATEGY, TOOL, Trait, traits_of
from seasoned.core.trust import OWN, origin_of

_SHOWN: Final = 80  # characters


def precursor(episodes: Sequence[Episode]) -> str:
    """The action and the strategy that most of these have in common; "" if there is none.

    What others or models wrote is no witness, and a text that tells the reader to act is left out.
    """
    own = [one for one in episodes if origin_of(one.source) == OWN]
    counts = Counter(trait for one in own for trait in set(traits_of(one)))
    common = {t: n for t, n in counts.items() if 2 * n > len(own) > 1 and not attacks(t.text)}
    action = _only(STEP, common) or _only(TOOL, common)
    strategy = _only(STRATEGY, common)
    said = [f"`{action}`"] if action else []
    return " with ".join([*said, *([f"strategy {strategy}"] if strategy else [])])


def _only(kind: str, common: Mapping[Trait, int]) -> str:
    """The commonest trait of a kind; "" where several are, as arguments of one call may be."""
    most = max((n for trait, n in common.items() if trait.kind == kind), default=0)
    found = [trait.text for trait, n in common.items() if trait.kind == kind and n == most]
    return one_line(found[0], _SHOWN) if len(found) == 1 else ""
