"""``tag``: the tags of one session, printed or changed."""

import argparse

from levelmem.cli.context import places_of
from levelmem.cli.output import Refused, WrongUsage, print_object, print_text
from levelmem.cli.sessions import one_session
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.labels import Label, LabelError
from levelmem.engine.sessions.tags import normal_tag, normal_tags


def tag(options: argparse.Namespace) -> int:
    """Give a session tags and take some away; print what it has then.

    They are levelmem's own: the agent's file stays as it is.
    """
    for given in (*options.tags, *options.remove):
        if not normal_tag(given):
            raise WrongUsage(f"{given!r} is no tag: it needs a letter or a number")
    catalog = Catalog.open(places_of(options))
    session = one_session(catalog.listing(), options)
    gone = set(normal_tags(options.remove))
    tags = normal_tags((set(session.tags) | set(normal_tags(options.tags))) - gone)
    if tags != session.tags:
        try:
            catalog.file(session, Label(tags=tags))
        except LabelError as error:
            raise Refused(str(error)) from error
    if options.json:
        print_object({"agent": session.agent, "id": session.id, "tags": list(tags)})
    else:
        for name in tags:
            print_text(name)
    return 0
