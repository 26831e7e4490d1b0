"""SQLite's wait for the write lock is no queue: it looks again ever more rarely and whoever comes by at the right moment wins.

So that a clerk never waits seconds behind luckier ones, the threads of a process queue fairly, and the one whose turn
it is looks every few milliseconds. Reads do not queue. Figures: docs/adr/0003-sqlite-mode.md.
"""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.backends.utils import debug_transaction

from tdapp.kernel.running import patience
from tdapp.kernel.running.giving_way import rest
from tdapp.launch.sqlite.queue import FairLock

LOOK_EVERY_MS = 5
_queues: defaultdict[str, FairLock] = defaultdict(FairLock)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper; a transaction begins when it is this thread's turn to write."""

    _its_turn = False
    _since = 0.0

    def _start_transaction_under_autocommit(self) -> None:
        deadline = time.monotonic() + self._patience()
        with debug_transaction(self, "BEGIN IMMEDIATE"), self.wrap_database_errors:
            if not _queues[self._file()].enter(self._patience()):
                raise sqlite3.OperationalError("database is locked")
            self._its_turn = True
            try:
                self._begin(deadline)
                self._since = time.monotonic()
            except BaseException:
                self._leave()
                raise

    def _begin(self, deadline: float) -> None:
        """BEGIN IMMEDIATE against other processes, looking often instead of SQLite's growing pauses."""
        self.connection.execute(f"PRAGMA busy_timeout = {LOOK_EVERY_MS}")
        try:
            while not self._began():
                if time.monotonic() > deadline:
                    raise sqlite3.OperationalError("database is locked")
        finally:
            # The usual one, however long this turn was waited for: it stays for what reads after it.
            self.connection.execute(f"PRAGMA busy_timeout = {round(self._usual() * 1000)}")

    def _began(self) -> bool:
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            return False
        return True

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if autocommit and self._its_turn:
            self._leave()
            if seconds := rest(time.monotonic() - self._since):
                time.sleep(seconds)

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _leave(self) -> None:
        """Let the next thread write; without effect when it is not this connection's turn."""
        if self._its_turn:
            self._its_turn = False
            _queues[self._file()].leave()

    def _file(self) -> str:
        return str(self.settings_dict["NAME"])

    def _patience(self) -> float:
        return patience.seconds(self._usual())

    def _usual(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", 20))
