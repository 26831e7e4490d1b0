"""Who plays in a division, and when they were away."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tdapp.events.models.events import Division, Event
from tdapp.kernel.log.logged import Logged
from tdapp.people.models import Club, Player
from tdapp.people.names import ADULT, MINOR, UNKNOWN, display_name, is_guarded, listed_name


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

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def short(self) -> str:
        """Surname and initial, for narrow places: brothers and sisters often sit in one hall."""
        return f"{self.surname} {self.given[0]}." if self.given else self.surname

    @property
    def listed(self) -> str:
        """The name as the desk sees it: "Surname, Given"."""
        return listed_name(self.given, self.surname)

    @property
    def guarded(self) -> bool:
        return is_guarded(self.age, self.division.guards_unknown_age) and not self.display_consent

    @property
    def public_name(self) -> str:
        """The name as the public sees it (needs division, event and club loaded)."""
        return display_name(
            self.given, self.surname, club=self.club.name if self.club else "", age=self.age,
            school=self.division.guards_unknown_age, consent=self.display_consent,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.division.slug} entrant {self.number}"

    def where(self) -> str:
        return str(self)


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
