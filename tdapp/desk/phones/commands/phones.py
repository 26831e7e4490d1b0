"""What the desk decides about phones: what they may do, codes made anew. And a phone that says whose it is."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.ledger.rows import user_id
from tdapp.desk.models import Claim, CodeShowing, PhoneCode, PhoneRule
from tdapp.desk.phones import codes, devices
from tdapp.events.models import Division, Entrant
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


@command("phone.rule", "said what phones may do", needs="division.edit")
def set_rule(ctx: Context, division: Division, *, mode: str) -> Change:
    """Say what phones may do in a division: off, look (their table, no report), report."""
    if mode not in PhoneRule.Mode.values:
        raise Refusal("bad-mode", _("Phones are off, may look, or may report."))
    row = PhoneRule.objects.filter(division=division).first() or PhoneRule(division=division)
    before, row.mode = row.mode, mode
    row.save()
    return Change(
        {"division": division.slug, "mode": mode}, str(division), {"phones": before}, {"phones": mode}
    )


@command("phone.renew", "code made anew", needs="checkin.edit")
def renew_code(ctx: Context, entrant: Entrant) -> Change:
    """Give an entrant a new code. The old one opens nothing any more, and phones that came by it are signed out."""
    _renew([entrant])
    return Change({"number": entrant.number}, str(entrant), None, {"code": "new"})


@command("phone.renew_all", "all codes made anew", needs="division.edit")
def renew_codes(ctx: Context, division: Division) -> Change:
    """New codes for everybody in a division: a list of them was lost."""
    rows = list(division.entrants.all())
    _renew(rows)
    return Change({"division": division.slug, "codes": len(rows)}, str(division), None, {"codes": "new"})


def _renew(entrants: list[Entrant]) -> None:
    known = PhoneCode.objects.filter(entrant__in=entrants)
    have = set(known.values_list("entrant_id", flat=True))
    known.update(renewed=F("renewed") + 1)
    PhoneCode.objects.bulk_create(PhoneCode(entrant=row, renewed=1) for row in entrants if row.pk not in have)
    waiting = Claim.objects.filter(entrant__in=entrants, state=Claim.State.STANDS, result=None)
    waiting.update(weak=Claim.Weak.OLD)


@command("phone.show", "code of a phone shown", needs="checkin.edit")
def show_code(ctx: Context, entrant: Entrant) -> Change:
    """Note that an entrant's code is shown to the actor: phones that come by it report, and the desk looks at each report.

    The code itself is in no answer, which is stored; `codes` makes it for the page.
    """
    _note_seen(ctx, [entrant], CodeShowing.How.SHOWN)
    return Change({"number": entrant.number}, str(entrant), None, {"code": "shown"})


@command("phone.print", "players' cards printed", needs="division.edit")
def note_printed(ctx: Context, division: Division) -> Change:
    """Note for whom the cards of a division were printed."""
    rows = list(division.entrants.filter(house=False))
    _note_seen(ctx, rows, CodeShowing.How.PRINTED)
    told = {"division": division.slug, "cards": len(rows)}
    return Change(told, str(division), None, {"cards": len(rows)})


def _note_seen(ctx: Context, entrants: Iterable[Entrant], how: str) -> None:
    """Each renewal of a code once for each person."""
    rows, acts = list(entrants), user_id(ctx)
    by = UUID(acts) if acts else None
    known = CodeShowing.objects.filter(entrant__in=rows, how=how, by=by)
    have = set(known.values_list("entrant_id", "renewed"))
    renewed = codes.renewals(rows)
    wanted = [(row, renewed.get(row.pk, 0)) for row in rows]
    facts = {"how": how, "by_id": by, "by_name": ctx.actor_name[:150], "at": clock.now()}
    CodeShowing.objects.bulk_create(
        CodeShowing(entrant=row, renewed=times, **facts)
        for row, times in wanted
        if (row.pk, times) not in have
    )


@command("phone.find", "phone found its player", needs="claim.make")
def find_myself(ctx: Context, entrant: Entrant, *, cookie: UUID, how: str) -> Change:
    """Note that a phone gave an entrant's code, or came by the card, and is theirs from now on. Both are checked before
    (`desk.finding`).
    """
    device = devices.registered(entrant.division.event, cookie)
    row = devices.bind(device, entrant, how)
    seen = devices.showings([row], CodeShowing.How.SHOWN)
    told = {"phone": device.label, "by": row.how, "code_shown_to": devices.names(seen)}
    return Change({"number": entrant.number, "phone": device.label}, str(entrant), None, told)


@command("phone.leave", "phone left its player", needs="claim.make")
def leave(ctx: Context, entrant: Entrant, *, cookie: UUID) -> Change:
    """Note that a phone is nobody's again."""
    device = devices.registered(entrant.division.event, cookie)
    device.bindings.filter(left_at=None).update(left_at=clock.now())
    return Change({"number": entrant.number}, str(entrant), None, {"phone": device.label, "left": True})
