"""Slots of what is known about somebody, told from the words of a statement.

Only names of slots are known here, so that a later statement can meet an earlier one; what follows
if they meet is decided elsewhere.
"""

from __future__ import annotations

import re
from typing import Final

# Slots that hold several values at once: a second cat does not replace the first.
MANY: Final = frozenset(
    {"likes", "dislikes", "prefers", "allergy", "health", "pet", "child", "family", "language"}
    | {"tools", "device", "hobby", "habit", "home_detail", "experience", "studies", "negative", ""}
)
# Slots that tell how things stand, so that they may be over.
STATES: Final = frozenset(
    {"home", "origin", "job", "studies", "partner", "pet", "tools", "device", "transport", "hobby"}
)
# Slots of somebody or something that has a name, which may follow after a comma.
NAMED: Final = frozenset({"pet", "partner", "child", "family"})
# Slots by words that give them away, in four languages; the first that fits holds.
_WORDS: Final = (
    (
        "allergy",
        r"allerg|intoleran|unverträglich|vertrag\w* kein|celíac|coeliac|celiac|zöliak|过敏"
        r"|過敏"
        r"|不耐受",
    ),
    (
        "diet",
        r"\bvegan|vegetari|pescatari|kosher|halal|koscher|gluten|\b(?:eat|esse|como|meat"
        r"|fleisch"
        r"|carne|pork|dairy)\b|吃素|吃肉|不吃|忌口|清真",
    ),
    (
        "pet",
        r"\b(?:cats?|dogs?|pupp\w+|kittens?|parrots?|rabbits?|hamsters?|horses?|pony"
        r"|tortoises?|bird"
        r"|hund\w*|hündin|katzen?|kater|hase|kaninchen|papagei|pferd\w*|meerschwein\w*"
        r"|perr[oa]s?|gat[oa]s?"
        r"|tortuga|loro|conejos?|caballo)\b|猫|貓|狗|兔|鹦鹉|仓鼠|柯基",
    ),
    (
        "partner",
        r"\b(?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|married|engaged|freundin"
        r"|mein mann|meine frau|verheiratet|verlobt|novi[oa]|espos[oa]|pareja|casad[oa]|marido"
        r"|mujer)\b"
        r"|老婆|老公|妻子|丈夫|女朋友|男朋友|结婚|結婚",
    ),
    (
        "child",
        r"\b(?:sons?|daughters?|kids?|child|children|baby|twins|toddler|sohn|töchter|tochter"
        r"|kind"
        r"|kinder|zwillinge|hij[oa]s?|niñ[oa]s?|bebé|gemel\w+)\b|儿子|女儿|兒子|女兒|孩子|宝宝"
        r"|双胞胎",
    ),
    (
        "household",
        r"\bhousehold|of us\b|haushalt|zu (?:zweit|dritt|viert|fünft)|somos (?:dos|tres|cuatro"
        r"|cinco|seis)|口人|一家",
    ),
    ("birthday", r"\b(?:birthday|born|geburtstag|geboren|cumpleaños|nací)\b|生日|出生"),
    ("age", r"\byears? old\b|\d+ jahre alt|\d+ años$|\d+岁|\d+歲"),
    (
        "language",
        r"\b(?:speak|native|mother tongue|bilingual|spreche\w*|muttersprache|hablo|hablamos"
        r"|lengua materna)\b|母语|母語|会说|會說",
    ),
    (
        "job",
        r"\b(?:work|job|teach|employ\w+|freelanc\w+|nurse|teacher|engineer|developer|doctor"
        r"|lawyer"
        r"|retired|arbeite\w*|beruf\w*|lehrer\w*|rente|rentner\w*|selbstständig|trabajo"
        r"|trabajamos|profesor"
        r"|jubilad\w|autónom\w|ingenier\w|médic\w|abogad\w)\b|工作|上班|老师|老師|医生|醫生"
        r"|工程师|职业|程序员|退休",
    ),
    (
        "studies",
        r"\b(?:stud(?:y|ying|ent)|degree|university|learning|studiere|studium|studentin|lerne"
        r"|estudi\w+"
        r"|universidad)\b|大学|大學|读研|專業|专业|学生|學生|在学|在學",
    ),
    (
        "home",
        r"\b(?:live|moved|flat|house|apartment|wohne\w*|wohnung|haus|miete|vivo|vivimos|piso"
        r"|casa"
        r"|alquil\w+)\b|住|搬|租房|房子",
    ),
    (
        "health",
        r"\b(?:asthma\w*|diabet\w+|migraine|arthritis|adhd|dyslexi\w+|blind|deaf|knee|back"
        r" pain"
        r"|pregnant|medication|schwanger|rücken|knie|blutdruck|migräne|embarazada|rodilla"
        r"|tensión|migraña)"
        r"|高血压|糖尿病|哮喘|怀孕|近视|失眠|膝盖",
    ),
    (
        "transport",
        r"\b(?:commute|cycle|bike|car|drive|train|bus|pendle\w*|fahre\w*|auto|fahrrad|bahn"
        r"|conduzco|coche|moto|bici\w*)\b|地铁|地鐵|开车|開車|骑车|通勤",
    ),
    (
        "device",
        r"\b(?:laptop|computer|phone|macbook|thinkpad|ipad|iphone|android|linux|windows"
        r"|rechner"
        r"|handy|drucker|móvil|ordenador|portátil|tablet)\b|手机|手機|电脑|電腦|笔记本",
    ),
    ("size", r"\b(?:size|schuhgröße|größe|talla|calzo)\b|码的|碼的|尺码"),
    (
        "tools",
        r"\b(?:use|uses|written in|backend|stack|nutze\w*|verwende\w*|benutze\w*|uso|usamos)\b"
        r"|用的|使用",
    ),
)
_SLOTS: Final = tuple((key, re.compile(words, re.IGNORECASE)) for key, words in _WORDS)


def slot(text: str) -> str:
    """The slot that a statement fills, "" if its words do not tell."""
    return next((key for key, words in _SLOTS if words.search(text)), "")


_ANSWERS: Final = (
    (
        "answer_language",
        r"\b(?:in|auf|en) (?:british |american |simple |plain )?(?:english|german|french"
        r"|spanish|italian|deutsch|englisch|französisch|spanisch|inglés|español|francés"
        r"|alemán)|中文|英文|英语"
        r"|繁體|简体|普通话",
    ),
    (
        "answer_units",
        r"metric|imperial|celsius|fahrenheit|kilomet|gram|ounce|centim|metrisch|公制|摄氏|公里",
    ),
    (
        "answer_currency",
        r"dollar|euro|pounds|pesos|franken|currency|währung|moneda|人民币|美元|货币",
    ),
    (
        "answer_sources",
        r"\b(?:sources?|cite|citations?|references?|quellen?|belege?|fuentes?)\b|来源|出处"
        r"|引用",
    ),
    (
        "answer_length",
        r"\b(?:short|brief|concise|long|length|sentences?|words|kurz\w*|knapp\w*|lang|sätze?n?"
        r"|breves?|cort[oa]s?|conciso|frases?)\b|简短|简洁|字以内|几句|短一点",
    ),
    (
        "answer_address",
        r"\b(?:call me|address me|siezen|duzen|du(?:z|tz)|sie(?:z)?|tutea\w*|usted|llámame)\b"
        r"|叫我|称呼",
    ),
    (
        "answer_format",
        r"\b(?:bullets?|lists?|tables?|emojis?|markdown|headings?|stichpunkt\w*|listen?"
        r"|tabellen?"
        r"|tablas?|viñetas?|lista|bold)\b|列表|表格|表情|分点|要点",
    ),
)
_ANSWER_SLOTS: Final = tuple((key, re.compile(words, re.IGNORECASE)) for key, words in _ANSWERS)


def answer_slot(text: str) -> str:
    """What of the answers a lasting request is about, "" if its words do not tell."""
    return next((key for key, words in _ANSWER_SLOTS if words.search(text)), "")


# A place without the words around it, so that "in Graz now" meets "seit Mai in Graz".
_BEFORE: Final = re.compile(
    r"(?i)(?:.{0,40}?\b)??(?:in|near|outside|at|on|to|into|from|nach|bei|aus|en|a|de|cerca de)\s+"
)
_NAMED: Final = re.compile(
    r"(?!(?:I|We|Ich|Wir|Yo|My|Mein|In|Near|From|At|Seit|Nach|Bei|Aus|En|De"
    r"|Cerca)\b)(?=[^\W\d_])(?![a-zà-ÿ])"
)
_AFTER: Final = re.compile(
    r"(?i)\s+(?:now|currently|since|for (?:\w+ )?years?|last|these days|again|any ?more|and|but"
    r"|jetzt|seit"
    r"|und|y|pero|desde|ahora|hace|with|mit|con)\b.*|[，,].*|了$"
)


def place(text: str) -> str:
    """A place as it is named, without preposition and time; the text itself if nothing is left."""
    before = None if _NAMED.match(text) else _BEFORE.match(text)
    return _AFTER.sub("", text[before.end() :] if before else text).strip() or text
