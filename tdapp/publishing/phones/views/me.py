"""My page: find myself once, then see my table and report its result. No session; kept by no cache but the layer in front,
which keeps the part that changes for this phone alone.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.desk.models import PhoneBinding
from tdapp.desk.phones import devices, find_player
from tdapp.desk.phones.commands.phones import find_myself
from tdapp.desk.phones.commands.phones import leave as leave_phone
from tdapp.desk.results import claims
from tdapp.desk.results.commands import claiming
from tdapp.events.access import request_facts
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import attempt, go
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.signing_in import limits
from tdapp.publishing.phones import device, own
from tdapp.publishing.phones.forms import FindForm, ReportForm
from tdapp.publishing.phones.own import Basis
from tdapp.publishing.phones.player_page import Game, Me, game_of, of_player
from tdapp.publishing.released import public_access
from tdapp.publishing.released.public_access import EventDoor

# A hall sits behind one address, so phones are counted, and cards: a card makes as many phones as somebody has cookies.
SENT_A_MINUTE, BOUND_A_MINUTE = 20, 10


@never_cache
@require_safe
def me(request: HttpRequest, event: str) -> HttpResponse:
    """My page; with `?v=` only the part that changes, or 204 while it stands as before."""
    door = public_access.open_event(event)
    # Asked for by the layer in front, which keeps the view; before anything of the player is read.
    wanted: list[Basis] | None = request.META.get(own.WANTED)
    number = own.newest(door.id) if wanted is not None else 0
    mine = devices.bound(door.slug, device.of_request(request))
    seen = request.GET.get("v")
    if mine is None:
        return _gone() if seen is not None else _finding(request, door)
    shown = of_player(mine.entrant, door)
    if wanted is not None:
        of = (mine.entrant.pk, mine.device.label, *shown.tables)
        wanted.append(Basis(number, frozenset(map(str, of))))
    html = _part(shown, None)
    if seen is None:
        return _page(request, shown, html)
    return HttpResponse(status=204) if seen == _version(html) else _fragment(html)


@never_cache
@require_POST
def find_me(request: HttpRequest, event: str) -> HttpResponse:
    """Number or name and code: this phone is theirs from now on."""
    door = public_access.open_event(event)
    form = FindForm(request.POST, divisions=_divisions(door))
    cookie = device.of_request(request)
    fresh = device.of_request_or_new(request)
    if form.is_valid() and attempt(form, lambda: _bind_by_code(request, door, form, cookie, fresh)):
        return device.keep(go("publishing:me", door.slug), door, fresh)
    return _finding(request, door, form)


def _bind_by_code(
    request: HttpRequest, door: EventDoor, form: FindForm, cookie: UUID | None, fresh: UUID
) -> dict[str, Any]:
    typed, event = form.cleaned_data, find(Event.objects.all(), slug=door.slug)
    who = find_player.find(event, typed["who"], typed["code"], cookie, typed.get("division", ""))
    return _bind(request, who, fresh, PhoneBinding.How.CODE)


def _bind(request: HttpRequest, who: Entrant, cookie: UUID, how: PhoneBinding.How) -> dict[str, Any]:
    limits.refuse_phone_flood("phone-bind", who.pk, BOUND_A_MINUTE)
    return find_myself(_context(request, who), who, cookie=cookie, how=how)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, event: str, card: str) -> HttpResponse:
    """The QR code of a player's card: whose it is, and one button that makes this phone theirs."""
    door = public_access.open_event(event)
    try:
        who = find_player.by_card(find(Event.objects.all(), slug=door.slug), card)
    except Refusal as refusal:
        facts = {"event": door, "refusal": refusal}
        return _private(render(request, "publishing/phone/card_over.html", facts, status=refusal.status))
    if request.method != "POST":
        page = render(request, "publishing/phone/card.html", {"event": door, "who": who, "card": card})
        return device.keep(_private(page), door, device.of_request(request))
    cookie = device.of_request_or_new(request)
    _bind(request, who, cookie, PhoneBinding.How.CARD)
    return device.keep(go("publishing:me", door.slug), door, cookie)


@never_cache
@require_POST
def report(request: HttpRequest, event: str) -> HttpResponse:
    """Report, confirm or contradict a result: one and the same, the scores as this player has them."""
    door = public_access.open_event(event)
    mine = devices.bound(door.slug, device.of_request(request))
    if mine is None:
        return _gone() if _wants_part(request) else go("publishing:me", door.slug)
    who = mine.entrant
    game = game_of(who, _number(request), request.POST.get("game", ""))
    if game is None:
        return _answer(request, door, who, _refused(_not_this_game(request)))
    form = ReportForm(request.POST, names=[one.name for one in game.seats])
    ctx = _context(request, who, mine)
    if form.is_valid() and attempt(form, lambda: _send(ctx, game, form, mine.device.cookie)):
        return _answer(request, door, who, None)
    return _answer(request, door, who, form)


def _send(ctx: Context, game: Game, form: ReportForm, cookie: UUID) -> dict[str, Any]:
    limits.refuse_phone_flood("phone", cookie, SENT_A_MINUTE)
    table, seat = game.slot.table, game.slot.seat
    assert table is not None
    return claiming.report(ctx, table, seat=seat or 0, cookie=cookie, **form.values())


@never_cache
@require_POST
def leave(request: HttpRequest, event: str) -> HttpResponse:
    """This phone is nobody's again."""
    door = public_access.open_event(event)
    cookie = device.of_request(request)
    if mine := devices.bound(door.slug, cookie):
        limits.refuse_phone_flood("phone", mine.device.cookie, SENT_A_MINUTE)
        leave_phone(_context(request, mine.entrant, mine), mine.entrant, cookie=mine.device.cookie)
    return device.keep(go("publishing:me", door.slug), door, cookie)


def _context(request: HttpRequest, who: Entrant, mine: PhoneBinding | None = None) -> Context:
    """A player's own phone: it reports for them, and may do nothing else anywhere. No name goes into the log."""
    facts = request_facts(request)
    told = {"division": who.division.name, "n": who.number, "phone": mine.device.label if mine else ""}
    name = _("Phone %(phone)s of %(division)s %(n)s") if mine else _("Phone of %(division)s %(n)s")
    return Context(
        f"phone:{who.pk}", (name % told)[:150], who.scope_key, frozenset({"phone"}), "web", **facts
    )


def _number(request: HttpRequest) -> int:
    text = request.POST.get("table", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _not_this_game(request: HttpRequest) -> Refusal:
    typed = [request.POST.get(f"s{place}", "")[:5] for place in range(1, 5)]
    said = "\N{EN DASH}".join(text for text in typed if text)
    facts = {"table": _number(request), "scores": said}
    sentence = _("Table %(table)s is not your table in a round that is being played. NOT saved: %(scores)s.")
    return Conflict("other-game", sentence % facts)


def _refused(refusal: Refusal) -> ReportForm:
    form = ReportForm({}, names=[])
    form.refuse(refusal)
    return form


def _divisions(door: EventDoor) -> list[tuple[str, str]]:
    return [(row.slug, row.name) for row in door.divisions]


def _finding(request: HttpRequest, door: EventDoor, form: FindForm | None = None) -> HttpResponse:
    divisions = _divisions(door)
    known = {"who": request.GET.get("n", "")[:80], "division": request.GET.get("d", "")}
    form = form or FindForm(divisions=divisions, initial=known)
    off = _all_off(door)
    facts = {"event": door, "form": form, "off": off}
    response = render(request, "publishing/phone/find.html", facts, status=form.status)
    return device.keep(_private(response), door, device.of_request(request))


def _all_off(door: EventDoor) -> bool:
    rows = Division.objects.filter(event__slug=door.slug).select_related("phone_rule")
    return all(claims.mode_of(row) == claims.OFF for row in rows)


def _part(mine: Me, form: ReportForm | None) -> str:
    """The part that changes. The same for the same facts: no token and no key is in it."""
    template = "publishing/phone/_off.html" if mine.mode == claims.OFF else "publishing/phone/_me.html"
    blank = None
    if mine.game:
        blank = ReportForm(
            names=[one.name for one in mine.game.seats], initial={"table": mine.game.number}, auto_id="id_%s"
        )
    asked = form if form is not None and form.is_bound and form.fields.get("s1") else blank
    facts = {"mine": mine, "event": mine.door, "board": mine.board, "form": asked, "sent": form}
    return render_to_string(template, facts)


def _version(html: str) -> str:
    return hashlib.sha256(html.encode()).hexdigest()[:12]


def _fragment(html: str, status: int = 200) -> HttpResponse:
    return HttpResponse(html, status=status, headers={"X-Version": _version(html)})


def _wants_part(request: HttpRequest) -> bool:
    return "X-Part" in request.headers


def _answer(request: HttpRequest, door: EventDoor, who: Entrant, form: ReportForm | None) -> HttpResponse:
    """After a report: the part for a script, else the page, or back to it when it was taken."""
    if form is None and not _wants_part(request):
        return go("publishing:me", door.slug)
    mine = of_player(who, door)
    html = _part(mine, form)
    status = form.status if form else 200
    return _fragment(html, status) if _wants_part(request) else _page(request, mine, html, status)


def _page(request: HttpRequest, mine: Me, html: str, status: int = 200) -> HttpResponse:
    """The whole page. Keys and tokens stand outside the part, for a phone without scripts."""
    facts = {
        "event": mine.door, "mine": mine, "part": html, "version": _version(html),
        "keys": [(form, uuid4().hex) for form in ("agree", "report")],
    }  # fmt: skip
    return _private(render(request, "publishing/phone/me.html", facts, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _gone() -> HttpResponse:
    """This phone is nobody's any more: its page loads itself anew and asks who it is."""
    return HttpResponse(status=410)
