"""Runs: what one event, or one import, did to one list. The changes of the current runs, in order, are the list."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q

from tdapp.events.models import Division
from tdapp.kernel import clock
from tdapp.people.models import Player, RatingList


class RatingRun(models.Model):
    """One division rated on one list, or values set from outside. Runs stand in the order of day, then `order`.

    A run is pending while its changes are written, current once all of its batch are, superseded when rated anew.
    """

    class Kind(models.TextChoices):
        EVENT = "event"
        VALUES = "values"

    class State(models.TextChoices):
        PENDING = "pending"
        CURRENT = "current"
        SUPERSEDED = "superseded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rating_list = models.ForeignKey(RatingList, models.PROTECT, related_name="runs")
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.EVENT)
    division = models.ForeignKey(Division, models.PROTECT, null=True, blank=True, related_name="rating_runs")
    on = models.DateField()
    order = models.PositiveBigIntegerField(
        help_text="among the runs of one day: event sequence, then division"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    batch = models.UUIDField(help_text="runs that become current together")
    partial = models.BooleanField(default=False)
    formula = models.CharField(max_length=40)
    settings = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, help_text="of the results that were rated")
    outcome = models.CharField(max_length=64, help_text="of what came out")
    games = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=clock.now)
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["rating_list", "on", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "division"],
                condition=Q(state="current", kind="event"),
                name="run_one_current_per_list_and_division",
            ),
            models.UniqueConstraint(
                fields=["rating_list", "on", "order"],
                condition=Q(state="current"),
                name="run_one_current_per_place_in_order",
            ),
            models.CheckConstraint(
                condition=Q(kind="event", division__isnull=False) | Q(kind="values", division__isnull=True),
                name="run_an_event_has_a_division",
            ),
        ]
        indexes = [models.Index(fields=["rating_list", "state", "on", "order"])]


class RatingChange(models.Model):
    """What a run made of one player. `segments`: the steps of the formula, as the explanation shows them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    run = models.ForeignKey(RatingRun, models.PROTECT, related_name="changes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes")
    before = models.PositiveSmallIntegerField(default=0, help_text="0: no rating yet")
    after = models.PositiveSmallIntegerField()
    games_before = models.PositiveIntegerField(default=0)
    games_after = models.PositiveIntegerField(default=0)
    deviation_before = models.FloatField(null=True, blank=True)
    deviation = models.FloatField(null=True, blank=True)
    volatility = models.FloatField(null=True, blank=True)
    segments = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "player"], name="change_one_per_run_and_player")
        ]


class TwoPeople(models.Model):
    """Two numbers that somebody said are two people: they are not suspected again, and not merged.

    `one` has the smaller id, so that a pair stands once.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    one = models.ForeignKey(Player, models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=clock.now)
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="two_people_once_a_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="two_people_in_order"),
        ]
