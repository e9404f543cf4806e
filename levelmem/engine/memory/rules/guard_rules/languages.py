"""Which language a sentence is in, as far as the guard has to know."""

import re
from collections.abc import Iterator
from functools import cache

from levelmem.engine.memory.rules.guard_rules import english_words
from levelmem.engine.memory.rules.guard_rules.patterns import compiled
from levelmem.engine.memory.rules.guard_rules.verbs import verb_forms

_SCRIPTS = (
    ("ja", r"[\u3040-\u30ff]"),
    ("ko", r"[\uac00-\ud7af]"),
    ("zh", r"[\u4e00-\u9fff]"),
    ("ru", r"[\u0400-\u04ff]{2,}"),
    ("ar", r"[\u0600-\u06ff]{2,}"),
)
_OTHER_SCRIPT = r"[^\W\d_a-zA-Z\u00c0-\u024f\u0370-\u03ff\u1e00-\u1eff]{2,}"
_SMALL_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """
            the a an in via through under over between per uses used is are was
            were be been of to for with by on and or that this it its not from
            as at has have which when if never always only every each all must
            should can may will into no after before without does do use uses
            run runs
        """,
        "de": """
            in der die das beim ins ans laufen läuft den dem des ein eine einen
            einem einer und oder ist sind wird werden wurde wurden hat haben
            nicht kein keine keinen im am vom zum zur mit von für auf aus bei
            nach vor über unter durch ohne immer nie niemals bitte alle jede
            jeder jedes dass wenn als auch nur noch sich es er sie wir zu soll
            sollen sollte muss müssen darf dürfen kann können heißt liegt liegen
            dieser diese dieses hier um erst zuerst stets vergiss was wer alles
            je einmal ab gelten gilt bleibt bleiben montags dienstags mittwochs
            donnerstags freitags samstags sonntags nachts täglich
        """,
        "fr": """
            le la les un une des du de et ou est sont était ont pas ne en au
            aux par pour sur dans avec sans que qui ce cette ces il elle nous
            vous chaque tous toutes tout toujours jamais plus lors depuis entre
            vers leur leurs ses son sa se l'agent doit doivent peut peuvent dès
            lorsque quand si
        """,
        "es": """
            el la los las un una unos unas de del y o es son está están fue en
            con sin por para que se no al lo su sus cada todo todos toda todas
            siempre nunca más como cuando si desde entre hay este esta estos
            debe deben puede pueden ha han antes después
        """,
        "it": """
            il lo la i gli le un uno una di del della dei delle dello degli e o
            è sono in con senza per che si non al alla ai alle nel nella nei
            nelle dal dalla da su sul sulla ogni tutti tutte tutto sempre mai
            più come quando se viene vengono ha hanno questo questa questi deve
            devono può possono prima dopo all'utente
        """,
        "pt": """
            o a os as um uma de do da dos das e ou é são está estão foi em no na
            nos nas com sem por para que se não ao aos à às pelo pela pelos cada
            todo todos toda todas sempre nunca mais como quando desde entre este
            esta deve devem pode podem tem têm antes depois
        """,
    }.items()
}
_LATIN_WORD = re.compile(
    r"(?<![\w./-])[a-zà-öø-ÿœß]+(?:['’][a-zà-öø-ÿœß]+)?(?![\w./-])"
)
_ACCENTS = {
    "de": r"[äöüß]",
    "fr": r"[àâçèéêëîïôùûœ]",
    "es": r"[ñ¿¡]|[áéíóú]",
    "it": r"[àèìòù]",
    "pt": r"[ãõâêôç]",
}


_FRENCH_ELISION = r"\b(?:[ldnj]|qu)['’]\w"
_ITALIAN_ELISION = r"\b(?:l|un|d|(?:d|n|a|s|da)[eu]?ll|c|quest)['’]\w"


@cache
def _languages_of_words() -> dict[str, tuple[str, ...]]:
    """For each small word, the languages in which it is one."""
    every = frozenset().union(*_SMALL_WORDS.values())
    return {
        word: tuple(
            language for language, small in _SMALL_WORDS.items() if word in small
        )
        for word in every
    }


# Latin letters and what names and commands are made of.
_STRETCH = re.compile(r"[a-z][a-z0-9 ./`'_-]+[a-z0-9]")
_FOREIGN_WORD = re.compile(r"[a-z]+")
_SMALL_ENGLISH = (
    english_words.DETERMINERS | english_words.PREPOSITIONS | english_words.SUBORDINATORS
)
# ... less those that other languages have too.
_PROSE = _SMALL_ENGLISH - {"a", "in", "so", "on", "plus", "as", "her", "no", "per"}


def _signs_of_languages(sentence: str) -> Iterator[str]:
    """A language for everything in the sentence that points to it."""
    small_words = _languages_of_words()
    # In the order of the text: the same text names the same languages first, always.
    for word in dict.fromkeys(_LATIN_WORD.findall(sentence)):
        yield from small_words.get(word, ())
    if not sentence.isascii():
        for language, accents in _ACCENTS.items():
            if compiled(accents).search(sentence):
                yield language
    if "'" in sentence or "’" in sentence:
        if compiled(_FRENCH_ELISION).search(sentence):
            yield "fr"
        if compiled(_ITALIAN_ELISION).search(sentence):
            yield "it"


def languages_of(sentence: str) -> tuple[str, ...]:
    """What a lower-case sentence may be in: `en`, `de`, ..., or `unknown`.

    Scripts tell most of it; among the Latin alphabets the small words do. Ties are all
    returned, English first.
    """
    if not sentence.isascii():
        for language, script in _SCRIPTS:
            if compiled(script).search(sentence):
                return (language,)
        if compiled(_OTHER_SCRIPT).search(sentence):
            return ("unknown",)
    counts: dict[str, int] = {}
    for language in _signs_of_languages(sentence):
        counts[language] = counts.get(language, 0) + 1
    most = max(counts.values(), default=0)
    if not most:
        return ("en",)
    if most < 2:
        # One small word is little evidence: English has a say as well.
        counts["en"] = most
    return tuple(language for language, count in counts.items() if count == most)


def opens_in(languages: tuple[str, ...], sentence: str) -> bool:
    """Whether a lower-case sentence opens with a small word of one of the languages."""
    opener = _LATIN_WORD.match(sentence)
    if opener is None or opener.group() == "do":
        return False
    return not set(languages).isdisjoint(_languages_of_words().get(opener.group(), ()))


def english_pieces(sentence: str) -> Iterator[tuple[int, str]]:
    """Stretches of a lower-case foreign sentence that look English, with offsets.

    A stretch ends where a mark or another script stands, and where a small word of
    another language does. It has three words at least, and an English small word.
    """
    for found in _STRETCH.finditer(sentence):
        start, stretch = found.start(), found.group()
        for word in _FOREIGN_WORD.finditer(found.group()):
            if _is_only_foreign(word.group()):
                start, stretch = found.start() + word.end(), found.group()[word.end() :]
        words = stretch.split()
        if len(words) < 3 or words[0] in english_words.PREPOSITIONS:
            continue
        if any(word in _PROSE for word in words):
            yield start, stretch


def _is_only_foreign(word: str) -> bool:
    languages = _languages_of_words().get(word, ())
    return bool(languages) and "en" not in languages and word not in _SMALL_ENGLISH


def opens_in_english(sentence: str) -> bool:
    """Whether a lower-case sentence opens with a form of an English verb.

    A "no" before it, which Spanish and English share, tells nothing.
    """
    opener = _LATIN_WORD.match(sentence.removeprefix("no "))
    return opener is not None and opener.group() in verb_forms()
