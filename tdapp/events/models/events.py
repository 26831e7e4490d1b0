"""Events and their divisions: what each is set up as."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q

from tdapp.kernel import clock
from tdapp.kernel.log.logged import Logged
from tdapp.people.models import Club


class RatingKind(models.TextChoices):
    FULL = "full"
    PARTIAL = "partial"
    UNRATED = "unrated"
    CASUAL = "casual"


class Event(Logged):
    """One event in one hall. Its divisions may play different games on different plans."""

    EVENT, ROOT = "pk", True
    UNLOGGED = frozenset({"sequence", "slug", "extras", "host"})

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sequence = models.PositiveIntegerField(
        unique=True, help_text="order of creation; orders events of one day"
    )
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    venue = models.CharField(max_length=160, blank=True)
    host = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="events",
        help_text="the club whose officers run it; empty: nobody's but its own people's",
    )  # fmt: skip
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
    demo = models.BooleanField(
        default=False,
        help_text="invented, to look around in: says so on every page, never rated with real events",
    )
    under_particle = models.BooleanField(
        default=True, help_text="de los Santos and dela Cruz stand under D; else under S and C"
    )
    show_ratings = models.BooleanField(default=True, help_text="ratings stand beside names in public")
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
