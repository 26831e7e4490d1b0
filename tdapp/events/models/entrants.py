"""Who plays in a division, and when they were away."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tdapp.events.models.events import Division, Event
from tdapp.kernel.log.logged import Logged
from tdapp.people.models import Club, Player
from tdapp.people.names import (
    ADULT,
    MINOR,
    UNKNOWN,
    display_name,
    is_guarded,
    letters_needed,
    listed_name,
    mark,
    order_key,
    short_name,
    spoken_name,
    told_apart,
)


class Entrant(Logged):
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

    # What tells the name from another of the same field, once somebody looked (`tell_apart`). Never stored.
    beside, posted_beside, letters = "", "", 1

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def short(self) -> str:
        """Surname and initial, for narrow places at the desk: brothers and sisters often sit in one hall."""
        return short_name(self.given, self.surname, self.letters, self.beside and f"#{self.number}")

    @property
    def listed(self) -> str:
        """The name as the desk sees it: "Surname, Given"."""
        return listed_name(self.given, self.surname, self.beside)

    @property
    def spoken(self) -> str:
        """The full name as a paper certificate has it; a list of winners tells two of one name apart."""
        return spoken_name(self.given, self.surname, self.beside)

    @property
    def guarded(self) -> bool:
        return is_guarded(self.age, self.division.guards_unknown_age) and not self.display_consent

    @property
    def public_name(self) -> str:
        """The name as the public sees it (needs division, event and club loaded)."""
        return self._shown(listed=False)

    @property
    def posted_name(self) -> str:
        """The same as a list in the hall has it, surname first: "Reyes, Ana", of a guarded child "R., Ana (Lipa NHS)"."""
        return self._shown(listed=True)

    def _shown(self, *, listed: bool) -> str:
        return display_name(
            self.given, self.surname, club=self.club.name if self.club else "", age=self.age,
            school=self.division.guards_unknown_age, consent=self.display_consent, listed=listed,
            beside=self.posted_beside,
        )  # fmt: skip

    @property
    def mark(self) -> str:
        """Number and rating, as they stand beside the public name (needs division and event loaded)."""
        return mark(self.number, self.rating, rated_too=self.division.event.show_ratings and not self.house)

    @property
    def public_called(self) -> str:
        """The public name, number and rating behind it: for a table's own screens and phones."""
        return f"{self.public_name} {self.mark}"

    @property
    def desk_mark(self) -> str:
        """The same for the desk, which always sees ratings."""
        return mark(self.number, self.rating, rated_too=not self.house)

    @property
    def called(self) -> str:
        """The name as a sheet in the hall has it, number and rating behind it."""
        return f"{self.posted_name} {self.mark}"

    @property
    def order(self) -> str:
        """Where the desk lists the name (needs division and event loaded)."""
        return order_key(self.given, self.surname, under_particle=self.division.event.under_particle)

    @property
    def posted_order(self) -> str:
        """Where the public sees it listed: of a guarded child's surname no more than the initial says where."""
        surname = self.surname[:1] if self.guarded else self.surname
        return order_key(self.given, surname, under_particle=self.division.event.under_particle)

    def __str__(self) -> str:
        return f"{self.division.slug} entrant {self.number}"

    def where(self) -> str:
        return str(self)


def entrants_of(event: Event, **where: Any) -> list[Entrant]:
    """The event's entrants with club, division and event. The last two are the very same rows for all of them: made for
    each of 1,000 they cost three times what the entrants do. Two queries.
    """
    found = list(event.entrants.filter(**where).select_related("club"))
    # Asked after them: whoever was moved into a division made in between is in one that is known.
    give_divisions(found, event.divisions.all())
    return found


def give_divisions(rows: Iterable[Entrant], divisions: Iterable[Division]) -> None:
    """Have entrants point at these very rows of their divisions."""
    known = {row.pk: row for row in divisions}
    for row in rows:
        row.division = known[row.division_id]


def letters_apart(rows: Sequence[Entrant]) -> None:
    """Whoever shares surname and initial with another of these is shortened with as many letters as tell them apart."""
    needed = letters_needed([(row.given, row.surname) for row in rows])
    for row, letters in zip(rows, needed, strict=True):
        row.letters = letters


def tell_apart(rows: Sequence[Entrant], *, public: bool = True, marked: bool = False) -> None:
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


def tell_apart_in_field(rows: Sequence[Entrant]) -> None:
    """The same at the desk where only some are shown: told from everybody entered at their events. One query."""
    letters_apart(rows)
    events, surnames = {row.event_id for row in rows}, {row.surname for row in rows}
    family = Entrant.objects.filter(event__in=events, surname__in=surnames)
    known = list(family.values_list("pk", "given", "surname", "club__name", "number")) if rows else []
    listed = [
        (listed_name(given, surname), club or "", number) for _pk, given, surname, club, number in known
    ]
    beside = dict(zip((one[0] for one in known), told_apart(listed), strict=True))
    for row in rows:
        row.beside = beside.get(row.pk, "")


def _club(row: Entrant) -> str:
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

    def covers(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)
