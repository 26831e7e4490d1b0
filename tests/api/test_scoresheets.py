"""Scoresheets for programs: check one without storing it, read those of the hall, bring one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tdapp.kernel.models import AuditEntry
from tdapp.scoresheets.editor.commands.writing import create
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.api.hall import base, hall, post, program, signed_in, table, token
from tests.scoresheets.factories import FIRST, SECOND, THIRD, Desk, written

pytestmark = pytest.mark.django_db
VALIDATE = "/api/v1/scoresheets/validate"
# SAL:145-209, the book's own two plays.
PLAYS = [
    {"kind": "play", "seat": 1, "position": "10E", "word": "MABAIT", "score": 22, "total": 22},
    {"kind": "play", "seat": 2, "position": "H7", "word": "MAGANDA", "score": 24, "total": 24},
]
PLAYERS = [{"name": "Amihan"}, {"name": "Bayani"}]
SHEET = {
    "format": "scoresheet",
    "version": 1,
    "ruleset": "salitaan-competition",
    "players": PLAYERS,
    "turns": PLAYS,
}
GCG = "#player1 ana Amihan\n#player2 ben Bayani\n>ana: MABAIT 10E MABAIT +22 22\n>ben: MAGNDA H7 MAGANDA +24 24\n"
CSV = "players,Amihan,Bayani\nseat,position,word,score,total\n1,10E,MABAIT,22,22\n2,H7,MAGANDA,24,24\n"


def someone() -> Client:
    return signed_in(f.user())


def checked(**body: Any) -> Any:
    answer = post(someone(), VALIDATE, body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def wrong(**changes: Any) -> dict[str, Any]:
    """The sheet with its second play's values changed."""
    return {**SHEET, "turns": [PLAYS[0], {**PLAYS[1], **changes}]}


@pytest.mark.parametrize(
    "body",
    [
        {"sheet": SHEET},
        {"text": GCG, "ruleset": "salitaan-competition"},
        {"text": GCG, "format": "gcg", "ruleset": "salitaan-competition"},
        {"text": "#character-encoding ISO-8859-1\n" + GCG, "ruleset": "salitaan-competition"},
        {"text": CSV, "format": "csv", "ruleset": "salitaan-competition"},
        {"text": GCG.replace("\n", "\r\n"), "ruleset": "salitaan-competition"},
    ],
)
def test_our_json_gcg_and_csv_are_checked_alike(body: dict[str, Any]) -> None:
    told = checked(**body)
    assert told["ruleset"] == "salitaan-competition"
    assert (told["totals"], told["computed_totals"]) == ([22, 24], [22, 24])
    assert told["players"] == ["Amihan", "Bayani"]
    assert not any(one["severity"] == "error" for one in told["findings"])


def test_a_wrong_score_is_found_with_what_is_right_and_where_it_is_explained() -> None:
    told = checked(sheet=wrong(score=25), confirmed=True)
    found = [one for one in told["findings"] if one["code"] == "score_wrong"]
    assert [(one["turn"], one["seat"], one["recorded"], one["computed"]) for one in found] == [(2, 2, 25, 24)]
    assert found[0]["page"].endswith("#score_wrong")
    assert (told["verdict"], told["checks"]["scores"]) == ("broken", "broken")


def test_confirming_the_board_makes_a_doubt_an_error() -> None:
    severity = {
        sure: {one["severity"] for one in checked(sheet=wrong(score=25), confirmed=sure)["findings"]}
        for sure in (False, True)
    }
    assert "error" not in severity[False]
    assert "error" in severity[True]


@pytest.mark.parametrize("overrides", [{"first_play.min_tiles": 7}, ["first_play.min_tiles=7"]])
def test_rules_are_overridden_by_field_or_by_line(overrides: Any) -> None:
    assert "too_few_tiles" in {one["code"] for one in checked(sheet=SHEET, overrides=overrides)["findings"]}
    assert "too_few_tiles" not in {one["code"] for one in checked(sheet=SHEET)["findings"]}


def test_without_a_ruleset_the_one_that_fits_is_taken_and_said() -> None:
    told = checked(text=GCG)
    assert {one["code"] for one in told["findings"]} & {"ruleset_assumed", "no_ruleset_fits"}


@pytest.mark.parametrize(
    ("body", "sentences", "words"),
    [
        ({}, 1, "either"),
        ({"sheet": SHEET, "text": GCG}, 1, "either"),
        ({"sheet": {}}, 1, "no scoresheet"),
        ({"sheet": wrong(score="many", seat=9)}, 2, "turn 2"),
        ({"text": "seat,score\n1,many\n2,few\n"}, 2, "many"),
        ({"sheet": SHEET, "ruleset": "chess"}, 1, "salitaan-competition"),
        ({"sheet": {**SHEET, "ruleset": "chess"}}, 1, "salitaan-competition"),
        ({"sheet": SHEET, "ruleset": "/etc/passwd"}, 1, "no rules"),
        ({"sheet": SHEET, "ruleset": "../rulesets/bisonte.toml"}, 1, "no rules"),
        ({"sheet": SHEET, "overrides": {"rack.size": 99}}, 1, "rack.size"),
        ({"sheet": SHEET, "overrides": ["rack.size=0", "rack.colour=1"]}, 2, "rack"),
        ({"sheet": SHEET, "overrides": {"about": "x" * 70_000}}, 1, "longer"),
        ({"sheet": {**SHEET, "turns": PLAYS[:1] * 501}}, 1, "500"),
    ],
)
def test_each_mistake_is_one_sentence(body: dict[str, Any], sentences: int, words: str) -> None:
    answer = post(someone(), VALIDATE, body)
    assert answer.status_code == 422, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert len(answer.json()["sentences"]) == sentences
    assert words in " ".join(answer.json()["sentences"])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"overrides": "rack.size=8"}, "list"),
        ({"overrides": [8]}, "list"),
        ({"format": "pdf"}, "pdf"),
        ({"loud": True}, "no such field"),
        ({"sheet": [1]}, "sheet"),
        ({"confirmed": "perhaps"}, "confirmed"),
    ],
)
def test_a_request_of_another_form_is_refused_with_a_sentence(changes: dict[str, Any], words: str) -> None:
    answer = post(someone(), VALIDATE, {"sheet": SHEET, **changes})
    assert (answer.status_code, len(answer.json()["sentences"])) == (400, 1)
    assert words in answer.json()["sentences"][0]


def test_a_sheets_own_ruleset_is_never_taken_for_a_file_and_one_that_is_sent_beside_it_counts() -> None:
    unknown = {**SHEET, "ruleset": "/etc/hostname.toml"}
    answer = post(someone(), VALIDATE, {"sheet": unknown})
    assert answer.status_code == 422
    assert "There are no rules “/etc/hostname.toml”" in answer.json()["sentences"][0]
    assert checked(sheet=unknown, ruleset="salitaan-family")["ruleset"] == "salitaan-family"


def test_a_sheet_of_a_megabyte_is_read_and_a_larger_one_is_not() -> None:
    about = [["note", "x" * 1900]] * 500
    assert post(someone(), VALIDATE, {"sheet": {**SHEET, "about": about}}).status_code == 200
    assert post(someone(), VALIDATE, {"sheet": {**SHEET, "about": about * 2}}).status_code == 413


def test_nothing_is_stored_or_logged_of_a_sheet_that_is_only_checked() -> None:
    client = someone()
    client.get("/api/v1/events")
    with CaptureQueriesContext(connection) as caught:
        post(client, VALIDATE, {"sheet": SHEET})
    written_to = [q["sql"] for q in caught if q["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert written_to == []
    assert not Sheet.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_token_may_check_a_sheet_and_a_stranger_may_not() -> None:
    here = hall()
    assert (
        post(program(token(here.event, here.director, "viewer")), VALIDATE, {"sheet": SHEET}).status_code
        == 200
    )
    assert post(Client(), VALIDATE, {"sheet": SHEET}).status_code in (401, 403)


def test_a_word_is_never_looked_up() -> None:
    told = checked(sheet={**SHEET, "turns": [{**PLAYS[0], "word": "XQZ", "score": None, "total": None}]})
    assert "word_unknown" not in {one["code"] for one in told["findings"]}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=300), kind=st.sampled_from(["", "gcg", "json", "csv"]))
def test_any_text_is_answered_with_a_report_or_with_sentences(text: str, kind: str) -> None:
    answer = post(someone(), VALIDATE, {"text": text, "format": kind})
    assert answer.status_code in (200, 400, 422), answer.content
    assert answer.status_code == 200 or answer.json()["sentences"]


# --- those stored


def sheets_of(here: Desk, what: str = "") -> str:
    return table(here.hall, 1, 1) + "/scoresheets" + what


def test_stored_sheets_are_listed_by_event_round_and_table() -> None:
    here = written(FIRST, SECOND)
    create(here.hall.as_(here.hall.clerk), here.hall.table(2), kept_by=2)
    client = signed_in(here.hall.viewer)
    rounds = f"{base(here.hall)}/divisions/open/rounds/1/scoresheets"
    listed = {
        address: [
            (row["table"], row["sheet"], row["kept_by"]) for row in client.get(address).json()["results"]
        ]
        for address in (f"{base(here.hall)}/scoresheets", rounds, sheets_of(here))
    }
    assert list(listed.values()) == [[(1, 1, None), (2, 1, 2)], [(1, 1, None), (2, 1, 2)], [(1, 1, None)]]


def test_a_rounds_sheets_come_page_by_page_by_table() -> None:
    here = written(FIRST, SECOND)
    for kept_by in (1, 2):
        create(here.hall.as_(here.hall.clerk), here.hall.table(2), kept_by=kept_by)
    client, found = signed_in(here.hall.viewer), []
    address: str | None = f"{base(here.hall)}/divisions/open/rounds/1/scoresheets?page_size=1"
    while address:
        page = client.get(address).json()
        found += [(row["table"], row["sheet"]) for row in page["results"]]
        address = page["next"]
    assert found == [(1, 1), (2, 1), (2, 2)]


def test_the_events_list_can_be_asked_by_status() -> None:
    here = written(FIRST)
    client = signed_in(here.hall.viewer)
    found = {
        status: len(client.get(f"{base(here.hall)}/scoresheets?status={status}").json()["results"])
        for status in ("open", "finished")
    }
    assert found == {"open": 1, "finished": 0}
    for status in ("lost", ""):
        assert client.get(f"{base(here.hall)}/scoresheets?status={status}").status_code == 400, status


def test_one_sheet_comes_with_its_rows_and_its_report() -> None:
    here = written({**FIRST, "score": 99}, SECOND)
    told = signed_in(here.hall.viewer).get(sheets_of(here, "/1")).json()
    assert [turn["word"] for turn in told["scoresheet"]["turns"]] == ["BATA", "BUHAY"]
    assert told["scoresheet"]["players"][0]["name"] == told["seats"][0]["name"]
    assert "score_wrong" in {one["code"] for one in told["report"]["findings"]}
    assert (told["status"], told["version"]) == ("open", 3)


def test_a_stored_sheet_read_as_json_can_be_checked_again_unchanged() -> None:
    here = written(FIRST, SECOND, THIRD)
    told = signed_in(here.hall.viewer).get(sheets_of(here, "/1")).json()
    again = post(signed_in(here.hall.viewer), VALIDATE, {"sheet": told["scoresheet"]}).json()
    assert again["findings"] == told["report"]["findings"]


def test_one_sheet_comes_as_gcg() -> None:
    here = written({**FIRST, "score": 8, "total": 8}, SECOND)
    answer = signed_in(here.hall.viewer).get(sheets_of(here, "/1?as=gcg"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "BATA" in answer.content.decode()
    assert signed_in(here.hall.viewer).get(sheets_of(here, "/1?as=pdf")).status_code == 400


def test_a_sheet_that_is_not_there_is_missing() -> None:
    here = written(FIRST)
    assert signed_in(here.hall.viewer).get(sheets_of(here, "/2")).status_code == 404


def test_a_sheet_is_brought_to_a_table_once() -> None:
    here = f.hall(4)
    client, address = signed_in(here.clerk), table(here, 1, 1) + "/scoresheets"
    body = {"sheet": SHEET, "order": "1 2", "kept_by": 1}
    first = post(client, address, body, **{"Idempotency-Key": "k"})
    again = post(client, address, body, **{"Idempotency-Key": "k"})
    assert (first.status_code, first.json()) == (201, again.json())
    row = Sheet.objects.get()
    assert (row.origin, row.kept_by, len(row.rows)) == ("upload", 1, 2)


def test_a_sheet_of_other_players_is_asked_about_before_it_is_stored() -> None:
    here = f.hall(4)
    answer = post(signed_in(here.clerk), table(here, 1, 1) + "/scoresheets", {"sheet": SHEET})
    assert (answer.status_code, answer.json()["code"]) == (422, "ask")
    assert not Sheet.objects.exists()


def test_lists_ask_no_more_for_eighty_sheets_than_for_eight() -> None:
    asked = []
    for tables in (8, 80):
        here = f.hall(2 * tables, table_last=200)
        for number in range(1, tables + 1):
            create(here.as_(here.clerk), here.table(number))
        client = signed_in(here.viewer)
        client.get("/api/v1/events")
        with CaptureQueriesContext(connection) as caught:
            assert len(client.get(f"{base(here)}/scoresheets").json()["results"]) == tables
        asked.append(len(caught))
    assert asked[0] == asked[1] <= 14
