"""Seeded events from nothing: late entries, withdrawals, ties, forfeits, clubs, teams, odd fields, bigger tables.

The real systems pair every round, the checker judges it.

Whole numbers only, so that a seed means the same event on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from pairings.checks.check_round import Round, RoundVerdict, check_round
from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unscored
from pairings.event.refusals import Refusals, refuse
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.plan.rules_for_round import of_request
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Board, Result
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
CLASSES = ("A", "B", "C", "D")
PLAYERS_MAX = 5_000


@dataclass(frozen=True, slots=True)
class Setting:
    """What kind of event.

    `late` and `withdrawn` count players, `ties` and `forfeits` are per thousand games, `clubs`, `teams` and
    `classes` say how many there are (0: none). A plan of `tables` makes tables of three and four.
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
    teams: int = 0
    classes: int = 0
    forfeits: int = 0


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished event: its history, the pairing behind each round, and the checker's word on each."""

    history: History
    results: tuple[Result, ...]
    verdicts: tuple[RoundVerdict, ...]


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
    team = f"Team {number % setting.teams + 1}" if setting.teams else ""
    klass = CLASSES[number * setting.classes // setting.players] if setting.classes else ""
    made = Entrant(str(number + 1), number + 1, max(1, strength + bell(chance, 100)), name, club, team, klass)
    return replace(made, absences=absences(number, setting, chance)), strength


def seats_of(board: Board, strength: dict[str, int], ties: int, chance: Random) -> tuple[Seat, ...]:
    """The scores of a game: the stronger and the starter have a small edge."""
    if len(board.seats) > 2:
        return many_seats_of(board, strength, ties, chance)
    first, second = board.seats
    margin = (strength[first] - strength[second]) // 5 + 8 + bell(chance, 120)
    total = 800 + bell(chance, 90)
    if chance.randrange(1000) < ties:
        margin, total = 0, total - total % 2
    high = max(0, (total + margin) // 2)
    low = max(0, high - margin)
    return Seat(first, high, high + 5), Seat(second, low, low + chance.randint(0, 9))


def many_seats_of(board: Board, strength: dict[str, int], ties: int, chance: Random) -> tuple[Seat, ...]:
    """The scores of a table of three or four; a tie is one of the first two."""
    scores = [
        max(0, 1000 // len(board.seats) + strength[one] // 20 + bell(chance, 60)) for one in board.seats
    ]
    if chance.randrange(1000) < ties:
        scores[1] = scores[0]
    return tuple(Seat(one, score) for one, score in zip(board.seats, scores, strict=True))


def outcome_of(board: Board, strength: dict[str, int], setting: Setting, chance: Random) -> Outcome:
    """A table played, or forfeited by one of two who does not come."""
    if setting.forfeits and len(board.seats) == 2 and chance.randrange(1000) < setting.forfeits:
        absent, present = chance.sample(board.seats, 2)
        return Forfeit(board.table, (absent,), (present,))
    return Played(board.table, seats_of(board, strength, setting.ties, chance))


def play(result: Result, strength: dict[str, int], setting: Setting, chance: Random) -> tuple[Outcome, ...]:
    """Play a paired round; for who sits out of a bracket it counts as nothing."""
    games = tuple(outcome_of(board, strength, setting, chance) for board in result.boards)
    resting = tuple(Unscored(one) for one in result.sitting_out)
    return games + tuple(Bye(bye.entrant) for bye in result.byes) + resting


def plan_of(setting: Setting) -> Plan | Refusals:
    """The plan asked for, else Swiss with king of the hill at the end."""
    last = setting.rounds
    usual = f"swiss 1-{last - 1}, koth {last}" if last > 1 else "swiss 1"
    return parse_plan(setting.plan or usual, setting.rounds)


def request_of(history: History, plan: Plan, number: int, setting: Setting) -> Request:
    """The request for one round of a plan."""
    planned = plan.round(number)
    return Request(
        history,
        number,
        planned.system,
        planned.params,
        planned.based_on,
        setting.constraints,
        seed=setting.seed,
        rounds=plan.rounds,
    )


def run(
    entrants: Sequence[Entrant], strength: dict[str, int], plan: Plan, setting: Setting, chance: Random
) -> Simulated | Refusals:
    """Pair, check and play every round."""
    history, results, verdicts = History(tuple(entrants)), list[Result](), list[RoundVerdict]()
    for number in range(1, plan.rounds + 1):
        asked = request_of(history, plan, number, setting)
        result = pair(asked)
        if isinstance(result, Refusals):
            return result
        results.append(result)
        verdicts.append(verdict_on(replace(asked, study=result.study), result))
        history = replace(history, rounds=(*history.rounds, play(result, strength, setting, chance)))
    return Simulated(history, tuple(results), tuple(verdicts))


def verdict_on(asked: Request, result: Result) -> RoundVerdict:
    """The checker's word on a paired round."""
    byes = tuple(given.entrant for given in result.byes)
    numbers = tuple(board.table for board in result.boards)
    away = (*result.absent, *result.sitting_out)
    paired = Round(result.round, result.pairs(), byes, away, numbers)
    return check_round(asked.history, paired, of_request(asked))


def setting_mistakes(setting: Setting) -> Refusals | None:
    """What no event could be made of."""
    if setting.players < 2 or setting.late + setting.withdrawn > setting.players:
        return refuse(
            "too_few_players", "A simulation needs 2 players, and no more late or leaving than there are."
        )
    kinds = {"clubs": len(CLUBS), "classes": len(CLASSES), "teams": setting.players, "players": PLAYERS_MAX}
    bounds = {**kinds, "late": setting.players, "withdrawn": setting.players, "ties": 1000, "forfeits": 1000}
    for name, most in bounds.items():
        value = getattr(setting, name)
        if not 0 <= value <= most:
            return refuse("unreadable", f"A simulation has 0 to {most} {name}, not {value}.")
    return None


def simulate(setting: Setting) -> Simulated | Refusals:
    """A whole event; the same setting gives the same event. Refused as any real round would be."""
    plan, chance = plan_of(setting), Random(setting.seed)  # noqa: S311 - repeatable, no secret
    if isinstance(plan, Refusals):
        return plan
    refused = setting_mistakes(setting)
    if refused is not None:
        return refused
    made = [entrant(number, setting, chance) for number in range(setting.players)]
    strength = {one.id: true for one, true in made}
    return run([one for one, _ in made], strength, plan, setting, chance)
