"""German: turns of life, bodies, belongings and relations, in general grammar.

Each pattern is a class of words in a frame; what is said of a thing of that class is read, if it
is no state of the day.
"""

from __future__ import annotations

from typing import Final

from seasoned.core.words_de import ILL, KIN, NUMBER, PET

_MY: Final = r"(?:meine?[rnms]?|unse?re?[rnms]?|mei|unser)"
_RELATIVE: Final = (
    rf"(?:{KIN}|mutter|mama|mutti|vater|papa|eltern|oma|opa|großmutter|großvater|bruder|schwester"
    r"|schwiegermutter|schwiegervater|schwiegereltern|geschwister)"
)
_BODY: Final = (
    r"(?:knie|rücken|hüften?|schultern?|handgelenke?|füße|hände|augen|ohren|gehör|haut|kopfhaut"
    r"|haare?|lunge|herz|magen|darm|schilddrüse|gelenke|wirbelsäule|nacken|zähne|blutdruck"
    r"|cholesterin\w*|gedächtnis|stimme|bandscheiben?)"
)
_LASTING_STATE: Final = (
    r"(?:hinüber|kaputt|ruiniert|schlecht|schwach|empfindlich|trocken|fettig|lockig|grau|dünn"
    r"|hoch|niedrig|künstlich|steif|schief|nicht (?:mehr )?die besten?|im eimer|verschlissen"
    r"|operiert|versteift)"
)
_CONDITION: Final = (
    r"(?:\w*(?:allergien?|intoleranz|unverträglichkeit|asthma|diabetes|adhs|autismus|arthrose"
    r"|arthritis|rheuma|epilepsie|migräne|neurodermitis|schuppenflechte|legasthenie|demenz"
    r"|alzheimer|parkinson|zöliakie|tinnitus|heuschnupfen|bluthochdruck|apnoe|phobie|angst vor \w+"
    r"|höhenangst|flugangst|platzangst|syndrom|krankheit|depressionen?|schlafstörung\w*|gicht"
    r"|osteoporose|hexenschuss|bandscheibenvorfall|herzfehler|schrittmacher|endometriose|morbus"
    r" \w+|reizdarm))"
)
_THING: Final = (
    r"(?:\w*haus|\w*wohnung|\w*garten|\w*küche|balkon|terrasse|rasen|\w*boden|dachboden|keller|dach"
    r"|\w*ofen|\w*herd|\w*heizung|\w*auto|wagen|\w*rad|motorrad|wohnmobil|wohnwagen|boot|klavier"
    r"|gitarre|geige|cello|laptop|rechner|computer|handy|tablet|router|drucker|kamera|nas|server"
    r"|firma|arbeitgeber|betrieb|\w*team|büro|schule|\w*klasse|laden|\w*werkstatt|\w*studio|praxis"
    r"|hof|\w*verein|\w*chor|band|arbeitsweg|schulweg|\w*schicht\w*|arbeitstag|miete|hypothek"
    r"|\w*kredit|\w*vertrag|rente|gehalt|\w*arbeit|\w*roman|\w*laden)"
)
_NOW: Final = r"(?!.*\b(?:heute|gerade|grad|momentan|morgen|gestern|kaputt|weg|abgestürzt|jetzt)\b)"
FACTS: Final = (
    (
        "studies",
        r"(?:ich )?(?:mache|mach|absolviere|beginne)(?: ich)? (?:gerade |zurzeit "
        r"|nebenbei )*(?:eine?n?"
        r"|meine?n?) (?:\w+ )?(?:umschulung|ausbildung|lehre|weiterbildung|fortbildung|\w*studium"
        r"|promotion|therapie|referendariat)\b.*",
    ),
    (
        "health",
        r"(?:.{2,40} )?(?:gehe?|laufe?) ich (?:\w+ ){0,2}(?:am stock|an krücken|am rollator"
        r"|mit rollator"
        r"|mit (?:einem )?stock)\b.*|ich (?:gehe?|laufe?) (?:\w+ ){0,2}(?:am stock|an krücken|am"
        r" rollator|mit rollator)\b.*",
    ),
    (
        "tools",
        r"(?:ich|wir) (?:schreibe?n?|zeichnen?|rechnen?|nähen?|spülen?|waschen?|backen?) (?:alles"
        r"|mein\w*"
        r"|unser\w*|fast alles) (?:\w+ )?(?:mit der hand|von hand|per hand|selbst"
        r"|mit bleistift)\b.*",
    ),
    (
        "health",
        rf"{_MY} (?:\w+ )?{_BODY} (?:zittern|zittert|schmerzen|schmerzt|schwellen|knacken|knackt"
        r"|jucken"
        r"|juckt|reißt|reißen|spannt)\b(?! (?:heute|gerade|seit gestern)).*",
    ),
    (
        "",
        r"(?:ich )?bin(?: ich)? (?:mein leben lang|seit jeher|schon immer|von geburt an"
        r"|von klein auf)"
        r" .+",
    ),
    (
        "",
        r"(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|abends|morgens|mittags|jeden \w+)"
        r" (?:gibt'?s|gibt es|ist|wird|steht) (?:bei (?:uns|mir)|immer|hier) .+",
    ),
    (
        "job",
        r"(?:ich )?(?:geb|gebe)(?: ich)? (?:\w+ )?\w*(?:unterricht|kurse|nachhilfe|stunden)\b.*",
    ),
    (
        "origin",
        r"(?:mütterlicherseits|väterlicherseits|ursprünglich|eigentlich|von haus aus) (?:komme?n?"
        r"|stammen?|bin|sind) (?:ich|wir) aus (?P<v>.+)",
    ),
    (
        "health",
        r"(?:.{2,40} )?bin ich (?:[\w-]+ ){0,5}(?:taub|blind|gehörlos|schwerhörig|allergisch"
        r"|farbenblind"
        r"|diabetiker\w*|querschnittsgelähmt)$",
    ),
    ("hobby", r"(?:ich|wir) (?:imker|gärtner|töpfer|musizier|schreiner|brau|mosaik|zelt)e?n?\b.*"),
    (
        "pet",
        rf"{_MY} (?:\w+ )?\w*{PET}(?: (?-i:[A-ZÄÖÜ])\w+)? (?:läuft|lebt|schläft|geht) (?!weg|heute"
        r"|gerade"
        r"|nicht\b|mir|so\b|schlecht|los|komisch|im kreis)[\w-]+$",
    ),
    (
        "child",
        rf"(?:die|meine|unsere) (?:\w+ )?(?:kinder|kids|zwillinge|jungs|mädchen|söhne|töchter|hunde"
        rf"|katzen) sind (?:jetzt |schon )?{NUMBER}(?:,| und) .*",
    ),
    (
        "age",
        r"(?:der|die|das) (?:kleine|große|lütte|baby|bub|jüngste|älteste)\w? (?:ist|is"
        r"|wird) (?:erst"
        rf" |schon |jetzt )?{NUMBER} (?:jahre|monate|wochen|tage)\b.*",
    ),
    (
        "job",
        r"als (?!(?:erstes|nächstes|kind|antwort|geschenk|beilage|ersatz|text|tabelle|pirat\w*"
        r"|elf)\b)"
        r"(?-i:[A-ZÄÖÜ])\w{4,}(?:erin|in|er|ent|ant|ist|frau|mann|ärztin|arzt|wirt"
        r"|koch) (?:in \w+ |bei"
        r" \w+ )?\w+e ich\b(?! (?:dich|sie|dir|mir vor|mich (?:an|vor|aus))).*",
    ),
    (
        "health",
        r"(?:(?:ich|wir) (?:hab|habe|haben)|hab"
        rf"|habe) (?:[\w-]+ ){{1,2}}{_BODY}\b(?<!magen darm)(?<!magen-darm)(?![ -]?(?:darm"
        rf"|schmerzen|weh)){_NOW}"
        r".*",
    ),
    (
        "language",
        r"mein (?-i:(?:[A-Z])\w+isch|Deutsch) ist (?:etwa |ungefähr |noch |nur |so )*(?:[abc][12]"
        r"|eingerostet"
        r"|schlecht|fließend|mittelmäßig|holprig|schulniveau|anfängerniveau)\b.*",
    ),
    (
        "",
        r"(?:wir|mir) (?:sind|san) (?:\w+ )?(?:eine?n? )(?:[\w-]+ )?\w*(?:büro|team|firma|betrieb"
        r"|familie"
        r"|kanzlei|praxis|agentur|verein|laden|bäckerei|werkstatt|gruppe|chor|band|hof|wg"
        r"|haushalt)\b.*",
    ),
    (
        "diet",
        r"(?:ich|wir) (?:mache|machen|lebe|leben|ernähre|ernähren|halte|halten) (?:mich |uns "
        r"|seit \w+"
        r" )*(?:.*diät\b|nach .*diät|low[- ]carb|vegan|vegetarisch|ketogen|glutenfrei|koscher"
        r"|halal).*",
    ),
    (
        "",
        r"(?:unser|das|unse?re?s?) (?:leitungs)?wasser (?:hier )?(?:ist|is) (?:\w+ )?(?:hart|weich"
        r"|kalkig"
        r"|kalkhaltig)\b.*",
    ),
    (
        "worktime",
        r"(?:ich )?(?:steh|stehe|fange|fang|bin|muss)(?: ich)? (?:schon |immer "
        r"|meist )?um (?:halb )?"
        r"(?:\d+|drei|vier|fünf|sechs|sieben|acht)(?: uhr)?(?: früh| morgens)? (?:auf|an|raus"
        r"|in der"
        r" (?:backstube|werkstatt|küche|praxis|schule|klinik|firma))\b.*",
    ),
    (
        "language",
        r"(?-i:[A-Z])\w+ ist (?:übrigens |nicht )?meine (?:erste|zweite|dritte|vierte|mutter)[ -]?"
        r"(?:fremd|mutter)?sprache\b.*",
    ),
    (
        "studies",
        r"(?:ich )?(?:bin|sitze?|stecke?|geh|gehe)(?: ich)? (?:\w+ )?(?:im|in der|in die) (?:ersten"
        r"|zweiten|dritten|vierten|fünften|sechsten|letzten|\d+\.|\w+ten)"
        r" (?:\w*semester|\w*jahr|klasse|schuljahr)\b.*",
    ),
    ("health", r"(?:ich )?(?:bin|sitze?)(?: ich)? (?:\w+ )?im (?:rolli|rollstuhl)\b.*"),
    (
        "job",
        r"als (?-i:[A-ZÄÖÜ])\w{3,}(?:er|in|erin|wirt|wart|arzt|ärztin|koch|frau|mann|pate) (?:in"
        r"|bei|im"
        r"|am|an|beim|auf|mit) .* (?:kriegt|hat|braucht|muss|darf|kann|steht|ist|sieht"
        r"|weiß) man\b.*",
    ),
    (
        "pet",
        rf"{_MY} (?:\w+ )?\w*{PET}(?: (?-i:[A-ZÄÖÜ])\w+)? (?:wird|ist|hat|frisst|verträgt|wiegt"
        r"|zieht"
        r"|geht) (?:jetzt |bald |schon |nun |seit \w+ )*(?:\d|ein\w?\b|kein\w*|taub|blind|ins|zwei"
        r"|drei|vier|fünf|sechs|sieben|acht|neun|zehn|allergisch|kastriert|alt)\b.*",
    ),
    (
        "health",
        r"(?:auf|mit) (?:dem|meinem|einem) (?:linken|rechten) (?:ohr|auge|arm|bein|fuß) (?:hör|höre"
        r"|seh|sehe|kann|bin) ich .*(?:nix|nichts|nicht|kaum|schlecht|taub|blind)\b.*",
    ),
    (
        "health",
        rf"(?:(?:ich|wir) (?:hab|habe|haben|leide|leiden)|hab|habe|leide)(?: an| unter)?"
        r"(?: eine?n?| '?ne| starke\w?| schwere\w?| leichte\w?"
        rf"| \w+){{0,3}} {_CONDITION}\b{_NOW}.*",
    ),
    (
        "health",
        rf"(?:\w+ ){{0,2}}?{_CONDITION} (?:hab|habe|haben) (?:ich|wir)\b{_NOW}.*",
    ),
    (
        "health",
        rf"{_MY} (?:\w+ )?{_BODY} (?:ist|sind|is) (?:\w+ ){{0,2}}?{_LASTING_STATE}\b(?!.*\bheute\b)"
        r".*",
    ),
    (
        "family",
        rf"{_MY} (?:\w+ ){{0,2}}?(?:{_RELATIVE}|{PET})(?: (?-i:[A-ZÄÖÜ])\w+)? (?:hat|haben|ist|sind"
        rf"|leidet|leiden|lebt mit) (?:[\w-]+ ){{0,4}}?(?:{_CONDITION}|{ILL}|dement|taub"
        r"|blind)\b.*",
    ),
    (
        "family",
        rf"{_MY} (?:\w+ ){{0,2}}?{_RELATIVE}(?: (?-i:[A-ZÄÖÜ])\w+)? (?:kommt|stammt) (?:\w+ )?aus"
        r" (?!dem |der (?:schule|arbeit))(?-i:[A-ZÄÖÜ])\w+.*",
    ),
    (
        "",
        rf"(?:der|die|das|{_MY}) (?:\w+ )?(?:{PET}|{_RELATIVE}) (?:heißt|heisst|nennt sich|wird)"
        r" (?!dann|krank|operiert|heute|morgen|das\b|was\b)\S.*",
    ),
    (
        "pet",
        rf"{_MY} (?:\w+ )?{PET} (?:hört|sieht|frisst|läuft|schläft|bellt|beißt|darf|kann) (?:.*\b"
        r"(?:nix|nichts|kein\w*|nicht|nur|nie|immer|schlecht"
        r"|kaum)\b.*)(?<!nicht)(?<!heute nichts)$",
    ),
    (
        "tools",
        rf"(?:{_MY} [\w-]+|alles|das meiste)(?: [\w-]+)? (?:mach|mache|schreib|schreibe|führ|führe"
        r"|erledige?|verwalte?|plane?|sammle|zeichne|schneide|bearbeite|machen|schreiben|führen"
        r"|erledigen|verwalten|planen) (?:ich|wir) (?:\w+ ){0,3}?(?:in|mit|auf|über)"
        r" (?P<v>(?-i:[A-Z])[\w+.#-]+.*)",
    ),
    (
        "tools",
        r"(?:in|bei) (?:meine[mr]|unsere[mr]|der) (?:team|firma|schule|praxis|abteilung|arbeit"
        r"|büro|verein) (?:benutzen|nutzen|verwenden|haben|arbeiten|arbeite|nutze) (?:wir|ich)"
        r" (?!das|ein problem|gerade|heute)(?P<v>.+)",
    ),
    (
        "job",
        r"(?:ich )?bin (?:hier |da |bei uns )?(?:der|die) (?:einzige\w?|stellvertretende\w?|neue\w?"
        r"|jüngste\w?|älteste\w?|zweite\w?|leitende\w?|erste\w?)? ?(?-i:[A-ZÄÖÜ])\w{3,}"
        r"(?:er|in|erin|leitung|chef|chefin|frau|mann|warte?|pate|patin|wart|ältester"
        r"|vorstand)\b.*",
    ),
    (
        "job",
        r"(?:ich )?(?:sitze|bin|arbeite|engagiere mich|helfe|singe|spiele|turne|trainiere|mache"
        r" mit)(?: ich)? (?:\w+ )?(?:im|in der|in einem|in einer|beim|bei der) (?:\w+ )?"
        r"(?:\w*vorstand|betriebsrat|elternbeirat|gemeinderat|stadtrat|\w*verein|\w*chor"
        r"|\w*feuerwehr"
        r"|tafel|thw|orchester|\w*band|kirchenvorstand|\w*gruppe|\w*mannschaft|\w*liga"
        r"|schichtdienst"
        r"|nachtdienst|außendienst|homeoffice|pflege|\w*klinik|krankenhaus|altenheim|\w*kita"
        r"|kindergarten)\b(?!.*\b(?:heute|gerade|grad|zimmer|besuch)\b).*",
    ),
    (
        "",
        rf"{_MY} (?:[\w-]+ )?{_THING} (?:ist|sind|hat|haben|liegt|dauert|kostet|beträgt|geht|führt"
        r"|steht|umfasst|gehört|läuft|stammt|fängt um|beginnt um|öffnet um|schließt um"
        r"|endet um) (?!so\b|zu\b|heute|gerade|grad|kaputt|weg|leer|voll\b"
        r"|fertig|nicht (?:da|fertig|mehr da|an\b|auf\b)|abgestürzt|verschwunden|in der werkstatt"
        r"|langsam|tot|defekt|abgelaufen|schlecht|gut\b|toll|super|schon\b|morgen|mir\b|das\b|es\b"
        r"|verloren|gestohlen|ein witz|total|echt|sehr|ziemlich|am (?:arsch|ende)|im arsch|dreckig"
        r"|nass|überschwemmt|gekündigt|wieder|viel zu|immer noch nicht|\S+ ?\w*ge\w+(?:en|t)$"
        r"|\w*ge\w+(?:en|t)$|da\b|dran|an der reihe|los"
        r"|auf dem weg).+",
    ),
    (
        "",
        r"(?:(?:letztes|vor \w+|seit|voriges|dieses) (?:\w+ ){0,3}|im (?:\w+ )?(?:frühjahr|sommer"
        r"|herbst|winter|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november"
        r"|dezember) |20\d\d |19\d\d )(?:hab|habe|haben|bin|sind) (?:ich|wir) .*(?:eröffnet"
        r"|aufgemacht|gegründet|geheiratet|gekauft|adoptiert|übernommen|geerbt|gebaut|bekommen"
        r"|geworden|ausgewandert|pensioniert)$",
    ),
    (
        "",
        r"(?:ich|wir) (?:hab|habe|haben|bin|sind) (?:\w+ ){0,5}(?:(?:haus|wohnung|hof|auto|hund"
        r"|katze|boot|firma|laden|café|garten|praxis|betrieb|geschäft|werkstatt|agentur|podcast)"
        r" (?:eröffnet|aufgemacht|gegründet|gekauft|adoptiert|übernommen|geerbt|gebaut|gepachtet"
        r"|gemietet)|geheiratet|ausgewandert|pensioniert|in rente gegangen|verheiratet"
        r"|geschieden|verwitwet|mutter geworden|vater geworden|oma geworden|opa geworden)\b.*",
    ),
    (
        "",
        r"(?:ich|wir) (?:hatte|hatten|habe|hab|haben|bin|war|waren|kann|konnte) (?:noch )?(?:nie"
        r"|niemals|immer schon|schon immer) (?!so |etwas|gedacht|gehört|verstanden|gesehen)"
        r"(?:eine?n?\b|in\b|\w+ (?:gelernt|besessen|gehabt|geraucht|getrunken|gefahren)).*",
    ),
    (
        "experience",
        r"(?:mit|in|bei) [\w' -]{2,30} (?:kenne?|kenn) ich mich (?:\w+ )?(?:gut |gar nicht |nicht"
        r" |kaum |bestens |wenig )*aus\b.*",
    ),
    (
        "household",
        r"(?:wir|mir) (?:leben|wohnen|sind|hausen) (?:\w+ )?(?:zu (?:zweit|dritt|viert|fünft|sechst"
        rf"|siebt)|auf \d+ (?:quadratmetern|qm|m²)|in einer wg|mit {NUMBER})\b.*",
    ),
    (
        "",
        r"bei (?:uns|mir)(?: zu hause| daheim| im haus)? (?:koch|putz|wasch|wohn|kümmer|erzieh|läuf"
        r"|leb)(?:t|en) .+",
    ),
    (
        "diet",
        rf"{_MY} (?:\w+ ){{0,2}}?{_RELATIVE}(?: ist (?:\w+))? (?:und )?(?:isst|trinkt|mag|verträgt)"
        r" kein\w* .+",
    ),
    (
        "experience",
        r"(?:ich )?(?:hab|habe) (?:zwei linke hände|keinen grünen daumen|einen grünen daumen"
        r"|zwei linke füße|kein gehör|keinen orientierungssinn)\b.*",
    ),
)
