"""Words that carry no content of their own, and words that tell what a sentence is about.

Short lists for English, German, Spanish and French, with the plainest Chinese and Japanese
markers, for choosing what of a conversation is worth keeping. They are no grammar: a language
that is not here loses only the help, since rare words count by their rarity anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from seasoned.core.lexical import idf

_WIDE: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TERM: Final = re.compile(rf"[{_WIDE}]+|[^\W_{_WIDE}]+(?:'[^\W_{_WIDE}]+)*")
_IS_WIDE: Final = re.compile(rf"[{_WIDE}]")

ENGLISH: Final = frozenset(
    """a an the and or but if so as at by for from in into of off on onto out over to up with
    about after before down this that these those it its it's is are was were be been being am
    i'm i you he she we they me him her us them my his our their your mine yours i've i'd i'll
    you're you've he's she's we're we've they're they've that's there's what's there here what
    which who whom when where why how do does did doing done don't didn't doesn't have has had
    having haven't hasn't can could will would should may might must can't couldn't won't
    wouldn't just really very too also some any all both each more most much many such no not
    nor only own same than then again ever even still yet isn't aren't wasn't weren't let's
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
GERMAN: Final = frozenset(
    """der die das den dem des ein eine einen einem einer eines und oder aber wenn als an auf
    aus bei für von vom in im ins mit nach zu zum zur über unter vor ist sind war waren sein bin
    bist ich du er sie es wir ihr mich mir dich dir ihn ihm uns euch mein meine meinen dein
    deine unser hat habe haben hatte hast wird werden wurde kann können könnte will muss müssen
    soll sollte auch noch nur schon sehr so wie was wer wo wann warum dass ob da dann doch mal
    ja nicht kein keine hier dort dies diese dieser man sich am um
    """.split()  # noqa: SIM905 (as above)
)
SPANISH: Final = frozenset(
    """el la los las un una unos unas y o pero si como a al de del en por para con sin sobre es
    son era eran ser soy está están estoy estaba yo tú él ella nosotros ellos me te se lo le nos
    les mi mis tu tus su sus ha he han hay haber había que qué quién cuándo dónde por porque muy
    más también ya no ni este esta esto ese esa eso todo todos cada
    """.split()  # noqa: SIM905 (as above)
)
FRENCH: Final = frozenset(
    """le la les un une des du de et ou mais si comme à au aux en dans par pour avec sans sur
    est sont était étaient être suis je tu il elle nous vous ils elles me te se lui leur mon ma
    mes ton ta tes son sa ses notre votre a ai as avons avez ont avait qui que quoi quand où
    pourquoi très plus aussi ne pas ce cette ces cet tout tous c'est j'ai d'un d'une
    """.split()  # noqa: SIM905 (as above)
)
_LANGUAGES: Final = {"en": ENGLISH, "de": GERMAN, "es": SPANISH, "fr": FRENCH}
# What is said out of courtesy.
COURTESY: Final = frozenset(
    """ok okay oh ah aw aww haha lol wow hey hi hello bye thanks thank thx cool great nice
    awesome sure alright well welcome congrats congratulations absolutely totally definitely
    exactly glad amazing sweet wonderful fantastic perfect yay cheers please sorry whoa sounds
    good morning evening luck care agree danke bitte hallo tschüss prima toll super klasse genau
    gern gerne gut schön morgen servus moin gracias hola adiós vale genial claro perfecto bueno
    bien buenos días buenas merci bonjour salut parfait 好的 好 谢谢 謝謝 你好 您好 嗯 哦 哈哈 再见
    再見 不客气 はい
    ありがとう こんにちは""".split()  # noqa: SIM905 (as above)
)
TIME: Final = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december yesterday today tonight tomorrow last
    next ago week weeks weekend weekends month months year years morning mornings night nights
    since recently birthday summer winter spring autumn o'clock gestern heute morgen übermorgen
    woche wochen monat monate jahr jahre montag dienstag mittwoch donnerstag freitag samstag
    sonntag januar februar märz april mai juni juli august oktober dezember uhr nächste nächsten
    nächster letzte letzten letzter seit bis geburtstag ayer hoy mañana semana semanas mes meses
    año años lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo
    junio julio agosto septiembre octubre noviembre diciembre próximo próxima pasado pasada
    desde hasta cumpleaños hier demain semaine semaines mois année années lundi mardi mercredi
    jeudi vendredi samedi dimanche
    昨天 今天 明天 后天 後天 上周 下周 去年 今年 明年 星期 礼拜
    月底 年底 生日 昨日 今日 明日 先週 来週
    """.split()  # noqa: SIM905 (as above)
)
SELF: Final = frozenset(
    """i i'm i've i'd i'll my me we our we're we've we'll us ich mein meine meinen meinem meiner
    mir mich wir uns unser unsere unseren yo mi mis nos nuestro nuestra nuestros je j'ai j'étais
    mon ma mes nous notre nos""".split()  # noqa: SIM905 (as above)
)
DONE: Final = frozenset(
    """went got made had took was were saw found bought began met did gave came won lost built
    said told thought kept left felt ran wrote read put hatte war ging kam fand bekam gab sah
    fui fue hizo hice tuve compré era été fait eu""".split()  # noqa: SIM905 (as above)
)
_NEGATIONS: Final = frozenset(
    """no not never none neither nor without cannot nothing nobody nicht kein keine keinen
    keinem keiner nie niemals ohne nichts nunca jamás sin ninguno ninguna ningún nada ni pas
    jamais sans rien""".split()  # noqa: SIM905 (as above)
)
_WIDE_SELF: Final = re.compile("[我咱私僕俺]")
_WIDE_NEGATION: Final = re.compile("[不没沒别未无無]|ない|ません")
_WIDE_DONE: Final = re.compile("[了过過]|ました")
_WIDE_TIME: Final = re.compile("[0-9一二三四五六七八九十][年月日号点點]")


def terms(text: str) -> list[str]:
    """Words in lower case, in order; scripts without spaces as pairs of characters."""
    found: list[str] = []
    for term in _TERM.findall(text.lower().replace("’", "'")):
        if len(term) > 2 and not term.isascii() and _IS_WIDE.match(term):
            found += (term[i : i + 2] for i in range(len(term) - 1))
        else:
            found.append(term)
    return found


def content(words: Iterable[str]) -> frozenset[str]:
    """The distinct ones of some words that are no function words of their language."""
    distinct = frozenset(words)
    return distinct - _LANGUAGES.get(language(distinct), ENGLISH)


def courteous(words: Iterable[str]) -> bool:
    """Whether words are courtesy and nothing besides; so are none. "No" is an answer."""
    distinct = frozenset(words)
    if distinct & _NEGATIONS:
        return False
    said = content(distinct)
    return said <= COURTESY and (bool(said) or not distinct)


def empty(words: Iterable[str]) -> bool:
    """Whether words say nothing by themselves: courtesy, or function words that deny nothing."""
    distinct = frozenset(words)
    return not distinct & _NEGATIONS and content(distinct) <= COURTESY


def language(words: AbstractSet[str]) -> str:
    """``en``, ``de``, ``es`` or ``fr`` by its function words; empty if they do not tell."""
    best, most, second = "", 0, 0
    for name, known in _LANGUAGES.items():
        votes = len(known & words)
        if votes > most:
            best, most, second = name, votes, most
        elif votes > second:
            second = votes
    return best if most > second else ""


def rarity(words: AbstractSet[str], containing: Mapping[str, int], total: int) -> float:
    """Mean idf of some words in `total` texts, 0 for none."""
    if not words:
        return 0.0
    return sum(idf(containing.get(word, 0), total) for word in words) / len(words)


def times(words: Sequence[str], text: str) -> int:
    """How many words of a text, given also as it is, tell a time."""
    return sum(word in TIME for word in words) + _wide(_WIDE_TIME, text)


def own(words: Sequence[str], text: str) -> int:
    """How many of the words speak of the speaker."""
    return sum(word in SELF for word in words) + _wide(_WIDE_SELF, text)


def past(words: Sequence[str], text: str) -> int:
    """How many of the words tell what happened."""
    told = sum(word in DONE or (word.endswith("ed") and len(word) > 4) for word in words)
    return told + _wide(_WIDE_DONE, text)


def negations(words: Sequence[str], text: str) -> int:
    """How many of the words deny something."""
    denied = sum(word in _NEGATIONS or word.endswith("n't") for word in words)
    return denied + _wide(_WIDE_NEGATION, text)


def _wide(pattern: re.Pattern[str], text: str) -> int:
    return 0 if text.isascii() else len(pattern.findall(text))
