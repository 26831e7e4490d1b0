"""Says to the word room what an event goes by, for its command line."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from lexicon_admin.words.adjudicate import Layers
from tdapp.events.models import Division
from tdapp.judging.words.layers import layers_of
from tdapp.kernel.refusals import Missing, Refusal


def layers_named(event: str, division: str) -> Layers:
    """The layers of a division by its event's slug and its own slug or name; of the only division where none is named."""
    rows = Division.objects.filter(event__slug=event, event__deleted_at=None).select_related("event")
    named = Q(slug=division.lower()) | Q(name__iexact=division)
    found = list(rows.filter(named) if division else rows)
    if not found:
        raise Missing("missing", _("There is no such event or division here."))
    if len(found) > 1:
        known = ", ".join(row.slug for row in found)
        raise Refusal("which-division", _("Name the division: %(known)s.") % {"known": known})
    return layers_of(found[0])
