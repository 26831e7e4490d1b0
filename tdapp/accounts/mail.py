"""Letters: an invitation, a link for a new password. Sent by the worker; without `EMAIL_URL` there are none.

A letter's job names the invitation, not its code: the code is made again where the letter is written.
"""

from __future__ import annotations

from django.conf import settings
from django.core.mail import send_mail
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tdapp.accounts.addresses import letter_root
from tdapp.kernel import jobs
from tdapp.kernel.context import system
from tdapp.kernel.jobs import JobRun
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.signing_in import devices, invitations, inviting, limits

KIND = "account.letter"
HOUR = 3600
# Letters of a forgotten password an hour: of one asker for one account; of everybody for one account but devices it knows.
EACH, STRANGERS = 3, 6


def can_send() -> bool:
    """Whether this installation sends e-mail."""
    return bool(settings.SENDS_MAIL)


def send_invitation(request: HttpRequest, row: Invitation) -> None:
    """Have an invitation sent to the address it names."""
    _order(request, row)


def send_reset(request: HttpRequest, typed: str) -> None:
    """Have a link for a new password sent to whom the name or address belongs. Silent when nobody: it tells no names."""
    typed = typed.strip()
    rows = User.objects.filter(is_active=True).exclude(email="")
    for user in rows.filter(email__iexact=typed)[:3] if "@" in typed else rows.filter(username=typed):
        if _may_ask(request, user):
            answer = inviting.ask_reset(inviting.asking_context(user), user)
            _order(request, Invitation.objects.get(pk=answer["id"]))


def _may_ask(request: HttpRequest, user: User) -> bool:
    """Whether one more letter may go out. No stranger uses up what the owner's own devices have; what strangers ask for all
    together is bounded, and an owner who is refused on a new device then has a letter that still works: both are an hour.
    """
    asker = devices.visitor(request, user.username)
    place = asker.device or limits.household(asker.address)
    if limits.wait("letter asked", (str(user.pk), place), EACH, HOUR):
        return False
    return bool(asker.device) or not limits.wait("letter", user.pk, STRANGERS, HOUR)


def _order(request: HttpRequest, row: Invitation) -> None:
    facts = {"invitation": str(row.pk), "link": letter_root(request), "language": get_language()}
    jobs.enqueue(system(), KIND, facts)


@jobs.job(KIND, again=(OSError,))
def send(run: JobRun) -> dict[str, bool]:
    """Write the letter and hand it to the mail server."""
    row = invitations.usable().select_related("user").filter(pk=run.params["invitation"]).first()
    to = "" if row is None else row.user.email if row.user else row.email
    if row is None or not to:
        return {"sent": False}
    with translation.override(run.params["language"]):
        link = run.params["link"] + invitations.address_of(row)
        subject = _("Tournament desk: %(what)s") % {"what": invitations.says(row)}
        until = date_format(timezone.localtime(row.expires_at), "j M Y H:i")
        what = _("The link works once, until %(until)s. If you expected nothing of the kind, do nothing.")
        text = "\n\n".join((invitations.says(row), link, what % {"until": until}))
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    return {"sent": True}
