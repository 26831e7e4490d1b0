"""How long a vote is open, and who is reminded of it."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from lexicon_admin.committee import doors
from lexicon_admin.committee.waiting import who_waits
from lexicon_admin.models import Lexicon, Proposal
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import limits

KIND = "lexicon.reminder"
HOURS = 12


@command("proposal.deadline", "last day of a vote set", needs="lexicon.edit")
def set_deadline(ctx: Context, proposal: Proposal, *, until: date | None) -> Change:
    """Say until when the vote is open, with it that of all that were proposed at once; None: until it is closed."""
    if proposal.status != Proposal.Status.OPEN:
        raise Refusal("wrong-status", _("Its vote is not open."))
    if until is not None and until < clock.today():
        raise Refusal("past", _("This day is over: choose today or a later one."))
    before = proposal.vote_until
    rows = Proposal.objects.filter(lexicon=proposal.lexicon, status=Proposal.Status.OPEN)
    rows = rows.filter(pk=proposal.pk) if proposal.batch is None else rows.filter(batch=proposal.batch)
    told: dict[str, Any] = {"until": until, "proposals": rows.update(vote_until=until)}
    return Change(
        {"number": proposal.number, **told}, f"{proposal.lexicon} {proposal}", {"until": before}, told
    )


@command("lexicon.remind", "members of a committee reminded of votes", needs="lexicon.edit")
def remind(ctx: Context, lexicon: Lexicon, *, link: str) -> Change:
    """Have a letter sent to every member with an address whose vote is missing; once in twelve hours."""
    if not doors.sends():
        raise Refusal("no-mail", _("No e-mail is sent here: tell the members yourself."))
    names = [one.user.shown_as for one in who_waits(lexicon) if one.user.email]
    if not names:
        raise Refusal(
            "nobody-waits", _("There is nobody to remind: every vote is there, or no address is known.")
        )
    if limits.wait("committee reminded", lexicon.pk, 1, HOURS * 3600):
        raise Refusal(
            "reminded", _("They were reminded within the last %(n)s hours.") % {"n": HOURS}, status=429
        )
    jobs.enqueue(ctx, KIND, {"lexicon": str(lexicon.pk), "link": link, "language": get_language()})
    return Change({"reminded": names}, str(lexicon), None, {"reminded": names})


@jobs.job(KIND, again=(OSError,))
def send_reminders(run: jobs.JobRun) -> dict[str, int]:
    """Write to each member whose vote is missing now."""
    lexicon = Lexicon.objects.get(pk=run.params["lexicon"])
    sent = 0
    with translation.override(run.params["language"]):
        for one in who_waits(lexicon):
            if one.user.email:
                subject = _("%(list)s: your vote is missing") % {"list": lexicon.name}
                text = "\n\n".join((missing(one.lacking, one.next_day), run.params["link"]))
                send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [one.user.email])
                sent += 1
    return {"sent": sent}


def missing(count: int, next_day: date | None) -> str:
    """How many votes somebody still has to give, and until when the first of them."""
    said = ngettext("%(n)s proposal waits for your vote.", "%(n)s proposals wait for your vote.", count) % {
        "n": count
    }
    return (
        f"{said} {_('The next vote ends on %(day)s.') % {'day': next_day.isoformat()}}" if next_day else said
    )
