"""How an event ends: what is kept from the public, what is given, what was called final. Part of the desk's models."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock

PROTEST_MINUTES = 15
CODE_BYTES = 12


class Freeze(models.Model):
    """The last rounds of a division that the public does not see until they are unveiled at the prize giving."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.OneToOneField(Division, models.PROTECT, related_name="freeze")
    last = models.PositiveSmallIntegerField(help_text="how many of the last rounds are kept back")
    unveiled_at = models.DateTimeField(null=True, blank=True)
    unveiled_name = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(last__gte=1), name="freeze_of_a_round_at_least")]

    @property
    def holds(self) -> bool:
        """Whether it still keeps anything back."""
        return self.unveiled_at is None

    @property
    def bound(self) -> int:
        """The newest round the public may see while it holds."""
        return max(0, self.division.rounds_planned - self.last)


class PrizeGiving(models.Model):
    """An event's own settings of prizes, protests and the ceremony, and the step the ceremony is at."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="prize_giving")
    protest_minutes = models.PositiveSmallIntegerField(
        default=PROTEST_MINUTES, validators=[MaxValueValidator(1440)]
    )
    most_each = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(20)], help_text="prizes a player gets at most; 0: no bound"
    )
    withdrawn_win = models.BooleanField(
        default=False, help_text="whoever withdrew keeps prizes for single games"
    )
    currency = models.CharField(max_length=6, default="₱", blank=True)
    signer = models.CharField(max_length=80, blank=True)
    signer_title = models.CharField(max_length=80, blank=True)
    cards = models.JSONField(default=list, help_text="the running ceremony, card by card; see desk.ceremony")
    step = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return self.event.scope_key

    @property
    def running(self) -> bool:
        """Whether the screens show the ceremony."""
        return self.started_at is not None and self.ended_at is None


class Prize(models.Model):
    """A line of prizes: what is measured, among whom, from which place on, and what each place gets.

    `places`: [{"cents": 500000, "thing": "trophy"}], the first one for place `first`.
    """

    class Kind(models.TextChoices):
        RANK = "rank"
        CLASS = "class"
        SCHOOL = "school"
        TEAM = "team"
        HIGH_GAME = "high-game"
        HIGH_WIN = "high-win"
        HIGH_LOSS = "high-loss"
        SPREAD = "spread"
        COMEBACK = "comeback"
        BEST_PLAY = "best-play"
        HIGH_TURN = "high-turn"
        AMONG = "among"
        CUSTOM = "custom"

    class Ties(models.TextChoices):
        SPLIT = "split"
        SHARED = "shared"
        BROKEN = "broken"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="prizes")
    division = models.ForeignKey(Division, models.PROTECT, null=True, blank=True, related_name="prizes")
    order = models.PositiveSmallIntegerField(help_text="precedence: the lower is given first")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    title = models.CharField(max_length=80, blank=True)
    klass = models.CharField("class", max_length=20, blank=True)
    among = models.CharField(
        max_length=40,
        blank=True,
        help_text="whom it is for by gender or age; never said in public or in the log",
    )
    first = models.PositiveSmallIntegerField(default=1)
    places = models.JSONField(default=list)
    ties = models.CharField(max_length=6, choices=Ties.choices, default=Ties.SPLIT)
    breakers = models.JSONField(default=list, help_text="rules that break a tie, the first decides")
    best = models.PositiveSmallIntegerField(
        default=3, help_text="of a school: how many of its best are summed"
    )
    given_to = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="given_prizes")
    given_text = models.CharField(max_length=120, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["event", "order"]
        constraints = [
            models.UniqueConstraint(fields=["event", "order"], name="prize_one_place_in_the_order"),
            models.CheckConstraint(condition=Q(first__gte=1), name="prize_from_a_place"),
        ]

    @property
    def scope_key(self) -> str:
        return self.event.scope_key

    def __str__(self) -> str:
        return f"prize {self.order}"


class Finalisation(models.Model):
    """A division called final: its rows and what was won, as they were then. Append-only, never written again.

    `changes` says as data what differs from the version before; the sentences are made when they are read.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="finalisations")
    version = models.PositiveSmallIntegerField()
    after = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    awards = models.JSONField(default=list)
    changes = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=300, blank=True)
    protest_until = models.DateTimeField()
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["division", "version"]
        constraints = [
            models.UniqueConstraint(fields=["division", "version"], name="final_one_row_per_version")
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Once only: what was called final stays what it was."""
        if not self._state.adding:
            raise TypeError("what was called final is never written again")
        super().save(*args, **kwargs)


class Saying(models.Model):
    """How a name is said, for whoever reads it out."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.OneToOneField(Entrant, models.PROTECT, related_name="saying")
    text = models.CharField(max_length=80)


class Sponsor(models.Model):
    """A logo for certificates: a picture made anew from what was uploaded, small enough to lie in the database."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="sponsors")
    name = models.CharField(max_length=80)
    picture = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["event", "added_at"]

    @property
    def scope_key(self) -> str:
        return self.event.scope_key


def new_code() -> str:
    """A certificate's code: 96 bits, as 24 letters and digits."""
    return secrets.token_hex(CODE_BYTES)


class Certificate(models.Model):
    """A certificate that was printed: whose it is, what it says, and the code under which it can be looked up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="certificates")
    division = models.ForeignKey(Division, models.PROTECT, null=True, blank=True, related_name="+")
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="certificates")
    school = models.CharField(max_length=120, blank=True)
    code = models.CharField(max_length=32, unique=True, default=new_code)
    says = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=clock.now)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entrant__isnull=False, school="") | (Q(entrant__isnull=True) & ~Q(school="")),
                name="certificate_of_a_player_or_a_school",
            )
        ]
