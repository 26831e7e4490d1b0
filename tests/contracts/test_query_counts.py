"""Every page asks the database as often for 16 players (80 in the soak) as for 8, whatever is cached: taken from the URLconf."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.api.commands import create_token
from tdapp.api.models import ApiToken
from tdapp.desk.models import TableQuestion
from tdapp.desk.pairing.commands import drafting, release
from tdapp.desk.results.commands import questions
from tdapp.events.members.commands import members
from tdapp.events.models import Division, JoinLink, Round, Table
from tdapp.judging.phone.commands.table_links import make_links
from tdapp.publishing.screens.commands.screens import add_screen
from tests import factories as f
from tests.contracts import copied, giving, hall, judges, signing_in
from tests.contracts.addresses import every_address
from tests.contracts.filling import path
from tests.contracts.incidents import incidents
from tests.contracts.matrix import MATRIX
from tests.contracts.worlds import World
from tests.contracts.worlds.files import lists, whole_events
from tests.contracts.worlds.people import webhooks
from tests.contracts.worlds.tables import papers
from tests.sweeps import SOAK, swept, taken_back

pytestmark = pytest.mark.django_db
SMALL, LARGE = 8, 80 if SOAK else 16
ADDRESSES = {a.name: a for a in every_address() if a.name in MATRIX and MATRIX[a.name].look and a.at_an_event}
VALUE = re.compile(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b")
LIST = re.compile(r"\(\?(?:, \?)*\)")
# Other views of the same pages, by what stands behind the question mark.
VIEWS = {
    "events:entries": ("", "q=a", "sort=rating", "state=in", "division=open"),
    "events:checkin": ("", "division=open", "by=club&rows=350"),
    "publishing:pairings": ("", "by=name", "by=club"),
    "publishing:find": ("q=a",),
    "publishing:screen_feed": ("", "show=out", "show=standings", "show=checkin"),
    "publishing:pairings_text": ("", "by=name"),
    "desk:wallchart": ("", "by=rank"),
    "desk:roll_call": ("", "by=table", "by=name"),
    "desk:results_in": ("", "division=open"),
    "scoresheets:sheets": ("", "division=open", "state=open"),
}
SHEETS = ("by-table", "by-name", "by-club", "call-out", "slips-2", "slips-4", "blank-slips-2")
# Pages of a fixed length show no more of a larger hall; the log shows fifty entries, so both halls have more.
# A draft is looked at where one stands (`test_a_drafted_round_asks_no_more_for_a_larger_field`).
CASES = [(name, view) for name in ADDRESSES for view in VIEWS.get(name, ("",)) if name != "api:draft"]
CASES += [("desk:print_sheet", sheet) for sheet in SHEETS]


@dataclass(frozen=True)
class Sized:
    """A hall of so many players with two rounds, the second half in, and a third drafted."""

    world: World
    client: Client


def sized(players: int) -> Sized:
    event = f.event(f"hall-{players}", public=True)
    here = World(event, {"director": f.member(event, "director", f"director-{players}", operator=True)}, {})
    row = f.division(event, "Open", table_last=60, plan="swiss 1-6, matches 7")
    entrants = [f.entrant(row, number, team="AB"[number % 2]) for number in range(1, players + 1)]
    here.divisions["open"] = row
    for number in (1, 2):
        f.published(row, f.turned(row, number), public_at="2026-03-14T01:00:00Z")
    program = f.program(event)
    f.play(_round(row, 1))
    release.close_round(program, _round(row, 1))
    tables = list(Table.objects.filter(round=_round(row, 2)).select_related("round__division__event"))
    for table in tables[: len(tables) // 2]:
        f.enter(table, 450 - table.number, 350 + table.number)
    for table in tables[-2:]:
        questions.raise_question(program, table, text="look at the slip")
    release.release_standings(program, Division.objects.select_related("event").get(pk=row.pk), after=1)
    papers(here, players // 2)
    _log_enough(here)
    director = f.acting(here.who("director"), event)
    link = JoinLink.objects.get(pk=members.invite(director, event, role="clerk")["id"])
    token = create_token(director, event, label="screen", roles=["viewer"])
    make_links(director, _round(row, 2))
    tables = [one for one in tables if one.round.number == 2][: players // 2]
    here.facts |= judges.calls(row, here.who("director"), tables)
    here.facts |= incidents(row, here.who("director"), tables)
    here.facts["ruling"] = judges.rulings(row, here.who("director"), tables)
    here.facts |= {
        "entrant": entrants[0], "phone_of": entrants[0], "absent": entrants[0], "link": link, "token": members.token_of(link),
        "question": TableQuestion.objects.all()[0],
        "api_token": ApiToken.objects.get(pk=token["id"]),
        **webhooks(here.who("director")),
    }  # fmt: skip
    here.facts |= hall.at_work(event, row)
    here.facts |= copied.prepared(event, director)
    here.facts |= giving.large(event, director, row)
    here.facts |= signing_in.prepared(here.who("director"))
    lists(here, "Open", players)
    add_screen(program, event, name="Front")
    whole_events(here, f.division(event, "Spare"), players)
    client = Client(raise_request_exception=False)
    client.force_login(here.who("director"))
    return Sized(here, client)


def _round(of: Division, number: int) -> Round:
    return Round.objects.select_related("division__event").get(division=of, number=number)


def _log_enough(here: World) -> None:
    table = Table.objects.select_related("round__division__event").filter(round__division__event=here.event)[
        0
    ]
    for turn in range(50):
        questions.raise_question(f.program(here.event), table, text=f"look {turn}")
    TableQuestion.objects.filter(table=table).delete()


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Sized, Sized]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield sized(SMALL), sized(LARGE)
        transaction.set_rollback(True)


def queries(hall: Sized, name: str, view: str) -> list[str]:
    """What one page asks of the database with nothing cached."""
    extra = {"what": view} if view in SHEETS else {}
    where = path(ADDRESSES[name], hall.world, **extra) + (f"?{view}" if view and not extra else "")
    cache.clear()
    with CaptureQueriesContext(connection) as caught:
        answer = hall.client.get(where)
    assert answer.status_code in {200, 204, 302, 303}, (where, answer.status_code)
    return [query["sql"] for query in caught]


@swept("name, view", CASES, around=taken_back)
def test_a_page_asks_no_more_for_many_players_than_for_eight(
    both: tuple[Sized, Sized], name: str, view: str
) -> None:
    """The large hall comes first: what only a process's first look asks for counts against it. Where it asks nothing as
    often as there are tables left to play, nothing can be asked for each, and the small one need not be looked at.
    """
    small, large = both
    many = queries(large, name, view)
    if len(many) > MOST:
        many = queries(large, name, view)
    assert len(many) <= MOST
    if not SOAK and most_alike(many) < LARGE // 4:
        return
    few = queries(small, name, view)
    if len(many) > len(few):
        many = queries(large, name, view)
    assert len(many) <= len(few), "\n".join(sql[:150] for sql in many if sql not in few)


def most_alike(asked: list[str]) -> int:
    """How often the same is asked of different rows, at most."""
    alike = Counter(LIST.sub("(?)", VALUE.sub("?", sql)) for sql in asked)
    return max(alike.values(), default=0)


def test_what_is_asked_for_each_player_is_alike_whatever_it_names() -> None:
    event = f.event("hall", public=True)
    row = f.division(event, "Open")
    f.entrants(row, LARGE // 4)
    with CaptureQueriesContext(connection) as caught:
        for one in row.entrants.all():
            assert list(one.division.entrants.filter(pk__in=[one.pk], number__lt=one.number)) == []
    assert most_alike([query["sql"] for query in caught]) == LARGE // 4


# The whole-hall pages ask once for each kind of thing they show; more than this is a loop in disguise.
MOST = 47


@pytest.mark.parametrize("size", [0, 1])
def test_a_drafted_round_asks_no_more_for_a_larger_field(both: tuple[Sized, Sized], size: int) -> None:
    """The draft page of a hall of either size, compared by a number that holds for both."""
    hall = both[size]
    row = Division.objects.select_related("event").get(pk=hall.world.divisions["open"].pk)
    for table in Table.objects.filter(round__division=row, round__number=2, results=None):
        f.enter(table, 400, 390)
    drafting.draft_round(f.program(hall.world.event), row, number=3)
    slug = hall.world.event.slug
    for where in (f"/e/{slug}/open/round/3/", f"/api/v1/events/{slug}/divisions/open/rounds/3/draft"):
        hall.client.get(where)
        with CaptureQueriesContext(connection) as caught:
            assert hall.client.get(where).status_code == 200
        assert len(caught) <= MOST
