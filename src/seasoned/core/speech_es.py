"""Spanish: how people say what they are, what they like and how they want to be answered."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Pattern, Speech, rules

_ADV: Final = (
    r"(?:(?:también|además|siempre|normalmente|casi siempre|solo|sólo|solamente|ya|actualmente|ahora|todavía|aún"
    r"|realmente|muy|bastante|un poco|principalmente|sobre todo|mucho|aquí|acá|desde hace \S+ \S+|desde \S+)\s+){0,3}"
)
_I: Final = r"(?:(?:yo|nosotros|nosotras|pues|y|que) )?"
_NUMBER: Final = r"(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta)"
_PET: Final = (
    r"(?:perr[oa]s?|perrit[oa]|gat[oa]s?|gatit[oa]|loro|periquito|conej[oa]s?|hámster|caballo|yegua|poni|tortugas?"
    r"|pez|peces|serpiente|pájaro|canario|gallinas?|cabras?|burro|hurón|cobayas?|mascotas?|cachorr[oa])"
)
_KIN: Final = (
    r"(?:mujer|espos[oa]|marido|pareja|novi[oa]|prometid[oa]|hij[oa]s?|niñ[oa]s?|bebé|gemel[oa]s|mellizos|hijastr[oa]|mayor|pequeñ[oa])"
)
_OWN: Final = (
    r"(?:edad|altura|peso|cumpleaños|dirección|ciudad|pueblo|zona horaria|huso horario|apellido|grupo sanguíneo|lengua"
    r" materna|idioma|trabajo|profesión|empresa|jefe|equipo|móvil|celular|teléfono|portátil|ordenador|computadora"
    r"|impresora|tele|coche|carro|auto|moto|bici|bicicleta|guitarra|piano|cámara|casa|piso|departamento|apartamento"
    r"|jardín|huerto|cocina|balcón|horno|calefacción|caldera|oficina|turno|horario|jornada|alergia|dieta|piel|pelo|ojos"
    r"|talla|carrera|especialidad|editor|base de datos|servidor|teclado|sistema operativo|moneda|instrumento|afición"
    r"|hobby|religión|nacionalidad|aniversario|escuela|universidad|barco|taller|tienda|negocio|web|blog|pared|paredes|suelo"
    r"|terraza|rodilla|espalda)"
)
_ILL: Final = (
    r"(?:vegan[oa]|vegetarian[oa]|celíac[oa]|celiac[oa]|alérgic[oa]|intolerante|diabétic[oa]|daltónic[oa]|disléxic[oa]"
    r"|zurd[oa]|diestr[oa]|sord[oa]|cieg[oa]|autista|asmátic[oa]|epiléptic[oa]|miope|hipertens[oa]|hipotens[oa]|insomne"
    r"|musulm[aá]na?|judí[oa]|católic[oa]|cristian[oa]|ate[oa]|budista|abstemi[oa])"
)
_NOT_JOB: Final = (
    r"(?:un (?:desastre|poco|caos|idiota|genio|inútil|negado|fan)|una? (?:fan|gran)|fan|tont[oa]|consciente|capaz|incapaz"
    r"|sincer[oa]|hones[at]\w*|el (?:único|que|mismo)|la (?:única|que|misma)|yo\b|así|de l[oa]s que|feliz|lent[oa]|mal[oa]\b"
    r"|buen\w*|idiota|torpe|pesad[oa]|responsable\?|más de|nuev[oa]$|todo|tod[oa] oídos|el del\b|la del\b)"
)
_TASKLIKE: Final = (
    r"(?:pregunta\w*|problema\w*|duda\w*|idea\w*|reunión|entrevista|examen|lista|tabla|archivo|función|error\w*|resfriado"
    r"|fiebre|resaca|cita|vuelo|presentación|texto|foto|imagen|documento|correo|carta|receta|hambre|sed|sueño|frío|calor"
    r"|ganas|prisa|miedo|tiempo|razón|minutos|horas|días|semanas|euros|pesos|dólares|invitados|visita|script|código|clase"
    r"|variable|que|boda|fiesta|cena|ni idea|plan|mensaje|sensación|la culpa|trabajo para|proyecto|suerte|paciencia)"
)
_FACTS: Final = (
    ("name", r"(?:me llamo|mi nombre es|me dicen|me llaman) (?P<v>\S+(?: [A-ZÁÉÍÓÚÑ]\S+)?).*"),
    ("name", r"(?:llámame|llamame|puedes llamarme|dime) (?P<v>(?-i:[A-ZÁÉÍÓÚÑ])\S+)$|(?P<w>(?-i:[A-ZÁÉÍÓÚÑ]\w+)) (?:por aquí|con (?:una? )?\w"
     r"|sin \w)\b.*|es (?P<x>(?-i:[A-ZÁÉÍÓÚÑ]\w+)) (?:con|sin) .+"),
    ("home", rf"{_I}{_ADV}(?:vivo|vivimos|resido|residimos) {_ADV}(?!en (?:la (?:oficina|luna|cama|nube)|el (?:coche|metro|gimnasio|pasado"
     r"|calendario|atasco|trabajo)|un (?:calendario|sueño|caos))|pegad|de (?:café|pizza))(?P<v>.+)"),
    ("home", rf"{_I}(?:(?:ya |hace \S+ \S+ (?:que )?|me he |nos hemos |acabo de )*(?:me mudé|nos mudamos|mudado|mudarme|me fui a vivir|me trasladé|me cambié"
     r" de (?:casa|piso))) ?(?P<v>.*)"),
    ("home", r"(?:hace|llevo|llevamos) \S+ (?:años|meses) (?:que )?(?:estoy |vivo |vivimos |viviendo |estamos )?(?:en|aquí en|acá en) (?P<v>.+)"),
    ("home", rf"{_I}(?:alquilo|alquilamos)\b(?! un coche).*"),
    ("origin", rf"{_I}(?:soy|somos|vengo|procedo|nací) (?:de|en|originari[oa] de) (?!l[oa]s que|acuerdo|fiar)(?P<v>.+)|me crié en (?P<w>.+)"),
    ("age", rf"{_I}{_ADV}(?:tengo|cumplo|cumplí) {_ADV}(?P<v>{_NUMBER}(?: y \w+)?) (?:años|tacos|añitos)\b.*"),
    ("birthday", r"mi cumpleaños es (?:el )?(?P<v>.+)|cumplo años (?:el|en) (?P<w>.+)|nací (?:el|en) (?P<x>.*\d.*)"),
    ("height", rf"{_I}mido (?P<v>.*\d.*)|{_I}peso (?P<w>\d.*)"),
    ("size", rf"{_I}(?:calzo|uso (?:la )?talla|visto) (?:un |una |el |la )?(?P<v>.+)"),
    ("", rf"{_I}(?:no )?(?:soy|somos) {_ADV}(?:un |una )?{_ILL}\b.*"),
    ("health", rf"{_I}(?:padezco|sufro|tomo \w+ (?:para|contra)|me diagnosticaron|me han diagnosticado|me operaron de) (?P<v>.+)"),
    ("health", r"(?:el|la|los|las) (?P<v>[\w' -]{2,50}?) (?:me (?:sienta|sientan|cae|caen) (?:fatal|mal)|me da alergia|me dan alergia)\b.*"),
    ("", rf"{_I}estoy {_ADV}(?:casad[oa]|divorciad[oa]|solter[oa]|separad[oa]|embarazada|jubilad[oa]|prometid[oa]|en (?:paro|silla)|de baja|estudiando (?!esto|para"
     r" (?:el|un))|aprendiendo (?!esto)|sacándome|opositando|preparando (?:oposiciones|un maratón|el maratón)).*"),
    ("", rf"{_I}(?:no )?(?:soy|somos) (?!{_NOT_JOB})(?!(?:más|muy) (?:de|fan)\b)(?P<v>\S.*)"),
    ("job", rf"{_I}{_ADV}(?:trabajo|trabajamos|curro|curramos|teletrabajo) {_ADV}(?:como|de|en|para|desde|por|los|a|con (?!est|eso))\b(?! es[oae]| est[oae]).*"),
    ("job", rf"{_I}(?:doy clases?|enseño|dirijo|regento|llevo (?:una?|el|la|mi) (?:\w+ )?(?:tienda|negocio|equipo|taller|bar|restaurante|huerto|granja|blog|empresa|departamento"
     r"|consulta|cuenta)|coordino|gestiono|administro|lidero|me dedico a|me gano la vida|ejerzo|tengo (?:una?|mi) (?:\w+ )?(?:tienda|negocio|taller|bar|restaurante|empresa|consulta"
     r"|granja|panadería|librería|peluquería)) ?(?P<v>.*)"),
    ("studies", rf"{_I}{_ADV}(?:estudio|curso|aprendo|estudiamos) (?!est[oae]|es[oae])(?P<v>.+)|llevo \S+ (?:años|meses) (?:estudiando|aprendiendo) (?P<w>.+)"),
    ("", r"llevo \S+ (?:años|meses|semanas) .+|hace \S+ (?:años|meses) que (?:no )?\w+o\b.*"),
    ("diet", rf"{_I}(?:ya )?no {_ADV}(?:como|bebo|tomo|fumo|puedo (?:comer|beber|tomar)|pruebo|comemos|bebemos)\b(?! (?:nada más|eso|esto|es[ae])\b).*"),
    ("diet", rf"{_I}(?:solo|sólo|siempre|casi siempre|he dejado (?:de|el|la)|dejé (?:de|el|la)|sigo una dieta) ?(?:como|bebo|tomo|desayuno|ceno|comer|fumar|beber|carne|azúcar|alcohol|café|tabaco|gluten|pan|\w+na)\b.*"),
    ("", rf"{_I}(?:ya )?no {_ADV}(?:tengo (?!{_TASKLIKE}\b|ni\b|claro|nada|por qué)|conduzco|manejo|hablo (?:\w+$|bien)|sé (?:nadar|conducir|cocinar|leer)|tenemos (?!ganas|tiempo|ni|que|prisa)|celebro|celebramos|comemos|bebemos|usamos|viajo|uso|veo (?:bien|de|colores)|oigo|trabajo|puedo"
     r" (?:nadar|correr|conducir|ver|oír|andar|levantar|usar|hacer deporte))\b.*"),
    ("", rf"{_I}{_ADV}(?:tengo|tenemos|criamos|crío) (?!(?:\S+\s){{0,3}}{_TASKLIKE}\b)(?:{_NUMBER}|el|la|los|mi|asma|diabetes|migrañas?|alergia|artritis|hipotiroidismo|insomnio|tdah|vértigo|calefacción"
     r"|hijos|perr[oa]s?|gat[oa]s?|gemel[oa]s|mellizos|piel|turno|jornada|tensión|miopía|astigmatismo|carnet|carné)\b.*"),
    ("household", r"(?:en casa )?somos (?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho)\b.*"),
    ("", rf"{_I}{_ADV}(?:voy|vamos|hago|hacemos|salgo|monto|nado|corro|entreno|juego|practico|canto|bailo|pinto|coso|cocino|leo|escribo|toco|viajo|duermo|me levanto|me acuesto|madrugo|compro|cultivo|colecciono|pesco"
     r"|esquío|escalo|medito|camino|ando|conduzco|manejo|cojo|tomo|cobro|gano|pago|doy|veo|escucho) (?!a (?:hacer|ver|comprar|probar|intentar|empezar|ir|tener|preparar|dar|mandar|pedir)|est[oae]|es[oae]\b|ahora|hoy"
     r"|mañana)(?:.*\b(?:tod[oa]s los|todas las|cada|siempre|turnos?|a diario|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|fines)|a trabajar|al trabajo|a la (?:oficina|universidad|facultad)|veces"
     r" (?:por|a la|al)|por las (?:mañanas|noches|tardes)|desde (?:hace|los|que)|en un (?:coro|equipo|grupo|club)|en bici|en moto|en metro|en tren|en bus|en coche|pastillas|medicación|normalmente|de noche|diaria\w*)\b.*)"),
    ("", rf"{_I}(?:siempre|nunca|normalmente|casi siempre|casi nunca|solo|sólo|los \w+s) (?!me (?:sale|da|pasa)|que|he\b|quiero|necesito|digo|pregunto|busco|pienso|creo|tengo (?:problemas|dudas))\w+o\b(?! (?:est[oe]|es[oe]))(?! error).*"),
    ("hobby", rf"{_I}(?:toco|juego al?|practico|colecciono|cultivo|canto en|bailo|entreno|escalo|nado|crío|cuido|coso|pinto) (?!est[oae]|es[oae]|hoy|con la idea)(?P<v>.+)"),
    ("language", rf"{_I}{_ADV}(?:hablo|hablamos) (?!de|con|del|sobre)(?P<v>.+)|(?:en casa )?(?:se habla|hablamos) (?P<w>.+)"),
    ("", rf"{_I}(?:llevo (?:gafas|lentillas|audífonos?|marcapasos|aparato|prótesis|lentes)|uso (?:gafas|lentillas|silla|audífonos?)).*"),
    ("", rf"{_I}(?:viajo|ahorro|devoro|pago|comparto|convivo|participo|compito|ayuno|rezo|celebro|celebramos|compartimos|pertenezco) (?!est[oae]|es[oae]|hoy|mañana)(?P<v>.+)"),
    ("", r"se me (?:da|dan) (?:muy |bastante |fatal|mal|bien|genial).*|me mareo .+|me dan migrañas.*|me cuesta (?!entender (?:est|es)|abrir|creer)(?P<v>.+)"),
    ("health", rf"{_I}tomo (?:\w+antes|pastillas|medicación|medicamentos|anticonceptiv\w+|insulina|antidepresivos|antihistamínicos|estatinas|\w+ina)\b.*"),
    ("", rf"{_I}estoy (?:ahorrando|entrenando|escribiendo (?:una? |mi )(?:novela|tesis|libro)|criando|restaurando|reformando|sacándome) .+"),
    ("", r"mi (?:grupo|equipo|coro|orquesta|banda|empresa|club|clase|escuela) (?!quiere|dice|piensa|necesita|no )\w+[ae] .+"),
    ("name", r"(?P<v>(?-i:[A-ZÁÉÍÓÚ][a-záéíóúñ]+)) (?:de|desde) (?-i:[A-ZÁÉÍÓÚ])\w+$"),
    ("", r"aprendo (?:mejor|más) .+|trabajo mejor .+"),
    ("tools", rf"(?:en mi (?:equipo|empresa|trabajo|casa) )?{_I}{_ADV}(?:uso|usamos|utilizo|utilizamos|programo en|programamos en|desarrollo en|edito con|tiramos de|escribimos en) (?!est[oae]|es[oae]\b|tus? |el código|la función|nada)"
     r"(?P<v>.+)"),
    ("", rf"{_I}(?:.{{0,40}} )?(?:{_PET}|{_KIN}) (?:que )?(?:se llama|se llaman|llamad[oa]s?) (?P<v>.+)"),
    ("", rf"(?:mis?|nuestr[oa]s?|el|la) (?:\w+ )?{_PET} (?:\w+ )?(?:tiene|es|está|pesa|tienen|son|come) (?:.*\b(?:\d+|{_NUMBER}|años|meses|alérgic[oa]|sord[oa]|cieg[oa]|diabétic[oa]|castrad[oa]|esterilizad[oa]|artrosis)\b.*)"),
    ("", rf"(?:mis?|nuestr[oa]s?) (?:\w+ )?{_KIN} (?:tiene|tienen|cumple|cumplen) (?P<v>{_NUMBER} (?:años|meses|añitos))$"),
    ("", rf"(?:mis?|nuestr[oa]s?) {_OWN} (?:\w+ )?(?:es|son|está hech[oa]|tiene|tienen|funciona con|va con|cae|da a|empieza) (?!lent[oa]|rot[oa]|normal|que\b|un desastre|una porquería)(?P<v>.+)"),
    ("", r"como (?!si|siempre|ya|no|en|el|la|un\b|una\b|te|me|lo|es|para|resultado|regla|mucho|poco)(?P<v>[\w]{4,}(?: \w+){0,3}) (?:que soy)\b.*"),
)
_PAST: Final = (
    ("job", r"antes (?:trabajaba|era|daba clases) (?P<v>.+)"),
    ("home", r"antes (?:vivía|vivíamos) en (?P<v>.+)"),
)
_VAGUE: Final = (
    r"(?:que (?:me|lo|el|la|tu|te|no)|es[oae]s?\b|est[oae]s?\b|lo\b|la (?:primera|segunda|tercera|última|otra|nueva|opción|versión|idea|respuesta)|el (?:primero|segundo|tercero|último|otro|nuevo|segundo)|tu\b|tus\b|cómo|mucho$"
    r"|muchísimo$|más$|así|saber|(?:la )?(?:opción|versión|variante) \w+)\b"
)
_PREFERENCES: Final = (
    ("favourite", r"(?:mis?|nuestr[oa]s?) (?P<k>[\w ]{2,40}?) (?:favorit[oa]s?|preferid[oa]s?) (?:es|son|siempre será) (?!es[oae]\b|est[oae]\b)(?P<v>.+)"),
    ("favourite", r"(?P<v>[\w' -]{2,60}?) (?:es|son) (?:mis?|nuestr[oa]) (?P<k>[\w ]{2,30}?) (?:favorit[oa]s?|preferid[oa]s?)\b.*"),
    ("dislikes", rf"(?:a mí )?(?:(?:ya )?no (?:me|nos) (?:gusta|gustan|encanta|va|van|convence|convencen|interesa|interesan|entusiasma|entusiasman|apasiona|hace gracia))\b (?:\w+ )??(?!{_VAGUE}|cómo)(?P<v>.+)"),
    ("dislikes", rf"{_I}(?:odio|detesto|aborrezco|evito|no soporto|no aguanto|no trago|no puedo con|no tolero|desprecio) (?!{_VAGUE})(?P<v>.+)"),
    ("dislikes", r"(?:a mí )?(?P<v>(?!es[oae]\b|est[oae]\b|lo\b|(?:la|el) (?:primer|segund|tercer|últim|otr)\w+|(?:el|tu) (?:texto|final|título)\b)[\w' -]{2,60}?) (?:ni verl[oa]s?|ni en pintura|ni regalad[oa]|me da asco|me dan asco|no me gustan?|no me van?|no l[oa]s? (?:soporto|aguanto|trago|tolero|puedo ver|pruebo)|me cansan?|me aburren?|me pone de los"
     r" nervios|me ponen de los nervios|me agobian?|me estresan?|me molestan?|me repatean?|me da pereza|me dan pereza|me dan? grima|me horrorizan?)\b.*"),
    ("likes", rf"(?:a mí )?(?:(?:me|nos) (?:gusta|gustan|encanta|encantan|chifla|chiflan|apasiona|apasionan|fascina|fascinan|flipa|flipan|pirra|pirran|va|van|relaja|relajan|entusiasma|entusiasman|interesa|interesan))\b (?:mucho |más |muchísimo |un montón |sobre todo )*+"
     rf"(?!{_VAGUE})(?P<v>.+)"),
    ("prefers", rf"{_I}{_ADV}(?:prefiero|preferimos|disfruto|adoro|amo|valoro|me quedo con|me inclino por|me decanto por) {_ADV}(?!{_VAGUE})(?P<v>.+)"),
    ("likes", r"(?:yo )?(?:soy|somos) (?:más |muy |una? )*(?:gran )?(?:fan|de (?!l[oa]s? que|aquí|acá|\w+$)|amante|aficionad[oa]|seguidor\w*|friki|adict[oa]|goloso|golosa|madrugador\w*|noctámbul[oa]|nocturn[oa])\b (?P<v>.*)"),
    ("prefers", rf"{_I}(?:compro|leo|veo|escucho|cocino|como|bebo|viajo|visto|elijo|uso|reservo) (?:casi )?(?:siempre|solo|sólo|solamente|únicamente|todo|nada|sobre todo|mejor)\b (?!est[oae]|es[oae])(?P<v>.+)"),
    ("prefers", r"(?:donde esté|nada como|como .+ no hay nada) (?P<v>.+)"),
    ("dislikes", r"nada de (?P<v>.+ (?:conmigo|para mí|en casa))$|(?P<w>[\w' -]{2,60}?) no es lo mío.*|(?P<x>[\w' -]{2,60}?) no son lo mío.*"),
)
_DO: Final = (
    r"(?:respóndeme|responde|respónda\w*|responda|contesta|contéstame|conteste|dame|deme|déme|dime|dígame|escribe|escríbeme|escriba|usa|use|utiliza|utilice|pon|ponme|ponga|incluye|incluya|indica|indique|evita|evite|explica|explícame|explique|háblame|habla"
    r"|hábleme|hable|trátame|tráteme|tutéame|llámame|recuerda|recuerde|recuérdame|haz|hazme|haga|cita|cite|añade|añada|agrega|deja|deje|empieza|empiece|termina|termine|resume|resuma|muestra|muéstrame|avísame|avisa|traduce|tradúceme|pregúntame|sé|sea|ve al|vaya al"
    r"|mantén|mantenga|propón|proponme|recomiéndame|sugiéreme|ordena|separa|marca|redondea|calcula|convierte|comprueba|revisa|omite|ahórrate|sáltate|limítate|comienza|ten en cuenta|tenga en cuenta|asume|nómbrame|menciona|da|cuenta|cuéntame|presenta|pásame)\b(?<!cuenta)(?! que\b| si\b)|ten en cuenta|tenga en cuenta"
)
_NOT_DO: Final = (
    r"no (?:me |te |le |lo |la |los |las )*(?:pongas|ponga|des|dé|uses|use|utilices|digas|diga|escribas|escriba|hables|hable|respondas|responda|mandes|mande|hagas|haga|incluyas|repitas|repita|añadas|llames|llame|trates|trate|tutees|expliques|cites|empieces|termines"
    r"|recomiendes|recomiende|sugieras|muestres|preguntes|asumas|mezcles|traduzcas|abrevies|inventes|enrolles|enrollarte|olvides)\b"
)
_ANSWERS: Final = r"(?:respuestas?|explicaci\w+|res[uú]men\w*|mensajes?|ejemplos?|recetas?|fuentes?|precios?|medidas?|textos?)"
SPANISH: Final = Speech(
    name="es",
    gate=Pattern(
        r"\b(?:yo|me|mi|mis|mí|soy|somos|tengo|tenemos|vivo|trabajo|nos|nuestr[oa]s?|siempre|nunca|no|por favor|porfa|a partir|ahora|adelante|prefiero|odio|cuando|llevo|calzo|compro|estoy|uso|usamos|como|hablo|dejé|el|la|los|en)\b|\b\w+o\b"
    ),
    joint=Pattern(
        r"\s+(?=(?:y|e|pero|porque|así que|aunque|pues|o sea que|ya que|pero sí)\s+(?:ya\s+|ahora\s+|también\s+|no\s+|me\s+|nos\s+)?(?:yo|me|mi|mis|soy|somos|tengo|tenemos|vivo|trabajo|hago|voy|prefiero|odio|estoy|uso|llevo|hace|quiero|necesito|por favor|qué|cómo"
        r"|cuál|dónde|cuánto|acá|aquí|cocino|juego|toco|estudio|hablo|como|bebo|detesto|el|la|los|las|mi|gusta|gustan|encanta|encantan|duermo|leo|no)\b)"
        r"|\s+(?=(?:qué|cómo|cuál|cuáles|dónde|cuánto|cuánta|cuántos|cuántas|cuándo|por qué|quién)\s)"
    ),
    lead=Pattern(
        r"(?:(?:bueno|buenas|buenos días|buenas tardes|hola|oye|oiga|ey|pues|bien|vale|ok|a ver|mira|mire|che|eh|ah|ay|por cierto|además|también|y|e|pero|porque|así que|aunque|la verdad|la verdad es que|sinceramente|para ser(?:te|le)? sincer[oa]|en realidad|de hecho|ojo|que conste"
        r"|te cuento|le cuento|para que sepas|para que lo sepas|para tu información|apunta|apúntate|anota|recuerda(?: que)?|ten en cuenta(?: que)?|nota|contexto|perdona|perdón|perdone|disculpa|no(?=,)|sí(?=,)|es que|resulta que|digo|o sea|total|en general|personalmente|como dije|ya que"
        r"|eso sí|por si (?:ayuda|sirve|acaso)|por desgracia|por suerte|jaja\w*|me expliqué mal|me equivoqué|corrección|en casa|en mi casa|en el trabajo|entre semana|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|fines de semana)|por las (?:mañanas|noches|tardes)"
        r"|en (?:invierno|verano)|profesionalmente|tía|tío|pues nada|confieso que|debo decir que|he de decir que)\b[\s,:!.-]*){1,5}"
    ),
    asks=Pattern(
        r"¿|(?:qué|cómo|cuál|cuáles|dónde|adónde|cuánt[oa]s?|cuándo|por qué|quién|quiénes|puedo|puedes|puede|podemos|podrías|podría|podrían|debo|debería|me (?:pasas|das|haces|dices|recomiendas|ayudas|propone|propones|puedes|puede|sugieres|explicas|pregunto)|hay que|hay|es (?:mejor"
        r"|normal|verdad|posible|cierto|mejor|necesario|obligatorio)|son|sabes|conoces|existe|se puede|vale la pena|conviene|tengo que|alguna?|algún)\b"
    ),
    supposes=Pattern(
        r"\b(?:si (?!te|le|es posible|ayuda|sirve|puedes|puede|quieres|no te|acaso|hace falta|pido|me)|supongamos|supón|suponiendo|imagina\w*|pongamos que|digamos que|hipotéticamente|como si|ojalá|me gustaría|me encantaría|quisiera|querría|en teoría|algún día|en sueños|en mi sueño|soñé|"
        r"en otra vida|viviría|sería|tendría|preferiría ser|de mayor)\b"
    ),
    unsure=Pattern(
        r"\b(?:quizás?|tal vez|a lo mejor|igual (?:me|nos|no|sí|voy|lo)|puede que|puede ser|posiblemente|probablemente|no sé si|no estoy segur[oa]|no lo sé|estoy pensando|estoy dudando|dudo|me planteo|estoy (?:valorando|considerando|planteando)|no me decido|ni idea|me pregunto|espero|pienso"
        r" (?:en|que)|creo que|planeo|seguramente|tengo pensado)\b"
    ),
    passing=Pattern(
        r"\b(?:hoy|mañana(?!s)(?<!la mañana)|ayer|anoche|esta (?:vez|noche|tarde|semana|mañana|respuesta|función|pregunta|tarea)|este (?:finde|fin|mes|año|texto|ejemplo|mensaje|correo|caso|verano|lunes|viernes|sábado|domingo)|ahora mismo|de momento|por ahora|por el momento|solo (?:por|para|en) est[ea]"
        r"|sólo (?:por|para|en) est[ea]|unos días|hasta (?:el|mañana)|la (?:próxima|semana que viene)|el (?:próximo|finde)|de (?:viaje|vacaciones|visita|paso)|temporalmente|en un rato|dentro de|para est[ea]|en est[ea]|últimamente|estos días|una sola vez|por esta|est[ea] (?:de aquí|última))\b"
    ),
    reports=Pattern(
        r"\b(?:(?:él|ella|ellos|alguien|la gente|todos|\w+) (?:siempre |me |nos |le )*(?:dice|dicen|dijo|dijeron|decía|suelta|soltó|escribe|escribió|cuenta|contó|pregunta|preguntó|afirma|asegura|jura|grita|piensa|cree|opina|repite)|según|dicho popular|refrán|letra de|eslogan|lema)\b"
    ),
    told=Pattern(
        r"(?:por favor )?(?:apunta|apúntate|anota|recuerda|recuerde|ten en cuenta|tenga en cuenta|guarda|toma nota|para que (?:lo )?sepas|para que (?:lo )?sepa|te cuento|le cuento|contexto|por cierto|para tu información|que conste|por si (?:sirve|ayuda)|para el futuro|nota|sobre mí|un poco de contexto|mi situación)\b"
    ),
    stands=Pattern(
        r"\b(?:a partir de (?:ahora|hoy|ya)|de (?:ahora|aquí|hoy) en adelante|en adelante|desde (?:ahora|hoy|ya)|en el futuro|siempre|nunca|jamás|cada vez|por defecto|por norma|como (?:norma|regla)|en general|en todas|en todos|todas (?:tus|sus|las)|todos (?:tus|sus)|nunca más|no (?:\w+ ){1,3}más|más|cuando"
        r" (?:me|te|le)|salvo que|a menos que|a no ser que|conmigo|permanentemente|de una vez por todas|vuelvas a|otra vez|en lo sucesivo|de forma permanente|por sistema)\b"
    ),
    rule=Pattern(
        r"(?:y )?(?:es|eso es|tómalo|tómelo|que sea|considéralo|ponlo|hazlo)(?: como| una| la| tu)? (?:\w+ )?(?:norma|regla|general|siempre|por defecto)\b|siempre(?:, por favor)?[.!]?$|(?:que sea )?para siempre|apúntalo|recuérdalo|tenlo en cuenta|como norma|y así siempre"
    ),
    opens=Pattern(
        r"(?:por favor,? )?(?:a partir de (?:ahora|hoy|ya)|de (?:ahora|aquí|hoy) en adelante|en adelante|desde (?:ahora|hoy|ya)|en lo sucesivo|para el futuro|por norma|como (?:norma|regla)(?: general)?|regla(?: general)?:|norma:)[,:]?\s*(?!(?:yo|vivo|trabajo|voy|soy|tengo|mi|mis|me (?!\w+s\b)|estoy|él|ella)\b)\S"
    ),
    orders=Pattern(
        rf"(?:por favor |porfa |así que |y |pues |siempre |entonces |mejor )*(?:{_DO}|{_NOT_DO}|(?:puedes|podrías|puede|podría)(?: usted| tú)? (?:\w*(?:me|rte|r|se)\b)|(?:me )?(?:gustaría|quiero|necesito|prefiero|agradecería)(?: siempre)? (?:que (?:me|uses|no|las|los|siempre|respondas|escribas|pongas|tus|sus)|tus|sus|las respuestas)"
        rf"|(?:debes|tienes que|deberías|debe|tiene que)\b|primero\b|(?:\w+ ){{0,2}}?{_ANSWERS}\b(?! (?:me|que)\b)|nada de\b|sin \w+|nunca (?:me |te )?\w+s\b|siempre (?:en|con|sin|de)\b)"
    ),
    standing_orders=Pattern(
        r"(?:por favor |porfa |así que |y |pues )*(?:deja(?:d|r)? de \w+r(?:me|te|se)?\b|deje de \w+|no me (?:\w+ )+más\b|no (?:me )?(?:vuelvas a)\b|no (?:me )?(?:uses|use|llames|llame|trates|trate|hables de|tutees|repitas|pongas emojis|des rodeos|sermonees)\b(?! (?:est[ea]|es[ea]|la (?:primera|segunda))\b)"
        r"|(?:háblame|hábleme|trátame|tráteme|tutéame|llámame|escríbeme|respóndeme|contéstame) (?:siempre |de |en |con |sin |por |como )|nada de (?:emojis?|tablas|listas|tecnicismos|rodeos|anglicismos|introducciones|disculpas|spoilers)\b|sin (?:emojis?|rodeos|tecnicismos|spoilers|anglicismos|tablas|introducciones)\b(?! (?:y|para))"
        r"|(?:puedes|podrías|puede|podría)(?: usted)? (?:dejar de|no) \w+|(?:quita|elimina|evita|omite|ahórrate|suprime) (?:los |las |el |la |tus )*(?:emojis?|signos de exclamación|exclamaciones|introducci\w+|tablas|tecnicismos|disculpas|rodeos|viñetas|saludos|advertencias)\b|(?!yo\b|me\b|no\b|sí\b|gracias|mi\b|lo\b|es\b)[^,?]{3,60}, (?:por favor )?siempre$|ahórrate|sáltate las (?:intro|disculpas|formalidades))"
    ),
    conditions=Pattern(
        r"(?:siempre que|cuando|cada vez que|si) (?:yo )?(?:te|me|le|pida|pregunte|necesite|escriba|hable|haya|des|hagas|recomiendes|expliques|propongas)\b|en (?:las|los|tus|sus) (?:recetas|respuestas|códigos?|listas|traducciones|resúmenes|ejemplos)\b"
    ),
    own=Pattern(
        r"(?:yo|soy|somos|tengo|tenemos|vivo|vivimos|trabajo|mi|mis|nuestr[oa]s?|voy|uso|usamos|llevo|estoy|hago|como|juego|toco)\b(?! (?:necesito|quiero|que|a (?!trabajar|la|mi|clase)|pensando|buscando|intentando|haciendo|harto|cansad|segur|una (?:pregunta|duda)|un (?:problema|error)|duda|pregunta|problema)\b)"
    ),
    rules=(
        *rules("preference", _PREFERENCES),
        *rules("fact", _FACTS),
        *rules("fact", _PAST, past=True),
    ),
    denies=Pattern(r"(?:no soy|no somos|no me|no vivo|no trabajo|no es|no tengo|yo no)\b.*"),
    adds=Pattern(r"(?:no|sino|pero no|nada de|y no|ni|salvo|excepto|menos)\b(?! (?:sé|me|tengo|soy|te|lo|hay|es|puedo|quiero|entiendo|consigo|encuentro|funciona|va)\b).*"),
    ironic=Pattern(
        r"(?:^|[\s,.!¡])(?:sí,? claro|claro que sí,|ya,? claro|qué bien,|qué alegría|genial,|fantástico,|mi plan favorito|la ilusión de mi vida|lo que me faltaba|qué ilusión|cómo no,|por supuesto,? me encanta|ya vivo|viva la vida|nada me gusta más que que)|(?-i:\b(?:ENCANTA|ADORO|AMO)\b)"
    ),
)
