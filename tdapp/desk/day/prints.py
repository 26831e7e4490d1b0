"""What hangs on the wall and lies on the tables: lists of a round and result slips.

Names are those the public may see: a list on the wall is public.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tdapp.desk.models import PairingRun
from tdapp.events.models import Division, Entrant, Named, Round, Slot, people_in, tell_apart
from tdapp.judging.tables.codes import codes_of, spaced
from tdapp.kernel import audit, clock
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.pages.shells import PrintHead
from tdapp.people.names import fold


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table: its number and the names in seat order, starter first; the teams beside them where teams meet."""

    table: int
    names: tuple[str, ...]
    drawn: bool
    teams: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[tuple[str, str, str], ...]:
        """Every name with its number and rating, and its team, "" where no teams meet."""
        return tuple(zip(self.names, self.marks, self.teams or ("",) * len(self.names), strict=True))

    @property
    def called(self) -> tuple[str, ...]:
        """The names with number and rating behind them."""
        return tuple(f"{name} {mark}" for name, mark, _team in self.seats)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one entrant finds himself: table, seat and opponents, or why there is no table.

    `team` his own, `against` the other one, where teams meet.
    """

    name: str
    club: str
    table: int | None
    starts: bool
    drawn: bool
    opponents: str
    instead: str
    team: str = ""
    against: str = ""
    mark: str = ""
    order: str = ""

    @property
    def called(self) -> str:
        """The name with number and rating behind it."""
        return f"{self.name} {self.mark}"


@dataclass(frozen=True, slots=True)
class Seating:
    """One table as it was published: its number and who sits there in seat order. `code`: opens a kiosk for it, "" not told."""

    number: int
    entrants: tuple[Named, ...]
    drawn: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """One print version of a round (`versions`), whatever it is printed on. `void`: the round was recalled since."""

    round: Round
    version: str
    seatings: tuple[Seating, ...]
    apart: tuple[tuple[Entrant, str], ...]
    void: bool = False


def version_of(round_: Round) -> str:
    """The version its sheets carry now (`versions`)."""
    return versions([round_])[round_.pk]


def versions(rounds: Iterable[Round]) -> dict[UUID, str]:
    """The version the sheets of each round (of one event) carry now, by its id: how often it was posted, and behind a point
    how often its actual pairings were recorded since, so that a sheet from before is told from one of now: 2, 2.1, 2.2.
    """
    known = {str(row.pk): row for row in rounds}
    changes = dict.fromkeys(known, 0)
    scopes = {row.scope_key for row in known.values()}
    told = AuditEntry.objects.filter(
        scope__in=scopes, subject_kind="round", subject_id__in=known, intent="table.as_played", refused=""
    )
    for key, at in told.values_list("subject_id", "at") if known else ():
        posted = known[key].published_at
        changes[key] += posted is not None and at >= posted
    return {
        row.pk: f"{row.print_version}.{changes[key]}" if changes[key] else str(row.print_version)
        for key, row in known.items()
    }


def of_round(round_: Round, *, codes: bool = False) -> Printed:
    """The round as it stands; with `codes` its slips carry what opens a kiosk, for who may call a judge."""
    division = round_.division
    tables = list(round_.tables.order_by("number").values_list("pk", "number", "starts"))
    known = codes_of(division.event_id, [pk for pk, *_rest in tables]) if codes else {}
    seats: dict[Any, list[Named]] = defaultdict(list)
    seated = round_.slots.exclude(table=None).order_by("seat")
    for table, person in people_in(seated, division, key="table", at="entrant__"):
        seats[table].append(person)
    seatings = tuple(
        Seating(number, tuple(seats[pk]), starts == "drawn", spaced(known[pk]) if pk in known else "")
        for pk, number, starts in tables
    )
    rows = round_.slots.exclude(kind=Slot.Kind.SEAT).select_related(
        "entrant__club", "entrant__division__event"
    )
    rows = rows.prefetch_related("entrant__absences").order_by("entrant__number")
    apart = tuple((row.entrant, row.kind) for row in rows)
    tell_apart(
        [*(one for seating in seatings for one in seating.entrants), *(one for one, _kind in apart)],
        marked=True,
    )
    return Printed(round_, version_of(round_), seatings, apart)


def of_recalled(run: PairingRun) -> Printed:
    """What a recalled pairing said: whoever holds one of its sheets can see which one it was."""
    division, boards = run.round.division, run.boards
    known = {
        str(row.pk): _placed(row, division)
        for row in division.entrants.select_related("club").prefetch_related("absences")
    }
    tell_apart(list(known.values()), marked=True)
    seatings = [
        Seating(one["table"], tuple(known[key] for key in one["seats"] if key in known), one["drawn"])
        for one in boards["tables"]
    ]
    apart = [(one["entrant"], "bye") for one in boards["byes"]]
    apart += [(one["entrant"], one["intent"]) for one in boards["absent"]]
    apart += [(key, "unscored") for key in boards.get("out", ())]
    placed = tuple((known[key], kind) for key, kind in apart if key in known)
    in_order = tuple(sorted(seatings, key=lambda one: one.number))
    return Printed(run.round, str(run.print_version), in_order, placed, void=True)


def posted_name(entrant: Named) -> str:
    """The name on a sheet that hangs in the hall."""
    return entrant.posted_name


def of_teams(printed: Printed) -> bool:
    """Whether teams meet: every table is between players of two, and no team meets more than one other."""
    pairs = {tuple(sorted(entrant.team for entrant in one.entrants)) for one in printed.seatings}
    busy = [team for pair in pairs for team in pair]
    return bool(busy) and all(busy) and len(set(busy)) == len(busy) == 2 * len(pairs)


def by_table(printed: Printed) -> list[Pairing]:
    """The pairings of a round in order of their tables."""
    teams = of_teams(printed)
    return [
        Pairing(
            one.number, tuple(posted_name(entrant) for entrant in one.entrants), one.drawn,
            tuple(entrant.team for entrant in one.entrants) if teams else (),
            tuple(entrant.mark for entrant in one.entrants),
        )
        for one in printed.seatings
    ]  # fmt: skip


def _placed(entrant: Entrant, division: Division) -> Entrant:
    """The entrant with its division known, so that no name costs a query."""
    entrant.division = division
    return entrant


def by_name(printed: Printed) -> list[Place]:
    """Everybody in order of names, those without a table among them."""
    return sorted(_places(printed), key=lambda place: place.order)


def by_club(printed: Printed) -> list[Place]:
    """Everybody in order of clubs and schools, then names; those without a club last."""
    return sorted(_places(printed), key=lambda place: (not place.club, fold(place.club), place.order))


def _places(printed: Printed) -> Iterable[Place]:
    teams = of_teams(printed)
    for one in printed.seatings:
        for seat, entrant in enumerate(one.entrants):
            others = [other for other in one.entrants if other is not entrant]
            team, against = (entrant.team, others[0].team) if teams else ("", "")
            yield Place(
                posted_name(entrant), _club(entrant), one.number, seat == 0, one.drawn,
                " – ".join(other.called for other in others), "",
                team, against, entrant.mark, entrant.posted_order,
            )  # fmt: skip
    yield from without_table(printed)


def without_table(printed: Printed) -> list[Place]:
    """Those on a bye or absent in this round, by number."""
    teams = of_teams(printed)
    return [
        Place(
            posted_name(row), _club(row), None, False, False, "", _instead(row, kind, printed, teams),
            row.team if teams else "", mark=row.mark, order=row.posted_order,
        )
        for row, kind in printed.apart
    ]  # fmt: skip


def _instead(row: Entrant, kind: str, printed: Printed, teams: bool) -> str:
    """Why somebody has no table; where teams meet, who is here and not scored is his team's reserve."""
    here = not any(absence.covers(printed.round.number) for absence in row.absences.all())
    if teams and row.team and kind == "unscored" and here:
        return _("reserve")
    return {
        "bye": _("bye"),
        "half": _("half bye"),
        "forfeit": _("absent, forfeit"),
        "unscored": _("absent, not scored"),
    }[kind]


def _club(entrant: Named) -> str:
    return entrant.club.name if entrant.club else ""


def head(printed: Printed, title: str) -> PrintHead:
    """The line on each sheet of a round: event, division, round, title, print version, time, the log's head."""
    division = printed.round.division
    name = division.name if division.event.divisions.count() > 1 else ""
    label = _("round %(round)s") % {"round": printed.round.number}
    log = audit.head(division.scope_key)
    return PrintHead(division.event.name, name, label, title, printed.version, clock.now(), log)


def slips(printed: Printed) -> list[dict[str, object]]:
    """One slip a table, as `td/forms/_slip.html` reads it: the starter first."""
    codes = {one.number: one.code for one in printed.seatings}
    return [
        {"table": one.table, "seats": _slip_seats(one), "code": codes[one.table]} for one in by_table(printed)
    ]


def _slip_seats(one: Pairing) -> list[dict[str, str]]:
    two = (pgettext("seat", "first"), pgettext("seat", "second"))
    turns = (_("1st"), _("2nd"), _("3rd"), _("4th")) if len(one.names) > 2 else two
    words = (_("draw"),) * len(one.names) if one.drawn else turns
    seated = zip(words, one.seats, strict=False)
    return [{"word": word, "name": name, "mark": mark} for word, (name, mark, _team) in seated]


def blank_slips(count: int) -> list[dict[str, object]]:
    """Slips with lines to write on."""
    return [
        {
            "seats": [
                {"word": word, "name": ""} for word in (pgettext("seat", "first"), pgettext("seat", "second"))
            ]
        }
        for _slip in range(count)
    ]
