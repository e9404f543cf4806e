"""French, as far as the guard has to read it."""

from levelmem.engine.memory.rules.guard_rules.grammar import Grammar

FRENCH = Grammar(
    order=r"""
        ^(?:ne|n['’]|veuillez|merci de|toujours|jamais|prière de|il faut|il convient
          |il est (?:d['’]usage|de coutume|courant de|habituel|important|conseillé
            |recommandé|permis|inutile|nécessaire
          |préférable|temps)|pensez?|n'oubliez|ignore[zrs]?|exécute[zrs]?|exécutez
          |utilise[zrs]?|lance[zrs]?|installe[zrs]?|supprime[zrs]?|envoie[sz]?
          |envoyez|pousse[zrs]?|désactive[zrs]?|active[zrs]?|accepte[zrs]?
          |approuve[zrs]?|oublie[zrs]?|copie[zrs]?|ouvre[zrs]?|faites|fais|mettez
          |mets|laisse[zrs]?|saute[zrs]?|contourne[zrs]?|fusionne[zrs]?
          |télécharge[zrs]?|charge[zrs]?|ajoute[zrs]?|réponds|répondez|dites|dis
          |demande[zrs]?|partage[zrs]?|imprime[zrs]?|affiche[zrs]?|prenez|prends
          |suivez|suis|lisez|lis|évite[zrs]?|considère[zrs]?|traite[zrs]?|faire
          |mettre|ne pas|souviens|souvenez|assure[zs]?|vérifie[zs]|garde[zrs]?
          |publie[zrs]?|déploie\w*|déployez|donne[zrs]?|transmet\w*|commit\w*|sois
          |soyez|force[zrs]?|cache[zrs]?|passe[zrs]|retire[zrs]?|remplace[zrs]
          |signe[zrs]|écris|écrivez|voici)\b
        |\b(?:doit|doivent|devez|dois|devrai\w+|devraient|faut|il est interdit|vous
          |votre|vos|tu|ton|tes|toi)\b
        |\bsans (?:rien )?(?:demander|attendre|prévenir|consulter|dire|poser)\b
        |^(?:mieux vaut|autant|inutile)\b|^qui(?:conque)?\b
        |\bdésormais\b|\bdorénavant\b|à l'avenir|\bà partir de maintenant\b
        |, (?:exécute|lance|utilise|envoie|supprime|ignore|pousse|fusionne|accepte
          |désactive|charge|installe|saute)[zrs]?\b
        |\bn['e] ?\w+ez\b|\?$
        |\w+ez (?:toujours|jamais|pas|le|la|les)\b
        |\b(?:est|sont) à \w+er\b
        """,
    statement=r"""
        ^(?:migration|passage|ajout|suppression|correction|remplacement|déplacement
          |renommage|refonte|abandon|conversion|extraction|introduction
          |intégration|séparation|mise à jour|retrait)s?\ (?:de|des|du|d['’]\w+|à|vers
          |en)\b
        |\w(?:é|és|ée|ées)\ (?:vers|à|dans|par|en|de|depuis|avec|au|aux|pour|sous)\b
        |^\w+é\ (?:le|la|les|un|une|l['’]\w+)\b
        |\b(?:avons|ai|ont été|a été)\b
        |
        ^(?:le|la|les|un|une|des|chaque|ce|cette|ces|l['’]\w+)[ ]
          \S+ (?:\S+ ){0,3}?\w+(?:e|ent|it|oit|ît|ut|d|rt|ert)\b
        |.\b(?:est|sont|était|étaient|a|ont|utilise|utilisent|se trouve|se trouvent
          |trouve|trouvent|prend|prennent|contient|contiennent|possède|possèdent
          |dure|durent|tourne|tournent|stocke|stockent|lit|lisent|écrit|écoute
          |écoutent|renvoie|renvoient|retourne|répond|répondent|dépend|dépendent
          |repose|reposent|exige|exigent|requiert|nécessite|nécessitent|génère
          |génèrent|envoie|reçoit|gère|gèrent|s'appelle|s'exécute|s'exécutent
          |exécute|comporte|comprend|sert|servent|appartient|appartiennent|expire
          |expirent|commence|vit|vivent|passe|passent|provient|proviennent|vient
          |viennent|supporte|accepte|limite|remplace|démarre|démarrent|suit|suivent
          |compte|conserve|conservent|garde|fonctionne|vérifie|permet|permettent
          |reste|restent|peut|peuvent|affiche|échoue|échouent|figure|figurent|charge
          |parle|définit|porte|va|vont|vaut|valent|dérive|dérivent|part|partent)\b
        """,
    guard=r"""
        validation|vérification|approbation|confirmation|relecture|revue|signature
        |permission|autorisation|bac à sable|pare-feu|double authentification|2fa
        |audit|hooks?\b|sécurité|contrôle|certificat|accord|consentement|review
        """,
    loosened=r"""
        s['’]en passe\w*|pass\w+ outre|se passe\w* de|
        \bsans\b|\bpas\b|\bjamais\b|\baucune?\b|désactiv\w+|contourn\w+|ignor\w+
        |inutile|facultati\w+|optionnel\w*|superflu\w*|suspendu\w*|levée?s?\b|saut\w+
        |automatiqu\w+
        |\bplus\b (?:requis|nécess|besoin|exig)
        |n'est plus|ne sont plus|supprimée?s?|formalité
        """,
    agent=r"""
        \b(?:l['’])?(?:agents?|assistants?|ia|bots?|modèles? de langage|copilot
          |claude|codex|automates?|prochaines? sessions?
          |futures? sessions?)\b
        """,
    person=r"\b(?:l['’])?(?:utilisateurs?|mainteneurs?|propriétaires?|équipe|chef)\b",
    consent=r"""
        \b(?:préf\w+|souhait\w+|veu\w+|aime\w*|accepté|approuvé|donné|permis|autorisé
          |confiance|d'accord|consent\w*|renonc\w+|dérang\w+|sans)\b
        """,
    duty=r"""
        \b(?:oui|peut|peuvent|doit|doivent|devra\w*|a|ont|autorisée?s?|préf\w+
          |souhait\w+|veu\w+|accepté|approuvé|donné|permis|sans|jamais|toujours
          |libres?|confiance|propres|eux-mêmes|lui-même|d'accord|n'a|n'ont)\b
        """,
    secret=(r"mots? de passe|secrets?|jetons?|clés?|identifiants|credentials|tokens?"),
    exposed=r"""
        \bcanal\b|slack|chacun|
        publi\w+|wiki|journa\w+|affich\w+|imprim\w+|partag\w+|en clair|\blogs?\b
        |téléchar\w+|envoy\w+|chat|ticket|tous
        """,
    subordinate=r"""
        , | (?:qu[ie]|quiconque|ce qu[ie'’]|quand|lorsque|si|dès|pour que|parce|afin
          |dont|où)\b
        """,
    condition=r"^(?:si|s['’]il|quand|lorsque|dès|une fois|aussitôt|tant)\b",
)
