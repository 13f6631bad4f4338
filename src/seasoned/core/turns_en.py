"""English: short first persons, turns of life, comparisons, and what they tell.

Each pattern is a frame of grammar with a class of verbs or nouns in it. What is no statement of
the speaker is not known here.
"""

from __future__ import annotations

from typing import Final

_BE: Final = r"(?:i'm|im|i am|we're|we are)"
_HAVE: Final = r"(?:i|we)(?:'ve got|'ve| have| got| have got)"
_BREED: Final = (
    r"(?:dog|cat|puppy|kitten|horse|pony|rabbit|parrot|budgie|hamster|tortoise|greyhound|whippet"
    r"|labrador|lab|collie|spaniel|terrier|poodle|dachshund|beagle|husky|shepherd|retriever|pug"
    r"|corgi|mutt|lurcher|tabby|tomcat|mare|gelding)"
)
_HOUSE: Final = (
    r"(?:place|house|home|flat|apartment|bungalow|cottage|building|yard|garden|kitchen|attic|loft"
    r"|boiler|roof|plot|allotment)"
)
_TURN: Final = (
    r"(?:reorg|divorce|move|accident|op|operation|surgery|stroke|birth|split|wedding|merger"
    r"|promotion|pandemic|separation|layoffs?|heart attack)"
)
FACTS: Final = (
    (
        "language",
        r"(?-i:[A-Z])\w+(?: isn't| is not|'s not|'s| is) (?:actually |only )?my (?:first|second"
        r"|third|fourth|native|mother) (?:language|tongue)\b.*",
    ),
    (
        "",
        r"(?:i've |i have )?been (?:an? |on )?(?!(?:there|told|stuck|sick|ill|away|out|offline|off"
        r"|down|here|like|a while|\w+ing|the case|hold|it)\b)[\w' -]{2,50}? (?:since (?:i was"
        r"|childhood|birth|\d{4}|college|school)|for (?:over |almost |about |nearly )?(?:\d+|two"
        r"|three|four|five|six|ten|twenty) years|(?:all my|my whole) life)\b.*",
    ),
    (
        "medication",
        r"(?:they|the doctors?|my (?:doctor|gp|consultant)|doctors)(?:'ve|'s| have| has)? (?:had"
        r"|got"
        r"|put|have|has|keeps?) me on (?!hold|mute|speaker|the|a |an )(?P<v>\w+).*\bsince\b.*",
    ),
    (
        "children",
        rf"{_HAVE} (?:[\w-]+ ){{0,2}}(?:twins|triplets|twin (?:girls|boys|daughters|sons|babies"
        rf"|toddlers)|(?:two|three|four|five"
        rf"|\d) (?:little"
        r" |small |young |grown |teenage )?(?:girls|boys|kids|children|daughters|sons|teenagers"
        r"|toddlers))\b(?! (?:in my class|coming|visiting|over|who want)).*",
    ),
    (
        "hobby",
        r"(?:so )?i (?:restore|refurbish|collect|breed|brew|carve|forge|weave|crochet|foster"
        r"|rebuild"
        r"|upholster|whittle|rehome) (?!it\b|this\b|the\b|that\b|an?\b|my\b|them\b|from\b|your"
        r"|data\b|errors?\b|values\b|results\b|to\b"
        r"|all\b)(?:[\w-]+ ){0,4}?[\w-]+s\b(?!.*\b(?:database|backup|column|list|array|game)).*",
    ),
    (
        "pay",
        rf"(?:(?:the )?thing is )?(?:{_BE}|i get|we get) paid (?:weekly|monthly|fortnightly"
        r"|bi-?weekly|hourly|by the \w+|every \w+|in cash|on commission|in (?-i:[A-Z])\w+)\b.*",
    ),
    (
        "",
        r"it's (?P<v>(?-i:[A-Z])[\w+#]+ v?\d[\w.]*) (?:everywhere(?: now)?|these days"
        r"|now)$",
    ),
    (
        "home",
        rf"(?:our|my) {_HOUSE} (?:is|was built|'s) (?:(?:an?|the) (?!mess|disaster|nightmare|tip"
        r"|wreck|joke|bit|little|total|complete|\w+ mess)\S.*|(?:in|from|around) (?:the )?\d{4}s?"
        r".*|(?:north|south|east|west)[- ]facing.*)",
    ),
    (
        "pet",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?{_BREED} (?P<v>(?-i:[A-Z])\w+) (?:\w+ ){{0,2}}?(?:refuses"
        r"|hates|loves|eats|sleeps|is (?:\d|an?\b|terrified|scared|afraid)|has|weighs|won't|gets"
        r"|pulls|barks|lives)\b.*",
    ),
    (
        "",
        rf"(?:since )?(?:the|my|our|his|her) {_TURN} (?:my|our|i|we|i'm|we're|i've|we've|the"
        r" (?:kids|children)) (?!need|want|can't log|keep getting)\S+ .+",
    ),
    (
        "",
        r"(?:my|our) (?:train|bus|tram|ferry|station|office|school|gym)(?:'s| is"
        r"| leaves| goes| runs) (?:from|at|in|via|to|called) (?-i:[A-Z])\w+.*",
    ),
    (
        "passport",
        rf"(?:{_BE} )?(?:flying|travell?ing|coming) (?:with|on) (?:an? |my )(?P<v>(?-i:[A-Z])\w+"
        r" passport)\b.*|(?:i|we) (?:travel|fly) on (?:an? )(?P<w>\w+ passport)\b.*",
    ),
    (
        "",
        rf"{_BE} not (?:on|in|at|with|part of) .+ (?:any ?more|any longer)$|{_BE} no longer (?:on"
        r"|in|at|with|part of) (?!the (?:same|right|first))\S.+",
    ),
)
PREFERENCES: Final = (
    (
        "prefers",
        r"(?:given (?:the|a) (?:choice|option)|all else (?:being )?equal|on the whole|by and large"
        r"|as a rule),? (?:i|we)(?:'d| would|'ll)? (?:rather|sooner|prefer|always|go for|take|pick"
        r"|choose|much prefer) (?P<v>.+)",
    ),
    (
        "",
        r"(?:not )?(?P<v>(?!(?:that|this|it|which|what|he|she|your|the (?:first|second))\b)"
        r"[\w' -]{3,50}?) (?:is|are) (?:so |very much |exactly |totally |right up |definitely |just"
        r" |more )*(?:my|our) (?:thing|jam|cup of tea|bag|street|comfort \w+|happy place)$",
    ),
    (
        "",
        r"(?:i|we) (?:really |actually |always )?(?:like|love|prefer|appreciate|hate|dislike|enjoy"
        r"|don't like|can't stand) it (?:best |better |most )?(?:when|if) (?!it works|that\b)"
        r"(?P<v>.+)",
    ),
    (
        "likes",
        rf"(?:[\w ]{{2,25}}[- ]wise,? )?{_BE} (?:always )?(?:happiest|at (?:my|our) happiest|most"
        r" comfortable|keenest) (?:with|when|on|in|at|doing)\b (?!this\b|that\b|the (?:first"
        r"|second)"
        r"|your)(?P<v>.+)",
    ),
    (
        "prefers",
        r"(?:i|we) find (?!(?:it|that|this|your|the (?:first|second|new)"
        r"|them)\b)(?P<v>[\w' -]{2,50}?"
        r" (?:easier|harder|nicer|clearer|quicker|(?:more|less) \w+)(?: to \w+(?: \w+)?)? than .+)",
    ),
    ("", rf"{_BE} (?:\w+ly |very |pretty |dead )?(?:anti|pro)-(?!rata\b)\w+$"),
)
# Requests that can only be meant to last.
ORDERS: Final = (
    r"(?:so |and |but )?(?:please )?(?:don't|dont|do not) (?:you )?ever (?!mind|worry|feel|get|been"
    r"|have\b)\w+ \w+|(?!.*\b(?:is|are|was|were|has|have|i|we|my|how|what)\b)(?:all |any )"
    r"(?:distances|prices|times|dates|temperatures|weights|measurements|amounts|quantities|units"
    r"|lengths|speeds) (?:please |always |only )*(?:in|as) .+"
)
# What makes all that follows lasting.
OPENS: Final = (
    r"(?:one|house|golden|hard|standing|general) rule[:,]? (?!i\b|we\b|my\b|of\b|is\b|that\b|in\b"
    r"|for\b|says\b|from\b)\S"
    r"|for (?:all |any |every |the )?(?:\w+ ){1,2}(?:that )?you (?:write|draft|give|send|make"
    r"|suggest|generate|produce|recommend)(?: (?:for )?(?:me|us))?[:,] (?!i\b|we\b|can\b|what\b)\S"
)
