"""What the pages of a folder were made of, as far as it can be taken back: rounds, games, prizes, and the names.

A folder remembers it. Beside what stands now, read in a few queries without a page or a board, it says what has to go, before
anything is built.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.conf import settings

from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.models import AuditHead
from tdapp.kernel.refusals import Missing
from tdapp.publishing.released import prizes, public_access
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.scoresheets.models import Sheet

COLUMNS = ("given", "surname", "club__name", "team", "rating", "age", "display_consent", "house")


@dataclass(frozen=True, slots=True)
class Out:
    """Of a division: standings are out after `released` and those before it in `releases`, pairings of the rounds `shown`;
    `games` may be replayed ("round/table/sheet"). `faces`: by number what a public name is made of, as a digest under a key of
    this installation; `met`: by number whose names stand on a player's page beside their own.
    """

    released: int
    releases: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    faces: Mapping[str, str] = field(default_factory=dict)
    met: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def holds(self, other: Out) -> bool:
        """Whether everything the other one shows is out here too."""
        return self.released >= other.released and all(
            set(mine) >= set(theirs)
            for mine, theirs in (
                (self.releases, other.releases), (self.shown, other.shown), (self.games, other.games)
            )
        )  # fmt: skip

    def joined(self, other: Out) -> Out:
        """What stands where pages of both do; who is called otherwise is called as here."""
        met = {
            number: tuple(sorted({*self.met.get(number, ()), *other.met.get(number, ())}))
            for number in {**self.met, **other.met}
        }
        return Out(
            max(self.released, other.released), tuple(sorted({*self.releases, *other.releases})),
            tuple(sorted({*self.shown, *other.shown})), tuple(sorted({*self.games, *other.games})),
            {**other.faces, **self.faces}, met,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """Of an event: `epoch` is how far its log was, so that of two the newer is known; `prizes` changes with them, "" none."""

    event: str
    epoch: int
    guarded: bool
    prizes: str
    divisions: Mapping[str, Out]

    def joined(self, other: Standing | None) -> Standing:
        """What stands where pages of both do."""
        if other is None or other.event != self.event:
            return self
        both = {slug: out.joined(other.divisions[slug]) if slug in other.divisions else out
                for slug, out in self.divisions.items()}  # fmt: skip
        return replace(self, prizes=self.prizes or other.prizes, divisions={**other.divisions, **both})

    def as_data(self) -> dict[str, Any]:
        """As it is written down."""
        divisions = {
            slug: {
                "released": out.released, "releases": out.releases, "shown": out.shown, "games": out.games,
                "faces": out.faces, "met": out.met,
            }
            for slug, out in self.divisions.items()
        }  # fmt: skip
        return {
            "event": self.event, "epoch": self.epoch, "guarded": self.guarded, "prizes": self.prizes, "divisions": divisions
        }  # fmt: skip


def of_data(data: Any) -> Standing | None:
    """As it was written down; None for what is none."""
    try:
        divisions = {str(slug): _out(**told) for slug, told in data["divisions"].items()}
        return Standing(
            str(data["event"]), int(data["epoch"]), bool(data["guarded"]), str(data["prizes"]), divisions
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _out(
    released: int, releases: list[int], shown: list[int], games: list[str], faces: dict[str, str],
    met: dict[str, list[int]],
) -> Out:  # fmt: skip
    others = {number: tuple(numbers) for number, numbers in met.items()}
    return Out(released, tuple(releases), tuple(shown), tuple(games), dict(faces), others)


def read(slug: str) -> Standing | None:
    """As it is now, None while nothing of the event is public. A few queries for each division.

    It is read before the pages are: they may show less than it says, never more.
    """
    found = Event.objects.filter(slug=slug).values_list("pk", flat=True).first()
    head = AuditHead.objects.filter(scope=f"event:{found}").values_list("number", flat=True).first()
    try:
        door = public_access.open_event(slug)
    except Missing:
        return None
    divisions = {row.slug: _of_division(row) for row in door.divisions}
    return Standing(slug, head or 0, door.guarded, prizes.stamp(door), divisions)


def _of_division(door: DivisionDoor) -> Out:
    row = Division.objects.select_related("event").get(pk=door.id)
    released = row.snapshots.filter(why="released", after__lte=door.released)
    games = Sheet.objects.filter(
        table__round__division=row, table__round__number__lte=door.released, released_at__isnull=False
    )
    spots = games.values_list("table__round__number", "table__number", "number")
    return Out(
        door.released, tuple(sorted(set(released.order_by().values_list("after", flat=True)))),
        tuple(public_access.public_rounds(door)), tuple(sorted("/".join(map(str, spot)) for spot in spots)), _faces(row),
    )  # fmt: skip


def _faces(division: Division) -> dict[str, str]:
    """Everybody entered, by number as text."""
    rules = (division.event.show_ratings, division.guards_unknown_age)
    rows = Entrant.objects.filter(division=division).order_by().values_list("number", *COLUMNS)
    return {str(number): _face(repr((columns, rules))) for number, *columns in rows}


def _face(told: str) -> str:
    return hashlib.blake2b(told.encode(), key=_key(), digest_size=8).hexdigest()


@cache
def _key() -> bytes:
    """A folder is read by everybody: without the key nobody finds out by trying which name a digest is of."""
    return hashlib.sha256(f"faces of a folder {settings.SECRET_KEY}".encode()).digest()


def with_people(out: Out, known: Iterable[int], met: Mapping[int, Iterable[int]]) -> Out:
    """Of those who stand on a page, and of nobody else; `met`: the others on the page of each."""
    faces = {str(number): out.faces[str(number)] for number in sorted(known) if str(number) in out.faces}
    return replace(
        out, faces=faces, met={str(number): tuple(sorted(others)) for number, others in met.items()}
    )
