"""``pick``: choose a session in the terminal and print its id, path or command."""

import argparse

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.cli.output import Refused, print_object
from levelmem.cli.terminal import drawn_on_terminal
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library


def pick(options: argparse.Namespace) -> int:
    """Let a person pick; 1 where they called it off.

    The screen is drawn on the terminal itself, so that standard output can be a pipe:
    ``cd "$(dirname "$(levelmem pick --print path)")"``.
    """
    from levelmem.pick_app import PickApp

    settings = settings_of(options)
    library = Library(places_of(options, settings), project_folder(options))
    app = PickApp(library, " ".join(options.words), settings)
    with drawn_on_terminal("levelmem search --json"):
        session = app.run(inline=options.inline)
    if session is None:
        return 1
    answer = _answer(library, session, options.printed)
    if options.json:
        print_object({"agent": session.agent, "id": session.id, "printed": answer})
    else:
        print(answer)
    return 0


def _answer(library: Library, session: Session, wanted: str) -> str:
    if wanted == "id":
        return session.id
    if wanted == "path":
        return str(session.path)
    resume = library.catalog().resume(session)
    if resume.problem or not resume.command:
        raise Refused(resume.problem or f"{session.agent} resumes no sessions")
    return resume.command
