"""German: what to read in a sentence, what to leave out, and how lasting requests sound."""

from __future__ import annotations

from typing import Final

from seasoned.core import fragments_de as fragments
from seasoned.core import likings_de as likings
from seasoned.core import lives_de as lives
from seasoned.core import shapes_de as shapes
from seasoned.core import turns_de as turns
from seasoned.core.habits_de import HABITS
from seasoned.core.speech import Pattern, Speech
from seasoned.core.statements_de import FACTS, PAST
from seasoned.core.tastes_de import PREFERENCES

_DO: Final = (
    r"(?:antworte|antworten sie|schreib|schreibe|schreiben sie|gib|geben sie|nenn|nenne"
    r"|nennen sie|nimm|nehmen sie|zeig|zeige|zeigen sie|erklär|erkläre|erklären"
    r" sie|verwende|verwenden sie|benutz|benutze|benutzen sie|nutz|nutze|nutzen sie|lass"
    r"|lassen sie|halt|halte|halten sie|fang|beginn|beginne|mach|mache|machen sie"
    r"|sag|sage|sagen sie|füg|füge|fügen sie|spar|spare|frag|frage|fragen sie|rechne"
    r"|rechnen sie|formatier|formatiere|setz|setze|stell|stelle|geh|gehen sie|hör|hören"
    r" sie"
    r"|sprich|sprechen sie|rede|reden sie|duz|duze|duzen sie|siez|sieze|siezen sie"
    r"|verzichte|verzichten sie|vermeide|vermeiden sie|pass|achte|achten sie|bleib|bleiben"
    r" sie"
    r"|prüf|prüfe|empfiehl|empfehlen sie|schlag|schlage|schlagen sie|warn|warne|weis"
    r"|erinner|erinnere|übersetz|übersetze|fass|fasse|list|liste|markier|markiere|runde"
    r"|kürz"
    r"|kürze|kommentier|kommentiere|denk|denke|denken sie|bring|bringe|teil|teile|ordne"
    r"|sortier|sortiere|zitier|zitiere|korrigier|korrigiere|verbesser|verbessere|widersprich"
    r"|unterbrich|melde|ergänz"
    r"|ergänze|ignorier|ignoriere|gliedere|merk dir|merken sie sich)\b(?! ich\b| i\b)"
)
_ANSWERS: Final = (
    r"(?:antwort\w*|erklärung\w*|zusammenfassung\w*|nachricht\w*|quellen?|rezept\w*"
    r"|beispiel\w*|preise?|maße|code|kommentar\w*|vorschl\w+|texte?)"
)
GERMAN: Final = Speech(
    name="de",
    gate=Pattern(
        r"\b(?:ich|mich|mir|mein\w*|wir|uns|unser\w*|bin|hab|habe|bitte|immer|nie|niemals"
        r"|künftig|zukünftig|zukunft|ab (?:jetzt|sofort|heute)|kein\w*|mag|nenn|heiße"
        r"|hier|lieber|grundsätzlich|jedes mal|lass|hör|antworte\w*|generell|nicht|jede\w*"
        r"|alle\w*|der"
        r"|die|i|du|dich|dir|dein\w*|stets|jeweils|\w*fan|sobald|ist|sind|schon)\b"
    ),
    joint=Pattern(
        r"(?<!frau)(?<!vater)(?<!mutter)(?<!eltern)(?<!sohn)(?<!tochter)"
        r"(?<!familie)(?<!mann)(?<!partner)(?<!freundin)(?<!freund)(?<!bruder)(?<!schwester)(?<!kinder)\s+(?=(?:und"
        r""
        r"|aber|weil|denn|also|obwohl|oder|sondern|doch|deshalb|deswegen|nur)\s+(?:ich|wir"
        r"|mein\w*|unser\w*|bin|hab|habe|i|mir|soll|muss|will|möchte|bitte|such\w*|brauch\w*|was"
        r"|wie|wo|welche\w*"
        r"|kann|soll|muss|hat|er|sie|es|du|arbeite|wohne|lebe|mag|esse|fahre|antworte|schreib"
        r"|lege|leite|spiele|hatte|wandere|trage|nutze|spreche|koche|liebe|hasse|trinke|schlafe"
        r"|pendle"
        r"|vertrage|studiere|lerne|singe|unterrichte|mache|gehe|laufe|lese|haben|sind|wohnen|leben"
        r"|arbeiten|sprechen|essen)\b)"
        r"|\s+(?=(?:was|wie(?! (?:mit|ein\w*|bei|zu|immer|mein\w*|vorher)\b)|wo|wer|warum|wann"
        r"|welche[rsnm]?|wieviel|gibt es|hast du|kannst du"
        r"|können sie|könntest du|könnten sie|weißt du|kennst"
        r" du)\s+\w+)(?<!weiß)(?<!egal)(?<!genau)"
    ),
    lead=Pattern(
        r"(?:(?:wie du weißt|wie sie wissen|wie erwähnt|noch was|also|ach|oh|ok|okay|hallo|hi|hey"
        r"|moin|servus|grüß gott|guten (?:tag|morgen"
        r"|abend)|übrigens|btw|fyi|ehrlich gesagt|ehrlich|offen gesagt|kurz|zur info|zur"
        r" erinnerung|fürs protokoll"
        r"|nur (?:so )?(?:zur|als) (?:info|hintergrund)|nein|nee|nö|ne|ja|jo|jep|doch|sorry"
        r"|entschuldigung|wie gesagt|weißt du|naja|na ja|tja|und|aber|denn|sondern|merk dir(?:"
        r" bitte)?|bitte merken"
        r"|wichtig|hintergrund|kontext|vorweg|kurz zu (?:mir|uns)|zu (?:mir|uns)|stimmt(?:"
        r" so)? nicht|korrektur|quatsch|halt|danke|hm+|äh+m?|leider|zum glück|ich meine|ich"
        r" muss (?:sagen|zugeben|gestehen)"
        r"(?: dass)?|das nur vorweg|wobei|nämlich|allerdings|jedenfalls|vergiss nicht(?:"
        r" dass)?|denk daran(?: dass)?|nicht vergessen|achtung|ps|p\.s\.|gell|obwohl|sowieso"
        r"|ansonsten)\b[\s,:!.-]*){1,5}"
    ),
    asks=Pattern(
        r"(?:was|wie|wo|wer|warum|wieso|weshalb|wann|welche[rsnm]?|wieviel|womit|wofür|woran"
        r"|kann|können|könnte\w*|soll|sollte\w*|darf|dürfte\w*|muss|müsste\w*|hast|hat|ist"
        r"|sind|gibt|gibts|kannst|kennst"
        r"|weißt|mögen|würde[nst]*|wäre\w*|lohnt|reicht|geht|läuft da|passt|stimmt es|taugt"
        r"|ob)\b(?! (?:mich|mir|uns)\b(?!.*\?))|(?:bin|hab|habe|wohne|arbeite|brauche|mache?)"
        r" (?:ich|wir)\b"
    ),
    supposes=Pattern(
        r"\b(?:wenn (?!ich (?:dir|dich|sie|ihnen|euch|nach|was|etwas|um|frage|einen|eine|code"
        r"|sql)|du|sie|(?:es|das) hilft|möglich|nichts)|falls (?!ich|du|sie|das wichtig|es"
        r" hilft|nötig|möglich)|angenommen"
        r"|stell dir vor|mal angenommen|gesetzt den fall|hypothetisch|wäre ich|(?<!am liebsten"
        r" )hätte? ich|würde ich (?!lieber|gern)|wär ich|(?<!am liebsten )hätt ich (?!lieber"
        r"|gern)|als ob|als wäre|theoretisch|eines tages|irgendwann|was wäre"
        r"|in (?:meinem|dem|diesem) (?:roman|buch|krimi|spiel|skript|stück|film|comic)"
        r"|in (?:meiner|der|dieser) (?:geschichte|kampagne|story)|meine? (?:haupt)?figur"
        r"|protagonist\w*|im traum|in meinem traum|in einem anderen leben|im nächsten leben"
        r"|könnte ich|sollte"
        r" ich|ich wäre (?!lieber)|ich wünschte|nehmen wir an|sagen wir)\b"
    ),
    unsure=Pattern(
        r"\b(?:vielleicht|eventuell|evtl|möglicherweise|überlege?|überlegen|weiß (?:noch"
        r" )?nicht|unsicher|unentschlossen|nicht sicher|kann mich nicht entscheiden|schwanke"
        r"|mal sehen|mal schauen|kommt drauf an"
        r"|frage? mich|frag mich|spiele mit dem gedanken|wahrscheinlich|vermutlich|hoffentlich"
        r"|hoffe|würde gern|plane|planen|habe? vor|will (?:mal|irgendwann|später)|möchte"
        r" (?:mal|irgendwann|später)|glaube? ich"
        r" bin|ich glaub\w* (?:ich|das)|ich (?:dachte|fürchte|befürchte|vermute|schätze mal"
        r"|träum\w*)"
        r"|(?:denken?|nachdenken) (?:gerade |grad )?(?:über|darüber|daran)|kann sein|anscheinend"
        r"|scheinbar|könnte sein|noch offen|ob ich|ob wir)\b"
    ),
    passing=Pattern(
        r"\b(?:in einer (?:schleife|liste)|im spiel|jede (?:minute|sekunde)|bei \d+ ?prozent"
        r"|(?:variante|option) \w\b"
        r"|(?<!ab )(?<!von )heute|heut|morgen(?!s| ?mensch)|gestern|vorhin"
        r"|(?<!lerne )(?<!studiere"
        r" )(?<!lernen )gerade(?! \d+ geworden| (?:an )?mein\w+ \w{5,9}arbeit)"
        r"|(?<!lerne )(?<!lern )(?<!\d )grad|grade|momentan"
        r"|im moment"
        r"|im augenblick|vorerst"
        r"|fürs erste"
        r"|erstmal|diesmal|dieses mal|(?<!seit )dies(?:e|es|er|en|em) (?:eine?[nms]? )?(?:mal|woche"
        r"|monat"
        r"|wochenende|antwort|text|mail|nachricht|beispiel|funktion|datei|frage|aufgabe"
        r"|tabelle|fall|sommer|winter|jahr|trip|reise)|(?:nur|bloß|mal) (?:für|in) (?:dies|das"
        r"|den|heute|hier)\w*|nächste[nrs]? (?:woche|monat|jahr|tage"
        r"|\w+tag)|übers wochenende|am wochenende (?:in|bei|nach)"
        r"|(?<!tag )(?<!wochs )bis (?:freitag|montag"
        r"|dienstag|mittwoch|donnerstag|samstag|sonntag|morgen|ende|zum)|für (?:ein paar|zwei"
        r"|drei|\d+) (?:tage|wochen|stunden)|ein paar tage|seit (?:heute|gestern|vorhin|stunden"
        r"|eben|montag)|im urlaub"
        r"|(?:über|an|zu) (?:weihnachten|ostern|pfingsten|silvester|die feiertage)(?! immer)"
        r"|auf (?:dienst|geschäfts)reise|zu besuch|vorübergehend|in (?:\d+|zehn|fünf)"
        r" (?:minuten|stunden|tagen)|(?<!jeden )(?<!immer )(?<!bis )(?:montag|dienstag|mittwoch"
        r"|donnerstag|freitag|samstag|sonntag)(?! (?:bis|und|frei habe))|(?:auf|in|bei|mit|für"
        r"|an) dies\w{1,2} \w+|später|(?<!nie )(?<!immer )gleich(?! (?:die|den|das|viel|zu|mit))"
        r"|nachher"
        r"|ausnahmsweise|einmalig|nur einmal"
        r"|nur kurz|jetzt (?:kurz|gleich|mal)|für jetzt|hierfür|heuer)\b"
    ),
    reports=Pattern(
        r"\b(?:(?:er|sie|jemand|man|leute|alle|\w+) (?:immer |mal |ständig )?(?:sagt\w*"
        r"|meint\w*|schreib(?:t|en)|schrieb\w*|behaupte\w*|fragt\w*|erzähl(?:t|te|en)|findet"
        r"|schwört|ruft|rief|antwortet\w*|denkt)|laut|zitat|angeblich|sprichwort"
        r"|liedtext|songtext|motto|spruch|heißt es|hieß es)\b(?<!ich sagte)"
    ),
    told=Pattern(
        r"(?:bitte )?(?:merk\w* (?:dir|es|sich)|bitte merken|zur info|nur zur info|zur"
        r" erinnerung|fürs protokoll|hintergrund|kontext|kurz zu (?:mir|uns)|zu (?:mir|uns)"
        r"|wichtig|vorweg|vergiss nicht|denk dran|denk daran|für später"
        r"|du solltest wissen|sie sollten wissen|damit du bescheid weißt|gut zu wissen"
        r"|notier\w*|fyi|übrigens|speicher\w*|ein paar infos)\b"
    ),
    stands=Pattern(
        r"\b(?:ab (?:jetzt|sofort|nun|heute)|von (?:jetzt|nun|heute) an|künftig|zukünftig|in"
        r" zukunft|fortan|immer(?! noch)|nie|niemals|jedes ?mal|jeweils|stets|grundsätzlich"
        r"|generell|allgemein|standardmäßig|in der regel|als regel|(?:bei|nach|vor|zu|ende|mit"
        r"|in) (?:allen|jeder"
        r"|jedem|allem)|in (?:allen|jeder|jedem) (?:\w+ )?(?:antwort\w*|mail\w*|text\w*)|alle"
        r" (?:deine|ihre|antworten)|nicht mehr|nie mehr|nie wieder|keine? \w+ mehr|bei mir|mit"
        r" mir|dauerhaft|wenn (?:ich|du|sie)|sofern nicht|außer (?:ich|wenn)"
        r"|jede[nmrs]? (?:antwort|nachricht|mail|erklärung|liste|text)|es sei denn|solange"
        r"|merken|merk\w* dir,? dass|für alle|weiterhin|bei (?:\w+en|code)|ein für alle mal"
        r"|für die zukunft)\b"
    ),
    rule=Pattern(
        r"(?:und |aber |gilt )?(?:nicht nur (?:hier|heute|jetzt|dies\w*|dafür|bei dies\w*).*"
        r"|gilt (?:für|auch)"
        r"|für alles|das (?:gilt|ist) (?:\w+ )?(?:generell|allgemein|immer|ab jetzt"
        r"|grundsätzlich|regel|für alle|so eine regel|eine \w*regel)|bitte merken|merk dir das"
        r"|immer|generell|grundsätzlich|für immer|jedes mal|(?:das )?als (?:\w+ )?regel|so"
        r" handhaben wir das|bitte dauerhaft|das ist (?:ein|eine) (?:grundregel|feste regel"
        r"|allgemeine regel|dauerauftrag))\b"
    ),
    opens=Pattern(
        r"(?:bitte )?(?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun|heute) an|ab heute|künftig"
        r"|zukünftig|in zukunft|(?:für|bei) (?:alle[nrms]?|jede[nrms]?) \w+ gilt|fortan|für"
        r" die zukunft|grundsätzlich gilt|regel|als regel|neue"
        r" regel|dauerregel)\b[,:]?\s*(?!(?:ich|wir|bin|wohne|arbeite|habe|lebe|mein\w*|fahre"
        r"|esse|mache|gehe|(?!(?:will|möchte|brauche|hätte|erwarte|wünsche|bevorzuge"
        r"|mag) ich)\w+ (?:ich|wir)|(?!bitte|erst|zuerst|nicht)\w+t (?:die|der|das|es|er|man|mein"
        r"|unser|dein"
        r"|ein|sich)|sind|wird|werden|er"
        r"|sie (?!bitte))\b)\S"
        r"|(?:für|bei|in) (?:alle[nrm]?|jede[nrms]?) (?:\w+ )?\w+, (?:die|das|der"
        r"|was) .{3,40}, (?!ich\b|wir\b)\S"
        r"|(?:für|bei|in) (?:alle[nrm]?|jede[nrms]?) (?:\w+ ){0,2}(?:chats?|gespräche?n?|antwort\w*"
        r"|nachrichten?|unterhaltung\w*|fragen?)[,:]"
    ),
    orders=Pattern(
        r"(?:bitte |also |dann |und |immer |mal |nie |so |generell |grundsätzlich "
        rf"|künftig )*(?:{_DO}|dass (?:du|sie)\b|(?:kannst|könntest"
        r"|würdest) du\b|(?:können|könnten|würden) sie\b|(?:ich )?(?:will|möchte|brauche?"
        r"|hätte|wünsche|erwarte|bräuchte)(?: ich)?,? (?:dass|immer|von dir|von ihnen|bitte"
        r"|gern\w*|erst\w*|zuerst"
        r"|deine|ihre|nur|keine|die|mir|alle|auch|einen|eine|den|das|\w+ immer)|(?:du|sie)"
        r" (?:sollst|sollen|solltest|musst|müssen|kannst|können|darfst|brauchst)\b|bitte\b"
        r"|keine?n? (?!zeit|frage|lust|ahnung|problem|sorge|chance|plätze)\w+ mehr|(?:nie"
        rf"|niemals|immer) (?:in|mit|ohne|auf|nur|erst|zuerst|.*en$)|(?:\w+ ){{0,3}}?{_ANSWERS}"
        r" (?:\w+"
        rf" ){{0,4}}?bitte\b|{_ANSWERS} (?:bitte )?(?:immer"
        r"|nie|stets|künftig|ab)\b|(?:[\w-]+ ){1,6}?bitte (?:immer|nur|nie|künftig|stets|ab|nicht"
        r"|in|auf|als|mit|ohne|vermeiden|weglassen)\b|(?:erst|zuerst|zunächst|dann|gleich|nur"
        r"|direkt)\b|(?:\w+ ){1,6}(?:angeben|nennen|schreiben|verwenden|weglassen|vermeiden"
        r"|benutzen|erwähnen"
        r"|voranstellen|nutzen|einbauen|vorschlagen)$"
        r"|(?!.*\b(?:ich|wir|er|es|man|du|ihr|sind|haben|hatten|werden|können|wollen|müssen|sollen"
        r"|war\w*"
        r"|mein\w*|unser\w*|die meisten|viele|alle leute)\b)(?=.*\b(?:immer|nie|niemals|stets"
        r"|jeweils|generell|grundsätzlich"
        r"|künftig|bitte|nur noch|jedes mal)\b)(?:\w+ ){2,8}(?-i:[a-zäöü])\w+(?:en|ern|eln)$"
        r"|(?:\w+ ){1,4}(?:raus|weg|weglassen)$)"
    ),
    standing_orders=Pattern(
        rf"{turns.ORDERS}|"
        r"(?:bitte |also |und |dann |kannst du |könntest du |können sie |könnten sie"
        r" )*(?:(?:kannst|könntest|könnten|können) (?:du|sie) (?:\w+ )*aufhören\b|aufhören\b"
        r"|(?!ich\b|wir\b|er\b|sie\b|es\b|das\b|der\b|die\b|mein|und\b|was\b|wie\b|wohne"
        r"|arbeite|lebe)"
        r"\w+ (?:bitte )?(?:mich |mir |uns )?(?:ab jetzt|ab sofort|künftig|von nun an)\b(?!"
        r" ich\b| wir\b)"
        r"|(?!ich\b|wir\b|er\b|sie\b|es\b|das\b|der\b|die\b|mein|ist\b|sind\b|geht\b|fällt\b"
        r"|gefällt\b"
        r"|wird\b|tut\b|hilft\b|bei\b|mit\b|schmeckt\b|passiert\b|von\b|zu\b|macht\b|reicht\b"
        r"|bin\b|habe?\b)"
        r"\w+ (?:mir|mich|uns) (?:bitte )?(?:\w+ ){0,3}?(?:immer|nie|niemals|stets|jedes"
        r" mal)\b(?! noch)"
        r"|(?:lass|lasse|spar|vermeide|streich|weg mit|verzichte auf|lassen sie) (?:dir |bitte"
        r" |ab jetzt |immer )*(?:die |das |den |alle |deine |jede )*(?:emojis?|smileys?"
        r"|ausrufezeichen|einleitung\w*|floskeln?|tabellen?|aufzählungen|stichpunkte|anrede"
        r"|grußformel\w*|vorrede|entschuldigungen|fachbegriffe|fremdwörter|anglizismen"
        r"|überschriften|fußnoten|lob|komplimente|höflichkeitsfloskeln|theorie|vorträge"
        r"|warnhinweise|zusammenfassung am ende)\b|(?!ich\b|wir\b|du\b|er\b|sie\b|es\b|das\b"
        r"|mein|danke|ja\b|nein\b)[^,?]{3,60}, (?:bitte |und zwar )?(?:immer|jedes mal)$"
        r"|hör\w* (?:bitte |endlich |doch )*(?:auf|mir auf)\b(?=.* \w|,)|lass (?:bitte |doch "
        r"|endlich "
        r"|mal )*(?:die|das|den|diese|immer|dieses) (?:ständige\w* |ganze\w* |ewige\w* "
        r"|dauernde\w* )\w+(?: bitte|"
        r" weg| sein| bleiben)*$|keine?n? (?!zeit|frage|lust|ahnung|problem|sorge|chance"
        r"|plätze|milch)(?:\w+ ){1,2}mehr\b"
        r"|(?:[\w-]+ ){1,5}(?:können sie sich|kannst du dir|kannst dir) (?:\w+ ){0,2}(?:sparen"
        r"|schenken)\b"
        r"|(?:also |bitte )?(?:generell|grundsätzlich|immer|stets) [\w ß-]{1,40} (?:statt"
        r"|anstatt) .+"
        r"|(?:alle |sämtliche )?(?:datumsangaben|datum|daten|preise|uhrzeiten|zeiten|maße"
        r"|entfernungen"
        r"|mengen"
        r"|temperaturen|gewichte|beträge|einheiten) (?:bitte |immer |stets |nur |lieber )+(?:in"
        r"|mit|als"
        r"|im|auf)\b.*|bei (?:\w+en|code|mathe|sql) (?!.*\b(?:ich|wir|mir|uns|er|es|man|ist|sind"
        r"|hat|geht"
        r"|wird|wurde|war)\b).*\b(?:immer|nie|stets|grundsätzlich|generell)\b.*"
        r"|spar (?:dir|dich)|sparen sie sich|(?:duz|duze|siez|sieze|duzen sie|siezen sie)"
        r" (?:mich|mi)|(?:sprich|sprechen sie|red|rede|reden sie) mich .{1,40} an$|ich will (?:nur"
        r"|immer|keine) (?:\w+ ){0,2}(?:angaben|einheiten|antworten"
        r"|quellen|zahlen|fakten|sätze|beispiele)$|ich will"
        r" (?:\w+ )?(?:kritik|feedback|ehrlichkeit|klartext|fakten)\b|.{0,40}\b(?:möchte"
        r"|will) ich (?:\w+ ){0,3}(?:gesiezt|geduzt|angesprochen|angeredet|genannt) werden"
        r"|sag (?:du|sie) zu mir"
        r"|(?:\w+ ){0,4}(?:mich|uns|einander) (?:\w+ ){0,2}(?:duzen|siezen)$"
        r"|(?:bleiben wir|lass uns) beim? (?:du|sie)"
        r"|(?:antworte|schreib|schreibe|rede|sprich|antworten sie|schreiben sie|sprechen sie"
        r"|reden sie) (?:bitte )?(?:mir|mit mir)\b(?! (?:'?ne?n?|eine?n?|das|den|die|mal|kurz|doch"
        rf"|was|bis)\b)|halt\w* (?:\w+ )?(?:dich|deine|die|ihre|alle) (?:\w+ )?(?:{_ANSWERS}"
        r"|kurz|knapp)|keine (?:emojis?|smileys?|tabellen|floskeln|aufzählungen|listen"
        r"|anglizismen|fachbegriffe|stichpunkte|ausrufezeichen|entschuldigungen|einleitung\w*"
        r"|spoiler|vorträge)\b|(?:bitte )?(?:niemals|nie) (?!wieder(?:$|(?! \w+ \w*(?:en|ern"
        r"|eln)\b))|im leben|gedacht|gehört"
        r"|gesehen)\w+)"
    ),
    conditions=Pattern(
        r"(?:immer )?(?:wenn|sobald|falls|sooft|jedes mal wenn|immer wenn) (?:ich|du|sie|wir)"
        r" .*(?:frage?|schick\w*|schreib\w*|poste?|sende?n?|gebe|gib\w*|zeig\w*|bitte|suche?"
        r"|brauche?|nenn\w*|empfiehl\w*|empfehlen|antworte\w*"
        r"|erklär\w*|einfüge|hochlade|teile?|stelle?|anhänge|paste|reinkopier\w*|kopiere"
        r"|vorschläg\w*|vorschlag\w*|übersetz\w*|mache?n?|machst|unsicher bist|etwas nicht"
        r" weißt|rechne\w*|zitier\w*|will|möchte)$|(?:wenn|falls|sobald) (?:du|sie) .*(?:unsicher"
        r"|nicht sicher|nicht weißt|nicht wissen|irrst)\b.*"
        r"|(?:schicke?|sende?|poste?|zeige?|frage?|gebe?"
        r"|bitte|schreibe?|stelle?|nenne?) ich (?:dir|dich"
        r"|nach|um|was)\b.*|bei (?:\w+en|code|sql|fehlermeldungen"
        r"|rezepten|allen \w+|jedem \w+|jeder \w+)(?:$| bitte\b)"
    ),
    own=Pattern(
        r"(?:ich|wir|mein\w*|unse?re?\w*|bei (?:uns|mir))\b(?! (?:brauche?|will|möchte|muss"
        r"|habe? (?:eine frage|das|gerade|grad|heute|\w+ (?:versucht|gemacht|gelesen))|suche?"
        r"|würde|wollte|war|hatte|hätte|werde|glaube?|denke|meine|weiß|verstehe|kann|sollte"
        r"|hoffe"
        r"|frage?|bin (?:gerade|grad|mir|nicht sicher|auf der suche|müde)|brauchen|suchen"
        r"|wollen|möchten)\b)"
    ),
    facts=(*FACTS, *shapes.FACTS, *lives.FACTS, *turns.FACTS),
    preferences=(*PREFERENCES, *shapes.PREFERENCES, *likings.PREFERENCES, *turns.PREFERENCES),
    past=(*PAST, *shapes.PAST),
    ended=Pattern(shapes.ENDED),
    negated=Pattern(shapes.NEGATED),
    missing=fragments.MISSING,
    fragments=fragments.FRAGMENTS,
    within=(*fragments.WITHIN, *turns.WITHIN),
    others=Pattern(f"{shapes.OTHERS}|{turns.BACK}"),
    habits=HABITS,
    trouble=Pattern(
        r"\b(?:warum|wieso|fehler\w*|klappt|funktioniert|kaputt|absturz|stürzt|geht nicht"
        r"|passiert nichts|hängt|problem\w*|woran liegt"
        r"|wie viele? (?:bleib|sind|hab)\w*|wie lange|was passiert)\b"
    ),
    denies=Pattern(
        r"(?:ich bin|bin|wir sind|ich hab\w*|ich wohne|ich arbeite|es ist)\b.{0,30}\b(?:nicht"
        r"|kein\w*)\b.*"
    ),
    adds=Pattern(
        r"(?:nicht|sondern|aber nicht|kein\w*(?! (?:ahnung|plan|idee|lust|zeit|problem))|und"
        r" nicht|statt|außer|es sei denn|wenn|nie|bloß kein\w*|nur noch)\b.*|(?:vor allem|etwa"
        r"|ungefähr|circa|ca|meistens|hauptsächlich|mindestens|höchstens|von|mit|ohne"
        r"|\d|(?:schon )?seit (?!ich|wir|es))\b.{0,40}$"
    ),
    apposed=Pattern(r"(?:eine? )?(?-i:[A-ZÄÖÜ])\w{4,}(?: (?:für|aus|in|im|bei|und) .{2,30})?$"),
    ironic=Pattern(
        r"(?:^|[\s,.!])(?:(?:ja|klar|sicher|natürlich),? ich bin .{2,60}, (?:deshalb|darum"
        r"|deswegen)|haha\W*$|aus der zukunft"
        r"|(?:herrlich|wunderbar|großartig|fantastisch|perfekt|klasse|prima|spitze"
        r"|na bravo),? (?:ich|wir"
        r"|noch|wieder)\b|(?:klar|sicher|oh|ach|toll|natürlich|logisch),? (?:ich|wir) \w+"
        r" (?:ja |so |total |wahnsinnig |richtig |unheimlich )+(?:gern\w*|lieb)|liebe? es,? (?:zu"
        r" warten|im stau|wenn (?:alles|die|der|das) \w+ (?:abstürzt|ausfällt|kaputt))"
        r"|klar,? ich lieb|^(?:ja|aber|ach) klar,? (?:ich|wir)\b|na klar|oh ja,|toll,|ganz toll"
        r"|na super|na toll"
        r"|super,|herrlich,|wie schön|mein größtes hobby|genau mein humor|was will man mehr"
        r"|hurra|juhu|nichts lieber als|lieb's ja|läuft bei mir|traumhaft|(?:ach|oh|ja),? (?:ich"
        r"|wir) liebe?n? ja\b"
        r"|ganz große leidenschaft|für mein leben gern|mein (?:absoluter )?lieblingssport|reiner"
        r" bosheit|\bbin (?:jetzt |ja |doch )*(?:quasi|praktisch|sozusagen)"
        r"|quasi mit \w+ \w+ verheiratet|was für ein (?:spaß|vergnügen))|(?-i:\b(?:LIEBE"
        r"|SO)\b)"
    ),
)
