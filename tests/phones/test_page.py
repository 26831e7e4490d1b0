"""What a player's phone shows and sends: his own table, public names, released standings; a report exactly once."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdapp.desk.models import Claim, Result
from tdapp.desk.pairing.commands.release import release_standings
from tdapp.desk.phones.commands.phones import set_rule
from tdapp.events.models import Division, Round
from tdapp.kernel import clock
from tests import factories as f
from tests.judging.links import token
from tests.phones.phones import PART, address, entrant, mark, phone, playing, say, send, text_of
from tests.publishing.test_weight import LIMIT, weight

pytestmark = pytest.mark.django_db


def school() -> f.Hall:
    """Children whose guardians agreed to nothing."""
    here = f.event(school=True, public=True)
    of = f.division(here, school=True)
    f.entrants(of, 4, age="minor")
    f.published(of, public_at=clock.now())
    return f.Hall(here, of, *(f.member(here, role) for role in ("director", "clerk", "checker", "viewer")))


def test_the_page_shows_table_opponent_and_who_starts_by_public_names_alone() -> None:
    hall = school()
    text = text_of(phone(hall, 2).get(address(hall)))
    first, second = (slot.entrant for slot in hall.seats(1))
    for part in (
        "Round 1",
        "Table 1",
        first.public_name,
        second.public_name,
        f"{first.public_name} goes first",
    ):
        assert part in text
    others = [slot.entrant for table in (1, 2) for slot in hall.seats(table)]
    assert not any(row.surname in text for row in others)
    assert not any(row.public_name in text for row in others[2:])


def test_the_desks_sentence_about_a_pairing_never_reaches_a_phone() -> None:
    hall = school()
    table = hall.table(1)
    table.reason = f"{hall.seats(1)[0].entrant.listed} starts by lot"
    table.save()
    assert hall.seats(1)[0].entrant.surname not in phone(hall, 2).get(address(hall)).content.decode()


def test_pairings_that_are_not_shown_and_standings_that_are_not_released_stay_away() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    f.play(hall.division.rounds.get())
    assert "won–lost" not in text_of(client.get(address(hall)))
    release_standings(
        f.program(hall.event), Division.objects.select_related("event").get(pk=hall.division.pk), after=1
    )
    assert "won–lost" in text_of(client.get(address(hall)))
    f.published(hall.division, f.turned(hall.division, 2))
    assert "Round 2" not in text_of(client.get(address(hall)))


def test_the_page_stays_in_no_cache_and_keeps_no_session() -> None:
    hall = playing(4)
    answer = phone(hall, 1).get(address(hall))
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "sessionid" not in answer.cookies


def test_the_first_visit_weighs_less_than_thirty_kilobytes() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    for page in (client.get(address(hall)), Client().get(address(hall))):
        assert weight(page.content) < LIMIT


def test_a_report_goes_from_one_phone_to_the_other_and_counts() -> None:
    hall = playing(4, confirm_policy="two-people")
    one, other = (phone(hall, slot.entrant.number) for slot in hall.seats(1))
    assert "You reported 412–388" in text_of(send(one, hall, 1, 412, 388))
    assert "Yes, that is right" in text_of(other.get(address(hall)))
    answer = send(other, hall, 1, 412, 388)
    assert "In: 412–388" in text_of(answer)
    assert Result.objects.get(in_force=True).version == 1
    assert "In: 412–388" in text_of(one.get(address(hall)))


# Without the key the very same sending is stored a second time: the guard is the key and nothing else.
@pytest.mark.parametrize(("keyed", "rows"), [(True, 1), (False, 4)])
def test_a_report_sent_again_and_again_is_stored_once_by_its_key(keyed: bool, rows: int) -> None:
    hall = playing(4)
    client, key = phone(hall, 1), uuid4().hex
    body = {"table": 1, "game": mark(client, hall), "s1": 412, "s2": 388}
    for _again in range(4):
        headers = {**PART, "Idempotency-Key": key} if keyed else PART
        assert client.post(address(hall, "report"), body, headers=headers).status_code == 200
    assert Claim.objects.count() == rows


def test_a_late_report_finds_no_other_game_at_a_table_of_that_number() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    old = mark(client, hall)
    f.play(hall.division.rounds.get())
    Round.objects.update(status="closed")
    f.published(hall.division, f.turned(hall.division, 2), public_at=clock.now())
    body = {
        "table": entrant(hall, 1).slots.get(round__number=2).table.number,
        "game": old,
        "s1": 412,
        "s2": 388,
    }
    answer = client.post(address(hall, "report"), body, headers=PART)
    assert answer.status_code == 409
    assert "NOT saved: 412–388" in text_of(answer)
    assert not Claim.objects.exists()


def test_what_is_unusual_or_equal_is_asked_on_the_phone_with_the_numbers_kept() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    asked = send(client, hall, 1, 1900, 388)
    assert asked.status_code == 422
    assert "1900 is unusual here" in text_of(asked)
    assert 'value="1900"' in asked.content.decode()
    assert send(client, hall, 1, 1900, 388, sure="on").status_code == 200
    equal = send(client, hall, 1, 400, 400)
    assert 'name="b1"' in equal.content.decode()
    assert send(client, hall, 1, 400, 400, b1=412, b2=405).status_code == 200


def test_a_phone_without_scripts_reports_by_plain_forms() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    page = client.get(address(hall)).content.decode()
    key = re.search(r'name="idempotency_key" value="(\w+)" form="report"', page)
    assert key
    body = {"table": 1, "game": mark(client, hall), "s1": 412, "s2": 388, "idempotency_key": key[1]}
    assert client.post(address(hall, "report"), body).status_code == 303
    assert Claim.objects.get().scores == [412, 388]


def test_the_part_that_changes_is_asked_for_by_its_version() -> None:
    hall = playing(4)
    client = phone(hall, 1)
    version = re.findall(r'data-version="(\w+)"', client.get(address(hall)).content.decode())[0]
    assert client.get(address(hall), {"v": version}).status_code == 204
    say(hall, 1, 2, 412, 388)
    answer = client.get(address(hall), {"v": version})
    assert (answer.status_code, answer["X-Version"] != version) == (200, True)


def test_the_table_link_reports_and_the_desk_takes_it_over() -> None:
    hall = playing(4)
    secret = token(hall)
    page = text_of(Client().get(f"/q/{secret}/report"))
    assert all(slot.entrant.public_name in page for slot in hall.seats(1))
    assert Client().post(f"/q/{secret}/report", {"s1": 412, "s2": 388}).status_code == 303
    client = phone(hall, hall.seats(1)[1].entrant.number)
    assert "Yes, that is right" in text_of(client.get(address(hall)))
    send(client, hall, 1, 412, 388)
    assert not Result.objects.exists()
    set_rule(hall.as_(hall.director), hall.division, mode="off")
    assert Client().post(f"/q/{secret}/report", {"s1": 412, "s2": 388}).status_code == 403
    assert Client().get("/q/never/report").status_code == 404


def test_a_school_page_names_its_players_their_tables_and_released_records_by_public_names() -> None:
    hall = school()
    club = entrant(hall, 1).club
    assert club
    answer = Client().get(f"/t/{hall.event.slug}/by-school/", {"of": club.name})
    text = text_of(answer)
    assert entrant(hall, 1).public_name in text
    assert entrant(hall, 1).surname not in text
    assert "Table" in text
    assert Client().get(f"/t/{hall.event.slug}/by-school/", {"of": "Nowhere"}).status_code == 404
    assert club.name in text_of(Client().get(f"/t/{hall.event.slug}/by-school/"))
    assert weight(answer.content) < LIMIT


def test_the_desk_sees_what_phones_reported_and_accepts_with_one_button() -> None:
    hall = playing(4)
    say(hall, 1, 1, 412, 388)
    say(hall, 2, 1, 420, 400)
    say(hall, 2, 2, 400, 420)
    clerk = Client()
    clerk.force_login(hall.clerk)
    text = text_of(clerk.get(f"/e/{hall.event.slug}/enter/"))
    for part in ("Reported by phones", "412–388", "phones differ", "Accept 420–400", "Accept 400–420"):
        assert part in text
    claim = Claim.objects.get(table__number=1)
    done = clerk.post(f"/e/{hall.event.slug}/enter/reported/{claim.pk}", headers={"HX-Request": "true"})
    assert done.status_code == 200
    assert Result.objects.get().in_force
    typed = clerk.post(f"/e/{hall.event.slug}/enter/", {"line": "2 421 400"})
    assert "Reported by phone was something else" in text_of(typed)
    overview = Client()
    overview.force_login(hall.director)
    assert "Phones report different results" in text_of(overview.get(f"/e/{hall.event.slug}/"))


def test_a_phone_asks_as_few_questions_of_the_database_in_a_hall_of_eighty_as_in_one_of_eight() -> None:
    asked = []
    for players in (8, 80):
        hall = playing(players, table_last=60)
        client = phone(hall, 1)
        say(hall, 1, 2, 412, 388)
        version = client.get(address(hall))["X-Robots-Tag"]
        with CaptureQueriesContext(connection) as caught:
            client.get(address(hall), {"v": version})
        asked.append(len(caught))
    assert asked[0] == asked[1] <= 16


def test_the_desk_offers_new_codes_for_everybody_to_who_may_make_them_only() -> None:
    hall = playing(4)
    renewal = reverse("desk:phone_renew_all", args=[hall.event.slug, hall.division.slug])
    for who, offered in ((hall.director, True), (hall.clerk, False)):
        desk = Client()
        desk.force_login(who)
        page = desk.get(reverse("desk:phones", args=[hall.event.slug]))
        assert page.status_code == 200
        assert (renewal in page.content.decode()) is offered
