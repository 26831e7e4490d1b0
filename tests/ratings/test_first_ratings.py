"""A newcomer's rating is sought from where the turn before ended; by halving 0..3000 anew each time it comes out the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core import canonical
from tdapp.ratings.formulas import FULL, Field
from tdapp.ratings.formulas.curves import CURVES, Curve
from tdapp.ratings.formulas.newcomers import (
    HIGHEST,
    LOWEST,
    REACH,
    START,
    TURNS,
    Meeting,
    Newcomer,
    first_ratings,
)
from tests.ratings.test_properties import fields
from tests.sweeps import SOAK


def newcomers_of(field: Field) -> list[Newcomer]:
    """Everybody without a rating who played."""
    found = []
    for place, player in enumerate(field.players):
        own = [game for game in field.games if place in (game.a, game.b)]
        if own and not player.rating:
            met = tuple(Meeting(game.b if game.a == place else game.a, game.weight) for game in own)
            wins = sum(game.worth if game.a == place else 1 - game.worth for game in own)
            found.append(Newcomer(place, met, wins, float(len(own))))
    return found


def halved(who: Newcomer, taken: dict[int, float], curve: Curve) -> int:
    """As tsh seeks it, from nothing."""
    low, high, middle = 0, HIGHEST, 0
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum([curve(middle, taken[met.opponent]) * (met.weight / FULL) for met in who.meetings])
        low, high = (middle, high) if expected < who.sought else (low, middle)
    return middle


def plain(newcomers: list[Newcomer], ratings: list[int], curve: Curve) -> dict[int, float]:
    """All of them again until nothing moves, at most fifty times; then the mean of fifty more."""

    def turn(now: dict[int, float], *, among: bool) -> dict[int, float]:
        found = {}
        for who in newcomers:
            taken = {met.opponent: ratings[met.opponent] or now[met.opponent] for met in who.meetings}
            strongest = max(ratings[place] for place in taken) or (max(taken.values()) if among else 0)
            rating = max(LOWEST, halved(who, taken, curve))
            found[who.place] = min(rating, strongest + REACH * who.wins / who.games) if strongest else rating
        return found

    now: dict[int, float] = {}
    for who in newcomers:
        rated = [ratings[met.opponent] for met in who.meetings if ratings[met.opponent]]
        now[who.place] = sum(rated) / len(rated) if rated else START
    for _ in range(TURNS):
        was, now = now, turn(now, among=True)
        if was == now:
            return now
    more = []
    for _ in range(TURNS):
        now = turn(now, among=False)
        more.append(now)
    return {place: sum(one[place] for one in more) / TURNS for place in now}


@settings(max_examples=3000 if SOAK else 30)
@given(fields(), st.sampled_from(sorted(CURVES)))
def test_a_first_rating_is_the_same_from_where_the_last_turn_ended_as_by_halving_anew(
    field: Field, name: str
) -> None:
    newcomers, ratings = newcomers_of(field), [player.rating for player in field.players]
    assert first_ratings(newcomers, ratings, CURVES[name]) == plain(newcomers, ratings, CURVES[name])


@settings(max_examples=3000 if SOAK else 30)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.tuples(inner, inner)
            | st.dictionaries(st.text(), inner, max_size=3)
        ),
        max_leaves=10,
    )
)
def test_what_is_plain_is_written_and_digested_the_same_without_being_looked_through(value: object) -> None:
    assert canonical.dumps_plain(value) == canonical.dumps(value)
    assert canonical.digest_plain(value) == canonical.digest(value)
