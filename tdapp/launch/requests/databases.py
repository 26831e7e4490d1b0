"""How the installation talks to SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from typing import Any

# The WAL-reset corruption bug was mended in SQLite 3.51.3 (sqlite.org/changes); older libraries keep the rollback journal.
WAL_SAFE = (3, 51, 3)
JOURNALS = ("DELETE", "WAL")
BUSY_SECONDS = 20


def journal_mode(wanted: str, version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """WAL only from a version without the reset bug, unless `wanted` (`TD_SQLITE_JOURNAL`) says which."""
    if not wanted:
        return "WAL" if version >= WAL_SAFE else "DELETE"
    if wanted.upper() not in JOURNALS:
        raise ValueError(f"TD_SQLITE_JOURNAL is {wanted!r}: it must be DELETE or WAL.")
    return wanted.upper()


def sqlite_options(journal: str, synchronous: str = "FULL") -> dict[str, Any]:
    """Writers queue instead of failing (IMMEDIATE), and what was acknowledged survives a power cut (FULL)."""
    pragmas = f"PRAGMA journal_mode={journal};PRAGMA synchronous={synchronous};"
    return {"transaction_mode": "IMMEDIATE", "timeout": BUSY_SECONDS, "init_command": pragmas}


def profile(config: dict[str, Any], journal: str) -> dict[str, Any]:
    """The `DATABASES` entry for what DATABASE_URL named, with connections kept and checked."""
    config |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
    if "sqlite3" in config["ENGINE"]:
        config["ENGINE"] = "tdapp.launch.sqlite"
        config["OPTIONS"] = config.get("OPTIONS", {}) | sqlite_options(journal)
    else:
        config["OPTIONS"] = {"connect_timeout": 3} | config.get("OPTIONS", {})
    return config
