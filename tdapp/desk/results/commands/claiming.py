"""Report a result by phone; take over at the desk what a phone reported. A claim is no result until somebody else agrees.

Who counts as somebody else, under each confirm policy: docs/adr/0006-phones.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tdapp.desk.ledger import result_entry as checks
from tdapp.desk.ledger import sheet_check
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import as_entry, current_result, plays_here, seats_of, str_table
from tdapp.desk.models import Claim, CodeShowing, PhoneBinding, Result, TableQuestion
from tdapp.desk.phones import devices
from tdapp.desk.results import claims
from tdapp.desk.results.commands.questions import touch
from tdapp.desk.results.commands.results import SINGLE, confirm_result, enter_result
from tdapp.events.models import Slot, Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command, subject_of
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal

Answer = dict[str, Any]


@command("claim.report", "result reported by phone", needs="claim.make")
def report(
    ctx: Context, table: Table, *, seat: int, scores: tuple[int, ...], before: tuple[int, ...] = (), sure: bool = False,
    cookie: UUID | None = None,
) -> Change:  # fmt: skip
    """Say what a game came to, from a player's own phone (`seat`) or the table's link (seat 0), in seat order.

    `cookie` names the device; a player's phone must be bound to that player. Answers `state`: waits, differs, in (the
    result is there) or counts (this report made it count).
    Refuses: 403 no-reports, not-yours; 422 impossible, equal-scores, ask (unless `sure`), round-closed; 409 re-seated
    (or recalled).
    """
    _refresh(table)
    slots = seats_of(table)
    mine = _of_seat(ctx, slots, seat)
    bound = _bound(table, mine, cookie)
    entry = Entry(scores=scores, before=before)
    _refuse(table, slots, entry, sure)
    by = _by(table, bound, cookie)
    _replace(table, seat, by)
    claim = Claim.objects.create(
        table=table, seat=seat, entrant=mine.entrant if mine else None, scores=list(scores), before=list(before),
        seating=claims.seating_of(slots), at=clock.now(), **by,
    )  # fmt: skip
    touch(table)
    _ring_oddities(ctx, claim)
    told = {**_place(table), "claim": claim.pk, "state": _weigh(ctx, table, slots, entry)}
    return Change(told, str_table(table), None, {**_logged(claim), "state": told["state"]})


def _replace(table: Table, seat: int, by: dict[str, Any]) -> None:
    """A report takes the place of the same phone's; one by the player's own sound phone, of every other of that seat. What
    a weaker one says stands beside the others: else a spare phone would take a contradiction away.
    """
    earlier = table.claims.filter(seat=seat, state=Claim.State.STANDS)
    if by["weak"]:
        earlier = earlier.filter(device=by["device"])
    earlier.update(state=Claim.State.REPLACED)


def _bound(table: Table, mine: Slot | None, cookie: UUID | None) -> PhoneBinding | None:
    """The binding by which a phone speaks for its player; None for the table's link."""
    if mine is None:
        return None
    found = devices.bound(table.round.division.event.slug, cookie)
    if found is None or found.entrant_id != mine.entrant_id:
        sentence = _("This phone is not yours any more. Find yourself again with your card, then report.")
        raise NotAllowed("not-yours", sentence)
    return found


def _by(table: Table, bound: PhoneBinding | None, cookie: UUID | None) -> dict[str, Any]:
    """Which device a report came from, and what it is worth beside another one."""
    if bound is None:
        device = devices.registered(table.round.division.event, cookie) if cookie else None
        return {"device": device, "weak": Claim.Weak.LINK}
    seen = devices.showings([bound], CodeShowing.How.SHOWN)
    return {
        "device": bound.device, "weak": devices.weakness(bound, seen), "seen_by": devices.names(seen)[:300],
    }  # fmt: skip


def _logged(claim: Claim) -> dict[str, Any]:
    """What the log keeps of a report: what it said, the device, who had seen or printed the code it came by."""
    told: dict[str, Any] = {"seat": claim.seat, "scores": claim.scores}
    if claim.device:
        told["phone"] = claim.device.label
    if claim.seat:
        told |= {
            "code_shown_to": claim.seen_by,
            "card_printed_by": devices.names(devices.printed_for(claim)),
        }
    return told


def _ring_oddities(ctx: Context, claim: Claim) -> None:
    """Let the desk know of one device at both seats, or at many tables."""
    if claim.device and (found := devices.oddities(claim.device, claim.table)):
        _ring(ctx, claim.table, " ".join(found), TableQuestion.Kind.DEVICE)


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
    if not sure and (found := checks.questions(entry, [slot.entrant for slot in slots], division)):
        raise Refusal("ask", *(one["sentence"] for one in found), questions=found)


def _weigh(ctx: Context, table: Table, slots: list[Slot], entry: Entry) -> str:
    """What follows from a report, beside the others that stand and what the desk has."""
    known, current = claims.standing(table, slots), current_result(table)
    against = current is not None and not all(claims.same(one, as_entry(current)) for one in known)
    if against or not claims.agree(known):
        said = _("Phones report different results: %(said)s.") % {
            "said": claims.reports_in_words(known, current)
        }
        _ring(ctx, table, said, TableQuestion.Kind.PHONES)
        return "differs"
    if current is not None and current.in_force:
        _settle(ctx, table)
        return "in"
    return _agreed(ctx, table, known, entry, current)


def _ring(ctx: Context, table: Table, text: str, kind: str) -> None:
    """One open question of a kind a table: the newest takes the place of the one before."""
    open_one = table.questions.filter(kind=kind, resolved_at=None)
    if not open_one.update(text=text[:300], at=clock.now()):
        facts = {"text": text[:300], "by_name": ctx.actor_name[:150], "at": clock.now()}
        TableQuestion.objects.create(table=table, kind=kind, **facts)


def _settle(ctx: Context, table: Table) -> None:
    """The phones agree again: their own question is answered by that."""
    table.questions.filter(kind=TableQuestion.Kind.PHONES, resolved_at=None).update(
        resolved_at=clock.now(), resolved_name=ctx.actor_name[:150], answer=_("The phones agree now.")
    )


def _agreed(ctx: Context, table: Table, known: list[Claim], entry: Entry, current: Result | None) -> str:
    """Two players with a phone each are two people. The table's link, one phone at both seats, a phone whose code somebody
    at the desk has seen: these report, and the desk looks.
    """
    _settle(ctx, table)
    players = devices.sound(known)
    if len(players) < 2:
        return "in" if current else "waits"
    if current is None:
        enter_result(_players(ctx, players[0]), table, entry=_whole(known, entry), sure=True)
        current = _kept(table, known)
    if not current.in_force and not sheet_check.open_at(table, current):
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
    facts = {"seat": claim.seat, "phone": claim.device.label if claim.device else ""}
    name = _("Seat %(seat)s by phone %(phone)s") % facts
    actor = f"phone:{claim.entrant_id}"
    return Context(actor, name, ctx.scope, frozenset({"players"}), ctx.via, ctx.request_id)


def _place(table: Table) -> Answer:
    division = table.round.division.slug
    return {"id": table.pk, "division": division, "round": table.round.number, "table": table.number}


@command("claim.accept", "report of a phone taken over", needs="result.enter")
def accept(ctx: Context, claim: Claim, *, sure: bool = False, beside: Sequence[str] = ()) -> Change:
    """Take a claim over as the table's result: as if its line had been typed, by the same command.

    `beside`: ids of the reports that say something else and stood beside it as it was chosen. That they differ is then
    not asked again; a report that came since is.
    A player's own phone and somebody who may confirm are two people: then it counts under every policy. Not where the
    phone's report is weak, or the actor has had the code before their eyes by which it came: then it is an entry as any.
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
    return known and not checks.questions(entry, [slot.entrant for slot in slots], table.round.division)


def _taken(ctx: Context, table: Table, slots: list[Slot], claim: Claim, entry: Entry, sure: bool) -> Answer:
    policy = table.round.division.confirm_policy
    second = policy != SINGLE and can(ctx, "result.confirm") and not plays_here(ctx, slots)
    two = second and bool(devices.sound([claim])) and not devices.knows(ctx, claim)
    if not two or current_result(table) is not None:
        return enter_result(ctx, table, entry=entry, sure=sure)
    told = enter_result(_players(ctx, claim), table, entry=entry, sure=sure)
    waits = told.get("sheets")
    return told if waits else confirm_result(ctx, table, seen=told["version"])
