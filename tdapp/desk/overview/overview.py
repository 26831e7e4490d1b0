"""Overview: tables still out, the last entries, the next thing to do. Read when the desk is opened again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.day.division_states import DivisionState, RoundState
from tdapp.desk.ledger import sheet_check
from tdapp.desk.models import Result, ResultLine, TableQuestion
from tdapp.desk.overview import outdated_release
from tdapp.desk.pairing import freezing
from tdapp.desk.prizes import finals
from tdapp.events.models import Event, Round, Slot, Table

LAST_ENTRIES = 5
MOST_TABLES_OUT = 60
MOST_STEPS = 6


@dataclass(frozen=True, slots=True)
class OutTable:
    """A table whose game is not in yet: who plays there, since when."""

    number: int
    division: str
    round: int
    names: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class LastEntry:
    """One result as it was typed: table, scores by name, who, when, whether it counts."""

    table: int
    division: str
    round: int
    said: str
    who: str
    at: datetime
    confirmed: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """What a division waits for, in one sentence, and where it is done."""

    division: str
    sentence: str
    verb: str
    url: str
    state: str = "now"

    @property
    def release(self) -> bool:
        """Whether it is for those who release: the pages behind it open for nobody else."""
        return self.url.endswith(("/publish/", "/finish/", "/ceremony/"))


def tables_out(event: Event) -> list[OutTable]:
    """Tables of open rounds without an entry, lowest number first (at most 60); two queries."""
    seats = Prefetch("seats", Slot.objects.select_related("entrant").order_by("seat"))
    rows = Table.objects.filter(round__division__event=event, round__status=Round.Status.PUBLISHED)
    rows = rows.exclude(results__is_current=True).select_related("round__division").prefetch_related(seats)
    return [_out(row) for row in rows.order_by("number")[:MOST_TABLES_OUT]]


def _out(row: Table) -> OutTable:
    names = " – ".join(slot.entrant.short for slot in row.seats.all())
    return OutTable(row.number, row.round.division.name, row.round.number, names, row.round.published_at)


def last_entries(event: Event) -> list[LastEntry]:
    """The newest results of the event as entered, newest first; two queries."""
    lines = Prefetch("lines", ResultLine.objects.select_related("slot__entrant").order_by("seat"))
    rows = Result.objects.filter(table__round__division__event=event, is_current=True)
    rows = (
        rows.select_related("table__round__division")
        .prefetch_related(lines)
        .order_by("-entered_at", "-sequence")
    )
    return [_entry(row) for row in rows[:LAST_ENTRIES]]


def _entry(row: Result) -> LastEntry:
    round_ = row.table.round
    return LastEntry(
        row.table.number, round_.division.name, round_.number, _in_words(row), row.entered_name, row.entered_at, row.in_force
    )  # fmt: skip


def _in_words(row: Result) -> str:
    lines = list(row.lines.all())
    if row.kind == Result.Kind.UNSCORED:
        return _("%(names)s: not scored") % {"names": " – ".join(line.slot.entrant.short for line in lines)}
    return " – ".join(_seat(line, row.kind) for line in lines)


def _seat(line: ResultLine, kind: str) -> str:
    if kind == Result.Kind.FORFEIT:
        word = _("did not come") if line.absent else _("was there")
        return f"{line.slot.entrant.short} {word}"
    told = [f"{line.slot.entrant.short} {line.score}"]
    told += [f"({line.before})"] if line.before is not None else []
    return " ".join(told + ([_("fined %(points)s") % {"points": line.penalty}] if line.penalty else []))


def next_steps(event: Event, known: list[DivisionState]) -> list[NextStep]:
    """One step a division, in their order."""
    return [_next(f"/e/{event.slug}/", state) for state in known]


def sheet_steps(event: Event) -> list[NextStep]:
    """One step for each table whose result a scoresheet contradicts."""
    return [_to_decide(f"/e/{event.slug}/", one) for one in sheet_check.of_event(event)[:MOST_STEPS]]


def phone_steps(event: Event) -> list[NextStep]:
    """One step for each table whose phones report different results, or with a phone that reported too much."""
    kinds = (TableQuestion.Kind.PHONES, TableQuestion.Kind.DEVICE)
    notes = TableQuestion.objects.filter(
        kind__in=kinds, resolved_at=None, table__round__division__event=event
    )
    rows = notes.select_related("table__round__division").order_by("at")
    return [_to_settle(f"/e/{event.slug}/", one) for one in rows[:MOST_STEPS]]


def release_steps(event: Event, known: list[DivisionState]) -> list[NextStep]:
    """One step for each division whose public standings are older than a correction."""
    late, url = outdated_release.since_release(event), f"/e/{event.slug}/publish/"
    sentence = _("A result was corrected after the release: the public still sees the standings from before.")
    return [
        NextStep(state.row.name, sentence, _("Release again"), url, "ask")
        for state in known
        if state.row.pk in late
    ]


def _to_settle(base: str, one: TableQuestion) -> NextStep:
    division, facts = one.table.round.division, {"table": one.table.number, "text": one.text}
    url = f"{base}{division.slug}/round/{one.table.round.number}/table/{one.table.number}/#questions"
    sentence = _("Table %(table)s. %(text)s") % facts
    return NextStep(division.name, sentence, _("Look"), url, "ask")


def _to_decide(base: str, one: sheet_check.Discrepancy) -> NextStep:
    table = one.result.table
    division = table.round.division
    url = f"{base}{division.slug}/round/{table.round.number}/table/{table.number}/#sheets"
    return NextStep(division.name, one.sentence, _("Decide"), url, "ask")


def _next(base: str, state: DivisionState) -> NextStep:
    name, own = state.row.name, f"{base}{state.row.slug}/"
    if not state.entrants:
        return NextStep(name, _("Nobody is entered yet."), _("Add entries"), f"{base}entries/")
    if state.last is None:
        return _before_round_1(name, base, own, state)
    if state.open:
        return _open_round(name, base, own, state.open[0])
    if state.last.number < state.row.rounds_planned:
        number = state.last.number + 1
        return _step(
            name, _("Round %(n)s can be paired."), _("Pair round %(n)s"), number, f"{own}round/{number}/"
        )
    return _after_the_last(name, base, state)


def _step(name: str, sentence: str, verb: str, number: int, url: str, state: str = "now") -> NextStep:
    return NextStep(name, sentence % {"n": number}, verb % {"n": number}, url, state)


def _before_round_1(name: str, base: str, own: str, state: DivisionState) -> NextStep:
    if state.missing:
        facts = {"in": state.present, "of": state.entrants}
        sentence = _("%(in)s of %(of)s are checked in.") % facts
        return NextStep(name, sentence, _("Check in"), f"{base}checkin/?division={state.row.slug}")
    return NextStep(name, _("Everybody is here; round 1 can be paired."), _("Pair round 1"), f"{own}round/1/")


def _open_round(name: str, base: str, own: str, item: RoundState) -> NextStep:
    number, url = item.number, f"{own}round/{item.number}/"
    if item.out:
        sentence = ngettext(
            "Round %(n)s: %(out)s table is out.", "Round %(n)s: %(out)s tables are out.", item.out
        )
        return NextStep(name, sentence % {"n": number, "out": item.out}, _("Enter results"), f"{base}enter/")
    if item.to_confirm:
        sentence = ngettext(
            "Round %(n)s: %(w)s result waits to be confirmed.", "Round %(n)s: %(w)s results wait to be confirmed.",
            item.to_confirm,
        )  # fmt: skip
        return NextStep(
            name, sentence % {"n": number, "w": item.to_confirm}, _("Confirm"), f"{base}confirm/", "ask"
        )
    return _step(name, _("Round %(n)s is complete; it can be closed."), _("Close round %(n)s"), number, url)


def _after_the_last(name: str, base: str, state: DivisionState) -> NextStep:
    """To release, to call final, to give the prizes: what is kept back for the prize giving cannot be released."""
    last, own, played = state.row.rounds_planned, f"{base}{state.row.slug}/", _("All rounds are played.")
    held, public = freezing.of_division(state.row) is not None, state.row.released_round >= last
    if not (held or public):
        return NextStep(name, played, _("Release the standings"), f"{base}publish/")
    if finals.latest(state.row) is None:
        return NextStep(name, played, _("Finalise standings"), f"{own}finish/", "ok" if public else "now")
    if held:
        sentence = _("Standings are still kept back from the public")
        return NextStep(name, f"{sentence}.", _("Ceremony"), f"{base}prizes/ceremony/")
    sentence = _("All rounds are played and the standings are public.")
    return NextStep(name, sentence, _("Final standings"), f"{own}standings/{last}/", "ok")


def stands_at(state: DivisionState) -> str:
    """Where a division's own page is now, below its address: the round being played, the next one, the final table."""
    if state.open:
        return f"round/{state.open[0].number}/"
    last = state.last.number if state.last else 0
    return f"round/{last + 1}/" if last < state.row.rounds_planned else f"standings/{last}/"


def where_were_we(event: Event, known: list[DivisionState]) -> dict[str, Any]:
    """Everything the overview shows, as template context."""
    return {
        "states": known, "out": tables_out(event), "entries": last_entries(event),
        "steps": [
            *sheet_steps(event), *phone_steps(event), *release_steps(event, known), *next_steps(event, known)
        ],
    }  # fmt: skip
