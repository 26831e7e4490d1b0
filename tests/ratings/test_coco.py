"""The Norwegian formula as CoCo has it, against a second count of the published rules that shares nothing with ours."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import sqrt

from tdapp.ratings.formulas import Field, Game, Player, formula
from tests.ratings.fields import rate

COCO = formula("coco")


@dataclass
class Person:
    """A player as the published program keeps them: every row of a slip, byes and forfeits too, is a game of theirs."""

    rating: float
    deviation: float
    career: int
    new: bool
    rows: list[tuple[int, int, int]] = field(default_factory=list)


def published(players: list[Player], games: list[Game]) -> list[tuple[int, float, int]]:
    """Rating, deviation and games of everybody after an event, by the rules as they are published."""
    people = []
    for one in players:
        new = one.rating < 100
        known = 150.0 if new or not one.deviation else one.deviation
        people.append(
            Person(1500 if new else one.rating, min(150.0, sqrt(known**2 + 100 * one.idle)), one.games, new)
        )
    for game in games:
        people[game.a].rows.append((game.b, game.score_a, game.score_b))
        people[game.b].rows.append((game.a, game.score_b, game.score_a))
    for one in people:
        one.career += len(one.rows)
    search(people)
    found = {at: once(people, at) for at, one in enumerate(people) if not one.new}
    return [
        (round(one.rating), 150.0, one.career) if one.new else (*found[at], one.career)
        for at, one in enumerate(people)
    ]


def search(people: list[Person]) -> None:
    """The newcomers' ratings, fifty times at most; who met mostly newcomers begins each time at the field's mean."""
    start = sum(one.rating for one in people if not one.new) / len(people)
    start = 1500 if start < 300 else start
    for _turn in range(50):
        quiet = True
        for at, one in enumerate(people):
            if one.new:
                met = [people[other].new for other, _own, _theirs in one.rows]
                was = start if any(met) and sum(met) / len(met) >= 0.4 else one.rating
                one.rating = was
                one.rating = once(people, at)[0]
                quiet = quiet and abs(was - one.rating) < 0.0001
        if quiet:
            return


def once(people: list[Person], at: int) -> tuple[int, float]:
    """One look at one player: the games in which both scored something move the rating."""
    me = people[at]
    precision, pulled = 1 / me.deviation**2, me.rating / me.deviation**2
    for other, own, theirs in me.rows:
        if own and theirs:
            luck = 450**2 + people[other].deviation ** 2
            precision += 1 / luck
            pulled += (people[other].rating + 5 * (own - theirs)) / luck
    pace = 0.5 if me.rating > 2000 else 0.75 if me.rating > 1800 else 1.0
    if me.career < 200:
        pace = 1.0
    elif me.career > 1000:
        pace = 0.5
    else:
        pace = min(pace, 1 - me.career / 1800)
    return max(300, round(me.rating + (pulled / precision - me.rating) * pace)), round(sqrt(1 / precision), 2)


def test_every_event_comes_out_as_the_published_rules_have_it() -> None:
    """Made-up events of every mixture: none, some and only newcomers, byes, forfeits, experts and people long away."""
    for seed in range(120):
        dice = random.Random(seed)
        size, share = dice.randint(2, 12), dice.choice((0, 0.2, 0.5, 0.8, 1))
        players = [
            Player(
                str(n), 0 if dice.random() < share else dice.randint(320, 2200), dice.choice((0, 30, 199, 240, 900, 1400)),
                dice.choice((None, 60.5, 97.31, 150.0)), idle=dice.choice((0, 1, 40, 900)),
            )
            for n in range(size)
        ]  # fmt: skip
        games = []
        for number in range(1, dice.randint(2, 9)):
            order = dice.sample(range(size), size)
            for a, b in zip(order[::2], order[1::2], strict=False):
                scores = dice.choice(((dice.randint(250, 600), dice.randint(250, 600)), (50, 0)))
                games.append(Game(number, a, b, *scores))
        played = {at for game in games for at in (game.a, game.b)}
        theirs = published(players, games)
        for at, now in enumerate(rate(COCO, Field(players, games))):
            if at in played:
                assert (now.rating, now.deviation, now.games) == theirs[at], (seed, at)
            else:
                assert now.rating == players[at].rating, (seed, at)


def test_among_newcomers_the_search_begins_at_the_mean_of_the_field_and_not_at_the_usual_start() -> None:
    """Two newcomers and one player of 900: the mean is 900 / 3 = 300, far from 1500. By hand: rho 225,000, so that of two
    games with a spread of 0 a newcomer is found between 300 and whom they met.
    """
    players = [Player("known", 900, 300, 60.0), Player("a"), Player("b")]
    games = [Game(1, 0, 1, 400, 400), Game(2, 0, 2, 400, 400), Game(3, 1, 2, 400, 400)]
    after = [one.rating for one in rate(COCO, Field(players, games))]
    other = [one.rating for one in rate(COCO, Field(players, games), mean_from=1)]
    assert max(after[1:]) < 500
    assert min(other[1:]) > 850
    assert [one.deviation for one in rate(COCO, Field(players, games))[1:]] == [150, 150]
