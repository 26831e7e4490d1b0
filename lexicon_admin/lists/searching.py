"""A search in an edition, as somebody may ask it: a line, the lists it names, and its rows with all a page tells of a word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from core.problems import Unfit
from lexicon_admin import rulesets
from lexicon_admin.lists import editions, embargo, indexes
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.refusals import refusal_of
from lexicon_admin.words.finding import answering, bits, line, names
from lexicon_admin.words.finding.index import Hooked, Index
from lexicon_admin.words.normalise import clean
from lexicon_admin.words.store import Found, Store
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed, Refusal

# What an address called a kind of search before there were lines.
KINDS = {
    "exact": "", "pattern": names.PATTERN, "anagram": names.ANAGRAM, "within": names.WITHIN, "length": names.LENGTH,
    "contains": names.CONTAINS, "meaning": names.DEFINITION,
}  # fmt: skip
OF_KIND = {names.THEME: Lexicon.Kind.THEME, names.DIALECT: Lexicon.Kind.DIALECT}
# Who asks, at a lexicon.
Asking = Callable[[Lexicon], Context]


class Row(NamedTuple):
    """A word that was found: its ways to be laid by size and points, its hooks, how likely its tiles are drawn.

    laid: the way with the fewest tiles of those the search asked for.
    """

    word: Found
    tiles: str
    laid: tuple[str, ...]
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    front: tuple[str, ...]
    back: tuple[str, ...]
    ways: int
    draws: int
    book: bool

    @property
    def one_in(self) -> int:
        """One in how many draws of so many tiles gives the word; 0 for none."""
        return round(self.draws / self.ways) if self.ways else 0

    @property
    def one_in_shown(self) -> str:
        return f"{self.one_in:,}"

    @property
    def sizes_shown(self) -> str:
        """Fewest and most tiles."""
        low, high = self.sizes[0], self.sizes[-1]
        return str(low) if low == high else f"{low}–{high}"


@dataclass(frozen=True, slots=True)
class Search:
    """What was asked of an edition, and the words found."""

    edition: Edition
    line: str
    index: Index
    words: int
    fits: int

    @property
    def total(self) -> int:
        return self.words.bit_count()

    def rows(self, order: str, backwards: bool, start: int, count: int) -> list[Row]:
        """So many rows from number `start` on."""
        store, book = editions.with_printed(self.edition), rulesets.printed_words(self.edition.ruleset)
        main = self.edition.lexicon.kind == Lexicon.Kind.MAIN
        found = self.index.page(self.words, order, backwards, start, count)
        fits = bits.flags(self.fits, self.index.rows.total)
        return [_row(self.index, store, hooked, fits, main and hooked.key in book) for hooked in found]


def asked_by_kind(kind: str, text: str) -> str:
    """The line an address with a kind of search means. Refuses a kind there is not."""
    if kind not in KINDS:
        sentence = _("“%(kind)s” is no kind of search; there are: %(known)s.")
        raise Refusal("bad-search", sentence % {"kind": kind, "known": ", ".join(KINDS)})
    if not KINDS[kind] or not clean(text):
        return text
    return line.written(line.Condition(KINDS[kind], clean(text).replace('"', ""), 1))


def word_alone(text: str) -> str | None:
    """The word, where the line asks for nothing but one; None for any other line and for one nobody can read."""
    try:
        tree = line.read(text)
    except Unfit:
        return None
    if isinstance(tree, line.Condition) and not tree.name and not answering.is_pattern(tree.value):
        return tree.value
    return None


def search(edition: Edition, text: str, asking: Asking) -> Search:
    """Ask an edition. Refuses with a sentence for each condition that cannot be read."""
    index = indexes.index_of(edition)
    lists = _Lists(edition, asking)
    try:
        tree = line.read(text)
    except Unfit as error:
        raise refusal_of(error) from error
    try:
        found = answering.find(tree, index, lists)
    except Unfit as error:
        wrong = answering.mistakes(tree, index, lists) or [error.problem]
        sentences = [sentence for problem in wrong for sentence in refusal_of(Unfit(problem)).sentences]
        raise Refusal(error.code, *sentences) from error
    return Search(edition, line.written(tree), index, found.words, found.rows)


@dataclass(frozen=True, slots=True)
class _Lists:
    """The rows of words of other lists, for who may look at those lists."""

    edition: Edition
    asking: Asking

    def __call__(self, condition: line.Condition, name: str) -> int:
        own = name in (names.ADDED, names.REMOVED)
        slug = f"{self.edition.lexicon.slug}/{condition.value}" if own else condition.value
        other = editions.edition_named(slug)
        self._refuse(other, name, condition)
        rows = indexes.shared(self.edition, other)
        every = indexes.index_of(self.edition).rows.all
        return every & ~rows if own else rows

    def _refuse(self, other: Edition, name: str, condition: line.Condition) -> None:
        """Refuse a list this reader may not see, one in play, one of another kind, and what can find nothing."""
        asking = self.asking(other.lexicon)
        may = can(asking, "lexicon.view")
        if not (other.public or may):
            sentence = _("At character %(at)s: the words of %(edition)s are not for everybody.")
            raise NotAllowed(
                "not-allowed", sentence % {"at": condition.at, "edition": other}, needs="lexicon.view"
            )
        embargo.refuse_closed(other, asking)
        if name in OF_KIND and other.lexicon.kind != OF_KIND[name]:
            known = Lexicon.objects.filter(kind=OF_KIND[name]).values_list("slug", flat=True)
            sentence = _(
                "At character %(at)s: %(name)s is a list of another kind; of this one are: %(known)s."
            )
            facts = {"at": condition.at, "name": other.lexicon.slug, "known": ", ".join(known) or "-"}
            raise Refusal("bad-list", sentence % facts)
        facts = {"at": condition.at, "edition": other.name}
        if name == names.ADDED and other.number > self.edition.number:
            sentence = _(
                "At character %(at)s: %(edition)s is the later edition: look there for what was added."
            )
            raise Refusal("bad-list", sentence % facts)
        if name == names.REMOVED and other.number < self.edition.number:
            sentence = _(
                "At character %(at)s: what went since %(edition)s is not here: look in that edition."
            )
            raise Refusal("bad-list", sentence % facts)


def _row(index: Index, store: Store, hooked: Hooked, fits: bytes, book: bool) -> Row:
    """A word by its cuts: sizes and points of each, and the cut that is drawn most often."""
    cut, bag = index.coding.rows(hooked.key), index.bag
    asked = next((row for at, row in enumerate(cut, hooked.row) if fits[at]), cut[0])
    likely = max(cut, key=bag.chance) if bag.size else cut[0]
    points = {bag.points(row): None for row in cut} if bag.size else {}
    tiles = "·".join(index.coding.tiles(cut[0])) if len(cut[0]) != len(hooked.key) else ""
    word = store.get(hooked.key) or Found(hooked.key, hooked.key.lower(), "", len(cut[0]), len(cut[-1]))
    sizes = tuple(sorted({len(row) for row in cut}))
    ways, draws = (bag.ways(likely), bag.draws(len(likely))) if bag.size else (0, 0)
    return Row(
        word, tiles, index.coding.tiles(asked), sizes, tuple(sorted(points)), hooked.front, hooked.back, ways, draws, book
    )  # fmt: skip
