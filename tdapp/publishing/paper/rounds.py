"""The sheets of one round as PDF: the same rows as the pages for the browser."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from tdapp.desk.day import prints
from tdapp.desk.day.prints import Printed
from tdapp.desk.models import PairingRun
from tdapp.events.models import Round
from tdapp.kernel.refusals import Missing
from tdapp.publishing.paper.drawing.document import Document
from tdapp.publishing.paper.parts import lists, matches, slips

LISTS: dict[str, Callable[[Document, Printed], None]] = {
    "by-table": lists.by_table,
    "by-name": lists.by_name,
    "by-club": lists.by_club,
    "call-out": lists.call_out,
    "match-sheets": matches.match_sheets,
}
WHAT = (
    *LISTS, "slips-4", "slips-2", "slips-20", "blank-slips-4", "blank-slips-2", "blank-slips-20", "standings",
)  # fmt: skip


def printed_of(round_: Round, version: str, codes: bool = False) -> Printed:
    """The print version asked for: the one in force when none is, or a recalled one, which says VOID.

    A round that was recalled and not published again has its last version called up.
    """
    published = round_.status != Round.Status.PLANNED
    if published and version in ("", str(round_.print_version)):
        return prints.of_round(round_, codes=codes)
    recalled = round_.runs.filter(status=PairingRun.Status.RECALLED).select_related("round__division__event")
    wanted = recalled.filter(print_version=int(version)) if version else recalled
    run = wanted.order_by("-print_version").first()
    if run is None:
        raise Missing("missing", _("Nothing was printed of round %(round)s.") % {"round": round_.number})
    return prints.of_recalled(run)


def render(
    round_: Round, what: str, paper: str, *, version: str = "", address: str = "", codes: bool = False
) -> bytes:
    """One of WHAT as PDF; `codes`: slips carry what opens a kiosk."""
    document = Document(paper, f"{round_.division.name} {round_.number} {what}", round_.division.event.name)
    if what == "standings":
        lists.standings(document, round_.division, round_.number)
    else:
        draw(document, printed_of(round_, version, codes), what, address)
    return document.done()


def draw(document: Document, printed: Printed, what: str, address: str) -> None:
    """Add one sheet of a round to a document."""
    if what in LISTS:
        return LISTS[what](document, printed)
    per_page = int(what.rpartition("-")[2])
    if what.startswith("blank"):
        return slips.blank(document, prints.head(printed, _("Result slips")), per_page, address)
    return slips.filled(document, printed, per_page, address)
