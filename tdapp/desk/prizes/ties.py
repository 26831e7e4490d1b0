"""Ties at the places that carry prizes: who is level by the first rule, and which rule separates them, if any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from django.db.models import Q
from django.utils.translation import gettext as _

from pairings.event.records import fold
from pairings.standings.metrics import Stand, rule_of
from pairings.standings.standings import Placed, order_of, ranked
from pairings.standings.team_standings import TeamRow
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Prize
from tdapp.desk.pairing.teams import team_table
from tdapp.desk.prizes.rules.field import fields
from tdapp.desk.prizes.rules.measures import Asked, Best, measured
from tdapp.events.models import Division
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.templatetags.td import points, signed

LEAST_PLACES = 1  # without a prize only the first place decides something
MOST_PLACES = 40


def prize_places(division: Division) -> dict[str, int]:
    """The last place that carries a prize, at least the third, of the ranking of players and of that of teams.

    A prize of the whole event is one of its only division.
    """
    last = {kind.value: LEAST_PLACES for kind in (Prize.Kind.RANK, Prize.Kind.TEAM)}
    mine = Q(division=division)
    if not _others(division):
        mine |= Q(event=division.event_id, division=None)
    for row in Prize.objects.filter(mine, kind__in=last):
        last[row.kind] = max(last[row.kind], row.first + len(row.places) - 1)
    return {kind: min(place, MOST_PLACES) for kind, place in last.items()}


def sentences(division: Division, read: halls.Read | None = None) -> Iterator[str]:
    """One sentence for each neighbours level by the first rule, down to the last place with a prize. `read`: what is read
    already, up to the last round.
    """
    read = read or halls.Read(division, division_standings.last_round(division))
    last = read.after
    if not last:
        return
    order, history = order_of(tuple(division.precedence), last), read.history
    records = fold(history, last)
    inside = [one for one in ranked(Stand(records, last), order) if not one.out]
    places = prize_places(division)
    most = places[Prize.Kind.RANK]
    for _first, group in groupby(inside, key=lambda one: one.keys[0]):
        level = list(group)
        if len(level) > 1 and level[0].rank is not None and level[0].rank <= most:
            yield from _group(level, order, most)
    yield from _of_event(division)
    if team_table.of_matches(division):
        yield from _teams(team_table.ranked(division, history, last)[0], places[Prize.Kind.TEAM])


def _others(division: Division) -> bool:
    return Division.objects.filter(event=division.event_id).exclude(pk=division.pk).exists()


def _of_event(division: Division) -> Iterator[str]:
    """Teams of several divisions together, level at a place for which the whole event has a prize."""
    rows = Prize.objects.filter(event=division.event_id, division=None, kind=Prize.Kind.TEAM)
    lines = list(rows.order_by("order"))
    if not lines or not _others(division):
        return
    known = list(fields(division.event.divisions.select_related("event")).values())
    most = min(MOST_PLACES, max(one.first + len(one.places) - 1 for one in lines))
    bests = sorted(measured(Asked(lines[0], known)), key=lambda one: one.value, reverse=True)
    values = [one.value for one in bests]
    teams = [_row(one, values.index(one.value) + 1) for one in bests]
    yield from (_("Whole event: %(what)s") % {"what": sentence} for sentence in _teams(teams, most))


def _row(best: Best, rank: int) -> TeamRow:
    """A team of several divisions as a line; without match points, teams are level that have won as many games."""
    points_, wins, spread = best.value
    level = points_ if "points" in best.facts else wins
    return TeamRow(rank, best.who, wins, 0, spread, (), (), level, 0, "")


def _group(level: list[Placed], order: tuple[str, ...], most: int) -> Iterator[str]:
    for one, other in pairwise(level):
        if one.rank is None or one.rank > most:
            return
        yield _pair(one, other, order)


def _teams(rows: Sequence[TeamRow], most: int) -> Iterator[str]:
    """The same of teams level on match points."""
    for one, other in pairwise(rows):
        if one.rank <= most and one.match_points == other.match_points:
            yield _team_pair(one, other)


def _team_pair(one: TeamRow, other: TeamRow) -> str:
    names = {"one": one.team, "other": other.team, "place": one.rank}
    if (one.wins, one.spread) == (other.wins, other.spread):
        return _("%(one)s and %(other)s are tied for place %(place)s: equal on all that counts.") % names
    rule, mine, theirs = _("game points"), points(one.wins), points(other.wins)
    if one.wins == other.wins:
        rule, mine, theirs = translated(rule_of("spread").label), signed(one.spread), signed(other.spread)
    facts = {**names, "rule": rule, "mine": mine, "theirs": theirs}
    return _("%(one)s (place %(place)s) stands above %(other)s by %(rule)s: %(mine)s to %(theirs)s.") % facts


def _pair(one: Placed, other: Placed, order: tuple[str, ...]) -> str:
    names = {"one": one.record.entrant.name, "other": other.record.entrant.name, "place": one.rank}
    pairs = zip(order, one.keys, other.keys, strict=True)
    name, mine, theirs = next((row for row in pairs if row[1] != row[2]), ("", 0, 0))
    if not name:
        sentence = _(
            "%(one)s and %(other)s are tied for place %(place)s: equal on every tie-break of the division."
        )
        return sentence % names
    rule = rule_of(name)
    facts = {**names, "rule": translated(rule.label), "mine": rule.shown(mine), "theirs": rule.shown(theirs)}
    sentence = _("%(one)s (place %(place)s) stands above %(other)s by %(rule)s: %(mine)s to %(theirs)s.")
    return sentence % facts
