"""English: openings of a message that are no sentence, and what a request tells in passing."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words
from seasoned.core.words_en import ILL, KIN, NUMBER, PET

SINCE: Final = (
    r"(?:since (?:\d{4}|last|my|the|birth|uni|college|school|childhood|jan|feb|mar|apr|may|jun|jul"
    r"|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|i was|an? (?:accident|operation|stroke"
    r"|injury|fall|car crash))|for (?:the (?:last"
    r"|past) )?(?:about |over |almost |nearly |like )?"
    rf"(?:{NUMBER}|a few|many|some) (?:years|months|decades)\b)"
)
CONDITION: Final = Words(
    "asthma adhd diabetes arthritis migraines? epilepsy eczema insomnia tinnitus dyslexia autism",
    "dementia ibs coeliac celiac hay_?fever allerg(?:y|ies) gout scoliosis endometriosis lupus",
    "parkinson's alzheimer's psoriasis sciatica bipolar osteoporosis sleep_apn(?:o?)ea",
)
ROLE: Final = Words(
    "treasurer secretary chair chairman chairwoman chairperson captain coach head owner co-owner",
    "founder co-founder manager director deputy principal editor administrator caretaker",
    "organi[sz]er coordinator leader conductor landlord landlady trustee volunteer member agent",
    "president admin moderator supervisor teacher tutor parent mother father mum mom dad mam",
    "grandmother grandfather guardian carer widow widower student apprentice trainee intern",
    "nurse midwife farmer beekeeper baker chef engineer developer librarian",
)
_GROUP: Final = Words(
    "team choir band orchestra club class department firm company startup shop cafe café bakery",
    "farm school practice clinic charity family household squad troop group podcast newsletter",
    "lab league crew",
)
# Who somebody may be that says so with "here" behind it.
_PERSON: Final = (
    r"(?:(?!(?:error|number|answer|letter|paper|folder|server|order|other|another|either|ever|over"
    r"|after|never|for|center|character|parameter|whether|rather|together|better|later|want|present"
    r"|different|event|content|current|important|relevant|constant)s?\b)\w{2,}(?:er|or|ist|ent"
    r"|ant|ian|eer|ee|woman|man|mum|mom)|mum|mom|dad|nurse|chef|owl|guy|girl|gal|couple|family"
    r"|household|teen|introvert|extrovert|vegan|celiac|coeliac|diabetic|male|female|newbie|noob"
    r"|nerd|fan|addict|widow|twin|cook|coach|midwife|mechanic|freelance|parents|\d+[mf])"
)
_DOING: Final = Words(
    "learning studying raising restoring renting teaching gardening freelancing homeschooling",
    "fostering training_(?:for|to|as) living_(?:in|on|with|near) working_(?:as|at|for|nights?)",
    "recovering_from saving_(?:up_)?for playing_(?:the|in) shooting_(?:with|on|film)",
    "running_(?:a|my|our)_(?:small|\\w+_business) cooking_(?:on|for) caring_for brewing_(?:with)",
)
# What begins a message without "I am" or "I", so that the other patterns fit behind it.
MISSING: Final = (
    ("I've ", r"got (?:an? |no |my own )(?!minute|second|question|idea|clue|sec\b).+"),
    (
        "I'm ",
        rf"(?:{ILL}|(?:quite |very |really |rather |not )*(?:partial to|keen on|fond of|stuck on"
        r"(?= \w+ \d)|settled in|moored|based) .+|married|single|divorced|widowed|retired"
        r"|self[- ]?employed|unemployed"
        r"|freelance|bilingual|new to [\w -]+|based (?:in|near) .+)"
        r"(?=$| (?:in|on|btw|since|for|and|with|by|but|as|to)\b).*",
    ),
    ("I've ", rf"been (?:an? |in |with |on |\w+ing ).*\b{SINCE}.*"),
    (
        "I ",
        r"(?:(?:can't|cant|cannot) (?:do|eat|have|drink|tolerate|take)|(?:just "
        r"|recently )?turned \d+|started (?:as|at) (?:an? "
        r"|the )?"
        r"[\w']+|hate|love|prefer|can't stand|cant stand|cannot stand|never (?:drink|eat|drive"
        r"|fly)|"
        r"(?:don't|dont) (?:like|eat|drink|drive|own|smoke|speak|wear|enjoy|do)|no longer"
        r"|live (?:in|with|on|near)|moved to (?-i:[A-Z])|grew up|been \w+ing|allergic|work (?:as"
        r"|at|for|in|from|nights)"
        rf"|have {NUMBER}|got {NUMBER}|speak) .+",
    ),
)
# Openings of a message that are no sentence.
FRAGMENTS: Final = (
    (
        "household",
        rf"{NUMBER} (?:small |young |little |teenage |grown )*(?:toddlers|kids|children|boys|girls"
        r"|cats"
        r"|dogs|teenagers|teens|adults|hens|hives|horses|donkeys|goats)(?=$| (?:and|in|under|aged"
        r"|on|at"
        r"|who|with)\b|,)(?!.*\b(?:coming|visiting|party|for dinner)\b).*",
    ),
    ("name", r"(?P<v>(?-i:[A-Z][a-zé]+)) from (?-i:[A-Z])\w+$"),
    ("health", rf"{NUMBER} weeks pregnant\b.*"),
    (
        "",
        rf"{NUMBER} (?:years|months|weeks) (?:sober|clean|married|divorced|vegan|vegetarian|retired"
        r"|smoke-free|post[- ]?op|into|in remission|self-employed)\b.*",
    ),
    ("job", r"(?!what|which)(?:[\w'-]+ ){1,3}by (?:trade|training|profession|day)$"),
    (
        "health",
        r"(?:terrible|bad|dodgy|weak|flat|sensitive|bad|dry|oily|fine|curly"
        r"|size \d+)(?: \w+)? (?:knees?"
        r"|backs?|hips?|feet|ankles?|eyes|eyesight|skin|hair|joints|hearing|shoulders?"
        r"|lungs)\b(?! (?:is"
        r"|are|was|and what)\b).*",
    ),
    (
        "health",
        rf"(?:type \d |t[12] |severe |mild |lifelong |chronic )*(?:{ILL}"
        rf"|{CONDITION}) (?:since (?:i"
        r"|birth|\d{4}|childhood|school)|from birth|for (?:\d+|\w+) years|here)\b.*",
    ),
    (
        "tools",
        r"(?-i:[A-Z])[\w.+#-]+(?: \d[\w.]*)? (?:on|under|not|rather than|instead of) (?:\w+ )?"
        r"(?-i:Linux|Debian|Ubuntu|Mint|Fedora|Arch|Windows|macOS|Mac|Android|iPhone|iPad|ChromeOS"
        r"|Excel|Word|Photoshop|Chrome|Outlook|Office)(?: \d[\w.]*)?$",
    ),
    (
        "",
        r"(?!(?:i|it|the|this|that|there|not|what|how|why|where|who|we|you|he|she|they|my|our"
        r"|your|an?|no|error|number|answer|letter|paper|folder|server|order|other|another|either"
        r"|ever|over|under|after|never|user|for|center|character|parameter)\b)"
        rf"(?:[\w'&/+-]+ ){{0,3}}?{_PERSON}(?: (?:of|from|in"
        rf"|with) (?:[\w-]+ ){{0,2}}[\w-]+)? here$",
    ),
    (
        "home",
        rf"(?P<v>(?-i:[A-ZÀ-Þ])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?), (?:{SINCE}|born and).+",
    ),
    (
        "",
        rf"{_DOING}\b(?!.{{0,60}}\b(?:is|are|was|can|sounds?|feels?|takes?|seems?|makes?|tips"
        r"|ideas|would)\b).*",
    ),
    (
        "tools",
        r"on (?P<v>(?-i:(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April"
        r"|May|June|July|August|September|October|November|December|My|The|A|I)[A-Z])[\w.+-]*"
        r"(?: \d[\w.]*)?(?: (?:with|as|and) .+|(?<=\d)))$",
    ),
    (
        "job",
        rf"(?:[\w-]+ ){{0,3}}?{ROLE}s? (?:of|at|in|for|to) (?:my|our|a|an|{NUMBER})\b"
        r"(?!.*\b(?:is|was|are|were|has|said|says|wants|job|ad|\w+ed)\b).{0,80}",
    ),
    (
        "job",
        rf"as (?:an? |the )?(?:[\w-]+ ){{0,3}}?{ROLE} (?:of|at|in|for) .{{3,80}}",
    ),
    (
        "",
        r"(?:[\w-]+ ){1,3}(?:household|home|kitchen|family)$",
    ),
    (
        "",
        r"(?:(?:north|south|east|west)[- ]facing|no (?:oven|garden|balcony|car|microwave|freezer"
        r"|dishwasher|blender|kids|pets|driving licence|licence|license))(?: windows?| garden| flat"
        r"| balcony| room| at home| here| in the flat)?(?: only)?$",
    ),
    ("", r"never (?:learned|learnt|owned|drank|smoked|drove|had|ate|liked|been able) .+"),
    ("child", rf"(?:twins|triplets|{KIN}s? (?:of|aged) {NUMBER}\b.*|mum of .+|dad of .+)$"),
    ("worktime", r"(?:up|awake|out of bed) at .{2,40} (?:every|each|on weekdays|most)\b.*"),
)
# Stands anywhere in a clause, also one that asks or requests.
WITHIN: Final = (
    ("tools", r"\bon (?P<v>[\w+#.-]+ \d[\w.]* at (?:work|home|uni|school|the office))\b"),
    (
        "",
        rf"\b(?:for|with|in|of|at|to|from) (?P<v>(?:my|our) (?:[\w-]+ ){{0,3}}?{_GROUP}"
        rf"(?: of (?:about |around )?{NUMBER}\b(?: \w+)?(?: (?:in|at|from) (?-i:[A-Z])[\w-]+)?"
        r"| (?:in|at|from|called) (?-i:[A-Z])[\w-]+|$))",
    ),
    (
        "family",
        rf"\b(?P<v>(?:my|our) {NUMBER}[- ](?:year|month|week)[- ]olds?"
        rf"(?: (?:{KIN}|{PET}|twins))?)\b",
    ),
    ("health", rf"\b(?P<v>my (?:\w+ )?{CONDITION})\b"),
    (
        "",
        rf"\b(?P<v>my (?:[\w-]+ )?(?:{KIN}|{PET}|mum|mom|mother|dad|father),? who(?:'s| is| has"
        r"| can't| doesn't| lives) [^,?]{3,60})",
    ),
    (
        "",
        r"\b(?:given that|considering(?: that)?|bearing in mind(?: that)?|since|because|now that"
        r"|as) (?P<v>i(?:'m| am) (?:a |an )?(?:vegan|vegetarian|allergic|pregnant|diabetic|coeliac"
        r"|celiac|colou?r-?blind|left-handed|retired|self-employed|a (?:nurse"
        r"|teacher))[^,?]{0,60})",
    ),
)
