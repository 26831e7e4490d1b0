"""One event with something of everything in it, so that every address leads somewhere; made twice: own and foreign."""

from __future__ import annotations

from tdapp.events import access
from tdapp.events.models import Division
from tdapp.kernel.permissions import CLUB_ROLES, EVENT_ROLES
from tdapp.publishing.screens.commands.screens import add_screen
from tests import factories as f
from tests.contracts import clubs, copied, giving, hall, ratings, signing_in, words
from tests.contracts.worlds import divisions, files, people, tables
from tests.contracts.worlds.browsers import kiosk_browser, phone_browser, pin_browser, signed_in
from tests.contracts.worlds.files import t_file
from tests.contracts.worlds.here import World
from tests.contracts.worlds.people import PIN
from tests.contracts.worlds.tables import a_sheet

__all__ = [
    "ABROAD", "PIN", "World", "a_sheet", "foreign_world", "kiosk_browser", "phone_browser", "pin_browser", "signed_in",
    "t_file", "world",
]  # fmt: skip
ABROAD = "abroad"  # a division that only the foreign event has


def world(slug: str) -> World:
    """Divisions in every state a round can be in, one person for each role, links and tokens."""
    event = f.event(slug, name=f"Event {slug}", public=True)
    staff = {role: f.member(event, role, f"{role}-{slug}") for role in EVENT_ROLES}
    staff["organiser"] = f.member(event, "director", f"organiser-{slug}", operator=True)
    home = clubs.club(f"club-{slug}", event)
    staff |= {role: f.officer(home, role, f"{role}-{slug}") for role in CLUB_ROLES}
    here = World(event, staff, {}, {"home": home})
    for make in divisions.DIVISIONS:
        row = make(here)
        here.divisions[row.slug] = Division.objects.select_related("event").get(pk=row.pk)
    tables.at_paper(here)
    people.invited(here)
    people.tokens(here)
    tables.kiosk(here)
    add_screen(f.program(event), event, name="Front")
    files.lists(here, "Fresh")
    files.copies(here)
    files.whole_events(here, here.divisions["spare"])
    files.sent_in(here)
    here.facts |= words.lists(slug)
    here.facts |= ratings.rated(slug, here.divisions["closed"], here.divisions["complete"])
    here.facts["saved"] = words.saved(here.facts["lexicon"], here.who("director"))
    staff["voter"] = here.facts["voter"]
    tables.judged(here)
    tables.table_links(here)
    tables.phones(here)
    organiser = access.installation_context(here.organiser, "web")
    here.facts |= clubs.prepared(home, here.who("club-officer"), organiser)
    giving.demo_made()
    here.facts |= giving.prepared(here.event, f.acting(here.who("director"), here.event), here.divisions)
    here.facts |= copied.prepared(here.event, f.acting(here.who("director"), here.event))
    here.facts |= hall.at_work(here.event, here.divisions["printed"])
    here.facts |= signing_in.prepared(here.who("director"))
    return here


def foreign_world(slug: str) -> World:
    """The same, with one division more that no other event has."""
    here = world(slug)
    row = f.division(here.event, ABROAD.title())
    f.entrants(row, 4)
    f.play(f.published(row))
    return here
