"""The forecast, pure: a table of days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tdapp.desk.day.forecast import DONE, PLAYING, TO_PLAY, DaySoFar, Forecast, Played
from tdapp.desk.day.rest_of_day import project
from tdapp.events.day.schedule import read

DAY = datetime(2026, 3, 14, tzinfo=UTC)
LINE = "09:00 r1-3; 12:00 lunch 60; 13:00 r4-6; 16:30 prizes"


def at(text: str) -> datetime:
    hours, minutes = text.split(":")
    return DAY + timedelta(hours=int(hours), minutes=int(minutes))


def done(number: int, begun: str, ended: str) -> Played:
    return Played(number, DONE, at(begun), at(ended), 20, 0)


def playing(number: int, begun: str, out: int, left: int | None = None, ran: int = 0) -> Played:
    told = None if left is None else timedelta(minutes=left)
    return Played(
        number, PLAYING, at(begun), None, 20, out, 0, None if left is None else timedelta(minutes=ran), told
    )


def day(now: str, *rounds: Played, line: str = LINE, last: int = 6, minutes: int = 45) -> Forecast:
    rest = tuple(Played(n, TO_PLAY) for n in range(len(rounds) + 1, last + 1))
    days = (DAY, DAY + timedelta(days=1))
    return project(DaySoFar(at(now), days, read(line, last).stops, (*rounds, *rest), minutes))


def told(found: Forecast) -> list[str]:
    return [f"{one.at:%H:%M} {one.label}" + ("" if one.sure else " ?") for one in found.ahead]


def test_in_the_morning_the_day_is_the_plan_as_far_as_a_round_time_carries() -> None:
    found = day("08:00")
    assert told(found) == [
        "09:00 Round 1", "10:00 Round 2 ?", "11:00 Round 3 ?", "12:00 Lunch ?", "13:00 Round 4 ?",
        "14:00 Round 5 ?", "15:00 Round 6 ?", "16:30 Prize giving",
    ]  # fmt: skip
    assert found.takes == 50
    assert found.stops[0].why == "As planned for 09:00."


def test_rounds_that_took_longer_move_lunch_and_what_follows_and_say_how_late() -> None:
    rounds = [done(1, "09:05", "10:05"), done(2, "10:15", "11:15"), playing(3, "11:25", 12, left=30, ran=15)]
    found = day("11:40", *rounds)
    lunch = next(one for one in found.ahead if one.label == "Lunch")
    assert told(found)[:3] == ["12:15 Lunch ?", "13:15 Round 4 ?", "14:25 Round 5 ?"]
    assert (lunch.late, lunch.why) == (15, "After round 3.")
    assert (
        found.stops[0].why == "12 of 20 tables are pending, 30 min on the clock; a round takes 60 min here."
    )
    assert (found.takes, found.between) == (60, 10)


def test_a_stopped_clock_pushes_the_day_by_the_minutes_it_stands() -> None:
    rounds = [done(1, "09:00", "09:50"), playing(2, "10:00", 20, left=25, ran=20)]
    ends = [next(one for one in day(now, *rounds).stops if one.going_on).ends for now in ("10:20", "10:45")]
    assert ends == [at("10:50"), at("11:15")]


def test_time_is_up_and_a_table_is_out_it_takes_the_minutes_of_the_last_slips() -> None:
    found = day("10:10", playing(1, "09:00", 1, left=0, ran=45))
    assert found.stops[0].ends == at("10:15")
    assert found.stops[0].why == "Time is up; 1 result is pending."


def test_a_round_all_in_is_over_and_the_next_one_comes_after_the_usual_wait() -> None:
    found = day("09:50", done(1, "09:00", "09:48"))
    assert told(found)[0] == "09:58 Round 2 ?"
    assert found.ahead[0].why == "After round 1 and 10 min between."


def test_a_round_that_could_have_begun_is_due_now_and_not_in_the_past() -> None:
    found = day("11:30", done(1, "09:00", "09:48"))
    assert (told(found)[0], found.ahead[0].why) == ("11:30 Round 2 ?", "As soon as it is begun.")


def test_lunch_that_lies_behind_is_not_announced_again_and_one_going_on_is_no_stop_ahead() -> None:
    rounds = [done(n, f"{8 + n}:00", f"{8 + n}:45") for n in (1, 2, 3)]
    during, after = day("12:30", *rounds), day("13:10", *rounds)
    assert [one.label for one in during.stops if one.going_on] == ["Lunch"]
    assert told(during)[0] == "13:00 Round 4 ?"
    assert after.stops[0].label == "Round 4"


def test_rounds_typed_in_later_teach_nothing_about_how_long_a_round_takes() -> None:
    found = day("10:00", done(1, "09:00", "09:01"), done(2, "09:01", "09:02"))
    assert (found.takes, found.takes_why) == (50, "the round time of 45 min and 5 for the last slips")


def test_without_a_day_plan_the_rounds_follow_each_other_and_the_prizes_come_last() -> None:
    assert told(day("09:50", done(1, "09:00", "09:50"), line="", last=3)) == [
        "10:00 Round 2 ?", "11:00 Round 3 ?", "12:00 Prize giving ?",
    ]  # fmt: skip


def test_the_second_day_begins_at_its_hour_whatever_the_first_one_took() -> None:
    rounds = [done(1, "09:00", "09:50")]
    found = day("23:00", *rounds, line="09:00 r1; day 2; 09:00 r2-3", last=3)
    assert (found.ahead[0].label, found.ahead[0].at - DAY) == ("Round 2", timedelta(hours=33))
    assert found.ahead[0].sure


def test_divisions_out_of_step_are_waited_for_one_round_after_the_other() -> None:
    behind = [Played(n, PLAYING, at("09:00"), None, 20, 0, 1) for n in (1, 2)]
    assert [one.ends for one in day("10:00", *behind).stops if one.going_on] == [at("11:00"), at("12:00")]
