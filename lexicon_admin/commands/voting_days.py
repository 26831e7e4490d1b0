"""How long a vote is open, and who is reminded of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from lexicon_admin.committee import doors
from lexicon_admin.committee.waiting import who_waits
from lexicon_admin.models import Lexicon, Proposal
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import IdempotencyKey, User
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import limits

KIND = "lexicon.reminder"
HOURS = 12
AHEAD = timedelta(days=2)


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
def remind(ctx: Context, lexicon: Lexicon, *, link: str, until: date | None = None) -> Change:
    """Have a letter sent to every member with an address whose vote is missing; once in twelve hours.

    until: only for votes that end by this day, whenever others were reminded (`tick`, which asks once for each such day).
    """
    if not doors.sends():
        raise Refusal("no-mail", _("No e-mail is sent here: tell the members yourself."))
    waiting = _with_address(lexicon, until)
    if not waiting:
        raise Refusal(
            "nobody-waits", _("There is nobody to remind: every vote is there, or no address is known.")
        )
    if until is None and limits.wait("committee reminded", lexicon.pk, 1, HOURS * 3600):
        raise Refusal(
            "reminded", _("They were reminded within the last %(n)s hours.") % {"n": HOURS}, status=429
        )
    facts = {"lexicon": str(lexicon.pk), "link": link, "language": get_language()}
    for user in waiting:
        # A job each: a mail server that fails at one member's letter gets nobody else theirs again.
        jobs.enqueue(ctx, KIND, {**facts, "user": str(user.pk)})
    told = {"reminded": [user.shown_as for user in waiting], **({"until": until} if until else {})}
    return Change(told, str(lexicon), None, told)


def _with_address(lexicon: Lexicon, until: date | None) -> list[User]:
    """Whose vote is missing and who can be written to; with a day, of a vote that ends by then."""
    waiting = [one for one in who_waits(lexicon) if one.user.email]
    return [one.user for one in waiting if until is None or (one.next_day and one.next_day <= until)]


@jobs.job(KIND, again=(OSError,))
def send_reminder(run: jobs.JobRun) -> dict[str, int]:
    """Write to a member, if their vote is still missing now."""
    lexicon = Lexicon.objects.get(pk=run.params["lexicon"])
    sent = 0
    with translation.override(run.params["language"]):
        for one in who_waits(lexicon):
            if one.user.email and str(one.user.pk) == run.params["user"]:
                subject = _("%(list)s: your vote is missing") % {"list": lexicon.name}
                parts = (missing(one.lacking, one.next_day), run.params["link"])
                text = "\n\n".join(filter(None, parts))
                send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [one.user.email])
                sent += 1
    return {"sent": sent}


def tick() -> None:
    """Asked by the worker now and then: remind, once for each last day of votes, whose vote is missing shortly before it."""
    if not doors.sends():
        return
    today = clock.today()
    ending = Proposal.objects.filter(
        status=Proposal.Status.OPEN, vote_until__gte=today, vote_until__lte=today + AHEAD
    )
    for pk, day in set(ending.values_list("lexicon", "vote_until")):
        lexicon = Lexicon.objects.get(pk=pk)
        ctx = replace(context.system(lexicon.scope_key), key=f"reminder {day}")
        asked = IdempotencyKey.objects.filter(scope=ctx.scope, actor=ctx.actor, key=ctx.key)
        if not asked.exists() and _with_address(lexicon, day):
            # Another worker may be at it, or the last vote just came: the next tick sees.
            with translation.override(settings.LANGUAGE_CODE), suppress(Refusal):
                remind(ctx, lexicon, link=_link(lexicon), until=day)


def _link(lexicon: Lexicon) -> str:
    """Where the committee votes, as everybody reaches it; "" where nobody has said how."""
    where = reverse("lexicon_admin:committee", args=[lexicon.slug])
    return f"{settings.PUBLIC_URL}{where}" if settings.PUBLIC_URL else ""


def missing(count: int, next_day: date | None) -> str:
    """How many votes somebody still has to give, and until when the first of them."""
    said = ngettext("%(n)s proposal waits for your vote.", "%(n)s proposals wait for your vote.", count) % {
        "n": count
    }
    return (
        f"{said} {_('The next vote ends on %(day)s.') % {'day': next_day.isoformat()}}" if next_day else said
    )
