"""Tokens by which a program acts at one event."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from tdapp.events.models import Event
from tdapp.kernel import clock


class ApiToken(models.Model):
    """A key to one event, in some roles, for the person who made it. Only its hash is kept.

    Whatever it does counts as done by `user`: two people stay two people, whether a person or his program acts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="api_tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_tokens")
    label = models.CharField(max_length=60)
    prefix = models.CharField(max_length=8, help_text="how the token begins, to recognise it by")
    token_hash = models.CharField(max_length=64, unique=True)
    roles = models.JSONField(help_text="roles it acts in; never director")
    created_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def works(self) -> bool:
        return self.revoked_at is None and self.expires_at > clock.now()

    def __str__(self) -> str:
        return f"token {self.prefix}"
