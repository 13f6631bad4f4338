"""What a liking is of, so that a later one of the same thing replaces it.

Words of English, German, Spanish and Chinese tell the object of a statement and whether it is
liked. It knows no other statement, and a thing that is named in other words is another thing.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_AGAINST: Final = re.compile(
    r"(?i)n't\b|\b(?:dont|cant|not|no|never|hardly|hate[sd]?|dislikes?|despise|detest|loathe|avoid"
    r"|dread"
    r"|object|annoy\w*|bother\w*|bor(?:es?|ing)|stress\w*|scared|afraid|terrified|creeps|ruins?"
    r"|spoils?|refuse|nicht|kein\w*|nie|ungern|hasse\w*|verabscheu\w*|\w*meide\w*|nerv\w*|stör\w*"
    r"|fürchte"
    r"|verachte|scheue|ekel\w*|graut|langweil\w*|schrecklich|furchtbar|blöd|doof|zuwider"
    r"|anstrengend"
    r"|überbewertet|odio|odiamos|detesto|evito|molesta\w*|aburre\w*|tampoco|nunca)\b"
    r"|不|讨厌|討厭|恨|烦|没兴趣"
)
_OVER: Final = re.compile(
    r"(?i)\s+(?:over|instead of|rather than|(?:more |better )?than|als|statt|anstatt|antes que"
    r"|más que|en vez de)\s+|胜过|勝過|而不是"
)
_OVER_TO: Final = re.compile(r"(?i)\s+to\s+")
# What may stand around the thing and says only how much, since when or where from.
_FRONT: Final = re.compile(
    r"(?i)(?:(?:the|a|an|any|some|all|to|my|eating|drinking|der|die|das|den|dem|ein|eine|einen"
    r"|kein|keine|keinen|keiner|überhaupt|gar|nicht|auch|sehr|total|wirklich|so|really|el|la|los"
    r"|las|un|una|auf|now|jetzt|am|liebsten|lieber|gerne?)\s+)+"
)
_BACK: Final = re.compile(
    r"(?i)(?:[\s,]+(?:at all|any ?more|a lot|very much|so much|too much|too|now|again|though|much"
    r"|really|either|nicht|mehr|sehr|gar|überhaupt|gern\w*|auch|so|lieber|am liebsten|wieder|jetzt"
    r"|mucho|nada|ya|también|tampoco|ahora))+$"
)
_MADE: Final = re.compile(r"(?i)\b(?:drink|eat|trinken|essen)$")
_FAVOURITE: Final = re.compile(
    r"""(?ix)(?:
      \b(?:my|our)\ (?:\w+\ ){0,2}?(?:fav|fave|favou?rite)s?\s+(?P<a>[\w' -]{2,60}?)
        (?:'s\b|\ is\b|\ are\b|\ was\b|:)
    | \b(?:is|are|'s)\ my\ (?:\w+\ ){0,3}?(?:fav|fave|favou?rite)s?\s+(?P<b>[\w' -]{2,60}?)
        (?:\ (?:of|by|and|because|in|from|so|to|ever)\b.*)?$
    | \blieblings-?(?P<c>\w{2,40})
    | \b(?:meine?|unsere?)\ (?:\w+\ )?liebste\w*\ (?P<d>\w{2,40})
    | \b(?:mi|mis|nuestr[oa]s?)\ (?P<e>[\w' -]{2,40}?)\ (?:favorit[oa]s?|preferid[oa]s?)\b
    )|最(?:喜欢|喜歡|爱|愛)的(?P<f>[\u4e00-\u9fff]{1,8}?)(?:是|就是)"""
)
_SPELLED: Final = {"color": "colour", "movie": "film", "movies": "film", "colors": "colour"}
LIKED, DISLIKED, PREFERRED = "likes", "dislikes", "prefers"
TASTES: Final = frozenset({LIKED, DISLIKED, PREFERRED})


def favourite(text: str) -> str:
    """Of what a favourite is told, such as ``colour``; "" if it is not said."""
    match = _FAVOURITE.search(text)
    if not match:
        return ""
    named = _folded(next(filter(None, match.groups()), ""))
    return _SPELLED.get(named, named)


def liked(text: str) -> bool:
    """Whether a statement of a taste speaks for its object."""
    return _AGAINST.search(text) is None


def choice(value: str) -> tuple[str, str] | None:
    """What is rather had and instead of what, if a preference names both."""
    over = _OVER.search(value) or _OVER_TO.search(value)
    if not over:
        return None
    first, second = thing(value[: over.start()]), thing(value[over.end() :])
    return (first, second) if first and second else None


def thing(value: str) -> str:
    """The object of a taste as it is compared: "keinen Kaffee mehr" is ``kaffee``."""
    text, before = _folded(value).strip(" .,!?;:"), ""
    while text != before:
        before = text
        front = _FRONT.match(f"{text} ")
        text = _BACK.sub("", text[front.end() :] if front and front.end() < len(text) else text)
        text = _MADE.sub("", text).strip()
    return text


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
