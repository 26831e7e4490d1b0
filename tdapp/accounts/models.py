"""What opens an account beside its password."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from tdapp.kernel import clock
from tdapp.kernel.context import INSTALLATION


class Authenticator(models.Model):
    """The secret an app makes codes from (RFC 6238), sealed with the installation's key: a stolen database makes none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="authenticator")
    sealed = models.CharField(max_length=200)
    made_at = models.DateTimeField(default=clock.now)


class RecoveryCode(models.Model):
    """One code for the day the phone is gone; only its keyed hash is kept, and the row goes when it was used."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)


class Passkey(models.Model):
    """A key of a phone, computer or stick (WebAuthn). What is here is public; it opens nothing by itself."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    key_hash = models.CharField(max_length=64, unique=True, help_text="sha256 of the credential's id")
    data = models.BinaryField(help_text="attested credential data: id and public key")
    count = models.PositiveBigIntegerField(default=0, help_text="as it said when it was last used")
    made_at = models.DateTimeField(default=clock.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at"]


class LinkedIdentity(models.Model):
    """Who a federation's provider says this is (OpenID Connect)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="identity_is_one_account")]


class SecondFactorRule(models.Model):
    """Of whom this installation asks for a second factor: one row, by the names of `second.required.KINDS`."""

    ONLY = "rule"

    only = models.CharField(max_length=4, primary_key=True, default=ONLY, editable=False)
    kinds = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return INSTALLATION
