"""What the public sees of an event beside its results: the projectors of its hall, its logo and its colour."""

from __future__ import annotations

import uuid
from base64 import b64decode

from django.db import models
from django.db.models import Q

from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.context import INSTALLATION

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


class EventEntering(models.Model):
    """What those who would come to an event need to know; every part may be empty."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="entering")
    directions = models.CharField(max_length=300, blank=True)
    fee = models.CharField(max_length=160, blank=True)
    deadline = models.DateField(null=True, blank=True)
    how = models.TextField(max_length=1000, blank=True)
    link = models.CharField(max_length=300, blank=True, help_text="a form on the web")
    enquiries = models.CharField(max_length=160, blank=True, help_text="what the organiser publishes")
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"entering of {self.event_id}"


class PushPlace(models.Model):
    """A place the website of an event is sent to, and how it stands there. What it holds is in a file (`push.holds`)."""

    class Kind(models.TextChoices):
        SFTP = "sftp"
        S3 = "s3"
        FOLDER = "folder"
        INBOX = "inbox"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="push_places")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    where = models.JSONField(default=dict, help_text="host, folder, bucket ...: nothing secret")
    base = models.CharField(max_length=200, blank=True, help_text="where the public finds it")
    on_disk = models.BooleanField(default=False, help_text="links name index.html")
    by_itself = models.BooleanField(default=True, help_text="after every release")
    sealed = models.TextField(
        blank=True, help_text="password, key or token; opens with this installation's secret alone"
    )
    public_key = models.TextField(blank=True, help_text="the half of our own key that is shown")
    host_key = models.TextField(blank=True, help_text="of an SFTP server, as a person confirmed it")
    offered_key = models.TextField(blank=True, help_text="what it showed, while nobody confirmed it")
    down = models.BooleanField(default=False, help_text="nothing is to stay there")
    asked = models.BooleanField(default=False, help_text="somebody pressed; it does not wait for a release")
    seen = models.CharField(max_length=64, blank=True, help_text="what was public when it was last looked at")
    held = models.CharField(max_length=64, blank=True, help_text="what was public of what it acknowledged")
    waiting_since = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    told = models.JSONField(default=dict, help_text="what the last push did, in files")
    fault = models.JSONField(default=dict, help_text="code and facts; empty: none")
    failing_since = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    job = models.UUIDField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="push_one_name_per_event")]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"place {self.name}"


class InboxSender(models.Model):
    """Who may send websites of events to this installation: a token, of which only the hash is kept, and the key of the
    first one that came with it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=40, unique=True, help_text="stands in the addresses of what it sends")
    name = models.CharField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    key = models.CharField(max_length=64, blank=True, help_text="Ed25519, base64; of the first that came")
    sites = models.JSONField(default=dict, help_text="short name of an event -> made, files, bytes, at")
    made_at = models.DateTimeField(default=clock.now)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name"]

    @property
    def scope_key(self) -> str:
        return INSTALLATION

    def __str__(self) -> str:
        return f"sender {self.name}"
