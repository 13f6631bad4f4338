"""German: openings of a message that are no sentence, and what a request tells in passing."""

from __future__ import annotations

from typing import Final

from seasoned.core.words_de import ILL, KIN, NUMBER, PET

MY: Final = r"(?:meine?[rnms]?|unse?re?[rnms]?|mei|unser)"
_SINCE: Final = r"(?:schon )?seit (?!gestern|heute|vorhin|wann|dem update|eben)"
HEALTH: Final = (
    r"(?:\w*allergi\w*|\w*intoleran\w*|asthma|adhs|diabet\w+|arthrose|arthritis|rheuma|migräne"
    r"|epilepsie|neurodermitis|zöliakie|tinnitus|heuschnupfen|demenz|dement|parkinson|legastheni\w+"
    r"|autis\w+|taub|blind|gehörlos|schwerhörig|vegan\w*|vegetari\w+|schwanger|behindert"
    r"|bluthochdruck|pflegebedürftig|zweisprachig|rot-grün-blind|farbenblind)"
)
FAMILY: Final = (
    rf"(?:{KIN}|mutter|mama|mutti|vater|papa|eltern|oma|opa|großmutter|großvater|bruder|schwester"
    r"|schwiegermutter|schwiegervater|schwiegereltern)"
)
_GROUP: Final = (
    r"(?:\w*team|\w*chor|band|orchester|\w*verein|\w*klasse|abteilung|firma|start-?up|laden|café"
    r"|bäckerei|hof|schule|praxis|familie|\w*mannschaft|\w*gruppe|\w*kreis|\w*club|podcast"
    r"|newsletter|kanzlei|wg"
    r"|jugendgruppe|kita|gemeinde)"
)
_ROLE: Final = (
    r"(?:kassenwart\w*|schriftführer\w*|vorsitzende\w*|vorstand|vorständin|trainer\w*|inhaber\w*"
    r"|gründer\w*|geschäftsführer\w*|leiter\w*|\w+leiter\w*|\w*verwalter\w*|hausmeister\w*"
    r"|\w*azubi|\w*student\w*|\w*lehrer\w*|\w*referendar\w*|(?:mama|papa)(?= von)"
    r"|ehrenamtliche\w*|mitglied|kapitän\w*|dirigent\w*|\w*pfleger\w*|vermieter\w*|praktikant\w*"
    r"|\w*entwickler\w*|\w*ingenieur\w*|betreuer\w*|imker\w*|landwirt\w*|redakteur\w*|admin"
    r"|administrator\w*|obmann|obfrau|sprecher\w*|doktorand\w*|alleinerziehend\w*)"
)
_VERBS: Final = (
    r"(?:fotografiere|filme|lerne?|studiere|arbeite|wohne|koche?|backe|nähe|stricke|häkle|spiele?"
    r"|singe?|nutze?|benutze?|verwende|programmiere|code|trinke?|esse?|fahre?|laufe?|rauche?"
    r"|schlafe?|trage?|vertrage?|züchte|sammle|imkere|gärtnere|unterrichte|leite|pendle|pendel|lebe"
    r"|hasse|liebe|mag|bevorzuge|kann|komme aus|stamme aus|heize|miete|trainiere|spreche?)"
)
# What begins a message without "I am" or "we", so that the other patterns fit behind it.
MISSING: Final = (
    (
        "ich bin ",
        rf"(?:{ILL}|\w+blind|in rente|in elternzeit|verrentet|neu in .+)"
        r"(?=$| (?:übrigens|btw|seit|schon|und|mit|aber)\b).*",
    ),
    ("ich bin ", r"seit (?:\d+|\w+) jahren (?-i:[A-ZÄÖÜ])\w+(?:er|in|frau|mann)$"),
    (
        "ich ",
        rf"{_VERBS} (?!ich\b|wir\b|du\b|sie\b|er\b|es\b|das\b|man\b|mir\b|dir\b|hier\b|einfach\b)"
        r".+",
    ),
    (
        "wir ",
        r"(?:haben|sind|wohnen|leben|nutzen|essen|trinken|sprechen|fahren) "
        r"(?!wir\b|sie\b|die\b|das\b|alle\b|es\b).+",
    ),
)
# Openings of a message that are no sentence.
FRAGMENTS: Final = (
    (
        "likes",
        r"(?!termin|antwort|datei|nicht|auch|bitte|aber|und|oder|immer|jetzt|heute)"
        r"(?-i:[A-ZÄÖÜ])\w+ (?:immer )?nur (?-i:[a-zäöü])\w+$",
    ),
    ("health", r"(?:zum \w+ mal |wieder |frisch |hoch)schwanger\b.*"),
    (
        "job",
        r"(?-i:[A-ZÄÖÜ])\w{3,}(?:erin|er|eur|ist|istin|ant|wirt|frau|mann) (?:in (?:rente|pension"
        r"|elternzeit|ausbildung|teilzeit)|im (?:ruhestand|schichtdienst))\b.*",
    ),
    (
        "household",
        rf"{NUMBER} (?:kleine |große )?(?:kleinkinder|kinder|teenager|erwachsene|esel|ziegen"
        r"|pferde|schafe"
        r"|kühe)(?=$| (?:und|in|im|mit|auf|unter)\b|,).*",
    ),
    ("name", r"(?P<v>(?-i:[A-ZÄÖÜ][a-zäöüé]+)) aus (?-i:[A-ZÄÖÜ])\w+$"),
    (
        "",
        rf"{NUMBER} (?:jahre|monate|wochen) (?:trocken|clean|nüchtern|rauchfrei|vegan|vegetarisch"
        r"|verheiratet|geschieden|verwitwet|in rente|selbstständig|single)\b.*",
    ),
    ("health", r"mit (?P<v>\w*(?:allergie|intoleranz|unverträglichkeit|asthma|diabetes))\b.*"),
    (
        "tools",
        r"(?-i:[A-Z])[\w.+#-]+(?: \d[\w.]*)? (?:auf|unter|statt|nicht) (?:\w+ )?(?-i:Linux|Debian"
        r"|Ubuntu|Mint|Fedora|Arch|Windows|macOS|Mac|Android|iPhone|iPad|ChromeOS|Excel|Word"
        r"|Photoshop|Chrome|Outlook|Office)(?: \d[\w.]*)?$",
    ),
    ("health", r"(?:in der )?(?:\d+\. (?:woche|ssw)|\d+ wochen|im \w+ monat) schwanger\b.*"),
    (
        "",
        r"(?!(?:ich|es|das|der|die|dies\w*|was|wie|wo|wer|warum|nicht|hallo|hi|hey|jemand|alles"
        r"|code|fehler|text|link|log|datei|bin|ist|sind|steht|kein\w*|ein\w*|noch|nur|grüße"
        r"|frage|problem|passt|bitte|er|sie|wir"
        r"|du|man|gibt|liegt|etwas|irgendwas|neu|wieder)\b)(?:[\w'&/+.-]+ ){0,3}?"
        r"(?!(?:aber|oder|wieder|immer|unter|über|hinter|einer|keiner|dieser|fehler|nummer|ordner"
        r"|server|computer|drucker|bilder|wetter|termin|sin|drin|hin|ohnehin)\b)"
        r"(?:\w{2,}(?:er|erin|in|ent|ant|ist|mama|papa|mensch|eule|azubi|frau|mann|muffel|fan"
        r"|anfängerin|typ|nerd)|mama|papa|vater|mutter|oma|opa|azubi|eule|paar|familie)"
        r"(?: (?:von|aus|im|in|mit) (?:\w+ ){0,2}[\w-]+)? hier$",
    ),
    (
        "home",
        rf"(?P<v>(?-i:[A-ZÄÖÜ])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?), {_SINCE}.+",
    ),
    (
        "job",
        rf"(?:bin |als )?(?:[\w-]+ )?{_ROLE} (?:im|in|bei|beim|der|des|einer|eines|von|am|an|für"
        r"|zweier|dreier)\b (?!ordnung|my\b|the\b|.*\b(?:sagt|will|meint|ist|hat|gesucht"
        r"|(?-i:[a-zäöü])\w+en)(?:$|,)"
        r"|.{0,40}\b(?:sagt|will|meint|ist|hat)\b).{2,80}",
    ),
    (
        "",
        r"(?:nur |bloß |ausschließlich )(?:\w+ ){0,2}(?-i:[A-ZÄÖÜ])[\w-]*(?:fenster|balkon|garten"
        r"|herd|ofen|licht|seite|mikrowelle|maschine|haushalt|küche|platte|lage)\b.*",
    ),
    (
        "",
        r"kein\w* (?:\w*ofen|garten|balkon|auto|mikrowelle|führerschein|spülmaschine|mixer)"
        r"(?:$| (?:hier|bei uns|da|daheim|im haus)$)",
    ),
    (
        "",
        r"(?-i:[A-ZÄÖÜ])[\w-]*(?:haushalt|familie|wohnung|küche|besitzer\w*|nutzer\w*|fahrer\w*)$",
    ),
    (
        "child",
        rf"(?:zwillinge|drillinge|{NUMBER} (?:kinder|jungs|mädchen|hunde|katzen|völker|hühner))\b"
        r"(?:$|,? (?:von|im|am|in|auf|bei|an|seit|mit|zwischen|aus|\d+)\b.*)",
    ),
    ("", r"nie (?:gelernt|besessen|getrunken|geraucht|gehabt|gemocht|gekonnt)\b.*"),
    ("diet", rf"(?:\w+ )?(?:vegan|vegetarisch|glutenfrei|laktosefrei|koscher|halal),? {_SINCE}.+"),
)
# Stands anywhere in a clause, also one that asks or requests.
WITHIN: Final = (
    (
        "tools",
        r"\b(?P<v>(?:in der (?:firma|arbeit|schule|uni|praxis)|auf arbeit|bei uns|im (?:betrieb"
        r"|büro))"
        r" (?:[\w-]+ ){0,3}?(?:auf|mit|unter) (?-i:[A-Z])[\w+#.-]+ \d[\w.]*)",
    ),
    (
        "",
        rf"\b(?:für|mit|in|bei|von|aus) (?P<v>{MY} (?:\w+(?:köpfig|stimmig|jährig|klein|groß)\w*"
        rf" )?{_GROUP} (?:(?:in|aus|im) (?-i:[A-ZÄÖÜ])[\w-]+|mit {NUMBER}\b(?: \w+)?"
        rf"|von {NUMBER}\b(?: \w+)?))",
    ),
    (
        "",
        rf"\b(?:für|mit|in|bei|von|aus) (?P<v>{MY} \w+(?:köpfig|stimmig)\w* {_GROUP}\b)",
    ),
    ("family", rf"\b(?P<v>{MY} (?:\w+[- ]?jährig|\d+-?jährig)\w* (?:{FAMILY}|{PET}|zwillinge))\b"),
    ("health", rf"\b(?:mit|wegen|gegen|trotz) (?P<v>mein\w* (?:\w+ )?{HEALTH})\b"),
    (
        "",
        r"\b(?:da|weil) (?P<v>ich (?:\w+ ){0,5}(?:bin|habe|arbeite|wohne|lebe|vertrage))$",
    ),
    (
        "job",
        rf"\bals (?P<v>(?:\w+e[rn]? )?{_ROLE} (?:eine[rs]|der|des|in|im|bei|beim|von) .{{3,60}}?)"
        r" (?:benötige|brauche|möchte|suche|muss|soll|darf|habe) ich\b",
    ),
)
