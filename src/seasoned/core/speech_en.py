"""English: what to read in a sentence, what to leave out, and how lasting requests sound."""

from __future__ import annotations

from typing import Final

from seasoned.core import fragments_en as fragments
from seasoned.core import lives_en as lives
from seasoned.core import shapes_en as shapes
from seasoned.core import turns_en as turns
from seasoned.core.habits_en import HABITS
from seasoned.core.speech import Pattern, Speech, Words
from seasoned.core.statements_en import FACTS, PAST
from seasoned.core.tastes_en import PREFERENCES

_SPOKEN: Final = (
    r"(?:answer|repl(?:y|ies)|response|explanation|summar(?:y|ies)|message|email|text)s?"
)
_DO: Final = Words(
    "add address answer ask assume avoid begin call check cite convert count cut default describe",
    "do",
    r"don't(?!\s(?:like|think|know|have|want|understand|need|mind|see|get|remember|really))",
    "dont do_not drop end explain expand finish follow format give go highlight include keep",
    "label leave let limit link list make mark mention name number offer omit order point prefer",
    "present put quote recommend refer remind reply report respond round say send show skip sort",
    "speak",
    "spell split start state stay stick stop suggest summari[sz]e switch talk tell translate treat",
    "use",
    "correct quiz test send propose proofread attach emphasi[sz]e round sum teach challenge push",
    "encourage praise",
    "greet shorten drop wait warn write round_up spare consider sign note separate bold indent",
    "structure",
    "review check verify test run compare double-check rewrite summari[sz]e refactor",
    "fix ignore pick choose focus search look phrase provide plan lead open close be get base quit"
    " stop hold",
)
_DOING: Final = Words(
    "live work love hate like prefer have play drive speak am can't don't own teach study use wear",
    "eat drink sing write cook bake commute suffer collect volunteer sleep spend haven't never",
    "always usually run",
)
ENGLISH: Final = Speech(
    name="en",
    gate=Pattern(
        r"\b(?:i|i'm|im|i've|i'd|my|me|we|we're|our|us|mine|please|pls|always|never|from now"
        r"|stop|keep|got|not|your|each|for all|answers?"
        r"|going forward|fan of|don't|here|whenever|every|nothing|prefer|in future|call|no more"
        r"|any day|when|if you|want|remember|ever|all the way|for the win|over|same here)\b"
    ),
    joint=Pattern(
        r"(?<!wife)(?<! dad)(?<! mum)(?<!"
        r" mom)(?<!mother)(?<!father)(?<!sister)(?<!flatmate)(?<!family)"
        r"(?<!cousin)(?<!husband)(?<!partner)(?<!friend)(?<!brother)(?<!sister)(?<!kids)(?<!son)(?<!daughter)"
        r""
        r"\s+(?=(?!since i was)(?:and|&|but|so|because|since|though|although|cause|cos|bc|yet"
        r"|whereas|which is why|plus)"
        r"\s+(?:also\s+|now\s+|please\s+|pls\s+|then\s+)?(?:i|i'm|im|i've|i'd|my|we|we're|our"
        r"|please|pls"
        r"|don't|stop|never|always|what|how|which|where|can|could|is|are|do|does|would|he's"
        r"|she's|it's"
        r"|they're|he|she|it|they|you)\b)"
        r"|(?<!(?:like|love|hate) it)\s+(?=(?:what|how|which|where|who|why|when|can|could|should"
        r"|any|is there|are there"
        r"|do you)"
        r"\s+(?:can|could|should|do|does|is|are|would|will|i|you|we|much|many|tips|ideas"
        r"|suggestions"
        r"|advice|recommendations|else|kind|sort)\b)"
        r"|\s+(?=by the way\b|btw\b|fyi\b)"
        rf"|\s+(?=(?:and|but)\s+(?:also |now |usually |mostly |only |never )?{_DOING}\s+\w)"
    ),
    lead=Pattern(
        r"(?:(?:dear [a-z]{2,20}|since you ask|as you know|like i said|one (?:more )?thing|dear"
        r"|well|so|oh|ok|okay|hi|hey"
        r"|hello|hiya|also|and|but|btw"
        r"|by the way|fyi|actually"
        r"|honestly"
        r"|frankly|to be (?:honest|fair|clear)|tbh|for the record|for (?:context|reference"
        r"|background"
        r"|future reference)|for info|just so you know|no(?=,| no\b| i\b| we\b| we're| my\b| i'm)"
        r"|nope|yes|yeah|yep"
        r"|nah|sorry|as i said|you know"
        r"|look|listen|in general|generally|personally|because|cause|cos|since|though|although|now"
        r"|that said|anyway|apparently|obviously|of course|in fact|plus|then|right|correction"
        r"|thing is"
        r"|the thing is|truth is|fun fact|full disclosure|confession|note|bear in mind|note"
        r" that|thanks"
        r"|please (?:remember|note)(?: that)?|remember(?: that)?|keep in mind(?: that)?|you"
        r" should know"
        r"(?: that)?|if it helps|if that helps|if it matters|given that|at (?:home|work)|these days"
        r"|nowadays|in my (?:free|spare) time|for work|on the side|in winter|in summer|most (?:days"
        r"|mornings|evenings|weekends)|every (?:morning|evening|day|night|week|weekend|summer"
        r"|winter|year"
        r"|sunday|saturday|friday|monday|tuesday|wednesday|thursday)|on (?:sun|mon|tues|wednes"
        r"|thurs|fri"
        r"|satur|week)(?:day|end)s|for me|same here|me too|hm+|umm?|ugh"
        r"|lol|haha|unfortunately|luckily|sadly|i should (?:add|say|mention)(?: that)?|i meant?"
        r"|i guess"
        r"|i have to (?:say|admit)(?: that)?|i must (?:say|admit)(?: that)?|turns out|due to|like"
        r"|when it comes to [\w -]{2,30})\b[\s,:!-]*){1,5}"
    ),
    asks=Pattern(
        r"(?:what|how|which|where|who|whose|why|when (?:should|do|does|is|are|can|will)|can"
        r"|could|should"
        r"|shall|do|does|did|is|are|am|was|were|would|will|have you|has|any|is there|anyone|may)\b"
        r"(?!'t\b(?! (?:i|you|we|it|he|she|they|the|this|that)\b))(?! not\b)(?! me\b)"
        r"(?! (?:i|we) (?:really |most )?(?:love|like|hate|prefer|enjoy|want|can't stand)\b.* (?:is"
        r"|are)\b)"
    ),
    supposes=Pattern(
        r"\b(?:if (?!(?:it|that) (?:helps|matters)|you need|possible|i (?:ask|paste|send|give"
        r"|share|say"
        r"|post|mention|write|don't (?:ask|say)))|suppose|supposing|imagine|what if|let's say"
        r"|lets say"
        r"|assuming|assume i|hypothetically|pretend|as if"
        r"|(?<!should )(?<!must )(?<!would )(?<!to )say i|had i|were i|in my dreams?|i"
        r" wish|i dreamt"
        r"|i dreamed|someday|one day|in theory|theoretically|would i|i would be|i'd be|i could be"
        r"|(?:in|of|for) (?:my|our|the|this) (?:novel|story|script|screenplay|comic|play|musical"
        r"|campaign"
        r"|game|film)"
        r"|my (?:\w+ )?(?:character|protagonist|heroine?|villain)|in another life|when i grow up"
        r"|if only)\b"
    ),
    unsure=Pattern(
        r"\b(?:might|maybe|perhaps|possibly|considering|thinking (?:of|about)|not sure|unsure"
        r"|can't decide"
        r"|cannot decide|undecided|torn between|wondering|i wonder|i doubt|toying with|tempted to"
        r"|on the fence|no idea (?:yet|if|whether)|haven't decided|contemplating|debating"
        r"|whether (?:i|to)"
        r"|probably|planning (?:to|on)|hoping to|i hope|would like to (?:become|move|learn|be)"
        r"|i think i(?:'m|'ll| am| might| may)|i may|could end up)\b"
    ),
    passing=Pattern(
        r"\b(?:in an? (?:loop|list|dict|array|tuple|thread|variable)|in the game|every (?:minute"
        r"|second)|at \d+ ?percent|today|tonight|tomorrow|yesterday|right now|at the moment|for now"
        r"|this time|just this once"
        r"|just once|this once|(?:this|next|over the) (?:week|weekend|month|morning|afternoon"
        r"|evening|one"
        r"|summer|winter|autumn|spring|trip|monday|tuesday|wednesday|thursday|friday|saturday"
        r"|sunday)"
        r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (?:mornings|evenings|nights"
        r"|afternoons))"
        r"|(?:just |only )?(?:for|in) (?:this|that|today's) (?:\w+ )?(?:one|answer|reply"
        r"|function|example|file"
        r"|task|email|message|chat|question|time|text|case|exercise|occasion)|(?:in|for|with"
        r"|of|on) (?:this|that|these) (?!chat\b|conversation\b|way\b|house\b|home\b|household\b"
        r"|family\b|kitchen\b)\w+|(?:until|till|til)\b(?! \d{4}|forever|\w+ (?:says?|tells?|said"
        r"|say))"
        r"|by (?:mon|tues"
        r"|wednes|thurs|fri|satur|sun)day|for (?:a|the|one|two|three|the next|a few|\d+)"
        r" (?:\w+ )?(?:days?"
        r"|weeks?|hours?|minutes?|nights?|weekend)|(?:for|over|at) (?:christmas|easter|xmas"
        r"|the holidays|new year|thanksgiving)(?! every)"
        r"|on (?:holiday|vacation|a trip|a business"
        r" trip)|visiting"
        r"|staying|temporarily|currently (?:in|at|on) (?:a|an|the)|last night|in (?:\d+|ten"
        r"|five|two) (?:minutes"
        r"|hours|days)|later (?:today|on)|just now|so far|meantime|since (?:(?:this )?morning"
        r"|yesterday|lunch|monday|last night)|answer this|at (?:the"
        r" )?(?:airport|station"
        r"|hospital|gate))\b"
    ),
    reports=Pattern(
        r"\b(?<!')(?:(?:he|she|they|someone|somebody|who|people|everyone|everybody|\w+) (?:always "
        r"|just |keeps? |once"
        r" |never )?(?:says?|said|saying|told (?:me|us)|tells (?:me|us)|goes|wrote|writes|writing"
        r"|asks|asked"
        r"|claims?|claimed"
        r"|thinks|insists?|insisted|replied|complains|swears|texted|yelled|shouted)|(?:they|people"
        r"|some|everyone|experts|doctors|critics|friends) (?:always )?say|was like"
        r"|is like|"
        r"according to|quote|lyrics?|the song|proverb|slogan"
        r"|motto)\b(?<!i said)(?<!i say)(?<!should say)(?<!must say)(?<!would say)(?<!to say)"
    ),
    told=Pattern(
        r"(?:please |pls |just )?(?:remember|note|keep in mind|bear in mind|for (?:future"
        r" )?reference|fyi"
        r"|for the record|just so you know|for context|for background|don't forget|you should"
        r" know|make a"
        r" note|context|save this|about me|background|some background|to give you (?:some )?context"
        r"|a (?:bit|little) about me|my situation|in case it matters|worth knowing|good to"
        r" know|by the way"
        r"|btw|so you know)\b"
    ),
    stands=Pattern(
        r"\b(?:from (?:now|here|this point|today) on(?:wards?)?|going forward|moving forward"
        r"|in (?:the )?future"
        r"|henceforth|always|never|(?:every|each|any) (?:single )?time|whenever|at all times"
        r"|by default|as a"
        r" (?:general )?(?:rule|default)|in general|generally|any ?more|unless i (?:ask|say"
        r"|tell|request)"
        rf"|in (?:all|every|each|any) (?:\w+ )?(?:of )?(?:your )?(?:\w+ )?{_SPOKEN}|with me\b"
        r"|(?:all|every) (?:of"
        rf" )?your (?:\w+ )?{_SPOKEN}|until further notice|permanently|forever|for ever|for"
        r" good|for all|every"
        r" (?:\w+ )?(?:claim|statement|fact|number|figure|step|price|quote|suggestion|snippet"
        r"|recipe|example|answer|reply|list|plan|itinerary|table|time you)|you keep|again|ever"
        r"|when talking to"
        r" me|goes for everything|when you (?:answer|write|reply|explain|give|suggest|recommend"
        r"|send|talk|show"
        r"|list)|(?:talk|speak|write|reply) to me\b"
        r"|as standard|across (?:all )?(?:our )?chats|consistently|each)\b"
    ),
    rule=Pattern(
        r"(?:and )?(?:that's|thats|this is|it's|make (?:that|this|it)|treat (?:that|this|it)"
        r" as|consider (?:that"
        r"|this|it)|take (?:that|this|it) as)(?: just)? (?:a |an |my |the |your )?(?:\w+"
        r" )?(?:rule|default|standing"
        r"|general|permanent|for all|standard|how i (?:want|like)|policy|always)\b|(?:please"
        r" )?(?:always|every time"
        r"|remember (?:that|this)|keep that in mind|(?:i mean )?in general|(?:i mean )?always"
        r"|permanently|don't forget|ever"
        r"|full stop"
        r"|(?:i mean )?for good|now and in future|(?:i mean )?not just (?:for |in )?(?:this|here"
        r"|now|today)"
        r".*|(?:that )?goes for (?:everything|all).*)(?:"
        r" please)?[.!]?$"
    ),
    opens=Pattern(
        rf"{turns.OPENS}|"
        r"(?:from (?:now|here|this point|today) on(?:wards?)?|going forward|moving forward|in"
        r" (?:the )?future(?! (?:years|decades|generations))"
        r"|for (?:the )?future(?! ref)(?: (?:chats|answers))?|henceforth|as a (?:general"
        r" )?rule|by default|(?:new |general"
        r" |standing |house |one )?rules?(?: for (?:all|future|our) \w+)?:|standing (?:order"
        r"|instruction|request)s?)"
        r"(?:\b|(?<=:))[,:]?\s*(?!(?:i(?! (?:want|need|like|expect|prefer)\b)|i'm|i'll|my|we|we're"
        r"|he"
        r"|she|they|will|it|there|(?:the|all) (?:\w+ )?\w+ (?:is|are|was|will|has|have|goes|go|get"
        r"|gets))\b)\S"
        r"|for (?:all|every|any) (?:\w+ ){0,2}(?:chats?|conversations?|answers?|messages?|replies"
        r"|sessions?|questions?)[,:]"
    ),
    orders=Pattern(
        r"(?:please |pls |just |kindly |so |then |and |also |always |never |only |first |simply )*"
        r"(?:(?:assume"
        rf"|remember|consider)\b|{_DO}\b(?! i\b| you\b| we\b)|(?:can"
        r"|could|would|will|won't) you\b(?= \w)|i(?:'d| would)? (?:always |really |just |only"
        r" )?(?:want|need|like|expect|ask"
        r"|prefer) (?:you (?:to|not)|that you|(?:all |the |my )?(?:your )?(?:answers|replies"
        r"|recipes|sources"
        r"|explanations|examples|code|dates|prices|distances|summaries))|(?:you|u) (?:should"
        r"|must|need to|have to"
        r"|can (?:always|stop|skip|drop|leave|be)|shouldn't|needn't|may)|make sure|(?:short|simple"
        r"|plain|brief|long|full|formal|casual|clear|neutral|small) (?:words"
        r"|sentences|answers|replies|paragraphs|explanations|steps|lists)|no (?:more )"
        r"|never (?!ha[vsd]|been\b|\w+ing\b|(?!miss|guess|use|dis|cross|express|address|focus"
        r"|assess)\w+s\b|mind|again|heard|seen|been|thought|knew|did|had|was|got|ever|before"
        r"|in |really|a |the |once|say|happened|works?|liked?)[a-z]+(?<!ed) .{4,}|(?!(?:so|then"
        r"|also|just|please|pls|kindly|only|first|i|we|you|he|she|it|they|there|this|that|these"
        r"|those|my|our|the|an?|is"
        r"|are|was|were|do|does|did|have|had|can|could|will|would|should|may|might|must|what|how"
        r"|why|who|where|when|which|if|as|in|on|at|for|from|with|and|but|or|because|since|not"
        r"|never|always|than|got|like|love|hate|nobody|everyone|everybody|people|mum|dad|prefer)\b)"
        r"[a-z]{2,}(?<!s)(?<!ed)(?<!ing)(?<!ly) (?:the|my|your|me|all|any|every|each|them)\b"
        r"|(?:always"
        rf"|never) (?:{_DO}\b|[\w-]+ (?:me|my|your|the)\b)|no need)"
    ),
    standing_orders=Pattern(
        rf"{turns.ORDERS}|"
        r"(?:please |pls |just |so |and |also |could you |can you |would you |will you"
        r" )*(?:(?:stop|quit) \w+ing\b"
        r"(?! (?:this|that|it) (?:file|line|loop))|no more (?!questions?\b|thanks|ideas?\b"
        r"|time\b|problems?\b|errors?\b|luck)\w+|(?:don't|dont|do not|never) (?:ever )?(?:\w+"
        r" me|use|call"
        r"|give me|send me|start|end|add|include|apologi[sz]e|repeat|suggest|recommend|assume"
        r"|mention|explain|show me"
        r"|ask me|tell me|sugar-?coat|waffle|lecture|moralize)\b(?! (?:this|that|it|the second"
        r"|the first|worry)\b)"
        r"|(?:write|give|show|use|put|format|quote|state) (?:me |all |any |every |the "
        r"|your )*(?:dates"
        r"|prices|times|distances|temperatures|weights|units|amounts|measurements|currencies)\b"
        r"(?! (?:of|for|from|on|below|above|column|to|you|as a)\b)"
        r"|(?:a bit |slightly )?(?:less|fewer|more|enough) (?:of the |of your "
        r"|with the )?\w+ .{0,40}\b"
        r"(?:from now on|in future|going forward|always|generally)\b"
        rf"|keep (?:your|all|the|every|any) (?:\w+ )?{_SPOKEN}|(?:please )?remember to (?!call|buy"
        r"|pick|send|email|ask|tell)\w+"
        r"|(?:write|keep|use|put) (?!this|that|it\b|the\b|a\b|an\b|me\b"
        r"|my\b)[\w -]{2,40} in (?:british"
        r" |american |plain |simple )?(?:english|german|french|spanish|italian|dutch|polish"
        r"|portuguese)\b"
        r"|keep it (?:short|brief|simple"
        r"|casual|formal|concise)"
        r" (?:with|when|in)|i want (?:\w+ ){0,2}(?:criticism|feedback|honesty|directness"
        r"|straight answers|facts|explanations)\b(?! (?:on|about|for|of) (?:this|my|the))"
        r"|address me|treat me|talk to me|(?:whenever|every time|each time)"
        r" (?:i|you) .{3,80}\b(?:just|please|always|never|give|tell|add|use|show|include|make"
        r"|keep|skip)\b|(?:when|if) (?:i|you) .{3,60} always \w+|refer to me|(?:answer|reply"
        r"|respond|talk|speak|write)"
        r" (?:to )?me (?:in|with|like"
        r"|as|using|only)|explain (?:things|everything|stuff)|remind me (?:every|each|always)"
        r"|no (?:emojis?|bullets?"
        r"|bullet points|tables|jargon|small talk|disclaimers?|apologies|exclamation|markdown"
        r"|spoilers|preamble|intros?"
        r"|filler|flattery|lectures?|moralizing|hedging|abbreviations)\b)"
        r"|(?:please |just )?(?:drop|skip|lose|leave out|cut|cut out|ditch|spare me|avoid"
        r"|omit) (?:the |all |your |any )*(?:emojis?|exclamation (?:marks?|points?)|intros?"
        r"|introductions?|jargon|tables?|bullet ?points?|bullets|small talk|greetings?"
        r"|disclaimers?|preambles?|apologies|flattery|compliments|filler|buzzwords"
        r"|pleasantries|headings?|headers|footnotes|hedging|sign-?offs?|caveats|lecture"
        r"|lectures|slang|markdown|bold|hashtags|summary at the end)\b"
        r"|it (?:really )?helps(?: me)?,? (?:when|if) you\b"
        r"|(?!i\b|i'm|we\b|you\b|he\b|she\b|it\b|they\b|my\b|thanks|yes|no\b|as\b|same"
        r"|sorry)[^,?]{3,60}, (?:please |and )?(?:always|every time)$"
        rf"|i (?:want|need|like|expect|prefer) (?:all )?(?:your|my) (?:\w+ )?{_SPOKEN}"
    ),
    conditions=Pattern(
        r"(?:when(?:ever)?|every time|each time|any time|if|once|after|before) (?:i|you)"
        r" (?:ask|paste|send|give|share|say"
        r"|post|mention|write|request|show|describe|upload|suggest|recommend|quote|list|answer"
        r"|get \w+ wrong|make a"
        r"|explain|plan|don't|reply"
        r"|translate|tell|propose|cite|use|need)\b|(?:if|when(?:ever)?) (?:you're|you are"
        r"|you) (?:not sure|unsure|uncertain|guessing|don't know|are"
        r" wrong)|for (?:all |any |every )?(?:recipes|code"
        r"|translations|directions|dates"
        r"|prices|summaries|lists|workouts|books|films|trips|hikes)\b|in (?:recipes|code"
        r"|translations|lists|summaries)\b"
    ),
    own=Pattern(
        r"(?:i|i'm|im|i've|my|we|we're|we've|our)\b(?! (?:need|want|wanted|have to|must|would"
        r"|will|was|had"
        r"|tried|asked|think|thought|guess|was|were|did|got|am (?:looking|trying|going|about"
        r"|sorry|sure|not sure"
        r"|writing|getting|wondering|working on)|looking|trying|going|about|sorry|sure|not"
        r" sure|writing|getting"
        r"|wondering|working on|just|saw|heard|read|hope|can you|could|should)\b)(?!'(?:ll|d)\b)"
    ),
    facts=(*FACTS, *shapes.FACTS, *lives.FACTS, *turns.FACTS),
    preferences=(*PREFERENCES, *shapes.PREFERENCES, *lives.PREFERENCES, *turns.PREFERENCES),
    past=(*PAST, *shapes.PAST),
    ended=Pattern(shapes.ENDED),
    negated=Pattern(shapes.NEGATED),
    missing=fragments.MISSING,
    fragments=fragments.FRAGMENTS,
    within=fragments.WITHIN,
    habits=HABITS,
    trouble=Pattern(
        r"\b(?:why|errors?|fails?|failed|crash\w*|broken|bug|doesn't|does not|won't|isn't working"
        r"|not working|stuck|nothing happens|goes wrong|exception|how long until|how many|how much"
        r" (?:is|are|do i|does)|what happens|what do i do|what now|what should i do|keeps"
        r"|stops|leaks)\b"
    ),
    denies=Pattern(
        r"(?:(?:i'm|i am|im|we're|it's|it is)\b.{0,12}\bnot\b|(?:i|we) (?:don't|do not"
        r"|didn't)\b|not\b).*"
    ),
    adds=Pattern(
        r"(?:not|but not|rather than|no longer|instead of|and not|except|unless|only)\b.*"
        r"|(?:mostly|mainly|especially|about|around"
        r"|roughly|at least|at most|from|without|\d|since (?!i\b|we\b|my\b|it\b|you\b|the\b))"
        r"\b.{0,40}$"
    ),
    others=Pattern(
        r"i speak (?:from|for) |(?:i|we)(?:'re| are|'m)? (?:fly(?:ing)?|go(?:ing)?|travel(?:ling)?"
        r"|sail(?:ing)?|leav(?:e|ing)|head(?:ing)?|tak(?:e|ing) the)\b.*\b(?:in|on|next|early"
        r"|late) (?:jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat"
        r"|sun)\w*$|(?:i|we) (?:run into|run out)\b|.*\bany \w+ left$|i(?:'m| am) the"
        r" (?:first|second|third|last|next) (?:in|one|person)\b|(?:i|we) no longer \w+ there\b"
        r"|i play"
        r" (?:devil's|dumb|along)|.*\bthe (?:wrong|same) (?:button|one|error|line|file|result"
        r"|thing|sentence|mistake|page)\b"
        r"|.*\byour (?:plan|idea|version|answer|suggestion|draft|last|second|first)\b"
        r"|i (?:run the risk|only"
        r" hear|use (?:variable|option|version|formula)|take the)\b|.*\bin the oven$|i(?:'m"
        r"| am) (?:all ears|no expert|out of)"
    ),
    apposed=Pattern(
        r"(?:an? )?(?!my\b|thanks|nice|good|and\b|but\b|so\b|not\b|please"
        r"|no\b)[a-z][\w -]{3,40}$"
    ),
    ironic=Pattern(
        r"(?:^|[\s,.!])(?:(?:sure|yes|yeah|right|of course|great|wow|oh),? (?:because )?(?:i|we)"
        r" (?:just |really |totally |absolutely |so |simply |always )+(?:love|adore|enjoy|live)"
        r"|(?:love|adore|enjoy)s? (?:waiting|standing in|being (?:ignored|yelled|told|woken|kept)"
        r"|sitting in traffic|paying|filling in|losing|missing|spending hours|getting (?:soaked"
        r"|lost"
        r"|up at)|stepping on|queu\w+|rebooting|when (?:it|the|my) \w+ (?:breaks|crashes|dies))"
        r"|(?:brilliant|wonderful|marvellous|perfect|fantastic|lovely),? (?:i|another|just|we)\b"
        r"|(?:yes|yep|yeah|sure|of course),? i'?a?m .{2,60}, (?:that's|which is"
        r"|hence) (?:exactly )?why"
        r"|haha\W*$|from the future|your (?:biggest|number one)"
        r"|oh (?:sure|yeah|great|joy|yes)|yeah right|sure sure|yeah sure|living"
        r" the dream|/s\b|because that"
        r"'s (?:what|exactly)|lucky me|how lovely|just what i needed|what could go wrong|best"
        r" (?:day|thing) ever|bliss|oh,? (?:i|we) (?:just |really |simply )*(?:adore|love|enjoy)"
        r"|truly my \w+|my (?:one )?true (?:passion|calling)|(?:basically|practically|virtually)"
        r" (?:married|living|an? )|pure spite|at this point\W*$|who needs \w+, i say"
        r"|my favou?rite hobby|(?:totally|obviously|clearly|definitely"
        r"|such) an? [^.!?]{3,60}, (?:that's"
        r"|which is|hence) (?:exactly )?why|obviously i (?:love|adore)|who doesn't)|(?-i:\b(?:LOVE"
        r"|ADORE|SO"
        r"|LIVE)\b)"
    ),
)
