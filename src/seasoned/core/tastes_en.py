"""English: how people say what they like, dislike, or would rather have."""

from __future__ import annotations

from typing import Final

from seasoned.core.words_en import ADV, AM

# What "it" is cannot be told from the clause alone, and "the second one" is a draft.
_VAGUE: Final = (
    r"(?:doing (?:it|this|that)|it|this|that|these|those|them|to think|him|her|you|your|yours|u"
    r"|how|what|where"
    r"|when|why|if|both"
    r"|either|one|to (?:know|see|hear|ask|understand|get|have|make|add|create|be able|say|thank|use"
    r"|find|change|try|start|do)|(?:the|a|an|option|version|variant|number|my|our)\s+"
    r"(?:\S+\s+){0,2}(?:one|ones|version|option|variant|draft|idea|suggestion|answer|approach"
    r"|proposal|result|solution|way you|title|wording|[a-d1-4])|option|version|variant|everything"
    r"|all of|being woken|getting (?:up|woken|stuck)|my life|the fact|seeing how|nothing more)\b"
)
_NEVER_FOND: Final = r"(?:do not|don't|dont|never|didn't|did not|no longer|can't say i)"
PREFERENCES: Final = (
    (
        "",
        r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{2,40}?) (?:is|are) (?:the only \w+ (?:that )?(?:i|we)"
        r" (?:enjoy|like|love|can stand|eat|drink|do|watch|read)|(?:where|when|how) (?:i"
        r"|we) (?:work"
        r"|think|sleep|cook|learn|focus|write|relax) best)\b.*",
    ),
    (
        "",
        r"what (?:i|we) (?:really |most |actually )?(?:love|like|hate|prefer|enjoy|can't stand)"
        r"(?: most| best)? (?:is|are) (?!that|this|it\b|the (?:first|second|last)|how|when you)"
        r"(?P<v>.+)",
    ),
    (
        "",
        r"(?:i|we) (?:really |just |absolutely )?(?:hate|love|like|dislike|can't stand"
        r"|appreciate) it"
        r" when (?P<v>.+)",
    ),
    (
        "",
        r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{2,40}?) (?:don't|doesn't|do not|does not|really )?"
        r" ?(?:bothers?|annoys?|irritates?|scares?|stresses?|relaxe?s?|calms?|fascinates?"
        r"|exhausts?)"
        r" me\b(?! (?:that|when you)).*",
    ),
    (
        "dislikes",
        r"(?:no|only) (?P<v>[\w' -]{3,40}) for (?:me|us) (?:since|because|any ?more|ever).*",
    ),
    ("prefers", r"(?P<v>(?!that\b|this\b)[\w' -]{3,40}) only$"),
    (
        "favourite",
        r"(?:my|our) (?:\w+ ){0,2}?(?:fav|fave|favou?rite)s? .{0,80}?(?:'s| is| are|:) (?!it\b"
        r"|the (?:first|second|third|last|other|latter|former)|this\b|that\b)(?P<v>.+)",
    ),
    (
        "favourite",
        r"(?P<v>[\w' -]{2,60}?)(?:'s| is| are) my (?:\w+ ){0,3}(?:fav|fave|favou?rites?)\b.*",
    ),
    (
        "dislikes",
        rf"(?:i|we) (?:really |just |honestly |also |still |personally |absolutely )?"
        rf"{_NEVER_FOND} {ADV}(?:like|enjoy|care for|fancy|get on with|love|trust) "
        rf"(?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "dislikes",
        rf"(?:i|we) {ADV}(?:can't|cannot|cant|can not) {ADV}(?:stand|bear|abide|stomach"
        rf"|deal with|get into|get along with|do without) (?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "dislikes",
        rf"(?:i|we) {ADV}(?:hate|dislike|despise|detest|loathe|avoid|try to avoid|tend to"
        rf" avoid|steer clear of|dread|object to) (?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "prefers",
        rf"(?:(?:i|we) )?(?:'d )?{ADV}(?:would )?prefer "
        rf"(?!{_VAGUE}(?<!to get)(?<!to have)(?<!to see)(?<!to hear))(?P<v>.+)",
    ),
    (
        "prefers",
        r"(?:i|we)(?:'d| would) (?:much |always |still |far )?(?:rather"
        r"|sooner) (?!you\b(?!.*\bthan\b)"
        r"|(?:use|see) (?:this|that|the)\b)(?P<v>.+\bthan\b.+|not .+)",
    ),
    (
        "likes",
        rf"(?:i|we) {ADV}(?:like|love|enjoy|adore|favou?r|dig|appreciate|live for|swear by"
        r"|stick to|stick with|go for|opt for|tend to (?:buy|choose|pick|read|go)|gravitate"
        r" towards?"
        rf"|lean towards?) (?!{_VAGUE})(?P<v>.+)",
    ),
    (
        "",
        rf"{AM}(?:not |never )?(?:a |an )?{ADV}(?:big |huge |massive |great |not )*(?:into"
        r"|(?:fan|lover)"
        r" of|fond of|keen on|partial to|sucker for|crazy about|mad about|obsessed with|addicted to"
        r"|picky about|fussy about|particular about|bored by|drawn to)"
        rf" (?!{_VAGUE})"
        r"(?P<v>.+)",
    ),
    (
        "",
        rf"{AM}(?:more of |definitely |very much |not )*an? (?P<v>[\w' -]{{2,40}}(?:person|guy"
        r"|girl|man"
        r"|woman|type|lover|fan|hater|snob|addict|fanatic|nerd|buff|enthusiast|owl|bird|lark))\b.*",
    ),
    (
        "dislikes",
        r"(?:not (?:really )?(?:a |much of a )?(?:big |huge )?(?:fan of|into|keen on)|no fan"
        r" of"
        rf"|nothing (?:with|too|that|containing)|never liked|can't stand) (?!{_VAGUE})(?P<v>.+)",
    ),
    ("likes", rf"(?:big |huge |massive )(?:fan of|lover of|on) (?!{_VAGUE})(?P<v>.+)"),
    (
        "dislikes",
        r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{2,60}?) (?:isn't|is not|aren't|are not|'s not"
        r"|ain't)"
        r" (?:really |exactly )?(?:my (?:thing|cup of tea|style|taste)|for me)\b.*",
    ),
    (
        "dislikes",
        r"(?P<v>(?!it\b|this\b|that\b|he\b|she\b|they\b|you\b)[\w' -]{2,60}?) (?:makes? me"
        r" (?:sick|ill|sleepy|nervous|anxious|gag|cringe|dizzy|queasy)|drives? me (?:mad|crazy|nuts"
        r"|insane|up the wall)|puts? me (?:off|to sleep)|bores? me|gets? on my nerves|gives? me"
        r" (?:a headache|the creeps|migraines?|anxiety))\b.*",
    ),
    (
        "",
        rf"i find (?!{_VAGUE})(?!myself)(?P<v>.+?) (?:boring|too|very|really|quite|relaxing"
        r"|exhausting"
        r"|annoying|unreadable|tiring|disgusting|irritating|overrated|depressing|soothing|much"
        r"|more|hard to"
        r" read|distracting|stressful|dull|confusing)\b.*|i find (?P<w>[\w'-]+(?:"
        r" [\w'-]+){0,2}) [a-z]{5,}$",
    ),
    ("likes", r"give me (?P<v>.+) (?:any day|over .+|every time)"),
    (
        "likes",
        r"(?P<v>.+) (?:over .+ any (?:day|time)(?: of the week)?|beats? .+ (?:any day|every time)"
        r"|all the way|for the"
        r" win)$",
    ),
    ("likes", r"nothing beats (?P<v>.+)"),
    (
        "likes",
        r"i could (?:eat|listen to|watch|read|drink|talk about) (?P<v>.+) (?:every|all"
        r"|forever).*",
    ),
    (
        "likes",
        r"i (?:only|always|mostly|mainly) (?:buy|read|watch|listen to|drink|eat|order|wear"
        r"|stay in"
        r"|book|choose|travel|cook) (?!this|that|it\b|the same)(?P<v>.+)",
    ),
    ("dislikes", r"i(?:'m| am) (?:not )?(?:scared|afraid|terrified) of (?P<v>.+)"),
    (
        "dislikes",
        r"(?:i|we) (?:really |just )?(?:don't|do not) do (?!it\b|this|that|anything|so\b|well"
        r"|much|the\b)(?P<v>.+)",
    ),
    (
        "likes",
        r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{2,60}?) (?:is|are) (?:so |totally |very much"
        r" )?my (?:jam|thing|go-to|happy place|guilty"
        r" pleasure|passion|weakness|comfort \w+)\b.*",
    ),
    (
        "",
        r"not (?:really |exactly )?an? (?P<v>[\w' -]{2,40}(?:person|guy|girl|type|lover|fan"
        r"|eater|drinker|reader))\b.*",
    ),
    (
        "",
        r"i (?:learn|work|understand|think|read|concentrate|focus|sleep) (?:\w+ )?(?:best"
        r"|better|more easily|faster) (?!that way|this way|now|then).+",
    ),
    (
        "prefers",
        r"(?P<v>[\w' -]{3,50}?) only for me$|(?:only|always|no|just) (?P<w>[\w' -]{3,50}) for me$",
    ),
    (
        "prefers",
        r"(?P<v>(?!i\b|we\b|it\b|he\b|she\b|they\b|you\b|go\b|run\b|iterate)(?!\w+ed\b)[\w-]+"
        r" (?:(?!\w+ed\b)[\w-]+ )?over [\w-]+(?: [\w-]+)?)$",
    ),
    (
        "prefers",
        r"(?P<v>(?!the\b|this|that).+) (?:suits?|works? (?:best|better) for) me (?:best|better|more"
        r"|fine)?.*than.*",
    ),
)
