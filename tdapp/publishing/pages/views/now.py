"""What the hall is at, for everybody's phone: thousands may ask, and one worker looks, at most once a second."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from tdapp.desk.day import now as hall
from tdapp.events.models import Event
from tdapp.kernel.pages.language import asked_for
from tdapp.kernel.running import monotonic_clock
from tdapp.publishing.released import parts, public_access, single_flight

SLOT_MS = 1_000


@dataclass(frozen=True, slots=True)
class _Kept:
    body: hall.Body
    guarded: bool


@require_safe
def now(request: HttpRequest, event: str) -> HttpResponse:
    """Clocks, announcements, forecast and the digest of each division as JSON; no query for whoever asks in the same
    second as another. `?lang=fil` is asked by a screen set to a language.
    """
    with override(asked_for(request) or get_language()):
        response = _of_this_moment(request, event)
        # Said here: once the language of the address is left again, the middleware would name the reader's own.
        response["Content-Language"] = get_language() or ""
        return response


def _of_this_moment(request: HttpRequest, event: str) -> HttpResponse:
    at = monotonic_clock.now()
    # Told on the line of this machine: another one that shares the cache keeps its own.
    key = f"public:now:{event}:{get_language()}:{at.era}"
    kept = single_flight.fly(key, str(at.ms // SLOT_MS), lambda: _look(event))
    response = hall.answer(request, kept.body)
    if kept.guarded:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _look(slug: str) -> _Kept:
    door = public_access.open_event(slug)
    told = parts.of_event(door)
    public_access.remember(door, told[parts.WHOLE])
    return _Kept(hall.body(Event.objects.get(slug=door.slug), parts=told), door.guarded)
