"""Who may enter a division."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.entries import eligible
from tdapp.events.models import Division, Eligibility
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


@command("division.eligible", "said who may enter", needs="division.edit")
def set_conditions(ctx: Context, division: Division, *, conditions: dict[str, Any]) -> Change:
    """Keep the conditions of a division (`events.entries.eligible`); without any, everybody may enter.

    Nobody is refused by them: who does not meet them is named, with what is missing, and the director decides.
    """
    asked = eligible.of_data(conditions)
    if asked.events and not asked.year:
        raise Refusal("no-year", _("Say of which year the events are counted."))
    if (asked.rating or asked.games) and not asked.rating_list:
        raise Refusal("no-list", _("Say which rating list counts."))
    before = eligible.of_division(division).data
    if asked.asks:
        Eligibility.objects.update_or_create(division=division, defaults={"conditions": asked.data})
    else:
        Eligibility.objects.filter(division=division).delete()
    Division.objects.filter(pk=division.pk).update(version=F("version") + 1)
    return Change({"slug": division.slug, "asks": asked.asks}, str(division), before, asked.data)
