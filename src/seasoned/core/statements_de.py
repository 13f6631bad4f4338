"""German: how people say what is so of them and around them."""

from __future__ import annotations

from typing import Final

from seasoned.core.words_de import (
    BIN,
    GOING,
    HAB,
    ILL,
    KIN,
    LIVING,
    NOT_NOUN,
    NUMBER,
    OWN,
    PET,
    PLAYING,
    TASKLIKE,
    USING,
    WOHN,
    WORKING,
    Verb,
)

FACTS: Final = (
    (
        "",
        r"(?:weil|da) (?:ich|wir) (?:.*\b)?(?:(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?"
        r"|jeden"
        r"|jede|täglich|immer|nachts|abends|morgens)\b.* \w+$",
    ),
    ("health", r"ich (?:stottere|schnarche|lispele|stotter|schiele|hinke|rauche nicht|rauche)$"),
    ("origin", r"ich (?:komme|stamme) (?:ursprünglich )?(?:vom|von der|von den) (?P<v>.+)"),
    (
        "experience",
        r"(?:ich )?(?:[\w-]+ ){0,3}kenne? (?:ich )?mich (?:.*)(?:gut|nicht|kaum|bestens|wenig)"
        r" aus$",
    ),
    (
        "name",
        r"(?:ich |i |und )?(?:heiße|heiss|heiß|heisse)(?: ich)? (?!sie\b|dich|das\b|euch|es\b"
        r"|nicht\b)(?P<v>[\w-]+(?: (?-i:[A-ZÄÖÜ][\w-]+))?)\b.*",
    ),
    (
        "name",
        r"(?:mein (?:\w+ )?name (?:ist|lautet)|mein name:|man nennt mich|alle nennen mich"
        r"|(?:sag|sagt) (?:einfach"
        r" )?(?P<w>(?-i:[A-Z])\w+) zu mir) ?(?P<v>[\w-]*(?: (?-i:[A-ZÄÖÜ][\w-]+))?).*",
    ),
    (
        "name",
        r"(?:nenn|nennen sie) (?:mich|mi) (?:bitte |einfach |lieber )*(?P<v>[\w-]+(?:"
        r" [A-Z][\w-]+)?)\b.*",
    ),
    (
        "name",
        r"(?!(?:code|text|fehler|log|datei|link|foto|bild|frage|ausgabe|mail)\b)"
        r"(?P<v>(?-i:[A-ZÄÖÜ][\w-]+)) (?:hier|mit (?:nur )?(?:einem |zwei |hartem |weichem"
        r" )?[a-z]{1,2}\b.*|ohne [a-z]\b.*)$",
    ),
    (
        "home",
        rf"{WOHN}(?<!leben)(?!.{{0,30}}(?:\b(?:praktisch|quasi|gefühlt)\b|\b(?:im|in (?:der"
        r"|einem|einer)|unterm|auf"
        r" (?:der|dem)) (?:büro|auto|kalender|keller|bett|stau|zug|arbeit|baustelle|tag\b"
        r"|moment|angst|vergangenheit"
        r"|stress|chaos|couch|tisch|hölle|cloud))|von (?:kaffee|luft|nudeln|pizza))(?P<v>.*)",
    ),
    (
        "home",
        r"(?:(?:ich|wir) (?:\w+ ){0,8}?(?:gezogen|umgezogen|hingezogen)|(?:bin|sind) (?:ich "
        r"|wir )?(?:\w+ ){0,6}"
        r"(?:nach|in|ins|zu) (?:\w+ ){1,4}(?:gezogen|umgezogen)|\w+ (?:bin|sind) (?:ich|wir)"
        r" (?:\w+ ){0,6}(?:gezogen"
        r"|umgezogen)).*",
    ),
    (
        "home",
        rf"{BIN}(?:nach|in) \w+ (?:gezogen|umgezogen|zuhause|daheim|zu hause|gemeldet"
        r"|ansässig).*",
    ),
    ("home", r"(?:bei uns|uns) reicht.*|(?:ich|wir) (?:miete|mieten|haben gebaut|bauen gerade).*"),
    (
        "origin",
        rf"(?:{BIN}(?:aus|gebürtig\w* (?:aus|\w+)|geboren|aufgewachsen|in \w+ (?:geboren"
        r"|aufgewachsen))"
        r" ?(?P<v>.*)|(?:ich |i |wir )?(?:komme?|stamme|kommen|stammen)(?: ich| wir)? (?:\w+"
        r" )?aus (?!dem (?:staunen"
        r"|urlaub|büro|haus)|der (?:nummer|sache))(?P<w>.+)|ich wurde .* geboren)",
    ),
    (
        "age",
        rf"{BIN}(?:gerade |erst |schon )?(?P<v>\d{{1,3}})(?: (?:jahre?(?: alt| jung)?"
        r"|geworden))?(?=$| und\b).*",
    ),
    (
        "age",
        rf"{BIN}(?P<v>{NUMBER}) jahre? (?:alt|jung).*|(?:ich )?werde(?: ich)? (?:\w+"
        rf" )?\d{{2}}\b.*",
    ),
    (
        "birthday",
        r"(?:mein geburtstag (?:ist|fällt)|ich habe? am \d.* geburtstag|geboren am|ich"
        r" hab(?:e)? im \w+"
        r" geburtstag) ?(?P<v>.*)",
    ),
    ("height", rf"{BIN}(?P<v>\d\S*(?: ?m| cm| meter)?) (?:groß|gross|klein|lang|schwer)\b.*"),
    ("", rf"{BIN}(?:kein\w* |nicht |eine? |gegen .{{1,60}} )?(?:\w+ )?{ILL}.*"),
    ("health", rf"{BIN}(?:gegen|auf) .{{1,80}}(?:allergisch|empfindlich).*"),
    ("health", rf"{Verb('vertrage?|leide?', 'vertragen|leiden')}(?!mich|es\b).+"),
    (
        "",
        rf"{BIN}(?!(?:eine? |kein\w* )?(?:\w+ )?{NOT_NOUN}\b)(?:kein\w* |eine? |gelernte\w? "
        r"|studierte\w? "
        r"|leidenschaftliche\w? |ausgebildete\w? |freie\w? |angehende\w? |ehrenamtliche\w? "
        r"|stolze\w? |junge\w? |\w+e[rs]? )?"
        r"(?-i:[A-ZÄÖÜ])(?:\w{3,}|ma|pa)\b.*",
    ),
    (
        "",
        rf"{BIN}(?:in (?:rente|elternzeit|teilzeit|vollzeit|pension|ausbildung|der (?:\w+"
        r" )?(?:pflege|branche|klasse"
        r"|gewerkschaft|feuerwehr))|im (?:\w+ )?(?:ruhestand|vertrieb|schichtdienst"
        r"|außendienst|homeoffice|rollstuhl|verein"
        r"|vorstand|chor|\d+|ersten|zweiten|dritten)|bei (?:der|einer|einem|den)|zu (?:zweit"
        r"|dritt|viert|fünft|sechst)"
        r"|gelernt\w*|zuständig|verantwortlich|eine? (?:familie|haushalt|team|wg)|\w+ personen"
        r"|seit (?:\d+|\w+) jahren).*",
    ),
    (
        "household",
        r"(?:mir san|wir sind|bei uns sind es|wir sind hier) (?:\w+ )?(?:zu \w+|\d+|\w+"
        r" (?:leute|personen)).*",
    ),
    (
        "studies",
        rf"{Verb('studiere?|lerne?|promoviere', 'studieren|lernen')}(?!das\b|es\b|dies).+",
    ),
    (
        "job",
        rf"{WORKING}"
        r"(?!(?:an|mit) (?:dies|dem|der|einem|einer|meinem|das)|das\b|es\b|dich|ihn|sie\b|grad"
        r"|gerade|mich)(?P<v>.+)",
    ),
    (
        "job",
        r"(?:von beruf|beruflich) (?:bin|mach\w*|arbeite?) ich .+|(?:ich )?(?:mache|mach)"
        r" (?:beruflich|hauptberuflich) .+",
    ),
    ("job", rf"{Verb('verdiene?', 'verdienen')}.*\d.*"),
    (
        "diet",
        rf"{Verb('esse?|ess|trinke?|rauche?|verzichte', 'essen|trinken|verzichten')}(?!(?:das"
        r"|es|gerade|grad|ihn)\b)(?:.*"
        r"\b(?:kein\w*|nie|nicht|nur|immer|selten|täglich|jeden|auf|vegan|vegetarisch|koscher"
        r"|halal|meist\w*|glutenfrei"
        r"|laktosefrei|wenig|viel)\b.*|(?:nur|immer|nie).*)",
    ),
    ("transport", rf"{Verb('pendle|pendel|pendele', 'pendeln')}.*"),
    (
        "transport",
        rf"{GOING}(?!(?:morgen"
        r"|heute|gleich"
        r"|nächste|dann|bald|am \w+tag (?:nach|in))\b)(?:.*\b(?:jeden|jede|immer|täglich|zur"
        r" arbeit|ins büro|zur uni|zur schule"
        r"|(?:die|pro) woche|km am tag|mal (?:die|pro)|kein\w*|nie|nicht|nur|regelmäßig|einen"
        r"|eine|ein|alles|meist\w*|montags|dienstags|mittwochs|donnerstags"
        r"|freitags|samstags|sonntags|wöchentlich|abends|morgens)\b.*)",
    ),
    (
        "language",
        rf"{Verb('spreche?|sprech|rede', 'sprechen|reden')}(?!(?:morgen|heute|gleich|dann|mit"
        r"|von|über)\b).*\b(?:\w+isch"
        r"|deutsch|platt|dialekt|\w+sprach\w*|muttersprach\w*)\b.*",
    ),
    (
        "hobby",
        rf"{PLAYING}"
        r"(?!(?:mal|zwischen|das|es|dies\w*|mit dem gedanken|gerade|grad|heute|morgen|mir|hier|dir"
        r"|in der"
        r"|im)\b)(?P<v>.+)",
    ),
    (
        "",
        rf"{Verb('trage?|brauche (?=größe)', 'tragen')}(?:.*\b(?:größe|brille|kontaktlinsen"
        r"|hörgerät\w*|\d+|nur|immer|nie|kein\w*)\b.*)",
    ),
    (
        "",
        rf"{Verb('wiege?|messe|schlafe?|stehe?|höre?|sehe?', 'stehen')}(?!(?:das|es|hier"
        r"|da)\b)(?:.*\b(?:\d+|nur|auf (?:der|dem)|immer|meist\w*|schlecht|nie|jeden"
        r"|täglich)\b.*)",
    ),
    (
        "",
        rf"{Verb('nehme?', 'nehmen')}(?:.*\b(?:täglich|jeden|jede|regelmäßig|\w*(?:tablette"
        r"|medikament|pille|senker|blocker|insulin|cortison|statin|verdünner|hemmer|hormon)\w*"
        r"|gegen|seit)\b.*)",
    ),
    (
        "tools",
        rf"{USING}"
        r"(?!(?:das|es|dein\w*|dies\w*|gerade|grad|folgend\w*|den code|die funktion"
        r"|hier)\b)(?P<v>.+)",
    ),
    (
        "",
        r"bei (?:uns|mir)(?: \w+){0,3} (?:läuft|laufen|gibt es|gibts|wird|steht|wohnt|hat|ist"
        r"|sind|geht|leben|heißt) (?!gerade"
        r"|grad|das (?:problem|genauso)|es (?:nicht|auch)|nichts?\b|so\b|nur noch chaos|alles"
        r" (?:gut|okay|ok)|heute|es\b|im haus ist|stromausfall|.*\b(?:skript|code|app|programm"
        r"|seite)\b.*nicht).+",
    ),
    (
        "",
        rf"{HAB}(?!(?:\S+\s){{0,4}}{TASKLIKE}\b)(?!.*\b(?:ge\w+(?:t|en)|\w+iert|verg\w+en"
        r"|bekommen|verloren)$)(?!nur bis|kein\w* \w+ mehr$)(?:nur |keine?n? |'?nen? |'?ne "
        rf"|{NUMBER}\s|mehrere |eigene\w? |selbst "
        r"|asthma|diabetes|adhs|arthrose|rheuma|migräne|epilepsie|neurodermitis|zöliakie"
        r"|schuhgröße|größe|bluthochdruck|rücken\w*"
        r"|trockene|fettige|empfindliche|lange|kurze|lockige|schlafprobleme|höhenangst"
        r"|flugangst|laktose\w*|eine? |zwillinge|kinder"
        r"|hunde|katzen|ein |hühner|bienen|schafe|knie\w*|heuschnupfen|tinnitus).*",
    ),
    (
        "language",
        r"(?:zu hause|daheim|untereinander|in der familie) (?:sprechen|reden) wir (?P<v>.+)",
    ),
    (
        "",
        rf"meine? (?:\w+ )?{KIN} und ich (?:sind|haben|leben|wohnen|arbeiten|führen|kochen"
        r"|essen|sprechen|teilen) .+",
    ),
    ("", r"(?:mir|uns) wird (?:schnell|leicht|oft|immer|regelmäßig|beim \w+|im \w+) .+"),
    (
        "",
        rf"{LIVING}(?!(?:mit karte|bar|das"
        r"|es|dies\w*|dir|mir|gerade|heute|morgen)\b)(?:mit|auf|ohne|kein\w*|nie|immer|uns|in"
        r"|im|nur|.*\bmiete\b|.*\bmonat\w*\b|.*\bnicht$).*",
    ),
    (
        "",
        r"(?P<v>(?!das\b|es\b|dies)[\w -]{3,40}?) (?:feiern?|feiere|essen|trinken|sprechen"
        r"|besitzen|schauen|benutzen|nutzen|rauchen) (?:ich|wir) (?:\w+ )?(?:nicht|nie|kein\w*"
        r"|nur|immer|selten)\b.*",
    ),
    (
        "studies",
        r"(?:ich )?gehe(?: ich)? (?:noch )?(?:in die|aufs|auf die|auf eine?|zur|zum)"
        r" .*(?:klasse|schule|gymnasium|uni\w*|kurs|training|unterricht|chor|verein)\b.*",
    ),
    (
        "studies",
        r"(?:ich )?schreibe?(?: ich)? (?:gerade |an |aktuell )*mein\w* (?:\w+ )?(?:\w*arbeit"
        r"|dissertation|roman|buch|these)\b.*",
    ),
    (
        "",
        r"(?:in|mit) [\w -]{2,20} bin ich (?:eine? )?(?:niete|schlecht|gut|fit|unsicher"
        r"|schwach|blutige\w? anfänger\w*).*|(?:ich )?bin (?:echt |sehr |ziemlich"
        r" )?(?:schlecht|mies|gut|schwach) in .+",
    ),
    (
        "",
        r"meine? (?:\w+ )?(?:band|team|verein|chor|orchester|firma|betrieb|klasse|mannschaft"
        r"|laden|hof|schule) (?!meint|will|sagt|braucht|findet)\w+t .+",
    ),
    (
        "",
        r"meine? (?:\w+ ){1,2}und ich (?!wollen|möchten|brauchen|suchen|waren|hatten|gehen"
        r" (?:heute|morgen))\w+ .+",
    ),
    (
        "",
        r"(?:ich|wir) (?!bekomme|kriege|glaube|denke|werde|würde|hätte|wäre|verstehe|vergesse"
        r"|sehe|meine|weiß|hoffe|frage|suche|brauche|wollte|dachte|hatte|war\b|wurde|konnte"
        r"|erhalte|möchte|könnte|sollte|müsste|finde|höre|liebe|hasse|versuche)"
        r"\w+(?:e|en) (?!das|es\b|dies|dich)(?:\w+ ){0,4}?(?:immer|nie|niemals|meistens|meist"
        r"|grundsätzlich|regelmäßig|jeden|jede|täglich|wöchentlich|ehrenamtlich|nur noch"
        r"|ausschließlich|prinzipiell|normalerweise|zweimal|dreimal|einmal|die woche|pro woche"
        r"|pro tag|am tag|im monat|im jahr)\b.*",
    ),
    (
        "worktime",
        r"(?:freitags|montags|dienstags|mittwochs|donnerstags|samstags|sonntags|am wochenende"
        r"|abends|morgens|mittags|nachts|werktags|jeden \w+) (?!\w*(?:kriege|bekomme))\w+"
        r" (?:ich|wir) .+",
    ),
    (
        "",
        rf"(?:meine?|unse?re?|mei|unser) (?:\w+ ){{0,2}}?(?:{PET}|{KIN})\b(?:\s\(.*\))?"
        r" (?:heißt|heißen|heisst|hört auf den namen|nennen wir)"
        r" (?P<v>.+)",
    ),
    (
        "",
        rf"(?:meine?|unse?re?) (?:\w+ ){{0,2}}?{PET} (?:ist|hat|sind|haben|wiegt|frisst"
        r"|bekommt|verträgt) (?:.*\b(?:\d+|jahre|monate|wochen"
        r"|allergi\w+|taub|blind|diabetes|arthrose|epilepsie|angst|kastriert|ein\w?|kein\w*"
        r"|nur|neun|zwei|drei|vier|fünf|sechs|sieben|acht)\b.*)",
    ),
    (
        "",
        rf"(?:der|die|das|mein\w*|unse?re?) (?:\w+ )?(?:{PET}|{KIN})\b(?: (?:ist|wird))"
        rf" (?P<v>\d+|{NUMBER})(?: (?:jahre?|monate?|wochen?)(?: alt)?)?$",
    ),
    (
        "",
        rf"(?:meine?|unse?re?) (?:\w+ ){{0,2}}?{OWN} (?:ist|sind|hat|haben|läuft|heißt|liegt"
        r"|fällt|lautet|steht|besteht|bestehen|geht"
        r" nach|kommt aus) (?!kaputt|offline|langsam|heiß|leer|weg|verschwunden|in der werkstatt|in"
        r" reparatur|abgestürzt|gerade|grad"
        r"|so\b|zu\b|nicht (?:mehr )?(?:an|auf|da)"
        r"|schon wieder|(?:\S+ )?\w*ge\w{3,}(?:en|t)$|dreckig|voll|tot|defekt|schlecht|das\b|es\b"
        r"|mir|mich)(?P<v>.+)",
    ),
    (
        "",
        r"(?:weil|da|obwohl|denn|dass) (?:ich|wir) (?!das|es|dies|mir|mich|dich)(?:.+)"
        r" (?:wohnen?|leben?|arbeiten?|studieren?|heiße|vertrage"
        r"|allergisch bin|vegetarier\w* bin|vegan bin|schwanger bin|linkshänder\w* bin"
        r"|pendeln?|unterrichte|habe? \w+ jahre)$",
    ),
    (
        "health",
        r"[\w -]{3,30} wird mir (?:immer |oft |schnell )?(?:schlecht|übel|schwindlig"
        r"|schwindelig|kalt)\b.*",
    ),
    (
        "child",
        rf"(?:meine?|unse?re?) (?:\w+ ){{0,2}}?{KIN} (?:geht|gehen|ist|sind|kommt|besucht"
        r"|besuchen) (?:\w+ )?(?:in|auf|zur|im|aus|adoptiert|die \w+klasse)"
        r"\b(?!.*\b(?:krank|urlaub|krankenhaus)\b).*",
    ),
    (
        "",
        r"(?:ich|wir) (?:kann|können) (?!das|es|dies|dich|die datei|den|mich|nicht|mir)(?:\w+"
        r" ){1,4}(?:lesen|spielen|kochen|schwimmen|sprechen|fahren|singen|nähen"
        r"|tanzen|programmieren|stricken)$",
    ),
    (
        "experience",
        r"(?:ich )?(?:bringe|habe) (?:\w+ )?(?:\d+|\w+) jahre .*(?:erfahrung|gearbeitet"
        r"|hinter).*",
    ),
    (
        "",
        r"(?:ich|wir)? ?(?:kann|können|darf|dürfen)(?: ich| wir)? (?:leider |wegen \w+ |gar "
        r"|überhaupt )*(?:kein\w*|nicht) (?:\w+ ){0,5}(?:essen"
        r"|trinken|schwimmen|fahren|fliegen|hören|sehen|vertragen|kochen|autofahren|knien"
        r"|heben|laufen|lesen|tragen)$",
    ),
    (
        "",
        r"als (?!erstes|nächstes|ob|beispiel|kind|ich|wir|wäre|antwort|geschenk|beilage|ersatz"
        r"|einziger|letztes|pdf|csv|liste|tabelle|text"
        r"|überschrift|snack)(?-i:[A-ZÄÖÜ])[\w -]{3,30} (?:habe|brauche|arbeite|bin|esse|muss"
        r"|kann|darf|komme|verdiene) ich .+",
    ),
    (
        "size",
        r"(?:meine )?(?:schuhgröße|kleidergröße|konfektionsgröße|größe)(?: ist)? (?P<v>\d\d.*)",
    ),
)
PAST: Final = (
    ("job", r"früher (?:habe?|war) ich (?:bei|als|in) .*(?:gearbeitet|angestellt|tätig).*"),
    (
        "home",
        r"früher (?:habe?|haben) (?:ich|wir) in .*(?:gewohnt|gelebt).*|früher (?:wohnte|lebte)"
        r" ich .*",
    ),
)
