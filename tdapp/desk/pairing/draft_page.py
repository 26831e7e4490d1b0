"""A draft as the pairing desk shows it: tables in words, its verdict, and what changes by hand cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.messages import read
from pairings.rounds.request import Request
from tdapp.desk.ledger import division_standings, pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import drafts, verdict
from tdapp.desk.pairing.commands import drafting
from tdapp.desk.pairing.draft_figures import OtherRound, figures_of, in_numbers, other_round
from tdapp.events.models import Division, Entrant, Person, people_of
from tdapp.kernel.messages.fields import LeftOut
from tdapp.kernel.messages.sentences import translated


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a draft: who, and the record on which the pairing rests."""

    entrant: Person
    wins: int
    games: int
    spread: int


@dataclass(frozen=True, slots=True)
class DraftTable:
    """One table of a draft in words."""

    number: int
    seats: tuple[Seat, ...]
    why: str
    alternative: str
    locked: bool
    by_hand: bool
    drawn: bool
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole draft: tables, byes with their reason, absent ones, and the verdict on it. `gone`: placed, and away by now;
    `unseen`: placed, and never seen by a check-in that is in use. `study`: what its system counted, {} for nothing.
    """

    run: PairingRun
    tables: tuple[DraftTable, ...]
    byes: tuple[tuple[Seat, str], ...]
    absent: tuple[tuple[Person, str], ...]
    instead: tuple[tuple[str, ...], tuple[str, ...]]
    out: tuple[Person, ...]
    gone: tuple[Person, ...]
    unseen: tuple[Entrant, ...]
    against: tuple[str, ...]
    wishes_changed: bool
    said: tuple[str, ...]
    certificate: dict[str, Any]
    study: dict[str, Any]

    @property
    def in_pairs(self) -> bool:
        """Whether two play at every table, each in a column of his own."""
        return all(len(table.seats) == 2 for table in self.tables)

    @property
    def notes(self) -> list[str]:
        """What the engine has to say of the whole round, such as for whom a table was chosen, while he sits there."""
        if not self.said:
            return []
        now = {row["table"]: set(row["seats"]) for row in self.run.boards["tables"]}
        drawn = self.run.outcome.get("boards", ())
        moved = tuple(f"Table {row['table']} " for row in drawn if now.get(row["table"]) != set(row["seats"]))
        return [text for text in self.said if not text.startswith(moved)]

    @property
    def last_edit(self) -> bool:
        """Whether the last change by hand can be taken back."""
        return bool(self.run.past)

    @property
    def report(self) -> dict[str, Any]:
        return dict(self.run.check_report)

    @property
    def sign(self) -> str:
        """ok, ask (something could have been avoided) or stop (no valid round)."""
        if self.against or self.gone or not self.report.get("valid", True):
            return "stop"
        serious = [row for row in self.report.get("findings", []) if row["severity"] == "warning"]
        return "ask" if serious or self.costs else "ok"

    @property
    def verdict(self) -> str:
        """The verdict in one line: whether anything better exists, and what the round looks like in numbers."""
        if not self.report.get("valid", True):
            return str(self.report.get("sentence", ""))
        if self.run.edits:
            head = translated(str(self.report.get("price", {}).get("sentence", ""))).rstrip(".")
        else:
            proven = (
                _("Best possible pairing (verified)")
                if self.in_pairs
                else _("Best possible seating (verified)")
            )
            head = (
                str(proven)
                if self.certificate.get("optimal") and self.certificate.get("looked_at")
                else translated(str(self.certificate.get("sentence", ""))).rstrip(".")
            )
        division = self.run.round.division
        school = division.school or division.event.school
        wanted = figures_of(pairing_adapter.asked_of(self.run), school=school)
        return f"{head}: {', '.join(in_numbers(self.report.get('numbers', {}), wanted))}."

    @property
    def belongs(self) -> str:
        """Why games that were played before stand here: king of the hill pairs by place alone. "" where it says nothing."""
        asked = pairing_adapter.asked_of(self.run)
        again = self.report.get("numbers", {}).get("repeats", 0)
        if asked.system != "koth" or not again:
            return ""
        return str(_("King of the hill: first meets second, third meets fourth, also who has met before."))

    @property
    def other(self) -> OtherRound | None:
        """The round beside this one: rematches for nearer scores, or the other way."""
        return other_round(self.report)

    @property
    def costs(self) -> list[str]:
        """What hand edits cost against the best round, tier by tier."""
        price = self.report.get("price", {})
        return [*price.get("sentences", []), *price.get("broken", [])] if self.run.edits else []

    @property
    def findings(self) -> list[str]:
        """What the checker would have avoided, one sentence each; what is broken is told above."""
        found = self.report.get("findings", [])
        return [
            row["sentence"]
            for row in found
            if row["severity"] != "info" and row["sentence"] not in self.against
        ]


# What is said of one player and shows at his table.
OF_TABLES = frozenset({"fixed_table", "unsuited_table"})


def draft_of(run: PairingRun) -> Draft:
    """A run's draft with names and records loaded."""
    division = run.round.division
    people = _people(division, run.round.number - 1)
    warnings = _warnings(run.check_report)
    tables = tuple(
        DraftTable(
            row["table"], tuple(people[one] for one in row["seats"] if one in people), row["why"], row.get("alternative", ""),
            row["locked"], row["by_hand"], row["drawn"], _warned(row["seats"], warnings),
        )
        for row in run.boards["tables"]
    )  # fmt: skip
    byes = tuple(
        (people[row["entrant"]], row["why"]) for row in run.boards["byes"] if row["entrant"] in people
    )
    absent = tuple(
        (people[row["entrant"]].entrant, row["intent"])
        for row in run.boards["absent"]
        if row["entrant"] in people
    )
    out = tuple(people[one].entrant for one in run.boards.get("out", ()) if one in people)
    broken, changed = _against(run)
    instead, found = _instead(run, people), outcome_of(run)
    away = drafting.absent_now(division, run.round.number)
    placed = sorted(
        away.keys() & set(drafts.placed(run.boards)) & people.keys(),
        key=lambda one: people[one].entrant.number,
    )
    gone, unseen = tuple(people[one].entrant for one in placed), drafting.unseen_of(run, away)
    return Draft(
        run, tables, byes, absent, instead, out, gone, unseen, broken, changed, tuple(found.get("notes", ())),
        found.get("certificate", {}), found.get("study", {}),
    )  # fmt: skip


def outcome_of(run: PairingRun) -> dict[str, Any]:
    """What came out, without its boards: they are nine tenths of it, and the draft has its own."""
    rest = LeftOut("outcome", paths=(("boards",),))
    return dict(read(PairingRun.objects.values_list(rest, flat=True).get(pk=run.pk)))


def _against(run: PairingRun) -> tuple[tuple[str, ...], bool]:
    """What the draft breaks of the wishes as they are now, and whether they were changed since it was made."""
    asked = pairing_adapter.asked_of(run)
    if _wished(pairing_adapter.as_wished_now(asked, run.round.division)) != _wished(asked):
        return tuple(verdict.against(pairing_adapter.request_now(run), run.boards)), True
    found = run.check_report.get("findings", [])
    return tuple(row["sentence"] for row in found if row["severity"] == "error"), False


def _wished(asked: Request) -> tuple[Any, ...]:
    """What was asked of a round: wishes, prizes, and who needs which table."""
    return asked.constraints, asked.stakes, asked.history.entrants


def _instead(run: PairingRun, people: dict[str, Seat]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the draft has and the best round has not, and the other way round; a bye is a table of one."""
    if not run.edits:
        return (), ()
    mine = [
        *(row["seats"] for row in run.boards["tables"]),
        *([row["entrant"]] for row in run.boards["byes"]),
    ]
    found = run.outcome
    best = [*(row["seats"] for row in found["boards"]), *([row["entrant"]] for row in found.get("byes", ()))]
    return _beyond(mine, best, people), _beyond(best, mine, people)


def _beyond(some: list[list[str]], others: list[list[str]], people: dict[str, Seat]) -> tuple[str, ...]:
    known = {frozenset(seats) for seats in others}
    new = (seats for seats in some if frozenset(seats) not in known and all(one in people for one in seats))
    return tuple(_together(seats, people) for seats in new)


def _together(seats: list[str], people: dict[str, Seat]) -> str:
    names = " – ".join(people[one].entrant.listed for one in seats)
    return names if len(seats) > 1 else str(_("%(name)s: bye")) % {"name": names}


def _people(division: Division, after: int) -> dict[str, Seat]:
    records = {row.entrant: row for row in division_standings.rows_of(division, after)}
    return {key: _seat(person, records.get(key)) for key, person in people_of(division).items()}


def _seat(row: Person, record: Any) -> Seat:
    if record is None:
        return Seat(row, 0, 0, 0)
    return Seat(row, record.wins, (record.wins + record.losses) // 2, record.spread)


def _warned(seats: list[str], warnings: dict[frozenset[str], list[str]]) -> tuple[str, ...]:
    """What is said of two who sit at one table."""
    return tuple(text for two, said in warnings.items() if two <= set(seats) for text in said)


def _warnings(report: dict[str, Any]) -> dict[frozenset[str], list[str]]:
    found: dict[frozenset[str], list[str]] = {}
    for row in report.get("findings", []):
        if row["severity"] != "info" and (len(row["entrants"]) == 2 or row["code"] in OF_TABLES):
            found.setdefault(frozenset(row["entrants"]), []).append(row["sentence"])
    return found
