"""Irregular forms of common English words, which no stemmer brings together."""

_VERBS = """
    be was were been
    become became
    begin began begun
    break broke broken
    bring brought
    build built
    buy bought
    catch caught
    choose chose chosen
    come came
    deal dealt
    dream dreamt
    drink drank drunk
    drive drove driven
    eat ate eaten
    fall fell fallen
    feel felt
    fight fought
    find found
    fly flew flown
    forget forgot forgotten
    freeze froze frozen
    get got gotten
    give gave given
    go went gone
    grow grew grown
    hang hung
    hear heard
    hide hid hidden
    hold held
    keep kept
    know knew known
    lead led
    learn learnt
    leave left
    lend lent
    lose lost
    make made
    mean meant
    meet met
    pay paid
    rebuild rebuilt
    ride rode ridden
    ring rang rung
    rise rose risen
    run ran
    say said
    see saw seen
    sell sold
    send sent
    shake shook shaken
    shoot shot
    show shown
    sing sang sung
    sink sank sunk
    sit sat
    sleep slept
    speak spoke spoken
    spend spent
    spin spun
    stand stood
    steal stole stolen
    stick stuck
    strike struck
    swear swore sworn
    swim swam swum
    take took taken
    teach taught
    tear tore torn
    tell told
    think thought
    throw threw thrown
    understand understood
    wake woke woken
    wear wore worn
    win won
    wind wound
    write wrote written
    rewrite rewrote rewritten
    overwrite overwrote overwritten
    withdraw withdrew withdrawn
    draw drew drawn
"""
_NOUNS = """
    child children
    person people
    man men
    woman women
    foot feet
    tooth teeth
    mouse mice
    life lives
    wife wives
    knife knives
    leaf leaves
    half halves
    shelf shelves
    index indices
    matrix matrices
    vertex vertices
"""

BASE_FORMS = {
    form: line.split()[0]
    for line in (_VERBS + _NOUNS).strip().splitlines()
    for form in line.split()[1:]
}
"""The base form by each irregular one."""
