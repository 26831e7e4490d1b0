"""Report a result by the table's own link: a claim of the table, until a clerk or a player's own phone agrees."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdapp.desk.ledger.result_entry import HIGHEST, LOWEST
from tdapp.desk.phones import cookies
from tdapp.desk.results import claims
from tdapp.desk.results.commands.claiming import report
from tdapp.events.models import Slot, Table
from tdapp.judging.models import TableLink
from tdapp.judging.tables.links import OVER, context_of, link_of, table_of
from tdapp.kernel.context import Context
from tdapp.kernel.pages.answers import attempt, go
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import limits

SENT_A_MINUTE = 20
# One phone that goes from table to table is told to the desk.
COOKIE, COOKIE_PATH = "td-table", "/q/"


class LinkReportForm(DeskForm):
    """A score for each seat; `b1`... before unplayed tiles, where equal scores ask for them."""

    sure = forms.BooleanField(required=False, widget=forms.HiddenInput(attrs={"id": False}))

    def __init__(self, *args: Any, slots: list[Slot], **more: Any) -> None:
        super().__init__(*args, **more)
        self.count = len(slots)
        for place, slot in enumerate(slots, start=1):
            self.fields[f"s{place}"] = _score(slot.entrant.public_called, required=True)
            self.fields[f"b{place}"] = _score(_("before unplayed tiles"), required=False)

    def lines(self) -> list[tuple[Any, Any]]:
        """Each seat's two fields."""
        return [(self[f"s{place}"], self[f"b{place}"]) for place in range(1, self.count + 1)]

    @property
    def asks_before(self) -> bool:
        return bool(self.refusal and self.refusal.code == "equal-scores") or any(
            self.data.get(f"b{place}") for place in range(1, self.count + 1)
        )

    @property
    def asks_sure(self) -> bool:
        return bool(self.refusal and self.refusal.code == "ask")

    def values(self) -> dict[str, Any]:
        """What the command takes."""
        places, typed = range(1, self.count + 1), self.cleaned_data
        before = tuple(typed[f"b{place}"] for place in places if typed.get(f"b{place}") is not None)
        return {
            "scores": tuple(typed[f"s{place}"] for place in places),
            "before": before,
            "sure": typed["sure"],
        }


def _score(label: str, *, required: bool) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "num w-num", "inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(
        label=label, required=required, min_value=LOWEST, max_value=HIGHEST, widget=widget
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link_report(request: HttpRequest, token: str) -> HttpResponse:
    """The form, and what stands so far; a link that opens nothing says so in one sentence."""
    try:
        return _answer(request, token, link_of(token))
    except Refusal as refusal:
        if refusal.code not in OVER:
            raise
        return render(request, "judging/phone_over.html", {"refusal": refusal}, status=refusal.status)


def _answer(request: HttpRequest, token: str, link: TableLink) -> HttpResponse:
    table = table_of(link)
    slots = _slots(table)
    if request.method != "POST":
        return _page(request, token, table, slots, LinkReportForm(slots=slots))
    limits.refuse_table_flood("table-report", link.pk, SENT_A_MINUTE)
    form = LinkReportForm(request.POST, slots=slots)
    ctx, cookie = context_of(request, link), cookies.read(request, COOKIE)
    if form.is_valid() and attempt(form, lambda: _send(ctx, link, form, cookie)):
        return go("desk:link_report", token)
    return _page(request, token, table, slots, form)


def _send(ctx: Context, link: TableLink, form: LinkReportForm, cookie: UUID | None) -> dict[str, Any]:
    return report(ctx, table_of(link), seat=0, cookie=cookie, **form.values())


def _slots(table: Table) -> list[Slot]:
    rows = table.seats.select_related("entrant__division__event", "entrant__club")
    return list(rows.order_by("seat"))


def _page(
    request: HttpRequest, token: str, table: Table, slots: list[Slot], form: LinkReportForm
) -> HttpResponse:
    known = claims.standing(table, slots)
    names = {slot.seat: slot.entrant.public_called for slot in slots}
    facts = {
        "table": table, "event": table.round.division.event, "token": token, "form": form, "key": uuid4().hex,
        "told": [(names.get(one.seat) or claims.who_says(one), claims.in_short(one)) for one in known],
        "differs": not claims.agree(known), "is_in": table.results.filter(is_current=True).exists(),
        "may": claims.mode_of(table.round.division) == claims.REPORT,
    }  # fmt: skip
    response = render(request, "desk/results/link_report.html", facts, status=form.status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return cookies.keep(response, COOKIE, cookies.read(request, COOKIE), COOKIE_PATH)
