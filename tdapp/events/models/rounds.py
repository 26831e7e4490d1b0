"""Rounds, tables and slots: who sits where against whom."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from tdapp.events.models.entrants import Entrant
from tdapp.events.models.events import Division
from tdapp.kernel.log.logged import Logged
from tdapp.kernel.messages.fields import MessageField


class Round(Logged):
    """One round of a division. Its pairings are facts once it is published."""

    EVENT = "division__event"
    UNLOGGED = frozenset({"version", "print_version"})

    class Status(models.TextChoices):
        PLANNED = "planned"
        PUBLISHED = "published"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    based_on = models.PositiveSmallIntegerField(
        default=0, help_text="paired on the standings after this round"
    )
    basis = models.CharField(max_length=64, blank=True, help_text="digest of the outcomes the pairing used")
    print_version = models.PositiveSmallIntegerField(default=0)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    public_at = models.DateTimeField(null=True, blank=True, help_text="pairings shown to the public since")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["division", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="round_once_per_division")]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.PUBLISHED

    def __str__(self) -> str:
        return f"round {self.number}"

    def where(self) -> str:
        return f"{self.division.slug} {self}"


class Table(Logged):
    """Where one game of one round is played, by number."""

    EVENT = "round__division__event"
    UNLOGGED = frozenset({"version", "reason"})
    VEILED = frozenset({"as_played"})

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(
        default=1, help_text="grows with every result; writes carry the one they saw"
    )
    starts = models.CharField(max_length=10, blank=True, help_text="set to drawn while seat 1 is not decided")
    reason = MessageField(blank=True)
    as_played = models.CharField(
        max_length=300, blank=True, help_text="why this differs from what was published"
    )

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_once_per_round")]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key

    def __str__(self) -> str:
        return f"table {self.number}"

    def where(self) -> str:
        return f"{self.round.where()} {self}"


class Slot(Logged):
    """Where an entrant is in a round: at a seat of a table, on a bye, or absent. Once, by constraint."""

    EVENT = "round__division__event"
    UNLOGGED = frozenset({"reason"})

    class Kind(models.TextChoices):
        SEAT = "seat"
        BYE = "bye"
        HALF = "half"
        FORFEIT = "forfeit"
        UNSCORED = "unscored"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="slots")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="slots")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="seats")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 starts")
    spread = models.SmallIntegerField(null=True, blank=True, help_text="of a bye or an absence")
    reason = MessageField(blank=True)

    class Meta:
        ordering = ["round", "table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="slot_an_entrant_once_per_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="slot_one_entrant_per_seat"),
            models.CheckConstraint(
                condition=Q(kind="seat", table__isnull=False, seat__gte=1, seat__lte=4)
                | (~Q(kind="seat") & Q(table__isnull=True, seat__isnull=True)),
                name="slot_a_seat_has_a_table",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key

    def where(self) -> str:
        if self.table is None:
            return f"{self.round.where()} {self.kind} ({self.entrant})"
        return _("%(table)s seat %(seat)s") % {"table": self.table.where(), "seat": self.seat}
