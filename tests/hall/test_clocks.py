"""The round clock: counted by the machine's own seconds, pressed by several clerks, changed by whoever saw it last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tdapp.events.day import clocks
from tdapp.events.day.commands import clocking
from tdapp.events.models import Round, RoundClock
from tdapp.kernel import clock
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.kernel.running import monotonic_clock
from tests import factories as f

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 3, 14, 1, 0, tzinfo=UTC)


@contextmanager
def moment(
    minutes: float, *, moved: timedelta = timedelta(0), era: str = "one", off: float = 0
) -> Iterator[None]:
    """So many minutes after nine; the date `moved` by somebody; another `era`: the machine was started again."""
    with (
        clock.at(NINE + timedelta(minutes=minutes) + moved),
        monotonic_clock.at(era, int((minutes - off) * 60_000) + 5_000_000),
    ):
        yield


def read(hall: f.Hall) -> clocks.Clock:
    found = clocks.state_of(Round.objects.select_related("division__event").get(division=hall.division))
    assert found is not None
    return found


def seen(hall: f.Hall) -> dict[str, int]:
    return {one.round_id: one.version for one in clocks.of_event(hall.event)}


def press(hall: f.Hall, command: Any, **more: Any) -> dict[str, Any]:
    return command(hall.as_(hall.clerk), hall.event, rounds=more.pop("rounds", None) or seen(hall), **more)


def running() -> f.Hall:
    """A round of an hour, its clock started at nine."""
    hall = f.hall(8)
    with moment(0):
        press(hall, clocking.start)
    return hall


def told(hall: f.Hall) -> tuple[str, int]:
    one = read(hall)
    return one.state, one.remaining()


def test_a_clock_runs_pauses_runs_on_and_time_is_called_when_nothing_is_left() -> None:
    hall = running()
    with moment(10):
        assert told(hall) == ("running", 3000)
        press(hall, clocking.pause)
    with moment(40):
        assert told(hall) == ("paused", 3000)
        press(hall, clocking.start)
    with moment(89.5):
        assert told(hall) == ("running", 30)
    with moment(92):
        assert told(hall) == ("called", 0)
        assert read(hall).over_by == 120


@pytest.mark.parametrize("moved", [timedelta(hours=5), timedelta(hours=-5), timedelta(days=-3000)], ids=str)
def test_the_computers_date_may_be_set_while_it_runs_and_nothing_is_lost(moved: timedelta) -> None:
    hall = running()
    with moment(10, moved=moved):
        assert told(hall) == ("running", 3000)
        assert read(hall).date_moved == moved.total_seconds()
        press(hall, clocking.pause)
        assert told(hall) == ("paused", 3000)


def test_across_a_restart_of_the_machine_it_counts_by_the_date_and_says_so_until_it_is_set() -> None:
    hall = running()
    with moment(10, era="two", off=10):
        assert told(hall) == ("running", 3000)
        assert not read(hall).sure
        press(hall, clocking.set_left, seconds=2900)
        assert (told(hall), read(hall).sure) == (("running", 2900), True)


def test_after_a_restart_with_a_date_in_the_past_no_time_is_made_up() -> None:
    hall = running()
    with moment(10, moved=timedelta(days=-400), era="two", off=10):
        assert told(hall) == ("running", 3600)


def test_minutes_are_given_and_taken_and_after_time_was_called_the_round_has_just_these() -> None:
    hall = running()
    with moment(10):
        press(hall, clocking.extend, minutes=5)
        press(hall, clocking.extend, minutes=-15)
        assert told(hall) == ("running", 2400)
        with pytest.raises(Refusal, match="less than nothing"):
            press(hall, clocking.extend, minutes=-41)
        press(hall, clocking.call_time)
        assert told(hall) == ("called", 0)
    with moment(12):
        press(hall, clocking.extend, minutes=3)
        assert told(hall) == ("running", 180)
    with moment(20):
        press(hall, clocking.extend, minutes=2)
        assert told(hall) == ("running", 120)


def test_time_called_by_mistake_is_taken_back_with_what_was_left() -> None:
    hall = running()
    with moment(10):
        press(hall, clocking.call_time)
    with moment(11):
        press(hall, clocking.start)
        assert told(hall) == ("running", 3000)


def test_what_two_clerks_press_alike_happens_once_and_what_they_press_otherwise_is_shown_to_the_second() -> (
    None
):
    hall = f.hall(8)
    page = seen(hall)
    with moment(0):
        press(hall, clocking.start, rounds=page)
    with moment(1):
        assert press(hall, clocking.start, rounds=page)["changed"] == []
        assert told(hall) == ("running", 3540)
        with pytest.raises(
            Conflict, match="changed the clock of round 1 meanwhile: running, 59:00 left"
        ) as refused:
            press(hall, clocking.extend, rounds=page, minutes=5)
        assert refused.value.facts["stored"]["state"] == "running"
    now = seen(hall)
    with moment(2):
        press(hall, clocking.extend, rounds=now, minutes=5)
        with pytest.raises(Conflict):
            press(hall, clocking.extend, rounds=now, minutes=5)
        assert told(hall) == ("running", 3780)


def test_all_rounds_together_are_all_changed_or_none() -> None:
    hall = f.hall(8)
    other = f.division(hall.event, "Novice")
    f.entrants(other, 4)
    f.published(other)
    page = seen(hall)
    with moment(0):
        press(hall, clocking.start, rounds=page)
    mixed = {key: (version + 1 if number else version) for number, (key, version) in enumerate(page.items())}
    with moment(5), pytest.raises(Conflict):
        press(hall, clocking.pause, rounds=mixed)
    with moment(5):
        assert {one.state for one in clocks.of_event(hall.event)} == {"running"}
        press(hall, clocking.pause)
        assert {one.state for one in clocks.of_event(hall.event)} == {"paused"}
        one = dict([next(iter(seen(hall).items()))])
        press(hall, clocking.reset, rounds=one)
        press(hall, clocking.call_time)
        assert sorted(one.state for one in clocks.of_event(hall.event)) == ["called", "ready"]
        press(hall, clocking.start)
        assert {one.state for one in clocks.of_event(hall.event)} == {"running"}


def test_a_round_recalled_and_published_again_has_a_new_clock() -> None:
    hall = running()
    Round.objects.filter(division=hall.division).update(print_version=2)
    with moment(10):
        assert told(hall) == ("ready", 3600)
        press(hall, clocking.start)
        assert told(hall) == ("running", 3600)
    assert RoundClock.objects.count() == 1


def test_a_closed_round_has_no_clock_to_press_and_a_foreign_one_is_not_there() -> None:
    hall, other = running(), f.hall(4)
    page, foreign = seen(hall), seen(other)
    Round.objects.filter(division=hall.division).update(status="closed")
    assert read(hall).state == "over"
    with pytest.raises(Conflict, match="not being played"):
        press(hall, clocking.pause, rounds=page)
    for rounds in (foreign, {"x": 0}, {"00000000-0000-0000-0000-000000000000": 0}):
        with pytest.raises(Missing):
            press(hall, clocking.pause, rounds=rounds)


def test_the_round_time_is_the_divisions_own_then_what_its_clocks_add_up_to_then_an_hour() -> None:
    hall = f.hall(4)
    director = hall.as_(hall.director)
    assert clocks.time_of(hall.division).minutes == 60
    hall.division.overrides = {"timer.kind": "per_game", "timer.seconds": 1500}
    assert clocks.time_of(hall.division).minutes == 50
    clocking.set_round_time(director, hall.division, minutes=40, last_turn="one-more", seen=0)
    fresh = type(hall.division).objects.get(pk=hall.division.pk)
    time = clocks.time_of(fresh)
    assert (time.minutes, time.last_turn) == (40, "one-more")
    assert "one more turn" in read(hall).rule
    with pytest.raises(Conflict):
        clocking.set_round_time(director, hall.division, minutes=45, seen=0)
    hall.division.unfinished_rule = "equal-turns"
    hall.division.__dict__.pop("round_time", None)
    assert clocks.last_turn_says("equal-turns", True).endswith("come off its player's score.")
