"""What goes into a bundle: the event as data, and the same as tables for people."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import canonical
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Result, ResultLine
from tdapp.desk.prizes import overtaken
from tdapp.desk.standings.round_cells import Cells, cells_of
from tdapp.events.day import notices
from tdapp.events.models import Division, Entrant, Event, Slot, give_divisions
from tdapp.interchange.event_facts import points
from tdapp.interchange.event_file.writing import games
from tdapp.interchange.federation import bundle, incidents
from tdapp.judging.rulings.reporting import Tally, report_on
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Column, Sheet, Value, write_csv
from tdapp.ratings.runs.planning import open_tables

FORMAT, VERSION = "td-federation-event", 1
MOST_NAME, MOST_REMARKS = 120, 2000


@dataclass(frozen=True, slots=True)
class Signature:
    """Who stands behind the results, and what he adds. `divisions`: short names of those he signs; none: all."""

    name: str
    role: str = ""
    remarks: str = ""
    divisions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """A bundle ready to be sent."""

    data: bytes
    digest: str
    fingerprint: str


def make(event: Event, signature: Signature) -> Made:
    """The bundle of divisions whose every table has a confirmed result. Refuses any other."""
    if notices.is_rehearsal(event):
        raise Refusal("rehearsal", _("This is a rehearsal: its results are invented, and go to nobody."))
    if event.demo:
        raise Refusal("demo", _("This is the demo: its results are invented, and go to nobody."))
    rows = _chosen(event, signature.divisions)
    refuse_open(rows)
    told = event_data(event, [row.slug for row in rows])
    digest = canonical.digest(told)
    signed = {
        "name": signature.name, "role": signature.role, "remarks": signature.remarks,
        "at": clock.now().isoformat(), "results": digest,
    }  # fmt: skip
    files = {
        bundle.EVENT: _json(told), bundle.SIGNED: _json(signed), bundle.RULINGS: _json(rulings(event)),
        bundle.INCIDENTS: _json(incidents.summary(event)), **tables(rows),
    }  # fmt: skip
    data, fingerprint = bundle.pack(str(event.pk), digest, files)
    if len(data) > bundle.MOST_PACKED:
        raise Refusal("too-large", _("The event is too large for one bundle; send its archive instead."))
    return Made(data, digest, fingerprint)


def _chosen(event: Event, only: Collection[str]) -> list[Division]:
    rows = divisions_of(event)
    if unknown := set(only) - {row.slug for row in rows}:
        raise Refusal("unknown-division", _("There is no division %(slug)s.") % {"slug": min(unknown)})
    return [row for row in rows if not only or row.slug in only]


def refuse_open(rows: Sequence[Division]) -> None:
    """Refuse what nobody could rate yet: open tables, or no published round at all."""
    waiting = open_tables([row.pk for row in rows])
    faults = [
        ngettext(
            "%(division)s: %(n)s table has no confirmed result yet; confirm it, then sign.",
            "%(division)s: %(n)s tables have no confirmed result yet; confirm them, then sign.",
            waiting[row.pk],
        )
        % {"division": row.name, "n": waiting[row.pk]}
        for row in rows
        if row.pk in waiting
    ]
    if faults:
        raise Refusal("not-ready", *faults)
    if not Slot.objects.filter(round__division__in=rows).exists():
        raise Refusal("nothing-played", _("No round is posted: there is nothing to send."))


def differing(event: Event) -> list[str]:
    """One sentence for each division whose results are not those that were called final; what is signed would differ."""
    told = _(
        "%(division)s: a result was corrected after version %(n)s was final. Call version %(next)s final, then sign."
    )
    return [
        told % {"division": row.division.name, "n": row.version, "next": row.version + 1}
        for row in overtaken.of_event(event).values()
    ]


def divisions_of(event: Event) -> list[Division]:
    """The event's divisions in order."""
    return list(event.divisions.select_related("event").order_by("order", "name"))


def event_data(event: Event, only: Collection[str]) -> dict[str, Any]:
    """The event as its archive tells it to strangers, with the names and numbers a federation finds players by.

    A guarded child's name is whole and marked `guarded`; the order by age is left out with everything else private.
    """
    # A federation rates games: prizes, screens and lists of words are the hall's own.
    told = canonical.plain(games(event))
    people = {(row.division.slug, row.number): row for row in entrants_of(divisions_of(event))}
    told["divisions"] = [one for one in told["divisions"] if one["slug"] in only]
    for division in told["divisions"]:
        division["entrants"] = [
            _entrant(one, people[division["slug"], one["number"]]) for one in division["entrants"]
        ]
    plain: dict[str, Any] = canonical.plain(
        {**told, "format": FORMAT, "version": VERSION, "origin": str(event.pk)}
    )
    return plain


def entrants_of(divisions: Sequence[Division]) -> list[Entrant]:
    """Everybody entered in these, by division and number."""
    rows = Entrant.objects.filter(division__in=divisions).select_related("player__merged_into", "club")
    rows = rows.prefetch_related("absences").order_by("division__order", "division__name", "number")
    give_divisions(found := list(rows), divisions)
    return found


def _entrant(told: dict[str, Any], row: Entrant) -> dict[str, Any]:
    return {
        **told, "name": row.listed, "given": row.given, "surname": row.surname, "member_number": number_of(row),
        "guarded": row.guarded, "seniority": 0,
    }  # fmt: skip


def number_of(row: Entrant) -> str:
    """The membership number; "" for a newcomer, whose temporary one means nothing elsewhere."""
    if row.player is None:
        return ""
    player = row.player.merged_into or row.player
    return "" if player.is_temporary else player.number


def rulings(event: Event) -> dict[str, Any]:
    """How often was challenged and with what success, by division and word; words for the committee. Nobody is named."""
    told = report_on(event)
    return {
        "all": told.whole.all, "succeeded": told.whole.succeeded, "superseded": told.superseded,
        "divisions": [_tally(one) for one in told.divisions], "words": [_tally(one) for one in told.words],
        "committee": sorted({one.key for one in told.committee}),
    }  # fmt: skip


def _tally(one: Tally) -> dict[str, Any]:
    return {"name": one.name, "all": one.all, "succeeded": one.succeeded}


def _json(told: Any) -> bytes:
    return canonical.dumps(told).encode()


def tables(divisions: Sequence[Division]) -> dict[str, bytes]:
    """Roster, attendance and results as CSV."""
    people = entrants_of(divisions)
    where = {row.pk: row for row in people}
    names = dict(zip(("roster", "attendance", "results"), bundle.SHEETS, strict=True))
    return {
        names["roster"]: _csv(_("Roster"), ROSTER, map(_roster, people)),
        names["attendance"]: _csv(_("Attendance"), ATTENDANCE, _attendance(divisions, people)),
        names["results"]: _csv(_("Results"), RESULTS, _results(divisions, where)),
    }


# Headings for programs and people of any language alike: they are not translated.
ROSTER = ("Division", "Number", "Membership", "Surname", "Given name", "Club or school", "Team", "Class",
          "Rating at entry", "Games at entry", "House player")  # fmt: skip
ATTENDED = (
    (Slot.Kind.SEAT,), (Slot.Kind.BYE, Slot.Kind.HALF), (Slot.Kind.FORFEIT,), (Slot.Kind.UNSCORED,)
)  # fmt: skip
ATTENDANCE = ("Division", "Number", "Membership", "Name", "Checked in", "Games", "Byes", "Forfeits", "Unscored",
              "Away")  # fmt: skip
RESULTS = ("Division", "Round", "Table", "Seat", "Number", "Membership", "Name", "Score", "Penalty", "Kind",
           "Before", "Points", "Spread")  # fmt: skip


def _csv(title: str, heads: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    stream = io.BytesIO()
    write_csv(stream, Sheet(title, [Column(head) for head in heads], rows))
    return stream.getvalue()


def _roster(row: Entrant) -> Sequence[Value]:
    return (
        row.division.slug, row.number, number_of(row), row.surname, row.given, row.club.name if row.club else "",
        row.team, row.klass, row.rating, row.lifetime_games, "yes" if row.house else "",
    )  # fmt: skip


def _attendance(divisions: Sequence[Division], people: Sequence[Entrant]) -> Iterable[Sequence[Value]]:
    counted: Counter[Any] = Counter(
        Slot.objects.filter(round__division__in=divisions).values_list("entrant", "kind")
    )
    for row in people:
        kinds = [sum(counted[row.pk, kind] for kind in kinds) for kinds in ATTENDED]
        checked = "yes" if row.checked_in_at else "no"
        away = "; ".join(f"{one.kind} {one.first}-{one.last or ''}" for one in row.absences.all())
        yield (
            row.division.slug,
            row.number,
            number_of(row),
            row.listed,
            checked,
            *kinds,
            away,
        )


def _results(divisions: Sequence[Division], where: dict[Any, Entrant]) -> Iterable[Sequence[Value]]:
    """Every seat as it was written, with what it came to: points and spread as the standings count them."""
    lines = ResultLine.objects.filter(result__in_force=True, result__table__round__division__in=divisions)
    facts = lines.order_by(
        "result__table__round__division__order", "result__table__round__number", "result__table__number", "seat"
    ).values_list(
        "result__table__round__number", "result__table__number", "seat", "slot__entrant", "score", "penalty",
        "result__kind", "absent", "before",
    )  # fmt: skip
    cells = {key: own for row in divisions for key, own in cells_of(halls.of_division(row)).items()}
    for round_, table, seat, entrant, score, penalty, kind, absent, before in facts:
        told = "forfeit win" if kind == Result.Kind.FORFEIT and not absent else Result.Kind(kind).value
        who = _who(where[entrant])
        yield (
            who[0], round_, table, seat, *who[1:], score, penalty, told, before, *_came_to(cells, entrant, round_)
        )  # fmt: skip
    alone = Slot.objects.filter(round__division__in=divisions, table=None).order_by(
        "round__number", "entrant__number"
    )
    for round_, entrant, kind, spread in alone.values_list("round__number", "entrant", "kind", "spread"):
        who = _who(where[entrant])
        came = _came_to(cells, entrant, round_)
        yield (who[0], round_, None, None, *who[1:], spread, None, kind, None, *came)


def _who(row: Entrant) -> tuple[Value, ...]:
    return row.division.slug, row.number, number_of(row), row.listed


def _came_to(cells: Cells, entrant: Any, round_: int) -> tuple[Value, ...]:
    cell = cells[str(entrant)][round_ - 1]
    return (None, None) if cell.gain is None else (points(cell.gain), cell.spread)
