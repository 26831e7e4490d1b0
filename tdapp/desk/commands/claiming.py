"""Report a result by phone; take over at the desk what a phone reported. A claim is no result until somebody else agrees.

Who counts as somebody else, under each confirm policy: docs/adr/0006-phones.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk import claims, sheet_check
from tdapp.desk import entry as checks
from tdapp.desk.commands.questions import touch
from tdapp.desk.commands.results import SINGLE, confirm_result, enter_result
from tdapp.desk.entry import Entry
from tdapp.desk.models import Claim, Result, TableQuestion
from tdapp.desk.rows import as_entry, current_result, plays_here, seats_of, str_table
from tdapp.events.models import Slot, Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command, subject_of
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal

Told = dict[str, Any]


@command("claim.report", needs="claim.make")
def report(
    ctx: Context, table: Table, *, seat: int, scores: tuple[int, ...], before: tuple[int, ...] = (), sure: bool = False
) -> Change:  # fmt: skip
    """Say what a game came to, from a player's own phone (`seat`) or the table's link (seat 0), in seat order.

    Answers `state`: waits, differs, in (the result is there) or counts (this report made it count).
    Refuses: 403 no-reports; 422 impossible, equal-scores, ask (unless `sure`), round-closed; 409 re-seated (or recalled).
    """
    _refresh(table)
    slots = seats_of(table)
    mine = _of_seat(ctx, slots, seat)
    entry = Entry(scores=scores, before=before)
    _refuse(table, slots, entry, sure)
    table.claims.filter(seat=seat, state=Claim.State.STANDS).update(state=Claim.State.REPLACED)
    claim = Claim.objects.create(
        table=table, seat=seat, entrant=mine.entrant if mine else None, scores=list(scores), before=list(before),
        seating=claims.seating_of(slots), at=clock.now(),
    )  # fmt: skip
    touch(table)
    told = {**_place(table), "claim": claim.pk, "state": _weigh(ctx, table, slots, entry)}
    return Change(
        told, str_table(table), None, {"seat": seat, "scores": list(scores), "state": told["state"]}
    )


def _refresh(table: Table) -> None:
    """The table as it is now, inside the transaction; a round recalled since the phone asked has none."""
    try:
        table.refresh_from_db()
    except Table.DoesNotExist as error:
        sentence = _("The round was taken back meanwhile. Look again, then report.")
        raise Conflict("re-seated", sentence) from error


def _of_seat(ctx: Context, slots: list[Slot], seat: int) -> Slot | None:
    """The slot a phone speaks for; a phone whose player was re-seated meanwhile speaks for none."""
    if seat == 0:
        return None
    mine = next((slot for slot in slots if slot.seat == seat), None)
    if mine is None or ctx.actor != actor_of(mine):
        sentence = _("The table was seated anew meanwhile. Look again, then report.")
        raise Conflict("re-seated", sentence, typed={"seat": seat})
    return mine


def actor_of(slot: Slot) -> str:
    """Who acts when a player's own phone does."""
    return f"phone:{slot.entrant_id}"


def _refuse(table: Table, slots: list[Slot], entry: Entry, sure: bool) -> None:
    division = table.round.division
    if claims.mode_of(division) != claims.REPORT:
        raise NotAllowed("no-reports", _("Results are not reported by phone here. Hand in your slip."))
    if not table.round.is_open:
        sentence = _("Round %(round)s is not open for results.")
        raise Refusal("round-closed", sentence % {"round": table.round.number})
    checks.refuse_impossible(entry, len(slots), division)
    if not sure and (found := checks.questions(entry, slots, division)):
        raise Refusal("ask", *(one["sentence"] for one in found), questions=found)


def _weigh(ctx: Context, table: Table, slots: list[Slot], entry: Entry) -> str:
    """What follows from a report, beside the others that stand and what the desk has."""
    known, current = claims.standing(table, slots), current_result(table)
    against = current is not None and not all(claims.same(one, as_entry(current)) for one in known)
    if against or not claims.agree(known):
        _ring(ctx, table, claims.told_apart(known, current))
        return "differs"
    if current is not None and current.in_force:
        _settle(ctx, table)
        return "in"
    return _agreed(ctx, table, known, entry, current)


def _ring(ctx: Context, table: Table, said: str) -> None:
    """One open question a table: the newest numbers take the place of those before."""
    text = (_("Phones report different results: %(said)s.") % {"said": said})[:300]
    open_one = table.questions.filter(kind=TableQuestion.Kind.PHONES, resolved_at=None)
    if not open_one.update(text=text, at=clock.now()):
        facts = {"text": text, "by_name": ctx.actor_name[:150], "at": clock.now()}
        TableQuestion.objects.create(table=table, kind=TableQuestion.Kind.PHONES, **facts)


def _settle(ctx: Context, table: Table) -> None:
    """The phones agree again: their own question is answered by that."""
    table.questions.filter(kind=TableQuestion.Kind.PHONES, resolved_at=None).update(
        resolved_at=clock.now(), resolved_name=ctx.actor_name[:150], answer=_("The phones agree now.")
    )


def _agreed(ctx: Context, table: Table, known: list[Claim], entry: Entry, current: Result | None) -> str:
    """Two players are two people; one player and the table's link are one person who said it twice."""
    _settle(ctx, table)
    players = [one for one in known if one.seat]
    if not players or len(known) < 2:
        return "in" if current else "waits"
    if current is None:
        enter_result(_players(ctx, players[0]), table, entry=_whole(known, entry), sure=True)
        current = _kept(table, known)
    if len(players) > 1 and not current.in_force and not sheet_check.open_at(table, current):
        confirm_result(_players(ctx, players[1]), table, seen=current.version)
        return "counts"
    return "counts" if current.in_force else "in"


def _whole(known: list[Claim], entry: Entry) -> Entry:
    """The entry with the scores before unplayed tiles where any of the phones gave them."""
    before = next((tuple(one.before) for one in known if one.before), entry.before)
    return Entry(scores=entry.scores, before=before)


def _kept(table: Table, known: list[Claim]) -> Result:
    """The result that was just entered, noted at the claims it came from."""
    row = table.results.get(is_current=True)
    Claim.objects.filter(pk__in=[one.pk for one in known]).update(result=row)
    return row


def _players(ctx: Context, claim: Claim) -> Context:
    """Players who agree act by the results' own commands, for this one table, inside this one transaction.

    Without `person`: nobody alone decides on his own game, and here nobody is alone.
    """
    name = _("Seat %(seat)s by phone") % {"seat": claim.seat}
    actor = f"phone:{claim.entrant_id}"
    return Context(actor, name, ctx.scope, frozenset({"players"}), ctx.via, ctx.request_id)


def _place(table: Table) -> Told:
    division = table.round.division.slug
    return {"id": table.pk, "division": division, "round": table.round.number, "table": table.number}


@command("claim.accept", needs="result.enter")
def accept(ctx: Context, claim: Claim, *, sure: bool = False, beside: Sequence[str] = ()) -> Change:
    """Take a claim over as the table's result: as if its line had been typed, by the same command.

    `beside`: ids of the reports that say something else and stood beside it as it was chosen. That they differ is then
    not asked again; a report that came since is.
    A player's own phone and somebody who may confirm are two people: then it counts under every policy.
    """
    table = claim.table
    slots = seats_of(table)
    # Read anew: the phone may have sent something else since the page, or this request, looked.
    stands = Claim.objects.filter(pk=claim.pk, state=Claim.State.STANDS).exists()
    if not stands or claim.seating != claims.seating_of(slots):
        raise Conflict("stale", _("The phones say something else meanwhile. Look again."))
    entry = claims.entry_of(claim)
    plain = replace(ctx, key="")
    told = _taken(plain, table, slots, claim, entry, sure or _was_weighed(table, slots, entry, beside))
    Claim.objects.filter(pk=claim.pk).update(result=table.results.get(is_current=True))
    after = {"claim": claim.pk, "seat": claim.seat, "confirmed": told["confirmed"]}
    return Change(told, str_table(table), None, after, subject=subject_of(table))


def _was_weighed(table: Table, slots: list[Slot], entry: Entry, beside: Sequence[str]) -> bool:
    """Whether nothing is left to ask: the other reports were seen, and the entry itself is nothing unusual."""
    others = {str(one.pk) for one in claims.differing(table, slots, entry)}
    known = bool(others) and others <= set(beside) and current_result(table) is None
    return known and not checks.questions(entry, slots, table.round.division)


def _taken(ctx: Context, table: Table, slots: list[Slot], claim: Claim, entry: Entry, sure: bool) -> Told:
    policy = table.round.division.confirm_policy
    second = claim.seat and policy != SINGLE and can(ctx, "result.confirm") and not plays_here(ctx, slots)
    if not second or current_result(table) is not None:
        return enter_result(ctx, table, entry=entry, sure=sure)
    told = enter_result(_players(ctx, claim), table, entry=entry, sure=sure)
    waits = told.get("sheets")
    return told if waits else confirm_result(ctx, table, seen=told["version"])
