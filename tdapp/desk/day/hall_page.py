"""What the Hall page shows: clocks with what can be pressed, the rest of the day, slow tables, announcements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.day.forecast_inputs import day
from tdapp.desk.day.slow_tables import tables
from tdapp.events.day import announcing, clocks
from tdapp.events.day.clocks import CALLED, PAUSED, READY, RUNNING, Clock
from tdapp.events.models import DayPlan, Event
from tdapp.kernel.running import monotonic_clock


@dataclass(frozen=True, slots=True)
class Card:
    """One clock to press, or all of them together (`clocks` several)."""

    title: str
    clocks: tuple[Clock, ...]

    @property
    def first(self) -> Clock:
        """The one whose time is shown."""
        return clocks.foremost(self.clocks) or self.clocks[0]

    @property
    def together(self) -> bool:
        return len(self.clocks) > 1

    @property
    def state(self) -> str:
        return self.first.state

    @property
    def word(self) -> str:
        """The state in a word."""
        return {
            READY: _("not started"),
            RUNNING: _("running"),
            PAUSED: _("paused"),
            CALLED: _("time is called"),
        }[self.state]

    @property
    def sign(self) -> str:
        """The chip beside the word."""
        return {READY: "plain", RUNNING: "now", PAUSED: "ask", CALLED: "stop"}[self.state]

    @property
    def runs(self) -> bool:
        return any(one.state == RUNNING for one in self.clocks)

    @property
    def can_start(self) -> bool:
        return any(one.state != RUNNING and one.left_ms() > 0 for one in self.clocks)

    @property
    def can_call(self) -> bool:
        return any(one.state in (RUNNING, PAUSED) for one in self.clocks)

    @property
    def started(self) -> bool:
        return any(one.state != READY for one in self.clocks)

    @property
    def left(self) -> str:
        """What is left as minutes and seconds."""
        return minutes_and_seconds(self.first.remaining())


def minutes_and_seconds(seconds: int) -> str:
    """45:00, 1:05:00, as `td/clock.js` shows it."""
    hours, rest = divmod(seconds, 3600)
    told = f"{rest // 60:02d}:{rest % 60:02d}"
    return f"{hours}:{told}" if hours else told


def cards(found: Sequence[Clock]) -> list[Card]:
    """A card a clock; before them one for all, where several rounds are played."""
    each = [
        Card(_("%(division)s · round %(round)s") % {"division": one.name, "round": one.number}, (one,))
        for one in found
    ]
    return [Card(_("All divisions"), tuple(found)), *each] if len(each) > 1 else each


def notices(found: Sequence[Clock]) -> list[tuple[str, str]]:
    """What the desk must know of the computer's date: state and sentence."""
    told = []
    if any(not one.sure and one.state == RUNNING for one in found):
        said = _(
            "The clock was started before this computer (or its server) was started again, or by another one: it counts "
            "by the date. Compare it with a watch, and set what is left if it is wrong."
        )
        told.append(("ask", said))
    if moved := next((one.date_moved for one in found if one.date_moved), 0):
        said = _(
            "This computer's date was moved by %(time)s while the clock ran. The clock did not move with it; the hours "
            "of the day below may be wrong."
        )
        told.append(("info", said % {"time": minutes_and_seconds(abs(moved))}))
    return told


def clock_facts(event: Event) -> dict[str, Any]:
    """The clocks and their version, for the page and for the part that is polled."""
    found = clocks.of_event(event)
    version = canonical.digest([[one.round_id, one.version, one.state, one.seconds] for one in found])[:16]
    return {"cards": cards(found), "notices": notices(found), "clocks_version": version}


def day_facts(event: Event) -> dict[str, Any]:
    """The rest of the day and the tables still out, and their version."""
    at = monotonic_clock.now()
    due, out = day(event, at), tables(event, at)
    plan = DayPlan.objects.filter(event=event).first()
    stops = ((lane.slug, one) for lane in due.shown for one in lane.forecast.stops)
    seen = [[slug, str(one.at)[:16], one.label, one.why, one.late] for slug, one in stops]
    version = canonical.digest(
        [seen, [[row.number, row.minutes, row.word] for row in out.rows], plan.version if plan else 0]
    )[:16]
    return {"due": due, "out": out, "plan": plan, "day_version": version}


def announcement_facts(event: Event) -> dict[str, Any]:
    """Announcements in force, and the ready ones each with a short name for its button."""
    names = {
        "lunch": _("Lunch"), "seats": _("To the tables"), "pairings": _("Pairings are out"), "roll-call": _("Roll-call"),
        "slips": _("Slips"), "quiet": _("Quiet"), "break": _("Short break"), "prizes": _("Prize giving"),
    }  # fmt: skip
    return {"said": announcing.in_force(event), "ready": [(names[one.code], one) for one in announcing.READY]}
