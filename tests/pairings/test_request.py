from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pairings.event.codec import digest, read_as
from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Played, Seat, Unfinished, Unscored
from pairings.event.refusals import Refusals
from pairings.formats import event_file
from pairings.rounds import request
from pairings.rounds import result as results
from pairings.rounds.parameters import SYSTEMS
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from tests.pairings.making import field, game, ok

EVERYTHING = Request(
    History(
        (
            Entrant("a", 1, 1700, "Ana", "X", "T1", "A", 3, False, 4, (Absence(5, None, "unscored", True),)),
            Entrant("b", 2),
            Entrant("c", 3, house=True),
            Entrant("d", 4, absences=(Absence(1, 1),)),
        ),
        (
            (Played(1, (Seat("a", 400, 410, 10), Seat("b", 380))), Bye("c", 30), Unscored("d")),
            (Forfeit(2, ("a",), ("b",), -100, 100, (0, 100)), Unfinished(3, ("c", "d"))),
        ),
        spread_cap=350,
        tie_rule="half",
    ),
    3,
    "koth",
    {"repeats": 2},
    1,
    Constraints(
        (("a", "b"),),
        (("a", "c"),),
        ("d",),
        ("b",),
        ("a",),
        "avoid",
        "never",
        (("a", "d"),),
        2,
        "never",
        ((1, 9),),
    ),
    "eldest",
    ("wins", "head_to_head"),
    42,
    1000,
)


def as_data(asked: Request) -> Any:
    return json.loads(json.dumps(request.to_data(asked)))


def test_a_request_with_everything_in_it_survives_json() -> None:
    assert request.from_data(as_data(EVERYTHING)) == EVERYTHING


def test_what_is_usual_is_left_out() -> None:
    data = as_data(Request(History((Entrant("a", 1),)), 1, "swiss"))
    assert data == {
        "version": 1,
        "history": {"entrants": [{"id": "a", "seed": 1}]},
        "round": 1,
        "system": "swiss",
    }


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("version", 7, "The request has version 7; this engine reads 1."),
        ("round", "3", 'request.round is "3"; it has to be a whole number.'),
        ("round", True, "request.round is true; it has to be a whole number."),
        ("round", 0, "Round 0 cannot be paired; rounds count from 1."),
        ("based_on", 3, "Round 3 cannot be paired on the standings after round 3."),
        ("system", "chess", f"There is no system called 'chess'; use one of {', '.join(SYSTEMS)}."),
        ("params", {"pattern": "fold"}, "koth has no parameter 'pattern'; it takes repeats, lag"),
        ("params", 3, "request.params has to be an object."),
        ("precedence", ["luck"], "There is no ranking rule called 'luck'; use any of"),
        ("precedence", [], "The list of ranking rules is empty; name at least one."),
        ("budget", 0, "The budget is 0; it has to be at least 1 pair."),
        ("starts", "loudest", 'request.starts is "loudest"; it has to be one of balanced, head_to_head'),
        ("surprise", 1, "request has an unknown field 'surprise'; known are history, round"),
        ("history", [], "request.history has to be an object."),
        ("history.entrants", {}, "request.history.entrants has to be a list."),
        ("history.entrants.1", {"id": "b"}, "request.history.entrants[1] lacks 'seed'."),
        ("history.entrants.1", {"id": "a", "seed": 2}, "The id 'a' stands for two entrants."),
        (
            "history.rounds.0.0",
            {"kind": "lost"},
            "request.history.rounds[0][0] has no known kind; it has to be one of",
        ),
        ("history.rounds.0.1", {"kind": "bye", "entrant": "a"}, "'a' is twice in round 1."),
        (
            "history.rounds.0.1",
            {"kind": "bye", "entrant": "x"},
            "Round 1 names 'x', who is not among the entrants.",
        ),
        ("constraints.locked", [["a"]], "request.constraints.locked[0] has 1 parts; it has to have 2."),
        ("constraints.byes", ["x"], "A wish names 'x', who is not among the entrants."),
    ],
)
def test_a_mistake_is_named_with_its_place(path: str, value: object, sentence: str) -> None:
    data = as_data(EVERYTHING)
    *way, last = path.split(".")
    inner = data
    for step in way:
        inner = inner[int(step)] if step.isdigit() else inner[step]
    inner[int(last) if last.isdigit() else last] = value
    found = request.from_data(data)
    assert isinstance(found, Refusals)
    assert any(one.startswith(sentence) for one in found.sentences), found.sentences


@pytest.mark.parametrize("data", [None, 3, "x", [], {}, {"version": 1}])
def test_what_is_no_request_is_refused(data: object) -> None:
    assert isinstance(request.from_data(data), Refusals)
    assert isinstance(results.from_data(data), Refusals)
    assert isinstance(event_file.from_data(data), Refusals)


def test_a_request_made_in_code_is_checked_at_the_door_too() -> None:
    found = pair(replace(EVERYTHING, system="chess"))
    assert isinstance(found, Refusals)
    assert found.items[0].number == 103


def test_a_result_survives_json_and_keeps_its_order_of_prices() -> None:
    answer = ok(pair(Request(History(field(7)), 1, "swiss")))
    back = results.from_data(json.loads(json.dumps(results.to_data(answer))))
    assert back == answer
    assert [name for name, _ in answer.cost][:3] == ["repeats", "back_to_back", "bye"]
    assert results.to_data(answer)["engine"] == answer.engine


def test_the_digest_changes_with_any_outcome_and_with_nothing_else() -> None:
    history = History(field(4), ((game("a", "b"), game("c", "d")),))
    corrected = replace(history, rounds=((game("a", "b", 401), game("c", "d")),))
    renamed = replace(history, entrants=tuple(replace(one, name="New") for one in history.entrants))
    turned = replace(history, rounds=((game("c", "d"), game("a", "b")),))
    assert digest(history) != digest(corrected)
    assert digest(history) == digest(renamed) == digest(turned)


def test_a_pairing_carries_the_digest_of_the_outcomes_it_rests_on() -> None:
    history = History(field(4), ((game("a", "b"), game("c", "d")), (game("a", "c"), game("b", "d"))))
    answer = pair(Request(history, 2, "swiss"))
    assert isinstance(answer, Result)
    assert answer.digest == digest(history.upto(1))


def test_an_event_survives_json_and_a_request_is_read_as_its_event() -> None:
    data = json.loads(json.dumps(event_file.to_data(EVERYTHING.history)))
    assert event_file.from_data(data) == EVERYTHING.history
    assert event_file.from_data(as_data(EVERYTHING)) == EVERYTHING.history


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b'{"version": 1,',
            "The file is not JSON: line 1: Expecting property name enclosed in double quotes.",
        ),
        (b"{\xff", "The file is not JSON: it is not written in UTF-8 (line 1)."),
        (b"[1]", "The file holds no event; it has to be an object with entrants and rounds."),
        (b'{"version": 2}', "The event has version 2; this engine reads 1."),
        (b"[" * 100_000, "The file is not JSON: brackets are nested too deep."),
    ],
)
def test_broken_files_are_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    found = event_file.read_event(data)
    assert isinstance(found, Refusals)
    assert found.sentences == (sentence,)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("score", True),
        ("score", 1 << 64),
        ("score", "401"),
        ("entrant", "x" * 10_001),
        ("entrant", 7),
        ("fine", "a"),
    ],
)
def test_a_seat_that_is_not_as_usual_is_read_with_care(part: str, value: object) -> None:
    """Nearly all seats are two plain figures and take a short way; what would have been refused still is, by its name."""
    seats = [{"entrant": "a", "score": 401}, {"entrant": "b", "score": 400}]
    game = {"kind": "played", "table": 1, "seats": seats}
    data = {"entrants": [{"id": "a", "seed": 1}, {"id": "b", "seed": 2}], "rounds": [[game]]}
    assert isinstance(read_as(History, data, "event"), History)
    seats[1] = {**seats[1], part: value}
    refused = read_as(History, data, "event")
    assert isinstance(refused, Refusals)
    assert refused.sentences[0].startswith(f"event.rounds[0][0].seats[1].{part} ")
