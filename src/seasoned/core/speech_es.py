"""Spanish: what to read in a sentence, what to leave out, and how lasting requests sound."""

from __future__ import annotations

from typing import Final

from seasoned.core.habits_es import HABITS
from seasoned.core.speech import Pattern, Speech
from seasoned.core.statements_es import FACTS, PAST
from seasoned.core.tastes_es import PREFERENCES

_DO: Final = (
    r"(?:corrígeme|corrige|corríjame|respóndeme|responde|respónda\w*|responda|contesta"
    r"|contéstame|conteste|dame|deme"
    r"|déme|dime|dígame|escribe|escríbeme|escriba|usa|use|utiliza|utilice|pon|ponme|ponga"
    r"|incluye|incluya|indica|indique|evita|evite|explica|explícame|explique|háblame|habla"
    r"|hábleme|hable|trátame|tráteme|tutéame|llámame|recuerda|recuerde|recuérdame|haz"
    r"|hazme|haga|cita|cite|añade|añada|agrega|deja|deje|empieza|empiece|termina|termine"
    r"|resume|resuma|muestra|muéstrame|avísame|avisa|traduce|tradúceme|pregúntame|sé|sea"
    r"|ve al|vaya al"
    r"|mantén|mantenga|propón|proponme|recomiéndame|sugiéreme|ordena|separa|marca|redondea"
    r"|calcula|convierte|comprueba|revisa|omite|ahórrate|sáltate|limítate|comienza|ten en"
    r" cuenta|tenga en cuenta|asume|nómbrame|menciona|da|cuenta|cuéntame|presenta"
    r"|pásame)\b(?<!cuenta)(?! que\b| si\b)|ten en cuenta|tenga en cuenta"
)
_NOT_DO: Final = (
    r"no (?:me |te |le |lo |la |los |las )*(?:cuentes|spoilees|destripes|corrijas|pongas"
    r"|ponga|des|dé|uses|use|utilices|digas"
    r"|diga|escribas|escriba|hables|hable|respondas|responda|mandes|mande|hagas|haga"
    r"|incluyas|repitas|repita|añadas|llames|llame|trates|trate|tutees|expliques|cites"
    r"|empieces|termines"
    r"|recomiendes|recomiende|sugieras|muestres|preguntes|asumas|mezcles|traduzcas"
    r"|abrevies|inventes|enrolles|enrollarte|olvides)\b"
)
_ANSWERS: Final = (
    r"(?:respuestas?|explicaci\w+|res[uú]men\w*|mensajes?|ejemplos?|recetas?|fuentes?"
    r"|precios?|medidas?|textos?)"
)
SPANISH: Final = Speech(
    name="es",
    gate=Pattern(
        r"\b(?:yo|me|mi|mis|mí|soy|somos|tengo|tenemos|vivo|trabajo|nos|nuestr[oa]s?|siempre"
        r"|nunca|no|por favor|porfa|a partir|ahora|adelante|prefiero|odio|cuando|llevo|calzo"
        r"|compro|estoy|uso|usamos|como|hablo|dejé|el|la|los|en)\b|\b\w+o\b"
    ),
    joint=Pattern(
        r"\s+(?=(?:y|e|pero|porque|así que|aunque|pues|o sea que|ya que|pero sí)\s+(?:ya\s+"
        r"|ahora\s+|también\s+|no\s+|me\s+|nos\s+)?(?:yo|me|mi|mis|soy|somos|tengo|tenemos"
        r"|vivo|trabajo|hago|voy|prefiero|odio|estoy|uso|llevo|hace|quiero|necesito|por favor"
        r"|qué|cómo"
        r"|cuál|dónde|cuánto|acá|aquí|cocino|juego|toco|estudio|hablo|como|bebo|detesto|el|la"
        r"|los|las|mi|gusta|gustan|encanta|encantan|duermo|leo|no)\b)"
        r"|\s+(?=(?:qué|cómo|cuál|cuáles|dónde|cuánto|cuánta|cuántos|cuántas|cuándo|por qué"
        r"|quién)\s)"
    ),
    lead=Pattern(
        r"(?:(?:bueno|buenas|buenos días|buenas tardes|hola|oye|oiga|ey|pues|bien|vale|ok|a"
        r" ver|mira|mire|che|eh|ah|ay|por cierto|además|también|y|e|pero|porque|así que|aunque"
        r"|la verdad|la verdad es que|sinceramente|para ser(?:te|le)? sincer[oa]|en realidad"
        r"|de hecho|ojo|que conste"
        r"|te cuento|le cuento|para que sepas|para que lo sepas|para tu información|apunta"
        r"|apúntate|anota|recuerda(?: que)?|ten en cuenta(?: que)?|nota|contexto|perdona"
        r"|perdón|perdone|disculpa|no(?=,)|sí(?=,)|es que|resulta que|digo|o sea|total|en"
        r" general|personalmente|como dije|ya que"
        r"|eso sí|por si (?:ayuda|sirve|acaso)|por desgracia|por suerte|jaja\w*|me expliqué"
        r" mal|me equivoqué|corrección|en casa|en mi casa|en el trabajo|entre semana|los"
        r" (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|fines de semana)|por las"
        r" (?:mañanas|noches|tardes)"
        r"|en (?:invierno|verano)|profesionalmente|tía|tío|pues nada|confieso que|debo decir"
        r" que|he de decir que)\b[\s,:!.-]*){1,5}"
    ),
    asks=Pattern(
        r"¿|(?:qué|cómo|cuál|cuáles|dónde|adónde|cuánt[oa]s?|cuándo|por qué|quién|quiénes"
        r"|puedo|puedes|puede|podemos|podrías|podría|podrían|debo|debería|me (?:pasas|das"
        r"|haces|dices|recomiendas|ayudas|propone|propones|puedes|puede|sugieres|explicas"
        r"|pregunto)|hay que|hay|es (?:mejor"
        r"|normal|verdad|posible|cierto|mejor|necesario|obligatorio)|son|sabes|conoces|existe"
        r"|se puede|vale la pena|conviene|tengo que|alguna?|algún)\b"
    ),
    supposes=Pattern(
        r"\b(?:si (?!te|le|es posible|ayuda|sirve|puedes|puede|quieres|no te|acaso|hace falta"
        r"|pido|me)|supongamos|supón|suponiendo|imagina\w*|pongamos que|digamos que"
        r"|hipotéticamente|como si|ojalá|me gustaría|me encantaría|quisiera|querría|en teoría"
        r"|algún día|en sueños|en mi sueño|soñé|"
        r"en otra vida|viviría|sería|tendría|preferiría ser|de mayor)\b"
    ),
    unsure=Pattern(
        r"\b(?:quizás?|tal vez|a lo mejor|igual (?:me|nos|no|sí|voy|lo)|puede que|puede ser"
        r"|posiblemente|probablemente|no sé si|no estoy segur[oa]|no lo sé|estoy pensando"
        r"|estoy dudando|dudo|me planteo|estoy (?:valorando|considerando|planteando)|no me"
        r" decido|ni idea|me pregunto|espero|pienso"
        r" (?:en|que)|creo que|planeo|seguramente|tengo pensado)\b"
    ),
    passing=Pattern(
        r"\b(?:hoy|mañana(?!s)(?<!la mañana)|ayer|anoche|esta (?:vez|noche|tarde|semana|mañana"
        r"|respuesta|función|pregunta|tarea)|este (?:finde|fin|mes|año|texto|ejemplo|mensaje"
        r"|correo|caso|verano|lunes|viernes|sábado|domingo)|ahora mismo|de momento|por ahora"
        r"|por el momento|solo (?:por|para|en) est[ea]"
        r"|sólo (?:por|para|en) est[ea]|unos días|hasta (?:el|mañana)|la (?:próxima|semana que"
        r" viene)|el (?:próximo|finde)|de (?:viaje|vacaciones|visita|paso)|temporalmente|en un"
        r" rato|dentro de|para est[ea]|en est[ea]|últimamente|estos días|una sola vez|por esta"
        r"|est[ea] (?:de aquí|última))\b"
    ),
    reports=Pattern(
        r"\b(?:(?:él|ella|ellos|alguien|la gente|todos|\w+) (?:siempre |me |nos |le )*(?:dice"
        r"|dicen|dijo|dijeron|decía|suelta|soltó|escribe|escribió|cuenta|contó|pregunta"
        r"|preguntó|afirma|asegura|jura|grita|piensa|cree|opina|repite)|según|dicho popular"
        r"|refrán|letra de|eslogan|lema)\b"
    ),
    told=Pattern(
        r"(?:por favor )?(?:apunta|apúntate|anota|recuerda|recuerde|ten en cuenta|tenga en"
        r" cuenta|guarda|toma nota|para que (?:lo )?sepas|para que (?:lo )?sepa|te cuento|le"
        r" cuento|contexto|por cierto|para tu información|que conste|por si (?:sirve|ayuda)"
        r"|para el futuro|nota|sobre mí|un poco de contexto|mi situación)\b"
    ),
    stands=Pattern(
        r"\b(?:a partir de (?:ahora|hoy|ya)|de (?:ahora|aquí|hoy) en adelante|en adelante"
        r"|desde (?:ahora|hoy|ya)|en el futuro|siempre|nunca|jamás|cada vez|por defecto|por"
        r" norma|como (?:norma|regla)|en general|en todas|en todos|todas (?:tus|sus|las)|todos"
        r" (?:tus|sus)|nunca más|no (?:\w+ ){1,3}más|más|cuando"
        r" (?:me|te|le)|salvo que|a menos que|a no ser que|conmigo|permanentemente|de una vez"
        r" por todas|vuelvas a|otra vez|en lo sucesivo|de forma permanente|por sistema)\b"
    ),
    rule=Pattern(
        r"(?:y )?(?:es|eso es|tómalo|tómelo|que sea|considéralo|ponlo|hazlo)(?: como| una| la|"
        r" tu)? (?:\w+ )?(?:norma|regla|general|siempre|por defecto)\b|siempre(?:, por"
        r" favor)?[.!]?$|(?:que sea )?para siempre|apúntalo|recuérdalo|tenlo en cuenta|como"
        r" norma|y así siempre"
    ),
    opens=Pattern(
        r"(?:por favor,? )?(?:a partir de (?:ahora|hoy|ya)|de (?:ahora|aquí|hoy) en adelante"
        r"|en adelante|desde (?:ahora|hoy|ya)|en lo sucesivo|para el futuro|por norma|como"
        r" (?:norma|regla)(?: general)?|regla(?: general)?:|norma:)[,:]?\s*(?!(?:yo|vivo"
        r"|trabajo|voy|soy|tengo|mi|mis|me (?!\w+s\b)|estoy|él|ella)\b)\S"
    ),
    orders=Pattern(
        rf"(?:por favor |porfa |así que |y |pues |siempre |entonces |mejor )*(?:{_DO}|{_NOT_DO}"
        r"|(?:puedes|podrías|puede|podría)(?: usted| tú)? (?:\w*(?:me|rte|r|se)\b)|(?:me"
        r" )?(?:gustaría|quiero|necesito|prefiero|agradecería)(?: siempre)? (?:que (?:me|uses"
        r"|no|las|los|siempre|respondas|escribas|pongas|tus|sus)|tus|sus|las respuestas)"
        r"|(?:debes|tienes que|deberías|debe|tiene que)\b|primero\b|(?:\w+"
        rf" ){{0,2}}?{_ANSWERS}\b(?! (?:me|que)\b)|nada de\b|sin \w+|nunca (?:me |te )?\w+s\b"
        r"|siempre (?:en|con|sin|de)\b)"
    ),
    standing_orders=Pattern(
        r"(?:por favor |porfa |así que |y |pues )*(?:deja(?:d|r)? de \w+r(?:me|te|se)?\b|deje"
        r" de \w+|no me (?:\w+ )+más\b|no (?:me )?(?:vuelvas a)\b|no (?:me )?(?:uses|use"
        r"|llames|llame|trates|trate|hables de|tutees|repitas|pongas emojis|des rodeos"
        r"|sermonees)\b(?! (?:est[ea]|es[ea]|la (?:primera|segunda))\b)"
        r"|(?:háblame|hábleme|trátame|tráteme|tutéame|llámame|escríbeme|respóndeme|contéstame)"
        r" (?:siempre |de |en |con |sin |por |como )|nada de (?:emojis?|tablas|listas"
        r"|tecnicismos|rodeos|anglicismos|introducciones|disculpas|spoilers)\b|sin (?:emojis?"
        r"|rodeos|tecnicismos|spoilers|anglicismos|tablas|introducciones)\b(?! (?:y|para))"
        r"|(?:puedes|podrías|puede|podría)(?: usted)? (?:dejar de|no) \w+|(?:quita|elimina"
        r"|evita|omite|ahórrate|suprime) (?:los |las |el |la |tus )*(?:emojis?|signos de"
        r" exclamación|exclamaciones|introducci\w+|tablas|tecnicismos|disculpas|rodeos|viñetas"
        r"|saludos|advertencias)\b|(?!yo\b|me\b|no\b|sí\b|gracias|mi\b|lo\b|es\b)[^,?]{3,60},"
        r" (?:por favor )?siempre$|ahórrate|sáltate las (?:intro|disculpas|formalidades))"
    ),
    conditions=Pattern(
        r"(?:siempre que|cuando|cada vez que|si) (?:yo )?(?:te|me|le|pida|pregunte|necesite"
        r"|escriba|hable|haya|des|hagas|recomiendes|expliques|propongas)\b|en (?:las|los|tus"
        r"|sus) (?:recetas|respuestas|códigos?|listas|traducciones|resúmenes|ejemplos)\b"
    ),
    own=Pattern(
        r"(?:yo|soy|somos|tengo|tenemos|vivo|vivimos|trabajo|mi|mis|nuestr[oa]s?|voy|uso"
        r"|usamos|llevo|estoy|hago|como|juego|toco)\b(?! (?:necesito|quiero|que|a (?!trabajar"
        r"|la|mi|clase)|pensando|buscando|intentando|haciendo|harto|cansad|segur|una"
        r" (?:pregunta|duda)|un (?:problema|error)|duda|pregunta|problema)\b)"
    ),
    facts=FACTS,
    preferences=PREFERENCES,
    past=PAST,
    habits=HABITS,
    trouble=Pattern(r"\b(?:por qué|error\w*|falla|no funciona|problema|se cuelga|roto)\b"),
    denies=Pattern(r"(?:no soy|no somos|no me|no vivo|no trabajo|no es|no tengo|yo no)\b.*"),
    adds=Pattern(
        r"(?:no|sino|pero no|nada de|y no|ni|salvo|excepto|menos)\b(?! (?:sé|me|tengo|soy|te"
        r"|lo|hay|es|puedo|quiero|entiendo|consigo|encuentro|funciona|va)\b).*"
    ),
    ironic=Pattern(
        r"(?:^|[\s,.!¡])(?:sí,? claro|claro que sí,|ya,? claro|qué bien,|qué alegría|genial,"
        r"|fantástico,|mi plan favorito|la ilusión de mi vida|lo que me faltaba|qué ilusión"
        r"|cómo no,|por supuesto,? me encanta|ya vivo|uy,? sí|a estas alturas estoy"
        r"|mi pasión secreta|viva la vida|nada me gusta más que que)"
        r"|(?-i:\b(?:ENCANTA|ADORO|AMO)\b)"
    ),
)
