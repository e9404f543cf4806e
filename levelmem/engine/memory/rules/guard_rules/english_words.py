"""The closed classes of English: the small words that carry a sentence's build."""

from levelmem.engine.memory.rules.guard_rules.word_lists import words_of

DETERMINERS = words_of(
    "the a an this that these those all every each any some no both either neither "
    "its their our his her my your another such what whatever which whichever"
)
OBJECT_PRONOUNS = words_of(
    "it them him her us me you everything anything nothing everyone everybody anyone "
    "anybody nobody yourself itself themselves whatever whoever"
)
SUBJECT_PRONOUNS = words_of(
    "it they he she we this that these those there everything nothing nobody both all "
    "none most many some others everyone one two three four several"
)
NUMBER_WORDS = words_of("one two three four five six seven eight nine ten many several")
PLURAL_SUBJECTS = words_of(
    "they we these those both all most many some others people data media children men "
    "women staff team criteria indices vertices schemata devs two three four several "
    "few who which that"
)
PREPOSITIONS = words_of(
    "of in on at to from by with without for into onto over under through via per "
    "between among across against behind before after during within inside outside "
    "until till since about above below around as like near off out up down upon "
    "along beyond despite except than toward towards versus instead besides"
)
SUBORDINATORS = words_of(
    "if when whenever while because since unless until till once after before as "
    "although though whereas whether so where wherever lest provided than even"
)
RELATIVES = words_of(
    "that which who whom whose where whatever whoever whichever what how"
)
COORDINATORS = words_of("and or but nor plus yet &")
AUXILIARIES = words_of(
    "is are was were am isn't aren't wasn't weren't has have had hasn't haven't hadn't "
    "does do did doesn't don't didn't 's it's that's there's they're we're here's"
)
MODALS = words_of(
    "can could may might must shall should will would cannot can't won't couldn't "
    "shouldn't mustn't wouldn't needn't ought"
)
NEGATIONS = words_of("not never no n't")
ADVERBS = words_of(
    "also always never only now then still just already often usually sometimes today "
    "currently there here twice once again too both almost even ever first last later "
    "soon thus therefore however instead otherwise mostly rather quite very not yet "
    "alone together directly simply please kindly really nightly daily weekly hourly "
    "monthly yearly by-default so straight back away maybe perhaps next finally "
    "afterwards beforehand meanwhile furthermore moreover hence all each somewhere "
    "anywhere elsewhere yes"
)
# What comes before an order without changing that it is one.
ORDER_PREFIXES = words_of(
    "please kindly just simply always never also then first next finally now maybe "
    "perhaps instead again and but so or only important warning attention ok okay hey "
    "hi well pls plz still therefore thus hence afterwards meanwhile even yes"
)
# Openers that stand for an order whatever follows.
ORDER_OPENERS = words_of(
    "don't dont do let let's lets remember beware ensure make keep stop avoid try feel "
    "assume pretend consider treat imagine tell inform remind be act refrain thanks "
    "thank"
)
PARTICLES = words_of("up down out off on in over through away back around")
# Verbs that need nothing after them: "Either Podman or Docker works".
ENDING_VERBS = words_of(
    "works fails wins applies matters counts passes expires remains breaks crashes "
    "exits pauses waits runs restarts resumes retries sleeps idles drains closes opens "
    "reloads reboots panics aborts quits finishes completes begins reconnects returns "
    "moves scales syncs updates refreshes blocks stalls rotates "
    "logs hangs stops starts ends grows shrinks changes"
)
# Participles that keep an object: "the files sent the partner".
GIVEN_FORMS = words_of("given sent shown told granted handed left offered paid lent")
# Pasts of what happens by itself.
HAPPENINGS = words_of(
    "dropped moved changed switched went failed started stopped ended grew improved "
    "increased decreased expired migrated broke landed shipped happened appeared "
    "disappeared doubled halved crashed worked rose fell shrank passed asked"
)
# Subjects of clauses within an order.
CLAUSE_PRONOUNS = words_of(
    "they we he she it nobody everyone everybody others people anyone one"
)
MEASURES = words_of(
    "time times size sizes count rate rates limit limits width height depth length age "
    "budget window interval timeout delay speed cost load latency"
)
# What loosens when it is done: "Granted the bot write access" is no report.
GRANTING = words_of(
    "granted allowed approved trusted authorized authorised permitted entitled "
    "exempted given gave waived told asked wanted needed accepted agreed promised "
    "forgave excused empowered entrusted cleared"
)
# What joins an order to a statement before it.
CONTINUATIONS = words_of("and or so hence thus therefore then i.e e.g namely")
# After these a bare verb is no order.
BEFORE_BASE_FORMS = MODALS | words_of(
    "to do does did don't doesn't didn't let lets help helps make makes let's not"
)
# Ends of file names that are verbs too.
EXTENSIONS = words_of("go make lock cc")
# Verbs of states: nobody is told to do them.
NEVER_ORDERED = words_of(
    "seem appear belong depend consist contain lack differ exist occur resemble equal "
    "comprise"
)
# Verbs that are better known as languages and tools.
PRODUCTS = words_of(
    "go make react express flask dart salt vault consul crystal compose"
)
UNITS = words_of(
    "s ms us ns min h m d sec seconds minutes hours days kb mb gb tb kib mib gib b hz "
    "khz mhz px mm cm km kg percent times retries"
)
CONTRACTIONS = words_of("it's that's there's they're we're here's")
# What is done for safety's sake: "no reviews" is no description.
DUTIES = words_of(
    "test tests check checks ci lint linter linters question questions prompt prompts "
    "review reviews reviewer reviewers approval approvals confirmation confirmations "
    "permission permissions sign-off sign-offs scan scans signature signatures hook "
    "hooks verification audit audits run runs wait diff diffs need reason limit limits "
    "password passwords token auth authentication encryption warning warnings human "
    "humans asking restrictions rules gate gates guard guards sandbox delay notice"
)
_DARING = words_of(
    "trust autonomy freedom rein root admin sudo mirror vendor partner straight "
    "directly blind blindly full free off away past around ahead silence secrecy yes "
    "secret secrets password passwords token tokens key keys credentials"
)
# A note without a verb names things; it leads nowhere and grants nothing.
NOT_IN_NOTES = (
    (ADVERBS - words_of("only also each all daily weekly nightly hourly both almost"))
    | OBJECT_PRONOUNS
    | words_of("into onto without instead")
    | DUTIES
    | _DARING
)
# Verbs that take a whole clause: "assume hosts are trusted" has no noun before it.
CLAUSE_TAKERS = words_of(
    "assume remember ensure tell say inform believe consider pretend imagine suppose "
    "claim confirm verify guarantee know think expect hope warn remind teach "
    "explain mention admit agree declare insist suggest recommend understand see "
    "let keep mind act treat recall forget inform show find "
    "acknowledge acknowledging regard"
)
SECOND_PERSON = words_of(
    "you your yours yourself yourselves you're you'll you've you'd u ur y'all"
)
FIRST_PERSON = words_of("i i'm i'd i've i'll me my mine myself")
QUESTION_OPENERS = words_of(
    "why who whose whom isn't aren't wasn't can't couldn't shouldn't won't wouldn't "
    "doesn't don't didn't could would shall do does did is are was were can will"
)

# What a verb in front makes a part of the screen: "Confirm dialogs are modal".
SCREEN_PARTS = words_of(
    "dialog dialogs button buttons modal modals popup popups screen screens message "
    "messages page pages view views mode modes toast toasts tooltip tooltips icon icons"
)

# What is said of a question that is answered elsewhere: "why it is so is explained in".
ANSWERED = words_of("explained described documented noted covered shown discussed")

# Unions that are looked up for every word of every text.
PERSONS = FIRST_PERSON | SECOND_PERSON
FINITE_HELPERS = AUXILIARIES | MODALS
OBJECT_OPENERS = DETERMINERS | OBJECT_PRONOUNS
COUNTED_OBJECT_OPENERS = OBJECT_OPENERS | NUMBER_WORDS
ADJUNCT_OPENERS = PREPOSITIONS | ADVERBS
COMPLEMENT_OPENERS = OBJECT_OPENERS | ADJUNCT_OPENERS
LINKS = COORDINATORS | CONTINUATIONS
NEVER_BEFORE_A_VERB = DETERMINERS | PREPOSITIONS | COORDINATORS
VERB_FOLLOWERS = ADJUNCT_OPENERS | DETERMINERS
MARKS_OF_PROSE = DETERMINERS | SUBORDINATORS | {"to", "for", "from"}
