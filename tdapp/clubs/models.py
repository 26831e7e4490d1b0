"""Seasons of a club: which events count together, and how."""

from __future__ import annotations

import uuid

from django.db import models

from tdapp.clubs.reckoning import Recognition, Rule, read_points
from tdapp.people.models import Club


class Season(models.Model):
    """A series: the club's public events of a time, others beside them, and how they count."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=80)
    starts_on = models.DateField()
    ends_on = models.DateField()
    as_scored = models.BooleanField(default=False, help_text="a point a game won; else by place")
    points = models.CharField(max_length=300, blank=True, help_text="of the first place, the second, ...")
    rest = models.PositiveSmallIntegerField(default=0, help_text="points of every place behind these")
    best = models.PositiveSmallIntegerField(default=0, help_text="so many results count; 0: all")
    school_best = models.PositiveSmallIntegerField(default=0, help_text="players a school; 0: no such table")
    certificate_events = models.PositiveSmallIntegerField(
        default=0, help_text="events for one of taking part; 0: none"
    )
    certificate_places = models.PositiveSmallIntegerField(
        default=0, help_text="first so many of all and of each class"
    )
    certificate_schools = models.PositiveSmallIntegerField(default=0, help_text="first so many schools")
    left_out = models.JSONField(default=list, blank=True, help_text="short names of own events")
    also = models.JSONField(default=list, blank=True, help_text="short names of others' public events")
    public = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="season_one_slug_per_club"),
            models.CheckConstraint(
                condition=models.Q(starts_on__lte=models.F("ends_on")), name="season_days_in_order"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"club:{self.club_id}"

    @property
    def rule(self) -> Rule:
        """How it counts."""
        return Rule(read_points(self.points) or (), self.rest, self.as_scored, self.best)

    @property
    def recognition(self) -> Recognition:
        """Who gets a certificate."""
        return Recognition(self.certificate_events, self.certificate_places, self.certificate_schools)

    def __str__(self) -> str:
        return f"season {self.slug}"
