"""On one laptop a second person takes over: choose the name, type the PIN, Enter. The session is a new one."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tdapp.events import access
from tdapp.events.members.commands import desk_pins
from tdapp.events.members.forms import TakeOverForm
from tdapp.events.members.views.account import begin
from tdapp.events.models import DeskPin, Event
from tdapp.events.screens import Answer, SeeOther, attempt, page, posted, safe_next, sent
from tdapp.kernel.context import Context
from tdapp.kernel.signing_in import devices, sessions


@never_cache
@sensitive_post_parameters("pin")
@require_http_methods(["GET", "POST"])
def switch(request: HttpRequest, event: str) -> HttpResponse:
    """Names of those who have a PIN here, one field for the PIN. For who works at the desk, not for who looks."""
    ctx, row = access.web_event(request, event, "desk.switch")
    pins = [pin for pin in desk_pins.at_the_desk(row) if pin.user.actor != ctx.actor]
    people = [pin.user for pin in pins]
    form = TakeOverForm(posted(request), people=people, initial={"person": request.GET.get("person", "")})
    if sent(request, form) and attempt(form, lambda: _take_over(request, ctx, row, pins, form.cleaned_data)):
        return SeeOther(_back(request, row))
    return page(request, "members/switch", form, event=row, people=people, next=_back(request, row))


def _take_over(
    request: HttpRequest, ctx: Context, event: Event, pins: list[DeskPin], typed: dict[str, str]
) -> Answer:
    pin = next(pin for pin in pins if str(pin.user.pk) == typed["person"])
    desk_pins.check_pin(ctx, event, pin, typed["pin"])
    mine = access.event_context(pin.user, event, "web", **access.request_facts(request))
    answer: Answer = desk_pins.take_over(
        mine, event, previous=ctx.actor_name, address=devices.address(request)
    )
    begin(request, pin.user, "PIN")
    sessions.bind(request, str(event.pk), (str(pin.pk), pin.mark))
    return answer


def _back(request: HttpRequest, event: Event) -> str:
    """The page the first person was at, so that the second goes on there; else the event's first page."""
    wanted = safe_next(request)
    came_from = urlsplit(request.headers.get("Referer", ""))
    if wanted == "/" and came_from.netloc == request.get_host() and came_from.path != request.path:
        wanted = came_from.path
    return f"/e/{event.slug}/" if wanted == "/" else wanted
