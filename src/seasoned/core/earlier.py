"""Whether a message asks for earlier conversations as such, and names nothing that was said there.

"What did we talk about last time?" has no word by which a conversation could be found; the newest
are meant. "What did we say about the garden last time?" has one. Four languages are known.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.wording import ENGLISH, GERMAN, SPANISH, terms

# What speaks of an earlier conversation: when it was, or that there was one.
_MARKS: Final = re.compile(
    r"\b(?:last (?:time|week|month|session|conversation|chat|discussion|talk|meeting)|yesterday"
    r"|(?:earlier|previous|past|other) (?:conversation|chat|session|discussion|talk)s?|previously"
    r"|(?:we|i|you) (?:last )?(?:talk|talked|spoke|discussed|said|chatted|left off|stopped)"
    r"|(?:did|were|have|had) (?:we|i) (?:last )?(?:been )?(?:talk|speak|discuss|say|chat|leave off"
    r"|stop|left off|stopped|talked|spoken|discussed|said|talking|speaking|discussing)"
    r"|letzte[snmr]? (?:mal|woche|monat|gespräch|unterhaltung|sitzung|chat)|gestern|neulich|vorhin"
    r"|zuletzt|beim letzten mal|(?:frühere|vorige|vorherige)[snmr]? (?:gespräch|unterhaltung)\w*"
    r"|(?:haben|hatten|sind|waren) wir (?:\w+ ){0,3}(?:gesprochen|geredet|besprochen|unterhalten"
    r"|stehengeblieben|stehen geblieben|aufgehört)"
    r"|wir (?:\w+ ){0,3}(?:gesprochen|geredet|besprochen)"
    r"|la [uú]ltima (?:vez|conversaci[oó]n|charla|sesi[oó]n)|ayer|anterior(?:es|mente)?"
    r"|(?:hablamos|dijimos|discutimos|comentamos|charlamos|quedamos|hab[ií]amos hablado))\b"
    r"|上次|上回|上一次|昨天|之前|刚才|前几天|上周",
    re.IGNORECASE,
)
# What may stand beside it without naming a topic.
_TALK: Final = frozenset(
    """talk talked talking talks speak spoke spoken speaking discuss discussed discussing discussion
    say said tell told chat chatted chats conversation conversations session sessions meeting topic
    topics last time previous previously earlier yesterday past other week month remember recall
    remind summary summarize summarise recap continue resume pick leave left stop stopped know
    exactly please hi hello hey thing things something anything everything us been about did go back
    through quick quickly latest recent recently ago day days today point where ok okay so well
    reden geredet sprechen gesprochen besprochen unterhalten unterhaltung unterhaltungen gespräch
    gespräche thema themen letzte letztes letzten letzter letztem mal woche monat gestern neulich
    vorhin zuletzt früher frühere früheren vorige vorigen vorherigen sitzung chat erinnerst erinnere
    erinnern weißt weisst zusammenfassen zusammenfassung fass fasse zusammen weiter weitermachen
    machen stehengeblieben stehen geblieben aufgehört worüber wovon worum ging gesagt sagen sag
    bitte hallo beim eigentlich denn alles noch einmal nochmal wo waren sind damals
    hablamos hablado hablábamos hablar dijimos dicho dije dijiste discutimos comentamos charlamos
    charla conversación conversaciones tema temas última ultimo último vez anterior anteriores
    sesión ayer recuerdas recuerda recordar recuérdame acuerdas resumen resume sigamos seguimos
    seguir
    continuar continuemos quedamos dónde donde favor hola habíamos hemos cuál cual cuáles fue semana
    pasada antes sobre acerca""".split()  # noqa: SIM905 (as a list it would fill a page)
)
_KNOWN: Final = _TALK | ENGLISH | GERMAN | SPANISH
_WIDE: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_WIDE_TALK: Final = re.compile(
    "上次|上回|上一次|昨天|之前|刚才|前几天|上周|我们|咱们|聊天|聊|说|谈话|谈|讨论|对话|话题|会话|内容|什么|哪些"
    "|哪里|哪儿|还?记得|告诉|总结|继续|一下|可以|能|请|你|我|您|了|过|的|到|是|在|吗|呢|吧|啥|关于|都|些|最后|那|有"
)


def topicless(message: str) -> bool:
    """Whether a message asks what was talked about earlier, without a word of what it was."""
    return _MARKS.search(message) is not None and not _left(message)


def topic(message: str) -> str:
    """Of a message that speaks of an earlier conversation the words of what was talked about."""
    return _left(message) or message if _MARKS.search(message) else message


def _left(message: str) -> str:
    """The words that do not belong to talk about talks."""
    wide = _WIDE_TALK.sub(" ", " ".join(_WIDE.findall(message)))
    rest = terms(_WIDE.sub(" ", message))
    return " ".join([*(word for word in rest if word not in _KNOWN), *wide.split()])
