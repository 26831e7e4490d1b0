"""A club or a school that runs its own events here: its home, its officers, its members."""

from __future__ import annotations

import uuid
from base64 import b64decode
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q

from tdapp.kernel import clock
from tdapp.kernel.permissions import CLUB_ROLES
from tdapp.people.models.players import Club, Player


class ClubHome(models.Model):
    """What a club has here of its own: a short name, a page, a look. A club without one is a name that players carry.

    Its scope is the club's: what is written in it goes into the club's own log.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.OneToOneField(Club, models.PROTECT, related_name="home")
    slug = models.SlugField(max_length=60, unique=True)
    public = models.BooleanField(default=False, help_text="has a page everybody sees")
    about = models.TextField(max_length=2000, blank=True, help_text="when and where they play")
    joining = models.TextField(max_length=2000, blank=True, help_text="how to join")
    contact = models.CharField(max_length=160, blank=True, help_text="what the club publishes of itself")
    colour = models.CharField(max_length=7, blank=True)
    logo = models.TextField(blank=True, help_text="a small PNG in base64")
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    frames = models.JSONField(
        default=list, blank=True, help_text="websites that may show its events' pages in a frame"
    )
    renamed_at = models.DateTimeField(null=True, help_text="pages that name the club are made anew after it")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)

    @property
    def scope_key(self) -> str:
        return f"club:{self.club_id}"

    @property
    def png(self) -> bytes:
        """The picture."""
        return b64decode(self.logo)

    @property
    def is_school(self) -> bool:
        return self.club.kind == Club.Kind.SCHOOL

    def __str__(self) -> str:
        return f"club {self.slug}"


class FormerName(models.Model):
    """A name a club had: lists that still carry it mean the club, not a new one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="former_names")
    name = models.CharField(max_length=120)
    key = models.CharField(max_length=120, unique=True, help_text="name folded for matching")

    @property
    def scope_key(self) -> str:
        return f"club:{self.club_id}"


class Officer(models.Model):
    """What somebody is at a club: with it come the rights at the club's events (`permissions.AT_CLUB_EVENTS`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="officers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="offices")
    role = models.CharField(max_length=20, choices=[(role, role) for role in CLUB_ROLES])
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user", "role"], name="officer_once_per_role")]

    @property
    def scope_key(self) -> str:
        return f"club:{self.club_id}"


class ClubMember(models.Model):
    """A player in a club's own list. What is private of them stays in `PlayerPrivate`, under the club's scope."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="club_memberships")
    number = models.CharField(max_length=24, blank=True, help_text="the club's own number")
    since = models.DateField(null=True, blank=True)
    paid_until = models.DateField(null=True, blank=True, help_text="empty: does not lapse")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="club_member_once"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="club_member_one_number"
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"club:{self.club_id}"

    def lapsed_on(self, day: date) -> bool:
        """Whether the membership was over on that day."""
        return self.paid_until is not None and self.paid_until < day

    def __str__(self) -> str:
        return f"member {self.number or self.pk}"
