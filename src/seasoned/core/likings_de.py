"""German: what pleases somebody and what does not, in general grammar."""

from __future__ import annotations

from typing import Final

_NAMED: Final = (
    r"(?P<v>(?!(?:das|es|dies\w*|er|sie|du|ihr|wir|ich|was|wer|nichts|alles|beide\w*|deine?\w*"
    r"|die (?:erste|zweite|letzte|neue)|der (?:erste|zweite)|wenn|und|aber|da|dann|hier|so)\b)"
    r"[\w' -]{2,50}?)"
)
PREFERENCES: Final = (
    (
        "",
        r"(?:mich|uns) (?:nerv|stör|stress|langweil|ekel|faszinier|beruhig|begeister|entspann"
        r"|deprimier)"
        r"(?:t|n|en) (?:\w+ly )?(?!das\b|es\b|dass\b|dein|die (?:erste|zweite)|dies|hier)(?P<v>.+)",
    ),
    (
        "",
        rf"{_NAMED} (?:ist|sind) mein (?:leben|ein und alles|laster|untergang|hobby|glück"
        r"|albtraum)$",
    ),
    (
        "dislikes",
        r"(?:von|bei|vor) (?P<v>[\w -]{2,30}) (?:muss|wird|werde|krieg|kriege|bekomme"
        r"|könnte) (?:ich|mir)"
        r" (?:immer |sofort |gleich )*(?:würgen|schlecht|übel|kotzen|ausschlag|pickel|gänsehaut"
        r"|zustände"
        r"|weglaufen|davonlaufen)\b(?! heute).*",
    ),
    (
        "dislikes",
        r"mit (?P<v>[\w -]{2,40}) (?:kann man|kannst du|können sie) mich (?:jagen|nicht locken"
        r"|verjagen)\b.*|für (?P<w>[\w -]{2,40}) (?:lass|lasse|tu|tue|würd|würde) ich (?:alles"
        r"|jederzeit)\b.*",
    ),
    (
        "",
        r"mein\w* (?:seelen\w+|trost\w+|leibgericht|leibspeise|schwäche|laster|albtraum|horror"
        r"|ein und alles|größte schwäche|vorstellung von (?:hölle|glück)) (?:ist|sind) (?!das\b"
        r"|es\b)"
        r"(?P<v>.+)",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:verdirbt|verderben|ruinier(?:t|en)|vermies(?:t|en)|versau(?:t|en)) (?:mir"
        r"|uns)"
        r"\b.*",
    ),
    (
        "",
        rf"{_NAMED} (?:ist|sind|war|waren) (?:noch )?(?:nie|nicht|immer|schon immer|eher|einfach"
        r"|gar|überhaupt|so|gar nicht|noch nie|\w+ )*\s?(?:mein fall|meine welt|mein ding|meins"
        r"|meine sache|mein geschmack)\b.*",
    ),
    (
        "likes",
        r"(?:ich |wir )?(?:liebe?|lieben|mag|mögen|esse|essen|lese|schaue) (?:einfach )?alles"
        r" (?:mit|aus|von|was|über) (?P<v>.+)",
    ),
    (
        "prefers",
        rf"{_NAMED} \w+e ich (?:viel |deutlich |wesentlich |am |immer )*(?:lieber|liebsten|gern\w*"
        r"|ungern|nicht gern\w*|besser|am besten)\b(?! (?:wissen|haben|hätte)).*",
    ),
    (
        "prefers",
        r"am liebsten (?:ist|sind|wär\w*|wäre) (?:mir|uns) (?!das\b|es\b|wenn du)(?P<v>.+)",
    ),
    (
        "dislikes",
        r"um (?P<v>[\w -]{2,40}) (?:mach|mache|machen) (?:ich|wir) (?:\w+ ){0,3}bogen\b.*",
    ),
    (
        "likes",
        r"(?:riesen|riesiger |großer? |absoluter? |bekennender? |leidenschaftliche[rn]? |echter?"
        r" )?(?:\w*fan|liebhaber\w*|freund\w*|anhänger\w*) (?:von|der|des|alter|guter) (?P<v>.+)",
    ),
    (
        "dislikes",
        rf"(?:auf|mit|für|bei|an) {_NAMED} (?:steh|stehe|kann|hab|habe|geb|gebe|leg|lege|verzicht"
        r"|verzichte|komm|komme) ich (?:\w+ ){0,3}?(?:nicht|kein\w*|nichts|nix|total|gern\w*|gut"
        r"|verzichten|nie|sehr|gar nichts|wert|großen wert)\b(?! (?:weiter|zurecht|rein|drauf)).*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:lässt|lassen) (?:mich|uns) (?:völlig |total |ziemlich )?(?:kalt|verzweifeln"
        r")\b.*|vor (?P<w>[\w -]{2,40}) (?:graut|ekelt|gruselt) (?:es )?(?:mir|mich|uns)\b.*",
    ),
)
