"""The markdown our own rule pages use, as HTML: headings, paragraphs, lists, tables, code, bold, emphasis, links.

Each heading, paragraph, item and cell is a text of its own, which `translate` may say in another language, markdown and all; ids
and addresses stay. Everything is escaped before it becomes markup, so a page can say `<b>` and mean it. No HTML passes through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_OURS = re.compile(r"[\w-]*(\.md)?(#[\w.-]+)?")
_LONE_CODE = re.compile(r"^`([\w.]+)`$")
_COMMENT = re.compile(r"(^|\s)# (.+)$", re.MULTILINE)
# Codes, where links lead, and lines of the rulebooks are the same in every language.
_SAME = re.compile(r"`[^`]*`|\]\([^)]*\)|\b(SAL|SET|BIS)\b[:\d, -]*")
_WORD = re.compile(r"[^\W\d_]{2,}")
Address = Callable[[str], str]
Translate = Callable[[str], str]


def html_of(text: str, address: Address = str, translate: Translate = str) -> SafeString:
    """A page as HTML. Headings and table rows that open with one `code` get it as their id.

    `address`: where a link in the text leads on the screen. `translate`: a text of the page in the reader's language.
    """
    return mark_safe(_reader(address, translate).render(text))  # noqa: S308  (every part is escaped on its way)


def texts_of(text: str) -> list[str]:
    """What of a page can be said in another language, in its order."""
    found: list[str] = []
    html_of(text, translate=lambda one: found.append(one) or one)  # type: ignore[func-returns-value]
    return found


def _reader(address: Address, translate: Translate) -> MarkdownIt:
    reader = MarkdownIt("zero")
    reader.enable(["heading", "list", "table", "fence", "backticks", "emphasis", "link"])
    reader.core.ruler.before("inline", "texts", lambda state: _texts(state, translate))
    reader.core.ruler.after("texts", "tables", _tables)
    reader.core.ruler.push("links", lambda state: _links(state, address))
    reader.add_render_rule("fence", _fence)
    reader.add_render_rule("table_open", _table)
    reader.add_render_rule("table_close", lambda *_: "</table></div>")
    return reader


def _texts(state: StateCore, translate: Translate) -> None:
    """Each text in the reader's language, before the markdown in it is read; headings keep their English ids."""
    for at, token in enumerate(state.tokens):
        if token.type == "fence":
            token.content = _COMMENT.sub(
                lambda found: f"{found[1]}# {_translated(found[2], translate)}", token.content
            )
        elif token.type == "inline":
            text = " ".join(line.strip() for line in token.content.splitlines())
            token.content = _translated(text, translate)
            if state.tokens[at - 1].type == "heading_open":
                _name(state, state.tokens[at - 1], slugify(text))


def _translated(text: str, translate: Translate) -> str:
    """A text in the reader's language; what has no word in it is the same in all of them."""
    return translate(text) if _WORD.search(_SAME.sub(" ", text)) else text


def _tables(state: StateCore) -> None:
    """A row's first cell is its head; each other says its column's name, for the phone, where rows become lists."""
    table = row = Token("", "", 0)
    heads: list[str] = []
    column = 0
    for token, inside, end in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        if token.type == "table_open":
            table, heads = token, []
        elif token.type == "tr_open":
            row, column = token, 0
        elif token.type == "th_open":
            token.attrSet("scope", "col")
            heads.append(re.sub(r"[`*]", "", inside.content))
            table.meta["label"] = heads[0] or heads[-1]
        elif token.type == "td_open":
            if column:
                token.attrSet("data-label", heads[column])
            else:
                token.tag = end.tag = "th"
                token.attrSet("scope", "row")
                _name(state, row, "".join(_LONE_CODE.findall(inside.content)))
            column += 1


def _name(state: StateCore, token: Token, name: str) -> None:
    """The id, once for each name."""
    ids = state.env.setdefault("ids", set())
    if name and name not in ids:
        ids.add(name)
        token.attrSet("id", name)


def _links(state: StateCore, address: Address) -> None:
    """A link leads to a page of ours; anything else stays the words it was."""
    for block in state.tokens:
        ends = [one for one in block.children or () if one.type in {"link_open", "link_close"}]
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            to = str(start.attrGet("href"))
            start.hidden = end.hidden = not _OURS.fullmatch(to)
            start.attrSet("href", address(to))


def _fence(_renderer: Any, tokens: Sequence[Token], at: int, *_more: Any) -> str:
    return format_html('<pre tabindex="0"><code>{}</code></pre>\n', tokens[at].content.removesuffix("\n"))


def _table(_renderer: Any, tokens: Sequence[Token], at: int, *_more: Any) -> str:
    return format_html(
        '<div class="table-wrap" tabindex="0" role="region" aria-label="{}"><table class="grid">',
        tokens[at].meta["label"],
    )
