"""The ceremony: begin it on what was called final, step by step, end it."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.models import Prize, PrizeGiving
from tdapp.desk.prizes import ceremony, finals, given_since, overtaken
from tdapp.events.day import announcing
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

STEPS = ("next", "back", "first")


@command("ceremony.start", "prize giving begun", needs="standings.release")
def start_ceremony(ctx: Context, event: Event) -> Change:
    """Begin the ceremony at its first card; announcements end with it. Refuses while a division with prizes is not final."""
    _refuse_not_final(event)
    awards = ceremony.awards_of(event)
    if not awards:
        raise Refusal("no-winners", _("There is no prize to give: no finalised standings won one."))
    row, _made = PrizeGiving.objects.get_or_create(event=event)
    cards = ceremony.cards_of(awards)
    PrizeGiving.objects.filter(pk=row.pk).update(
        cards=cards, step=0, started_at=clock.now(), ended_at=None, version=F("version") + 1
    )
    announcing.end_all(event)
    return Change({"cards": len(cards)}, str(event), None, {"cards": len(cards)})


def _refuse_not_final(event: Event) -> None:
    done = finals.of_event(event)
    whole = Prize.objects.filter(event=event, division=None).exists()
    rows = event.divisions.all() if whole else event.divisions.filter(prizes__isnull=False).distinct()
    if missing := [row.name for row in rows if row.slug not in done]:
        sentence = _("Call these divisions final first: %(names)s.") % {"names": ", ".join(missing)}
        raise Refusal("not-final", sentence)


@command("ceremony.given", "changed prizes given by hand", needs="standings.release")
def note_given(ctx: Context, event: Event) -> Change:
    """What a correction changed after the ceremony was handed over without another one: its cards say so from now on.

    Refuses while no ceremony is over, the standings are not final again, or nothing was given otherwise.
    """
    row = PrizeGiving.objects.select_related("event").filter(event=event, ended_at__isnull=False).first()
    if row is None:
        raise Refusal("not-over", _("No ceremony is over yet: there is nothing to give anew."))
    if late := overtaken.of_event(event):
        names = ", ".join(one.division.name for one in late.values())
        sentence = _("Call these divisions final first: %(names)s.")
        raise Refusal("not-final", sentence % {"names": names})
    awards = ceremony.awards_of(event)
    changed = given_since.changes(row, awards)
    if not changed:
        raise Refusal("nothing-changed", _("Every prize was given as the final standings have it."))
    PrizeGiving.objects.filter(pk=row.pk).update(
        cards=ceremony.cards_of(awards), ended_at=clock.now(), version=F("version") + 1
    )
    return Change({"given": len(changed)}, str(event), None, {"given": len(changed)})


@command("ceremony.step", "prize giving, next card", needs="standings.release")
def step_ceremony(ctx: Context, event: Event, *, to: str, seen: int) -> Change:
    """One card on, one back, or to the first; 409 when somebody else pressed since `seen`."""
    row = ceremony.current(event.pk)
    if row is None:
        raise Refusal("not-running", _("The ceremony is not running."))
    if row.step != seen:
        raise Conflict(
            "changed-meanwhile", _("Somebody else is stepping through the ceremony too. Look again.")
        )
    last = len(row.cards) - 1
    wanted = {"next": row.step + 1, "back": row.step - 1, "first": 0}.get(to, row.step)
    step = max(0, min(last, wanted))
    PrizeGiving.objects.filter(pk=row.pk).update(step=step, version=F("version") + 1)
    return Change({"step": step, "last": last}, str(event), {"step": row.step}, {"step": step})


@command("ceremony.end", "prize giving ended", needs="standings.release")
def end_ceremony(ctx: Context, event: Event) -> Change:
    """Take the ceremony off the screens."""
    row = ceremony.current(event.pk)
    if row is None:
        raise Refusal("not-running", _("The ceremony is not running."))
    PrizeGiving.objects.filter(pk=row.pk).update(ended_at=clock.now(), version=F("version") + 1)
    announcing.end_all(event)
    return Change({"ended": True}, str(event), {"step": row.step}, {"ended": True})
