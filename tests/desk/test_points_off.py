"""Points off at the desk: off the score they can change who won, off the spread they cannot; the same everywhere.

Worked out by hand. 412-405, ten points off seat 1. Off the score: 402-405, seat 2 wins by 3. Off the spread: seat 1
wins by 7, less 10 is -3 for it; seat 2 has its -7.
"""

from __future__ import annotations

import io
from importlib import import_module

import openpyxl
import pytest
from django.db.migrations import AddField, AlterField

from core import canonical
from pairings.event.history import Seat
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.result_entry import Entry, questions
from tdapp.desk.ledger.tables import tables_of
from tdapp.desk.prizes.rules.field import Field
from tdapp.desk.results import echo
from tdapp.events.models import Division
from tdapp.events.rules.divisions import FROZEN_WITH_ROUND_1
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.exports.render import Wish, render
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.runs.results import counted
from tests import factories

pytestmark = pytest.mark.django_db
OFF = Entry(scores=(412, 405), penalties={1: 10})
WORKED_OUT = {"score": {1: (0, -3), 2: (2, 3)}, "spread": {1: (2, -3), 2: (0, -7)}}


def played(rule: str = "score", entry: Entry = OFF) -> factories.Hall:
    here = factories.hall(players=2, rounds=1, penalty_rule=rule)
    factories.enter(
        here.table(here.division.table_first), *entry.scores, penalties=entry.penalties, before=entry.before
    )
    return here


def figures(division: Division) -> dict[int, tuple[int, int]]:
    return {
        line.entrant.number: (line.row.wins, line.row.spread)
        for line in division_standings.table(division, 1)
    }


@pytest.mark.parametrize("rule", ["score", "spread"])
def test_the_standings_are_those_worked_out_by_hand(rule: str) -> None:
    assert figures(played(rule).division) == WORKED_OUT[rule]


def test_a_new_division_takes_them_off_the_score() -> None:
    assert factories.hall(players=2, rounds=0).division.penalty_rule == "score"


def test_divisions_there_are_keep_the_spread_alone_when_the_program_is_updated() -> None:
    """The column is added with the old meaning, and only then the default of new rows becomes the new one."""
    found = import_module("tdapp.events.migrations.0010_points_off_the_score").Migration.operations
    first, second = (one for one in found if getattr(one, "name", "") == "penalty_rule")
    assert isinstance(first, AddField)
    assert isinstance(second, AlterField)
    assert (first.field.default, second.field.default) == ("spread", "score")


def test_an_archive_from_before_there_was_a_rule_keeps_the_spread_alone() -> None:
    here = played("spread")
    data = archive(here.event)
    for row in data["divisions"]:
        del row["penalty_rule"]
    data["digest"] = canonical.digest({key: data[key] for key in data if key not in {"digest", "made_at"}})
    told = canonical.dumps(data).encode()
    import_archive(context.system(), Installation(), data=told, slug="again", name="Again")
    assert figures(Division.objects.get(event__slug="again")) == WORKED_OUT["spread"]


def test_the_rule_is_fixed_once_round_1_is_published() -> None:
    assert "penalty_rule" in FROZEN_WITH_ROUND_1


def test_the_desk_names_the_winner_the_standings_have() -> None:
    for rule, winner in (("score", 2), ("spread", 1)):
        here = played(rule)
        row = tables_of(here.division.rounds.get())[0]
        assert [seat.entrant.number for seat in row.seats if seat.won] == [winner]


def test_the_echo_says_who_won_by_how_much_and_what_came_off() -> None:
    here = factories.hall(players=2, rounds=1)
    answer = factories.enter(here.table(here.division.table_first), 412, 405, penalties={1: 10})
    told = echo.saved(here.event, answer)
    assert (told["winner"]["score"], told["loser"]["score"], told["spread"]) == (405, 402, 3)
    assert any("seat 1 fined 10" in line for line in told["totals"])


def test_equal_scores_are_those_after_the_points_are_off() -> None:
    """410 less 10 is 400: the scores before unplayed tiles are asked for; 400-400 less 10 is decided."""
    here = factories.hall(players=2, rounds=2)
    with pytest.raises(Refusal, match="Equal scores"):
        factories.enter(here.table(here.division.table_first, 1), 410, 400, penalties={1: 10})
    factories.enter(here.table(here.division.table_first, 1), 400, 400, penalties={1: 10})
    assert figures(here.division) == {1: (0, -10), 2: (2, 10)}


def test_the_tie_rule_reads_both_scores_without_the_points() -> None:
    """410-400 less 10 is level; before unplayed tiles 415-406 less 10 is 405-406: seat 2 won."""
    here = played(entry=Entry(scores=(410, 400), before=(415, 406), penalties={1: 10}))
    assert figures(here.division) == {1: (0, 0), 2: (2, 0)}


def test_a_winner_typed_as_a_check_is_held_against_what_counts() -> None:
    here = factories.hall(players=2, rounds=1)
    seats = here.seats(here.division.table_first)
    number = {at: slot.entrant.number for at, slot in enumerate(seats, start=1)}
    who = [slot.entrant for slot in seats]
    told = Entry(scores=(412, 405), penalties={1: 10}, winner=number[1])
    assert [one["code"] for one in questions(told, who, here.division)] == ["winner-differs"]
    slip = Entry(scores=(412, 405), penalties={1: 10}, winner=number[2], spread=7)
    assert questions(slip, who, here.division) == []


def test_what_is_paid_for_and_rated_is_the_score_that_counts() -> None:
    here = played()
    assert sorted(Field(here.division, 1).high_scores.values()) == [402, 405]
    game = counted([here.division.pk])[here.division.pk].games[0]
    assert sorted((game.score_a, game.score_b)) == [402, 405]


def test_files_say_the_same_and_the_workbook_what_came_off() -> None:
    here = played()
    line = render(here.event, Wish("t")).decode().splitlines()[0]
    assert "; 402;" in line
    assert "; fine 10" in line
    assert "penalty" not in line
    page = openpyxl.load_workbook(io.BytesIO(render(here.event, Wish("xlsx"))))["Results"]
    heads, row = list(page.iter_rows(values_only=True))[:2]
    told = dict(zip(heads, row, strict=True))
    assert (told["Score 1"], told["Score 2"], told["Off the score 1"], told["Spread 1"]) == (402, 405, 10, -3)
    assert told["Winner"] == here.seats(here.division.table_first)[1].entrant.listed


def test_the_workbook_s_spread_is_the_one_that_counts_where_points_come_off_it() -> None:
    page = openpyxl.load_workbook(io.BytesIO(render(played("spread").event, Wish("xlsx"))))["Results"]
    heads, row = list(page.iter_rows(values_only=True))[:2]
    told = dict(zip(heads, row, strict=True))
    assert (told["Score 1"], told["Off the spread 1"], told["Spread 1"]) == (412, 10, -3)


def test_the_history_says_what_came_off() -> None:
    seats = halls.of_division(played().division).rounds[0][0].seats  # type: ignore[union-attr]
    assert isinstance(seats[0], Seat)
    assert (seats[0].score, seats[0].fine, seats[0].penalty) == (402, 10, 0)
