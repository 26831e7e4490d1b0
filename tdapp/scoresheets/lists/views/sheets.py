"""Lists of sheets: of the whole event, of one table; start one, compare two."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Division, Event, Round, Table
from tdapp.events.screens import act, attempt, go, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.access import sheets, tables, web_table
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.forms import PairForm, StartForm
from tdapp.scoresheets.lists import listing
from tdapp.scoresheets.lists.commands.checking import check_all as recheck
from tdapp.scoresheets.lists.comparing import compared, pair_of
from tdapp.scoresheets.lists.taking_over import operations, places
from tdapp.scoresheets.paths import table_address
from tdapp.scoresheets.sheet.reading import seats_of
from tdapp.scoresheets.sheet.state import address

PAGE = 100


@require_safe
def event_sheets(request: HttpRequest, event: str) -> HttpResponse:
    """Every sheet of the event, by division, round and state; `?table=` goes to the sheets of a table in play."""
    ctx, row = web_event(request, event, "sheet.view")
    if table := _table_named(row, request.GET.get("table", "")):
        return go(table_address(table))
    division, number = _division_named(row, request.GET.get("division", "")), request.GET.get("round", "")
    request.place = Place(ctx, row, division)  # type: ignore[attr-defined]
    asked = {name: request.GET.get(name, "") for name in ("round", "state", "table")}
    found = listing.of_event(row, division, _number(number), asked["state"])
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    shown: dict[str, Any] = {
        "event": row, "division": division, "divisions": list(row.divisions.all()), "page": page, "asked": asked,
        "rows": listing.rows_of(page), "states": [(name, words) for name, (words, _q) in listing.STATES.items()],
        "filtered": bool(division or asked["round"] or asked["state"]), "may_write": can(ctx, "sheet.write"),
        "rounds": _rounds(row, division),
    }  # fmt: skip
    return render(request, "scoresheets/lists/list.html", shown)


@require_POST
def check_all(request: HttpRequest, event: str) -> HttpResponse:
    """Every sheet of the event checked again by the rules as they are now."""
    ctx, row = web_event(request, event, "sheet.write")
    sentence = _("Every sheet was checked again.")
    return act(request, lambda: recheck(ctx, row), sentence, "scoresheets:sheets", row.slug)


def _number(typed: str) -> int | None:
    """A small number as typed; None for nothing, -1 (which no round has) for what is none."""
    if not typed:
        return None
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else -1


def _division_named(event: Event, slug: str) -> Division | None:
    return find(event.divisions.select_related("event"), slug=slug) if slug else None


def _table_named(event: Event, typed: str) -> Table | None:
    """The table of this number in the newest round that has one; table numbers are unique in the hall."""
    number = _number(typed)
    if number is None:
        return None
    rows = tables().filter(round__division__event=event, number=number)
    return rows.order_by("-round__published_at", "-round__number").first()


def _rounds(event: Event, division: Division | None) -> list[int]:
    rows = Round.objects.filter(division__event=event).exclude(status=Round.Status.PLANNED)
    rows = rows.filter(division=division) if division else rows
    return list(rows.order_by("-number").values_list("number", flat=True).distinct())


@require_http_methods(["GET", "HEAD", "POST"])
def table_sheets(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """A table's sheets; a form that starts another, one that compares two."""
    needs = "sheet.write" if request.method == "POST" else "sheet.view"
    ctx, at = web_table(request, event, division, number, table, needs)
    form = StartForm(posted(request), seats=seats_of(at))
    if sent(request, form) and (answer := attempt(form, lambda: create(ctx, at, **form.what()))):
        started = find(sheets(), table=at, number=answer["sheet"])
        return go(address(started, "tally" if started.origin == started.Origin.TALLY else "sheet"))
    return render(
        request, "scoresheets/lists/table_sheets.html", _table_page(ctx, at, form), status=form.status
    )


def _table_page(ctx: Context, at: Table, form: StartForm) -> dict[str, Any]:
    rows = listing.rows_of(listing.loaded(at.sheets.all()))
    return {
        "ctx": ctx, "event": at.round.division.event, "division": at.round.division, "round": at.round, "table": at,
        "rows": rows, "form": form, "may_write": can(ctx, "sheet.write"), "seats": seats_of(at),
        "choosing": PairForm(sheets=_choices(rows)) if len(rows) > 1 else None,
    }  # fmt: skip


def _choices(rows: list[listing.SheetRow]) -> list[tuple[int, str]]:
    sentence = _("Sheet %(number)s, %(whose)s")
    return [(row.sheet.number, sentence % {"number": row.sheet.number, "whose": row.whose}) for row in rows]


@require_http_methods(["GET", "HEAD", "POST"])
def compare_sheets(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """Two sheets of the table, turn by turn: agree, or which is wrong by the arithmetic, or undecided and why.

    POST takes into the sheet `target` what only the sheet `source` has: its row `row`, or all of it.
    """
    needs = "sheet.write" if request.method == "POST" else "sheet.view"
    ctx, at = web_table(request, event, division, number, table, needs)
    if request.method == "POST":
        return _taken(request, ctx, at)
    rows = listing.rows_of(listing.loaded(at.sheets.all()))
    form = PairForm(request.GET or None, sheets=_choices(rows))
    shown = {**_table_page(ctx, at, StartForm(seats=seats_of(at))), "choosing": form}
    if not form.is_valid():
        return render(request, "scoresheets/lists/compare.html", shown, status=422 if form.is_bound else 200)
    first, second = (find(sheets(), table=at, number=form.cleaned_data[name]) for name in ("first", "second"))
    pair = pair_of(first, second, offering=can(ctx, "sheet.write"))
    shown |= {"pair": pair, "first": first, "second": second}
    return render(request, "scoresheets/lists/compare.html", shown)


def _taken(request: HttpRequest, ctx: Context, at: Table) -> HttpResponse:
    """The rows and cells written as if somebody had typed them; who did can take them back in the editor."""
    numbers = {name: _number(request.POST.get(name, "")) for name in ("source", "target")}
    pair = "&".join(f"{name}={numbers[of] or ''}" for name, of in (("first", "source"), ("second", "target")))
    sentence = _("Taken into sheet %(number)s; Ctrl Z there takes it back.") % {"number": numbers["target"]}
    back = f"{table_address(at, 'compare')}?{pair}"
    return act(request, lambda: _take(ctx, at, **numbers, row=request.POST.get("row", "")), sentence, back)


def _take(ctx: Context, at: Table, source: int | None, target: int | None, row: str) -> dict[str, Any]:
    known = {
        sheet.number: sheet for sheet in sheets().filter(table=at, number__in=[source or 0, target or 0])
    }
    if len(known) < 2 or source is None or target is None:
        raise Refusal(
            "two-sheets", _("Say which two sheets of this table: what one has is taken into the other.")
        )
    mine, theirs = known[source], known[target]
    found = operations(mine, theirs, places(compared(mine, theirs), into_first=False), row)
    if not found:
        facts = {"source": source, "target": target}
        sentence = _("Sheet %(source)s has nothing here any more that sheet %(target)s lacks. Look again.")
        raise Refusal("nothing-to-take", sentence % facts)
    return write(ctx, theirs, operations=found)
