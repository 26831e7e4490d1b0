"""A club for the contracts, which runs the event of its world."""

from __future__ import annotations

from datetime import date
from typing import Any

from tdapp.clubs import taking
from tdapp.clubs.commands import homes, members, offices, seasons
from tdapp.clubs.commands import taking as files
from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.events.models import Event
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import Invitation, Job, User
from tdapp.people.models import ClubHome, ClubMember, Officer
from tdapp.people.officers import club_context
from tests import factories as f
from tests.scoresheets.pictures import png


def club(slug: str, event: Event) -> ClubHome:
    """The club, with the event."""
    home = f.club(slug)
    Event.objects.filter(pk=event.pk).update(host=home.club)
    event.refresh_from_db()
    return home


def season(**values: Any) -> dict[str, Any]:
    """What a season is begun with: the year of the tests, a public one."""
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    how = {"as_scored": False, "points": "10 8 6", "rest": 1, "best": 3, "school_best": 2}
    return {"name": "Season 2026", **days, **how, "public": True, **values}


def prepared(home: ClubHome, officer: User, keeper: Context) -> dict[str, Any]:
    """A public page with colour and logo, a member, two invitations, one more officer."""
    ctx = club_context(officer, home, "web")
    homes.edit_page(
        ctx, home, seen=home.version, public=True, about="Mondays", joining="Come along", contact="0917"
    )
    homes.set_colour(ctx, home, colour="#c2387e")
    homes.set_logo(ctx, home, data=png())
    home.refresh_from_db()
    member = members.add_member(ctx, home, given="Lia", surname=f"Ponce {home.slug}", number="7")
    invited = offices.invite(ctx, home, role="club-director", name="Somebody")
    first = offices.invite_first(keeper, Installation(), home=home)
    begun = seasons.add_season(ctx, home, **season())
    second = f.officer(home, "club-publisher", f"second-{home.slug}")
    row = Season.objects.get(pk=begun["id"])
    says = {"events": 0, "total": 20, "places": [["", 1]]}
    return {
        "season": row,
        "season_paper": SeasonCertificate.objects.create(
            club=home.club, season=row, season_name=row.name, school=home.club.name, says=says
        ),
        "club_member": ClubMember.objects.select_related("player").get(pk=member["id"]),
        "club_invitation": Invitation.objects.get(pk=invited["id"]),
        "first_invitation": Invitation.objects.get(pk=first["id"]),
        "club_officer": Officer.objects.get(user=second),
        "club_file": _file_of(home),
    }


def _file_of(home: ClubHome) -> Job:
    """The club's data as a file that was made."""
    params = {"home": str(home.pk), "what": taking.EXPORT, "file": "club.zip"}
    facts = {"actor": "system", "actor_name": "The program", "status": Job.Status.DONE, "params": params}
    return Job.objects.create(kind=files.KIND, scope=home.scope_key, **facts)
