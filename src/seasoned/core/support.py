"""How far a statement is borne out by words that were said, in any language.

Words and numbers are compared, not what they mean: a statement that turns said words into their
opposite passes, one in another language than the words fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from seasoned.core.extracting import Extracted, fold

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[.,]\d+)*")
_HAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
# Words by which a model frames what somebody said, and words without a content of their own.
_FRAME: Final = frozenset(
    """
    user users the and that this their his her they she has have had are was were is its with
    for from not does don't doesn't into who which about been being will would should could can
    may named called likes like prefers prefer dislikes dislike loves wants want lives live
    works work uses use speaks always never please answer answers respond responses reply
    replies nutzer nutzerin benutzer lebt leben trinkt isst hat der die das den dem des ein eine
    einen einer und ist sind haben nicht kein keine mit für von aus auf sich sein seine ihre mag
    bevorzugt möchte wohnt arbeitet usuario usuaria los las una unos unas del que con por para
    sus está son tiene prefiere gusta gustan quiere vive trabaja como pero
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_FRAME_HAN: Final = frozenset(
    "用户戶使者喜欢歡偏好希望的了是有在和与與我他她你一个個们們这這那都也很就不没沒会會要叫养養"
)
_COUNTS: Final = (
    ("1", "one eins ein eine einen uno una un 一"),
    ("2", "two zwei dos 二 两 兩 both beide"),
    ("3", "three drei tres 三"),
    ("4", "four vier cuatro 四"),
    ("5", "five fünf cinco 五"),
    ("6", "six sechs seis 六"),
    ("7", "seven sieben siete 七"),
    ("8", "eight acht ocho 八"),
    ("9", "nine neun nueve 九"),
    ("10", "ten zehn diez 十"),
    ("11", "eleven elf once 十一"),
    ("12", "twelve zwölf doce 十二"),
)
_SPELLED: Final = {digit: frozenset(words.split()) for digit, words in _COUNTS}
_PEOPLE: Final = (
    r"(?:brother|sister|mother|father|mum|mom|dad|boss|manager|colleague|coworker|friend"
    r"|neighbou?r|roommate"
    r"|flatmate|uncle|aunt|cousin|teacher|client|customer|landlord|husband|wife|son"
    r"|daughter|partner"
    r"|girlfriend|boyfriend|grandmother|grandfather|bruder|schwester|mutter|vater|chefin"
    r"|chef|kollegin|kollege"
    r"|freundin|freund|nachbarin|nachbar|mitbewohnerin|mitbewohner|onkel|tante|lehrerin"
    r"|lehrer|kundin|kunde"
    r"|mann|frau|sohn|tochter|hermano|hermana|madre|padre|jefe|jefa|compañero|compañera"
    r"|amigo|amiga|vecino"
    r"|vecina|tío|tía|primo|prima|profesor|profesora|cliente|casero|marido|mujer|hijo|hija"
    r"|novio|novia)"
)
_ANOTHER: Final = re.compile(
    r"(?i)(?:^|[,;:.!?]\s*|\b(?:and|but|und|aber|y|pero|because|weil|porque)\s+)(?:(?:my"
    r"|our|mein\w*|unse?re?|mi|mis"
    rf"|nuestr[oa]|der|die|el|la|the|a|an)\s+(?:\w+\s+)?(?P<who>{_PEOPLE})\b(?:'s)?"
    r"|(?P<they>he|she|they|er|él|ella|ellos)\b)"
    r"|(?:我|我们)?(?:的|家)?(?P<han>哥哥?|姐姐?|弟弟?|妹妹?|妈妈?|爸爸?|老板|同事|朋友"
    r"|邻居|室友|同学|客户|老师|老公|老婆"
    r"|儿子|女儿)(?!的名字)"
)
_I: Final = re.compile(
    r"(?i)\b(?:i|i'm|im|i've|i'd|we|we're|me|ich|wir|mir|mich|bin|hab|habe|yo|soy|somos"
    r"|tengo|me|nos|prefiero|vivo"
    r"|trabajo)\b|我(?!的?(?:哥|姐|弟|妹|妈|爸|老|同|朋|邻|室|客|儿|女))"
)
_PARTS: Final = re.compile(
    r"[,;:.!?，。；！？\n]|\b(?:and|but|und|aber|y|pero)\b(?=\s+(?:i|i'm|my|we|ich|wir"
    r"|mein\w*|yo|mi|soy|tengo|he|she|er|él"
    r"|ella)\b)",
    re.IGNORECASE,
)


_PARTS_READ: Final = 500


def support(text: str, said: str) -> float:
    """Share of the words of a text that were said; 0 if a number of it was not, or it has none.

    Args:
        text: The statement.
        said: What it should be borne out by; its case does not matter.
    """
    told = fold(said)
    words = set(_WORD.findall(told))
    needed = list(_content(fold(text)))
    if not all(_counted(each, words, told) for each in needed if each[0].isdigit()):
        return 0.0
    return _share(needed, words, told)


def _share(needed: Sequence[str], words: set[str], told: str) -> float:
    starts = {word[:3] for word in words}
    found = sum(_found(each, words, starts, told) for each in needed)
    return found / len(needed) if needed else 0.0


def _content(text: str) -> Iterator[str]:
    """Words and numbers with a content; of Chinese and Japanese, characters."""
    yield from (each for run in _HAN.findall(text) for each in run if each not in _FRAME_HAN)
    for word in _WORD.findall(_HAN.sub(" ", text)):
        if word[0].isdigit() or (len(word) > 2 and word not in _FRAME):
            yield word


def _counted(number: str, words: set[str], told: str) -> bool:
    spelled = _SPELLED.get(number, frozenset())
    han = any(each in told for each in spelled if _HAN.match(each))
    return number in words or han or not words.isdisjoint(spelled)


def _found(word: str, words: set[str], starts: set[str], told: str) -> bool:
    if word[0].isdigit() or word in words or _HAN.match(word):
        return word in told or word in _SPELLED
    if len(word) < 4 or word[:3] not in starts:
        return False
    # Forms of one word share most of their letters from the beginning.
    least = max(3, round(len(word) * 0.6))
    return any(other[:least] == word[:least] and len(other) < len(word) + 5 for other in words)


def names(item: Extracted, said: str) -> list[str]:
    """Names that a statement speaks of: its subject, and capitalised words inside a sentence."""
    found = [] if item.subject == "user" else [item.subject]
    said_words = set(_WORD.findall(said))
    inside = re.findall(r"(?<=\w )[A-ZÄÖÜÁÉÍÓÚÑ][\w'-]*\w", item.text)
    first = re.match(
        r"[A-ZÄÖÜÁÉÍÓÚÑ][\w'-]*\w(?= (?:is|has|likes|lives|works|prefers|hates|wants|ist|hat"
        r"|mag"
        r"|wohnt|es|tiene|vive|prefiere)\b)",
        item.text,
    )
    words = [*inside, *([first.group()] if first else [])]
    known = {word[:4] for word in said_words}
    return found + [w for w in words if fold(w) not in _FRAME and fold(w)[:4] not in known]


def of_another(item: Extracted, sentences: Iterable[str]) -> str:
    """Who else a statement about the user was said of, "" if of nobody else."""
    if item.subject != "user" or item.kind == "instruction":
        return ""
    parts = [part for sentence in sentences for part in _PARTS.split(sentence) if part.strip()]
    best, who, score = "", "", 0.0
    needed = list(_content(fold(item.text)))
    for part in parts[:_PARTS_READ]:
        other = _ANOTHER.search(part.strip())
        match = _share(needed, set(_WORD.findall(fold(part))), fold(part))
        if match > score:
            best, score = part, match
            who = next(filter(None, other.groups()), "") if other else ""
    text = fold(item.text)
    if not who or _I.search(best[best.lower().find(who.lower()) + len(who) :]):
        return ""
    return "" if fold(who) in text else f"somebody else ({who})"
