"""The desk's pages of an event of very many players, by address: for a test that bounds them and a bench that measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client

from tdapp.events.models import Division, Membership
from tests import factories as f
from tests import large
from tests.contracts.addresses import Address, every_address
from tests.contracts.filling import path
from tests.contracts.matrix import MATRIX
from tests.contracts.worlds import World

CLOSED = 3
# Other looks at the same pages.
VIEWS = {
    "events:entries": ("", "sort=rating", "state=in"),
    "events:checkin": ("", "by=club", "rows=350"),
    "desk:wallchart": ("", "by=rank"),
    "desk:roll_call": ("", "by=table", "by=name"),
    "desk:tables_out": ("",),
}
# Other papers at the same address.
PAPERS = {
    "desk:print_sheet": ("by-table", "by-name", "by-club", "call-out", "slips-2", "slips-4"),
    "paper:sheet": ("by-table", "by-name"),
}

# Pages that are long before the first round.
ARRIVING = {"desk:round", "events:checkin", "events:entries"}


@dataclass(frozen=True)
class Desk:
    """The event and its director's browser."""

    division: Division
    drafted: Division
    world: World
    client: Client
    closed: int


def desk_of(players: int, closed: int = CLOSED) -> Desk:
    """An event of so many, after `closed` rounds half of one in; another of as many, not checked in yet, is drafted."""
    row = large.event(players, closed=closed)
    other = large.drafted(f.event(), players)
    director = f.member(row.event, "director", operator=True)
    Membership.objects.create(event=other.event, user=director, role="director")
    world = World(row.event, {"director": director}, {"open": row}, {"entrant": row.entrants.first()})
    client = Client(raise_request_exception=False)
    client.force_login(director)
    return Desk(row, other, world, client, closed)


def every_page(desk: Desk, rounds: tuple[int, ...] = ()) -> Iterator[tuple[str, str]]:
    """Name and path of every page of the event that can be filled in from it alone; of `rounds` (the open one, the one before
    and the one after) the open one comes first.
    """
    rounds = rounds or (desk.closed + 1, desk.closed, desk.closed + 2)
    for address in every_address():
        if address.name in MATRIX and MATRIX[address.name].look and address.at_an_event:
            yield from ((address.name, where) for where in _looks(desk, address, rounds))


def _looks(desk: Desk, address: Address, rounds: tuple[int, ...]) -> Iterator[str]:
    numbered = "number" in address.parameters
    for number in rounds if numbered else rounds[:1]:
        try:
            where = path(address, desk.world, **({"number": number} if numbered else {}))
        except KeyError:
            return
        for view in VIEWS.get(address.name, ("",)):
            yield where + (f"?{view}" if view else "")
        for what in PAPERS.get(address.name, ())[1:] if number == rounds[0] else ():
            yield path(address, desk.world, number=number, what=what)
    if address.name in ARRIVING:
        more = {"division": "drafted", "number": 1} if numbered else {}
        for view in VIEWS.get(address.name, ("",)):
            yield path(address, desk.world, event=desk.drafted.event.slug, **more) + (
                f"?{view}" if view else ""
            )
