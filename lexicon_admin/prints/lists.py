"""What a printed list holds: two tiles with glosses, three tiles, words with each rare tile, changes since the last edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from lexicon_admin import rulesets
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.words.store import Found, Store
from lexicon_admin.words.tiles import Tile, TileTable
from lexicon_admin.words.tilings import tilings
from tdapp.kernel.refusals import Missing

MOST_OF_A_TILE = 400
MOST_TILES_SHOWN = 5
FEW, DEAR = 3, 8
TITLES = {
    "two": gettext_lazy("Words of two tiles"), "three": gettext_lazy("Words of three tiles"),
    "rare": gettext_lazy("Words with rare tiles"), "changes": gettext_lazy("Changes since the last edition"),
}  # fmt: skip

# So many letters fit one sheet of A4 in type of 24, 18 and 14 points, headings left room; so many rows in 14.
TYPES = (350, "print-huge"), (700, "print-larger"), (1_300, "print-large")
ROWS_OF_A_SHEET = 25
BOOK = "*"


class Line(NamedTuple):
    """One word on paper: how it is laid, and what it means ("" where nobody wrote that). `book`: the rulebook prints it."""

    word: str
    tiles: str
    gloss: str
    book: bool = False

    @property
    def shown(self) -> str:
        """The word, marked where it is the rulebook's."""
        return f"{self.word}{BOOK}" if self.book else self.word


class Section(NamedTuple):
    """Some lines under a heading; more: so many were left out."""

    title: str
    lines: tuple[Line, ...]
    more: int = 0


class Printed(NamedTuple):
    """A list ready for paper."""

    title: str
    sections: tuple[Section, ...]
    credit: str = ""

    @property
    def glossed(self) -> bool:
        return any(line.gloss for section in self.sections for line in section.lines)

    @property
    def type(self) -> str:
        """The class of its type where a browser prints it: the larger, the fewer letters have a sheet of A4 for themselves."""
        lines = [line for section in self.sections for line in section.lines]
        letters = sum(len(line.shown) + len(line.tiles) + 3 for line in lines)
        if self.glossed:
            return "print-large" if len(lines) <= ROWS_OF_A_SHEET else ""
        return next((name for most, name in TYPES if letters <= most), "")


def printed(edition: Edition, what: str) -> Printed:
    """One of TITLES for an edition; Missing for any other."""
    if what not in MAKERS:
        raise Missing(
            "unknown-print", _("There is no such list; there are: %(known)s.") % {"known": ", ".join(MAKERS)}
        )
    sections = tuple(MAKERS[what](edition, editions.store_of(edition)))
    return Printed(str(TITLES[what]), sections, credit(edition, sections))


def credit(edition: Edition, sections: Iterable[Section]) -> str:
    """Whose words these are. A list's licence is never put on the words the rulebook prints."""
    own = " · ".join(part for part in (edition.licence, edition.attribution) if part)
    lines = [line for section in sections for line in section.lines]
    if not any(line.book for line in lines):
        return own
    said = _("%(mark)s printed in the rulebook of the game") % {"mark": BOOK}
    if all(line.book and not line.gloss for line in lines):
        return said
    return _("%(said)s; the other words and the definitions: %(licence)s") % {"said": said, "licence": own}


def _two(edition: Edition, store: Store) -> Iterable[Section]:
    """Every word of two tiles; in a dictionary with those the rulebook prints, which outrank every list (SAL:256-303)."""
    own = edition.lexicon.kind == Lexicon.Kind.MAIN
    book = rulesets.printed_words(edition.ruleset) if own else frozenset()
    known = {found.key: found for found in store.in_tiles(2)}
    plain = {key: Found(key, key.lower(), "", 2, 2) for key in book if key not in known}
    words = sorted({**known, **plain}.items())
    lines = tuple(_line(found, store.table, 2)._replace(book=key in book) for key, found in words)
    return [Section(count_of(len(lines)), lines)]


def _three(edition: Edition, store: Store) -> Iterable[Section]:
    """With definitions where everybody may have them: a card handed out is a publication."""
    every = store.in_tiles(3)
    lines = tuple(Line(found.key, "", found.definition if edition.public else "") for found in every)
    return [Section(count_of(len(lines)), lines)]


def count_of(n: int) -> str:
    """So many words, as a heading says it."""
    return ngettext("%(n)s word", "%(n)s words", n) % {"n": n}


def _line(found: Found, table: TileTable, size: int) -> Line:
    """A word with the way it is laid in so many tiles, where that is not plain from its letters."""
    ways = [way.tiles for way in tilings(found.key, table) if way.size == size]
    shown = "·".join(ways[0]) if ways and (len(ways[0]) != len(found.key) or found.low != found.high) else ""
    return Line(found.key, shown, found.definition)


def rare_tiles(table: TileTable) -> list[Tile]:
    """Tiles of which there are few, or which are dear."""
    return [tile for tile in table.tiles if tile.count <= FEW or tile.value >= DEAR]


def _rare(edition: Edition, store: Store) -> Iterable[Section]:
    for tile in rare_tiles(store.table):
        short = (found for found in store.containing(tile.letters) if found.low <= MOST_TILES_SHOWN)
        lines = tuple(Line(found.key, "", "") for found in islice(short, MOST_OF_A_TILE))
        more = sum(1 for _found in short)
        facts = {"tile": tile.letters, "value": tile.value, "count": tile.count, "most": MOST_TILES_SHOWN}
        yield Section(
            _("%(tile)s (%(value)s points, %(count)s in the bag), up to %(most)s tiles") % facts, lines, more
        )


def _changes(edition: Edition, store: Store) -> Iterable[Section]:
    found = editions.changes(edition)
    if found is None:
        return [Section(_("This is the first edition."), ())]
    changed = tuple(Line(new.key, "", new.definition) for _old, new in found.changed)
    parts = (
        (_("Added"), _lines(found.added)),
        (_("Removed"), _lines(found.removed)),
        (_("Definition changed"), changed),
    )
    return [Section(f"{title}: {len(lines)}", lines) for title, lines in parts]


def _lines(words: Iterable[Found]) -> tuple[Line, ...]:
    return tuple(Line(word.key, "", word.definition) for word in words)


MAKERS: dict[str, Callable[[Edition, Store], Iterable[Section]]] = {
    "two": _two,
    "three": _three,
    "rare": _rare,
    "changes": _changes,
}
