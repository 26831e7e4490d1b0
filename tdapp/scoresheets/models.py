"""Scoresheets of a table's game as they were written, row by row; their history, photos and clock readings.

Nothing here is computed but the few figures lists need (`totals`, `verdict`, `errors`), and those are made anew with
every write. Rulings are never written into rows: the fold reads them beside.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tdapp.events.models import Table
from tdapp.kernel import clock


class Sheet(models.Model):
    """One sheet of one table's game: each player may keep one, the desk another.

    `rows`: [{"id", "version", "turn"}] in the order of the paper, `turn` as `scoring.sheet_to_data` writes a turn.
    `head`: the same form without its turns; `head_version` is what a writer of the head must have seen.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        FINISHED = "finished"

    class Origin(models.TextChoices):
        TYPED = "typed"
        TALLY = "tally"
        UPLOAD = "upload"

    class Verdict(models.TextChoices):
        HOLDS = "holds"
        BROKEN = "broken"
        UNVERIFIABLE = "unverifiable"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="sheets")
    number = models.PositiveSmallIntegerField(help_text="1, 2, ... at its table")
    kept_by = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat; empty: the desk's")
    origin = models.CharField(max_length=8, choices=Origin.choices, default=Origin.TYPED)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=1)
    head = models.JSONField(default=dict)
    head_version = models.PositiveIntegerField(default=1)
    rows = models.JSONField(default=list)
    totals = models.JSONField(
        default=list, help_text="final scores per seat as the sheet has them, null unknown"
    )
    verdict = models.CharField(max_length=12, choices=Verdict.choices, default=Verdict.UNVERIFIABLE)
    errors = models.PositiveSmallIntegerField(default=0, help_text="root errors in the last check")
    created_at = models.DateTimeField(default=clock.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    created_name = models.CharField(max_length=150)
    finished_at = models.DateTimeField(null=True, blank=True)
    finished_name = models.CharField(max_length=150, blank=True)
    released_at = models.DateTimeField(null=True, blank=True, help_text="the public may replay it since")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="sheet_once_per_table_and_number"),
            models.CheckConstraint(
                condition=Q(status="open", finished_at__isnull=True)
                | Q(status="finished", finished_at__isnull=False),
                name="sheet_finished_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True) | Q(status="finished"),
                name="sheet_released_is_finished",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.table.scope_key

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    def __str__(self) -> str:
        return f"sheet {self.number} of {self.table}"


class SheetEdit(models.Model):
    """What one write did to a sheet, and what would take it back. Append-only: an undo is an edit of its own that names
    the one it takes back, and nothing can be taken back twice.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="edits")
    version = models.PositiveIntegerField(help_text="the sheet's after this write")
    operations = models.JSONField()
    inverse = models.JSONField()
    takes_back = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="taken_back_by"
    )
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["sheet", "version"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "version"], name="sheet_edit_once_per_version")
        ]


class Photo(models.Model):
    """A picture of the paper. The file lies beside the database under its digest, made anew without its metadata."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="photos")
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=200, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(default=clock.now)
    by_name = models.CharField(max_length=150)
    made_by = models.CharField(max_length=64, blank=True, help_text="as the log names them")

    class Meta:
        ordering = ["sheet", "at"]

    @property
    def scope_key(self) -> str:
        return self.sheet.scope_key


class Timing(models.Model):
    """What the turn timer of a table read for one move; a sheet without a clock column takes its seconds from here."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="timings")
    move = models.PositiveSmallIntegerField(help_text="1, 2, ... over all seats")
    seat = models.PositiveSmallIntegerField()
    seconds = models.PositiveIntegerField()
    limit = models.PositiveSmallIntegerField(help_text="seconds a turn had")
    at = models.DateTimeField(default=clock.now)
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["table", "move"]
        constraints = [models.UniqueConstraint(fields=["table", "move"], name="timing_once_per_move")]

    @property
    def scope_key(self) -> str:
        return self.table.scope_key
