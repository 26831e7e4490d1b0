"""`release` under the word the pages use."""

from __future__ import annotations

from tdapp.desk.management.commands.release import Command

__all__ = ["Command"]
