"""Sentences that only acknowledge, greet, thank or take leave, in four languages.

They answer nothing and state nothing, so a summary can do without them. "Yes", "no", "done" and
"agreed" are no courtesies: they are answers.
"""

from __future__ import annotations

import re
from typing import Final

_VERY: Final = r"(?:(?:so|really|very|super|pretty|quite|absolutely|just|truly|such a|a) )*"
_FINE: Final = (
    r"(?:good|great|nice|excellent|wise|perfect|wonderful|lovely|solid|fine|cool|awesome|amazing"
    r"|fantastic|fun|sweet|smart|impressive|inspiring|beautiful|interesting|incredible|terrific)"
)
_ENGLISH: Final = (
    r"noted(?: down)?|got (?:it|that)|gotcha|understood|i (?:see|understand|got it)|fair enough"
    r"|(?:that |it )?makes (?:total |perfect )?sense|will do|no (?:problem|worries)|sure(?: thing)?"
    r"|certainly|of course|absolutely|definitely|right|okay|ok|oh|wow|ugh|hm+|ah+|aw+|haha\w*|yay"
    rf"|(?:what a |{_VERY}){_FINE}(?: (?:choice|idea|point|plan|one|call|news|thinking|question"
    r"|job|work|pick|stuff|thing|to (?:hear|know|see)(?: (?:it|that|this|from you))?))?"
    rf"|(?:that|it|this)(?:'s| is| was|'ll be| will be| sounds?| looks?| seems?) (?:like )?{_VERY}"
    rf"{_FINE}(?: (?:choice|idea|point|plan|news|to (?:hear|know|see)(?: (?:it|that))?))?"
    rf"|(?:sounds?|looks?) (?:like )?{_VERY}(?:{_FINE}|plan|blast)(?: to me)?"
    r"|(?:i(?:'ll| will) )?(?:make|take) (?:a )?note(?: of (?:it|that|this))?"
    r"|i(?:'ve| have)? noted (?:it|that|this)(?: down)?|duly noted"
    r"|i(?:'ll| will) (?:keep|bear) (?:it|that|this) in mind"
    r"|(?:you're|you are) (?:very |most )?welcome|(?:it was )?my pleasure|any ?time"
    r"|don't mention it|(?:i'm |i am |so |very )*(?:happy|glad) (?:to help|to hear (?:it|that)"
    r"|you (?:like|liked|think so|enjoyed) ?(?:it|that)?)"
    r"|(?:hi|hello|hey|good (?:morning|afternoon|evening|night|luck|day))(?: (?:there|again|all"
    r"|everyone))?|bye(?: bye)?|goodbye|cheers|welcome(?: back)?"
    r"|(?:thanks?|thank you|thx|many thanks)(?: (?:you|so much|very much|a lot|a bunch|again))*"
    r"(?: for (?:(?:all |the |your )*(?:help|support|info|information|advice|tips?|answer|reply"
    r"|time|kind words|update|encouragement)|that|asking|sharing|everything|letting me know))?"
    r"|appreciate (?:it|that|you)|i (?:really )?appreciate (?:it|that|your \w+)"
    r"|(?:have|enjoy) (?:a |your )?(?:nice |good |great |lovely )?(?:day|evening|weekend|one|it)"
    r"|take care(?: of yourself)?|(?:see|talk to|catch) you(?: (?:later|soon|then|there))?"
    r"|(?:talk|speak) (?:to you )?(?:soon|later)|keep (?:it up|up the (?:good|great) work|going)"
    r"|well done|way to go|congrat\w*"
    r"|how (?:can|may) i (?:help|assist)(?: you)?(?: today)?|what can i do for you(?: today)?"
    r"|(?:can|could) you help me|i (?:have|'ve got|got) a (?:quick |small )?question|what is it"
    r"|(?:is there )?anything else(?: (?:that )?i (?:can|could|should) (?:help|do|assist|know)"
    r"(?: (?:you )?(?:with|for you|about))?(?: (?:it|that|this|today))?)?|let me know"
)
_GERMAN: Final = (
    r"notiert|verstanden|alles klar|(?:das )?geht klar|in ordnung|(?:das )?passt|wird gemacht"
    r"|mach(?:e)? ich|ist notiert|(?:ich )?hab(?:e)? (?:es|das|mir das) notiert|vermerkt"
    r"|(?:sehr |eine |wirklich )*gute (?:wahl|idee|frage|entscheidung)|guter (?:plan|punkt)"
    r"|(?:das )?(?:klingt|hört sich) (?:sehr |wirklich )?(?:gut|super|toll|prima)(?: an)?"
    r"|(?:sehr |ganz )?(?:gut|gern|gerne|schön|toll|super|prima|klasse)|das freut mich|freut mich"
    r"|kein problem|keine ursache|gern geschehen|nichts zu danken|natürlich|selbstverständlich"
    r"|hallo(?: zusammen)?|guten (?:tag|morgen|abend)|gute nacht|moin|servus|grüß (?:dich|gott)"
    r"|(?:vielen |herzlichen |besten )?dank(?:e|eschön)?(?: (?:schön|sehr|dir|ihnen))?"
    r"(?: für (?:alles|die (?:hilfe|info|auskunft)|deine hilfe|ihre hilfe|den tipp))?"
    r"|(?:wie|womit) kann ich (?:dir|ihnen|euch)?(?: heute)? ?(?:helfen|behilflich sein)"
    r"|ich (?:habe|hätte) (?:da )?(?:mal )?eine (?:kurze )?frage|kannst du mir helfen"
    r"|können sie mir helfen|(?:einen )?schön(?:en|es) (?:tag|abend|wochenende)(?: noch)?"
    r"|bis (?:bald|später|dann|morgen)|tschüss|auf wiedersehen|(?:sonst )?noch etwas"
)
_SPANISH: Final = (
    r"anotado|apuntado|entendido|comprendido|de acuerdo|vale|listo|tomo nota|lo (?:anoto|apunto)"
    r"|(?:muy |qué )?(?:buena|excelente) (?:elección|idea|pregunta|decisión)|buen plan"
    r"|(?:eso )?suena (?:muy )?(?:bien|genial)|por supuesto|claro(?: que sí)?|perfecto|genial"
    r"|muy bien|estupendo|no hay (?:problema|de qué)|de nada|con (?:mucho )?gusto"
    r"|me alegro(?: mucho)?"
    r"|(?:muchas |mil )?gracias(?: por (?:todo|la ayuda|tu ayuda|su ayuda|la información))?"
    r"|hola(?: a todos)?|buen(?:os|as) (?:días|tardes|noches)|¿?(?:en qué|cómo) (?:te |le )?puedo"
    r" ayudar(?:te|le)?(?: hoy)?|¿?(?:me )?(?:puedes|puede) ayudar(?:me)?"
    r"|tengo una (?:pregunta|duda)|¿?algo más|hasta (?:luego|pronto|mañana)|adiós"
    r"|que tengas? (?:un )?buen (?:día|fin de semana)"
)
_CHINESE: Final = (
    r"好的?|好吧|好滴|收到|明白了?|知道了|了解了?|记下了|已(?:经)?记(?:录|下)了?|没问题"
    r"|(?:真是)?(?:个)?(?:不错|很好|好)的?(?:选择|主意|想法|问题)|谢谢(?:你|您)?(?:的帮助)?|多谢|感谢"
    r"|不客气|不用谢|你好|您好|大家好|再见|拜拜|早上好|下午好|晚上好|晚安|当然(?:可以)?|太好了|很好|真棒"
    r"|嗯+|哦+|我有(?:一)?个问题|(?:请问)?有什么(?:可以|能)帮(?:到|助)?(?:您|你)的?吗?|还有(?:别的|其他)吗"
)
_ONLY: Final = re.compile(
    rf"(?:(?:{_ENGLISH}|{_GERMAN}|{_SPANISH}|{_CHINESE})(?:[\s,.!?;:…~–—。，！？；、-]+|$))+",
    re.IGNORECASE,
)
_LONGEST: Final = 120  # characters of a sentence that can be one


def courtesy(sentence: str) -> bool:
    """Whether a sentence does nothing but acknowledge, greet, thank or take leave."""
    plain = sentence.strip(" \t\n\"'”’»«([{)]}*_").replace("’", "'")
    return len(plain) <= _LONGEST and _ONLY.fullmatch(plain) is not None
