"""Seeded events from nothing: late entries, withdrawals, ties, clubs, odd fields.

The real systems pair every round.

Whole numbers only, so that a seed means the same event on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from pairings.check import Rules, Verdict, check_round, round_of
from pairings.history import Absence, Bye, Entrant, History, Outcome, Played, Seat
from pairings.plan import Plan, parse_plan
from pairings.refusals import Refusals, refuse
from pairings.request import Constraints, Request
from pairings.result import Board, Result
from pairings.systems import pair

GIVEN = (
    "Amihan",
    "Bayani",
    "Dalisay",
    "Hiraya",
    "Ligaya",
    "Luningning",
    "Makisig",
    "Mayumi",
    "Sinag",
    "Tala",
)
FAMILY = (
    "Aquino",
    "Bondoc",
    "Castro",
    "Domingo",
    "Evangelista",
    "Flores",
    "Gonzaga",
    "Ilagan",
    "Javier",
    "Lacsamana",
)
CLUBS = ("Baguio", "Cebu", "Davao", "Iloilo", "Laoag", "Naga", "Tacloban", "Vigan")


@dataclass(frozen=True, slots=True)
class Setting:
    """What kind of event. `late` and `withdrawn` count players, `ties` is per thousand games, `clubs` 0 means
    none.
    """

    players: int = 24
    rounds: int = 7
    seed: int = 1
    plan: str = ""
    late: int = 0
    withdrawn: int = 0
    ties: int = 10
    clubs: int = 4
    constraints: Constraints = field(default_factory=Constraints)


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished event: its history, the pairing behind each round, and the checker's word on each."""

    history: History
    results: tuple[Result, ...]
    verdicts: tuple[Verdict, ...]


def bell(chance: Random, width: int) -> int:
    """A whole number around 0, mostly within `width`: six throws added up."""
    return sum(chance.randint(-width, width) for _ in range(6)) // 3


def absences(number: int, setting: Setting, chance: Random) -> tuple[Absence, ...]:
    """The last players of the roster come late, those before them leave."""
    late, leaving = setting.players - setting.late, setting.players - setting.late - setting.withdrawn
    if setting.rounds < 2 or number < leaving:
        return ()
    when = chance.randint(1, setting.rounds - 1)
    intent = chance.choice(("forfeit", "unscored"))
    if number >= late:
        return (Absence(1, when, "forfeit" if intent == "forfeit" else "unscored"),)
    return (Absence(when + 1, None, "forfeit" if intent == "forfeit" else "unscored", withdrawn=True),)


def entrant(number: int, setting: Setting, chance: Random) -> tuple[Entrant, int]:
    """One entrant and his true strength, which the rating only roughly shows."""
    strength = 1500 + bell(chance, 400)
    name = f"{FAMILY[number // len(GIVEN) % len(FAMILY)]}, {GIVEN[number % len(GIVEN)]}"
    name += f" {number // 100 + 1}" if number >= 100 else ""
    club = CLUBS[chance.randrange(setting.clubs)] if setting.clubs else ""
    made = Entrant(str(number + 1), number + 1, max(1, strength + bell(chance, 100)), name, club)
    return replace(made, absences=absences(number, setting, chance)), strength


def seats_of(board: Board, strength: dict[str, int], ties: int, chance: Random) -> tuple[Seat, ...]:
    """The scores of a game: the stronger and the starter have a small edge."""
    first, second = board.seats
    margin = (strength[first] - strength[second]) // 5 + 8 + bell(chance, 120)
    total = 800 + bell(chance, 90)
    if chance.randrange(1000) < ties:
        margin, total = 0, total - total % 2
    high = max(0, (total + margin) // 2)
    low = max(0, high - margin)
    return Seat(first, high, high + 5), Seat(second, low, low + chance.randint(0, 9))


def play(result: Result, strength: dict[str, int], ties: int, chance: Random) -> tuple[Outcome, ...]:
    """Play a paired round."""
    games = tuple(Played(board.table, seats_of(board, strength, ties, chance)) for board in result.boards)
    return games + tuple(Bye(bye.entrant) for bye in result.byes)


def plan_of(setting: Setting) -> Plan | Refusals:
    """The plan asked for, else Swiss with king of the hill at the end."""
    last = setting.rounds
    usual = f"swiss 1-{last - 1}, koth {last}" if last > 1 else "swiss 1"
    return parse_plan(setting.plan or usual, setting.rounds)


def request_of(history: History, plan: Plan, number: int, setting: Setting) -> Request:
    """The request for one round of a plan."""
    round_plan = plan.round(number)
    return Request(
        history,
        number,
        round_plan.system,
        round_plan.params,
        round_plan.based_on,
        setting.constraints,
        seed=setting.seed,
    )


def run(
    entrants: Sequence[Entrant], strength: dict[str, int], plan: Plan, setting: Setting, chance: Random
) -> tuple[History, tuple[Result, ...]] | Refusals:
    """Pair and play every round."""
    history, results = History(tuple(entrants)), []
    for number in range(1, plan.rounds + 1):
        result = pair(request_of(history, plan, number, setting))
        if isinstance(result, Refusals):
            return result
        results.append(result)
        outcomes = play(result, strength, setting.ties, chance)
        history = replace(history, rounds=(*history.rounds, outcomes))
    return history, tuple(results)


def verdict_on(history: History, result: Result, setting: Setting) -> Verdict:
    """The checker's word on a played round."""
    wishes = setting.constraints
    rules = Rules(
        wishes.forbidden,
        wishes.byes,
        repeats_matter=result.system != "koth",
        byes_by_standing=result.system != "rr",
    )
    return check_round(history, round_of(history, result.round), rules)


def simulate(setting: Setting) -> Simulated | Refusals:
    """A whole event; the same setting gives the same event. Refused as any real round would be."""
    plan, chance = plan_of(setting), Random(setting.seed)  # noqa: S311 - repeatable, no secret
    if isinstance(plan, Refusals):
        return plan
    if setting.players < 2 or setting.late + setting.withdrawn > setting.players:
        return refuse(
            "too_few_players", "A simulation needs 2 players, and no more late or leaving than there are."
        )
    if not 0 <= setting.clubs <= len(CLUBS):
        return refuse("unreadable", f"A simulation has 0 to {len(CLUBS)} clubs, not {setting.clubs}.")
    made = [entrant(number, setting, chance) for number in range(setting.players)]
    strength = {one.id: true for one, true in made}
    played = run([one for one, _ in made], strength, plan, setting, chance)
    if isinstance(played, Refusals):
        return played
    history, results = played
    return Simulated(history, results, tuple(verdict_on(history, result, setting) for result in results))
