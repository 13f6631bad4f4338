"""German: how people say what they like, dislike, or would rather have."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words
from seasoned.core.words_de import BIN, Verb

_CHOOSING: Final = Verb(
    Words(
        "kaufe? lese? schaue? gucke höre? koche? trinke? esse? buche? reise? wähle",
    ),
    Words(
        "kaufen lesen schauen hören kochen reisen buchen",
    ),
)
_VAGUE: Final = (
    r"(?:das|dies\w*|dein\w*|ihr\w*|es|den|die (?:erste|zweite|dritte|letzte|neue|andere"
    r"|idee|variante|version|antwort)\w*|sie|ihn|ihr|dich|dir"
    r"|der (?:erste|zweite|neue)|einen? (?:text|liste|funktion|rezept)|wenn|wie|dass|was"
    r"|(?:variante|version|option|vorschlag|entwurf)\b"
    r"|hier|alles|beide\w*|so\b|mehr|eine? (?:andere|neue)\w* (?:variante|version)|zu"
    r" wissen)\b(?! (?:arbeiten|kochen|leben))"
)
_LIKE: Final = "liebe?|genieße|bevorzuge?|schätze|vergöttere|favorisiere"
_LIKE_MANY: Final = "mögen|lieben|genießen|bevorzugen|schätzen"
_HATE: Final = "hasse?|verabscheue|meide|vermeide|verachte|fürchte|scheue"
PREFERENCES: Final = (
    (
        "",
        r"(?:ich |wir )?(?:mag|liebe|hasse|schätze|mögen|genieße)(?: ich)? es(?: sehr| gar nicht"
        r"| nicht"
        r"| überhaupt nicht| immer)*,? wenn .*",
    ),
    (
        "",
        r"(?P<v>(?!das\b|es\b|dies)[\w' -]{2,40}?) (?:ist|sind) (?:der|die"
        r"|das) einzige\w? (?-i:[A-Z])\w+$"
        r"|mit (?P<w>[\w -]{2,40}) hab(?:e)? ich'?e?s (?:\w+ )?nicht\b.*",
    ),
    (
        "dislikes",
        r"(?:ich |wir )?(?:kann|mag|hasse|liebe|können|schätze)(?: ich)? es (?:nicht |gar"
        r" nicht |sehr |total )*(?:leiden|ausstehen|haben)?,? ?(?:wenn) .+"
        r"|(?:ich )?kann es nicht (?:leiden|ausstehen|haben)$",
    ),
    (
        "dislikes",
        r"(?P<v>(?!das\b|es\b|dies|hier|so\b)[\w' -]{2,40}?) (?:geht|gehen)(?: bei mir| für"
        r" mich)? (?:gar|überhaupt) nicht$",
    ),
    (
        "",
        r"(?:ich |wir )?finden?(?: ich| wir)? (?!(?:es|das|dies\w*|den|die (?:zweite|erste"
        r"|neue|lösung|datei|idee)|deine?\w*|ihre?\w*|kein\w*|nicht|nichts|nur|sie|ihn"
        r"|mich)\b)"
        r"(?P<v>.+ (?:besser als .+|schöner als .+|angenehmer .*|furchtbar|schrecklich"
        r"|langweilig|toll|super|großartig|anstrengend|überbewertet|eklig|entspannend|besser"
        r"|spannend|nervig|unübersichtlich))$",
    ),
    (
        "favourite",
        r"(?P<v>[\w' -]{2,60}?) (?:ist|sind) (?:mein|meine|unser|unsere) (?:absolut\w*"
        r" )?liebste\w* (?P<k>\w+)\b.*",
    ),
    (
        "",
        r"(?P<v>(?!das\b|es\b|dies)[\w' -]{2,40}?) (?:stört|stören|nervt|nerven|stresst"
        r"|stressen|beruhigt|beruhigen) mich (?:nicht|kaum|sehr|total)?\b.*",
    ),
    (
        "favourite",
        r"(?:meine?|unse?re?) (?P<k>lieblings?[\w-]+) (?:ist|sind|war|bleibt|heißt) (?!das\b"
        r"|es\b)(?P<v>.+)",
    ),
    (
        "favourite",
        r"(?P<v>[\w' -]{2,60}?) (?:ist|sind) (?:mein|meine|unser|unsere)"
        r" (?P<k>lieblings?[\w-]+)\b.*",
    ),
    ("dislikes", rf"{Verb(_HATE, 'hassen|meiden|vermeiden')}(?!{_VAGUE})(?P<v>.+)"),
    (
        "dislikes",
        rf"{Verb('mag|mog', 'mögen', bare=False)}(?!{_VAGUE})(?P<v>.*\b(?:nicht|kein\w*|ungern"
        r"|nie)\b.*)",
    ),
    (
        "likes",
        rf"(?:{Verb(_LIKE, _LIKE_MANY)}"
        rf"|{Verb('mag|mog', 'mögen', bare=False)})(?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "dislikes",
        r"(?P<v>(?!das\b|es\b|dies|genau\b|sonst\b|da\b)[\w' -]{2,60}?) (?:steh|stehe|mag|mog"
        r"|hasse?|liebe?|bevorzuge"
        r"|vertrage"
        r"|lese|esse|trinke|schaue|höre|kaufe|nutze|trage"
        r"|meide|vermeide)(?: ich| i| wir)\b(?! (?:das|es|ihn|dich)\b)(?: .*)?$",
    ),
    (
        "dislikes",
        rf"{Verb('kann', 'können', bare=False)}(?!{_VAGUE})(?P<v>.+) (?:nicht|nix) (?:leiden"
        r"|ausstehen|ab|abhaben|riechen|sehen|hören|mehr (?:sehen|hören))\b.*",
    ),
    (
        "dislikes",
        r"(?P<v>(?!das\b|es\b|da\b|sonst\b|so\b|dann\b|hier\b|jetzt\b"
        r"|nun\b)[\w' -]{2,60}?) (?:kann ich|find(?:e)? ich|geht bei mir|gehen"
        r" bei mir|geht für mich|gehen für mich) (?:\w+ ){0,3}(?:nicht"
        r" (?:leiden|ausstehen|ab|gut)|furchtbar|schrecklich|eklig|blöd|langweilig|doof|nervig"
        r"|gar nicht|nicht|toll|super|klasse|großartig|schön\w*|besser"
        r"|anstrengend|überbewertet|unübersichtlich)\b.*",
    ),
    (
        "dislikes",
        r"(?P<v>(?!das\b|es\b|dies|er\b|sie\b|du\b)[\w' -]{2,60}?) (?:ist|sind) (?:für mich"
        r" nichts|nichts für mich|nicht (?:so )?(?:mein ding|mein fall|meins"
        r"|mein geschmack)|mir (?:ein graus|zu \w+|zuwider|egal|wichtig|lieber|am liebsten"
        r"|heilig|zu viel))\b.*",
    ),
    (
        "prefers",
        r"(?:mir|uns) (?:ist|sind|wär\w*|is) (?!(?:das|es|kalt|schlecht|warm|langweilig|egal"
        r"|klar|nicht klar|aufgefallen|passiert)\b)(?P<v>.+"
        r" (?:lieber|am liebsten|wichtig|zu \w+|wichtiger|zuwider|heilig)\b.*)|(?:\w+"
        r" ){0,3}(?:ist|sind) mir (?P<w>.+ (?:lieber|am liebsten|wichtig|zuwider))\b.*",
    ),
    (
        "dislikes",
        rf"(?:mir|uns) (?:schmeck|gefall|gefäll|lieg|behag|wird von)\w* (?!{_VAGUE})(?P<v>.+)"
        rf"|(?P<w>(?!das\b|es\b|dies|d(?:ie|er|as) (?:erste|zweite|dritte|letzte|neue|andere"
        rf"|obere))"
        rf"[\w' -]{{2,60}}?) (?:schmeck|gefall|gefäll)"
        r"(?:t|en) (?:mir|uns)\b(?! (?:variante|version|das)).*",
    ),
    (
        "dislikes",
        r"(?P<v>(?!das\b|es\b|dies|er\b|sie\b|du\b)[\w' -]{2,60}?) (?:nervt|nerven|stört"
        r"|stören|stresst|stressen|langweilt|langweilen|ekelt|ekeln|ermüde\w*|macht|machen)"
        r" mich\b(?: .*)?",
    ),
    (
        "prefers",
        r"(?!(?:ich |wir )?(?:hätten?|würden?)(?: ich| wir)? (?:gerne?\b|lieber (?:\w+ )?(?:kürz"
        r"|läng|ander|neu"
        r"|besser|größer|kleiner)\w+))(?:ich |wir )?(?:\w+en?"
        r"|mag|hätte?|würde?|nehme?|habe?|esse|trinke|lese|schaue|höre"
        r"|fahre|reise"
        r"|arbeite|kaufe|sitze|schlafe|koche|gehe|spiele|lerne|schreibe|wohne|haben|gehen"
        r"|fahren|reisen)(?: ich| wir)? (?:viel |immer |grundsätzlich |meist\w* |sehr "
        rf"|wirklich )*(?:lieber|am liebsten|gerne?|ungern|nicht gerne?)\b (?!{_VAGUE}|wissen"
        r"|ein(?:e|en)? (?:text|liste"
        r"|funktion|rezept|plan|bild)|von dir)(?P<v>.+)",
    ),
    (
        "prefers",
        r"(?:am liebsten|lieber) (?:hätt?e?|esse|trinke|lese|schaue|höre|fahre|reise|arbeite"
        r"|mag|koche|gehe|spiele|sitze|laufe|wandere|schreibe|kaufe|hab|habe|bin|würde|mache"
        r"|lerne)"
        r" (?:ich|i|wir) (?!jetzt|heute|gleich)(?P<v>.+)",
    ),
    (
        "",
        rf"{BIN}(?:\w+ )?(?:kein |ein |eine |der |die |eher |riesen|totaler? |absoluter? "
        r"|großer? |\w+e[rs]? )*(?:fan(?! davon)|freund|freundin|liebhaber\w*|typ|mensch|"
        r"morgenmensch|nachtmensch|\w+typ|\w+mensch|\w+fan|süchtig|\w+muffel|\w+freak|\w+nerd"
        r"|\w+junkie|\w+liebhaber\w*)\b.*",
    ),
    (
        "",
        rf"{Verb('steh|stehe|achte?|schwöre?|lege?', 'stehen|achten|legen|schwören')}(?:auf"
        r"|total auf|wert auf|großen wert auf|viel wert auf|mehr auf|nicht auf)"
        rf" (?!de[mr]\b|eine[mr]\b|{_VAGUE})(?P<v>.+)",
    ),
    (
        "dislikes",
        r"(?:bitte )?(?:bloß |nur )?(?:nichts|kein\w*) (?:mit|\w+ mit) .+(?:bitte|juckt|eklig"
        r"|nicht mein).*",
    ),
    (
        "prefers",
        rf"{_CHOOSING}"
        r"(?:fast |grundsätzlich |eigentlich )*(?:nur|immer|ausschließlich|lieber|am liebsten"
        r"|meistens|prinzipiell|gern\w*|ungern) (?!das|es\b|dies)(?P<v>.+)",
    ),
    ("prefers", r"(?:was|beim?) [\w -]{2,30} (?:angeht|betrifft|bin ich|anbelangt)\b.*"),
    (
        "likes",
        r"(?P<v>(?!das\b|es\b|dies)[\w' -]{2,50}?) (?:verschlinge|liebe|verehre|sammle|genieße"
        r"|hasse|meide) (?:ich|wir)\b.*",
    ),
    (
        "prefers",
        r"(?:mit|durch|an) [\w -]{3,40} (?:lerne|arbeite|verstehe|merke|schlafe|denke) ich"
        r" .*(?:besser|am besten|leichter|schneller).*|(?:ich )?(?:lerne|arbeite|verstehe"
        r"|schlafe|denke)(?: ich)? (?:am besten|besser|leichter|schneller) .+",
    ),
    (
        "prefers",
        r"(?P<v>(?!ich\b|wir\b|das\b|es\b|und\b|nimm\b)[\w-]+(?: [\w-]+)? (?:statt|vor|lieber"
        r" als) [\w -]{3,30})$",
    ),
    ("likes", r"(?:es )?geht nichts über (?P<v>.+)|nichts geht über (?P<w>.+)"),
    ("likes", r"(?P<v>[\w' -]{2,60}?) (?:begeister|faszinier|interessier|entspann)\w+ mich\b.*"),
)
