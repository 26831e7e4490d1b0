"""Rating by wins beyond expectation: what NASPA, WESPA, the Australian rule and plain Elo have in common.

An event is rated in one to three segments, each from the rounded result of the one before. In a segment:
newcomers get a first rating; then excess = wins - expected, points = K x excess; a gain above five points a game is
paid twice (acceleration), a twentieth of it goes to each rated opponent for each game (feedback); rounded half up.
Sources: NASPA rating system pages; tsh manual; figures of a real event reproduced exactly (tests).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor

from tdapp.ratings.formulas.bands import Bands, moved
from tdapp.ratings.formulas.curves import CURVES, Curve
from tdapp.ratings.formulas.newcomers import Meeting, Newcomer, first_ratings
from tdapp.ratings.formulas.types import FULL, Field, Game, Player, Rated, Segment

POINTS_A_GAME, FEEDBACK_PART = 5.0, 20.0
FIRST_ROUNDS, SECOND_ROUNDS = 16, 35


@dataclass(frozen=True)
class Rules:
    """The numbers of one formula. `acceleration` 1: as NASPA, 2/3: WESPA, 0: none. `divisor` 3: local club.

    `cap`: most points up or down in a segment (0: none). `growing`: lifetime games count the segments before.
    `unplayed`: what a newcomer without a game gets (tsh: 1500).
    """

    curve: Curve
    bands: Bands
    split: bool = True
    acceleration: float = 1.0
    feedback: bool = True
    divisor: float = 1.0
    cap: int = 0
    floor: int = 0
    growing: bool = False
    ties: bool = True
    unplayed: int = 0


def rules_of(settings: Mapping[str, object]) -> Rules:
    """Rules from settings as data. Raises KeyError, TypeError, ValueError for what is none."""
    edges = tuple(int(edge) for edge in _row(settings["edges"]))
    bands = Bands(edges, _row(settings["k_new"]), _row(settings["k_old"]), _whole(settings["seasoned"]),
                  bool(settings["stop_at_edges"]))  # fmt: skip
    if {len(bands.new), len(bands.old)} != {len(edges) + 1}:
        raise ValueError(f"{len(edges)} edges make {len(edges) + 1} bands: each needs its number of points")
    return Rules(
        CURVES[str(settings["curve"])], bands, bool(settings["split"]), number(settings["acceleration"]),
        bool(settings["feedback"]), number(settings["divisor"]), _whole(settings["cap"]),
        _whole(settings["floor"]), bool(settings["growing"]), bool(settings["ties"]),
        _whole(settings["unplayed"]),
    )  # fmt: skip


def _row(value: object) -> tuple[float, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError(f"{value!r} is no list of numbers")
    return tuple(number(one) for one in value)


def number(value: object) -> float:
    """A setting that is a number. Raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is no number")
    return value


def _whole(value: object) -> int:
    return int(number(value))


def rate(field: Field, settings: Mapping[str, object]) -> list[Rated]:
    """Every player after the event (`Formula.rate`)."""
    rules = rules_of(settings)
    ratings = [player.rating for player in field.players]
    lifetime = [player.games for player in field.players]
    stories: list[list[Segment]] = [[] for _ in ratings]
    for first, last in splits(field.length, split=rules.split):
        games = [game for game in field.games if first <= game.round <= last]
        played = Segmental(rules, ratings, lifetime, games)
        told = played.segments(first, last)
        ratings = [
            segment.result if segment else was or rules.unplayed
            for segment, was in zip(told, ratings, strict=True)
        ]
        if rules.growing:
            lifetime = [was + round(n) for was, n in zip(lifetime, played.games, strict=True)]
        for story, segment in zip(stories, told, strict=True):
            story.extend([segment] if segment else [])
    return [_rated(*facts) for facts in zip(field.players, ratings, stories, strict=True)]


def _rated(player: Player, rating: int, story: list[Segment]) -> Rated:
    games = player.games + round(sum(segment.games for segment in story))
    return Rated(rating, games, segments=tuple(story))


def expect(own: float, other: float, settings: Mapping[str, object]) -> float:
    """The chance of the first by the list's curve (`Formula.expect`)."""
    return CURVES[str(settings["curve"])](own, other)


def splits(rounds: int, *, split: bool = True) -> list[tuple[int, int]]:
    """First and last round (from 1) of each segment: up to 16 rounds one, up to 35 two, then three (tsh)."""
    if not split or rounds <= FIRST_ROUNDS:
        return [(1, rounds)]
    if rounds <= SECOND_ROUNDS:
        half = (rounds - 1) // 2 + 1
        return [(1, half), (half + 1, rounds)]
    third, two = (rounds - 1) // 3 + 1, (2 * (rounds - 1) + 1) // 3 + 1
    return [(1, third), (third + 1, two), (two + 1, rounds)]


class Segmental:
    """One segment at work: sums by place in the field, then points, acceleration, feedback, rounding."""

    def __init__(
        self, rules: Rules, ratings: Sequence[int], lifetime: Sequence[int], games: Sequence[Game]
    ) -> None:
        self.rules, self.ratings, self.lifetime, self.played = rules, ratings, lifetime, games
        size = len(ratings)
        self.games, self.wins = [0.0] * size, [0.0] * size
        self._count()
        self.effective = self._effective()
        self.expected = self._expectations()
        self.change, self.bonus, self.feedback = [0.0] * size, [0.0] * size, [0.0] * size
        self._points()

    def _count(self) -> None:
        half = 0.5 if self.rules.ties else 0.0
        for _, a, b, own, other, twelfths, by_rule in self.played:
            weight = 1.0 if twelfths == FULL else twelfths / FULL
            gap = own - other or by_rule
            won = 1.0 if gap > 0 else 0.0 if gap else half
            lost = 0.0 if gap > 0 else 1.0 if gap else half
            self.games[a] += weight
            self.games[b] += weight
            self.wins[a] += weight * won
            self.wins[b] += weight * lost

    def _effective(self) -> list[float]:
        """What each is taken for: a newcomer for his first rating."""
        found: list[float] = [float(rating) for rating in self.ratings]
        if all(self.ratings):
            return found
        for place, rating in first_ratings(self._newcomers(), self.ratings, self.rules.curve).items():
            found[place] = rating
        return found

    def _newcomers(self) -> list[Newcomer]:
        met: dict[int, list[Meeting]] = {}
        for game in self.played:
            for own, other in ((game.a, game.b), (game.b, game.a)):
                if not self.ratings[own]:
                    met.setdefault(own, []).append(Meeting(other, game.weight))
        return [
            Newcomer(place, tuple(meetings), self.wins[place], self.games[place])
            for place, meetings in met.items()
        ]

    def _expectations(self) -> list[float]:
        expected, effective, curve = [0.0] * len(self.ratings), self.effective, self.rules.curve
        for _, a, b, _own, _other, twelfths, _rule in self.played:
            chance = curve(effective[a], effective[b])
            if twelfths == FULL:
                expected[a] += chance
                expected[b] += 1.0 - chance
            else:
                expected[a] += chance * twelfths / FULL
                expected[b] += (1.0 - chance) * twelfths / FULL
        return expected

    def _points(self) -> None:
        for place, rating in enumerate(self.ratings):
            if rating and self.games[place]:
                self.change[place] = self._change(place, rating)
                gained = self.change[place] - POINTS_A_GAME * self.games[place]
                self.bonus[place] = max(0.0, self.rules.acceleration * gained)
        if self.rules.feedback and self.rules.acceleration:
            self._pay_feedback()

    def _change(self, place: int, rating: int) -> float:
        excess = self.wins[place] - self.expected[place]
        reached = moved(rating, excess, self.lifetime[place], self.rules.bands)
        return (reached - rating) / self.rules.divisor

    def _pay_feedback(self) -> None:
        for game in self.played:
            for own, other in ((game.a, game.b), (game.b, game.a)):
                if self.bonus[other] and self.ratings[own]:
                    self.feedback[own] += self.bonus[other] * game.weight / FULL / FEEDBACK_PART

    def segments(self, first: int, last: int) -> list[Segment | None]:
        """What came out for each place, None for those who played no rated game."""
        return [
            self._segment(place, first, last) if games else None for place, games in enumerate(self.games)
        ]

    def _segment(self, place: int, first: int, last: int) -> Segment:
        was = self.ratings[place]
        factor = self.rules.bands.factor(was, self.lifetime[place]) / self.rules.divisor if was else None
        result, note = self._result(place)
        return Segment(
            first, last, was, self.games[place], self.wins[place], self.expected[place], factor,
            self.change[place], self.bonus[place], self.feedback[place], result, note,
        )  # fmt: skip

    def _result(self, place: int) -> tuple[int, str]:
        was = self.ratings[place]
        if not was:
            return floor(self.effective[place] + 0.5), "first"
        reached = max(was + self.change[place] + self.bonus[place], self.rules.floor)
        result = floor(reached + self.feedback[place] + 0.5)
        cap = self.rules.cap
        if cap and abs(result - was) > cap:
            return was + (cap if result > was else -cap), "capped"
        return result, "floor" if reached == self.rules.floor > 0 else ""
