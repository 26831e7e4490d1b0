"""What the desk decides about phones: what they may do, codes made anew. And a phone that says whose it is."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.models import PhoneCode, PhoneRule
from tdapp.events.models import Division, Entrant
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


@command("phone.rule", needs="division.edit")
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


@command("phone.renew", needs="checkin.edit")
def renew_code(ctx: Context, entrant: Entrant) -> Change:
    """Give an entrant a new code. The old one opens nothing any more, and phones that came by it are signed out."""
    _renew([entrant])
    return Change({"number": entrant.number}, str(entrant), None, {"code": "new"})


@command("phone.renew_all", needs="checkin.edit")
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


@command("phone.find", needs="claim.make")
def find_myself(ctx: Context, entrant: Entrant) -> Change:
    """Note that a phone gave an entrant's code and is his from now on; the code is checked before (`desk.finding`)."""
    return Change({"number": entrant.number}, str(entrant), None, {"phone": "found"})


@command("phone.leave", needs="claim.make")
def leave(ctx: Context, entrant: Entrant) -> Change:
    """Note that a phone is nobody's again."""
    return Change({"number": entrant.number}, str(entrant), None, {"phone": "left"})
