"""Of whom at events and clubs a second factor may be asked (`accounts.second.required`)."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tdapp.accounts.second.required import Kind
from tdapp.kernel.models import User
from tdapp.kernel.permissions import AT_CLUB_EVENTS

LEAD = ("director", "deputy")


def _directors() -> QuerySet[User]:
    offices = [office for office, role in AT_CLUB_EVENTS.items() if role in LEAD]
    there = Q(memberships__role__in=LEAD, memberships__event__deleted_at=None)
    return User.objects.filter(there | Q(offices__role__in=offices))


DIRECTORS = Kind("directors", _("Directors and deputies of events"), _directors)
OFFICERS = Kind("officers", _("Officers of clubs"), lambda: User.objects.filter(offices__isnull=False))
