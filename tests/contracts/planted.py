"""What is private of children, planted through every door of an event; and looking for it in a text."""

from __future__ import annotations

from datetime import date
from html import unescape
from itertools import product
from typing import Any

from tdapp.desk.pairing.commands import release
from tdapp.events.entries.commands import entrants as entry_commands
from tdapp.events.models import Division, Entrant, Event, Round, Table
from tdapp.interchange.commands import entering
from tdapp.interchange.commands import roster as rosters
from tdapp.interchange.models import RosterPreview
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import release as release_sheet
from tests import factories as f
from tests.contracts.worlds import World, a_sheet

GUARDIAN, CONTACT, CHILD = "Tagapag-alaga Kanaryo", "0917-555-77", "Kanaryong"
NOTES = "Hika ng Kanaryo"
BORN = [date(2011, 3, 7), date(2012, 9, 21), date(2010, 11, 13), date(2013, 5, 29)]
SAID = (
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%Y%m%d",
    "%d %B %Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %b %Y",
)
SCHOOL_DIVISION = "school"


def birthday_words() -> set[str]:
    """Each planted birth date in every way it is usually written, as a spreadsheet's day number too."""
    words = {day.strftime(how) for day, how in product(BORN, SAID)}
    words |= {word.replace(" 0", " ").lstrip("0") for word in words if " " in word}
    return words | {f">{day.toordinal() - date(1899, 12, 30).toordinal()}<" for day in BORN}


PRIVATE = birthday_words() | {GUARDIAN, CONTACT, NOTES}


def leaks(text: str, words: set[str] = PRIVATE) -> list[str]:
    """Which of the planted words stand in a text."""
    text = unescape(text)
    return sorted(word for word in words if word in text)


def plant(here: World) -> None:
    """Through the walk-in, the private page and a roster file; then a round is played, shown and released."""
    row = f.division(Event.objects.get(pk=here.event.pk), SCHOOL_DIVISION.title(), school=True)
    ctx = f.acting(here.who("registrar"), here.event, key="planted-1")
    facts = {
        "guardian": f"{GUARDIAN} 1",
        "contact": f"{CONTACT}-1",
        "birth_date": BORN[0],
        "club": "San Roque School",
    }
    made = entry_commands.add_entrant(
        ctx, _fresh(row), surname=f"{CHILD}-una", given="Amihan", arrived=True, **facts
    )
    second = f.entrant(row, 2, surname=f"{CHILD}-dalawa", given="Bayani", age="unknown")
    more = {"birth_date": BORN[1], "birth_year": None, "guardian": f"{GUARDIAN} 2", "contact": f"{CONTACT}-2"}
    more |= {"notes": f"{NOTES} 2"}
    ctx = f.acting(here.who("registrar"), here.event, key="planted-2")
    entry_commands.edit_private(ctx, _entrant(second.pk), consent=False, **more)
    _import(here)
    assert made["number"]
    round_ = f.published(_fresh(row), public_at="2026-03-14T01:00:00Z")
    f.play(round_)
    program = f.program(here.event)
    release.close_round(program, Round.objects.select_related("division__event").get(pk=round_.pk))
    release.release_standings(program, _fresh(row), after=1)
    here.divisions[SCHOOL_DIVISION] = _fresh(row)
    here.facts["school_game"] = _game(here, f.table(row, row.table_first))


def _import(here: World) -> None:
    text = "Surname,Given name,School,Division,Birth date,Guardian,Contact,Notes\n" + "\n".join(
        f"{CHILD}-{name},Dalisay,San Isidro School,School,{born},{GUARDIAN} {n},{CONTACT}-{n},{NOTES} {n}"
        for n, (name, born) in enumerate([("tatlo", BORN[2]), ("apat", BORN[3])], start=3)
    )
    ctx = f.acting(here.who("registrar"), here.event, key="planted-3")
    event = Event.objects.get(pk=here.event.pk)
    told = rosters.preview_roster(ctx, event, data=text.encode(), name="roster.csv")
    preview = RosterPreview.objects.get(pk=told["id"])
    ctx = f.acting(here.who("registrar"), here.event, key="planted-4")
    entering.apply_roster(ctx, preview, seen=preview.digest)


def _game(here: World, table: Table) -> Sheet:
    """A finished sheet with a child's name in its notes, for everybody to replay."""
    writer = f.acting(here.who("director"), here.event)
    made = a_sheet(writer, table, note=f"{CHILD} saw it")
    finish(writer, made, seen=made.version)
    release_sheet(writer, made)
    return made


def _fresh(row: Division) -> Division:
    return Division.objects.select_related("event").get(pk=row.pk)


def _entrant(pk: Any) -> Entrant:
    return Entrant.objects.select_related("division__event", "club", "player").get(pk=pk)
