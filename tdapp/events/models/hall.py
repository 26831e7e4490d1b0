"""What the hall runs by: the clock of a round, a division's round time, the day plan, announcements."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from tdapp.kernel import clock


class LastTurn(models.TextChoices):
    """What is still played once time is called."""

    FINISH = "finish-turn"
    EQUAL = "equal-turns"
    ONE_MORE = "one-more"
    STOP = "stop"
    PLAY_OUT = "play-out"


class RoundTime(models.Model):
    """A division's own round time and last-turn rule. Without a row: what its rules say (`clocks.time_of`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.OneToOneField("events.Division", models.PROTECT, related_name="round_time")
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text="empty: as the rules say")
    last_turn = models.CharField(
        max_length=12, choices=LastTurn.choices, blank=True, help_text="empty: as the rules say"
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__isnull=True) | Q(minutes__gte=1, minutes__lte=600),
                name="round_time_some_minutes",
            )
        ]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key


class RoundClock(models.Model):
    """The clock of one published round: what it was set to, and what ran of it up to the moment it last changed.

    `since`, `era`, `mark` are the reading (`kernel.running.monotonic_clock`) from which a running clock counts;
    all empty while it stands.
    A clock belongs to one publishing of its round (`print_version`): recalled and published again, it starts anew.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.OneToOneField("events.Round", models.PROTECT, related_name="round_clock")
    print_version = models.PositiveSmallIntegerField(default=0)
    seconds = models.PositiveIntegerField(help_text="what the round has, extensions included")
    ran_ms = models.PositiveBigIntegerField(default=0, help_text="ran before `since`, in thousandths")
    since = models.DateTimeField(null=True, blank=True)
    era = models.CharField(max_length=64, blank=True)
    mark = models.PositiveBigIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True, help_text="time was called by hand")
    version = models.PositiveIntegerField(default=1)
    changed_by = models.CharField(max_length=150, blank=True)
    changed_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(since__isnull=True, mark__isnull=True)
                | Q(since__isnull=False, mark__isnull=False),
                name="round_clock_runs_from_a_mark",
            ),
            models.CheckConstraint(
                condition=Q(called_at__isnull=True) | Q(since__isnull=True), name="round_clock_called_stands"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key

    def __str__(self) -> str:
        return f"clock of {self.round}"


class DayPlan(models.Model):
    """The sessions of an event, in the line they are typed in (`schedule.read`); checked before it is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField("events.Event", models.PROTECT, related_name="day_plan")
    line = models.CharField(max_length=1000, blank=True)
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return self.event.scope_key


class Announcement(models.Model):
    """Something said to the whole hall, or one division, until a moment or until it is taken down."""

    class Place(models.TextChoices):
        BOTH = "both"
        SCREENS = "screens"
        PHONES = "phones"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey("events.Event", models.PROTECT, related_name="announcements")
    division = models.ForeignKey(
        "events.Division", models.PROTECT, null=True, blank=True, related_name="announcements"
    )
    ready = models.CharField(max_length=20, blank=True, help_text="which ready one it was made from")
    text = models.CharField(max_length=200)
    text_fil = models.CharField(max_length=200, blank=True, help_text="the same in Filipino")
    place = models.CharField(max_length=7, choices=Place.choices, default=Place.BOTH)
    posted_at = models.DateTimeField(default=clock.now)
    posted_by = models.CharField(max_length=150, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-posted_at"]
        indexes = [models.Index(fields=["event", "taken_down_at"], name="announcement_in_force")]

    @property
    def scope_key(self) -> str:
        return self.event.scope_key

    def __str__(self) -> str:
        return f"announcement {self.posted_at:%H:%M}"


class RollCall(models.Model):
    """A second look at who is still here (after lunch, on the second day). One at a time in an event."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey("events.Event", models.PROTECT, related_name="roll_calls")
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(closed_at=None), name="roll_call_one_open_per_event"
            )
        ]

    @property
    def scope_key(self) -> str:
        return self.event.scope_key

    def __str__(self) -> str:
        return f"roll-call {self.opened_at:%H:%M}"


class RollCallMark(models.Model):
    """Somebody was seen at a roll-call."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    roll_call = models.ForeignKey(RollCall, models.PROTECT, related_name="marks")
    entrant = models.ForeignKey("events.Entrant", models.PROTECT, related_name="roll_call_marks")
    at = models.DateTimeField(default=clock.now)
    by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["roll_call", "entrant"], name="roll_call_an_entrant_once")
        ]


class Leaving(models.Model):
    """Several entrants taken out in one go, so that it can be taken back in one go."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey("events.Event", models.PROTECT, related_name="leavings")
    absences = models.JSONField(help_text="ids of the absences it wrote")
    late = models.BooleanField(default=False, help_text="for one round only")
    at = models.DateTimeField(default=clock.now)
    by = models.CharField(max_length=150, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at"]

    @property
    def scope_key(self) -> str:
        return self.event.scope_key

    def __str__(self) -> str:
        return f"{len(self.absences)} taken out {self.at:%H:%M}"
