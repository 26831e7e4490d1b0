"""The desk's pages of an event of very many players, by address: for a test that bounds them and a bench that measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client

from tdapp.events.models import Division
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
    "events:checkin": ("", "by=club", "rows=all"),
    "desk:wallchart": ("", "by=rank"),
    "desk:roll_call": ("", "by=table", "by=name"),
    "desk:tables_out": ("",),
}


@dataclass(frozen=True)
class Desk:
    """The event and its director's browser."""

    division: Division
    world: World
    client: Client


def desk_of(players: int) -> Desk:
    """An event of so many with an open round half in; another division of as many, not checked in yet, is drafted."""
    row = large.event(players, closed=CLOSED)
    large.drafted(row.event, players)
    director = f.member(row.event, "director", operator=True)
    world = World(row.event, {"director": director}, {"open": row}, {"entrant": row.entrants.first()})
    client = Client(raise_request_exception=False)
    client.force_login(director)
    return Desk(row, world, client)


def every_page(
    desk: Desk, rounds: tuple[int, ...] = (CLOSED + 1, CLOSED, CLOSED + 2)
) -> Iterator[tuple[str, str]]:
    """Name and path of every page of the event that can be filled in from it alone; of `rounds` the open one comes first."""
    for address in every_address():
        if address.name in MATRIX and MATRIX[address.name].look and address.at_an_event:
            yield from ((address.name, where) for where in _looks(desk, address, rounds))


def _looks(desk: Desk, address: Address) -> Iterator[str]:
    numbers = (CLOSED + 1, CLOSED, CLOSED + 2) if "number" in address.parameters else (CLOSED + 1,)
    for number in numbers:
        try:
            where = (
                path(address, desk.world, number=number) if len(numbers) > 1 else path(address, desk.world)
            )
        except KeyError:
            return
        for view in VIEWS.get(address.name, ("",)):
            yield where + (f"?{view}" if view else "")
    if address.name == "desk:round":
        yield path(address, desk.world, division="drafted", number=1)
