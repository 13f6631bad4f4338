"""English: how people say what they are, what they like and how they want to be answered."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Pattern, Speech, rules, words

_ADV: Final = (
    r"(?:(?:really|also|still|just|actually|absolutely|mostly|usually|normally|generally|always"
    r"|often|only|currently|now|mainly|personally|honestly|kind of|kinda|sort of|rather|quite|both"
    r"|all|already|simply|definitely|totally|particularly|especially|typically|regularly|primarily"
    r"|strongly|much|never|sometimes|occasionally|mildly|severely|slightly|very|fairly|pretty"
    r"|originally|partly|truly|genuinely|seriously|do|exclusively|almost|basically)\s+){0,3}"
)
_AM: Final = r"(?:i'm|i am|im)\s+" + _ADV
_I: Final = r"(?:i|we)\s+" + _ADV
_HAVE: Final = r"(?:i|we)(?:'ve got|'ve| have got| have| got| own| keep| also have| only have)\s+"
_NOT: Final = r"(?:do not|don't|dont|cannot|can't|cant|can not|won't|never|no longer|hardly|rarely)"
_NUMBER: Final = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|sixty)"
)
# What "it" is cannot be told from the clause alone, and "the second one" is a draft.
_VAGUE: Final = (
    r"(?:it|this|that|these|those|them|to think|him|her|you|your|yours|u|how|what|where|when|why|if|both"
    r"|either|one|to (?:know|see|hear|ask|understand|get|have|make|add|create|be able|say|thank|use"
    r"|find|change|try|start|do)|(?:the|a|an|option|version|variant|number|my|our)\s+"
    r"(?:\S+\s+){0,2}(?:one|ones|version|option|variant|draft|idea|suggestion|answer|approach"
    r"|proposal|result|solution|way you|title|wording|[a-d1-4])|option|version|variant|everything"
    r"|all of|being woken|getting (?:up|woken|stuck)|my life|the fact|seeing how|nothing more)\b"
)
_PET: Final = words(
    "cat dog puppy kitten parrot budgie rabbit bunny hamster horse pony tortoise turtle goldfish",
    "fish snake gecko lizard bird hen hens chickens goat donkey ferret rat guinea_pig pet hound",
    "terrier poodle labrador cats dogs rabbits tomcat foal mare gelding bees",
)
_KIN: Final = words(
    "wife husband partner girlfriend boyfriend fiance fiancé fiancée spouse son daughter kid kids",
    "child children baby twins toddler stepson stepdaughter boy girl boys girls eldest youngest oldest",
)
_OWN: Final = words(
    "age height weight birthday address hometown home_town timezone time_zone pronouns surname",
    "blood_type blood_group mother_tongue native_language first_language job employer company",
    "team phone laptop computer pc mac desktop printer tv car bike bicycle van motorbike guitar",
    "piano camera house flat apartment garden allotment kitchen balcony oven hob boiler heating",
    "office commute shift working_day gym dentist doctor diet allergy skin hair eyes eyesight",
    "hearing shoe_size size ring_size major degree subject stack backend frontend editor database",
    "server keyboard mouse router operating_system os currency handicap instrument main_hobby",
    "hobby religion faith nationality passport visa handle username wedding_anniversary anniversary",
    "school university college soil greenhouse boat caravan sewing_machine studio shop business",
    "practice website blog newsletter podcast lawn internet connection wifi_network",
)
_ILL: Final = words(
    "vegan vegetarian pescatarian coeliac celiac diabetic allergic intolerant lactose[-_]intolerant",
    "gluten[-_]intolerant dyslexic colou?r[-_]?blind blind deaf deafened left[-_]?handed",
    "right[-_]?handed ambidextrous autistic asthmatic epileptic anaemic anemic hard_of_hearing",
    "short[-_]?sighted long[-_]?sighted near[-_]?sighted far[-_]?sighted pregnant kosher halal",
    "teetotal sober hypermobile neurodivergent bipolar menopausal claustrophobic agoraphobic",
    "arachnophobic scared_of afraid_of terrified_of prone_to in_a_wheelchair on_medication immuno",
    "visually_impaired sensitive_to",
)
_STATE: Final = words(
    "married single divorced widowed engaged retired self[-_]?employed unemployed freelance",
    "bilingual trilingual fluent muslim jewish christian catholic hindu buddhist atheist",
    "new_to based qualified certified trained responsible in_charge_of in_my in_year in_grade",
    "in_the_(?:army|navy|civil) on_parental_leave on_maternity_leave homeschooled colour",
    "german french british english american canadian spanish italian polish dutch swedish chinese",
    "japanese indian turkish irish scottish welsh brazilian mexican danish norwegian finnish greek",
    "portuguese russian ukrainian korean australian austrian swiss belgian half over_\\d up_at",
    "at_university at_school",
)
_HABITS: Final = words(
    "commute cycle bike drive ride walk run swim climb hike play sing paint draw knit crochet sew",
    "garden cook bake read write listen collect train practise practice meditate volunteer travel",
    "fly speak use wear eat drink sleep wake go take buy shop pay earn weigh measure grow brew",
    "teach study coach ski snowboard surf dance photograph shoot subscribe donate pray fast follow",
    "support do watch get_up work row sail fish hunt fence box skate stream code program translate",
    "rent share keep breed raise home-?school lift jog observe heat sell make host blog act conduct",
    "fast skip subscribe camp batch-cook meal-prep foster",
)
_OFTEN: Final = (
    r"(?:every|each|always|usually|mostly|only|never|once a|twice a|(?:two|three|four|five|\d) times"
    r"|daily|weekly|regularly|on (?:mon|tues|wednes|thurs|fri|satur|sun|week)\w+|at home|mornings"
    r"|in the (?:morning|evening|winter|summer|garden)s?|to (?:work|school|the office|uni|campus)"
    r"|for a living|since|at weekends|at night|nights|by hand|from home|a (?:week|day|month|year)\b"
    r"|exclusively|instead of|competitively|semi-?professionally|as a hobby|in my (?:free|spare))"
)
_STRONG: Final = (
    r"(?:commute|cycle|bike)\b.*|(?:drive|ride|fly|sail|row) (?:a|an|my|the|to|\d|electric)\b.*"
    r"|play (?:the|in|for|bass|guitar|piano|violin|cello|drums|viola|flute|trumpet|chess|football"
    r"|soccer|tennis|rugby|hockey|handball|volleyball|basketball|badminton|squash|cricket|golf|go|d&d"
    r"|bridge|darts)\b.*"
    r"|speak (?!to\b|with\b|about\b|up\b|of\b).+|(?:wear|take) (?:a )?(?:size|glasses|contacts"
    r"|contact lenses|hearing aids?|bifocals|an? (?:\d|eu|uk|us))\b.*|wear (?:a )?\d.*"
    r"|take (?:\w+ ){1,3}(?:for my|against|daily|twice|every)\b.*"
    r"|(?:weigh|earn|measure) (?:about |around |roughly )?\S*\d.*"
    r"|(?:collect|knit|crochet|sew|volunteer|meditate|breed|foster|coach|brew) ?.*"
    r"|(?:sing|row|dance|act) (?:in|with|at)\b.*|grow (?:my|our|tomato|veg|chil|ros|orchid|potat)\w*.*"
    r"|rent\b.*|support (?!this|that|you|the (?:idea|following)).+|bank with .+|(?:get|wake) up at .+|go to bed (?:at|early|late).*|share (?:a|an|my|our) (?:flat|house|room|office|car|apartment|garden|studio)\b.*"
    r"|heat\b.*|sleep (?:badly|poorly|about|around|in|on|with|only|\w+ hours)\b.*"
    r"|practi[sc]e (?:yoga|law|medicine|judo|karate|tai|aikido|pilates|meditation)\b.*"
    r"|do (?:yoga|pilates|judo|karate|crossfit|shift work|night shifts|the night shift)\b.*"
    r"|study (?!this\b|that\b|the (?:text|file)).+|teach (?!me\b|you\b|him\b|her\b|it\b).+"
    r"|(?:ski|surf|climb|boulder|jog)\b(?! up).*|follow (?:a|an|the) \S+ ?\S* diet\b.*"
    r"|have (?:to|breakfast|lunch|dinner) .*(?:every|always|usually).*"
)
_WORKS: Final = (
    r"(?:work|freelance) (?:\w+ly )?(?:as|at|for|in|from home|night|part|full|shift|remote|freelance"
    r"|weekends|evenings|four|three|\d+|on a (?:farm|ship|boat|ward)|with (?!this|that|it|the (?:file"
    r"|code|data)))\b.*"
)
_RUNS: Final = (
    r"(?:run|manage|lead|head|own|coordinate|supervise|look after|maintain|edit|publish|organi[sz]e"
    r"|moderate|chair) (?:a|an|my|our|the|two|three|\d+)\s+(?!(?:\S+\s)?(?:script|command|code|test"
    r"|tests|query|program|function|file|migration|build|container|job|risk|app|loop|server|pipeline"
    r"|notebook|bath|errand|temperature|fever|update|setup|installer|risks)\b).+"
)
_TASKLIKE: Final = (
    r"(?:question|problem|issue|idea|feeling|doubt|meeting|interview|exam|test|deadline|list|table"
    r"|file|function|dataset|csv|bug|look|cold|fever|headache|hangover|appointment|date|flight"
    r"|presentation|essay|choice|chance|favou?r|request|error|script|class|string|array|component"
    r"|query|spreadsheet|text|paragraph|sentence|image|photo|picture|pdf|document|email|letter"
    r"|recipe|hard time|bit|lot|couple of (?:questions|minutes|hours|days)|hunch|plan|point|call"
    r"|minute|minutes|hours|days|weeks|euros|dollars|pounds|quid|bucks|guess|theory|reason|suggestion"
    r"|moment|clue|guests|friends over|people coming|visitors|fun|time|trouble|no idea|no clue|gig"
    r"|job interview|dinner|party|wedding|talk|draft|code|repo|project|dream|number|guest|variable"
    r"|loop|json|log|model|method|button|page|form|dictionary|dict|tuple|matrix|graph|node|been|to)s?"
)
_JOBLESS: Final = (
    r"(?:bit|little|mess|lot|idiot|wreck|moron|genius|fool|disaster|god|king|queen|zombie|potato"
    r"|few|minute|couple|huge|big|massive|total|complete|firm|great|fan|sucker|bad|terrible|lucky"
    r"|hurry|rush|loss|joke|failure|ghost|robot|monster|saint|pickle|meeting|call|train|bus|shop"
    r"|living|morning|evening|night|guest|tourist|bit\w*|hero|clown|slave|prisoner|wizard)\b"
)

_FACTS: Final = (
    ("name", r"my (?:full |first |last |real |given |middle )?name(?:'s| is) (?P<v>\S+(?: \S+)?).*"),
    ("name", r"(?:i'm|i am|i'm just) called (?P<v>\S+(?: \S+)?).*"),
    ("name", r"(?:i |and )?go by (?P<v>[\w-]+)$|(?:people|friends|everyone) calls? me (?P<w>[\w-]+)$"),
    ("name", r"(?:it's|its|it is|my name is spelled) (?P<v>[A-Z]?[\w-]+) (?:without|with an?|spelled)"
     r" .*"),
    ("name", r"(?P<v>(?-i:[A-Z][\w-]+)(?: (?-i:[A-Z][\w-]+))?) here$"),
    ("name", r"call me (?P<v>(?!back|later|when|if|crazy|old|a |an |stupid|paranoid|out|at |on "
     r"|tomorrow|names|weird|lazy)[\w-]+(?: (?-i:[A-Z][\w-]+))?)$"),
    ("home", rf"(?:i|we) {_ADV}(?:live|reside) {_ADV}(?:together |alone |right |up |down |out "
     r"|way )?(?!in an? (?!\w* ?(?:small|tiny|big|old|new|flat|house|apartment|studio|city|village"
     r"|town|country|cottage|bungalow|caravan|farm|shared|terraced|semi|detached|two|three|one|ground"
     r"|loft|basement|suburb|rural|remote|mountain|rented|hou?seboat|boat|van|commune|block))"
     r"|in (?:my head|hope|fear|the office|the moment|the past|denial)|on (?:coffee|the edge|instant"
     r"|pizza|noodles))(?P<v>(?:in|near|outside|on (?:the|an?|\d|(?-i:[A-Z]))|at|by|with|just|close|alone|next|\d|above|here|off"
     r"|an? \S+ (?:from|outside))\b.*|together|alone)$"),
    ("home", rf"(?:i'm|i am|im|we're|we are) {_ADV}(?:living|based|located|settled|registered)"
     r" (?:in|near|outside|on|at) (?P<v>.+)"),
    ("home", r"(?:i|we)(?:'ve| have|'d)? (?:just |recently |finally |only |now )?(?:moved|relocated)"
     r" (?:back |away |over |house )?(?:from \S+ )?(?:to|into|in with|in together|up to|down to)"
     r" (?P<v>.+)"),
    ("origin", rf"{_AM}(?:from|born in|a native of) (?!scratch|the (?:same|future|past))(?P<v>.+)"),
    ("origin", r"i (?:come|originally come|was born|grew up|hail|was raised) (?:from|in|on) (?P<v>.+)"),
    ("age", rf"{_AM}(?P<v>{_NUMBER}(?:[- ]\w+)?(?: years?[- ]old)?)(?: now| already| today)?(?=$| and\b).*"),
    ("age", rf"{_AM}(?:a |an )?(?P<v>\d+)[- ]?(?:years?[- ]old|yo|y/o|m|f)\b.*"),
    ("age", rf"i (?:turn|turned|just turned|'ll be) (?P<v>{_NUMBER})\b.*"),
    ("birthday", r"my (?:birthday|bday|birth date|date of birth)(?:'s| is|:)(?: on)? (?P<v>.+)"),
    ("birthday", r"i was born (?:on|in) (?P<v>\S*\d.*)"),
    ("height", rf"{_AM}(?P<v>\d\S*(?: (?:m|cm|ft|feet|foot|metres|meters)\b)?.{{0,20}}(?:tall|high))"),
    ("health", rf"{_AM}(?:not |in fact )?(?:a |an |now )?{_ILL}\b.*"),
    ("health", r"i(?:'ve| have)? (?:been )?(?:diagnosed with|suffer(?:ed)? from|got diagnosed with)"
     r" (?P<v>.+)"),
    ("", rf"{_AM}(?:not |no longer )?(?:a |an )?{_STATE}\b.*"),
    ("studies", rf"(?:i'm|i am|im|we're) {_ADV}(?:studying|learning|training (?:for|to|as)|doing (?:a|an"
     r"|my) (?:\w+ )?(?:phd|masters?|degree|apprenticeship|doctorate|bachelors?|course)|raising"
     r"|restoring|saving (?:up )?for|preparing for|recovering from|writing (?:a|my) (?:novel|thesis|book"
     r"|phd|dissertation)|taking (?!a look|it|this|the bus|notes)) ?(?P<v>.*)"),
    ("job", rf"{_AM}working (?:as|at|for|in|part|full|from home|night)\b.*"),
    ("", rf"{_AM}(?:the|your|head of|chief|director of) (?!one\b|only one|same|worst|problem)\S+.*"),
    ("", rf"{_AM}(?:not )?(?:an?) (?!{_JOBLESS})(?P<v>\S+.*)"),
    ("", r"(?:i'm|i am|im) (?:still |now |also |currently )?on (?!it\b|my (?:way|phone|own|lunch|break)|the (?:bus|train|way|phone"
     r"|fence|edge|road|go|move|plane|verge|page|line)|an? (?:train|bus|call|break|deadline|budget|roll|mission|trip|plane|boat"
     r"|website|page|tight)|holiday|vacation|time|board|call|hold|top|track|page|step|chapter|level|fire|and|lunch|edge|that|this"
     r"|about|your|leave|strike|day|part|question)(?P<v>.+)"),
    ("", rf"(?:we're|we are) {_ADV}(?:not )?(?:a |an )?{_ILL}s?\b.*"),
    ("", rf"my (?:\w+ )?{_KIN} and i (?:are|have|both|live|share|run|speak|work|own|cook|eat|keep)\b.*"),
    ("", rf"(?:we're|we are) (?:a|an|{_NUMBER}|both|all|married|vegan|vegetarian|based|on (?:a|an)) .*"),
    ("household", rf"there(?:'s| are| is) {_ADV}{_NUMBER} of us\b.*"),
    ("job", rf"{_I}(?:{_WORKS}|freelance$|{_RUNS})"),
    ("", r"(?:i|we)(?:'ve| have) (?!tried|been (?:trying|staring|looking|waiting|thinking)|had (?:this|that|the) (?:problem|issue|error"
     r"|bug)|heard|seen|read|noticed|got)\w+ .*(?:for (?:the (?:last|past) )?(?:about |over |almost |nearly )?"
     rf"(?:{_NUMBER}|several|many|a few|some) (?:years|decades|months)|since (?:\d{{4}}|i was|my"
     r"|childhood|january|february|march|april|may|june|july|august|september|october|november"
     r"|december)).*"),
    ("diet", r"(?:i|we)(?:'ve| have)? (?:recently |finally |just )?(?:stopped|quit|given up|gave up"
     r"|cut out|gone|went) (?:vegan|vegetarian|eating|drinking|smoking|sugar|alcohol|meat|gluten|dairy"
     r"|caffeine|driving|using|flying|buying|coffee).*"),
    ("", rf"(?:i|we) (?:really |just |actually |also |still )?{_NOT} {_ADV}(?:eat|drink|smoke|drive"
     r"|own|have (?:a|an|any|kids|children|access|gluten|dairy)|speak|wear|work|fly|cook|swim|tolerate"
     r"|digest|touch|take (?:milk|sugar|the)|hear|see (?:well|colou?r|red|out)|walk (?:far|long|without)"
     r"|ride|read music|celebrate|vote|earn|use|watch|shop|buy|digest|lift|bend|kneel|climb|run (?:any"
     r"|long)|live)\b(?! (?:it|this|that|these|you)\b).*"),
    ("", rf"{_HAVE}(?!(?:\S+\s){{0,4}}{_TASKLIKE}\b)(?:an?|{_NUMBER}|no|my own|our own|type|both"
     r"|several|asthma|diabetes|adhd|arthritis|allergies|migraines?|epilepsy|eczema|insomnia|tinnitus"
     r"|anxiety|autism|dyslexia|hay ?fever|bad|weak|dry|oily|curly|sensitive|low|high|flat|wide|narrow"
     r"|small|chronic|twins|kids|children|only) ?.*"),
    ("", rf"(?:i|we) (?:\w+ly )?(?:{_STRONG})$"),
    ("", rf"(?:i|we) {_ADV}(?:travel|pay (?:rent|off|\w+ (?:for|a|in) )|save|learn|celebrate|observe|struggle with|rely on|depend on|attend"
     r"|belong to|compete|perform|host|serve|mentor|tutor|identify|tend to|bruise|burn easily|sweat|snore|stutter|stammer|pay rent"
     r"|follow|have breakfast|go to (?:the gym|church|mosque|school|college|uni|bed)|sit in|stand all)\b(?! (?:that|how|this|it|to the|from"
     r" you)\b).*"),
    ("health", r"(?:i|we) (?:\w+ly )?get (?:\w+sick|\w+ (?:easily|quickly|often)|migraines?|hay ?fever|hives|heartburn|cramps|panic attacks"
     r"|nosebleeds|vertigo|rashes|sunburnt|out of breath)\b.*"),
    ("", rf"{_AM}(?:not )?(?:any )?(?:bad|terrible|rubbish|useless|hopeless|good|great|decent|awful|clumsy|rusty|slow|better|comfortable|happier"
     r"|no good|more comfortable|quick) (?:at|with|in) (?!it\b|this|that|you).+"),
    ("", rf"(?:i |we |just |have )?got (?:{_NUMBER}|an?) (?:\w+ ){{0,2}}?(?:{_PET}|{_KIN}|balcony|garden|allotment|greenhouse|car|dishwasher)\b.*"),
    ("", r"my (?:\w+ )?(?:band|team|club|choir|orchestra|company|employer|shop|school|firm|department|startup|class|farm|garden|flat|house)"
     r" (?!thinks|wants|says|needs|keeps|crashes|has (?:asked|told))\w+s .+"),
    ("", r"my (?:\w+ ){1,3}and i (?!need|want|are (?:going|looking|trying|planning)|were|had|went|can|would)\w+ .+"),
    ("name", r"(?P<v>(?-i:[A-Z][a-zé]+)) from (?-i:[A-Z])\w+$"),
    ("name", r"(?:i'm|i am) (?P<v>(?-i:[A-Z][a-zéèáíóüöä]+))$"),
    ("", r"(?:i|we) (?:usually|normally|mostly|typically|generally|rarely|hardly ever|regularly|always|never|only|mainly) (?!get\b|got|have\b"
     r"|had|thought|think|want|feel|see|end up|wonder|seem|need|try|tried|mean|meant|say|said|heard|forget|forgot|knew|know|found|find|ask"
     r"|asked|did|do (?:this|that|it)|was|were|like|love|hate|prefer|enjoy|wish|believed?|expected|learned|saw|met|noticed|noticed|went|came"
     r"|made|took|remember|understand|understood|lose|lost|worry|assumed?|received?|used to|can|could|thought)\w+ (?!this|that|it\b|these"
     r"|you\b|error).+"),
    ("", rf"(?:i|we) {_ADV}{_HABITS}\b(?! (?:this|that|it|these|my (?:test|script|code))\b)"
     rf".{{0,120}}?\b{_OFTEN}\b.*"),
    ("", rf"(?:i|we) (?:always|usually|mostly|only|normally|generally|never|mainly|exclusively) {_ADV}"
     rf"{_HABITS} (?!this|that|it\b|these|you).+"),
    ("tools", r"(?:we|i) (?:\w+ly )?(?:use|write (?:everything|all|most\w*)|code in|deploy|develop"
     r"|program in|build with|host|edit|shoot with|record with|teach with|train with|cook with|cook on)"
     r" (?!this\b|that\b|it\b|the (?:code|function|command|following|same|above|second|first)\b|your\b"
     r"|these\b|to\b|the \w+ you\b|you)(?P<v>.+)"),
    ("", rf"(?:my|our) (?:\w+ ){{0,2}}?(?:{_PET}|{_KIN}|horse|car|boat|bike|van|house)(?:'s| is|s are"
     r"| are)? (?:called|named) (?P<v>.+)"),
    ("", rf"(?:my|our) (?:\w+ ){{0,2}}?(?:{_PET}|{_KIN})(?:'s|s'|s) names?(?:'s| is| are) (?P<v>.+)"),
    ("", rf"(?:my|our) (?:\w+ ){{0,2}}?{_PET}(?: \w+)? (?:is|are|has|have|was|weighs|eats|won't|only"
     r"|can't|hates|loves|sleeps) (?:(?:not )?(?:\d|an? |allergic|scared|afraid|diabetic|blind|deaf"
     rf"|{_NUMBER}\b|type|arthritis|epilepsy|born|neutered|spayed|overweight)).*"),
    ("", rf"(?:my|our|the) (?:\w+ ){{0,2}}?(?:{_KIN}|{_PET})(?:'s| is| are| turns| just turned)"
     rf" (?P<v>(?:almost |nearly )?{_NUMBER})(?: (?:years|months|weeks)(?: old)?)?(?: now)?$"),
    ("", r"the (?:cat|dog|puppy|kitten|horse|rabbit|parrot|baby)(?:'s| is) (?P<v>\d+)\b.*"),
    ("", rf"(?:my|our) (?:\w+ ){{0,2}}?{_OWN}(?:'s| is| are| has| runs| uses) (?:now |currently |about"
     r" |only |actually |all |still |really )?(?!broken|not working|down|slow|dead|acting|making"
     r"|getting|giving|being|so\b|too\b|missing|gone|wrong|failing|empty|frozen|stuck|crash\w*|hot"
     r"|full|dirty|a mess|killing|driving)(?P<v>\S.*)"),
    ("", r"(?:my|our) (?:\w+ ){0,3}?\w+(?:'s| is| are) (?:written|built|hosted|deployed|made|heated"
     r"|based|insulated|covered|furnished) (?:in|on|with|at|of|by) .*"),
    ("", rf"my (?:\w+ )?{words('left right lower bad')} (?:\w+ )(?:is|has) .*"),
    ("", r"(?:runs?|running|sits|it's|that's) on my (?:own )?(?:machine|laptop|computer|pc|server|mac)"
     r".*"),
    ("", r"as an? (?!(?:\S+ )?(?:result|rule|side|bonus|kid|child|teenager|whole|matter|last|first|starter"
     r"|start|present|gift|consequence|reminder|test|joke|favou?r|treat|snack|base|reference|example)\b)"
     r"(?P<v>[\w -]{3,40}?)(?:$| (?=i\b)).*"),
    ("experience", r"i (?:come from|bring|have) (?:\d+|\w+) years of .*"),
    ("experience", r"\S+(?:'s| is) not my (?:first|native) language.*"),
)
_PAST: Final = (
    ("job", r"i used to (?:work|teach|run|be an?|study) (?P<v>.+)"),
    ("home", r"(?:i|we) used to live (?:in|near|on|at) (?P<v>.+)"),
)
_NEVER_FOND: Final = r"(?:do not|don't|dont|never|didn't|did not|no longer|can't say i)"
_PREFERENCES: Final = (
    ("favourite", r"(?:my|our) (?:\w+ ){0,2}?(?:fav|fave|favou?rite)s? .{0,80}?(?:'s| is| are|:) (?!it\b"
     r"|this\b|that\b)(?P<v>.+)"),
    ("favourite", r"(?P<v>[\w' -]{2,60}?) (?:is|are) my (?:\w+ ){0,3}(?:fav|fave|favou?rites?)\b.*"),
    ("dislikes", rf"(?:i|we) (?:really |just |honestly |also |still |personally |absolutely )?"
     rf"{_NEVER_FOND} {_ADV}(?:like|enjoy|care for|fancy|get on with|love|trust) "
     rf"(?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", rf"(?:i|we) {_ADV}(?:can't|cannot|cant|can not) {_ADV}(?:stand|bear|abide|stomach"
     rf"|deal with|get into|get along with|do without) (?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", rf"(?:i|we) {_ADV}(?:hate|dislike|despise|detest|loathe|avoid|try to avoid|tend to"
     rf" avoid|steer clear of|dread|object to) (?!{_VAGUE})(?P<v>.+)"),
    ("prefers", rf"(?:(?:i|we) )?(?:'d )?{_ADV}(?:would )?prefer (?!{_VAGUE})(?P<v>.+)"),
    ("prefers", r"(?:i|we)(?:'d| would) (?:much |always |still |far )?(?:rather|sooner) (?!you\b"
     r"|(?:use|see) (?:this|that|the)\b)(?P<v>.+\bthan\b.+|not .+)"),
    ("likes", rf"(?:i|we) {_ADV}(?:like|love|enjoy|adore|favou?r|dig|appreciate|live for|swear by"
     rf"|stick to|stick with|go for|opt for|tend to (?:buy|choose|pick|read|go)|gravitate towards?"
     rf"|lean towards?) (?!{_VAGUE})(?P<v>.+)"),
    ("", rf"{_AM}(?:not |never )?(?:a |an )?{_ADV}(?:big |huge |massive |great |not )*(?:into|(?:fan|lover)"
     r" of|fond of|keen on|partial to|sucker for|crazy about|mad about|obsessed with|addicted to"
     rf"|picky about|fussy about|particular about|sick of|tired of|bored by|drawn to) (?!{_VAGUE})"
     r"(?P<v>.+)"),
    ("", rf"{_AM}(?:more of |definitely |very much |not )*an? (?P<v>[\w' -]{{2,40}}(?:person|guy|girl|man"
     r"|woman|type|lover|fan|hater|snob|addict|fanatic|nerd|buff|enthusiast|owl|bird|lark))\b.*"),
    ("dislikes", r"(?:not (?:really )?(?:a |much of a )?(?:big |huge )?(?:fan of|into|keen on)|no fan of"
     rf"|nothing (?:with|too|that|containing)|never liked|can't stand) (?!{_VAGUE})(?P<v>.+)"),
    ("likes", rf"(?:big |huge |massive )(?:fan of|lover of|on) (?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{2,60}?) (?:isn't|is not|aren't|are not|'s not|ain't)"
     r" (?:really |exactly )?(?:my (?:thing|cup of tea|style|taste)|for me)\b.*"),
    ("dislikes", r"(?P<v>(?!it\b|this\b|that\b|he\b|she\b|they\b|you\b)[\w' -]{2,60}?) (?:makes? me"
     r" (?:sick|ill|sleepy|nervous|anxious|gag|cringe|dizzy|queasy)|drives? me (?:mad|crazy|nuts"
     r"|insane|up the wall)|puts? me (?:off|to sleep)|bores? me|gets? on my nerves|gives? me"
     r" (?:a headache|the creeps|migraines?|anxiety))\b.*"),
    ("", rf"i find (?!{_VAGUE})(?!myself)(?P<v>.+?) (?:boring|too|very|really|quite|relaxing|exhausting"
     r"|annoying|unreadable|tiring|disgusting|irritating|overrated|depressing|soothing|much|more|hard to"
     r" read|distracting|stressful|dull|confusing)\b.*|i find (?P<w>[\w'-]+(?: [\w'-]+){0,2}) [a-z]{5,}$"),
    ("likes", r"give me (?P<v>.+) (?:any day|over .+|every time)"),
    ("likes", r"(?P<v>.+) (?:over .+ any day|beats? .+ (?:any day|every time)|all the way|for the win)$"),
    ("likes", r"nothing beats (?P<v>.+)"),
    ("likes", r"i could (?:eat|listen to|watch|read|drink|talk about) (?P<v>.+) (?:every|all|forever).*"),
    ("likes", r"i (?:only|always|mostly|mainly) (?:buy|read|watch|listen to|drink|eat|order|wear|stay in"
     r"|book|choose|travel|cook) (?!this|that|it\b|the same)(?P<v>.+)"),
    ("dislikes", r"i(?:'m| am) (?:not )?(?:scared|afraid|terrified) of (?P<v>.+)"),
    ("dislikes", r"(?:i|we) (?:really |just )?(?:don't|do not) do (?!it\b|this|that|anything|so\b|well|much|the\b)(?P<v>.+)"),
    ("likes", r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{2,60}?) (?:is|are) (?:so |totally |very much )?my (?:jam|thing|go-to|happy place|guilty"
     r" pleasure|passion|weakness|comfort \w+)\b.*"),
    ("", r"not (?:really |exactly )?an? (?P<v>[\w' -]{2,40}(?:person|guy|girl|type|lover|fan|eater|drinker|reader))\b.*"),
    ("", r"i (?:learn|work|understand|think|read|concentrate|focus|sleep) (?:\w+ )?(?:best|better|more easily|faster) .+"),
    ("prefers", r"(?P<v>(?!it\b|this\b|that\b)[\w' -]{3,50}?) (?:only )?for me$(?<!not for me)(?<!good for me)(?<!works for me)(?<!it for me)"
     r"(?<!that for me)(?<!this for me)(?<!explain for me)"),
    ("prefers", r"(?P<v>(?!i\b|we\b|it\b|he\b|she\b|they\b|you\b|go\b|run\b|iterate)(?!\w+ed\b)[\w-]+ (?:(?!\w+ed\b)[\w-]+ )?over [\w-]+(?: [\w-]+)?)$"),
    ("prefers", r"(?P<v>.+) (?:suits?|works? (?:best|better) for) me (?:best|better|more|fine)?.*than.*"),
)

_SPOKEN: Final = r"(?:answer|repl(?:y|ies)|response|explanation|summar(?:y|ies)|message|email|text)s?"
_DO: Final = words(
    "add address answer ask assume avoid begin call check cite convert count cut default describe do",
    "don't dont do_not drop end explain expand finish follow format give go highlight include keep",
    "label leave let limit link list make mark mention name number offer omit order point prefer",
    "present put quote recommend refer remind reply report respond round say send show skip sort speak",
    "spell split start state stay stick stop suggest summari[sz]e switch talk tell translate treat use",
    "correct quiz test send propose proofread attach emphasi[sz]e round sum teach challenge push encourage praise",
    "greet shorten drop wait warn write round_up spare consider sign note separate bold indent structure",
    "phrase provide plan lead open close be get base quit stop hold",
)
ENGLISH: Final = Speech(
    name="en",
    gate=Pattern(
        r"\b(?:i|i'm|im|i've|i'd|my|me|we|we're|our|us|mine|please|pls|always|never|from now|stop|keep|got"
        r"|going forward|fan of|don't|here|whenever|every|nothing|prefer|in future|call|no more)\b"
    ),
    joint=Pattern(
        r"(?<!wife)(?<!husband)(?<!partner)(?<!friend)(?<!brother)(?<!sister)(?<!kids)(?<!son)(?<!daughter)"
        r"\s+(?=(?!since i was)(?:and|but|so|because|since|though|although|cause|cos|bc|yet|whereas|which is why|plus)"
        r"\s+(?:also\s+|now\s+|please\s+|pls\s+|then\s+)?(?:i|i'm|im|i've|i'd|my|we|we're|our|please|pls"
        r"|don't|stop|never|always|what|how|which|where|can|could|is|are|do|does|would|he's|she's|it's"
        r"|they're|he|she|it|they|you)\b)"
        r"|\s+(?=(?:what|how|which|where|who|why|when|can|could|should|any|is there|are there|do you)"
        r"\s+(?:can|could|should|do|does|is|are|would|will|i|you|we|much|many|tips|ideas|suggestions"
        r"|advice|recommendations|else|kind|sort)\b)"
        r"|\s+(?=by the way\b|btw\b|fyi\b)"
    ),
    lead=Pattern(
        r"(?:(?:well|so|oh|ok|okay|hi|hey|hello|hiya|also|and|but|btw|by the way|fyi|actually|honestly"
        r"|frankly|to be (?:honest|fair|clear)|tbh|for the record|for (?:context|reference|background"
        r"|future reference)|for info|just so you know|no(?=,| no\b| i\b)|nope|yes|yeah|yep|nah|sorry|as i said|you know"
        r"|look|listen|in general|generally|personally|because|cause|cos|since|though|although|now"
        r"|that said|anyway|apparently|obviously|of course|in fact|plus|then|right|correction|thing is"
        r"|the thing is|truth is|fun fact|full disclosure|confession|note|bear in mind|note that|thanks"
        r"|please (?:remember|note)(?: that)?|remember(?: that)?|keep in mind(?: that)?|you should know"
        r"(?: that)?|if it helps|if that helps|if it matters|given that|at (?:home|work)|these days"
        r"|nowadays|in my (?:free|spare) time|for work|on the side|in winter|in summer|most (?:days"
        r"|mornings|evenings|weekends)|every (?:morning|evening|day|night|week|weekend|summer|winter|year"
        r"|sunday|saturday|friday|monday|tuesday|wednesday|thursday)|on (?:sun|mon|tues|wednes|thurs|fri"
        r"|satur|week)(?:day|end)s|for me|same here|me too|hm+|umm?|ugh"
        r"|lol|haha|unfortunately|luckily|sadly|i should (?:add|say|mention)(?: that)?|i mean|i guess"
        r"|i have to (?:say|admit)(?: that)?|i must (?:say|admit)(?: that)?|turns out|due to|like"
        r"|when it comes to [\w -]{2,30})\b[\s,:!-]*){1,5}"
    ),
    asks=Pattern(
        r"(?:what|how|which|where|who|whose|why|when (?:should|do|does|is|are|can|will)|can|could|should"
        r"|shall|do|does|did|is|are|am|was|were|would|will|have you|has|any|is there|anyone|may)\b"
        r"(?! not\b)(?! me\b)"
    ),
    supposes=Pattern(
        r"\b(?:if (?!(?:it|that) (?:helps|matters)|you need|possible|i (?:ask|paste|send|give|share|say"
        r"|post|mention|write|don't (?:ask|say)))|suppose|supposing|imagine|what if|let's say|lets say"
        r"|assuming|assume i|hypothetically|pretend|as if|say i|had i|were i|in my dreams?|i wish|i dreamt"
        r"|i dreamed|someday|one day|in theory|theoretically|would i|i would be|i'd be|i could be"
        r"|in another life|when i grow up|if only)\b"
    ),
    unsure=Pattern(
        r"\b(?:might|maybe|perhaps|possibly|considering|thinking (?:of|about)|not sure|unsure|can't decide"
        r"|cannot decide|undecided|torn between|wondering|i wonder|i doubt|toying with|tempted to"
        r"|on the fence|no idea (?:yet|if|whether)|haven't decided|contemplating|debating|whether (?:i|to)"
        r"|probably|planning (?:to|on)|hoping to|i hope|would like to (?:become|move|learn|be)"
        r"|i think i(?:'m|'ll| am| might| may)|i may|could end up)\b"
    ),
    passing=Pattern(
        r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|for now|this time|just this once"
        r"|just once|this once|(?:this|next|over the) (?:week|weekend|month|morning|afternoon|evening|one"
        r"|summer|winter|autumn|spring|trip|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
        r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (?:mornings|evenings|nights|afternoons))"
        r"|(?:just |only )?(?:for|in) (?:this|that|today's) (?:\w+ )?(?:one|answer|reply|function|example|file"
        r"|task|email|message|chat|question|time|text|case|exercise|occasion)|until|till|til|by (?:mon|tues"
        r"|wednes|thurs|fri|satur|sun)day|for (?:a|the|one|two|three|the next|a few|\d+) (?:\w+ )?(?:days?"
        r"|weeks?|hours?|minutes?|nights?|weekend)|on (?:holiday|vacation|a trip|a business trip)|visiting"
        r"|staying|temporarily|currently (?:in|at|on) (?:a|an|the)|last night|in (?:\d+|ten|five|two) (?:minutes"
        r"|hours|days)|later (?:today|on)|just now|so far|meantime|answer this|at (?:the )?(?:airport|station"
        r"|hospital|gate))\b"
    ),
    reports=Pattern(
        r"\b(?:(?:he|she|they|someone|somebody|who|people|everyone|everybody|\w+) (?:always |just |keeps? |once"
        r" |never )?(?:says?|said|saying|told me|tells me|goes|wrote|writes|writing|asks|asked|claims?|claimed"
        r"|thinks|insists?|insisted|replied|complains|swears|texted|yelled|shouted)|was like|is like|"
        r"according to|quote|lyrics?|the song|proverb|slogan|motto)\b(?<!i said)(?<!i say)"
    ),
    told=Pattern(
        r"(?:please |pls |just )?(?:remember|note|keep in mind|bear in mind|for (?:future )?reference|fyi"
        r"|for the record|just so you know|for context|for background|don't forget|you should know|make a"
        r" note|context|save this|about me|background|some background|to give you (?:some )?context"
        r"|a (?:bit|little) about me|my situation|in case it matters|worth knowing|good to know|by the way"
        r"|btw|so you know)\b"
    ),
    stands=Pattern(
        r"\b(?:from (?:now|here|this point|today) on(?:wards?)?|going forward|moving forward|in (?:the )?future"
        r"|henceforth|always|never|(?:every|each|any) (?:single )?time|whenever|at all times|by default|as a"
        r" (?:general )?(?:rule|default)|in general|generally|any ?more|unless i (?:ask|say|tell|request)"
        rf"|in (?:all|every|each|any) (?:\w+ )?(?:of )?(?:your )?(?:\w+ )?{_SPOKEN}|with me\b|(?:all|every) (?:of"
        rf" )?your (?:\w+ )?{_SPOKEN}|until further notice|permanently|for good|for all|every (?:\w+ )?(?:snippet"
        r"|recipe|example|answer|reply|list|plan|itinerary|table|time you)|you keep|again|ever|when talking to"
        r" me|when you (?:answer|write|reply|explain|give|suggest|recommend|send|talk|show|list)|to me\b"
        r"|as standard|across (?:all )?(?:our )?chats|consistently|each)\b"
    ),
    rule=Pattern(
        r"(?:and )?(?:that's|thats|this is|it's|make (?:that|this|it)|treat (?:that|this|it) as|consider (?:that"
        r"|this|it)|take (?:that|this|it) as)(?: just)? (?:a |an |my |the |your )?(?:\w+ )?(?:rule|default|standing"
        r"|general|permanent|for all|standard|how i (?:want|like)|policy|always)\b|(?:please )?(?:always|every time"
        r"|remember (?:that|this)|keep that in mind|in general|permanently|don't forget)(?: please)?[.!]?$"
    ),
    opens=Pattern(
        r"(?:from (?:now|here|this point|today) on(?:wards?)?|going forward|moving forward|in (?:the )?future"
        r"|for (?:the )?future(?! ref)(?: (?:chats|answers))?|henceforth|as a (?:general )?rule|by default|(?:new |general"
        r" |standing |house |one )?rules?(?: for (?:all|future|our) \w+)?:|standing (?:order|instruction|request)s?)"
        r"(?:\b|(?<=:))[,:]?\s*(?!(?:i|i'm|i'll|my|we|we're|he|she|they)\b)\S"
    ),
    orders=Pattern(
        rf"(?:please |pls |just |kindly |so |then |and |also |always |never )*(?:(?:assume|remember|consider)\b|{_DO}\b(?! i\b| you\b| we\b)|(?:can"
        r"|could|would|will|won't) you\b|i(?:'d| would)? (?:always |really |just |only )?(?:want|need|like|expect|ask"
        r"|prefer) (?:you (?:to|not)|that you|(?:all |the |my )?(?:your )?(?:answers|replies|recipes|sources"
        r"|explanations|examples|code|dates|prices|distances|summaries))|(?:you|u) (?:should|must|need to|have to"
        r"|can (?:always|stop|skip|drop|leave|be)|shouldn't|needn't|may)|make sure|no (?:more )"
        rf"|(?:always|never) (?:{_DO}|[\w-]+ (?:me|my|your|the)\b)|no need)"
    ),
    standing_orders=Pattern(
        r"(?:please |pls |just |so |and |also |could you |can you |would you |will you )*(?:(?:stop|quit) \w+ing\b"
        r"(?! (?:this|that|it) (?:file|line|loop))|no more (?!questions?\b|thanks|ideas?\b|time\b|problems?\b|errors?\b|luck)\w+|(?:don't|dont|do not|never) (?:ever )?(?:\w+ me|use|call"
        r"|give me|send me|start|end|add|include|apologi[sz]e|repeat|suggest|recommend|assume|mention|explain|show me"
        r"|ask me|tell me|sugar-?coat|waffle|lecture|moralize)\b(?! (?:this|that|it|the second|the first|worry)\b)"
        rf"|keep (?:your|all|the|every|any) (?:\w+ )?{_SPOKEN}|keep it (?:short|brief|simple|casual|formal|concise)"
        r" (?:with|when|in)|address me|refer to me|(?:answer|reply|respond|talk|speak|write) (?:to )?me (?:in|with|like"
        r"|as|using|only)|explain (?:things|everything|stuff)|remind me (?:every|each|always)|no (?:emojis?|bullets?"
        r"|bullet points|tables|jargon|small talk|disclaimers?|apologies|exclamation|markdown|spoilers|preamble|intros?"
        r"|filler|flattery|lectures?|moralizing|hedging|abbreviations)\b)"
        r"|(?:please |just )?(?:drop|skip|lose|leave out|cut|cut out|ditch|spare me|avoid|omit) (?:the |all |your |any )*(?:emojis?|exclamation (?:marks?|points?)|intros?|introductions?|jargon|tables?|bullet ?points?|bullets|small talk|greetings?|disclaimers?|preambles?|apologies|flattery|compliments|filler|buzzwords|pleasantries|headings?|headers|footnotes|hedging|sign-?offs?|caveats|lecture|lectures|slang|markdown|bold|hashtags|summary at the end|theory)\b"
        r"|it (?:really )?helps(?: me)?,? (?:when|if) you\b"
        r"|(?!i\b|i'm|we\b|you\b|he\b|she\b|it\b|they\b|my\b|thanks|yes|no\b|as\b|same|sorry)[^,?]{3,60}, (?:please |and )?(?:always|every time)$"
        rf"|i (?:want|need|like|expect|prefer) (?:all )?(?:your|my) (?:\w+ )?{_SPOKEN}"
    ),
    conditions=Pattern(
        r"(?:when(?:ever)?|every time|each time|any time|if|once|after|before) (?:i|you) (?:ask|paste|send|give|share|say"
        r"|post|mention|write|request|show|describe|upload|suggest|recommend|quote|list|answer|explain|plan|don't|reply"
        r"|translate|tell|propose|cite|use|need)\b|for (?:all |any |every )?(?:recipes|code|translations|directions|dates"
        r"|prices|summaries|lists|workouts|books|films|trips|hikes)\b|in (?:recipes|code|translations|lists|summaries)\b"
    ),
    own=Pattern(
        r"(?:i|i'm|im|i've|my|we|we're|we've|our)\b(?! (?:need|want|wanted|have to|must|would|will|was|had"
        r"|tried|asked|think|thought|guess|was|were|did|got|am (?:looking|trying|going|about|sorry|sure|not sure"
        r"|writing|getting|wondering|working on)|looking|trying|going|about|sorry|sure|not sure|writing|getting"
        r"|wondering|working on|just|saw|heard|read|hope|can you|could|should)\b)(?!'(?:ll|d)\b)"
    ),
    rules=(
        *rules("preference", _PREFERENCES),
        *rules("fact", _FACTS),
        *rules("fact", _PAST, past=True),
    ),
    denies=Pattern(r"(?:(?:i'm|i am|im|we're|it's|it is)\b.{0,12}\bnot\b|(?:i|we) (?:don't|do not|didn't)\b|not\b).*"),
    adds=Pattern(r"(?:not|but not|rather than|no longer|instead of|and not|except|unless|only)\b.*|(?:mostly|mainly|especially|about|around"
        r"|roughly|at least|at most|from|without|\d)\b.{0,40}$"
    ),
    apposed=Pattern(r"(?:an? )?(?!my\b|thanks|nice|good|and\b|but\b|so\b|not\b|please|no\b)[a-z][\w -]{3,40}$"),
    ironic=Pattern(
        r"(?:^|[\s,.!])(?:oh (?:sure|yeah|great|joy|yes)|yeah right|sure sure|yeah sure|living the dream|/s\b|because that"
        r"'s (?:what|exactly)|lucky me|how lovely|just what i needed|what could go wrong|best (?:day|thing) ever|bliss"
        r"|my favou?rite hobby|obviously i (?:love|adore)|who doesn't)|(?-i:\b(?:LOVE|ADORE|SO|LIVE)\b)"
    ),
)
