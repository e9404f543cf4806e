"""Italian, as far as the guard has to read it."""

from levelmem.engine.memory.rules.guard_rules.grammar import Grammar

ITALIAN = Grammar(
    order=r"""
        ^è (?:consuetudine|prassi|abitudine|d'uso|uso)\b|
        ^(?:non (?!è\b|sono\b|c'è|ci sono|si usa)|mai|sempre|per favore|bisogna
          |occorre|si prega|è (?:necessario|importante|meglio|consigliat\w+
          |possibile)|devi|dovete|ricord\w+|esegui\w*|us[ai]|usare|utilizza\w*
          |installa\w*|cancella\w*|elimina\w*|invia\w*|carica\w*|disattiva\w*
          |disabilita\w*|attiva|accetta\w*|approva\w*|ignora\w*|salta\w*|copia\w*
          |apri\w*|fai|fate|metti\w*|lascia\w*|dimentica\w*|unisci|scarica\w*
          |aggiungi\w*|rispond[ie]\w*|di'|dì|chied[ie]\w*|condivid[ie]\w*|stampa\w*
          |fidati|evita\w*|considera\w*|tratta\w*|assicur\w+|mantieni\w*|pubblica\w*
          |dai|rimuovi\w*|togli\w*|leggi|scrivi|lancia\w*|avvia\w*|nascondi\w*|fondi
          |spingi|fare|prendi)\b(?! (?:è|sono|si|viene|vengono)\b)
        |\b(?:devi|dovete|dovrebbe\w*|bisogna|occorre|tu|voi|tuo|tua|vostro)\b
        |\bsenza (?:chiedere|aspettare|avvisare|domandare|dire|attendere)\w*\b
        |^(?:meglio|tanto vale|conviene|non serve|chi\b(?! ha scritto))\b|^di['’][ ]
        |\bd'ora in (?:poi|avanti)\b|\bin futuro\b
        |\?$
        |, (?:esegui|usa|invia|cancella|ignora|carica|accetta|disattiva|installa
          |salta)\b
        |\bva(?:nno)? \w+(?:ato|ata|ati|ate|ito|ita|iti|ite)\b
        """,
    statement=r"""
        .\w(?:at[oaie]|it[oaie]|ut[oaie]|mess[oaie])\ (?:a|al|ai|alla|in|nel|nella|su
          |da|dal|con|per|sotto)\b
        |^\w+(?:at[oi]|ut[oi]|mess[oi])\ (?:i|il|la|gli|le|lo|l['’]\w+)\b
        |\babbiamo\b
        |
        ^(?:il|lo|la|i|gli|le|un|uno|una|ogni|questo|questa)[ ]
          \S+ (?:\S+ ){0,3}?\w+(?:[ae]|ano|ono)\b
        |.\b(?:è|sono|era|erano|ha|hanno|usa|usano|utilizza|utilizzano|si trova
          |si trovano|viene|vengono|dura|durano|contiene|contengono|gira|girano
          |ascolta|ascoltano|legge|leggono|scrive|scrivono|restituisce|risponde
          |rispondono|richiede|richiedono|dipende|dipendono|genera|generano|invia
          |riceve|gestisce|gestiscono|impiega|include|includono|si chiama|si esegue
          |esegue|scade|scadono|inizia|parte|funziona|appartiene|segue|seguono
          |supporta|sostituisce|mantiene|conserva|può|possono|serve|servono|resta
          |restano|salva|salvano|necessita|permette|sta|stanno|passa|passano|carica
          |mostra|accetta|valida|fallisce|fornisce|riprova|vive|vivono|occupa|arriva
          |arrivano|proviene)\b
        """,
    guard=r"""
        conferm\w+|approvazion\w+|revision\w+|verific\w+|firm[ae]\b|permess\w+
        |autorizzazion\w+|sandbox|firewall|due fattori|2fa|audit|hooks?\b|sicurezza
        |certificat\w+|consenso|review|validazione|controll\w+
        """,
    loosened=r"""
        \ba meno\b|\bavanza\b|
        \bsenza\b|\bnon\b|\bmai\b|\bnessun\w*|disattiv\w+|disabilit\w+|salt\w+
        |ignor\w+|inutil\w+|opzional\w+|facoltativ\w+|sospes\w+|evit\w+|automatic\w+
        |aggir\w+|rimoss\w+|formalità|superflu\w+
        """,
    agent=r"""
        \b(?:agent[ei]|assistent[ei]|ia|bot|modell\w linguistic\w|copilot|claude
          |codex|prossim\w session\w|futur\w session\w
          |automazion\w)\b
        """,
    person=r"\b(?:l['’])?(?:utent[ei]|manutentor[ei]|proprietari\w|squadra|capo)\b",
    consent=r"""
        \b(?:preferisc\w+|vuole|vogliono|accettato|approvato|permesso|autorizzat\w|dato
          |d'accordo|si fida|rinunci\w+|disturb\w+|senza)\b
        """,
    duty=r"""
        \b(?:sì|può|possono|deve|devono|ha|hanno|autorizzat\w|preferisc\w+|vuole
          |vogliono|accettato|approvato|permesso|dato|senza|mai|sempre|propri\w?
          |liber\w|d'accordo|si fida)\b
        """,
    secret=(r"password|segret[oi]|token|chiav[ei]|credenziali"),
    exposed=r"""
        \bcanale\b|slack|
        pubblic\w+|wiki|registr\w+|stampa\w+|condivi\w+|in chiaro|\blog\b|caric\w+
        |invia\w+|chat|ticket
        """,
    subordinate=r", | (?:che|chi|quando|se|perché|affinché|dove|mentre|cui)\b",
    condition=r"^(?:se|quando|appena|dopo|finché|una volta)\b",
)
