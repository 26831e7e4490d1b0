"""The rule pages in `docs/rules`, shown beside each finding: which page and line tells about a finding code.

They are written in English; the catalogue holds each of their texts in Filipino.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from core.later import later
from scoring.checks.finding_codes import CODES

if TYPE_CHECKING:
    from tdapp.kernel.pages import markdown
else:
    markdown = later("tdapp.kernel.pages.markdown")

FOLDER: Path = settings.BASE_DIR / "docs" / "rules"
INDEX = "README"
_ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def page_of(code: str) -> str:
    """Where a finding code is explained: `/rules/plays#gap`; the list of findings for a code nobody knows."""
    if code not in CODES:
        return reverse("events:rule_page", args=["findings"])
    return f"{reverse('events:rule_page', args=[_topic_of()[code]])}#{code}"


def topics() -> dict[str, str]:
    """Every topic with its title, in the order of the index."""
    return {topic: title(topic) for topic in _listed()}


def shown(topic: str) -> SafeString:
    """A page as HTML in the reader's language; the first line, its title, stands in the page's head. KeyError for no topic."""
    if topic != INDEX and topic not in _listed():
        raise KeyError(topic)
    return _shown(topic, get_language() or "en")


def title(topic: str) -> str:
    """What a page is called."""
    return gettext(_text(topic).partition("\n")[0].lstrip("# ").strip())


@lru_cache(maxsize=1)
def _listed() -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\(([\w-]+)\.md\)", _text(INDEX))))


@lru_cache(maxsize=1)
def _topic_of() -> Mapping[str, str]:
    """Finding code -> the topic whose table of findings has a row for it."""
    tables = ((topic, table) for topic in _listed() for table in _text(topic).split("| finding |")[1:])
    return {code: topic for topic, table in tables for code in _ROW.findall(table.partition("\n\n")[0])}


@lru_cache(maxsize=128)
def _shown(topic: str, language: str) -> SafeString:
    return markdown.html_of(_text(topic).partition("\n")[2], _address, gettext)


def _address(link: str) -> str:
    """`tiles.md#writing` as the address on the screen; an anchor alone stays on its page."""
    page, _sign, anchor = link.partition("#")
    if not page:
        return link
    name = page.removesuffix(".md")
    where = reverse("events:rule_index") if name == INDEX else reverse("events:rule_page", args=[name])
    return f"{where}#{anchor}" if anchor else where


@lru_cache(maxsize=64)
def _text(topic: str) -> str:
    return (FOLDER / f"{topic}.md").read_text(encoding="utf-8")
