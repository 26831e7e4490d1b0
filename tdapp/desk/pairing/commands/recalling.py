"""Take a published round back while nothing is entered or written for it."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.ledger import seating
from tdapp.desk.models import Result
from tdapp.desk.pairing.commands.drafting import log_name
from tdapp.events.entries.commands.presence import in_again
from tdapp.events.models import Division, Round, tell_apart_in_field
from tdapp.judging.rulings.queue import tables_with_calls, tables_with_incidents
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.scoresheets.sheet.discarding import discard_untouched, tables_with_sheets


@command("round.recall", "round recalled", needs="pair.recall")
def recall_round(ctx: Context, round_: Round, *, reason: str) -> Change:
    """Take a published round back as long as nothing is entered or written for it; what was printed becomes void.

    The pairing stays on file as recalled; the next publishing prints a new version.
    """
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the round is recalled."))
    if not round_.is_open:
        raise Refusal("not-open", _("Round %(round)s is not open.") % {"round": round_.number})
    entered = Result.objects.filter(table__round=round_, withdrawn=False).values_list(
        "table__number", flat=True
    )
    if tables := ", ".join(str(number) for number in sorted(set(entered))):
        sentence = _(
            "Round %(round)s cannot be recalled: results are in for tables %(tables)s. "
            "Record the actual pairings instead."
        )
        raise Refusal("results-in", sentence % {"round": round_.number, "tables": tables})
    if tables := ", ".join(str(number) for number in tables_with_sheets(round_)):
        sentence = _(
            "Round %(round)s cannot be recalled: tables %(tables)s have scoresheets. "
            "Record the actual pairings instead."
        )
        raise Refusal("sheets-in", sentence % {"round": round_.number, "tables": tables})
    if tables := ", ".join(str(number) for number in tables_with_calls(round_)):
        sentence = _(
            "Round %(round)s cannot be recalled: a judge was called to tables %(tables)s. "
            "Record the actual pairings instead."
        )
        raise Refusal("calls-in", sentence % {"round": round_.number, "tables": tables})
    if tables := ", ".join(str(number) for number in tables_with_incidents(round_)):
        sentence = _(
            "Round %(round)s cannot be recalled: an incident is written down at tables %(tables)s. "
            "Record the actual pairings instead."
        )
        raise Refusal("incidents-in", sentence % {"round": round_.number, "tables": tables})
    return _recall(round_, reason)


def _recall(round_: Round, reason: str) -> Change:
    before = seating.as_data(round_)
    if not Round.objects.filter(pk=round_.pk, version=round_.version, status="published").update(
        status="planned", published_at=None, public_at=None, basis="", version=F("version") + 1
    ):
        raise Conflict("stale", _("Somebody else changed this round at the same moment. Look at it again."))
    discard_untouched(round_)
    seating.clear(list(round_.slots.all()))
    round_.tables.all().delete()
    round_.runs.filter(status="published").update(status="recalled", reason=reason[:300])
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)
    told = {"round": round_.number, "void_print_version": round_.print_version}
    back = in_again(round_.division, round_.number)
    tell_apart_in_field(back)
    again = {"in_again": [row.listed for row in back]}
    return Change({**told, **again}, log_name(round_), {**told, "places": before}, again, reason)
