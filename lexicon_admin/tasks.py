"""The job kinds of this room, registered where the worker looks for them."""

from __future__ import annotations

from lexicon_admin.commands.indexing import compare_in_background, index_in_background
from lexicon_admin.commands.list_reading import read_in_background
from lexicon_admin.commands.publishing import publish_in_background
from lexicon_admin.commands.voting_days import send_reminder

__all__ = [
    "compare_in_background",
    "index_in_background",
    "publish_in_background",
    "read_in_background",
    "send_reminder",
]
