"""English: how people say what is so of them and around them."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words
from seasoned.core.words_en import (
    ADV,
    AM,
    HABITS,
    HAVE,
    ILL,
    JOBLESS,
    KIN,
    NOT,
    NUMBER,
    OFTEN,
    OWN,
    PET,
    RUNS,
    STATE,
    STRONG,
    TASKLIKE,
    WE,
    WORKS,
)

FACTS: Final = (
    (
        "name",
        r"my (?:full |first |last |real |given |middle )?name(?:'s| is) (?!on\b|in\b|at\b|not\b"
        r"|missing|wrong|spel)(?P<v>\S+(?: \S+)?).*",
    ),
    ("name", r"(?:i'm|i am|i'm just) called (?P<v>\S+(?: \S+)?).*"),
    (
        "name",
        r"(?:i |and )?go by (?P<v>[\w-]+)$|(?:people|friends|everyone) calls? me"
        r" (?P<w>[\w-]+)$",
    ),
    (
        "name",
        r"(?:it's|its|it is|my name is spelled) (?P<v>[A-Z]?[\w-]+) (?:without|with an?"
        r"|spelled)"
        r" .*",
    ),
    ("name", r"(?P<v>(?-i:[A-Z][\w-]+)(?: (?-i:[A-Z][\w-]+))?) here$"),
    (
        "name",
        r"call me (?P<v>(?!back|later|when|if|crazy|old|a |an |stupid|paranoid|out|at |on "
        r"|tomorrow|names|weird|lazy)[\w-]+(?: (?-i:[A-Z][\w-]+))?)$",
    ),
    (
        "home",
        rf"(?:i|we) {ADV}(?:live|reside) {ADV}(?:together |alone |right |up |down |out "
        r"|way )?(?!in an? (?!\w* ?(?:small|tiny|big|old|new|flat|house|apartment|studio|city"
        r"|village"
        r"|town|country|cottage|bungalow|caravan|farm|shared|terraced|semi|detached|two|three"
        r"|one|ground"
        r"|loft|basement|suburb|rural|remote|mountain|rented|hou?seboat|boat|van|commune|block))"
        r"|in (?:my head|hope|fear|the office|the moment|the past|denial)|on (?:coffee|the"
        r" edge|instant"
        r"|pizza|noodles))(?P<v>(?:in|near|outside|on (?:the|an?|\d|(?-i:[A-Z]))|at|by|with"
        r"|just|close|alone|next|\d|above|here|off"
        r"|an? \S+ (?:from|outside))\b.*|together|alone)$",
    ),
    (
        "home",
        rf"(?:i'm|i am|im|we're|we are) {ADV}(?:living|based|located|settled|registered)"
        r" (?:in|near|outside|on|at) (?P<v>.+)",
    ),
    (
        "home",
        r"(?:i|we)(?:'ve| have|'d)? (?:just |recently |finally |only |now )?(?:moved"
        r"|relocated)"
        r" (?:back |away |over |house )?(?:from \S+ )?(?:to|into|in with|in together|up to|down to)"
        r" (?P<v>.+)",
    ),
    ("origin", rf"{AM}(?:from|born in|a native of) (?!scratch|the (?:same|future|past))(?P<v>.+)"),
    (
        "origin",
        r"i (?:come|originally come|was born|grew up|hail|was raised) (?:from|in|on) (?P<v>.+)",
    ),
    (
        "age",
        rf"{AM}(?P<v>{NUMBER}(?:[- ]\w+)?(?: years?[- ]old)?)(?: now| already| today)?(?=$|"
        r" and\b).*",
    ),
    ("age", rf"{AM}(?:a |an )?(?P<v>\d+)[- ]?(?:years?[- ]old|yo|y/o|m|f)\b.*"),
    ("age", rf"i (?:turn|turned|just turned|'ll be) (?P<v>{NUMBER})\b.*"),
    ("birthday", r"my (?:birthday|bday|birth date|date of birth)(?:'s| is|:)(?: on)? (?P<v>.+)"),
    ("birthday", r"i was born (?:on|in) (?P<v>\S*\d.*)"),
    (
        "height",
        rf"{AM}(?P<v>\d\S*(?: (?:m|cm|ft|feet|foot|metres|meters)\b)?.{{0,20}}(?:tall|high))",
    ),
    ("health", rf"{AM}(?:not |in fact )?(?:a |an |now )?{ILL}\b.*"),
    (
        "health",
        r"i(?:'ve| have)? (?:been )?(?:diagnosed with|suffer(?:ed)? from|got diagnosed with)"
        r" (?P<v>.+)",
    ),
    ("", rf"{AM}(?:not |no longer )?(?:a |an )?{STATE}\b.*"),
    (
        "studies",
        rf"(?:i'm|i am|im|we're) {ADV}(?:studying|learning|retraining|training (?:for|to|as)"
        r"|doing (?:a"
        r"|an"
        r"|my) (?:[\w-]+ ){0,2}(?:phd|masters?|degree|apprenticeship|doctorate|bachelors?|course)"
        r"|raising"
        r"|restoring|saving (?:up )?for|preparing for|recovering from|writing (?:a|my)"
        r" (?:novel|thesis|book"
        r"|phd|dissertation)|taking (?=(?:\w+ ){0,3}(?:class(?:es)?|lessons?|courses?|med\w+|pills"
        r"|antidepressants|insulin|\w+pril|statins?)\b)) ?(?P<v>.*)",
    ),
    ("job", rf"{AM}working (?:as|at|for|in|part|full|from home|night)\b.*"),
    (
        "",
        rf"{AM}(?:the|head of|chief|director of) (?!one\b|only one|same|worst"
        r"|problem)\S+.*",
    ),
    (
        "",
        rf"{AM}(?:not (?=an? (?:native|driver|coder|programmer|developer|beginner|cook|smoker"
        r"|drinker"
        r"|swimmer|member|student|citizen|reader|homeowner)\b))?(?:an?) "
        rf"(?!{JOBLESS})(?P<v>\S+.*)",
    ),
    (
        "",
        r"(?:i'm|i am|im) (?:still |now |also |currently )?on (?!it\b|my (?:way|phone|own"
        r"|lunch|break)|the (?:bus|train|way|phone"
        r"|fence|edge|road|go|move|plane|verge|page|line)|an? (?:train|bus|call|break|deadline"
        r"|budget|roll|mission|trip|plane|boat"
        r"|website|page|tight)|holiday|vacation|time|board|call|hold|top|track|page|step"
        r"|chapter|level|fire|and|lunch|edge|that|this"
        r"|about|your|leave|strike|day|part|question)(?P<v>.+)",
    ),
    ("", rf"(?:we're|we are) {ADV}(?:not )?(?:a |an )?{ILL}s?\b.*"),
    (
        "",
        rf"my (?:\w+ )?{KIN} and i (?:are|have|both|live|share|run|speak|work|own|cook|eat"
        r"|keep)\b.*",
    ),
    (
        "",
        rf"(?:we're|we are) (?:a|an|{NUMBER}(?! (?:\w+ )?(?:minutes|hours|days|late)\b)"
        rf"|both(?! (?:confused|stuck|tired|late|here|sure)\b)|all"
        rf"|married|vegan|vegetarian|based|on (?:a"
        r"|an)) .*",
    ),
    ("household", rf"there(?:'s| are| is) {ADV}{NUMBER} of us\b.*"),
    ("job", rf"{WE}(?:{WORKS}|freelance$|{RUNS})"),
    (
        "",
        r"(?:i|we)(?:'ve| have) (?!tried|been (?:trying|staring|looking|waiting|thinking)|had"
        r" (?:this|that|the) (?:problem|issue|error"
        r"|bug)|heard|seen|read|noticed|got)\w+ .*(?:for (?:the (?:last|past) )?(?:about |over"
        r" |almost |nearly )?"
        rf"(?:{NUMBER}|several|many|a few|some) (?:years|decades|months)|since (?:\d{{4}}|i was|my"
        r"|childhood|january|february|march|april|may|june|july|august|september|october|november"
        r"|december)).*",
    ),
    (
        "diet",
        r"(?:i|we)(?:'ve| have)? (?:recently |finally |just )?(?:stopped|quit|given up|gave up"
        r"|cut out|gone|went) (?:vegan|vegetarian|eating|drinking|smoking|sugar|alcohol|meat"
        r"|gluten|dairy"
        r"|caffeine|driving|using|flying|buying|coffee).*",
    ),
    (
        "",
        rf"(?:i|we) (?:really |just |actually |also |still )?{NOT} {ADV}(?:eat|drink|smoke|drive"
        r"|own|have (?!(?:an? |any )?(?:\w+ )?(?:reservation|booking|receipt|ticket|clue|key"
        r"|problem|question|idea|appointment|choice|code|file|chance|plan|signal)s?\b)(?:a|an"
        r"|any|kids|children|access|gluten|dairy)|speak|wear|work|fly|cook"
        r"|swim|tolerate"
        r"|digest|touch|take (?:milk|sugar|the)|hear|see (?:well|colou?r|red|out)|walk (?:far"
        r"|long|without)"
        r"|ride|read music|celebrate|vote|earn|use|watch|shop|buy|digest|lift|bend|kneel|climb"
        r"|run (?:any"
        r"|long)|live)\b(?! (?:it|this|that|these|you)\b).*",
    ),
    (
        "",
        rf"{HAVE}(?!(?:\S+\s){{0,4}}{TASKLIKE}\b)(?:an?|{NUMBER}|no|my own|our own|type|both"
        r"|several|asthma|diabetes|adhd|arthritis|allergies|migraines?|epilepsy|eczema"
        r"|insomnia|tinnitus"
        r"|anxiety|autism|dyslexia|hay ?fever|bad|weak|dry|oily|curly|sensitive|low|high|flat"
        r"|wide|narrow"
        r"|small|chronic|twins|kids|children|only)\b ?.*",
    ),
    ("", rf"(?:i|we) (?:\w+ly )?(?:{STRONG})$"),
    (
        "",
        rf"(?:i|we) {ADV}(?:travel|pay (?:rent|off|\w+ (?:for|a|in) )|save|learn|celebrate"
        r"|observe|struggle with|rely on|depend on|attend"
        r"|belong to|compete|perform|host|serve|mentor|tutor|identify|tend to|bruise|burn"
        r" easily|sweat|snore|stutter|stammer|pay rent"
        r"|follow|have breakfast|go to (?:the gym|church|mosque|school|college|uni|bed)|sit in"
        r"|stand all)\b(?! (?:that|how|this|it|to the|from"
        r" you)\b).*",
    ),
    (
        "health",
        r"(?:i|we) (?:\w+ly )?get (?:\w*(?: ?)sick|\w+ sick|\w+ (?:easily|quickly|often)"
        r"|migraines?|hay"
        r" ?fever|hives|heartburn|cramps|panic attacks"
        r"|nosebleeds|vertigo|rashes|sunburnt|out of breath)\b.*",
    ),
    (
        "",
        rf"{AM}(?:not )?(?:any )?(?:bad|terrible|rubbish|useless|hopeless|good|great|decent"
        r"|awful|clumsy|rusty|slow|better|comfortable|happier"
        r"|no good|more comfortable|quick) (?:at|with|in) (?!it\b|this|that|you).+",
    ),
    (
        "",
        rf"(?:i |we |just |have )?got (?:{NUMBER}|an?) (?:\w+ ){{0,2}}?(?:{PET}|{KIN}"
        r"|balcony|garden|allotment|greenhouse|car|dishwasher)(?=$|,| (?:and|or|who|that"
        r"|called|named|with|at)\b).*",
    ),
    (
        "",
        r"my (?:\w+ )?(?:band|team|club|choir|orchestra|company|employer|shop|school|firm"
        r"|department|startup|class|farm|garden|flat|house)"
        r" (?!thinks|wants|says|needs|keeps|crashes|has (?:asked|told))\w+s .+",
    ),
    (
        "",
        r"my (?:\w+ ){1,3}and i (?!need|want|are (?:going|looking|trying|planning)|were|had"
        r"|went|can|would)\w+ .+",
    ),
    ("name", r"(?:i'm|i am) (?P<v>(?-i:[A-Z][a-zéèáíóüöä]+))$"),
    (
        "",
        r"(?:i|we) (?:usually|normally|mostly|typically|generally|rarely|hardly ever|regularly"
        r"|always|never|only|mainly) (?!get\b|got|have\b"
        r"|had|thought|think|want|feel|see|end up|wonder|seem|need|try|tried|mean|meant|say"
        r"|said|heard|forget|forgot|knew|know|found|find|ask"
        r"|asked|did|do (?:this|that|it)|was|were|like|love|hate|prefer|enjoy|wish|believed?"
        r"|expected|learned|saw|met|noticed|noticed|went|came"
        r"|made|took|remember|understand|understood|lose|lost|worry|assumed?|received?|used to"
        r"|can|could|thought)\w+ (?!this|that|it\b|these"
        r"|you\b|error).+",
    ),
    (
        "",
        rf"(?:i|we) {ADV}{HABITS}\b(?! (?:this|that|it|these|my (?:test|script|code))\b)"
        rf".{{0,120}}?\b{OFTEN}\b.*",
    ),
    (
        "",
        r"(?:i|we) (?:always|usually|mostly|only|normally|generally|never|mainly|exclusively)"
        rf" {ADV}"
        rf"{HABITS} (?!this|that|it\b|these|you).+",
    ),
    (
        "tools",
        r"(?:we|i) (?:\w+ly )?(?:use|write (?:everything|all|most\w*)|code in|deploy|develop"
        r"|program in|build with|host|edit|shoot with|record with|teach with|train with|cook"
        r" with|cook on)"
        r" (?!this\b|that\b|it\b|the (?:code|function|command|following|same|above|second"
        r"|first)\b|your\b"
        r"|these\b|to\b|the \w+ you\b|you)(?P<v>.+)",
    ),
    (
        "",
        rf"(?:my|our) (?:\w+ ){{0,2}}?(?:{PET}|{KIN}|horse|car|boat|bike|van|house)(?:'s| is"
        r"|s are"
        r"| are)? (?:called|named) (?P<v>.+)",
    ),
    (
        "",
        rf"(?:my|our) (?:\w+ ){{0,2}}?(?:{PET}|{KIN})(?:'s|s'|s) names?(?:'s| is| are)"
        r" (?P<v>.+)",
    ),
    (
        "",
        rf"(?:my|our) (?:\w+ ){{0,2}}?{PET}(?: \w+)? (?:is|are|has|have|was|weighs|eats|won't"
        r"|only"
        r"|can't|hates|loves|sleeps) (?:(?:not )?(?:\d|an? |allergic|scared|afraid|diabetic|blind"
        r"|deaf"
        rf"|{NUMBER}\b|type|arthritis|epilepsy|born|neutered|spayed|overweight)).*",
    ),
    (
        "",
        rf"(?:my|our|the) (?:\w+ ){{0,2}}?(?:{KIN}|{PET})(?:'s| is| are| turns| just turned)"
        rf" (?P<v>(?:almost |nearly )?{NUMBER})(?: (?:years|months|weeks)(?: old)?)?(?: now)?$",
    ),
    ("", r"the (?:cat|dog|puppy|kitten|horse|rabbit|parrot|baby)(?:'s| is) (?P<v>\d+)\b.*"),
    (
        "",
        rf"(?:my|our) (?:\w+ ){{0,2}}?{OWN}(?:'s| is| are| has| runs| uses) (?:now |currently "
        r"|about"
        r" |only |actually |all |still |really )?(?!broken|not working|down|slow|dead|acting|making"
        r"|getting|giving|being|so\b|too\b|missing|gone|wrong|failing|empty|frozen|stuck|crash\w*"
        r"|hot"
        r"|on fire|offline|online again|full|dirty|a mess|at the|in the (?:shop|garage)|killing"
        r"|driving)(?P<v>\S.*)",
    ),
    (
        "",
        r"(?:my|our) (?:\w+ ){0,3}?\w+(?:'s| is| are) (?:written|built|hosted|deployed|made|heated"
        r"|based|insulated|covered|furnished) (?:in|on|with|at|of|by) .*",
    ),
    ("", rf"my (?:\w+ )?{Words('left right lower bad')} (?:\w+ )(?:is|has) .*"),
    (
        "",
        r"(?:runs?|running|sits|it's|that's) on my (?:own )?(?:machine|laptop|computer|pc"
        r"|server|mac)"
        r".*",
    ),
    (
        "",
        r"as an? (?!(?:\S+ )?(?:result|rule|side|bonus|kid|child|teenager|whole|matter|last"
        r"|first|starter"
        r"|start|present|gift|consequence|reminder|test|joke|favou?r|treat|snack|base"
        r"|reference|example)\b)"
        r"(?P<v>[\w -]{3,40}?)(?:$| (?=i\b)).*",
    ),
    (
        "",
        r"(?:my|our) (?!(?:\w+ )?(?:budget|deadline|flight|train|bill|order|code|balance|ping|score"
        r"|result|answer|essay|text|paper|story|presentation|talk|video|file|report|error"
        r"|version|neighbou?r|boss|colleague|landlord|landlady|friend|mate|battery|phone|nitrates?"
        r"|temperature|percentage|seat|ticket|appointment|exam"
        r"|meeting|guess|question)\b)"
        r"(?:[\w-]+ ){1,4}(?:is|are|was|'s) (?:about |around |at |roughly |usually"
        r" )*(?P<v>\d\S*.*)",
    ),
    (
        "child",
        rf"(?:my|our) (?:\w+ ){{0,2}}?{KIN} (?:is|are|goes|go) (?:in|at|to) (?:year|grade|primary"
        r"|secondary|kindergarten|school|nursery|uni|university|reception|the \w+ (?:grade"
        r"|year)).*",
    ),
    (
        "diet",
        r"(?:i|we) (?:really )?(?:can't|cannot|can not|shouldn't|mustn't) (?:have|take|do|handle)"
        r" (?!it\b|this|that|you|everything|both|the\b|without|anything|a (?:look|break)"
        r"|more\b)(?P<v>.+)",
    ),
    (
        "",
        r"(?:i|we) can (?:read|play|cook|swim|drive|speak|code|sing|sew|knit|ski|dance|ride"
        r"|type|juggle"
        r"|understand) (?!it\b|this|that|you|the\b).+",
    ),
    ("pet", rf"(?:i|we) keep (?:{PET}|bees|poultry|sheep|pigs|koi|reptiles|pigeons)\b.*"),
    (
        "language",
        r"i read (?:\w+ish|german|french|italian|japanese|chinese|russian|arabic|latin"
        r"|greek)\b.*",
    ),
    ("experience", r"i (?:come from|bring|have) (?:\d+|\w+) years of .*"),
    ("experience", r"\S+(?:'s| is) not my (?:first|native) language.*"),
)
PAST: Final = (
    ("job", r"i used to (?:work|teach|run|be an?|study) (?P<v>.+)"),
    ("home", r"(?:i|we) used to live (?:in|near|on|at) (?P<v>.+)"),
)
