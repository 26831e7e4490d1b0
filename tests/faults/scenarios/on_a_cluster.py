"""Scenarios 5 and 11 where the results are on PostgreSQL: its power goes, its disk is full, it can only be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

from tests.faults.clerk import Clerk
from tests.faults.clusters import NAME, Cluster, cluster, within_its_reach
from tests.faults.disks import no_room, small_disk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World
from tests.faults.scenarios.kills import count_entries
from tests.faults.scenarios.parts_away import CUT, while_typing
from tests.faults.scenarios.refused import until_refused
from tests.faults.under_entry import line

# Room for its files, its log and one more piece of it; what is written until it is full fits into the piece it has.
DISK_MIB = 256


def power_cut(world: World) -> Tally:
    """Every process of the database is killed under four clerks; started again it has all that was acknowledged."""
    tally = Tally()
    with (
        within_its_reach() as place,
        cluster(place) as server,
        world.own_hall("power", players=world.size(quick=80, whole=600), server=server) as scene,
    ):

        def power() -> None:
            server.kill()
            server.start()

        clerks = while_typing(scene, tally, [power] * world.size(quick=2, whole=10))
        connection.close()
        tally.tried = sum(len(who.saved) for who in clerks)
        count_entries(tally, scene, clerks)
    return tally


def disk_full(world: World, tally: Tally) -> None:
    """Nothing is said to be saved that is not; pages are read meanwhile; it goes on without a restart."""
    with within_its_reach() as place, small_disk(place / "small", DISK_MIB) as small:
        if small is None:
            tally.notes.append("a disk of its own for the database was not tried: none may be mounted here")
            return
        with (
            cluster(small) as server,
            world.own_hall("disk", players=world.size(quick=60, whole=400), server=server) as scene,
        ):
            who, tables = scene.clerk(0), scene.tables()
            web = scene.hall.children("web")
            with no_room(small, []):
                first = _refused(tally, scene, who, tables)
            with _only_read(server):
                last = _refused(tally, scene, who, tables[::-1])
            for table in tables:
                who.enter(line(table), key=f"table-{table}")
            connection.close()
            tally.tried += len(tables)
            tally.notes.append(f"full from table {first} on, only read at table {last}, all saved afterwards")
            tally.errors += len(scene.hall.replaced(web))
            count_entries(tally, scene, [who])


def _refused(tally: Tally, scene: Scene, who: Clerk, tables: list[int]) -> int:
    table = until_refused(tally, who, tables)
    tally.errors += who.browser.tried("GET", f"/e/{scene.event.slug}/").status != 200
    return table


@contextmanager
def _only_read(server: Cluster) -> Iterator[None]:
    """As after a move to a replica: whoever comes may read and nothing else."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as other:

        def set_to(value: str) -> None:
            other.execute(f"ALTER DATABASE {NAME} SET default_transaction_read_only = {value}")
            other.execute(CUT, [NAME, other.info.backend_pid])
            connection.close()

        set_to("on")
        try:
            yield
        finally:
            set_to("off")
