"""The cosine below which two texts have nothing to do with each other, found from vectors.

Knows sentences that have nothing in common, and how far the cosines of such texts reach.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seasoned.errors import ModelError

Embed = Callable[..., NDArray[Any]]

_UNRELATED: Final = (
    "The recipe asks for two eggs, flour and a pinch of salt.",
    "Rain is expected over the northern hills tomorrow morning.",
    "Our team lost the final match by a single goal.",
    "The pull request fails because a unit test times out.",
    "She planted tulips and roses along the garden wall.",
    "Interest rates rose again, so the bank changed its forecast.",
    "The train to the coast leaves from platform nine at noon.",
    "A new telescope photographed the rings of a distant planet.",
    "He tuned the violin before the orchestra came on stage.",
    "The court ruled that the contract was not binding.",
    "Drink plenty of water if you have a fever.",
    "The old castle was built by a duke in the twelfth century.",
)
# Sentences that have nothing in common exceed this many deviations about once in 700 pairs. For
# the shipped model it gives .24, where .25 was fitted on pairs that people called unrelated.
_DEVIATIONS: Final = 3.0
_LOWEST, _HIGHEST = 0.05, 0.95  # a floor outside says more about the sentences than the model


class Floor:
    """A floor that is known, or is found when it is first asked for, by embedding 12 sentences.

    They are English: of a model for another language the caller knows more.
    """

    def __init__(self, known: float | None, embed: Embed, *, alike: bool) -> None:
        """`alike` says that `embed` makes no difference between queries and documents."""
        self._known, self._embed, self._alike = known, embed, alike

    # No cached_property: before Python 3.12 it makes others wait while the model is asked.
    @property
    def value(self) -> float:
        """A cosine in [-1, 1].

        Raises:
            ModelError: it has to be found, and the model gave no vectors.
        """
        if self._known is None:
            self._known = self._found()
        return self._known

    def _found(self) -> float:
        documents = self._embed(_UNRELATED)
        queries = documents if self._alike else self._embed(_UNRELATED, "query")
        cosines = np.einsum("id,jd->ij", queries, documents)[~np.eye(len(documents), dtype=bool)]
        cosines = cosines[np.isfinite(cosines)]  # some texts may have no vector for now
        if not cosines.size:
            raise ModelError("too few vectors came to find a floor from; try again, or give floor=")
        floor = cosines.mean() + _DEVIATIONS * cosines.std()
        return float(np.clip(floor, _LOWEST, _HIGHEST))


class Floored:
    """An embedder whose floor is a `Floor`, which it keeps as `_floor`."""

    _floor: Floor

    @property
    def floor(self) -> float:
        """Cosine below which two texts have nothing to do with each other.

        Raises:
            ModelError: it has to be found, and the model failed.
        """
        return self._floor.value
