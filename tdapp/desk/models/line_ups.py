"""Line-ups of team matches as they are kept. Part of the desk's models."""

from __future__ import annotations

import uuid

from django.db import models

from tdapp.events.models import Division


class LineUp(models.Model):
    """One team's order of boards in one round; a team without a row plays in the order of its seeds.

    A fact once the round is published: what was played stands in its tables.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.PROTECT, related_name="line_ups")
    number = models.PositiveSmallIntegerField(help_text="the round")
    team = models.CharField(max_length=80)
    members = models.JSONField(help_text="ids of entrants, board 1 first; reserves behind, or left out")

    class Meta:
        ordering = ["division", "number", "team"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "number", "team"], name="line_up_one_per_team_and_round"
            )
        ]

    @property
    def scope_key(self) -> str:
        return self.division.scope_key
