"""Call a division final, and call it final again when a protest or a correction changed something."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger.rows import user_id
from tdapp.desk.models import Finalisation
from tdapp.desk.prizes import finals, finishing
from tdapp.desk.prizes.rules.winners import settings_of
from tdapp.events.models import Division
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed, Refusal

REASON_LENGTH = 300


@command("division.finalise", "standings finalised", needs="division.finalise")
def finalise(ctx: Context, division: Division, *, reason: str = "") -> Change:
    """Store the final standings and prizes as a new version. Refuses with every point that blocks.

    Within the protest window a correction makes the next version; after it, that takes a reason and the director.
    """
    if stops := finishing.blockers(division):
        raise Refusal("not-ready", *(point.sentence for point in stops))
    before = finals.latest(division)
    rows = canonical.plain(finals.rows_now(division))
    awards = canonical.plain(finals.awards_now(division))
    digest = finals.digest(rows, awards)
    _refuse(ctx, before, digest, reason.strip())
    changes = finals.changes(before.rows, before.awards, rows, awards) if before else []
    row = Finalisation.objects.create(
        division=division, version=before.version + 1 if before else 1, after=division_standings.last_round(division),
        rows=rows, awards=awards, changes=changes, digest=digest, reason=reason.strip()[:REASON_LENGTH],
        protest_until=clock.now() + timedelta(minutes=settings_of(division.event).protest_minutes),
        by_id=user_id(ctx), by_name=ctx.actor_name,
    )  # fmt: skip
    Division.objects.filter(pk=division.pk).update(version=F("version") + 1)
    told = {"version": row.version, "digest": digest, "changes": len(changes)}
    return Change({"division": division.slug, **told}, str(division), None, told, reason.strip())


def _refuse(ctx: Context, before: Finalisation | None, digest: str, reason: str) -> None:
    if before is None:
        return
    if before.digest == digest:
        facts = {"version": before.version}
        raise Refusal("nothing-changed", _("Nothing has changed since final version %(version)s.") % facts)
    if finals.protest_open(before):
        return
    if not can(ctx, "final.correct"):
        sentence = _("The time for protests is over: only the director makes a new final version.")
        raise NotAllowed("protest-over", sentence, needs="final.correct")
    if not reason:
        raise Refusal("no-reason", _("The time for protests is over: say why there is a new final version."))
