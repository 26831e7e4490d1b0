"""Keep the last rounds of a division back from the public, and show them again at the ceremony."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.ledger import division_standings
from tdapp.desk.models import Freeze
from tdapp.desk.pairing import outdated_release
from tdapp.desk.pairing.commands.release import release_standings, snapshot
from tdapp.events.models import Division, Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


@command("standings.freeze", "last rounds kept back from the public", needs="standings.release")
def freeze(ctx: Context, division: Division, *, last: int) -> Change:
    """Keep the last rounds from the public; 0: keep nothing back. What was released of them is taken back."""
    known = Freeze.objects.filter(division=division).first()
    before = known.last if known and known.holds else 0
    if not 0 <= last < division.rounds_planned:
        facts = {"most": division.rounds_planned - 1}
        raise Refusal("bad-freeze", _("Keep back from 0 to %(most)s rounds.") % facts)
    if last:
        _keep(division, last)
    else:
        Freeze.objects.filter(division=division).delete()
    Division.objects.filter(pk=division.pk).update(version=F("version") + 1)
    return Change({"last": last}, str(division), {"last": before}, {"last": last})


def _keep(division: Division, last: int) -> None:
    facts = {"last": last, "unveiled_at": None, "unveiled_name": ""}
    Freeze.objects.update_or_create(division=division, defaults=facts)
    bound = division.rounds_planned - last
    if division.released_round <= bound:
        return
    # What is out already beyond the bound goes back to the newest round the public may still see.
    snapshot(division, bound, "released")
    Division.objects.filter(pk=division.pk).update(
        released_round=bound, released_version=F("released_version") + 1
    )


@command("standings.unveil", "kept back rounds made public", needs="standings.release")
def unveil(ctx: Context, event: Event) -> Change:
    """Show the public everything that was kept back of an event, up to the last published round of each division."""
    rows = list(Freeze.objects.filter(division__event=event, unveiled_at=None).select_related("division"))
    if not rows:
        raise Refusal("nothing-held", _("Nothing is kept back here."))
    told = []
    for row in sorted(rows, key=lambda one: (one.division.order, one.division.name)):
        told.append({"division": row.division.slug, "released": _show(ctx, row)})
    return Change({"divisions": told}, str(event), None, {"divisions": told})


def _show(ctx: Context, row: Freeze) -> int:
    Freeze.objects.filter(pk=row.pk).update(unveiled_at=clock.now(), unveiled_name=ctx.actor_name)
    division = Division.objects.select_related("event").get(pk=row.division_id)
    last = division_standings.last_round(division)
    if last:
        # The same command as the button's: the public pages read from the log when a release was made.
        release_standings(replace(ctx, key=""), division, after=last)
    return last


@command("standings.make_final_public", "final standings made public", needs="standings.release")
def make_final_public(ctx: Context, event: Event) -> Change:
    """Show the public the last standings of every division that is final, what was kept back of them too; those again
    that were corrected since.
    """
    late = outdated_release.since_release(event)
    final = event.divisions.filter(finalisations__isnull=False).distinct()
    held = {
        row.division_id: row for row in Freeze.objects.filter(division__event=event, unveiled_at=None).select_related("division")
    }  # fmt: skip
    told = []
    for row in final.select_related("event").order_by("order", "name"):
        if row.pk in held:
            told.append({"division": row.slug, "released": _show(ctx, held[row.pk])})
        elif row.released_round < (last := division_standings.last_round(row)) or row.pk in late:
            release_standings(replace(ctx, key=""), row, after=last)
            told.append({"division": row.slug, "released": last})
    if not told:
        raise Refusal(
            "nothing-final", _("There is no final standing that is not public. Finalise the standings first.")
        )
    return Change({"divisions": told}, str(event), None, {"divisions": told})
