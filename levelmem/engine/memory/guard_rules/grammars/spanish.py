"""Spanish, as far as the guard has to read it."""

from levelmem.engine.memory.guard_rules.grammar import Grammar

SPANISH = Grammar(
    order=(
        r"^(?:no (?!hay\b|se (?:usa|guarda|aplica)|es\b)|nunca|siempre|jamás|por favor"
        r"|hay que|es (?:necesario|importante|preciso|recomendable|mejor)|debes?|deben"
        r"|debe|recuerd\w+|"
        r"ejecut[aeá]\w*|us[ae](?:r|n|d)?|utilic?[ea]\w*|utiliza\w*|instal[ae]\w*"
        r"|borr[ae]\w*|envi[aeá]\w*|envía\w*|sub[ae]|subir|desactiv[ae]\w*|activ[ae]"
        r"|acept[ae]\w*|aprueb[ae]\w*|ignor[ae]\w*|"
        r"omit[ae]\w*|salt[ae]\w*|copi[ae]\w*|abr[ae]|haz|hag[ae]n?|pon|ponga"
        r"|dej[ae]\w*|olvid\w+|fusion[ae]\w*|descarg[ae]\w*|carg[ae]\w*|añad\w+"
        r"|respond[ae]\w*|di|diga|pid[ae]\w*|pide|compart[ae]\w*|imprim[ae]\w*|"
        r"confí[ae]\w*|evit[ae]\w*|consider[ae]\w*|trat[ae]\w*|asegúr\w+|mant[eé]n\w*"
        r"|public[ae]\w*|publique\w*|despliegu?[ae]\w*|da|dé|elimin[ae]\w*|quit[ae]\w*"
        r"|prueb[ae]|lee|lea|escrib[ae]|corr[ae]|lanz[ae]\w*|empuj[ae]\w*"
        r"|escond[ae]\w*|ocult[ae]\w*|sáltate)\b(?! (?:es|son|está|están)\b)|"
        r"\b(?:debes?|deben|debería\w*|hay que|tienes|tiene que|tienen que|tú|usted|tu"
        r"|tus)\b"
        r"|\bde ahora en adelante\b|\ba partir de ahora\b|en el futuro|[¿?]|"
        r", (?:ejecut[ae]|us[ae]|envía|borra|ignora|sube|acepta|desactiva|instala"
        r"|omite|carga|fusiona)\b|\bpor favor\b|, \w*[áéíó]\w*(?:la|lo|le|me|nos)s?\b"
    ),
    statement=(
        r".\b(?:es|son|está|están|era|fue|fueron|ha|han|tiene|tienen|usa|usan|utiliza"
        r"|utilizan|tarda|tardan|se guardan?|se guarda|guarda|guardan|escucha|escuchan"
        r"|contiene|contienen|vive|viven|corre|corren|"
        r"lee|leen|escribe|escriben|devuelve|devuelven|responde|responden|necesita"
        r"|necesitan|requiere|requieren|depende|dependen|genera|generan|envía|recibe"
        r"|gestiona|gestionan|dura|duran|ocupa|incluye|incluyen|"
        r"se encuentra|se encuentran|se llama|se ejecuta|se ejecutan|ejecuta|ejecutan"
        r"|expira|expiran|caduca|caducan|comienza|funciona|funcionan|pertenece"
        r"|pertenecen|sigue|siguen|viene|vienen|acepta|soporta|reemplaza|arranca"
        r"|mantiene|conserva|puede|pueden|hay|permite|queda|quedan|falla|fallan|se "
        r"\w+(?:a|an|e|en)|sirve|valida|llama|muestra|reintenta|va|van)\b"
    ),
    guard=(
        r"confirmaci\w+|aprobaci\w+|revisi\w+|verificaci\w+|firmas?\b|permisos?"
        r"|autorizaci\w+|sandbox|cortafuegos|doble factor|2fa|auditor\w+|hooks?\b"
        r"|seguridad|certificado|consentimiento|validaci\w+|review|comprobaci\w+"
    ),
    loosened=(
        r"\bsin\b|\bno\b|\bnunca\b|\bningun\w+|desactiv\w+|omit\w+|salt\w+|ignor\w+"
        r"|innecesari\w+|opcional\w*|suspendid\w+|evit\w+|automátic\w+|eludi\w+|ya no"
        r"|formalidad|eliminad\w+|deshabilitad\w+|sobra\w*"
    ),
    agent=(
        r"\b(?:agentes?|asistentes?|ia|bots?|modelos? de lenguaje|copilot|claude|codex"
        r"|usuario|mantenedores|próximas? sesi\w+|futuras? sesi\w+|automatizaci\w+)\b"
    ),
    duty=(
        r"\b(?:puede|pueden|tienen? (?:todos|todas|acceso|derecho)|debe|deben|ha|han"
        r"|autorizad\w+|prefiere\w*|quiere\w*"
        r"|aceptado|aprobado|permitido|dado|sin|nunca|siempre|tiene permiso|confía\w*"
        r"|propios|propias|libre\w*|acuerdo|permiso)\b"
    ),
    secret=(r"contraseñas?|secretos?|tokens?|claves?|credenciales"),
    exposed=(
        r"públic\w+|wiki|registr\w+|imprim\w+|compart\w+|texto plano|\blogs?\b"
        r"|sub[ie]\w+|envi\w+|envía\w*|chat|ticket|publican?|servidor externo"
    ),
)
