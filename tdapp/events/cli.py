"""What management commands at events share: the event, division, round and entrant they are about, and who acts."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tdapp.events import access
from tdapp.events.models import Division, Entrant, Event, Round, Table, tell_apart, tell_apart_in_field
from tdapp.kernel import context
from tdapp.kernel.cli import EXIT_REFUSED, DeskCommand, user_named
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Missing, Refusal

__all__ = [
    "EXIT_REFUSED",
    "DeskCommand",
    "division_of",
    "entrant_of",
    "event_and_context",
    "event_named",
    "installation_context",
    "refuse_nameless",
    "round_of",
    "round_to_change",
    "user_named",
]


def installation_context(name: str) -> Context:
    """The named user's context outside events; the program's own for an empty name."""
    return access.installation_context(user_named(name), "cli") if name else context.system(via="cli")


def event_named(slug: str) -> Event:
    """The event with this short name; Missing with a sentence otherwise."""
    event = Event.objects.filter(slug=slug, deleted_at=None).first()
    if event is None:
        raise Missing("unknown-event", _("There is no event %(slug)s.") % {"slug": slug})
    return event


def event_and_context(slug: str, name: str, *, key: str = "") -> tuple[Event, Context]:
    """An event and the named user's (or the program's) context at it."""
    event = event_named(slug)
    if not name:
        return event, context.system(event.scope_key, via="cli")
    return event, access.event_context(user_named(name), event, "cli", key=key)


def division_of(event: Event, slug: str) -> Division:
    """The division of this short name, or of this name; the only one when `slug` is empty."""
    rows = list(
        event.divisions.select_related("event").filter(Q(slug=slug) | Q(name__iexact=slug) if slug else Q())
    )
    rows = [row for row in rows if row.slug == slug] or rows
    if len(rows) == 1:
        return rows[0]
    names = ", ".join(row.slug for row in event.divisions.all())
    if slug:
        raise Missing(
            "unknown-division",
            _("There is no division %(slug)s; known are %(names)s.") % {"slug": slug, "names": names},
        )
    raise Refusal("which-division", _("Say which division: %(names)s.") % {"names": names})


def entrant_of(division: Division, number: int) -> Entrant:
    """The division's entrant of this number; Missing with a sentence otherwise."""
    row = division.entrants.select_related("division__event", "club").filter(number=number).first()
    if row is None:
        facts = {"name": division.name, "n": number}
        raise Missing("unknown-entrant", _("There is no entrant number %(n)s in %(name)s.") % facts)
    tell_apart_in_field([row])
    return row


def names_in(division: Division) -> dict[int, str]:
    """The names of a division's entrants by their numbers, as the desk lists them, two of one name told apart."""
    rows = list(division.entrants.select_related("club"))
    tell_apart(rows, public=False)
    return {row.number: row.listed for row in rows}


def with_names(table: Table, answer: dict[str, Any]) -> dict[str, Any]:
    """A result's answer with its players' names as `names_in` has them."""
    names = names_in(table.round.division)
    return {**answer, "seats": [{**seat, "name": names[seat["number"]]} for seat in answer["seats"]]}


def refuse_nameless(name: str, division: Division) -> None:
    """Refuse to act as the program itself where a result takes two people or two slips: who typed it has to be known."""
    if name or division.confirm_policy == Division.ConfirmPolicy.SINGLE:
        return
    sentence = _(
        "In %(name)s nobody alone makes a result: say with --as who enters it, and who else confirms it."
    )
    raise Refusal("nameless", sentence % {"name": division.name})


def round_of(division: Division, number: int) -> Round:
    """The round of this number; Missing with a sentence when it was never drafted."""
    rows = Round.objects.select_related("division__event").filter(division=division, number=number)
    if row := rows.first():
        return row
    facts = {"name": division.name, "round": number}
    raise Missing("unknown-round", _("%(name)s has no round %(round)s yet.") % facts)


def round_to_change(division: Division, number: int, status: str, *, last: bool = False) -> Round:
    """The round of this number; without one (0) the oldest of this status, or the `last`."""
    if number:
        return round_of(division, number)
    rows = division.rounds.filter(status=status).select_related("division__event").order_by("number")
    row = rows.last() if last else rows.first()
    if row is None:
        closed = status == Round.Status.CLOSED
        none = _("No round of %(name)s is closed.") if closed else _("No round of %(name)s is open.")
        raise Refusal("no-round", none % {"name": division.name})
    return row
