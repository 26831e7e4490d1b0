"""Boards and tile sets that a director painted and named, kept for other divisions and events: of the same club, or among
those that no club runs.

A division copies what it takes: changing or removing a row here changes no division.
"""

from __future__ import annotations

import uuid

from django.db import models

from tdapp.events.models.events import Event
from tdapp.kernel import clock


class NamedSet(models.Model):
    """A board (`rows`, `start`) or a tile set (`table`, `total`) under its name."""

    class Kind(models.TextChoices):
        BOARD = "board"
        TILES = "tiles"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    name = models.CharField(max_length=80)
    content = models.JSONField()
    scope = models.CharField(
        max_length=60, help_text="the event it was made at; only there it is replaced or removed"
    )
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "name", "scope"], name="named_set_one_name_an_event")
        ]

    @classmethod
    def library_of(cls, event: Event) -> models.QuerySet[NamedSet]:
        """What an event may take: kept at events of the same club, or, where no club runs it, at others of those."""
        at = {scope: scope.removeprefix("event:") for scope in cls.objects.values_list("scope", flat=True)}
        rows = Event.objects.filter(pk__in=set(at.values())).values_list("pk", "host")
        hosts = {str(pk): host for pk, host in rows}
        return cls.objects.filter(scope__in=[s for s, pk in at.items() if hosts.get(pk) == event.host_id])

    @property
    def scope_key(self) -> str:
        return self.scope

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"
