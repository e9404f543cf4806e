"""The small closed classes of words that turn, limit or place a statement.

Function words come from a maintained list (see `language`), which mixes these
classes in: a list made for search engines drops "not" like "the". Each class below
is closed in its language, a dozen words that do not grow, so they are listed here.
An entry may be a phrase of several words. Chinese, Japanese and Korean are in
`asian_words`, since they are cut into words by these very classes.
"""

from dataclasses import dataclass
from types import MappingProxyType


def _words(*lines: str) -> frozenset[str]:
    """Entries separated by commas or line ends."""
    return frozenset(
        entry.strip() for line in lines for entry in line.split(",") if entry.strip()
    )


@dataclass(frozen=True, slots=True)
class ClosedWords:
    """The closed classes of one language."""

    negations: frozenset[str]
    """Particles and pronouns that turn the next content word of their clause."""
    negating_words: frozenset[str]
    """Verbs and prepositions that turn it too: each of them counts on its own."""
    conditions: frozenset[str]
    """Words that limit a statement, and hedges: dropping one widens it."""
    scope: frozenset[str]
    """Words for "where it applies": this repository, here."""
    relations: frozenset[str] = frozenset()
    """Prepositions whose loss or swap reverses a statement (from, over, off)."""
    contrasts: frozenset[str] = frozenset()
    """But, and its like: a new clause; with a bare negation, an exception."""
    answers: frozenset[str] = frozenset()
    """A clause of nothing but these answers something and negates nothing."""
    fillers: frozenset[str] = frozenset()
    """Function words that the maintained list lacks."""
    content: frozenset[str] = frozenset()
    """Words of the maintained list that carry meaning, and so are no fillers."""
    negations_agree: bool = False
    """Several particles in a clause are one negation (nunca ... nada)."""
    negates_backwards: bool = False
    """A negation follows what it turns, at the end of its clause."""


_ENGLISH = ClosedWords(
    negations=_words(
        "not, never, no, cannot, neither, nor, nobody, none, nothing, nowhere",
        "noone, no one, no-one, no longer, hardly, barely, scarcely, rarely, seldom",
        "rather than, as opposed to, unlike, nope, ❌, 🚫, ⛔",
    ),
    negating_words=_words(
        "without, stop, avoid, refrain, quit, cease, forbid, forbidden, prohibit",
        "disallow, forget, neglect",
    ),
    conditions=_words(
        "only, solely, exclusively, unless, except, excluding, if, when, whenever",
        "until, till, before, after, instead, while, once, whether, provided",
        "as long as, other than, apart from, in case, otherwise, for now",
        "for the moment, this time, temporarily, today, tonight, tomorrow",
        "maybe, perhaps, possibly, probably, might, sometimes",
    ),
    scope=_words(
        "repo, repos, repository, repositories, project, projects, codebase",
        "code base, here",
    ),
    relations=_words(
        "from, off, out, over, above, below, under, beneath, against, than"
    ),
    contrasts=_words("but, yet, however, although, though"),
    answers=_words("no, nope, nah, yes, ok, okay, oh, well, wait, hey, hm, hmm"),
    fillers=_words(
        "please, ever, anymore, any more, any longer, whatsoever, circumstances",
        "just, shall, will, ok, okay, e.g, i.e, etc, s, m, re, ve, ll, d",
    ),
    content=_words(
        "all, both, each, few, more, most, other, same, again, further",
        "up, down, between, through, during",
    ),
)

_GERMAN = ClosedWords(
    negations=_words(
        "nicht, nie, niemals, kein, keine, keinen, keinem, keiner, keines, keinerlei",
        "nichts, niemand, niemanden, niemandem, nirgends, nirgendwo, weder, noch",
        "kaum, selten, nein, nicht mehr, kein mehr",
    ),
    negating_words=_words(
        "ohne, vermeide, vermeiden, vermeidet, unterlasse, unterlassen, verboten",
        "verbiete, verbieten, vergiss, vergesst, vergessen, untersagt",
    ),
    conditions=_words(
        "nur, lediglich, ausschließlich, außer, ausser, ausgenommen, wenn, falls",
        "sofern, solange, sobald, bis, bevor, ehe, vor, nach, nachdem, während",
        "statt, anstatt, anstelle, stattdessen, erst, es sei denn, vorerst, vorläufig",
        "heute, morgen, vielleicht, eventuell, möglicherweise, wahrscheinlich",
        "manchmal",
    ),
    scope=_words(
        "repo, repos, repository, projekt, projekte, codebasis, codebase, hier"
    ),
    relations=_words("aus, gegen, unter, über, als"),
    contrasts=_words("aber, sondern, doch, jedoch, allerdings"),
    answers=_words("nein, nee, nö, ja, ok, okay, gut, also, halt, moment"),
    fillers=_words(
        "bitte, mal, den, dem, des, das, die, der, einem, eines, unserem, unseren",
        "diesem, diesen, mehr, man, immer noch, haben, hat, habe, sollte, sollten",
    ),
    content=_words("machen, weiter, weitere"),
)

_FRENCH = ClosedWords(
    negations=_words(
        "ne, n, pas, jamais, rien, personne, aucun, aucune, aucuns, ni, guère, non",
        "nulle part, plutôt que, plutôt qu",
    ),
    negating_words=_words(
        "sans, évite, évitez, éviter, évitons, arrête, arrêtez, arrêter, cesse",
        "cessez, cesser, interdit, interdite, interdits, oublie, oubliez, oublier",
    ),
    conditions=_words(
        "seulement, uniquement, sauf, excepté, hormis, si, s il, quand, lorsque",
        "lorsqu, jusque, jusqu, avant, après, au lieu, à la place, tant que, tant qu",
        "dès que, pendant, sinon, pour l instant, pour le moment, à moins",
        "aujourd hui, demain, peut-être, probablement, parfois",
    ),
    scope=_words("dépôt, repo, projet, projets, base de code, ici"),
    relations=_words("contre, sous, hors, depuis"),
    contrasts=_words("mais, cependant, toutefois"),
    answers=_words("non, oui, ok, bon, si, attends"),
    fillers=_words(
        "l, d, c, j, m, t, s, qu, un, une, au, aux, du, de, en, à, y, stp, svp",
        "nos, vos, leurs, merci",
    ),
    content=_words("essai, état, début, mot, fait, plupart, sujet, juste, bon, ci"),
    negations_agree=True,
)

_SPANISH = ClosedWords(
    negations=_words(
        "no, nunca, jamás, jamas, nadie, nada, ningún, ningun, ninguno, ninguna, ni",
        "tampoco, apenas, ya no",
    ),
    negating_words=_words(
        "sin, evita, evite, eviten, evitar, evitemos, deja de, dejen de, prohibido",
        "prohibida, olvida, olvide, olvides, olvidar",
    ),
    conditions=_words(
        "solo, sólo, solamente, únicamente, unicamente, salvo, excepto, si, cuando",
        "hasta, antes, después, despues, mientras, en vez, en lugar, a menos",
        "siempre que, por ahora, por el momento, hoy, mañana, quizá, quizás, tal vez",
        "probablemente, a veces",
    ),
    scope=_words("repo, repositorio, proyecto, proyectos, aquí, aqui, acá"),
    relations=_words("contra, bajo, desde"),
    contrasts=_words("pero, sino, aunque"),
    answers=_words("no, sí, si, ok, vale, bueno, espera"),
    fillers=_words(
        "por, favor, sobre, un, una, del, al, que, se, lo, este, esta, esto, más"
    ),
    content=_words(
        "usar, uso, usas, usa, usamos, usais, usan, emplear, empleo, empleas, emplean",
        "trabajo, trabajar, trabajas, trabaja, trabajamos, trabajais, trabajan",
        "intentar, intento, intenta, intentas, conseguir, saber, valor, verdad",
        "verdadero, verdadera, cierto, cierta, ciertos, ciertas, tiempo, ultimo",
        "primero, bajo, arriba, encima, hacer, poder, ir, modo, fin",
    ),
    negations_agree=True,
)

_ITALIAN = ClosedWords(
    negations=_words(
        "non, mai, no, nessuno, nessuna, nessun, niente, nulla, né, neanche, nemmeno",
        "neppure, non più, piuttosto che",
    ),
    negating_words=_words(
        "senza, evita, evitate, evitare, evitiamo, smetti di, smettere di, vietato",
        "vietata, dimentica, dimenticare, dimenticate",
    ),
    conditions=_words(
        "solo, soltanto, solamente, unicamente, tranne, eccetto, salvo, se, quando",
        "finché, fino, prima, dopo, invece, al posto, a meno, mentre, per ora",
        "per il momento, oggi, domani, forse, probabilmente, a volte",
    ),
    scope=_words("repo, repository, progetto, progetti, qui, qua"),
    relations=_words("contro, sotto, sopra"),
    contrasts=_words("ma, però, tuttavia"),
    answers=_words("no, sì, si, ok, va, bene, aspetta"),
    fillers=_words(
        "l, d, c, un, dell, nell, all, dall, sull, quest, questo, questa, per, favore",
        "i, gli, le, in, è, e, nel, si, mi",
    ),
    content=_words(
        "lavoro, comprare, nome, tempo, fine, fare, persone, gente, primo, secondo",
        "terzo, ultimo, nuovo, nuovi, consecutivi, consecutivo, doppio, triplo, due",
        "tre, cinque, sei, sette, otto, nove, quarto, quinto, promesso, sopra, meglio",
        "peggio, indietro, ci",
    ),
    negations_agree=True,
)

_PORTUGUESE = ClosedWords(
    negations=_words(
        "não, nao, nunca, jamais, ninguém, ninguem, nada, nenhum, nenhuma, nem",
        "já não, não mais",
    ),
    negating_words=_words(
        "sem, evite, evita, evitem, evitar, evitemos, pare de, parem de, proibido",
        "proibida, esqueça, esqueca, esquece, esqueçam, esquecer",
    ),
    conditions=_words(
        "só, somente, apenas, unicamente, exceto, salvo, se, quando, até, antes",
        "depois, em vez, ao invés, no lugar, enquanto, a menos, por enquanto, por ora",
        "hoje, amanhã, talvez, provavelmente, às vezes",
    ),
    scope=_words("repo, repositório, repositorio, projeto, projetos, aqui"),
    relations=_words("contra, sob, desde"),
    contrasts=_words("mas, porém, contudo, senão"),
    answers=_words("não, nao, sim, ok, certo, espera"),
    fillers=_words(
        "a, os, as, no, na, nos, nas, do, da, dos, ao, aos, à, às, num, numa, de, um",
        "uma, que, sobre, por, favor, neste, nesta, nesse, nessa, este, deste, se",
    ),
    content=_words(
        "usa, usar, trabalho, trabalhar, tentar, tentaram, tente, tentei, valor",
        "verdade, verdadeiro, tempo, tipo, nome, novo, ligado, desligado, iniciar",
        "inicio, fim, último, conhecido, corrente, caminho, apontar, pegar, saber",
        "fazer, faz, horas, pessoas, povo, parte, maioria, maiorias, direita",
    ),
    negations_agree=True,
)

_RUSSIAN = ClosedWords(
    negations=_words(
        "не, ни, нет, никогда, никто, никого, никому, ничего, ничто, нельзя, никакой",
        "никакая, никакие, никаких, никуда, нигде, больше не, едва",
    ),
    negating_words=_words(
        "без, избегай, избегайте, избегать, избегаем, прекрати, прекратите, перестань",
        "перестаньте, хватит, запрещено, запрещён, запрещена, запрещены, забудь",
        "забудьте, забыть, забывай, забывайте",
    ),
    conditions=_words(
        "только, лишь, исключительно, если, когда, пока, покуда, до, после, перед",
        "прежде, кроме, вместо, исключая, разве что, при условии, сегодня, завтра",
        "возможно, наверное, вероятно, может быть, иногда",
    ),
    scope=_words(
        "репо, репозиторий, репозитория, репозитории, репозиторию, проект, проекта",
        "проекте, проекту, здесь, тут, кодовая база, кодовой базе",
    ),
    relations=_words("из, от, против, под, над, чем"),
    contrasts=_words("но, а, однако"),
    answers=_words("нет, да, ок, ладно, хорошо, стоп"),
    fillers=_words("пожалуйста, ж, же, этот, этом, это, эта, эти, нашем, наш, и"),
    content=_words("важное, важная, важные, важный, мало, ниже, наверху, время, мира"),
    negations_agree=True,
)

CLOSED_WORDS = MappingProxyType(
    {
        "en": _ENGLISH,
        "de": _GERMAN,
        "fr": _FRENCH,
        "es": _SPANISH,
        "it": _ITALIAN,
        "pt": _PORTUGUESE,
        "ru": _RUSSIAN,
    }
)
"""The closed classes by ISO 639-1 code, for languages written with spaces."""

NEGATIONS_ELSEWHERE = _words(
    "niet, nooit, geen, zonder, inte, aldrig, ingen, utan, ikke, aldri, uten, ei",
    "älä, ilman, nigdy, bez, nikdy, ani, není, değil, asla, yok, hayır, ne, nem",
    "soha, nu, niciodată, fără, jangan, tidak, bukan, không, đừng, chớ, мо, ні",
    "ніколи, нема, никога, μην, δεν, ποτέ, όχι, لا, ليس, لم, לא, אל, नहीं, मत, ไม่",
)
"""Negations of languages that the rules do not know: the surest sign of one."""

BARE_CONTRACTIONS = frozenset(
    f"{auxiliary}nt"
    for auxiliary in (
        *("do", "does", "did", "ca", "wo", "is", "are", "was", "were", "should"),
        *("would", "could", "must", "have", "has", "had", "need", "ai", "sha"),
    )
)
"""English contractions as people type them without the apostrophe: dont, cant."""
