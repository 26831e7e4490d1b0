"""What the public sees of an event beside its results: the projectors of its hall, its logo and its colour."""

from __future__ import annotations

import uuid
from base64 import b64decode

from django.db import models
from django.db.models import Q

from tdapp.events.models import Event

ZOOM_LEAST, ZOOM_MOST = 100, 250
SECONDS_LEAST, SECONDS_MOST = 5, 120


class HallScreen(models.Model):
    """One named screen of an event. It shows only what the public may see; the desk chooses what of it."""

    class Theme(models.TextChoices):
        AUTO = "auto"
        LIGHT = "light"
        DARK = "dark"
        PROJECTOR = "projector"

    class Language(models.TextChoices):
        AUTO = "auto"
        ENGLISH = "en"
        FILIPINO = "fil"
        BOTH = "both"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="hall_screens")
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=60)
    show = models.CharField(max_length=20, default="auto", help_text="a kind of screens.kinds, or auto")
    divisions = models.JSONField(default=list, blank=True, help_text="short names; empty: all of them")
    zoom = models.PositiveSmallIntegerField(default=100, help_text="percent; 100 is 1/25 of the height a row")
    theme = models.CharField(max_length=9, choices=Theme.choices, default=Theme.AUTO)
    language = models.CharField(
        max_length=4, choices=Language.choices, default=Language.AUTO, help_text="both: one after the other"
    )
    seconds = models.PositiveSmallIntegerField(default=12, help_text="how long a page stays")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["event", "name"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="screen_one_slug_per_event"),
            models.CheckConstraint(
                condition=Q(zoom__gte=ZOOM_LEAST, zoom__lte=ZOOM_MOST), name="screen_never_below_one_25th"
            ),
            models.CheckConstraint(
                condition=Q(seconds__gte=SECONDS_LEAST, seconds__lte=SECONDS_MOST),
                name="screen_pages_can_be_read",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"screen {self.slug}"


class EventLook(models.Model):
    """How an event looks to the public: its colour, and its logo as a small PNG in base64, so that archives hold it too."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="look")
    colour = models.CharField(max_length=7, blank=True)
    logo = models.TextField(blank=True)
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def png(self) -> bytes:
        """The picture."""
        return b64decode(self.logo)

    def __str__(self) -> str:
        return f"look of {self.event_id}"


class EventWebsite(models.Model):
    """Where an event's public pages are found outside the hall, and the websites that may show them in a frame."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="website")
    address = models.CharField(max_length=200, blank=True)
    frames = models.JSONField(default=list, help_text="origins as a browser names them")
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"website of {self.event_id}"
