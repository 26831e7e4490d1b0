"""From the hall's tables to the pairings room: a division as a pairings.History."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from core import canonical
from pairings.event import history as h
from tdapp.desk.ledger import points_off
from tdapp.desk.models import Result, ResultLine
from tdapp.events.entries.wishes import OUT, needs_of
from tdapp.events.models import Division, Presence, Slot
from tdapp.events.rules import rulesets
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.names import listed_name

SEAT, BYE, HALF, UNSCORED = Slot.Kind.SEAT, Slot.Kind.BYE, Slot.Kind.HALF, Slot.Kind.UNSCORED


def of_division(
    division: Division,
    *,
    after: int | None = None,
    provisional: bool = False,
    only: Collection[Any] | None = None,
    since: int = 1,
) -> h.History:
    """Entrants and outcomes of a division up to round `after` (None: all published ones).

    Confirmed results only, or with `provisional` the newest entries, for the desk's echo. Five queries,
    however many rounds. Entrant ids are the entrant rows' ids as text. `only` (entrant ids): the tables of
    these alone, by ids without names, their opponents with nothing but those games; for a few records in a
    large field, in three queries or four. `since`: rounds before it are left empty; for pages that show one round.
    """
    last = division.rounds.exclude(status="planned").count() if after is None else after
    ids = Ids()
    if only is None:
        seen = Slot.objects.filter(
            round__division=division, round__number__gte=since, round__number__lte=last
        )
        slots = _by_round(_slot_facts(seen))
    else:
        slots = _by_round(_slots_of_few(division.pk, _ids(only), since, last) if only else [])
    lines = ResultLine.objects.filter(Q(result__is_current=True) if provisional else Q(result__in_force=True))
    if only is None:
        lines = lines.filter(
            result__table__round__division=division, result__table__round__number__range=(since, last)
        )
        results, entrants = _by_table(_line_facts(lines)), _everybody(division, ids)
    else:
        at = {slot[2] for found in slots.values() for slot in found if slot[2]}
        results = _by_table((_newest_at if provisional else _in_force_at)(_ids(at)) if at else [])
        _seat_others(slots, [one for one in at if one not in results or results[one][0][0] == UNSCORED], last)
        met = {ids[line[1]] for found in results.values() for line in found}
        entrants = _few(only, met | {ids[slot[1]] for found in slots.values() for slot in found})
    rounds = tuple(tuple(_outcomes(slots[n], results, division, ids)) for n in range(1, last + 1))
    tie: h.TieRule = "before_adjustment" if rulesets.tie_asks_before(division) else "half"
    caps = tuple(division.wishes.get("spread_caps", ()))
    found = h.History(entrants, rounds, division.spread_cap, tie, spread_caps=caps)
    return h.without_the_withdrawn(found) if division.wishes.get("withdrawn") == OUT else found


@dataclass
class Read:
    """A division's history up to a round, read when the first one asks: what several count of one page is read once."""

    division: Division
    after: int

    @cached_property
    def history(self) -> h.History:
        """Confirmed results only."""
        return of_division(self.division, after=self.after)


def _seat_others(slots: dict[int, list[Facts]], tables: list[Any], last: int) -> None:
    """Everybody at tables whose result does not say who sat there."""
    if not tables:
        return
    wanted = set(tables)
    for number, found in slots.items():
        slots[number] = [slot for slot in found if slot[2] not in wanted]
    seated = _slot_facts(Slot.objects.filter(table__in=tables, round__number__lte=last))
    for number, found in _by_round(seated).items():
        slots[number] += found


def _everybody(division: Division, ids: Ids) -> tuple[h.Entrant, ...]:
    """Columns, not rows: of 1,000 people making the rows costs ten times as much as reading them."""
    needs, away = needs_of(division), defaultdict(list)
    seen = Presence.objects.filter(entrant__division=division).order_by("first")
    for entrant, *facts in seen.values_list(_written("entrant_id"), "first", "last", "intent", "kind"):
        away[entrant].append(_absence(*facts))
    facts = division.entrants.order_by("number").values_list(
        _written("pk"), "number", "rating", "given", "surname", "club__name", "team", "klass", "seniority",
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


Facts = tuple[Any, ...]


class Ids(dict[str, str]):
    """Ids as the database writes them -> as Python writes them; each is turned once, not for every row it stands in."""

    def __missing__(self, written: str) -> str:
        self[written] = text = str(UUID(written))
        return text


def _ids(found: Iterable[Any]) -> list[UUID]:
    return [one if isinstance(one, UUID) else UUID(one) for one in found]


def _written(name: str) -> Cast:
    """An id as the database writes it: 20 rounds of 1,000 players hold 80,000, and making a UUID of each is most of the wait."""
    return Cast(name, CharField())


def _slot_facts(rows: QuerySet[Slot]) -> QuerySet[Slot, Facts]:
    return rows.order_by("round__number", "table__number", "seat", "entrant__number").values_list(
        "round__number", "kind", _written("entrant_id"), _written("table_id"), "table__number", "spread"
    )


def _by_round(facts: Iterable[Facts]) -> dict[int, list[Facts]]:
    found: dict[int, list[Facts]] = defaultdict(list)
    for number, *rest in facts:
        found[number].append(tuple(rest))
    return found


def _line_facts(rows: QuerySet[ResultLine]) -> QuerySet[ResultLine, Facts]:
    return rows.order_by("seat").values_list(
        _written("result__table_id"),
        "result__kind",
        _written("slot__entrant_id"),
        "score",
        "before",
        "penalty",
        "absent",
    )


def _by_table(facts: Iterable[Facts]) -> dict[Any, list[Facts]]:
    found: dict[Any, list[Facts]] = defaultdict(list)
    for table, *rest in facts:
        found[table].append(tuple(rest))
    return found


@WrittenOnce
def _slots_of_few(division: UUID, only: list[UUID], since: int, last: int) -> QuerySet[Slot, Facts]:
    rows = Slot.objects.filter(round__division=division, entrant__in=only)
    return _slot_facts(rows.filter(round__number__gte=since, round__number__lte=last))


@WrittenOnce
def _newest_at(tables: list[UUID]) -> QuerySet[ResultLine, Facts]:
    return _line_facts(ResultLine.objects.filter(result__is_current=True, result__table__in=tables))


@WrittenOnce
def _in_force_at(tables: list[UUID]) -> QuerySet[ResultLine, Facts]:
    return _line_facts(ResultLine.objects.filter(result__in_force=True, result__table__in=tables))


def _outcomes(
    slots: list[Facts], results: dict[Any, list[Facts]], division: Division, ids: Ids
) -> Iterable[h.Outcome]:
    seated: dict[Any, tuple[int, list[str]]] = {}
    for kind, entrant, table, number, spread in slots:
        if kind == SEAT:
            seated.setdefault(table, (number, []))[1].append(ids[entrant])
        else:
            yield without_table(kind, ids[entrant], spread, division)
    for table, (number, entrants) in seated.items():
        yield from game(number, entrants, results.get(table), division, ids)


def without_table(kind: str, entrant: str, spread: int | None, division: Division) -> h.Outcome:
    """What a round without a table came to: a bye, whole or half, not scored, or lost by absence."""
    if kind in {BYE, HALF}:
        return h.Bye(entrant, division.bye_spread if spread is None else spread, kind == HALF)
    if kind == UNSCORED:
        return h.Unscored(entrant)
    return h.Forfeit(None, (entrant,), (), division.forfeit_spread if spread is None else spread)


def game(
    number: int, entrants: list[str], lines: list[Facts] | None, division: Division, ids: Ids
) -> Iterable[h.Outcome]:
    """What a table came to; a table without a result is unfinished."""
    if not lines:
        return (h.Unfinished(number, tuple(entrants)),)
    kind = lines[0][0]
    if kind == Result.Kind.UNSCORED:
        return unscored(number, entrants)
    if kind == Result.Kind.FORFEIT:
        return (_forfeit(number, lines, division, ids),)
    seats = tuple(
        points_off.seat(division, ids[entrant], score, before, penalty)
        for _k, entrant, score, before, penalty, _a in lines
    )
    return (h.Played(number, seats),)


def unscored(number: int, entrants: Sequence[str]) -> tuple[h.Outcome, ...]:
    """A table that is not scored: everybody at it, in seat order."""
    return tuple(
        h.Unscored(one, number, tuple(other for other in entrants if other != one)) for one in entrants
    )


def _forfeit(number: int, lines: list[Facts], division: Division, ids: Ids) -> h.Forfeit:
    absent = tuple(ids[line[1]] for line in lines if line[5])
    present = tuple(ids[line[1]] for line in lines if not line[5])
    return h.Forfeit(number, absent, present, division.forfeit_spread, division.forfeit_win_spread)


def digest(history: h.History, after: int, numbers: dict[str, int]) -> str:
    """What a pairing was based on, as a digest without database keys: outcomes up to round `after`."""
    told = [[_as_json(outcome, numbers) for outcome in rnd] for rnd in history.rounds[:after]]
    return canonical.digest(told)


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
