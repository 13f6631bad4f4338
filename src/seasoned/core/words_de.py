"""German: words and parts of speech of which statements are made."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words

_ADV: Final = (
    r"(?:(?:eigentlich|übrigens|auch|noch|nur|halt|eben|ja|doch|wirklich|echt|total"
    r"|absolut|meistens|meist"
    r"|normalerweise|generell|grundsätzlich|immer|oft|aktuell|inzwischen|mittlerweile"
    r"|jetzt|nun|hauptsächlich"
    r"|persönlich|ehrlich|eher|ziemlich|ganz|sehr|so|schon|einfach|besonders|regelmäßig"
    r"|überhaupt|gar|leider"
    r"|zwar|selbst|mal|nämlich|beruflich|privat|am liebsten|gern|gerne|vor allem|seit \w+"
    r"|seit \S+ \w+|selber"
    r"|sowieso|prinzipiell|eh|derzeit|von beruf|hier|da|dort|stark|leicht|dauerhaft"
    r"|bisher)\s+){0,4}"
)
NUMBER: Final = (
    r"(?:\d+|ein|eine|einen|zwei|zwoa|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
    r"|zwanzig|dreißig)"
)


class Verb(str):
    """Forms of a verb with the speaker before or after it, or left out if `bare`."""

    def __new__(cls, one: str, many: str = "(?!)", *, bare: bool = True) -> Verb:
        """The forms as a pattern; `one` and `many` are those after I and after we."""
        return super().__new__(
            cls,
            rf"(?:(?:(?:ich|i|und|also) ){'?' if bare else ''}(?:{one})(?! (?:ich|i|wir|man|du|sie"
            rf"|er|es|mir|dir)\b)|(?:wir|mir) (?:{many})"
            rf"|(?:[\w'.-]+ ){{0,5}}?(?:(?:{one}) i(?:ch)?|(?:{many}) wir)\b|i(?:ch)? (?:{one})"
            rf"|(?:(?:weil|da|dass|obwohl|denn) )?(?:ich|wir) (?:[\w'.-]+ ){{1,7}}?(?:{one}"
            rf"|{many})$)(?:\s+|$){_ADV}",
        )


BIN: Final = Verb("bin|bins", "sind")
HAB: Final = Verb(
    "habe?|hab'|han|hob|besitze?|halte?|züchte", "haben|ham|hamm|hobn|händ|besitzen|halten|züchten"
)
WOHN: Final = Verb("wohne?|leb(?:e|(?= in))", "wohnen|leben")
PET: Final = (
    r"(?:hund|hündin|katze|kater|welpe\w*|papagei|wellensittich\w*|hase|hasen|kaninchen"
    r"|hamster|pferd|stute"
    r"|wallach|pony|schildkröte|fisch\w*|schlange|gecko|vogel|vögel|hühner|henne\w*"
    r"|ziege\w*|esel|meerschweinchen"
    r"|ratte\w*|haustier\w*|katzen|hunde|dackel|terrier|pudel|labrador|bienen)"
)
KIN: Final = (
    r"(?:frau|mann|partner(?:in)?|freundin|freund|verlobte\w?|sohn|tochter|kind(?:er)?"
    r"|baby|zwillinge|söhne"
    r"|töchter|älteste\w?|jüngste\w?|große|kleine|stiefsohn|stieftochter)"
)
OWN: Final = (
    r"(?:alter|größe|gewicht|geburtstag|adresse|heimatstadt|heimatort|zeitzone|pronomen"
    r"|nachname|vorname"
    r"|blutgruppe|muttersprache|erstsprache|beruf|job|arbeitgeber|firma|betrieb|team|handy"
    r"|smartphone|laptop"
    r"|rechner|computer|pc|mac|drucker|fernseher|auto|wagen|rad|fahrrad|e-bike|motorrad"
    r"|gitarre|klavier|kamera"
    r"|haus|wohnung|garten|schrebergarten|küche|balkon|ofen|herd|heizung|büro|arbeitsweg"
    r"|schicht|allergie|diät"
    r"|haut|haare|augen|schuhgröße|kleidergröße|studium|studienfach|hauptfach|fach|stack"
    r"|backend|frontend"
    r"|editor|datenbank|server|tastatur|maus|router|betriebssystem|währung|instrument"
    r"|hobby|hobbys|religion"
    r"|nationalität|hochzeitstag|schule|uni|boden|gewächshaus|boot|wohnwagen|nähmaschine"
    r"|atelier|laden"
    r"|praxis|webseite|blog|verein|wände|schlafzimmer|keller|dach|knie|rücken|blutdruck"
    r"|cholesterin\w*|gelenke?|hüfte|schulter|stimme|gehör|puls|ruhepuls|arbeitstag|schlaf"
    r"|hochbeet|acker|rasen|terrasse|internet\w*|leitung)"
)
ILL: Final = (
    r"(?:vegan\w*|vegetari\w+|pescetari\w+|allergi\w+|diabetiker\w*|laktoseintoleran\w*"
    r"|zöliakie\w*|lrs"
    r"|farbenblind|blind|gehörlos|schwerhörig|linkshänder\w*|rechtshänder\w*|autist\w*"
    r"|asthmatiker\w*"
    r"|epileptiker\w*|kurzsichtig|weitsichtig|schwanger|legasthenik\w+|nichtraucher\w*"
    r"|raucher\w*|trocken"
    r"|muslim\w*|jüdisch|katholisch|evangelisch|orthodox|buddhist\w*|atheist\w*"
    r"|verheiratet|ledig|geschieden"
    r"|verwitwet|single|verlobt|alleinerziehend\w*|selbst?ständig|freiberufl\w+|arbeitslos"
    r"|rentner\w*|pensionär\w*"
    r"|berentet|pensioniert|zweisprachig|student\w*|azubi|schüler\w*|anfänger\w*"
    r"|einsteiger\w*|quereinsteiger\w*"
    r"|frühaufsteher\w*|nachteule|deutsche?r?|österreicher\w*|schweizer\w*|pendler\w*"
    r"|hobby\w+|allergiker\w*|\w{4,}(?:portier|ieur|ateur|loge|graf|grafin|arzt|träger|händler"
    r"|macher|führer|helfer|bauer|nehmer|geber"
    r"|halter|züchter|spieler|läufer"
    r"|sammler|sänger|tänzer|schwimmer|kletterer|reiter|angler|jäger|schmied|müller)"
    r"|\w*unternehmer\w*|\w{3,}(?:erin|istin|ologin|ikerin|antin|entin)"
    r"|(?:\w+)?(?:lehrer|arzt|ärztin|pfleger|ingenieur|entwickler|verkäufer|techniker"
    r"|berater|fahrer|schreiner"
    r"|tischler|koch|köchin|bäcker|gärtner|erzieher|elektriker|maler|anwalt|anwältin"
    r"|richter|polizist|programmierer"
    r"|informatiker|designer|redakteur|journalist|übersetzer|dolmetscher|buchhalter"
    r"|landwirt|winzer|friseur|trainer"
    r"|musiker|sänger|schauspieler|fotograf|architekt|physiker|chemiker|biologe|biologin"
    r"|mechaniker|sekretär|hebamme"
    r"|therapeut|psycholog|apotheker|metzger|installateur|dachdecker|zimmermann|schneider"
    r"|optiker|bibliothekar"
    r"|beamter|beamtin|soldat|pilot|kauffrau|kaufmann|krankenschwester|assistent|leiter"
    r"|meister|professor|doktorand"
    r"|handwerker|sachbearbeiter|makler|wirt|kellner|goldschmied|imker|förster)(?:in|innen)?)\b"
)
NOT_NOUN: Final = (
    r"(?:meinung|dank|ansicht|fan|idiot|schuld|fehler|ordnung|ende|verzweiflung|moment"
    r"|woche|tag|heute|feuer|dienstag|montag|freitag|samstag|sonntag|team|mitte|opfer"
    r"|wrack|dritte[rs]?|erste[rs]?|zweite[rs]?|letzte[rs]?|experte|expertin|laie|luft|ihnen|dir"
    r"|sicher|begeistert"
    r"|typ|freund|opfer|mensch|gast|urlaub|stau|zombie|held|genie|profi\?|art|sicher|spät"
    r"|gott|glück)"
)
TASKLIKE: Final = (
    r"(?:frage\w*|problem\w*|idee\w*|gefühl|termin\w*|meeting|prüfung|klausur|liste"
    r"|tabelle|datei|funktion"
    r"|fehler\w*|erkältung|fieber|kopfschmerzen|kopfweh|kater|verabredung|flug"
    r"|präsentation|vortrag|text|bild"
    r"|dokument|mail|e-mail|brief|rezept|lust|hunger|durst|zeit|ahnung|angst|stress|pech"
    r"|glück|recht|bock|plan"
    r"|minuten?|stunden?|tage|wochen|euro|bewerbung\w*|vorstellungsgespräch|gäste|besuch"
    r"|skript|script|array"
    r"|variable|klasse|projekt|abend|reservierung|buchung|bon|ticket|karten|feier|hochzeit"
    r"|wahl|möglichkeit|gehört|gelesen"
    r"|gesehen|gemacht|versucht"
    r"|probiert|gekauft|bestellt|vergessen|grad|gerade|eben|vor|wunsch|traum|bitte"
    r"|anliegen|code|satz|blick"
    r"|das|es|dies\w*|dich|dir|ihn|sie|schon|mal|geburtstag|vertippt|verschrieben|gefunden"
    r"|bekommen|überlegt|schleife|formel\w*|spalten?|zeilen?|datensatz|ordner|kapitel|aufgaben?"
    r"|hausaufgaben?|referat|schnupfen|grippe|durchfall|halsschmerzen|bauchweh|zahnschmerzen"
    r"|verspätung|\w*panne|fleck|flecken|loch|riss|kratzer|leck|schimmel|bug|bugs|string|strings"
    r"|variablen|appetit|argumente?"
    r"|parameter|freund\w*|kollege\w*|kollegin|bekannte\w*"
    r"|nachbar\w*|kunde\w*|kundin"
    r"|patient\w*|neue stelle|neuen job|äpfel)"
)
WORKING: Final = Verb(
    Words(
        "arbeite? jobbe moderiere organisiere kellnere unterrichte? leite? führe? betreibe? manage"
        " verwalte?",
        "betreue?",
    ),
    Words(
        "arbeiten leiten führen betreiben unterrichten betreuen",
    ),
)
GOING: Final = Verb(
    Words(
        "fahre? radle? reite fliege? laufe? gehe?",
    ),
    Words(
        "fahren radeln fliegen laufen gehen",
    ),
    bare=False,
)
PLAYING: Final = Verb(
    Words(
        "spiele? spiel singe? sing male stricke häkle nähe gärtnere imkere fotografiere",
        "sammle sammel klettere boulder[en]* jogge trainiere schwimme wandere turne tanze",
        "backe braue meditiere angle jage segle koche? lese?",
    ),
    Words(
        "spielen trainieren singen malen wandern tanzen kochen sammeln klettern lesen backen",
    ),
    bare=False,
)
USING: Final = Verb(
    Words(
        "nutze? benutze? verwende? programmiere? entwickle code schneide hoste? heize?",
    ),
    Words(
        "nutzen benutzen verwenden programmieren entwickeln coden hosten heizen schreiben",
        "setzen arbeiten",
    ),
)
LIVING: Final = Verb(
    Words(
        "reise spare? zahle? feiere? faste bete besuche teile verreise wandere campe leihe",
    ),
    Words(
        "reisen sparen zahlen feiern fasten teilen campen",
    ),
)
