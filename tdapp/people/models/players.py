"""Clubs, players, private data apart, rating lists with their current values. Part of the people's models."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Collection
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.context import INSTALLATION
from tdapp.kernel.log.logged import Logged

# No vowels, so no words; no 0 and 1, which are read as letters.
CODE_LETTERS, CODE_LENGTH = "23456789bcdfghjkmnpqrstvwxz", 10


def new_code() -> str:
    """A public mark of somebody, drawn: it tells neither a number nor when they came."""
    return "".join(secrets.choice(CODE_LETTERS) for _place in range(CODE_LENGTH))


class Club(models.Model):
    """A club or a school that players belong to."""

    class Kind(models.TextChoices):
        CLUB = "club"
        SCHOOL = "school"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120)
    key = models.CharField(max_length=120, unique=True, help_text="name folded for matching")
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.CLUB)
    region = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays, over all events. Two players may share a name; a merge points to the one that stays."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.CharField(max_length=24, unique=True, help_text="member number, or a temporary T- number")
    surname = models.CharField(max_length=80)
    given = models.CharField(max_length=80, blank=True)
    key = models.CharField(max_length=170, db_index=True, help_text="name folded for matching")
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="players")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
    code = models.CharField(
        max_length=CODE_LENGTH, unique=True, default=new_code, help_text="what the address of their page has"
    )
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["surname", "given", "number"]

    @property
    def scope_key(self) -> str:
        return INSTALLATION

    @property
    def is_temporary(self) -> bool:
        return self.number.startswith("T-")


class PlayerPrivate(Logged):
    """What never leaves the desk: birth date, gender, guardian, contact, notes, consent. Read only with `roster.private`.

    Each event, and each club, keeps its own: what parents told one organiser is not another's to read, change or build on.
    Its log tells of consent alone.
    """

    EVENT = "scope"
    UNLOGGED = frozenset(
        {
            "player",
            "scope",
            "birth_date",
            "birth_year",
            "gender",
            "guardian",
            "contact",
            "notes",
            "consent_by",
            "page_by",
        }
    )
    VEILED = frozenset({"consent", "consent_at", "notice_version", "page", "page_at"})

    class Gender(models.TextChoices):
        FEMALE = "female"
        MALE = "male"

    class Page(models.TextChoices):
        YES = "yes"
        NO = "no"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="privates")
    scope = models.CharField(max_length=64, help_text="the event or club that was told, as opaque text")
    birth_date = models.DateField(null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    gender = models.CharField(max_length=6, choices=Gender.choices, blank=True)
    guardian = models.CharField(max_length=160, blank=True)
    contact = models.CharField(max_length=160, blank=True)
    notes = models.CharField(max_length=400, blank=True)
    consent = models.BooleanField(
        default=False, help_text="guardian or player agreed to the full name in public"
    )
    consent_by = models.CharField(max_length=160, blank=True)
    consent_at = models.DateTimeField(null=True, blank=True)
    notice_version = models.CharField(max_length=20, blank=True)
    page = models.CharField(
        max_length=3, choices=Page.choices, blank=True,
        help_text="whether they agree to a page over all public events; empty: nobody asked here",
    )  # fmt: skip
    page_by = models.CharField(max_length=160, blank=True)
    page_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "scope"], name="private_one_row_per_event")]

    @classmethod
    def of_scope(cls, scope: str) -> models.QuerySet[Any]:
        """What one event was told."""
        return cls._base_manager.filter(scope=scope)

    @classmethod
    def scopes_of(cls, keys: Collection[str]) -> list[tuple[str, str]]:
        """Each of these rows with the event that was told; the log of a club keeps no rows."""
        rows = cls._base_manager.filter(pk__in=list(keys), scope__startswith="event:")
        found = rows.values_list("pk", "scope")
        return [(str(key), scope) for key, scope in found]

    def where(self) -> str:
        entry = self.player.entries.filter(event__pk=self.scope.removeprefix("event:")).first()
        return _("What %(who)s agreed to") % {"who": entry or self.player.number}


class RatingList(models.Model):
    """A list of ratings, of one federation, club or school: a formula with its numbers, from a day on."""

    SCOPE = "ratings:"

    class Kind(models.TextChoices):
        NATIONAL = "national"
        CLUB = "club"
        SCHOOL = "school"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.NATIONAL)
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="rating_lists")
    formula = models.CharField(max_length=40, default="naspa")
    settings = models.JSONField(
        default=dict, blank=True, help_text="numbers that differ from the formula's own"
    )
    partial_formula = models.CharField(
        max_length=40, default="naspa-club", help_text="for events rated in part"
    )
    starts_on = models.DateField(null=True, blank=True, help_text="earlier events are not rated here")
    provisional_games = models.PositiveSmallIntegerField(default=50)
    inactive_days = models.PositiveSmallIntegerField(default=730)
    public = models.BooleanField(default=True)
    demo = models.BooleanField(
        default=False, help_text="of the demo: holds its events alone, and no real one"
    )
    version = models.PositiveIntegerField(default=1, help_text="grows with every change of its values")

    class Meta:
        ordering = ["name"]

    @property
    def scope_key(self) -> str:
        return f"{self.SCOPE}{self.pk}"

    def __str__(self) -> str:
        return f"rating list {self.slug}"


class RatingValue(models.Model):
    """A player's current value on a list: what the last change of the ratings room left, or an import."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rating_list = models.ForeignKey(RatingList, models.PROTECT, related_name="values")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    rating = models.PositiveSmallIntegerField()
    deviation = models.FloatField(null=True, blank=True)
    volatility = models.FloatField(null=True, blank=True)
    games = models.PositiveIntegerField(default=0)
    changed_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "player"], name="rating_one_value_per_list")
        ]
