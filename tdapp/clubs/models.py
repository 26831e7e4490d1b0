"""Seasons of a club: which events count together, and how; the certificates that were printed of them."""

from __future__ import annotations

import uuid

from django.db import models

from tdapp.clubs.reckoning import Recognition, Rule, read_points
from tdapp.kernel import clock
from tdapp.people.models import Club, new_code


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


class SeasonCertificate(models.Model):
    """A certificate of a season that was printed: whose it is, what it says, and the short code to look it up by.

    No name stands here: who it is (`who`, a player or, of somebody without a number, their entry) is named as the season's
    own page names them on the day somebody looks. A school's own has none, and the name of the `school`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="season_certificates")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="certificates")
    season_name = models.CharField(max_length=80)
    who = models.UUIDField(null=True)
    school = models.CharField(max_length=120, blank=True)
    code = models.CharField(max_length=16, unique=True, default=new_code)
    says = models.JSONField(default=dict, help_text="events, total (half points), places by class")
    made_at = models.DateTimeField(default=clock.now)
    replaced_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "code"]
        indexes = [models.Index(fields=["season", "who"])]

    @property
    def scope_key(self) -> str:
        return f"club:{self.club_id}"

    @property
    def holds(self) -> bool:
        """Whether neither the club took it back nor a newer one took its place."""
        return self.withdrawn_at is None and self.replaced_at is None

    def __str__(self) -> str:
        return f"certificate {self.code}"
