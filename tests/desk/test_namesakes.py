"""Two of one name in one division: everywhere at the desk it is seen which of them is meant."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.desk.day.division_states import states
from tdapp.desk.models import Prize
from tdapp.desk.overview import cards
from tdapp.desk.overview.overview import last_entries, tables_out
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.prizes.page import page, receipts, script
from tdapp.desk.prizes.rules.winners import settings_of
from tdapp.events.models import Entrant
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, players=4, rounds=0, confirm_policy="single")
NAMES = ("Santos, Maria (Cebu Word Club)", "Santos, Maria (Davao Tiles)")


def santos_twice() -> Any:
    """Four players, 1 and 2 both called Maria Santos and at one table in round 1."""
    here = f.hall(players=4, rounds=0, confirm_policy="single")
    Entrant.objects.filter(division=here.division, number__lte=2).update(given="Maria", surname="Santos")
    one, two, three, four = here.division.entrants.order_by("number")
    f.published(here.division, [(one, two), (three, four)])
    return here


def text(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def test_the_pages_of_a_round_say_which_of_them_is_meant(client: Client) -> None:
    here = santos_twice()
    client.force_login(here.director)
    base = f"/e/{here.event.slug}/"
    table = here.division.table_first
    met = "Santos, M. (#1) – Santos, M. (#2)"
    assert met in text(client.get(f"{base}enter/"))
    assert tables_out(here.event)[0].names == met
    saved = client.post(f"{base}enter/", {"line": f"{table} 371 366"}, HTTP_HX_REQUEST="true")
    assert f"{NAMES[0]} 371 beat {NAMES[1]} 366" in text(saved)
    assert last_entries(here.event)[0].said == "Santos, M. (#1) 371 – Santos, M. (#2) 366"
    shown = text(client.get(f"{base}{here.division.slug}/round/1/"))
    assert "Santos, M. (#1) 371 – Santos, M. (#2) 366" in shown
    placing = text(client.get(f"{base}{here.division.slug}/round/1/as-played"))
    assert all(name in placing for name in NAMES)
    f.enter(f.table(here.division, table + 1, 1), 400, 390)
    close_round(here.as_(here.director), f.table(here.division, table).round)
    (leaders,) = cards.leading(states(here.event)).values()
    assert set(NAMES) <= {one.name for one in leaders}


def test_a_winner_is_told_from_another_of_the_name_though_only_one_of_them_wins() -> None:
    here = santos_twice()
    f.enter(f.table(here.division, here.division.table_first, 1), 455, 300)
    Prize.objects.create(
        event=here.event,
        division=here.division,
        order=1,
        kind=Prize.Kind.HIGH_GAME,
        places=[{"thing": "trophy"}],
    )
    (row,) = page(here.event, settings_of(here.event)).rows
    assert row.won[0].name == "Maria Santos (Cebu Word Club)"
    assert row.won[0].why.startswith("Maria Santos (Cebu Word Club) scored 455")
    (read,) = script(here.event).scenes[0].winners[0]
    (signed,) = receipts(here.event).rows
    assert {(one.name, one.club) for one in (read, signed)} == {("Maria Santos", "Cebu Word Club")}


def test_the_commands_name_both(capsys: pytest.CaptureFixture[str]) -> None:
    here = santos_twice()
    slug, table = here.event.slug, str(here.division.table_first)
    call_command("enter_result", slug, table, "371", "366")
    call_command("correct_result", slug, table, "371", "367", "--reason", "slip misread")
    call_command("enter_result", slug, str(here.division.table_first + 1), "400", "390")
    call_command("pair", slug)
    call_command("withdraw", slug, "2", "--from", "2")
    told = capsys.readouterr()
    assert f"{table}: {NAMES[0]} 371 beat {NAMES[1]} 366" in told.out
    assert f"{NAMES[0]} 371 beat {NAMES[1]} 367" in told.out
    paired = [line for line in told.out.splitlines() if "goes first" in line or "first meeting" in line]
    assert all("Santos, Maria (" in line for line in paired if "Santos" in line)
    assert f"{NAMES[1]} is out from round 2 on" in told.out
    with pytest.raises(SystemExit):
        call_command("post_round", slug)
    assert f"{NAMES[1]} is away now" in capsys.readouterr().err
