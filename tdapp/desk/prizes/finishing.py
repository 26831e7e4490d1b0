"""What stands between a division and its final standings: points, each with a sentence and where it is settled.

A check is a function from a division to points; they stand in a list at the foot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import points_off, sheet_check
from tdapp.desk.models import Prize, ResultLine, TableQuestion
from tdapp.desk.prizes import ties
from tdapp.desk.prizes.rules import unnamed, winners, words
from tdapp.events.models import Division, Round, Table
from tdapp.judging.incidents import incident_list
from tdapp.judging.models import Call
from tdapp.judging.models.incidents import IncidentStep
from tdapp.judging.rulings.commands.calls import OPEN
from tdapp.scoresheets.models import Sheet

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to settle or to know. `blocks`: the division cannot be called final as long as it stands."""

    code: str
    sentence: str
    link: str = ""
    blocks: bool = True


Check = Callable[[Division], Iterable[Point]]


def checklist(division: Division, read: halls.Read | None = None) -> list[Point]:
    """Everything, what blocks first; `read`: the division's history up to its last round."""
    level = partial(_ties, read=read)
    checks = [level if check is _ties else check for check in (*CHECKS, *TO_KNOW)]
    found = [point for check in checks for point in check(division)]
    return sorted(found, key=lambda point: not point.blocks)


def blockers(division: Division) -> list[Point]:
    """Only what blocks; what nobody waits for is not looked at while others wait for their turn to write."""
    return [point for check in CHECKS for point in check(division) if point.blocks]


def named(tables: Iterable[Table]) -> str:
    """Tables as people say them: "round 3 tables 4, 7, round 4 table 1, 2 more"."""
    rows = list(tables)
    found: dict[int, list[str]] = {}
    for row in rows[:MOST_NAMED]:
        found.setdefault(row.round.number, []).append(str(row.number))
    facts = [
        ngettext("round %(round)s table %(table)s", "round %(round)s tables %(table)s", len(numbers))
        % {"round": number, "table": ", ".join(numbers)}
        for number, numbers in found.items()
    ]
    if len(rows) > MOST_NAMED:
        more = len(rows) - MOST_NAMED
        facts.append(ngettext("%(n)s more", "%(n)s more", more) % {"n": more})
    return ", ".join(facts)


def _rounds(division: Division) -> Iterator[Point]:
    """Every planned round is published and closed."""
    rows = {row.number: row for row in division.rounds.all()}
    out = [
        n
        for n in range(1, division.rounds_planned + 1)
        if n not in rows or rows[n].status == Round.Status.PLANNED
    ]
    if out:
        facts = {"rounds": ", ".join(map(str, out)), "n": len(out)}
        sentence = ngettext(
            "Round %(rounds)s of the plan has not been played.",
            "Rounds %(rounds)s of the plan have not been played.",
            len(out),
        )
        yield Point("rounds-missing", sentence % facts, _round_url(division, out[0]))
    open_ = [n for n, row in sorted(rows.items()) if row.is_open]
    if open_:
        sentence = ngettext(
            "Round %(rounds)s is not closed.", "Rounds %(rounds)s are not closed.", len(open_)
        )
        facts = {"rounds": ", ".join(map(str, open_))}
        yield Point("rounds-open", sentence % facts, reverse("desk:publish", args=(division.event.slug,)))


def _round_url(division: Division, number: int) -> str:
    return reverse("desk:round", args=(division.event.slug, division.slug, number))


def _results(division: Division) -> Iterator[Point]:
    """Every table counts as it was last entered."""
    rows = Table.objects.filter(round__division=division).exclude(round__status=Round.Status.PLANNED)
    rows = rows.select_related("round").order_by("round__number", "number")
    waiting = rows.filter(results__is_current=True, results__in_force=False).distinct()
    out = rows.exclude(results__is_current=True)
    if found := list(out):
        sentence = _("There is no result for %(tables)s.") % {"tables": named(found)}
        yield Point("results-out", sentence, reverse("desk:enter", args=(division.event.slug,)))
    if found := list(waiting):
        sentence = _("The result is not confirmed for %(tables)s.") % {"tables": named(found)}
        yield Point("unconfirmed", sentence, reverse("desk:confirm", args=(division.event.slug,)))


def _questions(division: Division) -> Iterator[Point]:
    """Nobody still asks about a table."""
    notes = TableQuestion.objects.filter(resolved_at=None, table__round__division=division)
    rows = notes.select_related("table__round").order_by("table__round__number", "table__number")
    if found := list(dict.fromkeys(note.table for note in rows)):
        sentence = _("A question is open about %(tables)s.") % {"tables": named(found)}
        yield Point("questions", sentence, reverse("desk:confirm", args=(division.event.slug,)))


def _sheets(division: Division) -> Iterator[Point]:
    """No finished scoresheet contradicts its result."""
    rows = Table.objects.filter(round__division=division).order_by("round__number", "number")
    for one in sheet_check.open_in(rows):
        at = one.result.table
        place = (division.event.slug, division.slug, at.round.number, at.number)
        yield Point("sheets-differ", one.sentence, reverse("desk:table", args=place))
    being = Sheet.objects.filter(table__round__division=division, status=Sheet.Status.OPEN)
    if found := list(dict.fromkeys(row.table for row in being.select_related("table__round"))):
        sentence = _("A scoresheet is still being written for %(tables)s.") % {"tables": named(found)}
        yield Point("sheets-open", sentence, f"/e/{division.event.slug}/sheets/", blocks=False)


def _calls(division: Division) -> Iterator[Point]:
    """No table still waits for a judge."""
    rows = Call.objects.filter(table__round__division=division, state__in=OPEN).select_related("table__round")
    if found := list(dict.fromkeys(row.table for row in rows)):
        sentence = _("A judge is still called to %(tables)s.") % {"tables": named(found)}
        yield Point("calls-open", sentence, f"/e/{division.event.slug}/judges/")


def _ties(division: Division, read: halls.Read | None = None) -> Iterator[Point]:
    """Who is level, and what decides between them: to know, not to settle."""
    link = reverse("desk:standings_newest", args=(division.event.slug, division.slug))
    for sentence in ties.sentences(division, read):
        yield Point("tie", sentence, link, blocks=False)


def _unnamed(division: Division) -> Iterator[Point]:
    """Prizes given by hand that nobody is named for: to know, they may be named later or kept."""
    for one in unnamed.of_division(division):
        link = reverse("desk:prize", args=(division.event.slug, one.prize.pk))
        yield Point("prize-unnamed", one.sentence, link, blocks=False)


def _nobody(division: Division) -> Iterator[Point]:
    """Prizes for some that find nobody, as best girl where no gender is known: they would have no card."""
    rows = Prize.objects.filter(Q(division=division) | Q(division=None), event=division.event_id)
    # One for everybody finds somebody as soon as a game was played.
    lines = set(rows.exclude(kind=Prize.Kind.CUSTOM).exclude(klass="", among="").values_list("pk", flat=True))
    if not lines:
        return
    found = winners.table(division.event)
    for row in found.lines:
        if row.pk in lines and not found.of(row):
            title = words.kind_title(row.kind, row.title, row.klass)
            sentence = _("%(title)s: nobody gets it as it stands.") % {"title": title}
            link = reverse("desk:prizes", args=(division.event.slug,))
            yield Point("prize-nobody", sentence, link, blocks=False)


def _incidents(division: Division) -> Iterator[Point]:
    """Every incident is decided, and what was decided stands in the result."""
    event = division.event.slug
    for one in incident_list.open_in(division):
        sentence = _("Incident %(n)s is not decided.") % {"n": one.number}
        yield Point("incident-open", sentence, reverse("judging:incident", args=(event, one.number)))
    for one, step in incident_list.penalties(division):
        if one.table and not _carried_out(one.table, step):
            facts = {"n": one.number, "what": incident_list.in_words(step), "table": named([one.table])}
            sentence = _("Incident %(n)s was decided: %(what)s The result of %(table)s does not say so.")
            place = (event, division.slug, one.table.round.number, one.table.number)
            yield Point("incident-penalty", sentence % facts, reverse("desk:table", args=place))


def _carried_out(table: Table, step: IncidentStep) -> bool:
    """Whether the result in force has the points off, or the game lost, that were decided."""
    lines = ResultLine.objects.filter(result__table=table, result__in_force=True)
    rows = {line.slot.entrant_id: line for line in lines.select_related("slot")}
    mine = rows.get(step.entrant_id) if step.entrant_id else None
    if mine is None:
        return False
    if step.measure == IncidentStep.Measure.SCORE:
        return abs(mine.penalty) >= (step.amount or 0)
    division = table.round.division
    scores = {
        key: points_off.seat(division, "", row.score, None, row.penalty).score for key, row in rows.items()
    }
    return mine.absent or max(scores.values()) > scores[mine.slot.entrant_id]


CHECKS: tuple[Check, ...] = (_rounds, _results, _questions, _sheets, _calls, _ties, _incidents)
# Never in the way.
TO_KNOW: tuple[Check, ...] = (_unnamed, _nobody)
