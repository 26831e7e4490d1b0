"""Whose vote is missing where, and until when."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.db.models import Q

from lexicon_admin.models import Lexicon, Proposal, Seat, Vote
from tdapp.kernel import clock
from tdapp.kernel.models import User


class Waiting(NamedTuple):
    """A member, how many open votes lack theirs, and the day on which the first of these ends (None: none says)."""

    user: User
    lacking: int
    next_day: date | None


def open_votes(lexicon: Lexicon) -> list[Proposal]:
    """Proposals somebody can vote on today, those that end first before others."""
    rows = lexicon.proposals.filter(status=Proposal.Status.OPEN)
    rows = rows.filter(Q(vote_until=None) | Q(vote_until__gte=clock.today()))
    return sorted(rows, key=lambda row: (row.vote_until or date.max, row.number))


def who_waits(lexicon: Lexicon) -> list[Waiting]:
    """Every member whose vote is missing somewhere, in the order of the seats. Three queries."""
    rows = open_votes(lexicon)
    votes = Vote.objects.filter(proposal__in=[row.pk for row in rows])
    given = set(votes.values_list("proposal_id", "user_id"))
    found = []
    for seat in Seat.objects.filter(lexicon=lexicon, user__is_active=True).select_related("user"):
        lacking = [row for row in rows if (row.pk, seat.user_id) not in given]
        if lacking:
            found.append(Waiting(seat.user, len(lacking), lacking[0].vote_until))
    return found
