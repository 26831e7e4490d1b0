"""Find a list by its slug; the scopes of all of them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Missing
from tdapp.people.models import RatingList


def scopes() -> list[str]:
    """The scope of every list: who is one person is asked of all of them."""
    return [row.scope_key for row in RatingList.objects.all()]


def list_of(slug: str) -> RatingList:
    """The list of this slug; for "" the only one there is beside the demo's. Missing with the slugs there are."""
    rows = list(RatingList.objects.order_by("slug"))
    own = [row for row in rows if not row.demo]
    if not slug and len(own) == 1:
        return own[0]
    found = next((row for row in rows if row.slug == slug), None)
    if found is None:
        known = ", ".join(row.slug for row in rows) or _("none yet")
        raise Missing("no-list", _("Name a rating list; there are: %(known)s.") % {"known": known})
    return found
