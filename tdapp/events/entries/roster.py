"""Entries as the desk lists them: filtered, sorted, each with its state in words. Queries only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tdapp.events import titles
from tdapp.events.models import UNKNOWN_AGE_GUARDED, Division, Entrant, Event, Presence, tell_apart
from tdapp.kernel.context import Context
from tdapp.people.models import Club, Player
from tdapp.people.names import ADULT, MINOR, fits, fold, words_of

# Names are ordered by `people.names`, as everywhere; so all of them are sorted here, in the order of names to begin with.
SORTS: dict[str, Callable[[Entrant], Any]] = {
    "number": lambda row: (row.division.order, row.division.name, row.number),
    "name": lambda row: 0,
    "club": lambda row: (row.club is None, fold(row.club.name) if row.club else ""),
    "rating": lambda row: -row.rating,
    "here": lambda row: -row.checked_in_at.timestamp() if row.checked_in_at else float("-inf"),
}
STATES = ("missing", "here", "away", "guarded")
MOST_KNOWN = 6


def entries(event: Event, division: Division | None, typed: str, state: str, sort: str) -> list[Entrant]:
    """Entrants of an event (or one division) that fit, with everything a row shows; two queries."""
    rows = Entrant.objects.filter(_in_state(state), event=event)
    rows = rows.select_related("division__event", "club", "player").prefetch_related("absences")
    people = list(rows.filter(division=division) if division else rows)
    tell_apart(people)
    found = [row for row in people if _matches(row, words_of(typed[:80]))]
    by_name = sorted(found, key=lambda row: (row.order, row.number))
    return sorted(by_name, key=SORTS.get(sort, SORTS["number"]))


def _matches(row: Entrant, words: list[str]) -> bool:
    if not words:
        return True
    club, number = row.club.name if row.club else "", row.player.number if row.player else ""
    return fits(words, row.surname, row.given, club, row.team, str(row.number), number)


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
