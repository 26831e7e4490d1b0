"""Statistics and prints: numbers counted by hand, sheets with the right people on them."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.day import prints
from tdapp.desk.standings.statistics import statistics
from tdapp.desk.templatetags.desk import tenths
from tdapp.events.models import Round, Table
from tests import factories as f

pytestmark = pytest.mark.django_db


def games() -> f.Hall:
    """Six players, two rounds: 450-350, 400-350, 390-390 (tie), 300-500, 420-400 and one forfeit."""
    hall = f.hall(6, rounds=0)
    a, b, c, d, e, g = hall.division.entrants.order_by("number")
    f.published(hall.division, [(a, b), (c, d), (e, g)])
    f.enter(hall.table(1), 450, 350)
    f.enter(hall.table(2), 400, 350)
    f.enter(hall.table(3), 390, 390, before=(400, 400))
    f.published(hall.division, [(a, c), (b, e), (d, g)])
    f.enter(hall.table(1), 300, 500)
    f.enter(hall.table(2), 420, 400)
    f.enter(hall.table(3), kind="forfeit", absent=(1,))
    return hall


def test_statistics_counted_by_hand() -> None:
    stats = statistics(games().division)
    assert stats.games == 5
    assert [(one.score, one.entrant.number) for one in stats.high_games][:3] == [(500, 3), (450, 1), (420, 2)]
    assert [(one.score, one.entrant.number) for one in stats.high_losses] == [
        (400, 5),
        (350, 2),
        (350, 4),
        (300, 1),
    ]
    assert [game.spread for game in stats.high_spreads] == [200, 100, 50, 20]
    assert stats.high_totals[0].total == 820
    assert (stats.closest[0].spread, stats.closest[0].gain) == (0, 1)
    assert stats.ties == 1
    assert (stats.starter, stats.replier) == (700, 300)  # three wins, a tie and a loss: 3.5 of 5
    assert stats.average == 3950
    assert (stats.average_win, stats.average_loss) == (4320, 3580)


def test_statistics_before_any_game() -> None:
    stats = statistics(f.hall(4).division)
    assert (stats.games, stats.average, stats.starter, stats.high_games) == (0, None, None, ())


def test_games_of_four_count_for_scores_but_not_for_starting() -> None:
    hall = f.hall(4, rounds=0)
    f.published(hall.division, [list(hall.division.entrants.all())])
    f.enter(hall.table(1), 412, 388, 350, 290)
    stats = statistics(hall.division)
    assert (stats.games, stats.starter) == (0, None)
    assert [one.score for one in stats.high_losses] == [388, 350, 290]


@pytest.mark.parametrize(
    ("value", "text"), [(3950, "395.0"), (5, "0.5"), (-15, "−1.5"), (None, "–"), (0, "0.0")]
)
def test_tenths_are_written_with_one_digit(value: int | None, text: str) -> None:
    assert tenths(value) == text


def school() -> f.Hall:
    """Five pupils of unknown age in a school division, the fifth on a bye."""
    hall = f.hall(4, rounds=0, school=True)
    f.entrant(hall.division, 5)
    hall.division.entrants.update(age="unknown")
    f.published(hall.division)
    return hall


def the_round() -> Round:
    return Round.objects.select_related("division__event").get()


def test_a_list_on_the_wall_guards_children_and_names_everybody_once() -> None:
    hall = school()
    surnames = set(hall.division.entrants.values_list("surname", flat=True))
    by_name = prints.by_name(prints.of_round(the_round()))
    assert len(by_name) == 5
    assert not any(surname in place.name + place.opponents for place in by_name for surname in surnames)
    assert [place.instead for place in by_name if place.table is None] == ["bye"]
    assert {place.table for place in by_name} == {None, 1, 2}


def test_grown_ups_are_listed_surname_first_in_order_of_names() -> None:
    hall = f.hall(24)
    names = [place.name for place in prints.by_name(prints.of_round(the_round()))]
    assert names[:4] == ["Abad, Ana", "Bautista, Fe", "Cruz, Karl", "dela Cruz, Ben"]
    assert len(names) == hall.division.entrants.count()


def test_by_club_keeps_a_club_together() -> None:
    f.hall(24)
    clubs = [place.club for place in prints.by_club(prints.of_round(the_round()))]
    assert clubs == sorted(clubs)
    assert set(clubs) == set(f.CLUBS)


def test_a_slip_has_the_starter_first_or_says_that_the_start_is_drawn() -> None:
    hall = f.hall(4)
    Table.objects.filter(number=2).update(starts="drawn")
    first, second = prints.slips(prints.of_round(the_round()))
    assert first["seats"] == [
        {
            "word": "first",
            "name": hall.seats(1)[0].entrant.listed,
            "mark": hall.seats(1)[0].entrant.desk_mark,
        },
        {
            "word": "second",
            "name": hall.seats(1)[1].entrant.listed,
            "mark": hall.seats(1)[1].entrant.desk_mark,
        },
    ]
    assert [seat["word"] for seat in second["seats"]] == ["draw", "draw"]


def sheet(hall: f.Hall, path: str) -> str:
    """A print as the browser gets it."""
    client = Client()
    client.force_login(hall.viewer)
    return client.get(f"/e/{hall.event.slug}/open/{path}").content.decode()


@pytest.mark.parametrize(
    "what", ["by-table", "by-name", "by-club", "call-out", "slips-4", "slips-2", "blank-slips-4"]
)
def test_each_sheet_carries_event_round_version_and_paper(what: str) -> None:
    hall = f.hall(8)
    html = sheet(hall, f"round/1/print/{what}/?paper=letter")
    for piece in ("Open 2026", "round 1", "version 1", "paper-letter"):
        assert piece in html


@pytest.mark.parametrize(
    ("what", "slips"), [("slips-4", 4), ("slips-2", 4), ("blank-slips-4", 4), ("blank-slips-2", 2)]
)
def test_slips_are_one_a_table_and_blank_ones_fill_a_page(what: str, slips: int) -> None:
    hall = f.hall(8)
    html = sheet(hall, f"round/1/print/{what}/")
    assert html.count('class="slip"') == slips
    assert f"slips-{what[-1]}" in html


def test_nothing_is_printed_of_a_round_that_is_not_published() -> None:
    hall = f.hall(4)
    Round.objects.update(status="planned")
    client = Client()
    client.force_login(hall.director)
    for path in ("round/1/print/", "round/1/print/by-table/", "standings/1/print/"):
        assert client.get(f"/e/{hall.event.slug}/open/{path}").status_code == 404


def test_printed_standings_guard_children_and_say_when_they_are_provisional() -> None:
    hall = school()
    html = sheet(hall, "standings/1/print/")
    assert "Standings, provisional" in html
    assert not any(row.surname in html.replace("dela", "") for row in hall.division.entrants.all())
    f.play(the_round())
    assert "Standings, provisional" not in sheet(hall, "standings/1/print/")


def test_the_printed_wall_chart_guards_children() -> None:
    hall = school()
    html = sheet(hall, "wallchart/print/")
    assert "paper-a3" in html
    assert not any(f"{row.surname}, " in html for row in hall.division.entrants.all())
