"""The languages that a message may be read in.

A message is read in the language of its function words, and what it says in another one is most
likely somebody else's text. Where they do not tell, all languages are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from seasoned.core.speech import Speech
from seasoned.core.speech_de import GERMAN
from seasoned.core.speech_en import ENGLISH
from seasoned.core.speech_es import SPANISH
from seasoned.core.speech_zh import CHINESE
from seasoned.core.wording import language, terms

SPEECHES: Final = (ENGLISH, GERMAN, SPANISH, CHINESE)
_SENTENCES: Final = 40  # by which the language is told
_CHARACTERS: Final = 4_000  # of them


def tongues_of(told: Sequence[str]) -> tuple[Speech, ...]:
    """The languages to read the sentences of a message in: that of its words and Chinese, or all.

    Args:
        told: The sentences that the sender says in their own name.
    """
    name = language(frozenset(terms(" ".join(told[:_SENTENCES])[:_CHARACTERS])))
    known = tuple(speech for speech in SPEECHES if speech.name == name)
    return (*known, CHINESE) if known else SPEECHES
