"""Who asks, for sessions a PIN opened: they end with their PIN, and go on with what was asked once the password is typed."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tdapp.events.members import password_again
from tdapp.events.models import DeskPin
from tdapp.kernel.models import User
from tdapp.kernel.pages.middleware import GetResponse, refusal_response
from tdapp.kernel.refusals import NeedsPassword, Refusal
from tdapp.kernel.signing_in import sessions


class People(AuthenticationMiddleware):
    """`request.user`. A session tied to an event ends when its PIN was changed, taken away, or never was one."""

    def process_request(self, request: HttpRequest) -> None:
        """Looked up when asked for, as in Django's own: a public page reads no session."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _standing(request))  # type: ignore[assignment]


def _standing(request: HttpRequest) -> AbstractBaseUser | AnonymousUser:
    user = get_user(request)
    if isinstance(user, User) and sessions.PIN_EVENT in request.session and not _still_open(request, user):
        request.session.flush()
        return AnonymousUser()
    return user


def _still_open(request: HttpRequest, user: User) -> bool:
    """Volunteers, who have no password, came by a link; for everybody else it takes the PIN as it was."""
    if not user.has_usable_password():
        return True
    pk, mark = request.session.get(sessions.BY_PIN, ("", ""))
    return any(row.mark == mark for row in DeskPin.objects.filter(user=user) if str(row.pk) == pk)


class PasswordAgain:
    """A password typed on the page that asked for it: looked at before anything else, and never handed on."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, values: dict[str, Any]
    ) -> HttpResponse | None:
        """None when all is well; else the page that asks, once more. Uploads are not read here: that page sends none."""
        if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded":
            return None
        if password_again.FIELD not in request.POST:
            return None
        if not (sessions.by_pin(request) or sessions.stale(request)):
            return None
        password, code = password_again.taken_out(request)
        try:
            right = password_again.typed(request, password, code)
        except Refusal as refusal:
            return refusal_response(request, password_again.asks(refusal))
        if right:
            return None
        wrong = NeedsPassword("wrong-password", _("That is not your password."), status=422)
        return refusal_response(request, wrong)
