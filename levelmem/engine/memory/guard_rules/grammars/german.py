"""German, as far as the guard has to read it."""

from levelmem.engine.memory.guard_rules.grammar import Grammar

GERMAN = Grammar(
    order=(
        r"^(?:bitte|niemals|immer|nie|stets|vergiss|vergesst|ignorier\w*|führe?"
        r"|verwende|nutze|benutze|starte|installiere|"
        r"lade|lösche?|schicke?|sende|überspring\w*|deaktiviere?|aktiviere|prüfe"
        r"|push\w*|merge\w*|setze?|nimm|gib|lass\w*|schreibe?|"
        r"frag\w*|akzeptiere?|genehmige|öffne|kopiere|vertraue?|denk\w*|merke?|beachte"
        r"|achte|stelle?|schalte?|entferne|füge?|mach\w*|"
        r"sag\w*|sei|hol\w*|warte\w*|antworte\w*|committe?|verzichte\w*|umgehe?"
        r"|zeig\w*|verschweig\w*|rufe?|baue?|teste|nenne|halte?|verschiebe|lies|lese|"
        r"übernimm|übernehme?|gewähre|exportiere|behandle|betrachte|behalte|erstelle"
        r"|erlaube|melde|drucke|reiche?|sorge|trage?|kein\w* \w+ (?:aus|ab|an)führen"
        r"|nicht)\b(?! (?:ist|sind|wird|werden|hat|heißt|liegt)\b)|"
        r"\bsoll(?:en|te|ten)?\b|\bmusst?\b.*\b(?:du|ihr|sie)\b|\b(?:du|dich|dir|euch"
        r"|ihr musst|dein\w*|euer)\b|\bbitte\b|"
        r"\b(?:ist|sind)\b[^.;]*\bzu \w+en\b|\b(?:ist|sind)\b[^.;]*\b(?:ab|aus|an|ein"
        r"|hoch|weg|über)zu\w+en\b|"
        r"\b(?:muss|müssen|darf|dürfen|kann|können)\b[^.;]*\b(?:übersprungen"
        r"|deaktiviert|abgeschaltet|ausgeschaltet|umgangen|ignoriert|gepusht"
        r"|hochgeladen|akzeptiert|weitergegeben|veröffentlicht|geteilt)\b|"
        r"[,;] (?:bitte|dann|also|daher) \w+e\b|\b(?:wenn|sobald|falls|bevor|nachdem"
        r"|nach|bei|vor)\b[^,]*, (?:führe|verwende|nutze|starte|lade|lösche|sende"
        r"|schicke|überspringe|nimm|deaktiviere|push\w*|merge\w*|frage|gib|setze"
        r"|installiere|akzeptiere|schalte)\b|"
        r"\bab (?:jetzt|sofort|heute|nun)\b|\bkünftig\w*\b|\bin zukunft\b|\?$"
        r"|^(?:immer|nie|niemals|stets)\b"
    ),
    statement=(
        r".\b(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|heißt"
        r"|heißen|liegt|liegen|läuft|laufen|lief|steht|stehen|"
        r"verwendet|verwenden|nutzt|nutzen|benutzt|dauert|dauern|braucht|melden|meldet"
        r"|loggen|loggt|arbeitet|arbeiten|entsteht|entstehen|rechnet|legt|legen|kennt"
        r"|kennen|steuert|dient|dienen|reagiert|wirft|schlägt|erfolgt"
        r"|erfolgen|geschieht|brauchen"
        r"|benötigt|benötigen|enthält|enthalten|besteht|"
        r"bestehen|antwortet|liefert|liefern|gibt|geben|kommt|kommen|befindet|befinden"
        r"|speichert|speichern|liest|lesen|schreibt|schreiben|erzeugt|erzeugen|"
        r"unterstützt|unterstützen|hört|lauscht|sendet|empfängt|prüft|prüfen|verwaltet"
        r"|enden|endet|beginnt|beginnen|gehört|gehören|gilt|gelten|basiert|basieren|"
        r"erwartet|erwarten|verarbeitet|startet|starten|setzt|folgt|folgen|zeigt"
        r"|zeigen|lädt|laden|baut|bauen|hält|halten|verlangt|verlangen|erfordert"
        r"|erfordern|"
        r"funktioniert|existiert|existieren|löscht|ersetzt|ersetzen|übernimmt|verfällt"
        r"|verfallen|läuft|muss|müssen|darf|dürfen|kann|können|behält|umfasst|bleibt"
        r"|bleiben|\w+iert|entspricht|führt|bekommt|verbindet|trägt|landet|landen"
        r"|passt|greift|nimmt|stammt|stammen|wählt|testet|rendert|deployt)\b"
    ),
    guard=(
        r"prüfung|freigabe|genehmigung|bestätigung|review|signatur|verifi"
        r"|verifizierung|rückfrage|berechtigung|sandbox|firewall|zwei-faktor|2fa"
        r"|scanner|audit|hook|sicherheit|kontrolle|überprüfung|zustimmung|erlaubnis"
        r"|schutz|zertifikat"
    ),
    loosened=(
        r"\bohne\b|\bnicht\b|\bkein\w*\b|überspr\w+|deaktiv\w+|abge\w+|ausge\w+"
        r"|abschalt\w+|ausschalt\w+|abzuschalten|unnötig|überflüssig|optional"
        r"|umg[ae]\w+|\bentf\w+|aufgehoben|ausgesetzt|verzicht\w+|automatisch|\bnie\b"
        r"|niemals|lästig|ignor\w+|weggelassen|formsache|freiwillig"
    ),
    agent=(
        r"\b(?:agent|agenten|assistent\w*|ki|ki-\w+|bots?|sprachmodell\w*|copilot"
        r"|claude|codex|automatisierung\w*|benutzer|nutzer|maintainer|künftige\w* "
        r"sitzung\w*)\b"
    ),
    duty=(
        r"\b(?:soll\w*|muss|müssen|darf|dürfen|kann|können|braucht|brauchen|hat|haben"
        r"|möchte\w*|will|wollen|wünscht|erlaubt\w*|zugestimmt|genehmigt|nie|niemals"
        r"|immer|ohne|vertraut|einverstanden|berechtigt|befugt|selbst|eigen\w*"
        r"|freigegeben)\b"
    ),
    secret=(
        r"passw\w+|geheimnis\w*|zugangsdaten|token\b|schlüssel|anmeldedaten"
        r"|credentials|secrets?"
    ),
    exposed=(
        r"öffentlich|\bwiki\b|protokoll|ausgegeben|gedruckt|geteilt|weitergegeben"
        r"|klartext|\blog\b|hochgeladen|veröffentlicht|chat|ticket|verschickt|gesendet"
    ),
)
