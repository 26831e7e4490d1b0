"""A person's PIN at one event's desk: how it is kept, and what it opened."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import models
from django.utils.crypto import salted_hmac

TRIES = 5


class DeskPin(models.Model):
    """A PIN of six digits or more. An empty hash: one from before PINs were of six, it opens nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey("events.Event", models.PROTECT, related_name="desk_pins")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="desk_pins")
    pin_hash = models.CharField(max_length=128, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, help_text="taken since the last right one")
    used_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True, help_text="when it was last typed wrong")
    told_at = models.DateTimeField(null=True, blank=True, help_text="when the person was last told of both")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="desk_pin_one_per_person")]

    @property
    def scope_key(self) -> str:
        return f"event:{self.event_id}"

    @property
    def closed(self) -> bool:
        """Whether it was tried too often."""
        return self.tries >= TRIES

    @property
    def has_news(self) -> bool:
        """Whether it was used, or typed wrong, since the person was last told."""
        told, happened = self.told_at, [at for at in (self.used_at, self.tried_at) if at]
        return any(told is None or at > told for at in happened)

    @property
    def mark(self) -> str:
        """Changes with the PIN: a session keeps it, and ends when it is another."""
        return salted_hmac("td.desk-pin", f"{self.pk}:{self.pin_hash}", algorithm="sha256").hexdigest()[:32]

    def fits(self, pin: str) -> bool:
        """Whether this is the PIN; takes as long as a password does."""
        return bool(self.pin_hash) and check_password(pin, self.pin_hash)

    def set(self, pin: str) -> None:
        """Another PIN, or with "" none; what the old one opened ends."""
        self.pin_hash = make_password(pin) if pin else ""
        self.tries = 0
