"""The desk's page about phones: what they may do, which phone is whose, one code shown or made anew. It lists no code."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.accounts.addresses import hall_address, qr
from tdapp.desk.models import CodeShowing, PhoneBinding
from tdapp.desk.phones import codes, find_player
from tdapp.desk.phones.commands.phones import renew_code, renew_codes, set_rule, show_code
from tdapp.desk.results import claims
from tdapp.events.access import web_division, web_event
from tdapp.events.models import Division, Entrant, Event, give_divisions, tell_apart
from tdapp.events.portions import loaded, portion
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import act
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can

# Two forms a row.
PHONES = 60


@never_cache
@require_safe
def phones(request: HttpRequest, event: str) -> HttpResponse:
    """What phones may do in each division; everybody with their phones and who saw their code."""
    ctx, row = web_event(request, event, "checkin.edit")
    divisions = list(row.divisions.select_related("phone_rule"))
    facts = {
        "event": row, "groups": _groups(request, divisions), "may_rule": can(ctx, "division.edit"), "key": uuid4().hex,
        "address": hall_address(request, f"/t/{row.slug}/me/"), "modes": _modes(),
        "closed_until": find_player.closed_until(row),
    }  # fmt: skip
    return render(request, "desk/results/phones.html", facts)


def _modes() -> list[tuple[str, str]]:
    return [
        (claims.OFF, _("Off")),
        (claims.LOOK, _("See the table")),
        (claims.REPORT, _("See and report")),
    ]


def _groups(request: HttpRequest, divisions: list[Division]) -> list[dict[str, Any]]:
    """Each division with its players, their phones and to whom their codes were shown; four queries for all of them."""
    rows = list(Entrant.objects.filter(division__in=divisions, house=False).select_related("club"))
    give_divisions(rows, divisions)
    people = sorted(rows, key=lambda row: (row.order, row.number))
    tell_apart(people, public=False)
    found = {
        division.pk: portion(
            request, [one for one in people if one.division_id == division.pk],
            lambda one: f"{one.number} {one.listed}", size=PHONES, mark=division.slug,
        )
        for division in divisions
    }  # fmt: skip
    shown = [one for part in found.values() for one in part]
    renewed = codes.renewals(shown)
    phones, seen = _phones(shown, renewed), _seen(shown, renewed)
    return [
        {
            "division": division, "mode": claims.mode_of(division),
            "people": loaded(
                found[division.pk], [(one, phones[one.pk], seen[one.pk]) for one in found[division.pk]]
            ),
        }
        for division in divisions
    ]  # fmt: skip


def _phones(people: list[Entrant], renewed: dict[UUID, int]) -> dict[UUID, list[str]]:
    rows = PhoneBinding.objects.filter(entrant__in=people, left_at=None).select_related("device")
    found: dict[UUID, list[str]] = defaultdict(list)
    for row in rows:
        if row.renewed == renewed.get(row.entrant_id, 0):
            found[row.entrant_id].append(row.device.label)
    return found


def _seen(people: list[Entrant], renewed: dict[UUID, int]) -> dict[UUID, list[CodeShowing]]:
    rows = CodeShowing.objects.filter(entrant__in=people, how=CodeShowing.How.SHOWN)
    found: dict[UUID, list[CodeShowing]] = defaultdict(list)
    for row in rows:
        if row.renewed == renewed.get(row.entrant_id, 0):
            found[row.entrant_id].append(row)
    return found


@never_cache
@require_POST
def show(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """One player's code and card, noted in the log before it is shown. No redirect: what follows one could be opened again."""
    ctx, row = web_event(request, event, "checkin.edit")
    who = _entrant(row, pk)
    show_code(ctx, who)
    card = reverse("publishing:card", args=[row.slug, codes.cards_of([who])[who.pk]])
    facts = {
        "event": row, "who": who, "code": codes.spaced(codes.code_of(who)), "card": qr(hall_address(request, card)),
        "head": PrintHead(row.name, title=_("Card for a phone"), at=clock.now()),
        "paper": "a4", "back_url": f"/e/{row.slug}/phones/",
    }  # fmt: skip
    return render(request, "desk/print/phone_card.html", facts)


@require_POST
def rule(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Say what phones may do in a division."""
    ctx, row = web_division(request, event, division, "division.edit")
    mode = request.POST.get("mode", "")
    sentence = _("Saved: %(division)s.") % {"division": row.name}
    return act(request, lambda: set_rule(ctx, row, mode=mode), sentence, "desk:phones", event)


@require_POST
def renew(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """A new code for one player."""
    ctx, row = web_event(request, event, "checkin.edit")
    who = _entrant(row, pk)
    sentence = _("%(name)s has a new code; the old one opens nothing any more.") % {"name": who.listed}
    return act(request, lambda: renew_code(ctx, who), sentence, "desk:phones", event)


@require_POST
def renew_all(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """New codes for a whole division."""
    ctx, row = web_division(request, event, division, "division.edit")
    sentence = _("Everybody in %(division)s has a new code.") % {"division": row.name}
    return act(request, lambda: renew_codes(ctx, row), sentence, "desk:phones", event)


def _entrant(event: Event, pk: UUID) -> Entrant:
    return find(Entrant.objects.select_related("division__event", "event"), pk=pk, event=event)
