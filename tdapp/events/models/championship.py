"""Who may enter a championship division. Part of the events' models."""

from __future__ import annotations

import uuid

from django.db import models


class Eligibility(models.Model):
    """The conditions of one division as data (`events.entries.eligible.Conditions`); without a row anybody may enter."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.OneToOneField("events.Division", models.PROTECT, related_name="eligibility")
    conditions = models.JSONField(default=dict)

    @property
    def scope_key(self) -> str:
        return self.division.scope_key
