"""The sheet run again under one slip at a time: which single slip explains all that is wrong?

mended = mend(validate(ruleset, sheet))
mended.root.message, mended.root.repairs, repaired(sheet, mended.root.repairs[0])

One slip that clears everything is the root; several that do are all offered, the most usual first; where it takes two,
both are roots; none: the findings stay as they are. Work is bounded by how often the sheet is checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from core.messages import Message
from scoring.checks.choose_ruleset import Choice
from scoring.checks.findings import ERROR, QUESTION, Finding
from scoring.checks.validate import Report, validate
from scoring.game.fold import Ruling
from scoring.mending.case import Case, calls_for_it, is_fault, unexplained, weight
from scoring.mending.number_slips import number_slips
from scoring.mending.play_slips import Candidate, play_slips
from scoring.mending.repairs import Repair, repaired
from scoring.mending.replay import Replay, vanished
from scoring.mending.row_slips import row_slips
from scoring.sheets.scoresheet import LONGEST, PLAY, Scoresheet

# So often the sheet is checked again for one slip, and for a second one; checking a play that does not come out as
# written takes long, so these are counted as well, for all checks together.
MOST, MOST_AGAIN, MOST_ODD = 60, 24, 500
# A play that can be laid in more ways than this makes the whole sheet checked that often.
_WAYS = 4
# So many rows are gone over to find changes of plays, and again to see what each slip would leave.
_ROWS, _ROWS_AGAIN = 8000, 2000
# So many first slips are tried with a second one.
_PAIRS = 6


@dataclass(frozen=True)
class Root:
    """One slip: repairs that each clear what it made wrong, the most usual first.

    `certain`: no other repair was found, it alone clears everything, what it writes is known, and nothing else on the sheet
    calls for an explanation.
    """

    repairs: tuple[Repair, ...]
    certain: bool

    @property
    def repair(self) -> Repair:
        return self.repairs[0]

    @property
    def row(self) -> int | None:
        return self.repair.row

    @property
    def message(self) -> Message:
        return self.repair.message


@dataclass(frozen=True)
class Mended:
    """What explains the findings of a report: no root, one, or two (the second is for the sheet after the first repair).

    `checked`: how often the sheet was checked again. `left`: what it still raises with these repairs, at the rows it has
    without them; -1 for what calls for no explanation, or stands at a row that came with one.
    """

    report: Report
    roots: tuple[Root, ...] = ()
    checked: int = 0
    left: tuple[Finding, ...] = ()

    @property
    def root(self) -> Root | None:
        """The one slip that explains everything, None when there is none or it takes two."""
        return self.roots[0] if len(self.roots) == 1 else None

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The first repair of each root, to be taken in this order."""
        return tuple(root.repair for root in self.roots)

    @property
    def sheet(self) -> Scoresheet:
        """The sheet with these repairs taken, as it was without any."""
        sheet = self.report.sheet
        for repair in self.repairs:
            sheet = repaired(sheet, repair)
        return sheet

    def as_data(self) -> list[dict[str, object]]:
        """JSON-able: for each root whether it is the only explanation, and its repairs, the most usual first."""
        return [
            {"certain": root.certain, "repairs": [repair.as_data() for repair in root.repairs]}
            for root in self.roots
        ]


@dataclass(frozen=True)
class Tried:
    """A repair and what the sheet is like with it."""

    repair: Repair
    report: Report
    left: int
    errors: int


class Found(NamedTuple):
    """What clears everything, and the first of its repairs as it was tried."""

    root: Root
    best: Tried


class _Search:
    """Repairs tried, and how often the sheet was checked again for it."""

    def __init__(self, choice: Choice | None) -> None:
        self.choice, self.checked, self.odd = choice, 0, 0

    def tried(self, case: Case, repairs: Iterable[Repair], most: int) -> tuple[list[Tried], bool]:
        """Each repair tried; whether all could be."""
        found: list[Tried] = []
        for number, repair in enumerate(repairs):
            if number >= most or self.odd > MOST_ODD:
                return found, False
            found.append(self._try(case, repair))
        return found, True

    def _try(self, case: Case, repair: Repair) -> Tried:
        self.checked += 1
        sheet, rulings = repaired(case.sheet, repair), moved(case, repair)
        theme = case.report.game.theme
        report = validate(case.report.ruleset, sheet, rulings=rulings, choice=self.choice, theme=theme)
        self.odd += sum(step.turn.kind == PLAY and not step.as_written for step in report.game.steps)
        self.odd += sum(ways for ways in report.game.ways.values() if ways > _WAYS)
        errors = sum(one.severity == ERROR for one in report.findings)
        return Tried(repair, report, weight(report.findings), errors)


def moved(case: Case, repair: Repair) -> tuple[Ruling, ...]:
    """The rulings at the rows their plays have with the repair."""
    places = ((one, repair.place_after(one.turn)) for one in case.rulings)
    return tuple(one._replace(turn=place) for one, place in places if place is not None)


def mend(report: Report, *, rulings: Iterable[Ruling] = (), choice: Choice | None = None) -> Mended:
    """Look for the one slip, or the two, that explain all that is wrong with a sheet.

    `report`, `rulings`, `choice`: as `validate` gave and got them. Nothing raises; same report, same answer.
    """
    if len(report.sheet.turns) > LONGEST or not calls_for_it(report):
        return Mended(report)
    case = Case(report, tuple(rulings))
    search = _Search(choice)
    found, tried = _one(search, case, MOST, _ROWS)
    if found is None:
        roots, left = _two(search, case, tried)
    elif calls_for_it(found.best.report):
        roots, left = _beside(search, case, found)
    else:
        roots, left = (found.root,), _left(found.best)
    return Mended(report, roots, search.checked, left)


def _one(search: _Search, case: Case, most: int, rows: int) -> tuple[Found | None, list[Tried]]:
    """The slip that clears everything; else all that was tried.

    Tried in the order of what a quick look says they leave; once one clears, those that leave more are not looked at.
    """
    tried: list[Tried] = []
    ordered, every = _ordered(case, rows)
    for left in sorted({one.odd for one in ordered}):
        group = [one.repair for one in ordered if one.odd == left]
        more, complete = search.tried(case, group, most - len(tried))
        tried += more
        root = _root(case, more, complete and every)
        if root or not complete:
            return root, tried
    return None, tried


def _ordered(case: Case, rows: int) -> tuple[list[Candidate], bool]:
    """The slips to be tried, with what they leave odd by a quick look, and whether these are all.

    Those that leave no less than there was are not tried.
    """
    plays, every = play_slips(case, rows)
    plays, every = plays[:MOST], every and len(plays) <= MOST
    looked, most = [], case.replay.gone_over + rows
    for one in chain((play.repair for play in plays), number_slips(case), row_slips(case)):
        if case.replay.gone_over > most:
            every = False
            break
        looked.append(Candidate(case.left_broken(one), one))
    helping = [one for one in looked if one.odd < case.broken or not case.broken or one.repair.row is None]
    return sorted(helping, key=lambda one: (one.odd, one.repair.usual)), every


def _root(case: Case, tried: Sequence[Tried], complete: bool) -> Found | None:
    clearing = [one for one in tried if _clears(case, one)]
    if not clearing:
        return None
    least = min(one.left for one in clearing)
    best = _likeliest(case, [one for one in clearing if one.left == least])
    sure = complete and len(best) == 1 and not best[0].repair.open and not _asks(best[0].report)
    return Found(Root(tuple(one.repair for one in best), sure), best[0])


def _asks(report: Report) -> bool:
    """Whether a gap in the rows or in the tiles is left: then something else may be the reason."""
    return any(one.code in ("out_of_turn", "tiles_left_differ") for one in report.findings)


def _likeliest(case: Case, tried: Sequence[Tried]) -> list[Tried]:
    """Of repairs that leave the same, those with which no tiles vanish from the racks, the most usual first."""
    if len(tried) > 1:
        rules = case.replay.rules
        gone = [vanished(Replay(rules, one.report.sheet)) for one in tried]
        tried = [one for one, number in zip(tried, gone, strict=True) if number == min(gone)]
    return sorted(tried, key=lambda one: one.repair.usual)


def _clears(case: Case, tried: Tried) -> bool:
    """Whether no error is left and less is in doubt than before, or nothing at all where there was no error."""
    before = weight(case.report.findings)
    had_errors = any(one.severity == ERROR for one in case.faults)
    if tried.errors or tried.left >= before:
        return False
    return had_errors or not any(is_fault(one) and one.severity != QUESTION for one in tried.report.findings)


def _beside(search: _Search, case: Case, found: Found) -> tuple[tuple[Root, ...], tuple[Finding, ...]]:
    """The slip that clears every error, where a doubt it does not explain is left: with the slip behind that, if one is."""
    first = Root(found.root.repairs, False)
    second = _second(search, case, found.best)
    if second is None:
        return (first,), _left(found.best)
    return (first, Root(second.root.repairs, False)), _left(found.best, second.best)


def _second(search: _Search, case: Case, first: Tried) -> Found | None:
    return _one(search, Case(first.report, moved(case, first.repair)), MOST_AGAIN, _ROWS_AGAIN)[0]


def _left(*repairs: Tried) -> tuple[Finding, ...]:
    """What the sheet raises with all these repairs, at the rows it has without any; -1 where that has its reason."""
    report, found = repairs[-1].report, []
    for one in report.findings:
        row: int | None = one.turn if is_fault(one) and unexplained(report, one) else -1
        for tried in reversed(repairs if row != -1 else ()):
            row = None if row is None else tried.repair.place_before(row)
        found.append(replace(one, turn=-1 if row is None and one.turn is not None else row))
    return tuple(found)


def _two(search: _Search, case: Case, tried: Sequence[Tried]) -> tuple[tuple[Root, ...], tuple[Finding, ...]]:
    """Two slips that clear everything together, and what is left with them."""
    before = weight(case.report.findings)
    helping = sorted(
        (one for one in tried if one.left < before), key=lambda one: (one.left, one.repair.usual)
    )
    for first in helping[:_PAIRS]:
        if search.odd > MOST_ODD:
            break
        second = _second(search, case, first)
        if second:
            roots = Root((first.repair,), False), Root(second.root.repairs, False)
            return roots, _left(first, second.best)
    return (), ()
