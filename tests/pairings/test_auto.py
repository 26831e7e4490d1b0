"""`auto` from the first round to the last: which system when, and whole events with odd fields, latecomers and who leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, groupby, product
from random import Random

import pytest

from pairings.cli.simulate import verdict_on
from pairings.event.history import Absence, Entrant, History
from pairings.event.refusals import Refusals
from pairings.plan.automatic import chosen, cycle_of, resolved
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.systems.cop import settings
from tests.pairings.making import field, ok, outcomes

ORDER = ("rr", "fontes", "swiss", "cop")


def test_auto_is_round_robins_while_they_fit_else_fontes_swiss_and_cop_from_half_on() -> None:
    cases = (
        (8, 14, 0, "rr"), (8, 14, 13, "rr"), (8, 20, 13, "rr"), (8, 20, 14, "cop"), (7, 7, 6, "rr"),
        (24, 15, 2, "fontes"), (24, 15, 3, "swiss"), (24, 15, 6, "swiss"), (24, 15, 7, "cop"), (24, 15, 14, "cop"),
        (24, 4, 0, "swiss"), (24, 4, 2, "cop"), (6, 4, 0, "swiss"), (6, 1, 0, "swiss"),
    )  # fmt: skip
    for players, rounds, turn, system in cases:
        assert chosen((players,) * (turn + 1), rounds)[0] == system, (players, rounds, turn)
    plain = Request(History(field(24)), 1, "auto", rounds=12)
    assert resolved(plain).params == {"first": 1, "length": 3}
    second = resolved(replace(plain, round=5, params={"first": 3, "length": 10}))
    assert (second.system, second.params) == ("fontes", {"first": 3, "length": 3})
    assert ok(pair(plain)).system == "fontes"
    robin = Request(
        replace(plain.history, entrants=field(8)), 9, "auto", {"first": 1, "length": 14}, rounds=14
    )
    assert resolved(robin).params == {"first": 1, "times": 2}
    told = replace(plain, params={"first": 1, "length": 12, "hope": "5/2", "sims": 300})
    assert resolved(told).params == {"first": 1, "length": 3}
    assert resolved(replace(told, round=9)).params == {"hope": "5/2", "sims": 300}
    refused = pair(replace(plain, rounds=0))
    assert isinstance(refused, Refusals)
    assert refused.items[0].number == 118


def present(people: Sequence[Entrant], number: int, late: int, gone: int, back: bool) -> tuple[Entrant, ...]:
    """Who is on the list in a round: the last `late` come in rounds 2, 4, 6 ..., the first `gone` leave in 3, 4, 5 ... ;
    with `back` they are only away for two rounds.
    """
    first = len(people) - late
    here = list(people[:first])
    for k, one in enumerate(people[first:]):
        if number >= 2 + 2 * k:
            here.append(replace(one, absences=(Absence(1, 1 + 2 * k),)))
    for k in range(gone):
        if number >= 3 + k:
            away = Absence(3 + k, 4 + k) if back else Absence(3 + k, withdrawn=True)
            here[k] = replace(here[k], absences=(away,))
    return tuple(here)


def event(
    players: int, rounds: int, late: int, gone: int, back: bool
) -> tuple[History, list[Result], Counter[str]]:
    """A whole event by `auto`, what it was paired by, and what the checker warned of."""
    people, chance = field(players + late), Random(players * rounds)
    history, results, warned = History(()), list[Result](), Counter[str]()
    for number in range(1, rounds + 1):
        history = replace(history, entrants=present(people, number, late, gone, back))
        asked = Request(history, number, "auto", {"first": 1, "length": rounds}, rounds=rounds, seed=5)
        result = ok(pair(asked))
        found = verdict_on(replace(asked, study=result.study), result).findings
        warned.update(one.code for one in found if one.severity != "info")
        seated = [one for board in result.boards for one in board.seats]
        here = [one.id for one in history.entrants if one.absence_in(number) is None]
        assert sorted(seated + [one.entrant for one in result.byes]) == sorted(here), (
            players,
            rounds,
            number,
        )
        results.append(result)
        history = replace(history, rounds=(*history.rounds, outcomes(result, chance)))
    return history, results, warned


def test_whole_events_by_auto_never_turn_back_and_the_checker_has_nothing_against_any_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "SIMULATIONS", 300)
    monkeypatch.setattr(settings, "CHASES", 100)
    mishaps = ((0, 0, False), (2, 2, False), (1, 1, True), (3, 0, False))
    for (players, rounds), mishap in product(
        (
            (2, 3),
            (3, 7),
            (5, 1),
            (6, 6),
            (6, 20),
            (7, 6),
            (7, 10),
            (8, 7),
            (8, 15),
            (13, 9),
            (20, 8),
            (40, 7),
        ),
        mishaps,
    ):
        if mishap[1] >= players - 2:
            continue
        history, results, warned = event(players, rounds, *mishap)
        case = (players, rounds, mishap)
        systems = [name for name, _ in groupby(one.system for one in results)]
        assert systems == sorted(set(systems), key=ORDER.index), case
        assert "fontes" not in systems or systems[0] == "fontes", case
        # Nobody meets everybody in a leg in which somebody came or was away.
        assert set(warned) <= ({"leg_incomplete"} if any(mishap) and systems[0] == "rr" else set()), (
            case,
            warned,
        )
        cycles = rounds // cycle_of(players)
        if mishap == (0, 0, False) and cycles:
            whole = results[: cycles * cycle_of(players)]
            times = Counter(frozenset(board.seats) for one in whole for board in one.boards)
            everybody = [one.id for one in history.entrants]
            assert times == {frozenset(two): cycles for two in combinations(everybody, 2)}, case
