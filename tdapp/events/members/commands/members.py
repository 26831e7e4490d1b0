"""Who works at an event: roles and join links."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.events import access
from tdapp.events.members.commands import playing
from tdapp.events.models import DeskPin, Event, JoinLink, Membership
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command, subject_of
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import EVENT_ROLES, granted
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.kernel.signing_in import accounts
from tdapp.people.models import Officer
from tdapp.people.names import fold

WAY_BACK = timedelta(hours=1)


@command("member.add", "role given", needs="member.manage")
def add_member(ctx: Context, event: Event, *, user: User, role: str) -> Change:
    """Give a user a role at the event."""
    if role not in EVENT_ROLES:
        raise Refusal("unknown-role", _("%(role)s is not a role.") % {"role": role})
    has = Membership.objects.filter(event=event, user=user).first()
    said = {"person": has.person if has else None}
    Membership.objects.get_or_create(event=event, user=user, role=role, defaults=said)
    return Change(
        {"user": user.username, "role": role}, str(event), None, {"user": user.username, "role": role},
        subject=subject_of(user),
    )  # fmt: skip


@command("member.remove", "role taken away", needs="member.manage")
def remove_member(ctx: Context, event: Event, *, user: User, role: str) -> Change:
    """Take a role away; the last director stays. Of a volunteer the open links of that role go with it.

    With the last role the PIN goes, and what it had opened.
    """
    Event.objects.select_for_update().get(pk=event.pk)
    directors = access.people_of(event, "director")
    if role == "director" and not directors.exclude(pk=user.pk).exists():
        raise Refusal("last-director", _("An event needs a director; name another one first."))
    gone, _rows = Membership.objects.filter(event=event, user=user, role=role).delete()
    revoked = _revoke_doors(event, role) if gone and not user.has_usable_password() else 0
    if not Membership.objects.filter(event=event, user=user).exists():
        DeskPin.objects.filter(event=event, user=user).delete()
        JoinLink.objects.filter(event=event, user=user).update(revoked_at=clock.now())
    told = {"user": user.username, "role": role}
    after = {"links_revoked": revoked}
    return Change({**told, **after}, str(event), told, after, subject=subject_of(user))


def _revoke_doors(event: Event, role: str) -> int:
    """Revoke the open links of a role: a volunteer who is sent away has one of them in his phone. Returns how many."""
    rows = JoinLink.objects.filter(event=event, role=role, revoked_at=None, expires_at__gt=clock.now())
    return rows.update(revoked_at=clock.now())


@command("member.invite", "join link made", needs="member.manage")
def invite(ctx: Context, event: Event, *, role: str, hours: int = 24, uses: int = 20) -> Change:
    """Make a link by which volunteers join in one role; `token_of` gives its token, which is stored nowhere.

    Where the role confirms results it is for one person: who holds it could else join twice and be two people alone.
    """
    if role not in EVENT_ROLES or role == "director":
        raise Refusal("unknown-role", _("Nobody can join as %(role)s by a link.") % {"role": role})
    life = timedelta(hours=max(1, min(hours, 24 * 14)))
    most = 1 if "result.confirm" in granted(frozenset({role})) else 200
    row = _link(event, role, life, uses_left=max(1, min(uses, most)))
    told = {"role": role, "link": str(row.pk), "uses": row.uses_left}
    return Change({"id": row.pk, "role": role}, str(event), None, told)


def _link(event: Event, role: str, life: timedelta, **values: Any) -> JoinLink:
    row = JoinLink(event=event, role=role, expires_at=clock.now() + life, **values)
    row.token_hash = hashed(token_of(row))
    row.save(force_insert=True)
    return row


@command("member.readmit", "let in again", needs="member.manage")
def readmit(ctx: Context, event: Event, *, user: User) -> Change:
    """Let somebody in again: a PIN and a log-in tried too often begin anew; a volunteer gets a link for one time.

    The log-in opens more than this event: of whom has a part elsewhere only this event's PIN begins anew. Refuses 403
    where there is none to begin anew.
    """
    mine = Membership.objects.filter(event=event, user=user).order_by("role").first()
    if mine is None:
        raise Missing("missing", _("There is no such helper here."))
    told = {"name": user.shown_as, "username": user.username}
    if not user.has_usable_password():
        JoinLink.objects.filter(event=event, user=user, revoked_at=None).update(revoked_at=clock.now())
        row = _link(event, mine.role, WAY_BACK, uses_left=1, user=user)
        told["link"] = str(row.pk)
        return Change(told, str(event), None, told, subject=subject_of(user))
    lifted = DeskPin.objects.filter(event=event, user=user, tries__gt=0).update(tries=0)
    told["by"] = "PIN" if stands_elsewhere(ctx, event, user) else "log-in"
    if told["by"] == "log-in":
        accounts.let_in(user)
    elif not lifted:
        raise _not_ours_alone(user)
    return Change({**told, "link": ""}, str(event), None, told, subject=subject_of(user))


def stands_elsewhere(ctx: Context, event: Event, user: User) -> bool:
    """Whether an account opens what the actor does not direct: the installation, a word list, another's event."""
    if "system" in ctx.roles:
        return False
    if user.operator or user.owner or user.is_superuser or user.lexicon_seats.exists():
        return True
    me = UUID(ctx.actor.removeprefix("user:"))
    if user.offices.exclude(
        club__in=Officer.objects.filter(user=me, role="club-officer").values("club")
    ).exists():
        return True
    mine = Event.objects.filter(access.within_reach(me, "director")).values("pk")
    theirs = Event.objects.filter(access.within_reach(user), deleted_at=None).exclude(pk=event.pk)
    return theirs.exclude(pk__in=mine).exists()


def _not_ours_alone(user: User) -> NotAllowed:
    sentence = _(
        "%(name)s has a part elsewhere too, so this event does not let the log-in in again. A device on which %(name)s "
        "logged in before need not wait; or whoever keeps this installation does it, with unlock_user %(username)s."
    )
    return NotAllowed("not-ours-alone", sentence % {"name": user.shown_as, "username": user.username})


@command("member.revoke_link", "join link revoked", needs="member.manage")
def revoke_link(ctx: Context, link: JoinLink) -> Change:
    """Make a join link useless from now on."""
    JoinLink.objects.filter(pk=link.pk).update(revoked_at=clock.now())
    return Change({"id": link.pk}, f"link {link.pk}", None, {"revoked": True})


def token_of(link: JoinLink) -> str:
    """The link's token (192 bits): made from its id and the installation's secret, so it can be shown again.

    A copy of the database alone opens no door.
    """
    digest = salted_hmac("td.join-link", str(link.pk), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def usable_link(token: str) -> JoinLink | None:
    """The link a token opens, or None: unknown, used up, expired or revoked all look alike."""
    rows = JoinLink.objects.filter(
        revoked_at=None, expires_at__gt=clock.now(), uses_left__gt=0, event__deleted_at=None
    )
    return rows.select_related("event").filter(token_hash=hashed(token)).first()


@command("member.join", "joined by link", needs="event.view")
def join(ctx: Context, event: Event, *, link: JoinLink, name: str) -> Change:
    """Make a volunteer's account from a link: a name, nothing else. Called with the link's own role.

    Who is called like one entrant is taken for them, so that nobody confirms their own game; the director can
    change that. A name somebody here already has is refused: the log must tell people apart.
    """
    name = tidy_name(name)
    if not name or len(name) > 80:
        raise Refusal("no-name", _("Say your name, in at most 80 characters."))
    _refuse_taken_name(event, name)
    _use(link)
    user = User(username=f"v-{secrets.token_hex(6)}", display_name=name, person=playing.of_name(event, name))
    user.set_unusable_password()
    user.save(force_insert=True)
    Membership.objects.create(event=event, user=user, role=link.role)
    told = {"name": name, "role": link.role, "username": user.username}
    return Change({**told, "user": user.pk}, str(event), None, told, subject=subject_of(user))


@command("member.come_back", "came in again by link", needs="event.view")
def come_back(ctx: Context, event: Event, *, link: JoinLink) -> Change:
    """Note that a volunteer came in again by the link the director made for them; it works once."""
    _use(link)
    return Change({"actor": ctx.actor}, str(event), None, {"person": ctx.actor_name, "link": str(link.pk)})


def _use(link: JoinLink) -> None:
    if not JoinLink.objects.filter(pk=link.pk, uses_left__gt=0).update(uses_left=F("uses_left") - 1):
        raise NotAllowed("link-used-up", _("This link is used up; ask the director for another."))


def tidy_name(name: str) -> str:
    """A typed name in one form: compatibility letters made plain, invisible and direction marks left out."""
    plain = unicodedata.normalize("NFKC", name)
    return " ".join(
        "".join(c for c in plain if unicodedata.category(c) not in {"Cf", "Cc"} or c.isspace()).split()
    )


def _refuse_taken_name(event: Event, name: str) -> None:
    users = User.objects.filter(memberships__event=event).distinct()
    if any(fold(user.shown_as) == fold(name) for user in users):
        sentence = _(
            "Somebody here is already called %(name)s. Add your surname or an initial; if it was you, ask the director."
        )
        raise Refusal("name-taken", sentence % {"name": name})


def user_named(name: str) -> User:
    """The active user who signs in by this name; refuses with a sentence otherwise."""
    user = User.objects.filter(username=name.strip(), is_active=True).first()
    if user is None:
        raise Refusal("unknown-user", _("Nobody signs in here as %(name)s.") % {"name": name.strip()[:60]})
    return user
