"""Tokens by which a program acts, and webhooks by which it is told: at one event, at one club and its events, or wherever their
maker has a part.
"""

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


class Webhook(models.Model):
    """Where a program wants to be told what happens: at one `event`, at a `club` and its events, or (neither) wherever its
    maker has a part. The secret that signs is made from id and `turn` (`webhooks.signing`) and stored nowhere.

    `topics`: what it is told of (`webhooks.topics`). `seen`: by scope, the number of its log up to which it was looked at.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="webhooks")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="webhooks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="webhooks")
    name = models.CharField(max_length=60)
    address = models.CharField(
        max_length=500, help_text="never in the log: it may hold a key of the other side"
    )
    topics = models.JSONField(default=list)
    turn = models.PositiveIntegerField(default=1, help_text="grows with each new secret")
    made_at = models.DateTimeField(default=clock.now)
    seen = models.JSONField(default=dict)
    off_at = models.DateTimeField(null=True)
    fault = models.JSONField(default=dict, help_text="code and facts of the last try; empty: it went well")
    failures = models.PositiveIntegerField(default=0, help_text="tries in vain, in a row")
    next_at = models.DateTimeField(null=True)
    taken_until = models.DateTimeField(null=True, help_text="a worker is at it")
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=True) | Q(club__isnull=True), name="webhook_of_one_place"
            )
        ]

    @property
    def scope_key(self) -> str:
        if self.event_id is not None:
            return f"event:{self.event_id}"
        return f"club:{self.club_id}" if self.club_id is not None else INSTALLATION

    def __str__(self) -> str:
        return f"webhook {self.name}"


class WebhookMessage(models.Model):
    """One thing that happened, as one webhook is told of it: what is sent, and how that went.

    `scope` and `number` name the entry of the log it tells of; a try-out has neither.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="messages")
    scope = models.CharField(max_length=64, blank=True)
    number = models.PositiveBigIntegerField(null=True)
    intent = models.CharField(max_length=64)
    body = models.JSONField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=clock.now)
    tried_at = models.DateTimeField(null=True)
    answer = models.JSONField(default=dict, help_text="code and facts of the last try")

    class Meta:
        ordering = ["made_at", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "scope", "number"], name="webhook_told_once")
        ]
        indexes = [models.Index(fields=["webhook", "status", "made_at"])]

    @property
    def scope_key(self) -> str:
        return self.webhook.scope_key

    def __str__(self) -> str:
        return f"message {self.intent}"
