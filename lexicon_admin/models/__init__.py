"""Lists of words, their editions, and how a committee changes them. The words themselves are in the stores (`words.store`)."""

from __future__ import annotations

from lexicon_admin.models.editions import SCOPE, Edition, Lexicon, ListImport, Seat
from lexicon_admin.models.proposals import READER, Decision, Proposal, Remark, Vote
from lexicon_admin.models.searches import SavedSearch

__all__ = [
    "READER",
    "SCOPE",
    "Decision",
    "Edition",
    "Lexicon",
    "ListImport",
    "Proposal",
    "Remark",
    "SavedSearch",
    "Seat",
    "Vote",
]
