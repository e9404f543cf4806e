"""Whether a sentence asks. A question states nothing, with its mark or without."""

import re

from levelmem.engine.memory.rules.wording.language import Language

_OPENERS = re.compile(
    r"^(?:[\W_]*(?:so|ok|okay|hey|hi|hello|and|but|also|please|well|then|now|um|hm+"
    r"|no|yes|wait|actually|also|ach|und|aber|also|et|mais|alors|y|pero|e|ma|mas|и|а"
    r"|но|так)\b)*[\W_]*"
)
_SUBJECT = (
    r"(?:i|you|u|we|they|he|she|it|this|that|these|those|there|the|a|an|my|our|your"
    r"|any\w*|some\w*|every\w*)"
)
_PRONOUN = r"(?:i|you|u|we|they|he|she|it|any\w*|some\w*|every\w*)"
_AUXILIARY = (
    r"(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|must"
    r"|might|am)"
)
# English: an auxiliary before its subject, a question word before an auxiliary.
_ENGLISH = (
    r"(?:is|are|was|were|does|did|isn't|aren't|wasn't|weren't|doesn't|didn't"
    r"|isnt|arent|wasnt|werent|doesnt|didnt)\s",
    rf"(?:can|could|should|would|will|shall|may|might|must)(?:n't|nt)?\s+{_SUBJECT}\b",
    r"(?:can't|cant|won't|wont)\s+(?:you|we|they|he|she|it|i|the|this|that)\b",
    # "do it" and "have everyone review" are orders.
    r"(?:do|don't|dont|have|haven't|havent|am)\s+(?:i|you|u|we|they)\b",
    r"do\s+any\w*\s",
    rf"(?:has|hasn't|had|hadn't)\s+{_PRONOUN}\b",
    r"(?:do|does)\s+(?:the|these|those|our|your)\s+\w+\s+(?:still|really|always"
    r"|already|even|ever|need|have|use|run|pass|work|go|live|get|belong)\b",
    rf"(?:what|where|when|how|which|whose)(?:'s|s)?\s+{_AUXILIARY}\b",
    r"(?:what's|where's|how's|who's|whats|wheres|hows)\s",
    rf"(?:what|which|whose|how\s+many|how\s+much|how\s+often|how\s+long)\s+\w+\s+"
    rf"{_AUXILIARY}\b",
    r"(?:why|who|whom|how\s+(?:to|about|come)|what\s+(?:about|if))\b",
    r"(?:i\s+wonder|i'm\s+wondering|wondering|any\s+(?:idea|chance)|is\s+it)\b",
)
_ELSEWHERE = {
    "de": (
        r"(?:ist|sind|war|waren|hat|habt|haben|kann|kannst|könnt|könnte|könntest|können"
        r"|soll|sollen|sollte|sollten|sollst|muss|müssen|musst|darf|dürfen|wird|werden"
        r"|willst|wollen|wollt|benutzt|verwendet|nutzt|gibt|geht|bist|seid)\s+(?:ich|du"
        r"|er|sie|es|wir|ihr|man|das|der|die|dies\w*|ein\w*|unser\w*)\b",
        r"(?:warum|wieso|weshalb|wer|wie|welche\w*|woher|wohin)\s",
        r"(?:was|wo|wann)\s+(?:ist|sind|kann|soll|muss|wird|macht|machen|passiert)\b",
    ),
    "fr": (
        r"(?:est-ce|n'est-ce|peux-tu|peut-on|pouvez-vous|pourrais-tu|pourriez-vous"
        r"|faut-il|dois-je|doit-on|devrait-on|as-tu|avez-vous|sont-ils|est-il|est-elle"
        r"|utilise-t-on|y\s+a-t-il|pourquoi|comment|combien|quel\w*|qu'est-ce|qui\s)",
        r"(?:tu\s+peux|vous\s+pouvez)\b.*\bs'il",
    ),
    "es": (
        r"¿",
        r"(?:por\s+qué|qué|cuál\w*|cómo|cuánt\w+|dónde|quién\w*|acaso)\s",
        r"(?:puedes|puede|podrías|podemos|deberíamos|debemos|usamos|hay|es\s+verdad"
        r"|es\s+cierto)\s+(?:que\s+)?(?:tú|usted|nosotros|siempre)\b",
    ),
    "it": (
        r"(?:perché|come|quale|quali|quanto|dove|chi|cosa|che\s+cosa)\s+\w+",
        r"(?:puoi|potresti|possiamo|dobbiamo|dovremmo|è\s+vero\s+che)\s",
    ),
    "pt": (
        r"(?:por\s+que|por\s+quê|como|qual|quais|quanto|onde|quem|será\s+que|o\s+que)\s",
        r"(?:você\s+pode|você\s+poderia|podemos|devemos|é\s+verdade\s+que)\s",
    ),
    "ru": (
        r"(?:почему|зачем|как|какой|какая|какие|где|куда|кто|разве|неужели|сколько"
        r"|когда\s+мы|можно\s+ли|можешь|можете)\b",
        r".*\bли\b",
    ),
    "zh": (
        r".*[吗嗎呢么麼][\s。.]*$",
        r"(?:为什么|為什麼|怎么|怎麼|如何|是否|能不能|可不可以)",
    ),
    "ja": (r".*(?:か|かな|かね|の)[\s。.]*$", r"(?:なぜ|どうして|どうやって|どこ|誰)"),
    "ko": (
        r".*(?:까|까요|나요|니|은가요|는가요|을래|ㄹ래|ㄹ까)[\s.]*$",
        r"(?:왜|어떻게|어디|누가)\s",
    ),
}
_TAG_QUESTION = re.compile(
    r",\s*(?:right|correct|no|eh|huh|(?:is|are|do|does|did|have|has|can|should|wo)n't\s+"
    r"\w+|(?:is|are|do|does|did)\s+(?:it|we|they|you)|oder|nicht\s+wahr|non|no|né"
    r"|verdad|vero|правда)[\s.!]*$"
)
_PATTERNS = {
    code: re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    for code, patterns in (("en", _ENGLISH), *_ELSEWHERE.items())
}


def is_question(sentence: str, language: Language | None) -> bool:
    """Whether a sentence of plain text asks something.

    A question mark at its end says so, also behind a statement ("we use tabs,
    right?"). Without one, the order of its first words does ("can you run lint").
    """
    folded = sentence.casefold().strip()
    if re.search(r"\?[!?.]*[\"'”’»」』)\]]*$", folded):
        return True
    if _TAG_QUESTION.search(folded[-60:]):
        return True
    opener = _OPENERS.match(folded)
    statement = folded[opener.end() :] if opener else folded
    codes = ("en",) if language is None else {"en": None, language.code: None}
    return any(
        _PATTERNS[code].match(statement) or _PATTERNS[code].match(folded)
        for code in codes
    )
