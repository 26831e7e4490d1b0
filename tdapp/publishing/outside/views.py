"""The feed of releases, the event for a calendar, the picture a chat shows beside a link; as the site has them as files."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tdapp.desk.models import Snapshot
from tdapp.events.models import Round
from tdapp.kernel.pages.shells import root_of
from tdapp.publishing.answers import answers
from tdapp.publishing.look import answers as look_answers
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access, single_flight
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor
from tdapp.publishing.site import card, facts, feeds
from tdapp.publishing.site.feeds import Entry
from tdapp.publishing.told_at import told_at


@require_safe
def feed(request: HttpRequest, event: str) -> HttpResponse:
    """What came out, the newest first, as Atom."""
    door = public_access.open_event(event)
    entries = [entry for row in door.divisions for entry in _entries(door, row)]
    text = feeds.atom(door, entries, _root(request), told_at(door.slug).event)
    return _for_programs(request, door, text, "application/atom+xml")


def _entries(door: EventDoor, row: DivisionDoor) -> Iterator[Entry]:
    """Pairings and standings that are public now, each with the page that stays; nothing of what was hidden again."""
    shown = Round.objects.filter(division__id=row.id, number__lte=row.shown, public_at__isnull=False)
    for number, at in shown.exclude(status=Round.Status.PLANNED).values_list("number", "public_at"):
        assert at
        title = feeds.pairings_title(row.name, number)
        yield Entry(at, f"{row.slug}/round/{number}/", title, _path("round_pairings", door, row, number))
    released = Snapshot.objects.filter(division__id=row.id, why="released", after__lte=row.released)
    newest = dict(released.order_by("at").values_list("after", "at"))
    for number, at in newest.items():
        yield Entry(
            at,
            f"{row.slug}/standings/{number}/",
            feeds.standings_title(row.name, number),
            _path("round_standings", door, row, number),
        )


def _path(page: str, door: EventDoor, row: DivisionDoor, number: int) -> str:
    return reverse(f"publishing:{page}", args=(door.slug, row.slug, number)).lstrip("/")


@require_safe
def calendar(request: HttpRequest, event: str) -> HttpResponse:
    """The event, and what of its day plan is still to come, as a calendar file."""
    door = public_access.open_event(event)
    url = f"{_root(request)}t/{door.slug}/"
    text = feeds.calendar(door, url, facts.stops(door.slug), told_at(door.slug))
    return _for_programs(request, door, text, "text/calendar")


@require_safe
def preview(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """What is out of a division, and who leads, as previews of links show it; Missing while nothing is."""
    door = public_access.open_event(event)
    row = door.division(division)
    if not row.shown and not row.released:
        raise public_access.nothing_here()
    where = answers.where_when(door)
    digest = f"{boards.digest_of(row)}:{get_language()}:{where.encode().hex()}:{door.name.encode().hex()}:{door.look}"
    data = single_flight.fly(f"public:preview:{row.id}:{digest}", digest, lambda: _drawn(door, row, where))
    answer = HttpResponse(data, content_type="image/png")
    return answers.for_all(answers.conditional(request, answer), door)


def _drawn(door: EventDoor, row: DivisionDoor, where: str) -> bytes:
    board = boards.current(row)
    coloured, _logo = look_answers.of_event(UUID(door.id))
    colour = coloured.colour if coloured else ""
    return card.draw(door.name, where, board, len(door.divisions) > 1, colour)


def _root(request: HttpRequest) -> str:
    """What stands in front of every address: a program reads the file far from the page."""
    return f"{root_of(request) or request.build_absolute_uri('/').rstrip('/')}/"


def _for_programs(request: HttpRequest, door: EventDoor, text: str, kind: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    answer["Access-Control-Allow-Origin"] = "*"
    return answers.for_all(answers.conditional(request, answer), door)
