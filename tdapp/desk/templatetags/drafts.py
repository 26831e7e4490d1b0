"""How the tables of a draft are written: `{% load drafts %}`."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.draft_page import DraftTable
from tdapp.events.portions import Portion
from tdapp.kernel.messages.sentences import all_translated, translated
from tdapp.kernel.pages.stamps import rows
from tdapp.kernel.templatetags.td import record

register = template.Library()


@register.simple_tag(takes_context=True)
def draft_rows(
    context: Context, tables: Portion[DraftTable], run: PairingRun, edit: str, may_draft: bool, in_pairs: bool
) -> SafeString:
    """The tables shown; `edit`: where a change is sent, with `may_draft`; `in_pairs`: two at each, in columns of their own."""
    facts = {
        "may_draft": may_draft, "in_pairs": in_pairs, "edit": f"{edit}{tables.here}", "seen": str(run.version),
        "csrf_token": str(context["csrf_token"]),
    }  # fmt: skip
    told = (
        {
            **facts, "number": str(table.number), "by_hand": table.by_hand, "locked": table.locked, "drawn": table.drawn,
            "why": translated(table.why), "warnings": all_translated(table.warnings),
            "seats": [
                {
                    "pk": str(seat.entrant.pk), "name": seat.entrant.listed, "mark": seat.entrant.desk_mark,
                    "record": record(seat.wins, seat.games),
                }
                for seat in table.seats
            ],
        }
        for table in tables
    )  # fmt: skip
    return rows("desk/pairing/_draft_table.html", told)
