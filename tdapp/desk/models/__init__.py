"""Pairing runs, results with their versions, snapshots of standings."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from tdapp.desk.models.kept_rounds import KeptRound as KeptRound
from tdapp.desk.models.line_ups import LineUp as LineUp
from tdapp.desk.models.phones import CodeShowing as CodeShowing
from tdapp.desk.models.phones import PhoneBinding as PhoneBinding
from tdapp.desk.models.phones import PhoneCode as PhoneCode
from tdapp.desk.models.phones import PhoneDevice as PhoneDevice
from tdapp.desk.models.phones import PhoneRule as PhoneRule
from tdapp.desk.models.prize_giving import Certificate as Certificate
from tdapp.desk.models.prize_giving import Finalisation as Finalisation
from tdapp.desk.models.prize_giving import Freeze as Freeze
from tdapp.desk.models.prize_giving import Prize as Prize
from tdapp.desk.models.prize_giving import PrizeGiving as PrizeGiving
from tdapp.desk.models.prize_giving import Saying as Saying
from tdapp.desk.models.prize_giving import Sponsor as Sponsor
from tdapp.events.models import Division, Entrant, Round, Slot, Table
from tdapp.kernel import clock
from tdapp.kernel.log.logged import Logged
from tdapp.kernel.messages.fields import KeptMessagesField, MessagesField
from tdapp.scoresheets.models import Sheet


class PairingRun(models.Model):
    """One pairing of a round, kept as data: what was asked, what came out, what a hand changed, how it ended.

    Drafts live only here; tables and slots exist from publishing on.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"
        DISCARDED = "discarded"
        PUBLISHED = "published"
        RECALLED = "recalled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="runs")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    version = models.PositiveIntegerField(default=1)
    print_version = models.PositiveSmallIntegerField(default=0)
    request = KeptMessagesField()
    outcome = KeptMessagesField(help_text="the engine's result as it came")
    boards = MessagesField(help_text="the draft as it stands, hand edits included")
    edits = MessagesField(default=list, help_text="what was done by hand, in order")
    past = MessagesField(default=list, help_text="how to take the last hand edits back, newest last")
    check_report = MessagesField(default=dict)
    basis = models.CharField(max_length=64)
    engine = models.CharField(max_length=20)
    created_at = models.DateTimeField(default=clock.now)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["round", "created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(status="draft"), name="run_one_draft_per_round"
            ),
            models.UniqueConstraint(
                fields=["round"], condition=Q(status="published"), name="run_one_pairing_set_per_round"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key


class Result(Logged):
    """What a table's game came to. Append-only: a correction is a new version; one version is current."""

    EVENT = "table__round__division__event"
    VEILED = frozenset({"entered_name", "confirmed_name", "reason"})

    class Kind(models.TextChoices):
        PLAYED = "played"
        FORFEIT = "forfeit"
        UNSCORED = "unscored"
        UNFINISHED = "unfinished"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="results")
    version = models.PositiveSmallIntegerField()
    is_current = models.BooleanField(default=True, help_text="the newest entry that was not undone")
    in_force = models.BooleanField(default=False, help_text="the newest confirmed entry: the one that counts")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PLAYED)
    sequence = models.PositiveBigIntegerField(help_text="order of entry within the division")
    entered_at = models.DateTimeField(default=clock.now)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    entered_name = models.CharField(max_length=150)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    confirmed_name = models.CharField(max_length=150, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    withdrawn = models.BooleanField(default=False, help_text="undone: the table is out again")

    class Meta:
        ordering = ["table", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(is_current=True), name="result_one_current_per_table"),
            models.UniqueConstraint(fields=["table"], condition=Q(in_force=True), name="result_one_confirmed_per_table"),
            models.UniqueConstraint(fields=["table", "version"], name="result_one_row_per_version"),
            models.CheckConstraint(
                condition=Q(in_force=False) | Q(confirmed_at__isnull=False), name="result_in_force_is_confirmed"
            ),
            models.CheckConstraint(
                condition=~Q(withdrawn=True, is_current=True), name="result_an_undone_one_is_not_current"
            ),
        ]  # fmt: skip

    @property
    def alone(self) -> bool:
        """Whether who entered it confirmed it too, in a step of its own; `rows.ALONE` asks the database so."""
        entered = self.entered_by_id or self.entered_name
        confirmed = self.confirmed_by_id or self.confirmed_name
        return self.confirmed_at not in (None, self.entered_at) and str(entered) == str(confirmed) != ""

    @property
    def scope_key(self) -> str:
        return self.table.scope_key

    def where(self) -> str:
        return _("%(table)s, version %(n)s") % {"table": self.table.where(), "n": self.version}


class ResultLine(Logged):
    """One seat's part of a result."""

    EVENT = "result__table__round__division__event"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    result = models.ForeignKey(Result, models.PROTECT, related_name="lines")
    slot = models.ForeignKey(Slot, models.PROTECT, related_name="lines")
    seat = models.PositiveSmallIntegerField()
    score = models.SmallIntegerField()
    before = models.SmallIntegerField(
        null=True, blank=True, help_text="score before unplayed tiles were counted"
    )
    penalty = models.SmallIntegerField(default=0)
    absent = models.BooleanField(default=False, help_text="this side forfeited")

    class Meta:
        ordering = ["result", "seat"]
        constraints = [models.UniqueConstraint(fields=["result", "seat"], name="line_one_per_seat")]

    def where(self) -> str:
        return _("%(result)s, seat %(seat)s") % {"result": self.result.where(), "seat": self.seat}


class TableQuestion(models.Model):
    """Something about a table to be looked at; open until it is answered. Goes with a recalled table."""

    class Kind(models.TextChoices):
        RAISED = "raised"
        SLIPS = "slips"
        PHONES = "phones"
        DEVICE = "device"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="questions")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.RAISED)
    text = models.CharField(max_length=300)
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    resolved_name = models.CharField(max_length=150, blank=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["at"]

    @property
    def scope_key(self) -> str:
        return self.table.scope_key


class Claim(models.Model):
    """A result as a phone reported it; it changes no score. Append-only: a phone's later report takes its earlier one's place.

    `seat` 0: by the table's own link, else whose phone it was. `seating`: who sat there when it was sent, in seat order;
    it speaks of no other game. `weak`: why it may be right and still never makes a result count beside another phone.
    Goes with a recalled table.
    """

    class State(models.TextChoices):
        STANDS = "stands"
        REPLACED = "replaced"

    class Weak(models.TextChoices):
        LINK = "link"
        SEEN = "seen"
        SECOND = "second"
        SHARED = "shared"
        OLD = "old"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="claims")
    seat = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="claims")
    state = models.CharField(max_length=8, choices=State.choices, default=State.STANDS)
    scores = models.JSONField(help_text="in seat order")
    before = models.JSONField(default=list, help_text="scores before unplayed tiles, where they decide")
    seating = models.JSONField(help_text="ids of the entrants in seat order")
    device = models.ForeignKey(PhoneDevice, models.PROTECT, null=True, blank=True, related_name="claims")
    weak = models.CharField(max_length=6, choices=Weak.choices, blank=True)
    seen_by = models.CharField(max_length=300, blank=True, help_text="to whom the code had been shown")
    at = models.DateTimeField(default=clock.now)
    result = models.ForeignKey(Result, models.PROTECT, null=True, blank=True, related_name="claims")

    class Meta:
        ordering = ["at"]
        constraints = [
            # One a phone, not one a seat: what a spare phone says never takes away what the player's own has said.
            models.UniqueConstraint(
                fields=["table", "seat", "device"],
                condition=Q(state="stands"),
                name="claim_one_standing_per_phone",
            ),
            models.UniqueConstraint(
                fields=["table", "seat"],
                condition=Q(state="stands", device=None),
                name="claim_one_standing_without_phone",
            ),
            models.CheckConstraint(
                condition=Q(seat=0, entrant__isnull=True)
                | Q(seat__gte=1, seat__lte=4, entrant__isnull=False),
                name="claim_a_seat_has_its_player",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.table.scope_key


class SheetDecision(models.Model):
    """What a director decided where a finished sheet and the result of its table say different things. Append-only.

    It speaks of one version of the sheet and one version of the result: when either changes, it is open again.
    """

    class Decision(models.TextChoices):
        SLIP = "slip"
        SHEET = "sheet"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="decisions")
    sheet_version = models.PositiveIntegerField()
    result = models.ForeignKey(Result, models.PROTECT, related_name="sheet_decisions")
    decision = models.CharField(max_length=8, choices=Decision.choices)
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "sheet_version", "result"], name="decision_once_per_sheet_and_result"
            )
        ]

    @property
    def scope_key(self) -> str:
        return self.result.scope_key


class Snapshot(Logged):
    """Standings as they were when a round was closed or released."""

    EVENT = "division__event"
    UNLOGGED = frozenset({"rows"})

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="snapshots")
    after = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=10)
    version = models.PositiveIntegerField()
    rows = models.JSONField()
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["division", "after", "at"]

    def where(self) -> str:
        told = {"division": self.division.slug, "n": self.after, "version": self.version}
        return _("standings of %(division)s after round %(n)s, version %(version)s") % told
