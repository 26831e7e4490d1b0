"""The day in the hall: clocks and plans changed as they were seen, rounds typed in, incidents decided once."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

CLOCK = "tdapp/events/day/commands/clocking.py"
INCIDENTS = ("tests/judging/test_incidents.py",)

GUARDS: tuple[Guard, ...] = (
    guard(
        "a clock is changed as it was read",
        CLOCK,
        "RoundClock.objects.filter(round=row, version=one.version).update",
        "RoundClock.objects.filter(round=row).update",
        "tests/hall/test_refusals.py",
    ),
    guard(
        "what two clerks press at one clock counts once",
        CLOCK,
        "press(one) if one.version == rounds[str(row.pk)] else _meanwhile(one, press, pressed_once)",
        "press(one)",
        "tests/hall/test_clocks.py",
    ),
    guard(
        "a day plan is changed as it was seen",
        "tdapp/events/day/commands/day_plan.py",
        "DayPlan.objects.filter(pk=row.pk, version=seen).update",
        "DayPlan.objects.filter(pk=row.pk).update",
        "tests/hall/test_day.py",
    ),
    guard(
        "a round typed in by hand goes over nobody's",
        "tdapp/desk/results/commands/by_hand.py",
        "filter(pk=round_.pk, version=round_.version, status=Round.Status.PLANNED).update",
        "filter(pk=round_.pk).update",
        "tests/paper/test_by_hand.py",
    ),
    guard(
        "an incident moves on as it was seen",
        "tdapp/judging/incidents/commands/incidents.py",
        "filter(pk=incident.pk, version=seen, state__in=was)",
        "filter(pk=incident.pk, state__in=was)",
        *INCIDENTS,
    ),
    guard(
        "an incident is decided once",
        "tdapp/judging/incidents/commands/incidents.py",
        "filter(pk=incident.pk, version=seen, state__in=was)",
        "filter(pk=incident.pk, version=seen)",
        *INCIDENTS,
    ),
)
