"""What beside a statement takes it back: a retraction, a source, an end, a riddle.

Patterns of English and German over the sentence of a statement and the one after it. What the
statement itself says is not known here.
"""

from __future__ import annotations

import re
from typing import Final

_RETRACTED: Final = re.compile(
    r"""(?ix)(?:^|[\s,.!(])(?:(?:said|says)\ (?:no[- ]?(?:one|body)|nobody)|just\ kidding|kidding
    |jk\b|not!*\s*$|as\ if\b\W*$|yeah\ right|only\ joking|joking\b|/s\b|\(irony\)
    |sagte?\ (?:(?:wirklich\ )?niemand|keiner|noch\ nie)|scherz\b|kleiner\ scherz|(?:nur\ )?spaß\W*$
    |ironie\b|von\ wegen|haha?,?\ nein|nicht\W*$
    )"""
)
# A sum or a riddle, in which the speaker only plays a part.
_RIDDLE: Final = re.compile(
    r"""(?ix)\b(?:how\ (?:many|much|old|far|long)\b.{0,60}\b(?:left|remain\w*|altogether|in\ total
    |together)|what(?:'s|\ is)\ the\ (?:probability|chance|odds)|how\ likely
    |wie\ viele?\b.{0,60}\b(?:bleib\w*|übrig|insgesamt|zusammen)|wie\ (?:wahrscheinlich|groß\ ist)
    |word\ problem|textaufgabe|rechenaufgabe|riddle|rätsel:)\b"""
)
_SOURCE: Final = re.compile(
    r"""(?ix)(?:so\ |or\ so\ |at\ least\ (?:that's\ )?)?(?:says?|said|reads|claims|goes
    |according\ to|(?:he|she|they|people|everyone)\ (?:says?|said|claims?|told)|so\ the\ \w+\ goes
    |steht\ (?:in|im|auf|da)|stand\ (?:in|im|auf|da)|heißt\ es|sagt\w*\ (?!mir|uns|bitte)|meint\w*
    |schreibt|laut|so\ (?:steht|sagt|heißt|der|die|das|mein|ihr|sein)\w*)\b"""
)
_END: Final = re.compile(
    r"(?i)(?:un)?till?\b(?! (?:now|then|\d{4}|forever))|bis\b(?! (?:heute|auf|zu[rm]?|an|in"
    r"|\d{4}|jetzt)\b)"
)
_SAYING: Final = re.compile(
    r"(?i)never say never|never (?:mind|fear|ever again)\W*$|always look on the bright"
    r"|better late than"
    r"|(?:sag|man soll) (?:niemals|nie) nie|immer (?:mit der ruhe|schön|wieder gern|locker)"
    r"|nie im leben"
)
# Names after a comma: "Rex", "Mia and Tom". German writes all nouns so; what thanks is none.
_NAMES: Final = re.compile(
    r"(?:(?:called|named|namens|and|und|y)\s)?(?!(?:Thanks|Thank|Please|Cheers|Danke|Bitte|Gruß|Grüße"
    r"|Liebe|Hallo|What|How|Which|Can|Could|Do|So|But|And|I|We|Ich|Wir|My|Mein\w*|Also|Was|Wie"
    r"|Gracias|Saludos|Yes|No|Ja|Nein|Help|Hilfe)\b)[A-ZÄÖÜ][\w'-]*"
    r"(?:(?:,| and| und| y| &)\s+[A-ZÄÖÜ][\w'-]*)*$"
)
_THAT: Final = re.compile(r"(?i)(?:dass?|that)\s(?=(?:ich|wir|i|i'm|we|my|mein\w*)\b)")


def taken_back(sentence: str, following: str) -> bool:
    """Whether nothing in a sentence is meant, by itself or by what comes after it."""
    return bool(_RETRACTED.match(following[:60]) or _RIDDLE.search(f"{sentence} {following}"))


def hedged(after: str) -> bool:
    """Whether a clause gives the one before it a source or an end."""
    return bool(_SOURCE.match(after) or _END.match(after))


def proverbial(clause: str) -> bool:
    """Whether a clause is a saying, and no request."""
    return bool(_SAYING.match(clause))


def sourced(after: str) -> bool:
    """Whether a clause says where the one before it was read or heard."""
    return bool(_SOURCE.match(after))


def names(clause: str) -> bool:
    """Whether a clause is nothing but names."""
    return _NAMES.match(clause) is not None


def depends(clause: str) -> bool:
    """Whether a clause says what somebody thinks, dreams or says, named before it."""
    return bool(_THAT.match(clause))
