"""Everything public of an event, read at one moment: what the site is built from.

Standings of every released round as they were released, under today's public names: who is masked today is masked on
every page. Pairings of a round stand beside the standings that were out before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.utils import timezone
from django.utils.translation import override

from pairings.standings.matchplay import MatchLine
from tdapp.desk.day import forecast_inputs
from tdapp.events.day.schedule import ROUNDS
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.publishing.look import answers as look_answers
from tdapp.publishing.look import style_sheet
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import prizes, public_access, replays, rounds, rows
from tdapp.publishing.released import teams as released_teams
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.games import Game, Played
from tdapp.publishing.released.prizes import Line
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor
from tdapp.publishing.released.replays import Spot
from tdapp.publishing.told_at import ToldAt, told_at
from tdapp.scoresheets.replay.telling_a_game import Replay


@dataclass(frozen=True)
class Stage:
    """A division as the public knew it at one release (`page_facts.Released`)."""

    board: Board
    played: Played
    teams: tuple[released_teams.Team, ...]
    matches: tuple[MatchLine, ...]

    @property
    def newest(self) -> Mapping[int, Game]:
        """What everybody did in the released round."""
        return rows.newest(self.played, self.board.after)


@dataclass(frozen=True)
class SiteDivision:
    """`now`: as it is; `after`: by released round; `before`: by round whose pairings are out; `games`: by language."""

    door: DivisionDoor
    now: Stage
    after: Mapping[int, Stage]
    before: Mapping[int, Stage]
    games: Mapping[str, Mapping[Spot, Replay]]

    @property
    def shared(self) -> list[str]:
        """The files that are handed on in chats, as far as something is out."""
        board = self.now.board
        out = {"pairings": board.shown is not None, "standings": bool(board.after and board.lines)}
        newest = [f"{name}.{kind}" for name, there in out.items() if there for kind in ("txt", "png")]
        return newest + [
            f"standings/{number}/standings.txt" for number, one in self.after.items() if one.board.lines
        ]

    @property
    def players(self) -> list[int]:
        """The numbers of those who have a page."""
        return [number for number, person in self.now.board.people.items() if not person.house]


@dataclass(frozen=True, slots=True)
class Stop:
    """What is planned: a round or a break of a division ("" all), its hour, and how many minutes it takes (0 unknown)."""

    label: str
    division: str
    at: datetime
    minutes: int


@dataclass(frozen=True)
class Site:
    """An event. `base`: where it will be found (`https://results.example.org`), "" unknown. `style`, `logo`, `colour`: of
    its look. `prizes`: by language, none before they were given; `stops`: by language, what the day plan has still to come;
    `told_at`: when what a calendar shows last changed.
    """

    event: EventDoor
    divisions: tuple[SiteDivision, ...]
    languages: tuple[str, ...]
    base: str
    made_at: datetime
    style: str = ""
    logo: bytes = b""
    prizes: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    stops: Mapping[str, tuple[Stop, ...]] = field(default_factory=dict)
    colour: str = ""
    told_at: ToldAt = field(kw_only=True)


def read(slug: str, languages: Sequence[str], base: str = "") -> Site:
    """Read it all. Missing when nothing of the event is public."""
    event = public_access.open_event(slug)
    coloured, drawn = look_answers.of_event(UUID(event.id))
    return Site(
        event, tuple(_division(door, languages) for door in event.divisions), tuple(languages), base.rstrip("/"),
        clock.now(), style_sheet.of(coloured.colour) if coloured else "", drawn.png if drawn else b"",
        {language: _told(language, lambda: prizes.lines(event)) for language in languages},
        {language: _told(language, lambda: stops(slug)) for language in languages}, coloured.colour if coloured else "",
        told_at=told_at(slug),
    )  # fmt: skip


Told = TypeVar("Told")


def _told(language: str, tell: Callable[[], Told]) -> Told:
    with override(language):
        return tell()


def stops(slug: str) -> tuple[Stop, ...]:
    """What is still to come on the event's days, as the hall's own pages forecast it; not what waits for nothing any more,
    and is "now". Where no plan says when rounds begin the forecast begins now, weeks before the event too: that is no hour.
    """
    event = Event.objects.get(slug=slug)
    found = forecast_inputs.day(event)
    read_at = clock.now()
    return tuple(
        Stop(one.label, lane.name, one.at, lane.forecast.takes if one.kind == ROUNDS else 0)
        for lane in found.shown
        for one in lane.forecast.ahead
        if one.at > read_at and event.starts_on <= timezone.localtime(one.at).date() <= event.ends_on
    )


def _division(door: DivisionDoor, languages: Sequence[str]) -> SiteDivision:
    known, told = public_access.public_rounds(door), boards.Told()
    now = _stage(door, told)
    after = {
        number: _stage(public_access.after_round(door, number, known), told) for number in now.board.releases
    }
    before = {number: _before(door, number, after, known, told) for number in known}
    games = {language: _games(door, now.board, language) for language in languages}
    return SiteDivision(door, now, after, before, games)


def _before(
    door: DivisionDoor, number: int, after: Mapping[int, Stage], known: list[int], told: boards.Told
) -> Stage:
    """The round with the newest standings that were out before it."""
    if number - 1 in after:
        return after[number - 1]
    return _stage(public_access.with_round(door, number, known), told)


def _stage(door: DivisionDoor, told: boards.Told) -> Stage:
    board = boards.build(door, told)
    return Stage(
        board, rounds.of_board(board), released_teams.of_board(board), released_teams.matches_of(board)
    )


def _games(door: DivisionDoor, board: Board, language: str) -> dict[Spot, Replay]:
    """Released games, told in a language."""
    spots = [Spot(*spot, sheet) for spot, sheets in board.replays.items() for sheet in sheets]
    with override(language):
        return {spot: replays.told(door, board, spot) for spot in spots}
