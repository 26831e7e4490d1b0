"""Who is in the hall: check-in, late entries, withdrawals, returns, substitutes, house players."""

from __future__ import annotations

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import answer_of, bump, last_published, note_late_entry, place
from tdapp.events.models import Division, Entrant, Presence, Slot, tell_apart_in_field
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry

NOT_CHECKED_IN = "not checked in"


@command("entrant.check_in", "checked in or out", needs="checkin.edit")
def check_in(ctx: Context, entrant: Entrant, *, present: bool = True) -> Change:
    """Mark an entrant as seen in the hall, or take that back.

    Whoever was marked absent for rounds to come for not being there is in them again.
    """
    before = entrant.checked_in_at
    entrant.checked_in_at = (before or clock.now()) if present else None
    entrant.save(update_fields=["checked_in_at"])
    back = present and _lift_missing(entrant)
    rows = entrant.division.entrants.filter(house=False)
    counts = {"in": rows.exclude(checked_in_at=None).count(), "of": rows.count()}
    return Change(
        {**answer_of(entrant), "present": present, "back": back, **counts},
        str(entrant), {"at": before}, {"present": present, "back_in": back},
    )  # fmt: skip


def _lift_missing(entrant: Entrant) -> bool:
    gone = last_published(entrant.division)
    lifted, _rows = entrant.absences.filter(first__gt=gone, reason=NOT_CHECKED_IN).delete()
    if lifted:
        bump(entrant.division)
    return lifted > 0


@command("entrant.withdraw", "taken out", needs="roster.edit")
def withdraw(
    ctx: Context, entrant: Entrant, *, from_round: int, intent: str, to_round: int | None = None, reason: str = ""
) -> Change:  # fmt: skip
    """Take an entrant out from a round on, as forfeits or unscored; with `to_round` only for those rounds.

    Published pairings stay: whoever is already paired in a round is dealt with at that table.
    """
    _refuse_bad_absence(entrant, from_round, to_round, intent)
    kind = Presence.Kind.AWAY if to_round is not None else Presence.Kind.WITHDRAWN
    Presence.objects.create(
        entrant=entrant, first=from_round, last=to_round, kind=kind, intent=intent, reason=reason[:200]
    )
    bump(entrant.division)
    told = {"from": from_round, "to": to_round, "counts_as": intent}
    return Change({**answer_of(entrant), **told}, str(entrant), None, told, reason)


def _refuse_bad_absence(entrant: Entrant, first: int, last: int | None, intent: str) -> None:
    if intent not in Presence.Intent.values:
        raise Refusal("bad-intent", _("Missed rounds count as unscored, forfeit or bye."))
    if first < 1 or (last is not None and last < first):
        raise Refusal("bad-rounds", _("The rounds must be in order and start at 1 or later."))
    until = Q(round__number__lte=last) if last is not None else Q()
    slots = Slot.objects.filter(until, entrant=entrant, round__number__gte=first)
    if gone := slots.aggregate(last=Max("round__number"))["last"]:
        facts = {"name": entrant.listed, "round": gone, "next": gone + 1}
        sentence = _(
            "%(name)s is already paired in round %(round)s; settle that table, and withdraw from round "
            "%(next)s."
        )
        raise Refusal("already-paired", sentence % facts, round=gone)
    overlap = [
        row
        for row in entrant.absences.all()
        if (row.last is None or row.last >= first) and (last is None or row.first <= last)
    ]
    if overlap:
        raise Refusal(
            "already-away", _("%(name)s is already away for these rounds.") % {"name": entrant.listed}
        )


@command("entrant.rejoin", "back in", needs="roster.edit")
def rejoin(ctx: Context, entrant: Entrant, *, from_round: int, reason: str = "") -> Change:
    """Bring an absent entrant back from a round on; the rounds between stay as they were counted."""
    row = entrant.absences.filter(Q(last=None) | Q(last__gte=from_round)).order_by("first").first()
    if row is None:
        raise Refusal("not-away", _("%(name)s is not away.") % {"name": entrant.listed})
    gone = last_published(entrant.division)
    if from_round <= gone:
        raise Refusal(
            "round-published",
            _("Round %(round)s is already posted; rejoin from round %(next)s.")
            % {"round": from_round, "next": gone + 1},
        )
    before = {"from": row.first, "to": row.last, "counts_as": row.intent}
    if from_round <= row.first:
        row.delete()
    else:
        row.last = from_round - 1
        row.save(update_fields=["last"])
    bump(entrant.division)
    return Change(
        {**answer_of(entrant), "from": from_round}, str(entrant), before, {"rejoins": from_round}, reason
    )


@command("division.absent", "marked absent", needs="checkin.edit")
def mark_missing(ctx: Context, division: Division, *, round_number: int, intent: str = "unscored") -> Change:
    """Mark everybody who is not checked in absent for one round. It pairs nothing."""
    if intent not in Presence.Intent.values:
        raise Refusal("bad-intent", _("Missed rounds count as unscored, forfeit or bye."))
    if round_number <= last_published(division):
        raise Refusal("round-published", _("Round %(round)s is already posted.") % {"round": round_number})
    rows = division.entrants.filter(checked_in_at=None, house=False).prefetch_related("absences")
    missing = [row for row in rows if not _away(row, round_number)]
    tell_apart_in_field(missing)
    Presence.objects.bulk_create(
        Presence(entrant=row, first=round_number, last=round_number, kind="away", intent=intent, reason=NOT_CHECKED_IN)
        for row in missing
    )  # fmt: skip
    bump(division)
    told = {"round": round_number, "left_out": [row.number for row in missing], "counts_as": intent}
    return Change({**told, "names": [row.listed for row in missing]}, str(division), None, told)


def _away(entrant: Entrant, number: int) -> bool:
    return any(row.covers(number) for row in entrant.absences.all())


def in_again(division: Division, number: int) -> list[Entrant]:
    """A round is taken back: whoever missed it only because it stood is in its draw again. Who they are, by number.

    Late entries (not substitutes: the one they replace sits there), and those paired without who have come since.
    """
    rows = Presence.objects.filter(entrant__division=division, last=number).select_related("entrant")
    late = rows.filter(kind=Presence.Kind.LATE, entrant__substitute_for=None)
    came = rows.filter(first=number, reason=NOT_CHECKED_IN).exclude(entrant__checked_in_at=None)
    found = [*late, *came]
    for row in found:
        if row.first == number:
            row.delete()
        else:
            row.last = number - 1
            row.save(update_fields=["last"])
    return sorted((row.entrant for row in found), key=lambda one: one.number)


@command("entrant.substitute", "substituted", needs="roster.edit")
def substitute(
    ctx: Context, entrant: Entrant, *, given: str, surname: str, from_round: int, member_number: str = "",
    rating: int = 0, reason: str = "",
) -> Change:  # fmt: skip
    """Let somebody else play on in an entrant's place: the one leaves, the other enters as an entrant of his own."""
    _refuse_bad_absence(entrant, from_round, None, "unscored")
    Presence.objects.create(
        entrant=entrant, first=from_round, kind="withdrawn", intent="unscored", reason=reason[:200]
    )
    player = registry.player(given=given, surname=surname, number=member_number, club=entrant.club)
    row = place(entrant.division, player, rating=rating, house=False, extras={})
    row.substitute_for, row.team, row.checked_in_at = entrant, entrant.team, clock.now()
    row.save(update_fields=["substitute_for", "team", "checked_in_at"])
    note_late_entry(row, "unscored", until=from_round - 1)
    bump(entrant.division)
    return Change(answer_of(row), str(row), {"leaves": entrant.number}, {"enters": row.number}, reason)


@command("division.house_player", "house player added", needs="roster.edit")
def house_player(ctx: Context, division: Division, *, given: str, surname: str) -> Change:
    """Add a house player, who only removes a bye: no rank, no prize, no rating."""
    if division.entrants.filter(house=True).exists():
        raise Refusal("house-already", _("This division already has a house player."))
    player = registry.player(given=given, surname=surname, number="", club=None)
    row = place(division, player, rating=0, house=True, extras={})
    row.checked_in_at = clock.now()
    row.save(update_fields=["checked_in_at"])
    note_late_entry(row, "unscored")
    bump(division)
    return Change(answer_of(row), str(row), None, {"house": row.number})
