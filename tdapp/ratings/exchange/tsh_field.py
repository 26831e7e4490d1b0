"""A tsh division file as a field to be rated: who met whom with what scores, opponent 0 left out."""

from __future__ import annotations

from pairings.formats.tsh import TshFile, TshPlayer
from pairings.formats.tsh_history import at_or
from tdapp.ratings.formulas import EXPERIENCED, Field, Game, Player, pairwise


def rounds_of(file: TshFile) -> int:
    """Rounds the file knows of, played or only paired."""
    return max((len(player.opponents) for player in file.players), default=0)


def scored_rounds(file: TshFile) -> int:
    """Rounds in which somebody has a score."""
    return max((len(player.scores) for player in file.players), default=0)


def field_of(file: TshFile, after: int, rounds: int) -> Field:
    """The field after so many rounds of an event of `rounds`. A player's id is his line's number in the division."""
    players = [_player(number, player) for number, player in enumerate(file.players, start=1)]
    games = [
        game
        for place, player in enumerate(file.players)
        for at in range(min(after, len(player.opponents)))
        if (game := _game(file, place, player, at))
    ]
    return Field(players, games, rounds)


def _player(number: int, player: TshPlayer) -> Player:
    """A line without `lifeg` is no newcomer's where it has a rating: tsh rates it with the small K."""
    lifetime = player.numbers("lifeg")
    unknown = EXPERIENCED if player.rating else 0
    return Player(str(number), player.rating, lifetime[0] if lifetime else unknown)


def _game(file: TshFile, place: int, player: TshPlayer, at: int) -> Game | None:
    """The game of a round, seen by the first of the two only; None for a bye, a forfeit or a missing score."""
    other = player.opponents[at] - 1
    if other <= place or at >= len(player.scores) or at >= len(file.players[other].scores):
        return None
    seats = [(place, player.scores[at]), (other, file.players[other].scores[at])]
    before = [at_or(one.numbers("before"), at) for one in (player, file.players[other])]
    return pairwise(at + 1, seats, before)[0]
