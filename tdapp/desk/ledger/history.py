"""From the hall's tables to the pairings room: a division as a pairings.History."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from core import canonical
from pairings.event import history as h
from pairings.standings.standings import Placed, Places, table_after
from tdapp.desk.ledger.rounds import kept, stored
from tdapp.desk.ledger.rounds.outcomes import (
    PLAIN,
    UNSCORED,
    Columns,
    Facts,
    Ids,
    columns_of,
    game,
    outcomes_of,
)
from tdapp.desk.models import ResultLine
from tdapp.events.entries.wishes import OUT, needs_of
from tdapp.events.models import Division, Presence, Slot
from tdapp.events.rules import rulesets
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.names import listed_name


def of_division(
    division: Division,
    *,
    after: int | None = None,
    provisional: bool = False,
    only: Collection[Any] | None = None,
    since: int = 1,
) -> h.History:
    """Entrants and outcomes of a division up to round `after` (None: all published ones).

    Confirmed results only, or with `provisional` the newest entries, for the desk's echo. Seven queries at most,
    however many rounds; of rounds that are kept their rows are not read. Entrant ids are the entrant rows' ids as text.
    `only` (entrant ids): the tables of these alone, by ids without names, their opponents with nothing but those games;
    for a few records in a large field, in three queries or four. `since`: rounds before it are left empty; for pages
    that show one round.
    """
    last = division.rounds.exclude(status="planned").count() if after is None else after
    ids, numbers = Ids(), range(since, last + 1)
    if only is None:
        known = _rounds(division.pk, numbers, ids, provisional=provisional)
        entrants = _everybody(division, ids)
    else:
        known, entrants = _of_few(division, only, numbers, ids, provisional=provisional)
    rounds = tuple(
        tuple(outcomes_of(known[number], division)) if number in known else ()
        for number in range(1, last + 1)
    )
    tie: h.TieRule = "before_adjustment" if rulesets.tie_asks_before(division) else "half"
    caps = tuple(division.wishes.get("spread_caps", ()))
    found = h.History(entrants, rounds, division.spread_cap, tie, spread_caps=caps)
    return h.without_the_withdrawn(found) if division.wishes.get("withdrawn") == OUT else found


def _rounds(division: UUID, numbers: range, ids: Ids, *, provisional: bool = False) -> dict[int, Columns]:
    """Rounds as they are kept, else from their rows; at most four queries."""
    found = {} if provisional else kept.rounds_of(division, numbers.start, numbers.stop - 1)
    if missing := [number for number in numbers if number not in found]:
        found |= stored.rounds_of(division, missing, ids, provisional=provisional)
    return found


def _of_few(
    division: Division, only: Collection[Any], numbers: range, ids: Ids, *, provisional: bool
) -> tuple[dict[int, Columns], tuple[h.Entrant, ...]]:
    """The rounds as far as these entrants are in them, and whoever is."""
    within = (numbers.start, numbers.stop - 1)
    slots = stored.by_round(_slots_of_few(division.pk, _ids(only), *within) if only else [])
    at = {slot[2] for found in slots.values() for slot in found if slot[2]}
    results = stored.by_table((_newest_at if provisional else _in_force_at)(_ids(at)) if at else [])
    _seat_others(
        slots, [one for one in at if one not in results or results[one][0][0] == UNSCORED], within[1]
    )
    met = {ids[line[1]] for found in results.values() for line in found}
    entrants = _few(only, met | {ids[slot[1]] for found in slots.values() for slot in found})
    return {number: columns_of(slots[number], results, ids) for number in numbers}, entrants


@dataclass
class Read:
    """A division's history up to a round, read when the first one asks: what several count of one page is read once."""

    division: Division
    after: int

    @cached_property
    def history(self) -> h.History:
        """Confirmed results only."""
        return of_division(self.division, after=self.after)

    def rounds(self, since: int, last: int, only: Collection[Any] | None) -> h.History:
        """Rounds `since` to `last`, as far as `only` these entrants are in them: as they are in hand, else read by themselves.
        What came before them counts in neither.
        """
        if "history" in vars(self) and last <= self.after:
            return self.history
        return of_division(self.division, after=last, since=since, only=only)

    @cached_property
    def counted(self) -> tuple[list[Placed], Places]:
        """Everybody ranked by the division's own rules, and the places one round before."""
        return table_after(self.history, self.after, tuple(self.division.precedence))


def _seat_others(slots: dict[int, list[Facts]], tables: list[Any], last: int) -> None:
    """Everybody at tables whose result does not say who sat there."""
    if not tables:
        return
    wanted = set(tables)
    for number, found in slots.items():
        slots[number] = [slot for slot in found if slot[2] not in wanted]
    seated = stored.slot_facts(Slot.objects.filter(table__in=tables, round__number__lte=last))
    for number, found in stored.by_round(seated).items():
        slots[number] += found


def _everybody(division: Division, ids: Ids) -> tuple[h.Entrant, ...]:
    """Columns, not rows: of 1,000 people making the rows costs ten times as much as reading them."""
    needs, away = needs_of(division), defaultdict(list)
    seen = Presence.objects.filter(entrant__division=division).order_by("first")
    for entrant, *facts in seen.values_list(stored.written("entrant_id"), "first", "last", "intent", "kind"):
        away[entrant].append(_absence(*facts))
    facts = division.entrants.order_by("number").values_list(
        stored.written("pk"), "number", "rating", "given", "surname", "club__name", "team", "klass", "seniority",
        "house", "fixed_table",
    )  # fmt: skip
    return tuple(
        h.Entrant(
            ids[key], number, rating, listed_name(given, surname), club or "", team, klass, seniority, house,
            fixed or 0, tuple(away[key]) if key in away else (), needs.get(ids[key], ()) if needs else (),
        )
        for key, number, rating, given, surname, club, team, klass, seniority, house, fixed in facts
    )  # fmt: skip


@WrittenOnce
def _away(only: list[UUID]) -> QuerySet[Presence]:
    return Presence.objects.filter(entrant__in=only).order_by("first")


def _few(only: Collection[Any], met: set[str]) -> tuple[h.Entrant, ...]:
    away: dict[str, list[h.Absence]] = {str(one): [] for one in only}
    for row in _away(_ids(only)) if only else ():
        away[str(row.entrant_id)].append(_absence(row.first, row.last, row.intent, row.kind))
    return tuple(h.Entrant(one, 0, absences=tuple(away.get(one, ()))) for one in sorted({*met, *away}))


def _absence(first: int, last: int | None, intent: Any, kind: str) -> h.Absence:
    return h.Absence(first, last, intent, kind == Presence.Kind.WITHDRAWN)


def _ids(found: Iterable[Any]) -> list[UUID]:
    return [one if isinstance(one, UUID) else UUID(one) for one in found]


@WrittenOnce
def _slots_of_few(division: UUID, only: list[UUID], since: int, last: int) -> QuerySet[Slot, Facts]:
    rows = Slot.objects.filter(round__division=division, entrant__in=only)
    return stored.slot_facts(rows.filter(round__number__gte=since, round__number__lte=last))


@WrittenOnce
def _newest_at(tables: list[UUID]) -> QuerySet[ResultLine, Facts]:
    return stored.line_facts(ResultLine.objects.filter(result__is_current=True, result__table__in=tables))


@WrittenOnce
def _in_force_at(tables: list[UUID]) -> QuerySet[ResultLine, Facts]:
    return stored.line_facts(ResultLine.objects.filter(result__in_force=True, result__table__in=tables))


def digest(history: h.History, after: int, numbers: dict[str, int]) -> str:
    """What a pairing was based on, as a digest without database keys: outcomes up to round `after`."""
    told = [[_as_json(outcome, numbers) for outcome in rnd] for rnd in history.rounds[:after]]
    return canonical.digest(told)


def digest_of(division: Division, after: int) -> str:
    """`digest` of a division as it is stored, without making an outcome of each of its games."""
    ids, numbers = Ids(), range(1, after + 1)
    who = {ids[key]: number for key, number in division.entrants.values_list(stored.written("pk"), "number")}
    found = _rounds(division.pk, numbers, ids)
    return canonical.digest([_columns_as_json(found[number], division, who) for number in numbers])


def _columns_as_json(columns: Columns, division: Division, numbers: dict[str, int]) -> list[list[Any]]:
    """A round as `_as_json` has its outcomes, the usual game without the long way there."""
    told = [_as_json(one, numbers) for one in outcomes_of({**columns, "tables": []}, division)]
    for table in columns["tables"]:
        if len(table) == PLAIN:
            _number, a, score_a, before_a, b, score_b, before_b = table
            told.append(
                ["played", [numbers[a], numbers[b]], [[score_a, before_a, 0], [score_b, before_b, 0]]]
            )
        else:
            number, entrants, lines = table
            told += [_as_json(one, numbers) for one in game(number, entrants, lines, division)]
    return told


def _as_json(outcome: h.Outcome, numbers: dict[str, int]) -> list[Any]:
    who = [numbers[entrant] for entrant in h.named_in(outcome)]
    match outcome:
        case h.Played(seats=seats):
            return ["played", who, [[s.score, s.before, s.penalty, *filter(None, [s.fine])] for s in seats]]
        case h.Forfeit(absent=absent, loss_spread=loss, win_spread=win):
            return ["forfeit", who, len(absent), loss, win]
        case h.Bye(spread=spread, half=half):
            return ["half" if half else "bye", who, spread]
        case _:
            return [type(outcome).__name__.lower(), who]


def numbers_of(history: h.History) -> dict[str, int]:
    """Entrant numbers by id: the machine-independent name of an entrant inside a division."""
    return {entrant.id: entrant.seed for entrant in history.entrants}
