"""What a committee decided in a span of days, for its minutes."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from lexicon_admin.models import Decision, Lexicon, Proposal, Vote

MOST = 1000


class Minute(NamedTuple):
    """One decision: the proposal, how the vote stood, and each member's vote in words."""

    proposal: Proposal
    decision: Decision
    votes: tuple[Vote, ...]


class Minutes(NamedTuple):
    """Decisions in the order they were made; `open`: what waits still; `more`: so many were left out."""

    decisions: tuple[Minute, ...]
    open: tuple[Proposal, ...]
    more: int


def minutes_of(lexicon: Lexicon, since: date | None, until: date | None) -> Minutes:
    """The minutes of a list from day to day (None: from the first, to the last), both counted in. Four queries."""
    rows = Decision.objects.filter(proposal__lexicon=lexicon).order_by("decided_at", "proposal__number")
    if since:
        rows = rows.filter(decided_at__date__gte=since)
    if until:
        rows = rows.filter(decided_at__date__lte=until)
    shown = list(rows.select_related("proposal__edition")[:MOST])
    votes: dict[object, list[Vote]] = {}
    given = Vote.objects.filter(proposal__in=[row.proposal_id for row in shown]).select_related("user")
    for vote in given.order_by("user__username"):
        votes.setdefault(vote.proposal_id, []).append(vote)
    found = tuple(Minute(row.proposal, row, tuple(votes.get(row.proposal_id, ()))) for row in shown)
    waiting = lexicon.proposals.filter(status=Proposal.Status.OPEN).order_by("number")
    return Minutes(found, tuple(waiting[:MOST]), max(0, rows.count() - len(shown)))
