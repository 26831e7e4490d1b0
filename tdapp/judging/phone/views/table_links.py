"""The director's page about the links of a round's tables: make them, print them at once, revoke them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.addresses import hall_address, qr
from tdapp.events.access import web_round
from tdapp.events.models import Round, Slot, Table, tell_apart_in_field
from tdapp.events.portions import Portion, loaded, portion
from tdapp.judging.models import TableLink
from tdapp.judging.phone.commands.table_links import make_links, revoke_links
from tdapp.judging.tables.codes import code_of, codes_of, spaced
from tdapp.judging.tables.links import opens, token_of
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.pages.answers import Answer, act, attempt, posted, sent
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.pages.print_parts import part_of
from tdapp.kernel.pages.shells import PrintHead

# Bytes of a card with its code, and how many stand on a sheet.
CARD, ON_A_SHEET = 3_100, 8


class MakeLinksForm(DeskForm):
    """Which table (none: all of the round), and the paper of the sheet that answers."""

    table = forms.IntegerField(required=False, min_value=1, max_value=9999, widget=forms.HiddenInput)
    paper = forms.ChoiceField(
        label=_("Paper"), required=False, choices=(("a4", "A4"), ("letter", "Letter")), initial="a4"
    )


def _may(request: HttpRequest, event: str, division: str, number: int) -> tuple[Context, Round]:
    """Both doors are for those who judge."""
    return web_round(request, event, division, number, "judge.rule")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Which tables have a link; POST makes them and answers with the sheet, the only time their codes are shown."""
    ctx, row = _may(request, event, division, number)
    form = MakeLinksForm(posted(request))
    if sent(request, form):
        told = attempt(form, lambda: make_links(ctx, row, table=form.cleaned_data["table"]))
        if told:
            return _sheet(request, row, told, form)
    shown = {
        "event": row.division.event, "division": row.division, "round": row, "form": form, "rows": _rows(request, row)
    }  # fmt: skip
    return render(request, "judging/phone/table_links.html", shown, status=form.status)


def _sheet(request: HttpRequest, round_: Round, told: Answer, form: MakeLinksForm) -> HttpResponse:
    """No redirect: what follows one could be opened again, and a code is shown once. Sent again, it is the same sheet,
    another part of it where it is long.
    """
    rows = TableLink.objects.select_related("round__division__event", "table__round__division")
    links = rows.filter(pk__in=told["links"])
    working = [link for link in links.order_by("table__number") if opens(link)]
    part = part_of(request, len(working), CARD, whole=ON_A_SHEET)
    cards = [_card(request, link) for link in part.rows(working)]
    if cards:
        ends = {"first": cards[0]["number"], "last": cards[-1]["number"]}
        part = part.named(now("tables %(first)s to %(last)s") % ends)
    division = round_.division
    head = PrintHead(
        division.event.name, division.name, now("Round %(n)s") % {"n": round_.number}, now("Table links"),
        at=clock.now(),
    )  # fmt: skip
    shown = {
        "event": division.event, "round": round_, "cards": cards, "head": head, "part": part,
        "paper": form.cleaned_data["paper"] or "a4", "back_url": _address(round_),
        "sent": [(name, form[name].value() or "") for name in form.fields],
    }  # fmt: skip
    return render(request, "judging/phone/print_table_links.html", shown)


def _card(request: HttpRequest, link: TableLink) -> dict[str, Any]:
    url = hall_address(request, reverse("judging:phone", args=[token_of(link)]))
    return {
        "number": link.table.number if link.table else 0,
        "code": qr(url),
        "until": link.expires_at,
        "kiosk": spaced(code_of(link.table)) if link.table else "",
    }


def _address(round_: Round) -> str:
    division = round_.division
    return reverse("judging:table_links", args=[division.event.slug, division.slug, round_.number])


def _rows(request: HttpRequest, round_: Round) -> Portion[dict[str, Any]]:
    """The tables asked for, with their players and their links in force. Three queries."""
    found = TableLink.objects.select_related("round__division__event", "table").filter(
        table__round=round_, revoked_at=None
    )
    links = {link.table_id: link for link in found if opens(link)}
    names, tables = _names(round_), list(Table.objects.filter(round=round_).order_by("number"))
    shown = portion(request, tables, lambda row: f"{row.number} {' '.join(names.get(row.pk, []))}")
    codes = _codes(round_, shown)
    return loaded(shown, [
        {
            "table": row,
            "names": names.get(row.pk, []),
            "link": links.get(row.pk),
            "key": uuid4().hex,
            "code": codes.get(row.pk, ""),
        }
        for row in shown
    ])  # fmt: skip


def _codes(round_: Round, shown: Iterable[Table]) -> dict[Any, str]:
    """What opens a kiosk for each table, while the round is played; for reading out where no card was printed."""
    tables = [row.pk for row in shown] if round_.is_open else []
    return {pk: spaced(code) for pk, code in codes_of(round_.division.event_id, tables).items()}


def _names(round_: Round) -> dict[Any, list[str]]:
    rows = Slot.objects.filter(round=round_, table__isnull=False).select_related("entrant")
    slots = list(rows.order_by("seat"))
    tell_apart_in_field([slot.entrant for slot in slots])
    names: dict[Any, list[str]] = {}
    for slot in slots:
        names.setdefault(slot.table_id, []).append(slot.entrant.short)
    return names


@require_POST
def revoke(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Revoke the link of one table, or of all."""
    ctx, row = _may(request, event, division, number)
    typed = request.POST.get("table", "")
    table = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else None
    sentence = now("Revoked: the old codes open nothing.")
    where = ("judging:table_links", event, division, number)
    if typed and table is None:
        table = 0
    return act(request, lambda: revoke_links(ctx, row, table=table), sentence, *where)
