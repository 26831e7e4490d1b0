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
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from tdapp.desk.models import Snapshot
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.models import AuditHead
from tdapp.kernel.refusals import Missing
from tdapp.kernel.running.written_once import WrittenOnce
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
    """Of an event: `epoch` is how far its log was, so that of two the newer is known; `prizes` changes with them, "" none.
    `meanwhile`: by language the page that stands in the place of one taken back, kept ready, for it must not wait for
    templates and translations to be loaded.
    """

    event: str
    epoch: int
    guarded: bool
    prizes: str
    divisions: Mapping[str, Out]
    meanwhile: Mapping[str, str] = field(default_factory=dict)

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
            "event": self.event, "epoch": self.epoch, "guarded": self.guarded, "prizes": self.prizes,
            "divisions": divisions, "meanwhile": dict(self.meanwhile),
        }  # fmt: skip


def of_data(data: Any) -> Standing | None:
    """As it was written down; None for what is none."""
    try:
        divisions = {str(slug): _out(**told) for slug, told in data["divisions"].items()}
        meanwhile = {str(code): str(page) for code, page in data.get("meanwhile", {}).items()}
        told = bool(data["guarded"]), str(data["prizes"]), divisions, meanwhile
        return Standing(str(data["event"]), int(data["epoch"]), *told)
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
    found = next(iter(_ids(slug)), None)
    head = next(iter(_heads(f"event:{found}")), 0)
    try:
        door = public_access.open_event(slug)
    except Missing:
        return None
    divisions = {row.slug: _of_division(row) for row in door.divisions}
    return Standing(slug, head, door.guarded, prizes.stamp(door), divisions)


# A name that is withdrawn waits for these: their SQL is written once for a connection.
@WrittenOnce
def _ids(slug: str) -> QuerySet[Event, Any]:
    return Event.objects.filter(slug=slug).values_list("pk", flat=True)[:1]


@WrittenOnce
def _heads(scope: str) -> QuerySet[AuditHead, Any]:
    return AuditHead.objects.filter(scope=scope).values_list("number", flat=True)[:1]


@WrittenOnce
def _releases(division: UUID, released: int) -> QuerySet[Snapshot, Any]:
    rows = Snapshot.objects.filter(division_id=division, why="released", after__lte=released)
    return rows.order_by().values_list("after", flat=True)


@WrittenOnce
def _games(division: UUID, released: int) -> QuerySet[Sheet, Any]:
    games = Sheet.objects.filter(
        table__round__division_id=division, table__round__number__lte=released, released_at__isnull=False
    )
    return games.values_list("table__round__number", "table__number", "number")


@WrittenOnce
def _rows(division: UUID) -> QuerySet[Entrant, Any]:
    """Everybody entered, and behind the names how they are shown in this division."""
    rows = Entrant.objects.filter(division_id=division).order_by()
    return rows.values_list("number", *COLUMNS)


def _of_division(door: DivisionDoor) -> Out:
    row = Division.objects.select_related("event").get(pk=door.id)
    spots = _games(row.pk, door.released)
    return Out(
        door.released, tuple(sorted(set(_releases(row.pk, door.released)))),
        tuple(public_access.public_rounds(door)), tuple(sorted("/".join(map(str, spot)) for spot in spots)), _faces(row),
    )  # fmt: skip


def _faces(division: Division) -> dict[str, str]:
    """Everybody entered, by number as text."""
    rules = (division.event.show_ratings, division.guards_unknown_age)
    return {str(number): _face(repr((columns, rules))) for number, *columns in _rows(division.pk)}


def _face(told: str) -> str:
    found = _keyed().copy()
    found.update(told.encode())
    return found.hexdigest()


@cache
def _keyed() -> hashlib.blake2b:
    """A folder is read by everybody: without the key nobody finds out by trying which name a digest is of."""
    key = hashlib.sha256(f"faces of a folder {settings.SECRET_KEY}".encode()).digest()
    return hashlib.blake2b(key=key, digest_size=8)


def with_people(out: Out, known: Iterable[int], met: Mapping[int, Iterable[int]]) -> Out:
    """Of those who stand on a page, and of nobody else; `met`: the others on the page of each."""
    faces = {str(number): out.faces[str(number)] for number in sorted(known) if str(number) in out.faces}
    return replace(
        out, faces=faces, met={str(number): tuple(sorted(others)) for number, others in met.items()}
    )
