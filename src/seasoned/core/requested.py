"""What a user expressly asks to be remembered or forgotten, and what they say is over.

Requests are read from the front of the user's own sentences, in English, German, Spanish and
Chinese. What is kept and what stands already is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Final, Literal

from seasoned.core import own_words, slots
from seasoned.core.demands import attacks
from seasoned.core.extracting import LONGEST, Extracted, columns, extract, fold
from seasoned.core.withheld import is_private, is_secret

SECRET: Final = "it is a secret"
_PRIVATE: Final = "you ask not to keep it"
Aim = Literal["remember", "forget", "end"]
_MOST: Final = 10  # requests of one message
_READ: Final = 200  # sentences
_HEAD: Final = 4_000  # characters in which reasons against statements are looked for
_REFUSED: Final = 3  # statements of a message that are named as left out
_EDGES: Final = " \t,;:.!…。！，；：、-–—*_\"'"
_LEAD: Final = (
    r"(?:(?:and|but|also|oh|ok|okay|hi|hey|hello|well|so|please|pls|und|aber|ach|hallo|bitte|y|pero"
    r"|hola|por favor|btw|by the way|actually|no|never mind|can you|could you|would you|kannst du"
    r"|könntest du|puedes|请|請|帮我|你)[\s,]*){0,4}"
)
_THAT: Final = r"(?:,?\s*(?:that|dass|daß|que)\b\s*|\s*[:：]\s*)"
_REMEMBER: Final = re.compile(
    rf"(?i){_LEAD}(?:(?:remember|don't forget|do not forget|never forget|note|take note|make a note"
    r"|bear in mind|keep in mind|save|write down"
    r"|merke?n? (?:dir|sie sich|euch)(?: bitte)?|vergiss (?:bitte )?nicht"
    r"|vergessen sie (?:bitte )?nicht"
    r"|denk(?:e|en sie)? (?:bitte )?dr?an|notiere?n?(?: dir| sie)?(?: bitte)?|behalte?|beachte"
    r"|recuerda|recuerde|no olvides|ten en cuenta|apunta|anota)(?P<that>"
    rf"{_THAT}|\s+(?=(?:my|our|i|i'm|we)\b(?! (?:asked|said|told|wrote)))))(?P<what>.+)"
)
_REMEMBER_ZH: Final = re.compile(
    r"(?:请|請|帮我|你)*(?:记住|記住|记得|記得|记一下|別忘了|别忘了)[，,：:\s]*(?P<what>.+)"
)
_CALL: Final = re.compile(
    rf"(?i){_LEAD}(?:you (?:can|may|should)(?: just)? call me|feel free to call me|just call me) "
    r"(?P<en>[\w-]+)(?P<not>,? (?:not|instead of) [\w-]+)?$"
    r"|(?:du kannst|sie können) mich (?:gern\w* |ruhig |einfach )?(?P<de>[\w-]+) nennen$"
    r"|(?:bitte )?nenn\w*(?: sie)? mich (?:bitte |einfach )?(?P<de2>(?-i:[A-ZÄÖÜ])[\w-]+)$"
    r"|(?:puedes llamarme|llámame) (?P<es>(?-i:[A-ZÁÉÍÓÚ])\w+)$"
    r"|(?:你)?可以叫我(?P<zh>[\w\u4e00-\u9fff]{1,8})$"
)
_ANSWER: Final = re.compile(
    r"(?i)(?:please |pls |bitte |kindly |por favor,? )*(?:"
    r"(?:answer|reply|respond|talk|speak)(?: to me)?(?: only)? (?:in|with|using|without|briefly"
    r"|concisely)\b.*"
    r"|(?:use|stick to|prefer) (?:the |only )?(?:metric|imperial|si|celsius|fahrenheit"
    r"|24[- ]hour)\b.*"
    r"|(?:keep your (?:answers|replies)|be (?:brief|concise))\b.*"
    r"|(?:antworte|antworten sie)(?: mir)?(?: bitte)? (?:nur |immer )?(?:in|auf|mit|ohne|kurz"
    r"|knapp)\b.*"
    r"|(?:nutze?|verwende?|benutze?|(?:nutzen|verwenden) sie)(?: bitte)? (?:nur )?(?:metrische"
    r"|imperiale|celsius|das metrische)\b.*"
    r"|(?:responde|contesta|responda)(?: siempre)? (?:en|con|sin)\b.*|(?:usa|use) (?:unidades"
    r"|el sistema métrico)\b.*"
    r"|请?用(?:中文|英文|公制).{0,12})$"
)
_FORGET: Final = re.compile(
    rf"(?i){_LEAD}(?:forget|delete|erase|remove|vergiss|vergessen sie|lösche?|löschen sie|streiche?"
    r"|olvida|olvide|borra|borre)(?: bitte)?(?:"
    r",? (?:(?:the (?:fact|note) )?that|dass|daß|que) (?P<that>.+)"
    r"|,? (?:(?:what|everything|all|anything)(?: that)? i(?:'ve| have)?(?: ever)? (?:said|told you"
    r"|wrote|mentioned) (?:about|of|on)"
    r"|(?:everything|all|anything)(?: (?:you know|that you know))? (?:about|on)|about"
    r"|was ich (?:dir |ihnen )?(?:über|zu|von)|alles (?:über|zu)|lo que (?:te )?dije (?:sobre|de)"
    r"|todo (?:sobre|lo de)) (?P<about>.+))"
)
_FORGET_ZH: Final = re.compile(
    r"(?:请|請|你)*(?:忘掉|忘记|忘記|忘了|删除)(?:(?:我)?(?:说过|說過)?的?关于|我说的关于)(?P<about>.+?)(?:的(?:事|话|内容))?$"
    r"|(?:请|請|你)*(?:忘掉|忘记|忘記|忘了)(?P<that>我.+)"
)
_SAID: Final = re.compile(
    r"(?i)\s+(?:gesagt|erzählt|geschrieben)(?: habe?)?$|\s+(?:again|please|bitte)$"
)
_SELF: Final = re.compile(r"(?i)(?:me|us|mich|uns|mí|everything|alles|我)")
_IT: Final = re.compile(r"(?i)(?:it|that|this|das|es|eso|esto|lo|这|那)")
_BY_HAND: Final = "all that is known is forgotten by your own hand only: forget(everything=True)"
_RIGHT: Final = re.compile(
    r"(?i)(?:(?:actually|wait|sorry|correction|i mean|oops|quatsch|halt|korrektur|eigentlich|ach"
    r"|perdón|no|nein)[,.:\s]+)+(?:it's|it is|i meant?|make (?:that|it)|es ist|ich meine?"
    r"|ich meinte|es)"
    r"\s(?!(?:not|fine|ok|okay|good|right|true|a|an|the|nicht|gut|egal"
    r"|nichts)\b)(?P<v>[\w'-]+(?: [\w'-]+){0,2})$"
)
_WIDE: Final = re.compile(r"(?i)\b(?:everything|all|anything|alles|todo)\b")
_OVER: Final = re.compile(
    r"(?i)(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:recently |just |finally |now )?(?:stopped|quit"
    r"|given up|gave up) (?:being )?(?P<a>.+)"
    r"|(?:i'm|i am|im|we're|we are) no longer (?P<b>.+)|(?:i'm|i am|im) not (?P<c>.+?),? any ?more$"
    r"|(?:i|we) no longer (?P<d>.+)|(?:i|we) (?:don't|do not) (?P<e>.+?),? any ?more$"
    r"|(?:ich|wir) (?:bin|sind|habe|haben) (?P<f>.+?)?\s?(?:nicht|kein\w*) mehr (?P<g>.+)"
    r"|(?:ich|wir) (?P<h>\w+(?: .+?)?)\s(?:nicht mehr|(?:kein\w*) (?P<i>\w+) mehr)(?P<j> .+)?$"
    r"|(?:ya no|he dejado de|dejé de) (?P<k>.+)|我(?:不再|已经不)(?P<l>.+?)了?$"
)
_WHEN: Final = re.compile(
    r"(?i)\s+(?:last|since|in|a|two|three|\d+) (?:year|month|week|january|february|march|april|may"
    r"|june|july"
    r"|august|september|october|november|december|\d{4}|\w+ ago)s?\b.*$|\s+(?:recently|now|lately)$"
)
_OTHERS: Final = re.compile(
    r"(?i)(?:my|our|mein\w*|unser\w*) (?:\w+ )?(?:friend|boss|colleague|coworker|manager"
    r"|neighbou?r|cousin|aunt"
    r"|uncle|brother|sister|mother|father|mum|mom|dad|roommate|flatmate|teacher|landlord|freund"
    r"|chef|kollege|kollegin|chefin"
    r"|nachbar|nachbarin|bruder|schwester|mutter|vater|tante|onkel)s?\b(?!'s (?:name|birthday)"
    r"|'s called)"
)
_DELICATE: Final = re.compile(
    r"(?i)\b(?:pregnan\w+|affair|divorc\w+|gay|lesbian|depress\w+|therapy|cancer|hiv|aids|drunk"
    r"|alcoholic|addict\w*"
    r"|debts?|salary|earns|fired|arrested|jail|prison|sick|ill|disease|medication|abortion"
    r"|cheat\w*|schwanger|affäre"
    r"|geschieden|scheidung|schwul|lesbisch|depression\w*|therapie|krebs|alkoholiker\w*|schulden"
    r"|gehalt|verdient"
    r"|gekündigt|gefängnis|krank|krankheit)\b"
)
_TELLS: Final = re.compile(
    r"(?i)(?:my|our|the|mein\w*|unser\w*|mi|mis) (?:.{0,40}? )?(?:is|are|has|have|lives?|works?"
    r"|likes?|loves?|hates?|ist|hat|wohnt|arbeitet|mag|es|son)\b"
)
_TELLING: Final = re.compile(r"(?i)[:=\"“„]|\b(?:is|ist|es|lautet|are|sind)\b|是")
_DIGIT: Final = re.compile(r"\d")
_TASKED: Final = re.compile(r"[?？]|[:：]\s*\S")


@dataclass(frozen=True, slots=True)
class Request:
    """One express request.

    Attributes:
        aim: What is asked; ``end`` where something is told as over.
        text: The clause that it is about.
        about: ``topic`` or ``all`` if it is what was said of something, or all that was; "" if it
            is a statement.
        refused: Why it is not done, "" if it is.
    """

    aim: Aim
    text: str
    about: Literal["", "topic", "all"] = ""
    refused: str = ""


def requests(message: str) -> tuple[Request, ...]:
    """What a message asks to be remembered or forgotten, and what it tells as over, in order."""
    told = [each.strip(_EDGES) for each in islice(_asked_nothing(message), _READ)]
    off = any(is_private(each) and not _asks_to_forget(each) for each in told)
    found = (one for sentence in told for one in _of(sentence))
    meant = (
        replace(one, refused=_PRIVATE) if off and one.aim == "remember" else one for one in found
    )
    return tuple(islice((one for one in meant if not (off and one.aim == "end")), _MOST))


def _asked_nothing(message: str) -> Iterator[str]:
    """The sentences that are no question and quote nothing."""
    for sentence in own_words.sentences(message):
        if not sentence.endswith(("?", "？")) and own_words.GAP not in sentence:
            yield sentence


def statements(request: Request) -> tuple[Extracted, ...]:
    """What is to be kept of a request to remember: as it is read, else in the user's words."""
    read = extract(request.text)
    if any(len(fold(item.text)) * 2 > len(fold(request.text)) for item in read):
        return read
    return (Extracted("fact", request.text, value=request.text, confidence=0.9),)


def plain_orders(message: str) -> tuple[Extracted, ...]:
    """Requests of how to answer that make up the whole message, so that no task limits them."""
    told = list(own_words.sentences(message[:400]))
    if len(message) > 300 or not told or any(_TASKED.search(each) for each in told):
        return ()
    said = [each.strip(_EDGES) for each in told]
    found = [_named(each) or _ordered(each) for each in said]
    if len(said) == len([item for item in found if item]):
        return tuple(item for item in found if item)
    return tuple(item for item in map(_named, said) if item)


def corrected(message: str, items: Iterable[Extracted]) -> Iterator[Extracted]:
    """The items, with the value that the next sentence puts right: "Actually, no, it's blue."."""
    said = [each.strip(_EDGES) for each in islice(own_words.sentences(message), _READ)]
    right = {fold(a): found["v"] for a, b in pairwise(said) if (found := _RIGHT.match(b))}
    for item in items:
        value = next((v for a, v in right.items() if fold(item.text) in a), None)
        if value and isinstance(item.value, str) and item.value in item.text:
            head, _, tail = item.text.rpartition(item.value)
            item = replace(item, text=f"{head}{value}{tail}", value=value)
        yield item


def left_out(message: str) -> Iterator[tuple[str, str]]:
    """What looks like a statement and is not kept as it is secret or of somebody else; with why."""
    said = [each.strip(_EDGES) for each in own_words.sentences(message[:_HEAD])]
    if any(map(is_private, said)):
        if not any(map(_asks_to_forget, said)):
            yield "", _PRIVATE
        return
    told = (each for each in said if _TELLS.match(each) and "?" not in each)
    for sentence in islice(told, _REFUSED):
        if is_secret(sentence):
            yield masked(sentence), SECRET
        elif _OTHERS.match(sentence):
            yield sentence, "it tells of somebody else"


def _asks_to_forget(sentence: str) -> bool:
    return bool(_FORGET.match(sentence) or _FORGET_ZH.match(sentence))


def masked(text: str) -> str:
    """The beginning of a text that holds a secret, without it."""
    told = _TELLING.search(text)
    digit = _DIGIT.search(text)
    end = min(told.end() if told else 20, digit.start() if digit else len(text))
    return f"{text[:end].strip()} …"


def _of(sentence: str) -> Iterator[Request]:
    if wanted := _REMEMBER.match(sentence) or _REMEMBER_ZH.match(sentence):
        yield _remembered(wanted["what"].strip(_EDGES))
    elif gone := _FORGET.match(sentence) or _FORGET_ZH.match(sentence):
        yield from _forgotten(gone)
    elif over := _OVER.match(_own_part(sentence)):
        text = " ".join(filter(None, (part and part.strip() for part in over.groups())))
        yield Request("end", _WHEN.sub("", text).strip(_EDGES))


def _own_part(sentence: str) -> str:
    lead = re.match(rf"(?i){_LEAD}", sentence)
    return sentence[lead.end() :] if lead else sentence


def _remembered(text: str) -> Request:
    return Request("remember", text, refused=_unfit(text))


def _unfit(text: str) -> str:
    if is_secret(text):
        return SECRET
    if is_private(text):
        return _PRIVATE
    if _OTHERS.match(text) and _DELICATE.search(text):
        return "it is somebody else's private matter"
    if attacks(text):
        return "it tells the assistant to do harm"
    return "" if columns(text) <= LONGEST else f"it is longer than {LONGEST} characters"


def _forgotten(match: re.Match[str]) -> Iterator[Request]:
    about: Literal["", "topic", "all"] = ""
    if match["about"] is not None:
        about = "all" if _WIDE.search(match[0][: match.start("about")]) else "topic"
    text = _SAID.sub("", (match["about"] or match["that"]).strip(_EDGES)).strip(_EDGES)
    everything = bool(about) and _SELF.fullmatch(text)
    if text and not _IT.fullmatch(text):
        yield Request("forget", text, about, _BY_HAND if everything else "")


def _named(sentence: str) -> Extracted | None:
    called = _CALL.match(sentence)
    if not called:
        return None
    name = next(filter(None, (called[g] for g in ("en", "de", "de2", "es", "zh"))), "")
    return Extracted("fact", sentence, key="called", value=name, confidence=0.8)


def _ordered(sentence: str) -> Extracted | None:
    key = slots.answer_slot(sentence)
    if not key or not _ANSWER.match(sentence) or len(sentence) > 120:
        return None
    return Extracted("instruction", sentence, key=key, value=sentence, confidence=0.7)
