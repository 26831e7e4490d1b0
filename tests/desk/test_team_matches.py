"""Team matches at the desk: line-ups into the draft, match sheets, how a match stands, teams by match points."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from core.messages import read
from tdapp.desk.day.prints import of_round
from tdapp.desk.ledger import lineups
from tdapp.desk.models import LineUp, PairingRun
from tdapp.desk.pairing.commands import drafting
from tdapp.desk.pairing.commands.line_ups import set_line_ups
from tdapp.desk.pairing.teams import matches, team_table
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Entrant, Round
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.paper import rounds as paper
from tests import factories as f

pytestmark = pytest.mark.django_db


def division(plan: str = "matches(boards=3) 1-3", players: int = 12) -> Division:
    """Teams Cebu (1 4 7 10), Davao (2 5 8 11) and Lipa (3 6 9 12), numbers as seeds; or fewer players."""
    row = f.division(f.event(), "Open", plan=plan, rounds_planned=3)
    for at, one in enumerate(f.entrants(row, players)):
        Entrant.objects.filter(pk=one.pk).update(team=("Cebu", "Davao", "Lipa")[at % 3])
    return Division.objects.select_related("event").get(pk=row.pk)


def drafted(row: Division, number: int = 1) -> PairingRun:
    told = drafting.draft_round(f.program(row.event), row, number=number)
    return PairingRun.objects.select_related("round__division__event").get(pk=told["id"])


def seated(run: PairingRun) -> list[set[int]]:
    numbers = {str(pk): number for pk, number in Entrant.objects.values_list("pk", "number")}
    return [{numbers[one] for one in table["seats"]} for table in run.boards["tables"]]


def out(run: PairingRun) -> set[int]:
    numbers = {str(pk): number for pk, number in Entrant.objects.values_list("pk", "number")}
    return {numbers[one] for one in run.boards["out"]}


def test_without_line_ups_boards_go_by_seed_and_the_fourth_is_a_reserve() -> None:
    """Three teams: Cebu sits out first (the circle of liwords with an empty slot), Davao meets Lipa."""
    run = drafted(division())
    assert seated(run) == [{2, 3}, {5, 6}, {8, 9}]
    assert out(run) == {10, 11, 12}
    assert len(run.boards["byes"]) == 3
    assert run.check_report["valid"], run.check_report


def test_a_line_up_decides_boards_and_reserves_and_throws_the_draft_away() -> None:
    row = division()
    run = drafted(row)
    told = set_line_ups(f.program(row.event), row, number=1, lines="davao: 11 5 2\nLipa: 12 3")
    assert told["discarded"]
    assert told["teams"] == ["Davao", "Lipa"]
    run.refresh_from_db()
    assert run.status == "discarded"
    fresh = drafted(row)
    assert seated(fresh) == [{11, 12}, {5, 3}, {2, 6}]
    assert out(fresh) == {8, 9, 10}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("Manila: 1", "The teams are Cebu, Davao, Lipa."),
        ("Cebu: 1 2", "is not of Cebu"),
        ("Cebu: 1 99", "no player of a team has number 99"),
        ("Cebu: 1 1", "stands there twice"),
        ("Cebu: 1\ncebu: 4", "has two lines"),
        ("", "Write a line for a team"),
    ],
)
def test_lines_that_cannot_be_are_refused_with_a_sentence(lines: str, sentence: str) -> None:
    row = division()
    with pytest.raises(Refusal, match=sentence):
        set_line_ups(f.program(row.event), row, number=1, lines=lines)
    assert not LineUp.objects.exists()


def test_published_line_ups_are_facts_and_a_round_without_matches_has_none() -> None:
    row = division("matches 1, swiss 2-3")
    ctx = f.program(row.event)
    simulation.pair_and_publish(ctx, row, 1)
    for number, sentence in ((1, "are facts"), (2, "no round of team matches")):
        with pytest.raises(Refusal, match=sentence):
            set_line_ups(ctx, row, number=number, lines="Cebu: 4 1")


def test_who_was_slower_is_shown_what_the_other_set_and_overwrites_nothing() -> None:
    row = division()
    ctx = f.program(row.event)
    seen = lineups.fingerprint(row, 1)
    set_line_ups(ctx, row, number=1, lines="Cebu: 4 1", seen=seen)
    with pytest.raises(Conflict) as refused:
        set_line_ups(ctx, row, number=1, lines="Cebu: 7", seen=seen)
    assert refused.value.facts["stored"] == "Cebu: 4 1"
    set_line_ups(ctx, row, number=1, lines="Cebu:", seen=lineups.fingerprint(row, 1))
    assert not LineUp.objects.exists()


def test_the_buttons_send_lines_that_swap_two_boards_or_make_a_reserve() -> None:
    row = division("matches 1-3", players=6)
    cebu = next(one for one in lineups.teams(row, 1, 0) if one.name == "Cebu")
    told = {(one.entrant.number, move.name): move.line for one in cebu.members for move in one.moves}
    assert told == {
        (1, "down"): "Cebu: 4 1", (1, "rest"): "Cebu: 4", (4, "up"): "Cebu: 4 1", (4, "rest"): "Cebu: 1",
    }  # fmt: skip
    set_line_ups(f.program(row.event), row, number=1, lines="Cebu: 4")
    cebu = next(one for one in lineups.teams(row, 1, 0) if one.name == "Cebu")
    assert [(one.entrant.number, one.board) for one in cebu.members] == [(4, 1), (1, 0)]
    assert [move.line for move in cebu.members[1].moves] == ["Cebu: 4 1"]


@pytest.mark.parametrize(
    ("plan", "moves", "line", "boards"),
    [
        (
            "matches(boards=3, order=seed) 1-3",
            {(1, "rest"): "Cebu: 4 7 10 1", (4, "rest"): "Cebu: 1 7 10 4",
             (7, "rest"): "Cebu: 1 4 10 7", (10, "play"): "Cebu: 1 4 10 7"},
            "Cebu: 10 7 4", [(4, 1), (7, 2), (10, 3), (1, 0)],
        ),
        (
            "matches(order=seed) 1-3",
            {(1, "rest"): "Cebu: 4 7 10", (4, "rest"): "Cebu: 1 7 10", (7, "rest"): "Cebu: 1 4 10", (10, "rest"): "Cebu: 1 4 7"},
            "Cebu: 10 1", [(1, 1), (10, 2), (4, 0), (7, 0)],
        ),
    ],
)  # fmt: skip
def test_where_boards_go_by_seed_the_buttons_say_who_plays(
    plan: str, moves: dict[tuple[int, str], str], line: str, boards: list[tuple[int, int]], client: Client
) -> None:
    row = division(plan)
    number = int("boards" in plan) * 3
    cebu = next(one for one in lineups.teams(row, 1, number, True) if one.name == "Cebu")
    assert {(one.entrant.number, move.name): move.line for one in cebu.members for move in one.moves} == moves
    set_line_ups(f.program(row.event), row, number=1, lines=line)
    cebu = next(one for one in lineups.teams(row, 1, number, True) if one.name == "Cebu")
    assert [(one.entrant.number, one.board) for one in cebu.members] == boards
    client.force_login(f.member(row.event, "director"))
    assert "boards go by seed" in client.get(f"/e/{row.event.slug}/open/line-ups/1/").content.decode()
    assert {2, 4} not in seated(drafted(row))


def published(row: Division, number: int) -> Round:
    return simulation.pair_and_publish(f.program(row.event), row, number)


def score(row: Division, number: int, winners: dict[int, int]) -> None:
    """Every table of a round: the winner by number gets 400 to 300 plus what stands behind him."""
    round_ = row.rounds.get(number=number)
    for table in round_.tables.order_by("number"):
        seats = [slot.entrant.number for slot in table.seats.order_by("seat")]
        scores = [400 + winners[one] if one in winners else 300 for one in seats]
        f.enter(table, *scores)


def test_a_match_stands_board_by_board_and_teams_go_by_match_points_then_game_points() -> None:
    """Round 1: Davao 2-1 Lipa, Cebu sits out: 3 points, 3 game points, +150. By hand, with 3-1-0."""
    row = division("matches(boards=3, win=3) 1-3")
    round_ = published(row, 1)
    score(row, 1, {2: 0, 6: 50, 8: 10})
    (stands,) = matches.scores(round_)
    assert (stands.match.teams, stands.halves, stands.games, stands.out) == (("Davao", "Lipa"), (4, 2), 3, 0) or (
        stands.match.teams, stands.halves, stands.out) == (("Lipa", "Davao"), (2, 4), 0)  # fmt: skip
    table = team_table.table(Division.objects.get(pk=row.pk), 1, team_table.MATCHES)
    assert [(one.row.team, one.row.match_points, one.row.wins, one.row.spread) for one in table.lines] == [
        ("Cebu", 3, 6, 150), ("Davao", 3, 4, 60), ("Lipa", 0, 2, -60),
    ]  # fmt: skip
    assert table.whole
    assert table.lines[0].row.why == (
        "3 match points from 1 match, 3 wins, +150: above Davao by wins (3 to 2)."
    )


def test_match_sheets_name_boards_reserves_and_who_starts_on_both_kinds_of_paper() -> None:
    row = division()
    round_ = published(row, 1)
    first, cebu = matches.of_printed(of_round(round_))
    assert set(first.teams) == {"Davao", "Lipa"}
    assert [one.table for one in first.boards] == [1, 2, 3]
    assert [one.starts for one in first.boards] == [0, 1, 0]
    assert [len(names) for names in first.reserves] == [1, 1]
    assert cebu.teams == ("Cebu", "")
    assert [one.table for one in cebu.boards] == [0, 0, 0]
    assert paper.render(round_, "match-sheets", "a4").startswith(b"%PDF")
    swiss = f.division(row.event, "Swiss", slug="swiss")
    f.entrants(swiss, 2)
    assert matches.of_printed(of_round(f.published(swiss))) == []


def test_pages_of_a_round_lead_to_line_ups_matches_and_sheets(client: Client) -> None:
    row = division()
    client.force_login(f.member(row.event, "director"))
    base = f"/e/{row.event.slug}/{row.slug}/"
    assert f"{base}line-ups/1/" in client.get(f"{base}round/1/").content.decode()
    page = client.get(f"{base}line-ups/1/")
    assert page.status_code == 200
    assert 'value="Cebu: 4 1 7 10"' in page.content.decode()
    wrong = client.post(f"{base}line-ups/1/", {"lines": "Cebu: 2"})
    assert wrong.status_code == 422
    assert "Cebu: 2" in wrong.content.decode()
    assert client.post(f"{base}line-ups/1/", {"lines": "Cebu: 4 1"}).status_code == 303
    assert client.get(f"{base}line-ups/4/").status_code == 404
    published(row, 1)
    shown = client.get(f"{base}round/1/").content.decode()
    assert "Davao – Lipa" in shown or "Lipa – Davao" in shown
    assert "match-sheets" in client.get(f"{base}round/1/print/").content.decode()
    sheet = client.get(f"{base}round/1/print/match-sheets/").content.decode()
    assert "Captain of Davao" in sheet
    assert "Reserves of Lipa" in sheet


def test_a_round_without_matches_has_no_page_of_line_ups(client: Client) -> None:
    row = division("matches 1, swiss 2-3")
    client.force_login(f.member(row.event, "director"))
    where = f"/e/{row.event.slug}/{row.slug}/line-ups"
    assert [client.get(f"{where}/{number}/").status_code for number in (1, 2)] == [200, 404]


@pytest.mark.parametrize("language", ["en", "fil"])
def test_a_team_whose_name_begins_with_the_word_is_not_called_team_twice(language: str) -> None:
    row = division()
    Entrant.objects.filter(division=row, team="Cebu").update(team="Team Cebu")
    Entrant.objects.filter(division=row, team="Davao").update(team="Koponang Davao")
    run = drafted(row)
    with translation.override(language):
        said = " ".join(translated(read(bye["why"])) for bye in run.outcome["byes"])
    assert "Team Cebu" in said
    assert not re.search(r"(team|koponang?) (team|koponang?)", said, re.IGNORECASE)
