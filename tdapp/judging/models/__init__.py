"""Which words a division goes by, who asks for a ruling, and what was ruled. Rulings are never changed, only superseded."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from lexicon_admin.models import Edition
from tdapp.events.models import Division, Event, Round, Table
from tdapp.judging.models.incidents import Incident as Incident
from tdapp.judging.models.incidents import IncidentParty as IncidentParty
from tdapp.judging.models.incidents import IncidentPhoto as IncidentPhoto
from tdapp.judging.models.incidents import IncidentStep as IncidentStep
from tdapp.kernel import clock
from tdapp.kernel.log.logged import Logged


class WordRules(models.Model):
    """How words are decided in a division: by its lists alone, or by a judge where no list knows the word (SAL:128)."""

    class Mode(models.TextChoices):
        LIST = "list"
        JUDGE = "judge"

    class InPlay(models.TextChoices):
        CLOSED = "closed"
        OFFICIALS = "officials"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.OneToOneField(Division, models.PROTECT, related_name="word_rules")
    mode = models.CharField(max_length=5, choices=Mode.choices, default=Mode.LIST)
    in_play = models.CharField(
        max_length=9, choices=InPlay.choices, default=InPlay.CLOSED,
        help_text="who looks single words up while a round is played: nobody, or judges and members of the committee",
    )  # fmt: skip
    judges = models.PositiveSmallIntegerField(default=1, help_text="how many decide a word no list knows")

    @property
    def scope_key(self) -> str:
        return self.division.scope_key


class Pin(models.Model):
    """An edition a division goes by; chosen before round 1 and not changed after it."""

    class Layer(models.TextChoices):
        MAIN = "main"
        DIALECT = "dialect"
        BLOCK = "block"
        THEME = "theme"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="pins")
    edition = models.ForeignKey(Edition, models.PROTECT, related_name="pins")
    layer = models.CharField(max_length=7, choices=Layer.choices)
    place = models.PositiveSmallIntegerField(default=1, help_text="order among lists of the same layer")

    class Meta:
        ordering = ["division", "layer", "place"]
        constraints = [
            models.UniqueConstraint(fields=["division", "edition"], name="pin_an_edition_once"),
            models.UniqueConstraint(
                fields=["division"], condition=Q(layer="main"), name="pin_one_main_edition"
            ),
            models.UniqueConstraint(
                fields=["division"], condition=Q(layer="theme"), name="pin_one_theme_list"
            ),
        ]


class WordOverride(models.Model):
    """A word decided for one event, before every list. The newest of a word counts; rows are never changed."""

    class Verdict(models.TextChoices):
        ACCEPTABLE = "acceptable"
        UNACCEPTABLE = "unacceptable"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="word_overrides")
    key = models.CharField(max_length=60)
    verdict = models.CharField(max_length=12, choices=Verdict.choices)
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(default=clock.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["event", "at"]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"


class Kiosk(models.Model):
    """A screen that was given to the players for rulings. Its browser reaches nothing else until it is closed.

    `table`: opened by its code, until the ruling. `shown`: the verdict that stands on the screen until somebody clears it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="kiosks")
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    opened_name = models.CharField(max_length=150)
    seen_at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    label = models.CharField(max_length=40, blank=True)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="+")
    shown = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["opened_at"]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key


class TableLink(models.Model):
    """A link on a table (as QR) by which a phone calls a judge there, in one round. Only its hash is kept.

    A recalled round takes its tables away; their links stay and open nothing.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="table_links")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at=None), name="table_link_one_in_force_per_table"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("made_at")), name="table_link_ends_after_it_begins"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key


class Call(models.Model):
    """A table that asks for a ruling: waiting, taken by a judge, ruled, or called off."""

    class State(models.TextChoices):
        WAITING = "waiting"
        TAKEN = "taken"
        RULED = "ruled"
        OFF = "off"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="calls")
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    version = models.PositiveIntegerField(default=1)
    challengers = models.JSONField(default=list, help_text="seats in the order of claiming")
    challenged = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat whose play it is")
    words = models.JSONField(default=list, help_text="as typed")
    play = models.CharField(max_length=36, blank=True, help_text="row of the scoresheet, if there is one")
    word_count = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how many are challenged, where they were not named"
    )
    note = models.CharField(max_length=200, blank=True)
    verdicts = models.JSONField(
        default=list,
        blank=True,
        help_text="of single judges where two decide; shown to nobody before the ruling",
    )
    link = models.ForeignKey(
        TableLink, models.PROTECT, null=True, blank=True, related_name="calls", help_text="called by phone"
    )
    called_at = models.DateTimeField(default=clock.now)
    called_name = models.CharField(max_length=150)
    called_by = models.CharField(max_length=64, blank=True, help_text="as the log names them")
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    taken_name = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(state__in=["waiting", "taken"]), name="call_one_open_per_table"
            ),
            models.CheckConstraint(
                condition=~Q(state="taken") | Q(taken_at__isnull=False), name="call_taken_has_its_time"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.table.scope_key

    def __str__(self) -> str:
        return f"call of {self.table}"


class Ruling(Logged):
    """What was ruled on the words of one play. Append-only: a newer one supersedes, nothing is edited.

    `answers`: each word with its layer, for directors only. `penalty`: what the rules make of the verdict.
    """

    EVENT = "division__event"
    VEILED = frozenset({"words", "answers", "source", "page", "note", "judge_name", "reason"})

    class By(models.TextChoices):
        KIOSK = "kiosk"
        JUDGE = "judge"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="rulings")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="rulings")
    call = models.ForeignKey(Call, models.PROTECT, null=True, blank=True, related_name="rulings")
    play = models.CharField(max_length=36, blank=True, help_text="row of the scoresheet")
    turn = models.PositiveSmallIntegerField(null=True, blank=True, help_text="as told at the table, from 1")
    challengers = models.JSONField(default=list)
    challenged = models.PositiveSmallIntegerField(null=True, blank=True)
    words = models.JSONField(help_text="as typed")
    answers = models.JSONField()
    acceptable = models.BooleanField()
    by_list = models.BooleanField(
        default=True, help_text="the layers decided; otherwise a judge with a source"
    )
    source = models.CharField(max_length=200, blank=True)
    page = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=300, blank=True)
    penalty = models.JSONField(default=dict)
    layers = models.JSONField(default=dict, help_text="names and digests of what was asked")
    stopped_seconds = models.PositiveIntegerField(null=True, blank=True, help_text="clocks stood so long")
    ruled_by = models.CharField(max_length=5, choices=By.choices)
    at = models.DateTimeField(default=clock.now)
    judge = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    judge_name = models.CharField(max_length=150)
    supersedes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    reason = models.CharField(max_length=300, blank=True, help_text="why the one before is superseded")

    class Meta:
        ordering = ["at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(by_list=True) | ~Q(source=""), name="ruling_a_judge_names_a_source"
            ),
            models.CheckConstraint(
                condition=Q(supersedes__isnull=True) | ~Q(reason=""), name="ruling_anew_says_why"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key

    @property
    def judges(self) -> list[str]:
        """All who gave a verdict, else the judge who ruled; nobody of the kiosk's."""
        if self.ruled_by != Ruling.By.JUDGE:
            return []
        verdicts = self.call.verdicts if self.call and not self.supersedes_id else []
        return [one["name"] for one in verdicts] or [self.judge_name]

    def where(self) -> str:
        place = self.table.where() if self.table else self.division.slug
        return _("%(place)s, ruling on turn %(turn)s") % {"place": place, "turn": self.turn or "?"}
