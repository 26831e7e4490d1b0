"""Events, divisions, entrants, memberships, rounds, tables and slots: the facts a hall is made of."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tdapp.events.championship import Eligibility as Eligibility
from tdapp.events.hall import Announcement as Announcement
from tdapp.events.hall import DayPlan as DayPlan
from tdapp.events.hall import Leaving as Leaving
from tdapp.events.hall import RollCall as RollCall
from tdapp.events.hall import RollCallMark as RollCallMark
from tdapp.events.hall import RoundClock as RoundClock
from tdapp.events.hall import RoundTime as RoundTime
from tdapp.events.library import NamedSet as NamedSet
from tdapp.events.pins import DeskPin as DeskPin
from tdapp.kernel import clock
from tdapp.kernel.log.facts import Logged
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.people.models import Club, Player
from tdapp.people.names import ADULT, MINOR, UNKNOWN, display_name, is_guarded, listed_name


class RatingKind(models.TextChoices):
    FULL = "full"
    PARTIAL = "partial"
    UNRATED = "unrated"
    CASUAL = "casual"


class Event(Logged):
    """One event in one hall. Its divisions may play different games on different plans."""

    EVENT, ROOT = "pk", True
    UNLOGGED = frozenset({"sequence", "slug", "extras"})

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sequence = models.PositiveIntegerField(
        unique=True, help_text="order of creation; orders events of one day"
    )
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    venue = models.CharField(max_length=160, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()
    preset = models.CharField(max_length=40, blank=True)
    school = models.BooleanField(
        default=False, help_text="a school event: an unknown age is guarded like a child's"
    )
    guards_unknown = models.CharField(
        max_length=3, blank=True, choices=[("yes", "yes"), ("no", "no")],
        help_text="whether there are minors among players of unknown age; empty: nobody answered yet, they are shown as children",
    )  # fmt: skip
    guards_unknown_by = models.CharField(max_length=150, blank=True)
    guards_unknown_at = models.DateTimeField(null=True, blank=True)
    public = models.BooleanField(default=False, help_text="has a public page at all")
    closed_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    extras = models.JSONField(default=dict, blank=True, help_text="what an imported file carried beside")

    class Meta:
        ordering = ["-starts_on", "-sequence"]

    @property
    def scope_key(self) -> str:
        return f"event:{self.pk}"

    def __str__(self) -> str:
        return f"event {self.slug}"

    def where(self) -> str:
        return str(self)


class Division(Logged):
    """A field of entrants that is paired and ranked by itself."""

    UNLOGGED = frozenset({"version", "entries", "extras"})
    VEILED = frozenset({"wishes"})

    class ConfirmPolicy(models.TextChoices):
        SINGLE = "single"
        TWO_PEOPLE = "two-people"
        TWO_SLIPS = "two-slips"

    class PenaltyRule(models.TextChoices):
        SCORE = "score"
        SPREAD = "spread"

    class StartsRule(models.TextChoices):
        BALANCED = "balanced"
        ELDEST = "eldest"
        DRAWN = "drawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="divisions")
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    order = models.PositiveSmallIntegerField(default=1)
    school = models.BooleanField(default=False)
    ruleset = models.CharField(max_length=60, default="salitaan-competition")
    ruleset_file = models.TextField(
        blank=True, default="", help_text="the division's own ruleset file; empty: one that ships"
    )
    overrides = models.JSONField(default=dict, blank=True)
    ruleset_hash = models.CharField(max_length=64, blank=True, help_text="frozen when round 1 is published")
    ruleset_frozen = models.JSONField(null=True, blank=True, help_text="the rules themselves, as of round 1")
    plan = models.CharField(max_length=300)
    rounds_planned = models.PositiveSmallIntegerField()
    precedence = models.JSONField(default=list, help_text="names of metrics, first decides")
    bye_spread = models.SmallIntegerField(default=50)
    forfeit_spread = models.SmallIntegerField(default=-50)
    forfeit_win_spread = models.SmallIntegerField(default=50)
    spread_cap = models.PositiveSmallIntegerField(null=True, blank=True)
    starts_rule = models.CharField(max_length=10, choices=StartsRule.choices, default=StartsRule.BALANCED)
    confirm_policy = models.CharField(
        max_length=10, choices=ConfirmPolicy.choices, default=ConfirmPolicy.TWO_PEOPLE
    )
    unfinished_rule = models.CharField(max_length=20, default="as-they-stand")
    penalty_rule = models.CharField(
        max_length=8, choices=PenaltyRule.choices, default=PenaltyRule.SCORE,
        help_text="what points off at the desk come off: the score, so that they can change who won, or the spread alone",
    )  # fmt: skip
    rating_kind = models.CharField(max_length=8, choices=RatingKind.choices, default=RatingKind.FULL)
    avoid_clubs = models.BooleanField(default=False)
    max_repeats = models.PositiveSmallIntegerField(null=True, blank=True)
    wishes = models.JSONField(default=dict, blank=True, help_text="see events.wishes")
    table_first = models.PositiveSmallIntegerField(default=1)
    table_last = models.PositiveSmallIntegerField(default=50)
    room = models.CharField(max_length=60, blank=True)
    seed = models.PositiveBigIntegerField(help_text="every draw of lots comes from this number")
    frozen_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, help_text="grows with every confirmed fact")
    entries = models.PositiveBigIntegerField(default=0, help_text="grows with every entry, confirmed or not")
    released_round = models.PositiveSmallIntegerField(
        default=0, help_text="standings after this round are public"
    )
    released_version = models.PositiveIntegerField(default=0)
    extras = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["order", "name"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="division_one_slug_per_event"),
            models.CheckConstraint(
                condition=Q(table_first__lte=F("table_last")), name="division_tables_in_order"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def guards_unknown_age(self) -> bool:
        """Whether who may be a child is shown like one: in a school, and elsewhere until somebody said that none is."""
        return self.school or self.event.school or self.event.guards_unknown != "no"

    def __str__(self) -> str:
        return f"division {self.slug}"

    def where(self) -> str:
        return str(self)


class Entrant(Logged):
    """A player in a division, with what was true on the day of entry frozen beside."""

    UNLOGGED = frozenset({"player", "club", "version", "extras"})
    VEILED = frozenset({"given", "surname", "age", "display_consent"})

    AGES = [(ADULT, ADULT), (MINOR, MINOR), (UNKNOWN, UNKNOWN)]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="entrants")
    division = models.ForeignKey(Division, models.PROTECT, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="entries")
    number = models.PositiveSmallIntegerField(
        help_text="the seed: 1 is the strongest at entry; a .t file's line"
    )
    given = models.CharField(max_length=80, blank=True)
    surname = models.CharField(max_length=80)
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="entries")
    team = models.CharField(max_length=80, blank=True)
    klass = models.CharField("class", max_length=20, blank=True)
    rating = models.PositiveSmallIntegerField(default=0)
    deviation = models.PositiveSmallIntegerField(null=True, blank=True)
    lifetime_games = models.PositiveIntegerField(default=0)
    seniority = models.PositiveSmallIntegerField(default=0, help_text="1 is the eldest; 0 unknown")
    age = models.CharField(max_length=8, choices=AGES, default=UNKNOWN)
    display_consent = models.BooleanField(default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    house = models.BooleanField(default=False, help_text="only removes a bye: no rank, prize or rating")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    substitute_for = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="substitutes"
    )
    version = models.PositiveIntegerField(default=1)
    extras = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="entrant_one_number_per_division"),
            models.UniqueConstraint(fields=["event", "player"], name="entrant_a_player_once_per_event"),
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def short(self) -> str:
        """Surname and initial, for narrow places: brothers and sisters often sit in one hall."""
        return f"{self.surname} {self.given[0]}." if self.given else self.surname

    @property
    def listed(self) -> str:
        """The name as the desk sees it: "Surname, Given"."""
        return listed_name(self.given, self.surname)

    @property
    def guarded(self) -> bool:
        return is_guarded(self.age, self.division.guards_unknown_age) and not self.display_consent

    @property
    def public_name(self) -> str:
        """The name as the public sees it (needs division, event and club loaded)."""
        return display_name(
            self.given, self.surname, club=self.club.name if self.club else "", age=self.age,
            school=self.division.guards_unknown_age, consent=self.display_consent,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.division.slug} entrant {self.number}"

    def where(self) -> str:
        return str(self)


# The same as `Division.guards_unknown_age`, asked of entries.
UNKNOWN_AGE_GUARDED = Q(division__school=True) | Q(event__school=True) | ~Q(event__guards_unknown="no")


class Presence(Logged):
    """Rounds an entrant is away from, with what that means. Missed rounds are derived, never written one by one."""

    EVENT = "entrant__event"
    VEILED = frozenset({"reason"})

    class Intent(models.TextChoices):
        FORFEIT = "forfeit"
        UNSCORED = "unscored"
        BYE = "bye"

    class Kind(models.TextChoices):
        LATE = "late"
        AWAY = "away"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="absences")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="empty: until the end, or a rejoining"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    intent = models.CharField(max_length=10, choices=Intent.choices)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["entrant", "first"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "first"], name="presence_one_absence_per_first_round"),
            models.CheckConstraint(
                condition=Q(last__isnull=True) | Q(last__gte=F("first")), name="presence_in_order"
            ),
        ]

    def where(self) -> str:
        told = {"who": self.entrant, "first": self.first}
        return _("%(who)s, absence from round %(first)s") % told

    def covers(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


class Membership(Logged):
    """What a user is at an event.

    `person`: the player he is here, by the word of this event's director; "" when he does not play, None while nobody here
    has said. Said on every row of his, so that no other event has a say in whose games he decides on.
    """

    UNLOGGED = frozenset({"person"})

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=[(role, role) for role in EVENT_ROLES])
    person = models.CharField(
        max_length=36, null=True, blank=True, help_text="id of the player this user is here, as opaque text"
    )
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="membership_once_per_role")
        ]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    def where(self) -> str:
        return _("%(who)s as %(role)s") % {"who": self.user.username, "role": self.role}


class JoinLink(models.Model):
    """A link (as QR or read out) by which a volunteer joins an event in one role. Only its hash is kept.

    `user`: the one volunteer it lets in again; empty, it makes new ones.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="join_links")
    role = models.CharField(max_length=10, choices=[(role, role) for role in EVENT_ROLES])
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses_left = models.PositiveSmallIntegerField(default=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="way_back"
    )

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"


class Round(Logged):
    """One round of a division. Its pairings are facts once it is published."""

    EVENT = "division__event"
    UNLOGGED = frozenset({"version", "print_version"})

    class Status(models.TextChoices):
        PLANNED = "planned"
        PUBLISHED = "published"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    based_on = models.PositiveSmallIntegerField(
        default=0, help_text="paired on the standings after this round"
    )
    basis = models.CharField(max_length=64, blank=True, help_text="digest of the outcomes the pairing used")
    print_version = models.PositiveSmallIntegerField(default=0)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    public_at = models.DateTimeField(null=True, blank=True, help_text="pairings shown to the public since")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["division", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="round_once_per_division")]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.PUBLISHED

    def __str__(self) -> str:
        return f"round {self.number}"

    def where(self) -> str:
        return f"{self.division.slug} {self}"


class Table(Logged):
    """Where one game of one round is played, by number."""

    EVENT = "round__division__event"
    UNLOGGED = frozenset({"version", "reason"})
    VEILED = frozenset({"as_played"})

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(
        default=1, help_text="grows with every result; writes carry the one they saw"
    )
    starts = models.CharField(max_length=10, blank=True, help_text="set to drawn while seat 1 is not decided")
    reason = models.CharField(max_length=400, blank=True)
    as_played = models.CharField(
        max_length=300, blank=True, help_text="why this differs from what was published"
    )

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_once_per_round")]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key

    def __str__(self) -> str:
        return f"table {self.number}"

    def where(self) -> str:
        return f"{self.round.where()} {self}"


class Slot(Logged):
    """Where an entrant is in a round: at a seat of a table, on a bye, or absent. Once, by constraint."""

    EVENT = "round__division__event"
    UNLOGGED = frozenset({"reason"})

    class Kind(models.TextChoices):
        SEAT = "seat"
        BYE = "bye"
        HALF = "half"
        FORFEIT = "forfeit"
        UNSCORED = "unscored"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="slots")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="slots")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="seats")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 starts")
    spread = models.SmallIntegerField(null=True, blank=True, help_text="of a bye or an absence")
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["round", "table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="slot_an_entrant_once_per_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="slot_one_entrant_per_seat"),
            models.CheckConstraint(
                condition=Q(kind="seat", table__isnull=False, seat__gte=1, seat__lte=4)
                | (~Q(kind="seat") & Q(table__isnull=True, seat__isnull=True)),
                name="slot_a_seat_has_a_table",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return self.round.scope_key

    def where(self) -> str:
        if self.table is None:
            return f"{self.round.where()} {self.kind} ({self.entrant})"
        return _("%(table)s seat %(seat)s") % {"table": self.table.where(), "seat": self.seat}


def as_data(row: models.Model, *names: str) -> dict[str, Any]:
    """The named fields of a row, for an audit entry's before and after."""
    return {name: getattr(row, name) for name in names}
