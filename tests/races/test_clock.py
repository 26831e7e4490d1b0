"""Clerks at one clock in the same moment: what they press alike happens once, and five minutes are five minutes."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.events.day import clocks
from tdapp.events.day.commands import clocking
from tdapp.events.entries.commands import roll_calls
from tdapp.events.models import RollCall, RollCallMark, RoundClock
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.races.crowd import at_once

TURNS, CLERKS = 4, 4


def codes(answers: list[Any]) -> list[str]:
    return sorted(one.code if isinstance(one, Refusal) else "done" for one in answers)


def hall_of(clerks: int) -> tuple[f.Hall, list[Any], dict[str, int]]:
    hall = f.hall(4)
    people = [hall.as_(f.member(hall.event, "clerk")) for _clerk in range(clerks)]
    return hall, people, {one.round_id: one.version for one in clocks.of_event(hall.event)}


def test_four_clerks_start_one_clock_and_it_starts_once(database: str) -> None:
    for _turn in range(TURNS):
        hall, people, page = hall_of(CLERKS)
        answers = at_once(
            [lambda c=one, h=hall, p=page: clocking.start(c, h.event, rounds=p) for one in people]
        )
        assert codes(answers) == ["done"] * CLERKS
        assert RoundClock.objects.get(round__division__event=hall.event).version == 1


def extended(hall: f.Hall, people: list[Any], page: dict[str, int]) -> list[str]:
    calls = [lambda c=one, h=hall, p=page: clocking.extend(c, h.event, rounds=p, minutes=5) for one in people]
    return codes(at_once(calls))


def test_four_clerks_give_five_minutes_and_the_round_has_five_more(database: str) -> None:
    for _turn in range(TURNS):
        hall, people, page = hall_of(CLERKS)
        clocking.start(people[0], hall.event, rounds=page)
        page = dict.fromkeys(page, 1)
        assert extended(hall, people, page) == ["done", "stale", "stale", "stale"]
        assert RoundClock.objects.get(round__division__event=hall.event).seconds in range(3899, 3902)


def test_without_the_version_every_clerk_would_give_his_own_five(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: with the guard blind, minutes are given again and again, and the test above would see it."""
    hall, people, page = hall_of(CLERKS)
    clocking.start(people[0], hall.event, rounds=page)
    blind = lambda one, press, pressed_once: press(one)  # noqa: E731
    monkeypatch.setattr(clocking, "_meanwhile", blind)
    assert extended(hall, people, dict.fromkeys(page, 1)) == ["done"] * CLERKS
    assert RoundClock.objects.get(round__division__event=hall.event).seconds > 4000


def test_two_clerks_mark_the_same_club_and_everybody_is_seen_once(database: str) -> None:
    for _turn in range(TURNS):
        hall, people, _page = hall_of(2)
        roll_calls.open_roll_call(people[0], hall.event)
        row = RollCall.objects.select_related("event").get(event=hall.event)
        who = [str(pk) for pk in hall.division.entrants.values_list("pk", flat=True)]
        answers = at_once([lambda c=one, r=row, w=who: roll_calls.mark(c, r, entrants=w) for one in people])
        assert sorted(one["changed"] for one in answers) == [0, 4]
        assert RollCallMark.objects.filter(roll_call=row).count() == 4
