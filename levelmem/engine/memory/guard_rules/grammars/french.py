"""French, as far as the guard has to read it."""

from levelmem.engine.memory.guard_rules.grammar import Grammar

FRENCH = Grammar(
    order=(
        r"^(?:ne|n['’]|veuillez|merci de|toujours|jamais|prière de|il faut|il convient"
        r"|il est (?:important|conseillé|recommandé|permis|inutile|nécessaire"
        r"|préférable|temps)|"
        r"pensez?|n'oubliez|ignore[zrs]?|exécute[zrs]?|exécutez|utilise[zrs]?"
        r"|lance[zrs]?|installe[zrs]?|supprime[zrs]?|envoie[sz]?|envoyez|pousse[zrs]?"
        r"|désactive[zrs]?|active[zrs]?|"
        r"accepte[zrs]?|approuve[zrs]?|oublie[zrs]?|copie[zrs]?|ouvre[zrs]?|faites"
        r"|fais|mettez|mets|laisse[zrs]?|saute[zrs]?|contourne[zrs]?|fusionne[zrs]?"
        r"|télécharge[zrs]?|"
        r"charge[zrs]?|ajoute[zrs]?|réponds|répondez|dites|dis|demande[zrs]?"
        r"|partage[zrs]?|imprime[zrs]?|affiche[zrs]?|prenez|prends|suivez|suis|lisez"
        r"|lis|évite[zrs]?|"
        r"considère[zrs]?|traite[zrs]?|faire|mettre|ne pas|souviens|souvenez"
        r"|assure[zs]?|vérifie[zs]|garde[zrs]?|publie[zrs]?|déploie\w*|déployez"
        r"|donne[zrs]?|transmet\w*|commit\w*|sois|soyez|force[zrs]?|cache[zrs]?"
        r"|passe[zrs]|retire[zrs]?|remplace[zrs]|signe[zrs]|écris|écrivez|voici)\b|"
        r"\b(?:doit|doivent|devez|dois|devrai\w+|devraient|faut|il est interdit|vous"
        r"|votre|vos|tu|ton|tes|toi)\b|\bdésormais\b|\bdorénavant\b|à l'avenir|\bà "
        r"partir de maintenant\b|"
        r", (?:exécute|lance|utilise|envoie|supprime|ignore|pousse|fusionne|accepte"
        r"|désactive|charge|installe|saute)[zrs]?\b|\bn['e] ?\w+ez\b|\?$|\w+ez "
        r"(?:toujours|jamais|pas|le|la|les)\b|\b(?:est|sont) à \w+er\b"
    ),
    statement=(
        r".\b(?:est|sont|était|étaient|a|ont|utilise|utilisent|se trouve|se trouvent"
        r"|trouve|trouvent|prend|prennent|contient|contiennent|possède|possèdent|dure"
        r"|durent|"
        r"tourne|tournent|stocke|stockent|lit|lisent|écrit|écoute|écoutent|renvoie"
        r"|renvoient|retourne|répond|répondent|dépend|dépendent|repose|reposent|exige"
        r"|exigent|requiert|nécessite|nécessitent|"
        r"génère|génèrent|envoie|reçoit|gère|gèrent|s'appelle|s'exécute|s'exécutent"
        r"|exécute|comporte|comprend|sert|servent|appartient|appartiennent|expire"
        r"|expirent|commence|"
        r"vit|vivent|passe|passent|provient|proviennent|vient|viennent|supporte"
        r"|accepte|limite|remplace|démarre|démarrent|suit|suivent|compte|conserve"
        r"|conservent|garde|fonctionne|vérifie|permet|permettent|reste|restent|peut"
        r"|peuvent|affiche|échoue|échouent|figure|figurent|charge|parle|définit"
        r"|porte)\b"
    ),
    guard=(
        r"validation|vérification|approbation|confirmation|relecture|revue|signature"
        r"|permission|autorisation|bac à sable|pare-feu|double authentification|2fa"
        r"|audit|hooks?\b|sécurité|contrôle|certificat|accord|consentement|review"
    ),
    loosened=(
        r"\bsans\b|\bpas\b|\bjamais\b|\baucune?\b|désactiv\w+|contourn\w+|ignor\w+"
        r"|inutile|facultati\w+|optionnel\w*|superflu\w*|suspendu\w*|levée?s?\b"
        r"|saut\w+|automatiqu\w+|\bplus\b (?:requis|nécess|besoin|exig)|n'est plus|ne "
        r"sont plus|supprimée?s?|formalité"
    ),
    agent=(
        r"\b(?:l['’])?(?:agents?|assistants?|ia|bots?|modèles? de langage|copilot"
        r"|claude|codex|utilisateurs?|mainteneurs?|automates?|prochaines? sessions?"
        r"|futures? sessions?)\b"
    ),
    duty=(
        r"\b(?:peut|peuvent|doit|doivent|devra\w*|a|ont|autorisée?s?|préf\w+"
        r"|souhait\w+|veu\w+|accepté|approuvé|donné|permis|sans|jamais|toujours"
        r"|libres?|confiance|propres|eux-mêmes|lui-même|d'accord|n'a|n'ont)\b"
    ),
    secret=(r"mots? de passe|secrets?|jetons?|clés?|identifiants|credentials|tokens?"),
    exposed=(
        r"publi\w+|wiki|journa\w+|affich\w+|imprim\w+|partag\w+|en clair|\blogs?\b"
        r"|téléchar\w+|envoy\w+|chat|ticket|tous"
    ),
)
