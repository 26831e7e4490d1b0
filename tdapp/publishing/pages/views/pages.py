"""The pages of an event for everybody."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tdapp.kernel.pages.shells import Tab
from tdapp.publishing.answers import answers, page_titles
from tdapp.publishing.pages import page_bodies, page_facts, page_kinds
from tdapp.publishing.released import parts, public_access, single_flight
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor

Stage = Callable[[DivisionDoor], DivisionDoor]


@require_safe
def home(request: HttpRequest, event: str) -> HttpResponse:
    """The event: its divisions, what is out, who leads."""
    door = public_access.open_event(event)
    divisions = [(row.name, _url("pairings", door, row)) for row in door.divisions]
    part = parts.of_whole(door)
    shell, told = (
        answers.shell(door, divisions, "", []),
        page_titles.below(
            answers.where_when(door), page_titles.divisions(row.name for row in door.divisions)
        ),
    )
    return answers.page(request, door, part, page_bodies.of_event(door), shell, told=told)


@require_safe
def prizes(request: HttpRequest, event: str) -> HttpResponse:
    """The prizes, once they were given."""
    door = public_access.open_event(event)
    divisions = [(row.name, _url("pairings", door, row)) for row in door.divisions]
    part = parts.of_whole(door)
    return answers.page(request, door, part, page_bodies.prizes(door), answers.shell(door, divisions, "", []))


@require_safe
def pairings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The newest shown round: by table, or `?by=name`, `?by=club`."""
    by = request.GET.get("by", "table")
    return _page(request, event, division, "pairings", by if by in page_facts.ORDERS else "table")


@require_safe
def standings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings."""
    return _page(request, event, division, "standings")


@require_safe
def round_pairings(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The pairings of one round, at an address that stays: by table, or `?by=name`, `?by=club`."""
    by = request.GET.get("by", "table")
    return _page(
        request, event, division, "pairings", by if by in page_facts.ORDERS else "table", with_round(number), number
    )  # fmt: skip


@require_safe
def round_standings(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The standings after one round, at an address that stays."""
    return _page(request, event, division, "standings", number, after_round(number), number)


@require_safe
def results(request: HttpRequest, event: str, division: str, number: int = 0) -> HttpResponse:
    """Results of one released round, the newest without a number."""
    return _page(request, event, division, "results", number)


@require_safe
def players(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Everybody who stands in something public."""
    return _page(request, event, division, "players")


@require_safe
def player(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One player: table, opponent, who starts; record and games as far as released."""
    return _page(request, event, division, "player", number)


@require_safe
def wallchart(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released rounds on one sheet."""
    return _page(request, event, division, "wallchart")


@require_safe
def statistics(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The highest, the widest, the closest of the released games."""
    return _page(request, event, division, "statistics")


@require_safe
def teams(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings of teams."""
    return _page(request, event, division, "teams")


def after_round(number: int) -> Stage:
    """The division as it stood after this round. Missing: its standings are not out."""
    return lambda row: public_access.after_round(row, number, _rounds(row))


def with_round(number: int) -> Stage:
    """The division with the pairings of this round. Missing: they are not out."""
    return lambda row: public_access.with_round(row, number, _rounds(row))


def _rounds(row: DivisionDoor) -> list[int]:
    key = f"public:rounds:{row.id}:{row.visible}"
    return single_flight.fly(key, row.stamp, lambda: public_access.public_rounds(row))


def _page(
    request: HttpRequest, event: str, division: str, kind: str, arg: str | int = "",
    stage: Stage | None = None, of_round: int = 0,
) -> HttpResponse:  # fmt: skip
    door = public_access.open_event(event)
    row = door.division(division)
    part = parts.of_division(door, row)
    fragment = page_bodies.of_division(door, stage(row) if stage else row, kind, arg, of_round)
    section = page_kinds.SECTION_OF.get(kind, kind)
    divisions = [(other.name, _url(section, door, other)) for other in door.divisions]
    shell = answers.shell(door, divisions, _url(section, door, row), sections(door, row, section))
    told = page_titles.below(door.name, answers.where_when(door))
    return answers.page(request, door, part, fragment, shell, row.name, told)


def sections(event: EventDoor, row: DivisionDoor, current: str) -> list[Tab]:
    """The pages of a division, the current one marked."""
    return [Tab(title, _url(name, event, row), name == current) for name, title in page_titles.tabs().items()]


def _url(name: str, event: EventDoor, row: DivisionDoor) -> str:
    return reverse(f"publishing:{name}", args=(event.slug, row.slug))
