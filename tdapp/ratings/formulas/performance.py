"""Performance rating: the rating at which the wins of an event were just what was to be expected.

| part | implemented |
|---|---|
| found by halving 0..3000 on the list's curve; no win as 5 %, all wins as 95 % of the games | yes |

Opponents count with their rating before the event, newcomers with their first rating. Source: tsh. It forgets
everything before: for prizes and reports, not for a list of standing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.messages import say
from tdapp.ratings.formulas.expected import Segmental, expect, rules_of
from tdapp.ratings.formulas.naspa import BASE
from tdapp.ratings.formulas.newcomers import Meeting, Newcomer, unchanged
from tdapp.ratings.formulas.types import Field, Formula, Player, Rated, Segment

SETTINGS = {**BASE, "split": False, "acceleration": 0, "feedback": False, "floor": 0}


def rate(field: Field, settings: Mapping[str, object]) -> list[Rated]:
    """Every player after the event (`Formula.rate`)."""
    rules = rules_of(settings)
    ratings = [player.rating for player in field.players]
    played = Segmental(rules, ratings, [player.games for player in field.players], field.games)
    met: list[list[Meeting]] = [[] for _ in ratings]
    for game in field.games:
        met[game.a].append(Meeting(game.b, game.weight))
        met[game.b].append(Meeting(game.a, game.weight))
    return [_rated(field, played, place, met[place]) for place in range(len(ratings))]


def _rated(field: Field, played: Segmental, place: int, met: list[Meeting]) -> Rated:
    player = field.players[place]
    if not met:
        return Rated(player.rating, player.games)
    who = Newcomer(place, tuple(met), played.wins[place], played.games[place])
    rating = round(unchanged(who, played.effective, played.rules.curve))
    segment = _segment(field, played, place, player, rating)
    return Rated(rating, player.games + round(who.games), segments=(segment,))


def _segment(field: Field, played: Segmental, place: int, player: Player, rating: int) -> Segment:
    games, wins, expected = played.games[place], played.wins[place], played.expected[place]
    change = float(rating - player.rating) if player.rating else 0.0
    return Segment(
        1, field.length, player.rating, games, wins, expected, None, change, 0, 0, rating, "performance"
    )


PERFORMANCE = Formula(
    "performance", say("Performance rating"), "tsh", rate, expect, MappingProxyType(SETTINGS),
    (say("the rating that would have stayed as it was"),),
)  # fmt: skip
FORMULAS = (PERFORMANCE,)
