"""The fence around a kiosk: its browser reaches its own six addresses and the language, whatever else there is."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from tdapp.judging.kiosk.session import kiosk_id
from tdapp.kernel.pages.answers import SeeOther
from tdapp.kernel.pages.middleware import refusal_response, wants_json
from tdapp.kernel.refusals import NotAllowed

GetResponse = Callable[[HttpRequest], HttpResponse]
ITS_OWN = ("kiosk", "kiosk_state", "kiosk_table", "kiosk_rule", "kiosk_clear", "kiosk_leave")
INSIDE = frozenset({*(f"judging:{name}" for name in ITS_OWN), "set_language"})


class KioskOnly:
    """Send a kiosk's browser back to its screen from every other address, public pages included.

    A list of what is allowed, not of what is forbidden: an address added tomorrow is out of reach too.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not kiosk_id(request) or is_inside(request.path_info):
            return self.get_response(request)
        if request.method in ("GET", "HEAD") and not wants_json(request):
            return SeeOther(reverse("judging:kiosk"))
        sentence = _("This screen is a kiosk and does nothing but rule on words. A director can end it.")
        return refusal_response(request, NotAllowed("kiosk-only", sentence), as_json=True)


def is_inside(path: str) -> bool:
    """Whether an address is one of a kiosk's own."""
    try:
        return resolve(path).view_name in INSIDE
    except Resolver404:
        return False
