"""The pack: its parts, who may have the private ones, its job with progress and cancel, its file and the end of it."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from django.test import Client

from tdapp.desk.models import CodeShowing
from tdapp.desk.phones import codes
from tdapp.desk.rehearsal import simulation
from tdapp.events.entries.commands import presence
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.publishing.paper import making
from tdapp.publishing.paper.pack import PARTS, Wish, build
from tdapp.publishing.paper.parts import grids
from tests import factories as f
from tests.paper.recorded import Drawn, recorded

pytestmark = pytest.mark.django_db
GUARDIAN, RING = "Mrs Quiapo-Canary", "0917 555 0100"
ADDRESS = "http://hall/t/cup/"


@pytest.fixture
def event() -> Event:
    event = f.event("cup", public=True, name="Cup of Ñ")
    division = f.division(event, "Juniors", plan="rr 1-5", rounds_planned=5, school=True)
    for child in f.entrants(division, 6, age="minor"):
        registry.set_private(
            child.player, event.scope_key, consent=False, by="x", guardian=GUARDIAN, contact=RING
        )
    return event


def pages_of(event: Event, *parts: str, paper: str = "a4") -> list[Drawn]:
    with recorded() as pages:
        build(event, Wish(parts, paper, 4, ADDRESS, f"{ADDRESS}find"), "Ana Cruz", lambda *_told: None)
    return pages


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_part_stays_inside_its_pages(event: Event, paper: str) -> None:
    f.published(event.divisions.get())
    for page in pages_of(event, *PARTS, paper=paper):
        assert [told for told in page.texts if not (0 < told[0] < page.size[0] and told[1] > 0)] == []


def test_private_sheets_alone_tell_of_guardians_and_say_so(event: Event) -> None:
    public = [name for name, part in PARTS.items() if not part.private]
    said = [text for page in pages_of(event, *public) for text in page.said]
    assert not any(GUARDIAN in text or RING in text or "Abad" in text for text in said)
    (sheet,) = pages_of(event, "check-in")
    assert sheet.said.count(GUARDIAN) == 6
    assert [word for word, _box in sheet.across] == ["PRIVATE"]


def test_the_table_of_rounds_lets_everybody_meet_once(event: Event) -> None:
    (page,) = pages_of(event, "round-robin")
    games = [
        tuple(sorted(map(int, said.split("–"))))
        for said in page.said
        if said.count("–") == 1 and said[0].isdigit()
    ]
    assert len(games) == len(set(games)) == 15


@pytest.fixture
def teams() -> Division:
    """Cebu (1 3 5) and Davao (2 4 6), two boards a match; number 5 is away in round 2."""
    row = f.division(f.event("teams"), "Open", plan="matches(boards=2) 1-3", rounds_planned=3)
    for one in f.entrants(row, 6):
        Entrant.objects.filter(pk=one.pk).update(team="Davao" if one.number % 2 == 0 else "Cebu")
    five = row.entrants.select_related("division__event", "event").get(number=5)
    presence.withdraw(f.program(row.event), five, from_round=2, to_round=2, intent="unscored")
    return row


def test_a_captain_has_a_sheet_with_his_team_and_boxes_for_every_round(teams: Division) -> None:
    cebu, davao = pages_of(teams.event, "line-ups")
    assert [page.said.count("Captain of Cebu") for page in (cebu, davao)] == [1, 0]
    assert sum(one.listed in cebu.said for one in teams.entrants.select_related("club")) == 3
    assert [f"Round {number}" in cebu.said for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert cebu.said.count("–") == 1
    assert "Write the board of whoever plays, 1 to 2; leave the box of a reserve empty." in davao.said


def test_match_sheets_are_one_to_copy_before_the_first_round_and_then_one_a_match(teams: Division) -> None:
    (empty,) = pages_of(teams.event, "match-sheets")
    assert empty.said.count("Captain") == 2
    assert not {"–", "0", "1–0"} & set(empty.said)
    simulation.pair_and_publish(f.program(teams.event), teams, 1)
    (match,) = pages_of(teams.event, "match-sheets")
    assert "Captain of Davao" in match.said


def test_without_team_matches_there_are_no_sheets_of_teams(event: Event) -> None:
    (page,) = pages_of(event, "line-ups", "match-sheets")
    assert any("Nothing to print yet" in said for said in page.said)


def test_a_private_pack_is_made_and_read_by_whoever_may_and_noted(event: Event, client: Client) -> None:
    clerk, registrar = f.member(event, "clerk", "clerk"), f.member(event, "registrar", "registrar")
    wish = Wish(("check-in",))
    with pytest.raises(Refusal) as refusal:
        making.make_pack(f.acting(clerk, event), event, wish=wish)
    assert refusal.value.status == 403
    told = making.make_pack(f.acting(registrar, event), event, wish=wish)
    entry = AuditEntry.objects.get(intent="paper.pack")
    assert (entry.actor_name, entry.payload["after"]["parts"]) == ("Registrar", ["check-in"])
    jobs.run(told["job"])
    url = f"/e/cup/paper/{told['job']}/"
    client.force_login(clerk)
    assert client.get(f"{url}file").status_code == 403
    assert client.post(f"{url}take-down").status_code == 403
    client.force_login(registrar)
    assert client.get(f"{url}file").content.startswith(b"%PDF")
    assert client.post(f"{url}take-down").status_code == 303
    assert client.get(f"{url}file").status_code == 404


def test_players_cards_are_made_and_taken_by_the_director_alone_and_who_takes_them_is_noted(
    event: Event, client: Client
) -> None:
    registrar, director = f.member(event, "registrar", "reg"), f.member(event, "director", "dina")
    wish = Wish(("cards",), find=f"{ADDRESS}me/")
    with pytest.raises(Refusal, match="printed by the director"):
        making.make_pack(f.acting(registrar, event), event, wish=wish)
    told = making.make_pack(f.acting(director, event), event, wish=wish)
    jobs.run(told["job"])
    url = f"/e/cup/paper/{told['job']}/"
    client.force_login(registrar)
    assert (client.get(f"{url}file").status_code, client.post(f"{url}take").status_code) == (403, 403)
    assert "the director opens it" in client.get(url).content.decode()
    assert not CodeShowing.objects.exists()
    client.force_login(director)
    assert client.get(f"{url}file").status_code == 403
    assert f"{url}take" in client.get(url).content.decode()
    assert client.post(f"{url}take").content.startswith(b"%PDF")
    rows = CodeShowing.objects.all()
    assert {(row.how, row.by_id) for row in rows} == {("printed", director.pk)}
    assert rows.count() == event.entrants.count()
    client.post(f"{url}take")
    assert CodeShowing.objects.count() == event.entrants.count()
    assert AuditEntry.objects.filter(intent="phone.print").count() == 2


def test_no_sheet_but_the_players_cards_tells_a_code(event: Event) -> None:
    known = codes.codes_of(event.entrants.all())
    said = [text for page in pages_of(event, *(set(PARTS) - {"cards"})) for text in page.said]
    assert not [code for code in known.values() if any(code in text.replace(" ", "") for text in said)]
    cards = [text for page in pages_of(event, "cards") for text in page.said]
    assert all(codes.spaced(code) in cards for code in known.values())


def test_a_pack_stops_at_its_next_sheet_and_leaves_no_file(event: Event) -> None:
    director = f.acting(f.member(event, "director", "d"), event)
    told = making.make_pack(director, event, wish=Wish(("entries", "rules")))
    Job.objects.filter(pk=told["job"]).update(cancel_requested=True)
    jobs.run(told["job"])
    row = Job.objects.get(pk=told["job"])
    assert row.status == Job.Status.CANCELLED
    assert not making.place_of(row).exists()


def test_a_pack_is_destroyed_after_its_day(event: Event) -> None:
    director = f.acting(f.member(event, "director", "d"), event)
    told = making.make_pack(director, event, wish=Wish(("rules",)))
    jobs.run(told["job"])
    place = making.place_of(Job.objects.get(pk=told["job"]))
    making.forget_old()
    assert place.exists()
    old = (clock.now() - making.KEEP - timedelta(minutes=1)).timestamp()
    os.utime(place, (old, old))
    making.forget_old()
    assert not place.exists()


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (Wish(()), "Choose at least one part"),
        (Wish(("moon",)), "no part called moon"),
        (Wish(("rules",), "a0"), "A4 or Letter"),
        (Wish(("rules",), "a4", 3), "two, four or twenty"),
    ],
    ids=["nothing", "unknown", "paper", "slips"],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(event: Event, wish: Wish, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        making.make_pack(f.program(event), event, wish=wish)


def test_an_event_without_a_public_page_has_no_poster(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(public=False)
    event.refresh_from_db()
    with pytest.raises(Refusal, match="no public page"):
        making.make_pack(f.program(event), event, wish=Wish(("posters",)))


def test_rounds_that_cannot_be_paired_are_told_in_the_engines_own_sentence(event: Event) -> None:
    division = event.divisions.get()
    division.entrants.all().delete()
    with pytest.raises(Refusal) as refusal:
        grids.schedule(division, grids.round_robins(division)[0], lambda: None)
    assert refusal.value.code == "cannot-pair"
