"""Results as phones reported them: what stands at a table, who agrees with whom, what the desk still has to see.

A claim changes no score. What it may become is decided in `desk.commands.claiming`; see docs/adr/0006-phones.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from tdapp.desk.ledger.result_entry import Entry, in_words
from tdapp.desk.ledger.rows import as_entry
from tdapp.desk.ledger.tables import TableRow, open_tables, rows_of
from tdapp.desk.models import Claim, PhoneRule, Result
from tdapp.desk.phones import devices
from tdapp.events.models import Division, Event, Slot, Table
from tdapp.kernel.running.written_once import WrittenOnce

OFF, LOOK, REPORT = PhoneRule.Mode.values
STANDS = Claim.State.STANDS
MOST_TOLD = 20
# What a line was asked about need not be read again for its echo: as `rows.seats_in_hand`.
IN_HAND = "claims_in_hand"


def mode_of(division: Division) -> str:
    """What phones may do here: off, look or report (the default)."""
    rule: PhoneRule | None = getattr(division, "phone_rule", None)
    return rule.mode if rule else REPORT


def seating_of(slots: Iterable[Slot]) -> list[str]:
    """Who sits at a table, as a claim remembers it."""
    return [str(slot.entrant_id) for slot in slots]


def entry_of(claim: Claim) -> Entry:
    """What a claim says, as an entry."""
    return Entry(scores=tuple(claim.scores), before=tuple(claim.before))


def in_short(claim: Claim) -> str:
    """412-388."""
    return in_words(entry_of(claim).as_data())


def who_says(claim: Claim) -> str:
    """Whose phone it was, without a name: the seat, and the device."""
    facts = {"seat": claim.seat, "phone": claim.device.label if claim.device else ""}
    if not claim.seat:
        return _("the table's link, phone %(phone)s") % facts if claim.device else _("the table's link")
    return _("seat %(seat)s, phone %(phone)s") % facts if claim.device else _("seat %(seat)s") % facts


@WrittenOnce
def _standing(table: UUID) -> QuerySet[Claim]:
    return Claim.objects.filter(table=table, state=STANDS).select_related("device")


def standing(table: Table, slots: Sequence[Slot]) -> list[Claim]:
    """The newest claim of each phone about the game as it is seated now, in the order they came."""
    seating = seating_of(slots)
    rows = _standing(table.pk)
    for claim in rows:
        claim.table = table
    found = vars(table)[IN_HAND] = [claim for claim in rows if claim.seating == seating]
    return found


def same(claim: Claim, entry: Entry) -> bool:
    """Whether a claim and an entry tell the same game. A penalty is the desk's own and contradicts no player."""
    if entry.kind != Result.Kind.PLAYED or tuple(claim.scores) != entry.scores:
        return False
    return not (claim.before and entry.before) or tuple(claim.before) == entry.before


def agree(claims: Sequence[Claim]) -> bool:
    """Whether all of them tell the same."""
    return all(same(claim, entry_of(claims[0])) for claim in claims[1:])


def differing(table: Table, slots: Sequence[Slot], entry: Entry) -> list[Claim]:
    """Claims that stand and say something else than an entry."""
    return [claim for claim in standing(table, slots) if not same(claim, entry)]


def reports_in_words(claims: Sequence[Claim], current: Result | None) -> str:
    """What is said differently about a table, both numbers: "seat 1: 412-388; seat 2: 400-388; the desk: 412-388"."""
    said = [f"{who_says(claim)}: {in_short(claim)}" for claim in sorted(claims, key=lambda one: one.seat)]
    if current:
        said.append(_("the desk: %(scores)s") % {"scores": in_words(as_entry(current).as_data())})
    return "; ".join(said)


@dataclass(frozen=True, slots=True)
class Reported:
    """A table that phones spoke of and the desk did not yet: the row with its claims in order."""

    row: TableRow
    claims: tuple[Claim, ...]

    @property
    def differs(self) -> bool:
        """Whether the phones contradict each other."""
        return not agree(self.claims)

    @property
    def words(self) -> list[dict[str, Any]]:
        """Each claim once for the page: what it says, who says so, its id."""
        return [
            {
                "pk": one.pk, "scores": in_short(one), "who": who_says(one), "at": one.at,
                "weak": devices.in_words(one),
            }
            for one in self.claims
        ]  # fmt: skip

    @property
    def offered(self) -> list[dict[str, Any]]:
        """What can be accepted with one key: each different score once."""
        known: list[dict[str, Any]] = []
        for one in self.words:
            if one["scores"] not in [other["scores"] for other in known]:
                known.append(one)
        return known


def reported(event: Event) -> list[Reported]:
    """Tables of open rounds with claims and without a result, those in dispute first; queries as for one."""
    rows = open_tables(event).filter(claims__state=STANDS).exclude(results__is_current=True).distinct()
    claims = Claim.objects.filter(state=STANDS).select_related("device")
    loaded = rows.prefetch_related(Prefetch("claims", claims))
    found = [_reported(row) for row in rows_of(loaded)]
    return sorted((one for one in found if one.claims), key=lambda one: not one.differs)


def _reported(row: TableRow) -> Reported:
    seating = [str(seat.entrant.pk) for seat in row.seats]
    return Reported(row, tuple(one for one in row.table.claims.all() if one.seating == seating))


def reports_of(table: Table) -> list[dict[str, Any]]:
    """Everything phones said of a table, newest first: the numbers, the phone, who had its code before their eyes."""
    rows = table.claims.select_related("device", "table").order_by("-at")
    return [
        {
            "scores": in_short(one), "who": who_says(one), "at": one.at, "weak": devices.in_words(one),
            "printed_by": devices.names(devices.printed_for(one)),
        }
        for one in rows[:MOST_TOLD]
    ]  # fmt: skip


def question(table: Table, slots: Sequence[Slot], entry: Entry) -> list[dict[str, str]]:
    """What the desk is asked when it types something else than the phones reported."""
    others = differing(table, slots, entry)
    if not others:
        return []
    sentence = _("Reported by phone was something else: %(said)s.") % {"said": reports_in_words(others, None)}
    return [{"code": "claim-differs", "sentence": sentence}]


def note(table: Table, slots: Sequence[Slot], entry: Entry) -> str:
    """What the echo adds to a result that went in: whether the phones say the same. "" without a claim."""
    claims = vars(table).get(IN_HAND)
    claims = standing(table, slots) if claims is None else claims
    if not claims:
        return ""
    if all(same(claim, entry) for claim in claims):
        return _("the same as reported by phone")
    return _("differs from what was reported by phone: %(said)s") % {"said": reports_in_words(claims, None)}
