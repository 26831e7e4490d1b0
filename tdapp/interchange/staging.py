"""Events on their way in, out of everybody's sight until they are whole: written, and taken away again, in short legs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import ProtectedError

from tdapp.desk.models import KeptRound
from tdapp.events.models import Entrant, Event
from tdapp.events.setup.commands.creating import STAGED
from tdapp.interchange.event_file import event_tables
from tdapp.kernel import clock
from tdapp.kernel.running.legs import Legs
from tdapp.people.models import Club, Player, PlayerPrivate

ROWS_A_LEG = 400
# An import that is not over after so long was killed.
LEASE = timedelta(minutes=30)


def in_legs(*kinds: Sequence[models.Model]) -> Legs:
    """Insert rows of several tables, so many a leg."""
    for rows in kinds:
        for at in range(0, len(rows), ROWS_A_LEG):
            some = rows[at : at + ROWS_A_LEG]
            type(some[0])._base_manager.bulk_create(some)
            yield None


def clear(event: Event) -> None:
    """Take a staged event away again, with the people and clubs that came with it and nobody else speaks of."""
    if not Event.objects.filter(pk=event.pk, deleted_at__isnull=False).exists():
        return
    people = _named(event, "player")
    clubs = _named(event, "club")
    _delete_all(KeptRound.objects.filter(round__division__event=event))
    for model in event_tables.children_first():
        _delete_all(event_tables.rows_of(model, event))
    _delete_all(PlayerPrivate.objects.filter(scope=event.scope_key))
    for some in _parts(people):
        free = Player.objects.filter(pk__in=some, entries=None, privates=None, merged=None)
        _forget(free.filter(created_at__gte=event.created_at))
    for some in _parts(clubs):
        _forget(
            Club.objects.filter(pk__in=some, entries=None, players=None, home=None, events=None, region="")
        )


def _named(event: Event, name: str) -> list[Any]:
    rows = Entrant.objects.filter(event=event).exclude(**{name: None}).order_by()
    return list(rows.values_list(name, flat=True).distinct())


def _parts(keys: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (keys[at : at + ROWS_A_LEG] for at in range(0, len(keys), ROWS_A_LEG))


def _delete_all(rows: models.QuerySet[Any]) -> None:
    for some in _parts(list(rows.order_by().values_list("pk", flat=True))):
        with transaction.atomic():
            part = rows.model._base_manager.filter(pk__in=some)
            part._raw_delete(part.db)


def _forget(rows: models.QuerySet[Any]) -> None:
    """All of them; where another room refers to one, it stays with the others."""
    try:
        with transaction.atomic():
            rows.delete()
    except ProtectedError:
        return


def clear_left_behind() -> None:
    """Take away what killed imports left."""
    old = Event.objects.filter(deleted_at__lt=clock.now() - LEASE, extras__has_key=STAGED)
    for event in old:
        clear(event)
