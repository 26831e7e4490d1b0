"""What each division does next, and what waits for whom: one sentence a step, and where it is done."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.day.division_states import DivisionState, RoundState
from tdapp.desk.ledger import sheet_check
from tdapp.desk.models import PrizeGiving, TableQuestion
from tdapp.desk.pairing import freezing, outdated_release
from tdapp.desk.prizes import finals, given_since, overtaken
from tdapp.desk.prizes.rules import words
from tdapp.events.models import Division, Event
from tdapp.judging.models import Call

MOST_STEPS = 6


@dataclass(frozen=True, slots=True)
class NextStep:
    """What a division waits for, in one sentence, and where it is done. `slug` is the division's short name.

    `post`: where one press does it, for who may publish rounds; `url` leads to its page. `table`: the page of the table a
    judge is waited for at, which is open to everybody; the judges' own page is not.
    """

    division: str
    sentence: str
    verb: str
    url: str
    state: str = "now"
    slug: str = ""
    post: str = ""
    table: str = ""

    @property
    def release(self) -> bool:
        """Whether it is for those who release: the pages behind it open for nobody else."""
        return self.url.endswith(("/publish/", "/finish/", "/ceremony/"))


@dataclass(frozen=True, slots=True)
class Ends:
    """What is final of an event, and of which divisions the last rounds are kept back: asked once for all divisions.

    `overtaken`: the version of those a correction made untrue since, by short name; they are not among the final ones.
    `differs`: what a new version of them would say, in sentences. `given`: the same of prizes that were given already.
    """

    final: Collection[str]
    held: Collection[UUID]
    overtaken: Mapping[str, int] = field(default_factory=dict)
    differs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    given: Sequence[str] = ()

    @classmethod
    def of(cls, event: Event) -> Ends:
        """Three queries, one more once something is final; a division corrected after its final is counted anew."""
        held = {one.division.pk for one in freezing.of_event(event)}
        final = finals.of_event(event)
        late = overtaken.changed_in(event, final)
        names = words.names_of(event, words.spoken) if late else words.Names({}, {})
        differs = {
            slug: finals.sentences(sorted(changes, key=_weight), slug, names)
            for slug, (_row, changes) in late.items()
        }
        versions = {slug: row.version for slug, (row, _changes) in late.items()}
        giving = PrizeGiving.objects.select_related("event").filter(event=event).first() if final else None
        given = given_since.so_far(giving, final, late)
        return cls(frozenset(final) - frozenset(late), held, versions, differs, given)


def _weight(change: Mapping[str, Any]) -> int:
    """Who wins before who stands where, and that before records."""
    return ("award", "rank", "record").index(change["code"])


def next_steps(event: Event, known: Sequence[DivisionState], ends: Ends | None = None) -> list[NextStep]:
    """One step a division, in their order."""
    ends = ends or Ends.of(event)
    return [_next(f"/e/{event.slug}/", state, ends) for state in known]


def played_out(state: DivisionState) -> bool:
    """Whether every planned round is published and closed."""
    return bool(state.last) and not state.open and len(state.rounds) >= state.row.rounds_planned


def waiting(event: Event, known: Sequence[DivisionState]) -> list[NextStep]:
    """What waits for somebody beside the next step: tables to settle, results to confirm, judges called."""
    return [
        *sheet_steps(event), *question_steps(event), *call_steps(event), *confirm_steps(event, known),
        *unseen_steps(event, known),
    ]  # fmt: skip


def unseen_steps(event: Event, known: Sequence[DivisionState]) -> list[NextStep]:
    """One step for each division in whose next draw are people nobody has seen; before round 1 the check-in says it."""
    return [
        _for(state.row, unseen_words(state.unseen_paired, state.following), _("Check-in"),
             f"/e/{event.slug}/checkin/?division={state.row.slug}", "ask")
        for state in known
        if state.unseen_paired and (state.last or state.draft) and state.following <= state.row.rounds_planned
    ]  # fmt: skip


def unseen_words(count: int, number: int) -> str:
    """What is said of those in a round's draw whom nobody has seen."""
    told = ngettext(
        "%(n)s in the draw of round %(round)s was never checked in: mark absent or withdraw.",
        "%(n)s in the draw of round %(round)s were never checked in: mark them absent or withdraw them.", count,
    )  # fmt: skip
    return told % {"n": count, "round": number}


def sheet_steps(event: Event) -> list[NextStep]:
    """One step for each table whose result a scoresheet contradicts."""
    return [_to_decide(f"/e/{event.slug}/", one) for one in sheet_check.of_event(event)[:MOST_STEPS]]


def question_steps(event: Event) -> list[NextStep]:
    """One step for each table about which somebody at the desk asked, whose phones report different results, or with a phone
    that reported too much. Two slips that differ wait among the results to confirm.
    """
    notes = TableQuestion.objects.filter(resolved_at=None, table__round__division__event=event)
    rows = (
        notes.exclude(kind=TableQuestion.Kind.SLIPS).select_related("table__round__division").order_by("at")
    )
    return [_to_settle(f"/e/{event.slug}/", one) for one in rows[:MOST_STEPS]]


def call_steps(event: Event) -> list[NextStep]:
    """One step for each table that waits for a judge."""
    rows = Call.objects.filter(table__round__division__event=event, state=Call.State.WAITING)
    rows = rows.select_related("table__round__division").order_by("called_at")
    return [_to_rule(f"/e/{event.slug}/", one) for one in rows[:MOST_STEPS]]


def confirm_steps(event: Event, known: Sequence[DivisionState]) -> list[NextStep]:
    """Results and corrections that wait for a second person in a round that is not the next step's own."""
    return [
        _to_confirm(f"/e/{event.slug}/", state, item)
        for state in known
        for item in state.rounds
        if item.to_confirm and item != _told(state)
    ]


def _told(state: DivisionState) -> RoundState | None:
    """The round whose results the next step asks to be confirmed."""
    first = state.open[0] if state.open else None
    return first if first and not first.out else None


def release_steps(event: Event, known: Sequence[DivisionState]) -> list[NextStep]:
    """One step for each division whose public standings are older than a correction."""
    late, url = outdated_release.since_release(event), f"/e/{event.slug}/publish/"
    sentence = _("A result was corrected since: the public still sees the standings from before.")
    return [
        _for(state.row, sentence, _("Make public again"), url, "ask")
        for state in known
        if state.row.pk in late
    ]


def _for(division: Division, sentence: str, verb: str, url: str, state: str = "now") -> NextStep:
    return NextStep(division.name, sentence, verb, url, state, division.slug)


def _to_settle(base: str, one: TableQuestion) -> NextStep:
    division, facts = one.table.round.division, {"table": one.table.number, "text": one.text}
    url = f"{base}{division.slug}/round/{one.table.round.number}/table/{one.table.number}/#questions"
    if one.kind == TableQuestion.Kind.RAISED:
        facts["text"] = _("%(name)s asks: %(text)s") % {"name": one.by_name, "text": one.text}
    return _for(division, _("Table %(table)s. %(text)s") % facts, _("Look"), url, "ask")


def _to_decide(base: str, one: sheet_check.Discrepancy) -> NextStep:
    table = one.result.table
    division = table.round.division
    url = f"{base}{division.slug}/round/{table.round.number}/table/{table.number}/#sheets"
    return _for(division, one.sentence, _("Decide"), url, "ask")


def _to_rule(base: str, one: Call) -> NextStep:
    sentence = _("Table %(table)s waits for a judge.") % {"table": one.table.number}
    division = one.table.round.division
    table = f"{base}{division.slug}/round/{one.table.round.number}/table/{one.table.number}/"
    return replace(_for(division, sentence, _("Judges"), f"{base}judges/", "ask"), table=table)


def _to_confirm(base: str, state: DivisionState, item: RoundState) -> NextStep:
    return _for(state.row, _waits(item), _("Confirm"), f"{base}confirm/", "ask")


def _waits(item: RoundState) -> str:
    told = ngettext(
        "Round %(n)s: %(w)s result waits to be confirmed.", "Round %(n)s: %(w)s results wait to be confirmed.",
        item.to_confirm,
    )  # fmt: skip
    return told % {"n": item.number, "w": item.to_confirm}


def _next(base: str, state: DivisionState, ends: Ends) -> NextStep:
    row, own = state.row, f"{base}{state.row.slug}/"
    if not state.entrants:
        return _for(row, _("Nobody is entered yet."), _("Add entries"), f"{base}entries/")
    if state.open:
        return _open_round(base, own, state)
    if state.draft:
        return _step(
            row, _("Round %(n)s is drafted and not yet posted."), _("Look at the draft"), state.draft, own
        )
    if state.last is None:
        return _before_round_1(base, own, state)
    if state.last.number < row.rounds_planned:
        return _step(row, _("Round %(n)s can be paired."), _("Pair round %(n)s"), state.last.number + 1, own)
    return _after_the_last(base, state, ends)


def _step(row: Division, sentence: str, verb: str, number: int, own: str) -> NextStep:
    facts = {"n": number}
    return _for(row, sentence % facts, verb % facts, f"{own}round/{number}/")


def _before_round_1(base: str, own: str, state: DivisionState) -> NextStep:
    if state.missing:
        sentence = _("%(in)s of %(of)s are checked in.") % {"in": state.present, "of": state.staying}
        return _for(state.row, sentence, _("Check in"), f"{base}checkin/?division={state.row.slug}")
    said = _("Everybody is here or marked absent; round 1 can be paired.")
    said = said if state.away else _("Everybody is here; round 1 can be paired.")
    return _for(state.row, said, _("Pair round 1"), f"{own}round/1/")


def _open_round(base: str, own: str, state: DivisionState) -> NextStep:
    item = state.open[0]
    if item.out:
        sentence = ngettext(
            "Round %(n)s: %(out)s result is pending.", "Round %(n)s: %(out)s results are pending.", item.out
        )
        told = sentence % {"n": item.number, "out": item.out}
        return _for(state.row, told, _("Enter results"), f"{base}enter/")
    if item.to_confirm:
        return _for(state.row, _waits(item), _("Confirm"), f"{base}confirm/", "ask")
    sentence = _("Round %(n)s is complete; it can be closed.")
    step = _step(state.row, sentence, _("Close round %(n)s"), item.number, own)
    return replace(step, post=f"{step.url}close")


def _after_the_last(base: str, state: DivisionState, ends: Ends) -> NextStep:
    """To finalise; what follows is the event's (`after`): prizes, ceremony, the public."""
    row, url = state.row, f"{base}{state.row.slug}/finish/"
    if version := ends.overtaken.get(row.slug):
        sentence = _("A result was corrected after version %(n)s was final.") % {"n": version}
        return _for(row, sentence, _("Call version %(n)s final") % {"n": version + 1}, url, "ask")
    if row.slug not in ends.final:
        return _for(row, _("All rounds are played."), _("Finalise standings"), url)
    shown = row.pk not in ends.held and row.released_round >= row.rounds_planned
    sentence = _("Final, and public.") if shown else _("Final; the public does not see it yet.")
    url = f"{base}{row.slug}/standings/{row.rounds_planned}/"
    return _for(row, sentence, _("Final standings"), url, "ok")


def stands_at(state: DivisionState) -> str:
    """Where a division's own page is now, below its address: the round being played, the next one, the final table."""
    if state.open:
        return f"round/{state.open[0].number}/"
    last = state.last.number if state.last else 0
    return f"round/{last + 1}/" if last < state.row.rounds_planned else f"standings/{last}/"
