"""The register of incidents of an event: what happened at a table, who decided what, protests with their deadline.

An incident is never rewritten: what follows it is a step, and steps are only added.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tdapp.events.models import Division, Entrant, Event, Table
from tdapp.kernel import clock


class Incident(models.Model):
    """One thing that happened beside the play, by its number in the event."""

    class Kind(models.TextChoices):
        WARNING = "warning"
        OVERDRAWN = "overdrawn"
        EXPOSED = "exposed"
        WRONG_SET = "wrong-set"
        TIME = "time"
        CONDUCT = "conduct"
        RECOUNT = "recount"
        PROTEST = "protest"
        OTHER = "other"

    class State(models.TextChoices):
        OPEN = "open"
        DECIDED = "decided"
        APPEALED = "appealed"
        SETTLED = "settled"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="incidents")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=9, choices=Kind.choices)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    version = models.PositiveIntegerField(default=1)
    division = models.ForeignKey(Division, models.PROTECT, null=True, blank=True, related_name="incidents")
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="incidents")
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=1000)
    deadline = models.DateTimeField(
        null=True, blank=True, help_text="of a protest: by when it has to be decided"
    )
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="incident_one_number_per_event"),
            models.CheckConstraint(
                condition=Q(deadline=None) | Q(deadline__gt=F("at")), name="incident_deadline_after_it"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"incident {self.number}"


class IncidentParty(models.Model):
    """An entrant an incident is about."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    incident = models.ForeignKey(Incident, models.PROTECT, related_name="parties")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="incident_parts")

    class Meta:
        ordering = ["incident", "entrant__number"]
        constraints = [
            models.UniqueConstraint(fields=["incident", "entrant"], name="party_once_per_incident")
        ]


class IncidentStep(models.Model):
    """What followed: a note, a decision, an appeal, the decision on it, a withdrawal. Append-only."""

    class Kind(models.TextChoices):
        NOTE = "note"
        DECISION = "decision"
        APPEAL = "appeal"
        APPEAL_DECISION = "on-appeal"
        WITHDRAWN = "withdrawn"

    class Measure(models.TextChoices):
        NONE = "none"
        WARNING = "warning"
        SCORE = "score"
        GAME = "game"
        TIME = "time"
        RECOUNT = "recount"
        OTHER = "other"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    incident = models.ForeignKey(Incident, models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    text = models.CharField(max_length=1000)
    measure = models.CharField(max_length=7, choices=Measure.choices, default=Measure.NONE)
    entrant = models.ForeignKey(
        Entrant,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="whom the measure is against",
    )
    amount = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="points off the score, or minutes added"
    )
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["incident", "at"]
        constraints = [
            models.UniqueConstraint(
                fields=["incident"], condition=Q(kind="decision"), name="incident_decided_once"
            ),
            models.UniqueConstraint(
                fields=["incident"], condition=Q(kind="on-appeal"), name="incident_appeal_decided_once"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.incident.scope_key


class IncidentPhoto(models.Model):
    """A picture of the board, the racks or the slip. The file lies beside the database under its digest."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    incident = models.ForeignKey(Incident, models.PROTECT, related_name="photos")
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=clock.now)
    by_name = models.CharField(max_length=150)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["incident", "at"]

    @property
    def scope_key(self) -> str:
        return self.incident.scope_key
