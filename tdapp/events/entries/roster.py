"""Entries as the desk lists them: filtered, sorted, each with its state in words. Queries only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from tdapp.events import titles
from tdapp.events.models import UNKNOWN_AGE_GUARDED, Division, Entrant, Event, Presence
from tdapp.kernel.context import Context
from tdapp.people.models import Club, Player
from tdapp.people.names import ADULT, MINOR, fold

SORTS: dict[str, tuple[Any, ...]] = {
    "number": ("division__order", "division__name", "number"),
    "name": ("surname", "given", "number"),
    "club": (F("club__name").asc(nulls_last=True), "surname", "given"),
    "rating": (F("rating").desc(), "surname", "given"),
    "here": (F("checked_in_at").desc(nulls_first=True), "surname", "given"),
}
STATES = ("missing", "here", "away", "guarded")
MOST_KNOWN = 6


def entries(event: Event, division: Division | None, typed: str, state: str, sort: str) -> QuerySet[Entrant]:
    """Entrants of an event (or one division) that fit, with everything a row shows; three queries when read."""
    rows = Entrant.objects.filter(event=event).select_related("division__event", "club")
    if division:
        rows = rows.filter(division=division)
    rows = rows.filter(_matches(typed), _in_state(state))
    return rows.prefetch_related("absences").order_by(*SORTS.get(sort, SORTS["number"]))


def _matches(typed: str) -> Q:
    wanted = Q()
    for word in typed[:80].split():
        part = Q(surname__icontains=word) | Q(given__icontains=word) | Q(club__name__icontains=word)
        part |= (
            Q(club__key__contains=fold(word)) | Q(player__key__contains=fold(word)) | Q(team__icontains=word)
        )
        wanted &= part | Q(player__number__iexact=word) | (Q(number=int(word)) if _is_number(word) else Q())
    return wanted


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 5


def _in_state(state: str) -> Q:
    return {
        "missing": Q(checked_in_at=None, house=False),
        "here": Q(checked_in_at__isnull=False),
        "away": Q(pk__in=Presence.objects.values("entrant")),
        "guarded": Q(display_consent=False) & (Q(age=MINOR) | (~Q(age=ADULT) & UNKNOWN_AGE_GUARDED)),
    }.get(state, Q())


def away_words(absences: Iterable[Presence]) -> list[str]:
    """Each absence as people say it: "out from round 5: forfeits"."""
    return [_away(row) for row in absences]


def _away(row: Presence) -> str:
    facts = {"first": row.first, "last": row.last, "as": titles.INTENTS.get(row.intent, row.intent)}
    if row.kind == Presence.Kind.LATE:
        return _("came late, rounds 1 to %(last)s: %(as)s") % facts
    if row.last is None:
        return _("out from round %(first)s: %(as)s") % facts
    if row.last == row.first:
        return _("away in round %(first)s: %(as)s") % facts
    return _("away in rounds %(first)s to %(last)s: %(as)s") % facts


def players_like(ctx: Context, event: Event, typed: str) -> list[Player]:
    """Players whose surname begins as typed and who are not entered here; at most six."""
    wanted = fold(typed[:80])
    if len(wanted) < 2:
        return []
    rows = met_by(ctx).filter(key__startswith=wanted).exclude(entries__event=event)
    return list(rows.select_related("club").distinct()[:MOST_KNOWN])


def met_by(ctx: Context) -> QuerySet[Player]:
    """Players of the events the actor works at: who plays elsewhere is nobody's business here. By PIN, of this event only.
    Nobody of the demo is known at a real event.
    """
    mine = Event.objects.filter(memberships__user__pk=ctx.actor.removeprefix("user:"), demo=False)
    if ctx.by_pin:
        mine = mine.filter(pk=ctx.scope.removeprefix("event:"))
    return Player.objects.filter(merged_into=None, entries__event__in=mine)


def club_names() -> list[str]:
    """Names of clubs and schools for suggestions, without those of the demo."""
    return list(Club.objects.exclude(entries__event__demo=True).values_list("name", flat=True)[:500])
