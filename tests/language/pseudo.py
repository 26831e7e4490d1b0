"""A language that nobody speaks: every marked string as ⟦it is ~~~⟧, a third longer. What stands outside was never marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.catalog import Catalog
from django.test import override_settings
from django.utils.translation import trans_real

from tdapp.api.reference import pages, serving
from tdapp.events.rules import rule_pages
from tdapp.kernel.catalogue.keeping import CATALOGUES, compiled

OPEN, SHUT = "⟦", "⟧"
# Read by the program, not by people.
CONTROL = {":", "yes,no,maybe", ":?.!"}


def wrapped(text: str) -> str:
    """A string in the language."""
    return text if text in CONTROL else f"{OPEN}{text}{' ~~~~' * max(1, len(text) // 15)}{SHUT}"


def catalogue(folder: Path) -> Path:
    """A folder for LOCALE_PATHS in which `fil` is the language."""
    place = folder / "fil" / "LC_MESSAGES"
    place.mkdir(parents=True)
    spoken = Catalog("fil")
    # As the catalogues are written down: that nothing marked is missing there is `test_catalogue`'s to say.
    for message in (message for one in CATALOGUES for message in one.read() if message.id):
        told = wrapped(message.id) if isinstance(message.id, str) else (wrapped(message.id[1]),) * 2
        spoken.add(message.id, told, context=message.context)
    (place / "django.mo").write_bytes(compiled(spoken))
    return folder


def _forget() -> None:
    trans_real._translations.pop("fil", None)
    rule_pages._shown.cache_clear()
    pages.MADE.clear()
    serving.MADE.clear()


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Inside, Filipino is the language of `catalogue(folder)`."""
    with override_settings(LOCALE_PATHS=[folder]):
        _forget()
        try:
            yield
        finally:
            _forget()


SHOWN = ("title", "aria-label", "placeholder", "alt", "data-key-label", "data-confirm", "data-confirm-text",
         "data-confirm-verb", "content")  # fmt: skip
# What a browser does not show, and what is a key, a code or a name by its nature.
SILENT = {"script", "style", "kbd", "code", "pre", "textarea", "svg"}
# Stand inside a sentence, which goes on behind them.
INLINE = {"a", "abbr", "b", "em", "i", "small", "span", "strong", *("code", "kbd")}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Visible(HTMLParser):
    """The texts of a page that people see or hear, each with the element it stands in."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.sentence: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._goes_on(tag)
        silent = tag in SILENT or (tag != "html" and "lang" in given) or "translate" in given
        if tag not in VOID:
            self.open.append((tag, silent))
        if not silent and not self.is_silent:
            self.found += [given[name] for name in SHOWN if given.get(name) and tag != "meta"]

    def handle_endtag(self, tag: str) -> None:
        self._goes_on(tag)
        while self.open and any(name == tag for name, _silent in self.open):
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.is_silent:
            self.sentence += data.split()

    def close(self) -> None:
        super().close()
        self._goes_on("html")

    def _goes_on(self, tag: str) -> None:
        """A sentence ends with the element it stands in, not with one inside it."""
        if tag not in INLINE and self.sentence:
            self.found.append(" ".join(self.sentence))
            self.sentence = []

    @property
    def is_silent(self) -> bool:
        return any(silent for _name, silent in self.open)


INNERMOST = re.compile(r"⟦([^⟦⟧]*)⟧")
# A marked sentence with an element inside it reaches us in pieces: it opens in one and shuts in another.
PIECES = re.compile(r"⟦[^⟦⟧]*$|^[^⟦⟧]*⟧")
# Addresses, digests, files, codes: with a digit, a dot, a slash or an underscore inside; a code of an invitation, which
# may by chance have no digit.
CODE = re.compile(r"https?://\S+|\S*[\w-][\d./_@\\][\w-]\S*|\b[a-z\d]{4}(?:-[a-z\d]{4}){2}\b", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{3,}")


def unmarked(html: str, known: frozenset[str]) -> set[str]:
    """Texts of a page with a word outside the language that is none of the `known` ones (names, codes), folded."""
    page = Visible()
    page.feed(html)
    page.close()
    return {text for text in page.found if any(word.casefold() not in known for word in _left(text))}


def _left(text: str) -> list[str]:
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    return WORD.findall(CODE.sub(" ", PIECES.sub(" ", text)))
