"""Phones: what they may do, how often codes were renewed and who saw them, which device is whose."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock


class PhoneRule(models.Model):
    """What phones may do in a division; a division without a row is at its default."""

    class Mode(models.TextChoices):
        OFF = "off"
        LOOK = "look"
        REPORT = "report"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.OneToOneField(Division, models.PROTECT, related_name="phone_rule")
    mode = models.CharField(max_length=6, choices=Mode.choices, default=Mode.REPORT)

    @property
    def scope_key(self) -> str:
        return self.division.scope_key


class PhoneCode(models.Model):
    """How often an entrant's code was renewed. The code itself is stored nowhere (`desk.codes`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.OneToOneField(Entrant, models.CASCADE, related_name="phone_code")
    renewed = models.PositiveIntegerField(default=0)


class CodeShowing(models.Model):
    """Who had an entrant's code before their eyes, as it was after so many renewals. Append-only."""

    class How(models.TextChoices):
        SHOWN = "shown"
        PRINTED = "printed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="code_showings")
    renewed = models.PositiveIntegerField()
    how = models.CharField(max_length=7, choices=How.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["at"]


class PhoneDevice(models.Model):
    """A cookie that a browser keeps, under a short name that people can say: K7."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="phone_devices")
    cookie = models.UUIDField(help_text="the id its signed cookie carries")
    label = models.CharField(max_length=8)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(fields=["event", "cookie"], name="device_one_per_cookie"),
            models.UniqueConstraint(fields=["event", "label"], name="device_one_per_label"),
        ]


class PhoneBinding(models.Model):
    """A device that gave an entrant's code, or came by the card, and is that entrant's until it leaves."""

    class How(models.TextChoices):
        CODE = "code"
        CARD = "card"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    device = models.ForeignKey(PhoneDevice, models.PROTECT, related_name="bindings")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="phone_bindings")
    renewed = models.PositiveIntegerField(help_text="how often the code had been renewed")
    how = models.CharField(max_length=4, choices=How.choices)
    known_to = models.JSONField(default=list, help_text="ids of the showings of the code before it was given")
    second = models.BooleanField(
        default=False, help_text="another device was this entrant's already, by the same code"
    )
    at = models.DateTimeField(default=clock.now)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at"]
