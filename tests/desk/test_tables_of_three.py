"""A division for three or four at a table, from plan to standings."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from tdapp.desk.day import prints
from tdapp.desk.ledger import division_standings
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing import drafts
from tdapp.desk.pairing.commands.release import release_standings
from tdapp.desk.rehearsal import simulation
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.standings.ranking import ranking
from tdapp.events.models import Division, Event, Slot
from tdapp.events.setup.planning import advised
from tdapp.interchange.event_facts import Facts
from tdapp.interchange.exports.player_sheets import standings_columns, standings_rows
from tests import factories

pytestmark = pytest.mark.django_db
SEE_OTHER = 303


@pytest.fixture
def hall() -> factories.Hall:
    return factories.hall(players=10, rounds=0, plan="tables(3) 1-7", precedence=["points", "spread"])


@pytest.fixture
def desk(hall: factories.Hall, client: Client) -> Client:
    client.force_login(hall.director)
    return client


def at(hall: factories.Hall, number: int = 1, what: str = "") -> str:
    return f"/e/{hall.event.slug}/{hall.division.slug}/round/{number}/{what}"


def run_of(hall: factories.Hall) -> PairingRun:
    return PairingRun.objects.get(round__division=hall.division, status="draft")


def seats(hall: factories.Hall) -> list[list[str]]:
    return [table["seats"] for table in run_of(hall).boards["tables"]]


def publish(hall: factories.Hall, desk: Client, number: int = 1) -> None:
    assert desk.post(at(hall, number, "draft")).status_code == SEE_OTHER
    answer = desk.post(at(hall, number, "publish"), {"seen": run_of(hall).version})
    assert answer.status_code == SEE_OTHER


def test_the_draft_lists_every_table_with_all_its_seats_and_says_it_is_the_best(
    hall: factories.Hall, desk: Client
) -> None:
    assert desk.post(at(hall, what="draft")).status_code == SEE_OTHER
    page = desk.get(at(hall)).content.decode()
    assert "Best possible seating (verified)" in page
    assert "First, then second" in page
    assert [len(table) for table in seats(hall)] == [4, 3, 3]
    assert len(re.findall("data-seat=", page)) == 10
    assert "nobody has met" in page
    assert run_of(hall).check_report["valid"]


def test_a_change_of_places_is_priced_and_offered_from_the_cheapest_on(
    hall: factories.Hall, desk: Client
) -> None:
    desk.post(at(hall, what="draft"))
    one, other = seats(hall)[0][0], seats(hall)[2][2]
    page = desk.get(at(hall), {"options": one}).content.decode()
    assert "What a change of places would cost the whole round:" in page
    assert page.count("changing places with") >= 6
    desk.post(at(hall, what="edit"), {"action": "swap", "one": one, "other": other, "seen": 1})
    assert seats(hall)[0][0] == other
    assert "Against the best round this costs" in desk.get(at(hall)).content.decode()


def test_a_locked_table_stays_seat_by_seat_when_the_rest_is_paired_anew(
    hall: factories.Hall, desk: Client
) -> None:
    desk.post(at(hall, what="draft"))
    number = run_of(hall).boards["tables"][1]["table"]
    desk.post(at(hall, what="edit"), {"action": "turn", "table": number, "seen": 1})
    kept = seats(hall)[1]
    desk.post(at(hall, what="edit"), {"action": "lock", "table": number, "seen": 2})
    assert desk.post(at(hall, what="repair"), {"seen": 3}).status_code == SEE_OTHER
    assert kept in seats(hall)
    assert sorted(one for table in seats(hall) for one in table) == sorted(
        str(row.pk) for row in hall.division.entrants.all()
    )


def test_turning_a_table_hands_the_start_to_the_next_seat() -> None:
    row = {"table": 1, "seats": ["a", "b", "c"], "locked": False, "by_hand": False, "drawn": False}
    changed, _ = drafts.edit({"tables": [row], "byes": [], "absent": []}, "turn", table=1)
    assert changed["tables"][0]["seats"] == ["b", "c", "a"]
    met, _ = drafts.edit(
        {"tables": [row, {**row, "table": 2, "seats": ["d", "e", "f"]}], "byes": [], "absent": []},
        "pair",
        one="a",
        other="e",
    )
    assert [table["seats"] for table in met["tables"]] == [["a", "b", "e"], ["d", "c", "f"]]


def test_the_plan_advises_to_rank_tables_of_three_by_points(hall: factories.Hall) -> None:
    plan = parse_plan("tables(3) 1-7")
    assert isinstance(plan, Plan)
    assert not [text for text in advised(hall.division, plan) if "points or shares" in text]
    hall.division.precedence = ["wins", "spread"]
    assert [text for text in advised(hall.division, plan) if "points or shares" in text]


def test_three_scores_go_in_on_one_line_and_the_points_rank(hall: factories.Hall, desk: Client) -> None:
    publish(hall, desk)
    scores = {4: "412 388 301 350", 3: "400 390 380"}
    for table in hall.division.rounds.get().tables.order_by("number"):
        line = f"{table.number} {scores[table.seats.count()]}"
        answer = desk.post(f"/e/{hall.event.slug}/enter/", {"line": line})
        assert answer.status_code < 400, answer.content.decode()[:300]
    assert Result.objects.filter(in_force=True).count() == 3
    hall.division.refresh_from_db()
    shown = ranking(hall.division, 1)
    assert shown.counted == "points"
    assert [line.row.by_place for line in shown.lines] == [12, 12, 12, 8, 6, 6, 4, 0, 0, 0]
    page = desk.get(f"/e/{hall.event.slug}/{hall.division.slug}/standings/1/").content.decode()
    assert "Points" in page
    assert "⅔" in page


def test_too_few_scores_for_a_table_of_three_are_refused_in_one_sentence(
    hall: factories.Hall, desk: Client
) -> None:
    publish(hall, desk)
    three = next(t for t in hall.division.rounds.get().tables.all() if t.seats.count() == 3)
    answer = desk.post(f"/e/{hall.event.slug}/enter/", {"line": f"{three.number} 400 380"})
    assert f"Table {three.number} needs 3 scores in seat order; 2 were typed." in answer.content.decode()


@pytest.mark.parametrize(
    "what", ["", "print/by-table/", "print/by-name/", "print/call-out/", "print/slips-4/"]
)
def test_every_sheet_of_a_round_names_all_who_sit_there(
    what: str, hall: factories.Hall, desk: Client
) -> None:
    publish(hall, desk)
    text = desk.get(at(hall, what=what)).content.decode()
    for slot in Slot.objects.filter(round__division=hall.division).select_related("entrant"):
        assert slot.entrant.surname in text


def test_four_rounds_of_a_division_hold_from_draft_to_closing(hall: factories.Hall) -> None:
    """Every round drafted, published, played and closed; the seats shared out; nothing broken."""
    inside = factories.program(hall.event)
    for number in (1, 2, 3, 4):
        hall.division.refresh_from_db()
        simulation.play_round(inside, hall.division, number, seed=8)
    hall.division.refresh_from_db()
    assert broken(hall.event) == []
    rows = division_standings.table(hall.division, 4)
    assert sum(line.row.by_place for line in rows) == 4 * (24 + 18 + 18)
    assert rows[0].row.rank == 1


def test_a_slip_names_the_turn_of_every_seat_and_has_a_line_for_every_signature(
    hall: factories.Hall, desk: Client
) -> None:
    publish(hall, desk)
    first = prints.slips(prints.of_round(hall.division.rounds.get()))[0]
    assert [seat["word"] for seat in first["seats"]] == ["1st", "2nd", "3rd", "4th"]
    page = desk.get(at(hall, what="print/slips-4/")).content.decode()
    assert page.count("<div>Signature, ") == 10
    assert "Signature, 3rd" in page


def test_released_standings_show_the_points_that_rank(hall: factories.Hall, client: Client) -> None:
    inside = factories.program(hall.event)
    simulation.play_round(inside, hall.division, 1, seed=8)
    hall.division.refresh_from_db()
    release_standings(inside, Division.objects.select_related("event").get(), after=1)
    Event.objects.update(public=True)
    page = client.get(f"/t/{hall.event.slug}/{hall.division.slug}/standings/").content.decode()
    assert "Points" in page
    assert page.count("⅔") == 1
    best = f"/t/{hall.event.slug}/{hall.division.slug}/players/{_best(hall)}/"
    assert "<dt>points</dt><dd>1</dd>" in client.get(best).content.decode()
    told = client.get(f"/t/{hall.event.slug}/{hall.division.slug}/standings.json").json()["rows"]
    assert [round(row["points"] * 12) for row in told] == [12, 12, 12, 8, 6, 6, 4, 0, 0, 0]


def _best(hall: factories.Hall) -> int:
    return division_standings.table(hall.division, 1)[0].entrant.number


def test_the_api_and_the_sheets_tell_the_points_that_rank(hall: factories.Hall, desk: Client) -> None:
    simulation.play_round(factories.program(hall.event), hall.division, 1, seed=8)
    division = Division.objects.select_related("event").get()
    told = desk.get(f"/api/v1/events/{hall.event.slug}/divisions/{division.slug}/standings").json()["rows"]
    facts = Facts(division, 1)
    at = [column.heading for column in standings_columns(facts)].index("Points")
    rows = list(standings_rows(facts))
    assert [round(row["points"] * 12) for row in told] == [12, 12, 12, 8, 6, 6, 4, 0, 0, 0]
    assert [row[at] for row in rows] == [row["points"] for row in told]
