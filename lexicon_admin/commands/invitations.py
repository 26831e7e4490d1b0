"""Members of a committee are invited: with the account they have, or one they make by accepting (ADR 22)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from lexicon_admin.commands.lexicons import give_seat
from lexicon_admin.models import Lexicon, Seat
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context, system
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import invitations
from tdapp.kernel.signing_in.invitations import Purpose

PURPOSE = "committee-seat"


@command("lexicon.invite", "member of a committee invited", needs="lexicon.edit")
def invite(
    ctx: Context, lexicon: Lexicon, *, role: str, name: str = "", days: int = 14, email: str = ""
) -> Change:
    """Invite one person to a seat in the committee. `email`: where a letter goes, where there is mail."""
    if role not in Seat.Role.values:
        raise Refusal("unknown-role", _("%(role)s is no seat of a committee.") % {"role": role})
    row = invitations.make(
        ctx, PURPOSE, payload={"lexicon": str(lexicon.pk), "role": role}, name=name.strip()[:80], email=email.strip(),
        life=timedelta(days=days),
    )  # fmt: skip
    return Change({"id": row.pk, "role": role}, str(lexicon), None, {"role": role, "invitation": str(row.pk)})


@command("lexicon.revoke_invitation", "invitation to a committee revoked", needs="lexicon.edit")
def revoke(ctx: Context, lexicon: Lexicon, *, invitation: Invitation) -> Change:
    """Make an invitation useless."""
    revoked = invitations.revoke(invitation)
    return Change({"revoked": revoked}, str(lexicon), {"invitation": str(invitation.pk)}, None)


def open_invitations(lexicon: Lexicon) -> QuerySet[Invitation]:
    """Invitations to this committee whose code works, the newest first."""
    rows = invitations.usable().filter(purpose=PURPOSE, payload__lexicon=str(lexicon.pk))
    return rows.order_by("-expires_at")


def _says(row: Invitation) -> str:
    facts = {"list": _lexicon(row).name, "role": Seat.Role(row.payload["role"]).label}
    return _("Invitation to the committee of %(list)s, as: %(role)s.") % facts


def _accepted(row: Invitation, user: User) -> str:
    """Whoever accepts sits in the committee. A secretary who accepts a member's invitation stays secretary."""
    lexicon, role = _lexicon(row), row.payload["role"]
    held = Seat.objects.filter(lexicon=lexicon, user=user).values_list("role", flat=True).first()
    if held != Seat.Role.SECRETARY:
        give_seat(system(lexicon.scope_key, via="web"), lexicon, username=user.username, role=role)
    return f"/lexicons/{lexicon.slug}/committee/"


def _lexicon(row: Invitation) -> Any:
    return Lexicon.objects.get(pk=row.payload["lexicon"])


SEAT = Purpose(PURPOSE, _says, _accepted)
