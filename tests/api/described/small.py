"""A small hall with something of most things in it, made in a second: what the short sweep meets."""

from __future__ import annotations

from tdapp.api.doors.instead import add_webhook
from tdapp.desk.models import Prize
from tdapp.desk.prizes.commands import prizes
from tdapp.desk.results.commands import questions
from tdapp.events import access
from tdapp.kernel.commands import Installation
from tdapp.people.models import Officer, Player
from tdapp.publishing.certificates import logos
from tdapp.publishing.screens.commands.screens import add_screen
from tdapp.ratings.keeping.commands.lists import create_list
from tests import factories as f
from tests.api.described.rows import Rows
from tests.contracts import clubs, judges
from tests.contracts import hall as at_work
from tests.contracts.incidents import incidents
from tests.contracts.worlds.tables import a_sheet
from tests.scoresheets.pictures import png


def stocked(here: f.Hall) -> Rows:
    """The rows of a hall whose director may do everything everywhere, and of the club that runs its event."""
    person, event, row = here.director, here.event, here.division
    person.operator = person.owner = True
    person.save()
    ctx, tables = f.acting(person, event), [f.table(row, row.table_first + place) for place in (0, 1)]
    home = clubs.club("small-club", event)
    Officer.objects.create(club=home.club, user=person, role="club-officer")
    clubs.prepared(home, person, access.installation_context(person, "web"))
    at_work.at_work(event, row)
    judges.calls(row, person, tables)
    incidents(row, person, tables)
    a_sheet(ctx, tables[0])
    questions.raise_question(ctx, tables[1], text="the spread is wrong")
    prizes.add_prizes(ctx, event, wanted=[prizes.Wanted("rank", ((500_00, "trophy"),), row.pk)])
    assert Prize.objects.filter(event=event).exists()
    logos.add_sponsor(ctx, event, name="Tindahan", data=png())
    add_screen(ctx, event, name="Front")
    add_webhook(ctx, event, name="app", address="https://example.org/told")
    create_list(f.context.system(), Installation(), slug="list", facts={"name": "List"})
    for number in "ab":
        Player.objects.create(number=number, surname="Salonga", key="salonga")
    return Rows(event, person, home)
