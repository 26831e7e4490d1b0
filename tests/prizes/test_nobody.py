"""A place that found nobody says in one sentence why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.prizes.commands import prizes
from tdapp.desk.prizes.finishing import checklist
from tdapp.desk.prizes.page import page
from tdapp.desk.prizes.rules import lines
from tdapp.desk.prizes.rules.winners import settings_of
from tdapp.events.models import Entrant
from tests import factories as f
from tests.kept import first
from tests.prizes.hall import ROUNDS, Hall, hall

pytestmark = pytest.mark.django_db
whole, ready = first(hall, ROUNDS)


def nothing(here: Hall) -> None:
    """Leave the event as it is."""


def classes(here: Hall) -> None:
    here.division.entrants.filter(number__in=(1, 2)).update(klass="U12")


def no_clubs(here: Hall) -> None:
    Entrant.objects.filter(event=here.event).update(club=None)


def one_each(here: Hall) -> None:
    here.prizes("rank 1-8: 8, 7, 6, 5, 4, 3, 2, 1")
    prizes.set_giving(
        here.ctx, here.event, protest_minutes=15, most_each=1, withdrawn_win=False, currency="₱"
    )


CASES: dict[str, tuple[int, Callable[[Hall], None], str, str]] = {
    "nothing confirmed": (0, nothing, "high game: 500", "Nobody for place 1: ₱500 stays. No result is confirmed yet."),
    "nobody has a class": (ROUNDS, nothing, "class U12 1: medal", "Nobody of class U12 is entered here: no player has a class."),
    "another class": (ROUNDS, classes, "class u12 1: medal", "the classes entered are U12."),
    "too few of a class": (ROUNDS, classes, "class U12 1-4: 4, 3, 2, 1", "places 3 to 4: ₱3 stays. Only 2 players of class U12"),
    "too few players": (ROUNDS, nothing, "rank 8-9: cup, cup", "Nobody for place 9. Only 8 players can win it."),
    "no clubs": (ROUNDS, no_clubs, "school 1: cup", "No player has a club or school."),
    "too few schools": (ROUNDS, nothing, "school 1-9: 1, 1, 1, 1, 1, 1, 1, 1, 1", "schools have players here."),
    "no sheets": (ROUNDS, nothing, "best play: book", "No scoresheet holds or was made public, so no play can be counted."),
    "no winner named": (ROUNDS, nothing, "custom Spirit: cup", "Nobody is named yet: change the prize and name who gets it."),
    "everybody has one": (ROUNDS, one_each, "high game: 500", "Whoever comes next holds a prize already; nobody gets more"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_place_without_a_winner_says_why(name: str) -> None:
    played, before, line, said = CASES[name]
    here = hall(played)
    before(here)
    here.prizes(line)
    rows = page(here.event, settings_of(here.event)).rows
    assert said in rows[-1].left


def seen(here: Hall, name: str, *more: str) -> str:
    client = Client()
    client.force_login(f.member(here.event, "director"))
    return client.get(reverse(name, args=(here.event.slug, *more))).content.decode()


def test_a_prize_nobody_is_named_for_is_told_before_the_end_and_bars_nothing() -> None:
    here = hall()
    here.prizes("rank 1: 5000\ncustom Fair play: book")
    here.release(ROUNDS)
    points = [one for one in checklist(here.fresh()) if one.code == "prize-unnamed"]
    assert [(one.sentence, one.blocks) for one in points] == [("Fair play: nobody is named yet.", False)]
    here.final()
    for name in ("desk:ceremony", "desk:prize_script", "desk:prize_script_print", "desk:prize_receipts"):
        told = seen(here, name)
        assert "Nobody is named yet" in told, name
        assert "Fair play" in told, name


def test_a_prize_somebody_is_named_for_is_told_no_more() -> None:
    here = hall()
    here.prizes("custom Fair play: book")
    here.event.prizes.update(given_text="The whole of row B")
    assert not [one for one in checklist(here.fresh()) if one.code == "prize-unnamed"]
    assert "Nobody is named yet" not in seen(here, "desk:ceremony")


def test_a_division_is_not_told_of_another_ones_prize() -> None:
    here = hall(0)
    other = f.division(here.event, name="Friends", slug="friends")
    here.prizes("custom Fair play: book")
    here.event.prizes.update(division=other)
    assert not [one for one in checklist(here.fresh()) if one.code == "prize-unnamed"]
    assert [one.sentence for one in checklist(other) if one.code == "prize-unnamed"] == [
        "Fair play (Friends): nobody is named yet."
    ]


def test_a_prize_that_finds_nobody_is_said_before_it_is_final() -> None:
    here = hall(ROUNDS)
    read, _faults = lines.read("among girls 1 as Best girl: medal\nhigh game: medal")
    wanted = [prizes.of_line(one, here.division) for one in read]
    prizes.add_prizes(here.ctx, here.event, wanted=wanted)
    points = [one for one in checklist(here.fresh()) if one.code == "prize-nobody"]
    assert [(one.sentence, one.blocks) for one in points] == [
        ("Best girl: nobody gets it as it stands.", False)
    ]
