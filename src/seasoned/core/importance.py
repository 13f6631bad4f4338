"""How much a message matters, told by the words in it.

The signals and scores are those of the source, with their German, Spanish and Chinese equivalents.
The source finds them anywhere in the text, so that "undecided" counts as decided, "disagreed" as
agreed and "debugging" as a bug; here they are whole words. Their plurals and other forms are
signals of their own. Knows nothing of budgets or of who else speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from seasoned.core import values
from seasoned.core.courtesies import courtesy
from seasoned.core.messages import Message
from seasoned.core.wording import courteous, terms
from seasoned.errors import InvalidInput

Importance = Callable[[Message], float]

USUAL: Final = 0.5  # of a message without any signal
_ANSWER: Final = 0.4  # of what a tool answered: bulky, and it can be asked for again
_SYSTEM: Final = 0.9
_SLIGHT: Final = 0.2  # of "ok, thanks": nothing but courtesy
_LONGEST: Final = 200  # characters of a courtesy
_WIDE: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORDS: Final = re.compile(r"\w+")

ENGLISH: Final[Mapping[str, float]] = {
    **dict.fromkeys(("my name is", "call me"), 0.95),
    **dict.fromkeys(("decided", "we decide", "agreed"), 0.9),
    **dict.fromkeys(("i prefer", "i'd prefer", "i would prefer"), 0.85),
    **dict.fromkeys(("confirmed", "deadline", "deadlines", "requirement", "requirements"), 0.8),
    **dict.fromkeys(("error", "errors", "bug", "bugs"), 0.7),
}
GERMAN: Final[Mapping[str, float]] = {
    **dict.fromkeys(("mein name ist", "ich heiße", "ich heisse", "nenn mich"), 0.95),
    **dict.fromkeys(
        ("entschieden", "beschlossen", "vereinbart", "abgemacht", "einverstanden", "geeinigt"), 0.9
    ),
    **dict.fromkeys(("ich bevorzuge", "ist mir lieber", "wäre mir lieber", "mir ist lieber"), 0.85),
    **dict.fromkeys(
        ("bestätigt", "frist", "fristen", "stichtag", "abgabetermin", "spätestens"), 0.8
    ),
    **dict.fromkeys(("anforderung", "anforderungen", "vorgabe", "vorgaben"), 0.8),
    **dict.fromkeys(("fehler", "fehlern", "fehlermeldung", "fehlermeldungen"), 0.7),
}
SPANISH: Final[Mapping[str, float]] = {
    **dict.fromkeys(("me llamo", "mi nombre es", "llámame"), 0.95),
    **dict.fromkeys(
        ("decidido", "decidimos", "hemos decidido", "acordado", "acordamos", "de acuerdo en"), 0.9
    ),
    **dict.fromkeys(("prefiero", "preferiría"), 0.85),
    **dict.fromkeys(
        ("confirmado", "confirmada", "fecha límite", "plazo", "requisito", "requisitos"), 0.8
    ),
    **dict.fromkeys(("error", "errores", "fallo", "fallos"), 0.7),
}
CHINESE: Final[Mapping[str, float]] = {
    **dict.fromkeys(("我叫", "我的名字", "我姓"), 0.95),
    **dict.fromkeys(("决定", "決定", "同意", "商定", "约定", "約定", "说好了"), 0.9),
    **dict.fromkeys(("我更喜欢", "我更喜歡", "我偏好", "我喜欢", "我喜歡", "我宁愿"), 0.85),
    **dict.fromkeys(("确认", "確認", "截止", "期限", "需求", "要求"), 0.8),
    **dict.fromkeys(("错误", "錯誤", "报错", "漏洞", "故障"), 0.7),
}
# What an answer must never forget, of whomever it is said; the source has no such signals.
HEALTH: Final[Mapping[str, float]] = dict.fromkeys(
    """allergic allergy allergies asthma asthmatic diabetes diabetic epilepsy epileptic pregnant
    pregnancy intolerant intolerance intolerances coeliac celiac anaphylaxis anaphylactic
    medication medications insulin wheelchair pacemaker diagnosed chemotherapy dementia
    allergisch allergie allergien asthmatiker zuckerkrank diabetiker diabetikerin epilepsie
    schwanger schwangerschaft unverträglichkeit unverträglichkeiten zöliakie medikament
    medikamente rollstuhl herzschrittmacher blutverdünner demenz krebs
    alérgico alérgica alergia alergias asma diabético diabética epilepsia embarazada embarazo
    intolerante intolerancia celíaco celíaca medicamento medicamentos insulina marcapasos
    过敏 過敏 哮喘 糖尿病 癫痫 怀孕 懷孕 不耐受 高血压 心脏病 吃药 轮椅""".split(),  # noqa: SIM905 (as a list it would fill a page)
    0.85,
)
SIGNALS: Final[Mapping[str, float]] = {**ENGLISH, **GERMAN, **SPANISH, **CHINESE, **HEALTH}


class Signals:
    """Scores a text by the strongest of some words and phrases.

    Args:
        scores: Signal to score in [0, 1]; signals are matched in any case and as whole words,
            those in Chinese or Japanese anywhere.
        usual: Score of a text that has none; a weaker signal does not lower it.

    Raises:
        InvalidInput: a signal is blank, or a score is not in [0, 1].
    """

    def __init__(self, scores: Mapping[str, float] = SIGNALS, usual: float = USUAL) -> None:
        self.usual = values.unit(usual, "usual")
        self._scores = dict(_checked(signal, score) for signal, score in scores.items())
        # The longest first, so that a phrase is not taken for its first word.
        ordered = sorted(self._scores, key=lambda signal: (-len(signal), signal))
        self._found = re.compile("|".join(map(_pattern, ordered)) or r"(?!)")
        # What must be there for a signal to be: its longest word, or itself without spaces.
        self._keys = frozenset(_key(signal) for signal in ordered if not _anywhere(signal))
        self._anywhere = tuple(filter(_anywhere, ordered))

    def strongest(self, text: str) -> float | None:
        """Score of the strongest signal in a text, None if there is none."""
        plain = _plain(text)
        likely = not self._keys.isdisjoint(_WORDS.findall(plain))
        if not (likely or any(signal in plain for signal in self._anywhere)):
            return None  # nearly always, and soon seen
        found = self._found.findall(plain)
        return max((self._scores[" ".join(one.split())] for one in found), default=None)

    def __call__(self, message: Message) -> float:
        """Importance of a message in [0, 1], by what it says and by who says it."""
        text = message.text
        strongest = self.strongest(text)
        if message.role == "system":
            return max(_SYSTEM, strongest or 0.0)
        if message.answers:
            return max(_ANSWER, strongest or 0.0)
        if strongest is None and _slight(message, text):
            return min(_SLIGHT, self.usual)
        return max(self.usual, strongest or 0.0)


@cache
def health() -> Signals:
    """What tells of somebody's health, in the same languages."""
    return Signals(HEALTH)


@cache
def default_signals() -> Signals:
    """The signals of the source, in the languages that are known."""
    return Signals()


def scorer(given: Importance | Mapping[str, float] | None = None) -> Importance:
    """How messages are to be scored: by the defaults, by other signals, or by a function.

    A message that brings its own importance keeps it.

    Args:
        given: None, scores of signals, or a function of a message to [0, 1].

    Raises:
        InvalidInput: it is neither, or a score is out of range; from the function that is
            returned, if the given one answers with something else than a number in [0, 1].
    """
    if given is None or isinstance(given, Mapping):
        score: Importance = default_signals() if given is None else Signals(given)
    elif callable(given):
        score = given
    else:
        raise InvalidInput(
            f"importance must be a function or scores of signals, got {values.shown(given)}; "
            "use {'deadline': 0.8}"
        )

    def scored(message: Message) -> float:
        own = message.importance
        return values.unit(score(message) if own is None else own, "importance")

    return scored


def _checked(signal: str, score: float) -> tuple[str, float]:
    plain = " ".join(_plain(values.text(signal, "signal")).split())
    if not plain:
        raise InvalidInput(f"a signal of importance is blank: {signal!r}; leave it out")
    return plain, values.unit(score, f"importance of {signal!r}")


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _anywhere(signal: str) -> bool:
    """Whether it may stand within what counts as a word, or has none."""
    return re.search(rf"[{_WIDE}]", signal) is not None or not _WORDS.search(signal)


def _key(signal: str) -> str:
    return max(_WORDS.findall(signal), key=len)  # type: ignore[no-any-return]


def _pattern(signal: str) -> str:
    """A signal as whole words; scripts without spaces have no words to be told apart by."""
    inner = r"\s+".join(map(re.escape, signal.split()))
    before = "" if re.match(rf"[{_WIDE}]|\W", signal) else r"(?<!\w)"
    after = "" if re.search(rf"(?:[{_WIDE}]|\W)$", signal) else r"(?!\w)"
    return before + inner + after


def _slight(message: Message, text: str) -> bool:
    """Whether it is mere courtesy: no call, no picture, no question; "yes" and "no" are none."""
    if message.calls or any(part.get("type") != "text" for part in message.parts):
        return False
    if len(text) > _LONGEST or re.search("[?？]", text):
        return False
    return courteous(terms(text)) or courtesy(text)
