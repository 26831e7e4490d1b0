"""The public pages: each a fragment made once for each state of what is public, and shared by everybody.

A page polls its own address with `?v=<token>`. The token is a digest of the fragment, so it tells nothing that the
page does not show, and it stays the same while unreleased results come in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairings.standings.matchplay import MatchLine
from tdapp.publishing.answers import page_titles
from tdapp.publishing.pages import page_facts, page_kinds
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import prizes as released_prizes
from tdapp.publishing.released import rounds, single_flight
from tdapp.publishing.released import teams as released_teams
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.fragments import Fragment, fragment
from tdapp.publishing.released.games import Game, Played
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor


def of_division(
    event: EventDoor, door: DivisionDoor, kind: str, arg: str | int = "", of_round: int = 0
) -> Fragment:  # fmt: skip
    """One page of a division: `kind` is a key of `PAGES`, `arg` its order, round or entrant number. Missing: no such page.

    `of_round`: the door is the division as it was out at a round, and the page stays with that round.
    """
    digest = boards.digest_of(door)
    key = f"public:page:{digest}:{get_language()}:{kind}:{arg}:{of_round}"
    return single_flight.fly(
        key, digest, lambda: _render(event, boards.current(door, digest), kind, arg, of_round)
    )


def _render(event: EventDoor, board: Board, kind: str, arg: str | int, of_round: int) -> Fragment:
    now = Now(board)
    facts = {"of_round": of_round, **page_kinds.PAGES[kind](now, arg)}
    number, by = (arg, "") if isinstance(arg, int) else (of_round, arg)
    title = page_titles.of_page(kind, board, number, by)
    return fragment(f"publishing/pages/_{kind}.html", {"event": event, "board": now.board, **facts}, title)


def of_event(event: EventDoor) -> Fragment:
    """The event's first page: every division with what is out and who leads."""
    digests = [boards.digest_of(door) for door in event.divisions]
    told = [
        *digests,
        released_prizes.stamp(event),
        repr((event.entering, event.club, event.club_page)),
    ]
    digest = hashlib.sha256("".join(told).encode()).hexdigest()
    key = f"public:page:{event.slug}:{digest[:24]}:{get_language()}:home"
    return single_flight.fly(key, digest, lambda: _home(event, digests))


def _home(event: EventDoor, digests: list[str]) -> Fragment:
    found = [boards.current(door, digest) for door, digest in zip(event.divisions, digests, strict=True)]
    cards = [{"board": board, "leaders": page_facts.leaders(board)} for board in found]
    facts = {
        "event": event, "cards": cards, "prizes": bool(released_prizes.stamp(event)),
        "entering": page_facts.entering(event, found),
    }  # fmt: skip
    return fragment("publishing/pages/_home.html", facts)


def prizes(event: EventDoor) -> Fragment:
    """The event's prizes, once they were given."""
    stamp = released_prizes.stamp(event) + repr(replace(event, divisions=()))
    key = f"public:prizes:{event.id}:{get_language()}"
    return single_flight.fly(key, stamp, lambda: _prizes(event))


def _prizes(event: EventDoor) -> Fragment:
    facts = page_facts.prizes(event, released_prizes.lines(event))
    return fragment("publishing/pages/_prizes.html", facts, _("Prizes"))


@dataclass(frozen=True)
class Now:
    """A division as it is public now; what a page does not need is not made."""

    board: Board

    @cached_property
    def played(self) -> Played:
        return rounds.of_board(self.board)

    @cached_property
    def newest(self) -> Mapping[int, Game]:
        return rounds.newest_of_board(self.board)

    @cached_property
    def teams(self) -> tuple[released_teams.Team, ...]:
        return released_teams.of_board(self.board)

    @cached_property
    def matches(self) -> tuple[MatchLine, ...]:
        return released_teams.matches_of(self.board)
