"""The actual pairings by pressing: who changes places, and the lines that say what differs from the round."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.pairing import as_played_page
from tdapp.desk.pairing.pairing_forms import read_places
from tdapp.desk.pairing.where_they_sat import Places, after, lines_of
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.models import Round
from tdapp.kernel.refusals import Refusal
from tests import factories as f

START = Places({1: [10, 20], 2: [30, 40]}, {50: "bye", 60: "forfeit"})


def swapped(*pairs: tuple[int, int]) -> str:
    now = START.copy()
    for one, other in pairs:
        now.swap(one, other)
    return lines_of(START, now)


def test_two_players_change_places_and_the_rest_stays() -> None:
    assert swapped((20, 40)) == "1 10 40\n2 30 20"
    assert swapped((10, 20)) == "1 20 10"
    assert swapped((20, 50)) == "1 10 50\nbye 20"
    assert swapped((30, 60)) == "2 60 40\nabsent 30 forfeit"
    assert swapped((20, 40), (20, 40)) == ""


def test_the_other_goes_first_and_somebody_is_seated_or_sent_away() -> None:
    now = START.copy()
    now.turn(1)
    now.put(30, "unscored")
    now.seat(50, 2)
    assert lines_of(START, now) == "1 20 10\n2 40 50\nabsent 30 not scored"


def test_not_scored_is_read_by_its_old_word_too() -> None:
    for line in ("absent 4 not scored", "absent 4 unscored", "Absent 4 Not Scored"):
        assert read_places(line)["absent"] == {4: "unscored"}, line
        assert after(Places({1: [4, 5]}), line).apart == {4: "unscored"}, line
    with pytest.raises(Refusal, match="is no place"):
        read_places("absent 4 not")


def test_lines_and_places_say_the_same() -> None:
    for lines in ("1 10 40\n2 30 20", "1 10 50\nbye 20", "2\n1 10 20 30\nabsent 40 forfeit"):
        assert sorted(lines_of(START, after(START, lines)).splitlines()) == sorted(lines.splitlines())
        assert read_places(lines)["tables"]
    assert after(START, "nonsense\n1 x\nbye\nabsent 1 holiday").tables == START.tables


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=6, rounds=1)


@pytest.mark.django_db
def test_presses_on_the_page_make_the_line_and_sending_it_records_it(hall: f.Hall) -> None:
    client = Client()
    client.force_login(hall.director)
    page = f"/e/{hall.event.slug}/{hall.division.slug}/round/1/as-played"
    first, second = ([seat.entrant.number for seat in hall.table(n).seats.order_by("seat")] for n in (1, 2))
    assert f"pick:{first[1]}" in client.get(page).content.decode()
    held = client.post(
        page, {"press": f"pick:{first[1]}", "places": ""}, headers={"X-Pressed": "1"}
    ).content.decode()
    assert f'name="picked" value="{first[1]}"' in held
    lines = f"1 {first[0]} {second[1]}\n2 {second[0]} {first[1]}"
    done = client.post(
        page, {"press": f"pick:{second[1]}", "picked": str(first[1]), "places": ""}
    ).content.decode()
    assert lines in done
    assert client.post(page, {"places": lines, "reason": "they sat so"}).status_code == 303
    assert [seat.entrant.number for seat in hall.table(1).seats.order_by("seat")] == [first[0], second[1]]


@pytest.mark.django_db
def test_whoever_is_left_without_a_place_and_a_table_with_a_result_are_seen(hall: f.Hall) -> None:
    f.enter(hall.table(1), 400, 380)
    round_ = Round.objects.get(division=hall.division, number=1)
    left = sorted(seat.entrant.number for seat in hall.table(2).seats.all())
    sat = as_played_page.shown(round_, "read", "2", "")
    assert [(table.number, table.fixed) for table in sat.tables if table.fixed] == [(1, True)]
    assert [one.number for one in sat.apart if not one.note] == left
    assert not any(table.changed for table in as_played_page.shown(round_, "anew", "2", "").tables)


@pytest.mark.django_db
def test_a_bye_for_somebody_who_is_not_here_is_asked_about_on_the_page_and_when_it_is_sent() -> None:
    here = f.hall(players=7, rounds=1)
    gone = here.seats(1)[1].entrant
    bye = here.division.rounds.get().slots.get(kind="bye").entrant
    withdraw(f.program(here.event), gone, from_round=2, intent="forfeit")
    client = Client()
    client.force_login(here.director)
    page = f"/e/{here.event.slug}/{here.division.slug}/round/1/as-played"
    pressed = {"press": f"pick:{bye.number}", "picked": str(gone.number), "places": ""}
    told = client.post(page, pressed).content.decode()
    assert "not here: a bye is a win" in told
    lines = f"1 {here.seats(1)[0].entrant.number} {bye.number}\nbye {gone.number}"
    asked = client.post(page, {"places": lines, "reason": "he left"})
    assert asked.status_code == 409
    assert "would be a win" in asked.content.decode()
    absent = lines.replace("bye", "absent") + " not scored"
    assert client.post(page, {"places": absent, "reason": "he left"}).status_code == 303
    assert here.division.rounds.get().slots.get(entrant=gone).kind == "unscored"
    again = client.post(page, {"places": f"bye {gone.number}", "reason": "he came"})
    assert again.status_code == 409
    assert (
        client.post(page, {"places": f"bye {gone.number}", "reason": "he came", "sure": "1"}).status_code
        == 303
    )
