"""What may be asked of pairings, kind by kind, and the words people look for it by, English and Filipino."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tdapp.people.names import fold


@dataclass(frozen=True, slots=True)
class WishKind:
    """One kind: the field of its lines, what it is called, how many players it names, and whether a round or tables too."""

    field: str
    title: Any
    about: Any
    words: str
    least: int = 1
    most: int = 3
    round: bool = False
    tables: bool = False

    @property
    def shape(self) -> str:
        """What its controls ask for, for the page's style."""
        extra = (f" p{self.most}", " round" if self.round else "", " tables" if self.tables else "")
        return "".join(extra).strip()

    def fits(self, asked: str) -> bool:
        """Whether every word somebody looks for begins one of its own."""
        own = self.searched.split()
        return all(any(one.startswith(word) for one in own) for word in plain(asked).split())

    @property
    def searched(self) -> str:
        """Its words as they are compared: its own and those of the page's language."""
        return plain(f"{self.title} {self.about} {self.words}")


def plain(text: str) -> str:
    """Words without accents, case and signs."""
    return " ".join(fold("".join(letter if letter.isalnum() else " " for letter in text)).split())


KINDS = (
    WishKind(
        "apart", _("Keep apart: siblings, families, travel mates"),
        _("Like club mates: as long as it costs nothing more important."),
        "siblings brothers sisters twins family families cousins parent child couple household carpool travel mates friends "
        "apart separate keep magkapatid kapatid kambal pamilya pinsan magulang anak mag-asawa kasabay kasama kaibigan "
        "hiwalay ilayo paghiwalayin magkasama", 2,
    ),
    WishKind(
        "forbidden", _("Never meet"), _("The round is refused rather than to pair them."),
        "never meet forbid forbidden ban banned not pair conflict quarrel avoid block huwag hindi kailanman bawal pagtapatin "
        "magtapat away alitan iwasan", 2, 2,
    ),
    WishKind(
        "access", _("A certain table: wheelchair, step-free, quiet"), _("They always sit at one of these tables."),
        "wheelchair wheel chair access accessible accessibility disability disabled pwd step-free steps stairs ramp ground floor "
        "quiet silent light window door near toilet crutches pregnant elderly table seat silyang de gulong may kapansanan hagdan "
        "tahimik ilaw pinto mesa upuan buntis matanda saklay", 1, 3, tables=True,
    ),
    WishKind(
        "byes", _("A bye in a round"), _("They sit out in that round."),
        "bye byes sit out rest late arrives leaves early skip round mass church appointment pahinga huli liban aalis maaga "
        "hindi maglalaro simba", 1, 3, round=True,
    ),
    WishKind(
        "no_bye", _("Never a bye"), _("Somebody else sits out where the number is odd."),
        "never no bye without always plays came far beginner first timer laging maglalaro walang pahinga malayo baguhan", 1, 3,
    ),
)  # fmt: skip
BY_FIELD = {kind.field: kind for kind in KINDS}
