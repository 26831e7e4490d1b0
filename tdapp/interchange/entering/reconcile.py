"""A roster against who is already there: whom to add, what to change, who stays the same, who is refused.

Pure. People meet by member number, else by name + club + birth year as a multiset: two of one name stay two, the
same file twice adds nobody, and nobody who is missing from the file is ever removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tdapp.interchange.entering.match_people import Known, Meeting, alike
from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.interchange.roster.rows import Roster, RosterRow
from tdapp.people.names import fold

# Field of a row -> the columns it may come from.
COMPARED: dict[str, tuple[str, ...]] = {
    "surname": ("surname", "name", "suffix"), "given": ("given", "name", "surname"), "member": ("member",),
    "club": ("club", "school"), "division": ("division",), "rating": ("rating",), "team": ("team",),
    "klass": ("klass",), "fixed_table": ("fixed_table",), "birth_date": ("birth_date", "birth_year"),
    "birth_year": ("birth_date", "birth_year"), "consent": ("consent",), "guardian": ("guardian",),
    "contact": ("contact", "email", "guardian_contact"), "gender": ("gender",), "notes": ("notes",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Addition:
    """A row that enters somebody: a known player (`player` is his id) or a new one."""

    row: RosterRow
    player: str = ""


@dataclass(frozen=True, slots=True)
class Alteration:
    """A row that changes an entry; no changes: the entry stays as it is."""

    row: RosterRow
    known: Known
    changes: dict[str, tuple[Any, Any]]


@dataclass(slots=True)
class Plan:
    """What applying a roster would do. `findings` are those reconciling added to the file's own."""

    add: list[Addition] = field(default_factory=list)
    change: list[Alteration] = field(default_factory=list)
    same: list[Alteration] = field(default_factory=list)
    refused: list[RosterRow] = field(default_factory=list)
    missing: list[Known] = field(default_factory=list)
    findings: list[RosterFinding] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        names = ("add", "change", "same", "refused", "missing")
        return {name: len(getattr(self, name)) for name in names}


def reconcile(roster: Roster, entrants: Sequence[Known], players: Sequence[Known] = ()) -> Plan:
    """The plan for a roster, given who is entered and which other players are known."""
    plan = Plan()
    broken = roster.refused
    plan.refused = [row for row in roster.rows if row.row in broken]
    rows = [row for row in roster.rows if row.row not in broken]
    met = Meeting(rows, entrants)
    numbers = {one.number: one for one in players if one.number}
    for row in rows:
        if (known := met.of(row)) is not None:
            _settle(plan, roster, row, known, numbers)
    fresh = [row for row in rows if met.of(row) is None]
    _enter(plan, roster, fresh, entrants, players)
    taken = met.taken | _numbers_of(plan.refused, entrants)
    plan.missing = [known for known in entrants if known.id not in taken]
    return plan


def _numbers_of(rows: Iterable[RosterRow], entrants: Sequence[Known]) -> set[str]:
    """Entrants that refused rows speak of: they are not missing from the file, their row is broken."""
    numbers = {row.member.casefold() for row in rows if row.member}
    names = {fold(row.name) for row in rows}
    return {known.id for known in entrants if known.number in numbers - {""} or fold(known.name) in names}


def _settle(plan: Plan, roster: Roster, row: RosterRow, known: Known, numbers: Mapping[str, Known]) -> None:
    """A row and its entry: the same, changed, or refused. `numbers`: whose they are, of those not entered here."""
    changes = differences(roster, row, known)
    owner = numbers.get(row.member.casefold()) if "member" in changes else None
    finding = _refusal(roster, row, known, changes)
    if finding is None and owner and fold(owner.name) != fold(known.name):
        finding = _of_another(roster, row)
    if finding:
        plan.findings.append(finding)
        plan.refused.append(row)
        return
    if {"surname", "given"} & set(changes):
        sentence = _("Row %(row)s changes the name of %(old)s to %(new)s.")
        facts = {"row": row.row, "old": known.name, "new": row.name}
        plan.findings.append(RosterFinding(row.row, Severity.QUESTION, "name-changes", sentence % facts))
    (plan.change if changes else plan.same).append(Alteration(row, known, changes))


def differences(roster: Roster, row: RosterRow, known: Known) -> dict[str, tuple[Any, Any]]:
    """field -> (before, after), for what the file says and says otherwise. An empty cell says nothing."""
    found = {}
    for name, columns in COMPARED.items():
        if not set(columns) & set(roster.columns):
            continue
        after, before = (row.home if name == "club" else getattr(row, name)), getattr(known, name)
        if after not in (None, "") and after != before and not _only_written_otherwise(name, before, after):
            found[name] = (before, after)
    return found


def _only_written_otherwise(name: str, before: Any, after: Any) -> bool:
    """ "CRUZ" for "Cruz", "Cebu  club" for "Cebu Club": the entry keeps its own writing."""
    if name == "club":
        return fold(before) == fold(after)
    if name in {"surname", "given"}:
        return bool(before.casefold() == after.casefold() and (after.isupper() or after.islower()))
    return name == "member" and before.casefold() == after.casefold()


def _refusal(
    roster: Roster, row: RosterRow, known: Known, changes: dict[str, tuple[Any, Any]]
) -> RosterFinding | None:
    if "division" in changes and known.fixed:
        sentence = _("Row %(row)s moves %(name)s to another division, but round 1 is already posted.")
        return _error(
            roster, row, "division", "division-fixed", sentence % {"row": row.row, "name": known.name}
        )
    if {"surname", "given"} & set(changes) and not alike(row, known):
        sentence = _("Member number %(number)s belongs to %(known)s, but row %(row)s says %(name)s.")
        facts = {"number": row.member, "known": known.name, "row": row.row, "name": row.name}
        remedy = _("Correct the number, or the name.")
        return _error(roster, row, "member", "member-of-another", sentence % facts, remedy)
    return None


def _error(
    roster: Roster, row: RosterRow, name: str, code: str, sentence: str, remedy: str = ""
) -> RosterFinding:
    heading = roster.columns.get(name, "")
    value = str(getattr(row, name) or "")
    return RosterFinding(row.row, Severity.ERROR, code, sentence, remedy, heading, "", value, name)


def _enter(
    plan: Plan, roster: Roster, rows: list[RosterRow], entrants: Sequence[Known], players: Sequence[Known]
) -> None:
    met = Meeting(rows, players)
    names: dict[str, Known] = {fold(known.name): known for known in entrants}
    for row in rows:
        player = met.of(row)
        if player is not None and fold(row.name) != fold(player.name):
            plan.findings.append(_of_another(roster, row))
            plan.refused.append(row)
            continue
        if namesake := names.get(fold(row.name)):
            sentence = _("%(name)s in row %(row)s is added beside another of this name (%(other)s).")
            facts = {"name": row.name, "row": row.row, "other": _distinctions(namesake)}
            plan.findings.append(
                RosterFinding(row.row, Severity.QUESTION, "namesake-entered", sentence % facts)
            )
        plan.add.append(Addition(row, player.id if player else ""))


def _of_another(roster: Roster, row: RosterRow) -> RosterFinding:
    """Not of this event, so whose number it is stays unsaid: numbers can be tried one by one."""
    sentence = _("Member number %(number)s belongs to somebody of another name than %(name)s (row %(row)s).")
    facts = {"number": row.member, "name": row.name, "row": row.row}
    remedy = _("Correct the number, or the name.")
    return _error(roster, row, "member", "member-of-another", sentence % facts, remedy)


def _distinctions(known: Known) -> str:
    return ", ".join(part for part in (known.member, known.club, known.division) if part)
