"""German: objects and circumstances before the verb, short first persons, and what they tell.

Each pattern is a frame of grammar with a class of verbs or nouns in it. What is no statement of
the speaker is not known here.
"""

from __future__ import annotations

from typing import Final

from seasoned.core.words_de import NUMBER

_NAMED: Final = (
    r"(?P<v>(?!(?:das|es|dies\w*|er|sie|du|ihr|wir|ich|was|wer|wie|wo|nichts|alles|beide\w*"
    r"|dein\w*|den|die (?:\w+ )?(?:datei|funktion|idee|frage|lösung|version|antwort|aufgabe)"
    r"|wenn|und|aber|da|dann|hier|so|heute|damit|davon|ob|dass)\b)[\w' -]{2,60}?)"
)
_SUCH: Final = (
    r"(?:linkshänder|rechtshänder|brillenträger|veganer|vegetarier|allergiker|diabetiker"
    r"|asthmatiker|rentner|pensionär|freiberufler|pendler|frühaufsteher|rollstuhlfahrer"
    r"|wiedereinsteiger|nichtschwimmer|alleinerziehende|selbst(?:st)?ändige|schwerbehinderte"
    r"|epileptiker|legastheniker)(?:in|r)?"
)
_TURN: Final = (
    r"(?:trennung|scheidung|geburt|umzug|unfall|op|operation|hochzeit|schlaganfall|infarkt"
    r"|herzinfarkt|reha|pandemie|kündigung|beförderung|fusion|pensionierung|studium|ausbildung"
    r"|abitur)"
)
FACTS: Final = (
    (
        "",
        r"(?:(?=.*\b(?:immer|nie|meist\w*|jeden \w+|täglich|nur|grundsätzlich)\b)(?!zur not"
        r"|(?:im|auf dem) (?:spiel|bild|foto|video|text|code|film)\b)(?:zur|zum|ins|in"
        r" die|nach|im|beim|auf dem) [\w -]{2,30}?|seit (?:\d{4}|\w+ jahren)) (?:nehm|fahr|geh|lauf"
        r"|radel|pendel|leb|wohn|arbeit|trag|ess|trink|schlaf|koch|les|hör|nutz|benutz)e? ich"
        r" (?!das\b|es\b|dich\b|dir\b)\S.*",
    ),
    (
        "",
        r"(?:mein|unser)\w* (?:chef|chefin|vorgesetzter?|teamleiter(?:in)?|trainer(?:in)?|hausarzt"
        r"|hausärztin|vermieter(?:in)?|therapeut(?:in)?|betreuer(?:in)?|doktorvater|boss) heißt"
        r" (?:jetzt )?(?-i:[A-ZÄÖÜ])\w+.*",
    ),
    (
        "work",
        r"(?:ich )?bin(?: ich)? (?:jetzt|nun|inzwischen|mittlerweile|seit \w+(?: \w+)?) bei (?:der"
        r" |den )?(?!(?:schritt|zeile|seite|kapitel|level|aufgabe|punkt|oma|opa|mama|papa|freund\w*"
        r"|version|runde|folge|staffel|teil|frage|eltern)\b)(?P<v>(?-i:[A-ZÄÖÜ])\w+)(?: als .+)?$",
    ),
    (
        "health",
        r"auf (?!das\b|dies|dein|so\b)[\w -]{2,40} reagieren? (?:ich|wir) (?:\w+ )?(?:allergisch"
        r"|empfindlich)$",
    ),
    (
        "",
        r"(?:'?ne?n?|eine?n?) (?!(?:idee|ahnung|plan|frage|lösung|beispiel|problem|fehler"
        r"|grund|wahl|zweifel|antwort|termin|rechnung|vorschlag|text|datei|code|quelle"
        r"|hinweis)\b)[\w-]+ (?:hab|habe|haben|besitze?n?) (?:ich"
        r"|wir) (?:\w+ ){0,2}nicht"
        r"(?: mehr)?$",
    ),
    (
        "hobby",
        r"(?:ich )?(?:singe?|spiele?|turne?|tanze?|trainiere?|helfe?|tromm[e]?le?)(?: ich)?"
        r" (?:\w+ )?(?:im|in der|in ei\w+|in ne[rm]|beim|bei der|bei den) (?:\w+ )?\w*(?:chor"
        r"|verein"
        r"|orchester|band|mannschaft|liga|gruppe|ensemble|kapelle|club|feuerwehr|theater)\b"
        r"(?! mit\b)(?!.*\b(?:nicht|mal|szene|sims)\b).*",
    ),
    (
        "studies",
        r"(?:ich )?(?:schreibe?|verfasse?)(?: ich)? (?:gerade |zurzeit |derzeit |aktuell |an )*"
        r"mein\w* (?:bachelor|master|doktor|diplom|abschluss)[- ]?arbeit (?:\w+ )?(?:in|an|bei|über"
        r"|zu[rm]?)\b.+",
    ),
    (
        "hobby",
        r"(?:ich )?(?:hab|habe)(?: ich)? (?:mir )?(?:über die|im laufe der|in den letzten|in"
        rf" {NUMBER}) (?:\w+ )?jahren? .*(?:gesammelt|beigebracht|gezüchtet|restauriert)$|(?:ich )?"
        r"(?:hab|habe)(?: ich)? mir über die jahre .*(?:gesammelt|beigebracht|aufgebaut"
        r"|angelegt)$",
    ),
    (
        "",
        rf"seit (?:der|dem|meine[rm]|unsere[rm]) {_TURN} (?:(?:ist|sind|lebt|leben|wohnt|wohnen)"
        r" (?:mein\w*|unser\w*|die) (?:kinder|kids|jungs|mädchen|zwillinge|söhne|töchter|sohn"
        r"|tochter|kleine)|(?:bin|hab|habe|lebe?|wohne?|arbeite|esse?|trinke?|vertrage?|nehme?"
        r"|sehe?|höre?|laufe?|gehe?) ich|(?:sind|haben|leben|wohnen|arbeiten) wir)"
        r" (?!nur müde|so\b|völlig|ganz)\S.*",
    ),
    (
        "family",
        rf"(?:in {NUMBER} (?:wochen|monaten)|im (?-i:[A-Z])\w+|bald|(?:ende|anfang|mitte)"
        r" (?-i:[A-Z])\w+) (?:kommt|kommen) (?:unser\w*|mein\w*) (?:\w+ )?(?:baby|kind|zwillinge"
        r"|nachwuchs)(?: zur welt| auf die welt)?$",
    ),
    (
        "",
        rf"als {_SUCH} (?!war\b|hatte\b|wurde\b|würd|wär|hätt|könnt|\w+te ich)\w+ (?:ich|wir|mir"
        r"|mich)\b.*",
    ),
    (
        "",
        r"(?:ich |wir )?(?:gehöre|gehör|gehören)(?: ich| wir)? (?:\w+ )?zu[rm]? (?!den \w+|gruppe\b"
        r"|dir\b|dem\b)(?-i:[A-ZÄÖÜ])[\w-]+.*",
    ),
    (
        "",
        r"(?:ich |wir )?(?:bin|sind)(?: ich| wir)? (?:\w+ ){0,4}(?:großeltern|eltern|mutter|vater"
        r"|oma|opa|tante|onkel|papa|mama|witwer?|rentner(?:in)?|beamte[rn]?|beamtin|mitglied"
        r"|teamleiter(?:in)?|chef(?:in)?) geworden$",
    ),
)
PREFERENCES: Final = (
    (
        "prefers",
        r"ich (?:kann|komme?) mit (?!dem\b|der\b|das\b|dies)(?P<v>[\w -]{2,40} (?:viel |deutlich "
        r"|\w+ )?(?:mehr anfangen|besser klar|besser zurecht) als mit .+)",
    ),
    (
        "",
        r"für (?P<v>(?!das\b|dies|dich\b|sie\b|so was)[\w -]{2,40}?) bin ich (?:\w+ )?(?:nicht"
        r"|immer|stets|jederzeit) zu haben$|ohne (?P<w>(?!das\b|dies|dich\b)[\w -]{2,30}?) geht bei"
        r" (?:mir|uns) (?:\w+ )?(?:nichts|nix|gar nichts)$",
    ),
    (
        "prefers",
        r"(?:ich )?ziehe?(?: ich)? (?!das\b|es\b|die (?:erste|zweite)|dies|den termin|mich\b)"
        r"(?P<v>[\w-]+ (?:\w+ )?(?:jede[mr]|eine[mr]|de[mnr]) [\w -]+) vor$",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:fange?|rühre?|fasse?|tue?|schaue?|höre?) ich (?:mir )?(?:\w+ )?(?:gar |"
        r"grundsätzlich |prinzipiell )*(?:nicht|nie)(?: mehr| erst)? an$",
    ),
    (
        "dislikes",
        rf"{_NAMED} komm(?:t|en)(?: (?:für|bei) (?:mich|uns|mir))? (?:\w+ )?(?:nicht|nie) (?:in"
        r" frage|infrage|in die tüte|auf den tisch|auf den teller|ins haus)$|"
        r"(?P<w>[\w -]{2,40}?) kommt (?:mir|uns) (?:\w+ )?(?:nicht|nie) (?:ins haus|in die tüte"
        r"|auf den tisch|auf den teller)$",
    ),
    (
        "likes",
        r"bei (?P<v>(?!(?:dir|de[mrn]\b.*|diese\w*|so was|sowas)\b)[\w -]{2,50}?) (?:bin (?:ich)"
        r" (?:immer |sofort |gleich |gern\w* )*(?:dabei|feuer und flamme|hin und weg)|geht (?:mir"
        r"|uns) das herz auf|(?:werd|werde|könnt|könnte) ich schwach)$",
    ),
    (
        "",
        rf"{_NAMED} find(?:e|en)? (?:ich|wir) (?:\w+ ){{0,2}}?\w*(?:langweilig|öde|spannend"
        r"|furchtbar|schrecklich|toll|super|großartig|anstrengend|überbewertet|eklig|nervig"
        r"|grauenhaft|herrlich|klasse|unübersichtlich|entspannend|scheußlich)$",
    ),
    (
        "prefers",
        r"am liebsten (?!hab\w*\b|hätt|wär|würd|möcht|wollt|könnt|woll)\w{3,} (?:ich|wir) (?!das\b"
        r"|es\b|dir\b|dich\b|jetzt\b|mal\b|nur noch weg|alles hin)(?P<v>.+)",
    ),
    (
        "",
        r"(?:ich |wir )?(?:mag|hab|habe|mögen|haben)(?: ich| wir)? es (?:\w+ )?(?:lieber|gern|gerne"
        r"|am liebsten)$",
    ),
    (
        "",
        r"(?:mir|uns) (?:reich|genüg)(?:t|en) (?:\w+ )?(?:völlig |immer |meist\w* )?"
        rf"(?:{NUMBER}|kurze|knappe|wenige) (?:\w+ )?(?:satz|sätze|zeilen?|absatz|absätze|wörter"
        r"|stichworte|stichpunkte|beispiele?|antworten?)$",
    ),
    (
        "likes",
        r"(?:für mich )?kann es (?:mir )?(?:gar )?nicht (?P<v>\w+) genug sein$|(?:für mich|mir)"
        r" kann es (?:gar )?nicht (?P<w>\w+) genug sein$",
    ),
)
# Requests that can only be meant to last.
ORDERS: Final = (
    r"ich (?:will|möchte|mag) (?:von|über|zu) (?!dir\b|ihnen\b|dem\b|der\b|dies)[\w -]{2,40}"
    r" (?:grundsätzlich |generell |nie |auch )*(?:nichts|nie etwas)(?: mehr)? (?:hören|wissen"
    r"|lesen|sehen)$"
)
# A device with its model, named in passing.
WITHIN: Final = (
    (
        "job",
        r"\b(?:in|bei|neben) (?P<v>meine[mr] (?:job|beruf|arbeit|ausbildung|tätigkeit|praxis"
        r"|stelle)"
        r" als (?-i:[A-ZÄÖÜ])\w+)",
    ),
    (
        "device",
        r"\b(?:auf|mit|an|bei) (?P<v>(?:meine[mr]|unsere[mr]) (?!(?:version|zeile|seite|schritt"
        r"|datei|frage|kapitel|aufgabe|tabelle|variante|antwort|platz|figur|tarif|plan|level"
        r"|gruppe|haus)\b)"
        r"(?-i:i?[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+){0,2} (?-i:[A-Z]{0,2})\d[\w-]*"
        r"(?: (?:pro|max|mini|plus|ultra)\b)?)(?![\w%€]| (?-i:[A-ZÄÖÜ]))",
    ),
)
# What points back to what was said before it.
BACK: Final = r"so (?:wohnen|leben|arbeiten|machen|sind|halten) wir\b|so (?:wohne|lebe|mache) ich\b"
