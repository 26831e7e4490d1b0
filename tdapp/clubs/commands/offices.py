"""Officers of a club: invited, in office once they accept, and out of it again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.events import titles
from tdapp.kernel.commands import Change, Installation, command, subject_of
from tdapp.kernel.context import Context, system
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.permissions import CLUB_ROLES
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import invitations
from tdapp.kernel.signing_in.invitations import Purpose
from tdapp.people.models import ClubHome, Officer

PURPOSE = "club-office"
OFFICER = "club-officer"


@command("club.invite", "officer of the club invited", needs="club.officers")
def invite(
    ctx: Context, home: ClubHome, *, role: str, name: str = "", days: int = 14, email: str = ""
) -> Change:
    """Invite one person to an office at the club, with the account they have or a new one. `email`: where a letter goes."""
    return _invited(ctx, home, role, name, days, email)


@command("club.invite_first", "officer invited to a club", needs="installation.clubs")
def invite_first(
    ctx: Context, target: Installation, *, home: ClubHome, name: str = "", days: int = 14, email: str = ""
) -> Change:
    """Invite an officer to a club one is none of: the first one, or one more where all are lost."""
    return _invited(ctx, home, OFFICER, name, days, email)


@command("club.revoke_first", "invitation of an officer revoked", needs="installation.clubs")
def revoke_first(ctx: Context, target: Installation, *, invitation: Invitation) -> Change:
    """Make an invitation useless that was made where no office at the club is needed."""
    revoked = invitations.revoke(invitation)
    return Change(
        {"revoked": revoked}, f"invitation {invitation.pk}", {"invitation": str(invitation.pk)}, None
    )


def _invited(ctx: Context, home: ClubHome, role: str, name: str, days: int, email: str) -> Change:
    if role not in CLUB_ROLES:
        raise Refusal("unknown-role", _("%(role)s is no office of a club.") % {"role": role})
    row = invitations.make(
        ctx, PURPOSE, payload={"home": str(home.pk), "role": role}, name=name.strip()[:80], email=email.strip(),
        life=timedelta(days=days),
    )  # fmt: skip
    return Change({"id": row.pk, "role": role}, str(home), None, {"role": role, "invitation": str(row.pk)})


def open_invitations(home: ClubHome) -> QuerySet[Invitation]:
    """Invitations to this club whose code works, the newest first."""
    rows = invitations.usable().filter(purpose=PURPOSE, payload__home=str(home.pk))
    return rows.order_by("-expires_at")


@command("club.revoke_invitation", "invitation to the club revoked", needs="club.officers")
def revoke(ctx: Context, home: ClubHome, *, invitation: Invitation) -> Change:
    """Make an invitation useless."""
    revoked = invitations.revoke(invitation)
    return Change({"revoked": revoked}, str(home), {"invitation": str(invitation.pk)}, None)


@command("club.officer", "in office at the club", needs="club.officers")
def take_office(ctx: Context, home: ClubHome, *, user: User, role: str) -> Change:
    """Put somebody in office; who holds it already goes on."""
    Officer.objects.get_or_create(club=home.club, user=user, role=role)
    told = {"user": user.username, "role": role}
    return Change(told, str(home), None, told, subject=subject_of(user))


@command("club.officer_out", "office at the club ended", needs="club.officers")
def end_office(ctx: Context, home: ClubHome, *, officer: Officer) -> Change:
    """End an office; the club's last officer stays. With it the rights at the club's events end, and the codes that were
    made by whoever invites no longer.
    """
    ClubHome.objects.select_for_update().get(pk=home.pk)
    others = Officer.objects.filter(club=home.club_id, role=OFFICER).exclude(user=officer.user_id)
    if officer.role == OFFICER and not others.exists():
        raise Refusal("last-officer", _("A club needs an officer; invite another one first."))
    Officer.objects.filter(pk=officer.pk).delete()
    revoked = 0
    if officer.role == OFFICER:
        revoked = sum(map(invitations.revoke, open_invitations(home).filter(made_by=officer.user.actor)))
    told = {"user": officer.user.username, "role": officer.role}
    return Change(
        {**told, "revoked": revoked}, str(home), told, {"revoked": revoked} if revoked else None, subject=subject_of(officer.user)
    )  # fmt: skip


def _says(row: Invitation) -> str:
    home = _home(row)
    facts = {"role": titles.CLUB_ROLES[row.payload["role"]], "club": home.club.name}
    return _("Invitation to %(club)s, as: %(role)s.") % facts


def _accepted(row: Invitation, user: User) -> str:
    home = _home(row)
    take_office(system(home.scope_key, via="web"), home, user=user, role=row.payload["role"])
    return f"/c/{home.slug}/"


def _home(row: Invitation) -> Any:
    return ClubHome.objects.select_related("club").get(pk=row.payload["home"])


OFFICE = Purpose(PURPOSE, _says, _accepted)
