"""Users, the audit trail, idempotency keys and jobs."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from tdapp.kernel import clock
from tdapp.kernel.messages.fields import MessagesField


class User(AbstractUser):
    """A person who signs in. Volunteers join by link and need neither e-mail nor password."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(max_length=120, blank=True)
    person = models.CharField(
        max_length=36, blank=True, help_text="id of the player this user is, as opaque text"
    )
    operator = models.BooleanField(default=False, help_text="may create events, keeps word lists and ratings")
    owner = models.BooleanField(default=False, help_text="keeps the installation: its backups and its people")

    @property
    def actor(self) -> str:
        return f"user:{self.pk}"

    @property
    def scope_key(self) -> str:
        """The account's own turn and log: what happens to one account waits for no other's."""
        return f"account:{self.pk}"

    @property
    def shown_as(self) -> str:
        return self.display_name or self.username


class AuditEntry(models.Model):
    """One thing that was done (or refused as a conflict): who, by which door, when, what, before, after, why.

    Entries of one scope form a chain (`kernel.log.chain`). The chain covers `commitment` = sha256(salt + contents), and the
    like of the actor's name, not these themselves: erasing a person blanks them with their salt and the chain still
    verifies, where an entry of its own says who erased. `facts`: the rows as they were stored (`kernel.log.facts`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scope = models.CharField(max_length=64)
    number = models.PositiveBigIntegerField()
    version = models.PositiveSmallIntegerField(default=1, help_text="by which rule it is chained")
    at = models.DateTimeField(default=clock.now)
    actor = models.CharField(max_length=64)
    actor_name = models.CharField(max_length=150)
    name_salt = models.CharField(max_length=32, blank=True)
    name_commitment = models.CharField(max_length=64, blank=True)
    via = models.CharField(max_length=8)
    request_id = models.CharField(max_length=64, blank=True)
    intent = models.CharField(max_length=64)
    subject_kind = models.CharField(
        max_length=30, blank=True, help_text="what it is about: table, entrant, ..."
    )
    subject_id = models.CharField(max_length=64, blank=True)
    target = models.CharField(max_length=200)
    refused = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    payload = models.JSONField(null=True)
    facts = models.JSONField(null=True, help_text="the rows as they were stored; names nobody")
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
            models.Index(fields=["scope", "subject_kind", "subject_id"]),
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
    result = MessagesField(null=True)
    request_id = models.CharField(max_length=64, blank=True, help_text="of the request that ordered it")
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


class Invitation(models.Model):
    """One person asked in, or let in again, by a code that works once. The code itself is kept nowhere, only its hash.

    `purpose`: who acts on it (`signing_in.invitations.PURPOSES`), with a `payload` only that one reads. `user`: the one
    account it is for, where it is for one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    name = models.CharField(max_length=120, blank=True)
    username = models.CharField(
        max_length=150, blank=True, help_text="proposed; the person may choose another"
    )
    email = models.EmailField(blank=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="invitations")
    code_hash = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=64)
    made_by_name = models.CharField(max_length=150)
    made_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="accepted")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]
        indexes = [models.Index(fields=["purpose", "expires_at"])]

    @property
    def scope_key(self) -> str:
        return "installation"

    @property
    def open(self) -> bool:
        """Whether its code works."""
        return self.used_at is None and self.revoked_at is None and self.expires_at > clock.now()


class BrowserSession(AbstractBaseSession):
    """A session, and what its owner is shown of it. On SQLite it lies beside the database (`signing_in.doors`)."""

    user = models.CharField(max_length=36, blank=True, db_index=True, help_text="id of who is signed in")
    device = models.CharField(max_length=80, blank=True, help_text="browser and system, in words")
    how = models.CharField(max_length=20, blank=True, help_text="what opened it: password, passkey, PIN, ...")
    since = models.DateTimeField(default=clock.now)
    seen_at = models.DateTimeField(default=clock.now, help_text="to a quarter of an hour")


class SignInNote(models.Model):
    """What a log-in leaves to be written once the account's log takes it: a log-in itself waits for nobody's turn."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.CharField(max_length=36)
    how = models.CharField(max_length=20)
    facts = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["at"]


class WrongTries(models.Model):
    """Tries of late, for one account, device or address: in the database, because every web process counts.

    Key and `about` (whose tries they are) are keyed hashes: the table names neither accounts nor addresses.
    """

    key = models.CharField(max_length=64, primary_key=True)
    about = models.CharField(max_length=64, blank=True, db_index=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField()
