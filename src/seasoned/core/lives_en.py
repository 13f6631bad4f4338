"""English: turns of life, bodies, belongings, relations and tastes, in general grammar.

Each pattern is a class of words in a frame; what is said of a thing of that class is read, if it
is no state of the day.
"""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words
from seasoned.core.words_en import ADV, ILL, KIN, NUMBER, PET

_RELATIVE: Final = (
    rf"(?:{KIN}|mum|mom|mam|mother|dad|father|parents|gran\w*|nan|brothers?|sisters?"
    r"|mother-in-law|father-in-law|in-laws|little one|lad|lass)"
)
_BODY: Final = Words(
    "knees? back hips? shoulders? ankles? wrists? feet hands? eyes? eyesight ears? hearing skin",
    "scalp hair lungs? heart stomach gut bladder thyroid joints? spine neck teeth gums blood_type",
    "blood_pressure cholesterol memory voice",
)
_LASTING_STATE: Final = Words(
    "shot knackered ruined gone bad dodgy weak arthritic sensitive dry oily curly grey thin"
    " thinning",
    "fragile terrible awful poor rubbish useless high low flat wide narrow artificial replaced",
    "fused short-sighted stiff crooked",
)
_PASSING: Final = r"(?!.*\b(?:today|tonight|now|killing|since yesterday|this \w+|again)\b)"
_CONDITION: Final = (
    r"(?:\w*(?:asthma|diabetes|adhd|autism|arthritis|epilepsy|migraines?|eczema|dyslexia|dementia"
    r"|alzheimer's|parkinson's|allerg(?:y|ies)|intolerance|phobia|disease|syndrome|disorder"
    r"|anaemia|anemia|tinnitus|apn(?:o)?ea|crohn's|coeliac|celiac|ibs|hay ?fever|insomnia|hernia"
    r"|down's|cystic fibrosis|blood pressure|vertigo|psoriasis|endometriosis|pcos|scoliosis))"
)
_MADE: Final = (
    r"(?:company|business|shop|studio|firm|practice|blog|podcast|channel|charity|club|band|farm"
    r"|bakery|café|cafe|job at|job as|job in|degree|phd|masters?|course|apprenticeship"
    r"|family|family of my own)"
)
_THING: Final = Words(
    "house home flat apartment garden yard allotment kitchen balcony terrace patio lawn soil attic",
    "cellar roof oven hob boiler heating car van bike motorbike bicycle e-bike truck camper"
    " caravan",
    "boat piano guitar violin cello laptop computer pc phone tablet router printer camera nas"
    " server",
    "company employer firm team office school class shop studio workshop practice farm club choir",
    "band commute shift shifts working_day diet religion nationality pension salary rent",
    "mortgage tenancy contract thesis dissertation novel degree phd",
)
FACTS: Final = (
    (
        "",
        r"(?:i|we) haven't (?:eaten|drunk|smoked|driven|flown|owned|touched|worn|worked"
        r"|slept) .{2,60}"
        r" (?:for|in|since) (?:\w+ )?(?:\d|\w+) ?(?:years|decades|months)?\b.*",
    ),
    (
        "health",
        rf"my (?:[\w-]+ )?{_BODY} (?:shakes?|trembles?|swells?|cracks?|clicks?|locks?|itch(?:es)?"
        r"|dislocates?|goes? numb|gives? way)\b(?! (?:right now|today|since|when i open)).*",
    ),
    (
        "",
        rf"(?:i've|i have|i was|we've) been (?:an? )?(?:{ILL}|\w+) (?:all my life|my whole life"
        r"|since"
        r" (?:birth|childhood|i was)|from birth)\b.*",
    ),
    (
        "family",
        r"the (?:wife|husband|missus|hubby|kids?|baby|little one|eldest|youngest)(?:'s| is| are"
        r"| has)"
        rf" (?:\w+ ){{0,2}}?(?:{_CONDITION}|{ILL})\b.*",
    ),
    (
        "",
        rf"(?:my|our) (?:\w+ )?{PET}(?: (?-i:[A-Z])\w+)?(?:'s| is) (?!sick|ill\b|missing|lost"
        r"|dying|dead"
        r"|acting|not\b|being|so\b|too\b|bored|hungry|tired|scratching|\w+ing\b|at the vet|on the"
        r"|in the"
        r"|my\b|a bit|here|back|gone|better|fine|ok|asleep|driving|weird)[\w-]+$",
    ),
    (
        "child",
        r"(?:the|my|our) (?:\w+ )?(?:kids|children|twins|boys|girls|sons|daughters|dogs"
        r"|cats)(?:'re"
        rf"| are) (?:now )?{NUMBER}(?:,| and) .*",
    ),
    (
        "health",
        rf"(?:i|we)(?:'ve got|'ve| have| have got) (?:[\w-]+ )?{_LASTING_STATE}? ?(?:\w+ )?{_BODY}"
        r"\b(?! (?:pain|ache|problem)).*",
    ),
    (
        "language",
        r"my (?-i:[A-Z])\w+ (?:level )?is (?:about |around |at |only |still |pretty "
        r"|very )*(?:[abc][12]"
        r"|rusty|basic|fluent|shaky|intermediate|beginner|non-existent|school)\b.*",
    ),
    (
        "",
        r"(?:i|we) do my own (?!thing)\S.*|(?:we|i) (?:have|'ve got|have got|get) (?:well|hard|soft"
        r"|mains|rain) water\b.*|(?:we|i) (?:have|'ve got|heat with|cook with) (?:gas|solar|oil"
        r"|electric|district|underfloor|wood)(?: heating| panels| power)?\b.*",
    ),
    (
        "studies",
        r"(?:i'm|i am|im) (?:now |currently )?(?:in|doing|halfway through|starting) (?:my|the)"
        r" (?:first|second|third|fourth|fifth|final|last|\d\w\w) (?:year|semester|term)\b.*",
    ),
    (
        "",
        rf"(?:the|my|our) (?:\w+ )?(?:{_RELATIVE}|{PET})(?:'s| is) (?:only |nearly |about )?"
        rf"{NUMBER}(?:teen)? (?:years|months|weeks)\b.*",
    ),
    (
        "",
        r"(?:i|we)(?:'ve| have)? (?:just |only |recently |finally )?(?:retired|emigrated"
        r"|immigrated|graduated|qualified|remarried|divorced|adopted|went freelance"
        r"|went self-employed|went part[- ]time|turned vegan|turned vegetarian"
        r"|got (?:married|divorced|engaged)|came out)\b(?! (?:my|the|your) (?:code|app"
        r"|hardware)).*",
    ),
    (
        "",
        r"(?:i|we)(?:'ve| have)? (?:just |recently |finally )?(?:started|founded|set up|opened"
        rf"|launched|joined|took over|inherited) (?:a|an|my|our|the)(?: own)? (?:[\w'-]+ ){{0,3}}?"
        rf"{_MADE}\b(?! (?:plan|idea|name|report)).*",
    ),
    (
        "",
        r"(?:i|we) became (?:a|an|the) (?!bit|little)[\w-]+.*",
    ),
    (
        "health",
        r"i(?:'ve| have)? (?:\w+ )?(?:had|got|have) (?:a|an|my|two|both)?(?: \w+){0,3}? ?(?:stroke"
        r"|heart attack|transplant|bypass|pacemaker|stent|(?:hip|knee)s? replaced|replacement"
        r"|gall ?bladder (?:out|removed)|appendix (?:out|removed)|prosthe\w+|stoma|hearing aids?"
        r"|artificial \w+|slipped disc|titanium \w+)\b.*",
    ),
    (
        "family",
        rf"(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{_RELATIVE}|{PET})(?:,? (?-i:[A-Z])\w+,?)?"
        rf"(?:'s| is| are| has| have| had| got|'s got| suffers? from| lives? with) (?:\w+ "
        rf"){{0,3}}?(?:{_CONDITION}|{ILL})\b.*",
    ),
    (
        "health",
        rf"(?:i|we)(?:'ve got|'ve| have| have got| suffer from| live with)(?: a| an| some)?"
        rf"(?: [\w-]+){{0,3}} {_CONDITION}\b.*",
    ),
    (
        "health",
        rf"my (?:[\w-]+ )?{_BODY}(?:'s| is| are) (?:\w+ ){{0,2}}?{_LASTING_STATE}\b"
        rf"{_PASSING}.*",
    ),
    (
        "studies",
        r"(?:i'm|i am|im|i've been|i have been|we're|we are) (?:\w+ )?(?:trying to learn|trying to"
        r" teach myself|teaching myself|learning to|self-taught|taking (?:\w+ )?lessons|taking up"
        r"|getting into)\b(?! (?:understand|use this|fix)).*",
    ),
    (
        "tools",
        r"(?:i|we) (?:mostly |usually |still )?(?:do|keep|run|track|manage|store|edit|handle"
        r"|host) (?:all |most |everything |almost )*(?:(?:of )?(?:my|our) [\w-]+(?: [\w-]+)?"
        r"|everything|all of it) (?:in|on|with|using|through) (?P<v>(?-i:[A-Z])[\w+.#-]+.*)",
    ),
    (
        "",
        r"(?:i|we) spend (?:most|all|every|my|our|half|a lot|much)\b(?! (?:of )?(?:today|this"
        r"|the (?:day|morning) (?:trying|fixing))).*",
    ),
    (
        "",
        rf"(?:the|my|our) (?:[\w-]+ )?(?:{PET}|{_RELATIVE}|house|boat|car)(?:'s name is|'s called"
        r"| is called| is named|'s named| goes by) .+",
    ),
    (
        "",
        rf"(?:my|our) (?:[\w-]+ )?{_THING} (?:only |just |still |also )?(?:is|are|was built|has"
        r"|have|faces|runs|takes|costs"
        r"|comes|gets|belongs|overlooks|backs onto|starts at|opens at|closes at|finishes at"
        r"|begins at) (?!broken|down|slow|dead|fine|great|late|gone"
        r"|lost|full|empty|dirty|wet|a mess|so\b|too\b|not working|stuck|being|going|making"
        r"|getting|crash|ready|done|overdue|cancelled|due|on fire|at the (?:garage|shop)|in the"
        r" (?:shop|garage)|missing|stolen|flooded|leaking|freezing|playing up|acting|driving"
        r"|killing|next|tomorrow|today|coming|on sale|supposed|here|there|it\b|that|wrong|blocked"
        r"|off\b|offline|online|a bit|quite|really|very|been|to\b|the (?:best"
        r"|worst))(?!.*\bagain\b).+",
    ),
    (
        "job",
        r"(?:i|we) (?:sit on|chair|serve on|am on|captain|umpire|referee|teach|lecture|tutor"
        r"|drive a (?:taxi|bus|lorry|truck|tram|van)|run|volunteer|deliver|nurse|clean|busk)"
        r" (?:a|an|the|my|our|in|at|for|on|year|grade|maths?|english|history|music|kids|part"
        r"|\d)\b(?! (?:command|code|script|test|program|query|same|following|app|file)).*",
    ),
    (
        "",
        r"(?:i|we) never (?:learned|learnt|owned|got the hang of|passed my) .+|(?:i|we)(?:'ve"
        r"| have)"
        r" (?:never|always) (?:owned|had|lived|been|learned|learnt|driven"
        r"|smoked|worn|worked|used|worked|eaten|drunk|flown|swum|cooked|learned)\b(?! (?:so|this"
        r"|that|such|able|better|seen)\b).*",
    ),
    (
        "age",
        r"(?:i'm|i am|im) (?:in my (?:early |mid |late )?\w+(?:ties|teens)|(?:nearly|almost|over"
        r"|about|just|pushing) (?P<v>\d\d))\b.*",
    ),
    (
        "household",
        rf"(?:it's|it is) (?:just )?(?:(?:the )?(?:{NUMBER}) of us|me and (?:my|the) \w+|just"
        r" me)\b(?! (?:today|tonight|who)).*",
    ),
    (
        "health",
        r"(?:i|we) (?:\w+ )?(?:get (?:car|sea|travel|motion) ?sick|faint|react badly to|come out"
        r" in|stutter|lip-?read|limp|sleepwalk|snore|bruise)\b(?! (?:this|that)).*",
    ),
)
_NAMED: Final = (
    r"(?P<v>(?!(?:it|this|that|these|those|which|what|he|she|they|you|i|we|something|everything"
    r"|nothing|that's|none|either|both|your|the (?:first|second|last|other|new))\b)"
    r"[\w' -]{2,50}?)"
)
PREFERENCES: Final = (
    (
        "prefers",
        r"(?:only )?(?P<v>[\w' -]{2,30}) only in (?:this|our|my) (?:house|home|family|household"
        r"|kitchen)\b.*",
    ),
    (
        "dislikes",
        r"(?:anything|everything|food|dishes|books|films) (?:with|containing|involving|made of|in)"
        r" (?P<v>[\w' -]{2,40}) (?:goes|gets?|ends up|makes? me|puts me|is|are)\b(?! (?:fine|ok"
        r"|great"
        r"|broken|slow)).*",
    ),
    (
        "",
        r"my (?:comfort \w+|go-to \w*|guilty pleasure|idea of (?:hell|heaven|fun|a good \w+)"
        r"|weakness|poison of choice|drink of choice|pet hate|pet peeve|bugbear) ?(?:is"
        r"|are) (?!it\b"
        r"|that|this)(?P<v>.+)",
    ),
    (
        "",
        rf"{_NAMED} (?:is|are) (?:\w+ )?(?:my (?:idea of (?:hell|heaven|fun|a good \w+)|pet hate"
        r"|pet peeve|bugbear|poison)|(?:sacred|holy|torture|essential|non-negotiable) (?:to|for)"
        r" (?:me|us))\b.*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:ruins?|spoils?|kills?|wrecks?) [\w' -]{{2,30}} for (?:me|us)\b.*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:doesn't|don't|does not|do not|never|hardly) (?:really )?(?:agrees?|sits?"
        r"|works?|goes?|appeals?|does?|suits?|clicks?)(?: (?:well|down|anything))*(?: with| for"
        r"| to)?"
        r" (?:me|us)\b.*",
    ),
    (
        "dislikes",
        rf"{_NAMED} (?:leaves? me cold|makes? my (?:skin crawl|eyes glaze|teeth itch|heart sink)"
        r"|sets? my teeth on edge|(?:is|are) wasted on me|does my head in|do my head in|winds? me"
        r" up|turns? my stomach)\b.*",
    ),
    (
        "likes",
        rf"{_NAMED} (?:makes? me happy|cheers? me up|always gets? me|never gets? old|keeps? me sane"
        r"|is my happy place|(?:is|are) where i'm happiest|calms? me(?: down)?|keeps? me going)"
        r"\b.*",
    ),
    (
        "likes",
        r"i(?:'m| am) (?:happiest|at my (?:best|happiest)|most (?:at home|comfortable|productive"
        r"|relaxed)|never happier than) (?!now|here)(?:with|when|in|on|at|outdoors|outside|by"
        r"|near|alone) ?(?P<v>.*)",
    ),
    (
        "likes",
        r"(?:big|huge|massive|lifelong|long-?time|die-?hard) (?:fan|lover|supporter) of"
        r" (?!this|that|it\b|yours)(?P<v>.+)",
    ),
    (
        "prefers",
        rf"(?:i|we) {ADV}(?:feel|sleep|work|think|cope|function) (?:much |far |way )?(?:better"
        r"|best|worse) (?:with|without|when|in|on|after|before|if)"
        r" (?!it\b|this|that)(?P<v>.+)",
    ),
    (
        "dislikes",
        r"(?:(?:i|we) )?(?:really )?(?:can't be doing with|have no (?:time|patience|use|appetite"
        r"|love) for|(?:don't|do not) (?:see the"
        r" point of|get the appeal of|have (?:much )?(?:patience|time) for|go near|touch)|could"
        r" (?:happily )?(?:do|live) without|stay away from|keep away from|run a mile from"
        r"|draw the line at|refuse to) (?!it\b|this|that)(?P<v>.+)",
    ),
)
