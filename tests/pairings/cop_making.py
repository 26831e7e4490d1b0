"""The public events on which COP was first tested, as histories; made of opponents and scores by player number."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Outcome, Played, Seat

PUBLIC = json.loads((Path(__file__).parent / "files" / "public_cop.json").read_text(encoding="utf-8"))


def history_of(name: str, gone: tuple[int, ...] = (), after: int | None = None) -> History:
    """An event by name; who is `gone` has left after the rounds that are known."""
    rows = PUBLIC[name]
    opponents = [list(map(int, row.split())) for row in rows["opponents"]][:after]
    scores = [list(map(int, row.split())) for row in rows["scores"]][:after]
    rounds = tuple(round_of(who, what) for who, what in zip(opponents, scores, strict=True))
    people = tuple(Entrant(str(k), k + 1, name=f"P{k}") for k in range(len(opponents[0])))
    left = Absence(len(rounds) + 1, withdrawn=True)
    return History(
        tuple(replace(one, absences=(left,)) if k in gone else one for k, one in enumerate(people)), rounds
    )


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
