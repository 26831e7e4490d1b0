"""Why a plan cannot be played by so many at all. What only deserves a warning is in `advice.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.messages import say
from pairings.event.refusals import Refusal, Refusals
from pairings.plan.advice import Entry
from pairings.plan.plan import Plan, Span


def no_teams(span: Span, entry: Entry) -> str:
    """A team round without teams to play it."""
    if span.system == "team_rr" and len(entry.teams) < 2:
        return say(
            "'%(span)s' needs two teams or more; the entrants name %(teams)s.",
            span=span,
            teams=len(entry.teams),
        )
    return ""


def bracket_too_large(span: Span, entry: Entry) -> str:
    """More places in a bracket than there are players."""
    size = int(dict(span.params).get("size", 4 if span.system == "playoff" else 0))
    if span.system in ("elimination", "playoff") and size > entry.players:
        return say(
            "'%(span)s' is a bracket of %(size)s; there are only %(players)s players.",
            span=span,
            size=size,
            players=entry.players,
        )
    return ""


def odd_fontes(span: Span, entry: Entry) -> str:
    """Groups of an odd size would leave somebody of each out in every round."""
    if span.system == "fontes" and span.length > 2 and span.length % 2 == 0:
        return say(
            "'%(span)s' has %(length)s rounds; Initial Fontes runs over 2 or an odd number of them.",
            span=span,
            length=span.length,
        )
    return ""


def table_too_large(span: Span, entry: Entry) -> str:
    """Too few players for the smallest table allowed."""
    least = int(dict(span.params).get("least", 2))
    if span.system == "tables" and entry.players < least:
        return say(
            "'%(span)s' seats %(least)s or more at a table; there are only %(players)s players.",
            span=span,
            least=least,
            players=entry.players,
        )
    return ""


HURDLES: tuple[Callable[[Span, Entry], str], ...] = (no_teams, bracket_too_large, odd_fontes, table_too_large)


def impossible(plan: Plan, players: int, teams: Sequence[int] = ()) -> Refusals | None:
    """Why a plan cannot be played by so many at all, a sentence for each reason; None when it can.

    What no field could play (a lag without standings, or across a session break) is refused by `parse_plan`.
    """
    entry = Entry(players, tuple(teams))
    if players < 2:
        return Refusals(
            (
                Refusal(
                    "too_few_players", say("A round needs 2 players; there are %(players)s.", players=players)
                ),
            )
        )
    said = [text for span in plan.spans for hurdle in HURDLES if (text := hurdle(span, entry))]
    return Refusals(tuple(Refusal("impossible_plan", text) for text in said)) if said else None
