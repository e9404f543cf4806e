"""English words that say how a sentence is built, and nothing about its subject.

A question's own words (``when``, ``did``) are among them. Negations and ``if`` stay
out of ranking too: whoever needs them puts them into quotation marks.
"""

_WORDS = """
a an the and or but nor so than then if as of to in on at by for from with about
into onto out up down over under after before during between through again
since until till
is are was were am be been being do does did doing done have has had having
will would can could should shall may might must not no yes
what which who whom whose when where why how
i me my mine myself we us our ours ourselves you your yours yourself
he him his himself she her hers herself it its itself
they them their theirs themselves one ones
this that these those there here
any some each every all both few more most other such own same only just also too
very now ever
s t re ve ll d m don didn doesn isn aren wasn weren hasn haven hadn won wouldn
couldn shouldn dont didnt doesnt im ive
"""

STOP_WORDS = frozenset(_WORDS.split())
