"""German, as far as the guard has to read it."""

from levelmem.engine.memory.rules.guard_rules.grammar import Grammar

GERMAN = Grammar(
    order=r"""
        ^(?:bitte|niemals|immer|nie|stets|vergiss|vergesst|ignorier\w*|führe?
          |verwende|nutze|benutze|starte|installiere|lade|lösche?|schicke?|sende
          |überspring\w*|deaktiviere?|aktiviere|prüfe|push\w*|merge\w*|setze?|nimm
          |gib|lass\w*|schreibe?|frag\w*|akzeptiere?|genehmige|öffne|kopiere
          |vertraue?|denk\w*|merke?|beachte|achte|stelle?|schalte?|entferne|füge?
          |mach\w*|sag\w*|sei|hol\w*|warte\w*|antworte\w*|committe?|verzichte\w*
          |umgehe?|zeig\w*|verschweig\w*|rufe?|baue?|teste|nenne|halte?|verschiebe
          |lies|lese|übernimm|übernehme?|gewähre|exportiere|behandle|betrachte
          |behalte|erstelle|erlaube|melde|drucke|reiche?|sorge|trage?
          |kein\w* \w+ (?:aus|ab|an)führen|nicht)\b(?! (?:ist|sind|wird|werden|hat
          |heißt|liegt)\b)
        |^wer\b|\bam besten\b.*en\Z|\berst \w+en, dann\b
        |\bohne (?:zu fragen|nachzufragen|rückfrage|nachfrage|zu warten|zu warnen)\b
        |\bfragt? hinterher\b
        |^(?:den|die|das|dem|keine?n?)\b(?!.*\b(?:kann|können|darf|dürfen|müssen|muss|will
          |wollen|wird|werden|ist|sind|hat|haben|lassen|lässt|, \w+)\b).*
          \bnicht\b.*\w{3,}(?:en|ern|eln)\Z
        |\bsoll(?:en|te|ten)?\b
        |\bmusst?\b.*\b(?:du|ihr|sie)\b
        |\b(?:du|dich|dir|euch|ihr musst|dein\w*|euer)\b
        |\bbitte\b
        |\b(?:ist|sind)\b[^.;]*\bzu \w+en\b
        |\b(?:ist|sind)\b[^.;]*\b(?:ab|aus|an|ein|hoch|weg|über)zu\w+en\b
        |\b(?:muss|müssen|darf|dürfen|kann|können)\b[^.;]*
          \b(?:übersprungen|deaktiviert|abgeschaltet|ausgeschaltet|umgangen
          |ignoriert|gepusht|hochgeladen|akzeptiert|weitergegeben|veröffentlicht
          |geteilt)\b
        |[,;] (?:bitte|dann|also|daher) \w+e\b
        |\b(?:wenn|sobald|falls|bevor|nachdem|nach|bei|vor)\b[^,]*, (?:führe
          |verwende|nutze|starte|lade|lösche|sende|schicke|überspringe|nimm
          |deaktiviere|push\w*|merge\w*|frage|gib|setze|installiere|akzeptiere
          |schalte)\b
        |\bab (?:jetzt|sofort|heute|nun)\b
        |\bkünftig\w*\b|\bin zukunft\b|\?$
        |^(?:immer|nie|niemals|stets)\b
        """,
    statement=r"""
        \w*ge\w{2,}t\Z|(?:nannt|dacht|bracht|wandt)\Z|\w{3,}iert\Z
        |\b(?:\w*(?:gezogen|genommen|schrieben|geworfen|gefunden|gebunden|gelegen
          |gehoben|getrennt|gefallen|geteilt)|verschoben|übernommen|entfernt|ersetzt
          |erweitert|erstellt|verlegt|behoben|vereinfacht|vereinheitlicht)\Z
        |\b(?:wir|ich) (?:haben|habe|nutzen|verwenden)\b
        |
        ^(?:der|die|das|den|ein|eine|jeder|jede|jedes|alle|diese|dieser|dieses)[ ]
          \S+ (?:\S+ ){0,3}?\w+(?:t|en|te|ten)\b
        |.\b(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|heißt
          |heißen|liegt|liegen|läuft|laufen|lief|steht|stehen|verwendet|verwenden
          |nutzt|nutzen|benutzt|dauert|dauern|braucht|melden|meldet|loggen|loggt
          |arbeitet|arbeiten|entsteht|entstehen|rechnet|legt|legen|kennt|kennen
          |steuert|dient|dienen|reagiert|wirft|schlägt|erfolgt|erfolgen|geschieht
          |brauchen|benötigt|benötigen|enthält|enthalten|besteht|bestehen|antwortet
          |liefert|liefern|gibt|geben|kommt|kommen|befindet|befinden|speichert
          |speichern|liest|lesen|schreibt|schreiben|erzeugt|erzeugen|unterstützt
          |unterstützen|hört|lauscht|sendet|empfängt|prüft|prüfen|verwaltet|enden
          |endet|beginnt|beginnen|gehört|gehören|gilt|gelten|basiert|basieren
          |erwartet|erwarten|verarbeitet|startet|starten|setzt|folgt|folgen|zeigt
          |zeigen|lädt|laden|baut|bauen|hält|halten|verlangt|verlangen|erfordert
          |erfordern|funktioniert|existiert|existieren|löscht|ersetzt|ersetzen
          |übernimmt|verfällt|verfallen|läuft|muss|müssen|darf|dürfen|kann|können
          |behält|umfasst|bleibt|bleiben|\w+iert|entspricht|führt|bekommt|verbindet
          |trägt|landet|landen|passt|greift|nimmt|stammt|stammen|wählt|testet
          |rendert|deployt|behalten|leitet|leiten|entsteht|entstehen|geht|gehen|landete?n?|wandert|verlieren|bekommen|ersetzte\w*|fallen|wandern)\b
        """,
    guard=r"""
        prüfung|freigabe|genehmigung|bestätigung|review|signatur|verifi|verifizierung
        |rückfrage|berechtigung|sandbox|firewall|zwei-faktor|2fa|scanner|audit|hook
        |sicherheit|kontrolle|überprüfung|zustimmung|erlaubnis|schutz|zertifikat
        """,
    loosened=r"""
        \bspar(?:t|en)\b|wegklick\w+|behellig\w+|geschenkt|
        als (?:erteilt|gegeben|erledigt)|vorausgesetzt|stillschweigend
        |\bohne\b|\bnicht\b|\bkein\w*\b|überspr\w+|deaktiv\w+|abge\w+|ausge\w+
        |abschalt\w+|ausschalt\w+|abzuschalten|unnötig|überflüssig|optional|umg[ae]\w+
        |\bentf\w+|aufgehoben|ausgesetzt|verzicht\w+|automatisch|\bnie\b|niemals
        |lästig|ignor\w+|weggelassen|formsache|freiwillig
        """,
    agent=r"""
        \b(?:agent|agenten|assistent\w*|ki|ki-\w+|bots?|sprachmodell\w*|copilot
          |claude|codex|automatisierung\w*
          |künftige\w* sitzung\w*)\b
        """,
    person=r"\b(?:benutzer\w*|nutzer\w*|anwender\w*|maintainer\w*|besitzer\w*|chef\w*|team)\b",
    consent=r"""
        \b(?:möchte\w*|will|wollen|wünscht|bevorzugt|mag|mögen|erlaubt\w*|zugestimmt|genehmigt
          |freigegeben|vertraut|einverstanden|verzichtet|gestört|nichts dagegen|ohne)\b
        """,
    duty=r"""
        \b(?:mit ja|gilt|gelten|soll\w*|muss|müssen|darf|dürfen|kann|können|braucht
          |brauchen|hat|haben
          |möchte\w*|will|wollen|wünscht|erlaubt\w*|zugestimmt|genehmigt|nie|niemals
          |immer|ohne|vertraut|einverstanden|berechtigt|befugt|selbst|eigen\w*
          |freigegeben)\b
        """,
    secret=r"""
        passw\w+|geheimnis\w*|zugangsdaten|token\b|schlüssel|anmeldedaten|credentials
        |secrets?
        |(?:patienten|kunden|personen|echt|nutzer|mitarbeiter)\w*(?:daten|namen|akten)
        """,
    exposed=r"""
        \btest\w*daten\b|fixtures?|
        \bkanal\b|slack|\bgruppe\b|damit alle|
        öffentlich|\bwiki\b|protokoll|ausgegeben|gedruckt|geteilt|weitergegeben
        |klartext|\blog\b|hochgeladen|veröffentlicht|chat|ticket|verschickt|gesendet
        """,
    subordinate=r", | (?:wenn|bevor|nachdem|sobald|solange|falls|damit|weil|während)\b",
    condition=r"^(?:wenn|sobald|falls|solange|sollte|ist|steht|schlägt|wird)\b",
)
