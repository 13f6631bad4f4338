"""Words in which advice is given, as against what it is about.

Short lists for English, German, Spanish, French and Chinese. They are no grammar: of a language
that is not here every word counts, so that fewer of its lessons pass.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.wording import ENGLISH, FRENCH, GERMAN, SPANISH, terms

_ADVICE: Final = frozenset(
    """
    check checks checking verify ensure sure make makes making always never avoid use uses using
    used try tries trying first instead rather keep careful carefully remember note take given
    step steps task tasks work works worked working fail fails failed failing failure attempt
    attempts better best good bad right wrong correct correctly properly next time need needs must
    able get gets got way ways because since until unless without well thing things something
    problem problems error errors issue issues result results approach consider double-check double
    important quality lesson lessons agent done please whenever

    prüfe prüfen immer nie niemals bevor nachdem statt stattdessen anstatt verwende verwenden nutze
    nutzen benutze vermeide vermeiden achte achten darauf stelle sicher sicherstellen zuerst erst
    beim wenn falls lieber besser richtig falsch aufgabe schritt schritte fehler sorgfältig
    versuche versuchen jedes jeder mache machen sollte müssen

    verifica verificar comprueba comprobar siempre nunca antes después asegúrate asegurarse usa usar
    utiliza utilizar evita evitar primero vez lugar cuando tarea paso pasos error mejor debe hay
    hacer intenta

    vérifie vérifier vérifiez toujours jamais avant après utilise utiliser utilisez évite éviter
    évitez abord lieu lorsque tâche étape étapes erreur mieux faut doit faire essaie
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_FRAME: Final = ENGLISH | GERMAN | SPANISH | FRENCH | _ADVICE
_FRAME_HAN: Final = str.maketrans(
    dict.fromkeys(
        "先再应應该該要用使时時如果则則需必须須请請当當把被为為而并且或等以及让讓后後前務务", " "
    )
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_PLACE: Final = re.compile(
    r"(?i)\b(?:steps?|schritt(?:e|en)?|pasos?|étapes?)\s+\d+(?:\s*(?:,|and|und|y|et|to|-|–)\s*\d+)*"
    r"|第\s*\d+\s*步|步骤\s*\d+"
)
_LEAST: Final = 2  # words of its own, or characters of Chinese and Japanese, that a lesson has
_ALIKE: Final = 0.8  # of two lessons' words in common, from which they say the same


def bare(text: str) -> str:
    """What advice is about: the text without the words in which advice is given."""
    told = _PLACE.sub(" ", text).translate(_FRAME_HAN)
    return _WORD.sub(lambda word: "" if word[0].lower() in _FRAME else word[0], told)


def is_vague(told: str) -> bool:
    """Whether what `bare` left says too little to be about anything."""
    return len({term for term in terms(told) if len(term) > 1}) < _LEAST


def folded(text: str) -> str:
    """The same for texts that differ in case, spacing or the stop at their end."""
    return " ".join(text.casefold().split()).rstrip(".!…。 ")


def same(one: str, other: str) -> bool:
    """Whether two lessons say the same, in nearly the same words."""
    mine, theirs = set(terms(one)), set(terms(other))
    return mine == theirs or len(mine & theirs) >= _ALIKE * len(mine | theirs) > 0
