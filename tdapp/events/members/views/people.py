"""Who works at the event: members and roles, join links with their QR code, one's own PIN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tdapp.accounts.addresses import hall_address, qr
from tdapp.events import titles
from tdapp.events.access import web_event
from tdapp.events.members import password_again
from tdapp.events.members.commands import desk_pins, members, playing
from tdapp.events.members.forms import InviteForm, MemberForm, PinForm, PlaysForm
from tdapp.events.models import DeskPin, Event, JoinLink, Membership, Named
from tdapp.events.screens import act, attempt, done, go, page, refused
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.permissions import AT_CLUB_EVENTS, can
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.kernel.signing_in import accounts
from tdapp.people.models import Officer

NAMED: dict[type[DeskForm], str] = {
    PinForm: "pin",
    InviteForm: "invite",
    MemberForm: "member",
    PlaysForm: "plays",
}


@require_safe
def people(request: HttpRequest, event: str) -> HttpResponse:
    """Members with their roles; for the director links and forms; for everybody the own PIN."""
    ctx, row = web_event(request, event)
    return _people_page(request, ctx, row, None)


def _people_page(request: HttpRequest, ctx: Context, event: Event, sent: DeskForm | None) -> HttpResponse:
    forms: dict[str, DeskForm] = {"pin": PinForm(), "invite": InviteForm(), "member": MemberForm()}
    if sent is not None:
        forms[NAMED[type(sent)]] = sent
    rows = event.memberships.select_related("user").order_by("user__display_name", "user__username", "role")
    known, helpers = playing.shown(event), _helpers(rows)
    if not isinstance(sent, PlaysForm):
        forms["plays"] = PlaysForm(people=helpers, entrants=known.values())
    pins = {pin.user_id: pin for pin in event.desk_pins.all()}
    slowed, me = accounts.slowed(helpers), User.objects.get(pk=ctx.actor[5:])
    shown = {
        "event": event, "forms": forms, "members": [_member(item, known, pins, slowed) for item in rows],
        "links": _links(event), "may_manage": can(ctx, "member.manage"), "roles": _roles(), "me": me, "sent": sent,
        "own": _own_pin(ctx, me, pins), "by_pin": ctx.by_pin, "officers": _officers(event, pins),
    }  # fmt: skip
    return page(request, "members/people", sent, **shown)


def _officers(event: Event, pins: Mapping[Any, DeskPin]) -> list[dict[str, Any]]:
    """Who works here because of an office at the club that runs the event."""
    if event.host_id is None:
        return []
    rows = Officer.objects.filter(club=event.host_id, role__in=AT_CLUB_EVENTS).select_related("user")
    return [
        {
            "user": row.user, "office": titles.CLUB_ROLES[row.role], "pin": pins.get(row.user_id),
            "title": titles.ROLES[AT_CLUB_EVENTS[row.role]],
        }
        for row in rows.order_by("user__display_name", "user__username", "role")
    ]  # fmt: skip


def _own_pin(ctx: Context, me: User, pins: Mapping[Any, DeskPin]) -> dict[str, Any]:
    """One's own PIN: whether one may have one, how it stands, what happened to it."""
    pin = pins.get(me.pk)
    may = can(replace(ctx, by_pin=False), "pin.own") and me.has_usable_password()
    return {"may": may, "pin": pin, "said": password_again.pin_sentences(pin) if pin else []}


def _helpers(rows: Iterable[Membership]) -> list[User]:
    """The members, each once."""
    return list({row.user.pk: row.user for row in rows}.values())


def _member(
    row: Any, known: Mapping[str, Named], pins: Mapping[Any, DeskPin], slowed: set[str]
) -> dict[str, Any]:
    return {
        "pin": pins.get(row.user_id),
        "slowed": row.user.username in slowed,
        "plays": known.get(playing.person_of(row, row.user)),
        "row": row,
        "user": row.user,
        "title": titles.ROLES[row.role],
        "does": titles.WHAT_ROLES_DO[row.role],
    }


def _roles() -> list[tuple[Any, Any]]:
    return [(title, titles.WHAT_ROLES_DO[role]) for role, title in titles.ROLES.items()]


def _links(event: Event) -> list[dict[str, Any]]:
    rows = event.join_links.filter(revoked_at=None, expires_at__gt=clock.now(), uses_left__gt=0).order_by(
        "-expires_at"
    )
    return [{"row": row, "title": titles.ROLES[row.role]} for row in rows]


@require_POST
def add_member(request: HttpRequest, event: str) -> HttpResponse:
    """A role for somebody who already signs in here."""
    ctx, row = web_event(request, event, "member.manage")
    form = MemberForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _add(ctx, row, form.cleaned_data)):
        return done(request, _("Added."), "events:people", row.slug)
    return _people_page(request, ctx, row, form)


def _add(ctx: Context, event: Event, typed: dict[str, str]) -> dict[str, Any]:
    user = members.user_named(typed["username"])
    answer: dict[str, Any] = members.add_member(ctx, event, user=user, role=typed["role"])
    return answer


@require_POST
def plays(request: HttpRequest, event: str) -> HttpResponse:
    """Say which entrant a helper is, so that nobody confirms his own game."""
    ctx, row = web_event(request, event, "member.manage")
    rows = row.memberships.select_related("user").order_by("user__display_name", "user__username")
    form = PlaysForm(request.POST, people=_helpers(rows), entrants=playing.shown(row).values())
    if form.is_valid() and attempt(form, lambda: _plays(ctx, row, form.cleaned_data)):
        return done(request, _("Saved."), "events:people", row.slug)
    return _people_page(request, ctx, row, form)


def _plays(ctx: Context, event: Event, typed: dict[str, str]) -> dict[str, Any]:
    user = find(User.objects.all(), pk=typed["person"])
    entrant = playing.entrant_of(event, typed["entrant"])
    answer: dict[str, Any] = playing.plays_as(ctx, event, user=user, entrant=entrant)
    return answer


@require_POST
def remove_member(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Take one role away."""
    ctx, row = web_event(request, event, "member.manage")
    member = find(row.memberships.select_related("user"), pk=pk)
    facts = {"name": member.user.shown_as, "role": titles.ROLES[member.role]}
    try:
        answer = members.remove_member(ctx, row, user=member.user, role=member.role)
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, "events:people", row.slug)
    sentence = _("%(name)s is no longer %(role)s.")
    if answer["links_revoked"]:
        sentence = _(
            "%(name)s is no longer %(role)s. The open links for this role are revoked; make a new one for others."
        )
    return done(request, sentence % facts, "events:people", row.slug)


@require_POST
def invite(request: HttpRequest, event: str) -> HttpResponse:
    """Make a join link and show its QR code."""
    ctx, row = web_event(request, event, "member.manage")
    form = InviteForm(request.POST)
    if form.is_valid() and (answer := attempt(form, lambda: members.invite(ctx, row, **form.values()))):
        return done(request, _("The link is ready."), "events:link", row.slug, answer["id"])
    return _people_page(request, ctx, row, form)


@never_cache
@require_safe
def link(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """The link as QR code and as text, to show on a screen or to print."""
    _ctx, row = web_event(request, event, "member.manage")
    found = find(row.join_links.filter(revoked_at=None, expires_at__gt=clock.now()), pk=pk)
    token = members.token_of(found)
    if members.hashed(token) != found.token_hash:
        raise Missing("missing", _("This link was made by another installation; make a new one."))
    url = hall_address(request, reverse("events:join", args=[token]))
    shown: dict[str, Any] = {
        "link": found,
        "person": found.user,
        "title": titles.ROLES[found.role],
        "url": url,
        "code": qr(url),
    }
    return page(request, "members/link", event=row, **shown)


@require_POST
def revoke_link(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Make a link useless."""
    ctx, row = web_event(request, event, "member.manage")
    found: JoinLink = find(row.join_links.all(), pk=pk)
    return act(
        request, lambda: members.revoke_link(ctx, found), _("The link is revoked."), "events:people", row.slug
    )


@require_POST
def readmit(request: HttpRequest, event: str, user: UUID) -> HttpResponse:
    """Let a helper in again who tried too often; a volunteer by a link for one time."""
    ctx, row = web_event(request, event, "member.manage")
    who = find(User.objects.filter(memberships__event=row).distinct(), pk=user)
    answer = members.readmit(ctx, row, user=who)
    if answer["link"]:
        return go("events:link", row.slug, answer["link"])
    sentence = _("%(name)s may log in and use the PIN again.")
    if answer["by"] == "PIN":
        sentence = _(
            "%(name)s may use the PIN again. The log-in is not this event’s alone and waits as it did."
        )
    return done(request, sentence % answer, "events:people", row.slug)


@sensitive_post_parameters("pin")
@require_POST
def set_pin(request: HttpRequest, event: str) -> HttpResponse:
    """One's own PIN."""
    ctx, row = web_event(request, event, "pin.own")
    form = PinForm(request.POST)
    if form.is_valid() and attempt(form, lambda: desk_pins.set_pin(ctx, row, **form.values())):
        return done(request, _("Your PIN is set."), "events:people", row.slug)
    return _people_page(request, ctx, row, form)


@require_POST
def drop_pin(request: HttpRequest, event: str) -> HttpResponse:
    """No PIN any more."""
    ctx, row = web_event(request, event, "pin.own")
    sentence = _("Your PIN is gone; what it had opened is closed.")
    return act(request, lambda: desk_pins.drop_pin(ctx, row), sentence, "events:people", row.slug)
