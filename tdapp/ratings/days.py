"""Which days a rating list can be of."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal

EARLIEST = date(1950, 1, 1)


def refuse_day(on: date) -> None:
    """Refuse a day no list can be of: before 1950, or later than tomorrow (it is tomorrow already somewhere)."""
    latest = clock.today() + timedelta(days=1)
    if not EARLIEST <= on <= latest:
        facts = {"day": on, "low": EARLIEST, "high": latest}
        raise Refusal(
            "no-such-day", _("As of %(day)s cannot be: give a day from %(low)s to %(high)s.") % facts
        )
