"""What the hall is at, in a few hundred bytes: clocks, announcements, forecast. Phones, screens and the desk ask for it
every ten to fifteen seconds (`td/clock.js`).

The body holds no seconds that tick: a running clock is told by its `zero`, the moment it has nothing left, on the
machine's own line of thousandths; the header `X-Td-Now` says where on that line the answer was sent, with a 304 too. So
the body, and its ETag, stay the same while nothing happens, and a device only counts on from what is left at receipt.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tdapp.desk.day.forecast import Due
from tdapp.desk.day.forecast_inputs import day
from tdapp.events.day import announcing, clocks
from tdapp.events.day.clocks import RUNNING, Clock
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.running import monotonic_clock
from tdapp.kernel.running.monotonic_clock import Reading

STEP_SECONDS = 300
MOMENT = "X-Td-Now"


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON as sent, and its ETag."""

    content: bytes
    etag: str


def body(event: Event, *, desk: bool = False, parts: Mapping[str, str] | None = None) -> Body:
    """What the hall is at, in the language that is active. A round that is not shown to the public is told of there only
    once its clock was started; at the desk before, too. `parts`: by what is out of each division it is known.
    """
    at = monotonic_clock.now()
    open_ones = clocks.of_event(event, at)
    told: dict[str, Any] = {
        "clocks": [clock_data(one) for one in open_ones if desk or one.shown or one.state != clocks.READY],
        "announcements": [_announcement(row) for row in announcing.in_force(event)],
        "forecast": [
            stop_data(one, lane.slug) for lane in day(event, at).shown for one in lane.forecast.ahead
        ],
    }
    if parts is not None:
        told["parts"] = parts
    content = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return Body(content, quote_etag(hashlib.sha256(content).hexdigest()[:16]))


def clock_data(one: Clock) -> dict[str, Any]:
    """One clock as `td/clock.js` reads it: running by its `zero`, standing by the seconds `left`."""
    running = one.state == RUNNING
    return {
        "division": one.division, "name": one.name, "round": one.number, "label": one.label, "state": one.state,
        "zero": zero_of(one) if running else None, "left": None if running else one.remaining(), "rule": one.rule,
    }  # fmt: skip


def _announcement(row: Any) -> dict[str, Any]:
    first, *other = announcing.texts(row, get_language() or "en")
    return {
        "id": str(row.pk), "text": first, "also": other[0] if other else "", "place": row.place,
        "division": row.division.slug if row.division else "",
    }  # fmt: skip


def stop_data(one: Due, division: str = "") -> dict[str, Any]:
    """One stop as the public reads it: what is not sure in steps of five minutes, so that it does not flicker.
    `division`: whose stop it is where divisions run apart, "" the whole hall's. `until`: of a break that is on.
    """
    until = f"{one.ends:%H:%M}" if one.going_on and one.ends else ""
    return {
        "kind": one.kind, "label": one.label, "round": one.number, "at": shown_at(one), "sure": one.sure,
        "division": division, "until": until,
    }  # fmt: skip


def shown_at(one: Due) -> str:
    """The hour of a stop, "14:35"; on another day with its date."""
    at = one.at if one.sure else one.at + timedelta(seconds=-one.at.timestamp() % STEP_SECONDS)
    today = timezone.localtime(clock.now()).date()
    return f"{at:%H:%M}" if at.date() == today else date_format(at, "j M H:i")


def zero_of(one: Clock) -> int:
    """Where on the machine's line a running clock has nothing left. Counted by the date it is told in whole seconds."""
    zero = on_line(one.at) + one.left_ms()
    return zero if one.sure else round(zero, -3)


def on_line(at: Reading) -> int:
    """A reading as a number that says nothing of when the machine was switched on."""
    return at.ms + _shift(at.era)


@lru_cache(maxsize=8)
def _shift(era: str) -> int:
    return int(salted_hmac("td.now", era).hexdigest()[:8], 16)


def moment() -> str:
    """Where on the line we are: what goes with every answer (MOMENT)."""
    return str(on_line(monotonic_clock.now()))


def answer(request: HttpRequest, told: Body) -> HttpResponse:
    """The body, or 304 for whoever has it; either with the moment it was sent."""
    full = HttpResponse(told.content, content_type="application/json", headers={"ETag": told.etag})
    response = get_conditional_response(request, etag=told.etag, response=full) or full
    response[MOMENT] = moment()
    # Never kept on the way: an old moment would set every clock behind it late.
    response["Cache-Control"] = "no-cache"
    return response
