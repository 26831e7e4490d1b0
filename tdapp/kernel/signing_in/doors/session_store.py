"""Sessions as rows that say whose they are, so that their owner sees and ends them (`settings.SESSION_ENGINE`)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from tdapp.kernel import clock
from tdapp.kernel.models import BrowserSession

OPENED = "opened"  # in the session: how it was opened, when, by which device


class SessionStore(db.SessionStore):
    """Django's own store with our row."""

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        """Our table."""
        return BrowserSession

    def create_model_instance(self, data: dict[str, Any]) -> BrowserSession:
        """The row, with what its owner is shown."""
        row: Any = super().create_model_instance(data)
        opened, now = data.get(OPENED, {}), clock.now()
        row.user = str(data.get(SESSION_KEY, ""))
        row.device, row.how = opened.get("device", "")[:80], opened.get("how", "")[:20]
        row.since = now - timedelta(seconds=max(0.0, now.timestamp() - opened.get("at", now.timestamp())))
        row.seen_at = now
        return row


def forget_ended() -> int:
    """Take away sessions that are over. Returns how many."""
    gone, _rows = BrowserSession.objects.filter(expire_date__lt=clock.now()).delete()
    return gone
