"""A page as it came, read: what no page may contain, and what each has to offer."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.http import HttpResponse

# Data for a script, not a script: a browser never runs it.
DATA = {"application/json", "application/ld+json", "importmap"}
# The one page made for frames of other websites, which are named (`tdapp.publishing.embed`).
FRAMED = "embed:page"


class Inline(HTMLParser):
    """Collects what the strict policy forbids, and what would be a way out of the hall."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []
        self.language = ""  # of the page; "" for a fragment
        self.offered: set[str] = set()  # languages of the switch

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.language = given.get("lang", "") if tag == "html" else self.language
        self._offers(tag, given)
        self.ids += [given["id"]] if given.get("id") else []
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") not in DATA):
            self.found.append(f"<{tag}> with its text in the page")
        for name, value in given.items():
            if self._is_inline(name, value):
                self.found.append(f'<{tag} {name}="{value[:60]}">')

    def _offers(self, tag: str, given: dict[str, str]) -> None:
        """A button of the switch, or a link to the same page in that language."""
        if tag == "button" and given.get("name") == "language":
            self.offered.add(given.get("value", ""))
        if tag == "a" and "hreflang" in given and f"lang={given['hreflang']}" in given.get("href", ""):
            self.offered.add(given["hreflang"])

    @staticmethod
    def _is_inline(name: str, value: str) -> bool:
        evaluated = name.startswith(("on", "hx-on")) or name in {"style", "srcdoc"}
        outside = name in {"src", "action", "hx-get", "hx-post"} and re.match(r"(https?:)?//", value)
        return evaluated or bool(outside) or value.strip().lower().startswith(("javascript:", "js:"))


def read(answer: HttpResponse) -> Inline:
    """A page, parsed."""
    parser = Inline()
    parser.feed(answer.content.decode())
    return parser


def is_page(answer: HttpResponse) -> bool:
    return answer.get("Content-Type", "").startswith(("text/html", "image/svg"))


def check_headers(answer: HttpResponse) -> None:
    """The strict headers, on success and refusal alike."""
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    match = answer.wsgi_request.resolver_match
    framed = match is not None and match.view_name == FRAMED and answer.status_code == 200
    assert ("frame-ancestors 'self'" if framed else "frame-ancestors 'none'") in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer.get("X-Frame-Options") == (None if framed else "DENY")
    assert answer["Referrer-Policy"] in {"same-origin", "no-referrer"}
    assert answer["X-Request-ID"]


def check(answer: HttpResponse, *, switch: bool = True) -> None:
    check_headers(answer)
    if is_page(answer):
        page = read(answer)
        assert page.found == []
        assert sorted(i for i in set(page.ids) if page.ids.count(i) > 1) == [], "ids given twice"
        assert not switch or lacking(page) == []


def lacking(page: Inline, language: str = "") -> list[str]:
    """What a whole page lacks to be read in both languages; with `language` pressed, in that one."""
    if not page.language:
        return []
    found = [f"no switch to {one}" for one in sorted({"en", "fil"} - page.offered)]
    return found + [f"in {page.language}" for _ in range(bool(language) and page.language != language)]
