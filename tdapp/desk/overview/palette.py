"""What Ctrl K finds: players, tables, pages and actions of one event."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tdapp.desk.day.division_states import DivisionState, states
from tdapp.events.entries import arriving
from tdapp.events.models import Event, Round, Slot, Table, tell_apart_in_field
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.people.names import fold, words_of

MOST = 12
Item = dict[str, Any]


def found(ctx: Context, event: Event, asked: str) -> list[Item]:
    """At most 12 things that fit `asked`: `{"label", "hint", "url"}`; pages and actions alone for an empty question."""
    words = fold(asked[:80]).split()
    base = f"/e/{event.slug}/"
    items = (
        _tables(base, event, words)
        + _pages(ctx, base, event, words)
        + _players(base, event, words_of(asked[:80]))
    )
    return items[:MOST]


def _item(label: str, hint: str, url: str) -> Item:
    return {"label": label, "hint": hint, "url": url}


def _players(base: str, event: Event, words: list[str]) -> list[Item]:
    if not words:
        return []
    rows = arriving.named(event, words)
    return [
        _item(
            row.listed,
            f"{row.division.name} #{row.number}",
            f"{base}{row.division.slug}/entrant/{row.number}/",
        )
        for row in rows[:MOST]
    ]


def _tables(base: str, event: Event, words: list[str]) -> list[Item]:
    """Tables of open rounds, when a number was typed."""
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < 5]
    if not numbers:
        return []
    seats = Prefetch("seats", Slot.objects.select_related("entrant").order_by("seat"))
    rows = Table.objects.filter(
        number__in=numbers, round__division__event=event, round__status=Round.Status.PUBLISHED
    )
    found = list(rows.select_related("round__division").prefetch_related(seats)[:MOST])
    tell_apart_in_field([slot.entrant for row in found for slot in row.seats.all()])
    return [_table(base, row) for row in found]


def _table(base: str, row: Table) -> Item:
    names = " – ".join(slot.entrant.short for slot in row.seats.all())
    url = f"{base}{row.round.division.slug}/round/{row.round.number}/table/{row.number}/"
    return _item(
        _("Table %(table)s: %(names)s") % {"table": row.number, "names": names}, row.round.division.name, url
    )


def _pages(ctx: Context, base: str, event: Event, words: list[str]) -> list[Item]:
    items = [_item(label, hint, base + path) for label, hint, path, needs in _fixed() if can(ctx, needs)]
    for state in states(event):
        items += _division_pages(base, state)
    return [item for item in items if all(word in fold(f"{item['label']} {item['hint']}") for word in words)]


def _fixed() -> list[tuple[str, str, str, str]]:
    page, action = _("page"), _("action")
    return [
        (_("Enter results"), action, "enter/", "result.enter"),
        (_("Check in"), action, "checkin/", "roster.view"),
        (_("Add a player"), _("walk-in, late entry"), "entries/add", "roster.edit"),
        (_("Switch person (PIN)"), action, "people/switch", "event.view"),
        (_("Overview"), page, "", "event.view"),
        (_("Hall: clock, forecast, announcements"), page, "hall/", "event.view"),
        (_("Day plan and round time"), page, "hall/day/", "hall.plan"),
        (_("Roll-call: who is still here"), action, "hall/roll-call/", "roster.view"),
        (_("Several players leave"), action, "hall/leaving/", "roster.edit"),
        (_("Entries"), page, "entries/", "roster.view"),
        (_("Who may enter"), page, "eligible/", "roster.edit"),
        (_("Public names"), page, "entries/names", "roster.view"),
        (_("People and links"), page, "people", "event.view"),
        (_("Phones and codes"), page, "phones/", "checkin.edit"),
        (_("Settings"), page, "settings", "event.edit"),
        (_("Public pages"), page, "publish/", "standings.release"),
        (_("Screens"), page, "screens/", "standings.release"),
        (_("Website"), page, "website/", "standings.release"),
        (_("In other websites"), page, "website/embed/", "standings.release"),
        (_("Export"), page, "export/", "export.run"),
        (_("Paper"), page, "paper/", "roster.view"),
        (_("Incidents"), page, "incidents/", "incident.report"),
        (_("Safety: copies and rehearsal"), page, "copies/", "event.edit"),
        (_("Prizes"), page, "prizes/", "standings.release"),
        (_("Announcer's script"), page, "prizes/script/", "standings.release"),
        (_("Prize receipts"), page, "prizes/receipts/", "standings.release"),
        (_("Ceremony"), page, "prizes/ceremony/", "standings.release"),
        (_("Certificates"), page, "prizes/certificates/", "roster.private"),
        (_("Log"), page, "log", "audit.view"),
    ]


def _division_pages(base: str, state: DivisionState) -> list[Item]:
    own, name = f"{base}{state.row.slug}/", state.row.name
    items = [
        _item(_("Round %(n)s") % {"n": item.number}, name, f"{own}round/{item.number}/")
        for item in state.rounds
    ]
    if state.last:
        url = f"{own}standings/{state.last.number}/"
        items.append(_item(_("Standings after %(n)s") % {"n": state.last.number}, name, url))
        items.append(_item(_("Wall chart"), name, f"{own}wallchart/"))
        items.append(_item(_("Final standings"), name, f"{own}finish/"))
    return items[::-1]
