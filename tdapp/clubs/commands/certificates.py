"""Certificates of a season: printed with a code each, taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.clubs.seasons import papers as papers_of
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict

NEEDS = "club.create_event"


@command("club.certificates", "certificates of a season printed", needs=NEEDS)
def print_certificates(ctx: Context, season: Season, *, papers: Sequence[Mapping[str, Any]]) -> Change:
    """Note that these are printed, with the full names of the club's own players; the page draws them.

    `papers`: `{"who", "school", "says"}` of each. Answers their `codes`, in this order: the one it has, where the same was
    printed before and still holds; else a new one, which takes the place of what said something else.
    """
    held = list(SeasonCertificate.objects.filter(season=season, replaced_at=None, withdrawn_at=None))
    known = {
        _whose(owner, row.school): row for row, owner in zip(held, papers_of.owners_of(held), strict=True)
    }
    rows, old = [], []
    for paper in papers:
        row = known.get(whose := _whose(paper["who"], paper["school"]))
        if row is None or row.says != paper["says"]:
            old += [row.pk] if row else []
            row = SeasonCertificate(club=season.club, season=season, season_name=season.name, **paper)
            known[whose] = row
        rows.append(row)
    SeasonCertificate.objects.filter(pk__in=old).update(replaced_at=clock.now())
    SeasonCertificate.objects.bulk_create([row for row in rows if row._state.adding])
    told = {"slug": season.slug, "certificates": len(rows)}
    return Change({"codes": [row.code for row in rows]}, str(season), None, told)


def _whose(who: Any, school: str) -> tuple[str, str]:
    """A player's is theirs whatever school they are of by now; a school's own has a name alone."""
    return (str(who), "") if who else ("", school)


@command("club.certificate_withdraw", "certificate of a season withdrawn", needs=NEEDS)
def withdraw(ctx: Context, row: SeasonCertificate) -> Change:
    """Take a printed certificate back: whoever looks its code up reads so. 409 when that was done before."""
    now = clock.now()
    if not SeasonCertificate.objects.filter(pk=row.pk, withdrawn_at=None).update(withdrawn_at=now):
        raise Conflict("withdrawn", _("This certificate is withdrawn already."))
    told = {"code": row.code, "season": row.season_name}
    return Change({"code": row.code}, str(row), told, told | {"withdrawn": True})
