"""Portuguese, as far as the guard has to read it."""

from levelmem.engine.memory.rules.guard_rules.grammar import Grammar

PORTUGUESE = Grammar(
    order=r"""
        ^é (?:costume|praxe|habitual|hábito)\b|
        ^(?:não (?!é\b|há\b|são\b|se usa)|nunca|sempre|jamais|por favor|é (?:preciso
          |necessário|importante|melhor|recomendável|permitido)|deve|devem|você
          |lembre\w*|execut[ea]\w*|us[ea]|usar|utiliz[ea]\w*|instal[ea]\w*
          |apag[ua]\w*|apague|envi[ea]\w*|sub[ai]\w*|desativ[ea]\w*|desabilit[ea]\w*
          |ativ[ea]|aceit[ea]\w*|aprov[ea]\w*|ignor[ea]\w*|pul[ea]\w*|salt[ea]\w*
          |copi[ea]\w*|abr[ae]|faç[ao]m?|faz|coloque|deix[ea]\w*|esqueç\w+
          |mescl[ea]\w*|faça|baix[ea]\w*|carregu?[ea]\w*|adicion[ea]\w*
          |respond[ae]\w*|diga|peç[ao]\w*|compartilh[ea]\w*|imprim[ae]\w*
          |confi[ea]\w*|evit[ea]\w*|consider[ea]\w*|trat[ea]\w*|certifique\w*
          |mantenh[ao]\w*|publiqu?[ea]\w*|dê|remov[ae]\w*|lei[ao]|escrev[ao]|rode
          |rodar|envie|force|ocult[ea]\w*|esconda\w*)\b(?! (?:é|são|está|estão)\b)
        |\b(?:deveri\w+|você|vocês|seu dever|tem que|têm que)\b
        |\bsem (?:perguntar|pedir|esperar|consultar|avisar|dizer)\w*\b
        |^(?:melhor|mais vale|não precisa|quem)\b
        |\bde agora em diante\b|\ba partir de agora\b|no futuro|\?$
        |, (?:execute|use|envie|apague|ignore|aceite|desative|instale|pule|carregue)\b
        """,
    statement=r"""
        \w(?:ad[oa]s?|id[oa]s?)\ (?:a|ao|à|aos|para|em|no|na|por|com|de|do|da)\b
        |^\w+(?:ad[oa]s|id[oa]s)\ (?:os|as)\b
        |^(?!vamos|somos)\w+[aei]mos\ \S+
        |^(?:migração|mudança|troca|correção|remoção|atualização)\ (?:de|do|da|dos|das
          |para)\b
        |
        ^(?:o|a|os|as|um|uma|cada|este|esta) \S+ (?:\S+ ){0,3}?\w+(?:[ae]|[ae]m)\b
        |(?:.\b|^)(?:é|são|era|foi|foram|está|estão|tem|têm|usa|usam|utiliza|utilizam
          |fica|ficam|demora|demoram|contém|contêm|roda|rodam|escuta|escutam|lê|leem
          |escreve|escrevem|retorna|retornam|responde|respondem|requer|requerem
          |exige|exigem|depende|dependem|gera|geram|envia|recebe|gerencia|leva|levam
          |inclui|incluem|chama-se|se chama|executa|executam|expira|expiram|começa
          |funciona|funcionam|pertence|pertencem|segue|seguem|suporta|substitui
          |mantém|guarda|guardam|pode|podem|há|existe|existem|precisa|precisam|vem
          |vêm|vive|permite|falha|falham|serve|salva|mostra|aceita|dura|duram|valida
          |passa|ocupa)\b
        """,
    guard=r"""
        confirmaç\w+|aprovaç\w+|revis\w+|verificaç\w+|assinatura\w*|permiss\w+
        |autorizaç\w+|sandbox|firewall|dois fatores|2fa|auditoria|hooks?\b|segurança
        |certificado|consentimento|review|validaç\w+
        """,
    loosened=r"""
        \bsobram?\b|
        \bsem\b|\bnão\b|\bnunca\b|\bnenhum\w*|desativ\w+|desabilit\w+|pul[ae]\w+
        |ignor\w+|desnecessári\w+|opciona\w+|suspens\w+|evit\w+|automátic\w+
        |contorn\w+|removid\w+|formalidade|dispens\w+
        """,
    agent=r"""
        \b(?:agentes?|assistentes?|ia|bots?|modelos? de linguagem|copilot|claude
          |codex|próximas? sess\w+|futuras? sess\w+|automaç\w+)\b
        """,
    person=r"\b(?:usuários?|utilizador(?:es)?|mantenedor(?:es)?|donos?|equipe|chefe)\b",
    consent=r"""
        \b(?:prefere\w*|quer\w*|aceitou|aprovou|permitiu|autoriz\w+|deu|concordou|permissão
          |confia\w*|dispens\w+|incomod\w+|sem)\b
        """,
    duty=r"""
        \b(?:sim|pode|podem|deve|devem|tem|têm|autorizad\w+|prefere\w*|quer\w*|aceitou
          |aprovou|permitiu|deu|concordou|sem|nunca|sempre|próprios|próprias
          |livre\w*|permissão|confia\w*)\b
        """,
    secret=(r"senhas?|segredos?|tokens?|chaves?|credenciais"),
    exposed=r"""
        \bcanal\b|slack|
        públic\w+|wiki|registr\w+|impri?m\w+|impress\w+|compartilh\w+|texto puro
        |\blogs?\b|envi\w+|chat|ticket
        """,
    subordinate=r", | (?:que|quem|quando|se|para que|porque|onde|enquanto)\b",
    condition=r"^(?:se|quando|assim que|logo que|enquanto|ao)\b",
)
