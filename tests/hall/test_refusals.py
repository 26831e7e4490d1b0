"""What the hall's commands do not take, and that nothing changed then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from tdapp.events.day import clocks
from tdapp.events.day.commands import announcements, clocking, day_plan
from tdapp.events.entries.commands import roll_calls
from tdapp.events.models import Announcement, DayPlan, Leaving, RoundClock, RoundTime
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db
Ask = Callable[[f.Hall, Any], Any]
LONG = "; ".join(["09:00 r1-7", *(f"{'a' * 40} 5" for _n in range(30))])


def seen(hall: f.Hall) -> dict[str, int]:
    return {one.round_id: one.version for one in clocks.of_event(hall.event)}


def press(command: Any, **more: Any) -> Ask:
    return lambda hall, ctx: command(ctx, hall.event, rounds=more.pop("rounds", None) or seen(hall), **more)


def post(**what: Any) -> Ask:
    return lambda hall, ctx: announcements.post(ctx, hall.event, **what)


def time(**what: Any) -> Ask:
    return lambda hall, ctx: clocking.set_round_time(ctx, hall.division, seen=0, **what)


def leave(*who: str, intent: str = "unscored") -> Ask:
    return lambda hall, ctx: roll_calls.leave_together(
        ctx, hall.event, entrants=who, intent=intent, sure=True
    )


REFUSED: dict[str, tuple[Ask, str]] = {
    "no round named": (lambda hall, ctx: clocking.pause(ctx, hall.event, rounds={}), "no-round"),
    "called before it started": (press(clocking.call_time), "not-started"),
    "no minutes": (press(clocking.extend, minutes=0), "bad-minutes"),
    "more minutes than a day": (press(clocking.extend, minutes=601), "bad-minutes"),
    "fewer than nothing": (press(clocking.extend, minutes=-61), "bad-time"),
    "nothing to set": (press(clocking.set_left, seconds=-1), "bad-time"),
    "a time that is no number": (press(clocking.set_left, seconds=True), "bad-time"),
    "a round of no minutes": (time(minutes=0), "bad-minutes"),
    "an unknown last turn": (time(minutes=None, last_turn="never"), "bad-last-turn"),
    "nothing to announce": (post(text="  "), "no-text"),
    "a speech": (post(text="a" * 201), "too-long"),
    "an unknown ready one": (post(ready="supper"), "bad-ready"),
    "an unknown place": (post(text="a", place="moon"), "bad-place"),
    "for no minutes": (post(text="a", minutes=0), "bad-minutes"),
    "a plan that is none": (
        lambda hall, ctx: day_plan.set_day_plan(ctx, hall.event, line="soon", seen=0),
        "bad-day-plan",
    ),
    "a plan of too many letters": (
        lambda hall, ctx: day_plan.set_day_plan(ctx, hall.event, line=LONG, seen=0),
        "too-long",
    ),
    "nobody ticked": (leave(), "nobody"),
    "an id that is none": (leave("x"), "missing"),
    "too many ticked": (leave(*("x" for _n in range(501))), "too-many"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_changes_nothing(name: str) -> None:
    hall = f.hall(4)
    ask, code = REFUSED[name]
    with pytest.raises(Refusal) as refused:
        ask(hall, hall.as_(hall.director))
    assert refused.value.code == code
    for model in (RoundClock, RoundTime, Announcement, DayPlan, Leaving):
        assert not model.objects.exists()


def test_a_clock_with_nothing_left_is_not_started_and_a_seventh_announcement_is_not_put_up() -> None:
    hall = f.hall(4)
    director = hall.as_(hall.director)
    press(clocking.start)(hall, director)
    press(clocking.set_left, seconds=0)(hall, director)
    with pytest.raises(Refusal, match="nothing left"):
        press(clocking.start)(hall, director)
    for text in "abcdef":
        announcements.post(director, hall.event, text=text)
    with pytest.raises(Refusal, match="take one down"):
        announcements.post(director, hall.event, text="g")
    assert Announcement.objects.count() == 6


def test_what_names_anothers_entrants_or_closed_roll_calls_is_refused() -> None:
    hall, other = f.hall(4), f.hall(4)
    clerk = hall.as_(hall.clerk)
    foreign = [str(pk) for pk in other.division.entrants.values_list("pk", flat=True)]
    roll_calls.open_roll_call(clerk, hall.event)
    call = hall.event.roll_calls.select_related("event").get()
    for who, code in ((foreign, "missing"), ([], "nobody")):
        with pytest.raises(Refusal) as refused:
            roll_calls.mark(clerk, call, entrants=who)
        assert refused.value.code == code
    assert not call.marks.exists()


def test_a_clock_somebody_else_pressed_at_the_same_moment_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = f.hall(4)
    director = hall.as_(hall.director)
    press(clocking.start)(hall, director)
    page, reset = seen(hall), clocking._reset

    def slow_reset(one: clocks.Clock) -> clocking.Fields:
        RoundClock.objects.update(version=F("version") + 1)
        return reset(one)

    monkeypatch.setattr(clocking, "_reset", slow_reset)
    with pytest.raises(Conflict, match="at the same moment"):
        clocking.reset(director, hall.event, rounds=page)
    assert RoundClock.objects.get().started_at


def test_the_page_has_two_parts_and_no_third(client: Client) -> None:
    hall = f.hall(4)
    client.force_login(hall.viewer)
    got = [client.get(f"/e/{hall.event.slug}/hall/part/{name}").status_code for name in ("day", "moon")]
    assert got == [200, 404]
