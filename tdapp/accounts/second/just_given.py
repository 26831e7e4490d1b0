"""A second factor that was given just now: what whoever takes the data of every club home has to have shown."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.accounts.second import asking, required
from tdapp.kernel import clock
from tdapp.kernel.models import User
from tdapp.kernel.refusals import NeedsPassword, NotAllowed
from tdapp.kernel.signing_in import sessions
from tdapp.kernel.signing_in.doors.session_store import OPENED


def refuse_without(request: HttpRequest, user: User) -> None:
    """Refuse (403) who gave no code of an app and showed no passkey within the last ten minutes, and tell the way to it.

    On a server alone: a laptop in a hall is its owner's, and they may have no second factor at all.
    """
    if settings.LOCAL or _by_passkey(request):
        return
    if asking.needed(user):
        if sessions.by_pin(request) or sessions.stale(request):
            sentence = _("Whole backups hold the data of every club: your password and a code, once more.")
            raise NeedsPassword("second-factor-again", sentence)
        return
    if required.having([user]):
        sentence = _(
            "Whole backups hold the data of every club: log out, log in by your passkey, and come back within ten minutes."
        )
        raise NotAllowed("second-factor-again", sentence)
    sentence = _(
        "Whole backups hold the data of every club: an owner takes them with a second factor. Set up an app or a passkey "
        "under My account, then come back."
    )
    raise NotAllowed("second-factor-needed", sentence)


def _by_passkey(request: HttpRequest) -> bool:
    """Whether a passkey opened this session within the last minutes."""
    at = getattr(request, "session", {}).get(OPENED, {}).get("at")
    fresh = at is not None and 0 <= clock.now().timestamp() - at < sessions.FRESH.total_seconds()
    return fresh and sessions.how(request) == asking.PASSKEY
