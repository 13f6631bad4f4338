"""English: words and parts of speech of which statements are made."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words

ADV: Final = (
    r"(?:(?:really|also|still|just|actually|absolutely|mostly|usually|normally|generally|always"
    r"|often|only|currently|now|mainly|personally|honestly|kind of|kinda|sort of|rather|quite|both"
    r"|all|already|simply|definitely|totally|particularly|especially|typically|regularly|primarily"
    r"|strongly|much|never|sometimes|occasionally|mildly|severely|slightly|very|fairly|pretty"
    r"|originally|partly|truly|genuinely|seriously|do|exclusively|almost|basically)\s+){0,3}"
)
AM: Final = r"(?:i'm|i am|im)\s+" + ADV
WE: Final = r"(?:i|we)\s+" + ADV
HAVE: Final = r"(?:i|we)(?:'ve got|'ve| have got| have| got| own| keep| also have| only have)\s+"
NOT: Final = r"(?:do not|don't|dont|cannot|can't|cant|can not|won't|never|no longer|hardly|rarely)"
NUMBER: Final = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|sixty)"
)
PET: Final = Words(
    "cat dog puppy kitten parrot budgie rabbit bunny hamster horse pony tortoise turtle goldfish",
    "fish snake gecko lizard bird hen hens chickens goat donkey ferret rat guinea_pig pet hound",
    "terrier poodle labrador cats dogs rabbits tomcat foal mare gelding bees",
)
KIN: Final = Words(
    "wife husband partner girlfriend boyfriend fiance fiancé fiancée spouse son daughter kid",
    "kids child children baby twins toddler stepson stepdaughter boy girl boys girls eldest",
    "youngest",
    "oldest",
)
OWN: Final = Words(
    "age height weight birthday address hometown home_town timezone time_zone pronouns surname",
    "blood_type blood_group mother_tongue native_language first_language job employer company",
    "team phone laptop computer pc mac desktop printer tv car bike bicycle van motorbike guitar",
    "piano camera house flat apartment garden allotment kitchen balcony oven hob boiler heating",
    "office commute shift working_day gym dentist doctor diet allergy skin hair eyes eyesight",
    "hearing shoe_size size ring_size major degree subject stack backend frontend editor",
    "database server keyboard mouse router operating_system os currency handicap instrument",
    "main_hobby hobby religion faith nationality passport visa handle username",
    "wedding_anniversary",
    "anniversary",
    "school university college soil greenhouse boat caravan sewing_machine studio shop business",
    "practice website blog newsletter podcast lawn internet connection wifi_network",
)
ILL: Final = Words(
    "vegan vegetarian (?:pure_)?veg(?=\\W"
    "|$) pescatarian coeliac celiac diabetic allergic intolerant",
    "lactose[-_]intolerant gluten[-_]intolerant gluten[-_]free dairy[-_]free",
    "dyslexic colou?r[-_]?blind blind deaf deafened",
    "left[-_]?handed right[-_]?handed ambidextrous autistic asthmatic epileptic anaemic anemic",
    "hard_of_hearing short[-_]?sighted long[-_]?sighted near[-_]?sighted far[-_]?sighted",
    "pregnant kosher halal teetotal sober hypothyroid hyperthyroid vaccinated hypermobile",
    "neurodivergent bipolar menopausal claustrophobic agoraphobic arachnophobic scared_of",
    "afraid_of terrified_of prone_to in_a_wheelchair on_medication immuno visually_impaired",
    "sensitive_to",
)
STATE: Final = Words(
    "married single(?!-) divorced widowed engaged retired self[-_]?employed unemployed freelance",
    "bilingual trilingual fluent muslim jewish christian catholic hindu buddhist atheist new_to",
    "based qualified certified trained responsible in_charge_of in_my in_year in_grade",
    "in_the_(?:army|navy|civil) on_parental_leave on_maternity_leave homeschooled colour german",
    "french british english american canadian spanish italian polish dutch swedish chinese",
    "japanese indian turkish irish scottish welsh brazilian mexican danish norwegian finnish",
    "greek portuguese russian ukrainian korean australian austrian swiss belgian half over_\\d",
    "up_at at_university at_school",
)
HABITS: Final = Words(
    "commute cycle bike drive ride walk run swim climb hike play sing paint draw knit crochet",
    "sew garden cook bake read write listen collect train practise practice meditate volunteer",
    "travel fly speak use wear eat drink sleep wake go take buy shop pay earn weigh measure grow",
    "brew teach study coach ski snowboard surf dance photograph shoot subscribe donate pray fast",
    "follow support do watch get_up work row sail fish hunt fence box skate stream code program",
    "translate rent share keep breed raise home-?school lift jog observe heat sell make host",
    "blog act",
    "conduct",
    "fast skip subscribe camp batch-cook meal-prep foster",
)
OFTEN: Final = (
    r"(?:every|each|always|usually|mostly|only|never|once a|twice a|(?:two|three|four|five"
    r"|\d) times"
    r"|daily|weekly|regularly|on (?:mon|tues|wednes|thurs|fri|satur|sun|week)\w+|at home|mornings"
    r"|in the (?:morning|evening|winter|summer|garden)s?|to (?:work|school|the office|uni|campus)"
    r"|for a living|since|at weekends|at night|nights|by hand|from home|a (?:week|day|month|year)\b"
    r"|exclusively|instead of|competitively|semi-?professionally|as a hobby|in my (?:free|spare))"
)
STRONG: Final = (
    r"(?:commute|cycle|bike)\b.*|(?:drive|ride|fly|sail|row) (?:a|an|my|the|to|\d|electric)\b.*"
    r"|play (?:the|in|for|bass|guitar|piano|violin|cello|drums|viola|flute|trumpet|chess|football"
    r"|soccer|tennis|rugby|hockey|handball|volleyball|basketball|badminton|squash|cricket"
    r"|golf|go|d&d"
    r"|bridge|darts)\b.*"
    r"|speak (?!to\b|with\b|about\b|up\b|of\b).+|(?:wear|take) (?:an? |two |my |these )?(?:size"
    r"|glasses|contacts"
    r"|contact lenses|hearing aids?|bifocals|an? (?:\d|eu|uk|us))\b.*|wear (?:a )?\d.*"
    r"|take (?:\w+ ){1,3}(?:for my|against|daily|twice|every)\b.*"
    r"|(?:weigh|earn|measure) (?:about |around |roughly )?\S*\d.*"
    r"|(?:collect|knit|crochet|sew|volunteer|meditate|breed|foster|coach|brew) ?.*"
    r"|(?:sing|row|dance|act) (?:in|with|at)\b.*|grow (?:my|our|tomato|veg|chil|ros|orchid"
    r"|potat)\w*.*"
    r"|rent\b.*|support (?!this|that|you|the (?:idea|following)).+|bank with .+|(?:get"
    r"|wake) up at .+|go to bed (?:at|early|late).*|share (?:a|an|my|our) (?:flat|house"
    r"|room|office|car|apartment|garden|studio)\b.*"
    r"|heat\b.*|sleep (?:badly|poorly|about|around|in|on|with|only|\w+ hours)\b.*"
    r"|practi[sc]e (?:yoga|law|medicine|judo|karate|tai|aikido|pilates|meditation)\b.*"
    r"|do (?:yoga|pilates|judo|karate|crossfit|shift work|night shifts|the night shift)\b.*"
    r"|study (?!this\b|that\b|the (?:text|file)).+|teach (?!me\b|you\b|him\b|her\b|it\b).+"
    r"|(?:train|practi[sc]e|race|compete) (?:for|in|as)\b.*|(?:ski|surf|climb|boulder"
    r"|jog)\b(?! up).*|follow (?:a|an|the) \S+ ?\S* diet\b.*"
    r"|have (?:to|breakfast|lunch|dinner) .*(?:every|always|usually).*"
)
WORKS: Final = (
    r"(?:work|freelance) (?:\w+ly )?(?:as|at|for|in|from home|night|part|full|shift|remote"
    r"|freelance"
    r"|weekends|evenings|four|three|\d+|on a (?:farm|ship|boat|ward)|with (?!this|that|it"
    r"|the (?:file"
    r"|code|data)))\b.*"
)
RUNS: Final = (
    r"(?:run|manage|lead|head|own|coordinate|supervise|look after|maintain|edit|publish|organi[sz]e"
    r"|moderate|chair) (?:a|an|my|our|the|two|three|\d+)\s+(?!(?:\S+\s)?(?:script|command|code|test"
    r"|tests|query|program|function|file|migration|build|container|job|risk|app|loop"
    r"|server|pipeline"
    r"|notebook|bath|errand|temperature|fever|update|setup|installer|risks)\b).+"
)
TASKLIKE: Final = (
    r"(?:question|problem|issue|idea|feeling|doubt|meeting|interview|exam|test|deadline|list|table"
    r"|file|function|dataset|csv|bug|look|cold|fever|headache|hangover|appointment|date|flight"
    r"|presentation|essay|choice|chance|favou?r|request|error|script|class|string|array|component"
    r"|query|spreadsheet|text|paragraph|sentence|image|photo|picture|pdf|document|email|letter"
    r"|recipe|hard time|bit|lot|couple of (?:questions|minutes|hours|days)|hunch|plan|point|call"
    r"|minute|minutes|hour|hours|days|weeks|euros|dollars|pounds|quid|bucks|guess|theory|reason"
    r"|suggestion"
    r"|moment|clue|guests|friends over|people coming|visitors|fun|time|trouble|no idea|no clue|gig"
    r"|job interview|dinner|party|wedding|talk|draft|reservation|booking|receipt|ticket"
    r"|code|repo|project|dream|number|guest|variable"
    r"|loop|json|log|model|method|button|page|form|dictionary|dict|tuple|matrix|graph|node"
    r"|been|to|friend|mate|colleague|neighbou?r|customer|client|patient|acquaintance|relative"
    r"|new job|gift|wish|present|surprise|stain|flat tyre|flat tire|puncture|cake|hole|scratch"
    r"|leak|toothache|rash|cough"
    r"|apple|sweet|marble)s?"
)
JOBLESS: Final = (
    r"(?:bit|little|mess|lot|idiot|wreck|moron|genius|fool|disaster|god|king|queen|zombie|potato"
    r"|few|minute|couple|huge|big|massive|total|complete|firm|great|fan|hour|step|day|week|sucker"
    r"|bad|terrible|lucky"
    r"|hurry|rush|loss|joke|failure|ghost|robot|monster|saint|pickle|meeting|call|train|bus|shop"
    r"|living|morning|evening|night|guest|tourist|bit\w*|hero|clown|slave|prisoner|wizard)\b"
    r"(?! \w+(?:er|or|ist|ian|man|woman|nurse|chef|guard|clerk)\b)"
)
