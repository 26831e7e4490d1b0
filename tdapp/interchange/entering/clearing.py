"""What a list left staged when it was cancelled, refused or killed, taken away again in batches."""

from __future__ import annotations

from typing import Any

from django.db.models import ProtectedError

from tdapp.events.models import Entrant, Event, Presence
from tdapp.interchange.entering import hidden
from tdapp.interchange.models import RosterPreview, StagedChange
from tdapp.people.models import Club, Player, PlayerPrivate


def is_left(preview: RosterPreview) -> bool:
    """Whether anything of a list is staged."""
    told = PlayerPrivate.objects.filter(scope=hidden.scope(preview))
    return hidden.of(preview) is not None or preview.changes.exists() or told.exists()


def clear(preview: RosterPreview, most: int) -> None:
    """Take up to so many staged rows away. Call inside a command."""
    waiting = PlayerPrivate.objects.filter(scope=hidden.scope(preview))
    event = hidden.of(preview)
    if event is not None and _entries(preview, event, waiting, most):
        return
    for rows in (preview.changes.all(), waiting):
        rows.model._default_manager.filter(pk__in=_first(rows, most)).delete()
    if event is not None:
        hidden.away(event)


def _entries(preview: RosterPreview, event: Event, waiting: Any, most: int) -> bool:
    """Staged entries with their people, as long as nobody else speaks of those; whether there were any."""
    some = Entrant.objects.filter(pk__in=_first(Entrant.objects.filter(event=event), most))
    people, clubs = _named(some, "player"), _named(some, "club")
    waiting.filter(player__in=people).delete()
    made = Player.objects.filter(pk__in=people, created_at__gte=event.created_at)
    told = PlayerPrivate.objects.filter(player__in=made.values("pk"), scope=preview.scope_key)
    told.filter(player__entries__event=event).exclude(player__entries__event=preview.event_id).delete()
    Presence.objects.filter(entrant__in=some.values("pk")).delete()
    gone, _each = some.delete()
    free = Player.objects.filter(pk__in=people, entries=None, privates=None, merged=None)
    _delete(free.filter(created_at__gte=event.created_at))
    _delete(Club.objects.filter(pk__in=clubs, entries=None, players=None, home=None, events=None, region=""))
    return bool(gone)


def sweep(preview: RosterPreview, most: int) -> None:
    """Take the changes of a list that is valid now away, in batches: they say what the entries say."""
    while some := _first(preview.changes.all(), most):
        StagedChange.objects.filter(pk__in=some).delete()


def _first(rows: Any, most: int) -> list[Any]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:most])


def _named(rows: Any, name: str) -> list[Any]:
    return list(rows.exclude(**{name: None}).values_list(name, flat=True).distinct())


def _delete(rows: Any) -> None:
    """All at once; where another room refers to one of them, it stays with the others."""
    try:
        rows.delete()
    except ProtectedError:
        return
