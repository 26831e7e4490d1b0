"""Events made up outcome by outcome: every kind there is, also those no pairing system makes."""

from __future__ import annotations

from random import Random

from pairings.event.history import (
    Absence,
    Bye,
    Entrant,
    Forfeit,
    History,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
)

GAMES = (
    "win", "loss", "tie", "tie-rule", "before-nought", "penalty", "fine", "forfeit", "double", "unscored", "out",
)  # fmt: skip
ALONE = ("bye", "bye-nought", "half", "zero", "absent")
FORFEITS = ((-50, 50), (-100, 100), (0, 0), (0, 30), (-50, 0))


def any_event(seed: int, rounds: int = 5) -> History:
    """Five to twelve players, late entries, absences, withdrawals and a house player among them."""
    chance = Random(seed)
    players = [_entrant(chance, at, rounds) for at in range(chance.randint(5, 12))]
    made = tuple(_round(chance, players, number) for number in range(1, rounds + 1))
    return History(tuple(players), made)


def _entrant(chance: Random, at: int, rounds: int) -> Entrant:
    kind, first = chance.choice(("", "", "", "late", "away", "withdrawn")), chance.randint(2, rounds + 1)
    intent = chance.choice(("forfeit", "unscored", "bye"))
    away = {
        "late": (Absence(1, first - 1, intent),),  # type: ignore[arg-type]
        "away": (Absence(first, first, intent),),  # type: ignore[arg-type]
        "withdrawn": (Absence(first, None, intent, withdrawn=True),),  # type: ignore[arg-type]
    }.get(kind, ())
    house = at > 2 and chance.random() < 0.1
    return Entrant(str(at + 1), at + 1, 1800 - 20 * at, f"Player {chr(65 + at)}", house=house, absences=away)


def _round(chance: Random, players: list[Entrant], number: int) -> tuple[Outcome, ...]:
    here = [one.id for one in players if one.absence_in(number) is None]
    chance.shuffle(here)
    table, found = 1, list[Outcome]()
    while len(here) > 1 and chance.random() < 0.9:
        found += _game(chance, table, here.pop(), here.pop())
        table += 1
    return (*found, *(_alone(chance, one) for one in here))


def _game(chance: Random, table: int, one: str, other: str) -> tuple[Outcome, ...]:
    score, gap = chance.randint(250, 500), chance.randint(1, 90)
    kind = chance.choice(GAMES)
    seats = {
        "win": (Seat(one, score + gap), Seat(other, score)),
        "loss": (Seat(one, score), Seat(other, score + gap)),
        "tie": (Seat(one, score), Seat(other, score)),
        "tie-rule": (Seat(one, score, score + 4), Seat(other, score, score + gap)),
        "before-nought": (Seat(one, -3, 0), Seat(other, -3, gap)),
        "penalty": (Seat(one, score, None, gap), Seat(other, score - 5)),
        "fine": (Seat(one, score, None, 0, 10), Seat(other, score + gap)),
    }
    return (Played(table, seats[kind]),) if kind in seats else _not_played(chance, kind, table, one, other)


def _not_played(chance: Random, kind: str, table: int, one: str, other: str) -> tuple[Outcome, ...]:
    match kind:
        case "forfeit":
            return (Forfeit(table, (one,), (other,), *chance.choice(FORFEITS)),)
        case "double":
            return (Forfeit(table, (one, other), (), chance.choice((-50, 0))),)
        case "unscored":
            return Unscored(one, table, (other,)), Unscored(other, table, (one,))
        case _:
            return (Unfinished(table, (one, other)),)


def _alone(chance: Random, one: str) -> Outcome:
    match chance.choice(ALONE):
        case "bye":
            return Bye(one, chance.choice((50, 100)))
        case "bye-nought":
            return Bye(one, chance.choice((0, -10)))
        case "half":
            return Bye(one, chance.choice((0, 50)), half=True)
        case "zero":
            return Unscored(one)
        case _:
            return Forfeit(None, (one,), (), chance.choice((-50, -100, 0)))
