"""What is kept between a dry run and its applying."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock
from tdapp.kernel.context import INSTALLATION
from tdapp.people.models import Club, Player


class EventPreview(models.Model):
    """Files that would become an event, or fill an empty division, looked at before anything is written.

    The files are forgotten once it is over: an archive may hold birth dates and guardians.
    """

    class Status(models.TextChoices):
        READY = "ready"
        APPLIED = "applied"
        DISCARDED = "discarded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(
        Division,
        models.PROTECT,
        null=True,
        related_name="event_previews",
        help_text="the one to fill; none: a new event",
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.READY)
    files = models.JSONField(null=True, help_text="name and content (base64) of each")
    wanted = models.JSONField(default=dict, help_text="name, short name, day, preset, ruleset")
    digest = models.CharField(
        max_length=64, help_text="of files and wishes together: what somebody looked at"
    )
    report = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=64)
    made_name = models.CharField(max_length=150)
    applied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="ready") | Q(files__isnull=True), name="event_preview_forgets_its_files"
            )
        ]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key if self.division else INSTALLATION

    def __str__(self) -> str:
        return "event preview"


class RosterPreview(models.Model):
    """A roster as it came, and what applying it would do. The file and the report are forgotten once it is over:
    they hold birth dates and guardians.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        READY = "ready"
        APPLIED = "applied"
        DISCARDED = "discarded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="roster_previews")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    name = models.CharField(max_length=120, help_text="the file's name, or that it was pasted")
    data = models.BinaryField(null=True)
    pasted = models.BooleanField(default=False)
    division = models.CharField(max_length=40, blank=True, help_text="where rows without a division go")
    sheet = models.CharField(max_length=31, blank=True)
    digest = models.CharField(max_length=64, blank=True, help_text="of the plan somebody looked at")
    counts = models.JSONField(default=dict)
    report = models.JSONField(default=dict)
    job = models.CharField(max_length=36, blank=True, help_text="id of the job at work on it, as text")
    totals = models.BooleanField(default=False, help_text="rows that look like totals are people")
    reading = models.JSONField(
        default=dict,
        blank=True,
        help_text="what was said of sheets, columns, cells and rows; forgotten with the file",
    )
    turn = models.CharField(max_length=36, blank=True, help_text="who is at entering it: one at a time")
    staged_at = models.DateTimeField(
        null=True, blank=True, help_text="when the last batch was staged; none: nothing is"
    )
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=64)
    made_name = models.CharField(max_length=150)
    applied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "ready"]) | Q(data__isnull=True),
                name="preview_forgets_its_file",
            )
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return f"roster {self.name}"


class ListHeadings(models.Model):
    """What the columns of a list were said to be, by its set of headings. No cell of a list, nobody's name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=64, unique=True, help_text="of the set of headings, folded")
    fields = models.JSONField(default=dict, help_text="folded heading -> field")
    used_at = models.DateTimeField(default=clock.now)

    @property
    def scope_key(self) -> str:
        return INSTALLATION

    def __str__(self) -> str:
        return "headings of a list"


class StagedChange(models.Model):
    """An entry (or, without one, a player's number) as it will be once a list that is being entered is valid.

    Beside `hidden` entries this is all that is staged: it is written in batches and taken over by a few statements.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    preview = models.ForeignKey(RosterPreview, models.CASCADE, related_name="changes")
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="+")
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, related_name="+", help_text="whose entry it is then"
    )
    given = models.CharField(max_length=80, blank=True)
    surname = models.CharField(max_length=80, blank=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+")
    rating = models.PositiveSmallIntegerField(default=0)
    team = models.CharField(max_length=80, blank=True)
    klass = models.CharField(max_length=20, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True)
    age = models.CharField(max_length=8, blank=True)
    display_consent = models.BooleanField(default=False)
    division = models.ForeignKey(
        Division, models.CASCADE, null=True, related_name="+", help_text="where it moves to"
    )
    place = models.PositiveSmallIntegerField(default=0, help_text="among those who move to that division")
    named = models.BooleanField(default=False, help_text="the person's own name follows")
    clubbed = models.BooleanField(default=False, help_text="the person's own club follows")
    key = models.CharField(max_length=170, blank=True)
    member = models.CharField(max_length=24, blank=True, help_text="the player's number from then on")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["preview", "entrant"], name="staged_one_change_an_entry")
        ]

    def __str__(self) -> str:
        return "staged change"


class BroughtIn(models.Model):
    """An event that came as a bundle. `origin`: its id where it was played; once here, however often it is sent."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    origin = models.UUIDField(unique=True)
    event = models.OneToOneField(Event, models.PROTECT, related_name="brought_in")
    digest = models.CharField(max_length=64, help_text="of the facts of the newest bundle")
    fingerprint = models.CharField(max_length=24)
    signed = models.JSONField(help_text="who signed, as what, when, with which remarks")
    rulings = models.JSONField(default=dict)
    incidents = models.JSONField(default=dict)
    at = models.DateTimeField(default=clock.now)
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return "bundle"


class CopyPlan(models.Model):
    """Where an event's copies go, under which key they are sealed, and how the last one went."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="copy_plan")
    secret = models.CharField(max_length=64, help_text="shared by all copies: what a fence is signed with")
    salt = models.CharField(max_length=32, blank=True)
    key = models.CharField(max_length=160, blank=True, help_text="sealed with the installation's own secret")
    codes = models.CharField(
        max_length=120,
        blank=True,
        help_text="what players' codes are made from since a takeover; sealed like the key",
    )
    passphrase_at = models.DateTimeField(null=True, blank=True)
    words = models.CharField(
        max_length=200, blank=True, help_text="of a key nobody chose, sealed like it, until they were shown"
    )
    folder = models.CharField(max_length=500, blank=True, help_text="the second place")
    apart = models.BooleanField(
        default=False, help_text="the second place was on another disk than the data when it was chosen"
    )
    disks = models.JSONField(
        default=dict, help_text="by path, disks that were seen: file or fault of the last copy there, at"
    )
    held = models.CharField(max_length=64, blank=True, help_text="digest of the rounds the last copy holds")
    told = models.JSONField(default=dict, help_text="the last copy: at, number, bytes, second")
    fault = models.CharField(
        max_length=300, blank=True, help_text="why the last one could not be made or put there"
    )
    tried_at = models.DateTimeField(null=True, blank=True)

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return "copies"


class CopyLink(models.Model):
    """A link by which a helper's phone fetches the newest copy. Only the token's hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="copy_links")
    label = models.CharField(max_length=60, blank=True, help_text="whose phone")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    fetched = models.PositiveIntegerField(default=0)
    fetched_at = models.DateTimeField(null=True, blank=True)
    fetched_number = models.PositiveBigIntegerField(
        null=True, help_text="entry of the log the fetched copy ends with"
    )

    class Meta:
        ordering = ["-made_at"]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return "copy link"


class Handover(models.Model):
    """What this laptop knows of the other one that has, or had, this event."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="handover")
    copied_at = models.DateTimeField(null=True, blank=True, help_text="of the copy that was taken over")
    taken_at = models.DateTimeField(null=True, blank=True)
    by_name = models.CharField(max_length=150, blank=True)
    other_name = models.CharField(max_length=80, blank=True)
    addresses = models.JSONField(default=list)
    out = models.JSONField(default=list, help_text="tables without a result in the copy")
    results = models.JSONField(null=True, help_text="the other laptop's results, as it told them")
    left = models.JSONField(
        default=list, help_text="what was done here and is not in the copy that was taken over"
    )
    own = models.BooleanField(
        default=False, help_text="`results` are what was here before the copy came in over it"
    )
    met_at = models.DateTimeField(null=True, blank=True, help_text="when both last saw each other")
    stopped_at = models.DateTimeField(
        null=True, blank=True, help_text="when the other one said that it is fenced"
    )
    seen_at = models.DateTimeField(null=True, blank=True, help_text="when somebody settled what differs")

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def __str__(self) -> str:
        return "handover"
