"""A session as one HTML page that needs nothing beside it, and fetches nothing.

The page's own policy forbids scripts, forms and whatever lies elsewhere, so that a
picture which a session names can't tell anybody that the page was opened.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from levelmem.engine.sessions.export.parts import facts, speaker
from levelmem.engine.sessions.model import (
    ASKED,
    Block,
    FileEdit,
    Image,
    Notice,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import one_line, safe_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
_STYLE = """
:root { color-scheme: light dark; --line: #8884; --quiet: #888; --asked: #47c; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: .85rem; color: var(--quiet);
  margin: 2rem 0 .3rem; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem;
  color: var(--quiet); font-size: .85rem; } dd { margin: 0; }
.asked { border-left: 3px solid var(--asked); padding-left: .8rem; }
.quiet { color: var(--quiet); }
details, .call { font-size: .9rem; margin: .4rem 0; } summary { cursor: pointer; }
pre { border: 1px solid var(--line); border-radius: 4px; padding: .6rem;
  overflow-x: auto; font: 13px/1.45 ui-monospace, monospace; }
ins { color: #2a2; text-decoration: none; } del { color: #c33; text-decoration: none; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line);
  padding: .2rem .5rem; }
"""

Clean = Callable[[str], str]


def html(
    session: Session, turns: Iterable[Turn], scrub: Callable[[str], str]
) -> Iterator[str]:
    """Yield a session as a page of HTML, piece by piece.

    What was said is rendered from Markdown, of which links stay and pictures don't;
    tools and reasoning are folded away. Every text is scrubbed first.
    """

    def clean(text: str) -> str:
        return safe_text(scrub(text))

    title = _line(clean(session.title)) or "Untitled session"
    yield (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n<h1>{title}</h1>\n<dl>\n"
    )
    for name, value in facts(session):
        yield f"<dt>{name}<dd>{_line(clean(value))}\n"
    yield "</dl>\n"
    before = ""
    for turn in turns:
        said = _line(clean(speaker(turn, session)))
        if said and said != before:
            yield f"<h2>{said}{_when(turn)}</h2>\n"
            before = said
        blocks = "".join(filter(None, (_block(block, clean) for block in turn.blocks)))
        if blocks:
            kind = ' class="asked"' if turn.origin in ASKED else ""
            yield f'<section id="turn-{turn.number}"{kind}>\n{blocks}</section>\n'
    yield "</html>\n"


def _when(turn: Turn) -> str:
    written = iso(turn.when)
    return f' · <time datetime="{written}">{written}</time>' if written else ""


def _block(block: Block, clean: Clean) -> str:
    match block:
        case Text(text):
            return str(_renderer().render(clean(text)))
        case Thinking(text):
            return _folded("Reasoning", _pre(clean(text)))
        case ToolCall():
            summary = _line(clean(block.summary))
            tool = f"<strong>{_line(clean(block.tool))}</strong>"
            return f'<div class="call">{tool} <code>{summary}</code></div>\n'
        case ToolResult():
            title = "Result, failed" if block.is_error else "Result"
            return _folded(title, _pre(clean(block.text)))
        case FileEdit():
            title = f"Edited <code>{_line(clean(block.path))}</code>"
            return _folded(title, _diff(clean(block.diff))) or f"<p>{title}</p>\n"
        case Image(text) | Notice(text):
            return f'<p class="quiet">{_line(clean(text))}</p>\n'


def _line(text: str) -> str:
    return escape(one_line(text))


def _pre(text: str) -> str:
    return f"<pre>{escape(text.rstrip())}</pre>" if text.strip() else ""


def _diff(diff: str) -> str:
    if not diff.strip():
        return ""
    return f"<pre>{chr(10).join(map(_diff_line, diff.rstrip().splitlines()))}</pre>"


def _diff_line(line: str) -> str:
    tag = {"+": "ins", "-": "del"}.get(line[:1], "")
    return f"<{tag}>{escape(line)}</{tag}>" if tag else escape(line)


def _folded(title: str, body: str) -> str:
    if not body:
        return ""
    return f"<details><summary>{title}</summary>{body}</details>\n"


@cache
def _renderer() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False})
    return markdown.enable("table").disable("image")
