"""The kiosk as its browser meets it: opened, asked, left, closed; and what it refuses, with its sentence."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext

from tdapp.events.models import Division, Event, Round
from tdapp.judging.access import calls
from tdapp.judging.kiosk.commands.kiosk_rulings import rule_at_kiosk
from tdapp.judging.kiosk.commands.kiosks import PAUSE, close_kiosk, open_kiosk
from tdapp.judging.models import Call, Kiosk, Ruling
from tdapp.judging.rulings.commands.calls import take
from tdapp.judging.rulings.commands.rulings import rule as rule_on_call
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import accounts
from tests import factories as f
from tests.judging.kiosks import open_table, opened, page_of, post, rested, rule
from tests.judging.test_rulings import judge, playing
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)
TEMPLATES = Path(__file__).resolve().parents[2] / "tdapp" / "judging" / "templates" / "judging"
PLAY = {"table": 1, "challenger": 2, "challenged": 1}
OTHER = {**PLAY, "table": 2}


def leave(client: Client, username: str, password: str) -> Any:
    return client.post("/kiosk/leave", {"username": username, "password": password})


def sentences(answer: Any) -> str:
    return " ".join(answer.json()["sentences"])


def test_the_session_of_an_opened_kiosk_holds_its_id_and_nobody() -> None:
    hall = playing()
    client = Client()
    client.force_login(hall.director)
    before = client.cookies["sessionid"].value
    answer = client.post(page_of(hall), {"label": "Door"})
    assert (answer.status_code, answer["Location"]) == (303, "/kiosk/")
    assert client.cookies["sessionid"].value != before
    kiosk = Kiosk.objects.get()
    assert client.session["kiosk"] == str(kiosk.pk)
    assert not any(name.startswith("_auth") for name in client.session.keys())  # noqa: SIM118
    assert (kiosk.opened_by, kiosk.label) == (hall.director, "Door")
    assert AuditEntry.objects.get(intent="kiosk.open").actor == hall.director.actor


def test_the_screen_names_event_division_rules_edition_date_and_hash() -> None:
    hall = playing()
    edition = hall.division.pins.get().edition
    page = opened(hall).get("/kiosk/").content.decode()
    for text in (hall.event.name, "Open", edition.lexicon.name, "2026-01-01", edition.sha256[:8]):
        assert text in page
    assert edition.sha256 not in page


@pytest.mark.parametrize("role", ["clerk", "judge", "checker", "viewer", "registrar"])
def test_only_who_runs_the_division_opens_a_kiosk(role: str) -> None:
    hall = playing()
    client = Client()
    client.force_login(f.member(hall.event, role))
    assert client.post(page_of(hall), {}).status_code == 403
    assert not Kiosk.objects.exists()


def test_without_a_dictionary_a_judge_decides_what_the_printed_list_does_not() -> None:
    here = f.event()
    of = f.division(here)
    f.entrants(of, 4)
    f.published(of)
    hall = f.Hall(here, of, *(f.member(here, role) for role in ("director", "clerk", "checker", "viewer")))
    client = opened(hall)
    assert "a judge decides" in client.get("/kiosk/").content.decode()
    assert rule(client, "MA", table=1, challenger=2).json()["verdict"] == "acceptable"
    rested()
    assert rule(client, "BAHAY", table=1, challenger=2).json()["verdict"] == "judge"


def test_where_the_rules_know_no_challenge_there_is_no_kiosk() -> None:
    hall = playing()
    Division.objects.update(overrides={"challenge.allowed": False}, ruleset_frozen=None)
    with pytest.raises(Refusal, match="no challenges"):
        open_kiosk(hall.as_(hall.director), Division.objects.get())


def test_a_kiosk_closed_while_its_ruling_was_on_the_way_does_not_rule() -> None:
    hall = playing()
    client = opened(hall)
    kiosk = Kiosk.objects.get()
    Kiosk.objects.update(closed_at=clock.now())
    ctx = Context(f"kiosk:{kiosk.pk}", "Door", hall.event.scope_key, frozenset({"kiosk"}), "web")
    with pytest.raises(Refusal, match="closed by a director"):
        rule_at_kiosk(ctx, kiosk, asked=Asked(("BAHAY",)))
    assert client.get("/kiosk/").status_code == 200


def test_no_program_opens_a_kiosk() -> None:
    hall = playing()
    with pytest.raises(Refusal, match="at that screen"):
        open_kiosk(f.program(hall.event), hall.division)


def test_a_ruling_at_the_kiosk_is_kept_with_table_and_seats_under_the_kiosks_name() -> None:
    hall = playing()
    answer = rule(opened(hall), "BAHAY", "TUBIG", table=1, challenger=2, challenged=1)
    assert answer.json() == {
        "verdict": "acceptable",
        "penalty": "The challenger (seat 2) loses the next turn.",
    }
    row = Ruling.objects.get()
    assert (row.table, row.challengers, row.challenged, row.judge_name) == (hall.table(1), [2], 1, "Door")
    entry = AuditEntry.objects.get(intent="ruling.kiosk")
    assert entry.actor == f"kiosk:{Kiosk.objects.get().pk}"


@pytest.mark.parametrize("ruleset", ["salitaan-competition", "set-words-club"])
def test_no_word_is_ruled_on_before_a_table_is_opened_by_its_code(ruleset: str) -> None:
    client = opened(playing(ruleset=ruleset))
    for _again in range(2):
        answer = rule(client, "BAHAY", challenger=2)
        assert (answer.status_code, answer.json()["code"]) == (422, "no-table")
        assert rule(client, "BAHAY", **PLAY).status_code == 200
        rested()


@pytest.mark.parametrize(
    ("words", "where", "code"),
    [
        ((), {}, "no-words"),
        (("A",) * 12, {}, "too-many"),
        (("A1",), {}, "no-word"),
        (("B\u0410HAY",), {}, "no-word"),
        (("\uff22\uff21\uff28\uff21\uff39",), {}, "no-word"),
        (("--",), {}, "no-word"),
        (("AB" * 40,), {}, "too-long"),
        (("BAHAY",), {"challenger": "x"}, "no-number"),
        (("BAHAY",), {"challenger": "9" * 50}, "no-number"),
        (("BAHAY",), {"challenger": ""}, "who-challenges"),
        (("BAHAY",), {"challenger": 3}, "no-seat"),
        (("BAHAY",), {"challenger": 1, "challenged": 1}, "own-play"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_can_be_sent_again(
    words: tuple[str, ...], where: dict[str, Any], code: str
) -> None:
    client = opened(playing())
    answer = rule(client, *words, **{**PLAY, **where})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Ruling.objects.exists()
    assert rule(client, "BAHAY", **PLAY).status_code == 200


def test_a_table_of_a_round_that_is_over_cannot_be_named() -> None:
    hall = playing()
    client = opened(hall)
    Round.objects.update(status="closed")
    assert open_table(client, 1).json()["code"] == "no-round"


@pytest.mark.parametrize("ruleset", ["salitaan-competition", "set-words-club"])
@pytest.mark.parametrize("word", ["BAHAY", "ZZZ"])
@pytest.mark.parametrize("status", ["planned", "closed"])
def test_while_no_round_is_being_played_no_word_is_ruled_on(ruleset: str, word: str, status: str) -> None:
    client = opened(playing(ruleset=ruleset))
    open_table(client, 1)
    Round.objects.update(status=status)
    answer = rule(client, word, challenger=2)
    assert (answer.status_code, answer.json()["code"]) == (422, "no-round")
    assert "No round is being played" in sentences(answer)
    assert not Ruling.objects.exists()


def test_in_judge_mode_an_unknown_word_brings_a_judge_to_the_table_once() -> None:
    hall = playing("judge")
    client = opened(hall)
    told = rule(client, "HANGIN", table=1, challenger=2, challenged=1)
    assert told.json() == {"verdict": "judge", "penalty": ""}
    assert (Call.objects.get().table, Call.objects.get().words) == (hall.table(1), ["HANGIN"])
    rested()
    assert "judge is on the way" in sentences(rule(client, "BAHAY", table=1, challenger=2))


@pytest.mark.parametrize("word", ["BAHAY", "HANGIN"])
def test_in_judge_mode_a_refusal_comes_before_any_word_is_looked_up(word: str) -> None:
    """Whether a table, a seat or a judge is missing is answered alike for words that are listed and words that are not."""
    hall = playing("judge")
    client = opened(hall)
    assert rule(client, word, table=1, challenger=3).json()["code"] == "no-seat"
    assert rule(client, word, table=1, challenger=1, challenged=1).json()["code"] == "own-play"
    assert not Call.objects.exists()
    Call.objects.create(table=hall.table(1), called_name="x")
    assert rule(client, word, table=1, challenger=2).json()["code"] == "called"


def test_a_familys_fourth_challenge_is_refused_with_its_sentence_in_either_mode() -> None:
    for mode in ("list", "judge"):
        hall = playing(mode, ruleset="salitaan-family")
        client = opened(hall)
        for word in ("BAHAY", "TUBIG", "MA"):
            assert rule(client, word, table=1, challenger=2, challenged=1).status_code == 200
            rested()
        for word in ("ARAW", "HANGIN"):
            refused = rule(client, word, table=1, challenger=2, challenged=1)
            assert "used all 3 challenges" in sentences(refused)
        assert not Call.objects.exists()


def test_a_kiosk_rules_once_in_five_seconds_and_says_so() -> None:
    client = opened(playing())
    moment = clock.now()
    with clock.at(moment):
        assert rule(client, "BAHAY", **PLAY).status_code == 200
        refused = rule(client, "TUBIG", **OTHER)
    assert refused.status_code == 429
    assert "once in five seconds" in sentences(refused)
    with clock.at(moment + PAUSE - timedelta(milliseconds=1)):
        assert rule(client, "TUBIG", **OTHER).status_code == 429
    with clock.at(moment + PAUSE):
        assert rule(client, "TUBIG", **OTHER).status_code == 200
    assert Ruling.objects.count() == 2


def test_the_first_ruling_of_a_new_kiosk_is_given_at_once() -> None:
    hall = playing()
    client = Client()
    client.force_login(hall.director)
    with clock.at(clock.now()):
        client.post(page_of(hall), {"label": "Door"})
        assert rule(client, "BAHAY", **PLAY).status_code == 200
        assert rule(client, "TUBIG", **OTHER).status_code == 429


@pytest.mark.parametrize("ruleset", ["salitaan-competition", "salitaan-family"])
def test_a_play_is_ruled_on_once_and_asked_again_its_verdict_is_told_again(ruleset: str) -> None:
    hall = playing(ruleset=ruleset)
    client = opened(hall)
    assert rule(client, "ZZZ", "BAHAY", **PLAY).json()["verdict"] == "unacceptable"
    Ruling.objects.update(at=timezone.make_aware(datetime(2026, 6, 1, 14, 2)))
    for words in (("ZZZ", "BAHAY"), ("BAHAY", "Z-ZZ")):
        told = rule(client, *words, **PLAY).json()
        assert told == {
            "verdict": "unacceptable", "again": True,
            "penalty": "This play was ruled on at 14:02: the same verdict, and nothing new follows.",
        }  # fmt: skip
    assert Ruling.objects.count() == 1


def test_telling_again_takes_none_of_the_five_seconds() -> None:
    client = opened(playing())
    moment = clock.now()
    with clock.at(moment):
        assert rule(client, "ZZZ", **PLAY).status_code == 200
        assert rule(client, "ZZZ", **PLAY).json()["again"]
    with clock.at(moment + PAUSE - timedelta(seconds=1)):
        assert rule(client, "ZZZ", **PLAY).json()["again"]
        assert rule(client, "BAHAY", **OTHER).status_code == 429
    with clock.at(moment + PAUSE):
        assert rule(client, "BAHAY", **OTHER).status_code == 200


@pytest.mark.parametrize("mode", ["list", "judge"])
def test_a_damaged_list_gives_no_ruling_and_names_no_file(mode: str) -> None:
    hall = playing(mode)
    client = opened(hall)
    pinned = hall.division.pins.get().edition
    type(pinned).objects.filter(pk=pinned.pk).update(file_sha256="0" * 64)
    answer = rule(client, "BAHAY", **PLAY)
    assert (answer.status_code, sentences(answer)) == (422, "No ruling. Ask a judge.")
    assert not Ruling.objects.exists()


def test_a_judges_ruling_on_a_sealed_call_is_what_the_kiosk_tells_again() -> None:
    hall = playing("judge")
    client = opened(hall)
    assert rule(client, "HANGIN", **PLAY).json()["verdict"] == "judge"
    ana, call = judge(hall), calls().get()
    take(ana, call, seen=1)
    asked = Asked(("hangin",), (2,), 1, decided={"HANGIN": True}, source="UPD")
    rule_on_call(ana, calls().get(), asked=asked, seen=2)
    told = rule(client, "HANGIN", **PLAY).json()
    assert (told["verdict"], told["again"], Call.objects.count()) == ("acceptable", True, 1)


def test_an_answer_that_got_lost_is_given_again_and_no_second_ruling_is_made() -> None:
    client = opened(playing())
    open_table(client, 1)
    sent = {"word": ["BAHAY"], "challenger": 2}
    first = post(client, "rule", sent, **{"Idempotency-Key": "one"})
    again = post(client, "rule", sent, **{"Idempotency-Key": "one"})
    assert (first.status_code, first.content) == (200, again.content)
    assert Ruling.objects.count() == 1


def test_the_screen_knows_the_bounds_and_whether_a_round_is_played_and_no_table() -> None:
    hall = playing()
    told = opened(hall).get("/kiosk/state").json()
    assert told == {"open": True, "most": 11, "longest": 38, "playing": True, "shown": None}
    Round.objects.update(status="closed")
    assert opened(hall).get("/kiosk/state").json()["playing"] is False


def test_a_directors_password_ends_the_kiosk_in_his_name_and_nobody_is_signed_in_after() -> None:
    hall = playing()
    client = opened(hall)
    other = f.member(hall.event, "director", "ester")
    answer = leave(client, "ester", "pass")
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert Kiosk.objects.get().closed_at
    assert AuditEntry.objects.get(intent="kiosk.close").actor == other.actor
    assert "_auth_user_id" not in client.session
    assert "kiosk" not in client.session
    assert client.get(f"/e/{hall.event.slug}/")["Location"].startswith("/login")
    assert rule(client, "BAHAY").status_code == 404


@pytest.mark.parametrize(
    ("who", "password"), [("director", "wrong"), ("clerk", "pass"), ("stranger", "pass"), ("nobody", "pass")]
)
def test_anybody_elses_password_is_refused_with_one_sentence(who: str, password: str) -> None:
    hall = playing()
    client = opened(hall)
    names = {"director": hall.director, "clerk": hall.clerk, "stranger": f.member(f.event(), "director")}
    answer = leave(client, names[who].username if who in names else who, password)
    assert answer.status_code == 422
    assert "not the name and password of a director" in answer.content.decode()
    assert Kiosk.objects.get().closed_at is None
    assert client.get("/kiosk/").status_code == 200


def test_wrong_passwords_are_held_back_as_at_the_log_in() -> None:
    hall = playing()
    client = opened(hall)
    # A try is given back every minute, and twenty of them may take as long.
    with clock.at(clock.now()):
        for _ in range(accounts.NEW_DEVICES[0]):
            assert leave(client, hall.director.username, "wrong").status_code == 422
        held = leave(client, hall.director.username, "pass")
    assert held.status_code == 429
    assert Kiosk.objects.get().closed_at is None


def test_a_kiosk_closed_from_the_desk_rules_no_more_and_is_left_without_a_password() -> None:
    hall = playing()
    client = opened(hall)
    close_kiosk(hall.as_(hall.director), Kiosk.objects.get())
    assert client.get("/kiosk/state").json()["open"] is False
    refused = rule(client, "BAHAY")
    assert (refused.status_code, refused.json()["code"]) == (410, "kiosk-closed")
    assert client.get(f"/e/{hall.event.slug}/")["Location"] == "/kiosk/"
    assert client.post("/kiosk/leave", {}).status_code == 303
    assert "kiosk" not in client.session


def test_a_kiosk_of_an_event_that_was_put_away_is_closed() -> None:
    hall = playing()
    client = opened(hall)
    Event.objects.update(deleted_at=clock.now())
    assert client.get("/kiosk/state").json()["open"] is False
    assert rule(client, "BAHAY").status_code == 410


def listed(desk: Client, hall: f.Hall) -> str:
    """The table of open kiosks on the director's page."""
    return desk.get(page_of(hall)).content.decode().partition("Last seen")[2].partition("</table>")[0]


def test_the_directors_page_lists_open_kiosks_with_when_they_were_seen_and_closes_them() -> None:
    hall = playing()
    screen, desk = opened(hall), Client()
    desk.force_login(hall.director)
    with clock.at(clock.now() + timedelta(minutes=10)):
        assert "chip-ask" in listed(desk, hall)
        screen.get("/kiosk/state")
        assert "chip-ok" in listed(desk, hall)
    kiosk = Kiosk.objects.get()
    assert desk.post(f"{page_of(hall)}{kiosk.pk}/close").status_code == 303
    assert "No kiosk is open" in desk.get(page_of(hall)).content.decode()


def test_no_other_browser_is_a_kiosk() -> None:
    hall = playing()
    opened(hall)
    signed_in = Client()
    signed_in.force_login(hall.director)
    for client in (Client(), signed_in):
        answer = client.get("/kiosk/")
        assert answer.status_code == 404
        assert "This browser is no kiosk" in answer.content.decode()
        assert client.get("/kiosk/state").status_code == 404
        assert rule(client, "BAHAY").status_code == 404
        assert leave(client, "x", "y").status_code == 404


def test_the_screen_speaks_filipino_when_the_players_choose_it() -> None:
    client = opened(playing())
    with translation.override("en"):
        answer = client.post("/language", {"language": "fil", "next": "/kiosk/"}, follow=True)
        told = rule(client, "BAHAY", **PLAY).json()
    page = answer.content.decode()
    assert '<html lang="fil">' in page
    assert "TANGGAP" in page
    assert "UNACCEPTABLE" not in page
    assert told["penalty"] == "Mawawalan ng susunod na tira ang humamon (upuan 2)."


def test_every_sentence_of_the_screen_is_translated() -> None:
    texts = {
        text
        for name in ("kiosk", "_kiosk_words", "kiosk_leave")
        for text in re.findall(r'{% translate "([^"]+)"', next(TEMPLATES.rglob(f"{name}.html")).read_text())
    }
    assert len(texts) > 40
    with translation.override("fil"):
        assert {text for text in texts if gettext(text) == text} == {"Kiosk", "Password"} & texts
