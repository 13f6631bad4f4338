"""German: statements that lack their verb or subject, or stand inside a request."""

from __future__ import annotations

from typing import Final

from seasoned.core.fragments_de import FAMILY, HEALTH, MY
from seasoned.core.words_de import BIN, KIN, NUMBER, OWN, PET

_THING: Final = (
    rf"(?:{OWN}|\w*arbeit|dissertation|promotion|roman|hypothek|\w*bindung|\w*kredit|\w*vertrag"
    r"|produktion|\w*system|codebase|repo|\w*server|\w*anlage|\w*heizung|\w*garten|\w*haus|\w*boden"
    r"|hof|laden|café|bäckerei|studio|werkstatt|podcast|chor|orchester|verein|band|mannschaft"
    r"|abteilung|kanzlei|praxis|fenster|balkon|küche|\w*ofen|\w*pendelstrecke|arbeitstag|tag"
    r"|homeofficetag|probetag|dienstplan|schichtplan)"
)
FACTS: Final = (
    ("health", rf"{BIN}(?:[\w-]+ )?(?:\w+-)*(?:blind|taub|gehörlos)\b.*"),
    ("health", rf"(?:[\w-]+ ){{0,6}}?bin (?:rot-grün-blind|{HEALTH})$"),
    (
        "family",
        rf"{MY} (?:\w+ ){{0,2}}?(?:{FAMILY}|{PET})(?: (?-i:[A-Z])\w+)? (?:ist|hat|sind|haben"
        rf"|verträgt|leidet an|isst)"
        rf" (?:\w+ ){{0,4}}?(?:{HEALTH}|kein\w* \w+)\b.*",
    ),
    (
        "family",
        rf"{MY} (?:\w+ ){{0,2}}?{FAMILY} (?:wohnt|lebt|zog|ist|wohnen|leben) (?:\w+ ){{0,4}}?(?:bei"
        r" (?:uns|mir)|mit (?:uns|mir)|nebenan|im (?:haus|erdgeschoss|dachgeschoss))\b.*",
    ),
    (
        "",
        rf"{MY} (?:[\w-]+ ){{0,2}}?{_THING} (?:ist|hat|läuft|handelt|steht|liegt|hat|haben|geht"
        r"|dreht sich|wird|besteht|sind|heißt|umfasst) (?:noch |immer |aktuell |ja |nur |auch"
        rf" |immer noch )*(?:von|über|um|bis|auf|in|im|aus|mit|kein\w*|eine?\w?|nach|{NUMBER}"
        r"|(?-i:[A-ZÄÖÜ])\w+)\b(?! (?:der werkstatt|reparatur|ordnung|arsch|eimer|weg)).*",
    ),
    (
        "",
        r"(?:in der firma|bei uns|bei mir|im (?:keller|büro|betrieb|garten|haus|team|verein)|auf"
        r" (?:der arbeit|arbeit|dem hof)|daheim|zuhause|zu hause)(?: \w+){0,4}? (?:haben wir|hab"
        r" ich|habe ich|steht|stehen|läuft|laufen|nutzen wir|liegt|hängt) (?:\w+ ){0,3}?(?!das\b"
        r"|nichts|alles|kopf|rum\b|ein problem)(?:eine?\w?|ne|nen|noch|nur|zwei|drei"
        r"|(?-i:[A-ZÄÖÜ])\w+)\b.*",
    ),
    (
        "",
        r"(?:wir|mir) (?:ham|haben|hamm|hobn) (?:hier |da |im \w+ |in der \w+ |in \w+ |bei uns )*"
        r"(?:schwer|leicht|sandig|kalkig|hart|weich|lehmig|sauer|nass|trocken)\w* \w+.*",
    ),
    (
        "",
        r"(?:ich|wir) (?:schreibe|mache|arbeite|zeichne|schneide|plane|rechne|verwalte|dokumentiere"
        r"|schreiben|machen|zeichnen|planen|rechnen) (?:alles |meist\w* |immer |nur |fast alles"
        r" |hauptsächlich )?(?:in|mit|auf) (?P<v>(?-i:[A-Z])[\w+.#-]+)\b.*",
    ),
    (
        "job",
        r"(?:ich|wir) (?:\w+ )?(?:mach|mache|machen|habe|hab|arbeite) (?:nur |meist\w* |immer"
        r" )?(?:die nächte|nachtdienst\w*|nachtschicht\w*|nachtwache\w*|frühschicht\w*"
        r"|schichtdienst\w*|wochenenddienst\w*)\b.*",
    ),
    (
        "",
        r"(?P<v>eine?n? (?:führerschein|auto|garten|balkon|fernseher|ofen|backofen|smartphone"
        r"|spülmaschine|waschmaschine|hund|drucker|mikrowelle|\w*karte|konto)) (?:hab|habe|haben|"
        r"besitze) (?:ich|wir) (?:nicht|keinen?|leider nicht|gar nicht)\b.*",
    ),
    (
        "experience",
        rf"ich (?:hab|habe) (?:\w+ )?(?:{NUMBER}|viele) jahre(?: lang)? .{{2,60}}(?:ge\w+"
        rf"|\w+iert)$",
    ),
    (
        "",
        r"(?:i|ich) (?:bi|bin) (?:z|us|vo) (?-i:[A-Z])\w+.*|(?:i|ich)? ?ha (?:heuschnupfe|asthma"
        r"|en hund|e chatz|zwöi \w+).*",
    ),
    ("health", r"(?:ich )?sitze?(?: ich)? (?:\w+ )?im rollstuhl\b.*"),
    ("health", r"meine (?:augen|ohren|zähne|gelenke|knie) sind (?:\w+ )?(?:schlecht|kaputt)$"),
    (
        "family",
        rf"{MY} (?:\w+ )?{FAMILY}(?: (?-i:[A-Z])\w+)? (?:darf|verträgt|isst|trinkt|kann)"
        r" (?:leider |gar )?kein\w* .+",
    ),
    (
        "family",
        rf"{MY} {KIN} ist (?:gebürtige\w? )?(?-i:[A-ZÄÖÜ])\w+(?:erin|in|er|e)$",
    ),
    (
        "health",
        r"(?:ich )?(?:nehme|nehm|spritze)(?: ich)? (?:\w+ )?\w*(?:formin|statin|pril|sartan|olol"
        r"|xetin|prazol|azepam|triptan|roxin|insulin|cortison|profen|mycin|marcumar|lithium)\b.*",
    ),
    (
        "",
        r"(?:ich )?schreib(?:e)?(?: ich)? an (?:mein|ein)\w* (?:\w+ )?(?:\w*buch|roman|\w*arbeit"
        r"|drehbuch|dissertation)\b.*",
    ),
    (
        "",
        r"mein (?:\w+ )?(?:\w*tag|\w*termin) ist (?:immer )?(?:der )?(?:montag|dienstag|mittwoch"
        r"|donnerstag|freitag|samstag|sonntag)\b.*",
    ),
)
_NAMED: Final = (
    r"(?P<v>(?!(?:das|es|dies\w*|er|sie|du|ihr|wir|ich|was|wie|wer|nichts|alles|beide\w*|option"
    r"|variante|version|heute|morgen|der (?:erste|zweite|letzte)|die (?:erste|zweite|letzte)|montag"
    r"|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|\d|wenn|weil|so|und|aber|da|dann)\b)"
    r"[\w' -]{2,50}?)"
)
PREFERENCES: Final = (
    ("prefers", r"lieber (?P<v>(?!nicht\b|das\b|so\b)(?:\w+ ){1,4}als .+)"),
    (
        "prefers",
        rf"{_NAMED} (?:taug(?:t|en)|lieg(?:t|en)|hilf(?:t)|helfen|pass(?:t|en)|lang(?:t|en)"
        r"|reich(?:t|en)|genüg"
        r"(?:t|en)|bring(?:t|en)|sag(?:t|en)) (?:mir|uns) (?:\w+ )?(?:am besten|am meisten|mehr"
        r"|besser|völlig|sehr|nicht|mehr zu|eher|in der regel|immer)\b.*",
    ),
    (
        "prefers",
        r"(?:mir|uns) (?:taug(?:t|en)|lieg(?:t|en)|helfen|hilft|reichen|reicht|langen"
        rf"|langt) {_NAMED}"
        r" (?:am besten|am meisten|mehr|besser)\b.*",
    ),
    (
        "likes",
        rf"{_NAMED} (?:ist|sind|is) (?:eher |mehr |total |voll |genau |einfach |nicht |weniger )*"
        r"(?:meins|mein ding|meine welt|unser ding|mein fall|meine sache)\b.*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:macht|machen) (?:mir|uns) (?:angst|panik|bauchweh|kopfweh|freude|spaß|mühe"
        r"|zu schaffen)\b(?! gerade| heute).*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:öd(?:et|en)|ekel(?:t|n)|kotz(?:t|en)|wider(?:t|n)|strengt|strengen|turn(?:t"
        r"|en)|nerv(?:t|en)|törn(?:t|en)) (?:mich|uns) (?:\w+ )?(?:an|ab)\b.*",
    ),
    (
        "dislikes",
        r"(?:bitte )?bloß (?:kein|keine|keinen|nichts aus|nix aus)"
        r" (?!ahnung|stress|panik|\w+ mehr)(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+)(?:$| (?:bitte|für mich)$)",
    ),
    (
        "dislikes",
        r"mit (?P<v>(?!de[mnr]\b|dies|dein|das)[\w -]{2,40}?) (?:werd|werde|wurde|kann"
        r"|komme?) ich (?:\w+ )?(?:nicht|nie|nix)"
        r" (?:warm|anfangen|viel anfangen|klar|zurecht)\b.*"
        r"|(?:ich )?(?:hab|habe)(?:'s|’s| es)? nicht so mit (?P<w>.+)|hab's nicht so mit .+",
    ),
    (
        "likes",
        r"(?:mit|bei|für) (?P<v>[\w -]{2,40}?) (?:kriegst du|kriegt man|bekommt man|bin ich|lass"
        r" ich) (?:mich|immer|sofort|alles)(?: immer| sofort| zu haben| dabei| stehen)*$",
    ),
    (
        "likes",
        r"(?P<v>(?!das\b|es\b)[\w -]{2,40}?) (?:könnt|könnte) ich (?:stundenlang|den ganzen tag"
        r"|jeden tag|immer|ewig|täglich)\b.*",
    ),
    (
        "",
        rf"{BIN}(?:mehr |eher |halt )*(?:so )?(?:der|die|ein|eine) [\w -]{{2,30}}"
        r"(?:mensch|typ|fan|person)\b.*",
    ),
    (
        "prefers",
        r"(?:ich |wir )(?:zahle?|nehme?|lege?|spare?|investiere|warte|lasse?|mache?|bleibe?|zahlen"
        r"|nehmen|machen|bleiben) (?:\w+ )?lieber (?!das\b|es\b|jetzt|heute)(?P<v>.+)",
    ),
    (
        "prefers",
        r"(?P<v>(?:im|beim|in der|auf der|auf dem|am|zum) [\w -]{2,25} (?:immer|nur|grundsätzlich"
        r"|ausschließlich|stets|lieber|am liebsten) (?:\w+ ){0,3}(?-i:[A-ZÄÖÜ])[\w -]+)$",
    ),
    (
        "dislikes",
        r"(?P<v>[\w -]{2,30}?) (?:kriegt|isst|mag|will|verträgt|trinkt) (?:hier|bei uns|bei uns"
        r" daheim|in der familie) (?:niemand|keiner|kein mensch)\b.*",
    ),
)
# What is over, of which the other patterns would say that it is so.
ENDED: Final = r"\b(?:nicht mehr|nimmer|kein\w* (?:\w+ )?mehr|früher|damals|ehemals|nie mehr)\b"
NEGATED: Final = r"(?:\w+ ){0,8}?(?:nicht|kein\w*|nie)\b"
PAST: Final = (
    (
        "",
        r"früher (?:hab|habe|haben|war|waren|bin|konnte|lebte|arbeitete|rauchte"
        r"|spielte)(?: ich| wir)\b (?:immer |oft )?(?P<v>.+)",
    ),
    (
        "job",
        r"(?:ich )?(?:hab|habe)(?: ich)? (?:bei|meinen job|meine stelle) .{0,60}(?:gekündigt"
        r"|aufgehört|verloren|aufgegeben)$",
    ),
    (
        "",
        r"(?:ich|wir) (?:hab|habe|haben) (?:mein|unser)\w* (?P<v>.{2,40}) (?:verkauft|abgeschafft"
        r"|verschenkt|abgegeben)$",
    ),
)
# Commands, which look like statements that lack their subject, and greetings.
OTHERS: Final = (
    r".*\bdein\w* (?:größte\w*|beste\w*|erste\w*|zweite\w*|letzte\w*|neue\w*|idee|vorschlag|version"
    r"|variante|entwurf|meinung|antwort|plan|text)\b|(?:ich|wir) \w+ .*\b(?:weiter|ab|bei|durch"
    r"|los|zurück"
    r"|weg|rein|raus|fort|hin|ran|dran)$|(?:ich|wir) (?:fahre?n?|gehe?n?"
    r"|komme?n?) (?:\w+ )?nicht mit$|.*\b(?:denselben|dieselben?|dasselbe|de[nr] gleichen?"
    r"|die gleichen?)\b|(?:ich|wir) (?:höre?n?|sehe?n?|kriege?n?|bekommen?|lese?n?) immer (?:nur"
    r"|wieder)\b|.*\bunterwegs (?:nach|zu)\b|bei (?:mir|uns) (?:geht|läuft|funktioniert|klappt"
    r"|lädt|startet) .*\bnicht$|.*\bim ofen$|(?:ich |wir )?(?:bin|sind) (?:gerade )?(?:beim"
    r"|bei der) (?:\w*friseur|\w*arzt|ärztin|bäcker|einkaufen|kochen|essen|aufräumen)\b|(?:ich"
    r"|wir) \w+ (?:variable|funktion|formel|version|option)\b|(?:ich|wir) \w+ (?:die|das|den"
    r"|diese\w*) (?:datei|mail|text|code"
    r"|skript|seite"
    r"|funktion|formel|tabelle|app|befehl)\b|da (?:arbeite|wohne|lebe|bin) ich\b|ich (?:steh"
    r"|stehe) auf"
    r" (?:dem schlauch|der leitung|dem sprung|der matte)|ich bin (?:auf dem|am) (?:weg|sprung"
    r"|ende)\b|"
    r"mag sein\b|nie wieder$|immer mit der|liebe (?:grüße|leute|freunde|kolleg\w+|community"
    r"|gruppe)\b|(?:trage|nutze|benutze"
    r"|verwende|fahre?|arbeite|koche?|backe|schlafe?|spiele?|lebe|trinke?|laufe?|lerne?|lese|höre"
    r"|gehe?|schreibe?|leite|teile|zahle|spare|reise|singe?|achte|nehme|programmiere) (?!ich\b|i\b)"
    r"(?:.*\bbitte\b|(?:die|das|den|dein\w*|mir|mit der maus|lang|gut)\b|(?!.*\b(?:kein\w*|nur"
    r"|immer|seit|meist\w*|oft|gern\w*|lieber|ungern|nie|nicht|grad|gerade|nachts|täglich|jede\w*"
    r"|als|bei|mein\w*|unser\w*|in (?-i:[A-ZÄÖÜ])\w+|mit (?:einer|einem|ner|nem|zwei|\d)|\w+isch"
    r"|auf (?-i:[A-ZÄÖÜ])\w+|schicht\w*|viel|wenig|selbst|am|im|\d+ \w+)\b))"
)
