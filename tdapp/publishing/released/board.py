"""What the public may see of a division, as plain data: people, the newest shown pairings, the released standings.

Built in eleven queries however many play. Entrants are known by their number in it; names come from `Entrant.public_name`
alone. Standings are of the release (`desk.models.Snapshot`): a result corrected later shows with the next, a name at once.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.core.cache import cache

from tdapp.desk.models import Snapshot
from tdapp.desk.prizes import finals
from tdapp.events.models import Division, Named, Round, Slot, people_in, tell_apart
from tdapp.kernel import clock
from tdapp.kernel.log import heads
from tdapp.kernel.models import AuditEntry
from tdapp.people.names import letter_of
from tdapp.publishing.released import at_hand, single_flight
from tdapp.publishing.released.games import Line, line_of_row
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.ratings.ranking import pages
from tdapp.scoresheets.models import Sheet

SEAT = Slot.Kind.SEAT


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant as the public knows him. `sort` never holds more of a guarded child's surname than the initial."""

    number: int
    name: str
    club: str
    sort: str
    letter: str
    house: bool = False
    team: str = ""
    # As lists in the hall have it, surname first; beside it number and rating; the code of their page over all events.
    listed: str = ""
    mark: str = ""
    page: str = ""

    @property
    def called(self) -> str:
        """The name with number and rating behind it."""
        return f"{self.name} {self.mark}"

    @property
    def rating(self) -> str:
        """The rating alone, where the number stands in a column of its own; "" where ratings are hidden."""
        return self.mark.partition(" ")[2]

    @property
    def beside(self) -> str:
        """The club to write beside the name; empty where the name brings it already."""
        return "" if f"({self.club}" in self.name else self.club


@dataclass(frozen=True, slots=True)
class Place:
    """Where entrants are in the shown round: at a table in seat order (the first starts), or without one."""

    kind: str
    numbers: tuple[int, ...]
    table: int = 0
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest round whose pairings are public."""

    number: int
    places: tuple[Place, ...]
    at: datetime | None
    print_version: int


@dataclass(frozen=True, slots=True)
class Final:
    """The released standings were called final: which version, until when protests are heard, what it changed
    (as data: the sentences are made in the reader's language, under public names).
    """

    version: int
    at: datetime
    protest_until: datetime
    changes: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Board:
    """All of it. `last`: the final standings are out, no round follows. `snapshot` is the release's own id, for the
    facts that never change with it; it is never shown. `replays`: (round, table) -> numbers of the sheets whose game
    may be replayed, of released rounds only. `releases`: the rounds after which standings came out. `held`: the last rounds
    that are kept back until the prize giving. `log`: the head of the log as of the release. `corrected`: the division was
    called final, and these rows say something else.
    """

    division: str
    slug: str
    name: str
    people: dict[int, Person]
    shown: Shown | None
    after: int
    lines: tuple[Line, ...]
    released_at: datetime | None
    snapshot: str
    last: bool = False
    replays: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    releases: tuple[int, ...] = ()
    held: int = 0
    final: Final | None = None
    corrected: bool = False
    log: str = ""
    digest: str = field(default="", compare=False, repr=False)

    @property
    def has_teams(self) -> bool:
        """Whether anybody plays for a team."""
        return any(person.team for person in self.people.values())

    @cached_property
    def by_points(self) -> bool:
        """Whether places go by points of tables of three and four. Every row of a page asks it anew."""
        return any(line.points is not None for line in self.lines)

    @cached_property
    def by_number(self) -> dict[int, Line]:
        """Lines by the entrant's number."""
        return {line.number: line for line in self.lines}

    @cached_property
    def standing(self) -> Counter[int | None]:
        """How many have each place. Whoever just withdrew stands beside a place without taking it."""
        return Counter(line.rank for line in self.lines if not line.withdrawn)

    @cached_property
    def seats(self) -> dict[int, Place]:
        """Where each entrant is in the shown round."""
        return {
            number: place for place in (self.shown.places if self.shown else ()) for number in place.numbers
        }

    @cached_property
    def made(self) -> dict[str, Any]:
        """What was made of it, for whoever asks again."""
        return {}

    def line_of(self, number: int) -> Line | None:
        """One entrant's line, None when nothing of his was released."""
        return self.by_number.get(number)


# Who was read, by the numbers of all who are known: their names tell each other apart.
Told = dict[frozenset[int], list[Person]]


def digest_of(door: DivisionDoor) -> str:
    """The digest of what is public of a division now (at most a second ago); no query while nothing changed."""
    return single_flight.fly(f"public:head:{door.id}:{door.visible}", door.stamp, lambda: _kept(door).digest)


def current(door: DivisionDoor, digest: str = "") -> Board:
    """What is public of a division now (at most a second ago). `digest`: as it was told of, for what is kept by that."""
    key = f"public:board:{digest or digest_of(door)}"
    return at_hand.made(key, lambda: cache.get(key) or _kept(door))


def _kept(door: DivisionDoor) -> Board:
    board = build(door)
    cache.set(f"public:board:{board.digest}", board, single_flight.KEEP_SECONDS)
    return board


def build(door: DivisionDoor, told: Told | None = None) -> Board:
    """Read the public side of a division from the database. `told`: who was read for another board of it just now."""
    told = {} if told is None else told
    division = Division.objects.select_related("event").get(pk=door.id)
    shown = _shown(division, door.shown)
    snapshot = _snapshot(division, door.released)
    lines = tuple(line_of_row(row, division.event.show_ratings) for row in snapshot.rows) if snapshot else ()
    people = {person.number: person for person in _people(division, door.pages, shown, lines, told)}
    out = division.snapshots.filter(why="released", after__lte=door.released)
    facts: dict[str, Any] = {
        "division": door.id, "slug": door.slug, "name": door.name, "people": people, "shown": shown,
        "after": snapshot.after if snapshot else 0, "lines": tuple(line for line in lines if line.number in people),
        "last": snapshot is not None and snapshot.after >= division.rounds_planned,
        "released_at": snapshot.at if snapshot else None, "snapshot": str(snapshot.pk) if snapshot else "",
        "replays": _replays(division, door.released), "held": door.held,
        "releases": tuple(out.order_by("after").values_list("after", flat=True).distinct()),
        "log": _log(division, snapshot) if snapshot else "",
    }  # fmt: skip
    said = _final(division, snapshot) if snapshot and not door.held else (None, False)
    facts |= zip(("final", "corrected"), said, strict=True)
    digest = hashlib.sha256(repr((door.visible, facts)).encode()).hexdigest()[:24]
    return Board(**facts, digest=digest)


def _final(division: Division, snapshot: Snapshot) -> tuple[Final | None, bool]:
    """The newest final version, when what is public is what was called final; and whether a correction stands between."""
    row = finals.latest(division)
    if row is None or row.after != snapshot.after:
        return None, False
    if not finals.says(snapshot.rows, row.rows):
        return None, True
    return Final(row.version, row.at, row.protest_until, tuple(row.changes)), False


def _shown(division: Division, number: int) -> Shown | None:
    row = Round.objects.filter(division=division, number=number, public_at__isnull=False).first()
    if row is None:
        return None
    return Shown(row.number, tuple(_places(row)), row.public_at, row.print_version)


def _places(round_: Round) -> Iterable[Place]:
    seated: dict[int, tuple[bool, list[int]]] = {}
    facts = round_.slots.order_by("table__number", "seat", "entrant__number").values_list(
        "kind", "entrant__number", "table__number", "table__starts"
    )
    alone = []
    for kind, entrant, table, starts in facts:
        if kind == SEAT:
            seated.setdefault(table, (starts == "drawn", []))[1].append(entrant)
        else:
            alone.append(Place(kind, (entrant,)))
    for table, (drawn, numbers) in seated.items():
        yield Place(SEAT, tuple(numbers), table, drawn)
    yield from alone


def _replays(division: Division, after: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Games the director released, as far as their round's results are out."""
    rows = Sheet.objects.filter(table__round__division=division, released_at__isnull=False)
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    facts = rows.filter(table__round__number__lte=after).order_by("number")
    for round_no, table, number in facts.values_list("table__round__number", "table__number", "number"):
        found[round_no, table] = (*found.get((round_no, table), ()), number)
    return dict(sorted(found.items()))


def _snapshot(division: Division, after: int) -> Snapshot | None:
    """The release the division's standings page shows: the newest for its released round, or for the last one before it."""
    rows = division.snapshots.filter(why="released", after__lte=after)
    return None if not after else rows.order_by("-after", "-version", "-at").first()


def _log(division: Division, snapshot: Snapshot) -> str:
    """The head of the log as of a release: the same for everybody who holds a print or a picture of it."""
    rows = AuditEntry.objects.filter(scope=division.scope_key, intent="standings.release")
    rows = rows.filter(subject_kind="division", subject_id=str(division.pk))
    rows = rows.filter(**{f"facts__{Snapshot._meta.label}__has_key": str(snapshot.pk)})
    found = rows.values_list("number", "chained").first()
    return heads.spoken(*found) if found else ""


def _people(
    division: Division, said: str, shown: Shown | None, lines: tuple[Line, ...], told: Told
) -> list[Person]:
    """Everybody who stands in something public, and nobody else."""
    known = frozenset(line.number for line in lines).union(
        *(place.numbers for place in (shown.places if shown else ()))
    )
    if known not in told:
        rows = people_in(division.entrants.order_by("number"), division) if known else ()
        # A third of what a board of 1,000 costs: asked when something was `said` of a page, else once a minute.
        mark = hashlib.sha256(said.encode()).hexdigest()[:16]
        key = f"public:pages:{division.pk}:{mark}:{clock.now():%H:%M}"
        found = cache.get(key)
        if found is None:
            found = pages.in_division(division)
            cache.set(key, found, single_flight.KEEP_SECONDS)
        people = persons(row for _pk, row in rows if row.number in known)
        told[known] = [replace(one, page=found.get(one.number, "")) for one in people]
    return told[known]


def persons(entrants: Iterable[Named]) -> list[Person]:
    """These entrants of a division as the public knows them (club, division and event loaded), two of one name told apart."""
    rows = list(entrants)
    tell_apart(rows, marked=True)
    return [_person(row) for row in rows]


def _person(row: Named) -> Person:
    sort = row.posted_order
    return Person(
        row.number, row.public_name, row.club.name if row.club else "", sort, letter_of(sort), row.house, row.team,
        row.posted_name, row.mark,
    )  # fmt: skip
