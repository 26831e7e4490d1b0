"""Tokens by which a program acts: at one event, at one club and its events, or wherever its maker does."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tdapp.api.scopes import opened
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.context import INSTALLATION
from tdapp.people.models import Club


class ApiToken(models.Model):
    """A key for the person who made it. Only its hash is kept.

    To one `event` it acts in some `roles`; to a `club` and its events, or (neither) wherever its maker has a part, it
    acts in the maker's own, as far as its `scopes` reach (`scopes.SCOPES`; none at an event: all that the roles hold).
    Whatever it does counts as done by `user`: two people stay two people, whether a person or his program acts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="api_tokens")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="api_tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_tokens")
    label = models.CharField(max_length=60)
    prefix = models.CharField(max_length=8, help_text="how the token begins, to recognise it by")
    token_hash = models.CharField(max_length=64, unique=True)
    roles = models.JSONField(default=list, help_text="at one event: roles it acts in; never director")
    scopes = models.JSONField(default=list, help_text="what of it is open; empty at an event: everything")
    created_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=True) | Q(club__isnull=True), name="token_of_one_place"
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=False) | ~Q(scopes=[]), name="token_beyond_an_event_has_scopes"
            ),
        ]

    @property
    def scope_key(self) -> str:
        if self.event_id is not None:
            return f"event:{self.event_id}"
        return f"club:{self.club_id}" if self.club_id is not None else INSTALLATION

    @property
    def only(self) -> frozenset[str] | None:
        """The permissions it reaches; None: whatever its roles hold."""
        return opened(self.scopes) if self.scopes else None

    @property
    def works(self) -> bool:
        return self.revoked_at is None and self.expires_at > clock.now()

    def __str__(self) -> str:
        return f"token {self.prefix}"
