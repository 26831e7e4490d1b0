"""The markdown our own rule pages use, as HTML: headings, paragraphs, lists, tables, code, bold, emphasis, links.

Each heading, paragraph, item and cell is a text of its own, which `said` may tell in another language, markdown and all; ids
and addresses stay. Everything is escaped before it becomes markup, so a page can say `<b>` and mean it. No HTML passes through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

_BULLET = re.compile(r"(\*|\d+\.) +(.*)")
_RULE = re.compile(r"\|[-|: ]+\|")
_CODE = re.compile(r"(`[^`]+`)")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_BOLD, _LEAN = re.compile(r"\*\*([^*]+)\*\*"), re.compile(r"\*([^*]+)\*")
_LONE_CODE = re.compile(r"`([\w.]+)`")
_COMMENT = re.compile(r"(^|\s)# (.+)$")
# Codes, where links lead, and lines of the rulebooks are the same in every language.
_SAME = re.compile(r"`[^`]*`|\]\([^)]*\)|\b(SAL|SET|BIS)\b[:\d, -]*")
_WORD = re.compile(r"[^\W\d_]{2,}")
Address = Callable[[str], str]
Said = Callable[[str], str]


def html_of(text: str, address: Address = str, said: Said = str) -> SafeString:
    """A page as HTML. Headings and table rows that open with one `code` get it as their id.

    `address`: where a link in the text leads on the screen. `said`: a text of the page in the reader's language.
    """
    return mark_safe(_Page(address, said).read(text))  # noqa: S308  (every part was escaped on its way)


def texts_of(text: str) -> list[str]:
    """What of a page can be said in another language, in its order."""
    found: list[str] = []
    html_of(text, said=lambda one: found.append(one) or one)  # type: ignore[func-returns-value]
    return found


class _Page:
    def __init__(self, address: Address, said: Said) -> None:
        self.address = address
        self.said = said
        self.ids: set[str] = set()

    def read(self, text: str) -> str:
        return "\n".join(self._block(block) for block in _blocks(text.splitlines()))

    def _block(self, lines: list[str]) -> str:
        first = lines[0]
        if first.startswith("```"):
            told = "\n".join(_COMMENT.sub(self._comment, line) for line in lines[1:])
            return f'<pre tabindex="0"><code>{escape(told)}</code></pre>'
        if first.startswith("#"):
            return self._heading(first)
        if first.startswith("|"):
            return self._table(lines)
        return (
            self._list(lines)
            if _BULLET.match(first)
            else f"<p>{self._inline(self._told(' '.join(lines)))}</p>"
        )

    def _comment(self, found: re.Match[str]) -> str:
        return f"{found[1]}# {self._told(found[2])}"

    def _told(self, text: str) -> str:
        """A text in the reader's language; what has no word in it is the same in all of them."""
        return self.said(text) if _WORD.search(_SAME.sub(" ", text)) else text

    def _heading(self, line: str) -> str:
        level, title = len(line) - len(line.lstrip("#")), line.lstrip("#").strip()
        return f"<h{level}{self._id(slugify(title))}>{self._inline(self._told(title))}</h{level}>"

    def _id(self, name: str) -> str:
        """The attribute, once for each name."""
        if not name or name in self.ids:
            return ""
        self.ids.add(name)
        return f' id="{escape(name)}"'

    def _list(self, lines: list[str]) -> str:
        """Items; an indented line goes on with the item above it."""
        items: list[str] = []
        for line in lines:
            found = _BULLET.match(line)
            if found:
                items.append(found[2])
            else:
                items[-1] += f" {line.strip()}"
        tag = "ul" if lines[0].startswith("*") else "ol"
        return f"<{tag}>{''.join(f'<li>{self._inline(self._told(item))}</li>' for item in items)}</{tag}>"

    def _table(self, lines: list[str]) -> str:
        rows = [_cells(line) for line in lines if not _RULE.fullmatch(line.strip())]
        heads = [self._told(cell) for cell in rows[0]]
        names = [escape(re.sub(r"[`*]", "", cell)) for cell in heads]
        head = "".join(f'<th scope="col">{self._inline(cell)}</th>' for cell in heads)
        body = "".join(self._row(cells, names) for cells in rows[1:])
        table = f'<table class="grid"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        return f'<div class="table-wrap" tabindex="0" role="region" aria-label="{names[0] or names[-1]}">{table}</div>'

    def _row(self, cells: list[str], names: list[str]) -> str:
        """A row; each cell also says its column's name, for the phone, where rows become lists."""
        lone = _LONE_CODE.fullmatch(cells[0])
        first = f'<th scope="row">{self._inline(self._told(cells[0]))}</th>'
        rest = "".join(
            f'<td data-label="{name}">{self._inline(self._told(cell))}</td>'
            for name, cell in zip(names[1:], cells[1:], strict=False)
        )
        return f"<tr{self._id(lone[1]) if lone else ''}>{first}{rest}</tr>"

    def _inline(self, text: str) -> str:
        parts = _CODE.split(text)
        return "".join(
            f"<code>{escape(part[1:-1])}</code>" if number % 2 else self._words(part)
            for number, part in enumerate(parts)
        )

    def _words(self, text: str) -> str:
        said = _LINK.sub(lambda found: self._link(found[1], found[2]), escape(text, quote=False))
        return _LEAN.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", said))

    def _link(self, words: str, to: str) -> str:
        """A link to a page of ours; anything else stays the words it was."""
        return f'<a href="{escape(self.address(to))}">{words}</a>' if _is_ours(to) else words


def _is_ours(to: str) -> bool:
    return re.fullmatch(r"[\w-]*(\.md)?(#[\w.-]+)?", to) is not None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _blocks(lines: Iterable[str]) -> Iterable[list[str]]:
    """Runs of lines between empty ones; a fence keeps its empty lines, a heading stands alone, a list starts anew."""
    block: list[str] = []
    fenced = False
    for line in lines:
        if line.startswith("```"):
            fenced = not fenced
            if not fenced:
                yield block
                block = []
                continue
        if not fenced and _cuts(line, block):
            if block:
                yield block
            block = []
        if fenced or line.strip():
            block.append(line)
    if block:
        yield block


def _cuts(line: str, block: list[str]) -> bool:
    """Whether a new block begins with this line, outside a fence."""
    if not line.strip() or line.startswith("#") or not block:
        return True
    was_list, was_table = bool(_BULLET.match(block[0])), block[0].startswith("|")
    now_list, now_table = bool(_BULLET.match(line)), line.startswith("|")
    return block[0].startswith("#") or was_table != now_table or (now_list and not was_list)
