"""What past rounds came to, each in one row beside its thousand; see `desk.ledger.rounds.kept`."""

from __future__ import annotations

from django.db import models

from tdapp.events.models import Round


class KeptRound(models.Model):
    """A round as `desk.ledger.rounds.outcomes.Columns`. It holds nothing of its own: without it the rows say the same."""

    round = models.OneToOneField(Round, models.PROTECT, primary_key=True, related_name="kept")
    stamp = models.CharField(
        max_length=60, help_text="what it was made of; another one now: it is out of date"
    )
    columns = models.JSONField()

    @property
    def scope_key(self) -> str:
        return self.round.scope_key
