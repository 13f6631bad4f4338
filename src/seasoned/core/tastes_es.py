"""Spanish: how people say what they like, dislike, or would rather have."""

from __future__ import annotations

from typing import Final

from seasoned.core.statements_es import ADV, WE

_VAGUE: Final = (
    r"(?:que (?:me|lo|el|la|tu|te|no)|es[oae]s?\b|est[oae]s?\b|lo\b|la (?:primera|segunda"
    r"|tercera|última|otra|nueva|opción|versión|idea|respuesta)|el (?:primero|segundo"
    r"|tercero|último|otro|nuevo|segundo)|tu\b|tus\b|cómo|mucho$"
    r"|muchísimo$|más$|así|saber|(?:la )?(?:opción|versión|variante) \w+)\b"
)
PREFERENCES: Final = (
    (
        "",
        r"(?:el|la|los|las|mi|mis) (?P<v>[\w' -]{2,40}?) l[oa]s? (?:tomo|prefiero|como|bebo"
        r"|quiero|uso|leo|veo|hago)\b.*",
    ),
    (
        "",
        r"(?:mis?|nuestr[oa]s?) (?:hij\w+|gemel\w+|mellizos|niñ\w+) (?:está|están|va|van)"
        r" (?:en|a) (?:\w+ (?:de|curso)|primaria|secundaria|la (?:guardería|escuela)|infantil"
        r"|el cole).*",
    ),
    (
        "",
        r"(?:mi|mis) (?!presupuesto|cuenta|código|vuelo|tren|pedido|factura|saldo"
        r"|nota)(?:[\w-]+ ){1,4}(?:es|son|está en) (?:de |unos |casi )*(?P<v>\d\S*.*)",
    ),
    (
        "favourite",
        r"(?:mis?|nuestr[oa]s?) (?P<k>[\w ]{2,40}?) (?:favorit[oa]s?|preferid[oa]s?) (?:es|son"
        r"|siempre será) (?!es[oae]\b|est[oae]\b)(?P<v>.+)",
    ),
    (
        "favourite",
        r"(?P<v>[\w' -]{2,60}?) (?:es|son) (?:mis?|nuestr[oa]) (?P<k>[\w ]{2,30}?)"
        r" (?:favorit[oa]s?|preferid[oa]s?)\b.*",
    ),
    (
        "dislikes",
        r"(?:a mí )?(?:(?:ya )?no (?:me|nos) (?:gusta|gustan|encanta|va|van|convence|convencen"
        r"|interesa|interesan|entusiasma|entusiasman|apasiona|hace gracia))\b (?:\w+"
        rf" )??(?!{_VAGUE}|cómo)(?P<v>.+)",
    ),
    (
        "dislikes",
        rf"{WE}(?:odio|detesto|aborrezco|evito|no soporto|no aguanto|no trago|no puedo con|no"
        rf" tolero|desprecio) (?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "dislikes",
        r"(?:a mí )?(?P<v>(?!es[oae]\b|est[oae]\b|lo\b|(?:la|el) (?:primer|segund|tercer|últim"
        r"|otr)\w+|(?:el|tu) (?:texto|final|título)\b)[\w' -]{2,60}?) (?:ni verl[oa]s?|ni en"
        r" pintura|ni regalad[oa]|me da asco|me dan asco|no me gustan?|no me van?|no l[oa]s?"
        r" (?:soporto|aguanto|trago|tolero|puedo ver|pruebo)|me cansan?|me aburren?|me pone de"
        r" los"
        r" nervios|me ponen de los nervios|me agobian?|me estresan?|me molestan?|me repatean?"
        r"|me da pereza|me dan pereza|me dan? grima|me horrorizan?)\b.*",
    ),
    (
        "likes",
        r"(?:a mí )?(?:(?:me|nos) (?:gusta|gustan|encanta|encantan|chifla|chiflan|apasiona"
        r"|apasionan|fascina|fascinan|flipa|flipan|pirra|pirran|va|van|relaja|relajan"
        r"|entusiasma|entusiasman|interesa|interesan))\b (?:mucho |más |muchísimo |un montón "
        r"|sobre todo )*+"
        rf"(?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "prefers",
        rf"{WE}{ADV}(?:prefiero|preferimos|disfruto|adoro|amo|valoro|me quedo con|me inclino"
        rf" por|me decanto por) {ADV}(?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "likes",
        r"(?:yo )?(?:soy|somos) (?:más |muy |una? )*(?:gran )?(?:fan|de (?!l[oa]s? que|aquí"
        r"|acá|\w+$)|amante|aficionad[oa]|seguidor\w*|friki|adict[oa]|goloso|golosa"
        r"|madrugador\w*|noctámbul[oa]|nocturn[oa])\b (?P<v>.*)",
    ),
    (
        "prefers",
        rf"{WE}(?:compro|leo|veo|escucho|cocino|como|bebo|viajo|visto|elijo|uso|reservo)"
        r" (?:casi )?(?:siempre|solo|sólo|solamente|únicamente|todo|nada|sobre todo|mejor)\b"
        r" (?!est[oae]|es[oae])(?P<v>.+)",
    ),
    ("prefers", r"(?:donde esté|nada como|como .+ no hay nada) (?P<v>.+)"),
    (
        "dislikes",
        r"nada de (?P<v>.+ (?:conmigo|para mí|en casa))$|(?P<w>[\w' -]{2,60}?) no es lo mío.*"
        r"|(?P<x>[\w' -]{2,60}?) no son lo mío.*",
    ),
)
