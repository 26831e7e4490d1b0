"""The first page's own text, written by who keeps events and word lists of the installation."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.models import FrontText, as_data
from tdapp.events.models.front import LONGEST
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

FIELDS = ("name", "english", "filipino")
MOST = {"name": 80, "english": LONGEST, "filipino": LONGEST}


@command("installation.front", "text of the first page written", needs="installation.front")
def write_front(
    ctx: Context, target: Installation, *, name: str, english: str, filipino: str, seen: int
) -> Change:
    """Say what visitors read on the first page; `seen` is the version the editor saw (409 with both when it moved on)."""
    told = {"name": " ".join(name.split()), "english": english.strip(), "filipino": filipino.strip()}
    for field, text in told.items():
        if len(text) > MOST[field]:
            facts = {"field": field, "most": MOST[field], "many": len(text)}
            raise Refusal("too-long", _("%(field)s may have %(most)s characters, not %(many)s.") % facts)
    row, _made = FrontText.objects.get_or_create(only=FrontText.ONLY)
    if not FrontText.objects.filter(version=seen).update(version=F("version") + 1, **told):
        sentence = _("Somebody else changed this page. Nothing was saved; both are shown.")
        raise Conflict("stale", sentence, stored=as_data(row, *FIELDS), typed=told)
    return Change({"name": told["name"]}, "first page", as_data(row, *FIELDS), told)
