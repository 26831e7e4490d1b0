"""What happens at the tables: sheets, calls, rulings, phones, a kiosk."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from tdapp.desk.models import Claim
from tdapp.desk.phones.commands.phones import find_myself
from tdapp.desk.results.commands.claiming import actor_of, report
from tdapp.events.models import Table
from tdapp.judging.models import Call, Kiosk, TableLink
from tdapp.judging.phone.commands.table_links import call_by_link, make_links
from tdapp.judging.tables.links import token_of
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.files.commands.photos import attach
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import release as release_sheet
from tests import factories as f
from tests.contracts import judges
from tests.contracts.incidents import incidents
from tests.contracts.worlds.divisions import round_of
from tests.contracts.worlds.here import World
from tests.scoresheets.pictures import png


def at_paper(here: World) -> None:
    """The papers of the closed round's first table; a finished sheet where nothing is entered yet."""
    papers(here, 1)
    writer = f.acting(here.who("director"), here.event)
    ready = a_sheet(writer, f.table(here.divisions["waiting"], here.divisions["waiting"].table_first + 1))
    finish(writer, ready, seen=ready.version)
    here.facts["agreeing_sheet"] = sheets().get(pk=ready.pk)


def papers(here: World, tables: int) -> None:
    """At the first tables of round 1 a sheet each that is written in; at the very first one more, finished, that differs
    from the result, and a photo.
    """
    writer, row = f.acting(here.who("director"), here.event), here.divisions["open"]
    written = [a_sheet(writer, f.table(row, row.table_first + place, 1)) for place in range(tables)]
    done = a_sheet(writer, f.table(row, row.table_first, 1))
    finish(writer, done, seen=done.version)
    release_sheet(writer, done)
    here.facts |= {
        "sheet": written[0], "finished_sheet": sheets().get(pk=done.pk),
        "photo": attach(writer, written[0], data=png())["photo"],
    }  # fmt: skip


def a_sheet(writer: Context, table: Table, **more: Any) -> Sheet:
    """A sheet with one row."""
    row = sheets().get(table=table, number=create(writer, table)["sheet"])
    turn = {"kind": "score", "seat": 1, "score": 20, **more}
    write(writer, row, operations=[{"op": "add", "row": str(uuid4()), "turn": turn}])
    return sheets().get(pk=row.pk)


def judged(here: World) -> None:
    """Two tables of the open round call; the closed division was ruled on by its dictionary and a judge."""
    played, closed, judge = here.divisions["open"], here.divisions["closed"], here.who("judge")
    tables = [f.table(played, played.table_first + place, 2) for place in (3, 1)]
    here.facts |= judges.calls(played, judge, tables)
    edition = here.facts["lexicon"].editions.get(name="2026")
    waiting = here.divisions["waiting"]
    at = [f.table(waiting, waiting.table_first + place) for place in (0, 1)]
    here.facts |= incidents(waiting, judge, at)
    here.facts["ruling"] = judges.rulings(closed, judge, [f.table(closed, closed.table_first)], edition)


def table_links(here: World) -> None:
    """Each table of a round being played has its link; at the first one the phone has called."""
    row = here.divisions["waiting"]
    told = make_links(f.acting(here.who("judge"), here.event), round_of(row, 1))
    links = TableLink.objects.select_related("round__division__event", "table").filter(pk__in=told["links"])
    called, free = links.order_by("table__number")[:2]
    by_phone = Context(f"table:{called.pk}", "Phone", here.event.scope_key, frozenset({"table"}), "web")
    here.facts |= {
        "phone_call": Call.objects.get(pk=call_by_link(by_phone, called, seat=1)["call"]),
        "called_token": token_of(called),
        "table_token": token_of(free),
    }


def phones(here: World) -> None:
    """A player of the open round reported from his own phone; nobody has agreed yet."""
    row = here.divisions["open"]
    table = f.table(row, row.table_first + 3, 2)
    slot = table.seats.select_related("entrant__division__event", "round__division__event").get(seat=1)
    by_phone = Context(actor_of(slot), "Phone", here.event.scope_key, frozenset({"phone"}), "web")
    here.facts["phone_cookie"] = cookie = uuid4()
    find_myself(by_phone, slot.entrant, cookie=cookie, how="code")
    told = report(by_phone, table, seat=1, scores=(402, 377), sure=True, cookie=cookie)
    here.facts |= {
        "claim": Claim.objects.select_related("table").get(pk=told["claim"]),
        "phone_of": slot.entrant,
    }


def kiosk(here: World) -> None:
    """A screen at a round being played, quiet for an hour."""
    quiet, director = clock.now() - timedelta(hours=1), here.who("director")
    of = here.divisions["printed"]
    rows = Table.objects.select_related("round__division__event").order_by("-round__number")
    here.facts["kiosk_table"] = rows.filter(round__division=of, number=of.table_first)[0]
    here.facts["kiosk"] = Kiosk.objects.create(
        division=here.divisions["printed"], opened_at=quiet, seen_at=quiet, opened_by=director, label="Screen"
    )
