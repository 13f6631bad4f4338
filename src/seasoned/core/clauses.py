"""What the clauses of a sentence are worth: who speaks of whom in them, and whether they stand.

It reads the language of a sentence, cuts it into clauses, and tells of each whether it is asked,
supposed, reported, undecided or for a while only, whether it is said of the speaker, and whether it
says what is not so. It knows shapes of four languages and nothing of what a clause means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from seasoned.core.own_words import GAP
from seasoned.core.speech import Speech
from seasoned.core.tongues import SPEECHES

MOST: Final = 40  # clauses of one sentence
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
# Small words by which a sentence of Latin letters shows its language.
_SMALL: Final = {
    name: frozenset(words.split())
    for name, words in (
        (
            "en",
            "the and i i'm my is am are have has with of to not don't you do if we our for was in"
            " a please that what it at as but an me can call like",
        ),
        (
            "de",
            "ich und der die das ist bin habe hat mein meine nicht kein keine wir mit zu ein eine"
            " wenn in du mir mich bitte auf sie er was wie seit immer aber",
        ),
        (
            "es",
            "yo y el la los las de es soy tengo mi mis no en con que si un una me vivo por para"
            " qué al del se lo está pero",
        ),
    )
}
_SPEAKERS: Final = {
    "en": frozenset(("i", "i'm", "my", "we", "our")),
    "de": frozenset(("ich", "wir", "mein", "meine", "unser")),
    "es": frozenset(("yo", "mi", "mis", "soy", "tengo", "vivo", "trabajo", "nuestra", "nuestro")),
}
_LETTERS: Final = (("es", re.compile("[¿¡ñóíáú]")), ("de", re.compile("[ßäöü]")))
_PUNCTUATED: Final = re.compile(r"[,;:](?=\s|$)|\s[–—-]+\s|[–—()（），；：、…]|\.{2,}|(?=[¿¡])")
# Where a clause begins that speaks of somebody else, or takes something out.
_TURNS: Final = re.compile(
    r"\s+(?=(?:and|but|while|und|aber|während|y|pero|mientras)\s(?:[A-ZÄÖÜÁÉÍÓÚÑ][\w-]+\s[a-zß]"
    r"|(?i:not|no|never|nicht|kein\w*|nie|nunca|sino|he|she|they|my|our|mein\w*|er|sie|él|ella)\b))"
    r"|\s+(?i:(?=(?:who|whose|rather than|instead of|except|sondern|statt|außer|sino|en vez de"
    r"|excepto|but not|aber nicht)\b))"
    r"|(?<=\s)(?=que\s(?!me\b|te\b|no\b)\w+[ae]\b)"
)
_TAKES_OUT: Final = re.compile(
    r"(?i)(?:rather than|instead of|except|statt|außer|en vez de|excepto)\b"
)
_RELATIVE: Final = re.compile(r"(?i)(?:who|whose|der|die|das|dessen|deren|welche[rs]?|que)\b")
_SHORT: Final = 40  # characters of a sentence that only announces
_FICTION: Final = re.compile(
    r"(?i)(?:ok(?:ay)?,? |now,? |so,? |just )?(?:imagine|suppose|pretend|hypothetical\w*"
    r"|let's (?:say|pretend|imagine)|angenommen|stell dir\b.*\bvor|nehmen wir an"
    r"|nur mal hypothetisch|imagina\w*"
    r"|supón|supongamos|pongamos)\b|(?:想象|假设|假如|设想)"
)
_CLEFT: Final = re.compile(r"(?i)\bit(?:'s| is| was) [\w-]{1,30}$")  # of which the rest follows
# A text that is read out: what comes after it is nobody's own.
_HANDS_OVER: Final = re.compile(
    r"(?i)\b(?:returned|returns|printed|prints|output|outputs|shows?|displays?|contains?|replied"
    r"|says|said|wrote|reads|lieferte?|meldete?|steht|stand|sagte?|schrieb|zeigt|ergab|devolvió"
    r"|(?:told|asked|tells?|asks?)(?! you\b)"
    r"|devuelve|dice|dijo|muestra|contiene|pone)\b[^:.!?]{0,20}:|(?:返回|输出|顯示|显示|写着|说)[:：]"
)
_SAYS: Final = re.compile(r"(?i)(?:says|said|writes|wrote|sagte?|schreibt|schrieb|dice|dijo)\b")
_THINKS: Final = re.compile(
    r"(?i)(?:i|we) (?:know|hear|heard|think|guess|believe|hope|see|saw|read|noticed|wish|want"
    r"|like|love|hate|met|told \w+)(?: that)? (?:(?-i:[A-Z])[\w-]+ (?:is|has|was|can|will|does"
    r"|[a-z]+s)\b"
    r"|he\b|she\b|they\b)|(?:ich )?(?:sé|supe|oí) que (?!yo\b|me\b)"
    r"|我(?:知道|听说|觉得|认为|看到)(?!我)"
)
_OWN: Final = {
    "en": re.compile(
        r"(?i)(?:(?:in|at|on|for|since|as|with|from|after|by|during|every|most|usually|mostly"
        r"|always|never|only|just|still|there|here)\b[^,]{0,40}?\s)?(?:i|i'm|im|i've|i'd|i'll|we"
        r"|we're|we've|me|mine|us)\b|(?:you (?:can|may) |please |just )?(?:call|address) me\b"
        r"|[\w' -]{1,40} (?:is|are|was|were) (?:my|our) (?:\w+ )?(?:favou?rites?|name|job|home"
        r"|hobby|passion|thing|mother tongue|native language)\b"
        r"|(?:my|our) [\w' -]{1,30} and (?:i|me)\b|it(?:'s| is| was) [\w -]{1,30} (?:i|we)\b"
    ),
    "de": re.compile(
        r"(?i).*\b(?:ich|wir)\b|(?:mir|mich|uns|bin|hab|habe|haben|wohne|lebe|arbeite|mag|heiße"
        r"|nutze|lerne|studiere|spiele|komme|esse|trinke|trage|fahre|nenn\w* mich)\b"
        r"|.*\b(?:schmeck\w*|gefall\w*|gefäll\w*|lieg\w*) (?:mir|uns)\b"
    ),
    "es": re.compile(
        r"(?i)(?:(?:no|ya|también|siempre|nunca|casi|a mí|a nosotros|aquí|acá|(?:en|desde|de)"
        r" [\w ]{1,20}?) ){0,3}(?:yo|me|nos|vivo|trabajo|tengo|soy|estoy|voy|hago|uso|llevo|como"
        r"|juego|toco|bebo|tomo|hablo|estudio|prefiero|odio|detesto|quiero|leo|duermo|corro|cocino"
        r"|enseño|conduzco|programo|escribo|calzo|mido|peso|nací|necesito|padezco|sufro|adoro|amo"
        r"|evito|compro|viajo|practico|monto|salgo|suelo|puedo|dejé|somos|\w{2,}(?:amos|emos|imos))"
        r"\b|(?:no )?[^\W\d_]{3,}o(?=$| (?:los?|las?|el|un[ao]?|en|a|al|con|por|de|mis?|que|mucho"
        r"|todo|desde|sin|dos|tres|\d)\b)|ll[aá]m(?:a|e)me\b"
        r"|[\w ]{1,40} (?:me|nos) (?:gustan?|encantan?)\b"
    ),
    "zh": re.compile(
        r".{0,8}?[我俺咱]|叫我|(?:还|也|只|一直|平时|从来|從來)*(?:住|养|養|有(?!人|些|没|沒|个朋|点|时|问|關|关)"
        r"|[对對][^，]{1,6}[过過]敏|喜[欢歡]|不[吃喝]|[讨討][厌厭])"
    ),
}
_POSSESSIVE: Final = {
    "en": re.compile(r"(?i)(?:my|our)\s+(?!.* and (?:i|me)\b)"),
    "de": re.compile(r"(?i)(?:mein\w*|unser\w*|unsre\w*)\s+(?!.* und ich\b)"),
    "es": re.compile(r"(?i)(?:mi|mis|nuestr[oa]s?)\s+(?!.* y yo\b)"),
    "zh": re.compile(
        r"(?:我们?|咱们?|俺)(?:(?:的|家的?)(?=[\u4e00-\u9fff])"
        r"|(?=父母|爸妈|家人|亲戚|孩子|儿子|女儿|[弟妹哥姐][弟妹哥姐]?))"
    ),
}
_VERB: Final = re.compile(
    r"(?i)\s(?:is|are|was|were|has|have|had|can|does|do|will|live|work|hat|haben|ist|sind|war|mag"
    r"|kann|isst|es|son|tiene|está|gusta|vive|\w{2,}(?:s|t|a|e|an|en))\b|(?<=[\u4e00-\u9fff])"
    r"(?:是|在|有|对|叫|住|喜|讨|不|很|会|也|都|爱|养|吃|喝|学|做|姓|来)"
)
# What somebody has that tells of themselves.
_ONESELF: Final = re.compile(
    r"(?i)\b(?:(?:nick)?name|job|profession|occupation|employer|home(?:town)?|birthday|age|hobb\w+"
    r"|diet|city|town|country|address|(?:native |mother )?(?:language|tongue)|allerg\w+"
    r"|favou?rites?|preference|preferred|timezone|time zone|phone|car|size|pronouns|work"
    r"|background|degree|vorname|nachname|spitzname|beruf|zuhause|heimat\w*|wohnort|geburtstag|alter|muttersprache"
    r"|lieblings\w*|ernährung|stadt|arbeit\w*|nombre|apellido|trabajo|profesión|casa|ciudad|edad"
    r"|cumpleaños|idioma|lengua|favorit[oa]s?|preferid[oa]s?|dieta|alergias?)\b"
    r"|名字|姓名|工作|职业|生日|爱好|年龄|家乡|母语|口味|最爱|昵称|老家|专业|情况|情況"
)
_PLAIN: Final = frozenset(
    (
        "new",
        "old",
        "young",
        "dear",
        "little",
        "big",
        "best",
        "former",
        "the",
        "neue",
        "neuer",
        "alte",
    )
)
_ANOTHER: Final = re.compile(
    r"(?i)(?:he|she|they|it|his|her|their|its|you|your|someone|somebody|everyone|everybody|people"
    r"|the|this|that|these|those|er|sie|es|sein\w*|ihr\w*|du|dein\w*|der|die|das|man|jemand|alle"
    r"|él|ella|ellos|ellas|su|sus|tú|tu|usted|el|la|los|las|alguien)\b|[他她它你您]"
)
_NAMED: Final = re.compile(r"[A-ZÄÖÜÁÉÍÓÚÑ][\w'-]*(?:\s[A-ZÄÖÜÁÉÍÓÚÑ][\w'-]*)?\s([a-zäöüßáéíóúñ]+)")
_JOINED: Final = frozenset(("and", "or", "y", "e", "o", "und", "oder", "in", "en", "mit", "with"))
_POLITE: Final = re.compile(
    r"(?i)\b(?:(?:can|could|would|will) you|(?:kannst|könntest|würdest) du|(?:können|könnten"
    r"|würden) sie|puedes|podrías|puede|podría|ok|okay|please|bitte|por favor)\b"
    r"|能不能|可不可以|可以|好吗"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of somebody's own sentence.

    Attributes:
        text: As it was said, without words that only lead to it.
        stands: It is neither asked nor supposed, reported, undecided, in jest or passing.
        orders: It asks for something of all later answers.
        own: It is said of the speaker, or of what is the speaker's.
        owner: Words of which one names whom of the speaker's it is said of; empty if the speaker.
        past: It tells of what is over.
        alone: It says something without the clause before it.
    """

    text: str
    stands: bool
    orders: bool
    own: bool
    owner: tuple[str, ...]
    past: bool
    alone: bool


def clauses(sentence: str, following: str = "") -> list[Clause]:
    """The clauses of a sentence up to one that reads out what somebody else said.

    Args:
        sentence: As `own_words.sentences` gives them.
        following: The one after it, which may make a request a lasting one.
    """
    said = own_part(sentence)
    read = [_Reader(speech, said, following).clauses() for speech in _speeches(sentence)]
    # A sentence of which the language cannot be told counts for the least that it may be worth.
    return min(read, key=lambda found: sum(each.stands and each.own for each in found))


def opens_fiction(sentence: str) -> bool:
    """Whether a sentence only says that what follows is to be imagined."""
    return len(sentence) < _SHORT and _FICTION.match(sentence) is not None


def own_part(sentence: str) -> str:
    """The sentence up to where it reads out what somebody or something else says."""
    handed = _HANDS_OVER.search(sentence)
    return sentence[: handed.end()] if handed else sentence


def _speeches(sentence: str) -> list[Speech]:
    if _HAN.search(sentence):
        return [each for each in SPEECHES if each.name == "zh"]
    words = _WORD.findall(sentence.lower())
    spelled = next((name for name, letters in _LETTERS if letters.search(sentence)), "")
    counts = {name: sum(word in small for word in words) for name, small in _SMALL.items()}
    if spelled:
        counts[spelled] += 2
    for name, strong in _SPEAKERS.items():
        counts[name] += any(word in strong for word in words)
    best = max(counts.values())
    return [each for each in SPEECHES if counts.get(each.name) == best]


class _Reader:
    """A sentence read in one language."""

    def __init__(self, speech: Speech, sentence: str, following: str) -> None:
        self.speech = speech
        self.sentence = sentence
        self.asked = sentence.rstrip().endswith(("?", "？")) or sentence.startswith("¿")
        self.polite = bool(_POLITE.search(sentence))
        self.lasting = bool(speech.stands.search(sentence) or speech.rule.match(following))
        self.void = bool(speech.ironic.search(sentence))

    def clauses(self) -> list[Clause]:
        found: list[Clause] = []
        parts = list(self._parts())[:MOST]
        for i, part in enumerate(parts):
            speech = self.speech
            self.void = self.void or any(
                p.search(part) for p in (speech.supposes, speech.unsure, speech.reports)
            )
            clause = self._clause(part, found[-1] if found else None, i == len(parts) - 1)
            if found and _SAYS.match(part):
                found[-1] = replace(found[-1], stands=False)
            found.append(clause)
        return found

    def _parts(self) -> Iterator[str]:
        for piece in _PUNCTUATED.split(self.sentence):
            start = 0
            found = {m.start() for p in (self.speech.joint, _TURNS) for m in p.finditer(piece)}
            cuts = (cut for cut in found if not _CLEFT.search(piece[:cut]))
            for end in [*sorted(cuts), len(piece)]:
                if part := piece[start:end].strip(" \t.!?…。！？*_~\"'"):
                    yield part
                start = end

    def _clause(self, part: str, before: Clause | None, last: bool) -> Clause:
        speech = self.speech
        lead = speech.lead.match(part)
        body = part[lead.end() :] if lead and lead.end() < len(part) else part
        own, owner = self._whose(body, before)
        asks = (self.asked and last) or part.startswith("¿") or bool(speech.asks.match(body))
        if _RELATIVE.match(body) and before and not self.asked:
            asks = False
        ordered = self._orders(body, part) and (not asks or self.polite)
        passing = bool(speech.passing.search(part)) or GAP in part
        past = bool(speech.ended.search(body) or _FORMERLY.search(body)) or any(
            rule.past and rule.pattern.match(body) for rule in speech.rules
        )
        stands = not (self.void or passing or asks or _THINKS.match(body))
        orders = ordered and not (self.void or passing)
        return Clause(body, stands, orders, own, owner, past, not _TAKES_OUT.match(body))

    def _orders(self, body: str, part: str) -> bool:
        speech = self.speech
        always = (speech.standing_orders, speech.opens, speech.conditions)
        if any(p.match(each) for p in always for each in (body, part)):
            return True
        return self.lasting and any(speech.orders.match(each) for each in (body, part))

    def _whose(self, body: str, before: Clause | None) -> tuple[bool, tuple[str, ...]]:
        """Whether a clause is said of the speaker, and of what of theirs."""
        if has := _POSSESSIVE[self.speech.name].match(body):
            return True, _head(body[has.end() :])
        if self.speech.others.match(body):
            return False, ()
        if _OWN[self.speech.name].match(body):
            return True, ()
        if before is None or not before.own:
            return False, ()
        if _RELATIVE.match(body):
            return True, tuple(_WORD.findall(before.text.lower())[-1:])
        named = _NAMED.match(body)
        if _ANOTHER.match(body) or (named and named[1] not in _JOINED):
            return False, ()
        return True, before.owner


def _head(rest: str) -> tuple[str, ...]:
    """The words that name what is somebody's; none if it tells of themselves."""
    verb = _VERB.search(" " + rest, 2)
    head = rest[: verb.start() - 1] if verb else rest[: 4 if _HAN.match(rest) else 40]
    if _HAN.match(rest):
        return () if _ONESELF.search(head) else (head,)
    if _ONESELF.search(head) and "'s" not in head:
        return ()
    words = [word for word in _WORD.findall(head.lower()) if word not in _PLAIN]
    return tuple(words or _WORD.findall(rest.lower())[:2]) or ("",)


# Words that turn a statement round: those that deny, those that lack, those that shun.
_DENIES: Final = re.compile(
    r"(?i)\b(?:not(?! only\b| just\b)|\w+n't|dont|cannot|cant|no(?!\s(?:problem|doubt)\b)|never"
    r"|none|neither|nor|nothing|nobody|nowhere|hardly|nicht(?! nur\b)|nichts|nie|niemals|kein\w*"
    r"|weder|nunca|jamás|ni|nada|tampoco)\b|不|没|沒|别|別|勿|无法"
)
_LACKS: Final = re.compile(r"(?i)\b(?:without|ohne|sin)\b")
_SHUNS: Final = re.compile(
    r"(?i)\b(?:dislik\w*|hat(?:es?|ed|ing)|detest\w*|loath\w*|despis\w*|avoid\w*|stop\w*|quit\w*"
    r"|skip\w*|omit\w*|refus\w*|hass\w*|verabscheu\w*|(?:ver)?meide\w*|hör\w* auf|aufhören"
    r"|weglass\w*|verzicht\w*|odi[oae]\w*|aborre\w*|evit\w*|dej[aoe]r? de)\b"
    r"|讨厌|討厭|厌恶|避免|停止|反感|拒绝|戒了"
)
_WISHED: Final = re.compile(
    r"(?i)\b(?:wants?|wanna|wish(?:es)?|would|i'd|i'll|will|going to|plans?|hopes?|almost|nearly"
    r"|looking for|searching|dream\w*|möchte\w*|will|wollen|würde\w*|werde|wünsch\w*|beinahe|fast"
    r"|plan\w*|quier[oea]\w*|quisier\w*|voy a|va a|casi|gustaría|plane\w*)\b"
    r"|[我户](?:很|也|还|一直)?(?:想|要(?!求)|打算|计划|希望)|差点"
)
_FORMERLY: Final = re.compile(
    r"(?i)\b(?:once|formerly|previously|früher|damals|einst|antes|antiguamente)\b|以前|曾经|从前"
)
# Words of which a part would count, and that deny nothing.
_HARMLESS: Final = re.compile(
    r"不过|不過|不错|不錯|差不多|不仅|不但|不只|不管|不同|特别|特別|别人|別人|别的|別的|性别|区别"
    r"|分别|类别|没关系|没问题"
)


def denies(text: str) -> bool:
    """Whether a text holds a word by which something is not so."""
    return _DENIES.search(_HARMLESS.sub("", text)) is not None


def is_over(text: str) -> bool:
    """Whether a text tells of what is over."""
    return any(clause.past for clause in clauses(text))


def shuns(text: str) -> bool:
    """Whether a text holds a word by which somebody dislikes or leaves something."""
    return _SHUNS.search(text) is not None


def wished(text: str) -> bool:
    """Whether a text tells of what somebody wants, plans or nearly did, not of what is so."""
    return _WISHED.search(text) is not None


def turned(text: str) -> bool:
    """Whether a text says by its small words that something is not so or not liked."""
    plain = _HARMLESS.sub("", text)
    return (
        (_DENIES.search(plain) is not None)
        ^ (_LACKS.search(plain) is not None)
        ^ (_SHUNS.search(plain) is not None)
    )
