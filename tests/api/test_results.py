"""Results over the API: the same commands, conflicts and idempotency as at the desk."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.desk.models import Result, TableQuestion
from tdapp.kernel.models import AuditEntry
from tests import factories as f
from tests.api.hall import base, hall, post, program, signed_in, table, token
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(hall)


def enter(here: f.Hall, who: Any, *scores: int, **more: Any) -> Any:
    headers = {"idempotency-key": more.pop("key")} if "key" in more else {}
    return post(signed_in(who), f"{table(here)}/result", {"scores": scores, **more}, **headers)


def test_a_result_is_entered_in_seat_order_and_logged_as_from_the_api() -> None:
    here = hall()
    answer = enter(here, here.clerk, 412, 388)
    assert answer.status_code == 201
    assert answer.json()["scores"] == [412, 388]
    assert answer.json()["confirmed"] is True
    assert answer["ETag"] == '"1"'
    entry = AuditEntry.objects.filter(intent="result.enter").latest("number")
    assert (entry.via, entry.actor_name) == ("api", here.clerk.shown_as)


def test_the_same_key_gets_the_same_answer_and_stores_one_result() -> None:
    here = hall()
    first, again = (enter(here, here.clerk, 412, 388, key="k-1") for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert Result.objects.filter(table__round__number=2).count() == 1


def test_a_key_used_for_something_else_is_refused() -> None:
    here = hall()
    enter(here, here.clerk, 412, 388, key="k-1")
    assert enter(here, here.clerk, 300, 400, key="k-1").json()["code"] == "key-reused"


@pytest.mark.parametrize("key", ["x" * 81, "tab\tbed"])
def test_a_key_that_cannot_be_kept_whole_is_refused(key: str) -> None:
    here = hall()
    assert enter(here, here.clerk, 412, 388, key=key).status_code == 400
    assert not Result.objects.filter(table__round__number=2).exists()


def test_the_second_clerk_gets_both_entries() -> None:
    here = hall()
    enter(here, here.clerk, 412, 388)
    answer = enter(here, here.checker, 401, 377)
    assert answer.status_code == 409
    told = answer.json()
    assert (told["code"], told["stored"]["scores"], told["typed"]["scores"]) == (
        "already-in",
        [412, 388],
        [401, 377],
    )
    assert AuditEntry.objects.filter(refused="already-in").count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"scores": [1200, 100]}, 422, "ask"),
        ({"scores": [400, 400]}, 422, "equal-scores"),
        ({"scores": [400]}, 422, "impossible"),
        ({"scores": [400, 300], "spread": 90}, 422, "ask"),
        ({"kind": "forfeit"}, 422, "impossible"),
        ({"scores": [99999, 1]}, 400, "invalid"),
        ({"scores": "400-300"}, 400, "invalid"),
        ({"scores": [400, 300], "scored": 1}, 400, "invalid"),
        ({"scores": [400, 300], "penalties": {"9": 5}}, 400, "invalid"),
        ([], 400, "invalid"),
        ({"scores": [1200, 100], "sure": True}, 201, None),
        ({"kind": "forfeit", "absent": [2]}, 201, None),
        ({"scores": [400, 400], "before": [410, 405]}, 201, None),
    ],
)
def test_what_comes_in_is_judged_as_at_the_desk(body: Any, status: int, code: str | None) -> None:
    here = hall()
    answer = post(signed_in(here.clerk), f"{table(here)}/result", body)
    assert (answer.status_code, answer.json().get("code")) == (status, code)
    if status >= 400:
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["sentences"]


def test_two_people_stay_two_people_even_through_a_token() -> None:
    here = hall(confirm_policy="two-people")
    deputy = program(token(here.event, here.director, "deputy"))
    assert post(deputy, f"{table(here)}/result", {"scores": [412, 388]}).json()["confirmed"] is False
    for client in (deputy, program(token(here.event, here.director, "checker")), signed_in(here.director)):
        refused = post(client, f"{table(here)}/result/confirm", {"seen": 1})
        assert (refused.status_code, refused.json()["code"]) == (403, "own-entry")
    answer = post(signed_in(here.checker), f"{table(here)}/result/confirm", {"seen": 1})
    assert (answer.status_code, answer.json()["confirmed"]) == (200, True)


def test_confirming_says_which_version_was_seen() -> None:
    here = hall(confirm_policy="two-people")
    enter(here, here.clerk, 412, 388)
    confirm = f"{table(here)}/result/confirm"
    checker = signed_in(here.checker)
    assert post(checker, confirm).status_code == 428
    assert post(checker, confirm, **{"if-match": "W/nonsense"}).status_code == 400
    assert post(checker, confirm, {"seen": 1}, **{"if-match": "R"}).status_code == 400
    stale = post(checker, confirm, **{"if-match": '"7"'})
    assert (stale.status_code, stale.json()["code"], stale.json()["stored"]["scores"]) == (
        409,
        "stale",
        [412, 388],
    )
    seen = checker.get(table(here))["ETag"]
    assert post(checker, confirm, **{"if-match": seen}).json()["confirmed"] is True


def test_a_correction_needs_a_reason_and_makes_a_new_version() -> None:
    here = hall()
    enter(here, here.clerk, 412, 388)
    correct, director = f"{table(here)}/result/correct", signed_in(here.director)
    assert post(director, correct, {"scores": [402, 388], "seen": 1}).status_code == 400
    answer = post(director, correct, {"scores": [402, 388], "seen": 1, "reason": "added up wrong"})
    assert (answer.status_code, answer.json()["version"]) == (200, 2)
    assert post(director, correct, {"scores": [403, 388], "seen": 1, "reason": "late"}).status_code == 409


def test_a_round_not_published_has_no_tables_here() -> None:
    here = hall()
    f.Round.objects.create(division=here.division, number=3)
    assert signed_in(here.director).get(f"{base(here)}/divisions/open/rounds/3/tables").status_code == 404
    rounds = signed_in(here.director).get(f"{base(here)}/divisions/open/rounds").json()["results"]
    assert [row["number"] for row in rounds] == [1, 2]


def test_nobody_enters_his_own_game_alone() -> None:
    here = hall()
    player = here.division.rounds.get(number=2).slots.filter(table__number=1).first().entrant.player
    clerk = f.member(here.event, "clerk", player=player)
    assert enter(here, clerk, 412, 388).json()["confirmed"] is False


def test_a_second_slip_that_differs_is_kept_as_a_question_as_at_the_desk() -> None:
    here = hall(confirm_policy="two-slips")
    assert enter(here, here.clerk, 412, 388).status_code == 201
    answer = enter(here, here.checker, 412, 389)
    assert answer.status_code == 409
    assert answer.json()["code"] == "slips-differ"
    question = TableQuestion.objects.get()
    assert (question.kind, question.text) == ("slips", "The second slip says 412\N{EN DASH}389.")
