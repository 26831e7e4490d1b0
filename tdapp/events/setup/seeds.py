"""Chance is drawn once, stored, and used from there: a division's seed decides all its lots."""

from __future__ import annotations

import secrets


def new_seed() -> int:
    """A fresh seed that fits a database integer."""
    return secrets.randbelow(2**53)
