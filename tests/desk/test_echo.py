"""From a typed line to the table it means, and what the desk answers."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairings.event.records import fold
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Result
from tdapp.desk.results import echo, intake
from tdapp.events.models import Presence, Round, Slot
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4)


def entered(hall: f.Hall, text: str, who: Any = None, **more: Any) -> echo.Echo:
    """The echo of a line by the clerk."""
    ctx = hall.as_(who or hall.clerk, more.pop("key", ""))
    return echo.saved(hall.event, intake.enter(ctx, hall.event, text, **more))


def refusal_of(hall: f.Hall, text: str, **more: Any) -> Refusal:
    """The refusal a line ends in."""
    with pytest.raises(Refusal) as caught:
        intake.enter(hall.as_(hall.clerk), hall.event, text, **more)
    return caught.value


def test_the_echo_names_both_the_winner_first_with_spread_and_new_records() -> None:
    hall = f.hall(8, 2, 1)
    one, two = (slot.entrant for slot in hall.seats(1, 2))
    before = division_standings.provisional_records(hall.division, [one.pk, two.pk])
    shown = entered(hall, "1 388 412")
    assert (shown["state"], shown["table"], shown["verb"], shown["spread"]) == ("ok", 1, "beat", 24)
    assert shown["winner"] == {"name": two.listed, "score": 412}
    assert shown["loser"] == {"name": one.listed, "score": 388}
    spread = before[str(two.pk)].spread + 24
    won = before[str(two.pk)].halves // 2 + 1
    assert shown["totals"][0] == f"{two.short} {won}-{2 - won} {spread:+d}".replace(
        "-" + str(abs(spread)), "−" + str(abs(spread))
    )


def test_the_words_on_the_chip_say_whether_it_counts() -> None:
    cases = {"single": "saved", "two-people": "saved", "two-slips": "slip 1"}
    for policy, word in cases.items():
        hall = f.hall(4, confirm_policy=policy)
        shown = entered(hall, "1 412 388")
        assert shown["word"] == word
        waits = [
            total for total in shown["totals"] if "awaiting confirmation" in total or "second slip" in total
        ]
        assert len(waits) == (policy != "single")


SHOWN = [
    # line, verb or sentence, spread
    ("1 400 400 / 412 405", "beat", 0),
    ("1 400 400 / 405 405", "tied with", 0),
    ("1 u 300 280", "beat", 20),
]


@pytest.mark.parametrize(("text", "verb", "spread"), SHOWN)
def test_games_that_end_otherwise(text: str, verb: str, spread: int) -> None:
    hall = f.hall(4)
    shown = entered(hall, text)
    assert (shown["verb"], shown["spread"]) == (verb, spread)


def test_forfeits_and_unscored_games_are_said_in_a_sentence() -> None:
    hall = f.hall(8)
    names = [[slot.entrant.listed for slot in hall.seats(n)] for n in (1, 2, 3)]
    assert entered(hall, "1 f2")["sentences"] == [f"{names[0][0]} by forfeit; {names[0][1]} did not come."]
    assert entered(hall, "2 f12")["sentences"] == [f"{names[1][0]} and {names[1][1]}: nobody came."]
    assert entered(hall, "3 x")["sentences"] == [f"{names[2][0]} and {names[2][1]}: not scored."]


def test_four_at_a_table_are_named_best_first() -> None:
    hall = f.hall(4, rounds=0)
    field = list(hall.division.entrants.all())
    f.published(hall.division, [field])
    shown = entered(hall, "1 350 412 290 388")
    assert shown["winner"]["name"] == field[1].listed
    assert shown["loser"]["name"] == f"{field[3].listed} 388; {field[0].listed} 350; {field[2].listed}"
    assert shown["spread"] == 24


def test_equal_scores_ask_for_a_second_number_that_joins_the_line() -> None:
    hall = f.hall(4)
    refusal = refusal_of(hall, "1 400 400")
    shown = echo.refused(refusal, 1, hall.table(1), "Clerk")
    assert (shown["state"], shown["join"]) == ("more", " / ")
    assert entered(hall, "1 400 400" + shown["join"] + "412 405")["verb"] == "beat"


def test_an_amber_question_names_what_is_agreed_to_and_who_sits_there() -> None:
    hall = f.hall(4)
    shown = echo.refused(refusal_of(hall, "1 412 388 30"), 1, hall.table(1), "Clerk")
    assert (shown["state"], shown["agree"]) == ("ask", "spread-differs")
    assert shown["totals"][0] == " – ".join(slot.entrant.listed for slot in hall.seats(1))


def test_a_conflict_shows_both_and_how_to_ask() -> None:
    hall = f.hall(4)
    entered(hall, "1 412 388")
    shown = echo.refused(refusal_of(hall, "1 401 377"), 1, hall.table(1), "Second")
    assert shown["state"] == "stop"
    assert [(one["title"], one["text"]) for one in shown["both"]] == [
        ("Already entered", "412–388"),
        ("You typed", "401–377"),
    ]
    assert shown["both"][0]["who"].startswith("Clerk ")
    assert "1 ?" in shown["keys"]


def test_the_same_line_again_is_no_alarm() -> None:
    hall = f.hall(4)
    entered(hall, "1 412 388")
    shown = echo.refused(refusal_of(hall, "1 412 388"), 1, hall.table(1), "Clerk")
    assert (shown["state"], shown["word"]) == ("ok", "already entered")


def test_a_table_nobody_plays_at_says_what_is_open() -> None:
    hall = f.hall(8)
    refusal = refusal_of(hall, "99 1 2")
    assert (refusal.code, refusal.status) == ("not-paired", 404)
    assert str(refusal) == "Nobody is paired at table 99. Type one of these: Open round 1, tables 1 to 4."
    Round.objects.update(status="closed")
    assert str(refusal_of(hall, "1 1 2")) == "No round is open for results."


def test_a_table_of_another_event_is_not_found() -> None:
    hall, foreign = f.hall(4), f.hall(24)
    with pytest.raises(Missing):
        intake.find_table(hall.event, 12)
    assert intake.find_table(foreign.event, 12).number == 12


def test_the_table_number_finds_the_division() -> None:
    here = f.event()
    divisions = [f.division(here, name) for name in ("Open", "Juniors")]
    for of in divisions:
        f.entrants(of, 4)
        f.published(of)
    assert intake.find_table(here, 2).round.division == divisions[0]
    assert intake.find_table(here, 52).round.division == divisions[1]


def test_a_table_out_in_two_rounds_is_the_earlier_one_unless_the_line_says_so() -> None:
    hall = f.hall(8, 2)
    assert intake.find_table(hall.event, 1).round.number == 1
    assert "Open, round 1" in entered(hall, "1 412 388")["totals"]
    assert intake.find_table(hall.event, 1).round.number == 2
    assert "Open, round 2" in entered(hall, "2 412 388 r2")["totals"]
    assert intake.find_table(hall.event, 2).round.number == 1


def test_a_slip_that_was_just_entered_for_the_round_before_is_asked_about() -> None:
    hall = f.hall(8, 2)
    entered(hall, "1 412 388")
    refusal = refusal_of(hall, "1 412 388")
    assert [q["code"] for q in refusal.facts["questions"]] == ["said-before"]
    assert entered(hall, "1 412 388", sure=True)["place"] == "Open, round 2"


def test_a_first_slip_still_waits_for_a_line_before_a_later_round_does() -> None:
    hall = f.hall(8, 2, confirm_policy="two-slips")
    entered(hall, "1 412 388")
    assert intake.find_table(hall.event, 1).round.number == 1
    assert entered(hall, "1 412 388", hall.checker)["word"] == "confirmed"
    assert intake.find_table(hall.event, 1).round.number == 2


def test_a_line_sent_again_with_its_key_means_what_it_meant() -> None:
    """After a lost answer table 1 is in, and the number alone would now mean the next round's table 1."""
    hall = f.hall(8, 2)
    first = entered(hall, "1 412 388", key="k")
    assert entered(hall, "1 412 388", key="k") == first
    assert Result.objects.count() == 1


def test_undo_takes_back_my_last_and_with_its_key_only_once() -> None:
    hall = f.hall(8)
    for text in ("1 412 388", "2 401 377"):
        entered(hall, text)
    entered(hall, "3 350 340", hall.checker)
    for _again in range(3):
        shown = echo.undone(intake.undo_last(hall.as_(hall.clerk, "u1"), hall.event))
        assert shown["sentences"] == ["Table 2 is pending again: 401–377 taken back."]
    assert echo.undone(intake.undo_last(hall.as_(hall.clerk), hall.event))["table"] == 1
    with pytest.raises(Refusal) as caught:
        intake.undo_last(hall.as_(hall.clerk), hall.event)
    assert caught.value.code == "nothing-mine"


def test_slips_that_differ_end_in_a_conflict_with_both() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    entered(hall, "1 412 388")
    with pytest.raises(Conflict) as caught:
        intake.enter(hall.as_(hall.checker), hall.event, "1 401 388")
    assert caught.value.code == "slips-differ"


def with_gaps() -> f.Hall:
    """A hall with everything a record can be made of: games, a bye, absences, a forfeit, an unscored game."""
    hall = f.hall(9, 3, 2)
    gone = hall.division.entrants.get(number=9)
    Presence.objects.create(entrant=gone, first=3, kind="withdrawn", intent="forfeit")
    Slot.objects.filter(entrant=gone, round__number=3, kind="bye").delete()
    for number, kind in ((1, "forfeit"), (2, "unscored")):
        entry = {"absent": (1,)} if kind == "forfeit" else {}
        if hall.table(number, 3).seats.exists():
            f.enter(hall.table(number, 3), kind=kind, **entry)
    return hall


def test_the_records_of_a_few_are_those_of_the_whole_field() -> None:
    hall = with_gaps()
    whole = fold(halls.of_division(hall.division, after=3, provisional=True), 3)
    for row in hall.division.entrants.all():
        (record,) = division_standings.provisional_records(hall.division, [row.pk]).values()
        full = whole[str(row.pk)]
        facts = ("halves", "lost", "ties", "spread", "games", "firsts", "byes", "forfeits", "opponents")
        assert [getattr(record, name) for name in facts] == [getattr(full, name) for name in facts]


def test_an_echo_asks_the_database_no_more_in_a_larger_field() -> None:
    counts = []
    for players in (6, 24):
        hall = f.hall(players, 3, 2)
        answer = intake.enter(hall.as_(hall.clerk), hall.event, "1 412 388")
        with CaptureQueriesContext(connection) as caught:
            echo.saved(hall.event, answer)
        counts.append(len(caught))
    assert counts[0] == counts[1]
    assert counts[1] <= 12
