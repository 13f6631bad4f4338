"""English: statements that lack their verb or subject, or stand inside a request."""

from __future__ import annotations

from typing import Final

from seasoned.core.fragments_en import CONDITION, SINCE
from seasoned.core.speech import Words
from seasoned.core.words_en import AM, ILL, KIN, NOT, NUMBER, PET

_IS: Final = r"(?:'s| is| are| has| have| suffers from)"
_THING: Final = Words(
    "dissertation thesis phd doctorate novel memoir mortgage lease contract prod production",
    "staging cluster codebase repo monolith app erp crm cms nas homelab setup rig soil allotment",
    "greenhouse garden kitchen oven stove hob fridge freezer attic cellar roof walls windows",
    "farm vineyard orchard shop cafe café bakery salon workshop studio practice clinic firm",
    "company startup agency charity department lab team choir band orchestra club class classroom",
    "school household family commute shift rota contract notice_period salary pension visa",
    "budget_for_\\w+ bike car van boat caravan camper piano guitar violin camera lens kiln loom",
)
_KIN_AT_HOME: Final = (
    rf"(?:{KIN}|mum|mom|mam|mother|dad|father|parents|gran\w*|nan|brother|sister|mother-in-law"
    r"|father-in-law|in-laws)"
)
FACTS: Final = (
    (
        "tools",
        r"(?:i|we)(?:'re|'m| are| am)? (?:run|running|on) (?P<v>(?-i:Linux|Debian|Ubuntu|Mint"
        r"|Fedora|Arch"
        r"|Windows|macOS|Android|iOS|NixOS|Proxmox|Docker|Kubernetes|Postgres|MySQL|MariaDB|Home"
        r" Assistant)\b.*)",
    ),
    (
        "language",
        r"(?-i:[A-Z])\w+(?:'s| is) my (?:first|second|third|fourth|native|mother|main|home)"
        r" (?:language|tongue)\b.*",
    ),
    ("", rf"being (?:an? |so )?(?:{ILL}|married|retired|self-employed|a (?:nurse|teacher))\b.*"),
    (
        "",
        r"(?:my |the )?(?:wife|husband|hubby|partner|girlfriend|boyfriend|missus|other half|sister"
        r"|brother|mum|dad|kids|son|daughter) and (?:i|me) (?:both )?(?:are|have|live|share|run"
        r"|speak"
        r"|work|own|cook|eat|keep|on (?=[a-z]+(?:in|ol|one|ate)\b))\b.*",
    ),
    ("health", rf"{AM}(?!\w+ing\b|so\b|not\b)[\w-]+ {ILL}\b(?! (?:\w+ ){{0,2}}(?:recipe|food)).*"),
    (
        "family",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{_KIN_AT_HOME}|{PET}){_IS} (?:also |both |all |now "
        rf"|severely |mildly |really |very |got |a |an )*(?:{ILL}|allergic|intolerant|{CONDITION}"
        r"|deaf|blind|disabled|adopted|bilingual|retired|celiac|nut allergy)\b.*",
    ),
    (
        "family",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?{_KIN_AT_HOME} (?:lives?|moved|is living|stays?"
        rf"|are living)"
        r" (?:\w+ )?(?:with (?:us|me)|next door|upstairs|downstairs)\b.*",
    ),
    (
        "",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?{_THING}(?:'s| is| are| has| have| runs?| faces| sits)"
        r" (?:still |now |currently |about |only |all |really )*(?:on|in|at|about|with|an?|no|to|by"
        r"|until \d{4}|single|double|north|south|east|west|heavy|clay|sandy|made|built|written"
        r"|hosted|due"
        rf"|fixed|{NUMBER}|(?-i:[A-Z])\w+)\b(?! (?:the (?:shop|garage)|fire|trouble|ruins)).*",
    ),
    (
        "",
        rf"(?:ours|mine)(?:'s| is| has) (?:an?|no|only|single|double|about|{NUMBER}|made|built)"
        r"\b(?! (?:bit|lot|mess|different|same|good|bad|problem)).+",
    ),
    (
        "",
        r"(?:we're|we are) (?:also |still |all |both )*(?:on|in|up in|out in|down in|near)"
        r" (?!it\b|our way|the (?!coast|edge|outskirts|grid|border|countryside)|a (?:hurry|rush"
        r"|call)"
        r"|trouble|love|holiday|vacation|line|track|agreement|favou?r|this|that|luck"
        r"|version|page|step|draft|chapter|question)(?P<v>.+)",
    ),
    (
        "job",
        r"(?:i|we) (?:mostly |only |usually |also )?(?:do|work) (?:nights?|days|lates|earlies"
        r"|shifts|weekends|split shifts|the night shift|four on|\w+ on,? \w+ off)\b.*",
    ),
    ("", r"i grew up (?:bilingual|with(?:out)?|on|speaking|vegan|vegetarian|poor|between)\b.*"),
    (
        "child",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?{KIN} (?:goes|go|attends?) (?:to )?(?:an?|the) "
        r"(?:\w+ ){0,4}(?:school|nursery|kindergarten|college|university|academy)\b.*",
    ),
    (
        "health",
        r"(?:i|we) (?:\w+ )?take \w*(?:formin|statin|pril|sartan|olol|xetine|prazole|azepam"
        r"|triptan|roxine|insulin|cortisone|profen|mycin|antidepressants|steroids|lithium"
        r"|blood thinners)\b.*",
    ),
    (
        "family",
        rf"(?:my|our) {KIN} is (?:half |originally )?(?-i:[A-Z])[a-z]+(?:ian|ese|ish|an|ch|ek)\b.*",
    ),
    ("", r"(?:i|we) (?:home-?school|keep (?:kosher|halal)|compost|brew|ferment) ?\S*.*"),
    ("studies", rf"{AM}(?:halfway|partway|part[- ]way|a year) (?:through|into) (?:an?|my) .+"),
    (
        "family",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?{_KIN_AT_HOME} (?:can't|cannot|doesn't|don't) (?:eat|drink"
        r"|tolerate|read|speak|drive|hear|see|walk)\b(?! (?:this|that|it\b|the\b|my\b|what)).*",
    ),
    ("", r"(?:i|we) garden (?!this|that)\S.*"),
    ("", r"i (?:play|write|bat|throw|knit|draw|shoot|type) (?:\w+ )?(?:left|right)[- ]handed.*"),
    (
        "",
        rf"(?:i|we) (?:really |just |also )?{NOT} (?:read|play|grow|bake|camp|ski|dance|sing|garden"
        r"|iron|sew|dye|gamble|stream|bike|cycle|travel|commute|ride|text)(?:$| )(?!this\b|that\b"
        r"|it\b"
        r"|the\b|these|those|your|back|well$|correctly|properly|any sound).*",
    ),
    (
        "tools",
        r"(?:i|we) (?:mostly |only |usually |always |still )*(?:write|draw|code|edit|mix|record"
        r"|shoot|design|draft|film|compose|paint|publish|develop|bill|plan)(?: \w+)?"
        r" (?:in|on|with|using) (?P<v>(?-i:[A-Z])[\w+.#-]+.*|film|paper|clay|oils?|watercolou?r.*)",
    ),
    (
        "pronouns",
        r"(?:it's|its|my pronouns are|pronouns:?|i use|i go by) (?P<v>(?:she|he|they|xe)/\w+).*",
    ),
    ("name", r"i (?:\w+ )?go by (?P<v>(?-i:[A-Z])[\w-]+)\b.*"),
    (
        "",
        r"(?:i|we)(?:'ve| have) been (?!trying|staring|looking|waiting|thinking|wondering|getting"
        rf"|having|seeing|meaning|asked|told|stuck)\w+(?:ing)?\b.{{0,60}}?\b{SINCE}.*",
    ),
    (
        "worktime",
        r"(?P<v>(?:mon|tues|wednes|thurs|fri|satur|sun)days?) (?:is|are) (?:always )?(?:my|our)"
        r" (?:\w+ ){1,4}.*",
    ),
    (
        "",
        r"(?:i|we)(?:'ve| have)? (?:just |recently |finally )?(?:bought|built|inherited|adopted"
        r"|fixed|rented|own) (?:a|an|our|my|two|three) (?:\w+ ){0,3}?(?:house|flat|apartment"
        r"|farm|cottage|mortgage|cat|dog|puppy|kitten|boat|caravan|camper|van|allotment|piano"
        r"|child|baby|girl|boy|horse)\b.*",
    ),
    (
        "experience",
        r"i (?:played|worked|taught|coached|served|lived|sang|danced|rowed|drove|studied|ran)"
        rf" (?!.*\b(?:before|until|till)\b).{{2,60}} for (?:about |over |nearly )?(?:{NUMBER}|many"
        r"|several) (?:years|decades).*",
    ),
)
_NAMED: Final = (
    r"(?P<v>(?!(?:it|this|that|these|those|which|what|nothing|either|both|option|version|he|she"
    r"|they|you|i|we|the|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days? (?!morning|evening|afternoon)|tomorrow|\d|noon|any|anything|something|everything"
    r"|one|none|your|all|if|when"
    r"|because|so|but|and)\b)[\w' -]{2,50}?)"
)
PREFERENCES: Final = (
    (
        "prefers",
        r"(?:i|we)(?:'d| would) (?:much |always )?rather (?:have|get|read|use) (?!it\b|this|that"
        r"|the\b"
        r"|you|one\b|a (?:different|new|shorter|longer))(?P<v>[\w-]+(?: [\w-]+){0,3})$",
    ),
    (
        "prefers",
        rf"{_NAMED} (?:suits? me|works? (?:best |better |well |great |really well )?(?:for|on|with)"
        r" me|clicks? (?:for|with) me|does it for me|do it for me|helps? me (?:most|best|more)"
        r"|sticks? (?:best )?with me|goes down well with me|are easiest for me|is easiest for me"
        r"|(?:is|are) (?:best|better|ideal|perfect|easier|sacred|important|essential|poison|hell)"
        r" (?:for|to) (?:me|us))"
        r"(?: best| better| most| more| fine| every time)?$",
    ),
    (
        "likes",
        rf"{_NAMED}(?:'s|'re| is| are) (?:much |way |far )?(?:more|less|totally|so|very much|not"
        r" so much) (?:my (?:thing|style|speed|cup of tea|scene|vibe)|me)\b.*",
    ),
    (
        "dislikes",
        rf"{_NAMED}(?:'s|'re| is| are) (?:an? )?(?:\w+ )?(?:no|nope|no-go|no go|deal ?breaker"
        r"|nightmare|banned|forbidden|off limits|off the menu|torture)"
        r" (?:from|for|with|in|at) (?:me|us|my (?:house|home|kitchen|book)|our \w+|this"
        r" (?:house|home|household|family|kitchen))\b.*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:freaks?|creeps?|gross(?:es)?|stress(?:es)?|weirds?|winds?|tires?|wears?"
        rf"|turns?"
        r"|puts?) me (?:out|off|up|down)\b.*",
    ),
    (
        "dislikes",
        r"(?:please )?(?:give me |i'll (?:eat|take|do|wear|drink|read|watch) )?anything but"
        r" (?!that|this|it\b)(?P<v>.+)",
    ),
    (
        "prefers",
        r"i(?:'d| would|'ll) (?:always |any day )?(?:go for|take|choose|pick) (?!it|this|that)"
        r"(?P<v>.+ (?:over|instead of|any day).*)",
    ),
    (
        "likes",
        r"i (?:have|'ve got|'ve) a (?:sweet tooth$|(?:soft spot|weakness|thing|passion|love) for"
        r" (?P<v>.+))",
    ),
    (
        "",
        r"i(?:'ve| have) (?:never|always) (?:liked|loved|hated|enjoyed|been (?:fond of|into|a fan"
        r" of|drawn to|keen on)|preferred|got on with) (?!it\b|this|that\b|you)(?P<v>.+)",
    ),
    (
        "likes",
        r"i (?:can't|cannot|could never) get enough of (?P<v>.+)|i(?:'m| am) (?:all about|big on"
        r"|huge on|mad on|not big on|not huge on|not one for) (?P<w>.+)",
    ),
)
# What is over, of which the other patterns would say that it is so.
ENDED: Final = (
    r"\b(?:no longer|not (?:[\w']+ ){0,8}any ?more|\w+n'?t (?:[\w']+ ){0,8}any ?more|stopped"
    r"|used to|(?:but|and|then) (?:i |we )?(?:left|moved out|quit))\b"
)
NEGATED: Final = (
    rf"(?:i|we) (?:really |actually |also |just )?(?:{NOT}|did not|didn't)\b|{AM}(?:not"
    rf"|no longer)\b"
    r"|(?:we're|we are) not\b|my \w+ (?:isn't|is not|aren't)\b"
)
PAST: Final = (
    (
        "",
        r"i left (?P<v>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?) (?:in \d{4}|last|(?:\d+|\w+) years ago)"
        r".*",
    ),
    (
        "job",
        r"i (?:\w+ )?(?:quit (?:my|teaching|nursing|as)|resigned from|retired from"
        r"|stopped working (?:at|for|as)|left my job"
        r"|lost my job) ?(?!this\b|that\b|it\b|the (?:app|program|game))(?P<v>.*)",
    ),
    (
        "",
        r"(?:i|we)(?:'ve| have)? (?:\w+ )?(?:sold|gave away|given away|got rid of) (?:my|our)"
        r" (?P<v>\w+.*)",
    ),
    (
        "",
        r"(?:i|we) used to (?!it\b|think|believe|this|that|work (?:fine|well)|be able"
        r"|have .*(?:bug|issue"
        r"|error|problem|same))(?P<v>\w+ .+)",
    ),
)
