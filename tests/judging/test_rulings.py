"""Rulings: by the lists, by a judge with a source, at the kiosk; what follows from them; nothing is ever changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError

from tdapp.events.models import Division, Round, Table
from tdapp.judging.models import Call, Ruling
from tdapp.judging.rulings.commands.calls import call_judge, call_off, hand_back, take
from tdapp.judging.rulings.commands.rulings import rule, rule_at, supersede
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.commands.setup import override_word, set_words
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tests import factories as f
from tests.judging.words import edition, pin
from tests.kept import stocked

pytestmark = pytest.mark.django_db
WORDS = ("BAHAY", "TUBIG", "ARAW")


@stocked
def playing(mode: str = "list", seats: int = 2, **values: Any) -> f.Hall:
    """Two tables in round 1 of a division that goes by a small dictionary."""
    here = f.event()
    of = f.division(here, **values)
    pin(of, edition(WORDS), mode=mode)
    field = f.entrants(of, 2 * seats)
    f.published(of, [field[:seats], field[seats:]])
    roles = ("director", "clerk", "checker", "viewer")
    return f.Hall(here, Division.objects.get(pk=of.pk), *(f.member(here, role) for role in roles))


def judge(hall: f.Hall, **values: Any) -> Context:
    return hall.as_(f.member(hall.event, "judge", **values))


def kiosk(hall: f.Hall) -> Context:
    return Context("kiosk:1", "Kiosk", hall.event.scope_key, frozenset({"kiosk"}), "web")


def called(hall: f.Hall, **what: Any) -> Call:
    told = call_judge(hall.as_(hall.clerk), hall.table(1), challengers=[2], challenged=1, **what)
    return Call.objects.get(pk=told["call"])


@pytest.mark.parametrize(
    ("words", "verdict"),
    [(("bahay",), "acceptable"), (("bahay", "tubig"), "acceptable"), (("bahay", "zzz"), "unacceptable")],
)
def test_the_words_of_a_play_are_ruled_together(words: tuple[str, ...], verdict: str) -> None:
    hall = playing()
    told = rule_at(judge(hall), hall.table(1), asked=Asked(words, challengers=(2,), challenged=1))
    assert told["verdict"] == verdict
    row = Ruling.objects.get()
    assert [answer["acceptable"] for answer in row.answers] == [word.upper() in WORDS for word in words]
    assert row.layers["main"][0][1]


def test_a_bad_play_is_taken_back_and_a_wrong_challenge_costs_the_next_turn() -> None:
    hall = playing()
    rule_at(judge(hall), hall.table(1), asked=Asked(("zzz",), challengers=(2,), challenged=1))
    rule_at(judge(hall), hall.table(1), asked=Asked(("araw",), challengers=(2,), challenged=1))
    kinds = [(row.penalty["kind"], row.penalty["seats"]) for row in Ruling.objects.all()]
    assert kinds == [("play_taken_back", [1]), ("next_turn_lost", [2])]


def test_by_set_words_a_wrong_challenge_costs_nothing() -> None:
    hall = playing(ruleset="set-words-club")
    told = rule_at(judge(hall), hall.table(1), asked=Asked(("araw",), challengers=(2,), challenged=1))
    assert told["penalty"] == "The play stands; the challenge costs nothing."


@pytest.mark.parametrize(
    ("wrong", "points", "said"),
    [
        ("points_to_player", 5, "The player (seat 1) gets 5 points."),
        ("points_per_word_to_player", 5, "The player (seat 1) gets 10 points."),
        ("points_off_challenger", 1, "1 point off the challenger (seat 2)."),
    ],
)
def test_where_it_costs_points_they_are_for_the_play_or_for_each_word(
    wrong: str, points: int, said: str
) -> None:
    hall = playing(overrides={"challenge.wrong": wrong, "challenge.wrong_points": points})
    asked = Asked(("araw", "tubig"), challengers=(2,), challenged=1)
    assert rule_at(judge(hall), hall.table(1), asked=asked)["penalty"] == said


def test_the_printed_list_outranks_a_block_list_and_a_decision_of_the_event_outranks_both() -> None:
    here = f.event()
    of = f.division(here)
    pin(of, edition(WORDS), edition(("MA", "ARAW"), kind="block"))
    f.entrants(of, 4)
    f.published(of)
    table = f.table(of, of.table_first)
    program = f.program(here)

    def ruled(word: str) -> tuple[bool, str]:
        rule_at(program, table, asked=Asked((word,), (2,), 1, new_play=True))
        row = Ruling.objects.order_by("-at")[0]
        return row.acceptable, row.answers[0]["layer"]

    assert ruled("ma") == (True, "printed")
    assert ruled("araw") == (False, "block")
    override_word(program, here, word="araw", verdict="acceptable", reason="committee, by telephone")
    assert ruled("araw") == (True, "override")
    override_word(program, here, word="araw", verdict="withdrawn", reason="misheard")
    assert ruled("araw") == (False, "block")


def test_two_judges_at_once_the_first_has_the_call_and_the_second_is_told_who() -> None:
    hall = playing()
    call = called(hall, words=["bahay"])
    other = Call.objects.get(pk=call.pk)
    take(judge(hall, shown="Ana"), call, seen=1)
    with pytest.raises(Conflict, match="Ana"):
        take(judge(hall, shown="Ben"), other, seen=1)
    assert Call.objects.get().taken_name == "Ana"


def test_a_call_another_judge_has_taken_is_ruled_on_only_after_it_is_taken_over_with_a_reason() -> None:
    hall = playing()
    call, ben = called(hall, words=["bahay"]), judge(hall, shown="Ben")
    take(judge(hall, shown="Ana"), call, seen=1)
    asked = Asked(("bahay",), challengers=(2,), challenged=1)
    with pytest.raises(Conflict, match="Ana has taken this call"):
        rule(ben, call, asked=asked, seen=2)
    with pytest.raises(Conflict, match="Ana"):
        take(ben, call, seen=2, reason=" ")
    take(ben, call, seen=2, reason="Ana is at table 9")
    assert AuditEntry.objects.filter(intent="challenge.take").latest("at").reason == "Ana is at table 9"
    rule(ben, call, asked=asked, seen=3)
    assert (Call.objects.get().taken_name, Ruling.objects.get().judge_name) == ("Ben", "Ben")


def test_a_call_nobody_took_is_taken_by_ruling_on_it() -> None:
    hall = playing()
    call, ana = called(hall, words=["bahay"]), judge(hall, shown="Ana")
    Call.objects.update(called_at=f.clock.now() - timedelta(seconds=90))
    asked = Asked(("bahay",), challengers=(2,), challenged=1)
    rule(ana, Call.objects.get(pk=call.pk), asked=asked, seen=1)
    row = Call.objects.get()
    assert (row.state, row.taken_name, f"user:{row.taken_by_id}") == ("ruled", "Ana", ana.actor)
    assert (Ruling.objects.get().stopped_seconds or 0) >= 90


def test_a_call_is_ruled_handed_back_or_called_off_and_only_one_is_open_at_a_table() -> None:
    hall = playing()
    call, ana = called(hall, words=["bahay"]), judge(hall)
    with pytest.raises(Conflict, match="called already"):
        called(hall)
    take(ana, call, seen=1)
    hand_back(ana, call, seen=2)
    take(ana, call, seen=3)
    rule(ana, call, asked=Asked(("bahay",), challengers=(2,), challenged=1), seen=4)
    assert Call.objects.get().state == "ruled"
    assert Ruling.objects.get().call_id == call.pk
    again = called(hall)
    call_off(hall.as_(hall.clerk), again, seen=1, reason="agreed")
    assert Ruling.objects.count() == 1


def test_in_judge_mode_a_word_no_list_knows_needs_a_decision_and_a_source() -> None:
    hall = playing("judge")
    ana, table = judge(hall), hall.table(1)
    with pytest.raises(Refusal, match="No list knows"):
        rule_at(ana, table, asked=Asked(("bahay", "hangin"), (2,), 1))
    with pytest.raises(Refusal, match="Name the dictionary"):
        rule_at(ana, table, asked=Asked(("hangin",), (2,), 1, decided={"HANGIN": True}))
    told = rule_at(
        ana,
        table,
        asked=Asked(("bahay", "hangin"), (2,), 1, decided={"HANGIN": True}, source="UPD", page="431"),
    )
    assert told["verdict"] == "acceptable"
    row = Ruling.objects.get()
    assert (row.by_list, row.source, row.page) == (False, "UPD", "431")


def test_a_judge_cannot_decide_against_a_list() -> None:
    hall = playing("judge")
    asked = Asked(("bahay", "hangin"), (2,), 1, decided={"BAHAY": False, "HANGIN": True}, source="UPD")
    assert rule_at(judge(hall), hall.table(1), asked=asked)["verdict"] == "acceptable"


def test_a_kiosk_may_rule_and_nothing_else() -> None:
    hall = playing()
    with pytest.raises(NotAllowed):
        rule_at(kiosk(hall), hall.table(1), asked=Asked(("bahay",), (2,), 1))
    with pytest.raises(NotAllowed):
        f.enter(hall.table(1), 400, 390, by=kiosk(hall))


def test_nobody_rules_on_his_own_game() -> None:
    hall = playing()
    player = hall.seats(1)[0].entrant.player
    assert player is not None
    sitting = hall.as_(f.member(hall.event, "judge", player=player))
    with pytest.raises(NotAllowed, match="You play at this table"):
        rule_at(sitting, hall.table(1), asked=Asked(("bahay",), (2,), 1))
    call = called(hall)
    with pytest.raises(NotAllowed):
        take(sitting, call, seen=1)


def test_a_family_has_three_challenges_a_game_right_or_wrong() -> None:
    hall = playing(ruleset="salitaan-family")
    ana, table = judge(hall), hall.table(1)
    for word in ("zzz", "bahay", "qqq"):
        rule_at(ana, table, asked=Asked((word,), challengers=(2,), challenged=1))
    with pytest.raises(Refusal, match="used all 3 challenges"):
        rule_at(ana, table, asked=Asked(("tubig",), challengers=(2,), challenged=1))
    rule_at(ana, table, asked=Asked(("bahay",), challengers=(1,), challenged=2))
    rule_at(ana, hall.table(2), asked=Asked(("bahay",), challengers=(2,), challenged=1))


def test_a_ruling_that_names_no_challenger_passes_no_quota_and_is_free_only_where_nothing_follows() -> None:
    for ruleset in ("salitaan-family", "salitaan-competition"):
        hall = playing(ruleset=ruleset)
        with pytest.raises(Refusal, match="Say who challenges"):
            rule_at(judge(hall), hall.table(1), asked=Asked(("bahay",), challengers=()))
    hall = playing(ruleset="set-words-club")
    assert rule_at(judge(hall), hall.table(1), asked=Asked(("bahay",), challengers=()))["ruling"]


def test_where_each_challenger_is_at_risk_each_of_them_has_his_own_quota() -> None:
    hall = playing(ruleset="salitaan-family", seats=3, overrides={"challenge.challengers": "each"})
    ana, table = judge(hall), hall.table(1)
    for word in ("zzz", "qqq", "www"):
        rule_at(ana, table, asked=Asked((word,), challengers=(2, 3), challenged=1))
    with pytest.raises(Refusal, match="Seat 3 has used all 3 challenges"):
        rule_at(ana, table, asked=Asked(("xxx",), challengers=(3,), challenged=1))


def test_with_three_players_the_first_to_claim_is_the_challenger_and_alone_at_risk() -> None:
    hall = playing(seats=3)
    rule_at(judge(hall), hall.table(1), asked=Asked(("bahay",), challengers=(3, 2), challenged=1))
    assert Ruling.objects.get().penalty == {"kind": "next_turn_lost", "seats": [3], "points": 0}


def test_a_judge_rules_on_a_play_once_and_is_told_how_to_change_it() -> None:
    hall = playing()
    ana, table = judge(hall), hall.table(1)
    asked = Asked(("zzz",), challengers=(2,), challenged=1, turn=3)
    rule_at(ana, table, asked=asked)
    with pytest.raises(Conflict, match=r"ruled on at .* unacceptable\. Rule that one anew"):
        rule_at(ana, table, asked=replace(asked, turn=None))
    rule_at(ana, table, asked=replace(asked, turn=9))
    with pytest.raises(Conflict):
        rule_at(ana, table, asked=replace(asked, turn=9))
    rule_at(ana, table, asked=replace(asked, turn=None, new_play=True))
    assert Ruling.objects.count() == 3


def test_a_ruling_is_superseded_with_a_reason_and_stays_as_it_was() -> None:
    hall = playing()
    ana = judge(hall)
    rule_at(ana, hall.table(1), asked=Asked(("bahya",), challengers=(2,), challenged=1))
    old = Ruling.objects.get()
    with pytest.raises(Refusal, match="Say why"):
        supersede(ana, old, asked=Asked(("bahay",), (2,), 1), reason="")
    supersede(ana, old, asked=Asked(("bahay",), challengers=(2,), challenged=1), reason="wrong word typed")
    with pytest.raises(Conflict, match="superseded already"):
        supersede(ana, old, asked=Asked(("bahay",), (2,), 1), reason="again")
    assert [row.acceptable for row in Ruling.objects.order_by("at")] == [False, True]
    assert Ruling.objects.get(supersedes=old).reason == "wrong word typed"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Type the word"),
        (("a",) * 12, "at most 11 words"),
        (("a1",), "“1” is no letter"),
        (("=bahay",), "“=” is no letter"),
        (("--",), "letters only"),
        (("B\u0410HAY",), "a letter of another alphabet .Cyrillic."),
        (("\uff22AHAY",), "another alphabet .Fullwidth Latin."),
        (("ab" * 40,), "longer"),
    ],
)
def test_what_cannot_be_words_of_a_play_is_refused(words: tuple[str, ...], said: str) -> None:
    hall = playing()
    with pytest.raises(Refusal, match=said):
        rule_at(judge(hall), hall.table(1), asked=Asked(words, (2,), 1))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked(("bahay",), challengers=(3,)), "seats 1 to 2"),
        (Asked(("bahay",), challengers=(1, 1)), "named twice"),
        (Asked(("bahay",), challengers=(1,), challenged=1), "their own play"),
    ],
)
def test_seats_that_cannot_be_are_refused(asked: Asked, said: str) -> None:
    hall = playing()
    with pytest.raises(Refusal, match=said):
        rule_at(judge(hall), hall.table(1), asked=asked)


def test_lists_are_chosen_before_round_1_and_kept_to_the_end() -> None:
    hall = playing()
    Division.objects.filter(pk=hall.division.pk).update(frozen_at=f.clock.now())
    with pytest.raises(Refusal, match="keeps its word lists"):
        set_words(f.program(hall.event), Division.objects.get(pk=hall.division.pk), mode="list", editions=[])


def test_two_dictionaries_or_an_unpublished_edition_are_refused() -> None:
    division = f.division(f.event())
    one, two = edition(WORDS), edition(("ISDA",))
    with pytest.raises(Refusal, match="one dictionary"):
        pin(division, one, two)
    type(one).objects.filter(pk=one.pk).update(
        status="reverted", reverted_at=f.clock.now(), revert_reason="x"
    )
    with pytest.raises(Refusal, match="published editions only"):
        pin(division, one)


def test_no_challenge_in_a_round_that_is_over() -> None:
    hall = playing()
    Round.objects.update(status="closed")
    with pytest.raises(Refusal, match="is not being played"):
        call_judge(hall.as_(hall.clerk), Table.objects.all()[0])


def test_a_ruling_by_a_judge_without_a_source_is_refused_by_the_database_too() -> None:
    hall = playing()
    with pytest.raises(IntegrityError):
        Ruling.objects.create(division=hall.division, words=[], answers=[], acceptable=True, by_list=False,
                              ruled_by="judge", judge_name="")  # fmt: skip
