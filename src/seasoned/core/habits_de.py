"""German: what people do, by verbs that are not known for something else."""

from __future__ import annotations

from typing import Final

_DOES: Final = (
    r"(?:\w*(?:bekomme|kriege|erhalte)|glaube|denke|dachte|meine|finde|weiß|wusste"
    r"|verstehe|kenne|sehe|höre"
    r"|suche|brauche|benötige|möchte|will|wollte|würde|werde|wurde|hätte|hatte|wäre|war"
    r"|kann|konnte|könnte|soll"
    r"|sollte|muss|musste|müsste|darf|dürfte|mag|liebe|hasse|hoffe|frage|bitte|danke|sage"
    r"|sagte|nenne|heiße|habe"
    r"|bin|versuche|probiere|starte|öffne|klicke|drücke|rufe|füge|lade|installiere|kopiere"
    r"|schicke|sende|gebe|stelle"
    r"|setze|mache|tue|gehe|komme|laufe|stehe|sitze|liege|warte|vergesse|erinnere|merke"
    r"|bemerke|vermute|nehme|lasse"
    r"|wünsche|freue|ärgere|entschuldige|verspreche|schwöre|wette|zweifle|stimme|plane"
    r"|überlege|beginne|höre|führe|baue"
    r"|erstelle|ändere|lösche|teste|prüfe|suche|rate|empfehle|schlage|brauchte|erwarte"
    r" gerade|verliere|fühle|scheine"
    r"|wundere|schaffe|beschwere|bräuchte|sollen|müssen|können|wollen|möchten|brauchen"
    r"|haben|sind|werden|waren|hatten"
    r"|suchen|gehen|machen|dürfen|kommen|würden|hätten|wären|eine|keine|meine|diese|jede"
    r"|alle|viele|heute|bitte|gerne"
    r"|ohne|ende|danke|fasse|gratuliere|rieche|addiere|multipliziere|dividiere|kapiere"
    r"|landen?|treffen?|streiten?|verstehen|starten|ziehen?|fahren|lach|melde|wünschen"
    r"|fragen|erreichen?|verliere|antworte|schließe|drücke|stornier\w*|wohnen?|leben?"
    r"|schreiben?|arbeiten?|lebst|beide|welche|seine|ihre|deine|unsere)"
)
_LASTS: Final = (
    r"(?:immer|nie|niemals|meist\w*|oft|selten|jede[nsrm]?|seit|nur|kein\w*|täglich|wöchentlich"
    r"|monatlich|regelmäßig|grundsätzlich|ehrenamtlich|beruflich|hauptberuflich|nebenbei|zweimal"
    r"|dreimal|\d ?(?:x|mal)|(?:die|pro|am|im|jede) (?:woche|tag|monat|jahr)|gern\w*|ungern"
    r"|(?:mon|diens|mitt|donners|frei|sams|sonn)\w*(?:tags|wochs)|abends|morgens|nachts|mittags"
    r"|vormittags|nachmittags|werktags|in (?:meiner freizeit|rente)|als (?:hobby|ausgleich)"
    r"|ausschließlich|hauptsächlich|komplett|selber|allein|daheim|zu hause)"
)
HABITS: Final = (
    (
        "",
        rf"(?=.*\b{_LASTS}\b)(?:ich|wir) (?!{_DOES}\b)[a-zäöüß]{{3,}}(?:e|en)"
        r" (?!(?:das|es|dies\w*|dich|dir|ihn"
        r"|sie|euch|dann|grad|gerade|den (?:code"
        r"|fehler|text)|die (?:datei|funktion|seite))\b)\S+.*",
    ),
    (
        "",
        rf"(?=.*\b{_LASTS}\b)(?!(?:was|wie|wo|wann|warum|wer|wenn|ob|falls|da|weil|dass|heute"
        r"|morgen|jetzt|dann"
        rf"|so|das|es|dies\w*)\b)(?:[\w-]+ ){{1,4}}"
        rf"(?!{_DOES}\b)[a-zäöüß]{{3,}}(?:e ich|en wir) (?!(?:das|es|dich|dir)\b)\S+.*",
    ),
)
