"""Users, the audit trail, idempotency keys and jobs."""

from __future__ import annotations

import uuid

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser
from django.db import models

from tdapp.kernel import clock


class User(AbstractUser):
    """A person who signs in. Volunteers join by link or PIN and need neither e-mail nor password."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(max_length=120, blank=True)
    pin_hash = models.CharField(max_length=128, blank=True)
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True, blank=True)
    person = models.CharField(
        max_length=36, blank=True, help_text="id of the player this user is, as opaque text"
    )
    operator = models.BooleanField(default=False, help_text="may create events and manage the installation")

    @property
    def actor(self) -> str:
        return f"user:{self.pk}"

    @property
    def shown_as(self) -> str:
        return self.display_name or self.username

    def set_pin(self, pin: str) -> None:
        self.pin_hash = make_password(pin)
        self.pin_failures = 0
        self.pin_locked_until = None

    def has_pin(self, pin: str) -> bool:
        return bool(self.pin_hash) and check_password(pin, self.pin_hash)


class AuditEntry(models.Model):
    """One thing that was done (or refused as a conflict): who, by which door, when, what, before, after, why.

    Entries of one scope form a chain. The chain covers `commitment` = sha256(salt + payload), not the payload:
    erasing a person blanks payload and salt and the chain still verifies.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scope = models.CharField(max_length=64)
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField(default=clock.now)
    actor = models.CharField(max_length=64)
    actor_name = models.CharField(max_length=150)
    via = models.CharField(max_length=8)
    request_id = models.CharField(max_length=64, blank=True)
    intent = models.CharField(max_length=64)
    target = models.CharField(max_length=200)
    refused = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    payload = models.JSONField(null=True)
    salt = models.CharField(max_length=32)
    commitment = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, blank=True)
    chained = models.CharField(max_length=64)

    class Meta:
        ordering = ["scope", "number"]
        constraints = [models.UniqueConstraint(fields=["scope", "number"], name="audit_one_number_per_scope")]
        indexes = [
            models.Index(fields=["scope", "intent"]),
            models.Index(fields=["scope", "target"]),
            models.Index(fields=["scope", "actor"]),
        ]


class AuditHead(models.Model):
    """The end of a scope's chain. Locking this row puts the scope's writes in order.

    `term` grows when another installation takes the scope over; `fenced` says who did (see `kernel.fence`).
    """

    scope = models.CharField(max_length=64, primary_key=True)
    number = models.PositiveBigIntegerField(default=0)
    chained = models.CharField(max_length=64, blank=True)
    term = models.PositiveIntegerField(default=1)
    holder = models.CharField(max_length=36, blank=True, help_text="names the taking over of this term")
    fenced = models.JSONField(null=True, help_text="who runs the scope now: term, holder, name, address, at")


class IdempotencyKey(models.Model):
    """The answer once given to a key: the same key gets the same answer, and the work is done once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scope = models.CharField(max_length=64)
    actor = models.CharField(max_length=64)
    key = models.CharField(max_length=80)
    intent = models.CharField(max_length=64)
    asked = models.CharField(max_length=64, help_text="digest of what was asked")
    answer = models.JSONField(null=True)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "actor", "key"], name="idempotency_one_row_per_key")
        ]


class Job(models.Model):
    """Long work. This row is the truth; the queue only carries its id (see `jobs`)."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=64)
    scope = models.CharField(max_length=64)
    actor = models.CharField(max_length=64)
    actor_name = models.CharField(max_length=150)
    params = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    result = models.JSONField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now)
    last_sent = models.DateTimeField(null=True)
    heartbeat = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["status", "heartbeat"]), models.Index(fields=["scope", "created_at"])]

    @property
    def scope_key(self) -> str:
        return self.scope

    @property
    def over(self) -> bool:
        return self.status in {self.Status.DONE, self.Status.FAILED, self.Status.CANCELLED}


class WrongTries(models.Model):
    """Wrong passwords and codes of late, in the database because every web process counts (`kernel.tries`).

    The key is a keyed hash: the table names neither accounts, addresses nor phones.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField()
