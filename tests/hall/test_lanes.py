"""Divisions that run apart have a day each; those in step share the hall's."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.day.divisions_in_step import apart, prizes_together
from tdapp.desk.day.forecast import DONE, PLAYING, TO_PLAY, DaySoFar, Played
from tdapp.desk.day.rest_of_day import project
from tdapp.events.day.commands.day_plan import set_day_plan
from tdapp.events.day.schedule import read
from tdapp.events.models import Division, Event, Round
from tests import factories as f
from tests.hall.test_day import NINE, later
from tests.hall.test_forecasting import DAY, at

LINE = "09:00 r1-3; 12:00 lunch 60; r4; prizes"


def lane(*begun: tuple[int, str, str], rounds: int = 4, now: str = "10:30") -> DaySoFar:
    """A division: its rounds begun (number, start, end or "" while it is played), how many it has."""
    played = {
        n: Played(n, DONE if end else PLAYING, at(start), at(end) if end else None, 10, 0 if end else 4)
        for n, start, end in begun
    }
    every = tuple(played.get(n, Played(n, TO_PLAY)) for n in range(1, rounds + 1))
    return DaySoFar(at(now), (DAY,), read(LINE, None).stops, every, 45)


CASES = {
    "in step": (lane((1, "09:00", "")), lane((1, "09:05", "")), False),
    "nothing begun": (lane(), lane(), False),
    "one waits for the other for a moment": (lane((1, "09:00", "10:00"), (2, "10:25", "")), lane((1, "09:00", "10:10")), False),
    "one is a round ahead": (lane((1, "09:00", "09:50"), (2, "10:00", "")), lane((1, "09:00", "")), True),
    "the same round, begun far apart": (lane((1, "09:00", "")), lane((1, "09:40", "")), True),
    "apart in the morning, in step again": (
        lane((1, "09:00", "09:50"), (2, "10:20", "")), lane((1, "09:40", "10:15"), (2, "10:21", "")), False,
    ),
    "the other has fewer rounds and is done": (
        lane((1, "09:00", "09:50"), (2, "10:00", "")), lane((1, "09:00", "09:50"), rounds=1), False,
    ),
    "the other has fewer rounds and still plays": (
        lane((1, "09:00", "09:50"), (2, "10:00", "")), lane((1, "09:00", ""), rounds=1), True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_divisions_are_apart_when_their_rounds_are(case: str) -> None:
    one, other, expected = CASES[case]
    assert apart(at("10:30"), [one, other]) is expected
    assert apart(at("10:30"), [other, one]) is expected


def test_the_prizes_wait_for_the_last_division_and_say_for_which() -> None:
    quick = project(lane(*((n, f"{8 + n}:00", f"{8 + n}:30") for n in (1, 2, 3, 4)), now="12:30"))
    slow = project(lane((1, "09:00", "10:00"), (2, "10:10", "11:10"), (3, "11:20", ""), now="12:30"))
    told = prizes_together({"Kids": quick, "Open": slow})
    ends = {name: found.stops[-1] for name, found in told.items()}
    assert ends["Kids"].at == ends["Open"].at == slow.stops[-1].at
    assert ends["Kids"].why == "As soon as the last division is done: Open."
    assert ends["Open"].why != ends["Kids"].why


def test_prizes_that_could_have_been_given_hours_ago_are_no_longer_told() -> None:
    done = [(n, f"{8 + n:02d}:00", f"{8 + n:02d}:30") for n in (1, 2, 3, 4)]
    assert [one.label for one in project(lane(*done, now="13:00")).to_tell] == ["Prize giving"]
    assert project(lane(*done, now="18:00")).to_tell == ()


@pytest.mark.django_db
def test_the_hall_page_and_every_phone_are_told_the_day_of_each_division_that_runs_apart() -> None:
    hall = f.hall(8, plan="swiss 1-3", rounds_planned=3)
    kids = f.division(hall.event, "Kids", plan="swiss 1-3", rounds_planned=3)
    Event.objects.update(public=True)
    set_day_plan(hall.as_(hall.director), hall.event, line="09:00 r1-3; prizes", seen=0)
    with later(2):
        assert stops(hall, 2) == {"": 3}
    begun(hall.division, 1, 0)
    begun(kids, 1, 0)
    assert stops(hall, 20) == {"": 3}
    kids.rounds.update(status="closed", closed_at=NINE + timedelta(minutes=30))
    begun(kids, 2, 35)
    assert stops(hall, 60) == {"open": 3, "kids": 2}
    client = Client()
    client.force_login(hall.director)
    with later(60):
        page = client.get(reverse("desk:hall", args=[hall.event.slug])).content.decode()
    assert "The divisions run apart" in page
    assert page.index('id="hall-due-open"') < page.index('id="hall-due-kids"')


def begun(division: Division, number: int, minute: int) -> None:
    moment = NINE + timedelta(minutes=minute)
    row, _made = Round.objects.get_or_create(division=division, number=number)
    Round.objects.filter(pk=row.pk).update(status="published", published_at=moment, public_at=moment)


def stops(hall: f.Hall, minute: int) -> dict[str, int]:
    """How many stops now.json tells of for each division."""
    client: Any = Client()
    client.force_login(hall.director)
    with later(minute):
        told = client.get(reverse("desk:hall_now", args=[hall.event.slug])).json()["forecast"]
    counts: dict[str, int] = {}
    for one in told:
        counts[one["division"]] = counts.get(one["division"], 0) + 1
    return counts
