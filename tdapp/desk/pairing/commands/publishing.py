"""Publish a draft: its tables and seats become facts, and the division's rules freeze with its first round."""

from __future__ import annotations

from collections import Counter

from django.db.models import F
from django.utils.translation import gettext as _

from core.messages import say
from tdapp.desk.ledger import pairing_adapter, seating
from tdapp.desk.ledger.rounds import kept
from tdapp.desk.ledger.seating import Arrangement, Placed
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import drafts, verdict
from tdapp.desk.pairing.commands.drafting import absent_now, log_name
from tdapp.events.models import Division, Entrant, Presence, Round, Table, tell_apart
from tdapp.events.rules import rulesets
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("round.publish", "round posted", needs="pair.publish")
def publish_round(ctx: Context, run: PairingRun, *, seen: int, sure: bool = False) -> Change:
    """Make a draft's pairings facts: tables and seats are written, the division freezes with its first round.

    Refuses when the draft moved on (409), when its basis changed, when somebody would be nowhere or twice, or when
    a table number is in use elsewhere in the hall; unless `sure`, also when it breaks a wish as the wishes are now.
    """
    round_ = run.round
    _take(run, seen)
    _refuse_unfit(run, round_)
    broken = verdict.against(pairing_adapter.request_now(run), run.boards)
    if broken and not sure:
        raise Refusal("against-wishes", *broken, _("Change the draft, or post it all the same."))
    seating.write(round_, _arrangement(run))
    _open(round_, run)
    freeze(round_.division)
    # Rounds nobody closed, and those corrected since.
    kept.keep(round_.division, round_.number - 1)
    told = {
        "round": round_.number,
        "print_version": round_.print_version,
        "tables": len(run.boards["tables"]),
    }
    result = {**told, "division": round_.division.slug}
    after = {**told, "places": seating.as_data(round_), **({"against": broken} if broken else {})}
    return Change(result, log_name(round_), None, after)


def _take(run: PairingRun, seen: int) -> None:
    """Claim the draft for publishing, or refuse: it moved on."""
    rows = PairingRun.objects.filter(pk=run.pk, version=seen, status=PairingRun.Status.DRAFT)
    if not rows.update(status=PairingRun.Status.PUBLISHED, print_version=run.round.print_version + 1):
        sentence = _("Somebody else changed or posted this draft. Look at it again.")
        raise Conflict("stale", sentence, typed={"version": seen})


def _refuse_unfit(run: PairingRun, round_: Round) -> None:
    """Everybody who is here has exactly one place, the facts are those of the draft, and the tables are free."""
    rows = {str(row.pk): row for row in round_.division.entrants.select_related("club")}
    tell_apart(list(rows.values()), public=False)
    placed, gone = drafts.placed(run.boards), absent_now(round_.division, round_.number)
    known = Counter(placed)
    away = gone.keys() | set(run.boards.get("out", ()))
    faults = [
        _("%(name)s is placed twice.") % {"name": rows[e].listed} for e in sorted(known) if known[e] > 1
    ]
    faults += [
        _("%(name)s has no place; draft the round again.") % {"name": row.listed}
        for e, row in rows.items()
        if e not in known and e not in away
    ]
    faults += [
        _("%(name)s is away now; draft the round again.") % {"name": rows[e].listed}
        for e in placed
        if e in gone
    ]
    faults += _table_faults(run, round_)
    if run.basis != pairing_adapter.basis_now(run):
        faults.append(_("A result this pairing rests on was changed; draft the round again."))
    if faults:
        raise Refusal("cannot-publish", *faults)


def _table_faults(run: PairingRun, round_: Round) -> list[str]:
    numbers = [table["table"] for table in run.boards["tables"]]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    faults = [_("Table %(table)s is given twice.") % {"table": number} for number in twice]
    others = Table.objects.filter(
        round__division__event_id=round_.division.event_id, round__status="published", number__in=numbers
    ).exclude(round__division=round_.division)
    sentence = _("Table %(table)s is in use by %(name)s.")
    return faults + [
        sentence % {"table": row.number, "name": row.round.division.name}
        for row in others.select_related("round__division")
    ]


def _arrangement(run: PairingRun) -> Arrangement:
    rows: dict[str, Entrant] = {str(row.pk): row for row in run.round.division.entrants.all()}
    tables = tuple(
        Placed(table["table"], tuple(rows[e] for e in table["seats"]), table["why"], table["drawn"])
        for table in run.boards["tables"]
    )
    byes = tuple(rows[bye["entrant"]] for bye in run.boards["byes"])
    reasons = {bye["entrant"]: bye["why"] for bye in run.boards["byes"]}
    out = {entrant: Presence.Intent.UNSCORED for entrant in run.boards.get("out", ()) if entrant in rows}
    absent = {
        rows[entrant]: intent
        for entrant, intent in {**out, **absent_now(run.round.division, run.round.number)}.items()
    }
    reasons |= dict.fromkeys(out, say("plays nothing this round"))
    return Arrangement(tables, byes, absent, reasons)


def _open(round_: Round, run: PairingRun) -> None:
    asked = run.request
    round_.status, round_.published_at = Round.Status.PUBLISHED, clock.now()
    round_.based_on, round_.basis = pairing_adapter.based_on(asked), run.basis
    round_.print_version += 1
    round_.version += 1
    round_.save(update_fields=["status", "published_at", "based_on", "basis", "print_version", "version"])
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)


def freeze(division: Division) -> None:
    """Fix a division's rules, by content and hash, when its first round is published."""
    if division.frozen_at:
        return
    rules = rulesets.of_division(division)
    Division.objects.filter(pk=division.pk).update(
        frozen_at=clock.now(), ruleset_hash=rules.content_hash, ruleset_frozen=rules.to_data()
    )
