"""Sessions as rows that say whose they are, so that their owner sees and ends them (`settings.SESSION_ENGINE`)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.db.models import QuerySet
from django.utils import timezone

from tdapp.kernel import clock
from tdapp.kernel.models import BrowserSession, User
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.kernel.signing_in.doors import beside

OPENED = "opened"  # in the session: how it was opened, when, by which device


@partial(WrittenOnce, alias=beside.alias)
def _session(key: str) -> QuerySet[BrowserSession]:
    return BrowserSession.objects.filter(session_key=key)


@WrittenOnce
def _user(pk: UUID) -> QuerySet[User]:
    return User.objects.filter(pk=pk)


class Standing(BaseBackend):
    """Whose session it is, asked with every page of somebody signed in. It lets nobody in."""

    def get_user(self, user_id: UUID) -> User | None:
        """As Django's own: nobody who is locked."""
        return next((row for row in _user(user_id) if row.is_active), None)


class SessionStore(db.SessionStore):
    """Django's own store with our row."""

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        """Our table."""
        return BrowserSession

    def _get_session_from_db(self) -> BrowserSession | None:
        # Keys are letters and digits; what else a cookie may hold is not asked for.
        key, now = self.session_key or "", timezone.now()
        found = next((row for row in _session(key) if row.expire_date > now), None) if key.isalnum() else None
        if found is None:
            self._session_key = None
        return found

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
