"""`publish_round` under the word the pages use."""

from __future__ import annotations

from tdapp.desk.management.commands.publish_round import Command

__all__ = ["Command"]
