"""Close rounds and release pairings and standings to the public."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.ledger import division_standings, sheet_check
from tdapp.desk.ledger.rounds import kept
from tdapp.desk.models import Result, Snapshot
from tdapp.desk.pairing import freezing
from tdapp.desk.pairing.commands.drafting import log_name
from tdapp.events.day import notices
from tdapp.events.models import Division, Round, Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


def open_tables(round_: Round) -> list[Table]:
    """Tables of a round whose result does not count yet (missing or not confirmed)."""
    done = Result.objects.filter(in_force=True, is_current=True, table__round=round_).values("table")
    return list(round_.tables.exclude(pk__in=done).order_by("number"))


@command("round.close", "round closed", needs="pair.publish")
def close_round(ctx: Context, round_: Round) -> Change:
    """Close a round whose every result is confirmed and contradicted by no scoresheet; its standings are kept."""
    if not round_.is_open:
        raise Refusal("not-open", _("Round %(round)s is not open.") % {"round": round_.number})
    if out := open_tables(round_):
        facts = {"tables": ", ".join(str(row.number) for row in out), "round": round_.number}
        raise Refusal(
            "tables-out",
            _("Round %(round)s cannot close: tables %(tables)s are pending or not confirmed.") % facts,
        )
    if waiting := sheet_check.of_round(round_):
        raise Refusal("sheets-differ", *(one.sentence for one in waiting))
    Round.objects.filter(pk=round_.pk).update(
        status="closed", closed_at=clock.now(), version=F("version") + 1
    )
    kept.keep(round_.division, round_.number)
    snapshot(round_.division, round_.number, "closed")
    return Change({"round": round_.number, "status": "closed"}, log_name(round_), None, {"status": "closed"})


@command("round.reopen", "round opened again", needs="pair.publish")
def reopen_round(ctx: Context, round_: Round, *, reason: str) -> Change:
    """Open a closed round again so that a result can be entered or confirmed."""
    if round_.status != Round.Status.CLOSED:
        raise Refusal("not-closed", _("Round %(round)s is not closed.") % {"round": round_.number})
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the round is opened again."))
    Round.objects.filter(pk=round_.pk).update(status="published", closed_at=None, version=F("version") + 1)
    return Change(
        {"round": round_.number, "status": "published"},
        log_name(round_),
        None,
        {"status": "published"},
        reason,
    )


def snapshot(division: Division, after: int, why: str) -> Snapshot:
    """Store the standings after a round as rows and digest."""
    division.refresh_from_db(fields=["version"])
    ranked = division_standings.compute(division, after)
    rows = division_standings.stored_rows(division, after, ranked)
    return Snapshot.objects.create(
        division=division,
        after=after,
        why=why,
        version=division.version,
        rows=rows,
        digest=canonical.digest(rows),
    )


@command("round.show", "pairings made public or hidden", needs="pair.publish")
def show_pairings(ctx: Context, round_: Round, *, shown: bool = True) -> Change:
    """Show a published round's pairings on the public pages, or take them off again."""
    if round_.status == Round.Status.PLANNED:
        raise Refusal("not-published", _("Round %(round)s is not posted yet.") % {"round": round_.number})
    Round.objects.filter(pk=round_.pk).update(
        public_at=clock.now() if shown else None, version=F("version") + 1
    )
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)
    if shown:
        notices.make_public(round_.division.event)
    return Change({"round": round_.number, "public": shown}, log_name(round_), None, {"public": shown})


@command("standings.release", "standings made public", needs="standings.release")
def release_standings(ctx: Context, division: Division, *, after: int) -> Change:
    """Make the standings after a round public. 0 takes them back."""
    last = division_standings.last_round(division)
    if not 0 <= after <= last:
        raise Refusal("bad-round", _("Choose a round from 0 to %(last)s.") % {"last": last})
    _refuse_held(division, after)
    before = division.released_round
    if after:
        snapshot(division, after, "released")
    Division.objects.filter(pk=division.pk).update(
        released_round=after, released_version=F("released_version") + 1, version=F("version") + 1
    )
    if after:
        notices.make_public(division.event)
    return Change(
        {"division": division.slug, "released": after},
        str(division),
        {"released": before},
        {"released": after},
    )


def _refuse_held(division: Division, after: int) -> None:
    bound = freezing.bound(division)
    if bound is None or after <= bound:
        return
    facts = {"bound": bound}
    sentence = _(
        "The rounds after round %(bound)s are kept back until the prize giving. Unveil them on the prizes page."
    )
    raise Refusal("held-back", sentence % facts, bound=bound)
