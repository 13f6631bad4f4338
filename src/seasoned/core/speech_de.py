"""German: how people say what they are, what they like and how they want to be answered."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Pattern, Speech, rules

_ADV: Final = (
    r"(?:(?:eigentlich|übrigens|auch|noch|nur|halt|eben|ja|doch|wirklich|echt|total|absolut|meistens|meist"
    r"|normalerweise|generell|grundsätzlich|immer|oft|aktuell|inzwischen|mittlerweile|jetzt|nun|hauptsächlich"
    r"|persönlich|ehrlich|eher|ziemlich|ganz|sehr|so|schon|einfach|besonders|regelmäßig|überhaupt|gar|leider"
    r"|zwar|selbst|mal|nämlich|beruflich|privat|am liebsten|gern|gerne|vor allem|seit \w+|seit \S+ \w+|selber"
    r"|sowieso|prinzipiell|eh|derzeit|von beruf|hier|da|dort|stark|leicht|dauerhaft|bisher)\s+){0,4}"
)
_NUMBER: Final = (
    r"(?:\d+|ein|eine|einen|zwei|zwoa|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig)"
)


def _verb(one: str, many: str = "(?!)", *, bare: bool = True) -> str:
    """Forms of a verb with the speaker before or after it, or left out if `bare`."""
    return (
        rf"(?:(?:(?:ich|i|und|also) ){'?' if bare else ''}(?:{one})(?! (?:ich|i|wir|man|du|sie|er|es|mir|dir)\b)|wir (?:{many})"
        rf"|(?:[\w'.-]+ ){{1,5}}?(?:(?:{one}) i(?:ch)?|(?:{many}) wir)\b|i(?:ch)? (?:{one})"
        rf"|(?:(?:weil|da|dass|obwohl|denn) )?(?:ich|wir) (?:[\w'.-]+ ){{1,7}}?(?:{one}|{many})$)(?:\s+|$){_ADV}"
    )


_BIN: Final = _verb("bin|bins", "sind")
_HAB: Final = _verb("habe?|hab'|besitze?|halte?|züchte", "haben|besitzen|halten|züchten")
_WOHN: Final = _verb("wohne?|leb(?:e|(?= in))", "wohnen|leben")
_PET: Final = (
    r"(?:hund|hündin|katze|kater|welpe\w*|papagei|wellensittich\w*|hase|hasen|kaninchen|hamster|pferd|stute"
    r"|wallach|pony|schildkröte|fisch\w*|schlange|gecko|vogel|vögel|hühner|henne\w*|ziege\w*|esel|meerschweinchen"
    r"|ratte\w*|haustier\w*|katzen|hunde|dackel|terrier|pudel|labrador|bienen)"
)
_KIN: Final = (
    r"(?:frau|mann|partner(?:in)?|freundin|freund|verlobte\w?|sohn|tochter|kind(?:er)?|baby|zwillinge|söhne"
    r"|töchter|älteste\w?|jüngste\w?|große|kleine|stiefsohn|stieftochter)"
)
_OWN: Final = (
    r"(?:alter|größe|gewicht|geburtstag|adresse|heimatstadt|heimatort|zeitzone|pronomen|nachname|vorname"
    r"|blutgruppe|muttersprache|erstsprache|beruf|job|arbeitgeber|firma|betrieb|team|handy|smartphone|laptop"
    r"|rechner|computer|pc|mac|drucker|fernseher|auto|wagen|rad|fahrrad|e-bike|motorrad|gitarre|klavier|kamera"
    r"|haus|wohnung|garten|schrebergarten|küche|balkon|ofen|herd|heizung|büro|arbeitsweg|schicht|allergie|diät"
    r"|haut|haare|augen|schuhgröße|kleidergröße|studium|studienfach|hauptfach|fach|stack|backend|frontend"
    r"|editor|datenbank|server|tastatur|maus|router|betriebssystem|währung|instrument|hobby|hobbys|religion"
    r"|nationalität|hochzeitstag|schule|uni|boden|gewächshaus|boot|wohnwagen|nähmaschine|atelier|laden"
    r"|praxis|webseite|blog|verein|wände|schlafzimmer|keller|dach|knie|rücken|blutdruck|cholesterin\w*|gelenke?|hüfte|schulter|stimme|gehör|puls|ruhepuls|arbeitstag|schlaf|hochbeet|acker|rasen|terrasse|internet\w*|leitung)"
)
_ILL: Final = (
    r"(?:vegan\w*|vegetari\w+|pescetari\w+|allergi\w+|diabetiker\w*|laktoseintoleran\w*|zöliakie\w*|lrs"
    r"|farbenblind|blind|gehörlos|schwerhörig|linkshänder\w*|rechtshänder\w*|autist\w*|asthmatiker\w*"
    r"|epileptiker\w*|kurzsichtig|weitsichtig|schwanger|legasthenik\w+|nichtraucher\w*|raucher\w*|trocken"
    r"|muslim\w*|jüdisch|katholisch|evangelisch|orthodox|buddhist\w*|atheist\w*|verheiratet|ledig|geschieden"
    r"|verwitwet|single|verlobt|alleinerziehend\w*|selbst?ständig|freiberufl\w+|arbeitslos|rentner\w*|pensionär\w*"
    r"|berentet|pensioniert|zweisprachig|student\w*|azubi|schüler\w*|anfänger\w*|einsteiger\w*|quereinsteiger\w*"
    r"|frühaufsteher\w*|nachteule|deutsche?r?|österreicher\w*|schweizer\w*|pendler\w*|hobby\w+|allergiker\w*"
    r"|(?:\w+)?(?:lehrer|arzt|ärztin|pfleger|ingenieur|entwickler|verkäufer|techniker|berater|fahrer|schreiner"
    r"|tischler|koch|köchin|bäcker|gärtner|erzieher|elektriker|maler|anwalt|anwältin|richter|polizist|programmierer"
    r"|informatiker|designer|redakteur|journalist|übersetzer|dolmetscher|buchhalter|landwirt|winzer|friseur|trainer"
    r"|musiker|sänger|schauspieler|fotograf|architekt|physiker|chemiker|biologe|biologin|mechaniker|sekretär|hebamme"
    r"|therapeut|psycholog|apotheker|metzger|installateur|dachdecker|zimmermann|schneider|optiker|bibliothekar"
    r"|beamter|beamtin|soldat|pilot|kauffrau|kaufmann|krankenschwester|assistent|leiter|meister|professor|doktorand"
    r"|handwerker|sachbearbeiter|makler|wirt|kellner|goldschmied|imker|förster)(?:in|innen)?)\b"
)
_NOT_NOUN: Final = (
    r"(?:meinung|dank|ansicht|fan|idiot|schuld|fehler|ordnung|ende|verzweiflung|moment|woche|tag|heute|wrack|ihnen|dir|sicher|begeistert"
    r"|typ|freund|opfer|mensch|gast|urlaub|stau|zombie|held|genie|profi\?|art|sicher|spät|gott|glück)"
)
_TASKLIKE: Final = (
    r"(?:frage\w*|problem\w*|idee\w*|gefühl|termin\w*|meeting|prüfung|klausur|liste|tabelle|datei|funktion"
    r"|fehler\w*|erkältung|fieber|kopfschmerzen|kopfweh|kater|verabredung|flug|präsentation|vortrag|text|bild"
    r"|dokument|mail|e-mail|brief|rezept|lust|hunger|durst|zeit|ahnung|angst|stress|pech|glück|recht|bock|plan"
    r"|minuten?|stunden?|tage|wochen|euro|bewerbung\w*|vorstellungsgespräch|gäste|besuch|skript|script|array"
    r"|variable|klasse|projekt|abend|feier|hochzeit|wahl|möglichkeit|gehört|gelesen|gesehen|gemacht|versucht"
    r"|probiert|gekauft|bestellt|vergessen|grad|gerade|eben|vor|wunsch|traum|bitte|anliegen|code|satz|blick"
    r"|das|es|dies\w*|dich|dir|ihn|sie|schon|mal|geburtstag|vertippt|verschrieben|gefunden|bekommen|überlegt)"
)
_FACTS: Final = (
    ("name", r"(?:ich |i |und )?(?:heiße|heiss|heiß|heisse)(?: ich)? (?!sie\b|dich|das\b|euch|es\b|nicht\b)(?P<v>[\w-]+(?: (?-i:[A-ZÄÖÜ][\w-]+))?)\b.*"),
    ("name", r"(?:mein (?:\w+ )?name (?:ist|lautet)|mein name:|man nennt mich|alle nennen mich|(?:sag|sagt) (?:einfach"
     r" )?(?P<w>(?-i:[A-Z])\w+) zu mir) ?(?P<v>[\w-]*(?: (?-i:[A-ZÄÖÜ][\w-]+))?).*"),
    ("name", r"(?:nenn|nennen sie) (?:mich|mi) (?:bitte |einfach |lieber )*(?P<v>[\w-]+(?: [A-Z][\w-]+)?)\b.*"),
    ("name", r"(?P<v>(?-i:[A-ZÄÖÜ][\w-]+)) (?:hier|mit (?:nur )?(?:einem |zwei |hartem |weichem )?[a-z]{1,2}\b.*|ohne [a-z]\b.*)$"),
    ("home", rf"{_WOHN}(?<!leben)(?!.{{0,30}}(?:\b(?:praktisch|quasi|gefühlt)\b|\b(?:im|in (?:der|einem|einer)|unterm|auf"
     r" (?:der|dem)) (?:büro|auto|kalender|keller|bett|stau|zug|arbeit|baustelle|tag\b|moment|angst|vergangenheit"
     r"|stress|chaos|couch|tisch|hölle|cloud))|von (?:kaffee|luft|nudeln|pizza))(?P<v>.*)"),
    ("home", r"(?:(?:ich|wir) (?:\w+ ){0,8}?(?:gezogen|umgezogen|hingezogen)|(?:bin|sind) (?:ich |wir )?(?:\w+ ){0,6}"
     r"(?:nach|in|ins|zu) (?:\w+ ){1,4}(?:gezogen|umgezogen)|\w+ (?:bin|sind) (?:ich|wir) (?:\w+ ){0,6}(?:gezogen"
     r"|umgezogen)).*"),
    ("home", rf"{_BIN}(?:nach|in) \w+ (?:gezogen|umgezogen|zuhause|daheim|zu hause|gemeldet|ansässig).*"),
    ("home", r"(?:bei uns|uns) reicht.*|(?:ich|wir) (?:miete|mieten|haben gebaut|bauen gerade).*"),
    ("origin", rf"(?:{_BIN}(?:aus|gebürtig\w* (?:aus|\w+)|geboren|aufgewachsen|in \w+ (?:geboren|aufgewachsen))"
     r" ?(?P<v>.*)|(?:ich |i |wir )?(?:komme?|stamme|kommen|stammen)(?: ich| wir)? (?:\w+ )?aus (?!dem (?:staunen"
     r"|urlaub|büro|haus)|der (?:nummer|sache))(?P<w>.+)|ich wurde .* geboren)"),
    ("age", rf"{_BIN}(?:gerade |erst |schon )?(?P<v>\d{{1,3}})(?: (?:jahre?(?: alt| jung)?|geworden))?(?=$| und\b).*"),
    ("age", rf"{_BIN}(?P<v>{_NUMBER}) jahre? (?:alt|jung).*|(?:ich )?werde(?: ich)? (?:\w+ )?\d{{2}}\b.*"),
    ("birthday", r"(?:mein geburtstag (?:ist|fällt)|ich habe? am \d.* geburtstag|geboren am|ich hab(?:e)? im \w+"
     r" geburtstag) ?(?P<v>.*)"),
    ("height", rf"{_BIN}(?P<v>\d\S*(?: ?m| cm| meter)?) (?:groß|gross|klein|lang|schwer)\b.*"),
    ("", rf"{_BIN}(?:kein\w* |nicht |eine? |gegen .{{1,60}} )?(?:\w+ )?{_ILL}.*"),
    ("health", rf"{_BIN}(?:gegen|auf) .{{1,80}}(?:allergisch|empfindlich).*"),
    ("health", rf"{_verb('vertrage?|leide?', 'vertragen|leiden')}(?!mich|es\b).+"),
    ("", rf"{_BIN}(?!(?:eine? |kein\w* )?(?:\w+ )?{_NOT_NOUN}\b)(?:kein\w* |eine? |gelernte\w? |studierte\w? "
     r"|leidenschaftliche\w? |ausgebildete\w? |freie\w? |angehende\w? |ehrenamtliche\w? |stolze\w? |junge\w? |\w+e[rs]? )?"
     r"(?-i:[A-ZÄÖÜ])\w{3,}.*"),
    ("", rf"{_BIN}(?:in (?:rente|elternzeit|teilzeit|vollzeit|pension|ausbildung|der (?:\w+ )?(?:pflege|branche|klasse"
     r"|gewerkschaft|feuerwehr))|im (?:\w+ )?(?:ruhestand|vertrieb|schichtdienst|außendienst|homeoffice|rollstuhl|verein"
     r"|vorstand|chor|\d+|ersten|zweiten|dritten)|bei (?:der|einer|einem|den)|zu (?:zweit|dritt|viert|fünft|sechst)"
     r"|gelernt\w*|zuständig|verantwortlich|eine? (?:familie|haushalt|team|wg)|\w+ personen|seit (?:\d+|\w+) jahren).*"),
    ("household", r"(?:mir san|wir sind|bei uns sind es|wir sind hier) (?:\w+ )?(?:zu \w+|\d+|\w+ (?:leute|personen)).*"),
    ("studies", rf"{_verb('studiere?|lerne?|promoviere', 'studieren|lernen')}(?!das\b|es\b|dies).+"),
    ("job", rf"{_verb('arbeite?|jobbe|kellnere|unterrichte?|leite?|führe?|betreibe?|manage|verwalte?|betreue?', 'arbeiten|leiten|führen|betreiben|unterrichten|betreuen')}"
     r"(?!(?:an|mit) (?:dies|dem|der|einem|einer|meinem|das)|das\b|es\b|dich|ihn|sie\b|grad|gerade|mich)(?P<v>.+)"),
    ("job", r"(?:von beruf|beruflich) (?:bin|mach\w*|arbeite?) ich .+|(?:ich )?(?:mache|mach) (?:beruflich|hauptberuflich) .+"),
    ("job", rf"{_verb('verdiene?', 'verdienen')}.*\d.*"),
    ("diet", rf"{_verb('esse?|ess|trinke?|rauche?|verzichte', 'essen|trinken|verzichten')}(?!(?:das|es|gerade|grad|ihn)\b)(?:.*"
     r"\b(?:kein\w*|nie|nicht|nur|immer|selten|täglich|jeden|auf|vegan|vegetarisch|koscher|halal|meist\w*|glutenfrei"
     r"|laktosefrei|wenig|viel)\b.*|(?:nur|immer|nie).*)"),
    ("transport", rf"{_verb('pendle|pendel|pendele', 'pendeln')}.*"),
    ("transport", rf"{_verb('fahre?|radle?|reite|fliege?|laufe?|gehe?|nehme?', 'fahren|radeln|fliegen|laufen|gehen')}(?!(?:morgen|heute|gleich"
     r"|nächste|dann|bald|am \w+tag (?:nach|in))\b)(?:.*\b(?:jeden|jede|immer|täglich|zur arbeit|ins büro|zur uni|zur schule"
     r"|(?:die|pro) woche|km am tag|mal (?:die|pro)|kein\w*|nie|nicht|nur|regelmäßig|einen|eine|ein|alles|meist\w*|montags|dienstags|mittwochs|donnerstags"
     r"|freitags|samstags|sonntags|wöchentlich|abends|morgens)\b.*)"),
    ("language", rf"{_verb('spreche?|sprech|rede', 'sprechen|reden')}(?!(?:morgen|heute|gleich|dann|mit|von|über)\b).*\b(?:\w+isch"
     r"|deutsch|platt|dialekt|\w+sprach\w*|muttersprach\w*)\b.*"),
    ("hobby", rf"{_verb('spiele?|spiel|singe?|sing|male|stricke|häkle|nähe|gärtnere|imkere|fotografiere|sammle|sammel|klettere|boulder[en]*|jogge|trainiere|schwimme|wandere|turne|tanze|backe|braue|meditiere|angle|jage|segle|koche?|lese?', 'spielen|trainieren|singen|malen|wandern|tanzen|kochen|sammeln|klettern|lesen|backen')}"
     r"(?!(?:das|es|dies\w*|mit dem gedanken|gerade|grad|heute|morgen|mir|hier|dir|in der|im)\b)(?P<v>.+)"),
    ("", rf"{_verb('trage?|brauche (?=größe)', 'tragen')}(?:.*\b(?:größe|brille|kontaktlinsen|hörgerät\w*|\d+|nur|immer|nie|kein\w*)\b.*)"),
    ("", rf"{_verb('wiege?|messe|schlafe?|stehe?|höre?|sehe?', 'stehen')}(?!(?:das|es|hier|da)\b)(?:.*\b(?:\d+|nur|auf (?:der|dem)|immer|meist\w*|schlecht|nie|jeden|täglich)\b.*)"),
    ("", rf"{_verb('nehme?', 'nehmen')}(?:.*\b(?:täglich|jeden|jede|regelmäßig|\w*(?:tablette|medikament|pille|senker|blocker|insulin|cortison|statin|verdünner|hemmer|hormon)\w*|gegen|seit)\b.*)"),
    ("tools", rf"{_verb('nutze?|benutze?|verwende?|programmiere?|entwickle|code|schneide|hoste?|heize?', 'nutzen|benutzen|verwenden|programmieren|entwickeln|coden|hosten|heizen|schreiben|setzen|arbeiten')}"
     r"(?!(?:das|es|dein\w*|dies\w*|gerade|grad|folgend\w*|den code|die funktion|hier)\b)(?P<v>.+)"),
    ("", r"bei (?:uns|mir)(?: \w+){0,3} (?:läuft|laufen|gibt es|gibts|wird|steht|wohnt|hat|ist|sind|geht|leben|heißt) (?!gerade"
     r"|grad|das (?:problem|genauso)|es (?:nicht|auch)|nichts?\b|so\b|nur noch chaos|alles (?:gut|okay|ok)|heute|.*\b(?:skript|code|app|programm|seite)\b.*nicht).+"),
    ("", rf"{_HAB}(?!(?:\S+\s){{0,4}}{_TASKLIKE}\b)(?!.*\b(?:ge\w+(?:t|en)|\w+iert|verg\w+en|bekommen|verloren)$)(?!kein\w* \w+ mehr$)(?:nur |keine?n? |'?nen? |'?ne |{_NUMBER}\s|mehrere |eigene\w? |selbst "
     r"|asthma|diabetes|adhs|arthrose|rheuma|migräne|epilepsie|neurodermitis|zöliakie|schuhgröße|größe|bluthochdruck|rücken\w*"
     r"|trockene|fettige|empfindliche|lange|kurze|lockige|schlafprobleme|höhenangst|flugangst|laktose\w*|eine? |zwillinge|kinder"
     r"|hunde|katzen|ein |hühner|bienen|schafe|knie\w*|heuschnupfen|tinnitus).*"),
    ("language", r"(?:zu hause|daheim|untereinander|in der familie) (?:sprechen|reden) wir (?P<v>.+)"),
    ("", rf"meine? (?:\w+ )?{_KIN} und ich (?:sind|haben|leben|wohnen|arbeiten|führen|kochen|essen|sprechen|teilen) .+"),
    ("", r"(?:mir|uns) wird (?:schnell|leicht|oft|immer|regelmäßig|beim \w+|im \w+) .+"),
    ("", rf"{_verb('reise|spare?|zahle?|feiere?|faste|bete|besuche|teile|verreise|wandere|campe|leihe', 'reisen|sparen|zahlen|feiern|fasten|teilen|campen')}(?!(?:das|es|dies\w*|dir|mir|gerade|heute|morgen)\b)(?:mit|auf|ohne|kein\w*|nie|immer|uns|in|im|nur|.*\bmiete\b|.*\bmonat\w*\b|.*\bnicht$).*"),
    ("", r"(?P<v>(?!das\b|es\b|dies)[\w -]{3,40}?) (?:feiern?|feiere|essen|trinken|sprechen|besitzen|schauen|benutzen|nutzen|rauchen) (?:ich|wir) (?:\w+ )?(?:nicht|nie|kein\w*|nur|immer|selten)\b.*"),
    ("studies", r"(?:ich )?gehe(?: ich)? (?:noch )?(?:in die|aufs|auf die|auf eine?|zur|zum) .*(?:klasse|schule|gymnasium|uni\w*|kurs|training|unterricht|chor|verein)\b.*"),
    ("studies", r"(?:ich )?schreibe?(?: ich)? (?:gerade |an |aktuell )*mein\w* (?:\w+ )?(?:\w*arbeit|dissertation|roman|buch|these)\b.*"),
    ("", r"(?:in|mit) [\w -]{2,20} bin ich (?:eine? )?(?:niete|schlecht|gut|fit|unsicher|schwach|blutige\w? anfänger\w*).*|(?:ich )?bin (?:echt |sehr |ziemlich )?(?:schlecht|mies|gut|schwach) in .+"),
    ("", r"meine? (?:\w+ )?(?:band|team|verein|chor|orchester|firma|betrieb|klasse|mannschaft|laden|hof|schule) (?!meint|will|sagt|braucht|findet)\w+t .+"),
    ("", r"meine? (?:\w+ ){1,2}und ich (?!wollen|möchten|brauchen|suchen|waren|hatten|gehen (?:heute|morgen))\w+ .+"),
    ("name", r"(?P<v>(?-i:[A-ZÄÖÜ][a-zäöüé]+)) aus (?-i:[A-ZÄÖÜ])\w+$"),
    ("", r"(?:ich|wir) (?!bekomme|kriege|glaube|denke|werde|würde|hätte|wäre|verstehe|vergesse|sehe|meine|weiß|hoffe|frage|suche|brauche|wollte|dachte|hatte|war\b|wurde|konnte|erhalte|möchte|könnte|sollte|müsste|finde|höre|liebe|hasse|versuche)"
     r"\w+(?:e|en) (?!das|es\b|dies|dich)(?:\w+ ){0,4}?(?:immer|nie|niemals|meistens|meist|grundsätzlich|regelmäßig|jeden|jede|täglich|wöchentlich|ehrenamtlich|nur noch|ausschließlich|prinzipiell|normalerweise|zweimal|dreimal|einmal|die woche|pro woche|pro tag|am tag|im monat|im jahr)\b.*"),
    ("worktime", r"(?:freitags|montags|dienstags|mittwochs|donnerstags|samstags|sonntags|am wochenende|abends|morgens|mittags|nachts|werktags|jeden \w+) (?!\w*(?:kriege|bekomme))\w+ (?:ich|wir) .+"),
    ("", rf"(?:meine?|unse?re?|mei|unser) (?:\w+ ){{0,2}}?(?:{_PET}|{_KIN})\b(?:\s\(.*\))? (?:heißt|heißen|heisst|hört auf den namen|nennen wir)"
     r" (?P<v>.+)"),
    ("", rf"(?:meine?|unse?re?) (?:\w+ ){{0,2}}?{_PET} (?:ist|hat|sind|haben|wiegt|frisst|bekommt|verträgt) (?:.*\b(?:\d+|jahre|monate|wochen"
     r"|allergi\w+|taub|blind|diabetes|arthrose|epilepsie|angst|kastriert|ein\w?|kein\w*|nur|neun|zwei|drei|vier|fünf|sechs|sieben|acht)\b.*)"),
    ("", rf"(?:der|die|das|mein\w*|unse?re?) (?:\w+ )?(?:{_PET}|{_KIN})\b(?: (?:ist|wird)) (?P<v>\d+|{_NUMBER})(?: (?:jahre?|monate?|wochen?)(?: alt)?)?$"),
    ("", rf"(?:meine?|unse?re?) (?:\w+ ){{0,2}}?{_OWN} (?:ist|sind|hat|haben|läuft|heißt|liegt|fällt|lautet|steht|besteht|bestehen|geht"
     r" nach|kommt aus) (?!kaputt|langsam|heiß|leer|weg|verschwunden|abgestürzt|gerade|grad|so\b|zu\b|nicht (?:mehr )?(?:an|auf|da)"
     r"|schon wieder|dreckig|voll|tot|defekt|schlecht|das\b|es\b|mir|mich)(?P<v>.+)"),
    ("", r"(?:weil|da|obwohl|denn|dass) (?:ich|wir) (?!das|es|dies|mir|mich|dich)(?:.+) (?:wohnen?|leben?|arbeiten?|studieren?|heiße|vertrage"
     r"|allergisch bin|vegetarier\w* bin|vegan bin|schwanger bin|linkshänder\w* bin|pendeln?|unterrichte|habe? \w+ jahre)$"),
    ("experience", r"(?:ich )?(?:bringe|habe) (?:\w+ )?(?:\d+|\w+) jahre .*(?:erfahrung|gearbeitet|hinter).*"),
    ("", r"(?:ich|wir)? ?(?:kann|können|darf|dürfen)(?: ich| wir)? (?:leider |wegen \w+ |gar |überhaupt )*(?:kein\w*|nicht) (?:\w+ ){0,5}(?:essen"
     r"|trinken|schwimmen|fahren|fliegen|hören|sehen|vertragen|kochen|autofahren|knien|heben|laufen|lesen|tragen)$"),
    ("", r"als (?!erstes|nächstes|ob|beispiel|kind|ich|wir|wäre|antwort|geschenk|beilage|ersatz|einziger|letztes|pdf|csv|liste|tabelle|text"
     r"|überschrift|snack)(?-i:[A-ZÄÖÜ])[\w -]{3,30} (?:habe|brauche|arbeite|bin|esse|muss|kann|darf|komme|verdiene) ich .+"),
    ("size", r"(?:meine )?(?:schuhgröße|kleidergröße|konfektionsgröße|größe)(?: ist)? (?P<v>\d\d.*)"),
)
_PAST: Final = (
    ("job", r"früher (?:habe?|war) ich (?:bei|als|in) .*(?:gearbeitet|angestellt|tätig).*"),
    ("home", r"früher (?:habe?|haben) (?:ich|wir) in .*(?:gewohnt|gelebt).*|früher (?:wohnte|lebte) ich .*"),
)
_VAGUE: Final = (
    r"(?:das|dies\w*|dein\w*|ihr\w*|es|den|die (?:erste|zweite|dritte|letzte|neue|andere|idee|variante|version|antwort)\w*|sie|ihn|ihr|dich|dir"
    r"|der (?:erste|zweite|neue)|einen? (?:text|liste|funktion|rezept)|wenn|wie|dass|was|(?:variante|version|option|vorschlag|entwurf)\b"
    r"|hier|alles|beide\w*|so\b|mehr|eine? (?:andere|neue)\w* (?:variante|version)|zu wissen)\b(?! (?:arbeiten|kochen|leben))"
)
_LIKE: Final = "liebe?|genieße|bevorzuge?|schätze|vergöttere|favorisiere"
_LIKE_MANY: Final = "mögen|lieben|genießen|bevorzugen|schätzen"
_HATE: Final = "hasse?|verabscheue|meide|vermeide|verachte|fürchte|scheue"
_PREFERENCES: Final = (
    ("favourite", r"(?:meine?|unse?re?) (?P<k>lieblings?[\w-]+) (?:ist|sind|war|bleibt|heißt) (?!das\b|es\b)(?P<v>.+)"),
    ("favourite", r"(?P<v>[\w' -]{2,60}?) (?:ist|sind) (?:mein|meine|unser|unsere) (?P<k>lieblings?[\w-]+)\b.*"),
    ("dislikes", rf"{_verb(_HATE, 'hassen|meiden|vermeiden')}(?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", rf"{_verb('mag|mog', 'mögen', bare=False)}(?!{_VAGUE})(?P<v>.*\b(?:nicht|kein\w*|ungern|nie)\b.*)"),
    ("likes", rf"(?:{_verb(_LIKE, _LIKE_MANY)}|{_verb('mag|mog', 'mögen', bare=False)})(?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", r"(?P<v>(?!das\b|es\b|dies)[\w' -]{2,60}?) (?:mag|mog|hasse?|liebe?|bevorzuge|vertrage|lese|esse|trinke|schaue|höre|kaufe|nutze|trage"
     r"|meide|vermeide)(?: ich| i| wir)\b(?! (?:das|es|ihn|dich)\b)(?: .*)?$"),
    ("dislikes", rf"{_verb('kann', 'können', bare=False)}(?!{_VAGUE})(?P<v>.+) (?:nicht|nix) (?:leiden|ausstehen|ab|abhaben|riechen|sehen|hören|mehr (?:sehen|hören))\b.*"),
    ("dislikes", r"(?P<v>(?!das\b|es\b)[\w' -]{2,60}?) (?:kann ich|find(?:e)? ich|geht bei mir|gehen bei mir|geht für mich|gehen für mich) (?:\w+ ){0,3}(?:nicht"
     r" (?:leiden|ausstehen|ab|gut)|furchtbar|schrecklich|eklig|blöd|langweilig|doof|nervig|gar nicht|nicht|toll|super|klasse|großartig|schön\w*|besser"
     r"|anstrengend|überbewertet|unübersichtlich)\b.*"),
    ("dislikes", r"(?P<v>(?!das\b|es\b|dies|er\b|sie\b|du\b)[\w' -]{2,60}?) (?:ist|sind) (?:für mich nichts|nichts für mich|nicht (?:so )?(?:mein ding|mein fall|meins"
     r"|mein geschmack)|mir (?:ein graus|zu \w+|zuwider|egal|wichtig|lieber|am liebsten|heilig|zu viel))\b.*"),
    ("prefers", r"(?:mir|uns) (?:ist|sind|wär\w*|is) (?!(?:das|es|kalt|schlecht|warm|langweilig|egal|klar|nicht klar|aufgefallen|passiert)\b)(?P<v>.+"
     r" (?:lieber|am liebsten|wichtig|zu \w+|wichtiger|zuwider|heilig)\b.*)|(?:\w+ ){0,3}(?:ist|sind) mir (?P<w>.+ (?:lieber|am liebsten|wichtig|zuwider))\b.*"),
    ("dislikes", rf"(?:mir|uns) (?:schmeck|gefall|gefäll|lieg|behag|wird von)\w* (?!{_VAGUE})(?P<v>.+)|(?P<w>(?!das\b|es\b|dies)[\w' -]{{2,60}}?) (?:schmeck|gefall|gefäll)"
     r"(?:t|en) (?:mir|uns)\b(?! (?:variante|version|das)).*"),
    ("dislikes", r"(?P<v>(?!das\b|es\b|dies|er\b|sie\b|du\b)[\w' -]{2,60}?) (?:nervt|nerven|stört|stören|stresst|stressen|langweilt|langweilen|ekelt|ekeln|ermüde\w*|macht|machen)"
     r" mich\b(?: .*)?"),
    ("prefers", rf"(?:ich |wir )?(?:hätte?|würde?|nehme?|habe?|esse|trinke|lese|schaue|höre|fahre|reise|arbeite|kaufe|sitze|schlafe|koche|gehe|spiele|lerne|schreibe|wohne|haben|gehen"
     rf"|fahren|reisen)(?: ich| wir)? (?:viel |immer |grundsätzlich |meist\w* |sehr |wirklich )*(?:lieber|am liebsten|gerne?|ungern|nicht gerne?)\b (?!{_VAGUE}|wissen|ein(?:e|en)? (?:text|liste"
     r"|funktion|rezept|plan|bild)|von dir)(?P<v>.+)"),
    ("prefers", r"(?:am liebsten|lieber) (?:hätt?e?|esse|trinke|lese|schaue|höre|fahre|reise|arbeite|mag|koche|gehe|spiele|sitze|laufe|wandere|schreibe|kaufe|hab|habe|bin|würde|mache|lerne)"
     r" (?:ich|i|wir) (?!jetzt|heute|gleich)(?P<v>.+)"),
    ("", rf"{_BIN}(?:\w+ )?(?:kein |ein |eine |der |die |eher |riesen|totaler? |absoluter? |großer? |\w+e[rs]? )*(?:fan|freund|freundin|liebhaber\w*|typ|mensch|"
     r"morgenmensch|nachtmensch|\w+typ|\w+mensch|\w+fan|süchtig|\w+muffel|\w+freak|\w+nerd|\w+junkie|\w+liebhaber\w*)\b.*"),
    ("", rf"{_verb('steh|stehe|achte?|schwöre?|lege?', 'stehen|achten|legen|schwören')}(?:auf|total auf|wert auf|großen wert auf|viel wert auf|mehr auf|nicht auf) (?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", r"(?:bitte )?(?:bloß |nur )?(?:nichts|kein\w*) (?:mit|\w+ mit) .+(?:bitte|juckt|eklig|nicht mein).*"),
    ("prefers", rf"{_verb('kaufe?|lese?|schaue?|gucke|höre?|koche?|trinke?|esse?|buche?|reise?|wähle', 'kaufen|lesen|schauen|hören|kochen|reisen|buchen')}"
     r"(?:fast |grundsätzlich |eigentlich )*(?:nur|immer|ausschließlich|lieber|am liebsten|meistens|prinzipiell|gern\w*|ungern) (?!das|es\b|dies)(?P<v>.+)"),
    ("prefers", r"(?:was|beim?) [\w -]{2,30} (?:angeht|betrifft|bin ich|anbelangt)\b.*"),
    ("likes", r"(?P<v>(?!das\b|es\b|dies)[\w' -]{2,50}?) (?:verschlinge|liebe|verehre|sammle|genieße|hasse|meide) (?:ich|wir)\b.*"),
    ("prefers", r"(?:mit|durch|an) [\w -]{3,40} (?:lerne|arbeite|verstehe|merke|schlafe|denke) ich .*(?:besser|am besten|leichter|schneller).*|(?:ich )?(?:lerne|arbeite|verstehe|schlafe|denke)(?: ich)? (?:am besten|besser|leichter|schneller) .+"),
    ("prefers", r"(?P<v>(?!ich\b|wir\b|das\b|es\b|und\b|nimm\b)[\w-]+(?: [\w-]+)? (?:statt|vor|lieber als) [\w -]{3,30})$"),
    ("likes", r"(?:es )?geht nichts über (?P<v>.+)|nichts geht über (?P<w>.+)"),
    ("likes", r"(?P<v>[\w' -]{2,60}?) (?:begeister|faszinier|interessier|entspann)\w+ mich\b.*"),
)
_DO: Final = (
    r"(?:antworte|antworten sie|schreib|schreibe|schreiben sie|gib|geben sie|nenn|nenne|nennen sie|nimm|nehmen sie|zeig|zeige|zeigen sie|erklär|erkläre|erklären"
    r" sie|verwende|verwenden sie|benutz|benutze|benutzen sie|nutz|nutze|nutzen sie|lass|lassen sie|halt|halte|halten sie|fang|beginn|beginne|mach|mache|machen sie"
    r"|sag|sage|sagen sie|füg|füge|fügen sie|spar|spare|frag|frage|fragen sie|rechne|rechnen sie|formatier|formatiere|setz|setze|stell|stelle|geh|gehen sie|hör|hören sie"
    r"|sprich|sprechen sie|rede|reden sie|duz|duze|duzen sie|siez|sieze|siezen sie|verzichte|verzichten sie|vermeide|vermeiden sie|pass|achte|achten sie|bleib|bleiben sie"
    r"|prüf|prüfe|empfiehl|empfehlen sie|schlag|schlage|schlagen sie|warn|warne|weis|erinner|erinnere|übersetz|übersetze|fass|fasse|list|liste|markier|markiere|runde|kürz"
    r"|kürze|kommentier|kommentiere|denk|denke|denken sie|bring|bringe|teil|teile|ordne|sortier|sortiere|zitier|zitiere|gliedere|merk dir|merken sie sich)\b(?! ich\b| i\b)"
)
_ANSWERS: Final = r"(?:antwort\w*|erklärung\w*|zusammenfassung\w*|nachricht\w*|quellen?|rezept\w*|beispiel\w*|preise?|maße|code|kommentar\w*|vorschl\w+|texte?)"
GERMAN: Final = Speech(
    name="de",
    gate=Pattern(
        r"\b(?:ich|mich|mir|mein\w*|wir|uns|unser\w*|bin|hab|habe|bitte|immer|nie|niemals|künftig|zukünftig|zukunft|ab (?:jetzt|sofort|heute)|kein\w*|mag|nenn|heiße"
        r"|hier|lieber|grundsätzlich|jedes mal|lass|hör|antworte\w*|generell|nicht mehr|der|die|i)\b"
    ),
    joint=Pattern(
        r"(?<!frau)(?<!mann)(?<!partner)(?<!freundin)(?<!freund)(?<!bruder)(?<!schwester)(?<!kinder)\s+(?=(?:und|aber|weil|denn|also|obwohl|oder|sondern|doch|deshalb|deswegen|nur)\s+(?:ich|wir|mein\w*|unser\w*|bin|hab|habe|i|mir|bitte|such\w*|brauch\w*|was|wie|wo|welche\w*"
        r"|kann|soll|muss|hat|er|sie|es|du|arbeite|wohne|lebe|mag|esse|fahre|antworte|schreib|lege|leite|spiele)\b)"
        r"|\s+(?=(?:was|wie|wo|wer|warum|wann|welche[rsnm]?|wieviel|gibt es|hast du|kannst du|können sie|könntest du|könnten sie|weißt du|kennst du)\s+\w+)(?<!weiß)(?<!egal)(?<!genau)"
    ),
    lead=Pattern(
        r"(?:(?:also|ach|oh|ok|okay|hallo|hi|hey|moin|servus|grüß gott|guten (?:tag|morgen|abend)|übrigens|btw|fyi|ehrlich gesagt|ehrlich|offen gesagt|kurz|zur info|zur erinnerung|fürs protokoll"
        r"|nur (?:so )?(?:zur|als) (?:info|hintergrund)|nein|nee|nö|ne|ja|jo|jep|doch|sorry|entschuldigung|wie gesagt|weißt du|naja|na ja|tja|und|aber|denn|sondern|merk dir(?: bitte)?|bitte merken"
        r"|wichtig|hintergrund|kontext|vorweg|kurz zu (?:mir|uns)|zu (?:mir|uns)|stimmt(?: so)? nicht|korrektur|quatsch|halt|danke|hm+|äh+m?|leider|zum glück|ich meine|ich muss (?:sagen|zugeben|gestehen)"
        r"(?: dass)?|das nur vorweg|wobei|nämlich|allerdings|jedenfalls|vergiss nicht(?: dass)?|denk daran(?: dass)?|nicht vergessen|achtung|ps|p\.s\.|gell|obwohl|sowieso|ansonsten)\b[\s,:!.-]*){1,5}"
    ),
    asks=Pattern(
        r"(?:was|wie|wo|wer|warum|wieso|weshalb|wann|welche[rsnm]?|wieviel|womit|wofür|woran|kann|können|könnte\w*|soll|sollte\w*|darf|dürfte\w*|muss|müsste\w*|hast|hat|ist|sind|gibt|gibts|kannst|kennst"
        r"|weißt|mögen|würde[nst]*|wäre\w*|lohnt|reicht|geht|läuft da|passt|stimmt es|taugt|ob)\b(?! (?:mich|mir|uns)\b(?!.*\?))|(?:bin|hab|habe|wohne|arbeite|brauche|mache?) (?:ich|wir)\b"
    ),
    supposes=Pattern(
        r"\b(?:wenn (?!ich (?:dir|dich|sie|ihnen|euch|nach|was|etwas|um|frage|einen|eine|code|sql)|du|sie|(?:es|das) hilft|möglich|nichts)|falls (?!ich|du|sie|das wichtig|es hilft|nötig|möglich)|angenommen"
        r"|stell dir vor|mal angenommen|gesetzt den fall|hypothetisch|wäre ich|(?<!am liebsten )hätte? ich|würde ich (?!lieber|gern)|wär ich|(?<!am liebsten )hätt ich (?!lieber|gern)|als ob|als wäre|theoretisch|eines tages|irgendwann|was wäre"
        r"|im traum|in meinem traum|in einem anderen leben|im nächsten leben|könnte ich|sollte ich|ich wäre (?!lieber)|ich wünschte|nehmen wir an|sagen wir)\b"
    ),
    unsure=Pattern(
        r"\b(?:vielleicht|eventuell|evtl|möglicherweise|überlege?|überlegen|weiß (?:noch )?nicht|unsicher|unentschlossen|nicht sicher|kann mich nicht entscheiden|schwanke|mal sehen|mal schauen|kommt drauf an"
        r"|frage? mich|frag mich|spiele mit dem gedanken|wahrscheinlich|vermutlich|hoffentlich|hoffe|würde gern|plane|planen|habe? vor|will (?:mal|irgendwann|später)|möchte (?:mal|irgendwann|später)|glaube? ich"
        r" bin|ich glaub\w* (?:ich|das)|könnte sein|noch offen|ob ich|ob wir)\b"
    ),
    passing=Pattern(
        r"\b(?:heute|heut|morgen(?!s| ?mensch)|gestern|vorhin|(?<!lerne )(?<!studiere )(?<!lernen )gerade|grad|grade|momentan|im moment|im augenblick|vorerst|fürs erste|erstmal|diesmal|dieses mal|dies(?:e|es|er|en|em) (?:eine?[nms]? )?(?:mal|woche|monat"
        r"|wochenende|antwort|text|mail|nachricht|beispiel|funktion|datei|frage|aufgabe|tabelle|fall|sommer|winter|jahr|trip|reise)|(?:nur|bloß|mal) (?:für|in) (?:dies|das|den|heute|hier)\w*|nächste[nrs]? (?:woche|monat|jahr|tage"
        r"|\w+tag)|übers wochenende|am wochenende (?:in|bei|nach)|bis (?:freitag|montag|dienstag|mittwoch|donnerstag|samstag|sonntag|morgen|ende|zum)|für (?:ein paar|zwei|drei|\d+) (?:tage|wochen|stunden)|ein paar tage|im urlaub"
        r"|auf (?:dienst|geschäfts)reise|zu besuch|vorübergehend|in (?:\d+|zehn|fünf) (?:minuten|stunden|tagen)|später|gleich|nachher|ausnahmsweise|einmalig|nur einmal|nur kurz|jetzt (?:kurz|gleich|mal)|für jetzt|hierfür|heuer)\b"
    ),
    reports=Pattern(
        r"\b(?:(?:er|sie|jemand|man|leute|alle|\w+) (?:immer |mal |ständig )?(?:sagt\w*|meint\w*|schreib(?:t|en)|schrieb\w*|behaupte\w*|fragt\w*|erzähl(?:t|te|en)|findet|schwört|ruft|rief|antwortet\w*|denkt)|laut|zitat|angeblich|sprichwort"
        r"|liedtext|songtext|motto|spruch|heißt es)\b(?<!ich sagte)"
    ),
    told=Pattern(
        r"(?:bitte )?(?:merk\w* (?:dir|es|sich)|bitte merken|zur info|nur zur info|zur erinnerung|fürs protokoll|hintergrund|kontext|kurz zu (?:mir|uns)|zu (?:mir|uns)|wichtig|vorweg|vergiss nicht|denk dran|denk daran|für später"
        r"|du solltest wissen|sie sollten wissen|damit du bescheid weißt|gut zu wissen|notier\w*|fyi|übrigens|speicher\w*|ein paar infos)\b"
    ),
    stands=Pattern(
        r"\b(?:ab (?:jetzt|sofort|nun|heute)|von (?:jetzt|nun|heute) an|künftig|zukünftig|in zukunft|fortan|immer(?! noch)|nie|niemals|jedes ?mal|jeweils|stets|grundsätzlich|generell|allgemein|standardmäßig|in der regel|als regel|(?:bei|nach|vor|zu|ende|mit|in) (?:allen|jeder"
        r"|jedem|allem)|in (?:allen|jeder|jedem) (?:\w+ )?(?:antwort\w*|mail\w*|text\w*)|alle (?:deine|ihre|antworten)|nicht mehr|nie mehr|nie wieder|keine? \w+ mehr|bei mir|mit mir|dauerhaft|wenn (?:ich|du|sie)|sofern nicht|außer (?:ich|wenn)"
        r"|es sei denn|solange|merken|für alle|weiterhin|bei (?:\w+en|code)|ein für alle mal|für die zukunft)\b"
    ),
    rule=Pattern(
        r"(?:und )?(?:das (?:gilt|ist) (?:\w+ )?(?:generell|allgemein|immer|ab jetzt|grundsätzlich|regel|für alle|so eine regel|eine \w*regel)|bitte merken|merk dir das|immer|generell|grundsätzlich|für immer|jedes mal|(?:das )?als (?:\w+ )?regel|so"
        r" handhaben wir das|bitte dauerhaft|das ist (?:ein|eine) (?:grundregel|feste regel|allgemeine regel|dauerauftrag))\b"
    ),
    opens=Pattern(
        r"(?:bitte )?(?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun|heute) an|ab heute|künftig|zukünftig|in zukunft|fortan|für die zukunft|grundsätzlich gilt|regel|als regel|neue regel|dauerregel)\b[,:]?\s*(?!(?:ich|wir|bin|wohne|arbeite|habe|lebe|mein\w*|fahre"
        r"|esse|mache|gehe|\w+ (?:ich|wir)|er|sie (?!bitte))\b)\S"
    ),
    orders=Pattern(
        rf"(?:bitte |also |dann |und |immer |mal |nie |so )*(?:{_DO}|(?:kannst|könntest|würdest) du\b|(?:können|könnten|würden) sie\b|(?:ich )?(?:will|möchte|brauche?|hätte|wünsche|erwarte|bräuchte)(?: ich)?,? (?:dass|immer|von dir|von ihnen|bitte|gern\w*|erst\w*|zuerst"
        rf"|deine|ihre|nur|keine|die|mir|alle|auch|einen|eine|den|das|\w+ immer)|(?:du|sie) (?:sollst|sollen|solltest|musst|müssen|kannst|können|darfst|brauchst)\b|bitte\b|keine?n? \w+ mehr|nie\b|niemals\b|immer\b|(?:\w+ ){{0,3}}?{_ANSWERS} (?:\w+ ){{0,4}}?bitte\b|{_ANSWERS} (?:bitte )?(?:immer"
        r"|nie|stets|künftig|ab)\b|(?:\w+ ){1,6}?bitte (?:immer|nur|nie|künftig|stets|ab|nicht|in|auf|als|mit|ohne|vermeiden|weglassen)\b|(?:erst|zuerst|zunächst|dann|gleich|nur|direkt)\b|(?:\w+ ){1,6}(?:angeben|nennen|schreiben|verwenden|weglassen|vermeiden|benutzen|erwähnen"
        r"|voranstellen|nutzen|einbauen|vorschlagen)$)"
    ),
    standing_orders=Pattern(
        r"(?:bitte |also |und |dann |kannst du |könntest du |können sie |könnten sie )*(?:(?:kannst|könntest|könnten|können) (?:du|sie) (?:\w+ )*aufhören\b|aufhören\b|(?:lass|lasse|spar|vermeide|streich|weg mit|verzichte auf|lassen sie) (?:dir |bitte |ab jetzt |immer )*(?:die |das |den |alle |deine |jede )*(?:emojis?|smileys?|ausrufezeichen|einleitung\w*|floskeln?|tabellen?|aufzählungen|stichpunkte|anrede|grußformel\w*|vorrede|entschuldigungen|fachbegriffe|fremdwörter|anglizismen|überschriften|fußnoten|lob|komplimente|höflichkeitsfloskeln|theorie|vorträge|warnhinweise|zusammenfassung am ende)\b|(?!ich\b|wir\b|du\b|er\b|sie\b|es\b|das\b|mein|danke|ja\b|nein\b)[^,?]{3,60}, (?:bitte |und zwar )?(?:immer|jedes mal)$|hör\w* (?:bitte |endlich |doch )*(?:auf|mir auf)\b|lass (?:bitte |doch |endlich |mal )*(?:die|das|den|diese|immer|dieses) (?:ständige\w* |ganze\w* )?\w+(?: bitte| weg| sein| bleiben)*$|keine?n? (?:\w+ ){1,2}mehr\b"
        r"|spar (?:dir|dich)|sparen sie sich|(?:duz|duze|siez|sieze|duzen sie|siezen sie) (?:mich|mi)|sag (?:du|sie) zu mir|(?:bleiben wir|lass uns) beim? (?:du|sie)|(?:antworte|schreib|schreibe|rede|sprich|antworten sie|schreiben sie|sprechen sie|reden sie) (?:bitte )?(?:mir|mit mir)\b(?! (?:eine?n?|das|den|die|mal|kurz|doch"
        rf"|was|bis)\b)|halt\w* (?:\w+ )?(?:dich|deine|die|ihre|alle) (?:\w+ )?(?:{_ANSWERS}|kurz|knapp)|keine (?:emojis?|smileys?|tabellen|floskeln|aufzählungen|listen|anglizismen|fachbegriffe|stichpunkte|ausrufezeichen|entschuldigungen|einleitung\w*|spoiler|vorträge)\b|(?:bitte )?(?:niemals|nie) \w+)"
    ),
    conditions=Pattern(
        r"(?:immer )?(?:wenn|sobald|falls|sooft|jedes mal wenn|immer wenn) (?:ich|du|sie|wir) .*(?:frage?|schick\w*|schreib\w*|poste?|sende?n?|gebe|gib\w*|zeig\w*|bitte|suche?|brauche?|nenn\w*|empfiehl\w*|empfehlen|antworte\w*"
        r"|erklär\w*|einfüge|hochlade|teile?|stelle?|anhänge|paste|reinkopier\w*|kopiere|vorschläg\w*|vorschlag\w*|übersetz\w*|mache?n?|machst|unsicher bist|etwas nicht weißt|rechne\w*|zitier\w*|will|möchte)$|bei (?:\w+en|code|sql|fehlermeldungen|rezepten|allen \w+|jedem \w+|jeder \w+)(?:$| bitte\b)"
    ),
    own=Pattern(
        r"(?:ich|wir|mein\w*|unse?re?\w*|bei (?:uns|mir))\b(?! (?:brauche?|will|möchte|muss|habe? (?:eine frage|das|gerade|grad|heute|\w+ (?:versucht|gemacht|gelesen))|suche?|würde|wollte|war|hatte|hätte|werde|glaube?|denke|meine|weiß|verstehe|kann|sollte|hoffe"
        r"|frage?|bin (?:gerade|grad|mir|nicht sicher|auf der suche|müde)|brauchen|suchen|wollen|möchten)\b)"
    ),
    rules=(
        *rules("preference", _PREFERENCES),
        *rules("fact", _FACTS),
        *rules("fact", _PAST, past=True),
    ),
    denies=Pattern(r"(?:ich bin|bin|wir sind|ich hab\w*|ich wohne|ich arbeite|es ist)\b.{0,30}\b(?:nicht|kein\w*)\b.*"),
    adds=Pattern(r"(?:nicht|sondern|aber nicht|kein\w*(?! (?:ahnung|plan|idee|lust|zeit|problem))|und nicht|statt|außer|es sei denn|nie|bloß kein\w*|nur noch)\b.*|(?:vor allem|etwa|ungefähr|circa|ca|meistens|hauptsächlich|mindestens|höchstens|von|mit|ohne|\d)\b.{0,40}$"),
    apposed=Pattern(r"(?:eine? )?(?-i:[A-ZÄÖÜ])\w{4,}(?: (?:für|aus|in|im|bei|und) .{2,30})?$"),
    ironic=Pattern(
        r"(?:^|[\s,.!])(?:klar,? ich lieb|na klar|oh ja,|toll,|ganz toll|na super|na toll|super,|herrlich,|wie schön|mein größtes hobby|genau mein humor|was will man mehr|hurra|juhu|nichts lieber als|lieb's ja|läuft bei mir|traumhaft)|(?-i:\b(?:LIEBE|SO)\b)"
    ),
)
