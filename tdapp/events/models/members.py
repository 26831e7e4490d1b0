"""Who works at an event, and the links by which they join."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _

from tdapp.events.models.events import Event
from tdapp.kernel import clock
from tdapp.kernel.log.logged import Logged
from tdapp.kernel.permissions import EVENT_ROLES


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
