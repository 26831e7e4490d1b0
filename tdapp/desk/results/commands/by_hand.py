"""A round that was run by hand: pairings and results in one pass."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.ledger import pairing_adapter, seating
from tdapp.desk.ledger.seating import Arrangement, Placed
from tdapp.desk.pairing.commands.drafting import absent_now, discard
from tdapp.desk.pairing.commands.publishing import freeze
from tdapp.desk.results import by_hand
from tdapp.desk.results.by_hand import Read
from tdapp.desk.results.commands.results import enter_result
from tdapp.events.models import Division, Round, Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

LOOK = "look-first"


@command("round.by_hand", "round played by hand typed in", needs="pair.publish", private=("lines",))
def type_in(
    ctx: Context, division: Division, *, number: int, lines: str, reason: str = "", seen: str = ""
) -> Change:
    """Publish a round as it was played by hand, and enter its results under the division's confirm policy.

    `lines`: see `by_hand_line`; `seen`: the digest of what was looked at. Refuses 422 with one sentence for each
    mistake (fact `faults`), and `look-first` while `seen` is not what these lines say now. All or nothing: a draft of
    the round is thrown away, the results go through the usual command, with its questions taken as answered.
    """
    round_ = _round(division, number)
    found = by_hand.read(division, lines, absent_now(division, round_.number))
    if found.problems:
        raise Refusal("by-hand", *(one.what for one in found.problems))
    if not found.tables and not any(row.line for row in found.apart):
        raise Refusal("nothing", _("Type the round, a line for each table."))
    if seen != found.digest:
        raise Refusal(LOOK, _("Look at what was read, then apply it."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the round was run by hand."))
    _publish(round_, found, reason)
    entered = _enter(ctx, round_, found)
    told = {"round": number, "division": division.slug, "tables": len(found.tables)}
    after = {**told, "print_version": round_.print_version, "places": seating.as_data(round_)}
    return Change({**told, **entered}, f"{division.slug} round {number}", None, after, reason)


def _round(division: Division, number: int) -> Round:
    """The round, not published yet, with every earlier one behind it."""
    pairing_adapter.round_plan(division, number)
    round_, _made = Round.objects.select_related("division__event").get_or_create(
        division=division, number=number
    )
    if round_.status != Round.Status.PLANNED:
        sentence = _("Round %(round)s is already posted. Enter its results, or record the actual pairings.")
        raise Refusal("published", sentence % {"round": number})
    before = Round.objects.filter(division=division, number__lt=number).exclude(status="planned").count()
    if before < number - 1:
        raise Refusal("round-missing", _("Type round %(round)s in first.") % {"round": before + 1})
    return round_


def _publish(round_: Round, found: Read, reason: str) -> None:
    """The round and its places as facts; a draft of it is put aside."""
    taken = Round.objects.filter(pk=round_.pk, version=round_.version, status=Round.Status.PLANNED).update(
        status=Round.Status.PUBLISHED, published_at=clock.now(), based_on=round_.number - 1, basis="",
        print_version=F("print_version") + 1, version=F("version") + 1,
    )  # fmt: skip
    if not taken:
        raise Conflict("stale", _("Somebody else changed this round at the same moment. Look at it again."))
    round_.refresh_from_db()
    for run in round_.runs.filter(status="draft"):
        discard(run)
    seating.write(round_, _arrangement(found))
    Table.objects.filter(round=round_).update(as_played=reason[:300])
    freeze(round_.division)
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)


def _arrangement(found: Read) -> Arrangement:
    tables = tuple(Placed(row.table, row.entrants, _("Run by hand.")) for row in found.tables)
    byes = tuple(row.entrants[0] for row in found.apart if row.kind == "bye")
    absent = {row.entrants[0]: row.kind for row in found.apart if row.kind != "bye"}
    return Arrangement(tables, byes, absent)


def _enter(ctx: Context, round_: Round, found: Read) -> dict[str, int]:
    """Every result by the usual command; how many wait for somebody else."""
    tables = {
        row.number: row for row in Table.objects.filter(round=round_).select_related("round__division__event")
    }
    told = [
        enter_result(ctx.keyless(), tables[row.table], entry=row.entry, sure=True)
        for row in found.tables
        if row.entry
    ]
    return {"entered": len(told), "to_confirm": sum(not one["confirmed"] for one in told)}
