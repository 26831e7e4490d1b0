"""A list from outside over a list that is in use: what it does not say stays, nobody is guessed, what follows is told."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tdapp.desk.models import Result
from tdapp.events.models import Table
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import Club, Player, RatingList, RatingValue
from tdapp.ratings.exchange.commands.importing import import_list
from tdapp.ratings.exchange.matching import Question, matched
from tdapp.ratings.exchange.rating_rows import RatingRow, parse
from tdapp.ratings.keeping.commands.lists import Standing, set_values
from tdapp.ratings.models import RatingRun
from tests import factories as f
from tests.ratings.test_exchange import page_of, person, row_of
from tests.ratings.test_runs import correct, do, give, new_list, played, players_of, standing

pytestmark = pytest.mark.django_db
IMPORT = "/ratings/national/import"


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", operator=True))
    return client


def bring(rating_list: RatingList, text: str, on: date, **more: Any) -> dict[str, Any]:
    rating_list.refresh_from_db()
    rows, faults = parse(text.encode())
    assert faults == []
    facts = {"rows": rows, "on": on, "note": "", "seen": rating_list.version, **more}
    told: dict[str, Any] = import_list(f.program(rating_list), rating_list, **facts)
    return told


def look(keeper: Client, text: str, on: str = "2026-03-10", **more: str) -> Any:
    return keeper.post(IMPORT, {"text": text, "on": on, **more})


def apply(keeper: Client, dry: Any, **more: str) -> Any:
    sent = {name: dry.context["form"].initial[name] for name in ("text", "on", "note", "seen")}
    return keeper.post(f"{IMPORT}/apply", {**sent, **more})


def clubs() -> tuple[Club, Club]:
    one, other = (Club.objects.create(name=name, key=name.lower()) for name in ("Cebu", "Iloilo"))
    return one, other


@pytest.mark.parametrize(
    ("text", "games", "deviation"),
    [
        ("Number,Rating\nA-1,1600\n", 40, 55.0),
        ("Number,Rating,Games\nA-1,1600,\n", 40, 55.0),
        ("Number,Rating,Games\nA-1,1600,0\n", 0, 55.0),
        ("Number,Rating,Deviation\nA-1,1600,90\n", 40, 90.0),
    ],
    ids=["neither column", "an empty cell", "a nought that is written", "a deviation alone"],
)
def test_what_a_list_does_not_say_stays_as_it_is(text: str, games: int, deviation: float) -> None:
    rating_list, ana = new_list(), person("A-1", "Cruz", "Ana")
    values = [Standing(ana, 1500, 40, 55.0)]
    set_values(
        f.program(rating_list),
        rating_list,
        values=values,
        on=date(2026, 1, 1),
        note="",
        seen=rating_list.version,
    )
    bring(rating_list, text, date(2026, 2, 1))
    row = RatingValue.objects.get(player=ana)
    assert (row.rating, row.games, row.deviation) == (1600, games, deviation)


def test_somebody_new_without_games_is_a_newcomer() -> None:
    rating_list = new_list()
    bring(rating_list, 'Name,Rating\n"Luna, Juan",1400\n', date(2026, 2, 1))
    assert standing(rating_list) == {"T-1": (1400, 0)}


def test_the_dry_run_shows_the_games_that_stay(keeper: Client) -> None:
    rating_list, ana = new_list(), person("A-1", "Cruz", "Ana")
    values = [Standing(ana, 1500, 40)]
    set_values(
        f.program(rating_list),
        rating_list,
        values=values,
        on=date(2026, 1, 1),
        note="",
        seen=rating_list.version,
    )
    [line] = look(keeper, "Number,Rating\nA-1,1600\n").context["lines"]
    assert (line["now"], line["then"].rating, line["then"].games) == (1500, 1600, 40)


@pytest.mark.parametrize("club", ["Iloilo", "", "Davao"])
def test_a_name_of_another_club_is_a_question_and_never_a_match(club: str) -> None:
    cebu, _iloilo = clubs()
    person("A-1", "Ramos", "Vic", club=cebu)
    found, faults = matched([row_of("", "Ramos, Vic", club)])
    assert found == []
    assert isinstance(faults[0], Question)
    assert faults[0].what == "A Ramos, Vic is known: A-1 of Cebu. The same person?"


def test_a_name_without_a_club_here_is_a_question_for_a_row_with_one() -> None:
    person("A-1", "Ramos", "Vic")
    _found, [fault] = matched([row_of("", "Ramos, Vic", "Cebu")])
    assert "A-1 without a club" in fault.what


def test_name_and_club_alike_are_the_person() -> None:
    cebu, iloilo = clubs()
    one, _other = person("A-1", "Ramos", "Vic", club=cebu), person("A-2", "Ramos", "Vic", club=iloilo)
    nobody = person("A-3", "Ramos", "Vic")
    found, faults = matched([row_of("", "Ramos, Vic", "CEBU"), row_of("", "Ramos, Vic")])
    assert ([match.player for match in found], faults) == ([one, nobody], [])


def test_a_list_that_says_new_makes_a_new_person() -> None:
    cebu, _iloilo = clubs()
    rating_list, _ = new_list(), person("A-1", "Ramos", "Vic", club=cebu)
    bring(rating_list, 'Number,Name,Rating\nnew,"Ramos, Vic",1400\nnew,"Luna, Juan",1300\n', date(2026, 2, 1))
    assert standing(rating_list) == {"T-1": (1400, 0), "T-2": (1300, 0)}


@pytest.mark.parametrize(("answer", "number"), [("A-1", "A-1"), ("new", "T-2")])
def test_an_answered_question_is_stored_as_answered(keeper: Client, answer: str, number: str) -> None:
    cebu, _iloilo = clubs()
    rating_list, _ = new_list(), person("A-1", "Ramos", "Vic", club=cebu)
    text = 'Name,Club,Rating\n"Luna, Juan",,1300\n"Ramos, Vic",Iloilo,1400\n'
    first = look(keeper, text)
    page = page_of(first)
    assert "A Ramos, Vic is known: A-1 of Cebu" in page
    assert "import/apply" not in page
    [question] = first.context["questions"]
    dry = look(keeper, first.context["asked_text"], **{f"is_{question['at']}": answer})
    assert apply(keeper, dry)["Location"] == "/ratings/national/runs/"
    assert standing(rating_list)[number] == (1400, 0)
    assert len(standing(rating_list)) == 2


def rated_twice() -> tuple[RatingList, list[Player]]:
    """A list with values of 1 March and a run of 14 March."""
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    return rating_list, players_of(division)


def test_the_dry_run_tells_who_else_moves_and_what_everybody_has_then(keeper: Client) -> None:
    rating_list, players = rated_twice()
    text = f"Number,Rating\n{players[0].number},1800\n"
    dry = look(keeper, text)
    page = page_of(dry)
    was = standing(rating_list)
    assert "1 rating update is made anew" in page
    assert "Other ratings that change" in page
    [line], others = dry.context["lines"], dry.context["effect"].others
    assert RatingRun.objects.filter(state="current").count() == 2
    answer = apply(keeper, dry, anew="on")
    assert answer["Location"] == "/ratings/national/runs/"
    now = standing(rating_list)
    assert (line["then"].rating, line["then"].games) == now[players[0].number]
    moved = {number: value[0] for number, value in now.items() if value != was[number]}
    moved.pop(players[0].number)
    assert {row["number"]: row["after"] for row in others} == moved
    assert moved


def test_nothing_is_rated_anew_without_the_tick(keeper: Client) -> None:
    rating_list, players = rated_twice()
    was, text = standing(rating_list), f"Number,Rating\n{players[0].number},1800\n"
    answer = apply(keeper, look(keeper, text))
    assert "1 rating update after 2026-03-10 would be made anew" in page_of(answer, 422)
    with pytest.raises(Refusal, match="1 rating update after"):
        bring(rating_list, text, date(2026, 3, 13))
    assert standing(rating_list) == was
    bring(rating_list, text, date(2026, 3, 14))
    assert standing(rating_list)[players[0].number][0] == 1800


def test_a_run_whose_results_were_corrected_is_marked_in_the_dry_run(keeper: Client) -> None:
    _list, players = rated_twice()
    table = Table.objects.filter(pk__in=Result.objects.values("table"))[0]
    correct(table, 300, 500)
    page = page_of(look(keeper, f"Number,Rating\n{players[0].number},1800\n"))
    assert "results changed since it was rated" in page


def test_what_is_refused_may_be_sent_again_with_what_was_typed(keeper: Client) -> None:
    new_list()
    text = 'Number,Name,Rating\nA-1,"Cruz, Ana",15oo\n,"Luna, Juan",1400\n'
    page = page_of(look(keeper, text, "2026-02-03", note="the old list"))
    assert "15oo" in page.partition("<textarea")[2].partition("</textarea>")[0]
    assert 'value="2026-02-03"' in page
    assert 'value="the old list"' in page
    file = SimpleUploadedFile("list.csv", text.encode())
    page = page_of(keeper.post(IMPORT, {"file": file, "on": "2026-02-03"}))
    assert 'value="2026-02-03"' in page


@pytest.mark.parametrize("day", ["0206-03-10", "1949-12-31", "2062-03-10"])
def test_a_day_no_list_can_be_of_is_refused(keeper: Client, day: str) -> None:
    rating_list = new_list()
    page = page_of(look(keeper, 'Number,Name,Rating\nA-1,"Cruz, Ana",1500\n', day), 422)
    assert f"As of {day} cannot be" in page
    with pytest.raises(Refusal, match="cannot be"):
        import_list(f.program(rating_list), rating_list, rows=[RatingRow("row 2", "A-1", "Cruz", "Ana", "", 1500)],
                    on=date.fromisoformat(day), note="", seen=rating_list.version)  # fmt: skip
    assert RatingRun.objects.count() == 0


def test_tomorrow_is_a_day_a_list_can_be_of() -> None:
    rating_list, text = new_list(), 'Number,Name,Rating\nA-1,"Cruz, Ana",1500\n'
    bring(rating_list, text, clock.today() + timedelta(days=1))
    assert standing(rating_list) == {"A-1": (1500, 0)}
