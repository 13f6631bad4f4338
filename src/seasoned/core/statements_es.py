"""Spanish: how people say what is so of them and around them."""

from __future__ import annotations

from typing import Final

ADV: Final = (
    r"(?:(?:también|además|siempre|normalmente|casi siempre|solo|sólo|solamente|ya"
    r"|actualmente|ahora|todavía|aún"
    r"|realmente|muy|bastante|un poco|principalmente|sobre todo|mucho|aquí|acá|desde hace"
    r" \S+ \S+|desde \S+)\s+){0,3}"
)
WE: Final = r"(?:(?:yo|nosotros|nosotras|pues|y|que) )?"
_NUMBER: Final = (
    r"(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte"
    r"|treinta)"
)
_PET: Final = (
    r"(?:perr[oa]s?|perrit[oa]|gat[oa]s?|gatit[oa]|loro|periquito|conej[oa]s?|hámster"
    r"|caballo|yegua|poni|tortugas?"
    r"|pez|peces|serpiente|pájaro|canario|gallinas?|cabras?|burro|hurón|cobayas?|mascotas?"
    r"|cachorr[oa])"
)
_KIN: Final = (
    r"(?:mujer|espos[oa]|marido|pareja|novi[oa]|prometid[oa]|hij[oa]s?|niñ[oa]s?|bebé"
    r"|gemel[oa]s|mellizos|hijastr[oa]|mayor|pequeñ[oa])"
)
_OWN: Final = (
    r"(?:edad|altura|peso|cumpleaños|dirección|ciudad|pueblo|zona horaria|huso horario"
    r"|apellido|grupo sanguíneo|lengua"
    r" materna|idioma|trabajo|profesión|empresa|jefe|equipo|móvil|celular|teléfono"
    r"|portátil|ordenador|computadora"
    r"|impresora|tele|coche|carro|auto|moto|bici|bicicleta|guitarra|piano|cámara|casa|piso"
    r"|departamento|apartamento"
    r"|jardín|huerto|cocina|balcón|horno|calefacción|caldera|oficina|turno|horario|jornada"
    r"|alergia|dieta|piel|pelo|ojos"
    r"|talla|carrera|especialidad|editor|base de datos|servidor|teclado|sistema operativo"
    r"|moneda|instrumento|afición"
    r"|hobby|religión|nacionalidad|aniversario|escuela|universidad|barco|taller|tienda"
    r"|negocio|web|blog|pared|paredes|suelo"
    r"|terraza|rodilla|espalda)"
)
_ILL: Final = (
    r"(?:vegan[oa]|vegetarian[oa]|celíac[oa]|celiac[oa]|alérgic[oa]|intolerante"
    r"|diabétic[oa]|daltónic[oa]|disléxic[oa]"
    r"|zurd[oa]|diestr[oa]|sord[oa]|cieg[oa]|autista|asmátic[oa]|epiléptic[oa]|miope"
    r"|hipertens[oa]|hipotens[oa]|insomne"
    r"|musulm[aá]na?|judí[oa]|católic[oa]|cristian[oa]|ate[oa]|budista|abstemi[oa])"
)
_NOT_JOB: Final = (
    r"(?:un (?:desastre|poco|caos|idiota|genio|inútil|negado|fan)|una? (?:fan|gran)|fan"
    r"|tont[oa]|consciente|capaz|incapaz"
    r"|sincer[oa]|hones[at]\w*|el (?:único|que|mismo)|la (?:única|que|misma)|yo\b|así|de"
    r" l[oa]s que|feliz|lent[oa]|mal[oa]\b"
    r"|buen\w*|idiota|torpe|pesad[oa]|responsable\?|más de|nuev[oa]$|todo|tod[oa] oídos|el"
    r" del\b|la del\b)"
)
_TASKLIKE: Final = (
    r"(?:pregunta\w*|problema\w*|duda\w*|idea\w*|reunión|entrevista|examen|lista|tabla"
    r"|archivo|función|error\w*|resfriado"
    r"|fiebre|resaca|cita|vuelo|presentación|texto|foto|imagen|documento|correo|carta"
    r"|receta|hambre|sed|sueño|frío|calor"
    r"|ganas|prisa|miedo|tiempo|razón|minutos|horas|días|semanas|euros|pesos|dólares"
    r"|invitados|visita|script|código|clase"
    r"|variable|que|boda|fiesta|cena|ni idea|plan|mensaje|sensación|la culpa|trabajo para"
    r"|proyecto|suerte|paciencia)"
)
FACTS: Final = (
    ("name", r"(?:me llamo|mi nombre es|me dicen|me llaman) (?P<v>\S+(?: [A-ZÁÉÍÓÚÑ]\S+)?).*"),
    (
        "name",
        r"(?:llámame|llamame|puedes llamarme|dime) (?P<v>(?-i:[A-ZÁÉÍÓÚÑ])\S+)$"
        r"|(?P<w>(?-i:[A-ZÁÉÍÓÚÑ]\w+)) (?:por aquí|con (?:una? )?\w"
        r"|sin \w)\b.*|es (?P<x>(?-i:[A-ZÁÉÍÓÚÑ]\w+)) (?:con|sin) .+",
    ),
    (
        "home",
        rf"{WE}{ADV}(?:vivo|vivimos|resido|residimos) {ADV}(?!en (?:la (?:oficina|luna|cama"
        r"|nube)|el (?:coche|metro|gimnasio|pasado"
        r"|calendario|atasco|trabajo)|un (?:calendario|sueño|caos))|pegad|de (?:café"
        r"|pizza))(?P<v>.+)",
    ),
    (
        "home",
        rf"{WE}(?:(?:ya |hace \S+ \S+ (?:que )?|me he |nos hemos |acabo de )*(?:me mudé|nos"
        r" mudamos|mudado|mudarme|me fui a vivir|me trasladé|me cambié"
        r" de (?:casa|piso))) ?(?P<v>.*)",
    ),
    (
        "home",
        r"(?:hace|llevo|llevamos) \S+ (?:años|meses) (?:que )?(?:estoy |vivo |vivimos "
        r"|viviendo |estamos )?(?:en|aquí en|acá en) (?P<v>.+)",
    ),
    ("home", rf"{WE}(?:alquilo|alquilamos)\b(?! un coche).*"),
    (
        "origin",
        rf"{WE}(?:soy|somos|vengo|procedo|nací) (?:de|en|originari[oa] de) (?!l[oa]s que"
        r"|acuerdo|fiar)(?P<v>.+)|me crié en (?P<w>.+)",
    ),
    (
        "age",
        rf"{WE}{ADV}(?:tengo|cumplo|cumplí) {ADV}(?P<v>{_NUMBER}(?: y \w+)?) (?:años|tacos"
        r"|añitos)\b.*",
    ),
    (
        "birthday",
        r"mi cumpleaños es (?:el )?(?P<v>.+)|cumplo años (?:el|en) (?P<w>.+)|nací (?:el|en)"
        r" (?P<x>.*\d.*)",
    ),
    ("height", rf"{WE}mido (?P<v>.*\d.*)|{WE}peso (?P<w>\d.*)"),
    ("size", rf"{WE}(?:calzo|uso (?:la )?talla|visto) (?:un |una |el |la )?(?P<v>.+)"),
    ("", rf"{WE}(?:no )?(?:soy|somos) {ADV}(?:un |una )?{_ILL}\b.*"),
    (
        "health",
        rf"{WE}(?:padezco|sufro|tomo \w+ (?:para|contra)|me diagnosticaron|me han diagnosticado"
        r"|me operaron de) (?P<v>.+)",
    ),
    (
        "health",
        r"(?:el|la|los|las) (?P<v>[\w' -]{2,50}?) (?:me (?:sienta|sientan|cae|caen) (?:fatal"
        r"|mal)|me da alergia|me dan alergia)\b.*",
    ),
    (
        "",
        rf"{WE}estoy {ADV}(?:casad[oa]|divorciad[oa]|solter[oa]|separad[oa]|embarazada"
        r"|jubilad[oa]|prometid[oa]|en (?:paro|silla)|de baja|estudiando (?!esto|para"
        r" (?:el|un))|aprendiendo (?!esto)|sacándome|opositando|preparando (?:oposiciones|un"
        r" maratón|el maratón)).*",
    ),
    ("", rf"{WE}(?:no )?(?:soy|somos) (?!{_NOT_JOB})(?!(?:más|muy) (?:de|fan)\b)(?P<v>\S.*)"),
    (
        "job",
        rf"{WE}{ADV}(?:trabajo|trabajamos|curro|curramos|teletrabajo) {ADV}(?:como|de|en|para"
        r"|desde|por|los|a|con (?!est|eso))\b(?! es[oae]| est[oae]).*",
    ),
    (
        "job",
        rf"{WE}(?:doy clases?|enseño|dirijo|regento|llevo (?:una?|el|la|mi) (?:\w+ )?(?:tienda"
        r"|negocio|equipo|taller|bar|restaurante|huerto|granja|blog|empresa|departamento"
        r"|consulta|cuenta)|coordino|gestiono|administro|lidero|me dedico a|me gano la vida"
        r"|ejerzo|tengo (?:una?|mi) (?:\w+ )?(?:tienda|negocio|taller|bar|restaurante|empresa"
        r"|consulta"
        r"|granja|panadería|librería|peluquería)) ?(?P<v>.*)",
    ),
    (
        "studies",
        rf"{WE}{ADV}(?:estudio|curso|aprendo|estudiamos) (?!est[oae]|es[oae])(?P<v>.+)|llevo"
        r" \S+ (?:años|meses) (?:estudiando|aprendiendo) (?P<w>.+)",
    ),
    ("", r"llevo \S+ (?:años|meses|semanas) .+|hace \S+ (?:años|meses) que (?:no )?\w+o\b.*"),
    (
        "diet",
        rf"{WE}(?:ya )?no {ADV}(?:como|bebo|tomo|fumo|puedo (?:comer|beber|tomar)|pruebo"
        r"|comemos|bebemos)\b(?! (?:nada más|eso|esto|es[ae])\b).*",
    ),
    (
        "diet",
        rf"{WE}(?:solo|sólo|siempre|casi siempre|he dejado (?:de|el|la)|dejé (?:de|el|la)|sigo"
        r" una dieta) ?(?:como|bebo|tomo|desayuno|ceno|comer|fumar|beber|carne|azúcar|alcohol"
        r"|café|tabaco|gluten|pan|\w+na)\b.*",
    ),
    (
        "",
        rf"{WE}(?:ya )?no {ADV}(?:tengo (?!{_TASKLIKE}\b|ni\b|claro|nada|por qué)|conduzco"
        r"|manejo|hablo (?:\w+$|bien)|sé (?:nadar|conducir|cocinar|leer)|tenemos (?!ganas"
        r"|tiempo|ni|que|prisa)|celebro|celebramos|comemos|bebemos|usamos|viajo|uso|veo"
        r" (?:bien|de|colores)|oigo|trabajo|puedo"
        r" (?:nadar|correr|conducir|ver|oír|andar|levantar|usar|hacer deporte))\b.*",
    ),
    (
        "",
        rf"{WE}{ADV}(?:tengo|tenemos|criamos|crío)"
        rf" (?!(?:\S+\s){{0,3}}{_TASKLIKE}\b)(?:{_NUMBER}|el|la|los|mi|asma|diabetes|migrañas?"
        r"|alergia|artritis|hipotiroidismo|insomnio|tdah|vértigo|calefacción"
        r"|hijos|perr[oa]s?|gat[oa]s?|gemel[oa]s|mellizos|pasaporte|nacionalidad|doble"
        r" nacionalidad|piel|turno|jornada|tensión|miopía"
        r"|astigmatismo|carnet|carné)\b.*",
    ),
    ("household", r"(?:en casa )?somos (?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho)\b.*"),
    (
        "",
        rf"{WE}{ADV}(?:voy|vamos|hago|hacemos|salgo|monto|nado|corro|entreno|juego|practico"
        r"|canto|bailo|pinto|coso|cocino|leo|escribo|toco|viajo|duermo|me levanto|me acuesto"
        r"|madrugo|compro|cultivo|colecciono|pesco"
        r"|esquío|escalo|medito|camino|ando|conduzco|manejo|cojo|tomo|cobro|gano|pago|doy|veo"
        r"|escucho) (?!a (?:hacer|ver|comprar|probar|intentar|empezar|ir|tener|preparar|dar"
        r"|mandar|pedir)|est[oae]|es[oae]\b|ahora|hoy"
        r"|mañana)(?:.*\b(?:tod[oa]s los|todas las|cada|siempre|turnos?|a diario|los (?:lunes"
        r"|martes|miércoles|jueves|viernes|sábados|domingos|fines)|a trabajar|al trabajo|a la"
        r" (?:oficina|universidad|facultad)|veces"
        r" (?:por|a la|al)|por las (?:mañanas|noches|tardes)|desde (?:hace|los|que)|en un"
        r" (?:coro|equipo|grupo|club)|en bici|en moto|en metro|en tren|en bus|en coche"
        r"|pastillas|medicación|normalmente|de noche|diaria\w*)\b.*)",
    ),
    (
        "",
        rf"{WE}(?:siempre|nunca|normalmente|casi siempre|casi nunca|solo|sólo|los \w+s) (?!me"
        r" (?:sale|da|pasa)|que|he\b|quiero|necesito|digo|pregunto|busco|pienso|creo|tengo"
        r" (?:problemas|dudas))\w+(?:o|amos|emos)\b(?! (?:est[oe]|es[oe]))(?! error).*",
    ),
    (
        "hobby",
        rf"{WE}(?:toco|juego al?|practico|colecciono|cultivo|canto en|bailo|entreno|escalo|nado"
        r"|crío|cuido|coso|pinto) (?!est[oae]|es[oae]|hoy|con la idea)(?P<v>.+)",
    ),
    (
        "language",
        rf"{WE}{ADV}(?:hablo|hablamos) (?!de|con|del|sobre)(?P<v>.+)|(?:en casa )?(?:se habla"
        r"|hablamos) (?P<w>.+)",
    ),
    (
        "",
        rf"{WE}(?:llevo (?:gafas|lentillas|audífonos?|marcapasos|aparato|prótesis|lentes)|uso"
        r" (?:gafas|lentillas|silla|audífonos?)).*",
    ),
    (
        "",
        rf"{WE}(?:viajo|ahorro|devoro|pago|comparto|convivo|participo|compito|ayuno|rezo"
        r"|celebro|celebramos|compartimos|pertenezco) (?!est[oae]|es[oae]|hoy|mañana)(?P<v>.+)",
    ),
    (
        "",
        r"se me (?:da|dan) (?:muy |bastante |fatal|mal|bien|genial).*|me mareo .+|me dan"
        r" migrañas.*|me cuesta (?!entender (?:est|es)|abrir|creer)(?P<v>.+)",
    ),
    (
        "health",
        rf"{WE}tomo (?:\w+antes|pastillas|medicación|medicamentos|anticonceptiv\w+|insulina"
        r"|antidepresivos|antihistamínicos|estatinas|\w+ina)\b.*",
    ),
    (
        "",
        rf"{WE}estoy (?:ahorrando|entrenando|preparando (?!est|es[oae]|la cena|una?)"
        r"|escribiendo (?:una? |mi )(?:novela|tesis|libro)"
        r"|criando|restaurando|reformando|sacándome) .+",
    ),
    (
        "",
        r"mi (?:grupo|equipo|coro|orquesta|banda|empresa|club|clase|escuela) (?!quiere|dice"
        r"|piensa|necesita|no )\w+[ae] .+",
    ),
    ("name", r"(?P<v>(?-i:[A-ZÁÉÍÓÚ][a-záéíóúñ]+)) (?:de|desde) (?-i:[A-ZÁÉÍÓÚ])\w+$"),
    ("", r"aprendo (?:mejor|más) .+|trabajo mejor .+"),
    (
        "tools",
        rf"(?:en mi (?:equipo|empresa|trabajo|casa) )?{WE}{ADV}(?:uso|usamos|utilizo"
        r"|utilizamos|programo en|programamos en|desarrollo en|edito con|tiramos de|escribimos"
        r" en) (?!est[oae]|es[oae]\b|tus? |el código|la función|nada)"
        r"(?P<v>.+)",
    ),
    (
        "",
        rf"{WE}(?:.{{0,40}} )?(?:{_PET}|{_KIN}) (?:que )?(?:se llama|se llaman|llamad[oa]s?)"
        r" (?P<v>.+)",
    ),
    (
        "",
        rf"(?:mis?|nuestr[oa]s?|el|la) (?:\w+ )?{_PET} (?:\w+ )?(?:tiene|es|está|pesa|tienen"
        rf"|son|come) (?:.*\b(?:\d+|{_NUMBER}|años|meses|alérgic[oa]|sord[oa]|cieg[oa]"
        r"|diabétic[oa]|castrad[oa]|esterilizad[oa]|artrosis)\b.*)",
    ),
    (
        "",
        rf"(?:mis?|nuestr[oa]s?) (?:\w+ )?{_KIN} (?:tiene|tienen|cumple|cumplen)"
        rf" (?P<v>{_NUMBER} (?:años|meses|añitos))$",
    ),
    (
        "",
        rf"(?:mis?|nuestr[oa]s?) {_OWN} (?:\w+ )?(?:es|son|está hech[oa]|tiene|tienen|funciona"
        r" con|va con|cae|da a|empieza) (?!lent[oa]|rot[oa]|normal|que\b|un desastre|una"
        r" porquería)(?P<v>.+)",
    ),
    (
        "",
        r"como (?!si|siempre|ya|no|en|el|la|un\b|una\b|te|me|lo|es|para|resultado|regla|mucho"
        r"|poco)(?P<v>[\w]{4,}(?: \w+){0,3}) (?:que soy)\b.*",
    ),
)
PAST: Final = (
    ("job", r"antes (?:trabajaba|era|daba clases) (?P<v>.+)"),
    ("home", r"antes (?:vivía|vivíamos) en (?P<v>.+)"),
)
