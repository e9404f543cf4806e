"""Spanish, as far as the guard has to read it."""

from levelmem.engine.memory.rules.guard_rules.grammar import Grammar

SPANISH = Grammar(
    order=r"""
        ^es (?:costumbre|habitual|norma(?! de)|práctica)\b|
        ^(?:no (?=\w+(?:[aeoáéí]s?|an|en|[aei]r)\b)
          (?!hay\b|se (?:usa|guarda|aplica)|es\b)
          |nunca|siempre|jamás|por favor
          |hay que|es (?:necesario|importante|preciso|recomendable|mejor)|debes?
          |deben|debe|recuerd\w+|ejecut[aeá]\w*|us[ae](?:r|n|d)?|utilic?[ea]\w*
          |utiliza\w*|instal[ae]\w*|borr[ae]\w*|envi[aeá]\w*|envía\w*|sub[ae]|subir
          |desactiv[ae]\w*|activ[ae]|acept[ae]\w*|aprueb[ae]\w*|ignor[ae]\w*
          |omit[ae]\w*|salt[ae]\w*|copi[ae]\w*|abr[ae]|haz|hag[ae]n?|pon|ponga
          |dej[ae]\w*|olvid\w+|fusion[ae]\w*|descarg[ae]\w*|carg[ae]\w*|añad\w+
          |respond[ae]\w*|di|diga|pid[ae]\w*|pide|compart[ae]\w*|imprim[ae]\w*
          |confí[ae]\w*|evit[ae]\w*|consider[ae]\w*|trat[ae]\w*|asegúr\w+
          |mant[eé]n\w*|public[ae]\w*|publique\w*|despliegu?[ae]\w*|da|dé
          |elimin[ae]\w*|quit[ae]\w*|prueb[ae]|lee|lea|escrib[ae]|corr[ae]
          |lanz[ae]\w*|empuj[ae]\w*|escond[ae]\w*|ocult[ae]\w*|sáltate)
          \b(?! (?:es|son|está|están)\b)
        |\b(?:debes?|deben|debería\w*|hay que|tienes|tiene que|tienen que|tú|usted
          |tu|tus)\b
        |\bsin (?:preguntar|pedir|esperar|consultar|avisar|decir)\w*\b
        |^(?:mejor|más vale|no hace falta|quien\w*)\b
        |\bde ahora en adelante\b|\ba partir de ahora\b|en el futuro|[¿?]
        |, (?:ejecut[ae]|us[ae]|envía|borra|ignora|sube|acepta|desactiva|instala
          |omite|carga|fusiona)\b
        |\bpor favor\b
        |, \w*[áéíó]\w*(?:la|lo|le|me|nos)s?\b
        """,
    statement=r"""
        \w(?:ad[oa]s?|id[oa]s?)\ (?:a|al|en|de|del|por|con|desde|hacia)\b
        |^(?!vamos|somos)\w+[aií]mos\ \S+
        |^(?:migración|cambio|paso|corrección|eliminación|actualización
          |adición)\ (?:de|del|a|al)\b
        |\b(?:hemos|se (?:movieron|movió|cambió|añadió|eliminó))\b
        |
        ^(?:el|la|los|las|un|una|cada|este|esta|estos|estas)[ ]
          \S+ (?:\S+ ){0,3}?\w+(?:[aeé]|[ae]n|ía|ían)\b
        |.\b(?:es|son|está|están|era|fue|fueron|ha|han|tiene|tienen|usa|usan|utiliza
          |utilizan|tarda|tardan|se guardan?|se guarda|guarda|guardan|escucha
          |escuchan|contiene|contienen|vive|viven|corre|corren|lee|leen|escribe
          |escriben|devuelve|devuelven|responde|responden|necesita|necesitan
          |requiere|requieren|depende|dependen|genera|generan|envía|recibe|gestiona
          |gestionan|dura|duran|ocupa|incluye|incluyen|se encuentra|se encuentran
          |se llama|se ejecuta|se ejecutan|ejecuta|ejecutan|expira|expiran|caduca
          |caducan|comienza|funciona|funcionan|pertenece|pertenecen|sigue|siguen
          |viene|vienen|acepta|soporta|reemplaza|arranca|mantiene|conserva|puede
          |pueden|hay|permite|queda|quedan|falla|fallan|se \w+(?:a|an|e|en)|sirve
          |valida|llama|muestra|reintenta|va|van)\b
        """,
    guard=r"""
        confirmaci\w+|aprobaci\w+|revisi\w+|verificaci\w+|firmas?\b|permisos?
        |autorizaci\w+|sandbox|cortafuegos|doble factor|2fa|auditor\w+|hooks?\b
        |seguridad|certificado|consentimiento|validaci\w+|review|comprobaci\w+
        """,
    loosened=r"""
        \bsobran?\b|
        \bsin\b|\bno\b|\bnunca\b|\bningun\w+|desactiv\w+|omit\w+|salt\w+|ignor\w+
        |innecesari\w+|opcional\w*|suspendid\w+|evit\w+|automátic\w+|eludi\w+|ya no
        |formalidad|eliminad\w+|deshabilitad\w+|sobra\w*
        """,
    agent=r"""
        \b(?:agentes?|asistentes?|ia|bots?|modelos? de lenguaje|copilot|claude|codex
          |próximas? sesi\w+|futuras? sesi\w+|automatizaci\w+)\b
        """,
    person=r"\b(?:usuarios?|mantenedor(?:es)?|dueños?|equipo|jefe)\b",
    consent=r"""
        \b(?:prefiere\w*|quiere\w*|acept(?:ó|ado)|aprob(?:ó|ado)|permiti(?:ó|do)|autoriz\w+
          |dado|dio|confía\w*|acuerdo|permiso|renunci\w+|molest\w+|sin)\b
        """,
    duty=r"""
        \b(?:sí|puede|pueden|tienen? (?:todos|todas|acceso|derecho)|debe|deben|ha|han
          |autorizad\w+|prefiere\w*|quiere\w*|aceptado|aprobado|permitido|dado|sin
          |nunca|siempre|tiene permiso|confía\w*|propios|propias|libre\w*|acuerdo
          |permiso)\b
        """,
    secret=(r"contraseñas?|secretos?|tokens?|claves?|credenciales"),
    exposed=r"""
        \bcanal\b|slack|
        públic\w+|wiki|registr\w+|imprim\w+|compart\w+|texto plano|\blogs?\b
        |sub[ie]\w+|envi\w+|envía\w*|chat|ticket|publican?|servidor externo
        """,
    subordinate=r", | (?:que|quien\w*|cuando|si|para que|porque|donde|mientras)\b",
    condition=r"^(?:si|cuando|en cuanto|apenas|mientras|tras|al)\b",
)
