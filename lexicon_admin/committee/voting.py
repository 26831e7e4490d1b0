"""Votes counted: who sits in the committee now, without those in conflict."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from lexicon_admin.models import Proposal, Vote


class Count(NamedTuple):
    """Votes of members who sit now; votes in conflict are on record and count for nothing, not even the quorum."""

    yes: int
    no: int
    abstained: int
    in_conflict: int

    @property
    def counted(self) -> int:
        return self.yes + self.no + self.abstained

    def carried(self, threshold: int) -> bool:
        """Whether at least `threshold` percent of yes and no are yes; nobody for it is never enough."""
        return self.yes > 0 and 100 * self.yes >= threshold * (self.yes + self.no)


def count(proposal: Proposal) -> Count:
    """The votes as they stand."""
    seats = set(proposal.lexicon.seats.filter(user__is_active=True).values_list("user", flat=True))
    votes = [vote for vote in proposal.votes.all() if vote.user_id in seats]
    found = Counter(vote.choice for vote in votes if not vote.conflict)
    choice = Vote.Choice
    return Count(
        found[choice.YES], found[choice.NO], found[choice.ABSTAIN], sum(bool(vote.conflict) for vote in votes)
    )
