"""Events as those who work at them list them: what is on, what comes, what is over; found by words, fifty a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from tdapp.events.models import Event
from tdapp.kernel import clock

PAGE, MOST_TYPED = 50, 80


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of it. `typed`: what is looked for; `long`: there are more than stand on a page."""

    now: list[Event]
    coming: list[Event]
    past: list[Event]
    page: Page[UUID]
    typed: str
    long: bool


def listed(rows: QuerySet[Event], asked: Mapping[str, str]) -> Listed:
    """These events (not put away), those with each word of `q` in name, place or club, on the page asked for.

    Five statements and what `rows` fetch beside them, however many there are.
    """
    typed, today = words(asked.get("q", "")), clock.today()
    found = having(rows, typed)
    now = Q(starts_on__lte=today, ends_on__gte=today)
    parts = (
        found.filter(now).order_by("-starts_on", "-sequence"),
        found.filter(starts_on__gt=today).order_by("starts_on", "sequence"),
        found.filter(ends_on__lt=today).order_by("-starts_on", "-sequence"),
    )
    ids = [list(dict.fromkeys(part.values_list("pk", flat=True))) for part in parts]
    page = Paginator([pk for some in ids for pk in some], PAGE).get_page(asked.get("page"))
    events = {event.pk: event for event in rows.filter(pk__in=page.object_list)}
    on, coming, past = ([events[pk] for pk in some if pk in events] for some in ids)
    return Listed(on, coming, past, page, typed, bool(typed) or page.paginator.count > PAGE)


def words(typed: str) -> str:
    """What is typed into a search, in one line."""
    return " ".join(typed.replace("\0", "").split())[:MOST_TYPED]


def having(rows: QuerySet[Event], typed: str) -> QuerySet[Event]:
    """Those whose name, place or club has each word typed."""
    for word in typed.split():
        rows = rows.filter(Q(name__icontains=word) | Q(venue__icontains=word) | Q(host__name__icontains=word))
    return rows
