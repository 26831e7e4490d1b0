"""What the words need of a ruleset, as plain data: its tiles, and the two-tile words it ships as words (SAL:256-303)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext as _

from lexicon_admin.words.tiles import Tile, TileTable
from scoring.rules.loading import Ruleset, check_ruleset
from scoring.rules.ruleset_files import shipped_ids
from tdapp.kernel.messages.sentences import of_rules
from tdapp.kernel.refusals import Refusal


@lru_cache(maxsize=32)
def _ruleset(name: str) -> Ruleset | None:
    return check_ruleset(name).unwrap() if name in shipped_ids() else None


def ruleset_named(name: str) -> Ruleset:
    """The shipped ruleset; a refusal names the ones there are."""
    found = _ruleset(name)
    if found is None:
        facts = {"name": name, "known": ", ".join(shipped_ids())}
        raise Refusal("unknown-ruleset", _("There is no ruleset %(name)s; known are %(known)s.") % facts)
    return found


def table_of(name: str, marks: bool = False) -> TileTable:
    """The tiles of a ruleset; an empty table for "", a language without a board. marks: for a list that keeps diacritics."""
    found = tiles_of(ruleset_named(name)) if name else TileTable()
    return replace(found, marks=marks)


def tiles_of(ruleset: Ruleset) -> TileTable:
    """A ruleset's tiles, board and bonus as the words see them."""
    tiles = tuple(
        Tile(tile.letters, tile.value, tile.count) for tile in ruleset.tile_set.tiles if tile.letters
    )
    blank = ruleset.tile_set.blank
    layout = ruleset.layout
    return TileTable(
        tiles, blank.count if blank else 0, ruleset.tile_set.blanks_as, ruleset.tile_set.digraphs_from_singles,
        max(layout.width, layout.height), ruleset.rack.size,
    )  # fmt: skip


def printed_words(name: str) -> frozenset[str]:
    """The words a ruleset's book prints and lets outrank every dictionary; none for "" or a book without such a list."""
    if not name:
        return frozenset()
    words = ruleset_named(name).words
    return frozenset(words.printed_list) if words.printed_list_outranks else frozenset()


def printing(word: str) -> list[str]:
    """The shipped rulesets whose book prints this word and lets it outrank every dictionary."""
    return [name for name in shipped_ids() if word in printed_words(name)]


def language_of(name: str) -> str:
    """The language of a ruleset's tiles (fil, en, es); "" for none."""
    return ruleset_named(name).language if name else ""


def titles() -> list[tuple[str, str]]:
    """Id and name of each ruleset, for a choice."""
    return [(name, of_rules(ruleset_named(name).name)) for name in shipped_ids()]


def title(name: str) -> str:
    """The name of a ruleset; "" for none."""
    return of_rules(ruleset_named(name).name) if name else ""
