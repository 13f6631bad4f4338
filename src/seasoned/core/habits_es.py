"""Spanish: what people do, by verbs that are not known for something else."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words
from seasoned.core.statements_es import WE

_MORE: Final = Words(
    "produzco leo cultivo cultivamos reparto repartimos alquilamos esperamos crío conozco",
    "colaboro compongo fabrico reparo vendo diseño ilustro traduzco programo cuido adiestro",
    "esculpo bordo tejo horneo fermento riego planto navego buceo patino remo cazo milito voto",
    "ayudo superviso entreno entrenamos peso mido invierto cotizo opero oposito doblo actúo",
    "dirijo modero edito grabo mezclo",
)
HABITS: Final = (
    ("", rf"{WE}(?:no )?{_MORE} (?!est[oae]|es[oae]\b|el código|la función|hoy|mañana)\S+.*"),
)
