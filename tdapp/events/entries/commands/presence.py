"""Who is in the hall: check-in, late entries, withdrawals, returns, substitutes, house players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import answer_of, bump, last_published, note_late_entry, place
from tdapp.events.models import Division, Entrant, Presence, Slot, tell_apart_in_field
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.people import registry

NOT_CHECKED_IN = "not checked in"


@command("entrant.check_in", "checked in or out", needs="checkin.edit")
def check_in(ctx: Context, entrant: Entrant, *, present: bool = True) -> Change:
    """Mark an entrant as seen in the hall, or take that back.

    Whoever was marked absent for not being there is in the rounds to come again.
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
    lifted = end_missing([entrant], last_published(entrant.division) + 1)
    if lifted:
        bump(entrant.division)
    return bool(lifted)


def end_missing(entrants: Iterable[Entrant], following: int) -> list[Entrant]:
    """Whoever of these was marked absent for not being checked in is so no longer from a round on. Who that was."""
    rows = Presence.objects.filter(
        Q(last=None) | Q(last__gte=following), entrant__in=entrants, reason=NOT_CHECKED_IN
    )
    found = [row.entrant for row in rows.select_related("entrant__division")]
    begun = rows.filter(first__lt=following)
    rows.filter(first__gte=following).delete()
    begun.update(last=following - 1)
    return found


@command("entrant.withdraw", "taken out", needs="roster.edit")
def withdraw(
    ctx: Context, entrant: Entrant, *, from_round: int, intent: str, to_round: int | None = None, reason: str = ""
) -> Change:  # fmt: skip
    """Take an entrant out from a round on, as forfeits or unscored; with `to_round` only for those rounds.

    Published pairings stay: whoever is already paired in a round is dealt with at that table. Who was marked absent
    for not being checked in withdraws all the same.
    """
    if to_round is None and intent in Presence.Intent.values:
        end_missing([entrant], from_round)
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
        raise Refusal("bad-intent", _("Missed rounds count as not scored, forfeit or bye."))
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
def mark_missing(
    ctx: Context, division: Division, *, round_number: int, intent: str = "unscored",
    numbers: Sequence[int] | None = None,
) -> Change:  # fmt: skip
    """Mark everybody who is not checked in absent, or those of these `numbers`. It pairs nothing.

    Who is not checked in is absent from the round on, until checked in; who is, for this round alone. Who is away
    from it already stays so. 404 for a number nobody has.
    """
    people = division.entrants.filter(house=False)
    if numbers is None:
        return _mark(division, _free(people.filter(checked_in_at=None), round_number), round_number, intent)
    rows = people.filter(number__in=numbers)
    if unknown := sorted(set(numbers) - set(rows.values_list("number", flat=True))):
        sentence = _("There is no entrant number %(n)s in %(name)s.")
        raise Missing("unknown-entrant", *(sentence % {"name": division.name, "n": n} for n in unknown))
    return _mark(division, _free(rows, round_number), round_number, intent)


def _free(rows: QuerySet[Entrant], number: int) -> list[Entrant]:
    """Those of the rows who are not away in a round."""
    found = rows.prefetch_related("absences").order_by("number")
    return [row for row in found if not any(one.covers(number) for one in row.absences.all())]


def _mark(division: Division, missing: Sequence[Entrant], number: int, intent: str) -> Change:
    if intent not in Presence.Intent.values:
        raise Refusal("bad-intent", _("Missed rounds count as not scored, forfeit or bye."))
    if number <= last_published(division):
        raise Refusal("round-published", _("Round %(round)s is already posted.") % {"round": number})
    tell_apart_in_field(missing)
    Presence.objects.bulk_create(_absence(row, number, intent) for row in missing)
    bump(division)
    told = {"round": number, "left_out": [row.number for row in missing], "counts_as": intent}
    return Change({**told, "names": [row.listed for row in missing]}, str(division), None, told)


def _absence(row: Entrant, number: int, intent: str) -> Presence:
    """Who was seen misses the one round; who was not misses all until checked in, or until a later absence begins."""
    if row.checked_in_at:
        return Presence(entrant=row, first=number, last=number, kind="away", intent=intent)
    later = min((one.first for one in row.absences.all() if one.first > number), default=None)
    last = None if later is None else later - 1
    return Presence(entrant=row, first=number, last=last, kind="away", intent=intent, reason=NOT_CHECKED_IN)


def in_again(division: Division, number: int) -> list[Entrant]:
    """A round is taken back: whoever missed it only because it stood is in its draw again. Who they are, by number.

    Late entries (not substitutes: the one they replace sits there), and those paired without who have come since.
    """
    rows = Presence.objects.filter(entrant__division=division, last=number).select_related("entrant")
    late = rows.filter(kind=Presence.Kind.LATE, entrant__substitute_for=None)
    came = rows.filter(reason=NOT_CHECKED_IN).exclude(entrant__checked_in_at=None)
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
    end_missing([entrant], from_round)
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
