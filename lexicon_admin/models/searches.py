"""Searches people keep for themselves."""

from __future__ import annotations

import uuid

from django.db import models

from lexicon_admin.models.editions import Lexicon
from tdapp.kernel import clock
from tdapp.kernel.models import User


class SavedSearch(models.Model):
    """A line under a name, of one person, asked of the editions of one list."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    lexicon = models.ForeignKey(Lexicon, models.PROTECT, related_name="searches")
    user = models.ForeignKey(User, models.PROTECT, related_name="lexicon_searches")
    name = models.CharField(max_length=60)
    line = models.CharField(max_length=600)
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "lexicon", "name"], name="search_one_name_per_person")
        ]

    def __str__(self) -> str:
        return f"search {self.name}"
