"""What log-ins leave for the log: written at once where the account's turn is free, else by whoever comes next.

A log-in must not wait for a writer, however long that one takes (an import on SQLite, an account's own command). What it
has to say is stored beside (`doors.beside`) and settled: the entry, the time, a recovery code that is gone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.db import DatabaseError, transaction

from tdapp.kernel.models import SignInNote, User
from tdapp.kernel.ports import Port
from tdapp.kernel.running import patience
from tdapp.kernel.signing_in.doors import session_store

log = logging.getLogger(__name__)
AT_ONCE = 50
SETTLED: Port[Callable[[SignInNote, User], None]] = Port("what a log-in leaves to be done for an account")


def leave(user: User, how: str, request_id: str = "", **facts: Any) -> SignInNote:
    """Leave a note. It stands in the log soon, however the program ends."""
    return SignInNote.objects.create(user=str(user.pk), how=how, facts=facts, request_id=request_id)


def settle_now(user: User) -> None:
    """Settle an account's notes where nobody has to be waited for; else the keeper does it within seconds."""
    for note in SignInNote.objects.filter(user=str(user.pk))[:AT_ONCE]:
        try:
            with patience.hardly_any():
                _do(note)
        except DatabaseError:
            log.info("a log-in is written into the log later: somebody writes")
            return
        SignInNote.objects.filter(pk=note.pk).delete()


def tick() -> None:
    """Settle what was left, and forget ended sessions: called by the keeper every few seconds."""
    for note in SignInNote.objects.all()[:AT_ONCE]:
        with transaction.atomic():
            _do(note)
        SignInNote.objects.filter(pk=note.pk).delete()
    session_store.forget_ended()


def _do(note: SignInNote) -> None:
    """Once: what is done knows its note by the key of its command."""
    user = User.objects.filter(pk=note.user).first()
    if user is None:
        return
    for settle in SETTLED:
        settle(note, user)
