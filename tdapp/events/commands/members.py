"""Who works at an event: roles, join links and PINs."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.events.commands import playing
from tdapp.events.models import Event, JoinLink, Membership
from tdapp.kernel import audit, clock, fence
from tdapp.kernel.commands import Change, command, subject_of
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.people.names import fold

PIN_TRIES = 5
PIN_PAUSE = timedelta(minutes=1)
PIN_LENGTHS = range(4, 9)


@command("member.add", needs="member.manage")
def add_member(ctx: Context, event: Event, *, user: User, role: str) -> Change:
    """Give a user a role at the event."""
    if role not in EVENT_ROLES:
        raise Refusal("unknown-role", _("%(role)s is not a role.") % {"role": role})
    Membership.objects.get_or_create(event=event, user=user, role=role)
    return Change(
        {"user": user.username, "role": role}, str(event), None, {"user": user.username, "role": role},
        subject=subject_of(user),
    )  # fmt: skip


@command("member.remove", needs="member.manage")
def remove_member(ctx: Context, event: Event, *, user: User, role: str) -> Change:
    """Take a role away; the last director stays. Of a volunteer the open links of that role go with it."""
    Event.objects.select_for_update().get(pk=event.pk)
    directors = Membership.objects.filter(event=event, role="director")
    if role == "director" and not directors.exclude(user=user).exists():
        raise Refusal("last-director", _("An event needs a director; name another one first."))
    gone, _rows = Membership.objects.filter(event=event, user=user, role=role).delete()
    revoked = _revoke_doors(event, role) if gone and not user.has_usable_password() else 0
    told = {"user": user.username, "role": role}
    after = {"links_revoked": revoked}
    return Change({**told, **after}, str(event), told, after, subject=subject_of(user))


def _revoke_doors(event: Event, role: str) -> int:
    """Revoke the open links of a role: a volunteer who is sent away has one of them in his phone. Returns how many."""
    rows = JoinLink.objects.filter(event=event, role=role, revoked_at=None, expires_at__gt=clock.now())
    return rows.update(revoked_at=clock.now())


@command("member.invite", needs="member.manage")
def invite(ctx: Context, event: Event, *, role: str, hours: int = 24, uses: int = 20) -> Change:
    """Make a link by which volunteers join in one role; `token_of` gives its token, which is stored nowhere."""
    if role not in EVENT_ROLES or role == "director":
        raise Refusal("unknown-role", _("Nobody can join as %(role)s by a link.") % {"role": role})
    row = JoinLink(
        event=event, role=role, uses_left=max(1, min(uses, 200)),
        expires_at=clock.now() + timedelta(hours=max(1, min(hours, 24 * 14))),
    )  # fmt: skip
    row.token_hash = hashed(token_of(row))
    row.save(force_insert=True)
    told = {"role": role, "link": str(row.pk)}
    return Change({"id": row.pk, "role": role}, str(event), None, told)


@command("member.revoke_link", needs="member.manage")
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


@command("member.join", needs="event.view", private=("pin",))
def join(ctx: Context, event: Event, *, link: JoinLink, name: str, pin: str) -> Change:
    """Make a volunteer's account from a link: a name and a PIN, nothing else. Called with the link's own role.

    Who is called like one entrant is taken for him, so that he never confirms his own game; the director can
    change that. A name somebody here already has is refused: the log must tell people apart.
    """
    name = tidy_name(name)
    if not name or len(name) > 80:
        raise Refusal("no-name", _("Say your name, in at most 80 characters."))
    _refuse_taken_name(event, name)
    refuse_weak_pin(pin)
    if not JoinLink.objects.filter(pk=link.pk, uses_left__gt=0).update(uses_left=F("uses_left") - 1):
        raise NotAllowed("link-used-up", _("This link is used up; ask the director for another."))
    user = User(username=f"v-{secrets.token_hex(6)}", display_name=name, person=playing.of_name(event, name))
    user.set_unusable_password()
    user.set_pin(pin)
    user.save(force_insert=True)
    Membership.objects.create(event=event, user=user, role=link.role)
    told = {"name": name, "role": link.role, "username": user.username}
    return Change({**told, "user": user.pk}, str(event), None, told, subject=subject_of(user))


def tidy_name(name: str) -> str:
    """A typed name in one form: compatibility letters made plain, invisible and direction marks left out."""
    plain = unicodedata.normalize("NFKC", name)
    return " ".join(
        "".join(c for c in plain if unicodedata.category(c) not in {"Cf", "Cc"} or c.isspace()).split()
    )


def _refuse_taken_name(event: Event, name: str) -> None:
    users = User.objects.filter(memberships__event=event).distinct()
    if any(fold(user.shown_as) == fold(name) for user in users):
        sentence = _("Somebody here is already called %(name)s. Add your surname or an initial.")
        raise Refusal("name-taken", sentence % {"name": name})


def refuse_weak_pin(pin: str) -> None:
    """A PIN is 4 to 8 digits, not all the same and not a plain run."""
    runs = ("0123456789", "9876543210")
    if not (pin.isdecimal() and pin.isascii() and len(pin) in PIN_LENGTHS):
        raise Refusal("bad-pin", _("A PIN is 4 to 8 digits."))
    if len(set(pin)) == 1 or any(pin in run for run in runs):
        raise Refusal("weak-pin", _("This PIN is too easy to guess; choose another."))


def people_with_pin(event: Event) -> list[User]:
    """Who may take over at a shared device of the event, by name."""
    rows = User.objects.filter(memberships__event=event, is_active=True).exclude(pin_hash="").distinct()
    return sorted(rows, key=lambda user: user.shown_as.casefold())


def volunteer_called(event: Event, name: str) -> User | None:
    """The volunteer (no password, a PIN) of this name who already works at the event."""
    wanted = fold(name)
    return next(
        (u for u in people_with_pin(event) if fold(u.shown_as) == wanted and not u.has_usable_password()),
        None,
    )


def user_named(name: str) -> User:
    """The active user who signs in by this name; refuses with a sentence otherwise."""
    user = User.objects.filter(username=name.strip(), is_active=True).first()
    if user is None:
        raise Refusal("unknown-user", _("Nobody signs in here as %(name)s.") % {"name": name.strip()[:60]})
    return user


def check_pin(event: Event, user: User, pin: str) -> None:
    """Refuse unless `pin` is the user's; five wrong ones in a row lock it for a minute (shared laptop, ASVS 6.3.1)."""
    now = clock.now()
    if user.pin_locked_until and user.pin_locked_until > now:
        raise NotAllowed("pin-locked", _("Too many wrong PINs. Wait a minute."), status=429)
    if user.has_pin(pin):
        User.objects.filter(pk=user.pk).update(pin_failures=0, pin_locked_until=None)
        return
    _note_wrong_pin(event, user)
    raise NotAllowed("wrong-pin", _("That is not this person's PIN."))


@transaction.atomic
def _note_wrong_pin(event: Event, user: User) -> None:
    User.objects.filter(pk=user.pk).update(pin_failures=F("pin_failures") + 1)
    User.objects.filter(pk=user.pk, pin_failures__gte=PIN_TRIES).update(
        pin_failures=0, pin_locked_until=clock.now() + PIN_PAUSE
    )
    ctx = Context(user.actor, user.shown_as, event.scope_key, frozenset(), "web")
    # The tries count everywhere; the log of an event that another laptop runs is closed here.
    if not fence.state(event.scope_key).fenced:
        audit.write(ctx, "member.wrong_pin", user.username, subject=subject_of(user))


@command("member.take_over", needs="event.view")
def take_over(ctx: Context, event: Event, *, previous: str) -> Change:
    """Note that the actor took over a shared device from `previous` (a name); the PIN is checked before."""
    return Change({"actor": ctx.actor}, str(event), {"person": previous}, {"person": ctx.actor_name})


@command("member.set_pin", needs="event.view", private=("pin",))
def set_pin(ctx: Context, event: Event, *, pin: str) -> Change:
    """Set one's own PIN for taking over at a shared laptop."""
    refuse_weak_pin(pin)
    user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
    user.set_pin(pin)
    user.save(update_fields=["pin_hash", "pin_failures", "pin_locked_until"])
    return Change({"user": user.username}, str(event), None, {"pin": "set"})
