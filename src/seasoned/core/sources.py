"""How the source of an episode is spelled, so that none passes for better than it is by a capital.

What a source means for trust is `seasoned.core.trust`.
"""

from __future__ import annotations

from typing import Final

FOREIGN: Final = "foreign"  # as a source, alone or before a colon and a name
MODEL: Final = "model"


def spelled(source: str) -> str:
    """A source as it is kept: `foreign` and `model` in lower case, no space around its parts.

    Not so ``own``, which alone is trusted whole: only what says exactly that is.
    """
    kind, colon, name = source.partition(":")
    plain = kind.strip().casefold()
    return f"{plain}{colon}{name.strip()}" if plain in (FOREIGN, MODEL) else source
