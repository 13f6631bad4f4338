"""Which slot a statement fills and with what, told finer than it was read.

One slot holds values of one thing: a favourite colour does not meet a favourite food, a job does
not meet where it is done. What is said against a thing meets what was said for it. What follows
if two meet is decided elsewhere (`seasoned.core.facts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from seasoned.core import slots, tastes
from seasoned.core.extracting import Extracted, fold
from seasoned.core.facts import told
from seasoned.core.tastes import DISLIKED, LIKED, PREFERRED, TASTES

_KEY: Final = 80  # characters of what tells several values of one slot apart
_CONNECTIVE: Final = re.compile(
    r"(?i)(?:(?:and|but|also|plus|und|aber|denn|pero|además)(?=[\s,])[\s,]*"
    r"|so(?=,|\s(?:please|pls|keep|always|never|do|don't|i|i'm|we|my|our|from|use|answer|reply|stop"
    r"|call|make|give|write|in future)\b)[\s,]*)+(?=\S)"
)
_SPOKEN: Final = re.compile(
    r"(?i)\b(?:answers?|answered|repl(?:y|ies)|responses?|responding|explanations?|summar(?:y|ies)"
    r"|\w*antwort\w*|erklärung\w*|respuestas?|explicacion\w*)\b|回答|回复|答案"
)
# What a request about answers may be limited to.
_SCOPE: Final = re.compile(
    r"(?i)\b(comments?|code|variables?|e-?mails?|letters?|recipes?|lists?|summar(?:y|ies)|titles?"
    r"|tables?|headings?|translations?|messages?|posts?|reports?|kommentare?n?|briefen?|rezepte?n?"
    r"|listen?|zusammenfassung\w*|überschriften|tabellen?|nachrichten?|mails?|correos?|recetas?"
    r"|comentarios?|código)\b|(代码|注释|邮件|菜谱)"
)
_PARTS: Final = {
    "answer_format": re.compile(
        r"(?i)\b(emoji|bullet|list|table|markdown|heading|bold|stichpunkt|tabelle|viñeta|tabla)"
        r"|(列表|表格|表情|分点|要点)"
    ),
    "answer_units": re.compile(r"(?i)(celsius|fahrenheit)|\b(kilomet|gram|ounce|centim)|(摄氏)"),
    "answer_address": re.compile(r"(?i)(call me|nenn\w* mich|llámame|叫我|称呼)"),
}
_SAME_PART: Final = {
    "celsius": "temperature",
    "fahrenheit": "temperature",
    "摄氏": "temperature",
    "kilomet": "",
    "stichpunkt": "bullet",
    "列表": "list",
    "表格": "table",
    "tabelle": "table",
    "gram": "weight",
    "ounce": "weight",
    "centim": "",
    "viñeta": "bullet",
    "tabla": "table",
}
_BROKEN: Final = re.compile(r"(?i)(?:your |all |deine )?(?:answers?|replies|responses|antworten)")
_WITH: Final = re.compile(
    r"(?i)\b(?:with|together|alone|mit|bei (?!\w+,)|zusammen|allein\w*|con|solo|sola|junto\w*)\b"
    r"|和|跟|一起|一个人"
)
_BESIDE: Final = re.compile(r"[和跟]|一个人")
_NOWHERE: Final = re.compile(
    r"(?i)(?:right |over |genau )?(?:here|there|hier|dort|da|aquí|allí|ahí|这里|那里)"
)
_NAMED: Final = re.compile(r"[A-ZÀ-ÖØ-Þ\u4e00-\u9fff]")
_PLACED: Final = re.compile(
    r"\b(?:[Ii]n|[Nn]ear|[Oo]utside|[Aa]t|[Oo]n|[Bb]ei(?! (?:Oma|Opa|Mama|Papa|Freunden)\b)"
    r"|[Nn]ach|[Ee]n|[Dd]e|[Ff]rom|[Tt]o|[Aa]us)\s+"
    r"([A-ZÀ-ÖØ-Þ][\w'.-]*(?:[\s-]+[A-ZÀ-ÖØ-Þ][\w'.-]*)*(?:,\s[A-ZÀ-ÖØ-Þ][\w'.-]+)*)"
)
_ARTICLE: Final = re.compile(
    r"(?i)(?:an?|the|my|our|his|her|their|your|eine?[mnr]?|dem|der|den|meine?[mnr]?|unsere?[mnr]?"
    r"|una?"
    r"|el|la|mi|mis|nuestr\w)\b"
)
_WORKPLACE: Final = re.compile(
    r"(?i)\b(?:from home|at home|remote(?:ly)?|hybrid|on ?site|in the office|von (?:zu ?hause"
    r"|daheim)"
    r"|home ?office|mobil|im büro|desde casa|en remoto|en casa|a distancia)\b|在家|远程"
)
_WORKTIME: Final = re.compile(
    r"(?i)\b(?:nights?|shifts?|part[- ]time|full[- ]time|weekends?|mornings?|evenings?|\d+ hours?"
    r"|\w+ days a week|\w*days|\w*schicht\w*|nachts|teilzeit|vollzeit|stunden|abends|wochenende\w*"
    r"|tage(?:n)? die woche|turnos?|media jornada|noches?|fines de semana)\b|夜班|早班|兼职"
)
_CODED: Final = re.compile(
    r"(?i)\b(?:in|with|mit|en|con)\s+(?:mostly |mainly |hauptsächlich )?(python|java(?:script)?"
    r"|typescript"
    r"|rust|go(?:lang)?|c\+\+|c#|c|ruby|php|kotlin|swift|scala|haskell|elixir|perl|r|sql|excel"
    r"|matlab"
    r"|julia|django|react|vue|angular|pandas|figma|photoshop|linux|windows|latex|vs code|vim"
    r"|emacs)\b"
    r"(?![\w+#])"
)
_EMPLOYER: Final = re.compile(
    r"(?i:\b(?:work(?:s|ing)?|arbeiten?|trabaj\w+)(?: \w+)?? (?:at|for|bei|für|en|para))\s+"
    r"([A-ZÀ-ÖØ-Þ].*)"
)
_ROLE: Final = re.compile(
    r"(?i)\b(?:work(?:s|ing)?|arbeite|employed)\b.*?\bas (?:an? |the )?(\S.*)"
    r"|\barbeite\w* .*?\bals (\S.*)"
    r"|\b(?:i'm|i am|ich bin) (?:now |currently |jetzt )?(?:an? |eine? )(\S.*)"
    r"|\btrabajo (?:\w+ )??(?:de|como) (\S.*)"
)
_BORN: Final = re.compile(r"(?i)\b(?:born|geboren|nací|nacido|nacida)\b|出生")
_YEAR: Final = re.compile(r"(?:in |en |im jahr )?((?:1[89]|20)\d\d)年?")
_DATED: Final = re.compile(
    r"(?i)\d|\b(?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b"
)
_HANDED: Final = re.compile(
    r"(?i)\b(left|right)[- ]?handed\b|\b(ambidextrous)\b|\b(links|rechts)händer|\b(zurd"
    r"|diestr)[oa]\b|(左撇子)"
)
_SAME_HAND: Final = {
    "links": "left",
    "rechts": "right",
    "zurd": "left",
    "diestr": "right",
    "左撇子": "left",
}
_REGIME: Final = re.compile(
    r"(?i)\b(vegan|vegetari|veggie|pescatari|pescetari|vegano|vegana)|(吃素|素食)"
)
_RULED: Final = re.compile(
    r"(?i)\b(kosher|halal|koscher|gluten[- ]?free|glutenfrei\w*|lactose[- ]free|sin gluten)"
    r"\b|(清真)"
)
_SAME_REGIME: Final = {
    "vegetari": "vegetarian",
    "veggie": "vegetarian",
    "pescatari": "pescatarian",
    "pescetari": "pescatarian",
    "vegano": "vegan",
    "vegana": "vegan",
    "吃素": "vegetarian",
    "素食": "vegetarian",
}
_EATS: Final = re.compile(
    r"(?i)\b(?:eat|eating|drink|drinking|esse|essen|trinke|trinken|como|comemos|bebo|have)\s+(.+)"
    r"|[吃喝](.+)"
)
_OF_SELF: Final = re.compile(r"(?i)(?:i|we|ich|wir|soy|somos|no|yo|bin|i'm|we're)\b|我")
_BEING: Final = re.compile(
    r"(?i)(?:i'm|i am|im|we're|we are|ich bin|bin|wir sind|soy|somos|(?:i|we|ich|wir) (?:eat"
    r"|esse\w*"
    r"|went|turned|became|have been)|i've been|no soy|我)"
)
_NO_MORE: Final = re.compile(
    r"(?i)\b(?:no longer|any ?more|nicht mehr|keine?[nrs]?\b.*\bmehr|ya no)\b|不再|已经不"
)
_OWNED: Final = re.compile(
    r"(?i)(?:i|we)(?:'ve)? (?:\w+ )?(?:have|have got|got|own|keep|adopted|bought|rescued) (?=an?\b"
    r"|\w)"
    r"|(?:ich|wir) (?:\w+ )?(?:hab\w*|besitze\w*) |(?:tengo|tenemos) |我(?:家)?(?:有|养了?|養了?)"
)
_CALLED: Final = re.compile(
    r"(?i)\b(?:call me|go by|nenn\w* mich|mich \w+ nennen|llámame|calls? me)\b|叫我"
)


def refined(item: Extracted) -> Extracted:
    """The statement with the slot that it fills and no other, and the bare value.

    Its text loses a connective at its front.
    """
    cut = _CONNECTIVE.match(item.text)
    if cut and item.text[cut.end() :].strip():
        text = item.text[cut.end() :]
        item = replace(item, text=text, value=text if item.value == item.text else item.value)
    if item.subject != "user":
        return item
    base = item.key.partition(":")[0].partition("_lieblings")[0]
    if item.kind == "preference":
        return _preference(item, base)
    if item.kind == "instruction" or base.startswith("answer_"):
        return _request(item)
    refine = _FINER.get(base)
    return refine(item) if refine else _bodily(item)


def hollow(item: Extracted) -> str:
    """Why a statement has nothing to keep; "" if it has."""
    if item.key == "home_detail" and _NOWHERE.fullmatch(str(item.value).strip()):
        return "it names no place"
    if item.kind == "preference" and _BROKEN.fullmatch(item.key.partition(": ")[2]):
        return "it breaks off before it says how"
    return ""


def fact_key(item: Extracted) -> str:
    """What tells the statement from others: of slots with several values, the value too."""
    if item.key and item.key not in slots.MANY:
        return item.key
    said = fold(item.text if item.value is None else told(item.value))[:_KEY]
    return f"{item.key}: {said}" if item.key else said


def _preference(item: Extracted, base: str) -> Extracted:
    if slots.answer_slot(item.text) and _SPOKEN.search(item.text):
        return _request(replace(item, kind="instruction"))
    value = item.value if isinstance(item.value, str) else item.text
    if base.startswith("favourite"):
        named = tastes.favourite(item.text)
        if named:
            return _keyed(item, f"favourite: {named}", value)
        return _keyed(item, f"taste: {tastes.thing(value)}", LIKED)
    if base not in TASTES or value == item.text:
        return item
    if base == PREFERRED and (both := tastes.choice(value)):
        return _keyed(item, f"taste: {' or '.join(sorted(both))}", both[0])
    polarity = base if base == PREFERRED else LIKED
    for_it = tastes.liked(item.text)
    return _keyed(item, f"taste: {tastes.thing(value)}", polarity if for_it else DISLIKED)


def _request(item: Extracted) -> Extracted:
    """A lasting request: of one thing about the answers, within what it is limited to."""
    key = slots.answer_slot(item.text)
    if not key:
        return replace(item, key="", value=item.text)
    part, scope = _PARTS.get(key), _SCOPE.search(item.text)
    named = part.search(item.text) if part else None
    first = next(filter(None, named.groups()), "").casefold() if named else ""
    if key == "answer_address":
        first = "name" if first else ""
    about = [_SAME_PART.get(first, first)]
    if scope and not (key == "answer_format" and first):
        about.append(scope[0].casefold())
    return replace(item, key=": ".join(filter(None, [key, *about])), value=item.text)


def _home(item: Extracted) -> Extracted:
    value = str(item.value)
    if named := _PLACED.search(item.text):
        place = value if _NAMED.match(value) else named[1]
        return replace(item, value=place)
    if (_WITH.search(item.text) and not _NAMED.match(value)) or _BESIDE.match(value):
        return _keyed(item, "living_with", value)
    plain = len(value.split()) <= 3 and not _ARTICLE.match(value) and not value.islower()
    small = value.islower() and re.search(
        rf"(?i)\b(?:in|near|to|at|en|nach)\s+{re.escape(value)}", item.text
    )
    if plain or (small and not _ARTICLE.match(value)):
        return item
    return _keyed(item, "home_detail", value if _NOWHERE.fullmatch(value) else item.text)


def _job(item: Extracted) -> Extracted:
    text = item.text
    role = _ROLE.search(text)
    if not role:
        for pattern, key in ((_WORKPLACE, "workplace"), (_WORKTIME, "worktime")):
            if pattern.search(text):
                return _keyed(item, key, item.value)
        if coded := _CODED.search(text):
            return _keyed(item, "tools", coded[1])
        if employer := _EMPLOYER.search(text):
            return _keyed(item, "employer", employer[1])
        return item
    read = next(filter(None, role.groups()))
    value = str(item.value)
    return item if item.past or value in read else replace(item, value=read)


def _origin(item: Extracted) -> Extracted:
    value = str(item.value)
    if year := _YEAR.fullmatch(value.strip()):
        return _keyed(item, "birth_year", int(year[1]))
    if _BORN.search(item.text) and _DATED.search(value) and not _PLACED.search(item.text):
        return _keyed(item, "birthday", value)
    return item


def _bodily(item: Extracted) -> Extracted:
    """What is so of body and food, each thing in a slot of its own."""
    if handed := _HANDED.search(item.text):
        side = next(filter(None, handed.groups())).casefold()
        return _keyed(item, "handedness", _SAME_HAND.get(side, side))
    if item.key == "diet" or (item.key in ("", "health") and _OF_SELF.match(item.text)):
        return _diet(item)
    return item


def _diet(item: Extracted) -> Extracted:
    over = _NO_MORE.search(item.text) is not None
    negated = not tastes.liked(item.text)
    regime = _REGIME.search(item.text)
    if regime and (item.key or _BEING.match(item.text)):
        said = next(filter(None, regime.groups())).casefold()
        value = _SAME_REGIME.get(said, said)
        return _regime(item, "diet", value, over, negated)
    if ruled := _RULED.search(item.text):
        value = next(filter(None, ruled.groups())).casefold()
        return _regime(item, f"diet: {value}", value, over, negated)
    if item.key == "diet" and (eaten := _EATS.search(item.text)):
        about = tastes.thing(next(filter(None, eaten.groups())))
        return _keyed(item, f"diet: {about}", item.text)
    return _keyed(item, f"diet: {fold(item.text)}", item.text) if item.key == "diet" else item


def _regime(item: Extracted, key: str, value: str, over: bool, negated: bool) -> Extracted:
    if over:
        return replace(_keyed(item, key, value), past=True)
    return _keyed(item, key, f"not {value}" if negated else value)


def _owned(item: Extracted) -> Extracted:
    had = _OWNED.match(item.text)
    return replace(item, value=item.text[had.end() :]) if had and not item.past else item


def _named(item: Extracted) -> Extracted:
    return _keyed(item, "called", item.value) if _CALLED.search(item.text) else item


def _keyed(item: Extracted, key: str, value: Any) -> Extracted:
    return replace(item, key=key[:_KEY].strip(" :"), value=value)


_FINER: Final[dict[str, Callable[[Extracted], Extracted]]] = {
    "home": _home,
    "job": _job,
    "origin": _origin,
    "pet": _owned,
    "child": _owned,
    "name": _named,
}
