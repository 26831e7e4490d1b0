"""The second roll-call, several leaving at once, slow tables, announcements, the forecast and archive of a real hall."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import canonical
from tdapp.desk.day import rollcall
from tdapp.desk.day.forecast_inputs import forecast
from tdapp.desk.day.slow_tables import tables
from tdapp.events.day import announcing, clocks
from tdapp.events.day.commands import announcements, clocking
from tdapp.events.day.commands.day_plan import set_day_plan
from tdapp.events.entries.commands import roll_calls
from tdapp.events.models import Announcement, DayPlan, Event, Leaving, Presence, RollCall
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.event_file.writing import archive
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.screens import live
from tests import factories as f

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 3, 14, 1, 0, tzinfo=UTC)


def later(minutes: int) -> Any:
    return clock.at(NINE + timedelta(minutes=minutes))


def ids(hall: f.Hall, *numbers: int) -> list[str]:
    return [str(hall.division.entrants.get(number=n).pk) for n in numbers]


def the_call(hall: f.Hall) -> RollCall:
    return RollCall.objects.select_related("event").get(event=hall.event)


def test_a_roll_call_expects_who_is_here_and_not_away_and_ticks_off_by_club_and_by_table() -> None:
    hall = f.hall(8)
    clerk = hall.as_(hall.clerk)
    hall.division.rounds.get().slots.filter(entrant__number=8).delete()
    hall.division.entrants.filter(number=8).update(checked_in_at=None)
    hall.division.entrants.get(number=7).absences.create(first=2, kind="withdrawn", intent="unscored")
    assert roll_calls.open_roll_call(clerk, hall.event)["opened"]
    assert not roll_calls.open_roll_call(clerk, hall.event)["opened"]
    roll_calls.mark(clerk, the_call(hall), entrants=ids(hall, 1, 2))
    roll_calls.mark(clerk, the_call(hall), entrants=ids(hall, 2), here=False)
    rows = rollcall.expected(hall.event, the_call(hall))
    assert {row.entrant.number for row in rows} == {1, 2, 3, 4, 5, 6}
    assert [row.entrant.number for row in rows if row.seen] == [1]
    by_table = rollcall.groups(rows, rollcall.TABLE)
    assert [group.title for group in by_table] == ["Table 1", "Table 2", "Table 3", "Table 4"]
    assert sum(len(group.rows) for group in by_table) == 6
    assert sum(len(group.waiting) for group in by_table) == 5
    roll_calls.close_roll_call(clerk, the_call(hall))
    with pytest.raises(Refusal, match="closed"):
        roll_calls.mark(clerk, the_call(hall), entrants=ids(hall, 3))


def test_who_plays_without_having_been_checked_in_is_called_too_and_offered_when_not_seen() -> None:
    hall = f.hall(4)
    clerk = hall.as_(hall.clerk)
    hall.division.entrants.filter(number__in=(1, 2)).update(checked_in_at=None)
    hall.division.rounds.get().slots.filter(entrant__number=2).delete()
    roll_calls.open_roll_call(clerk, hall.event)
    roll_calls.mark(clerk, the_call(hall), entrants=ids(hall, 3, 4))
    rows = rollcall.expected(hall.event, the_call(hall))
    assert [(row.entrant.number, row.seen) for row in rows if row.entrant.number < 3] == [(1, False)]
    client = Client()
    client.force_login(hall.director)
    ticked = client.get(page(hall, "leaving")).context["ticked"]
    assert ticked == 1


def test_several_leave_after_a_look_and_come_back_with_one_press() -> None:
    hall = f.hall(8)
    director = hall.as_(hall.director)
    who = ids(hall, 1, 2, 3)
    with pytest.raises(Refusal, match=r"3 withdraw from round 2: .*5 play on, an odd number") as asked:
        roll_calls.leave_together(director, hall.event, entrants=who, intent="unscored")
    assert (asked.value.code, Presence.objects.count()) == ("ask", 0)
    roll_calls.leave_together(director, hall.event, entrants=who, intent="forfeit", sure=True)
    assert {row.intent for row in Presence.objects.all()} == {"forfeit"}
    roll_calls.bring_back_together(director, Leaving.objects.select_related("event").get())
    assert Presence.objects.count() == 0
    assert Leaving.objects.get().undone_at


def test_one_who_cannot_leave_keeps_all_of_them_in_and_is_named() -> None:
    hall = f.hall(8)
    director = hall.as_(hall.director)
    stuck = hall.division.entrants.get(number=2)
    stuck.absences.create(first=2, kind="away", last=3, intent="unscored")
    with pytest.raises(Refusal, match=stuck.surname) as refused:
        roll_calls.leave_together(
            director, hall.event, entrants=ids(hall, 1, 2), intent="unscored", sure=True
        )
    assert (len(refused.value.sentences), Presence.objects.count()) == (1, 1)


def test_a_batch_stays_once_a_round_was_published_without_them() -> None:
    hall = f.hall(8)
    director = hall.as_(hall.director)
    roll_calls.leave_together(
        director, hall.event, entrants=ids(hall, 1, 2), intent="unscored", late=True, sure=True
    )
    f.published(hall.division, [])
    with pytest.raises(Refusal, match="bring them back from the next round on"):
        roll_calls.bring_back_together(director, Leaving.objects.select_related("event").get())
    assert Presence.objects.count() == 2


def test_slow_tables_are_named_by_the_minutes_the_clock_ran_and_a_pause_makes_nobody_slow() -> None:
    hall = f.hall(12, rounds=1)
    clerk = hall.as_(hall.clerk)
    page = {one.round_id: one.version for one in clocks.of_event(hall.event)}
    with later(0):
        clocking.start(clerk, hall.event, rounds=page)
    for number in (1, 2, 3, 4):
        with later(40 + number):
            f.enter(hall.table(number), 400, 390)
    with later(50):
        assert [row.word for row in tables(hall.event).rows] == ["", ""]
        clocking.pause(clerk, hall.event, rounds=dict.fromkeys(page, 1))
    with later(200):
        assert tables(hall.event).slow == ()
        clocking.start(clerk, hall.event, rounds=dict.fromkeys(page, 2))
    with later(206):
        found = tables(hall.event)
        assert (found.typical, found.sentence) == (42, "2 slow tables: 5, 6.")
    with later(220):
        assert {row.word for row in tables(hall.event).rows} == {"time is up"}


def test_announcements_stand_until_their_moment_or_until_taken_down_where_they_are_meant() -> None:
    hall = f.hall(4)
    director = hall.as_(hall.director)
    with later(0):
        announcements.post(director, hall.event, ready="lunch", minutes=60)
        said = announcements.post(director, hall.event, text="Car 123, lights on.", place="phones")
    with later(30):
        assert [row.ready for row in announcing.in_force(hall.event, announcing.SCREENS)] == ["lunch"]
        assert len(announcing.in_force(hall.event, announcing.PHONES)) == 2
        announcements.take_down(director, hall.event, announcement=str(said["id"]))
    with later(61):
        assert announcing.in_force(hall.event) == []
    assert Announcement.objects.count() == 2


def test_an_announcement_for_one_division_is_offered_where_there_are_several_and_kept_from_the_others() -> (
    None
):
    hall = f.hall(4)
    client = Client()
    client.force_login(hall.director)
    assert 'name="division"' not in client.get(page(hall, "hall")).content.decode()
    kids = f.division(hall.event, "Kids")
    typed = {"text": "Kids to lunch.", "place": "both", "division": "kids"}
    assert client.post(page(hall, "hall_announce"), {**typed, "division": "abroad"}).status_code == 422
    assert client.post(page(hall, "hall_announce"), typed).status_code == 303
    client.post(page(hall, "hall_announce"), {"ready": "quiet", "division": "kids"})
    assert [row.division for row in announcing.in_force(hall.event)] == [kids, kids]
    assert "· Kids" in client.get(page(hall, "hall")).content.decode()
    told = client.get(page(hall, "hall_now")).json()["announcements"]
    assert [one["division"] for one in told] == ["kids", "kids"]
    screens = (
        live.read(str(hall.event.pk), ["open"], roll=False),
        live.read(str(hall.event.pk), ["kids"], roll=False),
    )
    assert [len(one.said) for one in screens] == [0, 2]


def test_the_forecast_of_a_hall_follows_its_plan_its_clock_and_its_tables() -> None:
    hall = f.hall(8, plan="swiss 1-3", rounds_planned=3)
    director = hall.as_(hall.director)
    set_day_plan(director, hall.event, line="09:00 r1; 10:30 lunch 60; r2-3; prizes", seen=0)
    with pytest.raises(Conflict):
        set_day_plan(director, hall.event, line="09:00 r1-3", seen=0)
    with later(5):
        clocking.start(director, hall.event, rounds={one.round_id: 0 for one in clocks.of_event(hall.event)})
    with later(30):
        due = forecast(hall.event)
    assert [f"{one.at:%H:%M} {one.label}" for one in due.ahead] == [
        "10:30 Lunch", "11:30 Round 2", "12:45 Round 3", "14:00 Prize giving",
    ]  # fmt: skip
    assert due.stops[0].why == "4 of 4 tables are pending, 35 min on the clock; a round takes 65 min here."


def test_an_archive_carries_day_plan_and_round_time() -> None:
    hall = f.hall(4, plan="swiss 1-3", rounds_planned=3)
    director = hall.as_(hall.director)
    set_day_plan(director, hall.event, line="09:00 r1-3; prizes", seen=0)
    clocking.set_round_time(director, hall.division, minutes=45, last_turn="stop", seen=0)
    data = canonical.dumps(archive(hall.event)).encode()
    import_archive(context.system(), Installation(), data=data, slug="again")
    again = Event.objects.get(slug="again")
    assert DayPlan.objects.get(event=again).line == "09:00 r1-3; prizes"
    time = clocks.time_of(again.divisions.get())
    assert (time.minutes, time.last_turn) == (45, "stop")


def page(hall: f.Hall, name: str, **kwargs: Any) -> str:
    return reverse(f"desk:{name}", kwargs={"event": hall.event.slug, **kwargs})


def test_a_stale_button_says_what_the_other_clerk_did_and_a_clerk_changes_no_day_plan() -> None:
    hall = f.hall(4)
    client = Client()
    client.force_login(hall.clerk)
    key = str(hall.division.rounds.get().pk)
    client.post(page(hall, "hall_clock", press="start"), {"round": f"{key}:0"})
    said = client.post(
        page(hall, "hall_clock", press="extend"), {"round": f"{key}:0", "minutes": "5"}, follow=True
    )
    assert "changed the clock of round 1 meanwhile" in said.content.decode()
    assert client.post(page(hall, "hall_plan"), {"line": "", "seen": 0}).status_code == 403
    client.force_login(hall.viewer)
    assert client.post(page(hall, "hall_clock", press="pause"), {"round": f"{key}:1"}).status_code == 403


def test_the_stops_typed_row_by_row_are_the_same_line_and_a_bad_one_stays_as_typed() -> None:
    hall = f.hall(4, plan="swiss 1-3", rounds_planned=3)
    client = Client()
    client.force_login(hall.director)
    rows = [
        {"day": 1, "at": "09:00", "what": "rounds", "first": 1, "last": 2}, {"what": "lunch", "minutes": 45},
        {"day": 2, "at": "08:30", "what": "rounds", "first": 3}, {"what": "other", "label": "Group photo", "minutes": 10},
    ]  # fmt: skip
    body = {"by": "rows", "seen": 0, "stop-TOTAL_FORMS": len(rows), "stop-INITIAL_FORMS": 0}
    body |= {f"stop-{n}-{name}": value for n, row in enumerate(rows) for name, value in row.items()}
    bad = client.post(page(hall, "hall_plan"), {**body, "stop-0-at": "9am"})
    assert (bad.status_code, b"9am is no time of day" in bad.content) == (422, True)
    assert client.post(page(hall, "hall_plan"), body).status_code == 303
    assert DayPlan.objects.get().line == "09:00 r1-2; lunch 45; day 2; 08:30 r3; Group photo 10"


def test_the_day_is_shown_as_it_would_be_while_it_is_typed_and_nothing_is_saved() -> None:
    hall = f.hall(4, plan="swiss 1-3", rounds_planned=3)
    hall.division.rounds.update(status="planned")
    client = Client()
    client.force_login(hall.director)
    with later(-60):
        shown = client.get(page(hall, "hall_plan_shown"), {"line": "09:00 r1-2; lunch 45; r3; 12:00 prizes"})
        told = shown.content.decode()
        bad = client.get(page(hall, "hall_plan_shown"), {"line": "9am r1-3"}).content.decode()
        rows = {
            "by": "rows",
            "stop-TOTAL_FORMS": 2,
            "stop-INITIAL_FORMS": 0,
            "stop-0-at": "10:00",
            "stop-0-what": "rounds",
        }
        rows |= {"stop-0-first": 1, "stop-0-last": 3, "stop-1-what": "lunch", "stop-1-minutes": 30}
        by_rows = client.get(page(hall, "hall_plan_shown"), rows).content.decode()
    at = [
        told.index(text) for text in ("Round 1", "11:20", "Lunch", "Round 3", "Prize giving", "1 h 20 late")
    ]
    assert at == sorted(at)
    assert ("9am is no time of day" in bad, "Round 1" in bad) == (True, False)
    assert by_rows.index("Round 3") < by_rows.index("Lunch")
    assert not DayPlan.objects.exists()
