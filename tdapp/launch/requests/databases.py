"""How the installation talks to SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

# The WAL-reset corruption bug was mended in SQLite 3.51.3 (sqlite.org/changes); older libraries keep the rollback journal.
WAL_SAFE = (3, 51, 3)
JOURNALS = ("DELETE", "WAL")
BUSY_SECONDS = 20
# What `kernel.signing_in.doors` keeps beside the database, as the models say. Another shape: another number.
SHAPE = 1
TABLES = """
CREATE TABLE IF NOT EXISTS kernel_browsersession (session_key varchar(40) NOT NULL PRIMARY KEY, session_data text NOT NULL,
  expire_date datetime NOT NULL, user varchar(36) NOT NULL, device varchar(80) NOT NULL, how varchar(20) NOT NULL,
  since datetime NOT NULL, seen_at datetime NOT NULL);
CREATE INDEX IF NOT EXISTS session_user ON kernel_browsersession (user);
CREATE INDEX IF NOT EXISTS session_end ON kernel_browsersession (expire_date);
CREATE TABLE IF NOT EXISTS kernel_signinnote (id char(32) NOT NULL PRIMARY KEY, user varchar(36) NOT NULL,
  how varchar(20) NOT NULL, facts text NOT NULL, request_id varchar(64) NOT NULL, at datetime NOT NULL);
CREATE TABLE IF NOT EXISTS kernel_wrongtries (key varchar(64) NOT NULL PRIMARY KEY, about varchar(64) NOT NULL,
  count integer unsigned NOT NULL, until datetime NOT NULL);
CREATE INDEX IF NOT EXISTS tries_about ON kernel_wrongtries (about)
"""


def journal_mode(wanted: str, version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """WAL only from a version without the reset bug, unless `wanted` (`TD_SQLITE_JOURNAL`) says which."""
    if not wanted:
        return "WAL" if version >= WAL_SAFE else "DELETE"
    if wanted.upper() not in JOURNALS:
        raise ValueError(f"TD_SQLITE_JOURNAL is {wanted!r}: it must be DELETE or WAL.")
    return wanted.upper()


def sqlite_options(journal: str, synchronous: str = "FULL") -> dict[str, Any]:
    """Writers queue instead of failing (IMMEDIATE), what was acknowledged survives a power cut (FULL), and what was erased is
    overwritten: else a child's birth date would lie in the free pages of the file, and of every backup, for years.
    """
    pragmas = f"PRAGMA journal_mode={journal};PRAGMA synchronous={synchronous};PRAGMA secure_delete=ON;"
    return {"transaction_mode": "IMMEDIATE", "timeout": BUSY_SECONDS, "init_command": pragmas}


def beside(main: dict[str, Any], journal: str) -> dict[str, dict[str, Any]]:
    """On SQLite, which has one writer at a time: a file beside it for what a log-in writes. Elsewhere nothing.

    Its tables are made when it is opened. NORMAL: what a power cut loses of it is a session.
    """
    if "sqlite" not in main["ENGINE"]:
        return {}
    path = Path(main["NAME"])
    options = sqlite_options(journal, "NORMAL")
    options["init_command"] += TABLES
    place = path.with_name(f"{path.stem}.doors{SHAPE}{path.suffix}")
    return {"doors": {**main, "NAME": str(place), "OPTIONS": options}}


def profile(config: dict[str, Any], journal: str) -> dict[str, Any]:
    """The `DATABASES` entry for what DATABASE_URL named, with connections kept and checked."""
    config |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
    if "sqlite3" in config["ENGINE"]:
        config["ENGINE"] = "tdapp.launch.sqlite"
        config["OPTIONS"] = config.get("OPTIONS", {}) | sqlite_options(journal)
    else:
        # Questions whose values travel beside their text are prepared at once (`kernel.running.written_once`).
        config["OPTIONS"] = {"connect_timeout": 3, "prepare_threshold": 0} | config.get("OPTIONS", {})
    return config
