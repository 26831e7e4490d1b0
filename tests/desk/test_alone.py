"""What a director alone at the desk is led to: the no-show's button, true figures on the overview, one page for safety."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.prizes.commands.finalising import finalise
from tdapp.events.entries.commands.presence import withdraw
from tdapp.kernel.models import Job
from tdapp.people.models import RatingList
from tests import factories as f

pytestmark = pytest.mark.django_db


def text(client: Client, url: str) -> str:
    """A page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(url).content.decode()).split())


def test_a_no_show_is_pressed_on_its_table_and_counts_as_a_game_for_the_overview(client: Client) -> None:
    here = f.hall(players=4)
    client.force_login(here.director)
    base = f"/e/{here.event.slug}"
    page = client.get(f"{base}/{here.division.slug}/round/1/table/1/").content.decode()
    absent = f.table(here.division, 1).seats.get(seat=2).entrant
    assert f"{absent.listed} did not come" in page
    (line,) = re.findall(r'name="line"\s+value="(1 f2 r1)"', page)
    client.post(f"{base}/enter/", {"line": line})
    f.enter(f.table(here.division, 2), 400, 390)
    close_round(here.as_(here.director), f.table(here.division, 1).round)
    overview = client.get(f"{base}/")
    (card,) = overview.context["cards"]
    assert all(
        f'href="{base}/{where}"' in overview.content.decode() for where in ("entries/add", "hall/leaving/")
    )
    assert [(one.half_wins, one.counted) for one in card.leaders] == [(2, 1), (2, 1), (0, 1), (0, 1)]
    assert "-−" not in text(client, f"{base}/")


def test_who_withdrew_for_good_is_not_counted_among_those_here(client: Client) -> None:
    here = f.hall(players=4, rounds=0)
    client.force_login(here.director)
    here.division.entrants.update(checked_in_at=here.event.created_at)
    gone = here.division.entrants.get(number=4)
    withdraw(here.as_(here.director), gone, from_round=1, intent="unscored")
    page = text(client, f"/e/{here.event.slug}/")
    assert "3 of 3 here" in page
    assert "Check-in 3/3" in page


def test_an_event_is_rated_on_no_list_of_the_demo_and_a_first_list_needs_only_a_name(client: Client) -> None:
    here = f.hall(players=4, rounds=1, played=1, rating_kind="full", plan="swiss 1", rounds_planned=1)
    owner = f.member(here.event, "director", "keeper", owner=True)
    client.force_login(owner)
    close_round(here.as_(owner), f.table(here.division, 1).round)
    finalise(here.as_(owner), here.division)
    RatingList.objects.create(slug="demo", name="Demo ratings", demo=True)
    assert "Make a rating list" in text(client, f"/e/{here.event.slug}/")
    facts = {"name": "Bayan Club", "kind": "national", "formula": "naspa", "partial_formula": "naspa-club",
             "provisional_games": "50", "inactive_days": "730"}  # fmt: skip
    client.post("/ratings/new", facts)
    assert RatingList.objects.get(demo=False).slug == "bayan-club"
    page = client.get("/ratings/bayan-club/runs/").content.decode()
    assert re.search(r'name="division"[^>]*\bchecked', page)
    client.post("/ratings/new", facts | {"name": "New"})
    assert RatingList.objects.filter(slug="new-list").exists()


def test_a_backup_is_made_from_the_safety_page_and_leads_back_to_it(client: Client) -> None:
    here = f.hall(players=4)
    here.director.owner = True
    here.director.save()
    client.force_login(here.director)
    safety = f"/e/{here.event.slug}/copies/"
    assert "Make a backup" in text(client, safety)
    answer = client.post("/backup/", {"place": "here", "open": "1", "event": here.event.slug})
    assert answer["Location"] == safety
    assert Job.objects.filter(kind__startswith="installation").exists()
    client.force_login(here.clerk)
    assert client.get(safety).status_code == 403


def test_the_demo_offers_nobody_to_sign_its_invented_results(client: Client) -> None:
    here = f.hall(players=4, rounds=1, played=1, plan="swiss 1", rounds_planned=1)
    client.force_login(here.director)
    close_round(here.as_(here.director), f.table(here.division, 1).round)
    finalise(here.as_(here.director), here.division)
    overview, files = f"/e/{here.event.slug}/", f"/e/{here.event.slug}/export/"
    assert "Sign results" in text(client, overview)
    assert "For the federation" in text(client, files)
    here.event.demo = True
    here.event.save()
    assert "Sign results" not in text(client, overview)
    assert "For the federation" not in text(client, files)
    page = text(client, f"{files}federation")
    assert "its results are invented" in page
    assert "Sign and save the file" not in page
