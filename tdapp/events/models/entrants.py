"""Who plays in a division, and when they were away."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from tdapp.events.models.events import Division, Event
from tdapp.events.models.named import ClubName, Named, Person
from tdapp.kernel.log.logged import Logged
from tdapp.kernel.running.written_once import LONGEST, WrittenOnce
from tdapp.people.models import Club, Player
from tdapp.people.names import (
    ADULT,
    MINOR,
    UNKNOWN,
    letters_needed,
    listed_name,
    told_apart,
)


class Entrant(Named, Logged):
    """A player in a division, with what was true on the day of entry frozen beside."""

    UNLOGGED = frozenset({"player", "club", "version", "extras"})
    VEILED = frozenset({"given", "surname", "age", "display_consent"})

    AGES = [(ADULT, ADULT), (MINOR, MINOR), (UNKNOWN, UNKNOWN)]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="entrants")
    division = models.ForeignKey(Division, models.PROTECT, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="entries")
    number = models.PositiveSmallIntegerField(
        help_text="the seed: 1 is the strongest at entry; a .t file's line"
    )
    given = models.CharField(max_length=80, blank=True)
    surname = models.CharField(max_length=80)
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="entries")
    team = models.CharField(max_length=80, blank=True)
    klass = models.CharField("class", max_length=20, blank=True)
    rating = models.PositiveSmallIntegerField(default=0)
    deviation = models.PositiveSmallIntegerField(null=True, blank=True)
    lifetime_games = models.PositiveIntegerField(default=0)
    seniority = models.PositiveSmallIntegerField(default=0, help_text="1 is the eldest; 0 unknown")
    age = models.CharField(max_length=8, choices=AGES, default=UNKNOWN)
    display_consent = models.BooleanField(default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    house = models.BooleanField(default=False, help_text="only removes a bye: no rank, prize or rating")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    substitute_for = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="substitutes"
    )
    version = models.PositiveIntegerField(default=1)
    extras = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="entrant_one_number_per_division"),
            models.UniqueConstraint(fields=["event", "player"], name="entrant_a_player_once_per_event"),
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"{self.division.slug} entrant {self.number}"

    def where(self) -> str:
        return str(self)


def entrants_of(event: Event, **where: Any) -> list[Entrant]:
    """The event's entrants with club, division and event. These are the very same rows for all of them: made for each of
    1,000 they cost four times what the entrants do. Three queries.
    """
    found = list(event.entrants.filter(**where))
    give_clubs(found)
    # Asked after them: whoever was moved into a division made in between is in one that is known.
    give_divisions(found, event.divisions.all())
    return found


def give_clubs(rows: Iterable[Entrant]) -> None:
    """Have entrants of one club point at one row of it. One query."""
    rows = list(rows)
    clubs: dict[Any, Club | None] = {
        None: None,
        **Club.objects.in_bulk({row.club_id for row in rows} - {None}),
    }
    for row in rows:
        row.club = clubs[row.club_id]


def give_divisions(rows: Iterable[Entrant], divisions: Iterable[Division]) -> None:
    """Have entrants point at these very rows of their divisions."""
    known = {row.pk: row for row in divisions}
    for row in rows:
        row.division = known[row.division_id]


COLUMNS = ("number", "given", "surname", "team", "klass", "rating", "age", "display_consent", "house")


def people_of(division: Division) -> dict[str, Person]:
    """Everybody of a division by id as text, told apart as the desk sees them. Of 1,000 the rows themselves cost three times
    as much, so that lists read these and only what is changed reads rows. One query.
    """
    found = dict(people_in(division.entrants.all(), division))
    tell_apart(list(found.values()), public=False)
    return {str(pk): person for pk, person in found.items()}


def people_at(event: Event) -> Sequence[Named]:
    """Everybody entered at an event, not told apart yet. Two queries."""
    return [person for _pk, person in people_in(event.entrants.all(), *event.divisions.all())]


def arrivals_of(event: Event, rows: models.QuerySet[Entrant]) -> list[Person]:
    """These entrants of an event, each with when they came, not told apart yet. Two queries."""
    found = []
    for came, person in people_in(rows.order_by(), *event.divisions.all(), key="checked_in_at"):
        person.checked_in_at = came
        found.append(person)
    return found


def people_in(
    rows: models.QuerySet[Any], *divisions: Division, key: str = "pk", at: str = ""
) -> Iterator[tuple[Any, Person]]:
    """The same of the entrants of these rows (`at`: the way to them, "entrant__"), not told apart yet, each behind its row's
    `key`. One query.
    """
    clubs, homes = dict[str | None, ClubName | None]({None: None}), dict[str, Division]()
    names = (f"{at}{name}" for name in ("club__name", *COLUMNS))
    # Ids of what many have in common as they are written: to make each of them anew is half the wait.
    shared = (Cast(f"{at}{name}", models.CharField()) for name in ("division_id", "club_id"))
    own = () if at == "" and key == "pk" else (f"{at}pk",)
    for (
        known,
        *ids,
        where,
        club,
        name,
        number,
        given,
        surname,
        team,
        klass,
        rating,
        age,
        consent,
        house,
    ) in rows.values_list(key, *own, *shared, *names):
        if club not in clubs:
            clubs[club] = ClubName(uuid.UUID(club), name)
        if where not in homes:
            # Whoever was moved since is still called as those he sat with.
            homes[where] = next((row for row in divisions if row.pk == uuid.UUID(where)), divisions[0])
        yield known, Person(
            ids[0] if ids else known, homes[where], clubs[club], number, given, surname, team, klass, rating,
            age, consent, house,
        )  # fmt: skip


def letters_apart(rows: Sequence[Named]) -> None:
    """Whoever shares surname and initial with another of these is shortened with as many letters as tell them apart."""
    needed = letters_needed([(row.given, row.surname) for row in rows])
    for row, letters in zip(rows, needed, strict=True):
        row.letters = letters


def tell_apart(rows: Sequence[Named], *, public: bool = True, marked: bool = False) -> None:
    """Whoever shares a name with another of these is shown with the club or the number beside it. One may stand twice.

    `marked`: numbers stand beside all public names anyway. Needs the club loaded; where also `public` names are asked
    for, division and event.
    """
    letters_apart(rows)
    people = {row.pk: row for row in rows}
    listed = [(listed_name(one.given, one.surname), _club(one), one.number) for one in people.values()]
    beside = dict(zip(people, told_apart(listed), strict=True))
    for row in rows:
        row.beside, row.posted_beside = beside[row.pk], ""
    if public:
        shown = [(one.public_name, "" if one.guarded else _club(one), one.number) for one in people.values()]
        posted = dict(zip(people, told_apart(shown, numbers=not marked), strict=True))
        for row in rows:
            row.posted_beside = posted[row.pk]


Family = tuple[str, str, str, str | None, int]


@WrittenOnce
def _family(events: list[uuid.UUID], surnames: list[str]) -> models.QuerySet[Entrant, Family]:
    return _field(Entrant.objects.filter(event__in=events, surname__in=surnames))


@WrittenOnce
def _everybody(events: list[uuid.UUID]) -> models.QuerySet[Entrant, Family]:
    return _field(Entrant.objects.filter(event__in=events))


def _field(rows: models.QuerySet[Entrant]) -> models.QuerySet[Entrant, Family]:
    key = Cast("pk", models.CharField())
    return rows.order_by().values_list(key, "given", "surname", "club__name", "number")


def tell_apart_in_field(rows: Sequence[Named]) -> None:
    """The same at the desk where only some are shown: told from everybody entered at their events. One query."""
    letters_apart(rows)
    events, surnames = {row.event_id for row in rows}, {row.surname for row in rows}
    if not rows:
        return
    # Of very many surnames the question takes longer than all there are.
    named = len(surnames) <= LONGEST
    known = _family(sorted(events), sorted(surnames)) if named else _everybody(sorted(events))
    listed = [
        (listed_name(given, surname), club or "", number) for _pk, given, surname, club, number in known
    ]
    told = zip(known, told_apart(listed), strict=True)
    beside = {uuid.UUID(one[0]): what for one, what in told if what}
    for row in rows:
        row.beside = beside.get(row.pk, "")


def _club(row: Named) -> str:
    return row.club.name if row.club else ""


# The same as `Division.guards_unknown_age`, asked of entries.
UNKNOWN_AGE_GUARDED = Q(division__school=True) | Q(event__school=True) | ~Q(event__guards_unknown="no")


class Presence(Logged):
    """Rounds an entrant is away from, with what that means. Missed rounds are derived, never written one by one."""

    EVENT = "entrant__event"
    VEILED = frozenset({"reason"})

    class Intent(models.TextChoices):
        FORFEIT = "forfeit"
        UNSCORED = "unscored"
        BYE = "bye"

    class Kind(models.TextChoices):
        LATE = "late"
        AWAY = "away"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="absences")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="empty: until the end, or a rejoining"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    intent = models.CharField(max_length=10, choices=Intent.choices)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["entrant", "first"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "first"], name="presence_one_absence_per_first_round"),
            models.CheckConstraint(
                condition=Q(last__isnull=True) | Q(last__gte=F("first")), name="presence_in_order"
            ),
        ]

    def where(self) -> str:
        told = {"who": self.entrant, "first": self.first}
        return _("%(who)s, absence from round %(first)s") % told

    @staticmethod
    def away_in(number: Any) -> models.QuerySet[Presence]:
        """Everything that covers a round, asked of the database (a number or an expression); `covers` says it of one."""
        return Presence.objects.filter(Q(last=None) | Q(last__gte=number), first__lte=number)

    def covers(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)
