"""The public events on which COP was first tested, as histories; made of opponents and scores by player number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Outcome, Played, Seat
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.standings.stakes import ClassPrize, Stakes

PUBLIC = json.loads((Path(__file__).parent / "files" / "public_cop.json").read_text(encoding="utf-8"))
Params = Mapping[str, str | int]
SMALL: Params = {"hope": 2, "spread": 200, "loss": 25, "control": 0, "sims": 5_000, "chases": 1_000}
GONE = dict.fromkeys(("albany", "three_gibsons", "after_sixteen", "almost_a_gibson"), (11,)) | {
    "gibson_bye": (0,)
}


def history_of(name: str, gone: tuple[int, ...] = (), after: int | None = None) -> History:
    """An event by name; who is `gone` has left after the rounds that are known."""
    opponents, scores = (rows[:after] for rows in rows_of(name))
    rounds = tuple(round_of(who, what) for who, what in zip(opponents, scores, strict=True))
    people = tuple(Entrant(str(k), k + 1, name=f"P{k}") for k in range(len(opponents[0])))
    left = Absence(len(rounds) + 1, withdrawn=True)
    return History(
        tuple(replace(one, absences=(left,)) if k in gone else one for k, one in enumerate(people)), rounds
    )


def rows_of(name: str) -> tuple[list[list[int]], list[list[int]]]:
    """Opponents and scores, round by round; an event made from another has some scores of its own, and rounds more or less."""
    kept = PUBLIC[name]
    opponents, scores = rows_of(kept["from"]) if "from" in kept else ([], [])
    opponents, scores = opponents[: kept.get("rounds")], scores[: kept.get("rounds")]
    for number, edits in kept.get("edits", {}).items():
        for one, score in (edit.split("=") for edit in edits.split()):
            scores[int(number) - 1][int(one)] = int(score)
    opponents += [list(map(int, row.split())) for row in kept.get("opponents", ())]
    return opponents, scores + [list(map(int, row.split())) for row in kept.get("scores", ())]


def round_of(opponents: list[int], scores: list[int]) -> tuple[Outcome, ...]:
    """One round; who has himself for an opponent sat out or was not there."""
    found: list[Outcome] = []
    for one, other in enumerate(opponents):
        if one == other:
            away = Forfeit(None, (str(one),), loss_spread=scores[one])
            found.append(Bye(str(one), scores[one]) if scores[one] > 0 else away)
        elif one < other:
            seats = Seat(str(one), scores[one]), Seat(str(other), scores[other])
            found.append(Played(len(found) + 1, seats))
    return tuple(found)


def asked(
    name: str, rounds: int, prizes: int, params: Params | None = None, *,
    classes: Mapping[str, tuple[int, ...]] | None = None, class_prizes: Mapping[str, int] | None = None,
    locked: tuple[tuple[int, int], ...] = (), byes: tuple[int, ...] = (),
) -> Request:  # fmt: skip
    """The next round of a public event, as its scenario has it."""
    history = history_of(name, GONE.get(name, ()))
    klass = {str(one): named for named, members in (classes or {}).items() for one in members}
    people = tuple(replace(one, klass=klass.get(one.id, "")) for one in history.entrants)
    stakes = Stakes(prizes, class_prizes=tuple(ClassPrize(k, n) for k, n in (class_prizes or {}).items()))
    wishes = Constraints(
        locked=tuple((str(one), str(other)) for one, other in locked), byes=tuple(map(str, byes))
    )
    return Request(
        replace(history, entrants=people), len(history.rounds) + 1, "cop", {**SMALL, **(params or {})},
        rounds=rounds, stakes=stakes, constraints=wishes, seed=1,
    )  # fmt: skip


def met(result: Result) -> set[tuple[int, int]]:
    return {(min(two), max(two)) for two in ([int(one) for one in board.seats] for board in result.boards)}
