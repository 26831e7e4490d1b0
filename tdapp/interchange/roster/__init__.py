"""Rosters: a table of people, read with a finding for everything that is odd about it. No database here."""

from __future__ import annotations

from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.interchange.roster.parse import Sheet, parse_book, parse_roster
from tdapp.interchange.roster.reader import Rules
from tdapp.interchange.roster.reading import Reading, SheetReading
from tdapp.interchange.roster.rows import Roster, RosterRow

__all__ = [
    "Reading",
    "Roster",
    "RosterFinding",
    "RosterRow",
    "Rules",
    "Severity",
    "Sheet",
    "SheetReading",
    "parse_book",
    "parse_roster",
]
