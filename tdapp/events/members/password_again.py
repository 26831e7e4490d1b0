"""The password, typed again in a session a PIN opened."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tdapp.accounts.second import asking, required
from tdapp.events.members.commands import desk_pins
from tdapp.events.models.pins import DeskPin
from tdapp.kernel.models import SignInNote, User
from tdapp.kernel.refusals import NeedsPassword, Refusal
from tdapp.kernel.signing_in import accounts, devices, opening, sessions

FIELD, CODE = "password_again", "code_again"
PINS = "pins"  # in a log-in's note: the person was told of PINs


def taken_out(request: HttpRequest) -> tuple[str, str]:
    """The password and the code of the second step, no longer among what the form sent."""
    sent = request.POST.copy()
    password, code = sent.pop(FIELD)[-1], sent.pop(CODE, [""])[-1]
    request.POST = sent  # type: ignore[assignment]
    return str(password), str(code)


def typed(request: HttpRequest, password: str, code: str = "") -> bool:
    """Whether it is the password of who is here, and the code where the account asks for one; then this session reaches
    everything for a few minutes. 429 as a log-in. 403 in a session a PIN opened, of whom a second factor is asked and who
    has no app: the password alone reaches no more there than at the log-in.
    """
    user = request.user
    assert isinstance(user, User)
    found = accounts.checked(devices.visitor(request, user.username), user.username, password)
    if found is None or found.pk != user.pk:
        return False
    facts: dict[str, Any] | None = asking.checked(request, user, code) if asking.needed(user) else {}
    if facts is None:
        return False
    if sessions.by_pin(request) and required.of(user):
        sentence = _("A second factor is asked of you. Log out, log in yourself, and set it up there.")
        raise Refusal("second-factor-asked", sentence, status=403)
    sessions.confirm(request)
    opening.note(request, user, accounts.AGAIN, **tell(request, user), **facts)
    return True


def asks(refusal: Refusal) -> NeedsPassword:
    """A refusal of the log-in, on the page that asks for the password."""
    return NeedsPassword(refusal.code, *refusal.sentences, status=refusal.status, **refusal.facts)


def tell(request: HttpRequest, user: User) -> dict[str, bool]:
    """Say what happened to the person's PINs since they last typed their password. Returns what the log-in's note says of
    it: that they were told, and that closed ones are open again.
    """
    rows = DeskPin.objects.filter(user=user)
    news = desk_pins.news(user)
    for row in news:
        for sentence in pin_sentences(row):
            messages.info(request, f"{row.event.name}: {sentence}")
    return {PINS: True} if news or rows.filter(tries__gt=0).exists() else {}


def settle(note: SignInNote, user: User) -> None:
    """What the password did to the person's PINs, once."""
    if note.facts.get(PINS):
        ctx = accounts.own_context(user, request_id=note.request_id, key=f"{note.pk}:pins")
        desk_pins.note_password(ctx, user)


def pin_sentences(row: DeskPin) -> list[str]:
    """When a PIN was last used, and when it was last typed wrong."""
    told = []
    if row.used_at:
        told.append(_("Your PIN was used on %(at)s.") % {"at": _when(row.used_at)})
    if row.tried_at:
        told.append(_("A wrong PIN was typed for you on %(at)s.") % {"at": _when(row.tried_at)})
    return told


def _when(at: object) -> str:
    return str(date_format(timezone.localtime(at), "j M H:i"))  # type: ignore[arg-type]
