"""How people ask to forget something, in the languages of the rules.

Patterns match one clause in folded case, from its first word on.
"""

import re
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ForgetWords:
    """The ways to ask in one language."""

    forget: re.Pattern[str]
    """A request to forget; the one named group is the verb."""
    delete: re.Pattern[str]
    """A request to delete, which counts only beside a memory noun."""
    outdated: re.Pattern[str]
    """A statement that something does not hold any more; the named group says it."""
    memory_noun: re.Pattern[str]
    """Memory, note, rule, preference."""
    common: frozenset[str]
    """Content words that name no memory, since any memory may have them."""
    negated_anywhere: bool = False
    """A negation behind the verb turns it as well (vergiss das nicht)."""


def _words(entries: str) -> frozenset[str]:
    return frozenset(entries.split())


_NAMES = r"(?:claude|codex|gemini|copilot|cursor|agent|assistant)"
_ENGLISH_LEAD = (
    r"(?:(?:please|pls|plz|just|so|now|ok|okay|then|also|and|well|hey|hi|actually|kindly"
    rf"|simply|no|yes|yeah|yep|wait|sorry|oh|hmm?|do|nvm|never ?mind|@?{_NAMES}"
    r"|on second thoughts?|from now on"
    r"|(?:in|for) this (?:repo|repository|project|codebase))\b\s*)*"
)
_ENGLISH_FRAME = (
    r"(?:(?:go ahead and|let's|lets|let us|feel free to|(?:it's |it is )?time to"
    r"|make sure (?:that )?(?:you |to )"
    r"|(?:i think )?(?:you|we) (?:can|should|must|may|could|need to|have to|ought to"
    r"|might as well)|(?:i|we)(?:'d| would)? (?:want|need|like|expect) you to"
    r"|(?:i|we)(?:'d| would)? (?:want|need|like) to|(?:i'd|we'd) prefer you to"
    r"|you'd better) )?"
    r"(?:(?:please|just|now|also|then|simply|safely|completely|really|all|both) )*"
)
_ENGLISH = ForgetWords(
    forget=re.compile(
        rf"{_ENGLISH_LEAD}{_ENGLISH_FRAME}(?P<verb>forget)\b"
        # "forget to lint" and "forget not" ask for nothing of the kind.
        r"(?!\s+(?:to|not|never|no|none|nothing|neither|nobody)\b)"
    ),
    delete=re.compile(
        rf"{_ENGLISH_LEAD}{_ENGLISH_FRAME}(?P<verb>remove|delete|erase)\b"
    ),
    outdated=re.compile(
        r".*?(?:(?P<verb>\bno longer (?:true|valid|correct|accurate|right|appl(?:y|ies)"
        r"|applicable|relevant|current|holds?|the case|up to date)\b"
        r"|(?:\bnot|n't) (?:\w+ )?(?:true|valid|correct|accurate|right|relevant|current"
        r"|the case|up to date) (?:anymore|any more|any longer|now)\b)"
        r"|(?:(?:\b(?:is|are|looks?|seems?|became|become|got|been|now|thing|one|notes?"
        r"|rules?|memory|memories|preferences?|facts?)|'s|'re) |^)"
        r"(?:(?:now|already|completely|totally|clearly|quite|very|rather|also|just"
        r"|really|so|all|badly|long|not|no longer|hardly) )*"
        r"(?P<adjective>outdated|obsolete|out[ -]of[ -]date)"
        r"(?:\s+(?:now|already|anyway|too|by now|please|these days|thanks|sorry"
        r"|(?:as of|that|by|and|for|in|since)\b.*))*\s*$)"
    ),
    memory_noun=re.compile(r"\b(?:memor(?:y|ies)|notes?|rules?|preferences?)\b"),
    common=_words(
        "memory memories note notes rule rules preference preferences fact "
        "facts thing things stuff one old entry info remember remembered saved "
        "stored forget remove delete erase outdated obsolete true valid correct "
        "say said told tell wrote asked use uses used using prefer prefers "
        "preferred always keep want wants like need needs everything all longer "
        "make now new go let know think anything wrong"
    ),
)

_GERMAN = ForgetWords(
    forget=re.compile(
        r"(?:(?:bitte|also|und|ok|okay|dann|jetzt|nun|einfach|mal|nein|ja|ach|du|kannst"
        r"|sollst|darfst|könntest)\s+)*(?:(?P<verb>vergiss|vergesst|vergessen sie)\b"
        r"|(?=.*\b(?:bitte|kannst|sollst|darfst)\b)(?!.*\b(?:hab\w*|hat\w*|wurde\w*)\b)"
        r".*(?P<infinitive>\bvergessen)\s*$)"
    ),
    delete=re.compile(
        r".*?(?P<verb>\b(?:lösch(?:e|t|en)?|entfern(?:e|t|en)?|streich(?:e|t|en)?)\b)"
    ),
    outdated=re.compile(
        r".*(?P<verb>\bveraltet|\büberholt|\bnicht mehr (?:wahr|aktuell|gültig|richtig"
        r"|korrekt)|\b(?:gilt|stimmt) nicht mehr)\s*$"
    ),
    memory_noun=re.compile(
        r"(?:erinnerung|notiz|regel|vorliebe|präferenz|gedächtnis|merksatz)(?:en|n|s)?\b"
    ),
    common=_words(
        "erinnerung notiz regel regeln vorliebe gedächtnis sache ding immer benutze "
        "benutzen verwende verwenden nutze nutzen gesagt habe veraltet alles"
    ),
    negated_anywhere=True,
)

_FRENCH = ForgetWords(
    forget=re.compile(
        r"(?:(?:s'il (?:te|vous) plaît|stp|svp|alors|et|ok|donc|maintenant|non|oui|bon"
        r"|tu (?:peux|dois)|vous (?:pouvez|devez))\s*)*"
        r"(?P<verb>oublie[zs]?|oublier)\b"
    ),
    delete=re.compile(
        r"(?:(?:s'il (?:te|vous) plaît|stp|svp|alors|et|tu peux|vous pouvez)\s*)*"
        r"(?P<verb>(?:supprime|efface|retire|enlève)[zr]?|retirer|enlever|supprimer)\b"
    ),
    outdated=re.compile(
        r".*(?P<verb>\bobsolète|\bpérimée?|\bdépassée?|n'est plus (?:vraie?|valable"
        r"|valide|correcte?|d'actualité)|\best plus (?:vraie?|valable))s?\s*$"
    ),
    memory_noun=re.compile(r"\b(?:souvenir|mémoire|note|règle|préférence)s?\b"),
    common=_words(
        "souvenir mémoire note règle préférence chose toujours utilise utiliser dit "
        "obsolète tout vrai vraie"
    ),
    negated_anywhere=True,
)

_SPANISH = ForgetWords(
    forget=re.compile(
        r"(?:(?:por favor|entonces|y|ok|vale|ahora|bueno|puedes|debes|sí)\s*)*"
        r"(?P<verb>olvid(?:a|e|ad|en|ar|emos)|olvídate|olvídese)\b"
    ),
    delete=re.compile(
        r"(?:(?:por favor|entonces|y|puedes)\s*)*"
        r"(?P<verb>borr(?:a|e|ar)|elimin(?:a|e|ar)|quit(?:a|e|ar)|suprim(?:e|a|ir))\b"
    ),
    outdated=re.compile(
        r".*(?P<verb>\bobsolet[oa]|\bdesactualizad[oa]|\bcaducad[oa]|\bya no (?:es|son)"
        r" (?:ciert|verdad|válid|correct|vigente)\w*|\bya no (?:vale|aplica))s?\s*$"
    ),
    memory_noun=re.compile(r"\b(?:memoria|recuerdo|nota|regla|preferencia)s?\b"),
    common=_words(
        "memoria recuerdo nota regla preferencia cosa siempre usa usar usamos dije "
        "obsoleto obsoleta todo cierto verdad"
    ),
)

_ITALIAN = ForgetWords(
    forget=re.compile(
        r"(?:(?:per favore|allora|e|ok|ora|adesso|puoi|devi|sì)\s*)*"
        r"(?P<verb>dimentica(?:ti|te|re)?|scorda(?:ti|te)?)\b"
    ),
    delete=re.compile(
        r"(?:(?:per favore|allora|e|puoi)\s*)*"
        r"(?P<verb>cancella(?:re)?|elimina(?:re)?|rimuov(?:i|ere)|togli(?:ere)?)\b"
    ),
    outdated=re.compile(
        r".*(?P<verb>\bobsolet[oaie]|\bsuperat[oaie]|\bnon (?:è|sono) più (?:ver|valid"
        r"|corrett|attual)\w*|\bnon vale più)\s*$"
    ),
    memory_noun=re.compile(
        r"\b(?:memori[ae]|ricord[oi]|not[ae]|regol[ae]|preferenz[ae])\b"
    ),
    common=_words(
        "memoria ricordo nota regola preferenza cosa sempre usa usare usiamo detto "
        "obsoleto obsoleta tutto vero vera"
    ),
)

_PORTUGUESE = ForgetWords(
    forget=re.compile(
        r"(?:(?:por favor|então|e|ok|agora|pode|podes|você pode|sim)\s*)*"
        r"(?P<verb>esque(?:ça|ce|cer|çam|ças))\b"
    ),
    delete=re.compile(
        r"(?:(?:por favor|então|e|pode|você pode)\s*)*"
        r"(?P<verb>apagu?(?:a|e|ar)|remov(?:a|e|er)|exclu(?:a|i|ir)|elimin(?:a|e|ar))\b"
    ),
    outdated=re.compile(
        r".*(?P<verb>\bobsolet[oa]|\bdesatualizad[oa]|\bultrapassad[oa]"
        r"|\bnão (?:é|são) mais (?:verdad|válid|corret|atual)\w*|\bjá não (?:é|vale)"
        r"(?: verdade\w*| válid\w*)?)s?\s*$"
    ),
    memory_noun=re.compile(r"\b(?:memória|lembrança|nota|regra|preferência)s?\b"),
    common=_words(
        "memória lembrança nota regra preferência coisa sempre usa use usar usamos "
        "disse obsoleto obsoleta tudo verdade"
    ),
)

_RUSSIAN = ForgetWords(
    forget=re.compile(
        r"(?:(?:пожалуйста|и|ок|так|тогда|теперь|просто|нет|да|можешь|можете)\s*)*"
        r"(?P<verb>забудь|забудьте|забыть)\b"
    ),
    delete=re.compile(
        r"(?:(?:пожалуйста|и|тогда|теперь|можешь)\s*)*"
        r"(?P<verb>удали(?:те|ть)?|убери(?:те)?|убрать|сотри(?:те)?)\b"
    ),
    outdated=re.compile(
        r".*(?P<verb>\bустарел\w*|\bбольше не (?:верно|актуальн\w*|так|действует"
        r"|правда)|\bуже не (?:верно|актуальн\w*|так|действует))\s*$"
    ),
    memory_noun=re.compile(r"\b(?:памят\w*|заметк\w*|правил\w*|предпочтени\w*)\b"),
    common=_words(
        "память памяти заметка заметку правило правила предпочтение всегда "
        "используй использовать используем сказал сказала устарело всё"
    ),
)

_CHINESE = ForgetWords(
    forget=re.compile(
        r"(?:(?:请|麻烦|现在|那就|就|好|把.*|你可以)\s*)*(?P<verb>忘记|忘掉|忘了|忘記)"
    ),
    delete=re.compile(
        r"(?:(?:请|麻烦|现在|把.*)\s*)*(?P<verb>删除|删掉|移除|去掉|刪除)"
    ),
    outdated=re.compile(
        r".*(?P<verb>过时|過時|已?过期|不再(?:正确|适用|成立|有效)|不对了|已?作废)了?[的]?\s*$"
    ),
    memory_noun=re.compile("记忆|記憶|笔记|备忘|规则|規則|偏好"),
    common=_words("记忆 記憶 笔记 备忘 规则 規則 偏好 使用 总是"),
)

_JAPANESE = ForgetWords(
    forget=re.compile(
        r".*(?P<verb>忘れ(?:て(?:ください|下さい|くれ|ほしい|いい)?[よねー]*\s*$|ろ))"
    ),
    delete=re.compile(
        r".*(?P<verb>(?:削除|消去)(?:して|しろ|を?お願い|\s*$)|消して|消せ)"
    ),
    outdated=re.compile(
        r".*(?P<verb>古くなっ|古い(?:です)?[よね]*\s*$|時代遅れ|もう(?:正しく|有効で|当てはまら)"
        r"(?:は)?(?:ない|ありません))"
    ),
    memory_noun=re.compile("メモリ|メモ|記憶|ルール|好み|ノート"),
    common=frozenset(
        ("メモリ", "メモ", "記憶", "ルール", "好み", "ノート", "使う", "使用")
    ),
    negated_anywhere=True,
)

_KOREAN = ForgetWords(
    forget=re.compile(
        r".*(?P<verb>잊어(?:\s?(?:줘|주세요|버려|버리세요|라|요))?[.]?\s*$|잊으세요|잊어도)"
    ),
    delete=re.compile(r".*(?P<verb>삭제(?:해|하|\s*$)|지워|제거(?:해|하))"),
    outdated=re.compile(
        r".*(?P<verb>오래(?:됐|되었|된)|낡았|구식|더\s?이상 (?:사실|유효|맞|옳)\w*)"
    ),
    memory_noun=re.compile("메모|기억|규칙|선호|노트"),
    common=frozenset(("메모", "기억", "규칙", "선호", "노트", "사용", "항상")),
    negated_anywhere=True,
)

FORGET_WORDS = MappingProxyType(
    {
        "en": _ENGLISH,
        "de": _GERMAN,
        "fr": _FRENCH,
        "es": _SPANISH,
        "it": _ITALIAN,
        "pt": _PORTUGUESE,
        "ru": _RUSSIAN,
        "zh": _CHINESE,
        "ja": _JAPANESE,
        "ko": _KOREAN,
    }
)
"""The ways to ask, by ISO 639-1 code."""

CONDITIONAL = frozenset(
    (
        *("if", "unless", "whether", "until", "till", "once", "when", "whenever"),
        *("in case", "provided", "as long as", "maybe", "perhaps", "possibly"),
        *("probably", "might", "for now", "for the moment", "this time", "today"),
        *("temporarily", "wenn", "falls", "sofern", "sobald", "bis", "vielleicht"),
        *("vorerst", "heute", "möglicherweise", "si", "s il", "quand", "lorsque"),
        *("jusqu", "jusque", "peut-être", "cuando", "hasta", "quizá", "quizás"),
        *("tal vez", "se", "quando", "finché", "forse", "até", "talvez", "если"),
        *("когда", "пока", "возможно", "может быть", "如果", "若", "要是", "假如"),
        *("除非", "可能", "也许", "もし", "場合", "たら", "なら", "れば", "たぶん"),
        *("만약", "경우", "경우에", "때", "면", "아마"),
    )
)
"""Limits that make a request one for another day: it is not carried out."""

EXCEPTING = frozenset(
    (
        *("except", "excluding", "other than", "apart from", "instead", "außer"),
        *("statt", "anstatt", "sauf", "excepté", "hormis", "au lieu", "salvo"),
        *("excepto", "en vez", "en lugar", "tranne", "eccetto", "invece", "exceto"),
        *("em vez", "ao invés", "кроме", "вместо", "除了", "以外", "제외", "제외하고"),
    )
)
"""Limits behind which stands what is to stay."""
