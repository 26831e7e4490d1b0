"""Small events for the tests of this room, invented here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unscored
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems import pair


def field(count: int, **more: object) -> tuple[Entrant, ...]:
    """Entrants a, b, c ... (then p26 ...), seeded and rated in that order."""
    return tuple(
        Entrant(ident(at), at + 1, rating=2000 - 10 * at, name=ident(at).upper(), **more)  # type: ignore[arg-type]
        for at in range(count)
    )


def ident(at: int) -> str:
    """The id of the entrant at a 0-based place."""
    return chr(ord("a") + at) if at < 26 else f"p{at:03}"


def game(first: str, second: str, score: int = 400, against: int = 350, table: int = 1) -> Played:
    """A finished game; the first started."""
    return Played(table, (Seat(first, score), Seat(second, against)))


def ok(answer: object) -> Result:
    """The result of a pairing that has to succeed."""
    assert isinstance(answer, Result), answer
    return answer


def meetings(result: Result) -> list[set[str]]:
    """Who meets whom, by table."""
    return [set(board.seats) for board in result.boards]


def outcomes(result: Result, chance: Random) -> tuple[Outcome, ...]:
    """Random scores for a paired round."""
    games = tuple(
        Played(board.table, tuple(Seat(one, chance.randint(280, 480)) for one in board.seats))
        for board in result.boards
    )
    return games + tuple(Bye(bye.entrant) for bye in result.byes)


def played(
    entrants: Sequence[Entrant], rounds: int, system: str = "swiss", seed: int = 1, **more: object
) -> tuple[History, list[Result]]:
    """An event paired by one system and played with random scores."""
    chance, history, results = Random(seed), History(tuple(entrants)), []
    for number in range(1, rounds + 1):
        result = ok(pair(Request(history, number, system, seed=seed, **more)))  # type: ignore[arg-type]
        results.append(result)
        history = History(history.entrants, (*history.rounds, outcomes(result, chance)))
    return history, results


def away(first: int, last: int | None = None, intent: str = "forfeit", withdrawn: bool = False) -> Absence:
    """An absence."""
    return Absence(first, last, intent, withdrawn)  # type: ignore[arg-type]


def standing(*lines: tuple[int, int, int], **more: object) -> History:
    """An event in which a, b, c ... stand as told: wins, losses, spread; made of byes and forfeits."""
    rounds = max(wins + losses for wins, losses, _ in lines)
    entrants = field(len(lines))
    made: list[tuple[Outcome, ...]] = []
    for number in range(rounds):
        made.append(tuple(standing_outcome(ident(at), number, *line) for at, line in enumerate(lines)))
    return History(entrants, tuple(made), **more)  # type: ignore[arg-type]


def standing_outcome(entrant: str, number: int, wins: int, losses: int, spread: int) -> Outcome:
    """One round of `standing`; the whole spread comes in the first."""
    margin = 0 if number else spread
    if number < wins:
        return Bye(entrant, margin)
    return Forfeit(None, (entrant,), loss_spread=margin) if number < wins + losses else Unscored(entrant)
