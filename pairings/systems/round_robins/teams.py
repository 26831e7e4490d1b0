"""Tables in which everybody meets all players of the other teams and nobody of his own.

| teams | table |
|---|---|
| two | A's i-th player meets B's i + k-th in rotation k (liwords, team round robin) |
| an even number | the circle over the teams, each meeting with all its rotations |
| an odd number | the circle over half teams without the round in which two halves of one team would meet, so that |
| | no team sits out; teams of an odd size get an empty seat |

Teams are filled up with empty seats to the size of the largest.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.systems.round_robins.circle import Pair, circle, partners


def rotated(size: int, rotation: int, one: Sequence[int], other: Sequence[int]) -> list[Pair]:
    """The games of two sides of the same size in one rotation."""
    return [(one[at], other[(at + rotation) % size]) for at in range(size)]


def team_table(teams: int, size: int) -> list[list[int]]:
    """The rounds of a complete team round robin, partners by slot; the slots of team t are t*size and the next ones.

    An odd number of teams needs an even size.
    """
    parts = teams if teams % 2 == 0 else 2 * teams
    part = size if teams % 2 == 0 else size // 2
    slots = [list(range(at * part, (at + 1) * part)) for at in range(parts)]
    if teams % 2:
        slots = halves_apart(slots)
    rounds = []
    for turn in range(teams % 2, parts - 1):
        row = circle(parts, turn)
        for rotation in range(part):
            games = [
                pair
                for a, b in enumerate(row)
                if a < b
                for pair in rotated(part, rotation, slots[a], slots[b])
            ]
            rounds.append(partners(teams * size, games))
    return rounds


def halves_apart(halves: list[list[int]]) -> list[list[int]]:
    """Half teams placed so that round 0 of the circle would bring the halves of each team together."""
    return [*halves[::2], *reversed(halves[1::2])]


def seat_count(sizes: Sequence[int]) -> int:
    """The seats of each team: those of the largest, one more where an odd number of teams needs it."""
    largest = max(sizes)
    return largest + (largest % 2 if len(sizes) % 2 else 0)
